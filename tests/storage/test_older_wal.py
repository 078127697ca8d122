"""A WAL that somebody copies beside a book, older than the book: SQLite takes it for what was
written last, and all that came after it would be gone."""

import shutil
import sqlite3
from contextlib import closing
from datetime import date

import pytest

from scorepad.games.kalter_schlag import KALTER_SCHLAG, Ramsch
from scorepad.service import Service
from scorepad.service.safety import Picked
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.book.pages import NAMES

WAL, SHM = "-wal", "-shm"


def opened(place):
    return Service(Store.open(f"sqlite:///{place}"), "Anne")


def play(service, hands):
    sheet = service.latest_sheet(KALTER_SCHLAG.id).sheet
    for _ in range(hands):
        service.record(sheet, Ramsch((66, 30, 24, 0)))


def copied(place, folder, *ends):
    folder.mkdir(exist_ok=True)
    for end in ends:
        shutil.copyfile(f"{place}{end}", folder / f"{place.name}{end}")
    return folder / place.name


def hands_in(place, how="mode=ro"):
    with closing(sqlite3.connect(f"{place.as_uri()}?{how}", uri=True)) as book:
        [(count,)] = book.execute("SELECT count(*) FROM fact WHERE kind = 'HandRecorded'")
    return count


@pytest.fixture
def place(tmp_path):
    """A new book, closed, with one sheet and no hands."""
    service = opened(tmp_path / "book.db")
    service.open_sheet(NewEvening(date(2026, 11, 1)), KALTER_SCHLAG, NAMES)
    service.close()
    return tmp_path / "book.db"


@pytest.mark.parametrize("ends", [(WAL,), (WAL, SHM)], ids=["alone", "with its index"])
@pytest.mark.parametrize("before, after", [(1, 1), (1, 19), (40, 19), (19, 40), (200, 400)])
def test_no_hand_goes(place, tmp_path, before, after, ends):
    service = opened(place)
    play(service, before)
    copied(place, tmp_path / "old", *ends)
    play(service, after)
    service.close()
    for end in ends:
        shutil.copyfile(tmp_path / "old" / f"book.db{end}", f"{place}{end}")
    for _ in range(2):
        service = opened(place)
        sheet = service.latest_sheet(KALTER_SCHLAG.id).sheet
        assert len(service.sheet(sheet).score.lines) == before + after
        assert service.safety.check().findings == ()
        service.close()
    [kept] = tmp_path.glob("book-older-*.db")
    assert hands_in(kept, "immutable=1") == before + after
    assert kept.with_name(f"{kept.name}-wal").exists()


def test_after_a_crash_the_wal_counts(place, tmp_path):
    service = opened(place)
    play(service, 30)
    crashed = copied(place, tmp_path / "crashed", "", WAL, SHM)
    service.close()
    opened(crashed).close()
    assert hands_in(crashed) == 30 and not [*crashed.parent.glob("book-older-*")]


def test_after_a_crash_a_restored_backup_stays_restored(place, tmp_path):
    service = opened(place)
    play(service, 5)
    service.safety.back_up_to(tmp_path / "five.db")
    play(service, 30)
    service.close()
    service = opened(place)
    service.safety.restore(Picked.at(tmp_path / "five.db"))
    crashed = copied(place, tmp_path / "crashed", "", WAL, SHM)
    service.close()
    assert hands_in(crashed, "immutable=1") == 35  # only the WAL says that it was restored
    opened(crashed).close()
    assert hands_in(crashed) == 5


def test_whoever_has_it_open_is_left_alone(place):
    first = opened(place)
    play(first, 3)
    second = opened(place)
    play(first, 2)
    second.refresh()
    play(second, 1)
    for service in (first, second):
        service.close()
    assert hands_in(place) == 6


@pytest.mark.parametrize("size", [32, 4_096, 4_152, 40_000])
def test_a_wal_of_zeros_is_an_empty_one(place, size):
    """A power cut before the header of a WAL is on the disk leaves its length, and zeros in it."""
    place.with_name(place.name + WAL).write_bytes(bytes(size))
    for hands in (1, 2):
        with closing(opened(place)) as service:
            service.refresh()  # looks at the place
            play(service, 1)
            service.refresh()
        assert hands_in(place) == hands
