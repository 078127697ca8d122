"""What stands still while a server hangs: counted rather than timed, because a machine that is busy
with other tests is slow where nothing waits."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import pytest

from scorepad.storage import patience
from scorepad.storage.turns import Turns


class Ticker:
    """How long the loop of the program stood still; `longest` is forgotten when it is asked."""

    def __init__(self) -> None:
        self._longest = 0.0

    async def tick(self) -> None:
        while True:
            began = monotonic()
            await asyncio.sleep(0.01)
            self._longest = max(self._longest, monotonic() - began)

    @property
    def longest(self) -> float:
        longest, self._longest = self._longest, 0.0
        return longest


@asynccontextmanager
async def ticking() -> AsyncIterator[Ticker]:
    """Watches the loop beside what is done."""
    ticker = Ticker()
    task = asyncio.create_task(ticker.tick())
    await asyncio.sleep(0.05)
    yield ticker
    task.cancel()


class Waits:
    """How often the thread of the test waited for a server until it gave up (`in_vain`)."""

    def __init__(self) -> None:
        self.in_vain = 0
        self._thread = threading.get_ident()

    def count(self) -> None:
        self.in_vain += threading.get_ident() == self._thread

    def forget(self) -> None:
        self.in_vain = 0


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> Iterator[Waits]:
    """Counts the answers that do not come, and the turns that do not, in books opened from now on.
    """
    waits = Waits()

    class Counted(patience.SilentServer):
        def __init__(self) -> None:
            super().__init__()
            waits.count()

    class CountedLock:
        def __init__(self, turns: Turns) -> None:
            self._lock, self._turns = threading.RLock(), turns
            self.release = self._lock.release

        def acquire(self, timeout: float) -> bool:
            if self._lock.acquire(blocking=False):
                return True
            taken = timeout > 0 and self._lock.acquire(timeout=timeout)
            if timeout > 0 and (not taken or self._turns._rests):
                waits.count()
            return taken

    def make(turns: Turns, *values: Any) -> None:
        made(turns, *values)
        vars(turns)["_lock"] = CountedLock(turns)

    made = Turns.__init__
    monkeypatch.setattr(Turns, "__init__", make)
    monkeypatch.setattr(patience, "SilentServer", Counted)
    yield waits
