"""Back: what lies over a screen closes first, and an arrow leads where one came from."""

import asyncio
import gc

import pytest

from scorepad.config import Settings
from scorepad.ui import hooks
from scorepad.ui.app import main_for
from scorepad.ui.trail import Trail
from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver, tap
from tests.screens.test_two_programs import until


def _address(ui: Driver) -> str:
    route: str = ui.page.route
    return route


@pytest.mark.parametrize(("opens", "shows"), [
    (("menu",), "Settlement"), (("player-0",), "Rename everywhere")])
async def test_back_of_the_browser_closes_what_is_open_and_stays(
        start: Start, table: Table, opens: tuple[str, ...], shows: str) -> None:
    ui = await start("/")
    await ui.go(table.route)
    await tap(ui, *opens)
    assert ui.sees(shows)
    await ui.go("/")  # what the browser reports
    assert not ui.sees(shows)
    await ui.look_again()  # before the browser has told that it is closed
    assert not ui.sees(shows)
    assert _address(ui) == table.route
    assert ui.sees("Anne deals")
    await ui.go("/")
    assert _address(ui) == "/"


async def test_what_is_chosen_in_the_menu_is_not_taken_for_back(
        start: Start, table: Table) -> None:
    ui = await start(table.route)
    await tap(ui, "menu", "settlement")
    assert _address(ui) == f"/evening/{table.evening}"
    assert ui.sees("End the evening")


async def test_a_sentence_at_the_edge_is_nothing_that_back_closes(
        start: Start, table: Table) -> None:
    table.play(70, 30, 10, 10)
    ui = await start("/")
    await ui.go(table.route)
    await tap(ui, "undo")
    await ui.go("/")
    assert _address(ui) == "/"


async def test_the_arrow_of_the_settlement_leads_where_one_came_from(
        start: Start, table: Table) -> None:
    ui = await start(table.route)
    await tap(ui, "menu", "settlement")
    ui.find(where=lambda control: getattr(control, "semantics_label", "") == "Back")
    await tap(ui, "course", "back", "back")
    assert _address(ui) == table.route
    await tap(ui, "menu", "settlement", f"sheet-{table.sheet}", "menu", "settlement", "back")
    assert _address(ui) == table.route


async def test_the_arrow_of_the_settlement_leads_home_from_an_address(
        start: Start, table: Table) -> None:
    ui = await start(f"/evening/{table.evening}")
    await ui.tap(identifier="back")
    assert _address(ui) == "/"


async def test_the_systems_back_does_what_the_arrow_does(start: Start, table: Table) -> None:
    ui = await start(table.route)
    await tap(ui, "menu", "settlement")
    await ui.back()
    assert _address(ui) == table.route


async def test_the_arrow_of_the_stars_leads_where_one_came_from(
        start: Start, table: Table) -> None:
    ui = await start(f"/evening/{table.evening}")
    await ui.go("/stars")
    await ui.tap(identifier="back")
    assert _address(ui) == f"/evening/{table.evening}"


async def test_a_form_that_is_done_is_not_come_back_to(start: Start, table: Table) -> None:
    ui = await start(f"/evening/{table.evening}")
    await tap(ui, "another-game", "start")
    sheet = _address(ui)
    assert "/sheet/" in sheet
    await tap(ui, "menu", "settlement", "back")
    assert _address(ui) == sheet
    await tap(ui, "menu", "settlement")
    await ui.go(sheet)  # the browser's back
    await tap(ui, "menu", "settlement", "back")
    assert _address(ui) == sheet


def test_the_trail_tells_the_browsers_back_from_a_way_forward() -> None:
    trail = Trail("/")
    for route in ("/a", "/b"):
        trail.ask(route)
        trail.arrive(route)
    trail.ask("/a")  # a way forward to where one has been
    trail.arrive("/a")
    assert trail.before("") == "/b"
    trail.arrive("/b")  # the browser went back
    assert trail.before("") == "/a"
    trail.turn_back("/")
    trail.arrive("/")
    assert trail.before("none") == "none"


async def test_what_lies_below_is_drawn_once_the_first_screen_is_there(
        start: Start, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "BELOW_TOO", 0.3)
    ui = await start(table.route)
    assert ui.sees("Anne deals") and not ui.below
    await until(ui, lambda: ui.below)
    await ui.go("/")
    assert ui.sees("New evening")


async def test_a_page_that_has_gone_by_then_is_drawn_no_more(
        settings: Settings, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "BELOW_TOO", 1)
    ui = await Driver.start(main_for(settings), route=table.route)
    tasks = asyncio.all_tasks()
    await ui.stop()
    del ui
    gc.collect()
    await asyncio.sleep(1.2)
    assert not [task for task in tasks if task.done() and not task.cancelled() and task.exception()]


async def test_who_goes_back_at_once_sees_it_at_once(
        start: Start, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "BELOW_TOO", 60)
    ui = await start(f"{table.route}/hand/none")
    await ui.go(table.route)
    assert ui.sees("Anne deals")
    await tap(ui, "menu", "house-rules")
    await ui.go(table.route)  # it stays as it was
    assert ui.sees("Anne deals")
    await ui.go("/")
    assert ui.sees("New evening")


async def test_from_the_settings_the_arrow_leads_to_the_sheet(start: Start, table: Table) -> None:
    ui = await start("/")
    await ui.go(table.route)
    await tap(ui, "menu", "preferences", "phones")
    await tap(ui, "back")
    assert _address(ui) == "/preferences"
    await tap(ui, "back")
    assert _address(ui) == table.route
