"""``python -m tests``: all tests, Chromium included, and the linters beside them. The proof,
`tests.proof`, is no part of them.

Whatever follows goes to pytest: ``python -m tests -k settle``; ``-n 0`` runs them all in this
process.
"""

import asyncio
import os
import sys
from multiprocessing import Process
from pathlib import Path
from shutil import disk_usage

import pytest

from tests.chromium import ensure_chromium
from tests.linters import Linters

WORKERS = ["-n", str(min(os.cpu_count() or 1, 4)), "--maxschedchunk=1"]
"""One a core, each with a Chromium of its own; a free one takes the next test."""
WITHOUT_PROOF = ["--ignore=tests/proof"]
IN_MEMORY = Path("/dev/shm")
"""A disk on which no save waits, where the system has one."""
ROOM = 2 * 1024 ** 3
"""Bytes that must be free there: it is tiny in some containers."""


def compress_client() -> None:
    """Compress the files of the page, as a served program does at its first start: once, before
    each worker's program does the same and a browser waits for it."""
    from scorepad.web.host.app import page_files

    asyncio.run(page_files(waits=False).run())


def main() -> int:
    os.environ["SCOREPAD_CHROMIUM"] = ensure_chromium()
    # The program is started some hundred times: compiled once, as where it is installed, and not
    # each time, as where the surroundings forbid to keep what was compiled.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if os.access(IN_MEMORY, os.W_OK) and disk_usage(IN_MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))
    Process(target=compress_client, daemon=True).start()
    return int(pytest.main([*WORKERS, *WITHOUT_PROOF, *sys.argv[1:]], plugins=[Linters()]))


if __name__ == "__main__":
    sys.exit(main())
