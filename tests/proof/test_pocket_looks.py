"""The pocket page from the first tap to the paper, for people to look at, on a phone's screen."""

from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.browser.hand import CANVAS_LAG, SHOTS, Look, augen
from tests.browser.place import saved
from tests.browser.test_evening import sit_down
from tests.pocket.conftest import elsewhere, host, playwright, root
from tests.pocket.phone import STARTING, Elsewhere, Host, opened, switched_on

__all__ = ["elsewhere", "host", "playwright", "root"]  # fixtures

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


@pytest.mark.parametrize("look", [Look(), Look(theme="light")], ids=str)
def test_from_the_first_tap_to_the_paper(look: Look, host: Host, elsewhere: Elsewhere,
                                         playwright: Playwright, tmp_path: Path):
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        hand = opened(phone, host.address, look)
        hand.shot("pocket-1-home")
        sit_down(hand)
        hand.touch(*augen(0, 66))
        hand.shot("pocket-2-hand")
        hand.touch("save")
        hand.sees("Anne, 70 Punkte")
        hand.shot("pocket-3-total")
        evening = hand.page.url.partition("#")[2].partition("/sheet")[0]
        for number, route in enumerate(("/safety", "/statistics", evening), 4):
            hand.open(route)
            hand.page.wait_for_timeout(CANVAS_LAG)
            hand.shot(f"pocket-{number}-{route.split('/')[1]}")
        assert saved(hand, "pdf", tmp_path).read_bytes().startswith(b"%PDF-")
        hand.shot("pocket-7-paper")
        second = phone.page(look)
        second.goto(host.address)
        expect(second.locator("#told")).to_contain_text("anderen Fenster", timeout=STARTING)
        second.screenshot(path=SHOTS / f"pocket-8-second-{look}.png")
        phone.off()
