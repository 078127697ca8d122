"""Files under another name until they are whole, whom they belong to, and what a kill leaves.

What is made here is for its owner alone, where the system knows such a thing; what was there
before keeps its rights.
"""

import os
import re
import stat
from contextlib import suppress
from pathlib import Path

PART = ".part"
"""How what is not finished ends."""


OWN_FILE, OWN_FOLDER = 0o600, 0o700
RIGHTS = 0o777
"""Of a file; what changes whose rights it runs with is nothing for ours."""


def part_of(target: Path) -> Path:
    """Under which name this process writes a file until it is whole.

    What processes that run no more have left of the same file is removed.
    """
    left = re.compile(re.escape(target.name) + rf"\.(\d+){re.escape(PART)}(-[a-z]+)?")
    with suppress(OSError):
        for path in target.parent.iterdir():
            if (match := left.fullmatch(path.name)) and not runs(int(match[1])):
                with suppress(OSError):
                    path.unlink()
    return target.with_name(f"{target.name}.{os.getpid()}{PART}")


def make_folder(folder: Path) -> None:
    """Make a folder and those above it where they are missing, each for its owner alone."""
    for each in [*reversed(folder.parents), folder]:
        if not each.exists():
            each.mkdir(mode=OWN_FOLDER, exist_ok=True)
    folder.mkdir(exist_ok=True)  # says what is wrong with one that is no folder


def make_own(file: Path) -> None:
    """Make an empty file for its owner alone, or leave one as it is; raises OSError. What SQLite
    keeps beside a file gets the rights of that."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWN_FILE))


def write_own(file: Path, content: bytes) -> None:
    """Write a file that is for its owner alone if it is a new one."""
    make_own(file)
    file.write_bytes(content)


def put_in_place(part: Path, target: Path) -> None:
    """Give what is finished its name; an earlier file of this name leaves it its rights."""
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
    except OSError:
        mode = OWN_FILE
    if os.name != "nt":
        part.chmod(mode & RIGHTS)
    part.replace(target)


def runs(pid: int) -> bool:
    """Whether there is a process of this number; on Windows, where asking would end it, nobody
    can remove what another has open anyway."""
    if os.name == "nt":
        return pid == os.getpid()
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True
