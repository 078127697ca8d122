"""The money of an evening on the screen: sources unfold, ticks hold, and all of it can be sent."""

import pytest

from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.games.skat import SKAT
from scorepad.games.skat.hand import Spiel
from scorepad.games.skat.options import SkatRules
from scorepad.i18n.words import Words
from scorepad.ui.parts.settlement import settlement_text
from tests.screens.conftest import THIN, Start, Table
from tests.screens.driver import tap


@pytest.fixture
def evening(table: Table, service):
    """Kalter Schlag, won by Anne for 2 × 50 cents from each, then Schieberamsch that still runs:
    Anne has -12 points, at 10 cents each from the other two."""
    for _ in range(5):
        table.play(66, 54, 0, 0)
    other = service.open_sheet(table.evening, SCHIEBERAMSCH, ("Anne", "Bert", "Emil"),
                               stake=1000)
    Table(service, table.evening, other).march(0)
    return table


async def test_a_figure_unfolds_into_where_it_comes_from(evening: Table, start: Start):
    ui = await start(f"/evening/{evening.evening}")
    assert ui.sees("+€5.40") and not ui.sees("Kalter Schlag · Match 1")
    await tap(ui, "balance-Anne")
    assert ui.sees("Kalter Schlag · Match 1") and ui.sees("+€3.00")
    assert ui.sees("Schieberamsch, balance so far") and ui.sees("+€2.40")
    await tap(ui, "source-0-1")
    assert ui.sees(f"5 Anschriften, and 350 points are below 2{THIN}000")


async def test_a_payment_is_ticked_and_the_tick_taken_away(evening: Table, start: Start):
    ui = await start(f"/evening/{evening.evening}")
    assert ui.sees("4 payments")
    await tap(ui, "payment-0")
    assert ui.find(identifier="payment-0").checked and ui.sees("4 payments, 1 made")
    await tap(ui, "payment-0")
    assert not ui.find(identifier="payment-0").checked and ui.sees("4 payments")
    for number in range(4):
        await tap(ui, f"payment-{number}")
    assert ui.sees("Everything is paid.")


def test_as_a_text(evening: Table):
    service = evening.service
    service.pay(evening.evening, "Bert", "Anne", 220, "EUR")
    assert settlement_text(service.evening(evening.evening), Words("de")).splitlines() == [
        "20. November 2026",
        "Es wird noch gespielt: Das ist der Zwischenstand.", "",
        "Anne: +5,40\N{NO-BREAK SPACE}€", "Cem: −1,00\N{NO-BREAK SPACE}€",
        "Dora: −1,00\N{NO-BREAK SPACE}€", "Emil: −1,20\N{NO-BREAK SPACE}€",
        "Bert: −2,20\N{NO-BREAK SPACE}€", "",
        "Bert hat Anne 2,20\N{NO-BREAK SPACE}€ bezahlt",
        "Emil zahlt Anne 1,20\N{NO-BREAK SPACE}€", "Cem zahlt Anne 1,00\N{NO-BREAK SPACE}€",
        "Dora zahlt Anne 1,00\N{NO-BREAK SPACE}€"]


async def test_an_evening_that_was_ended_by_mistake_goes_on(evening: Table, start: Start):
    ui = await start(f"/evening/{evening.evening}")
    await tap(ui, "end-evening")
    assert evening.service.evening(evening.evening).closed and ui.sees("The evening is ended.")
    await ui.tap(text="Undo")
    assert not evening.service.evening(evening.evening).closed
    await tap(ui, "end-evening", "reopen")
    assert not evening.service.evening(evening.evening).closed
    await tap(ui, "end-evening", "paper")  # what is left to do then
    [saved] = [told for name, told in ui.client.calls if name == "save_file"]
    assert saved["src_bytes"].startswith(b"%PDF")
    await tap(ui, "back")
    assert ui.find_all(identifier="new-evening")


async def test_a_payment_is_a_code_where_its_creditor_has_left_an_account(
        evening: Table, start: Start):
    anne = next(own for own, name in evening.service.people.names().items() if name == "Anne")
    ui = await start(f"/people/{anne}")
    await ui.type("DE89 3704 0044 0532 0130 01", text="IBAN")
    await tap(ui, "keep-iban")
    assert ui.sees("This is no IBAN. A letter or a digit is wrong or missing.")
    await ui.type("de89370400440532013000", text="IBAN")
    await tap(ui, "keep-iban")
    assert ui.find(text="IBAN").value == "DE89 3704 0044 0532 0130 00"
    ui = await start(f"/evening/{evening.evening}")
    await tap(ui, "payment-0")  # what is paid needs none
    assert not ui.find_all(identifier="code-0")
    await tap(ui, "code-1")
    assert ui.sees("DE89 3704 0044 0532 0130 00") and ui.sees("Emil → Anne") and ui.sees("€1.20")
    await ui.tap(text="Close")
    assert not ui.sees("DE89 3704 0044 0532 0130 00")


async def test_what_lost_games_cost_goes_into_the_clubs_purse(service, start: Start):
    """Anne has lost two, of which the second costs twice as much, and Bert one."""
    sheet = Table.of(service, SKAT, ("Anne", "Bert", "Cem"), rules=SkatRules(
        verlustgeld=50, verlustgeld_ab=2))
    for seat in (0, 1, 0):
        service.record(sheet.sheet, Spiel(spiel="herz", spieler=seat, spitzen=1, augen=40))
    ui = await start(f"/evening/{sheet.evening}")
    assert ui.sees("Verlustspielgeld, into the club's purse")
    assert settlement_text(service.evening(sheet.evening), Words("de")).splitlines()[-3:] == [
        "Verlustspielgeld, in die Vereinskasse", "Anne: 1,50\xa0€", "Bert: 0,50\xa0€"]
    assert [ui.sees(text) for text in ("€1.50", "€0.50", "Together", "€2.00")] == [True] * 4
