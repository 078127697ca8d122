"""What a screen reader says by itself, and what it finds on a sheet."""

from typing import Any

import flet as ft

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.service import Service
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap


def said(ui: Driver) -> str:
    """What was said last; a space at its end says that it was the same before."""
    [region] = [each for each in ui.find_all(kind=ft.Semantics)
                if each.live_region and each.identifier == "spoken"]
    return str(region.label).removesuffix("\N{NO-BREAK SPACE}")


async def test_the_end_of_a_partie_is_said(table: Table, start: Start):
    """The fifth win of Anne's."""
    for _ in range(4):
        table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6", "save")
    assert "Anne together 350" in said(ui) and "Anne wins" in said(ui)


async def test_a_fault_is_said_and_a_hint_is_not(table: Table, start: Start):
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6")
    assert not ui.find(identifier="fault").live_region
    await tap(ui, "digit-0", "seat-1", "digit-9", "digit-9")
    assert ui.find(identifier="fault").live_region


async def test_every_part_has_a_heading(table: Table, start: Start):
    ui = await start(table.route)
    headings = [each.label for each in ui.find_all(kind=ft.Semantics) if each.header and each.label]
    assert sorted(headings) == ["Entry", "Hands", "Standings"]


async def test_the_menu_has_a_name(table: Table, start: Start):
    phone, wide = await start(table.route), await start(table.route, size=(1280, 800))
    for ui in (phone, wide):
        await tap(ui, "menu")
        assert ui.find_all(where=lambda control: "Menu" in (
            getattr(control, "semantics_label", ""), getattr(control, "label", "")))


async def test_the_line_is_named_where_there_is_a_keyboard_and_its_result_is_said(
        table: Table, start: Start):
    """66 Augen are 70 points; with Kontra 66 · 2 = 132 → 130 (S0)."""
    assert not said(await start(table.route))
    ui = await start(table.route, size=(1280, 800))
    assert said(ui) == "Tab leads to the first player, F2 to a line for a whole hand."
    await ui.press("F2")
    for line, heard in [("Anne 66", "Save: Anne +70"), ("Anne 66 Kontra", "Save: Anne +130"),
                        ("Anne 66 Konrad ", "Not understood: Konrad")]:
        await ui.type(line, text="The hand in a line")
        assert said(ui) == heard


async def test_tiles_say_what_they_show(table: Table, three: Table, start: Start):
    ui = await start(table.route)
    await tap(ui, "jungfer-3")
    assert labels(ui, "Dora, Jungfer, 0 Augen")
    await tap(ui, "durchmarsch")
    assert labels(ui, "Anne, Durchmarsch –")
    await tap(ui, "seat-0")
    assert labels(ui, "Anne made the Durchmarsch")
    other = await start(three.route)
    await tap(other, "jungfrau-1")
    assert labels(other, "Bert, Jungfrau, 0 Augen")


def labels(ui: Driver, label: str) -> list[Any]:
    """The texts that are read as `label`."""
    return ui.find_all(where=lambda control: getattr(control, "semantics_label", "") == label)


# --- Doppelkopf's keys --------------------------------------------------------------------------


async def test_beside_results_that_save_is_no_dead_key(service: Service, start: Start):
    ui = await start(Table.of(service, DOPPELKOPF_ALTENBURG, FOUR).route)
    assert not ui.find_all(identifier="save")
    await tap(ui, "seat-0", "seat-1", "fold-augen", "digit-1", "digit-3", "digit-1")
    assert not ui.find(identifier="save").disabled


async def test_a_solo_is_won_or_lost_and_a_fuchs_is_caught(service: Service, start: Start):
    ui = await start(Table.of(service, DOPPELKOPF_ALTENBURG, FOUR).route)
    await tap(ui, "fold-solo", "spiel-herz")
    assert ui.find(text="won") and ui.find(text="lost") and not ui.find_all(text="Kontra")
    await tap(ui, "spiel-herz", "fold-extras")
    assert ui.find(text="Re catches a Fuchs") and ui.find(text="Kontra catches a Fuchs")
    await tap(ui, "fuchs-re", "fuchs-re")
    assert ui.find(text="Re catches a Fuchs ×2")
