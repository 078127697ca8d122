"""Conversion of rows to entries and back, also of rows read one by one from a damaged file."""

import sqlite3
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date as Date
from operator import itemgetter
from typing import Any

from sqlalchemy import Select, select

from scorepad.book import facts
from scorepad.book.facts import Entry, Fact, Unread
from scorepad.book.gate import LONGEST_ID, time_of
from scorepad.book.history.causality import Knowing, is_of_a_file
from scorepad.book.history.knowing import Apart, apart_in
from scorepad.book.journal import Journal
from scorepad.book.people import Roster
from scorepad.book.record import frozen
from scorepad.i18n.message import say
from scorepad.storage import codec, links
from scorepad.storage.faults import UNREADABLE
from scorepad.system.steps import Steps, stepwise

ROWS_AT_ONCE = 1024
"""Rows that are read in one go; where that fails, half as many, down to one."""

FIRST_NUMBER = -2**63
"""The lowest number of a row in SQLite; those of entries begin at 1."""


ROWS_OF_A_PAGE = 50
"""More than a page of a book has."""


class RawRows:
    """The columns of entries in a SQLite book, whole or damaged, by number."""

    def __init__(self, book: sqlite3.Connection) -> None:
        self._book = book
        self._one = f"SELECT seq, {links.columns_in(book)} FROM fact WHERE seq = ?"
        self._sql = self._one.replace("= ?", "BETWEEN ? AND ?")

    def up_to(self, last: int) -> Iterator[tuple[int, Sequence[Any] | None]]:
        """Yield the number and the content of every row, None where its page cannot be read.

        Strays, rows with numbers that entries do not get, are among them as far as they are found.
        """
        yield from self.from_both_ends(FIRST_NUMBER, 0)
        for first in range(1, last + 1, ROWS_AT_ONCE):
            yield from self._between(first, min(last, first + ROWS_AT_ONCE - 1))
        behind = dict(self.from_both_ends(last + 1, links.LAST_NUMBER))
        most = max([last, *[seq for seq in behind if seq < last + ROWS_AT_ONCE]])
        for number in range(last + 1, most + 1 + ROWS_OF_A_PAGE):  # where a search was misled
            for seq, row in self._between(number, number) if number not in behind else ():
                if row is not None:
                    behind[seq] = row
        yield from sorted(behind.items())

    def from_both_ends(self, first: int = FIRST_NUMBER,
                       last: int = links.LAST_NUMBER) -> Iterator[tuple[int, Sequence[Any]]]:
        """Yield the rows between two numbers that can be read from either end, up to a bad page."""
        found: dict[int, Sequence[Any]] = {}
        for order in ("ASC", "DESC"):
            with suppress(*UNREADABLE):
                for seq, *row in self._book.execute(f"{self._sql} ORDER BY seq {order}",
                                                    (first, last)):
                    if seq in found:
                        break
                    found[seq] = row
        yield from sorted(found.items())

    def _between(self, first: int, last: int) -> Iterator[tuple[int, Sequence[Any] | None]]:
        try:
            rows = self._book.execute(f"{self._sql} ORDER BY seq", (first, last)).fetchall() \
                if first < last else self._book.execute(self._one, (first,)).fetchall()
        except UNREADABLE:
            if first == last:
                yield first, None
            else:
                middle = (first + last) // 2
                yield from self._between(first, middle)
                yield from self._between(middle + 1, last)
            return
        found = {seq: row for seq, *row in rows}
        for seq in range(first, last + 1):
            if seq in found:
                yield seq, found[seq]
            elif first != last:  # a number that is damaged may have ended the search before it
                yield from self._between(seq, seq)


@stepwise
def rows_of(entries: Iterable[tuple[Entry, str | None]],
            rosters: MutableMapping[str, Roster]) -> Steps[Sequence[links.Row]]:
    """Return the rows of entries, each with its evening, without links. rosters: who is at the
    sheets that these entries do not open; it stays as it is."""
    known = ChainMap[str, Roster]({}, rosters)
    rows = []
    for entry, evening in entries:
        fact = entry.fact
        roster = known[fact.sheet] if isinstance(fact, codec.SEATED) else None
        data = codec.encode(fact, roster.opened.game, roster.players) if roster else \
            codec.encode(fact, None, ())
        rows.append((entry.id, evening, codec.kind_of(fact), entry.at, entry.by, data))
        seat(entry, known)
        yield
    return rows


