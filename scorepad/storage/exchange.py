"""The exchange of two books that can ask each other: whatever one of them lacks, it gets.

One asks, in three steps, the other answers: which groups of parts differ, and what are the heads of
those; which of some entries of each are known, and what comes besides; here is what you lack. The
one that answers remembers nothing between two steps, and nobody remembers anything afterwards, so
an exchange that was cut off anywhere is simply begun again.

For two books of 2,000 evenings that differ in 50 entries that is less than 50 kB altogether,
wherever these are. At worst, where two long evenings share only their beginning, as many entries
are sent once more as are new, and of evenings in their thousands that all differ, some 100 bytes
each.
"""

import json
import zlib
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from scorepad.i18n.message import Message, say
from scorepad.storage.entries_file import line_of, row_of
from scorepad.storage.faults import StorageFault
from scorepad.storage.joining import AFTER, CLOCK, DATA, ID, KNOWN, PART
from scorepad.storage.links import DIGEST, Row, digests_in, heads_of, history

FORMAT = "scorepad-exchange/1"

MOST_BYTES, MOST_UNPACKED = 1 << 23, 1 << 25
"""The size of a message, packed and unpacked, beyond which nobody reads it."""

PAGE = 1 << 22
"""Bytes of entries, unpacked, after which a message takes no more of them."""

LINKS = 600
"""Bytes of an entry besides its data, at most as a rule."""

MOST_PAGES = 10_000
"""The number of pages after which whoever asks gives up."""

IN_A_GROUP, MOST_GROUPS = 4, 4096
"""The number of parts that are summed up together, and the most groups of them."""

GROUP = 8
"""Bytes of the digest of a group."""

LATEST = 8
"""The last entries of a part that are all named; of those before, one at every doubled distance."""

Part = str | None
"""The id of an evening; None: the club's own entries."""

Digests = dict[Part, list[bytes]]
"""Digests of entries, by part."""

Send = Callable[[bytes], bytes]
"""A function that hands a message to the other book and returns its answer."""

Result = TypeVar("Result")

Asking = Generator[bytes, bytes, Result]
"""An exchange in progress: it yields each message to the other book, and is sent the answer."""


class NotExchange(StorageFault):
    """A message that is none of an exchange, or answers something else."""

    def __init__(self) -> None:
        super().__init__(say("What came from the other book cannot be read. Nothing of it was "
                             "taken in."))


class Came(NamedTuple):
    """A message as it was read: its fields, and the entries in it; a sentence for one that is
    none."""

    fields: dict[str, Any]
    entries: list[Row | Message]


@dataclass
class Exchanged:
    """The outcome of an exchange for whoever asked.

    sent: the number of entries that the other book took; refused: how many it did not.
    """

    sent: int = 0
    refused: int = 0


# --- whoever asks ---------------------------------------------------------------------------------


def meet(ours: Sequence[Row], send: Send, take: Callable[[list[Row | Message]], object]) \
        -> Exchanged:
    """Exchange entries with another book as `asking` does. Whatever `send` raises goes through."""
    return asked(asking(ours, take), send)


def asked(steps: Asking[Result], send: Send) -> Result:
    """Run an exchange to its end and return what it returns; what `send` raises goes through."""
    try:
        message = next(steps)
        while True:
            message = steps.send(send(message))
    except StopIteration as done:
        result: Result = done.value
        return result


