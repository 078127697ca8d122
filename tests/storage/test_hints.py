"""Hints: whoever listens hears within moments that somebody else has written, and nothing depends
on it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from scorepad.book.facts import Entry, PlayerAdded
from scorepad.storage import StorageFault, Store, on_server as of_hints
from scorepad.storage.on_server import Hints
from tests.postgres import MISSING, Postgres, until

pytest.importorskip("psycopg", reason=MISSING)


def write(store: Store, name: str) -> None:
    store.append_all([(Entry(name, PlayerAdded(name, name), 0), None)])


@contextmanager
def hearing(url: str) -> Iterator[tuple[Hints, list[int]]]:
    """Hints that have been heard."""
    hints, heard = Hints(url), list[int]()
    hints.listen(lambda: heard.append(threading.get_ident()))
    hints.begin()
    try:
        yield hints, heard
    finally:
        hints.end()
        assert hints._thread is not None
        hints._thread.join(10)
        assert not hints._thread.is_alive()


@pytest.fixture
def url(postgres: Postgres) -> Iterator[str]:
    with postgres.database() as url:
        yield url


def test_what_somebody_saves_is_heard_by_all_who_listen(url: str):
    store = Store.open(url)
    with hearing(url) as (hints, heard):
        until(lambda: len(heard) == 1)  # now it listens
        others: list[int] = []
        forget = hints.listen(lambda: others.append(0))
        write(store, "Anne")
        until(lambda: len(heard) == 2 and len(others) == 1)
        assert heard[1] != threading.get_ident()
        forget()
        write(store, "Bert")
        until(lambda: len(heard) == 3)
        assert len(others) == 1
    store.close()


def test_what_is_not_saved_is_not_heard(url: str):
    store, other = Store.open(url), Store.open(url)
    write(other, "Anne")
    with hearing(url) as (_, heard):
        until(lambda: len(heard) == 1)
        again = [(Entry("x", PlayerAdded("x", "x"), 0), None)]
        assert not store.append_all(again, unless_changed=True)  # somebody has written meanwhile
        write(other, "Bert")
        until(lambda: len(heard) == 2)
    for each in (store, other):
        each.close()


def test_it_listens_again_once_the_server_is_back(
        postgres: Postgres, url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(of_hints, "AGAIN", 0.05)
    store = Store.open(url)
    with hearing(url) as (_, heard):
        until(lambda: len(heard) == 1)
        postgres.stop()
        postgres.start()
        until(lambda: len(heard) == 2)  # something may have been missed

        def written() -> bool:
            try:
                write(store, f"Anne {len(heard)}")
            except StorageFault:
                return False
            return True

        until(written)
        until(lambda: len(heard) == 3)
    store.close()


@pytest.mark.parametrize("database", ["sqlite:///{}", "nonsense", "postgresql://127.0.0.1:9/x"])
def test_where_there_is_nobody_to_hear_nothing_is_said(
        tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch, capsys: Any):
    monkeypatch.setattr(of_hints, "AGAIN", 0.05)
    with hearing(database.format(tmp_path / "book.db")) as (_, heard):
        pass
    assert heard == [] and capsys.readouterr().err == ""
