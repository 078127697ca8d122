"""The program ends while its page is open: the page says so, keeps what it shows, and goes on."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Hands
from tests.browser.hand import Look
from tests.browser.program import Program


@pytest.mark.whole
def test_the_page_says_that_the_program_is_away_and_goes_on_when_it_is_back(
        hands: Hands, program: Program) -> None:
    hand = hands(Look())
    hand.touch("new-evening", "names-later", "start", "seat-0", "digit-7", "digit-0", "save")
    hand.find(identifier="hand-1").wait_for(state="attached")
    hand.settle()
    program.stop()
    notice = hand.page.get_by_role("alert").filter(has_text="Scorepad antwortet nicht")
    expect(notice).to_be_visible(timeout=10_000)
    hand.page.keyboard.press("9")  # it is no hand's figure
    hand.page.wait_for_timeout(3000)
    assert hand.find(identifier="hand-1").count() == 1  # what was seen last is still there
    program.start()
    expect(notice).to_have_count(0, timeout=20_000)
    hand.make_readable()
    hand.touch("seat-1", "digit-6", "digit-6", "save")
    hand.find(identifier="hand-2").wait_for(state="attached")
