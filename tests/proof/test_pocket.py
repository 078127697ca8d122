"""The page on a phone: a plain host of files in a subfolder, a real Chromium, and then no host.

The figures are worked out by hand: a Ramsch is the highest Augen, rounded to tens.
"""

import hashlib
import json
import re
from contextlib import nullcontext
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.hand import Hand, Look, augen
from tests.browser.test_evening import sit_down
from tests.pocket.conftest import elsewhere, host, playwright, root, table
from tests.pocket.partie import NAMES, go_on
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
from tests.pocket.table import Table
from tests.proof.conftest import Note

__all__ = ["elsewhere", "host", "playwright", "root", "table"]  # fixtures

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


@pytest.mark.rounds(short=1, full=50)
def test_two_windows_type_and_one_writes(rounds: int, note: Note, host: Host,
                                         elsewhere: Elsewhere, playwright: Playwright,
                                         tmp_path: Path):
    """A hand is being saved in one window while the other takes over, and is typed on there: what
    was shown is there, once; a hand that was under way is there or still typed, never both."""
    rng, total, between = Random(50), 0, 0
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        one = opened(phone, host.address)
        sit_down(one)
        sheet = one.page.url.partition("#")[2]
        other = PocketHand(phone.page(Look()), f"{host.address}#", Look())
        other.page.goto(f"{host.address}#{sheet}")
        for number in range(rounds):
            expect(other.page.locator("#told")).to_contain_text("anderen Fenster",
                                                                timeout=STARTING)
            one.page.bring_to_front()
            go_on(one)
            typed = f"{NAMES[number % 4]}, 66 Augen"
            one.touch(*augen(number % 4, 66))
            one.sees(typed)
            one.find(identifier="save").click(force=True, no_wait_after=True)
            one.page.wait_for_timeout(rng.uniform(0, 40))
            other.page.bring_to_front()
            with other.page.expect_navigation() if number else nullcontext():  # it begins anew
                other.page.get_by_role("button", name="Hier weitermachen").click()
            other.make_readable()
            expect(one.page.locator("#told")).to_contain_text("in einem anderen Fenster weiter")
            hands = count_hands(other)
            assert hands in (total, total + 1)
            between += hands - total
            if hands == total:  # for whoever goes on: a phone has one hand that is half typed
                other.sees(typed)
            else:
                go_on(other)
                other.touch(*augen((number + 1) % 4, 71))
            other.touch("save")
            other.sees(f"Spiel {hands + 1}:")
            total = hands + 1
            one, other = other, one
        phone.kill()
    note("pocket page: the second window takes over while the first saves", f"{rounds} times; "
         f"{between} hands of the first were saved just before; lost or twice there: 0")


def count_hands(hand: Hand) -> int:
    """How many there are on the sheet: the latest has the highest number."""
    found = re.findall(r"Spiel (\d+):", hand.words())
    return max(map(int, found), default=0)


def test_it_can_be_put_on_the_home_screen(host: Host, elsewhere: Elsewhere,
                                          playwright: Playwright, tmp_path: Path):
    """Chromium has nothing against it, and the manifest says what a phone shows of it."""
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        hand = opened(phone, host.address)
        chromium = phone.context.new_cdp_session(hand.page)
        against = chromium.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [each for each in against if each["errorId"] != "in-incognito"] == []
        found = chromium.send("Page.getAppManifest")
        assert found["errors"] == []
        manifest = json.loads(found["data"])
        assert found["url"] == f"{host.address}manifest.json"
        assert manifest["name"] == "Scorepad" and manifest["display"] == "standalone"
        assert manifest["start_url"] in (".", "./")
        sizes = {icon["sizes"] for icon in manifest["icons"]}
        assert {"192x192", "512x512"} <= sizes
        for icon in manifest["icons"]:
            assert (host.root / FOLDER / icon["src"]).stat().st_size > 0
        phone.off()


def test_the_disk_is_waited_for_before_anything_is_shown_as_saved(
        table: Table, elsewhere: Elsewhere, playwright: Playwright, tmp_path: Path):
    """Hands, another name, a backup and an import, in the page's storage and service."""
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        seat = table.sit(phone)
        seat.does("open_book")
        for what, given, times in (
                ("types", {"seed": 1, "count": 5}, 5),
                ("renames", {"name": "Anne", "to": "Anna"}, 1),
                ("backs_up", {}, 1),
                ("imports", {"name": "one", "count": 20}, 1)):
            counted = seat.does("counts", what=what, given=given)
            assert counted and len(counted["waited"]) == times
            assert all(times >= 1 for times in counted["waited"]), what
        phone.kill()


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
        expect(hand.page.locator("#notice")).to_contain_text("neue Version", timeout=STARTING)
        assert not style(hand.page).startswith("/* newer */")
        with hand.page.expect_navigation():
            hand.page.get_by_role("button", name="Jetzt aktualisieren").click()
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
