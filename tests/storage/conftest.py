"""Places for a book, and what to write into it."""

import os
import shutil
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from scorepad.storage import Store
from tests.book.pages import Book

NOBODY = 65534


@pytest.fixture
def place(tmp_path):
    """Where a book may come to lie."""
    return tmp_path / "book.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request, tmp_path):
    """The URL of a book that is not there yet: what must hold wherever it is kept."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'book.db'}"
        return
    with request.getfixturevalue("postgres").database() as url:
        yield url


@pytest.fixture
def opened():
    """Opens the book at a place or URL; all of them are closed at the end."""
    stores = []

    def open_(where):
        store = Store.open(where if isinstance(where, str) else f"sqlite:///{where}")
        stores.append(store)
        return store

    yield open_
    for store in stores:
        store.close()


@pytest.fixture
def entries():
    """Four players, an evening, a sheet, and two hands."""
    book = Book()
    book.hand("h1", {"durchmarsch": "Anne"})
    book.hand("h2", {"augen": {"Bert": 66, "Cem": 54}, "jungfern": ["Dora"]})
    return book.entries


@pytest.fixture
def filled(place, entries):
    """A file with these entries, closed."""
    fill(f"sqlite:///{place}", entries)
    return place


@pytest.fixture
def written(where, entries):
    """The URL of a book with these entries, closed, wherever it is kept."""
    fill(where, entries)
    return where


def fill(url, entries):
    """Make a book with these entries."""
    store = Store.open(url)
    store.append_all([(each, None) for each in entries[:4]])
    store.append_all([(each, "evening") for each in entries[4:]])
    store.close()


@contextmanager
def bare(url):
    """A database without Scorepad: runs statements, each for itself; returns their rows."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        def run(statement):
            result = connection.exec_driver_sql(statement)
            return result.fetchall() if result.returns_rows else []
        yield run
    engine.dispose()


@pytest.fixture
def public_folder():
    """A folder that everybody may look into, and only its owner may write into."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def somebody_else():
    """Without the rights of an administrator, to whom nothing is read-only."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def faults_of_two_keepers(database: str, rounds: int) -> list[BaseException]:
    """Let two programs keep something under one key at once, so many times; every fifth time they
    forget it. Returns what they were refused with."""
    stores = [Store.open(database), Store.open(database)]
    start, faults = threading.Barrier(2), []

    def keep(store: Store) -> None:
        try:
            for number in range(rounds):
                start.wait(60)
                store.keep("entry/sheet", {"augen": number} if number % 5 else None)
        except BaseException as fault:
            faults.append(fault)
            start.abort()

    threads = [threading.Thread(target=keep, args=(store,)) for store in stores]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    for store in stores:
        store.close()
    return faults
