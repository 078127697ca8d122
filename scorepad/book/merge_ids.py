"""Ids for what a file names without any: made from each one's place in it, always the same ones.

So importing a file twice changes nothing. An evening without an id is the one that the book has of
that day and place only if the same people played the same there; otherwise it is another one.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from datetime import date as Date
from itertools import count
from typing import TypeVar
from uuid import UUID, uuid5

from scorepad.book.record import (
    BookRecord,
    EveningRecord,
    HandRecord,
    PaymentNote,
    SheetRecord,
    StarNote,
)
from scorepad.system.steps import Steps, stepwise

NAMESPACE = UUID("6b0f0f5e-6a5b-5d0a-9f43-5c0ee9ad1f20")
WITH_TIME = 7
"""The version of ids that begin with a time."""

EPOCH, DAY = Date(1970, 1, 1), 24 * 3600 * 1000
SEVERAL = 2
"""Hands of which, where the file has none of the book's, it is of another evening."""

Stamped = TypeVar("Stamped", HandRecord, StarNote, PaymentNote)


@stepwise
def with_ids(book: BookRecord, known: BookRecord | None = None) -> Steps[BookRecord]:
    """Return the same book with an id wherever one was missing; known: the book that it is to be
    compared with."""
    ours: dict[tuple[Date, str], list[EveningRecord]] = {}
    for evening in known.evenings if known else ():
        if _is_made(evening.id):
            ours.setdefault((evening.date, evening.place), []).append(evening)
    taken: set[str] = set()
    evenings = []
    for evening in book.evenings:
        alike = [each for each in ours.get((evening.date, evening.place), ())
                 if each.id not in taken]
        evenings.append(_evening_with_ids(evening, evening.id or _id_of(evening, alike, taken)))
        taken.add(evenings[-1].id)
        yield
    rule_sets = tuple([each._replace(id=each.id or made("rules", each.game.id, each.name))
                       for each in book.rule_sets])
    return replace(book, evenings=tuple(evenings), rule_sets=rule_sets)


def _id_of(evening: EveningRecord, alike: Sequence[EveningRecord], taken: Container[str]) -> str:
    """Return the id of an evening that names none: that of one of the book that it can be, or else
    one made from its day, its place and its first table, so that it makes no difference which of
    two evenings of a day is imported first."""
    for known in alike:
        if _fits(_evening_with_ids(evening, known.id), known):
            return known.id
    table = [(sheet.game.id, *sheet.names[:len(sheet.first_seats)])
             for sheet in evening.sheets[:1]]
    here = {known.id for known in alike}
    return next(own for number in count(1) if (own := made(
        "evening", evening.date.isoformat(), evening.place, table, number)) not in here
        and own not in taken)


def _is_made(own: str) -> bool:
    """Return whether an id may be one that was made from a place."""
    try:
        return UUID(own).version == NAMESPACE.version
    except ValueError:
        return False


def _evening_with_ids(evening: EveningRecord, own: str) -> EveningRecord:
    return replace(
        evening, id=own, sheets=tuple([_sheet_with_ids(sheet, own, index)
                                       for index, sheet in enumerate(evening.sheets)]),
        stars=tuple(_stamped(evening.stars, "stars", own)),
        payments=tuple(_stamped(evening.payments, "payment", own)))


def _fits(evening: EveningRecord, known: EveningRecord) -> bool:
    """Return whether an evening without an id of its own can be one of the book: where both have a
    sheet, the same people play the same, and if both have several hands, at least one is the
    same."""
    ours = {sheet.id: sheet for sheet in known.sheets}
    pairs = [(sheet, ours[sheet.id]) for sheet in evening.sheets if sheet.id in ours]
    for sheet, other in pairs:
        first = len(sheet.first_seats)
        if header(sheet) != header(other) or sheet.names[:first] != other.names[:first]:
            return False
    hands = [(theirs, mine) for sheet, other in pairs
             for theirs, mine in zip(sheet.hands, other.hands)]
    return len(hands) < SEVERAL or any(theirs.hand == mine.hand for theirs, mine in hands)


def _sheet_with_ids(sheet: SheetRecord, evening: str, index: int) -> SheetRecord:
    own = sheet.id or made("sheet", evening, index)
    return replace(sheet, id=own, hands=_stamped(sheet.hands, "hand", own))


def _stamped(records: Sequence[Stamped], kind: str, within: str) -> list[Stamped]:
    """Return the same records with an id wherever one was missing; within: the id of what they are
    part of."""
    return [record if record.stamp.id else record._replace(
        stamp=record.stamp._replace(id=made(kind, within, number)))
        for number, record in enumerate(records)]


def made(*parts: object) -> str:
    """Return the id that stands for these parts, the same one everywhere."""
    return str(uuid5(NAMESPACE, "/".join(map(str, parts))))


def header(sheet: SheetRecord) -> tuple[object, ...]:
    """Return what a sheet began with, besides its players; no correction changes it."""
    return (sheet.game.id, len(sheet.first_seats), sheet.first_dealer, sheet.rules, sheet.stake,
            sheet.currency)


def moments_of(evenings: Sequence[EveningRecord]) -> Iterator[int]:
    """Yield a time for each evening of a file, in milliseconds since 1970, so that they stand in
    the book by their age and in the order of the file: when its id was made, or else its day."""
    last = -1
    for evening in evenings:
        began = _began(evening.id)
        last = max(last + 1, (evening.date - EPOCH).days * DAY if began is None else began)
        yield last


def _began(own: str) -> int | None:
    """Return the time in an id that has one (UUIDv7)."""
    try:
        found = UUID(own)
    except ValueError:
        return None
    return found.int >> 80 if found.version == WITH_TIME else None
