"""A book in a browser, which no other program can have open, is brought into its one file."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorepad.storage import Store, opened
from scorepad.storage.faults import Displaced


@pytest.fixture
def store(place: Path, entries, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(opened, "IN_A_BROWSER", True)
    store = Store.open(f"sqlite:///{place}")
    store.append_all([(each, None) for each in entries[:4]])
    yield store
    store.close()


def test_all_of_it_is_in_the_file_and_nothing_beside_it(store: Store, place: Path):
    store.settle()
    assert place.with_name("book.db-wal").stat().st_size == 0
    (alone := place.with_name("alone.db")).write_bytes(place.read_bytes())
    with closing(sqlite3.connect(alone)) as book:
        assert book.execute("SELECT count(*) FROM fact").fetchone() == (4,)


def test_it_goes_on_after_that(store: Store, place: Path, entries):
    for each in entries[4:]:
        store.settle()
        store.append_all([(each, "evening")])
    store.settle()
    assert store.everything() == entries and not store.displaced


def test_what_is_cut_off_afterwards_is_noticed(store: Store, place: Path, entries):
    store.settle()
    store.append_all([(entries[4], "evening")])
    with place.with_name("book.db-wal").open("r+b") as wal:
        wal.truncate(0)
    with pytest.raises(Displaced):
        store.append_all([(entries[5], "evening")])


def test_elsewhere_others_may_have_it_open(store: Store, place: Path,
                                           monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(opened, "IN_A_BROWSER", False)
    store.settle()
    assert place.with_name("book.db-wal").stat().st_size
