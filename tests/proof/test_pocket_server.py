"""Two phones with the pocket page and the table's server, from which both have the page: each comes
in by a link, half an evening is typed on each without a network, and the books meet, on a line that
is cut off on the way.

The figures are worked out by hand: a Ramsch is the highest Augen, rounded to tens.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Playwright

from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.web.access.keys import Keys
from scorepad.web.access.visitors import shared_register
from tests.browser.hand import CANVAS_LAG, Look, augen
from tests.browser.table_server import TableServer, free_port
from tests.browser.test_evening import sit_down
from tests.pocket import phone as phones
from tests.pocket.built import built_page
from tests.pocket.conftest import elsewhere, host, playwright, root
from tests.pocket.phone import (
    STARTING,
    Elsewhere,
    Host,
    PocketHand,
    opened,
    switched_on,
    wait_for_app,
)
from tests.proof.conftest import Note
from tests.proof.cutting import Cutting
from tests.proof.test_table import settings

__all__ = ["elsewhere", "host", "playwright", "root"]  # fixtures

pytestmark = [pytest.mark.alone, pytest.mark.browser, pytest.mark.timeout(1800)]

NAMES = ("Anne", "Bert", "Cem", "Dora")
MEETING = "Die Bücher gleichen sich ab"


@pytest.fixture
def line() -> Iterator[Cutting]:
    line = Cutting()
    yield line
    line.close()


@pytest.fixture
def table(request: pytest.FixtureRequest, tmp_path: Path, line: Cutting) -> Iterator[TableServer]:
    """A server with the page, behind the line."""
    if not request.config.getoption("--full"):
        pytest.skip("the real page is made and played on in the proof: that takes minutes")
    shutil.copytree(built_page(), tmp_path / "served" / "pocket")
    line.to = free_port()
    table = TableServer(tmp_path / "served", "--port", str(line.to),
                        "--behind", f"http://127.0.0.1:{line.port}").start()
    yield table
    assert table.stop() == 0
    assert table.said() == ""


@pytest.fixture
def behind_tls(tmp_path: Path) -> Iterator[TableServer]:
    """A server without a page, behind Caddy, whose certificate is its own."""
    caddy = shutil.which("caddy")
    if caddy is None:
        pytest.skip("Caddy is not installed")
    inner, outer = free_port(), free_port()
    (tmp_path / "Caddyfile").write_text(CADDY % (outer, inner), "utf-8")
    table = TableServer(tmp_path / "served", "--port", str(inner),
                        "--behind", f"https://localhost:{outer}").start()
    proxy = subprocess.Popen(
        [caddy, "run", "--config", tmp_path / "Caddyfile", "--adapter", "caddyfile"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "caddy"), "HOME": str(tmp_path)})
    yield table
    proxy.terminate()
    proxy.wait(30)
    assert table.stop() == 0


CADDY = """{
	admin off
	auto_https disable_redirects
	skip_install_trust
}
https://localhost:%d {
	tls internal
	reverse_proxy 127.0.0.1:%d
}
"""


class Mate:
    """Somebody at the table with a phone and a book of his own."""

    def __init__(self, hand: PocketHand, name: str) -> None:
        self.hand, self.name = hand, name

    def comes_in(self) -> None:
        self.hand.sees("Mit dem Server am Tisch abgleichen")
        self.pictures(1, "link")
        self.hand.type(self.name, into="Dein Name")
        self.hand.tap(identifier="join-server")
        self.hand.sees("Alles ist bei 127.0.0.1")
        self.pictures(2, "joined")

    def goes(self, route: str) -> None:
        self.hand.open(route)

    def plays(self, *hands: tuple[int, int]) -> None:
        """Ramsche, each with who has the most Augen, and how many."""
        for seat, figure in hands:
            self.hand.touch(*augen(seat, figure), "save")
            self.hand.settle()

    def meets(self) -> bool:
        """Meet the server's book; whether that came to its end."""
        self.goes("/")
        self.hand.tap(identifier="meet-server")
        self.hand.page.wait_for_timeout(300)
        self.hand.sees_no(MEETING)
        return "nicht erreichbar" not in self.hand.words() and "noch nicht" not in self.hand.words()

    def sees_totals(self, sheet: str, *points: int) -> None:
        self.goes(sheet)
        for name, total in zip(NAMES, points):
            self.hand.sees(f"{name}, {total} Punkte")

    def pictures(self, number: int, what: str) -> None:
        self.hand.page.wait_for_timeout(CANVAS_LAG)
        self.hand.shot(f"server-{number}-{what}-{self.name}")


