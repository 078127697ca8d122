"""An evening at a table with five devices: a wide host, two phones that write, two that watch.

Doppelkopf by the rules of Altenburg. The figures are worked out by hand from S2. Every step is
photographed on every device, for people to look at: tests/shots/table-STEP-DEVICE-….png.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hand import SHOTS, SIZES, Hand, Look
from tests.browser.looking import looking, running
from tests.browser.table_server import TableServer

pytestmark = [pytest.mark.alone, pytest.mark.browser, pytest.mark.timeout(900)]

PLAYERS = ["Gerry", "Chris", "Guido", "Wolle", "Silvio"]
ANSWERED = 2000
"""Milliseconds within which a hand is on every screen."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableServer]:
    table = TableServer(tmp_path / "data").start()
    yield table
    assert table.stop() == 0
    assert table.said() == ""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with running() as browser:
        yield browser


class Round:
    """The five devices, and what all of them show."""

    def __init__(self, table: TableServer, chromium: Browser) -> None:
        self.table, self.chromium = table, chromium
        self.apps: dict[str, Hand] = {}
        self.watching: dict[str, Page] = {}
        self.step = 0

    def app(self, name: str, look: Look, address: str) -> Hand:
        """Come in as somebody who uses the app."""
        page = looking(self.chromium, look).new_page()
        user = Hand(page, self.table.address, look)
        page.goto(address)
        join(page, name)
        user.make_readable()
        self.apps[name] = user
        return user

    def watcher(self, name: str, look: Look) -> Page:
        """Come in by the PIN and look on."""
        width, height = SIZES[look.size]
        context = self.chromium.new_context(viewport={"width": width, "height": height},
                                            color_scheme=look.theme, locale="de-DE")
        if look.text != 100:
            context.add_init_script(f"""addEventListener("DOMContentLoaded", () =>
                document.documentElement.style.fontSize = "{look.text}%")""")
        page = context.new_page()
        page.goto(self.table.address)
        join(page, name, self.table.told["pin"])
        page.wait_for_url("**/watch/**")
        self.watching[name] = page
        return page

    def all_see(self, step: str, **points: int) -> None:
        """Wait until every device shows these totals, and take a picture of each."""
        self.step += 1
        written = {name: f"{figure}".replace("-", "−") for name, figure in points.items()}
        for user in self.apps.values():
            for name, figure in written.items():
                user.sees(f"{name}, {figure} Punkte")
        for page in self.watching.values():
            for name, figure in written.items():
                column = page.locator("#totals > div").filter(has_text=name)
                expect(column.locator(".total")).to_have_text(figure, timeout=ANSWERED)
        self.picture(step)

    def picture(self, step: str) -> None:
        for name, user in self.apps.items():
            user.shot(f"table-{self.step}-{step}-{name}")
        for name, page in self.watching.items():
            page.screenshot(path=SHOTS / f"table-{self.step}-{step}-{name}.png")


def join(page: Page, name: str, pin: str = "") -> None:
    page.locator("#name").fill(name)
    if pin:
        page.locator("#pin").fill(pin)
    page.locator("#join").click()


def new_link(host: Hand, known: set[str]) -> str:
    """Have the host make another link for somebody who writes; the last one no longer holds."""
    host.settle()
    host.tap(identifier="link-writer")
    host.settle()
    for _ in range(50):
        node = host.find(identifier="link")
        node.wait_for(state="attached")
        told = f"{node.get_attribute('aria-label') or ''} {node.inner_text()}"
        if (found := re.search(r"http://\S+#[\w-]+", told)) and found[0] not in known:
            known.add(found[0])
            return found[0]
        host.page.wait_for_timeout(100)
    raise AssertionError("no new link")


