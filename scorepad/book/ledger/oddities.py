"""Notes of stars that are worth a second look: they count, and whoever reads them is told why."""

from collections.abc import Iterator, Sequence

from scorepad.book.ledger.tariffs import AUSWAERTS, KASTEN, KNABBERZEUG
from scorepad.book.record import BookRecord, StarNote
from scorepad.games.game import Problem
from scorepad.i18n.message import Message, say


def odd_notes(notes: Sequence[StarNote], place: str) -> Iterator[tuple[int, Message]]:
    """Yield what is odd about the notes of an evening, each with the index of its note.

    place: of the evening. S2, Sterne, 21.05.2008: snacks count that come with a Kasten, and one
    drives to somebody else.
    """
    providers = {note.player for note in notes if note.event == KASTEN}
    driven: set[str] = set()
    for index, note in enumerate(notes):
        if note.event == KNABBERZEUG and note.player not in providers:
            yield index, say("{name} brought snacks but no Kasten: the rules count the snacks that "
                             "come with one.", name=note.player)
        if note.event != AUSWAERTS:
            continue
        if note.player in driven:
            yield index, say("{name} has already driven this evening.", name=note.player)
        if note.player in (note.ziel, place):
            yield index, say("{name} has driven home: the rules count the drive to somebody else.",
                             name=note.player)
        driven.add(note.player)


def odd_in(book: BookRecord) -> list[Problem]:
    """Return what is odd about the notes of a book, each at its place in the document."""
    return [Problem(("evenings", e, "stars", n), message)
            for e, evening in enumerate(book.evenings)
            for n, message in odd_notes(evening.stars, evening.place)]