@stepwise
def told_rows(entries: Iterable[Entry], evening: str | None, moment: int) -> Steps[list[links.Row]]:
    """Return the rows of what a file tells of a part, each linked to the one before it.

    entries: without ids; evening: None for the club; moment: the time from which the ids begin, in
    milliseconds since 1970.
    """
    plain = yield from rows_of.steps(
        ((entry._replace(id=links.unnamed(moment)), evening) for entry in entries), {})
    heads, rows = links.Heads(), []
    for row in plain:
        rows.append(links.named(row, heads))
        heads = links.heads_after(rows[-1])
        yield
    return rows


def seat(entry: Entry, rosters: MutableMapping[str, Roster]) -> None:
    """Note who is at which sheet after one more entry."""
    match entry.fact:
        case facts.SheetOpened(sheet=sheet, players=players) as opened:
            roster = rosters[sheet].copy() if sheet in rosters else Roster(opened)
            roster.tell_again(players)
        case facts.PlayerJoined(sheet=sheet, player=player) if sheet in rosters:
            roster = rosters[sheet].copy()
            roster.join(player, entry.id, told=is_of_a_file(entry.id), apart=entry.apart)
        case _:
            return
    rosters[sheet] = roster


StoredRow = tuple[int, str, str, int, str, str, str | None, int]
"""The number, id, kind, at, by, data, part and clock of an entry."""

PART, CLOCK, ID, KIND = 6, 7, 1, 2

PLAIN_HAND = len(("id", "sheet", "hand"))
"""The number of keys of a hand without a note or the like, which would add others."""

AT_ONCE = 500
"""Rows in one step of reading a long book."""

TABLES = ("EveningOpened", "SheetOpened", "PlayerJoined")
"""The kinds that say who is at which sheet."""

NOTHING: frozenset[str] = frozenset()

_NOTHING_ELSE = tuple(facts.HandRecorded._field_defaults.values())


def in_order(rows: Sequence[Any]) -> Sequence[Any]:
    """Return rows, given as they lie in the book, in the order that counts on every device: parts
    by the id of their first entry, entries of each by clock, then by id."""
    reached: dict[str | None, int] = {}
    first = ""
    for row in rows:
        if (clock := reached.get(row[PART])) is None:
            if row[PART] is not None and first > (first := row[ID]):
                break
        elif clock >= row[CLOCK]:
            break
        reached[row[PART]] = row[CLOCK]
    else:
        return rows
    parts: dict[str | None, list[Any]] = {}
    for row in rows:
        parts.setdefault(row[PART], []).append(row)
    for part in parts.values():
        part.sort(key=itemgetter(CLOCK, ID))
    return [row for _, part in sorted(parts.items(), key=lambda part: (
        part[0] is not None, part[1][0][ID])) for row in part]


def forked_in(rows: Sequence[Any]) -> dict[str | None, int]:
    """Return the parts of which two rows have the same clock, with the lowest such clock: their
    writers did not know of each other, and everybody knew what comes before."""
    known: dict[str | None, int] = {}
    for row in rows:
        if known.get(row[PART], 0) >= row[CLOCK]:
            break
        known[row[PART]] = row[CLOCK]
    else:
        return {}
    clocks, found = set[tuple[str | None, int]](), dict[str | None, int]()
    for row in rows:
        part, clock = row[PART], row[CLOCK]
        if (part, clock) in clocks:
            found[part] = min(found.get(part, clock), clock)
        clocks.add((part, clock))
    return found


def written_apart(rows: Iterable[tuple[str, str, str, int, bytes, bytes]]) -> dict[str, Apart]:
    """Return, for the entries of a part, given by id, kind, data, clock, `after` and digest, which
    were written apart from them."""
    known, hands = list[Knowing](), dict[str, str]()
    for own, kind, data, clock, after, digest in rows:
        known.append(Knowing(clock, own, kind, tuple(links.digests_in(after)), digest))
        if kind == links.HANDS:
            hands[own] = codec.hand_of(data)[0]
    return apart_in(known, hands)


