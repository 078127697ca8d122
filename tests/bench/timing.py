"""Timing two or more things against each other in one run, and saying how they compare."""

import gc
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any

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


def report(name: str, ratio: float, limit: float | None = None) -> bool:
    """Print one measurement as `name: ratio / limit  ok|over`; False if it is over its limit."""
    if limit is None:
        print(f"{name}: {ratio:.2f}", flush=True)
        return True
    within = ratio <= limit
    print(f"{name}: {ratio:.2f} / {limit:g}  {'ok' if within else 'over'}", flush=True)
    return within
