"""The pocket page whose browser deletes what it keeps, while the page is open and between two
starts; and the book's one file."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.hand import Hand, augen
from tests.browser.test_evening import sit_down
from tests.pocket.conftest import elsewhere, host, playwright, root
from tests.pocket.phone import Elsewhere, Host, Phone, opened, switched_on, wait_for_app
from tests.proof.test_pocket_damaged import STORED

__all__ = ["elsewhere", "host", "playwright", "root"]  # fixtures

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

FILES = """
    () => new Promise(answer => {
        python.addEventListener("message", ({data}) => data.kind === "book"
            && answer(data.files.map(file => file.name)));
        python.postMessage({kind: "book"});
    })
"""
"""The names of the book's files in which there is something."""

def played(phone: Phone, host: Host) -> Hand:
    """A sheet with one hand."""
    hand = opened(phone, host.address)
    sit_down(hand)
    hand.touch(*augen(0, 66), "save")
    hand.sees("Anne, 70 Punkte")
    return hand


def hide_and_show(page: Page) -> None:
    """As its user changes to another program and comes back."""
    for hidden in (True, False):
        page.evaluate("""hidden => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
            dispatchEvent(new Event("visibilitychange"));
        }""", hidden)


def test_once_it_is_hidden_the_book_is_one_file(host: Host, elsewhere: Elsewhere,
                                                playwright: Playwright, tmp_path: Path):
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        hand = played(phone, host)
        assert set(hand.page.evaluate(FILES)) == {"book.db", "book.db-wal"}
        hide_and_show(hand.page)
        assert hand.page.evaluate(FILES) == ["book.db"]
        hand.touch(*augen(1, 66), "save")
        hand.sees("Bert, 70 Punkte")
        assert "book.db-wal" in hand.page.evaluate(FILES)
        hand.page.wait_for_timeout(15_000)  # nobody plays
        assert hand.page.evaluate(FILES) == ["book.db"]
        phone.off()


def test_what_is_deleted_while_it_is_open_is_noticed_and_can_be_saved(
        host: Host, elsewhere: Elsewhere, playwright: Playwright, tmp_path: Path):
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        hand = played(phone, host)
        origin = "/".join(hand.page.url.split("/", 3)[:3])
        phone.context.new_cdp_session(hand.page).send(
            "Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        hide_and_show(hand.page)
        expect(hand.page.locator("#told")).to_contain_text("wurde gelöscht, auch das Buch")
        with hand.page.expect_download() as saved:
            hand.page.locator("#offer").click()
        book = tmp_path / saved.value.suggested_filename
        saved.value.save_as(book)
        with closing(sqlite3.connect(book)) as opened_again:
            [(data,)] = opened_again.execute("SELECT data FROM fact WHERE kind = 'HandRecorded'")
        assert json.loads(data)
        phone.off()


def test_a_start_that_finds_fewer_hands_says_so(host: Host, elsewhere: Elsewhere,
                                                playwright: Playwright, tmp_path: Path):
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        hand = played(phone, host)
        hide_and_show(hand.page)
        hand.page.goto("about:blank")
        side = phone.context.new_page()
        side.goto(f"{host.address}licences.txt")
        side.evaluate(STORED, "gone")
        side.close()
        hand.page.goto(f"{host.address}#/", wait_until="commit")
        wait_for_app(hand)
        hand.find(identifier="nothing-is-missing").wait_for(state="attached")
        hand.tap(identifier="nothing-is-missing")
        hand.find(identifier="nothing-is-missing").wait_for(state="detached")
        phone.off()
