"""The screens of an evening, for people to look at: a phone and a desktop, light and dark.

The pictures lie in tests/shots, which git ignores. What a test can see of them is checked: the
screen is there, and says what it should.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Hands
from tests.browser.evenings import IN_THE_MIDDLE, LOST, evening, hand, take_in
from tests.browser.hand import LOOKS, Look
from tests.browser.program import Program

EVERY_LOOK = [*LOOKS, Look(theme="light"), Look("wide")]
"""Each size in each theme, for the screens that are looked at most."""


@pytest.mark.parametrize("look", EVERY_LOOK, ids=str)
def test_the_evenings_and_the_sheet(program: Program, hands: Hands, look: Look):
    take_in(program, evening(*IN_THE_MIDDLE),
            evening(*LOST, id="past", date="2026-10-30", closed=True) | {"sheets": []})
    user = hands(look)
    user.sees("Anne, Bert, Cem, Dora")
    user.shot("evenings")
    user.open("/evening/e/sheet/s")
    user.sees({"de": "Kalter Schlag · Partie 1", "en": "Kalter Schlag · Match 1"}[look.language])
    user.shot("sheet")
    user.touch("seat-0", "digit-8", "digit-8", "doubling-1", "jungfer-3")
    user.shot("sheet-typing")
    user.touch("player-1")
    user.shot("sheet-player")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_end_the_settlement_and_a_hand(program: Program, hands: Hands, look: Look):
    take_in(program, evening(hand(40, 50, 20, 10), *LOST))
    user = hands(look, "/evening/e/sheet/s")
    user.sees("Bert")
    user.shot("match-end")
    user.open("/evening/e")
    user.sees("Dora")
    user.shot("settlement")
    user.open("/evening/e/sheet/s")
    user.touch("hand-2")
    user.shot("hand")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_settings_and_a_sheet_in_the_largest_text(program: Program, hands: Hands, look: Look):
    """What is set here comes on top of what the browser does; one page is not the next."""
    take_in(program, evening(*IN_THE_MIDDLE))
    before = hands(look, "/evening/e/sheet/s")
    key = before.find(identifier="digit-8")
    # Twice the text makes a key of 48 higher by half: by three quarters of 2.
    usual = {100: 48, 200: 72}[look.text]
    expect(key).to_have_css("height", f"{usual}px")
    user = hands(look, "/preferences")
    user.shot("settings")
    user.touch("text-1.5")
    user.open("/evening/e/sheet/s")
    user.shot("sheet-at-150")
    larger = user.find(identifier="digit-8")
    expect(larger).not_to_have_css("height", f"{usual}px")
    assert larger.bounding_box()["height"] > usual
    expect(key).to_have_css("height", f"{usual}px")
