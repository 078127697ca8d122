"""Temporary folders that do not outlive the program for long, even where it is killed.

The name of each holds the id of its process: making the next one removes those whose process is
gone.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scorepad.system.whole_files import runs

NAME = re.compile(r"scorepad-(\d+)-\w+")
IN_USE = ".in-use"
"""A file that is kept open: Windows refuses to remove it, so there its process still runs."""


@contextmanager
def scratch() -> Iterator[Path]:
    """Yield a new folder for this process alone, removed afterwards; raises OSError."""
    _sweep(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=f"scorepad-{os.getpid()}-"))
    try:
        with (folder / IN_USE).open("w"):
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def scratch_for_all() -> Iterator[None]:
    """Let Python make all temporary files and folders of this process in one folder of our own.

    Flet makes some, and leaves them behind when it is killed.
    """
    with scratch() as folder:
        before, tempfile.tempdir = tempfile.tempdir, str(folder)
        try:
            yield
        finally:
            tempfile.tempdir = before


def _sweep(within: Path) -> None:
    """Remove what processes of this user have left behind, if they no longer run."""
    with suppress(OSError):
        for path in within.iterdir():
            if (match := NAME.fullmatch(path.name)) and _is_left(path, int(match[1])):
                shutil.rmtree(path, ignore_errors=True)


def _is_left(folder: Path, pid: int) -> bool:
    with suppress(OSError):
        if folder.is_symlink():
            return False
        if os.name == "nt":
            (folder / IN_USE).unlink(missing_ok=True)
            return True
        return folder.stat().st_uid == os.getuid() and not runs(pid)
    return False
