"""The places where a file differs from a book, in words: evening, table and hand."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Protocol, TypeVar

from scorepad.book.record import BookRecord
from scorepad.document.writing import written_place
from scorepad.games.game import Place
from scorepad.i18n.words import Words


class Placed(Protocol):
    """Something that has a place in a file."""

    @property
    def place(self) -> Place:
        """The place."""


Found = TypeVar("Found", bound=Placed)


def by_evening(book: BookRecord, found: Sequence[Found],
               t: Words) -> Iterator[tuple[str, list[tuple[str, Found]]]]:
    """Yield which evening and whose table things are about, empty for the club, and each of them
    with the words for its place there."""
    for whose, each in groupby(found, lambda one: _whose(book, one.place, t)):
        yield whose, [(_where(one.place[2:], t) if whose else written_place(one.place), one)
                      for one in each]


def _whose(book: BookRecord, place: Place, t: Words) -> str:
    """Return which evening a place is about, and who played; empty if it is about the club."""
    match place:
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
    """Return the words for a place on its evening."""
    match place:
        case ("sheets", int(), "hands", int() as hand, *more):
            return " · ".join([t("Hand {number}", number=hand + 1),
                               *filter(None, [written_place(tuple(more))])])
        case ("sheets", int(), "hands"):
            return t("Hands")
        case ("sheets", int(), *more):
            return written_place(tuple(more))
    return written_place(place)
