"""Files that are written under a temporary name and renamed once they are whole.

What is made here is for its owner alone, where the system has such rights; what was there before
keeps its own. What a killed process leaves behind is removed the next time.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

PART = ".part"
"""The ending of the name of an unfinished file."""

OWN_FILE, OWN_FOLDER = 0o600, 0o700
RIGHTS = 0o777
"""The permission bits of a file, without those that change whose rights a program runs with."""


def part_of(target: Path) -> Path:
    """Return the name under which this process writes a file until it is whole.

    Removes what processes that no longer run have left of the same file.
    """
    left = re.compile(re.escape(target.name) + rf"\.(\d+){re.escape(PART)}(-[a-z]+)?")
    with suppress(OSError):
        for path in target.parent.iterdir():
            if (match := left.fullmatch(path.name)) and not runs(int(match[1])):
                with suppress(OSError):
                    path.unlink()
    return target.with_name(f"{target.name}.{os.getpid()}{PART}")


def numbered(name: str) -> Iterator[str]:
    """Yield a name, then the same name with -2, -3 and so on, for when it is taken."""
    yield name
    for number in count(2):
        yield f"{name}-{number}"


def make_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing, each for its owner alone."""
    for each in [*reversed(folder.parents), folder]:
        if not each.exists():
            each.mkdir(mode=OWN_FOLDER, exist_ok=True)
    folder.mkdir(exist_ok=True)  # raises where something else lies there


def make_own(file: Path) -> None:
    """Make an empty file for its owner alone, or leave one as it is; raises OSError.

    SQLite gives the same rights to what it keeps beside a file.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWN_FILE))


def write_whole(target: Path, content: bytes | Iterable[bytes]) -> None:
    """Write a file whole or not at all; raises OSError. A new one is for its owner alone; content:
    whole, or in pieces."""
    part = part_of(target)
    try:
        make_own(part)
        with part.open("wb") as file:
            file.writelines([content] if isinstance(content, bytes) else content)
            file.flush()
            os.fsync(file.fileno())
        put_in_place(part, target)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def put_in_place(part: Path, target: Path) -> None:
    """Rename a finished file to `target`; it takes over the rights of an earlier file there."""
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
    except OSError:
        mode = OWN_FILE
    if os.name != "nt":
        part.chmod(mode & RIGHTS)
    part.replace(target)


def runs(pid: int) -> bool:
    """Return whether a process with this id runs.

    On Windows, where asking would end it, only this process counts as running: nobody can remove
    what another has open there anyway.
    """
    if os.name == "nt":
        return pid == os.getpid()
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True
