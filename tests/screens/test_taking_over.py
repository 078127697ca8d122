"""Somebody else takes a seat: on the same sheet where players change, else on a new one."""

import pytest

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.chase_the_ace import CHASE_THE_ACE, Paying
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.ui.forms.seating import PeopleForm, beside_of
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import tap

FIVE = (*FOUR, "Emil")


def test_who_sits_down_next_takes_the_seat_that_somebody_left():
    form = PeopleForm(KALTER_SCHLAG, FOUR)
    form.vacate("Bert")
    assert (form.names, form.next_seat) == (("Anne", "Cem", "Dora"), 1)
    form.add("Tom")
    assert (form.names, form.vacant) == (("Anne", "Tom", "Cem", "Dora"), None)
    form.vacate("nobody")
    assert form.vacant is None and form.next_seat == 4


async def test_on_the_same_sheet_where_players_change(service: Service, start: Start):
    table = Table.of(service, DOPPELKOPF_ALTENBURG, FIVE, stake=100)
    ui = await start(table.route)
    await tap(ui, "player-1", "takes-seat")
    await ui.type("Tom", submit=True, text="Name")
    await tap(ui, "save-seats")
    upcoming = table.score.next.table
    assert [upcoming.names[seat] for seat in upcoming.seats] \
        == ["Anne", "Tom", "Cem", "Dora", "Emil"]
    assert ui.page.route == table.route


async def test_who_goes_home_is_found_behind_their_name(service: Service, start: Start):
    """Of five at Doppelkopf one may go; of four nobody may."""
    table = Table.of(service, DOPPELKOPF_ALTENBURG, FIVE, stake=100)
    ui = await start(table.route)
    await tap(ui, "player-1", "goes-home", "save-seats")
    upcoming = table.score.next.table
    assert [upcoming.names[seat] for seat in upcoming.seats] == ["Anne", "Cem", "Dora", "Emil"]
    await tap(ui, "player-2")
    assert ui.sees("Somebody else takes this seat") and not ui.find_all(identifier="goes-home")


async def test_on_a_new_sheet_where_they_do_not(table: Table, start: Start):
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "player-1", "takes-seat")
    assert ui.sees("1 player is missing.") and ui.sees("Kalter Schlag")
    assert ui.sees("New sheet, same round") and ui.sees("What was played so far stays with Bert.")
    assert ui.find(identifier="old-stays").selected
    assert not ui.find(identifier="waits-Bert").selected
    assert not ui.find_all(identifier="add-Bert")
    assert [text for text in ui.texts() if text in ("1", "2", "3", "4")] == ["1", "3", "4", "2"]
    await ui.type("Tom", submit=True, text="Name")
    await tap(ui, "start")
    table.service.refresh()
    first, second = table.service.evening(table.evening).sheets
    assert second.score.record.names == ("Anne", "Tom", "Cem", "Dora")
    assert second.score.record.stake == first.score.record.stake == 50
    assert first.score.record.names == FOUR and len(first.score.lines) == 1
    assert not first.score.over and beside_of(table.service, second.id) == []


async def test_a_partie_is_broken_off_and_whoever_left_sits_out_in_turn(table: Table, start: Start):
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "player-1")
    assert ui.sees("On a new sheet, for the same round")
    await tap(ui, "takes-seat", "old-ends", "waits-Bert")
    await ui.type("Tom", submit=True, text="Name")
    await tap(ui, "start")
    table.service.refresh()
    first, second = table.service.evening(table.evening).sheets
    assert first.score.over and first.score.matches[-1].payout is None
    assert beside_of(table.service, second.id) == ["Bert"]


async def test_a_match_that_pays_by_points_is_settled_by_who_played_it(three: Table, start: Start):
    """Anne −12, at a cent for every point of every difference: +24, −12, −12."""
    three.march(0)
    ui = await start(three.route)
    await tap(ui, "player-2", "takes-seat")
    assert ui.find(identifier="old-ends").selected
    await ui.type("Tom", submit=True, text="Name")
    await tap(ui, "start")
    three.service.refresh()
    evening = three.service.evening(three.evening)
    first, second = evening.sheets
    assert first.score.over and second.score.record.names == ("Anne", "Bert", "Tom")
    assert evening.settlements[0].balances == {"Anne": 24, "Bert": -12, "Cem": -12, "Tom": 0}


async def test_a_partie_that_only_its_rules_end_stays_open(service: Service, start: Start):
    table = Table.of(service, CHASE_THE_ACE, FIVE, stake=50)
    service.record(table.sheet, Paying((0,)))
    ui = await start(table.route)
    await tap(ui, "player-1", "takes-seat")
    assert ui.sees("The game that runs there stays open.")
    assert not ui.find_all(identifier="old-ends") and not ui.find_all(identifier="waits-Bert")
    await ui.type("Tom", text="Name")
    await tap(ui, "add-name", "start")
    service.refresh()
    first, second = service.evening(table.evening).sheets
    assert second.score.record.names == ("Anne", "Tom", "Cem", "Dora", "Emil")
    assert not first.score.over and first.score.payout == (0,) * 5


async def test_before_the_first_hand_nothing_is_asked(table: Table, start: Start):
    ui = await start(table.route)
    await tap(ui, "player-1", "takes-seat")
    assert ui.sees("New sheet, same round") and not ui.find_all(identifier="old-stays")


async def test_the_field_of_a_name_is_not_for_a_newcomer(table: Table, start: Start):
    ui = await start(table.route)
    await tap(ui, "player-1")
    assert ui.find_all(text="Put this name right") and not ui.find_all(text="Name")


@pytest.mark.parametrize("closed", [True, False])
async def test_nobody_takes_a_seat_where_nothing_is_played_any_more(
        table: Table, start: Start, closed: bool):
    if closed:
        table.service.close_evening(table.evening)
    ui = await start(table.route)
    await tap(ui, "player-1")
    assert bool(ui.find_all(identifier="takes-seat")) != closed
