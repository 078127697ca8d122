"""A book of an earlier version: copied, brought up to date in one transaction, or left alone."""

import re
import sqlite3

import pytest

from scorepad.storage import StorageFault, Store, migrations, store


@pytest.fixture
def knowing(monkeypatch):
    """Lets this version know more migrations than the first."""
    def know(*more):
        every = (migrations._begin, *more)
        monkeypatch.setattr(migrations, "MIGRATIONS", every)
        monkeypatch.setattr(store, "MIGRATIONS", every)
    return know


def adds(table):
    """A migration that adds a table."""
    def step(connection):
        connection.exec_driver_sql(f"CREATE TABLE {table} (name TEXT)")
    return step


def fails(connection):
    """A migration that writes, and then goes wrong."""
    connection.exec_driver_sql("CREATE TABLE half (name TEXT)")
    connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")


def inside(place):
    """The tables of a book, and its version."""
    book = sqlite3.connect(place)
    tables = {name for name, in book.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table'")}
    [(version,)] = book.execute("SELECT version FROM scorepad_version")
    book.close()
    return tables, version


FIRST = {"scorepad_version", "fact", "device"}


def copies(place):
    return sorted((place.parent / "backups").glob("*.db"))


def test_a_new_book_has_this_version_and_no_copy(filled):
    assert inside(filled) == (FIRST, 1) and copies(filled) == []


def test_opening_a_book_of_this_version_again_changes_nothing(filled):
    before = filled.read_bytes()
    Store.open(f"sqlite:///{filled}").close()
    assert filled.read_bytes() == before and copies(filled) == []


def test_an_older_book_gets_what_is_missing_in_order_and_keeps_what_it_has(
        filled, entries, opened, knowing):
    def renames(connection):
        connection.exec_driver_sql("ALTER TABLE songs RENAME TO shanties")

    knowing(adds("songs"), renames)
    assert opened(filled).everything() == entries
    assert inside(filled) == (FIRST | {"shanties"}, 3)


def test_only_what_is_missing_is_done(filled, opened, knowing):
    knowing(adds("songs"))
    opened(filled).close()
    knowing(adds("songs"), adds("dances"))
    opened(filled)
    assert inside(filled) == (FIRST | {"songs", "dances"}, 3)


def test_a_copy_is_made_first_and_opens_as_the_older_version(filled, entries, opened, knowing):
    knowing(adds("songs"))
    opened(filled).close()
    [copy] = copies(filled)
    assert re.fullmatch(r"book-\d{8}-\d{6}-version-1\.db", copy.name)
    assert inside(copy) == (FIRST, 1)
    knowing()
    assert opened(copy).everything() == entries


def test_the_copy_has_what_was_not_yet_in_the_main_file(filled, entries, opened, knowing):
    """Saved hands lie in the journal beside the file until it is closed."""
    other = opened(filled)
    other.append([entries[0]._replace(id="e99")], None)
    knowing(adds("songs"))
    opened(filled)
    knowing()
    assert [entry.id for entry in opened(copies(filled)[0]).everything()][-1] == "e99"


@pytest.mark.parametrize("steps", [(fails,), (adds("songs"), fails), (fails, adds("songs"))])
def test_a_migration_that_fails_leaves_the_book_as_it_was(filled, entries, opened, knowing, steps):
    before = filled.read_bytes()
    knowing(*steps)
    with pytest.raises(StorageFault, match="no such table: nowhere"):
        Store.open(f"sqlite:///{filled}")
    assert filled.read_bytes() == before
    assert inside(filled) == (FIRST, 1)
    knowing()
    assert opened(filled).everything() == entries


def test_a_new_book_that_fails_is_no_book_and_can_be_made_later(place, opened, knowing):
    knowing(fails)
    with pytest.raises(StorageFault):
        Store.open(f"sqlite:///{place}")
    knowing()
    assert opened(place).everything() == []
    assert inside(place) == (FIRST, 1)


def test_without_room_for_a_copy_nothing_is_changed(filled, opened, knowing):
    """The folder's name is that of a file, so nothing can be written into it."""
    (filled.parent / "backups").write_text("a file")
    before = filled.read_bytes()
    knowing(adds("songs"))
    with pytest.raises(StorageFault, match="cannot be written to"):
        Store.open(f"sqlite:///{filled}")
    assert filled.read_bytes() == before


def test_the_migrated_book_is_newer_for_the_earlier_program(filled, opened, knowing):
    knowing(adds("songs"))
    opened(filled).close()
    before = filled.read_bytes()
    knowing()
    with pytest.raises(StorageFault, match="newer Scorepad"):
        Store.open(f"sqlite:///{filled}")
    assert filled.read_bytes() == before
