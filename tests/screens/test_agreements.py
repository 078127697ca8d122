"""What a table agrees on besides, who names the first dealer, and two tables of one evening."""

from datetime import date

import flet as ft
import pytest

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.ui.forms.new_sheet import NewSheetForm
from scorepad.ui.forms.seating import SeatsForm
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import tap
from tests.service.test_agreements import LOST

EIGHT = (*FOUR, "Emil", "Fritz", "Gerda", "Hans")


# --- Absprachen -----------------------------------------------------------------------------------


async def test_absprachen_are_folded_away_and_go_with_the_sheet(service: Service, start: Start):
    Table.of(service, KALTER_SCHLAG, FOUR, absprachen="Geber mischt")
    ui = await start("/new")
    assert ui.sees("Agreed besides") and ui.sees("Geber mischt")
    assert not ui.find_all(text="Agreed besides", kind=ft.TextField)
    await tap(ui, "absprachen")
    await ui.type("Kreuz beginnt", text="Agreed besides")
    await tap(ui, "start")
    service.refresh()
    sheet = service.latest_sheet("kalter-schlag")
    assert sheet is not None and sheet.absprachen == "Kreuz beginnt"


async def test_absprachen_are_changed_where_the_rules_are(table: Table, start: Start):
    ui = await start(f"{table.route}/rules")
    assert not ui.find_all(identifier="keep-absprachen")
    await ui.type("Kreuz beginnt", text="Agreed besides")
    await tap(ui, "keep-absprachen")
    assert table.score.record.absprachen == "Kreuz beginnt"
    assert not ui.find_all(identifier="keep-absprachen")


def test_a_text_of_two_lines_is_a_fault_of_the_form():
    form = NewSheetForm(KALTER_SCHLAG, names=FOUR, absprachen="zwei\nZeilen")
    assert str(form.fault(Words("en"))) == "is not a line of text of at most 500 letters"


# --- who deals first ------------------------------------------------------------------------------


async def test_the_loser_of_another_evening_names_the_first_dealer(service: Service, start: Start):
    """S0, Geben; Anne lost, sits last now, and deals unless she says otherwise."""
    table = Table.of(service, KALTER_SCHLAG, ("Bert", "Cem", "Dora", "Anne"))
    service.record(table.sheet, KALTER_SCHLAG.read_hand(LOST, table.score.record.names))
    service.close_evening(table.evening)
    form = NewSheetForm.proposed(service, KALTER_SCHLAG)
    assert (form.deals_first, form.first_dealer) == ("Anne", 3)
    assert form.switched(service, SCHIEBERAMSCH).deals_first == ""
    ui = await start("/new")
    assert ui.sees("Anne lost the last match and decides who deals first.")
    await tap(ui, "start")
    ui = await start("/new")
    assert not ui.sees("lost the last match")


# --- two tables -----------------------------------------------------------------------------------


def test_the_form_takes_as_many_as_the_tables_hold():
    names = tuple(f"N{number}" for number in range(14))
    form = NewSheetForm(DOPPELKOPF_ALTENBURG, names=names)
    assert not form.full and list(map(len, form.tables(Words("en")))) == [7, 7]
    form.add("Anne")
    assert not form.full and list(map(len, form.tables(Words("en")))) == [5, 5, 5]
    assert NewSheetForm(KALTER_SCHLAG, names=FOUR).full
    assert NewSheetForm(DOPPELKOPF_ALTENBURG, names=names[:7]).tables(Words("en")) == ()


def test_who_was_named_deals_at_his_table(service: Service):
    form = NewSheetForm(DOPPELKOPF_ALTENBURG, names=EIGHT)
    form.let_deal("Gerda")
    form.begin(service, Words("en"), date(2026, 11, 20), split=True)
    one, two = service.evening(form.evening).sheets
    assert [sheet.score.record.names for sheet in (one, two)] == [EIGHT[:4], EIGHT[4:]]
    assert [sheet.score.record.first_dealer for sheet in (one, two)] == [0, 2]
    assert form.sheet == one.id


