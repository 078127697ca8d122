"""Every screen at a phone's and a desktop's size, light and dark, for people to look at.

The pictures lie in tests/shots, which git ignores. What a test can see of them is checked: the
screen is there, and says what it should.
"""

import pytest

from tests.browser.conftest import Hands
from tests.browser.evenings import IN_THE_MIDDLE, LOST, evening, hand, take_in
from tests.browser.hand import LOOKS, Look
from tests.browser.program import Program

EVERY_LOOK = [*LOOKS, Look(language="en"), Look(text=200)]


@pytest.mark.parametrize("look", EVERY_LOOK, ids=str)
def test_the_evenings_and_the_sheet(program: Program, hands: Hands, look: Look):
    take_in(program, evening(*IN_THE_MIDDLE),
            evening(*LOST, id="past", date="2026-10-30", closed=True) | {"sheets": []})
    user = hands(look)
    user.sees("Anne, Bert, Cem, Dora")
    user.shot("evenings")
    user.open("/evening/e/sheet/s")
    user.sees("Kalter Schlag · Partie 1")
    user.shot("sheet")
    user.tap(identifier="seat-0")
    user.tap(identifier="digit-6")
    user.tap(identifier="digit-6")
    user.tap(identifier="doubling-1")
    user.tap(identifier="jungfer-3")
    user.shot("sheet-typing")
    user.tap(identifier="player-1")
    user.shot("sheet-player")


@pytest.mark.parametrize("look", EVERY_LOOK, ids=str)
def test_the_end_the_settlement_and_a_hand(program: Program, hands: Hands, look: Look):
    take_in(program, evening(hand(40, 50, 20, 10), *LOST))
    user = hands(look)
    user.open("/evening/e/sheet/s")
    user.sees("Bert")
    user.shot("match-end")
    user.open("/evening/e")
    user.sees("Dora")
    user.shot("settlement")
    user.open("/evening/e/sheet/s")
    user.tap(identifier="hand-2")
    user.shot("hand")


def test_the_first_start(hands: Hands):
    for look in (Look(), Look(theme="light", size="wide", language="en")):
        user = hands(look)
        user.shot("first-start")
