"""A WAL without its book: nothing is thrown away, and the commands say so."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from scorepad.storage import StorageFault, Store, backups
from scorepad.storage.faults import Displaced
from scorepad.storage.links import UNLINKED
from tests.command import call


@pytest.fixture
def orphan(place: Path, entries, monkeypatch) -> Path:
    """The place of a young book of which only the WAL is left, as after a kill."""
    store = Store.open(f"sqlite:///{place}")
    store.append_all([(each, None) for each in entries[:4]])
    store.append_all([(each, "evening") for each in entries[4:]])
    wal = place.with_name("book.db-wal").read_bytes()
    store.close()
    place.unlink()
    place.with_name("book.db-wal").write_bytes(wal)
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{place}")
    return place


def test_a_start_keeps_it_and_goes_on_only_when_it_is_put_back(orphan, entries, opened):
    with pytest.raises(Displaced) as fault:
        Store.open(f"sqlite:///{orphan}")
    kept = fault.value.kept
    assert kept is not None and kept.stat().st_mode & 0o777 == 0o600
    for _ in range(2):
        with pytest.raises(Displaced):
            Store.open(f"sqlite:///{orphan}")
    assert not orphan.exists()
    done = call("restore", kept)
    assert done.code == 0 and not kept.exists()
    assert opened(orphan).everything() == entries


@pytest.mark.parametrize("names", range(2))
def test_a_start_that_ends_while_it_keeps_it_leaves_it_to_the_next(names, orphan, entries, opened,
                                                                   monkeypatch):
    """As when the power goes after so many names have changed."""
    def until_then(change):
        def changed(path, target):
            nonlocal names
            if names == 0:
                raise KeyboardInterrupt
            names -= 1
            return change(path, target)
        return changed

    with monkeypatch.context() as ends:
        for how in ("rename", "replace"):
            ends.setattr(Path, how, until_then(getattr(Path, how)))
        with pytest.raises(KeyboardInterrupt):
            Store.open(f"sqlite:///{orphan}")
    with pytest.raises(Displaced) as fault:
        Store.open(f"sqlite:///{orphan}")
    assert call("restore", fault.value.kept).code == 0
    assert opened(orphan).everything() == entries


def test_check_names_it(orphan):
    done = call("check")
    assert done.code == 2 and "only what was written to it last, in book.db-wal" in done.err
    assert orphan.with_name("book.db-wal").stat().st_size


def test_rescue_reads_it(orphan, tmp_path):
    assert call("rescue", tmp_path / "rescued.json").code == 0
    assert "durchmarsch" in (tmp_path / "rescued.json").read_text()


def test_a_command_does_not_begin_an_empty_book(orphan):
    done = call("export", "-")
    assert done.code == 2 and "There is no book at" in done.err and not orphan.exists()


def test_what_was_kept_when_the_file_went_away_is_named_by_every_command(
        filled, entries, monkeypatch):
    store = Store.open(f"sqlite:///{filled}")
    filled.unlink()
    with pytest.raises(Displaced) as fault:
        store.append_all([(entries[0]._replace(id="e99"), None)])
    store.close()
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{filled}")
    kept = fault.value.kept
    for command in (["check"], ["rescue", "-"], ["backup", "-"], ["export", "-"]):
        done = call(*command)
        assert done.code == 2 and f"What was in it is kept as {kept.name}." in done.err
    assert not filled.exists()


def test_a_book_that_somebody_decided_on_is_checked_with_a_word_about_the_other(
        filled, entries, opened, monkeypatch):
    store = Store.open(f"sqlite:///{filled}")
    shutil.copyfile(filled, filled.with_name("other.db"))
    filled.with_name("other.db").replace(filled)
    with pytest.raises(StorageFault, match="What was open is kept whole as book-open-"):
        store.append_all([(entries[0]._replace(id="e99"), None)])
    store.close()
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{filled}")
    done = call("check")
    assert done.code == 2 and "is what was open" in done.err
    [kept] = filled.parent.glob("book-open-*.db")
    kept.rename(kept.with_name("elsewhere.db"))
    assert opened(filled).everything() == entries


def test_what_another_program_wrote_is_kept_where_something_of_ours_is_in_no_file(
        filled, entries, opened):
    """The WAL over a backup makes a sound book, in which an entry that was saved here is missing:
    it is put in, and what the other program wrote stays."""
    backups.back_up_if_changed(filled)
    store, other = opened(filled), opened(filled)
    ours, theirs = [entries[0]._replace(id=own) for own in ("ours", "theirs")]
    other.append_all([(theirs, None)])
    [row] = store.rows_of([(ours, None)])
    store._home._opened.remembered.append((ours.id, (*row, *UNLINKED)))
    os.truncate(filled, 0)
    with pytest.raises(Displaced) as fault:
        store.append_all([(entries[0]._replace(id="e99"), None)])
    kept = opened(fault.value.kept).everything()
    assert {entry.id for entry in kept} == {entry.id for entry in entries} | {"ours", "theirs"}


def test_a_save_is_no_refusal_because_the_file_is_held_when_it_is_looked_at_afterwards(
        place, entries, opened, monkeypatch):
    store = opened(place)
    file, looks = store._home._opened, iter([store._home._opened.is_whole])

    def held() -> bool:
        for before in looks:
            return before()
        raise sqlite3.OperationalError("database is locked")

    with monkeypatch.context() as patched:
        patched.setattr(file, "is_whole", held)
        store.append_all([(each, None) for each in entries[:4]])
    store.append_all([(each, "evening") for each in entries[4:]])
    assert opened(place).everything() == entries


@pytest.mark.parametrize("left", [0.5, 0], ids=["cut in half", "emptied"])
def test_a_wal_that_is_cut_off_while_a_save_looks_at_it_is_noticed(
        place, entries, opened, monkeypatch, left):
    store = opened(place)
    store.append_all([(each, None) for each in entries[:4]])
    for entry in entries[4:-2]:
        store.append_all([(entry, "evening")])
    wal, read = place.with_name("book.db-wal"), os.pread

    def cut_then_read(file: int, size: int, offset: int) -> bytes:
        monkeypatch.undo()
        os.truncate(wal, int(wal.stat().st_size * left))
        return read(file, size, offset)

    monkeypatch.setattr(os, "pread", cut_then_read)
    with pytest.raises(Displaced) as fault:
        for entry in entries[-2:]:
            store.append_all([(entry, "evening")])
    assert fault.value.kept is not None
    assert opened(fault.value.kept).everything() == entries[:-2]
