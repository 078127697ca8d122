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
from typing import BinaryIO

from scorepad.book.ledger.stars import note_faults, odd_in as odd
from scorepad.book.record import BookRecord, EveningRecord
from scorepad.book.replay import replay
from scorepad.book.scoresheet import Scoresheet, problems
from scorepad.document.book import (
    document_schema,
    evenings_in,
    pieces,
    read,
    read_in_turn,
    write,
    written_place,
)
from scorepad.document.kinds import written_amount, written_time
from scorepad.document.parsing import LARGEST, bytes_of
from scorepad.games.game import Problem, Unreadable
from scorepad.i18n.message import Message, say_n
from scorepad.system.steps import Steps, collector_paused, stepwise

__all__ = ["LARGEST", "bytes_of", "document_schema", "evenings_in", "impossible", "look_through",
           "odd", "oddities", "pieces", "read", "replayed", "score", "taken", "write",
           "written_amount", "written_place", "written_time"]

Scored = Sequence[Sequence[Scoresheet | None]]
"""The scored sheets of every evening, or those of which something is to be said."""

LookedThrough = tuple[BookRecord, Scored]
"""The records in a document, and its scored sheets."""


@stepwise
def score(book: BookRecord) -> Steps[list[list[Scoresheet]]]:
    """Return the scored sheets of every evening; raises `Unreadable` for impossible hands that the
    file does not mark as such, for new ones that are refused, and for stars without a tariff."""
    sheets: list[list[Scoresheet]] = []
    with collector_paused():
        for evening in book.evenings:
            sheets.append([])
            for sheet in evening.sheets:
                sheets[-1].append(replay(sheet))
                yield
    _refuse(book, sheets)
    return sheets


def _refuse(book: BookRecord, sheets: Scored) -> None:
    faults = [problem for index, sheet, problem in _problems(sheets, problems)
              if index not in sheet.record.impossible]
    faults += [problem for index, sheet, problem in _problems(sheets, _refused)
               if not sheet.record.hands[index].stamp.id
               and index not in sheet.record.impossible] + note_faults(book, with_id=False)
    if faults:
        raise Unreadable(*faults)


def _refused(sheet: Scoresheet) -> list[tuple[int, Problem]]:
    return sheet.refused


@stepwise
def look_through(file: BinaryIO) -> Steps[LookedThrough]:
    """Return what an opened document is, read and scored an evening at a time: its records without
    the hands, and of its scored sheets those of which something is to be said. Raises `Unreadable`
    as `read` and `score` do."""
    sheets: list[list[Scoresheet | None]] = []

    def without_hands(evening: EveningRecord) -> Steps[EveningRecord]:
        sheets.append([])
        for sheet in map(replay, evening.sheets):
            sheets[-1].append(sheet if problems(sheet) or sheet.refused else None)
            yield
        return replace(evening, sheets=tuple([replace(sheet, hands=())
                                              for sheet in evening.sheets]))

    with collector_paused():
        book = yield from read_in_turn(file, without_hands)
    _refuse(book, sheets)
    return book, sheets


def impossible(sheets: Scored) -> list[Problem]:
    """Return the problems of impossible hands that are taken as they are, each at its place."""
    return [problem for _, _, problem in _problems(sheets, problems)]


def taken(sheets: Scored) -> list[Problem]:
    """Return why hands that keep their points would be refused if they were new, each at its
    place."""
    return [problem for _, _, problem in _problems(sheets, _refused)]


def oddities(book: BookRecord, sheets: Scored) -> Iterator[tuple[Message, list[Problem]]]:
    """Yield what a document has that is taken all the same, and should be known: a sentence that
    says how much of a kind there is, and each of them at its place."""
    for told, found in ((_told_of_impossible, impossible(sheets)),
                        (_told_of_taken, taken(sheets)),
                        (_told_of_uncounted, note_faults(book, with_id=True)),
                        (_told_of_odd, odd(book))):
        if found:
            yield told(found), found


def _told_of_taken(problems: Sequence[Problem]) -> Message:
    """Return a sentence that says how many hands these problems are about."""
    return say_n("{n} hand would be refused today. It keeps its points:",
                 "{n} hands would be refused today. They keep their points:",
                 len({problem.place[:6] for problem in problems}))


def _told_of_uncounted(problems: Sequence[Problem]) -> Message:
    """Return a sentence that says how many notes of stars these problems are about."""
    return say_n("{n} note of stars has no tariff. It counts nothing:",
                 "{n} notes of stars have no tariff. They count nothing:", len(problems))


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


def _problems(sheets: Scored, of: Callable[[Scoresheet], list[tuple[int, Problem]]]
              ) -> Iterator[tuple[int, Scoresheet, Problem]]:
    """Yield what `of` finds in each sheet, at its place in the document, with the hand's index and
    its sheet."""
    for e, evening in enumerate(sheets):
        for s, sheet in enumerate(evening):
            if sheet is not None:
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
