"""A browser that goes away and comes back: a phone that sleeps, a tab that is loaded anew."""

import asyncio
import logging

import flet as ft
import pytest

from scorepad.ui.session import SESSION
from scorepad.web.host.server import GoneAway
from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver, tap


def calls(ui: Driver, name: str) -> int:
    return [called for called, _ in ui.client.calls].count(name)


async def test_what_is_half_typed_is_there_afterwards(table: Table, start: Start):
    ui = await start("/people")
    await ui.type("Emil")
    await ui.drop()
    await ui.come_back()
    assert ui.find(kind=ft.TextField).value == "Emil"
    await ui.go(table.route)
    await tap(ui, "seat-0", "digit-7")
    await ui.drop()
    await ui.come_back()
    await tap(ui, "digit-0", "save")
    assert table.score.tally.totals[0] == 70


async def test_a_screen_that_was_on_its_way_is_shown_when_the_browser_is_back(
        table: Table, start: Start):
    """It had asked for the address and went before that was drawn."""
    ui = await start("/")
    await ui.client.route("/people")
    await ui.drop()
    await ui.settle()
    await ui.come_back()
    assert ui.sees("Players")
    await ui.go("/preferences")
    assert ui.sees("Settings")


async def test_a_browser_that_left_too_early_finds_a_page_that_answers(
        table: Table, start: Start):
    """Nothing was ever drawn for it: neither a screen, nor who listens to the address."""
    ui = await start("/people", gone=True)
    await ui.drop()
    await ui.come_back()
    assert ui.sees("Players")
    await ui.go(table.route)
    await tap(ui, "seat-0", "digit-7", "digit-0", "save")
    assert table.score.tally.totals[0] == 70


async def test_a_browser_that_leaves_while_it_is_drawn_for_finds_a_page_that_answers(
        table: Table, start: Start):
    ui = await start(table.route)
    ui.client.gone = True
    await ui.client.route("/people")
    await ui.settle()
    await ui.drop()
    await ui.come_back()
    assert ui.sees("Players")
    await ui.go(table.route)
    await tap(ui, "seat-0", "digit-7", "digit-0", "save")
    assert ui.find_all(identifier="hand-1")


async def test_a_sheet_listens_to_the_keyboard_again_and_keeps_the_screen_awake(
        table: Table, start: Start):
    """The page that is loaded anew knows nothing of what the one before it had been asked for."""
    ui = await start(table.route)
    assert calls(ui, "enable") == 1
    await ui.drop()
    await ui.come_back()
    assert calls(ui, "enable") == 2
    await tap(ui, "seat-0")
    await ui.press("7")
    await ui.press("0")
    await tap(ui, "save")
    assert table.score.tally.totals[0] == 70
    await ui.go("/people")
    assert ui.page.session.store.get(SESSION).listener is None
    assert ui.client.calls[-1][0] == "disable"


async def test_a_sheet_lets_the_screen_sleep_after_many_hands_too(table: Table, start: Start):
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-7", "digit-0", "save")
    await ui.go("/people")
    assert calls(ui, "disable") == 1


async def test_an_address_that_follows_another_at_once_is_no_fault(table: Table, start: Start):
    """The page's is the second already when the screens of the first are drawn."""
    ui = await start("/")
    await ui.client.route("/rules/kalter-schlag/new/standard")
    ui.session.apply_page_patch({"route": "/people"})
    await ui.settle()
    await ui.go("/preferences")
    assert ui.sees("Settings")


async def test_a_page_goes_on_after_something_that_could_not_be_drawn(
        table: Table, start: Start, monkeypatch: pytest.MonkeyPatch):
    """Flet's loop that draws ends with it, and says nothing."""
    ui = await start("/")
    with monkeypatch.context() as patched:
        patched.setattr(ui.page.session, "patch_control", lambda **_: 1 / 0)
        await ui.client.route("/people")
        await ui.settle()
    await ui.client.route("/preferences")
    async with asyncio.timeout(10):
        while not ui.sees("Settings"):
            await asyncio.sleep(0.05)


@pytest.mark.parametrize(("fault", "kept"), [
    (AttributeError("queue", name="put_nowait", obj=None), False),
    (AttributeError("queue", name="put_nowait", obj=1), True),
    (AttributeError("other", name="append", obj=None), True),
    (RuntimeError("Session closed"), False),
    (RuntimeError("An attempt to fetch destroyed session."), False),
    (RuntimeError("other"), True)])
def test_what_is_drawn_for_a_closed_tab_is_no_complaint(fault: Exception, kept: bool):
    record = logging.LogRecord("flet", logging.ERROR, __file__, 1, "Unhandled error in %s", ("x",),
                               (type(fault), fault, None))
    assert GoneAway().filter(record) is kept
