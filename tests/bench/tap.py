"""From a tap on save until the new total can be read, against a tap in Flet's smallest app.

Measured inside the page, by its own clock: from the finger's leaving the glass to the change of
what a screen reader would read. Playwright only moves the finger.

The smallest app sends one text. Ours writes the hand and what is typed to the disk, each synced,
and sends the totals on their way before it draws the hand, the entry and the screens below anew.
How long those take stands in the second line, against a tenth of a second, which people take for
at once. The third line is the tap on the evening that opens its sheet, until the latest hand stands
there, against a second. The last is the time of the processor that a digit takes, of the program
and of the browser that draws it, against that of a tap in the smallest app (Linux).
"""

import os
import tempfile
from contextlib import suppress
from datetime import date
from pathlib import Path
from statistics import median

from scorepad.config import Settings
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.service.views import NewEvening
from tests.bench.saving import NAMES, some_hands
from tests.bench.timing import report
from tests.browser.hand import PATIENCE, Hand, Look, augen
from tests.browser.looking import looking, running
from tests.browser.program import Program

HANDS, LIMIT, AT_ONCE, SOON, WARM = 300, 1.1, 100, 1000, 3
"""AT_ONCE, SOON: milliseconds; WARM: so many taps at first do not count."""

DRAWN, MOST = 500, 1.5
"""Milliseconds until all that follows from a key has been drawn; the most of a key's processor."""

AUGEN, POINTS = 66, 70
"""What is typed, and what it counts in tens."""

WAIT_FOR = """
    ([awaited, patience]) => {
        const host = document.querySelector("flt-semantics-host");
        const found = awaited.map(() => null);
        let touched = 0;
        addEventListener("pointerup", () => touched = performance.now(),
                         {capture: true, once: true});
        window.answered = new Promise((answer, fail) => {
            const look = new MutationObserver(changes => {
                const now = performance.now();
                awaited.forEach((what, index) => {
                    if (found[index] === null && (called(what)
                            || changes.some(({target}) => says(target, what))))
                        found[index] = now - touched;
                });
                if (!found.includes(null)) {
                    look.disconnect();
                    answer(found);
                }
            });
            const called = what => host.querySelector(`[flt-semantics-identifier="${what}"]`);
            const says = (node, what) =>
                `${node.ariaLabel || ""} ${node.textContent}`.includes(what);
            look.observe(host, {subtree: true, childList: true, characterData: true,
                                attributes: true,
                                attributeFilter: ["aria-label", "flt-semantics-identifier"]});
            setTimeout(() => fail(`of ${awaited} there came ${found}`), patience);
        });
    }
"""
"""Asked for before the tap. Of what is said only what changes is looked at."""


def tapped(hand: Hand, identifier: str, *awaited: str) -> list[float]:
    """Milliseconds from the tap until a node that changes says this or one is called so, each."""
    hand.settle()
    hand.page.evaluate(WAIT_FOR, [awaited, PATIENCE])
    hand.tap(identifier=identifier)
    times: list[float] = hand.page.evaluate("answered")
    return times


def long_sheet(data: Path) -> tuple[str, int]:
    """The route of a sheet with at least so many `HANDS`, on which a Partie has just ended, and
    how many they are."""
    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(data)}))
    sheet = service.open_sheet(NewEvening(date(2026, 11, 20)), KALTER_SCHLAG, NAMES)
    for number, hand in enumerate(some_hands(2 * HANDS), 1):
        service.record(sheet, hand)
        if number >= HANDS and service.sheet(sheet).score.tally.hands == 0:
            break
    route = f"/evening/{service.sheet(sheet).evening}/sheet/{sheet}"
    service.close()
    return route, number


def opening(sheet: Hand, evening: str, hands: int, runs: int = 3) -> float:
    """Milliseconds from a tap on an evening until its sheet has the latest of so many hands."""
    times = []
    for _ in range(runs):
        sheet.tap(identifier="back")
        times += tapped(sheet, f"evening-{evening}", f"hand-{hands}")
    return median(times)


