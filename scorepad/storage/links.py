"""Entries as rows of the database, and their links: what their writer knew, so that books written
apart can be put together.

A part of the book is an evening, or the club. An entry names the last entries of its part that its
writer knew, its heads, by their digests, which in turn cover what came before: whoever has the same
heads has the same part. A changed byte is found because the digest no longer fits.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import BigInteger, Index, LargeBinary, text
from sqlmodel import Field, SQLModel

LAST_NUMBER = 2**63 - 1
"""The highest number of a row, after which SQLite numbers rows at random."""

HANDS = "HandRecorded"
"""The kind of nearly every row; the index that finds the others leaves it out."""


class FactRow(SQLModel, table=True):
    """One entry of the book. Rows are only ever added.

    seq: the order of writing on this device; id: the same on every device (UUIDv7);
    evening: the one it is about, if any; at: milliseconds since 1970, UTC;
    data: the fact's fields as JSON; device: which one wrote it; clock: one more than the highest
    that its writer knew of its part; after: the digests of the entries that were last then; digest:
    of all of these but seq (see `links`); brought: who brought it into this book, if somebody did
    who may have had no right to say who wrote it.
    """

    __tablename__ = "fact"
    __table_args__ = (
        Index("fact_frame", "kind", sqlite_where=text(f"kind <> '{HANDS}'"),
              postgresql_where=text(f"kind <> '{HANDS}'")),
        Index("fact_part", "evening", "clock"),
    )

    seq: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    evening: str | None = None
    kind: str
    at: int = Field(sa_type=BigInteger)
    by: str
    data: str
    device: str = ""
    clock: int = Field(default=0, sa_type=BigInteger)
    after: bytes | None = Field(default=None, sa_type=LargeBinary)
    digest: bytes | None = Field(default=None, sa_type=LargeBinary)
    brought: str | None = None


class DeviceRow(SQLModel, table=True):
    """A value that belongs to this device, not to the book: a half-typed hand, the theme."""

    __tablename__ = "device"

    key: str = Field(primary_key=True)
    value: str


COLUMNS = ("id", "evening", "kind", "at", "by", "data", "device", "clock", "after", "digest")
"""The columns of an entry, without its number, in the order in which rows are written."""


QUOTED = [f'"{column}"' for column in COLUMNS]
NAMED = ", ".join(QUOTED)
"""SQL for the columns of an entry."""

FACT, DEVICE = SQLModel.metadata.tables["fact"], SQLModel.metadata.tables["device"]
"""The tables of the two, for statements about their columns."""


DIGEST = 16
"""Bytes of a digest, the first ones of SHA-256."""

Row = Sequence[Any]
"""The values of an entry's columns, in the order of `COLUMNS`."""

Link = tuple[int, bytes, bytes]
"""The clock, `after` and digest of an entry."""

UNNAMED = "?"
"""The beginning of what stands for the id of an entry until it is linked."""

UNLINKED: Row = ("", 0, None, None)
"""The last columns of an entry that an earlier program wrote."""

ID, PART, CLOCK, KNOWN = map(COLUMNS.index, ("id", "evening", "clock", "digest"))
VERSION, VARIANT = 8, 2
"""Of an id that is a UUID of a program's own making."""

PLAIN = len(COLUMNS) - len(UNLINKED)


class Heads(NamedTuple):
    """A part's last entries, which no other names. clock: their highest clock; digests: theirs."""

    clock: int = 0
    digests: tuple[bytes, ...] = ()


def linked(row: Row, heads: Heads, device: str = "") -> Row:
    """Return an entry whose writer knew these heads of its part; its links, if any, are replaced.
    device: which one wrote it."""
    plain, clock, after = tuple(row[:PLAIN]), heads.clock + 1, b"".join(sorted(heads.digests))
    return *plain, device, clock, after, digest_of((*plain, device, clock, after))


def unnamed(moment: int) -> str:
    """Return what stands for the id of an entry that an import writes; moment: the time from which
    its id begins, in milliseconds since 1970."""
    return f"{UNNAMED}{moment:012x}"


