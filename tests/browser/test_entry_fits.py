"""The save key, which is on the screen whatever the size of the text."""

import pytest

from tests.browser.conftest import Hands
from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.hand import SIZES, Look
from tests.browser.program import Program


@pytest.mark.parametrize("look", [Look(text=200), Look("wide", "light", "en", 200)], ids=str)
def test_the_save_key_never_scrolls(program: Program, hands: Hands, look: Look):
    take_in(program, evening(*IN_THE_MIDDLE))
    user = hands(look, "/evening/e/sheet/s")
    before = user.find(identifier="save").bounding_box()
    assert before and before["y"] + before["height"] <= SIZES[look.size][1]
    user.touch("seat-0", "digit-6", "digit-6", "digit-0")  # by the wheel, to the last row
    assert user.find(identifier="save").bounding_box() == before
