"""What leaves the pocket page, in the real one: a copy by the share sheet within the tap; and no
new version comes while a hand is half typed. The share sheet is the browser's own; here it is
written down what it was given, and whether the browser would have shown it."""

import base64
import json
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from scorepad.storage.migrations import MIGRATIONS
from tests.browser.hand import Hand, Look, augen
from tests.browser.test_evening import sit_down
from tests.pocket.conftest import elsewhere, host, playwright, root
from tests.pocket.phone import FOLDER, STARTING, Elsewhere, Host, opened, switched_on, wait_for_app
from tests.proof.conftest import Note
from tests.proof.test_pocket import put_new_version

__all__ = ["elsewhere", "host", "playwright", "root"]  # fixtures

pytestmark = [pytest.mark.alone, pytest.mark.browser, pytest.mark.timeout(900)]

SHARE = """
    window.shared = [];
    let tapped = 0;
    addEventListener("pointerdown", () => { tapped = performance.now(); }, true);
    navigator.canShare = data => data.files.every(file => file.name.endsWith(".txt")
        || file.type === "application/pdf");
    navigator.share = async ({ files: [file] }) => window.shared.push({
        after: performance.now() - tapped, name: file.name, type: file.type,
        text: await file.text() });
"""
"""Chromium hands on a text or a PDF; after: milliseconds since the last tap."""

STILL_A_TAP = 5_000
"""Milliseconds in which Chromium takes what a page does for the answer to a tap. It cannot be asked
here: whoever drives it counts as a tap, too."""

PLANT = """
    ([address, book]) => new Promise((done, failed) => {
        const script = `
            import { bookName, openShelf } from "${address}shelf.js";
            import { Slots } from "${address}slots.js";
            const shelf = await openShelf(await bookName(), console.error);
            const slots = await Slots.open(shelf, console.error);
            const slot = slots.take("/book.db");
            slot.write(Uint8Array.from(atob("${book}"), letter => letter.charCodeAt()), 0);
            slot.flush();
            await slots.close();
            postMessage("done");`;
        const address_of = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
        const worker = new Worker(address_of, { type: "module" });
        worker.onmessage = done;
        worker.onerror = event => failed(new Error(event.message));
    })
"""
"""Puts a file where the page keeps the book, before the page is there."""


def test_a_copy_goes_out_within_the_tap(host: Host, elsewhere: Elsewhere, playwright: Playwright,
                                        tmp_path: Path, note: Note):
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        phone.context.add_init_script(SHARE)
        hand = opened(phone, host.address)
        sit_down(hand)
        hand.touch(*augen(0, 66), "save")
        hand.sees("Anne, 70 Punkte")
        evening = hand.page.url.partition("#")[2].partition("/sheet/")[0]
        go(hand, evening)
        hand.touch("end-evening", "end-anyway")
        hand.tap(identifier="share-copy")
        hand.sees("Kopie gemacht")
        [shared] = hand.page.evaluate("shared")
        head, *entries = [json.loads(line) for line in shared["text"].splitlines()]
        assert head == {"format": "scorepad-entries/1"}
        assert [entry["kind"] for entry in entries].count("HandRecorded") == 1
        assert shared["after"] < STILL_A_TAP and shared["type"] == "text/plain"
        note("From the tap to the share sheet, a book of one hand", f"{shared['after']:.0f} ms")
        go(hand, "/safety")
        hand.sees("Letzte Kopie: ")
        hand.sees("Der Browser hat")  # promised or not, but it was asked
        phone.off()


def test_no_new_version_in_the_middle_of_a_hand(host: Host, elsewhere: Elsewhere,
                                                playwright: Playwright, tmp_path: Path):
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        hand = opened(phone, host.address)
        sit_down(hand)
        put_new_version(host.root / FOLDER, "page.css", b"/* newer */")
        hand.touch("seat-0", "digit-6")
        hand.page.evaluate("navigator.serviceWorker.getRegistration().then(own => own.update())")
        notice = hand.page.locator("#notice")
        expect(notice).to_be_attached(timeout=STARTING)
        expect(notice).to_be_hidden()
        half_typed_after_a_reload(hand)
        expect(notice).to_be_attached(timeout=STARTING)
        expect(notice).to_be_hidden()
        hand.touch("digit-6", "save")
        hand.sees("Anne, 70 Punkte")
        expect(notice).to_be_visible()
        phone.off()


def test_an_older_book_is_kept_before_it_is_migrated(
        host: Host, elsewhere: Elsewhere, playwright: Playwright, tmp_path: Path):
    """One of the first version: Anne won 260 in its first hand. As long as there is no later
    version, nothing is migrated, and no copy needed."""
    old = (Path(__file__).parents[1] / "storage/old/1-18c0f25.db").read_bytes()
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        page = phone.page(Look())
        page.goto(f"{host.address}page.css")
        page.evaluate(PLANT, [host.address, base64.b64encode(old).decode()])
        page.close()
        hand = opened(phone, host.address)
        hand.sees("Anne")
        go(hand, "/safety")
        hand.scroll(800)  # what is off the screen is nowhere
        kept = hand.page.locator('[flt-semantics-identifier^="backup-book-"]'
                                 '[flt-semantics-identifier$="-version-1"]')
        expect(kept).to_have_count(int(len(MIGRATIONS) > 1), timeout=STARTING)
        go(hand, "/safety/check")
        hand.sees("Alles stimmt")
        phone.off()


def go(hand: Hand, route: str) -> None:
    """Where the address says it behind its #."""
    hand.page.evaluate("route => { location.hash = route; }", route)
    hand.settle()


def half_typed_after_a_reload(hand: Hand) -> None:
    """What was typed is there, and counts as half typed."""
    hand.page.reload()
    wait_for_app(hand)
    expect(hand.find(identifier="seat-0")).to_be_attached()
