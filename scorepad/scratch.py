"""A folder for what is needed only while the program runs, of which a kill leaves nothing for long.

Its name says whose it is: the next one that is made sweeps away those whose process is gone.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scorepad.parts import runs

NAME = re.compile(r"scorepad-(\d+)-\w+")
IN_USE = ".in-use"
"""A file that stays open: Windows removes none of that kind, which tells there who still runs."""


@contextmanager
def scratch() -> Iterator[Path]:
    """A new folder for this process alone, gone afterwards; raises OSError."""
    _sweep(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=f"scorepad-{os.getpid()}-"))
    try:
        with (folder / IN_USE).open("w"):
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def scratch_for_all() -> Iterator[None]:
    """As long as this runs, whoever asks Python for a temporary file or folder in this process
    gets it in one folder of our own: Flet does, and leaves it behind when it is killed."""
    with scratch() as folder:
        before, tempfile.tempdir = tempfile.tempdir, str(folder)
        try:
            yield
        finally:
            tempfile.tempdir = before


def _sweep(within: Path) -> None:
    """Remove what processes of this user that run no more have left."""
    with suppress(OSError):
        for path in within.iterdir():
            if (match := NAME.fullmatch(path.name)) and _is_left(path, int(match[1])):
                shutil.rmtree(path, ignore_errors=True)


def _is_left(folder: Path, pid: int) -> bool:
    try:
        if folder.is_symlink() or os.name != "nt" and folder.stat().st_uid != os.getuid():
            return False
        if os.name == "nt":
            (folder / IN_USE).unlink(missing_ok=True)
            return True
    except OSError:
        return False
    return not runs(pid)
