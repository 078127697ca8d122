"""A file in the place of a broken book: the moments in which that could end half-way.

`tests/proof/test_killed_restoring.py` kills real processes there; here each moment has a name.
"""

import os

import pytest

from scorepad.storage import StorageFault, Store, backups, placing, restoring
from scorepad.storage.restoring import Picked


class Death(BaseException):
    """Ends everything at once, as a kill does: nothing in the program catches it."""


def dies_at(monkeypatch, target, fault=Death):
    """Nothing gets this name any more."""
    replace = os.replace

    def until_then(old, new):
        if new == target:
            raise fault
        replace(old, new)

    monkeypatch.setattr(os, "replace", until_then)


@pytest.fixture
def backup(filled, tmp_path):
    """A backup elsewhere; the book itself is gone."""
    path = tmp_path / "stick.db"
    backups.copy_whole(filled, path)
    filled.unlink()
    return path


def names(place):
    return sorted(path.name for path in place.parent.iterdir()
                  if not path.name.startswith("book-damaged-"))


def test_a_folder_was_moved_away_and_nothing_had_come_in_its_place(
        place, backup, entries, opened, monkeypatch):
    place.mkdir()
    (place / "notes.txt").write_text("mine")
    dies_at(monkeypatch, place)
    with pytest.raises(Death):
        restoring.put_in_place(place, Picked.at(backup))
    assert not place.exists()
    monkeypatch.undo()
    assert opened(place).everything() == entries
    [aside] = place.parent.glob("book-damaged-*")
    assert (aside / "notes.txt").read_text() == "mine"
    assert names(place) == ["backups", "book.db", "book.db-shm", "book.db-wal", "stick.db"]


def test_the_journal_of_a_damaged_book_had_gone_already(place, backup, entries, opened,
                                                        monkeypatch):
    """What it held must not get into the other book, nor be lost."""
    place.write_text("Anne 66, Bert 30")
    journal = place.with_name("book.db-wal")
    journal.write_text("the last hand")
    dies_at(monkeypatch, place)
    with pytest.raises(Death):
        restoring.put_in_place(place, Picked.at(backup))
    assert not journal.exists()
    monkeypatch.undo()
    assert opened(place).everything() == entries
    [kept] = place.parent.glob("book-damaged-*.db")
    assert kept.read_text() == "Anne 66, Bert 30"
    assert kept.with_name(f"{kept.name}-wal").read_text() == "the last hand"


def test_before_it_was_decided_nothing_has_changed(place, backup, monkeypatch):
    place.write_text("Anne 66, Bert 30")
    dies_at(monkeypatch, place.with_name("book.db.restored"))
    with pytest.raises(Death):
        restoring.put_in_place(place, Picked.at(backup))
    monkeypatch.undo()
    assert place.read_text() == "Anne 66, Bert 30"
    assert not place.with_name("book.db.restored").exists()
    with pytest.raises(StorageFault):
        Store.open(f"sqlite:///{place}")


@pytest.mark.parametrize("is_folder", [False, True])
def test_what_the_disk_refuses_leaves_all_as_it_was(place, backup, monkeypatch, is_folder):
    if is_folder:
        place.mkdir()
    else:
        place.write_text("Anne 66, Bert 30")
    dies_at(monkeypatch, place, OSError("refused"))
    with pytest.raises(StorageFault):
        restoring.put_in_place(place, Picked.at(backup))
    assert place.is_dir() if is_folder else place.read_text() == "Anne 66, Bert 30"
    assert not place.with_name("book.db.restored").exists()


def test_a_start_after_a_finished_restore_has_nothing_to_do(filled, entries, opened):
    placing.finish(filled)
    assert opened(filled).everything() == entries and not list(filled.parent.glob("book-damaged*"))
