"""The union of two books: which entries of the other are new here, and whether they can be taken.

It does not depend on who takes in whom, nor on the order: entries are told apart by their ids and
digests, and each comes after those that its writer knew.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scorepad.book.consistency import players_of
from scorepad.book.facts import EveningClosed, PlayerAdded, SheetFact, SheetOpened
from scorepad.i18n.message import Message, say
from scorepad.storage import codec
from scorepad.storage.links import Row, digests_in, fits
from scorepad.storage.rows import COLUMNS, HANDS

ID, PART, KIND, DATA, CLOCK, AFTER, KNOWN = map(COLUMNS.index, (
    "id", "evening", "kind", "data", "clock", "after", "digest"))


class Apart(NamedTuple):
    """What was written in both books, each without the other; sheet: on which both have hands of
    their own, None where one has closed the evening and the other has played on."""

    evening: str
    sheet: str | None


@dataclass
class Union:
    """What another book brings. rows: the entries that are new here; known: how many are not;
    refused: the places of entries that make no sense here, each with the reason; apart: what was
    written in both."""

    rows: list[Row] = field(default_factory=list)
    known: int = 0
    refused: list[tuple[int, Message]] = field(default_factory=list)
    apart: list[Apart] = field(default_factory=list)


def united(ours: Sequence[Row], theirs: Iterable[Row | Message]) -> Union:
    """Return what another book, or a part of one, brings; a message stands for an entry that cannot
    be read."""
    found, book = Union(), _Book(ours)
    met = set[bytes]()
    for number, row in enumerate(theirs, 1):
        if isinstance(row, Message):
            found.refused.append((number, row))
        elif book.digests.get(row[ID]) == row[KNOWN] and fits(row):
            found.known += 1
            met.add(row[KNOWN])
        elif (fault := book.take(row)) is not None:
            found.refused.append((number, fault))
        else:
            found.rows.append(row)
    found.apart = list(_apart(ours, found.rows, met))
    return found


class _Book:
    """What of a book is needed to tell whether one more entry makes sense in it."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.digests: dict[str, bytes] = {}
        self._clocks: dict[bytes, int] = {}
        self._sheets: codec.Sheets = {}
        self._players: set[str] = set()
        for row in rows:
            self._remember(row)
            if row[KIND] in (SheetOpened.__name__, PlayerAdded.__name__):
                self._add(codec.decode(row[KIND], row[DATA], self._sheets))

    def _remember(self, row: Row) -> None:
        self.digests[row[ID]], self._clocks[row[KNOWN]] = row[KNOWN], row[CLOCK]

    def _add(self, fact: Any) -> None:
        if isinstance(fact, PlayerAdded):
            self._players.add(fact.player)

    def take(self, row: Row) -> Message | None:
        """Add an entry, or leave it out and return why it cannot be added."""
        if fault := self._fault_of_links(row):
            return fault
        try:
            fact = codec.decode(row[KIND], row[DATA], self._sheets)
        except codec.UNREADABLE:
            return say("cannot be read") if row[KIND] in codec.KINDS else \
                say("is of a kind that this Scorepad does not know")
        if fault := self._fault_of_fact(fact, row[PART]):
            if isinstance(fact, SheetOpened):
                del self._sheets[fact.sheet]
            return fault
        self._remember(row)
        self._add(fact)
        return None

    def _fault_of_links(self, row: Row) -> Message | None:
        if not fits(row):
            return say("is not as it was written")
        if row[ID] in self.digests:
            return say("is in this book with other content")
        before = [self._clocks.get(digest) for digest in digests_in(row[AFTER])]
        clocks = [clock for clock in before if clock is not None]
        if len(clocks) < len(before):
            return say("follows entries that are missing")
        if row[CLOCK] != 1 + max(clocks, default=0):
            return say("is not as it was written")
        return None

    def _fault_of_fact(self, fact: Any, part: str | None) -> Message | None:
        if _part_of(fact, self._sheets) != part:
            return say("is filed under another evening")
        for player in () if isinstance(fact, PlayerAdded) else players_of(fact):
            if player not in self._players:
                return say("names {name}, which is not in the book", name=f'"{player}"')
        return None


def _part_of(fact: Any, sheets: codec.Sheets) -> str | None:
    """Return the evening that a fact belongs to, None for one about the club."""
    if isinstance(fact, SheetFact) and not isinstance(fact, SheetOpened):
        return sheets[fact.sheet].evening if fact.sheet in sheets else ""
    return getattr(fact, "evening", None)


def namesakes(ids: Mapping[str, str], rows: Iterable[Row]) -> list[str]:
    """Return the names that entries add for somebody else than who has them here; ids: those of the
    people here, by name."""
    added = [json.loads(row[DATA]) for row in rows if row[KIND] == PlayerAdded.__name__]
    return [each["name"] for each in added
            if ids.get(each["name"], each["player"]) != each["player"]]


# --- what was written in both ---------------------------------------------------------------------


def _apart(ours: Sequence[Row], new: Sequence[Row], met: set[bytes]) -> Iterator[Apart]:
    """Yield what was written in both books; met: the digests of ours that the other book has."""
    coming: dict[str, list[Row]] = {}
    for row in new:
        if row[PART] is not None:
            coming.setdefault(row[PART], []).append(row)
    here: dict[str, list[Row]] = {}
    for row in ours:
        if row[PART] in coming:
            here.setdefault(row[PART], []).append(row)
    for part, rows in here.items():
        known = _known_to(coming[part], rows) | met
        mine = [row for row in rows if row[KNOWN] not in known]
        for sheet in sorted(_played(mine) & _played(coming[part])):
            yield Apart(part, sheet)
        if _is_closed(mine) and _played(coming[part]) or _is_closed(coming[part]) and _played(mine):
            yield Apart(part, None)


def _known_to(new: Sequence[Row], rows: Sequence[Row]) -> set[bytes]:
    """Return the digests of those rows of a part that the writers of new ones knew."""
    by_digest = {row[KNOWN]: row for row in rows}
    known, wanted = set[bytes](), [digest for row in new for digest in digests_in(row[AFTER])]
    while wanted:
        digest = wanted.pop()
        if digest in by_digest and digest not in known:
            known.add(digest)
            wanted += digests_in(by_digest[digest][AFTER])
    return known


def _played(rows: Iterable[Row]) -> set[str]:
    """Return the sheets on which these entries write hands."""
    return {json.loads(row[DATA])["sheet"] for row in rows if row[KIND] == HANDS}


def _is_closed(rows: Iterable[Row]) -> bool:
    return any(row[KIND] == EveningClosed.__name__ for row in rows)