async def test_eight_begin_two_tables_with_one_tap(service: Service, start: Start):
    """S2, Das Blatt und die Spieler."""
    for name in EIGHT:
        service.people.add(name)
    ui = await start("/new")
    await tap(ui, "game-doppelkopf-altenburg", *[f"add-{name}" for name in EIGHT])
    assert ui.sees("8 players are too many for one table: split them into two")
    ui.taps = 0
    await tap(ui, "split")
    assert ui.taps == 1
    [card] = service.evenings()
    sheets = service.evening(card.id).sheets
    assert [len(sheet.players) for sheet in sheets] == [4, 4]
    assert ui.sees("all tables") and ui.find(identifier="standing-doppelkopf-altenburg")


# --- two tables of a sheet that runs --------------------------------------------------------------


@pytest.fixture
def five(service: Service) -> Table:
    """Anne and Bert have won a plain game, 10 a player, while Emil sat out."""
    table = Table.of(service, DOPPELKOPF_ALTENBURG, EIGHT[:5], first_dealer=4, stake=200,
                     rules=DOPPELKOPF_ALTENBURG.rules(normal_won=30), absprachen="Geber mischt")
    service.record(table.sheet, DOPPELKOPF_ALTENBURG.read_hand(
        {"re": ["Anne", "Bert"], "augen": 131}, EIGHT[:5]))
    return table


async def test_three_more_split_a_running_round_with_one_tap(five: Table, start: Start):
    """S2, Das Blatt und die Spieler: 4 to 7 at a table."""
    ui, before = await start(f"{five.route}/seats"), five.score.tally.totals
    for name in EIGHT[5:]:
        assert not ui.find_all(identifier="split")
        await ui.type(name, text="Name")
        await tap(ui, "add-name")
    assert ui.sees("8 players are too many for one table: split them into two")
    assert ui.sees("Table 1: Anne, Bert, Cem, Dora")
    assert ui.sees("Table 2: Emil, Fritz, Gerda, Hans")
    ui.taps = 0
    await tap(ui, "split")
    assert ui.taps == 1 and ui.page.route == f"/evening/{five.evening}"
    assert ui.find(identifier="standing-doppelkopf-altenburg")
    five.service.refresh()
    one, two = five.service.evening(five.evening).sheets
    assert one.id == five.sheet and one.score.tally.totals == before == (30, 30, -30, -30, 0)
    assert one.score.next.table.seats == (0, 1, 2, 3)
    assert two.score.record.names == EIGHT[4:] and not two.score.lines
    assert two.score.rules == one.score.rules and two.score.record.absprachen == "Geber mischt"
    assert two.score.record.stake == one.score.record.stake == 200


def test_whoever_is_named_deals_at_his_table_and_a_second_tap_does_nothing(five: Table):
    for dealer in ("Cem", "Hans"):
        form = SeatsForm.of(five.service.sheet(five.sheet))
        for name in EIGHT[len(form.names):]:
            form.add(name)
        form.let_deal(dealer)
        form.split(five.service, five.sheet)
        form.split(five.service, five.sheet)
        five.service.seat_players(five.sheet, EIGHT[:5])
    _, one, two = five.service.evening(five.evening).sheets
    assert [sheet.score.record.first_dealer for sheet in (one, two)] == [0, 3]


def test_who_stays_plays_on_as_before(five: Table):
    """Emil has dealt, so Anne deals next; the others may name Cem."""
    for dealer, dealt in (("", "Anne"), ("Cem", "Cem")):
        form = SeatsForm.of(five.service.sheet(five.sheet))
        for name in EIGHT[len(form.names):]:
            form.add(name)
        form.let_deal(dealer)
        form.split(five.service, five.sheet)
        table = five.score.next.table
        assert table.names[table.dealer] == dealt and len(table.seats) == 4


def test_twenty_play_at_three_tables(five: Table):
    form = SeatsForm.of(five.service.sheet(five.sheet))
    for number in range(15):
        form.add(f"Gast {number}")
    assert not form.full and list(map(len, form.several_tables())) == [7, 7, 6]
    form.split(five.service, five.sheet)
    form.split(five.service, five.sheet)  # a second tap
    evening = five.service.evening(five.service.sheet(five.sheet).evening)
    assert [len(each.score.next.table.seats) for each in evening.sheets] == [7, 7, 6]


def test_a_game_of_a_fixed_number_has_no_second_table():
    form = NewSheetForm(KALTER_SCHLAG, names=EIGHT[:4])
    assert form.full and form.several_tables() == ()
