"""Conversion of rows to entries, many at a time: most rows of a long book are similar hands."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import Select, select

from scorepad.book.consistency import LAST_MOMENT
from scorepad.book.facts import Entry, Fact, HandRecorded
from scorepad.book.record import frozen
from scorepad.i18n.message import say
from scorepad.storage import codec
from scorepad.storage.faults import StorageFault
from scorepad.storage.rows import FACT, HANDS
from scorepad.system.steps import Steps, stepwise

Row = tuple[int, str, str, int, str, str, str | None, int]
"""The number, id, kind, at, by, data, part and clock of an entry."""

PART, CLOCK, ID = 6, 7, 1

PLAIN_HAND = len(("id", "sheet", "hand"))
"""The number of keys of a hand without a note or the like, which would add others."""

AT_ONCE = 500
"""Rows in one step of reading a long book."""

NOTHING: frozenset[str] = frozenset()

_NOTHING_ELSE = tuple(HandRecorded._field_defaults.values())


def in_order(rows: Sequence[Any]) -> Sequence[Any]:
    """Return rows, given as they lie in the book, in the order in which they count, which is the
    same on every device: the parts by the id of their first entry, the entries of each by clock,
    then by id."""
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


def forked_in(rows: Sequence[Any]) -> list[str | None]:
    """Return the parts of which two rows have the same clock: their writers did not know of each
    other."""
    known: dict[str | None, int] = {}
    for row in rows:
        if known.get(row[PART], 0) >= row[CLOCK]:
            break
        known[row[PART]] = row[CLOCK]
    else:
        return []
    clocks = Counter((row[PART], row[CLOCK]) for row in rows)
    return list(dict.fromkeys(part for (part, _), count in clocks.items() if count > 1))


def late_from(number: int) -> Select[tuple[int]]:
    """Return SQL for one of the rows from this number on that counts before an earlier row."""
    earlier, later = FACT.alias(), FACT.alias()
    return select(later.c.seq).where(later.c.seq >= number).limit(1).join(
        earlier, later.c.evening.is_not_distinct_from(earlier.c.evening)
        & (earlier.c.seq < later.c.seq) & (earlier.c.clock >= later.c.clock))


@stepwise
def entries_of(rows: Sequence[Row], sheets: codec.Sheets) -> Steps[list[Entry]]:
    """Return the entries of rows, in their order; sheets that they open are added to `sheets`.

    Raises `StorageFault` for an entry that cannot be read.
    """
    made: list[Entry] = []
    readers: dict[str, Any] = {}
    for first in range(0, len(rows), AT_ONCE):
        made += _entries_of(rows[first:first + AT_ONCE], sheets, readers)
        yield
    return made


def _entries_of(rows: Sequence[Row], sheets: codec.Sheets,
                readers: dict[str, Any]) -> Iterator[Entry]:
    fact: Fact
    for (_, own, kind, at, by, data, _, _), plain in zip(rows, _parsed([row[5] for row in rows])):
        try:
            if kind == HANDS and plain is not None and len(plain) == PLAIN_HAND:
                sheet, hand = plain["sheet"], plain["id"]
                if type(hand) is not str:
                    raise TypeError("its hand has no id")
                if sheet not in readers:
                    opened = sheets[sheet]
                    readers[sheet] = opened.game.read_hand, codec.seats_of(opened)
                read, names = readers[sheet]
                fact = frozen(HandRecorded, (hand, sheet, read(plain["hand"], names),
                                             *_NOTHING_ELSE))
            else:
                fact = codec.decode(kind, data, sheets)
            entry = entry_of(own, fact, at, by)
        except codec.UNREADABLE as fault:
            raise StorageFault(say(
                "The book holds an entry that cannot be read ({id}, {kind}: {fault}). "
                "Restore a backup, or ask for help with the file.",
                id=own, kind=kind, fault=str(fault))) from None
        yield entry


def entry_of(own: object, fact: Fact, at: object, by: object) -> Entry:
    """Return an entry made from its columns.

    An invalid time becomes 0, which stands for an unknown one: what was played matters more, and
    `check` reports it. Raises TypeError for an id or an author that is not text.
    """
    if not (type(own) is str and type(by) is str):
        raise TypeError("its id or its author is no text")
    return frozen(Entry, (own, fact, at if type(at) is int and 0 <= at < LAST_MOMENT else 0, by,
                          NOTHING, False))


def _parsed(texts: Sequence[str]) -> Sequence[Any]:
    """Return the content of JSON texts, parsed in one go in half the time; None for each of them
    if one is invalid."""
    try:
        plain = json.loads(f"[{','.join(texts)}]")
    except (TypeError, ValueError, RecursionError):
        plain = []
    return plain if len(plain) == len(texts) else [None] * len(texts)
