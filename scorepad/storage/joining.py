"""The union of two books: which entries of the other are new here, and whether they can be taken.

It does not depend on who takes in whom, nor on the order: entries are told apart by their ids and
digests, and each comes after those that its writer knew.
"""

import json
from collections import ChainMap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scorepad.book.consistency import LONGEST_ID, Known, fault_of_time
from scorepad.book.facts import (
    Entry,
    EveningClosed,
    EveningOpened,
    PlayerAdded,
    PlayerJoined,
    SheetOpened,
)
from scorepad.i18n.message import Message, say
from scorepad.storage import codec
from scorepad.storage.links import Row, digests_in, fits, history
from scorepad.storage.rows import COLUMNS, HANDS
from scorepad.system.steps import Steps, stepwise

ID, PART, KIND, AT, BY, DATA, DEVICE, CLOCK, AFTER, KNOWN = range(len(COLUMNS))

BEGIN = {kind.__name__ for kind in (PlayerAdded, EveningOpened, SheetOpened, PlayerJoined)}
"""The kinds that say who and what there is."""


class Apart(NamedTuple):
    """Part of an evening that was written in both books, each without the other; sheet: on which
    both have hands of their own, None where one has closed the evening and the other played on."""

    evening: str
    sheet: str | None


@dataclass
class Union:
    """The contribution of another book. rows: the entries that are new here; known: how many are
    not; refused: the places of entries that make no sense here, each with the reason; apart: what
    was written in both."""

    rows: list[Row] = field(default_factory=list)
    known: int = 0
    refused: list[tuple[int, Message]] = field(default_factory=list)
    apart: list[Apart] = field(default_factory=list)


@stepwise
def united(ours: Sequence[Row], theirs: Iterable[Row | Message]) -> Steps[Union]:
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
        yield
    found.apart = list(_apart(ours, found.rows, met))
    return found


class _Book:
    """The parts of a book by which one more entry is judged."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.digests: dict[str, bytes] = {}
        self._clocks: dict[bytes, int] = {}
        self._sheets: codec.Sheets = {}
        self._frame = Known()
        for row in rows:
            self._remember(row)
            if row[KIND] in BEGIN:
                self._frame.add(Entry(row[ID], codec.decode(row[KIND], row[DATA], self._sheets)))

    def _remember(self, row: Row) -> None:
        self.digests[row[ID]], self._clocks[row[KNOWN]] = row[KNOWN], row[CLOCK]

    def take(self, row: Row) -> Message | None:
        """Add an entry, or leave it out and return why it cannot be added."""
        if fault := self._fault_of_links(row):
            return fault
        coming: codec.Sheets = {}
        try:
            fact = codec.decode(row[KIND], row[DATA], ChainMap(coming, self._sheets))
        except codec.UNREADABLE:
            return say("cannot be read") if row[KIND] in codec.KINDS else \
                say("is of a kind that this Scorepad does not know")
        entry = Entry(row[ID], fact, row[AT], row[BY])
        if fault := fault_of_text(row) or fault_of_time(entry) or self._frame.fault_of_frame(fact):
            return fault
        if isinstance(fact, EveningOpened | SheetOpened):
            own: str | None = fact.evening
        else:
            own = self._frame.evening_of_fact(fact)
        if own != row[PART]:
            return say("is filed under another evening")
        self._sheets |= coming
        self._remember(row)
        if row[KIND] in BEGIN:
            self._frame.add(entry)
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


def fault_of_text(row: Row) -> Message | None:
    """Return what is wrong with the texts of an entry that no database would keep, or None."""
    for text in (row[ID], row[BY], row[DATA], row[DEVICE], row[PART] or "-"):
        try:
            if "\0" in text or not text.isascii() and not text.encode():
                return say("cannot be read")
        except UnicodeEncodeError:
            return say("cannot be read")
    return None if 0 < len(row[ID]) <= LONGEST_ID else say("has no valid id")


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
        known = met | history([digest for row in coming[part] for digest in digests_in(row[AFTER])],
                              {row[KNOWN]: row for row in rows})
        mine = [row for row in rows if row[KNOWN] not in known]
        for sheet in sorted(_played(mine) & _played(coming[part])):
            yield Apart(part, sheet)
        if _is_closed(mine) and _played(coming[part]) or _is_closed(coming[part]) and _played(mine):
            yield Apart(part, None)


def _played(rows: Iterable[Row]) -> set[str]:
    """Return the sheets on which these entries write hands."""
    return {json.loads(row[DATA])["sheet"] for row in rows if row[KIND] == HANDS}


def _is_closed(rows: Iterable[Row]) -> bool:
    return any(row[KIND] == EveningClosed.__name__ for row in rows)
