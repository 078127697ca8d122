"""Timing two or more things against each other in one run, and saying how they compare."""

import gc
import json
import os
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any

from tests.bench.figures import FIGURES, Figure

Clock = Callable[[], float]


def medians(calls: Mapping[str, Callable[[], Any]], runs: int,
            clock: Clock = time.process_time) -> dict[str, float]:
    """Seconds that each call takes in the median, all of them called in turn in every run.

    Taking turns spreads whatever else the machine does over all of them. Each call starts with
    the garbage of the others swept away, and what it returns is dropped after the clock stops.
    """
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(runs):
        for name, call in calls.items():
            gc.collect()
            start = clock()
            kept = call()
            seconds[name].append(clock() - start)
            del kept
    return {name: median(measured) for name, measured in seconds.items()}


def report(name: str, ratio: float, limit: float | None = None, told: str = "") -> bool:
    """Print one measurement as a line of the table; False if it is over its limit.

    name: the same in every run, for it is by the name that a figure is compared with the one that
    was kept; told: figures of this run.
    """
    figure = Figure(name, ratio, limit)
    print(figure.line(told), flush=True)
    if file := os.environ.get(FIGURES):
        with open(file, "a", encoding="utf-8") as figures:
            print(json.dumps(figure), file=figures)
    return figure.within
