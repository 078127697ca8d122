"""``python -m tests.bench``: every measurement, or those of the files named; exit 1 if over."""

import sys
from importlib import import_module
from pathlib import Path

HELPERS = {"__init__", "__main__", "timing"}


def main() -> int:
    every = sorted(file.stem for file in Path(__file__).parent.glob("*.py")
                   if file.stem not in HELPERS)
    fine = [import_module(f"tests.bench.{name}").measure() for name in sys.argv[1:] or every]
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
