"""Piles of entries outside any database, and a line between two of them that can be cut."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import count
from random import getrandbits
from typing import Any, Protocol
from uuid import UUID

from scorepad.i18n.message import Message
from scorepad.storage import exchange
from scorepad.storage.joining import Parts, Union
from scorepad.storage.links import COLUMNS, NAMED, Row, heads_after, heads_of, linked

NAMES = "Anne", "Bert", "Cem", "Dora"

_COUNT = count(1_790_000_000_000)


def own_id() -> str:
    """An id like those of the book, which looks at the clock: so many of them would run ahead of
    it, for all other tests too."""
    return str(UUID(int=next(_COUNT) << 80 | 7 << 76 | 2 << 62 | getrandbits(60)))


Fact = tuple[str, dict[str, Any]]
"""The kind and the data of an entry."""


class Answers(Protocol):
    """The far end of a line."""

    answers: Callable[[bytes], bytes]


class Cut(Exception):
    """The line went dead."""


class Table:
    """Entries as a book is asked for them, which needs no more of it than this table and what it is
    found by."""

    def __init__(self) -> None:
        self._table, self._number = sqlite3.connect(":memory:"), 0
        self._table.execute(f"CREATE TABLE fact (seq INTEGER PRIMARY KEY, {NAMED})")
        self._table.execute("CREATE UNIQUE INDEX fact_id ON fact (id)")
        self._table.execute("CREATE INDEX fact_part ON fact (evening, clock)")

    def of(self, rows: Sequence[Row]) -> Parts:
        """What is asked once these entries are in it, of which it has the first already."""
        self._table.executemany(
            f"INSERT INTO fact ({NAMED}) VALUES ({', '.join('?' * len(COLUMNS))})",
            rows[self._number:])
        self._number = len(rows)
        return Parts(lambda sql, values: self._table.execute(sql, values).fetchall())


def asked_of(rows: Iterable[Row]) -> Parts:
    """A book with these entries, as it is asked for them."""
    return Table().of([*rows])


def united(ours: Parts, theirs: Iterable[Row | Message]) -> tuple[list[Row], Union]:
    """What others bring, one entry after the other: what comes in, and what is told of it."""
    union, new = Union(ours), []
    for row in theirs:
        new += union.add([row])
    return new, union


class Pile:
    """The entries of a book, in the order in which they were written or came."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.rows: list[Row] = list(map(tuple, rows))  # which only grow

    @cached_property
    def _table(self) -> Table:
        return Table()

    @property
    def parts(self) -> Parts:
        return self._table.of(self.rows)

    @property
    def digests(self) -> set[bytes]:
        return {row[9] for row in self.rows}

    def write(self, part: str | None, *facts: Fact) -> None:
        """Add entries, given by kind and data, as somebody who knows all of the pile."""
        heads = heads_of([(row[7], row[8], row[9]) for row in self.rows if row[1] == part])
        for kind, data in facts:
            self.rows.append(linked((own_id(), part, kind, 1_790_000_000_000 + len(self.rows),
                                     "Anne", json.dumps(data, separators=(",", ":"))), heads))
            heads = heads_after(self.rows[-1])

    def begin(self, part: str, hands: int) -> None:
        """Add an evening with a sheet and so many hands."""
        self.write(part, ("EveningOpened", {"evening": part, "date": "2026-11-20", "place": ""}),
                   ("SheetOpened", {
                       "sheet": f"sheet-{part}", "evening": part, "game": "kalter-schlag",
                       "players": [f"player-{name}" for name in NAMES], "first_dealer": 0,
                       "rules": {}, "stake": 50, "currency": "EUR",
                       "absprachen": ""}), *[hand(part, number) for number in range(hands)])

    def play(self, part: str, hands: int) -> None:
        self.write(part, *[hand(part, number) for number in range(hands)])

    def take(self, rows: Sequence[Row | Message]) -> Union:
        new, found = united(self.parts, rows)
        self.rows += new
        return found

    def answers(self, content: bytes) -> bytes:
        came = exchange.read(content)
        if not exchange.brings(came):
            return exchange.answer(self.parts, came)
        found = self.take(came.entries)
        return exchange.received(found.new.total(), len(found.refused))

    def meets(self, other: "Pile", line: "Line | None" = None) \
            -> tuple["Line", exchange.Exchanged]:
        line = line or Line()
        done = exchange.asked(exchange.asking(self.parts, self.take), line.to(other))
        return line, done

class Line:
    """Counts what goes over it; cut: after so many messages; late: only once the other has it."""

    def __init__(self, cut: int = 10**9, *, late: bool = False) -> None:
        self.messages = self.bytes = 0
        self._cut, self._late = cut, late

    def to(self, other: Answers) -> Callable[[bytes], bytes]:
        def send(content: bytes) -> bytes:
            self.messages += 1
            self.bytes += len(content)
            if self.messages > self._cut and not self._late:
                raise Cut
            told = other.answers(content)
            self.bytes += len(told)
            if self.messages > self._cut:
                raise Cut
            return told
        return send

def hand(part: str, number: int) -> Fact:
    """A hand as a phone writes it."""
    return "HandRecorded", {"id": own_id(), "sheet": f"sheet-{part}", "hand": {
        "augen": {"0": 66 + number % 40, "1": 54 - number % 40}, "jungfern": ["2"],
        "verdopplungen": number % 5}}

def club(evenings: int, hands: int) -> tuple[Pile, list[str]]:
    """A pile with four players and so many evenings, and the ids of these."""
    pile = Pile()
    pile.write(None, *[("PlayerAdded", {"player": f"player-{name}", "name": name})
                       for name in NAMES])
    parts = [own_id() for _ in range(evenings)]
    for part in parts:
        one = Pile()
        one.begin(part, hands)
        pile.rows += one.rows
    return pile, parts

def copies(pile: Pile) -> tuple[Pile, Pile]:
    return Pile(pile.rows), Pile(pile.rows)
