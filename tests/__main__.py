"""``python -m tests``: all tests, Chromium included, and the coverage of the pure core. The proof,
`tests.proof`, is no part of them.

Whatever follows goes to pytest: ``python -m tests -k settle --no-cov``; ``-n 0`` runs them all
in this process.
"""

import os
import sys

import pytest

from tests.chromium import ensure_chromium

COVERAGE = ["--cov", "--cov-report=term", "--cov-fail-under=98"]
WORKERS = ["-n", str(min(os.cpu_count() or 1, 4)), "--maxschedchunk=1"]
"""One a core, each with a Chromium of its own; a free one takes the next test."""
WITHOUT_PROOF = ["--ignore=tests/proof"]


def main() -> int:
    os.environ["SCOREPAD_CHROMIUM"] = ensure_chromium()
    return int(pytest.main([*COVERAGE, *WORKERS, *WITHOUT_PROOF, *sys.argv[1:]]))


if __name__ == "__main__":
    sys.exit(main())
