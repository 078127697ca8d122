"""The pocket page: Chromium killed right after a total is shown; the hand is there."""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Playwright

from tests.browser.hand import augen
from tests.browser.test_evening import sit_down
from tests.pocket.conftest import elsewhere, host, playwright
from tests.pocket.phone import Elsewhere, Host, opened, switched_on
from tests.proof.conftest import Note

__all__ = ["elsewhere", "host", "playwright"]  # fixtures

NAMES = ("Anne", "Bert", "Cem", "Dora")


@pytest.mark.rounds(short=1, full=25)
def test_killed_after_a_total(rounds: int, note: Note, host: Host, elsewhere: Elsewhere,
                              playwright: Playwright, tmp_path: Path):
    """One round plays one to three hands and kills; the next looks for them all."""
    rng, route, hands = Random(14), "/", 0
    totals = dict.fromkeys(NAMES, 0)
    for _ in range(rounds + 1):
        with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
            hand = opened(phone, host.address, route=route)
            if route == "/":
                sit_down(hand)
                route = hand.page.url.partition("#")[2]
            for name, total in totals.items():
                if total:
                    hand.sees(f"{name}, {total} Punkte")
            for _ in range(rng.randint(1, 3)):
                seat = min(range(4), key=lambda each: totals[NAMES[each]])
                totals[NAMES[seat]] += 70
                hand.touch(*augen(seat, 66), "save")
                hand.sees(f"{NAMES[seat]}, {totals[NAMES[seat]]} Punkte")
                hands += 1
            phone.kill()
    note("pocket page: Chromium killed right after a total", f"{rounds + 1} times; {hands} hands "
         "shown as saved, none lost")
