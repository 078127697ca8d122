"""The end of a Partie on the sheet: a result, told once, until the next one begins.

Four times 66 Augen of Anne are 70 each, 63 with three doublings and two Jungfern 2020 (S0).
"""

from time import time

import flet as ft
import pytest

from scorepad.games.chase_the_ace import CHASE_THE_ACE, Paying
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.schieberamsch import SCHIEBERAMSCH, SchieberamschRules
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.ui.parts import match_end
from scorepad.ui.parts.match_end import CONFETTI
from scorepad.ui.parts.settlement import settlement_text
from tests.screens.conftest import FOUR, THIN, Start, Table
from tests.screens.driver import Driver, tap


@pytest.fixture
def for_nothing(service: Service) -> Table:
    """Four at Kalter Schlag for nothing."""
    return Table.of(service, KALTER_SCHLAG, FOUR)


def won_by_anne(table: Table) -> None:
    """Anne writes 70 five times, Bert 60 once."""
    table.play(40, 60, 20, 0)
    for _ in range(5):
        table.play(66, 54, 0, 0)


def below(ui: Driver) -> list[str]:
    """The words of the result, in the order in which they stand there."""
    words = ui.texts()
    return words[words.index("Anne wins"):]


def head(ui: Driver, seat: int) -> list[str]:
    """The words of a player's column."""
    column = ui.find(identifier=f"player-{seat}")
    return [text.value for text in ui.find_all(
        kind=ft.Text, where=lambda each: _is_in(each, column)) if text.value]


def _is_in(control: ft.Control, other: ft.Control) -> bool:
    above = control
    while above is not None and above is not other:
        above = above.parent if not isinstance(above, ft.Page) else None
    return above is other


async def test_a_result_has_the_final_points_beside_the_money(table: Table, start: Start):
    won_by_anne(table)
    ui = await start(table.route)
    told = below(ui)
    assert told[:2] == ["Anne wins", f"5 Anschriften, and 350 points are below 2{THIN}000"]
    assert told[2:5] == ["Anne", "350", "+€3.00"]
    assert told[5:8] == ["Cem", "0", "−€1.00"] and told[11:14] == ["Bert", "60", "−€1.00"]


async def test_the_course_of_the_partie_is_drawn(table: Table, start: Start):
    won_by_anne(table)
    ui = await start(table.route)
    assert ui.find(identifier="match-course").label == \
        "After 6 hands: Cem 0, Dora 0, Bert 60, Anne 350"
    drawn = ui.texts()[ui.texts().index(ui.find(identifier="match-course").label) + 1:]
    assert drawn.index("Anne") < drawn.index("Bert") and "350" in drawn and "400" in drawn


async def test_a_single_hand_has_no_course(table: Table, start: Start):
    table.play(0, 63, 57, 0, jungfern=(0, 3), verdopplungen=3)
    ui = await start(table.route)
    assert ui.sees("Bert loses") and not ui.find_all(identifier="match-course")


async def test_the_end_is_celebrated_for_five_seconds(table: Table, start: Start, monkeypatch):
    won_by_anne(table)
    ui = await start(table.route)
    pieces = ui.find_all(where=lambda each: getattr(each, "animate_position", None) is not None)
    assert len(pieces) == CONFETTI and all(piece.opacity == 0 for piece in pieces)
    monkeypatch.setattr(match_end, "time", lambda: time() + 5)
    await ui.look_again()
    assert not ui.find_all(where=lambda each: getattr(each, "animate_position", None) is not None)


@pytest.mark.parametrize("size", [(390, 664), (844, 390)])
async def test_on_a_low_page_the_hands_above_a_result_are_short(
        table: Table, start: Start, size: tuple[int, int]):
    won_by_anne(table)
    ui = await start(table.route, size=size)
    assert not ui.sees("66 → 70")
    await tap(ui, "next-match")
    assert ui.sees("66 → 70") == (size[1] == 664)


async def test_it_is_told_once(table: Table, start: Start):
    won_by_anne(table)
    ui = await start(table.route)
    assert sum("5 Anschriften" in text for text in ui.texts()) == 1
    await tap(ui, "next-match")
    assert ui.sees("Anne wins the match: 5 Anschriften")
    assert sum("5 Anschriften" in text for text in ui.texts()) == 1


