"""What a document brings: of each part that it tells the whole, unless the book has said it all."""

from collections.abc import Iterator, Sequence
from datetime import date as Date
from functools import partial
from typing import NamedTuple

from scorepad import document
from scorepad.book.facts import Entry, Roster, SheetOpened, WordChosen
from scorepad.book.gate import fault_of_fields
from scorepad.book.history.sheet import content_of
from scorepad.book.people import People
from scorepad.book.record import EveningRecord
from scorepad.book.scoresheet import Scoresheet, refused_now
from scorepad.document.entries import Here, Part, parts_of
from scorepad.games.game import Problem, Unreadable
from scorepad.i18n.message import Message, say
from scorepad.service.open_book import OpenBook
from scorepad.service.readings import Reading, Readings, told_otherwise
from scorepad.storage.joining import ID
from scorepad.storage.links import Row
from scorepad.storage.written import told_rows
from scorepad.system.garbage import collector_paused
from scorepad.system.steps import Steps, stepwise

Oddities = Sequence[tuple[Message, Sequence[Problem]]]


class Brought(NamedTuple):
    """What a document brings. rows: the entries of parts of which something is new; kept: what the
    book has to say first, so that its words on hands stand; known: how many entries those of the
    other parts are; people: all there will be; oddities: what it has that is taken all the same, a
    sentence and the places for each kind."""

    rows: list[Row]
    kept: list[WordChosen]
    known: int
    people: People
    oddities: Oddities


@stepwise
def brought_by(raw: bytes, book: OpenBook, readings: Readings) -> Steps[Brought]:
    """Return what a document brings to a book. Raises `Unreadable` for what it says and no book can
    hold, each at its place."""
    incoming, sheets = yield from document.replayed.steps(raw)
    oddities = tuple(document.oddities(incoming, sheets))
    frame = book.current()
    here = Here(frame.people, frame.rosters, partial(_evenings_of, book))
    people, rows, known, faults = People(), list[Row](), 0, list[Problem]()
    kept = list[WordChosen]()
    with collector_paused():
        for index, part in enumerate(parts_of(incoming, here), -1):
            if wrong := list(_faults_of(part, frame.rosters)):
                faults += wrong
                continue
            made = yield from told_rows.steps(
                [Entry("", fact, at, by) for fact, _, (_, at, by) in part.told],
                part.evening, part.moment)
            if part.evening is None:
                before, after = readings.club(), readings.club(made)
                people = after.journal.people
            else:
                before = readings.evening(part.evening, people)
                after = readings.evening(part.evening, people, made)
                faults += _refused_today(before, after, sheets[index], index)
                kept += _kept(before, after)
            yield
            places = {row[ID]: told.place for row, told in zip(made, part.told)}
            faults += [Problem(places[own], why) for own, why in after.aside.items()
                       if own in places]
            if after.is_like(before):
                known += len(made)
            else:
                rows += made
    if faults:
        raise Unreadable(*faults)
    return Brought(rows, kept, known, people, oddities)


def _evenings_of(book: OpenBook, date: Date, place: str) -> Sequence[EveningRecord]:
    """Return the evenings of a day and a place."""
    ids = [own for own, evening in book.frame.evenings.items()
           if (evening.opened.date, evening.opened.place) == (date, place)]
    return book.all_of(ids).record().evenings if ids else ()


def _faults_of(part: Part, rosters: dict[str, Roster]) -> Iterator[Problem]:
    for fact, place, _ in part.told:
        if fault := fault_of_fields(fact):
            yield Problem(place, fault)
        if isinstance(fact, SheetOpened) and fact.sheet in rosters \
                and rosters[fact.sheet].opened.evening != fact.evening:
            yield Problem(place, say("is on another evening in the book"))


def _kept(before: Reading, after: Reading) -> list[WordChosen]:
    """Return what makes the words of a file that was taken in before stand where nobody has said
    anything since: nothing else says which of two files came first."""
    for sheet, journal in before.journal.sheets.items():
        was, now = journal.history, after.journal.sheets[sheet].history
        told = [hand.stamp.id for hand in was.hands
                if now.written(hand.stamp.id).id != was.written(hand.stamp.id).id]
        if told and [*map(content_of, was.hands)] != [
                content_of(hand) for hand in now.hands[:len(was.hands)]]:
            return [WordChosen(told[0], sheet, was.written(told[0]).id)]
    return []


def _refused_today(before: Reading, after: Reading, sheets: Sequence[Scoresheet],
                   evening: int) -> Iterator[Problem]:
    """Yield why hands are refused that a file tells otherwise, and that only an earlier edition of
    the rules took: what the book holds keeps what it gave, a correction is new."""
    hands = told_otherwise(before, after)
    for index, sheet in enumerate(sheets if hands else ()):
        for number, (place, message) in refused_now(sheet):
            if sheet.record.hands[number].stamp.id in [hand for _, hand in hands]:
                yield Problem(("evenings", evening, "sheets", index, "hands", number, *place),
                              message)
