"""Backups: when one is made, which are kept, and that none is ever half a file."""

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from scorepad.book.facts import Entry, PlayerAdded
from scorepad.storage import StorageFault, backups
from scorepad.storage.backups import Backup
from scorepad.storage.faults import in_words
from tests.storage.conftest import somebody_else

NOW = datetime(2026, 11, 20, 20, 31, tzinfo=UTC)


def made(when, number=1, reason=""):
    """A backup of that time, as `2026-11-20 20:31`."""
    at = datetime.fromisoformat(when).replace(tzinfo=UTC)
    return Backup(Path(f"{when}-{number}{reason}"), at, number, reason)


def facts_in(path):
    with closing(sqlite3.connect(path)) as book:
        return book.execute("SELECT count(*) FROM fact").fetchone()[0]


def files(place):
    return sorted(path.name for path in (place.parent / "backups").iterdir())


@pytest.fixture
def stopped(monkeypatch):
    """A clock that goes only when it is told to."""
    class Clock(datetime):
        time = NOW

        @classmethod
        def now(cls, tz=None):
            return cls.time

    monkeypatch.setattr(backups, "datetime", Clock)
    return Clock


def more(book, number):
    """One more entry in an opened book."""
    book.append_all([(Entry(f"more-{number}", PlayerAdded(f"p-{number}", f"P {number}")), None)])


# --- which are kept ---------------------------------------------------------------------------

TABLE = {
    "none": ([], []),
    "ten are kept": ([f"2026-11-{day:02} 20:00" for day in range(1, 11)], []),
    "of eleven the first goes": (
        [f"2026-11-{day:02} 20:00" for day in range(1, 12)], ["2026-11-01 20:00"]),
    "the last of each month stays": (
        ["2026-08-30 20:00", "2026-08-31 20:00", "2026-09-01 20:00", "2026-09-30 20:00",
         "2026-10-31 23:59", *[f"2026-11-{day:02} 20:00" for day in range(1, 11)]],
        ["2026-08-30 20:00", "2026-09-01 20:00"]),
    "a month of another year is another month": (
        ["2024-11-01 20:00", "2025-11-30 20:00",
         *[f"2026-11-{day:02} 20:00" for day in range(1, 11)]], []),
    "what is from the future is not among the last ten": (
        ["2031-01-01 20:00", "2031-01-02 20:00",
         *[f"2026-11-{day:02} 20:00" for day in range(1, 11)]], ["2031-01-01 20:00"]),
}


@pytest.mark.parametrize(("there", "gone"), TABLE.values(), ids=TABLE)
def test_which_backups_go(there, gone):
    dropped = backups.superfluous([made(when) for when in there], NOW)
    assert sorted(dropped) == [made(when) for when in gone]


def test_of_one_second_the_later_one_is_the_last_of_its_month():
    ten = [made(f"2026-11-{day:02} 20:00") for day in range(1, 11)]
    october = [made("2026-10-31 20:00", number) for number in (2, 10, 1)]
    assert sorted(backups.superfluous([*october, *ten], NOW)) == sorted(
        [october[0], october[2]])


def test_a_way_back_is_never_dropped_and_takes_nobodys_place():
    ways = [made(f"2026-11-{day:02} 21:00", 1, "before-restore") for day in range(1, 15)]
    ten = [made(f"2026-11-{day:02} 20:00") for day in range(1, 11)]
    assert backups.superfluous([*ways, *ten], NOW) == []


@given(st.lists(st.integers(-900, 900), max_size=60, unique=True))
def test_whatever_there_is_ten_and_a_last_of_every_month_stay(days):
    there = [Backup(Path(str(day)), NOW + timedelta(days=day)) for day in days]
    kept = set(there) - set(backups.superfluous(there, NOW))
    past = sorted((each for each in there if each.at <= NOW), key=lambda each: each.at)
    assert set(past[-10:]) <= kept
    months = {(each.at.year, each.at.month) for each in there}
    lasts = {max((each for each in there if (each.at.year, each.at.month) == month),
                 key=lambda each: each.at) for month in months}
    assert lasts <= kept and len(kept) <= 10 + len(months)


# --- when one is made -------------------------------------------------------------------------


def test_after_a_change_one_is_made_and_it_is_the_book(filled, entries, opened):
    backup = backups.back_up_if_changed(filled)
    assert backup.path.parent == filled.parent / "backups"
    assert opened(backup.path).everything() == entries
    assert backups.back_up_if_changed(filled) is None
    more(opened(filled), 1)
    assert facts_in(backups.back_up_if_changed(filled).path) == len(entries) + 1


def test_what_lies_in_the_journal_is_in_the_backup_and_the_backup_is_one_file(filled, opened):
    book = opened(filled)
    more(book, 1)
    assert filled.with_name("book.db-wal").stat().st_size
    backup = backups.back_up_if_changed(filled)
    assert facts_in(backup.path) == facts_in(filled)
    assert files(filled) == [".lock", backup.path.name]


def test_an_empty_book_has_none(place, opened):
    opened(place)
    assert backups.back_up_if_changed(place) is None and not (place.parent / "backups").exists()


def test_names_are_the_time_in_utc_and_two_of_a_second_are_told_apart(filled, stopped):
    for _ in range(3):
        backups.back_up(filled)
    assert files(filled) == [".lock", "book-20261120-203100-2.db", "book-20261120-203100-3.db",
                             "book-20261120-203100.db"]
    assert [each.number for each in backups.backups_of(filled)] == [3, 2, 1]


