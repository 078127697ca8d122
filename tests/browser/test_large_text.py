"""The sheet at twice the size of text, set in the browser, and larger still by the settings."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Hands
from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.hand import SIZES, Look
from tests.browser.program import Program


@pytest.mark.whole
def test_a_sheet_in_large_text(served: Program, guests: Hands):
    """The save key never scrolls; a label longer than its key takes no taps below it; twice the
    text makes a key of 48 higher by half, by three quarters of 2."""
    take_in(served, evening(*IN_THE_MIDDLE, id="large", sheet="of-large"))
    user = guests(Look(text=200), "/evening/large/sheet/of-large")
    key, save = user.find(identifier="digit-8"), user.find(identifier="save")
    expect(key).to_have_css("height", "72px")
    before = save.bounding_box()
    assert before and before["y"] + before["height"] <= SIZES["phone"][1]
    user.touch("seat-0", "digit-6", "digit-6", "digit-0")  # by the wheel, to the last row
    assert save.bounding_box() == before
    assert user.find(identifier="back").evaluate("""node => {
        const { left, bottom } = node.getBoundingClientRect();
        return [...Array(40).keys()].filter(by =>
            node.contains(document.elementFromPoint(left + 8, bottom + by + 1)));
    }""") == []
    user.open("/preferences")
    user.touch("text-1.5")
    user.open("/evening/large/sheet/of-large")
    expect(key).not_to_have_css("height", "72px")
    box = key.bounding_box()
    assert box and box["height"] > 72
