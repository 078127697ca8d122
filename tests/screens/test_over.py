"""Matches that are over: ended by the table or after the hands agreed on; and points below zero.

A Durchmarsch writes −12, a Ramsch of 60 Augen 6 (S3, Die Anschrift), at one cent a point.
"""

import pytest

from scorepad.games.pfaelzer_ramsch import PFAELZER_RAMSCH
from scorepad.games.schieberamsch import SCHIEBERAMSCH, SchieberamschRules
from scorepad.service import Service
from tests.screens.conftest import FOUR, THIN, Start, Table
from tests.screens.driver import Driver, tap


@pytest.fixture
def two_hands(service: Service) -> Table:
    """Schieberamsch with two hands agreed on, of which one is played."""
    table = Table.of(service, SCHIEBERAMSCH, FOUR[:3], rules=SchieberamschRules(hands=2),
                     stake=100)
    table.march(2)
    return table


def offers(ui: Driver, identifier: str) -> bool:
    return bool(ui.find_all(identifier=identifier))


# --- by the table -----------------------------------------------------------------------------


async def test_the_table_ends_the_match_without_being_asked_twice(three: Table, start: Start):
    three.march(2)
    ui = await start(three.route)
    assert ui.sees("Bert deals · Anne cuts · Cem leads")
    ui.taps = 0
    await tap(ui, "menu", "end-match")
    assert ui.taps == 2 and three.score.over
    assert ui.find(identifier="match-end")
    assert ui.sees("Cem wins") and ui.sees("+€0.24") and ui.sees("−€0.12")
    assert ui.sees("The match is over.") and not ui.sees("deals") and not offers(ui, "save")
    await tap(ui, "undo")
    assert offers(ui, "save") and not three.score.over


async def test_the_table_plays_on(three: Table, start: Start):
    three.march(2)
    three.service.end_match(three.sheet)
    ui = await start(three.route)
    await tap(ui, "play-on")
    assert offers(ui, "save") and not three.score.over


async def test_only_what_runs_can_be_ended(three: Table, start: Start):
    ui = await start(three.route)
    await tap(ui, "menu")
    assert not offers(ui, "end-match")  # nothing has been played
    three.march(2)
    three.service.end_match(three.sheet)
    ui = await start(three.route)
    await tap(ui, "menu")
    assert not offers(ui, "end-match")


async def test_an_ended_match_in_which_nothing_counts_any_more(three: Table, start: Start):
    hand = three.march(2)
    three.service.end_match(three.sheet)
    three.service.void(three.sheet, hand)
    ui = await start(three.route)
    assert offers(ui, "same-table") and ui.sees("The match is over.")
    await tap(ui, "play-on")
    assert offers(ui, "save")


# --- after the hands agreed on ------------------------------------------------------------------


async def test_the_title_counts_the_hands(two_hands: Table, start: Start):
    ui = await start(two_hands.route)
    assert ui.sees("Schieberamsch · 1 of 2 hands")
    two_hands.play(60, 40, 20)
    ui = await start(two_hands.route)
    assert ui.sees("Schieberamsch · 2 of 2 hands")
    assert ui.sees("Cem wins") and ui.sees("over after 2 hands")
    assert not offers(ui, "play-on") and not offers(ui, "save")


async def test_the_keyboard_of_a_sheet_that_is_over(two_hands: Table, start: Start):
    """What would type a hand does nothing; what takes one back still does."""
    two_hands.play(60, 40, 20)
    ui = await start(two_hands.route)
    for key in ("Tab", "6", "1", "D", "Enter", "Backspace"):
        await ui.press(key)
    assert len(two_hands.score.lines) == 2 and offers(ui, "same-table")
    await ui.press("Z", ctrl=True)
    assert len(two_hands.score.lines) == 1 and offers(ui, "save")
    assert ui.find(identifier="save").disabled  # nothing has been typed meanwhile
    await ui.press("Y", ctrl=True)
    assert two_hands.score.over and offers(ui, "same-table")


async def test_a_hand_is_corrected_when_it_is_over(two_hands: Table, start: Start):
    """Hand 2 was 70 Augen: 7 and not 6."""
    two_hands.play(60, 40, 20)
    ui = await start(two_hands.route)
    await tap(ui, "hand-2", "correct")
    assert ui.sees("Correcting hand 2")
    await tap(ui, "seat-0", "digit-7", "digit-0", "seat-1", "digit-3", "digit-0", "save")
    assert two_hands.score.tally.totals == (7, 0, -12) and offers(ui, "same-table")


