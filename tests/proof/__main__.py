"""``python -m tests.proof``: every proof at full length, and every measurement.

Whatever follows goes to pytest: ``python -m tests.proof -k killed``. Exit 1 if anything failed,
is over its limit, or got worse by a fifth.
"""

import os
import subprocess
import sys

import pytest

from tests.chromium import ensure_chromium

WORKERS = ["-n", str(min(os.cpu_count() or 1, 4)), "--maxschedchunk=1"]

LIMIT = "--timeout=5400"
"""Seconds for one of them."""


def main() -> int:
    os.environ["SCOREPAD_CHROMIUM"] = ensure_chromium()
    failed = pytest.main(["tests/proof", "--full", LIMIT, *WORKERS, *sys.argv[1:]])
    if sys.argv[1:]:
        return int(failed)
    # Afterwards, not beside it: what else runs would be measured with it.
    return max(int(failed), subprocess.run([sys.executable, "-m", "tests.bench"]).returncode)


if __name__ == "__main__":
    sys.exit(main())
