"""Replays histories by their seeds: ``python -m tests.proof.meaning SEED…``, or ``FROM-TO``."""

import sys
import tempfile
from pathlib import Path

from tests.proof.meaning.history import replay
from tests.proof.meaning.players import Broken


def main(seeds: list[str]) -> int:
    """Replay the seeds, print what becomes of them, and return how many break a statement."""
    broken = 0
    for each in seeds:
        first, _, last = each.partition("-")
        for seed in range(int(first), int(last or first) + 1):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    world = replay(seed, Path(folder))
                    print(f"seed {seed}: {len(world.deeds)} deeds, nothing is broken")
                except Broken as fault:
                    broken += 1
                    print(fault)
    return broken


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