@pytest.mark.rounds(short=1, full=10)
def test_half_an_evening_on_each_page_is_the_evening(
        table: TableServer, line: Cutting, elsewhere: Elsewhere, playwright: Playwright,
        tmp_path: Path, rounds: int, note: Note) -> None:
    keys = Keys(shared_register(settings(table)))
    offered = [keys.offer(Role.WRITER) for _ in range(2)]
    keys.close()
    with switched_on(playwright, tmp_path / "one", elsewhere) as first, \
            switched_on(playwright, tmp_path / "two", elsewhere) as second:
        one, two = (Mate(opened_by(phone.page(look), f"{table.address}/pocket/", key, look), name)
                    for phone, key, look, name in zip(
                        (first, second), offered, (Look(), Look(theme="light")), ("Anne", "Bert")))
        for mate in one, two:
            mate.comes_in()
        one.goes("/")
        sit_down(one.hand)
        sheet = one.hand.page.url.partition("#")[2]
        one.plays((0, 66), (1, 71))
        one.goes("/")
        one.hand.sees("2 Spiele sind noch nicht bei 127.0.0.1")
        one.pictures(3, "not-yet")
        assert one.meets() and two.meets()
        two.sees_totals(sheet, 70, 70, 0, 0)
        without_a_network(one, two, line, sheet)
        cuts = cut_off(one, two, line, rounds)
        for mate in one, two, one:
            assert mate.meets()
        one.goes(sheet)
        one.hand.sees("Zwei Geräte")
        one.pictures(6, "question")
        one.hand.tap(identifier="runs-0-1")
        one.sees_totals(sheet, 140, 140, 150, 80)
        assert one.meets() and two.meets()
        two.sees_totals(sheet, 140, 140, 150, 80)
        two.hand.sees_no("Zwei Geräte")
        note("pocket pages that met at a server over a line that was cut off, times", cuts)
        first.off()
        second.off()


def opened_by(page, address: str, key: str, look: Look) -> PocketHand:  # type: ignore[no-untyped-def]
    """The app, opened by a link."""
    page.goto(f"{address}#{key}")
    hand = PocketHand(page, f"{address}#", look)
    wait_for_app(hand)
    assert key not in page.url
    return hand


def without_a_network(one: Mate, two: Mate, line: Cutting, sheet: str) -> None:
    """Each types on, and starts anew in between; nothing but the sign says that anything is
    missing."""
    line.off()
    one.goes(sheet)
    one.plays((2, 75), (3, 82))
    two.goes(sheet)
    two.plays((0, 66), (1, 66), (2, 66))
    two.hand.page.reload(timeout=STARTING)
    wait_for_app(two.hand)
    for mate, missing in (one, 2), (two, 3):
        assert not mate.meets()
        mate.hand.sees(f"{missing} Spiele sind noch nicht bei 127.0.0.1")
        mate.hand.sees("nicht erreichbar")
        mate.pictures(4, "no-network")
    line.on()


def cut_off(one: Mate, two: Mate, line: Cutting, rounds: int) -> int:
    """Meet so often on a line that is cut off somewhere; return how often it was."""
    rng, before = Random(19), line.cuts
    for number in range(rounds):
        line.allow(rng.randrange(3000))
        (one, two)[number % 2].meets()
        line.allow(None)
    one.pictures(5, "cut-off")
    return line.cuts - before


def test_a_page_of_another_host_meets_over_tls(
        host: Host, behind_tls: TableServer, elsewhere: Elsewhere, playwright: Playwright,
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its link is pasted; a browser asks first whether that page may ask."""
    monkeypatch.setattr(phones, "QUIET", [*phones.QUIET, "--ignore-certificate-errors"])
    keys = Keys(shared_register(settings(behind_tls)))
    link = f"{behind_tls.address}/#{keys.offer(Role.WRITER)}"
    keys.close()
    with switched_on(playwright, tmp_path / "one", elsewhere) as phone:
        hand = opened(phone, host.address)
        sit_down(hand)
        sheet = hand.page.url.partition("#")[2]
        hand.touch(*augen(0, 66), "save")
        hand.settle()
        hand.open("/safety")
        hand.tap(identifier="meet-table")
        hand.type(link, into="Link")
        hand.type("Anne", into="Dein Name")
        hand.tap(identifier="join-server")
        hand.sees("Alles ist bei localhost:")
        served = Service.open(settings(behind_tls))
        [line] = served.sheet(sheet.rpartition("/")[2]).score.lines
        served.close()
        assert line.record.stamp.by == ""  # it was written before anybody had said a name
        phone.off()
