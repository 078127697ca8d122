"""The panel of Schafkopf, in-process. A Rufspiel is 20 points, a Solo 50, Schneider, schwarz and
each Laufende 10 (SP, OS)."""

import flet as ft
import pytest

from scorepad.games.schafkopf import SCHAFKOPF
from scorepad.games.schafkopf.options import SchafkopfRules
from scorepad.service import Service
from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver, tap

FOUR = ("Anne", "Bert", "Cem", "Dora")


@pytest.fixture
def sheet(service: Service, request: pytest.FixtureRequest) -> Table:
    """By the rules that a test is parametrized with, the usual ones without."""
    rules = dict(getattr(request, "param", {}))
    names = rules.pop("names", FOUR)
    return Table.of(service, SCHAFKOPF, names, rules=SchafkopfRules(**rules))


def totals(sheet: Table) -> tuple[int, ...]:
    return sheet.score.tally.totals


def by(**rules: object) -> pytest.MarkDecorator:
    """The rules of the table, for a test that is about them."""
    return pytest.mark.parametrize("sheet", [rules], indirect=True)


def keys(ui: Driver) -> set[str]:
    return {control.identifier for control in ui.find_all(kind=ft.Semantics)
            if control.button and control.identifier}


async def test_a_rufspiel_takes_three_taps(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "seat-2", "result-gewonnen")
    assert ui.taps == 3 and totals(sheet) == (20, -20, 20, -20)
    await tap(ui, "seat-1", "seat-3", "result-verloren-schneider")
    assert ui.taps == 6 and totals(sheet) == (50, -50, 50, -50)


async def test_a_wenz_takes_one_more_for_each_thing_said(sheet: Table, start: Start):
    """(50 + 2 · 10) · 2 · 2 from each of three."""
    ui = await start(sheet.route)
    await tap(ui, "spiel-wenz", "seat-3", "laufende-2", "klopfer-0", "kontra", "result-gewonnen")
    assert ui.taps == 6 and totals(sheet) == (-280, -280, -280, 840)


async def test_the_arithmetic_stands_there_before_it_is_saved(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "spiel-farbsolo", "seat-1", "farbe-herz", "laufende-4")
    assert ui.sees("50 + 4 · 10 Laufende = 90, times 3") and ui.sees("270")
    await tap(ui, "augen", "digit-9", "digit-1", "save")
    assert totals(sheet) == (-100, 300, -100, -100)
    await tap(ui, "hand-1", "correct", "laufende-3", "save")
    assert totals(sheet) == (-90, 270, -90, -90)


async def test_a_tout_and_a_sie(sheet: Table, start: Start):
    """50 · 2 lost, then (50 + 80) · 4."""
    ui = await start(sheet.route)
    assert "tout" not in keys(ui)
    await tap(ui, "spiel-farbsolo", "tout", "seat-0", "result-verloren")
    assert totals(sheet) == (-300, 100, 100, 100)
    await tap(ui, "spiel-sie", "seat-0")
    assert "result-verloren" not in keys(ui) and "laufende-3" not in keys(ui)
    await tap(ui, "result-gewonnen")
    assert totals(sheet) == (1260, -420, -420, -420)


async def test_what_does_not_go_with_the_next_game_is_taken_back(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "seat-1", "farbe-gras", "laufende-5", "spiel-wenz", "result-gewonnen")
    assert totals(sheet) == (150, -50, -50, -50)


async def test_all_pass_with_one_tap(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "gepasst")
    assert totals(sheet) == (0, 0, 0, 0) and sheet.score.next.table.dealer == 1
    assert "ramsch" not in keys(ui) and "spiel-bettel" not in keys(ui)


async def test_kontra_goes_as_far_as_the_table_lets_it(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "seat-1", "kontra", "kontra", "kontra")
    assert not ui.sees("×8")
    await tap(ui, "result-gewonnen")
    assert totals(sheet) == (20, 20, -20, -20)


@by(keiner="ramsch", klopfen=False, spiele=("bettel", "hochzeit"), kontra_max=0)
async def test_a_ramsch_takes_three_taps(sheet: Table, start: Start):
    ui = await start(sheet.route)
    assert not keys(ui) & {"gepasst", "klopfer-0", "kontra"} and "spiel-bettel" in keys(ui)
    await tap(ui, "ramsch", "verlierer-2", "save")
    assert ui.taps == 3 and totals(sheet) == (20, 20, -60, 20)
    await tap(ui, "spiel-bettel", "seat-2", "result-gewonnen")
    assert totals(sheet) == (-10, -10, 30, -10)


@by(keiner="stock", names=(*FOUR, "Emil"))
async def test_the_stock_is_on_the_sheet_and_who_deals_sits_out(sheet: Table, start: Start):
    """Anne deals and sits out: the others pay in 20 each. Then Anne and Cem win 20 and half of
    80."""
    ui = await start(sheet.route)
    await tap(ui, "gepasst")
    assert totals(sheet) == (0, -20, -20, -20, -20) and ui.sees("Stock")
    await tap(ui, "seat-0", "seat-2", "result-gewonnen")
    assert totals(sheet) == (60, -20, 40, -40, -40)


@by(spiele=("geier", "farbwenz", "hochzeit"))
async def test_on_a_low_phone_one_key_steps_through_the_laufende_and_one_through_rarer_games(
        sheet: Table, start: Start):
    """A Rufspiel with 3 and then 4 Laufende is 20 + 40; a Farbwenz 50."""
    ui = await start(sheet.route, size=(375, 553))
    await tap(ui, "laufende-3", "laufende-3", "seat-0", "seat-2", "result-gewonnen")
    assert totals(sheet) == (60, -60, 60, -60) and "laufende-4" not in keys(ui)
    await tap(ui, "spiel-geier")
    assert "spiel-farbwenz" not in keys(ui)
    await tap(ui, "spiel-geier", "tout")
    assert "laufende-3" in keys(ui)
    await tap(ui, "tout", "seat-1", "result-gewonnen")
    assert totals(sheet) == (10, 90, 10, -110)


async def test_after_the_most_laufende_there_are_none(sheet: Table, start: Start):
    ui = await start(sheet.route, size=(375, 553))
    await tap(ui, "spiel-wenz", *["laufende-2"] * 4, "seat-0", "result-gewonnen")
    assert totals(sheet) == (150, -50, -50, -50)


@by(keiner="ramsch")
async def test_on_a_low_phone_one_key_steps_through_who_lost_a_ramsch(sheet: Table, start: Start):
    """A Ramsch that Cem loses to a Jungfrau, with a Klopfer, costs 20 · 2 · 2 to each."""
    ui = await start(sheet.route, size=(375, 553))
    await tap(ui, "ramsch", "verlierer", "verlierer", "jungfrauen-3", "klopfer-1", "kind-4",
              "kind-5")
    assert "verlierer-1" not in keys(ui)
    await tap(ui, "verlierer", "save")
    assert totals(sheet) == (80, 80, -240, 80)
