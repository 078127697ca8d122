"""Opening a book: made where there is none, and nothing else is ever touched."""

import errno
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from itertools import combinations_with_replacement

import pytest
from sqlalchemy import create_engine, inspect

from scorepad.book.facts import Entry, PlayerAdded
from scorepad.config import Settings
from scorepad.service import Service
from scorepad.storage import StorageFault, Store, connecting, faults, migrations, opened as opening
from scorepad.storage.faults import InUse
from tests.storage.conftest import bare, somebody_else

HOLDS_IT = """
import sqlite3, sys
book = sqlite3.connect(sys.argv[1])
book.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


def refused(where):
    """The one sentence that opening ends with."""
    with pytest.raises(StorageFault) as fault:
        Store.open(where if isinstance(where, str) else f"sqlite:///{where}")
    sentence = str(fault.value.message)
    assert sentence and "\n" not in sentence
    return sentence


# --- what is there, and what is not -----------------------------------------------------------


def test_a_book_is_made_with_its_folders_and_is_empty(tmp_path, opened):
    place = tmp_path / "a" / "b" / "book.db"
    assert opened(place).everything() == []
    assert place.is_file()


def test_an_empty_file_becomes_a_book(place, opened):
    place.touch()
    assert opened(place).everything() == []


def test_a_book_is_found_again(written, entries, opened):
    assert opened(written).everything() == entries


def test_the_settings_that_keep_a_saved_hand_are_in_force(place, opened):
    """Asked of the very connection that writes; the numbers are SQLite's: 3 is EXTRA."""
    asked = opened(place)._connection.exec_driver_sql
    assert asked("PRAGMA journal_mode").scalar() == "wal"
    assert asked("PRAGMA synchronous").scalar() == 3
    assert asked("PRAGMA foreign_keys").scalar() == 1


def test_they_are_in_force_in_a_book_that_was_there_before(filled, opened):
    test_the_settings_that_keep_a_saved_hand_are_in_force(filled, opened)


def test_a_book_that_was_just_growing_when_the_power_went_is_as_it_was_before(
        filled, entries, opened):
    """Of what was written into it only the first page is on the disk, which says how many there
    are; in the journal beside it are those that were there."""
    journal = filled.with_name("book.db-journal")
    with closing(sqlite3.connect(filled, isolation_level=None)) as growing:
        growing.execute("PRAGMA journal_mode = DELETE")
        before = filled.read_bytes()
        growing.execute("PRAGMA cache_size = 2")
        growing.execute("BEGIN")
        growing.execute("CREATE TABLE filler AS SELECT zeroblob(100000)")
        beside = journal.read_bytes()
        growing.execute("COMMIT")
    filled.write_bytes(filled.read_bytes()[:4096] + before[4096:])
    journal.write_bytes(beside)
    assert opened(filled).everything() == entries


def test_a_book_in_memory(opened):
    assert opened("sqlite://").everything() == []


def test_the_url_of_the_environment_is_the_place(tmp_path):
    place = tmp_path / "elsewhere" / "club.db"
    settings = Settings.of({"SCOREPAD_DATABASE_URL": f"sqlite:///{place}",
                            "FLET_APP_STORAGE_DATA": str(tmp_path / "data")})
    Service.open(settings).close()
    assert place.is_file() and not (tmp_path / "data").exists()


def test_the_folder_that_the_app_is_given_is_the_place_otherwise(tmp_path):
    Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(tmp_path / "data")})).close()
    assert (tmp_path / "data" / "book.db").is_file()


