"""The entries that a document brings, and readings of the book as it is with them."""

import marshal
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date as Date
from functools import partial
from typing import NamedTuple

from scorepad import document
from scorepad.book.facts import Entry, EveningOpened, PlayerAdded, SheetOpened
from scorepad.book.gate import fault_of_fields
from scorepad.book.history.noted import Asked
from scorepad.book.history.played import content_of
from scorepad.book.history.runs import Question
from scorepad.book.history.said import Saying
from scorepad.book.journal import Journal
from scorepad.book.people import People
from scorepad.book.record import EveningRecord, SheetRecord
from scorepad.book.replay import replay
from scorepad.document.entries import Here, Part, parts_of
from scorepad.games.game import Problem, Unreadable
from scorepad.i18n.message import Message, say, say_n
from scorepad.service.open_book import OpenBook
from scorepad.storage.joining import AT_ONCE, ID, Parts, batched
from scorepad.storage.links import Row
from scorepad.storage.reading import entries_in_part, told_rows
from scorepad.system.steps import Steps, collector_paused, stepwise

Ids = tuple[str, ...]


@dataclass(frozen=True)
class Reading:
    """A part of the book. says: all that follows from it; asked: what has to be decided; aside: why
    some of its entries do not count, by their ids; journal: the part itself; questions, also: those
    of an evening, by the ids of their sheets and of what they are about."""

    says: object
    asked: Mapping[Ids, Asked]
    aside: Mapping[str, Message]
    journal: Journal
    questions: Mapping[Ids, Question] = field(default_factory=dict)
    also: Mapping[Ids, Saying] = field(default_factory=dict)

    def is_like(self, other: "Reading") -> bool:
        """Return whether another reading of the same part says and asks the same."""
        return (self.says, self.asked.keys(), self.questions, self.also) == (
            other.says, other.asked.keys(), other.questions, other.also)


class Packed:
    """Entries that a document brings, in a tenth of their memory. `len` gives how many."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._number = len(rows)
        self._pieces = [zlib.compress(marshal.dumps(some), 1) for some in batched(rows, AT_ONCE)]

    def __len__(self) -> int:
        return self._number

    def __iter__(self) -> Iterator[Row]:
        for piece in self._pieces:
            yield from marshal.loads(zlib.decompress(piece))


class Readings:
    """The parts of a book, by their entries, and with others. Each is read once it is asked for;
    those of the club and of the last evening are kept."""

    def __init__(self, ours: Parts) -> None:
        self._ours = ours
        self._parts: dict[str | None, Sequence[Row]] = {}

    def rows(self, part: str | None) -> Sequence[Row]:
        """Return the entries of a part that the book has."""
        if part not in self._parts:
            self._parts = {own: rows for own, rows in self._parts.items() if own is None}
            self._parts[part] = self._ours.entries(part)
        return self._parts[part]

    def _entries(self, part: str | None, more: Iterable[Row]) -> Sequence[Entry]:
        rows = {row[ID]: row for row in (*more, *self.rows(part))}
        return entries_in_part([*rows.values()])

    def club(self, more: Iterable[Row] = ()) -> Reading:
        """Return what the club's part says, with more entries."""
        journal = Journal.of(self._entries(None, more))
        return Reading(
            (journal.club, journal.opening(), {*journal.tariff_lines()},
             {person.id: person for person in journal.people.records()},
             {kept.id: kept for kept in journal.rule_sets.records()}),
            _by_ids(journal.asked()), _aside(journal), journal)

    def evening(self, evening: str, people: People, more: Iterable[Row] = ()) -> Reading:
        """Return what an evening says, with more entries; people: all in the book by then."""
        journal = Journal(people)
        for entry in self._entries(evening, more):
            journal.add(entry)
        own = journal.evenings.get(evening)
        if own is None:
            return Reading(None, {}, _aside(journal), journal)
        elsewhere = own.closed_elsewhere and own.closed_elsewhere.id
        return Reading(
            (own.record(journal.names), elsewhere), _by_ids(own.asked(journal.names)),
            _aside(journal), journal,
            {(sheet, question.after): question for sheet, each in own.sheets.items()
             for question in each.history.questions},
            {(sheet, hand, saying.entry): saying for sheet, each in own.sheets.items()
             for hand, sayings in each.also_said(journal.names).items() for saying in sayings})


def _by_ids(asked: Sequence[Asked]) -> dict[Ids, Asked]:
    return {tuple([entry.id for entry in each.said]): each for each in asked}


def _aside(journal: Journal) -> dict[str, Message]:
    return {each.entry: each.why for each in journal.set_aside()}


# --- what will be asked ---------------------------------------------------------------------------


def told_of_club(before: Reading, after: Reading) -> Iterator[Message]:
    """Yield a sentence about what will have to be decided of the club; whether newcomers are people
    known here is asked elsewhere."""
    if any(own not in before.asked and not isinstance(asked.said[0].fact, PlayerAdded)
           for own, asked in after.asked.items()):
        yield say("Of the club both have said something else, or the same twice. It will be asked "
                  "what counts.")


