"""A book that cannot be opened: why, and the way on. Driven in-process."""

import json
import sqlite3
from pathlib import Path

import pytest

from scorepad.config import Settings
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.storage import opened as opening
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.test_safety import backups


@pytest.fixture
def book(settings: Settings) -> Path:
    return settings.data / "book.db"


@pytest.fixture
def backed_up(table: Table, book: Path) -> bytes:
    """A closed book of one hand, with a backup of it; its bytes."""
    table.play(66, 30, 24, 0)
    table.service.safety.back_up_if_changed()
    table.service.close()
    return book.read_bytes()


def cut(book: Path, left: int) -> bytes:
    book.write_bytes(book.read_bytes()[:left])
    return book.read_bytes()


async def test_a_cut_book_says_so_and_a_backup_is_put_in_its_place(
        backed_up: bytes, start: Start, book: Path, settings: Settings, table: Table):
    damaged = cut(book, 9000)
    ui = await start(table.route)
    assert ui.sees("The book cannot be opened") and ui.sees("or it is damaged")
    [backup] = backups(book)
    await ui.tap(identifier=f"backup-{backup.removesuffix('.db')}")
    assert ui.sees("In the file: 1 evening, 1 sheet, 1 hand, 4 players")
    assert ui.sees("The book that is there now cannot be read. It is kept under another name.")
    await ui.tap(identifier="restore")
    assert ui.sees("Restored. The damaged book is kept as book-damaged-")
    assert ui.find_all(identifier="hand-1"), ui.texts()
    [aside] = book.parent.glob("book-damaged-*.db")
    assert aside.read_bytes() == damaged
    with Service.open(settings)._store._connection as opened:
        assert opened.exec_driver_sql("SELECT count(*) FROM fact").scalar() == 7


async def test_trying_again_opens_it_once_it_can_be(
        backed_up: bytes, start: Start, book: Path, table: Table):
    cut(book, 9000)
    ui = await start(table.route)
    await ui.tap(identifier="retry")
    assert ui.sees("The book cannot be opened")
    book.write_bytes(backed_up)
    await ui.tap(identifier="retry")
    assert ui.find_all(identifier="hand-1")


async def test_what_can_be_read_is_saved_as_a_file_to_import(
        backed_up: bytes, start: Start, book: Path):
    """The first bytes are gone, by which it would be known as a database."""
    book.write_bytes(bytes(100) + backed_up[100:])
    ui = await start("/")
    await ui.tap(identifier="rescue")
    [(_, said)] = [call for call in ui.client.calls if call[0] == "save_file"]
    [evening] = json.loads(said["src_bytes"])["evenings"]
    assert len(evening["sheets"][0]["hands"]) == 1
    assert ui.sees("Read: 1 evening, 1 hand. 0 entries are lost.")
    assert book.read_bytes() == bytes(100) + backed_up[100:]


async def test_where_nothing_can_be_read_that_is_told(start: Start, book: Path):
    book.write_bytes(b"Anne 66, Bert 30\n" * 500)
    ui = await start("/")
    await ui.tap(identifier="rescue")
    assert ui.sees("Nothing of") and ui.sees("can be read.")


async def test_a_folder_in_the_books_place_is_moved_aside(
        backed_up: bytes, start: Start, book: Path, table: Table):
    book.unlink()
    book.mkdir()
    (book / "something.txt").write_text("else")
    ui = await start(table.route)
    assert ui.sees("The book cannot be opened")
    [backup] = backups(book)
    await ui.tap(identifier=f"backup-{backup.removesuffix('.db')}")
    await ui.tap(identifier="restore")
    assert ui.find_all(identifier="hand-1")
    [aside] = book.parent.glob("book-damaged-*.db")
    assert (aside / "something.txt").read_text() == "else"


async def test_a_book_that_another_program_holds_offers_only_to_try_again(
        backed_up: bytes, start: Start, book: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.1)
    with sqlite3.connect(book) as holder:  # as another journal mode can hold it
        holder.execute("PRAGMA journal_mode = DELETE")
        holder.execute("BEGIN EXCLUSIVE")
        ui = await start("/")
        assert ui.sees("is in use by another program")
        assert ui.find_all(identifier="retry") and not ui.find_all(identifier="rescue")
        holder.execute("ROLLBACK")
    holder.close()
    await ui.tap(identifier="retry")
    assert not ui.sees("The book cannot be opened")


async def test_what_makes_no_sense_is_set_aside_on_its_sheet(
        table: Table, start: Start, book: Path):
    """One hand cannot be read any more."""
    table.play(66, 30, 24, 0)
    whole = Table.of(table.service, KALTER_SCHLAG, FOUR)
    whole.play(66, 30, 24, 0)
    table.service.close()
    with sqlite3.connect(book) as changed:
        changed.execute("DROP TRIGGER fact_no_update")
        changed.execute("UPDATE fact SET data = '{' WHERE seq = 7")
    changed.close()
    ui = await start(table.route)
    assert ui.sees("1 entry is set aside.") and ui.sees("cannot be read")
    await ui.go(whole.route)
    assert ui.find_all(identifier="hand-1") and not ui.sees("set aside")
