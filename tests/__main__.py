"""``python -m tests``: all tests, Chromium included, and the coverage of the pure core.

Whatever follows goes to pytest: ``python -m tests -k settle --no-cov``.
"""

import os
import sys

import pytest

from tests.chromium import ensure_chromium

COVERAGE = ["--cov", "--cov-report=term", "--cov-fail-under=98"]


def main() -> int:
    os.environ["SCOREPAD_CHROMIUM"] = ensure_chromium()
    return int(pytest.main([*COVERAGE, *sys.argv[1:]]))


if __name__ == "__main__":
    sys.exit(main())
