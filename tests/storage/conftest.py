"""Places for a book, and what to write into it."""

import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorepad.storage import Store
from tests.book.pages import Book

NOBODY = 65534


@pytest.fixture
def place(tmp_path):
    """Where a book may come to lie."""
    return tmp_path / "book.db"


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
    """A closed book with these entries."""
    store = Store.open(f"sqlite:///{place}")
    store.append(entries[:4], None)
    store.append(entries[4:], "evening")
    store.close()
    return place


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
