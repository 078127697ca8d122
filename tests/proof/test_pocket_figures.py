"""The pocket page beside the served one, in the same browser and in turns: how much there is to
fetch, how soon it is there, how soon a total, and what room it takes up."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Playwright

from tests.browser.hand import Hand, Look, augen
from tests.browser.program import Program
from tests.browser.test_evening import sit_down
from tests.pocket.conftest import elsewhere, playwright, root
from tests.pocket.measuring import (
    SEEN,
    memory,
    names_to_fetch,
    start,
    tap_to_total,
    to_fetch,
    to_fetch_as_it_lies,
)
from tests.pocket.phone import (
    FOLDER,
    CompressingHost,
    Elsewhere,
    Host,
    figures,
    opened,
    switched_on,
)
from tests.proof.conftest import Note

__all__ = ["elsewhere", "playwright", "root"]  # fixtures

pytestmark = [pytest.mark.alone, pytest.mark.browser, pytest.mark.timeout(900)]

MB = 1_000_000
DOWNLOAD = 12 * MB
FIRST_SIGHT = 0.6
"""Seconds, at most."""
WARM_START, TAP = 2.3, 1.3
"""Times as long as the served page takes, at most."""


@pytest.fixture
def host(root: Path) -> Iterator[Host]:
    """A host that compresses, as most do."""
    host = CompressingHost(root)
    yield host
    host.stop()


@pytest.mark.rounds(short=1, full=5)
def test_how_it_compares_with_the_served_page(
        rounds: int, note: Note, host: Host, elsewhere: Elsewhere, playwright: Playwright,
        tmp_path: Path):
    at_once, later = names_to_fetch(host.root / FOLDER)
    download = to_fetch(host.root / FOLDER, at_once)
    note("pocket page: to download (brotli)", f"{download / MB:.1f} MB")
    assert download <= DOWNLOAD
    note("pocket page: to download once it is there (brotli)",
         f"{to_fetch(host.root / FOLDER, later) / MB:.1f} MB")
    note("pocket page: to download, from a host that does not compress",
         f"{to_fetch_as_it_lies(host.root / FOLDER, at_once) / MB:.1f} MB")
    program = Program(tmp_path / "served")
    program.start()
    try:
        with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
            phone.context.add_init_script(SEEN)
            pocket = opened(phone, host.address)
            sit_down(pocket)
            note("pocket page: first start, by steps", figures(pocket)["times"])
            program.let_in(phone.context)
            served = Hand(phone.page(Look()), program.address, Look())
            served.open("/")
            sit_down(served)
            compare(pocket, served, rounds, note)
            sheet = pocket.page.url.partition("#")[2]
            note("pocket page: renderer, after it was loaded anew again and again",
                 f"{memory(phone.pid) / MB:.0f} MB")
            phone.off()
    finally:
        program.stop()
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        pocket = opened(phone, host.address, route=sheet)
        for seat in range(4):
            pocket.touch(*augen(seat, 66), "save")
        pocket.settle()
        note("pocket page: renderer, with four hands after a start",
             f"{memory(phone.pid) / MB:.0f} MB, Python's heap "
             f"{figures(pocket)['memory'] / MB:.0f} MB")
        phone.off()


def compare(pocket: Hand, served: Hand, rounds: int, note: Note) -> None:
    warm: dict[Hand, list[float]] = {pocket: [], served: []}
    taps: dict[Hand, list[float]] = {pocket: [], served: []}
    sights = []
    for turn in range(rounds + 1):
        for hand in (pocket, served):
            hand.page.bring_to_front()
            times = start(hand.page)
            hand.settle()
            warm[hand].append(times["app"])
            if "sheet" in times:
                sights.append(times["sheet"])
            for seat, name in enumerate(("Anne", "Bert", "Cem", "Dora")):
                if turn < 3:
                    taps[hand].append(tap_to_total(hand, seat, f"{name}, {70 * (turn + 1)} Punkte"))
    steps = figures(pocket)["times"]
    note("pocket page: steps of a warm start", steps)
    assert "unpacked" not in steps, "it did not begin with Python as it was, but imported all again"
    note("pocket page: first sight of the last sheet", f"{median(sights):.2f} s")
    started = in_turns("warm start", warm[pocket], warm[served], note)
    tapped = in_turns("tap to total", taps[pocket], taps[served], note)
    assert median(sights) <= FIRST_SIGHT
    if rounds > 1:  # else there is nothing to take a median of
        assert started <= WARM_START and tapped <= TAP


def in_turns(what: str, ours: list[float], theirs: list[float], note: Note) -> float:
    """How many times as long it takes as on the served page, by the medians without the first of
    each; both are noted."""
    one, other = median(ours[1:]), median(theirs[1:])
    note(f"pocket page: {what}", f"{one:.2f} s, served {other:.2f} s: {one / other:.1f} times")
    return one / other
