"""Replays histories by their seeds: ``python -m tests.proof.meaning SEED…``, or ``FROM-TO``."""

import gc
import sys
import tempfile
from pathlib import Path

from tests.proof.meaning.history import replay
from tests.proof.meaning.players import Broken

PLACE = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""Where books lie that nobody keeps."""


def main(seeds: list[str]) -> int:
    """Replay the seeds, print what becomes of them, and return how many break a statement."""
    broken = 0
    for each in seeds:
        first, _, last = each.partition("-")
        for seed in range(int(first), int(last or first) + 1):
            gc.collect()
            with tempfile.TemporaryDirectory(dir=PLACE) as folder:
                try:
                    world = replay(seed, Path(folder))
                    print(f"seed {seed}: {len(world.deeds)} deeds, nothing is broken",
                          flush=True)
                except Broken as fault:
                    broken += 1
                    print(fault)
    return broken


if __name__ == "__main__":
    gc.freeze()  # modules stay: there is little to look through after each of thousands
    gc.disable()
    sys.exit(min(main(sys.argv[1:]), 1))
