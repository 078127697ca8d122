"""What statistics over 100,000 hands cost: the first time, and again after one more hand, against
scoring the same hands from the same book, which is on a disk."""

import gc
import tempfile
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.game import Game
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.storage import Store
from tests.bench.saving import AUTHOR, NAMES, fill, some_hands
from tests.bench.timing import medians, report

CLOCK = time.perf_counter

FIRST, AGAIN = 1.5, 0.05
"""Of the time that scoring the same hands from the book takes."""


def club_hands(number: int) -> list[Any]:
    """So many hands of Doppelkopf as a club plays it: a solo in fourteen hands, an Ansage in five,
    two of three typed as the result alone, a Fuchs in seven, a Karlchen in ten, a star in twenty,
    a misdeal in fifty."""
    rng = Random(number)
    return [DOPPELKOPF_ALTENBURG.read_hand(club_hand(rng), NAMES) for _ in range(number)]


def club_hand(rng: Random) -> dict[str, Any]:
    side = rng.choice(("re", "kontra"))
    hand: dict[str, Any] = {"re": rng.sample(NAMES, 2)}
    if rng.random() < 1 / 14:
        hand = {"re": [rng.choice(NAMES)],
                "spiel": rng.choice(("ober-solo", "buben-solo", "fleischlos"))}
    elif rng.random() < 1 / 5:
        hand["ansagen"] = {side: rng.choices(("ja", "U9", "U6"), (14, 5, 1))[0]}
    if rng.random() < 2 / 3:
        hand["ergebnis"] = {"seite": rng.choice(("re", "kontra")), "unter": rng.choices(
            (120, 90, 60, 30, 0), (55, 30, 11, 3, 1))[0]}
    else:
        hand["augen"] = rng.randrange(2, 239)
    lost = hand["ergebnis"]["seite"] if "ergebnis" in hand else \
        "kontra" if hand["augen"] >= 120 else "re"
    ahead = "kontra" if lost == "re" else "re"  # and so can have caught anything
    if rng.random() < 1 / 7 and "spiel" not in hand:
        hand["fuchs"] = [ahead]
    if rng.random() < 1 / 10 and "spiel" not in hand:
        hand["karlchen"] = ahead
    if rng.random() < 1 / 20 and hand.get("ergebnis", {}).get("unter") != 0:
        hand["sterne"] = [{"event": rng.choice(("rot-rum", "alle-farben", "stich-41")),
                           "player": rng.choice(NAMES)}]
    if rng.random() < 1 / 50:
        hand["vergeben"] = 1
    return hand


PLAYED: dict[Game[Any, Any], Callable[[int], list[Any]]] = {
    KALTER_SCHLAG: some_hands, DOPPELKOPF_ALTENBURG: club_hands}
"""What is played, and what makes hands of it."""


def counting(game: Game[Any, Any], evenings: int, hands: int, runs: int,
             more: int) -> tuple[float, float, float]:
    """Seconds of the first statistics of a service, of those after one more hand, and of scoring
    all sheets of the book; the fewest of all runs, and the median for one more hand."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        place = f"sqlite:///{Path(folder) / 'book.db'}"
        fill(Path(folder) / "book.db", evenings, hands, game, PLAYED[game])
        first, scored = [], []
        for _ in range(runs):
            first.append(_opened(place, lambda service: service.statistics.overview()))
            scored.append(_opened(place, _scored))
        service = Service(Store.open(place), AUTHOR)
        sheet = service.latest_sheet(game.id).sheet
        service.statistics.overview()
        again = []
        for hand in PLAYED[game](more):
            service.record(sheet, hand)
            again.append(medians({"": service.statistics.overview}, 1, CLOCK)[""])
        assert sum(record.hands for record in service.statistics.overview().records.values()) \
            == 4 * (evenings * hands + more)
        service.close()
    return min(first), median(again), min(scored)


def _opened(place: str, act: Callable[[Service], Any]) -> float:
    """Seconds that something takes with a service just opened."""
    service = Service(Store.open(place), AUTHOR)
    gc.collect()
    start = CLOCK()
    kept = act(service)
    seconds = CLOCK() - start
    service.close()
    del service, kept
    return seconds


def _scored(service: Service) -> Any:
    return [service.sheet(sheet) for evening in service._book.frame.evenings.values()
            for sheet in evening.sheets]


def measure(runs: int = 2, more: int = 9) -> bool:
    """Every measurement of this file; False if one is over its limit."""
    fine = True
    for game, (evenings, hands) in product(PLAYED, ((1, 100_000), (1_000, 100))):
        first, again, scored = counting(game, evenings, hands, runs, more)
        shape = f"statistics over {evenings * hands:,} hands of {game.title} on {evenings:,} sheets"
        fine &= report(f"{shape}, first / scoring them", first / scored, FIRST,
                       f"{first:.2f} s, {scored:.2f} s")
        if evenings > 1:  # one sheet is counted again, and nobody has all hands on it
            fine &= report(f"{shape}, after one more hand / scoring all", again / scored, AGAIN,
                           f"{again * 1e3:.0f} ms")
    return fine
