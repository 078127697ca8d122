"""The keyboard on a sheet: what it reaches, in which order, and what it does there."""

import flet as ft

from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver, tap


def ringed(ui: Driver) -> str | None:
    """The identifier of what has the ring, None for nothing; a screen reader hears of the same."""
    found = [each.identifier for each in ui.find_all(where=lambda control: bool(
        getattr(control, "focus", None) is True))]
    assert len(found) <= 1
    for identifier in found:
        assert ui.find(identifier=identifier).content.foreground_decoration
    return str(found[0]) if found else None


async def walk(ui: Driver, key: str, times: int, *, shift: bool = False) -> list[str | None]:
    """Press a key so often; what has the ring after each time."""
    seen = []
    for _ in range(times):
        await ui.press(key, shift=shift)
        seen.append(ringed(ui))
    return seen


async def test_tab_leads_through_entry_sheet_and_bar_and_back(table: Table, start: Start):
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    assert await walk(ui, "Tab", 4) == [None] * 4  # to Dora
    assert await walk(ui, "Tab", 6) == [
        "jungfer-0", "player-0", "hand-1", "back", "undo", "menu"]
    assert await walk(ui, "Tab", 1) == [None]
    assert await walk(ui, "Tab", 2, shift=True) == [None, None]  # to Cem and Bert
    await ui.press("9")
    assert ui.find_all(where=lambda control: getattr(
        control, "semantics_label", "") == "Bert, 9 Augen")


async def test_shift_and_tab_lead_back(table: Table, start: Start):
    ui = await start(table.route)
    assert await walk(ui, "Tab", 3, shift=True) == ["menu", "back", "player-0"]


async def test_f6_leads_from_part_to_part(table: Table, start: Start):
    ui = await start(table.route)
    assert await walk(ui, "F6", 3) == ["player-0", "back", None]
    assert await walk(ui, "F6", 2, shift=True) == ["back", "player-0"]


async def test_arrows_lead_from_key_to_key_and_from_row_to_row(table: Table, start: Start):
    table.play(66, 54, 0, 0)
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    assert await walk(ui, "Arrow Right", 3) == ["seat-0", "jungfer-0", "seat-1"]
    assert await walk(ui, "Arrow Down", 2) == ["doubling-2", "digit-8"]
    await ui.press("F6")
    assert await walk(ui, "Arrow Down", 3) == ["hand-2", "hand-1", "back"]
    assert await walk(ui, "Arrow Up", 1) == ["hand-1"]


async def test_enter_presses_what_has_the_ring_and_otherwise_saves(table: Table, start: Start):
    ui = await start(table.route)
    for key in ("Tab", "6", "6", "F6"):
        await ui.press(key)
    await ui.press("Enter")
    assert ui.sees("Rename everywhere") and not table.score.lines
    await ui.press("9")
    await ui.press("Enter")
    assert not table.score.lines, "the keys belong to the dialog"


async def test_a_hand_is_opened_and_typing_leads_back_to_the_entry(table: Table, start: Start):
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await walk(ui, "F6", 1)
    await ui.press("6")
    assert ringed(ui) is None
    await walk(ui, "F6", 1)
    await walk(ui, "Arrow Down", 1)
    await ui.press("Enter")
    assert ui.page.route.startswith(f"{table.route}/hand/")


async def test_escape_closes_a_screen_that_lies_over_the_sheet(table: Table, start: Start):
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "hand-1")
    assert ui.sees("History")
    for key in ("6", "Enter"):
        await ui.press(key)
    assert ui.sees("History") and len(table.score.lines) == 1
    await ui.press("Escape")
    assert ui.page.route == table.route and not ui.sees("History")
    await ui.go("/")
    await ui.press("Escape")
    assert ui.page.route == "/"


async def test_escape_leaves_the_ring_and_then_a_correction(table: Table, start: Start):
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "hand-1", "correct")
    await walk(ui, "F6", 1)
    await ui.press("Escape")
    assert ringed(ui) is None and ui.sees("Correcting hand 1")
    await ui.press("Escape")
    assert not ui.sees("Correcting")


async def test_the_keys_belong_to_a_correction_once_it_has_begun(table: Table, start: Start):
    """66, and Anne is Jungfer: 66 · 2 = 132 → 130 for Bert (S0). His figure is chosen; Tab leads by
    Cem and Dora to Anne."""
    table.play(0, 66, 54, 0)
    ui = await start(table.route)
    for key in ("F6", "Arrow Down", "Enter"):
        await ui.press(key)
    await tap(ui, "correct")
    for key in ("Tab", "Tab", "Tab", "J", "Enter"):
        await ui.press(key)
    assert table.score.tally.totals == (0, 130, 0, 0)


async def test_undo_and_the_menu_are_reached_from_the_end_of_a_partie(table: Table, start: Start):
    """Five wins of Anne's."""
    for _ in range(5):
        table.play(66, 54, 0, 0)
    ui = await start(table.route)
    assert ui.find(identifier="next-match")
    assert await walk(ui, "F6", 2) == ["player-0", "back"]
    assert await walk(ui, "Arrow Right", 2) == ["undo", "menu"]
    await ui.press("Enter")
    assert ui.find(identifier="settlement")


# --- what is shown of it ------------------------------------------------------------------------


async def test_letters_stand_on_the_keys_where_there_is_a_keyboard(table: Table, start: Start):
    phone = await start(table.route)
    assert not phone.find_all(text="D")
    await phone.press("F6")
    assert phone.find(text="D") and len(phone.find_all(text="J")) == 4
    wide = await start(table.route, size=(1280, 800))
    assert wide.find(text="D")
    tablet = await start(table.route, size=(1280, 800), platform="android")
    assert not tablet.find_all(text="D")


async def test_a_letter_can_be_read_on_a_chosen_key(table: Table, start: Start):
    ui = await start(table.route, size=(1280, 800))
    assert {each.color for each in ui.find_all(text="J")} == {ft.Colors.ON_SURFACE_VARIANT}
    await tap(ui, "jungfer-1", "doubling-1")
    assert ui.find_all(text="J")[1].color == ft.Colors.ON_PRIMARY_CONTAINER
    assert ui.find(text="K").color == ft.Colors.ON_PRIMARY_CONTAINER


async def test_the_menu_lists_what_the_keys_do(table: Table, start: Start):
    ui = await start(table.route, size=(1280, 800))
    await tap(ui, "menu")
    assert ui.find(identifier="shortcuts") and ui.sees("Ctrl+Z") and ui.find_all(text="Jungfer")
