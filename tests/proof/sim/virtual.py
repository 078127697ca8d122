"""Virtual time: an event loop on which nobody waits, and clocks that go by it.

What runs on a thread elsewhere runs at once here, on the loop: so one seed is one evening, to the
byte.
"""

import asyncio
import selectors
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uuid6

MOST_SECONDS = 24 * 3600
"""Virtual seconds after which something waits for ever."""
CLOCKS = {name: getattr(time, name) for name in (
    "monotonic", "time", "time_ns", "sleep", "perf_counter")}


class Stuck(AssertionError):
    """Everybody waits for somebody else, or for ever."""


class _NoWaiting(selectors.SelectSelector):
    """A selector that never waits: it puts the clock forward instead."""

    def __init__(self, loop: "VirtualLoop") -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Stuck("everybody waits for somebody else")
        self._loop.seconds += timeout
        if self._loop.seconds > MOST_SECONDS:
            raise Stuck("it takes for ever")
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop in virtual time; seconds: since it began."""

    def __init__(self) -> None:
        self.seconds = 0.0
        super().__init__(_NoWaiting(self))

    def time(self) -> float:
        return self.seconds

    def run_in_executor(self, executor: Any, func: Callable[..., Any],  # type: ignore[override]
                        *args: Any) -> asyncio.Future[Any]:
        """Run on the spot what would be run on a thread."""
        made = self.create_future()
        try:
            made.set_result(func(*args))
        except Exception as fault:
            made.set_exception(fault)
        return made


@contextmanager
def virtual_time(begin: int) -> Iterator[VirtualLoop]:
    """Yield a loop whose time all clocks show; begin: nanoseconds since 1970."""
    loop = VirtualLoop()

    def slept(seconds: float) -> None:
        loop.seconds += seconds

    now: dict[str, Callable[..., Any]] = {
        "monotonic": lambda: loop.seconds, "perf_counter": lambda: loop.seconds,
        "time": lambda: begin / 1e9 + loop.seconds, "sleep": slept,
        "time_ns": lambda: begin + round(loop.seconds * 1e9)}
    taken = {real: now[name] for name, real in CLOCKS.items()}
    places = [(vars(module), name) for module in _ours() for name, value in vars(module).items()
              if callable(value) and type(value) is type(time.time) and value in taken]
    before = [(place, name, place[name]) for place, name in places]
    before += [(vars(time), name, real) for name, real in CLOCKS.items()]
    for place, name, real in before:
        place[name] = taken[real]
    last_id = uuid6._last_v7_timestamp  # ids go on from the last one, whatever the clock says
    try:
        yield loop
    finally:
        for place, name, real in before:
            place[name] = real
        uuid6._last_v7_timestamp = last_id
        loop.close()


def _ours() -> list[Any]:
    """Return the modules of the program that are loaded."""
    return [module for name, module in list(sys.modules.items()) if name.startswith("scorepad")]
