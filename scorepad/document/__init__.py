"""The file format `scorepad/1`: JSON text in, records out, and back.

Reading is strict: what is not understood is named with its place, nothing is guessed. Whether the
hands can have been played is checked separately, by `score`, because it needs the sheet's score. A
correction of a hand can make a later one impossible: that one stays in the book and scores nothing.
An export marks such a hand, and no other hand of a file may be impossible. A hand with an id comes
from a book: if it can be scored, it keeps its points even where a new one would be refused
(`Game.guard`). One without an id is new, and one that the book has otherwise is a correction.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import BinaryIO, NamedTuple

from scorepad.book.ledger.stars import note_faults, odd_in as odd
from scorepad.book.record import BookRecord, EveningRecord
from scorepad.book.replay import replay
from scorepad.book.scoresheet import Scoresheet, problems
from scorepad.document.parsing import LARGEST, bytes_of
from scorepad.document.reading import evenings_in, read, read_in_turn
from scorepad.document.values import written_amount, written_time
from scorepad.document.writing import pieces, write, written_place
from scorepad.games.game import Problem, Unreadable
from scorepad.i18n.message import Message, say_n
from scorepad.system.steps import Steps, collector_paused, stepwise

__all__ = ["LARGEST", "bytes_of", "evenings_in", "impossible", "look_through", "odd", "oddities",
           "pieces", "read", "replayed", "score", "taken", "write", "written_amount",
           "written_place", "written_time"]

Oddities = Sequence[tuple[Message, Sequence[Problem]]]


@stepwise
def score(book: BookRecord) -> Steps[list[list[Scoresheet]]]:
    """Return the scored sheets of every evening; raises `Unreadable` for impossible hands that the
    file does not mark as such, for new ones that are refused, and for stars without a tariff."""
    scored, sheets = _Scored(), []
    with collector_paused():
        for evening in book.evenings:
            sheets.append((yield from scored.add(evening)))
    scored.refuse(book)
    return sheets


class _Scored:
    """What is wrong with the evenings of a document, or odd, as they are scored one by one."""

    def __init__(self) -> None:
        self._count = 0
        self._faults, self._refused = list[Problem](), list[Problem]()
        self.impossible, self.taken = list[Problem](), list[Problem]()

    def add(self, evening: EveningRecord) -> Steps[list[Scoresheet]]:
        """Return the scored sheets of the next evening."""
        sheets = []
        for record in evening.sheets:
            sheets.append(replay(record))
            yield
        for index, sheet, problem in _problems([sheets], problems, self._count):
            self.impossible.append(problem)
            if index not in sheet.record.impossible:
                self._faults.append(problem)
        for index, sheet, problem in _problems([sheets], lambda sheet: sheet.refused, self._count):
            self.taken.append(problem)
            if not sheet.record.hands[index].stamp.id and index not in sheet.record.impossible:
                self._refused.append(problem)
        self._count += 1
        return sheets

    def without_hands(self, evening: EveningRecord) -> Steps[EveningRecord]:
        """Score the next evening; return all of it but its hands."""
        yield from self.add(evening)
        return replace(evening, sheets=tuple([replace(sheet, hands=())
                                              for sheet in evening.sheets]))

    def refuse(self, book: BookRecord) -> None:
        """Raise `Unreadable` if something is wrong; book: with all evenings."""
        if faults := self._faults + self._refused + note_faults(book):
            raise Unreadable(*faults)


class LookedThrough(NamedTuple):
    """A document in which nothing is wrong. book: all in it but the hands; oddities: as of
    `oddities`."""

    book: BookRecord
    oddities: Oddities


@stepwise
def look_through(file: BinaryIO) -> Steps[LookedThrough]:
    """Return what an opened document is, read and scored an evening at a time; raises `Unreadable`
    as `read` and `score` do."""
    scored = _Scored()
    with collector_paused():
        book = yield from read_in_turn(file, scored.without_hands)
    scored.refuse(book)
    return LookedThrough(book, _told(scored.impossible, scored.taken, odd(book)))


def impossible(sheets: Sequence[Sequence[Scoresheet]]) -> list[Problem]:
    """Return the problems of impossible hands that are taken as they are, each at its place."""
    return [problem for _, _, problem in _problems(sheets, problems)]


def taken(sheets: Sequence[Sequence[Scoresheet]]) -> list[Problem]:
    """Return why hands that keep their points would be refused if they were new, each at its
    place."""
    return [problem for _, _, problem in _problems(sheets, lambda sheet: sheet.refused)]


def oddities(book: BookRecord, sheets: Sequence[Sequence[Scoresheet]]) -> Oddities:
    """Return what a document has that is taken all the same, and should be known: a sentence that
    says how much of a kind there is, and each of them at its place."""
    return _told(impossible(sheets), taken(sheets), odd(book))


def _told(*found: Sequence[Problem]) -> Oddities:
    tellers = _told_of_impossible, _told_of_taken, _told_of_odd
    return [(told(each), each) for told, each in zip(tellers, found) if each]


def _told_of_taken(problems: Sequence[Problem]) -> Message:
    """Return a sentence that says how many hands these problems are about."""
    return say_n("{n} hand would be refused today. It keeps its points:",
                 "{n} hands would be refused today. They keep their points:",
                 len({problem.place[:6] for problem in problems}))


def _told_of_odd(problems: Sequence[Problem]) -> Message:
    """Return a sentence that says how many notes of stars these problems are about."""
    return say_n("{n} note of stars is worth a second look. It counts:",
                 "{n} notes of stars are worth a second look. They count:",
                 len({problem.place[:4] for problem in problems}))


def _told_of_impossible(problems: Sequence[Problem]) -> Message:
    """Return a sentence that says how many hands these problems are about."""
    return say_n("{n} hand could not have been played. It scores nothing:",
                 "{n} hands could not have been played. They score nothing:",
                 len({problem.place[:6] for problem in problems}))


def _problems(sheets: Sequence[Sequence[Scoresheet]],
              of: Callable[[Scoresheet], list[tuple[int, Problem]]], first: int = 0
              ) -> Iterator[tuple[int, Scoresheet, Problem]]:
    """Yield what `of` finds in each sheet, at its place in the document, with the hand's index and
    its sheet; first: the number of the first evening."""
    for e, evening in enumerate(sheets, first):
        for s, sheet in enumerate(evening):
            for h, (place, message) in of(sheet):
                yield h, sheet, Problem(
                    ("evenings", e, "sheets", s, "hands", h, *place), message)


@stepwise
def replayed(raw: bytes) -> Steps[tuple[BookRecord, list[list[Scoresheet]]]]:
    """Return the records in a document's bytes, and the scored sheets of every evening; raises
    `Unreadable`."""
    with collector_paused():
        book = yield from read.steps(raw)
        return book, (yield from score.steps(book))
