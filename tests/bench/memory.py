"""What a book of 100,000 hands costs in memory: the running program, against an empty book.

Of its process, as the system counts it (RSS), after the first screen was shown and, where there is
one, a sheet was opened.
"""

import subprocess
import tempfile
from pathlib import Path

from tests.bench.first_screen import EVENINGS, FULL, HANDS, filled
from tests.bench.timing import report
from tests.browser.hand import Hand, Look
from tests.browser.looking import looking, running
from tests.browser.program import Program

MOST = 50
"""Megabytes that so many hands may cost: half of what the program takes with none."""


def megabytes(program: Program) -> float:
    """What the process has of the memory now."""
    done = subprocess.run(["ps", "-o", "rss=", "-p", str(program.pid)], check=True,
                          capture_output=True, text=True)
    return int(done.stdout) / 1024


def measure() -> bool:
    """Every measurement of this file; False if one is over its limit."""
    taken = []
    with tempfile.TemporaryDirectory() as folder, running() as chromium:
        for program in (filled(Path(folder)), Program(Path(folder) / "empty")):
            program.start()
            try:
                page = program.let_in(looking(chromium, Look())).new_page()
                hand = Hand(page, program.address, Look())
                hand.open()
                if program.data.name == FULL:
                    card = hand.page.locator("[flt-semantics-identifier^=evening-]").first
                    hand.tap(identifier=card.get_attribute("flt-semantics-identifier"))
                    hand.sees("Kalter Schlag")
                hand.settle()
                taken.append(megabytes(program))
            finally:
                program.stop()
    full, empty = taken
    count = f"{EVENINGS * HANDS:,} hands"
    return all([report(f"memory that {count} take / {MOST} MB", (full - empty) / MOST, 1,
                       f"{full - empty:.0f} MB"),
                report(f"memory of the program with {count} / with an empty book", full / empty,
                       None, f"{full:.0f} MB, {empty:.0f} MB")])
