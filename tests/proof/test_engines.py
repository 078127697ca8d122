"""An evening in every engine, on the pocket page and on the served one.

How Flutter draws, how quick Python is, and what a disk promises is different in each.

The figures are worked out by hand beside the taps: a Ramsch is the highest Augen, doubled for each
doubling and Jungfer, rounded to tens.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.browser.hand import augen
from tests.browser.program import Program
from tests.pocket.blink import BLINK
from tests.pocket.conftest import host, root
from tests.pocket.engine import Browser, Engine, Finger
from tests.pocket.firefox import FIREFOX
from tests.pocket.partie import NAMES, START, seat_of_least, with_hand
from tests.pocket.phone import Host
from tests.pocket.webkit import WEBKIT
from tests.proof.conftest import Note

__all__ = ["host", "root"]  # fixtures

pytestmark = [pytest.mark.browser, pytest.mark.timeout(5400)]

ALL = [pytest.param(engine, id=str(engine)) for engine in (FIREFOX, WEBKIT, BLINK)]
OTHERS = ALL[:2]
"""Chromium has more of these in tests of its own."""


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> Engine:
    engine: Engine = request.param
    if why := engine.missing():
        pytest.skip(why)
    return engine


@pytest.fixture
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Program]:
    """The program with a page, and nothing to complain about."""
    if not request.config.getoption("--full"):
        pytest.skip("other engines are tried in the proof: that takes minutes")
    program = Program(tmp_path / "data")
    program.start()
    yield program
    assert program.stop() == 0
    assert program.said() == ""


def sit_down(finger: Finger) -> None:
    finger.tap("new-evening")
    for name in NAMES:
        finger.write(name, into="Name")
        finger.tap("add-name")
    finger.tap("stake-50", "start")
    finger.sees("Kalter Schlag · Partie 1")


def an_evening(finger: Finger) -> None:
    """Anne 66 → 70. Bert 66 · 2 · 2 = 264 → 260, with Dora a Jungfer. Cem 93 → 90. Anne's first
    were 76 → 80, and once more 66 → 70: 150."""
    sit_down(finger)
    finger.tap(*augen(0, 66), "save")
    finger.sees("Anne, 70 Punkte, Anschriften: 1")
    finger.tap(*augen(1, 66), "doubling-1", "jungfer-3")
    finger.sees("Eintragen: Bert +260")
    finger.tap("save")
    finger.sees("Bert, 260 Punkte, Anschriften: 1")
    finger.tap(*augen(2, 93), "save")
    finger.sees("Cem, 90 Punkte, Anschriften: 1")
    finger.tap("hand-1", "correct")
    finger.sees("Spiel 1 wird korrigiert")
    finger.tap(*augen(0, 76), "save")
    finger.sees("Anne, 80 Punkte, Anschriften: 1")
    finger.tap(*augen(0, 66), "save")
    finger.sees("Anne, 150 Punkte, Anschriften: 2")


def the_end(finger: Finger) -> None:
    """Dora takes every trick, 120 · 2⁴ = 1920 for the others: Anne 2070, Bert 2180, Cem 2010. Bert
    has the most. He pays 0.50 to Anne and Cem, who wrote points, and 1.00 to Dora."""
    finger.tap("durchmarsch", "seat-3", "doubling-4")
    finger.sees("Eintragen: Anne, Bert, Cem +1 920")
    finger.tap("save")
    finger.sees("2 180 Punkte, und die Grenze ist 2 000")
    finger.sees("−2,00 €")
    finger.tap("menu", "settlement")
    for line in ("Bert zahlt Anne 0,50", "Bert zahlt Cem 0,50", "Bert zahlt Dora 1,00"):
        finger.sees(line)


@pytest.mark.parametrize("engine", ALL, indirect=True)
def test_an_evening_on_the_pocket_page(engine: Engine, host: Host, tmp_path: Path, note: Note):
    """Another window takes over; then neither the host nor the browser that saw it runs any more,
    and it goes on."""
    with engine.start(tmp_path / "profile") as browser:
        finger = Finger(browser)
        finger.open(host.address)
        an_evening(finger)
        sheet = str(browser.run("return location.href"))
        another_window_goes_on(finger, sheet)
        browser.off()
    host.stop()
    with engine.start(tmp_path / "profile") as browser:
        finger = Finger(browser)
        finger.open(sheet)
        finger.sees("Anne, 150 Punkte, Anschriften: 2")
        the_end(finger)
        version = str(browser.run("return navigator.userAgent"))
        browser.off()
    note(f"{engine}: an evening on the pocket page", version)


def another_window_goes_on(finger: Finger, sheet: str) -> None:
    """The second says that there is a first, and takes over on a tap; then the first says so."""
    browser: Browser = finger.browser
    first = browser.here
    browser.window()
    browser.go(sheet)
    finger.told("in einem anderen Fenster")
    finger.touch("#act")
    finger.wait_for_app()
    finger.sees("Anne, 150 Punkte, Anschriften: 2")
    browser.look_at(first)
    finger.told("Es geht in einem anderen Fenster weiter.")


@pytest.mark.parametrize("engine", ALL, indirect=True)
def test_an_evening_on_the_served_page(engine: Engine, served: Program, tmp_path: Path):
    with engine.start(tmp_path / "profile") as browser:
        finger = Finger(browser)
        finger.open(served.joining_address())
        an_evening(finger)
        the_end(finger)
        browser.off()


@pytest.mark.parametrize("engine", OTHERS, indirect=True)
def test_a_private_window_says_that_it_keeps_nothing(engine: Engine, host: Host, tmp_path: Path):
    with engine.start(tmp_path / "profile", private=True) as browser:
        browser.go(host.address)
        Finger(browser).told("Ein privates Fenster")
        browser.off()


@pytest.mark.parametrize("engine", OTHERS, indirect=True)
def test_a_browser_that_speaks_c_starts_the_pocket_page(
        engine: Engine, host: Host, tmp_path: Path):
    with engine.start(tmp_path / "profile", language="C") as browser:
        finger = Finger(browser)
        finger.open(host.address)
        finger.tap("new-evening")
        browser.off()


@pytest.mark.parametrize("engine", OTHERS, indirect=True)
def test_a_browser_that_speaks_c_starts_the_served_page(
        engine: Engine, served: Program, tmp_path: Path):
    with engine.start(tmp_path / "profile", language="C") as browser:
        finger = Finger(browser)
        finger.open(served.joining_address())
        finger.tap("new-evening")
        browser.off()


@pytest.mark.rounds(short=0, full=50)
@pytest.mark.parametrize("engine", OTHERS, indirect=True)
def test_killed_after_a_total(rounds: int, engine: Engine, host: Host, tmp_path: Path, note: Note):
    """One round plays one to three hands and kills; the next looks for them all."""
    rng, address, hands = Random(14), host.address, 0
    totals = START
    for count in range(rounds + 1):
        with engine.start(tmp_path / "profile") as browser:
            finger = Finger(browser)
            finger.open(address)
            if not count:
                sit_down(finger)
                address = str(browser.run("return location.href"))
            for name, total in totals.items():
                if total:
                    finger.sees(f"{name}, {total} Punkte")
            if count == rounds:
                break
            if "Nächste Partie" in finger.words():  # killed before it was kept that it goes on
                finger.tap("next-match")
            for _ in range(rng.randint(1, 3)):
                seat = seat_of_least(totals)
                totals = with_hand(totals, NAMES[seat])
                finger.tap(*augen(seat, 66), "save")
                hands += 1
                if totals == START:
                    finger.sees(f"{NAMES[seat]} gewinnt")
                    finger.tap("next-match")
                else:
                    finger.sees(f"{NAMES[seat]}, {totals[NAMES[seat]]} Punkte")
            browser.kill()
    note(f"pocket page: {engine} killed right after a total",
         f"{rounds} times; {hands} hands shown as saved, none lost")