def asking(ours: Sequence[Row], take: Callable[[list[Row | Message]], object]) \
        -> Asking[Exchanged]:
    """Exchange entries with another book, so that both have those of both.

    take: takes in entries that came, as often as there are pages; what it has taken in stays where
    the exchange breaks off. Raises `NotExchange` for answers that are none.
    """
    done, book = Exchanged(), _Book(ours)
    groups = min(MOST_GROUPS, 1 + len(book.parts) // IN_A_GROUP)
    summary = book.summary(groups)
    told = read((yield _message(groups=[digest.hex() for digest in summary])), "parts",
                "differ")
    theirs, differ = _digests(told.fields["parts"]), _numbers(told.fields["differ"], groups)
    parts = [part for part in {**book.parts, **theirs} if _group(part, groups) in differ
             and sorted(book.heads(part)) != sorted(theirs.get(part, ()))]
    if not parts:
        return done
    known = {part: book.named(part, theirs[part]) for part in parts if part in theirs}
    page = ""
    for _ in range(MOST_PAGES):
        told = read((yield _message(known=_plain(known), after=page)), "common", "next")
        common = _digests(told.fields["common"])
        take(told.entries)
        if told.fields["next"] is None:
            break
        page = _text(told.fields["next"])
    else:
        raise NotExchange
    for rows in _pages(book.beyond({part: common.get(part, []) for part in parts})):
        counted = read((yield _message(rows, entries=len(rows))), "taken", "refused").fields
        done.sent += _number(counted["taken"])
        done.refused += _number(counted["refused"])
    return done


# --- whoever answers ------------------------------------------------------------------------------


def answer(ours: Sequence[Row], came: Came) -> bytes:
    """Return the answer to one of the first two questions; raises `NotExchange` for another."""
    book = _Book(ours)
    if "groups" in came.fields:
        asked = _of_hex(came.fields["groups"], GROUP)
        if not 0 < len(asked) <= MOST_GROUPS:
            raise NotExchange
        differ = [number for number, (one, other) in enumerate(zip(
            asked, book.summary(len(asked)))) if one != other]
        numbers = frozenset(differ)
        return _message(differ=differ, parts=_plain({
            part: book.heads(part) for part in book.parts
            if _group(part, len(asked)) in numbers}))
    common = {part: book.last_of(part, digests)
              for part, digests in _digests(came.fields.get("known")).items()}
    rows = _from(book.beyond(common), _text(came.fields.get("after")))
    page = next(_pages(rows), [])
    return _message(page, common=_plain({part: last for part, last in common.items() if last}),
                    next=page[-1][KNOWN].hex() if len(page) < len(rows) else None)


def brings(came: Came) -> bool:
    """Return whether a message brings entries to be taken in, which `received` answers."""
    return "entries" in came.fields


def received(taken: int, refused: int) -> bytes:
    """Return the answer to entries."""
    return _message(taken=taken, refused=refused)


# --- messages -------------------------------------------------------------------------------------


def _message(rows: Iterable[Row] = (), **fields: object) -> bytes:
    """Return a message: a line of JSON, and an entry a line."""
    head = json.dumps({"format": FORMAT, **fields}, separators=(",", ":"))
    return zlib.compress("\n".join([head, *map(line_of, rows)]).encode())


def read(content: bytes, *wanted: str) -> Came:
    """Return a message with at least the `wanted` fields; raises `NotExchange` for anything else.

    The values of the fields are not looked at yet.
    """
    head, *lines = _unpacked(content).split(b"\n")
    try:
        fields: Any = json.loads(head)
    except (ValueError, RecursionError):
        raise NotExchange from None
    if not isinstance(fields, dict) or fields.get("format") != FORMAT \
            or not fields.keys() >= {*wanted}:
        raise NotExchange
    return Came(fields, [say("is no entry") if (row := row_of(line)) is None else row
                         for line in lines])


def _unpacked(content: bytes) -> bytes:
    """Return the lines of a message; raises `NotExchange`."""
    unpacking = zlib.decompressobj()
    try:
        if len(content) > MOST_BYTES:
            raise NotExchange
        found = unpacking.decompress(content, MOST_UNPACKED)
    except zlib.error:
        raise NotExchange from None
    if not unpacking.eof:
        raise NotExchange
    return found


def _plain(digests: Digests) -> list[tuple[Part, list[str]]]:
    return [(part, [each.hex() for each in some]) for part, some in digests.items()]


def _digests(value: object) -> Digests:
    """Return digests by part from JSON; raises `NotExchange`."""
    found: Digests = {}
    for pair in _items(value):
        part, some = pair if isinstance(pair, list) and len(pair) == 2 else (1, ())
        if not isinstance(part, str | None):
            raise NotExchange
        found[part] = _of_hex(some, DIGEST)
    return found


def _of_hex(value: object, size: int) -> list[bytes]:
    try:
        found = [bytes.fromhex(each) for each in _items(value)]
    except (TypeError, ValueError):
        raise NotExchange from None
    if any(len(each) != size for each in found):
        raise NotExchange
    return found


def _items(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise NotExchange
    return value


def _numbers(value: object, below: int) -> frozenset[int]:
    found = frozenset(map(_number, _items(value)))
    if any(number >= below for number in found):
        raise NotExchange
    return found


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise NotExchange
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise NotExchange
    return value


def _pages(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Yield entries in as many messages as they need."""
    page: list[Row] = []
    size = 0
    for row in rows:
        page.append(row)
        size += LINKS + len(row[DATA].encode("utf-8", "replace"))
        if size > PAGE:
            yield page
            page, size = [], 0
    if page:
        yield page


def _from(rows: Sequence[Row], after: str) -> Sequence[Row]:
    """Return the entries after the one with this digest, all if it is not there."""
    places = (number for number, row in enumerate(rows, 1) if after and row[KNOWN].hex() == after)
    return rows[next(places, 0):]


# --- a book by its parts --------------------------------------------------------------------------


class _Book:
    """The entries of a book, given in an order in which each comes after those that its writer
    knew."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows
        self._heads: Digests = {}

    @cached_property
    def parts(self) -> dict[Part, dict[bytes, Row]]:
        """The entries of every part, by digest."""
        parts: dict[Part, dict[bytes, Row]] = {}
        for row in self._rows:
            if (own := row[PART]) not in parts:
                parts[own] = {}
            parts[own][row[KNOWN]] = row
        return parts

    def _part(self, part: Part) -> dict[bytes, Row]:
        return self.parts.get(part, {})

    def heads(self, part: Part) -> list[bytes]:
        """Return the digests of the last entries of a part."""
        if part not in self._heads:
            self._heads[part] = list(heads_of(
                (row[CLOCK], row[AFTER], row[KNOWN]) for row in self._part(part).values()).digests)
        return self._heads[part]

    def summary(self, groups: int) -> list[bytes]:
        """Return a digest for each of so many groups of parts."""
        members: list[list[bytes]] = [[] for _ in range(groups)]
        for part in self.parts:
            told = json.dumps([part, sorted(head.hex() for head in self.heads(part))])
            members[_group(part, groups)].append(told.encode())
        return [sha256(b"\n".join(sorted(each))).digest()[:GROUP] for each in members]

    def named(self, part: Part, theirs: Collection[bytes]) -> list[bytes]:
        """Return entries of a part by which somebody who has these last ones can tell what is
        missing here: those that are known here, and, unless these are all of them, some of ours."""
        ours = self._part(part)
        both = [head for head in theirs if head in ours]
        if len(both) == len(theirs):
            return both
        rows = sorted(ours.values(), key=itemgetter(CLOCK, ID), reverse=True)
        places, place = list(range(min(LATEST, len(rows)))), LATEST
        while place < len(rows):
            places.append(place)
            place *= 2
        if rows and places[-1] != len(rows) - 1:
            places.append(len(rows) - 1)
        return list(dict.fromkeys([*both, *[rows[place][KNOWN] for place in places]]))

    def last_of(self, part: Part, digests: Iterable[bytes]) -> list[bytes]:
        """Return the last of those entries of a part that are here: none of them is known to the
        writer of another."""
        ours = self._part(part)
        found = [digest for digest in digests if digest in ours]
        before = history([head for digest in found
                          for head in digests_in(ours[digest][AFTER])], ours)
        return [digest for digest in found if digest not in before]

    def beyond(self, common: Digests) -> list[Row]:
        """Return the entries of some parts that the writers of these did not know, in the order of
        the book."""
        known = {part: history(digests, self._part(part)) for part, digests in common.items()}
        return [row for row in self._rows
                if row[PART] in known and row[KNOWN] not in known[row[PART]]]


def _group(part: Part, groups: int) -> int:
    """Return the number of the group of a part."""
    return int.from_bytes(sha256(json.dumps(part).encode()).digest()[:GROUP]) % groups