def test_a_clock_that_went_back_does_not_make_a_new_backup_look_old(filled, opened, stopped):
    book, stopped.time = opened(filled), NOW + timedelta(days=2000)
    more(book, 1)
    backups.back_up_if_changed(filled)
    stopped.time = NOW
    for number in range(2, 15):
        more(book, number)
        newest = backups.back_up_if_changed(filled)
        assert newest.path.exists() and backups.backups_of(filled)[0] == newest
        assert backups.back_up_if_changed(filled) is None
        stopped.time += timedelta(minutes=1)


def test_ten_are_kept_while_time_goes_on(filled, opened, stopped):
    book = opened(filled)
    for number in range(30):
        stopped.time = NOW + timedelta(days=number)  # until 19 December
        more(book, number)
        backups.back_up_if_changed(filled)
    ten = [f"book-202612{day:02}-203100.db" for day in range(10, 20)]
    assert files(filled) == [".lock", "book-20261130-203100.db", *ten]


def test_other_files_in_the_folder_stay(filled):
    folder = filled.parent / "backups"
    folder.mkdir()
    others = ["notes.txt", "book-2026.db", "book-99999999-999999.db", "club-20260101-120000.db"]
    for name in others:
        (folder / name).write_text("mine")
    backups.back_up(filled)
    assert set(others) <= set(files(filled)) and len(backups.backups_of(filled)) == 1


# --- what goes wrong --------------------------------------------------------------------------


def test_a_damaged_book_is_not_backed_up_and_no_earlier_backup_goes(filled, opened):
    book = opened(filled)
    for number in range(10):
        more(book, number)
        backups.back_up(filled)
    book.close()
    before = files(filled)
    damaged = bytearray(filled.read_bytes())
    damaged[4096:8192] = bytes(4096)
    filled.write_bytes(damaged)
    with pytest.raises(StorageFault, match="was not backed up: it is damaged"):
        backups.back_up(filled)
    assert files(filled) == before


def test_a_folder_that_is_a_file_is_named(filled):
    (filled.parent / "backups").write_text("a file")
    with pytest.raises(StorageFault, match="backups cannot be written to"):
        backups.back_up(filled)


def test_where_another_is_at_it_this_one_gives_up_with_a_sentence(filled, monkeypatch):
    monkeypatch.setattr(backups, "PATIENCE", 0.1)
    with backups.alone(filled.parent / "backups"):
        with pytest.raises(StorageFault, match="in use by another program"):
            backups.back_up(filled)
    assert backups.back_up(filled).path.exists()


def test_a_book_that_is_held_gives_up_with_a_sentence(filled, opened, monkeypatch):
    monkeypatch.setattr(backups, "PATIENCE", 0.1)
    with closing(sqlite3.connect(filled)) as holder:
        holder.execute("PRAGMA journal_mode = DELETE")
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StorageFault, match="in use by another program"):
            backups.back_up_if_changed(filled)


BACKS_UP = """
import sys
from pathlib import Path
from scorepad.storage import backups
flush = backups.flush
def wait(path):
    flush(path)
    print("half", flush=True)
    sys.stdin.read()
backups.flush = wait
backups.back_up(Path(sys.argv[1]))
"""


def test_a_killed_backup_leaves_no_half_file_and_the_next_one_tidies_up(filled, entries):
    first = backups.back_up(filled)
    with subprocess.Popen([sys.executable, "-c", BACKS_UP, filled], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "half\n"
        other.kill()
    assert [path.suffix for path in (filled.parent / "backups").iterdir()].count(".part") == 1
    assert [each.path for each in backups.backups_of(filled)] == [first.path]
    time.sleep(0.01)
    second = backups.back_up(filled)
    assert files(filled) == sorted([".lock", first.path.name, second.path.name])
    assert facts_in(second.path) == len(entries)


def test_a_full_disk_leaves_the_earlier_backups(filled):
    """No file of this process may grow beyond four pages: to SQLite the disk is full."""
    first = backups.back_up(filled)
    code = ("import resource, signal, sys; from pathlib import Path; "
            "from scorepad.storage import backups, StorageFault\n"
            "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (16384, 16384))\n"
            "try: backups.back_up(Path(sys.argv[1]))\n"
            "except StorageFault as fault: print(fault.message)")
    done = subprocess.run([sys.executable, "-c", code, filled], capture_output=True, text=True)
    assert done.stderr == "" and done.stdout.count("\n") == 1
    assert files(filled) == [".lock", first.path.name]


def test_a_book_in_a_folder_for_reading_only_is_read_all_the_same(filled, public_folder):
    """SQLite would write beside the book even to read it."""
    book = public_folder / "book.db"
    book.write_bytes(filled.read_bytes())
    book.chmod(0o644)
    public_folder.chmod(0o555)
    with somebody_else(), closing(backups.reading(book)) as opened:
        assert backups.mark_of(opened).seq == 8
        with pytest.raises(StorageFault, match="backups cannot be written to"):
            backups.back_up(book)


def test_a_disk_that_fails_while_a_backup_is_downloaded_is_told_of(filled, monkeypatch):
    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(backups, "pour", fail)
    with pytest.raises(StorageFault) as fault, in_words("the stick"):
        backups.copied(filled)
    assert "The disk refused to write at the stick" in str(fault.value.message)
