"""The panel of Doppelkopf by the Altenburg rules, in-process. Figures are worked out from S2, Werte
and Berechnungen."""

import flet as ft
import pytest

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.altenburg.hand import Augen, Side, Span, Spiel
from scorepad.games.altenburg.rules import AltenburgRules
from scorepad.service import Service
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver

FIVE = (*FOUR, "Emil")
ANNE, BERT, CEM, DORA, EMIL = range(5)


@pytest.fixture
def sheet(service: Service, request: pytest.FixtureRequest) -> Table:
    """Five players, so that Anne deals and sits out; by the rules of the test."""
    rules = AltenburgRules(**getattr(request, "param", {}))
    return Table.of(service, DOPPELKOPF_ALTENBURG, FIVE, rules=rules)


def by(**rules: object) -> pytest.MarkDecorator:
    """The rules of the table, for a test that is about them."""
    return pytest.mark.parametrize("sheet", [rules], indirect=True)


def totals(sheet: Table) -> tuple[int, ...]:
    return sheet.score.tally.totals


def last(sheet: Table):
    return sheet.score.lines[-1].record.hand


async def tap(ui: Driver, *identifiers: str) -> None:
    for identifier in identifiers:
        await ui.tap(identifier=identifier)


async def test_a_plain_game_takes_three_taps(sheet: Table, start: Start):
    """Alte gewonnen: 10."""
    ui = await start(sheet.route)
    await tap(ui, "seat-1", "seat-2")
    assert ui.sees("Re · 10")
    await tap(ui, "result-re-120")
    assert ui.taps == 3 and totals(sheet) == (0, 10, 10, -10, -10)
    assert not ui.find(identifier="seat-1").selected


async def test_an_announced_and_kept_u9_takes_five(sheet: Table, start: Start):
    """S2: R/9 gewonnen, (10+10+10)·2 = 60."""
    ui = await start(sheet.route)
    await tap(ui, "seat-1", "seat-2", "ansage-re", "ansage-re")
    assert ui.sees("Re U9 · (10+10+10)·2 = 60")
    await tap(ui, "result-re-90")
    assert ui.taps == 5 and totals(sheet) == (0, 60, 60, -60, -60)


async def test_the_arithmetic_of_the_club(sheet: Table, start: Start):
    """S2, Extra Punkte: K/9 won, and Kontra lost a Fuchs: (20+10+10)·2−10 = 70."""
    ui = await start(sheet.route)
    await tap(ui, "seat-1", "seat-2", "ansage-kontra", "ansage-kontra", "fold-extras", "fuchs-re")
    assert ui.sees("Kontra U9 · (20+10+10)·2−10 = 70")
    assert ui.sees("Fuchs Re")
    await tap(ui, "result-kontra-90")
    assert ui.taps == 7 and totals(sheet) == (0, -70, -70, 70, 70)
    assert last(sheet).fuchs == (Side.RE,)


async def test_who_sits_out_cannot_be_tapped(sheet: Table, start: Start):
    ui = await start(sheet.route)
    assert ui.find(identifier="seat-0").disabled and ui.find(text="sits out")
    with pytest.raises(AssertionError):
        await tap(ui, "seat-0")


async def test_a_result_without_re_asks_for_it(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "result-re-120")
    assert not sheet.score.lines and ui.sees("Tap Re's two players")
    await tap(ui, "seat-1")
    assert ui.sees("Tap Re's second player")
    await tap(ui, "seat-3", "save")
    assert totals(sheet) == (0, 10, -10, 10, -10)
