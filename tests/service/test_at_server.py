"""What the server's book does not have yet, as a book knows it without asking."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch
from scorepad.service import Service
from scorepad.service.meeting import Missing
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from scorepad.storage.exchange import Asking, asked

NAMES = "Anne", "Bert", "Cem", "Dora"
CLUB = "https://club.example"


class Two:
    """A phone's book with an evening, and a server's that is empty."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.phone = Service(Store.open(f"sqlite:///{folder / 'phone.db'}"))
        self.server = Service(Store.open(f"sqlite:///{folder / 'server.db'}"))
        self.sheet = self.phone.open_sheet(NewEvening(date(2026, 11, 20)), KALTER_SCHLAG, NAMES)

    def play(self, service: Service | None = None) -> None:
        (service or self.phone).record(self.sheet, Durchmarsch(0))

    def meet(self, address: str = CLUB) -> None:
        asked(self.phone.at_server.asking(address), self.server.meetings.exchange)

    def missing(self, address: str = CLUB) -> tuple[int, int]:
        found = self.phone.at_server.missing(address)
        return found.hands, found.others


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    two = Two(tmp_path)
    yield two
    two.phone.close()
    two.server.close()


def test_before_the_first_meeting_everything_is_missing(two: Two):
    two.play()
    assert two.phone.at_server.missing(CLUB) == Missing(1, 6)  # four people, evening, sheet


def test_after_a_meeting_nothing_is_and_then_what_was_written_since(two: Two):
    two.play()
    two.meet()
    assert two.missing() == (0, 0) and two.phone.at_server.missing(CLUB).nothing
    for number in (1, 2, 3):
        two.play()
        assert two.missing() == (number, 0)
    two.phone.undo(two.sheet)
    assert two.missing() == (3, 1)
    two.meet()
    assert two.missing() == (0, 0)
    assert (two.phone.at_server.missing(CLUB).met or 0) > 1_700_000_000_000


def test_what_came_from_there_is_there(two: Two):
    two.meet()
    two.play(two.server)
    two.meet()
    assert two.missing() == (0, 0)
    assert len(two.phone.sheet(two.sheet).score.lines) == 1


def test_a_hand_written_while_the_books_meet_comes_along(two: Two):
    """The first time round it is too late; so the books meet again at once."""
    steps: Asking[object] = two.phone.at_server.asking(CLUB)
    message, played = next(steps), False
    with pytest.raises(StopIteration) as done:
        while True:
            told = two.server.meetings.exchange(message)
            if not played:
                two.play()
                played = True
            message = steps.send(told)
    assert len(done.value.value) == 2 and two.missing() == (0, 0)
    assert len(two.server.sheet(two.sheet).score.lines) == 1


def test_a_meeting_that_breaks_off_is_none(two: Two):
    two.play()
    steps = two.phone.at_server.asking(CLUB)
    two.server.meetings.exchange(next(steps))
    steps.close()
    assert two.missing() == (1, 6) and two.phone.at_server.missing(CLUB).met is None


def test_another_server_has_nothing_of_it(two: Two):
    two.play()
    two.meet()
    assert two.missing("https://other.example") == (1, 6)
    two.phone.at_server.forget()
    assert two.missing() == (1, 6)


def test_a_book_that_was_restored_does_not_go_by_what_was_known(two: Two):
    """What was last at the meeting is not in the book any more, and another entry has its
    number."""
    two.phone.safety.back_up_to(two.folder / "before.db")
    two.play()
    two.meet()
    store = two.phone._store
    kept = store.kept("server")
    two.phone.close()
    (two.folder / "phone.db").unlink()
    (two.folder / "before.db").rename(two.folder / "phone.db")
    two.phone = Service(Store.open(f"sqlite:///{two.folder / 'phone.db'}"))
    two.phone._store.keep("server", kept)
    two.play()
    assert two.missing() == (1, 6)
    two.meet()
    assert two.missing() == (0, 0)


@pytest.mark.parametrize("raw", [
    None, [], 7, {"address": CLUB}, {"address": CLUB, "at": "yesterday", "refused": 0, "last": 1},
    {"address": CLUB, "at": 1, "refused": 0, "last": [1]},
    {"address": CLUB, "at": 1, "refused": 0, "last": {"seq": 1}}])
def test_what_nobody_can_read_is_forgotten(two: Two, raw: object):
    two.phone._store.keep("server", raw)
    assert two.missing() == (0, 6)
