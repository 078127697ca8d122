"""The panel of Doppelkopf with a common pot, in-process. S1 is Grupp, "99 Kartenspiele", by lines;
the base amount is 5 cents, as there."""

import pytest

from scorepad.games.doppelkopf import Side, Span
from scorepad.games.kasse import DOPPELKOPF_KASSE
from scorepad.games.kasse.hand import Fuchs, KasseRules, Nachzahlung, Normal
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.ui.forms.new_sheet import NewSheetForm
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver

ANNE, BERT, CEM, DORA = range(4)
SCHWARZ = Normal((ANNE, BERT), Span(Side.RE, 0))
"""Kontra gets 4 base amounts each."""


@pytest.fixture
def sheet(service: Service, request: pytest.FixtureRequest) -> Table:
    """The pot holds 2.00; Anne deals."""
    rules = KasseRules(**getattr(request, "param", {}))
    return Table.of(service, DOPPELKOPF_KASSE, FOUR, rules=rules, stake=5)


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


def pot(ui: Driver) -> str:
    """What a screen reader says of it."""
    return next(label for label in labels(ui) if label.startswith("Pot: "))


def labels(ui: Driver) -> list[str]:
    """Everything that a screen reader says instead of what is to be seen."""
    return [label for each in ui.controls() if (label := getattr(each, "semantics_label", None))]


async def test_füchse_and_karlchen(sheet: Table, start: Start):
    """S1, 211–217: 5 for Re's win, 5 for the Fuchs, 5 for the last trick."""
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "seat-1", "fuchs")
    assert ui.sees("Who caught the Fuchs? Tap the player")
    await tap(ui, "seat-1")
    assert ui.sees("Who lost it? Tap the player")
    await tap(ui, "seat-3", "karlchen")
    assert ui.sees("Re: 0.05; Fuchs Bert ← Dora: 0.05; Karlchen Re: 0.05")
    await tap(ui, "result-re-120")
    assert totals(sheet) == (10, 15, 0, 0) and last(sheet).fuchs == (Fuchs(BERT, DORA),)


async def test_a_fuchs_of_the_own_side_is_told_where_it_stands(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "seat-1", "fuchs", "seat-0", "seat-1", "result-re-120")
    assert ui.sees("Only a Fuchs of the other side can be caught, not one of Bert")
    assert not sheet.score.lines
    await tap(ui, "fuchs", "seat-2", "seat-1")  # a second one, and then none
    await tap(ui, "fuchs", "save")
    assert totals(sheet) == (5, 5, 0, 0)


async def test_a_result_without_re_asks_for_it(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "result-re-120")
    assert not sheet.score.lines and ui.sees("Tap Re's two players")
    await tap(ui, "seat-1", "seat-3", "save")
    assert totals(sheet) == (0, 5, 0, 5)


