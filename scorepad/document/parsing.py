"""Parsing: from a document's bytes to the values of its JSON, in which no key stands twice and
every letter is written in one way."""

import json
import os
import re
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from scorepad.book.names import composed
from scorepad.games.game import Place, Problem, Unreadable, refuse, shown
from scorepad.i18n.message import say
from scorepad.system.steps import Steps

LARGEST = 50_000_000
"""Bytes of the largest document that is worked out without a book; a book takes in any export."""

MOST_VALUES, LEAST_BYTES = 2_500_000, 8
"""The most numbers, texts, lists and objects, unless each has so many bytes: three bytes of
nonsense can hold one, and each takes seventy bytes of memory."""

TEXT = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"([ \t\n\r]*+:)?')
"""A text in JSON; its group is there if it is a key. It never looks at a letter twice."""


def bytes_of(file: BinaryIO, most: int = LARGEST) -> bytes:
    """Return the content of an opened file; raises `Unreadable` if it is larger than `most` bytes,
    and `OSError`.

    A file is refused by its size; a pipe, which has none, after so much was read.
    """
    if os.fstat(file.fileno()).st_size > most or len(raw := file.read(most + 1)) > most:
        refuse(say("is larger than {limit} MB, so it is not a Scorepad file",
                   limit=most // 1_000_000))
    return raw


def parse(raw: bytes) -> Steps[Any]:
    """Return what the JSON in a document's bytes says; raises `Unreadable`."""
    if raw.startswith(b"SQLite format 3\0"):
        refuse(say("is a whole book, not an export: \"scorepad restore\" replaces yours with it"))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        refuse(say("is not UTF-8 text (byte {byte})", byte=fault.start + 1))
    if not text.strip():
        refuse(say("is empty"))
    if sum(map(raw.count, b"[{,")) > max(MOST_VALUES, len(raw) // LEAST_BYTES):
        refuse(say("has more than {count} values, so it is not a Scorepad file", count=MOST_VALUES))
    doubled: list[dict[str, Any]] = []
    try:
        document, keys = _loaded(text)
        yield
        if _has_more_keys(text, keys):
            del document  # or both would be in memory for a while
            document = json.loads(text, object_pairs_hook=_note_doubled(doubled))
        yield
        if not doubled and _may_be_in_pieces(text):
            document = yield from _all_composed(document, doubled)
    except json.JSONDecodeError as fault:
        refuse(say("is not complete JSON: it breaks off or goes wrong "
                   "at line {line}, column {column}", line=fault.lineno, column=fault.colno))
    except (ValueError, RecursionError):
        refuse(say("is JSON with a number too long or lists too deep to be a Scorepad file"))
    if doubled:
        raise Unreadable(*_doubled_keys(document, (), set(map(id, doubled))))
    return document


def _loaded(text: str) -> tuple[Any, int]:
    """Return what a JSON text says, and the number of keys in all its objects."""
    keys = 0

    def count(made: dict[str, Any]) -> dict[str, Any]:
        nonlocal keys
        keys += len(made)
        return made

    document = json.loads(text, object_hook=count)
    return document, keys


def _has_more_keys(text: str, keys: int) -> bool:
    """Return whether a key stands twice in one object: whether a JSON text has more keys than the
    `keys` that were read from it.

    A quick look settles most texts: there are at most as many keys as there are colons, or as there
    are `":`, unless there is a gap before a colon. Otherwise the texts with a colon behind them are
    counted.
    """
    if text.count(":") == keys or text.count('":') == keys and not any(
            gap in text for gap in (" :", "\t:", "\n:", "\r:")):
        return False
    return sum(1 for found in TEXT.finditer(text) if found.lastindex) > keys


def _note_doubled(doubled: list[dict[str, Any]]) -> Callable[[list[tuple[str, Any]]], Any]:
    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        built = dict(pairs)
        if len(built) < len(pairs):
            doubled.append(built)
        return built
    return build


def _may_be_in_pieces(text: str) -> bool:
    """Return whether a letter may be written as several characters; none is in Latin-1 texts."""
    if "\\" in text and "\\u" in text:  # a single sign is found faster
        return True
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return True
    return False


def _all_composed(document: Any, doubled: list[dict[str, Any]]) -> Steps[Any]:
    """Return what `_composed` returns, going an evening at a time if the document has any."""
    evenings = document.get("evenings") if type(document) is dict else None
    if type(evenings) is not list:
        return _composed(document, doubled)
    made = []
    for evening in evenings:
        made.append(_composed(evening, doubled))
        yield
    # The rest is an object, too, in which two keys can become one.
    return _composed(document | {"evenings": None}, doubled) | {"evenings": made}


def _composed(value: Any, doubled: list[dict[str, Any]]) -> Any:
    """Return the value with all texts in it composed (NFC); objects in which two keys become one
    are added to `doubled`."""
    if type(value) is str:
        return composed(value)
    if type(value) is list:
        return [_composed(each, doubled) for each in value]
    if type(value) is not dict:
        return value
    made = {composed(key): _composed(each, doubled) for key, each in value.items()}
    if len(made) < len(value):
        doubled.append(made)
    return made


def _doubled_keys(value: Any, place: Place, doubled: set[int]) -> Iterator[Problem]:
    """Yield a problem for each object whose identity is in `doubled`."""
    if id(value) in doubled:
        yield Problem(place, say("has a key or a name twice"))
    children = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) else ()
    for step, child in children:
        yield from _doubled_keys(child, (*place, shown(step) if isinstance(step, str) else step),
                                 doubled)
