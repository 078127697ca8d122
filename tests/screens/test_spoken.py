"""What a screen reader says by itself, and what it finds on a sheet."""

from typing import Any

import flet as ft
import pytest

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.service import Service
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap


def said(ui: Driver) -> str:
    """What was said last."""
    [region] = [each for each in ui.find_all(kind=ft.Semantics)
                if each.live_region and each.identifier == "spoken"]
    return str(region.label)


async def test_a_saved_hand_is_said_with_totals_and_the_next_dealer(table: Table, start: Start):
    """66 → 70 twice; then Cem deals."""
    ui = await start(table.route)
    assert said(ui) == ""
    await tap(ui, "seat-0", "digit-6", "digit-6", "save")
    assert said(ui) == "Anne +70; Anne together 70; Bert deals"
    await tap(ui, "seat-0", "digit-6", "digit-6", "save")
    assert said(ui) == "Anne +70; Anne together 140; Cem deals"


async def test_undo_and_redo_are_said(table: Table, start: Start):
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "undo")
    assert said(ui) == "Undone; 0 hands on the sheet; Anne deals"
    await ui.press("Y", ctrl=True)
    assert said(ui) == "Redone; 1 hand on the sheet; Bert deals"


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


@pytest.mark.parametrize("route", ["/statistics"])
async def test_no_button_is_nameless(table: Table, start: Start, route: str):
    """Whatever takes a tap has words within it, or hides from who listens with all it holds."""
    table.play(66, 54, 0, 0)
    table.service.close_evening(table.evening)
    ui = await start(route)
    assert ui.find_all(where=lambda control: bool(getattr(control, "identifier", None))
                       and str(control.identifier).startswith("record-"))
    for box in ui.find_all(kind=ft.Container):
        if box.on_click and not hidden(box):
            assert words(box), box


def hidden(control: Any) -> bool:
    """Whether it lies within something that a screen reader skips."""
    while control is not None:
        if getattr(control, "exclude_semantics", False):
            return True
        control = control.parent
    return False


def words(control: Any) -> list[str]:
    """What a screen reader says of a control that can be tapped."""
    own = getattr(control, "semantics_label", None)
    said = [own] if own else [control.value] if own is None and isinstance(control, ft.Text) else []
    inner = [*(getattr(control, "controls", None) or []), getattr(control, "content", None)]
    return said + [word for child in inner if isinstance(child, ft.Control)
                   for word in words(child)]


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
