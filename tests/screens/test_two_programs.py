"""Another program on the same book: seen without a tap, never overwritten, and waited for."""

import asyncio
import sqlite3
from collections.abc import Callable
from time import monotonic

import pytest

from scorepad.book.record import HandRecord
from scorepad.config import Settings
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch, Ramsch
from scorepad.service import Service
from scorepad.storage import Store
from scorepad.ui.entry.model import UNSEEN
from tests.postgres import Postgres
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap


async def until(ui: Driver, true: Callable[[], object], seconds: float = 60) -> float:
    """Wait until something is so on a screen that nobody touches; the seconds it took."""
    began = monotonic()
    while not true():
        assert monotonic() < began + seconds, ui.texts()
        await asyncio.sleep(0.05)
        await ui.settle()
    return monotonic() - began


async def test_what_another_program_writes_is_on_the_screen_though_nobody_touches_it(
        table: Table, start: Start):
    ui = await start(table.route)
    table.play(66, 30, 24, 0)
    await until(ui, lambda: ui.find_all(identifier="hand-1"))
    table.service.undo(table.sheet)
    await until(ui, lambda: not ui.find_all(identifier="hand-1"))


async def test_of_two_who_correct_a_hand_the_second_is_told_and_sees_it_as_it_is(
        table: Table, start: Start):
    """Bert's is in the program beside this one; what was typed here is a tap away."""
    own = table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "hand-1", "correct", "jungfer-3")
    table.service.amend(table.sheet, own, HandRecord(Ramsch((70, 50, 0, 0))))
    await tap(ui, "save")
    assert ui.sees("Anne has changed this hand in the meantime. This is how it is now.")
    assert table.score.tally.totals == (70, 0, 0, 0)
    assert ui.sees("Correcting hand 1") and ui.sees("Anne +70")
    await ui.tap(text="Bring mine back")
    assert ui.sees("Anne +130")
    await tap(ui, "save")
    assert table.score.tally.totals == (130, 0, 0, 0)
    assert not ui.sees("Correcting")


async def test_a_reload_does_not_forget_what_a_correction_was_made_from(
        table: Table, start: Start):
    own = table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "hand-1", "correct", "jungfer-3")
    table.service.amend(table.sheet, own, HandRecord(Ramsch((70, 50, 0, 0))))
    again = await start(table.route)
    await tap(again, "save")
    assert again.sees("Anne has changed this hand in the meantime.")
    assert table.score.tally.totals == (70, 0, 0, 0)


async def test_the_correction_of_a_hand_that_is_gone_is_no_new_hand(table: Table, start: Start):
    """It was undone in the other program; what is typed stays, and another tap writes it."""
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "hand-1", "correct", "jungfer-3")
    table.service.undo(table.sheet)
    await tap(ui, "save")
    assert ui.sees("This hand is no longer on the sheet.") and table.score.lines == ()
    assert ui.sees("Anne +130")
    await tap(ui, "save")
    assert table.score.tally.totals == (130, 0, 0, 0)


GONE = "This hand is no longer on the sheet."


async def test_a_correction_whose_hand_is_undone_elsewhere_says_so_when_it_closes(
        table: Table, start: Start):
    """What was typed stays; another hand is none of its business."""
    table.play(66, 30, 24, 0)
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "hand-2", "correct", "jungfer-3")
    table.service.undo(table.sheet)
    await until(ui, lambda: ui.sees(GONE))
    assert not ui.sees("Correcting") and ui.sees("Anne +130")
    await tap(ui, "save")
    assert table.score.tally.totals == (200, 0, 0, 0)


async def test_nothing_stays_of_a_correction_in_which_nothing_was_typed(
        table: Table, start: Start):
    """Or one tap would write the hand again that somebody has undone."""
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "hand-1", "correct")
    table.service.undo(table.sheet)
    await until(ui, lambda: ui.sees(GONE))
    assert ui.find(identifier="save").disabled
    await tap(ui, "save")
    assert table.score.lines == ()


async def test_an_unfinished_correction_of_a_hand_that_is_gone_says_so_when_saved(
        table: Table, start: Start):
    """Before the page has looked again: 118 Augen are no hand, and no reason to say nothing."""
    table.play(66, 30, 24, 0)
    ui = await start(table.route)
    await tap(ui, "hand-1", "correct", "seat-0", "digit-6", "digit-4", "seat-1", "digit-3",
              "digit-0", "seat-2", "digit-2", "digit-4", "seat-3", "digit-0")
    table.service.undo(table.sheet)
    await tap(ui, "save")
    assert ui.sees(GONE)