def entries_in_part(rows: Sequence[links.Row]) -> list[Entry]:
    """Return the entries of a part, given by all their columns, as they are read from a book."""
    apart = written_apart((own, kind, data, clock, after, digest)
                          for own, _, kind, _, _, data, _, clock, after, digest in rows)
    return entries_of(in_order([(0, own, kind, at, by, data, part, clock)
                                for own, part, kind, at, by, data, _, clock, _, _ in rows]),
                      {}, apart)


def late_from(number: int) -> Select[tuple[int]]:
    """Return SQL for one of the rows from this number on that counts before an earlier row."""
    earlier, later = links.FACT.alias(), links.FACT.alias()
    return select(later.c.seq).where(later.c.seq >= number).limit(1).join(
        earlier, later.c.evening.is_not_distinct_from(earlier.c.evening)
        & (earlier.c.seq < later.c.seq) & (earlier.c.clock >= later.c.clock))


@stepwise
def entries_of(rows: Sequence[StoredRow], rosters: MutableMapping[str, Roster],
               apart: Mapping[str, Apart] | None = None,
               here: frozenset[str] = NOTHING) -> Steps[list[Entry]]:
    """Return the entries of rows, in their order; what cannot be read is `Unread`.

    rosters: who is at the sheets that these rows do not open; the others are added. apart: for each
    entry by its id, those written apart from it; here: the ids of those that this device wrote.
    """
    apart, tables, known = apart or {}, Journal(), dict[str, Roster]()
    openers = dict[tuple[int, str], Entry]()
    for row in rows:
        if row[KIND] in TABLES:
            entry = _entry_of(row, _fact_of(row, known, apart), apart, here)
            if row[KIND] != "PlayerJoined":
                openers[row[:2]] = entry  # the same whoever is at which sheet
            if isinstance(opened := entry.fact, facts.SheetOpened) \
                    and opened.evening not in tables.evenings:  # it is lost
                tables.add(Entry("", facts.EveningOpened(opened.evening, Date.min)))
            tables.add(entry)
            if (sheet := getattr(entry.fact, "sheet", "")) in tables.sheets:
                known[sheet] = tables.sheets[sheet].roster
    rosters.update(known)
    made: list[Entry] = []
    for first in range(0, len(rows), AT_ONCE):
        made += [openers.get(row[:2]) or _entry_of(row, _fact_of(row, rosters, apart), apart, here)
                 for row in rows[first:first + AT_ONCE]]
        yield
    return made


def _fact_of(row: StoredRow, rosters: Mapping[str, Roster], apart: Mapping[str, Apart]) -> Fact:
    """Return the fact of a row; most rows of a long book are hands with nothing besides."""
    _, own, kind, _, _, data, part, _ = row
    if kind == links.HANDS:
        try:
            plain = codec.parsed(data)
            if len(plain) == PLAIN_HAND and type(hand := plain["id"]) is str:
                roster = rosters[plain["sheet"]]
                if roster.opened.evening == part:
                    return frozen(facts.HandRecorded, (
                        hand, plain["sheet"],
                        codec.hand_in(plain["hand"], roster, apart.get(own, NOTHING)),
                        *_NOTHING_ELSE))
        except codec.UNREADABLE:
            pass  # and is told why
    fact = codec.read(kind, data, rosters, apart.get(own, NOTHING))
    if isinstance(fact, Unread):
        return replace(fact, evening=part or "")
    if isinstance(fact, facts.ClubFact):
        evening = None
    else:
        evening = fact.evening if isinstance(fact, facts.EveningFact | facts.SheetOpened) else \
            rosters[fact.sheet].opened.evening if fact.sheet in rosters else part
    return fact if evening == part else \
        Unread(kind, say("is filed under another evening"), evening=part or "")


def _entry_of(row: StoredRow, fact: Fact, apart: Mapping[str, Apart],
              here: frozenset[str]) -> Entry:
    """Return an entry made from its columns. An invalid time becomes 0, which stands for an unknown
    one: what was played matters more, and `check` reports it."""
    _, own, kind, at, by, _, _, _ = row
    if not (type(own) is str and 0 < len(own) <= LONGEST_ID and type(by) is str):
        own, by, fact = str(own)[:LONGEST_ID], str(by), Unread(kind, say("has no valid id"))
    return frozen(Entry, (own, fact, time_of(at), by, apart.get(own, NOTHING), own in here))