async def test_the_next_match_begins_with_a_live_button_and_totals_that_open(
        table: Table, start: Start):
    won_by_anne(table)
    ui = await start(table.route)
    await tap(ui, "next-match", "seat-0", "digit-6", "digit-6")
    assert ui.sees("Save: Anne +70")
    await tap(ui, "save", "player-0")
    assert ui.sees("Rename everywhere")


async def test_the_head_is_still_that_partie_s(table: Table, start: Start):
    won_by_anne(table)
    ui = await start(table.route)
    assert ui.sees("Kalter Schlag · Match 1") and ui.sees("The match is over.")
    assert head(ui, 0)[-1] == "350" and head(ui, 1)[-1] == "60"
    await tap(ui, "next-match")
    assert ui.sees("Kalter Schlag · Match 2") and ui.sees("Anne deals")
    assert head(ui, 0)[-1] == "0" and head(ui, 1)[-1] == "0"


async def test_the_last_partie_of_a_closed_evening_stays_in_the_head(table: Table, start: Start):
    won_by_anne(table)
    table.service.close_evening(table.evening)
    ui = await start(table.route)
    assert head(ui, 0)[-1] == "350" and ui.sees("Kalter Schlag · Match 1")


async def test_a_hand_is_undone_and_the_partie_runs_again(table: Table, start: Start):
    won_by_anne(table)
    ui = await start(table.route)
    await tap(ui, "undo")
    assert head(ui, 0)[-1] == "280" and not ui.sees("Anne wins") and ui.sees("Bert deals")


async def test_where_nothing_is_at_stake(for_nothing: Table, start: Start):
    won_by_anne(for_nothing)
    ui = await start(for_nothing.route)
    assert below(ui)[2:4] == ["Cem", "0"] and below(ui)[8:10] == ["Anne", "350"]


async def test_a_partie_that_is_broken_off(table: Table, start: Start):
    table.play(66, 54, 0, 0)
    table.service.end_match(table.sheet)
    ui = await start(table.route)
    assert ui.sees("Broken off") and ui.sees("nobody has won")
    assert not ui.sees("The match was broken off")


async def test_chase_the_ace_says_what_the_winner_takes(service: Service, start: Start):
    """Three parts each of three players are paid: the bank is nine."""
    table = Table.of(service, CHASE_THE_ACE, FOUR, stake=10)
    for _ in range(3):
        service.record(table.sheet, Paying((0, 1, 3)))
    ui = await start(table.route)
    assert ui.sees("Cem wins") and ui.sees("the last one in, who takes the bank")


# --- the settlement -----------------------------------------------------------------------------


async def test_the_settlement_shows_the_standing(for_nothing: Table, start: Start):
    """Anne has won a Partie; of the second 60 points of Bert are written."""
    won_by_anne(for_nothing)
    for_nothing.play(40, 60, 20, 0)
    ui = await start(f"/evening/{for_nothing.evening}")
    assert ui.sees("Kalter Schlag: the standings") and ui.sees("1 won")
    told = ui.texts()[ui.texts().index("Kalter Schlag: the standings"):]
    assert told[1:4] == ["Anne", "1 won", "0"] and told[4:6] == ["Cem", "0"]
    assert told[8:10] == ["Bert", "60"]
    assert settlement_text(for_nothing.service.evening(for_nothing.evening), Words("en")) \
        .splitlines()[1:] == ["", "Kalter Schlag", "Anne: 0 · 1 won", "Cem: 0", "Dora: 0",
                              "Bert: 60", "Nothing was at stake, so there is nothing to settle."]


async def test_a_standing_of_points_alone(service: Service, start: Start):
    table = Table.of(service, SCHIEBERAMSCH, FOUR[:3], rules=SchieberamschRules(hands=1))
    table.play(60, 40, 20)
    ui = await start(f"/evening/{table.evening}")
    told = ui.texts()[ui.texts().index("Schieberamsch: the standings"):]
    assert told[1:7] == ["Bert", "0", "Cem", "0", "Anne", "6"]
