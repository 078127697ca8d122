"""Replays evenings by their seeds: ``python -m tests.proof.plug SEED…``, or ``FROM-TO``. The first
that breaks a statement is shortened to the steps that it needs."""

import sys
from collections.abc import Collection
from functools import partial

from scorepad.service import roles
from tests.proof.histories import Clocks
from tests.proof.plug.evening import Plug
from tests.proof.plug.judge import Judge
from tests.proof.shortening import shortened


def broken(clocks: Clocks, seed: int, without: Collection[int] = ()) -> str:
    """What is broken on an evening, with its steps; empty if nothing is."""
    clocks.start(seed)
    plug = Plug(seed, without)
    try:
        plug.run()
        Judge(plug).judge()
        return ""
    except Exception as fault:
        return f"{type(fault).__name__}: {fault}"
    finally:
        for device in plug.devices:
            device.service.close()


def main(seeds: list[str]) -> int:
    clocks = Clocks()
    roles.now, roles.uuid7 = clocks.now, clocks.uuid7  # type: ignore[assignment]
    for each in seeds:
        first, _, last = each.partition("-")
        for seed in range(int(first), int(last or first) + 1):
            if fault := broken(clocks, seed):
                print(fault.splitlines()[0], "It is being shortened.", flush=True)
                print(shortened(partial(broken, clocks, seed), len(Plug(seed).plan), fault))
                return 1
            print(f"seed {seed}: nothing is broken", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
