"""A server that stops in the middle of anything, and goes on a while later.

While one saves, the processes that answer it are stopped at random moments: some, or all with the
one that takes new connections. What was saved is in the book once, in the end, and the loop of the
program never stood still for longer than the bound.
"""

import asyncio
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Queue
from random import Random
from typing import Any

import pytest

from scorepad.book import facts
from scorepad.book.facts import Entry, PlayerAdded
from scorepad.service.one_book import PATIENCE
from scorepad.service.roles import new_id
from scorepad.storage import StorageFault, Store
from scorepad.storage.faults import NotSure, Silent
from tests.postgres import MISSING, Postgres
from tests.proof.conftest import Note
from tests.storage.conftest import faults_of_two_keepers
from tests.waits import ticking

pytestmark = pytest.mark.alone

pytest.importorskip("psycopg", reason=MISSING)
if not hasattr(signal, "SIGSTOP"):
    pytest.skip("there is no such signal here", allow_module_level=True)

BOUND = 2.0
"""Seconds for which the loop may stand still."""


class Saving:
    """One who writes down one thing after the other, and does with each what the sentence says
    until it is in the book: tries again, or looks."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.saved: list[str] = []
        self.told: Counter[str] = Counter()
        self.longest = 0.0

    async def save(self, name: str) -> None:
        while True:
            began = time.monotonic()
            try:
                # On the loop, as the page does it; a new number each time, as the page gives one.
                self.store.append_all([(Entry(new_id(), PlayerAdded(name, name)), None)])
                break
            except StorageFault as fault:
                kind = type(fault).__name__
                if kind == "StorageFault":
                    assert "is in the book after all" in str(fault.message)
                    kind = "is in the book after all"
                self.told[kind] += 1
                if kind == "is in the book after all":
                    break
            finally:
                self.longest = max(self.longest, time.monotonic() - began)
            await asyncio.sleep(0.05)
        self.saved.append(name)

    async def look(self) -> None:
        """As the page looks whether the server is back."""
        while True:
            await asyncio.sleep(0.1)
            with suppress(StorageFault):
                if await asyncio.to_thread(self.store.has_news):
                    self.store.changed()


class AtCommit:
    """Stops the process that is about to be asked to commit, once it is told to."""

    def __init__(self, store: Store) -> None:
        self.wanted = threading.Event()
        self._stopped: Queue[int] = Queue()
        home: Any = store._home
        have_written = home.have_written

        def and_stop(cursor: Any) -> bool:
            have = have_written(cursor)
            if self.wanted.is_set():
                self.wanted.clear()
                stopped = cursor.connection.info.backend_pid
                os.kill(stopped, signal.SIGSTOP)
                self._stopped.put(stopped)
            return bool(have)

        home.have_written = and_stop

    @contextmanager
    def silent(self) -> Iterator[None]:
        self.wanted.set()
        stopped = self._stopped.get(timeout=60)
        try:
            yield
        finally:
            os.kill(stopped, signal.SIGCONT)


def stopping(postgres: Postgres, url: str, rounds: int, at_commit: AtCommit,
             ended: threading.Event) -> None:
    """Stop and continue the server so often, for up to four seconds each time: whoever is
    connected, the whole of it, or who is asked to commit."""
    rng = Random(13)
    try:
        for number in range(rounds):
            time.sleep(rng.random() / 2)
            with (postgres.silent(url), postgres.silent(url, whole=True),
                  at_commit.silent())[number % 3]:
                # The third is too long for anybody, so that also a short run has one at a commit.
                time.sleep(3 if number == 2 else rng.choice((0.2, 1, 2, 3, 4)))
    finally:
        ended.set()


@pytest.mark.rounds(short=3, full=90)
@pytest.mark.timeout(1200)
async def test_a_server_that_stops_and_goes_on_while_it_saves(
        postgres: Postgres, rounds: int, note: Note, request: pytest.FixtureRequest) -> None:
    with postgres.database() as url:
        longest = await _saves(postgres, url, rounds, note)
    assert longest <= 2 * BOUND
    if request.config.getoption("--full"):  # beside other tests nobody can promise it
        assert longest <= BOUND


async def _saves(postgres: Postgres, url: str, rounds: int, note: Note) -> float:
    """Returns the longest time for which anybody waited, in seconds."""
    store, ended = Store.open(url, PATIENCE), threading.Event()
    at_commit = AtCommit(store)
    anne = Saving(store)
    looking = asyncio.create_task(anne.look())
    chaos = threading.Thread(target=stopping, args=(postgres, url, rounds, at_commit, ended))
    async with ticking() as ticker:
        chaos.start()
        while not ended.is_set():
            await anne.save(f"p{len(anne.saved)}")
            await asyncio.sleep(0)
        await anne.save("the last one")
        longest = ticker.longest
    looking.cancel()
    chaos.join()
    book = [entry.fact.player for entry in store.everything()
            if isinstance(entry.fact, facts.PlayerAdded)]
    store.close()

    note("stops of a PostgreSQL server while it saved", rounds)
    note("saved through these stops", len(anne.saved))
    note("of these lost", len(set(anne.saved) - set(book)))
    note("of these doubled", len(book) - len(set(book)))
    note("times that a save was told that the server is silent", anne.told[Silent.__name__])
    note("times that nobody knew whether it was saved", anne.told[NotSure.__name__])
    note("of these found in the book afterwards", anne.told["is in the book after all"])
    note("longest time until a save was answered", f"{anne.longest * 1000:.0f} ms")
    note("longest time for which everybody else stood still", f"{longest * 1000:.0f} ms")
    assert book == anne.saved
    assert anne.told[NotSure.__name__], anne.told
    return max(longest, anne.longest)


@pytest.mark.rounds(short=300, full=5000)
def test_two_keep_what_is_half_typed_under_the_same_key(
        postgres: Postgres, tmp_path: Path, rounds: int, note: Note) -> None:
    with postgres.database() as url:
        for where in (f"sqlite:///{tmp_path / 'book.db'}", url):
            assert faults_of_two_keepers(where, rounds) == []
    note("kept by two programs under one key at once, in a file and on a server", rounds * 4)
    note("of these refused", 0)
