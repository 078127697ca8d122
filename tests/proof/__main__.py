"""``python -m tests.proof``: every proof at full length, properties and the coverage of the pure
core, and every measurement.

Whatever follows goes to pytest: ``python -m tests.proof -k killed``; ``--short`` tries each for
some seconds only. Exit 1 if anything failed, is over its limit, or got worse by a fifth.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

import pytest

from tests.chromium import ensure_chromium
from tests.proof import older_client

ALL = ["--ignore=tests/proof", "--full"]
"""Every other test once more, with 500 examples of each property."""
COVERAGE = ["--cov", "--cov-report=term", "--cov-fail-under=98"]

WORKERS = ["-n", str(min(os.cpu_count() or 1, 4)), "--maxschedchunk=1"]
BESIDE = ["-m", "not alone", *WORKERS]
ALONE = ["-m", "alone", "-n", "0"]
"""What runs beside others, and afterwards what asks how long something takes."""

LIMIT = "--timeout=5400"
"""Seconds for one of them."""


def main() -> int:
    os.environ["SCOREPAD_CHROMIUM"] = ensure_chromium()
    with suppress(subprocess.CalledProcessError, KeyError):  # there is none for this machine
        older_client.fetch()
    failed = max(_proved(BESIDE), _proved(ALONE))
    if sys.argv[1:]:
        return failed
    tests = _run("pytest", *ALL, *COVERAGE, *WORKERS)
    return max(failed, tests, _run("tests.bench"))


def _proved(those: Sequence[str]) -> int:
    chosen = [each for each in sys.argv[1:] if each != "--short"]
    length = ["--full", LIMIT] if chosen == sys.argv[1:] else []
    code = _run("pytest", "tests/proof", *length, *those, *chosen)
    return 0 if code == pytest.ExitCode.NO_TESTS_COLLECTED else code


def _run(*what: str) -> int:
    return subprocess.run([sys.executable, "-m", *what]).returncode


if __name__ == "__main__":
    sys.exit(main())
