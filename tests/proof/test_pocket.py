"""The page on a phone: a plain host of files in a subfolder, a real Chromium, and then no host.

The figures are worked out by hand: a Ramsch is the highest Augen, rounded to tens.
"""

import hashlib
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.hand import Hand, Look, augen
from tests.browser.test_evening import sit_down
from tests.pocket.conftest import elsewhere, host, playwright, root
from tests.pocket.phone import (
    FOLDER,
    STARTING,
    Elsewhere,
    Host,
    PocketHand,
    figures,
    opened,
    switched_on,
    wait_for_app,
)

__all__ = ["elsewhere", "host", "playwright", "root"]  # fixtures

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


def test_an_evening_in_the_pocket(host: Host, elsewhere: Elsewhere, playwright: Playwright,
                                  tmp_path: Path):
    """Played, and gone on with when neither the host nor the browser that saw it runs any more;
    nobody else is ever asked for anything."""
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        hand = opened(phone, host.address)
        sit_down(hand)
        waited = figures(hand)["flushes"]
        hand.touch(*augen(0, 66), "save")
        hand.sees("Anne, 70 Punkte")
        assert figures(hand)["flushes"] > waited, "shown as saved before the disk was waited for"
        sheet = hand.page.url.partition("#")[2]
        another_window_goes_on(hand, phone.page(Look()), host.address, sheet)
        phone.off()
    host.stop()
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        hand = opened(phone, host.address, route=sheet)
        hand.sees("Anne, 70 Punkte")
        hand.touch(*augen(1, 71), "save")
        hand.sees("Bert, 70 Punkte")
        phone.off()


def another_window_goes_on(hand: Hand, second: Page, address: str, sheet: str) -> None:
    """The second says that there is a first, and takes over on a tap; then the first says so."""
    second.goto(f"{address}#{sheet}")
    expect(second.locator("#told")).to_contain_text("in einem anderen Fenster", timeout=STARTING)
    hand.sees("Anne, 70 Punkte")
    second.get_by_role("button", name="Hier weitermachen").click()
    there = PocketHand(second, f"{address}#", Look())
    there.make_readable()
    there.sees("Anne, 70 Punkte")
    expect(hand.page.locator("#told")).to_have_text("Es geht in einem anderen Fenster weiter.")


def test_a_new_version_is_taken_on_a_tap(host: Host, elsewhere: Elsewhere, playwright: Playwright,
                                         tmp_path: Path):
    """And not while the host has only half of it."""
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        hand = opened(phone, host.address, Look("wide", "light"))
        page = host.root / FOLDER
        before = (page / "page.css").read_bytes()
        put_new_version(page, "page.css", b"/* newer */")
        whole = (page / "page.css").read_bytes()
        (page / "page.css").write_bytes(before)  # the list came first, the file is still to come
        hand.reload()
        hand.page.wait_for_timeout(1500)
        expect(hand.page.locator("#notice")).to_have_count(0)
        (page / "page.css").write_bytes(whole)
        hand.reload()
        expect(hand.page.locator("#notice")).to_contain_text("neue Fassung", timeout=STARTING)
        assert not style(hand.page).startswith("/* newer */")
        with hand.page.expect_navigation():
            hand.page.get_by_role("button", name="Jetzt nehmen").click()
        wait_for_app(hand)
        assert style(hand.page).startswith("/* newer */")
        phone.off()


def style(page: Page) -> str:
    """The style sheet that the page has now."""
    return str(page.evaluate("fetch('page.css').then(answer => answer.text())"))


def put_new_version(page: Path, name: str, head: bytes) -> None:
    """A file is another one, and the list says so."""
    content = head + (page / name).read_bytes()
    (page / name).write_bytes(content)
    worker = (page / "sw.js").read_text("utf-8")
    listed = re.search(r"^const FILES = (\{.*?\});$", worker, re.S | re.M)
    assert listed
    files = json.loads(listed[1])
    files[name] = [hashlib.sha256(content).hexdigest()[:16], len(content)]
    (page / "sw.js").write_text(worker.replace(listed[1], json.dumps(files)), "utf-8")
