"""A sheet with more hands than are drawn at once: the latest are there, the others can be had."""

from typing import NamedTuple

import pytest
from hypothesis import given, strategies as st

from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.service import Service
from scorepad.ui.parts.sheet_rows import AT_MOST, AT_ONCE, BLOCK, Stretch
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap

DRAWN = 80
"""So many hands are drawn at first, and never more than three times as many."""


@pytest.fixture
def long(service: Service) -> Table:
    """Schieberamsch with 105 hands; Anne, Bert and Cem have marched through in turn, 35 times."""
    table = Table.of(service, SCHIEBERAMSCH, FOUR[:3])
    for number in range(105):
        table.march(number % 3)
    return table


def numbers(ui: Driver) -> list[int]:
    """The hands that are drawn, in the order of the screen."""
    return [int(each.identifier.removeprefix("hand-"))
            for each in ui.find_all(where=lambda control: str(
                getattr(control, "identifier", "")).startswith("hand-"))
            if each.identifier != "hand-open"]


def offers(ui: Driver, identifier: str) -> bool:
    return bool(ui.find_all(identifier=identifier))


async def test_the_latest_hands_are_drawn_and_earlier_ones_at_a_tap(long: Table, start: Start):
    """Sixteen blocks of five: the first is 26 to 30, and the last 101 to 105."""
    ui = await start(long.route)
    assert numbers(ui) == list(range(105, 25, -1))
    assert not offers(ui, "later-hands")
    await tap(ui, "earlier-hands")
    assert numbers(ui) == list(range(105, 0, -1))
    assert not offers(ui, "earlier-hands")


async def test_what_was_opened_is_closed_again_when_the_sheet_is_left(long: Table, start: Start):
    ui = await start(long.route)
    await tap(ui, "earlier-hands", "hand-3", "back")
    assert numbers(ui)[-1] == 1  # a hand that was looked at is found again
    await ui.go("/")
    await ui.go(long.route)
    assert numbers(ui)[-1] == 26


async def test_a_hand_that_is_not_drawn_is_corrected_by_its_address(long: Table, start: Start):
    """And then voided by its row: a Durchmarsch writes −12 (S3, Die Anschrift)."""
    before = long.score.tally.totals
    first = long.score.lines[0].record.stamp.id
    ui = await start(f"{long.route}/hand/{first}")
    assert ui.sees("Hand 1")
    await tap(ui, "correct")
    assert ui.sees("Correcting hand 1") and 1 not in numbers(ui)
    await tap(ui, "cancel-correction", "earlier-hands", "hand-1", "void", "back")
    assert long.score.tally.totals == (before[0] + 12, *before[1:])
    assert ui.sees("voided")


async def test_few_hands_are_all_there(service: Service, start: Start):
    table = Table.of(service, SCHIEBERAMSCH, FOUR[:3])
    for number in range(DRAWN):
        table.march(number % 3)
    ui = await start(table.route)
    assert numbers(ui) == list(range(DRAWN, 0, -1)) and not offers(ui, "earlier-hands")
    table.march(0)
    ui = await start(table.route)
    assert numbers(ui) == list(range(81, 5, -1)) and offers(ui, "earlier-hands")


async def test_the_parties_keep_their_numbers(table: Table, start: Start):
    """Of 86 hands, all but the last lost by Anne, 11 to 86 are drawn, and what has ended there."""
    for _ in range(85):
        table.play(120, 0, 0, 0)
    ended = len(table.score.matches)
    table.play(40, 60, 10, 10)  # or the last one would stand below
    ui = await start(table.route)
    assert ui.sees(f"Match {ended}")
    drawn = [number for number, match in enumerate(table.score.matches, 1) if match.last_hand > 10]
    assert [text for text in ui.texts() if text.startswith("Match ")] \
        == [f"Match {number}" for number in reversed(drawn)]


class Case(NamedTuple):
    """What is drawn of so many hands, from the latest to the earliest, and whether there are
    later and earlier ones."""

    hands: int
    stretch: Stretch
    drawn: tuple[int, int]
    later: bool
    earlier: bool


@pytest.mark.parametrize("case", [
    Case(1, Stretch(), (0, 0), False, False),
    Case(80, Stretch(), (15, 0), False, False),
    Case(81, Stretch(), (16, 1), False, True),
    Case(2000, Stretch(), (399, 384), False, True),
    Case(2000, Stretch(None, 48), (399, 352), False, True),
    Case(2000, Stretch(351), (351, 336), True, True),
    Case(2000, Stretch(15), (15, 0), True, False),
    Case(40, Stretch(351), (7, 0), False, False),  # most was undone meanwhile
])
def test_what_is_drawn(case: Case):
    shown = case.stretch.blocks(case.hands)
    assert (shown[0], shown[-1]) == case.drawn
    assert (case.stretch.later(case.hands) is not None) == case.later
    assert (case.stretch.earlier(case.hands) is not None) == case.earlier


def test_nothing_is_drawn_of_nothing():
    assert not Stretch().blocks(0)
    assert Stretch().earlier(0) is None and Stretch().later(0) is None


@given(st.integers(1, 5000))
def test_every_hand_can_be_come_to_and_few_are_drawn_together(hands: int):
    assert BLOCK * AT_ONCE == DRAWN and AT_MOST == 3 * AT_ONCE
    stretch, seen = Stretch(), set[int]()
    while True:
        shown = stretch.blocks(hands)
        assert 0 < len(shown) <= AT_MOST
        seen.update(shown)
        if (further := stretch.earlier(hands)) is None:
            break
        assert further != stretch
        stretch = further
    assert seen == set(range(-(-hands // BLOCK)))
    steps = 0
    while (further := stretch.later(hands)) is not None:
        stretch, steps = further, steps + 1
        assert steps <= len(seen)
    assert stretch.blocks(hands)[0] == max(seen)
