"""The pocket page, when the browser closes the book's files under it, as Safari may."""

from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.browser.hand import augen
from tests.browser.test_evening import sit_down
from tests.pocket.conftest import elsewhere, host, playwright, root
from tests.pocket.phone import STARTING, Elsewhere, Host, opened, switched_on, wait_for_app

__all__ = ["elsewhere", "host", "playwright", "root"]  # fixtures

pytestmark = [pytest.mark.alone, pytest.mark.browser, pytest.mark.timeout(900)]

CLOSED = """
    for (const name of ["read", "write", "flush", "truncate", "getSize"])
        FileSystemSyncAccessHandle.prototype[name] =
            () => { throw new DOMException("closed", "InvalidStateError"); };
"""


def test_a_closed_book_is_said_and_opened_anew(host: Host, elsewhere: Elsewhere,
                                               playwright: Playwright, tmp_path: Path):
    """What was shown as saved is there after a tap."""
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        hand = opened(phone, host.address)
        sit_down(hand)
        hand.touch(*augen(0, 66), "save")
        hand.sees("Anne, 70 Punkte")
        hand.page.workers[0].evaluate(f"() => {{ {CLOSED} }}")
        hand.touch("seat-1")  # what is half typed is kept, too
        expect(hand.page.locator("#told")).to_contain_text(
            "Der Browser hat das Buch geschlossen", timeout=STARTING)
        hand.sees_no("Bert, 70 Punkte")
        with hand.page.expect_navigation():
            hand.page.get_by_role("button", name="Neu laden").click()
        wait_for_app(hand)
        hand.sees("Anne, 70 Punkte")
        phone.off()


ENDED = """
    performance.now = () => { throw new RangeError("no clock"); };  // Python ends at its next look
"""


def test_a_python_that_ends_is_said_and_started_anew(host: Host, elsewhere: Elsewhere,
                                                     playwright: Playwright, tmp_path: Path):
    """Nothing stands still without a word; what was shown as saved is there after a tap."""
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        hand = opened(phone, host.address)
        sit_down(hand)
        hand.touch(*augen(0, 66), "save")
        hand.sees("Anne, 70 Punkte")
        hand.page.workers[0].evaluate(f"() => {{ {ENDED} }}")
        hand.touch("seat-1")
        expect(hand.page.locator("#told")).to_contain_text(
            "Scorepad ist unerwartet zu Ende gegangen", timeout=STARTING)
        expect(hand.page.get_by_role("button", name="Die Datei des Buchs speichern")
               ).to_be_visible()
        with hand.page.expect_navigation():
            hand.page.get_by_role("button", name="Noch einmal").click()
        wait_for_app(hand)
        hand.sees("Anne, 70 Punkte")
        phone.off()