@pytest.mark.parametrize("_again", range(8))
def test_openings_at_the_same_moment_make_one_book(where, monkeypatch, _again):
    """All of them see that there is none before one of them makes it; SQLite refuses one of them
    about every third time."""
    everybody, results = threading.Barrier(4, timeout=20), []
    use_wal = connecting.use_wal

    def use_wal_together(*asked):
        everybody.wait()
        use_wal(*asked)

    def open_():
        try:
            Store.open(where).close()
            results.append("opened")
        except BaseException as fault:
            results.append(str(fault))

    monkeypatch.setattr(connecting, "use_wal", use_wal_together)
    threads = [threading.Thread(target=open_) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == ["opened"] * 4


# --- what is something else -------------------------------------------------------------------


def other_database(place):
    with sqlite3.connect(place) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
        other.execute("INSERT INTO recipes VALUES ('Grünkohl')")
    other.close()
    return place.read_bytes()


SOMETHING_ELSE = {
    "text": b"Anne 66, Bert 30, Cem 24\n" * 100,
    "a short text": b"Anne",
    "a byte": b"x",
    "picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20,
    "zeros": bytes(8192),
}


@pytest.mark.parametrize("content", SOMETHING_ELSE.values(), ids=SOMETHING_ELSE)
def test_a_file_that_is_something_else_stays_as_it_is(place, content):
    place.write_bytes(content)
    assert refused(place) == (
        f"{place} is not a Scorepad book, or it is damaged. Nothing was changed in it. "
        "Name another place with SCOREPAD_DATABASE_URL.")
    assert place.read_bytes() == content
    assert [path.name for path in place.parent.iterdir()] == ["book.db"]


def test_in_the_page_of_a_phone_nobody_is_sent_to_another_place(place, monkeypatch):
    monkeypatch.setattr(faults, "IN_A_BROWSER", True)
    monkeypatch.setattr(migrations, "IN_A_BROWSER", True)
    place.write_bytes(b"Anne")
    assert refused(place).endswith(
        "is not a Scorepad book, or it is damaged. Nothing was changed in it. Restore a backup.")
    place.unlink()
    other_database(place)
    assert refused(place) == ("book.db is a database, but not a Scorepad book. Nothing was changed "
                              "in it. Restore a backup.")


def test_a_file_that_the_disk_has_no_room_for_is_told_as_that(place, monkeypatch):
    """SQLite says only that it cannot be opened."""
    def full(dir):
        assert dir == place.parent
        raise OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(faults, "TemporaryFile", full)
    fault = faults.fault_at(str(place), sqlite3.OperationalError("unable to open database file"))
    assert str(fault.message) == (
        f"There is no space left at {place}. Nothing was changed. Free some space and try again.")


def test_another_database_stays_as_it_is(place):
    before = other_database(place)
    assert refused(place) == (
        f"{place} is a database, but not a Scorepad book. Nothing was changed in it. "
        "Name another place with SCOREPAD_DATABASE_URL.")
    assert place.read_bytes() == before


def test_another_database_on_a_server_stays_as_it_is(where):
    with bare(where) as run:
        run("CREATE TABLE recipes (name TEXT)")
        run("INSERT INTO recipes VALUES ('Grünkohl')")
        assert refused(where).endswith(
            " is a database, but not a Scorepad book. Nothing was changed in it. "
            "Name another place with SCOREPAD_DATABASE_URL.")
        assert inspect(create_engine(where)).get_table_names() == ["recipes"]
        assert run("SELECT * FROM recipes") == [("Grünkohl",)]


def test_a_database_that_only_looks_like_a_book_stays_as_it_is(place):
    with sqlite3.connect(place) as other:
        other.execute("CREATE TABLE scorepad_version (version INTEGER)")
    other.close()
    before = place.read_bytes()
    assert "not a Scorepad book" in refused(place)
    assert place.read_bytes() == before


@pytest.mark.parametrize("left", [1, 16, 100, 511, 4096, 5000, -4096, -1])
def test_a_truncated_book_stays_as_it_is(filled, left):
    before = filled.read_bytes()[:left]
    filled.write_bytes(before)
    assert "is not a Scorepad book, or it is damaged" in refused(filled)
    assert filled.read_bytes() == before


LOOKS = 4
"""So often a book's file is looked at, at most, to see whether it is cut off."""


def test_a_book_that_another_program_makes_meanwhile_is_not_cut_off(filled):
    """Whatever of it is seen at which look: no byte; its first page, which begins the WAL; what has
    been saved there, as its head comes into the file, then all; and that after the WAL has gone."""
    whole, wal = filled.read_bytes(), filled.with_name(f"{filled.name}-wal")
    first = whole[:28] + (1).to_bytes(4, "big") + whole[32:4096]
    assert len(whole) > 4096
    states = [(b"", False), (first, False), (first, True), (whole[:4096], True), (whole, True),
              (whole, False)]

    class Growing(type(filled)):
        def _goes_on(self):
            content, has_wal = next(moments, (whole, False))
            filled.write_bytes(content)
            if has_wal:
                wal.touch()
            else:
                wal.unlink(missing_ok=True)

        def stat(self, **more):
            self._goes_on()
            return super().stat(**more)

        def open(self, *how):
            self._goes_on()
            return super().open(*how)

    for seen in combinations_with_replacement(states, LOOKS):
        moments = iter(seen)
        connecting.refuse_cut(Growing(filled))


def test_a_book_whose_end_still_lies_in_the_journal_is_whole(filled, entries, opened):
    """As after a crash while the journal was being worked in."""
    book = opened(filled)
    book.append_all([(Entry(f"e{n}", PlayerAdded(f"p{n}", "x" * 4000)), None)
                     for n in range(50, 60)])
    written = sqlite3.connect(filled)
    [(pages,)] = written.execute("PRAGMA page_count")
    written.close()
    with filled.open("r+b") as file:
        file.seek(28)
        file.write(pages.to_bytes(4, "big"))
    assert filled.stat().st_size < pages * 4096
    assert len(opened(filled).everything()) == len(entries) + 10


def test_a_book_of_a_newer_version_is_refused_and_stays_as_it_is(written, entries, opened):
    with bare(written) as run:
        run("UPDATE scorepad_version SET version = 7")
        assert refused(written).endswith(
            " was written by a newer Scorepad (book version 7, this one knows 4). "
            "Nothing was changed in it. Update Scorepad to open it.")
        assert run("SELECT version FROM scorepad_version") == [(7,)]
        run("UPDATE scorepad_version SET version = 4")
    assert opened(written).everything() == entries


def test_a_file_of_a_newer_version_is_not_touched(filled):
    changed = sqlite3.connect(filled)
    with changed:
        changed.execute("UPDATE scorepad_version SET version = 7")
    changed.close()
    before = filled.read_bytes()
    assert refused(filled).startswith(f"{filled} was written by a newer Scorepad")
    assert filled.read_bytes() == before


def test_an_entry_that_cannot_be_read_is_named(written, opened):
    with bare(written) as run:
        run("INSERT INTO fact (id, kind, at, by, data) VALUES "
            "('e99', 'HandShuffled', 0, '', '{}')")
    [unread] = [entry for entry in opened(written).everything() if entry.id == "e99"]
    assert (unread.fact.kind, str(unread.fact.why)) == (
        "HandShuffled", "is of a kind that this Scorepad does not know")


# --- what cannot be written -------------------------------------------------------------------


def test_a_place_below_a_file(place):
    place.write_text("a file")
    below = place / "deeper" / "book.db"
    assert refused(below) == (f"{below} cannot be written to. Make the folder writable, "
                              "or name another place with SCOREPAD_DATABASE_URL.")
    assert place.read_text() == "a file"


def test_a_folder_in_place_of_the_file(tmp_path):
    assert "cannot be written to" in refused(tmp_path)


def test_a_read_only_folder(public_folder):
    Store.open("sqlite://").close()  # what is imported late, while it may be read
    public_folder.chmod(0o555)
    with somebody_else():
        assert "cannot be written to" in refused(public_folder / "book.db")
        assert "cannot be written to" in refused(public_folder / "new" / "book.db")
    assert list(public_folder.iterdir()) == []


def test_a_read_only_file_can_be_read_and_says_why_it_is_not_written(filled, entries, opened):
    book = opened(f"sqlite:///file:{filled}?mode=ro&uri=true")
    assert book.everything() == entries
    with pytest.raises(StorageFault, match="cannot be written to"):
        book.append_all([(each, None) for each in entries[:1]])
    with pytest.raises(StorageFault, match="cannot be written to"):
        book.keep("theme", "dark")
    assert book.everything() == entries


def test_a_book_that_another_program_holds(filled, entries, opened, monkeypatch):
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.1)
    book = opened(filled)
    more = [entries[0]._replace(id="e99")]
    with subprocess.Popen([sys.executable, "-c", HOLDS_IT, filled], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "held\n"
        with pytest.raises(StorageFault) as fault:
            book.append_all([(each, None) for each in more])
        with pytest.raises(StorageFault):
            book.keep("theme", "dark")
        assert not book._connection.in_transaction()
        other.stdin.close()
    assert str(fault.value.message) \
        == f"{filled} is in use by another program. Close it and try again."
    assert book.everything() == entries
    book.append_all([(each, None) for each in more])
    assert book.everything() == entries + more


def test_what_changes_with_every_key_waits_for_nobody(filled, opened):
    """With a patience of five seconds; half of one is time enough for a busy machine."""
    book = opened(filled)
    with closing(sqlite3.connect(filled, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        with pytest.raises(InUse):
            book.keep("entry", [6], patiently=False)
        assert time.monotonic() - began < opening.BUSY_SECONDS / 2
    book.keep("entry", [6, 6], patiently=False)
    assert book.kept("entry") == [6, 6]
    [(patience,)] = book._connection.exec_driver_sql("PRAGMA busy_timeout").fetchall()
    assert patience == opening.BUSY_SECONDS * 1000


def test_what_changes_with_every_key_says_that_there_is_no_room(filled, opened):
    """SQLite hears it at the commit, where what is asked next may not hide it: neither a server nor
    a way to reach one has to do with it."""
    pytest.importorskip("resource")
    from tests.proof.disks import LimitedFiles

    book = opened(filled)
    with LimitedFiles(filled.parent).full(1), pytest.raises(StorageFault) as fault:
        book.keep("entry", [6], patiently=False)
    assert str(fault.value.message).startswith(
        (f"There is no space left at {filled}.", f"The disk refused to write at {filled}."))
    book.keep("entry", [6, 6], patiently=False)
    assert book.kept("entry") == [6, 6]
    [(patience,)] = book._connection.exec_driver_sql("PRAGMA busy_timeout").fetchall()
    assert patience == opening.BUSY_SECONDS * 1000


# --- what is no place -------------------------------------------------------------------------


def test_a_url_that_is_none():
    assert refused("my book").startswith("my book cannot be used: Could not parse")


def test_a_database_that_nobody_knows():
    assert refused("dbase://host/book").startswith("dbase://host/book cannot be used: ")


def test_a_password_is_not_shown():
    sentence = refused("dbase://anne:geheim@host/book")
    assert "geheim" not in sentence and "dbase://anne:***@host/book" in sentence