def named(row: Row, heads: Heads) -> Row:
    """Return an entry that an import writes, with an id that is made from all else in it, its links
    included, and with no device.

    So wherever one file meets the same heads, as a new evening does, the same entries are written,
    to the byte; and what met other heads has other ids, so that no two entries have one id. Such
    entries may tell the same thing again, which the book counts once (`book.tellings`).
    """
    digest = linked(row, heads)[KNOWN]
    rest = int.from_bytes(digest[:10]) & ~(0xF << 76 | 0x3 << 62) | VERSION << 76 | VARIANT << 62
    moment = int(row[ID].removeprefix(UNNAMED), 16)
    return linked((str(UUID(int=moment << 80 | rest)), *row[1:]), heads)


def heads_after(row: Row) -> Heads:
    """Return the heads of a part once this entry was added by somebody who knew all of it."""
    return Heads(row[CLOCK], (row[KNOWN],))


def all_linked(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield entries in the order they were written, those without links as if each writer had
    known all before: any two copies of a book get the same links."""
    heads: dict[str | None, Heads] = {}
    for found in rows:
        row = found if found[KNOWN] is not None else linked(found, heads.get(found[PART], Heads()))
        heads[row[PART]] = heads_after(row)
        yield row


class Linker:
    """The heads that somebody knows who writes to a book, by part; forgotten when others write.

    device: returns which one writes; called when there is something to write.
    """

    def __init__(self, device: Callable[[], str] = str) -> None:
        self._device = device
        self._heads: dict[str | None, Heads] = {}

    def forget(self) -> None:
        """Know nothing, so that the heads are read again."""
        self._heads.clear()

    def link(self, rows: Iterable[Row], read: Callable[[str | None], Iterable[Link]]) -> list[Row]:
        """Return entries as they are written by somebody who knows all before them.

        read: returns the links of the entries of a part. `forget` has to be called if the rows are
        not saved after all.
        """
        made, device = [], self._device()
        for row in rows:
            if (part := row[PART]) not in self._heads:
                self._heads[part] = heads_of(read(part))
            made.append(named(row, self._heads[part]) if row[ID].startswith(UNNAMED) else
                        linked(row, self._heads[part], device))
            self._heads[part] = heads_after(made[-1])
        return made


_as_json = json.JSONEncoder(separators=(",", ":"), default=str).encode


def digest_of(row: Row) -> bytes:
    """Return the digest of an entry's columns but the last, as JSON without spaces in ASCII; the
    digests in `after` are written as hexadecimal figures."""
    *plain, after = row[:KNOWN]
    text = _as_json([*plain, "" if after is None else bytes(after).hex()])
    return sha256(text.encode()).digest()[:DIGEST]


def columns_in(book: sqlite3.Connection) -> str:
    """Return SQL for the columns of an entry in a SQLite book, also one of an earlier program, or
    one that is damaged where it says what it holds."""
    with suppress(sqlite3.Error):
        book.execute("SELECT digest FROM fact LIMIT 0")
        return NAMED
    return ", ".join([*QUOTED[:PLAIN], "''", "0", "NULL", "NULL"])


def fits(row: Row) -> bool:
    """Return whether an entry is as it was written."""
    return bool(row[KNOWN] == digest_of(row))


def digests_in(after: bytes | None) -> Iterator[bytes]:
    """Yield the digests that an `after` holds."""
    named = bytes(after or b"")
    for at in range(0, len(named), DIGEST):
        yield named[at:at + DIGEST]


def heads_of(entries: Iterable[Link]) -> Heads:
    """Return the heads of a part."""
    known, named, clock = dict[bytes, None](), set[bytes](), 0
    for own, after, digest in entries:
        clock = max(clock, own)
        known[digest] = None
        named.update(digests_in(after))
    return Heads(clock, tuple([digest for digest in known if digest not in named]))


def history(last: Iterable[bytes], before: Mapping[bytes, bytes]) -> set[bytes]:
    """Return the digests of entries and of all that their writers knew, given the last of them, as
    far as they are in `before`: there each has the digests of those that it names."""
    known, wanted = set[bytes](), list(last)
    while wanted:
        digest = wanted.pop()
        if digest in before and digest not in known:
            known.add(digest)
            wanted += digests_in(before[digest])
    return known
