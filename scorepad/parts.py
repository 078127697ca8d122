"""Files under another name until they are whole, and what a kill leaves of them."""

import os
import re
from contextlib import suppress
from pathlib import Path

PART = ".part"
"""How what is not finished ends."""


def part_of(target: Path) -> Path:
    """Under which name this process writes a file until it is whole.

    What processes that run no more have left of the same file is removed.
    """
    left = re.compile(re.escape(target.name) + rf"\.(\d+){re.escape(PART)}(-[a-z]+)?")
    with suppress(OSError):
        for path in target.parent.iterdir():
            if (match := left.fullmatch(path.name)) and not _runs(int(match[1])):
                with suppress(OSError):
                    path.unlink()
    return target.with_name(f"{target.name}.{os.getpid()}{PART}")


def _runs(pid: int) -> bool:
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
