"""What statistics over 100,000 hands cost: the first time, and again after one more hand.

Seconds against a limit, with the service just opened on a book of SQLite in a file.
"""

import gc
import tempfile
import time
from pathlib import Path

from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.storage import Store
from tests.bench.saving import AUTHOR, fill, some_hands
from tests.bench.timing import medians, report

CLOCK = time.perf_counter

FIRST, AGAIN = 1.0, 0.050
"""Seconds."""


def counting(evenings: int, hands: int, runs: int, more: int) -> tuple[float, float]:
    """Median seconds of the first statistics of a service, and of those after one more hand."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        place = f"sqlite:///{Path(folder) / 'book.db'}"
        fill(Path(folder) / "book.db", evenings, hands)
        first = []
        for _ in range(runs):
            service = Service(Store.open(place), AUTHOR)
            gc.collect()
            start = CLOCK()
            overview = service.statistics.overview()
            first.append(CLOCK() - start)
            service.close()
            del service, overview
        service = Service(Store.open(place), AUTHOR)
        sheet = service.latest_sheet(KALTER_SCHLAG.id).sheet
        service.statistics.overview()
        again = []
        for hand in some_hands(more):
            service.record(sheet, hand)
            again.append(medians({"": service.statistics.overview}, 1, CLOCK)[""])
        assert sum(record.hands for record in service.statistics.overview().records.values()) \
            == 4 * (evenings * hands + more)
        service.close()
    return sorted(first)[runs // 2], sorted(again)[more // 2]


def measure(runs: int = 3, more: int = 9) -> bool:
    """Every measurement of this file; False if one is over its limit."""
    fine = True
    for evenings, hands in ((1, 100_000), (1_000, 100)):
        first, again = counting(evenings, hands, runs, more)
        shape = f"statistics over {evenings * hands:,} hands on {evenings:,} sheets"
        fine &= report(f"{shape}, first ({first:.2f} s) / {FIRST:.1f} s", first / FIRST, 1)
        fine &= report(f"{shape}, after one more hand ({again * 1e3:.0f} ms) / "
                       f"{AGAIN * 1e3:.0f} ms", again / AGAIN, 1)
    return fine
