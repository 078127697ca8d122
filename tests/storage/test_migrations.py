"""A book of an earlier version: copied, brought up to date in one transaction, or left alone."""

import re
import threading
import time

import pytest
from sqlalchemy import create_engine, inspect

from scorepad.book.facts import Entry, EveningClosed
from scorepad.storage import StorageFault, Store, migrations
from tests.storage.conftest import bare


@pytest.fixture
def knowing(monkeypatch):
    """Lets this version know more migrations than it does."""
    def know(*more):
        every = (*THIS, *more)
        monkeypatch.setattr(migrations, "MIGRATIONS", every)
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


def inside(where):
    """The tables of a book, and its version."""
    with bare(where) as run:
        [(version,)] = run("SELECT version FROM scorepad_version")
        return set(inspect(create_engine(where)).get_table_names()), version


THIS = migrations.MIGRATIONS
NOW = len(THIS)
TABLES = {"scorepad_version", "fact", "device"}


def url(place):
    return f"sqlite:///{place}"


def copies(place):
    return sorted((place.parent / "backups").glob("*.db"))


def test_a_new_book_has_this_version_and_no_copy(filled):
    assert inside(url(filled)) == (TABLES, NOW) and copies(filled) == []


def test_opening_a_book_of_this_version_again_changes_nothing(filled):
    before = filled.read_bytes()
    Store.open(f"sqlite:///{filled}").close()
    assert filled.read_bytes() == before and copies(filled) == []


def test_an_older_book_gets_what_is_missing_in_order_and_keeps_what_it_has(
        written, entries, opened, knowing):
    def renames(connection):
        connection.exec_driver_sql("ALTER TABLE songs RENAME TO shanties")

    knowing(adds("songs"), renames)
    assert opened(written).everything() == entries
    assert inside(written) == (TABLES | {"shanties"}, NOW + 2)


def test_only_what_is_missing_is_done(written, opened, knowing):
    knowing(adds("songs"))
    opened(written).close()
    knowing(adds("songs"), adds("dances"))
    opened(written)
    assert inside(written) == (TABLES | {"songs", "dances"}, NOW + 2)


def test_two_that_open_an_older_book_at_the_same_moment_bring_it_up_to_date_once(
        written, entries, opened, knowing, monkeypatch):
    """Both see that it is old before one of them begins, and neither is done before both have
    begun if nothing keeps them apart."""
    def slowly(connection):
        time.sleep(0.3)
        adds("songs")(connection)
        time.sleep(0.3)

    knowing(slowly)
    everybody, results, migrate = threading.Barrier(2, timeout=20), [], migrations.migrate

    def migrate_together(connection):
        everybody.wait()
        migrate(connection)

    def open_():
        try:
            results.append(opened(written).everything())
        except BaseException as fault:
            results.append(str(fault))

    monkeypatch.setattr(migrations, "migrate", migrate_together)
    threads = [threading.Thread(target=open_) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [entries] * 2
    assert inside(written) == (TABLES | {"songs"}, NOW + 1)


def test_a_copy_is_made_first_and_opens_as_the_older_version(filled, entries, opened, knowing):
    knowing(adds("songs"))
    opened(filled).close()
    [copy] = copies(filled)
    assert re.fullmatch(rf"book-\d{{8}}-\d{{6}}-version-{NOW}\.db", copy.name)
    assert inside(url(copy)) == (TABLES, NOW)
    knowing()
    assert opened(copy).everything() == entries


def test_the_copy_has_what_was_not_yet_in_the_main_file(filled, entries, opened, knowing):
    """Saved hands lie in the journal beside the file until it is closed."""
    other = opened(filled)
    other.append_all([(entries[0]._replace(id="e99"), None)])
    knowing(adds("songs"))
    opened(filled)
    knowing()
    assert [entry.id for entry in opened(copies(filled)[0]).everything()][-1] == "e99"


STEPS = pytest.mark.parametrize("steps", [
    (fails,), (adds("songs"), fails), (fails, adds("songs"))])


@STEPS
def test_a_migration_that_fails_leaves_the_book_as_it_was(
        written, entries, opened, knowing, steps):
    knowing(*steps)
    with pytest.raises(StorageFault, match="nowhere"):
        Store.open(written)
    assert inside(written) == (TABLES, NOW)
    knowing()
    assert opened(written).everything() == entries


@STEPS
def test_a_migration_that_fails_changes_no_byte_of_a_file(filled, knowing, steps):
    before = filled.read_bytes()
    knowing(*steps)
    with pytest.raises(StorageFault, match="no such table: nowhere"):
        Store.open(url(filled))
    assert filled.read_bytes() == before


def test_a_migration_that_fails_at_every_start_makes_one_copy_only(filled, opened, knowing):
    """Copies from before a migration are never dropped; one a start would fill the disk."""
    knowing(fails)
    for _ in range(3):
        with pytest.raises(StorageFault):
            Store.open(f"sqlite:///{filled}")
    assert len(copies(filled)) == 1
    knowing()
    book = opened(filled)
    book.append_all([(Entry("e99", EveningClosed("evening")), "evening")])
    knowing(fails)
    with pytest.raises(StorageFault):
        Store.open(f"sqlite:///{filled}")
    assert len(copies(filled)) == 2


def test_a_new_book_that_fails_is_no_book_and_can_be_made_later(where, opened, knowing):
    knowing(fails)
    with pytest.raises(StorageFault):
        Store.open(where)
    knowing()
    assert opened(where).everything() == []
    assert inside(where) == (TABLES, NOW)


def test_without_room_for_a_copy_nothing_is_changed(filled, opened, knowing):
    """The folder's name is that of a file, so nothing can be written into it."""
    (filled.parent / "backups").write_text("a file")
    before = filled.read_bytes()
    knowing(adds("songs"))
    with pytest.raises(StorageFault, match="cannot be written to"):
        Store.open(f"sqlite:///{filled}")
    assert filled.read_bytes() == before


def test_the_migrated_book_is_newer_for_the_earlier_program(written, opened, knowing):
    knowing(adds("songs"))
    opened(written).close()
    before = inside(written)
    knowing()
    with pytest.raises(StorageFault, match="newer Scorepad"):
        Store.open(written)
    assert inside(written) == before
