"""The file of the open book is another one all at once: which of the two goes on is asked on the
screen, and nothing that was typed is lost. Driven in-process."""

import asyncio
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from scorepad.config import Settings
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch
from scorepad.service import Service
from scorepad.storage import Store
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap


@pytest.fixture
def book(settings: Settings) -> Path:
    return settings.data / "book.db"


@pytest.fixture
def older(table: Table, book: Path, tmp_path: Path) -> Path:
    """A copy of the book when it had one hand; it has two since. Closed."""
    table.play(66, 30, 24, 0)
    copy = tmp_path / "sync" / "older.db"
    copy.parent.mkdir()
    table.service.safety.back_up_to(copy)
    table.play(30, 66, 24, 0)
    table.service.close()
    return copy


async def asked(ui: Driver) -> None:
    """It is noticed by itself."""
    await until(ui, lambda: ui.sees("Which book should be used?"))


async def until(ui: Driver, holds: Callable[[], object]) -> None:
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end, ui.texts()
        await asyncio.sleep(0.05)
        await ui.settle()


def hands(book: Path, table: Table) -> int:
    service = Service(Store.open(f"sqlite:///{book}"))
    try:
        return len(service.sheet(table.sheet).score.lines)
    finally:
        service.close()


def ids(book: Path) -> set[str]:
    """The hands in a file, those that do not count too."""
    with closing(sqlite3.connect(book)) as opened:
        return {own for own, in opened.execute("SELECT id FROM fact WHERE kind = 'HandRecorded'")}


def kept_beside(book: Path) -> Path:
    [kept] = book.parent.glob("book-open-*.db")
    return kept


async def test_what_was_open_is_put_back_and_the_half_typed_hand_is_there(
        older: Path, start: Start, book: Path, table: Table):
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6")
    older.replace(book)
    await asked(ui)
    assert ui.sees("What was open is kept whole as book-open-")
    kept = kept_beside(book)
    await ui.tap(identifier="look-at-both")
    await asyncio.sleep(0.3)
    await ui.settle()
    assert ui.sees("1 evening, 1 sheet, 2 hands, 4 players"), ui.texts()
    assert ui.sees("1 evening, 1 sheet, 1 hand, 4 players")
    await ui.tap(identifier="put-back")
    assert ui.sees("Put back. What was there is kept as book-other-")
    assert ui.find_all(identifier="hand-2") and ui.sees("Anne +"), ui.texts()
    await ui.tap(identifier="save")
    assert ui.find_all(identifier="hand-3")
    await ui.stop()
    assert not kept.exists()
    [other] = book.parent.glob("book-other-*.db")
    assert (hands(book, table), hands(other, table)) == (3, 1)


@pytest.mark.parametrize("path", ["older", "newer", "another's"])
async def test_both_are_merged_and_the_half_typed_hand_is_there(
        older: Path, start: Start, book: Path, table: Table, path: str):
    if path != "older":
        copy = Service(Store.open(f"sqlite:///{older}"), "Bert")
        copy.record(table.sheet, Durchmarsch(2))
        copy.close()
    if path == "newer":
        shutil.copyfile(older, book)
        copy = Service(Store.open(f"sqlite:///{older}"), "Bert")
        copy.record(table.sheet, Durchmarsch(3))
        copy.close()
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6")
    older.replace(book)
    await asked(ui)
    buttons = ["merge-both", "put-back", "go-on", "look-at-both"]
    places = [ui.texts().index(text) for text in (
        "Merge both", "Put it back", "Continue with the other one", "Look at both")]
    assert places == sorted(places) and all(ui.find_all(identifier=each) for each in buttons)
    await ui.tap(identifier="look-at-both")
    await asyncio.sleep(0.3)
    await ui.settle()
    together = {"older": 2, "newer": 3, "another's": 3}[path]
    assert ui.sees("Both together")
    assert ui.sees(f"1 evening, 1 sheet, {together} hands, 4 players"), ui.texts()
    await ui.tap(identifier="merge-both")
    await ui.settle()
    assert ui.sees("Merged. What was there is kept as book-other-"), ui.texts()
    assert bool(ui.sees("Two devices went on from hand 1.")) == (path == "another's")
    assert ui.sees("Hand 3 was just saved" if path == "newer" else "Anne +"), ui.texts()
    await ui.stop()
    assert len(ids(book)) == together
    assert not list(book.parent.glob("book-open-*.db"))