def told_of_evening(before: Reading, after: Reading) -> Iterator[Message]:
    """Yield sentences about what both have said of an evening, and will have to be decided."""
    was, now = [next(iter(each.journal.evenings.values()), None) for each in (before, after)]
    if was is None or now is None:
        return
    date, place = now.opened.date, now.opened.place
    name = Message("{date} · {place}", {"date": date, "place": place}) if place else date
    if now.closed_elsewhere and not was.closed_elsewhere:
        yield say("{evening}: closed in one book, played on in the other. It is open again.",
                  evening=name)
    for sheet in dict.fromkeys([own[0] for own, question in after.questions.items()
                                if before.questions.get(own) != question]):
        yield say("{evening}, {game}: both books went on. The sheet will ask which hands count.",
                  evening=name, game=now.sheets[sheet].opened.game.title)
    hands = told_otherwise(before, after)
    for sheet in dict.fromkeys([sheet for sheet, _ in hands]):
        counting = [hand.stamp.id for hand in now.sheets[sheet].history.hands]
        numbers = [number for number, hand in enumerate(counting, 1) if (sheet, hand) in hands]
        yield say_n("{evening}, {game}: hand {numbers} is told otherwise. The sheet will show what "
                    "was also said.",
                    "{evening}, {game}: hands {numbers} are told otherwise. The sheet will show "
                    "what was also said.", len(numbers), evening=name,
                    game=now.sheets[sheet].opened.game.title,
                    numbers=", ".join(map(str, numbers))) if numbers else \
            say("{evening}, {game}: a hand that was taken back is told otherwise.",
                evening=name, game=now.sheets[sheet].opened.game.title)
    if after.asked.keys() - before.asked.keys():
        yield say("{evening}: something was noted in both books. It will be asked what counts.",
                  evening=name)


def told_otherwise(before: Reading, after: Reading) -> Collection[tuple[str, str]]:
    """Return the sheets and hands of which something else is also said after a meeting."""
    return dict.fromkeys([(sheet, hand) for sheet, hand, entry in after.also
                          if (sheet, hand, entry) not in before.also])


Oddities = Sequence[tuple[Message, Sequence[Problem]]]


class Brought(NamedTuple):
    """The contribution of a document.

    packed: the entries of parts of which something is new; kept: the parts in which the words of an
    earlier file are to stand, so that the book has to go on from them first: nothing else says
    which of two files came first; known: how many entries the other parts have; people: all there
    will be; oddities: what it brings that is taken all the same, a sentence and the places for
    each kind.
    """

    packed: list[Packed]
    kept: list[str | None]
    known: int
    people: People
    oddities: Oddities

    def rows(self) -> Iterator[Row]:
        """Yield the entries of parts of which something is new."""
        for some in self.packed:
            yield from some


@stepwise
def brought_by(looked: document.LookedThrough, evenings: Iterable[EveningRecord], book: OpenBook,
               readings: Readings) -> Steps[Brought]:
    """Return what a document brings to a book; evenings: those of it, with their hands. Raises
    `Unreadable` for what it says and no book can hold, each at its place."""
    incoming, sheets = looked
    frame = book.current()
    here = Here(frame.people, frame.rosters, partial(_evenings_of, book))
    people, packed, known, faults = People(), list[Packed](), 0, list[Problem]()
    kept, new = list[str | None](), set[int]()
    with collector_paused():
        for index, part in enumerate(parts_of(incoming, evenings, here), -1):
            if wrong := list(_faults_of(part, frame, people)):
                faults += wrong
                continue
            made = Packed((yield from told_rows.steps(
                (Entry("", fact, at, by) for fact, _, (_, at, by) in part.told()),
                part.evening, part.moment)))
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
            if after.aside:
                faults += [Problem(told.place, after.aside[row[ID]])
                           for row, told in zip(made, part.told()) if row[ID] in after.aside]
            if after.is_like(before):
                known += len(made)
            else:
                new.add(index)
                packed.append(made)
    if faults:
        raise Unreadable(*faults)
    # Of the other evenings it was said when they came.
    odd = document.oddities(replace(incoming, evenings=tuple([
        each if index in new else replace(each, stars=())
        for index, each in enumerate(incoming.evenings)])),
        [each if index in new else [] for index, each in enumerate(sheets)])
    return Brought(packed, kept, known, people, tuple(odd))


def _evenings_of(book: OpenBook, date: Date, place: str) -> Sequence[EveningRecord]:
    """Return the evenings of a day and a place."""
    ids = [own for own, evening in book.frame.evenings.items()
           if (evening.opened.date, evening.opened.place) == (date, place)]
    return book.all_of(ids).record().evenings if ids else ()


def _faults_of(part: Part, frame: Journal, people: People) -> Iterator[Problem]:
    """Yield what is wrong with a part by itself, or because the book has something else under its
    id; people: all there will be."""
    for fact, place, _ in part.told():
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
    return replace(fact, players=known.players, absprachen=known.absprachen) != known \
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
    """Yield why hands that a file changes are refused: they can be scored but not played. Stored
    hands keep their points."""
    hands = {hand: before.journal.sheets[sheet].history.hand(hand)
             for sheet, hand in told_otherwise(before, after)}
    for index, sheet in enumerate(sheets if hands else ()):
        game = sheet.game
        for number, line in enumerate(replay(sheet).lines):
            told, known = line.record, hands.get(line.record.stamp.id)
            if known is not None and known.hand != told.hand \
                    and game.can_score(told.hand, line.table):
                for place, message in game.guard(told.hand, line.table):
                    yield Problem(("evenings", evening, "sheets", index, "hands", number, *place),
                                  message)