def spent(*programs: int) -> float:
    """Milliseconds of the processor that these processes, and the browsers that this one has
    started, have taken so far."""
    told, own = dict[int, tuple[str, int, float]](), os.getpid()
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            name, _, rest = file.read_text().partition("(")[2].rpartition(")")
            figures = list(map(int, rest.split()[1:13]))
            told[int(file.parent.name)] = name, figures[0], 1000 * sum(figures[10:])

    def is_ours(pid: int) -> bool:
        return pid == own or pid in told and is_ours(told[pid][1])

    return sum(each for pid, (name, _, each) in told.items() if pid in programs
               or name.startswith(("chrom", "headless")) and is_ours(pid)) \
        / os.sysconf("SC_CLK_TCK")


def of_a_key(hand: Hand, program: Program, key: str, before: str = "", runs: int = 20) -> float:
    """Milliseconds of the processor that two taps on a key take, each; before: what is tapped
    before them and does not count."""
    times = []
    for _ in range(runs):
        hand.touch(*([before] if before else []))
        hand.settle()
        place = hand._reach(hand.find(identifier=key))
        hand.page.wait_for_timeout(DRAWN)
        began = spent(program.pid)
        for _ in range(2):
            hand.page.mouse.click(*place)
            hand.page.wait_for_timeout(DRAWN)
        times.append((spent(program.pid) - began) / 2)
    return sum(times[1:]) / (runs - 1)


def measure(runs: int = 12) -> bool:
    """Every measurement of this file; False if one is over its limit."""
    with tempfile.TemporaryDirectory() as folder, running() as chromium:
        ours = Program(Path(folder) / "ours")
        theirs = Program(Path(folder) / "theirs", module="tests.bench.counter")
        route, hands = long_sheet(ours.data)
        for program in (ours, theirs):
            program.start()
        try:
            look = Look(language="en")
            sheet = Hand(ours.let_in(looking(chromium, look)).new_page(), ours.address, look)
            sheet.open(route)
            sheet.tap(identifier="next-match")
            counter = Hand(theirs.let_in(looking(chromium, look)).new_page(), theirs.address, look)
            counter.page.goto(theirs.address)
            counter.page.locator("flt-semantics-placeholder").dispatch_event("click")
            # What Scorepad's page shows until there is something of Scorepad stays over this app.
            counter.page.evaluate("document.getElementById('start')?.remove()")
            saving, following, counting = [], [], []
            for number in range(runs + WARM):
                # In turn, because a fifth loss would end the Partie.
                seat, times = number % len(NAMES), number // len(NAMES) + 1
                sheet.touch(*augen(seat, AUGEN))
                total, row = tapped(sheet, "save", f"{NAMES[seat]}, {times * POINTS} points",
                                    f"hand-{hands + number + 1}")
                saving.append(total)
                following.append(row)
                counting += tapped(counter, "add", str(number + 1))
            opening_ms = opening(sheet, route.split("/")[2], hands + runs + WARM)
            digit = of_a_key(sheet, ours, f"digit-{AUGEN % 10}", "seat-0")
            smallest = of_a_key(counter, theirs, "add")
        finally:
            for program in (ours, theirs):
                program.stop()
    total_ms, row_ms, theirs_ms = [median(each[WARM:]) for each in (saving, following, counting)]
    label, sheet_of = "a tap on save until the", f"{HANDS} hands on the sheet"
    return all([
        report(f"{label} new total, {sheet_of} / a tap in Flet's smallest app",
               total_ms / theirs_ms, LIMIT, f"{total_ms:.0f} and {theirs_ms:.0f} ms"),
        report(f"{label} hand stands in its row, {sheet_of} / {AT_ONCE} ms", row_ms / AT_ONCE, 1,
               f"{row_ms:.0f} ms"),
        report(f"a tap that opens a sheet of {HANDS} hands / {SOON} ms", opening_ms / SOON, 1,
               f"{opening_ms:.0f} ms"),
        report("a digit's time of the processor, program and browser / a tap's in Flet's smallest "
               "app", digit / smallest, MOST, f"{digit:.0f} and {smallest:.0f} ms")])
