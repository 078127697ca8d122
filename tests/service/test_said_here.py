"""Of what was written apart each device knows what it has written itself."""

from collections.abc import Iterator

import pytest

from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.book.pages import NAMES
from tests.conftest import DAY


def at(device: str) -> Service:
    return Service(Store.open("sqlite://", device=lambda: device), "Anne")


@pytest.fixture
def books() -> Iterator[list[Service]]:
    """Three books, the third of which nobody has written in."""
    made = [at(16 * letter) for letter in "abc"]
    yield made
    for book in made:
        book.close()


@pytest.fixture
def sheet(books: list[Service]) -> str:
    """A sheet with one hand, in the first two."""
    sheet = books[0].open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES, stake=50)
    books[0].record(sheet, Durchmarsch(0))
    books[0].meetings.meet(books[1].meetings.exchange)
    return sheet


def meet(books: list[Service]) -> None:
    for one, other in ((0, 1), (1, 2), (0, 2)):
        books[one].meetings.meet(books[other].meetings.exchange)


def test_which_hands_were_written_here(books: list[Service], sheet: str) -> None:
    for number, book in enumerate(books[:2]):
        for _ in range(number + 1):
            book.record(sheet, Durchmarsch(number))
    meet(books)
    here = [{len(run.hands): run.here for question in book.sheet(sheet).questions
             for run in question.runs} for book in books]
    assert here == [{1: True, 2: False}, {1: False, 2: True}, {1: False, 2: False}]


def test_which_word_was_said_here(books: list[Service], sheet: str) -> None:
    """Where it is neither the one that holds nor the other, nothing is known."""
    for number, book in enumerate(books[:2], 1):
        record = book.sheet(sheet).score.lines[0].record
        book.amend(sheet, record.stamp.id, record._replace(hand=Durchmarsch(number)))
    meet(books)
    said = {}
    for book, name in zip(books, "abc"):
        [saying] = book.sheet(sheet).also[book.sheet(sheet).score.lines[0].record.stamp.id]
        assert saying.record is not None
        said[name] = saying.here
        holds = book.sheet(sheet).score.lines[0].record.hand.spieler
    assert said == {"a": holds != 1, "b": holds != 2, "c": None}
