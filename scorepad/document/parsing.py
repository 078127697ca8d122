"""Parsing: from a document's bytes to the values of its JSON, in which no key stands twice and
every letter is written in one way."""

import json
import os
import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, count
from typing import Any, BinaryIO, NoReturn

from scorepad.book.names import composed
from scorepad.games.game import Place, Problem, Unreadable, refuse, shown
from scorepad.i18n.message import say

LARGEST = 50_000_000
"""Bytes of the largest document that is worked out without a book; a book takes in any export."""

MOST_VALUES, LEAST_BYTES = 2_500_000, 8
"""The most numbers, texts, lists and objects, unless each has so many bytes: three bytes of
nonsense can hold one, and each takes seventy bytes of memory."""

PIECE, MARGIN = 1 << 20, 3
"""Bytes that are read in one go; and signs that must follow a value, since a number goes on in what
was not read yet, as in `1e+5`."""

TWICE = say("has a key or a name twice")

NO_SPACE = re.compile(r"[^ \t\n\r]")
BEGINS = frozenset('{["-0123456789tfnNI')
"""The signs with which a value of JSON, as Python reads it, begins."""
LONGEST_WORD = 16
"""More signs than a fault of JSON needs to be one whatever follows, if no text is still open."""


def bytes_of(file: BinaryIO, most: int = LARGEST) -> bytes:
    """Return the content of an opened file; raises `Unreadable` if it is larger than `most` bytes,
    and `OSError`. A file is refused by its size; a pipe, which has none, after so much was read."""
    if os.fstat(file.fileno()).st_size > most or len(raw := file.read(most + 1)) > most:
        refuse(say("is larger than {limit} MB, so it is not a Scorepad file",
                   limit=most // 1_000_000))
    return raw


class Parsing:
    """The JSON text of a document, of which only a piece is in memory at a time. root: what it
    says, without its evenings, known once they were gone through."""

    root: Any = None

    def __init__(self, file: BinaryIO) -> None:
        _refuse_nonsense(file)
        self._pieces = _decoded(file)
        self._text, self._at = "", 0
        self._lines = self._column = 0
        self._doubled: list[dict[str, Any]] = []
        self._decode = json.JSONDecoder(
            object_pairs_hook=_noting_doubled(self._doubled)).raw_decode
        self._faults: list[Problem] = []

    def evenings(self) -> Iterator[Any]:
        """Yield what it says of each evening; raises `Unreadable`, for keys that stand twice only
        once all was gone through."""
        try:
            if self._next() == "{":
                yield from self._in_root()
            else:
                self.root = self._value()
            if self._next():
                self._refuse(self._at)
        except (ValueError, RecursionError):
            refuse(say("is JSON with a number too long or lists too deep to be a Scorepad file"))
        if self._faults:
            raise Unreadable(*self._faults)

    def _in_root(self) -> Iterator[Any]:
        """Go through the outermost object; yield its evenings."""
        self.root = {}
        keys: list[str] = []
        for _ in self._items("{", "}"):
            if self._next() != '"':
                self._refuse(self._at)
            keys.append(key := composed(self._taken()[0]))
            self._step(":")
            if key == "evenings" and self._next() == "[":
                self.root[key] = []
                for number in self._items("[", "]"):
                    yield self._value(key, number)
            else:
                self.root[key] = self._value(shown(key))
        if len(self.root) < len(keys):
            self._faults.insert(0, Problem((), TWICE))

    def _value(self, *place: str | int) -> Any:
        """Return the next value, which is at this place, with every letter written in one way."""
        value, text = self._taken()
        if not self._doubled and _may_be_in_pieces(text):
            value = _composed(value, self._doubled)
        if self._doubled:
            self._faults += _doubled_keys(value, place, set(map(id, self._doubled)))
        return value

    # --- the text, refused at the same places as by `json.loads` ----------------------------------

    def _next(self) -> str:
        """Return the next sign that is no space, empty at the end."""
        while not (found := NO_SPACE.search(self._text, self._at)):
            self._at = len(self._text)
            if not self._grow():
                return ""
        self._at = found.start()
        return found[0]

    def _step(self, signs: str) -> str:
        """Go past the next sign, which has to be one of these, and return it."""
        if not (sign := self._next()) or sign not in signs:
            self._refuse(self._at)
        self._at += 1
        return sign

    def _items(self, begin: str, end: str) -> Iterator[int]:
        """Go through a list or an object; yield the number of each item before it is gone past."""
        self._step(begin)
        if self._next() == end:
            self._step(end)
            return
        for number in count():
            yield number
            if self._step(f",{end}") == end:
                return

    def _taken(self) -> tuple[Any, str]:
        """Go past the next value; return it and its text, and note objects with a key twice."""
        self._next()
        while True:
            self._doubled.clear()
            try:
                value, end = self._decode(self._text, self._at)
                if end + MARGIN < len(self._text) or not self._grow():
                    break
            except json.JSONDecodeError as fault:
                is_one = fault.pos + LONGEST_WORD < len(self._text) \
                    and not fault.msg.startswith("Unterminated")
                if is_one or not self._grow():
                    self._refuse(fault.pos)
        text, self._at = self._text[self._at:end], end
        if end > PIECE:
            self._cut()
        return value, text

    def _grow(self) -> bool:
        """Read about as much again as was not gone past yet; return whether there was more."""
        more = ""
        while len(more) <= len(self._text) - self._at and (piece := next(self._pieces, "")):
            more += piece
        if more:
            self._cut()
            self._text += more
        return bool(more)

    def _cut(self) -> None:
        """Forget the text that was gone past."""
        self._lines, self._column = self._place(self._at)
        self._text, self._at = self._text[self._at:], 0

    def _place(self, at: int) -> tuple[int, int]:
        """Return how many lines come before a sign, and how many signs in its own line."""
        last = self._text.rfind("\n", 0, at)
        return self._lines + self._text.count("\n", 0, at), \
            self._column + at if last < 0 else at - last - 1

    def _refuse(self, at: int) -> NoReturn:
        line, column = self._place(at)
        refuse(say("is not complete JSON: it breaks off or goes wrong "
                   "at line {line}, column {column}", line=line + 1, column=column + 1))


def _refuse_nonsense(file: BinaryIO) -> None:
    """Raise `Unreadable` for what is no text, or none of a document."""
    file.seek(0)
    if file.read(16) == b"SQLite format 3\0":
        refuse(say("is a whole book, not an export: \"scorepad restore\" replaces yours with it"))
    values, is_empty = 0, True
    try:
        for piece in _decoded(file):
            values += sum(map(piece.count, "[{,"))
            if is_empty and (text := piece.lstrip()):
                is_empty = False
                if text[0] not in BEGINS:
                    return  # as will be said where: a film is not read to its end
    except _NoText as fault:
        refuse(say("is not UTF-8 text (byte {byte})", byte=fault.byte))
    if is_empty:
        refuse(say("is empty"))
    if values > max(MOST_VALUES, file.tell() // LEAST_BYTES):
        refuse(say("has more than {count} values, so it is not a Scorepad file", count=MOST_VALUES))


class _NoText(ValueError):
    """Bytes that are no text; byte: the number of the first of them."""

    def __init__(self, byte: int) -> None:
        self.byte = byte


def _decoded(file: BinaryIO) -> Iterator[str]:
    """Yield the text of a file in pieces; raises `_NoText`."""
    file.seek(0)
    decode, read = getincrementaldecoder("utf-8-sig")().decode, 0
    for piece in chain(iter(partial(file.read, PIECE), b""), [b""]):
        read += len(piece)
        try:
            if text := decode(piece, final=not piece):
                yield text
        except UnicodeDecodeError as fault:
            raise _NoText(read - len(fault.object) + fault.start + 1) from None


def _noting_doubled(doubled: list[dict[str, Any]]
                    ) -> Callable[[list[tuple[str, Any]]], dict[str, Any]]:
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
        yield Problem(place, TWICE)
    children = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) else ()
    for step, child in children:
        yield from _doubled_keys(child, (*place, shown(step) if isinstance(step, str) else step),
                                 doubled)
