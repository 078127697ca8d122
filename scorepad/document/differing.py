"""The places where a file differs from a book, in words: evening, table and hand."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorepad.book.record import BookRecord
from scorepad.document.writing import written_place
from scorepad.games.game import Place, Problem
from scorepad.i18n.words import Words


def by_evening(book: BookRecord, problems: Sequence[Problem],
               t: Words) -> Iterator[tuple[str, list[tuple[str, Problem]]]]:
    """Yield which evening and whose table problems are about, empty for the club, and each problem
    with the words for its place there."""
    for whose, each in groupby(problems, lambda problem: _whose(book, problem, t)):
        yield whose, [(_where(problem.place[2:], t) if whose else written_place(problem.place),
                       problem) for problem in each]


def _whose(book: BookRecord, problem: Problem, t: Words) -> str:
    """Return which evening a problem is about, and who played; empty if it is about the club."""
    match problem.place:
        case ("evenings", int() as index, "sheets", int() as sheet, *_):
            evening, sheets = book.evenings[index], book.evenings[index].sheets[sheet:sheet + 1]
        case ("evenings", int() as index, *_):
            evening, sheets = book.evenings[index], book.evenings[index].sheets
        case _:
            return ""
    who = dict.fromkeys(name for each in sheets for name in each.names)
    played = dict.fromkeys(each.game.title for each in sheets)
    return t.dated(evening.date, evening.place, ", ".join(played), ", ".join(who))


def _where(place: Place, t: Words) -> str:
    """Return the place of a problem on its evening."""
    match place:
        case ("sheets", int(), "hands", int() as hand, *more):
            return " · ".join([t("Hand {number}", number=hand + 1),
                               *filter(None, [written_place(tuple(more))])])
        case ("sheets", int(), "hands"):
            return t("Hands")
        case ("sheets", int(), *more):
            return written_place(tuple(more))
    return written_place(place)