async def test_who_dealt_is_not_put_right_over_another_correction(table: Table, start: Start):
    own = table.play(66, 54, 0, 0)
    ui = await start(f"{table.route}/hand/{own}")
    table.service.amend(table.sheet, own, HandRecord(Ramsch((70, 50, 0, 0))))
    await tap(ui, "dealt-2")
    assert ui.sees("Anne has changed this hand in the meantime.")
    assert table.score.lines[0].record.hand == Ramsch((70, 50, 0, 0))
    await tap(ui, "dealt-2")
    assert table.score.lines[0].record == table.score.lines[0].record._replace(
        hand=Ramsch((70, 50, 0, 0)), dealer=2)


async def test_a_save_waits_for_a_program_that_holds_the_book_and_nobody_else_waits(
        table: Table, start: Start, settings: Settings):
    """Two taps on save are one hand. The other screen is another session of the same program."""
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6")
    holder = sqlite3.connect(settings.data / "book.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    await tap(ui, "save")
    assert ui.sees("Another program is using the book. This is saved as soon as it is free.")
    await tap(ui, "save")
    assert table.score.lines == () and ui.sees("Anne +70")
    assert ui.find_all(identifier="menu")
    holder.execute("ROLLBACK")
    holder.close()
    await until(ui, lambda: ui.find_all(identifier="hand-1"))
    assert len(table.score.lines) == 1
    assert ui.find(identifier="save").disabled
    await tap(ui, "seat-1", "digit-6", "digit-6", "save")
    assert table.score.tally.totals == (70, 70, 0, 0)


async def test_what_else_is_tapped_meanwhile_is_not_called_saved(
        table: Table, start: Start, settings: Settings):
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6")
    holder = sqlite3.connect(settings.data / "book.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    await tap(ui, "save", "undo")
    assert ui.sees("Not yet: an earlier change is still waiting for another program.")
    holder.execute("ROLLBACK")
    holder.close()
    await until(ui, lambda: ui.find_all(identifier="hand-2"))
    assert table.score.tally.totals == (140, 0, 0, 0)


async def test_a_program_that_never_lets_go_is_told_and_what_is_typed_stays(
        table: Table, start: Start, settings: Settings, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("scorepad.ui.session.LONGEST_WAIT", 0.2)
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6")
    with sqlite3.connect(settings.data / "book.db", isolation_level=None) as holder:
        holder.execute("BEGIN IMMEDIATE")
        await tap(ui, "save")
        await until(ui, lambda: ui.sees("is in use by another program. Close it and try again."))
        holder.execute("ROLLBACK")
    holder.close()
    assert ui.sees("Anne +70") and table.score.lines == ()
    await tap(ui, "save")
    assert table.score.tally.totals == (70, 0, 0, 0)


# --- on a server ----------------------------------------------------------------------------------


@pytest.fixture
def on_server(postgres: Postgres, settings: Settings, monkeypatch: pytest.MonkeyPatch):
    """The settings of a book in PostgreSQL, for everything that is opened from here on."""
    with postgres.database() as url:
        object.__setattr__(settings, "database", url)
        yield Table.of(Service(Store.open(url), "Bert"), KALTER_SCHLAG, FOUR, stake=50)


async def test_a_server_that_goes_away_is_told_and_what_was_typed_is_there_when_it_is_back(
        on_server: Table, postgres: Postgres, start: Start):
    ui = await start(on_server.route)
    on_server.service.record(on_server.sheet, Durchmarsch(1))
    await until(ui, lambda: ui.find_all(identifier="hand-1"))
    await asyncio.sleep(UNSEEN)
    await tap(ui, "seat-0", "digit-6", "digit-6")
    postgres.stop()
    await tap(ui, "save")
    assert ui.sees("cannot be reached. Nothing was changed.")
    await until(ui, lambda: ui.sees("The book cannot be opened"))
    await tap(ui, "retry")
    assert ui.sees("The book cannot be opened")
    postgres.start()
    await until(ui, lambda: ui.find_all(identifier="hand-1"))
    assert ui.sees("Anne +70")
    await tap(ui, "save")
    assert on_server.score.tally.totals == (190, 0, 120, 120)
