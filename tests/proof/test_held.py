"""Every game on phones as people hold them: all sizes, themes, languages, and larger text. Pictures
lie in tests/shots, which git ignores."""

from itertools import product

import pytest

from tests.browser.conftest import Hands, chromium, hands, program
from tests.browser.evenings import take_in
from tests.browser.hand import CANVAS_LAG, ON_ITS_SIDE, SHOTS, UPRIGHT, Look
from tests.browser.held import evening, faults_held, games
from tests.browser.program import Program

__all__ = ["chromium", "hands", "program"]  # fixtures

LOOKS = [Look("phone", theme, language, text)
         for theme, language, text in product(("dark", "light"), ("de", "en"), (100, 130))]


@pytest.mark.browser
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_sheet_fits_as_phones_are_held(program: Program, hands: Hands, look: Look):
    take_in(program, evening())
    user = hands(look)

    def look_at(name: str) -> None:
        user.page.wait_for_timeout(CANVAS_LAG)
        user.page.screenshot(path=SHOTS / f"held-{name}-{look}.png")

    faults = [fault for game in games()
              for fault in faults_held(user, game, (*UPRIGHT, *ON_ITS_SIDE), look_at)]
    assert not faults, "\n".join(faults)