async def test_a_hand_that_is_one_too_many_is_shown_as_such(two_hands: Table, start: Start):
    first = two_hands.score.lines[0].record.stamp.id
    two_hands.play(60, 40, 20)
    two_hands.service.void(two_hands.sheet, first)
    two_hands.play(60, 40, 20)
    two_hands.service.restore(two_hands.sheet, first)
    ui = await start(two_hands.route)
    assert ui.sees("Comes after the end") and offers(ui, "same-table")
    await tap(ui, "hand-3")
    assert ui.sees("Comes after the end")
    await tap(ui, "void", "back")
    assert not ui.sees("Comes after the end")


# --- what comes after -------------------------------------------------------------------------


async def test_the_same_table_plays_again(two_hands: Table, start: Start):
    """Anne and Bert have dealt, so Cem deals first; money and rules stay."""
    two_hands.play(60, 40, 20)
    ui = await start(two_hands.route)
    ui.taps = 0
    await tap(ui, "same-table")
    assert ui.sees("Cem deals first.") and ui.find(text="Amount").value == "0.01"
    await tap(ui, "start")
    assert ui.taps == 2
    two_hands.service.refresh()
    before, again = two_hands.service.evening(two_hands.evening).sheets
    assert ui.page.route.endswith(again.id)
    assert (again.score.record.names, again.score.record.first_dealer) == (FOUR[:3], 2)
    assert (again.score.record.rules, again.score.record.stake) == \
        (before.score.record.rules, before.score.record.stake)


async def test_a_lost_partie_of_pfaelzer_ramsch_goes_on(service: Service, start: Start):
    """120 · 2 · 2 · 2 = 960 for Bert and Cem, a tie; then 60 more for Bert."""
    table = Table.of(service, PFAELZER_RAMSCH, FOUR[:3], stake=50)
    table.march(0, geschoben=3)
    ui = await start(table.route)
    assert offers(ui, "save") and ui.sees("Pfälzer Ramsch · Match 1")
    table.play(40, 60, 20)
    ui = await start(table.route)
    assert ui.sees("Bert loses") and ui.sees(f"1{THIN}020 points, and 500 is the limit")
    assert ui.sees("−€1.00") and ui.sees("Cem deals first in the next match.")
    await tap(ui, "next-match")
    assert offers(ui, "save") and ui.sees("Pfälzer Ramsch · Match 2")


# --- the settlement -----------------------------------------------------------------------------


async def test_a_running_game_is_settled_as_it_stands(three: Table, start: Start):
    three.march(2)
    ui = await start(f"/evening/{three.evening}")
    assert ui.sees("A game is still running: this is the balance so far.")
    assert ui.sees("Anne, Bert, Cem · 1 hand, balance so far") and ui.sees("+€0.24")
    await tap(ui, "copy")
    three.service.end_match(three.sheet)
    ui = await start(f"/evening/{three.evening}")
    assert ui.sees("Anne, Bert, Cem · 1 hand, over") and not ui.sees("still running")
    assert ui.sees("+€0.24")


async def test_a_match_that_counts_at_its_end_is_told_and_asked_about(
        service: Service, start: Start):
    table = Table.of(service, PFAELZER_RAMSCH, FOUR[:3], stake=50)
    ui = await start(f"/evening/{table.evening}")
    assert not ui.sees("The running match")
    table.play(40, 60, 20)
    ui = await start(f"/evening/{table.evening}")
    assert ui.sees("The running match counts only once it is over.") and not ui.sees("is even")
    await tap(ui, "end-evening")
    assert ui.sees("A match is still running") and not service.evening(table.evening).closed
    await tap(ui, "close", "end-evening", "end-anyway")
    assert service.evening(table.evening).closed and not ui.sees("A match is still running")
    assert not ui.sees("The running match")


async def test_a_closed_evening_calls_nothing_provisional(three: Table, start: Start):
    three.march(2)
    three.service.close_evening(three.evening)
    ui = await start(f"/evening/{three.evening}")
    assert ui.sees("+€0.24") and ui.sees("Anne, Bert, Cem · 1 hand")
    assert not ui.sees("so far")
