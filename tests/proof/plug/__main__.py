"""Replays evenings by their seeds: ``python -m tests.proof.plug SEED…``, or ``FROM-TO``. The first
that breaks a statement is shortened to the steps that it needs."""

import sys

from scorepad.service import roles
from tests.proof.histories import Clocks
from tests.proof.plug.evening import Plug
from tests.proof.plug.judge import Judge


def broken(clocks: Clocks, seed: int, without: frozenset[int] = frozenset()) -> str:
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


def kind_of(fault: str) -> str:
    """The words of a fault without its numbers."""
    return "".join(letter for letter in fault.splitlines()[0] if not letter.isdigit())[:40]


def shortened(clocks: Clocks, seed: int, fault: str, steps: int) -> str:
    """The same fault on an evening with as few steps as can be."""
    without, size = frozenset[int](), steps // 2
    while size:
        for first in range(0, steps, size):
            fewer = without | {*range(first, first + size)}
            found = broken(clocks, seed, fewer) if fewer != without else ""
            if found and kind_of(found) == kind_of(fault):
                without, fault = fewer, found
        size //= 2
    return fault


def main(seeds: list[str]) -> int:
    clocks = Clocks()
    roles.now, roles.uuid7 = clocks.now, clocks.uuid7  # type: ignore[assignment]
    for each in seeds:
        first, _, last = each.partition("-")
        for seed in range(int(first), int(last or first) + 1):
            if fault := broken(clocks, seed):
                print(fault.splitlines()[0], "It is being shortened.", flush=True)
                print(shortened(clocks, seed, fault, len(Plug(seed).plan)))
                return 1
            print(f"seed {seed}: nothing is broken", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