async def test_another_book_altogether_is_not_merged(
        older: Path, start: Start, book: Path, table: Table, tmp_path: Path):
    ui = await start(table.route)
    other = Service(Store.open(f"sqlite:///{tmp_path / 'other.db'}"))
    Table.of(other, KALTER_SCHLAG, FOUR)
    other.close()
    (tmp_path / "other.db").replace(book)
    await asked(ui)
    assert ui.find_all(identifier="put-back") and not ui.find_all(identifier="merge-both")


async def test_the_other_one_goes_on_and_what_was_open_can_be_restored(
        older: Path, start: Start, book: Path, table: Table):
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6")
    shutil.copyfile(older, book)  # in place
    await asked(ui)
    await ui.tap(identifier="go-on")
    assert ui.find_all(identifier="hand-1") and not ui.find_all(identifier="hand-2")
    assert ui.sees("Hand 2 was undone. Save yours anyway?")  # it was to follow that one
    assert ui.sees("Continue anyway") or ui.sees("Save anyway")
    [kept] = book.parent.glob("backups/book-*-open.db")
    assert hands(kept, table) == 2
    await ui.go("/safety")
    assert ui.find_all(identifier=f"backup-{kept.stem}")


async def test_where_nothing_lies_any_more_only_putting_back_is_offered(
        older: Path, start: Start, book: Path, table: Table):
    ui = await start(table.route)
    book.unlink()
    await asked(ui)
    assert ui.find_all(identifier="put-back") and not ui.find_all(identifier="go-on")
    await ui.tap(identifier="put-back")
    assert ui.find_all(identifier="hand-2")


async def test_a_hand_that_is_saved_at_that_moment_is_refused_and_stays_typed(
        older: Path, start: Start, book: Path, table: Table):
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6")
    book.unlink()
    await ui.tap(identifier="save")
    await asked(ui)
    await ui.tap(identifier="put-back")
    assert ui.find_all(identifier="hand-2") and not ui.find_all(identifier="hand-3")
    await ui.tap(identifier="save")
    assert ui.find_all(identifier="hand-3")


async def test_every_program_goes_on_when_it_was_decided_in_one(
        older: Path, start: Start, book: Path, table: Table, settings: Settings):
    first = await start(table.route)
    second = await start(table.route)
    book.unlink()
    await asked(first)
    await asked(second)
    await first.tap(identifier="put-back")
    for page in (first, second):
        await until(page, lambda page=page: page.find_all(identifier="hand-2"))


async def test_a_start_that_finds_only_the_wal(
        settings: Settings, start: Start, book: Path, tmp_path: Path):
    """As after a kill: forty hands of a young book are nowhere else."""
    service = Service(Store.open(f"sqlite:///{book}"))
    table = Table.of(service, KALTER_SCHLAG, FOUR, stake=50)
    for _ in range(40):
        table.play(66, 30, 24, 0)
    wal = book.with_name("book.db-wal").read_bytes()
    service.close()
    book.unlink()
    book.with_name("book.db-wal").write_bytes(wal)
    ui = await start(table.route)
    assert ui.sees("There is no book at") and ui.sees("any more. What was in it is kept as")
    shutil.copyfile(kept_beside(book), tmp_path / "copy.db")
    assert hands(tmp_path / "copy.db", table) == 40
    await ui.tap(identifier="put-back")
    assert ui.find_all(identifier="hand-40"), ui.texts()
