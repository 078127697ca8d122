"""Breaking off a Partie, in-process: from the menu, with or without an agreement."""

import pytest

from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.ui.forms.rules import AgreementForm
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap


@pytest.fixture
def sheet(service: Service) -> Table:
    """Kalter Schlag for 50 cents, one hand played."""
    table = Table.of(service, KALTER_SCHLAG, FOUR, stake=50)
    table.play(66, 30, 24, 0)
    return table


def offers(ui: Driver, identifier: str) -> bool:
    return bool(ui.find_all(identifier=identifier))


async def test_nobody_has_won_and_nobody_pays(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "menu", "end-match")
    assert ui.sees("no more hands follow on this sheet") and ui.sees("What the table agrees on")
    await tap(ui, "break-off")
    assert ui.sees("Broken off") and ui.sees("nobody has won") and sheet.score.over
    assert ui.sees("Kalter Schlag · Match 1") and not ui.sees("Match 2")
    await tap(ui, "play-on")
    assert offers(ui, "save") and not sheet.score.over


async def test_the_table_agrees_on_amounts(sheet: Table, start: Start):
    ui = await start(f"{sheet.route}/end")
    await ui.type("-1.50", text="Anne")
    assert ui.sees("The amounts add up to -1.50: what some receive the others pay.")
    assert ui.find(identifier="break-off").disabled or not ui.find(
        identifier="break-off").content.on_click
    await ui.type("1", text="Bert")
    await ui.type("half a euro", text="Cem")
    assert ui.sees("Type an amount such as 1.50, with a minus sign if Cem pays.")
    await ui.type("+0.50", text="Cem")
    await tap(ui, "break-off")
    assert sheet.score.matches[0].payout == (-150, 100, 50, 0)
    assert ui.sees("the money was agreed on") and ui.sees("−€1.50")
    await tap(ui, "undo")
    assert offers(ui, "save") and not sheet.score.over


async def test_where_nothing_is_at_stake_no_amounts_are_asked_for(service: Service, start: Start):
    table = Table.of(service, KALTER_SCHLAG, FOUR)
    table.play(66, 54, 0, 0)
    ui = await start(f"{table.route}/end")
    assert not ui.sees("What the table agrees on")
    await tap(ui, "break-off")
    assert table.score.over


async def test_there_is_nothing_to_break_off(service: Service, start: Start):
    table = Table.of(service, KALTER_SCHLAG, FOUR, stake=50)
    ui = await start(table.route)
    await tap(ui, "menu")
    assert not offers(ui, "end-match")
    ui = await start(f"{table.route}/end")
    assert ui.sees("There is no match to break off here.")


def test_what_is_typed():
    words = Words("de")
    form = AgreementForm(("A", "B"))
    assert (form.fault(words), form.agreement(words)) == (None, ())
    for text, cents in (("1,50", 150), ("-1,50", -150), ("−2", -200), ("+0,05", 5), (" ", 0)):
        form.type("A", text)
        assert form.fault_of("A", words) is None and (form.agreement(words) or (0,))[0] == cents
    for text in ("1-", "--1", "+-1", "x", "1,505"):
        form.type("A", text)
        assert form.fault_of("A", words) is not None, text