def test_an_evening_with_five_devices(table: TableServer, chromium: Browser):
    table_round = Round(table, chromium)
    host = table_round.app("Laptop", Look("wide", "light"), table.told["host"])
    sit_down(host)
    sheet = host.page.url.removeprefix(table.address)
    host.open("/phones")
    known = {table.told["join"]}
    host.sees("Laptop")
    writers = []
    for name, theme in (("Chris", "light"), ("Guidos Handy", "dark")):
        writers.append(table_round.app(name, Look("phone", theme), new_link(host, known)))
        host.sees(f"{name}, ")
    host.shot("table-0-phones-Laptop")
    for writer in writers:
        writer.open(sheet)
    table_round.watcher("Wolle", Look("phone", "dark"))
    table_round.watcher("Silvio", Look("phone", "light", text=200))
    host.open(sheet)
    play(table_round, host, *writers)
    shut_out(table_round, host, sheet)
    settle(table_round, host)
    for page in [*(user.page for user in table_round.apps.values()),
                 *table_round.watching.values()]:
        page.context.close()


def sit_down(host: Hand) -> None:
    """Five at Doppelkopf, at a cent a point."""
    host.touch("new-evening", "game-doppelkopf-altenburg")
    host.sees("Altenburg")
    for name in PLAYERS:
        host.type(name, into="Name")
        host.press("Enter")
        host.sees(f"{name} ")
    host.shot("table-0-new-Laptop")
    host.tap(identifier="start")
    host.sees("Gerry gibt · Chris spielt aus")


def play(every: Round, host: Hand, chris: Hand, guido: Hand) -> None:
    """Each of those who may writes in turn; S2, Berechnungen."""
    host.touch("seat-1", "seat-2", "result-re-120")  # Alte gewonnen: 10
    every.all_see("plain", Gerry=0, Chris=10, Guido=10, Wolle=-10, Silvio=-10)
    # R U9 won: (10 + 10 + 10) · 2
    chris.touch("seat-0", "seat-2", "ansage-re", "ansage-re", "result-re-90")
    every.all_see("announced", Gerry=60, Chris=10, Guido=70, Wolle=-70, Silvio=-70)
    # Buben-Solo lost: 50, three times for Wolle, and Böcke for as many hands as there are players
    guido.touch("fold-solo", "spiel-buben-solo", "seat-3", "result-kontra-120")
    for user in every.apps.values():
        user.sees("Noch 5 Spiele zählen doppelt")
    every.all_see("solo", Gerry=110, Chris=60, Guido=70, Wolle=-220, Silvio=-20)
    # 10 · 2 in the Bockrunde
    chris.touch("seat-0", "seat-4", "result-re-120")
    every.all_see("bock", Gerry=130, Chris=40, Guido=50, Wolle=-220, Silvio=0)


def shut_out(every: Round, host: Hand, sheet: str) -> None:
    """Silvio's phone goes; what is written then reaches everybody else. Alte verloren, 20 · 2."""
    host.open("/phones")
    host.tap(identifier="device-Silvio")
    host.tap(identifier="shut-out")
    gone = every.watching.pop("Silvio")
    expect(gone.locator("#pin")).to_be_visible(timeout=ANSWERED)
    gone.screenshot(path=SHOTS / "table-5-shut-out-Silvio.png")
    host.shot("table-5-shut-out-Laptop")
    gone.context.close()
    host.open(sheet)
    host.touch("seat-1", "seat-3", "result-kontra-120")
    every.all_see("without-silvio", Gerry=170, Chris=0, Guido=90, Wolle=-260, Silvio=0)


def settle(every: Round, host: Hand) -> None:
    """At a cent a point Wolle pays Gerry 1.70 and Guido 0.90; both payments are ticked off."""
    host.touch("menu", "settlement")
    host.sees("Wer bekommt, wer zahlt")
    host.tap(identifier="end-evening")
    host.sees("Abend fortsetzen")
    words = host.words()
    for name, balance in (("Gerry", "+1,70"), ("Guido", "+0,90"), ("Wolle", "−2,60")):
        assert f"{name}: {balance} €" in words, words
    host.tap(identifier="payment-0")
    (wolle,) = every.watching.values()
    every.step += 1
    every.picture("settlement")
    wolle.locator("a[href$='/settlement']").first.click()
    expect(wolle.locator("body")).to_contain_text("1,70")
    expect(wolle.locator("body")).to_contain_text("0,90")
    wolle.screenshot(path=SHOTS / "table-7-settlement-Wolle.png")
