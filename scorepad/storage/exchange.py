"""The exchange of two books that can ask each other: whatever one book lacks, it gets.

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
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Annotated, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, FailFast, Field, ValidationError

from scorepad.i18n.message import Message, say
from scorepad.storage.faults import StorageFault
from scorepad.storage.file_of_entries import line_of, row_of
from scorepad.storage.joining import DATA, KNOWN, PART, Digests, Link, Part, Parts
from scorepad.storage.links import DIGEST, Row, digests_in, history

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


Number = Annotated[int, Field(ge=0)]

Item = TypeVar("Item")
Many = Annotated[list[Item], FailFast()]
"""A list of which one fault is enough: to describe each takes kilobytes."""

Several = Many[tuple[Part, Many[Annotated[bytes, Field(min_length=DIGEST, max_length=DIGEST)]]]]
"""Digests by part, as a message has them."""


class Fields(BaseModel):
    """The fields that messages have; each has some of them, which are `model_fields_set`."""

    model_config = ConfigDict(strict=True, val_json_bytes="hex")

    format: Literal["scorepad-exchange/1"]
    groups: Many[Annotated[bytes, Field(min_length=GROUP, max_length=GROUP)]] = []
    parts: Several = []
    differ: Many[Number] = []
    known: Several = []
    after: str = ""
    common: Several = []
    next: str | None = None
    entries: Number = 0
    taken: Number = 0
    refused: Number = 0


class Came(NamedTuple):
    """A message as read: its fields, and the entries in it; a sentence for one that is none."""

    fields: Fields
    entries: list[Row | Message]


@dataclass
class Exchanged:
    """The outcome of an exchange for whoever asked.

    sent: the number of entries that the other book took; refused: how many it did not.
    """

    sent: int = 0
    refused: int = 0


# --- whoever asks ---------------------------------------------------------------------------------


def asked(steps: Asking[Result], send: Send) -> Result:
    """Run an exchange to its end and return what it returns; what `send` raises goes through."""
    try:
        message = next(steps)
        while True:
            message = steps.send(send(message))
    except StopIteration as done:
        result: Result = done.value
        return result


def asking(ours: Parts, take: Callable[[list[Row | Message]], object]) -> Asking[Exchanged]:
    """Exchange entries with another book, so that both have those of both.

    take: takes in entries that came, as often as there are pages; what it has taken in stays where
    the exchange breaks off. Raises `NotExchange` for answers that are none.
    """
    done, book = Exchanged(), _Book(ours)
    groups = min(MOST_GROUPS, 1 + len(book.heads) // IN_A_GROUP)
    summary = book.summary(groups)
    told = read((yield _message(groups=[digest.hex() for digest in summary])), "parts",
                "differ")
    theirs, differ = dict(told.fields.parts), {*told.fields.differ}
    if differ and max(differ) >= groups:
        raise NotExchange
    parts = [part for part in {**book.heads, **theirs} if _group(part, groups) in differ
             and sorted(book.heads.get(part, ())) != sorted(theirs.get(part, ()))]
    if not parts:
        return done
    known = {part: book.named(part, theirs[part]) for part in parts if part in theirs}
    page = ""
    for _ in range(MOST_PAGES):
        told = read((yield _message(known=_plain(known), after=page)), "common", "next")
        common = dict(told.fields.common)
        take(told.entries)
        if told.fields.next is None:
            break
        page = told.fields.next
    else:
        raise NotExchange
    for rows in _pages(book.beyond({part: common.get(part, []) for part in parts})):
        counted = read((yield _message(rows, entries=len(rows))), "taken", "refused").fields
        done.sent += counted.taken
        done.refused += counted.refused
    return done


# --- whoever answers ------------------------------------------------------------------------------


def answer(ours: Parts, came: Came) -> bytes:
    """Return the answer to one of the first two questions; raises `NotExchange` for another."""
    book, fields = _Book(ours), came.fields
    if "groups" in fields.model_fields_set:
        asked = fields.groups
        if not 0 < len(asked) <= MOST_GROUPS:
            raise NotExchange
        differ = [number for number, (one, other) in enumerate(zip(
            asked, book.summary(len(asked)))) if one != other]
        numbers = frozenset(differ)
        return _message(differ=differ, parts=_plain({
            part: heads for part, heads in book.heads.items()
            if _group(part, len(asked)) in numbers}))
    if not fields.model_fields_set >= {"known", "after"}:
        raise NotExchange
    common = {part: book.last_of(part, digests) for part, digests in fields.known}
    rows = book.beyond(common, fields.after)
    page: list[Row] = next(_pages(rows), [])
    is_last = next(rows, None) is None
    return _message(page, common=_plain({part: last for part, last in common.items() if last}),
                    next=None if is_last else _place(page[-1]))


def brings(came: Came) -> bool:
    """Return whether a message brings entries to be taken in, which `received` answers."""
    return "entries" in came.fields.model_fields_set


def received(taken: int, refused: int) -> bytes:
    """Return the answer to entries."""
    return _message(taken=taken, refused=refused)


# --- messages -------------------------------------------------------------------------------------


def _message(rows: Iterable[Row] = (), **fields: object) -> bytes:
    """Return a message: a line of JSON, and an entry a line."""
    head = json.dumps({"format": FORMAT, **fields}, separators=(",", ":"))
    return zlib.compress("\n".join([head, *map(line_of, rows)]).encode())


def read(content: bytes, *wanted: str) -> Came:
    """Return a message with at least the `wanted` fields; raises `NotExchange` for any other."""
    head, *lines = _unpacked(content).split(b"\n")
    try:
        fields = Fields.model_validate_json(head)
    except ValidationError:
        raise NotExchange from None
    if not fields.model_fields_set >= {*wanted}:
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


def _pages(rows: Iterable[Row]) -> Iterator[list[Row]]:
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


def _place(row: Row) -> str:
    """Return what stands for the place of an entry among those that are to be sent."""
    return f"{row[KNOWN].hex()}{row[PART] or ''}"


# --- a book by its parts --------------------------------------------------------------------------


class _Book:
    """The book as an exchange asks it; of a part that is the same in both, only its heads."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    @cached_property
    def heads(self) -> Digests:
        """The digests of the last entries of each part."""
        return self._parts.heads()

    def summary(self, groups: int) -> list[bytes]:
        """Return a digest for each of so many groups of parts."""
        members: list[list[bytes]] = [[] for _ in range(groups)]
        for part, heads in self.heads.items():
            told = json.dumps([part, sorted(head.hex() for head in heads)])
            members[_group(part, groups)].append(told.encode())
        return [sha256(b"\n".join(sorted(each))).digest()[:GROUP] for each in members]

    def named(self, part: Part, theirs: Collection[bytes]) -> list[bytes]:
        """Return entries of a part by which somebody who has these last ones can tell what is
        missing here: those that are known here, and, unless these are all of them, some of ours."""
        both = [link.digest for link in self._parts.found(part, theirs)]
        return both if len(both) == len(theirs) else \
            list(dict.fromkeys([*both, *self._parts.some(part, LATEST)]))

    def last_of(self, part: Part, digests: Collection[bytes]) -> list[bytes]:
        """Return the last of those entries of a part that are here and unknown to the other."""
        found = sorted(self._parts.found(part, digests))
        fork = self._parts.fork(part) if len(found) > 1 else 0
        apart = [link for link in found if link.clock >= fork] or found[-1:]
        ours = {link.digest: link.after for link in self._parts.links(part, fork)} \
            if len(apart) > 1 else {}
        before = history([head for link in apart for head in digests_in(link.after)], ours)
        return [link.digest for link in apart if link.digest not in before]

    def beyond(self, common: Digests, place: str = "") -> Iterator[Row]:
        """Yield the entries of some parts that the writers of these did not know, part by part,
        each after those that its writer knew; place: of the entry after which to begin."""
        begun, after = place[2 * DIGEST:] or None, place[:2 * DIGEST]
        for part in sorted(common, key=_order):
            if after and _order(part) < _order(begun):
                continue
            new = self._unknown(part, common[part])
            if part == begun:
                new = new[next((number for number, link in enumerate(new, 1)
                                if link.digest.hex() == after), 0):]
            yield from self._parts.rows(link.id for link in new)

    def _unknown(self, part: Part, common: Collection[bytes]) -> list[Link]:
        """Return the entries of a part that the writers of some did not know."""
        last = max((link.clock for link in self._parts.found(part, common)), default=0)
        links = self._parts.links(part, min(last + 1, self._parts.fork(part) if last else 0))
        known = history(common, {link.digest: link.after for link in links})
        return [link for link in links if link.digest not in known]


def _order(part: Part) -> tuple[bool, str]:
    return part is not None, part or ""


def _group(part: Part, groups: int) -> int:
    """Return the number of the group of a part."""
    return int.from_bytes(sha256(json.dumps(part).encode()).digest()[:GROUP]) % groups
