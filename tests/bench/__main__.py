"""``python -m tests.bench``: every measurement, or those of the files named; exit 1 if over."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

HELPERS = {"__init__", "__main__", "timing"}


def main() -> int:
    every = sorted(file.stem for file in Path(__file__).parent.glob("*.py")
                   if file.stem not in HELPERS)
    if sys.argv[1:]:
        return 0 if all([import_module(f"tests.bench.{name}").measure()
                         for name in sys.argv[1:]]) else 1
    # Each in a process of its own: what one leaves behind slows the collector of the next.
    return max([subprocess.run([sys.executable, "-m", "tests.bench", name]).returncode
                for name in every])


if __name__ == "__main__":
    sys.exit(main())
