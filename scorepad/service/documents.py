"""The entries that a document brings: a part as a whole, unless the book has said all of it."""

import marshal
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date as Date
from functools import partial
from typing import NamedTuple

from scorepad import document
from scorepad.book.facts import Entry, EveningOpened, SheetOpened
from scorepad.book.gate import fault_of_fields
from scorepad.book.history.sheet import content_of
from scorepad.book.journal import Journal
from scorepad.book.people import People
from scorepad.book.record import BookRecord, EveningRecord, SheetRecord
from scorepad.book.replay import replay
from scorepad.document.entries import Here, Part, parts_of
from scorepad.games.game import Problem, Unreadable
from scorepad.games.table import today
from scorepad.i18n.message import Message, say
from scorepad.service.open_book import OpenBook
from scorepad.service.readings import Reading, Readings, told_otherwise
from scorepad.storage.joining import ID
from scorepad.storage.links import Row
from scorepad.storage.parts import AT_ONCE, batched
from scorepad.storage.written import told_rows
from scorepad.system.garbage import collector_paused
from scorepad.system.steps import Steps, stepwise

Oddities = Sequence[tuple[Message, Sequence[Problem]]]


class Brought(NamedTuple):
    """The contribution of a document.

    packed: the entries of parts of which something is new; kept: the parts in which the words of an
    earlier file are to stand, so that the book has to go on from them first: nothing else says
    which of two files came first; known: how many entries the other parts have; people: all there
    will be; oddities: what it has that is taken all the same, a sentence and the places for each
    kind.
    """

    packed: list[bytes]
    kept: list[str | None]
    known: int
    people: People
    oddities: Oddities

    def rows(self) -> Iterator[Row]:
        """Yield the entries of parts of which something is new."""
        for some in self.packed:
            yield from marshal.loads(zlib.decompress(some))


@stepwise
def brought_by(looked: document.LookedThrough, evenings: Iterable[EveningRecord], book: OpenBook,
               readings: Readings) -> Steps[Brought]:
    """Return what a document brings to a book; evenings: those of it, with their hands. Raises
    `Unreadable` for what it says and no book can hold, each at its place."""
    incoming, sheets = looked
    oddities = tuple(document.oddities(incoming, sheets))
    frame = book.current()
    here = Here(frame.people, frame.rosters, partial(_evenings_of, book))
    people, packed, known, faults = People(), list[bytes](), 0, list[Problem]()
    kept = list[str | None]()
    with collector_paused():
        for index, part in enumerate(parts_of(incoming, evenings, here), -1):
            if wrong := list(_faults_of(part, frame, people)):
                faults += wrong
                continue
            made = yield from told_rows.steps(
                (Entry("", fact, at, by) for fact, _, (_, at, by) in part.told),
                part.evening, part.moment)
            if part.evening is None:
                before, after = readings.club(), readings.club(made)
                people = after.journal.people
                was = before.journal.people
                if any(was.spelt(own) != people.spelt(own) for own in was.names):
                    kept.append(None)
            else:
                before = readings.evening(part.evening, people)
                after = readings.evening(part.evening, people, made)
                faults += _refused_today(before, after, part.sheets, index)
                if _are_words_lost(before, after):
                    kept.append(part.evening)
            yield
            places = {row[ID]: told.place for row, told in zip(made, part.told)
                      if row[ID] in after.aside}
            faults += [Problem(places[own], why) for own, why in after.aside.items()
                       if own in places]
            if after.is_like(before):
                known += len(made)
            else:
                packed += [zlib.compress(marshal.dumps(some), 1)
                           for some in batched(made, AT_ONCE)]
    if faults:
        raise Unreadable(*faults)
    return Brought(packed, kept, known, people, oddities)


def _evenings_of(book: OpenBook, date: Date, place: str) -> Sequence[EveningRecord]:
    """Return the evenings of a day and a place."""
    ids = [own for own, evening in book.frame.evenings.items()
           if (evening.opened.date, evening.opened.place) == (date, place)]
    return book.all_of(ids).record().evenings if ids else ()


def _faults_of(part: Part, frame: Journal, people: People) -> Iterator[Problem]:
    """Yield what is wrong with a part by itself, or because the book has something else under its
    id; people: all there will be."""
    for fact, place, _ in part.told:
        if fault := fault_of_fields(fact):
            yield Problem(place, fault)
        elif isinstance(fact, EveningOpened | SheetOpened) and _is_another(fact, frame, people):
            yield Problem(place, say("has the id of something else in the book"))


def _is_another(fact: EveningOpened | SheetOpened, frame: Journal, people: People) -> bool:
    if isinstance(fact, EveningOpened):
        evening = frame.evenings.get(fact.evening)
        return evening is not None and evening.opened != fact
    if (sheet := frame.sheets.get(fact.sheet)) is None:
        return False
    person, known = people.person, sheet.opened
    return replace(fact, players=known.players, absprachen=known.absprachen,
                   edition=known.edition) != known \
        or [*map(person, fact.players)] != [*map(person, sheet.players[:len(fact.players)])]


def _are_words_lost(before: Reading, after: Reading) -> bool:
    """Return whether hands would have the words of another file than before."""
    for sheet, journal in before.journal.sheets.items():
        was, now = journal.history, after.journal.sheets[sheet].history
        if any(now.written(hand.stamp.id).id != was.written(hand.stamp.id).id
               for hand in was.hands) and [*map(content_of, was.hands)] != [
                content_of(hand) for hand in now.hands[:len(was.hands)]]:
            return True
    return False


def _refused_today(before: Reading, after: Reading, sheets: Sequence[SheetRecord],
                   evening: int) -> Iterator[Problem]:
    """Yield why hands are refused that a file tells otherwise, and that only an earlier edition of
    the rules took: what the book holds keeps what it gave, a correction is new."""
    hands = {hand: before.journal.sheets[sheet].history.hand(hand)
             for sheet, hand in told_otherwise(before, after)}
    for index, sheet in enumerate(sheets if hands else ()):
        verify = sheet.game.verify
        for number, line in enumerate(replay(sheet).lines):
            told, known = line.record, hands.get(line.record.stamp.id)
            if known is not None and known.hand != told.hand \
                    and not verify(told.hand, line.table):
                for place, message in verify(told.hand, today(line.table)):
                    yield Problem(("evenings", evening, "sheets", index, "hands", number, *place),
                                  message)
