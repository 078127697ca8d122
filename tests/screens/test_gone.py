"""What a screen is about is gone from the book when it is drawn anew: somebody has put an earlier
book in its place. Flet draws the parts of a screen in any order, also before the screen itself."""

import pytest
from flet.components.component import Component

from scorepad.config import Settings
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.service.safety import Picked
from tests.screens.conftest import FOUR, Start, Table


@pytest.mark.parametrize("below", ["", "/course", "/new", "/sheet", "/sheet/seats", "/sheet/rules",
                                   "/sheet/hand"])
async def test_each_part_of_a_screen_can_be_drawn_though_nothing_is_there_any_more(
        settings: Settings, start: Start, below: str):
    service = Service.open(settings)
    empty = Picked("empty.db", content=service.safety.back_up())
    table = Table.of(service, KALTER_SCHLAG, FOUR)
    own = table.play(66, 30, 24, 0)
    sheet = below.replace("/sheet", f"/sheet/{table.sheet}")
    hand = sheet.replace("/hand", f"/hand/{own}")
    ui = await start(f"/evening/{table.evening}{hand}")
    parts = [part for part in ui.session.index.values() if isinstance(part, Component)]
    assert len(parts) > 5
    service.safety.restore(empty)
    service.close()
    for part in reversed(parts):
        part.update()
    await ui.settle()
    assert ui.sees("is not in the book.") or ui.sees("is no longer on the sheet.")


@pytest.mark.parametrize("route", [
    "/", "/new", "/preferences", "/people", "/people/nobody", "/rules", "/rules/kalter-schlag/new",
    "/safety", "/safety/check", "/safety/import", "/safety/restore", "/stars", "/stars/club",
    "/stars/of/nobody", "/statistics", "/statistics/of/x/all/all", "/nowhere",
    "{sheet}", "{sheet}/seats", "{sheet}/rules", "{sheet}/hand/{hand}"])
async def test_a_part_of_a_screen_that_was_left_can_be_drawn_once_more(
        table: Table, start: Start, route: str):
    """Flet may do so where a browser goes while it is drawn for; who stands around it is gone."""
    own = table.play(66, 30, 24, 0)
    ui = await start(route.format(sheet=table.route, hand=own))
    parts = [part for part in ui.session.index.values()
             if isinstance(part, Component) and part.fn.__name__ not in ("Root", "App", "Router")]
    assert parts
    for part in parts:
        part._contexts, part._parent_component = {}, None
        part.update()