async def test_a_reload_loses_nothing(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-1", "fuchs", "seat-1", "seat-0", "karlchen", "karlchen", "fuchs", "seat-3")
    again = await start(sheet.route)
    assert again.sees("Who lost it? Tap the player")
    await tap(again, "seat-2", "fuchs", "seat-2", "result-re-120")
    assert totals(sheet) == (5, 5, 5, 5) and not last(sheet).fuchs  # a third tap takes both back


async def test_a_correction_begins_with_the_hand_and_a_result_saves_it(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-1", "seat-2", "result-kontra-60", "hand-1", "correct")
    assert ui.find(identifier="result-kontra-60").selected
    await tap(ui, "result-re-120")
    assert totals(sheet) == (0, 5, 5, 0) and len(sheet.score.lines) == 1


async def test_a_recorded_topping_up_can_be_corrected(sheet: Table, start: Start):
    sheet.service.record(sheet.sheet, Nachzahlung(3))
    ui = await start(sheet.route)
    await tap(ui, "hand-1", "correct")
    assert ui.find(identifier="top-up-3").selected
    await tap(ui, "top-up-5")
    assert totals(sheet) == (-25, -25, -25, -25) and len(sheet.score.lines) == 1


async def test_a_secret_solo_has_füchse_and_karlchen(sheet: Table, start: Start):
    """S1, 170–171: Karo stays trump; 5 from each of three, and 5 from the pot for the Fuchs."""
    ui = await start(sheet.route)
    await tap(ui, "solo", "seat-0")
    assert not ui.find_all(identifier="fuchs") and not ui.find_all(identifier="karlchen")
    await tap(ui, "art", "fuchs", "seat-0", "seat-3", "karlchen", "karlchen", "karlchen")
    assert ui.sees("Heimliches Solo Anne: 3 · 0.05 = 0.15; Fuchs Anne ← Dora: 0.05")
    await tap(ui, "solo-won")
    assert totals(sheet) == (20, -5, -5, -5)
    assert last(sheet).art == "heimlich" and last(sheet).fuchs == (Fuchs(ANNE, DORA),)
    await tap(ui, "solo", "seat-1", "art", "karlchen", "art", "solo-lost")  # with Buben as trumps
    assert last(sheet).art == "bube" and last(sheet).karlchen is None


async def test_a_result_that_the_extras_exclude_has_no_key(sheet: Table, start: Start):
    """A side without a trick made no Karlchen, and one with the Alten only none either."""
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "seat-1", "karlchen")
    assert not ui.find_all(identifier="result-kontra-0")
    assert not ui.find_all(identifier="result-kontra-alte")
    assert ui.find_all(identifier="result-re-0")
    await tap(ui, "karlchen")
    assert not ui.find_all(identifier="result-re-0") and ui.find_all(identifier="result-kontra-0")
    await tap(ui, "karlchen", "result-re-0")
    assert totals(sheet) == (15, 15, 0, 0)


@by(solo_duty=1, solo_duty_rounds=1)
async def test_who_must_play_a_solo_now_is_said(sheet: Table, start: Start):
    """S1, 177–182: after a round of four hands."""
    for _ in range(3):
        sheet.service.record(sheet.sheet, SCHWARZ)
    ui = await start(sheet.route)
    assert not ui.find_all(identifier="due")
    await tap(ui, "solo", "seat-0", "solo-won")
    assert ui.sees("Bert, Cem and Dora must each play a solo now") and ui.sees("owed and due")


@by(solo_duty=1)
async def test_who_owes_a_solo_is_seen(sheet: Table, start: Start):
    ui = await start(sheet.route)
    assert ui.sees("4 solos owed")
    await tap(ui, "solo", "seat-0", "solo-won")
    assert ui.sees("3 solos owed") and "Anne, €0.15, Forced solos: 1" in labels(ui)
    await ui.tap(identifier="menu")
    await ui.tap(identifier="end-match")
    assert ui.sees("A solo is still owed by Bert, Cem and Dora")


async def test_without_a_stake_base_amounts_are_counted(service: Service, start: Start):
    plain = Table.of(service, DOPPELKOPF_KASSE, FOUR)
    ui = await start(plain.route)
    assert pot(ui) == "Pot: 40"
    await tap(ui, "seat-0", "seat-1", "result-kontra-0")
    assert totals(plain) == (0, 0, 4, 4) and "Cem, 4 points" in labels(ui) and pot(ui) == "Pot: 32"


async def test_the_form_asks_for_the_base_amount_and_proposes_that_of_the_source(
        service: Service, start: Start):
    """S1, 188-190: 5 Pfennig."""
    form = NewSheetForm.proposed(service, DOPPELKOPF_KASSE)
    assert form.stake == 5 and form.stake_text(Words("de")) == "0,05"
    form.stake = "0,005"
    assert str(form.fault_of_stake(Words("de"))) \
        == "The base amount is an amount such as 0,20, or empty."
    ui = await start("/new")
    await ui.tap(identifier="game-doppelkopf-kasse")
    assert ui.sees("Base amount") and ui.sees("What the smallest game pays")
