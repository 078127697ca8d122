"""Plays evenings by their seeds: ``python -m tests.proof.sim SEED…``, or ``FROM-TO``; with
``--full`` only the full ones among them. With ``--short`` one that breaks a statement is shortened
to the steps that it needs."""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.proof.meaning.players import Broken
from tests.proof.shortening import shortened
from tests.proof.sim.evening import broken, is_full, played, steps_of

PLACE = "/dev/shm" if Path("/dev/shm").is_dir() else None


def short(seed: int, fault: Broken, folder: Callable[[], Path]) -> str:
    """Return a fault on an evening with the steps that it needs."""
    return shortened(lambda without: str(broken(seed, folder(), without) or ""),
                     steps_of(seed, folder()), str(fault))


def main(words: list[str]) -> int:
    """Play the seeds, print what becomes of them, and return how many break a statement."""
    faults, is_short, of_all = 0, "--short" in words, "--full" not in words
    with tempfile.TemporaryDirectory(dir=PLACE) as place:
        def folder() -> Path:
            return Path(tempfile.mkdtemp(dir=place))

        for word in words:
            first, _, last = word.partition("-")
            seeds = range(int(first), int(last or first) + 1) if first else ()
            for seed in [each for each in seeds if of_all or is_full(each)]:
                began = time.perf_counter()
                try:
                    evening = played(seed, folder())
                    print(f"seed {seed}: {len(evening.world.deeds)} deeds, {evening.digest}, "
                          f"{evening.loop.seconds:.0f} s in {time.perf_counter() - began:.1f}",
                          flush=True)
                except Broken as fault:
                    faults += 1
                    print(short(seed, fault, folder) if is_short else fault, flush=True)
    return faults


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
