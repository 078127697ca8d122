"""A wide window: the standing beside the hands, the menu at its key, messages as wide as words."""

import flet as ft
import pytest

from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.ui.session import SESSION
from scorepad.ui.theme import MESSAGE
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap

WIDE = (1280, 800)


def standing(ui: Driver) -> list[str]:
    words = ui.texts()
    return words[words.index("Ranking"):]


async def test_the_standing_beside_the_hands(table: Table, start: Start):
    """Anne wins a Partie at 50 cents: two from each; the next has 60 of Bert."""
    for _ in range(5):
        table.play(66, 54, 0, 0)
    table.play(40, 60, 20, 0)
    ui = await start(table.route, size=WIDE)
    told = standing(ui)
    assert told[1:5] == ["Anne", "1 won", "0", "+€3.00"]
    assert told[told.index("Bert"):][:3] == ["Bert", "60", "−€1.00"]
    await tap(ui, "to-course")
    assert ui.page.route.endswith("/course")


async def test_for_nothing_there_is_no_money(service: Service, start: Start):
    table = Table.of(service, KALTER_SCHLAG, FOUR)
    ui = await start(table.route, size=WIDE)
    assert standing(ui)[1:5] == ["Anne", "0", "Bert", "0"]


@pytest.mark.parametrize("size", [(390, 844), (1000, 800)])
async def test_not_where_there_is_no_room(table: Table, start: Start, size: tuple[int, int]):
    ui = await start(table.route, size=size)
    assert not ui.find_all(identifier="standing")


@pytest.mark.parametrize(("size", "kind"), [
    (WIDE, ft.AlertDialog), ((390, 844), ft.BottomSheet)])
async def test_the_menu_opens_at_its_key_in_a_window(
        table: Table, start: Start, size: tuple[int, int], kind: type[ft.Control]):
    ui = await start(table.route, size=size)
    await tap(ui, "menu")
    assert len(ui.find_all(kind=kind)) == 1 and ui.sees("House rules")
    await tap(ui, "house-rules")
    assert ui.page.route.endswith("/rules") and not ui.find_all(kind=kind)


@pytest.mark.parametrize(("said", "least", "most"), [
    ("Done.", 60, 160), ("Hand 8 " * 5, 250, 400), ("Hand 8 " * 40, MESSAGE, MESSAGE)])
async def test_a_message_is_as_wide_as_its_words(
        table: Table, start: Start, said: str, least: float, most: float):
    ui = await start(table.route, size=WIDE)
    ui.page.session.store.get(SESSION).tell(said)
    await ui.settle()
    bar = ui.find(kind=ft.SnackBar)
    assert least <= bar.width <= most and bar.margin is None


async def test_a_message_fills_a_phone(table: Table, start: Start):
    ui = await start(table.route)
    ui.page.session.store.get(SESSION).tell("Done.")
    await ui.settle()
    bar = ui.find(kind=ft.SnackBar)
    assert bar.width is None and bar.margin is not None
