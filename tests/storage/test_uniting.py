"""A book that was replaced by another copy of itself while it was open: all of both goes on."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch
from scorepad.service import Service
from scorepad.service.rescue import Rescue
from scorepad.service.views import NewEvening
from scorepad.storage import Store, restoring
from scorepad.storage.faults import Displaced, InUse
from scorepad.storage.restoring import NotRestorable
from tests.book.pages import NAMES
from tests.command import call
from tests.conftest import DAY


class Open:
    """Anne's book, open, with one hand; a copy of it."""

    def __init__(self, folder):
        self.folder, self.book = folder, folder / "book.db"
        self.service = self.at(self.book)
        self.sheet = self.service.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES, stake=50)
        self.service.record(self.sheet, Durchmarsch(0))
        self.copy = folder / "copy.db"
        self.service.safety.back_up_to(self.copy)

    @staticmethod
    def at(path, name="Anne"):
        return Service(Store.open(f"sqlite:///{path}"), name)

    def play(self, seat, path=None):
        """A hand in the open book, or in another."""
        if path is None:
            self.service.record(self.sheet, Durchmarsch(seat))
            return
        other = self.at(path, "Bert")
        other.record(self.sheet, Durchmarsch(seat))
        other.close()

    def replaced(self, path=None):
        """Put a copy in the place of the open book; it is noticed."""
        (path or self.copy).replace(self.book)
        with pytest.raises(Displaced):
            self.service.watch()
        self.service.close()
        return Rescue(self.book)


@pytest.fixture
def open_book(tmp_path):
    return Open(tmp_path)


def entries(path):
    with closing(sqlite3.connect(path)) as book:
        return {own for own, in book.execute("SELECT id FROM fact")}


def test_an_older_copy_takes_nothing_away(open_book):
    open_book.play(1)
    had = entries(open_book.book)
    rescue = open_book.replaced()
    kept = rescue.kept
    assert rescue.are_one and rescue.together().hands == 2
    assert rescue.kept == kept and entries(open_book.book) < had
    aside, refused = rescue.unite()
    assert refused == [] and entries(open_book.book) == had
    assert entries(aside) < had
    assert rescue.kept is None and len(list(open_book.folder.glob("backups/*-open.db"))) == 1


def test_a_newer_copy_brings_what_it_has(open_book):
    had = entries(open_book.book)
    open_book.play(1, open_book.copy)
    newer = entries(open_book.copy)
    rescue = open_book.replaced()
    rescue.unite()
    assert had < entries(open_book.book) == newer


def test_the_copy_of_another_device_is_asked_about(open_book):
    open_book.play(1)
    open_book.play(2, open_book.copy)
    both = entries(open_book.book) | entries(open_book.copy)
    rescue = open_book.replaced()
    rescue.unite()
    assert entries(open_book.book) == both
    service = open_book.at(open_book.book)
    assert len(service.sheet(open_book.sheet).questions) == 1
    assert not service.safety.check().findings
    service.close()


def test_several_that_were_kept_all_go_on(open_book):
    open_book.play(1)
    first = entries(open_book.book)
    open_book.replaced(shutil.copyfile(open_book.copy, open_book.folder / "a.db"))
    [kept] = open_book.folder.glob("book-open-*.db")
    kept.rename(once := open_book.folder / "once.db")
    open_book.service = open_book.at(open_book.book)
    open_book.play(2)
    second = entries(open_book.book)
    rescue = open_book.replaced()
    once.rename(open_book.folder / "book-open-20200101-000000.db")
    rescue.unite()
    assert entries(open_book.book) == first | second
    assert len(first | second) == len(first) + 1 == len(second) + 1
    assert rescue.kept is None


def test_what_was_half_typed_here_is_still_there(open_book):
    open_book.service.keep("draft", {"digits": "66"})
    rescue = open_book.replaced()
    rescue.unite()
    service = open_book.at(open_book.book)
    assert service.kept("draft") == {"digits": "66"}
    service.close()


def test_another_book_is_not_taken_for_a_copy(open_book, tmp_path):
    other = open_book.at(tmp_path / "other.db")
    other.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES)
    other.close()
    assert not open_book.replaced(tmp_path / "other.db").are_one


@pytest.mark.parametrize("content", [b"", b"Dear Anne", b"SQLite format 3\0" + bytes(500)])
def test_what_is_no_book_cannot_be_merged(open_book, content):
    open_book.copy.write_bytes(content)
    rescue = open_book.replaced()
    kept = rescue.kept
    assert not rescue.are_one
    with pytest.raises(NotRestorable):
        rescue.unite()
    assert rescue.kept == kept and open_book.book.read_bytes() == content


def test_an_altered_entry_stays_behind_and_is_counted(open_book):
    open_book.play(1, open_book.copy)
    open_book.play(2, open_book.copy)
    with closing(sqlite3.connect(open_book.copy)) as copy:
        guard, = copy.execute("SELECT sql FROM sqlite_master WHERE name = 'fact_no_update'"
                              ).fetchone()
        copy.execute("DROP TRIGGER fact_no_update")
        copy.execute("UPDATE fact SET at = at + 1 WHERE seq = (SELECT max(seq) FROM fact)")
        copy.execute(guard)
        copy.commit()
    had = entries(open_book.book)
    rescue = open_book.replaced()
    aside, refused = rescue.unite()
    assert [str(fault) for fault in refused] == ["is not as it was written"]
    assert len(entries(open_book.book)) == len(had) + 1
    assert len(entries(aside)) == len(had) + 2


def test_somebody_who_writes_there_meanwhile_is_waited_for(open_book, monkeypatch):
    open_book.play(1)
    rescue = open_book.replaced()
    before, taken = open_book.book.read_bytes(), restoring._take

    def take(copy, other):
        found = taken(copy, other)
        with closing(sqlite3.connect(open_book.book)) as there:
            there.execute("INSERT INTO device VALUES ('theme', '1')")
            there.commit()
        return found

    monkeypatch.setattr(restoring, "_take", take)
    with pytest.raises(InUse):
        rescue.unite()
    assert rescue.kept and open_book.book.read_bytes() != before
    monkeypatch.undo()
    rescue.unite()
    assert rescue.kept is None


def test_the_command_does_it_too(open_book, monkeypatch):
    open_book.play(1)
    open_book.play(2, open_book.copy)
    both = entries(open_book.book) | entries(open_book.copy)
    kept = open_book.replaced().kept
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{open_book.book}")
    assert "scorepad merge" in call("export", "-").err
    parts = "Both together: 1 evening, 1 sheet, 3 hands, 4 players\n"
    assert call("merge", "--preview", kept).out == parts
    done = call("merge", kept)
    assert done.code == 0 and done.out.startswith(f"{parts}Merged. What was there is kept as ")
    assert entries(open_book.book) == both
    assert call("check").code == 0
