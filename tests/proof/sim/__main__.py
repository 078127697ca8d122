"""Plays evenings by their seeds: ``python -m tests.proof.sim SEED…``, or ``FROM-TO``; with
``--full`` only the full ones among them, with ``--postgres`` by two servers on PostgreSQL. With
``--short`` one that breaks a statement is shortened to the steps that it needs."""

import gc
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from tests.postgres import Postgres
from tests.proof.meaning.__main__ import PLACE
from tests.proof.meaning.players import Broken
from tests.proof.shortening import shortened
from tests.proof.sim.evening import Evening, is_full, played, steps_of

Database = Callable[[], AbstractContextManager[str]]
"""Gives a new database, or the empty URL."""


def play(seed: int, database: Database, without: Collection[int] = ()) -> Evening:
    """Play an evening in a folder of its own; raises `Broken`."""
    with tempfile.TemporaryDirectory(dir=PLACE) as folder, database() as url:
        return played(seed, Path(folder), without, url)


def short(seed: int, fault: Broken, database: Database) -> str:
    """Return a fault on an evening with the steps that it needs."""
    def fault_of(without: Collection[int]) -> str:
        try:
            play(seed, database, without)
            return ""
        except Broken as found:
            return str(found)

    with tempfile.TemporaryDirectory(dir=PLACE) as folder:
        steps = steps_of(seed, Path(folder))
    return shortened(fault_of, steps, str(fault))


@contextmanager
def databases(*, on_server: bool) -> Iterator[Database]:
    """Yield what gives a database; on_server: of PostgreSQL, or a file instead."""
    if not on_server:
        yield lambda: nullcontext("")
        return
    with tempfile.TemporaryDirectory(prefix="scorepad", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder) / "data")
        try:
            yield server.database
        finally:
            server.close()


def main(words: list[str]) -> int:
    """Play the seeds, print what becomes of them, and return how many break a statement."""
    faults, given = 0, [word.partition("-") for word in words if not word.startswith("--")]
    seeds = [seed for first, _, last in given for seed in range(int(first), int(last or first) + 1)
             if "--full" not in words or is_full(seed)]
    with databases(on_server="--postgres" in words) as database:
        for seed in seeds:
            gc.collect()
            began = time.perf_counter()
            try:
                evening = play(seed, database)
                print(f"seed {seed}: {len(evening.world.deeds)} deeds, {evening.digest}, "
                      f"{evening.loop.seconds:.0f} s in {time.perf_counter() - began:.1f}",
                      flush=True)
            except Broken as fault:
                faults += 1
                print(short(seed, fault, database) if "--short" in words else fault, flush=True)
    return faults


if __name__ == "__main__":
    gc.freeze()  # modules stay: there is little to look through after each of thousands
    gc.disable()
    sys.exit(min(main(sys.argv[1:]), 1))
