"""Files of entries: all of a book with its history, which any other book can take in.

A file is JSON lines: the format's name, then an entry a line, each after those that its writer
knew. It may be cut off at any line: what came whole makes sense.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from scorepad.i18n.message import Message, say
from scorepad.storage.faults import StorageFault
from scorepad.storage.links import COLUMNS, DIGEST, Row, digests_in

OF_ENTRIES = "scorepad-entries/1"
HEAD = f'{{"format": "{OF_ENTRIES}"}}'
LONGEST_HEAD = 200
"""Bytes of the first line, at most."""

MARK = b"\xef\xbb\xbf"
"""The mark that some programs put before UTF-8."""

TYPES = {"id": str, "evening": str | None, "kind": str, "at": int, "by": str, "data": str,
         "device": str, "clock": int}
"""The type of each field of a line, without those that hold digests."""


class NotEntries(StorageFault):
    """A file that holds no entries."""


def is_of_entries(content: bytes) -> bool:
    """Return whether a file begins like one of entries."""
    return _format_of(content[:LONGEST_HEAD].removeprefix(MARK).partition(b"\n")[0]) == OF_ENTRIES


def _format_of(line: bytes) -> object:
    try:
        head = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return head.get("format") if isinstance(head, dict) else None


def written(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the lines of a file with these entries."""
    yield HEAD
    yield from map(line_of, rows)


def line_of(row: Row) -> str:
    """Return the line of an entry."""
    fields = dict(zip(COLUMNS, row))
    fields["after"] = [digest.hex() for digest in digests_in(fields["after"])]
    fields["digest"] = bytes(fields["digest"] or b"").hex()
    return json.dumps(fields, ensure_ascii=False)


def entries_in(file: BinaryIO) -> Iterator[Row | Message]:
    """Yield the entries of a file, one a line, or why a line holds none; the last line is left out
    without a word if it was cut off. Raises `NotEntries` for another format."""
    if not is_of_entries(file.readline(LONGEST_HEAD)):
        raise NotEntries(say("The file holds no entries: it does not begin with {format}.",
                             format=f'"{OF_ENTRIES}"'))
    for line in file:
        if (row := row_of(line)) is not None:
            yield row
        elif line.endswith(b"\n"):
            yield say("is no entry")


def row_of(line: bytes) -> Row | None:
    """Return the entry of a line, None if it holds none."""
    try:
        fields: Any = json.loads(line)
        if not isinstance(fields, dict) or any(
                not isinstance(fields[name], kind) or isinstance(fields[name], bool)
                for name, kind in TYPES.items()):
            return None
        after = [bytes.fromhex(digest) for digest in fields["after"]]
        digest = bytes.fromhex(fields["digest"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if any(len(each) != DIGEST for each in (*after, digest)):
        return None
    return *[fields[name] for name in TYPES], b"".join(after), digest
