"""Correcting a hand: its row is marked, what it was is said, and it takes six taps.

66 Augen are 70 points, 71 also, 74 are 70, 85 are 90 (S0, Wertung).
"""

import flet as ft
import pytest

from scorepad.drafts.draft import Figures
from scorepad.games.schieberamsch import SCHIEBERAMSCH, SchieberamschRules
from scorepad.service import Service
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap


@pytest.fixture
def counted(table: Table) -> Table:
    """Kalter Schlag, four hands in which everybody has counted."""
    for _ in range(4):
        table.play(66, 30, 14, 10)
    return table


def row(ui: Driver, number: int) -> ft.Container:
    found: ft.Container = ui.find(identifier=f"hand-{number}").content
    return found


def pencils(ui: Driver) -> int:
    return len(ui.find_all(kind=ft.Icon, where=lambda icon: icon.icon == ft.Icons.EDIT))


async def test_a_hand_three_rows_up_is_corrected_at_six_taps(counted: Table, start: Start):
    """Who else had how much is not known any more, and cannot change who loses: 35 are left."""
    ui = await start(counted.route)
    await tap(ui, "hand-1", "correct", "seat-0", "digit-8", "digit-5", "save")
    assert ui.taps == 6
    line = counted.score.lines[0]
    assert line.points == (90, 0, 0, 0) and line.record.hand.augen == (85, None, None, None)


async def test_the_only_figure_is_chosen_when_a_correction_begins(table: Table, start: Start):
    table.play(66, None, None, None)
    ui = await start(table.route)
    await tap(ui, "hand-1", "correct", "digit-8", "digit-5", "save")
    assert ui.taps == 5 and table.score.lines[0].points == (90, 0, 0, 0)


async def test_the_highest_figure_is_chosen_among_several(counted: Table, start: Start):
    """Digits that are typed at once lead somewhere: to the figure that decides."""
    ui = await start(counted.route)
    await tap(ui, "hand-1", "correct", "digit-8", "digit-5", "save")
    assert ui.taps == 5 and counted.score.lines[0].record.hand.augen[0] == 85


async def test_figures_that_still_fit_stay(counted: Table, start: Start):
    """Bert had 24 and Dora 16: the two are typed, Anne and Cem stay."""
    ui = await start(counted.route)
    await tap(ui, "hand-1", "correct", "seat-1", "digit-2", "digit-4", "seat-3", "digit-1",
              "digit-6", "save")
    assert counted.score.lines[0].record.hand.augen == (66, 24, 14, 16)


async def test_figures_stay_where_leaving_them_out_makes_no_hand(counted: Table, start: Start):
    """40 for Anne: the 80 left could decide, so nothing is left out, and the sum is wrong."""
    ui = await start(counted.route)
    await tap(ui, "hand-1", "correct", "seat-0", "digit-4", "digit-0")
    assert ui.sees("94 in all – 26 Augen are missing") and ui.find(identifier="save").disabled


async def test_a_hand_that_is_typed_for_the_first_time_leaves_nothing_out(
        table: Table, start: Start):
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6", "seat-1", "digit-5", "digit-8")
    assert ui.sees("124 in all – 4 Augen too many")


async def test_the_skat_has_what_is_left_where_the_table_plays_so(service: Service, start: Start):
    """Anne had 50 and not 55; 15 lie in the skat. Nothing is left out."""
    table = Table.of(service, SCHIEBERAMSCH, FOUR[:3],
                     rules=SchieberamschRules(skat_to="most-augen"))
    table.play(55, 40, 15)
    ui = await start(table.route)
    await tap(ui, "hand-1", "correct", "seat-0", "digit-5", "digit-0", "save")
    assert table.score.lines[0].record.hand.augen == (50, 40, 15)


def test_old_figures_are_left_out_once_one_is_typed_anew():
    figures = Figures.of((66, 30, 14, None))
    assert figures.without_old() == figures
    anew = figures.at(1).digit("3")
    assert anew.old == {0, 2} and anew.without_old().typed == ("", "3", "", "")
    assert anew.put(0, "70").without_old().typed == ("70", "3", "", "")


async def test_a_correction_marks_its_row_and_says_what_it_was(counted: Table, start: Start):
    ui = await start(counted.route)
    assert row(ui, 2).bgcolor is None
    await tap(ui, "hand-2", "correct", "seat-0", "digit-8", "digit-5")
    top = ui.find(identifier="hand-open")  # where there is room for few, and nowhere else
    assert top.content.bgcolor == ft.Colors.SURFACE_CONTAINER_HIGH and row(ui, 1).bgcolor is None
    assert not ui.find_all(identifier="hand-2")
    assert ui.sees("Correcting hand 2")
    assert ui.sees("Before: Anne 66, Bert 30, Cem 14, Dora 10")
    await tap(ui, "cancel-correction")
    assert row(ui, 2).bgcolor is None and not ui.sees("Before:") and pencils(ui) == 0
    await tap(ui, "hand-3", "correct")  # one of the last two, which are in sight
    assert row(ui, 3).bgcolor == ft.Colors.SURFACE_CONTAINER_HIGH
    assert not ui.find_all(identifier="hand-open")


async def test_the_last_hand_is_not_undone_in_passing_while_an_older_one_is_corrected(
        counted: Table, start: Start):
    ui = await start(counted.route)
    await tap(ui, "seat-1", "digit-6", "digit-6", "save")
    assert ui.find_all(identifier="undo-written")
    await tap(ui, "hand-2", "correct")
    assert ui.sees("Correcting hand 2") and not ui.find_all(identifier="undo-written")


async def test_a_corrected_hand_keeps_a_small_mark(counted: Table, start: Start):
    ui = await start(counted.route)
    await tap(ui, "hand-2", "correct", "seat-0", "digit-8", "digit-5", "save")
    assert row(ui, 2).bgcolor is None and pencils(ui) == 1
    assert "Hand 2: Anne 90, 85 → 90, corrected" in [
        getattr(control, "semantics_label", "") for control in ui.controls()]
    await tap(ui, "undo")
    assert pencils(ui) == 0
    await tap(ui, "redo")
    assert pencils(ui) == 1
    again = await start(counted.route)
    assert pencils(again) == 1
