"""What it costs to print an evening of a hundred hands, against the second that it may take."""

import subprocess
import sys
import time

from scorepad.book.ledger import EveningStars
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.views import EveningView
from scorepad.storage import Store
from tests.bench.replay import STAKES, written_down
from tests.bench.timing import medians, report
from tests.taking import take

HANDS, SECOND = 100, 1.0

COLD = """
import sys, time
from tests.bench.paper import evening_of
from scorepad.i18n.words import Words
view, stars = evening_of(sys.argv[1])
start = time.perf_counter()
from scorepad.paper.evening import evening_pdf
from tests.taking import take
evening_pdf(view, stars, Words("de"))
print(time.perf_counter() - start)
"""
"""Prints the seconds of a first PDF; nothing that draws pages has been imported before."""


def evening_of(game: str) -> tuple[EveningView, EveningStars | None]:
    """An evening of one sheet, and its stars."""
    service = Service(Store.open("sqlite://"))
    take(service, written_down(HANDS, True, game))
    [card] = service.evenings()
    return service.evening(card.id), service.club.evening(card.id)


def first_time(game: str) -> float:
    """Seconds of the first PDF of a process, with the import of what draws it."""
    done = subprocess.run([sys.executable, "-c", COLD, game], check=True, capture_output=True)
    return float(done.stdout)


def measure(runs: int = 15) -> bool:
    """Every measurement of this file; False if one is over its limit."""
    from scorepad.paper.evening import evening_pdf
    from scorepad.paper.tables import hands_csv

    fine, words = True, Words("de")
    for game in STAKES:
        view, stars = evening_of(game)
        seconds = medians({"pdf": lambda: evening_pdf(view, stars, words),
                           "csv": lambda: hands_csv(view, words)}, runs, time.perf_counter)
        label = f"PDF of {HANDS} hands of {game} with its fonts"
        fine &= report(f"{label} / a second", seconds["pdf"] / SECOND, 1)
        report(f"{label}, the first one of a process / a second",
               min(first_time(game) for _ in range(2)) / SECOND)
        report(f"CSV of {HANDS} hands of {game} / a second", seconds["csv"] / SECOND)
    return fine
