"""A wide window: the entry beside the totals, the standing, the menu at its key, messages as wide
as words."""

import flet as ft
import pytest

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.service import Service
from scorepad.ui.theme import DARK, LIGHT, Palette
from tests.browser.seeing import contrast
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, _walk, tap

WIDE = (1280, 800)
PHONE = (390, 844)


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


def in_order(ui: Driver, *identifiers: str) -> bool:
    """Whether the controls are drawn in this order."""
    drawn = list(ui.controls())
    places = [drawn.index(ui.find(identifier=each)) for each in identifiers]
    return places == sorted(places)


async def test_the_entry_stands_between_the_hands_and_the_standing(table: Table, start: Start):
    table.play(66, 54, 0, 0)
    ui = await start(table.route, size=WIDE)
    assert in_order(ui, "player-0", "hand-1", "seat-0", "digit-0", "save", "standing")


@pytest.mark.parametrize(("size", "expected"), [
    (WIDE, ("seat-0", "digit-0", "save", "said-0")),
    ((1280, 600), ("seat-0", "digit-0", "said-0", "save")),
    (PHONE, ("said-0", "seat-0", "digit-0", "save"))])
async def test_who_said_kontra_moves_no_key(
        table: Table, start: Start, size: tuple[int, int], expected: tuple[str, ...]):
    ui = await start(table.route, size=size)
    assert not ui.find_all(identifier="said-0")
    await tap(ui, "doubling-1")
    assert in_order(ui, *expected)


@pytest.mark.parametrize(("size", "expected"), [
    (WIDE, ("fold-extras", "result-re-120", "karlchen")),
    (PHONE, ("fold-extras", "karlchen", "result-re-120"))])
async def test_what_folds_out_moves_no_result(
        service: Service, start: Start, size: tuple[int, int], expected: tuple[str, ...]):
    table = Table.of(service, DOPPELKOPF_ALTENBURG, FOUR)
    ui = await start(table.route, size=size)
    await tap(ui, "fold-extras")
    assert in_order(ui, *expected)


@pytest.mark.parametrize(("size", "scrolls"), [(WIDE, False), ((1280, 700), True)])
async def test_the_entry_scrolls_in_a_low_window_only(
        table: Table, start: Start, size: tuple[int, int], scrolls: bool):
    ui = await start(table.route, size=size)
    columns = [each for each in ui.find_all(kind=ft.Column) if each.scroll]
    assert any(ui.find(identifier="digit-0") in _walk(each, set()) for each in columns) == scrolls


@pytest.mark.parametrize(("width", "beside"), [(1280, 0), (1440, 0), (1920, 240)])
async def test_a_very_wide_window_has_the_sheet_in_its_middle(
        table: Table, start: Start, width: int, beside: int):
    """So that the columns of figures stay near each other: 1440 are enough."""
    ui = await start(table.route, size=(width, 1000))
    around = ui.find(kind=ft.SafeArea).minimum_padding
    assert around.left == around.right == beside


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


@pytest.mark.parametrize(("height", "scrolls"), [(664, False), (300, True)])
async def test_a_phones_menu_is_as_high_as_what_it_holds(
        table: Table, start: Start, height: int, scrolls: bool):
    """What scrolls would be as high as the page."""
    ui = await start(table.route, size=(390, height))
    await tap(ui, "menu")
    menu = ui.find(kind=ft.BottomSheet).content.content.content
    assert (menu.scroll is not None) == scrolls
    assert ui.sees("To share as well, as a picture or as text")


async def test_n_begins_an_evening_where_no_field_and_no_sheet_has_the_keys(
        table: Table, start: Start):
    ui = await start("/people", size=WIDE)
    field = ui.find(kind=ft.TextField)
    await ui.fire(field, "focus")
    await ui.press("N")
    assert ui.page.route == "/people"
    await ui.fire(field, "blur")
    await ui.press("N")
    assert ui.page.route == "/new"
    await ui.go(table.route)
    await ui.press("N")
    assert ui.page.route == table.route


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_where_the_keyboard_is_stands_out(palette: Palette):
    """3 : 1, as WCAG 1.4.11 asks: the ring of a row, of a button and of the main one against what
    they lie on; and the words of a menu's line can be read on its fill."""
    def against(one: str, other: str) -> float:
        return contrast(*[tuple(bytes.fromhex(each[1:])) for each in (one, other)])

    for ground in (palette.surface, palette.raised, palette.raised_high):
        assert min(against(palette.focus, ground), against(palette.accent, ground),
                   against(palette.text, ground)) >= 3
    assert against(palette.text, palette.focus) >= 4
