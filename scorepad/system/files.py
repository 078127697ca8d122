"""Files written whole, temporary folders, our icons and fonts, and the id of this installation.

What is made here is for its owner alone, where the system has such rights; what was there before
keeps its own. What a killed process leaves behind is removed the next time.

The name of each temporary folder holds the id of its process: making the next one removes those
whose process is gone.

The id of this installation lies in a file of its own and not in the book, so that a book that was
copied or restored does not make one device of two. If two share an id anyway, nothing is lost.
"""

import os
import re
import secrets
import shutil
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

_PACKAGE = Path(__file__).parent.parent
_INSTALLED = _PACKAGE / "assets"

ASSETS = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent / "assets"
"""The folder inside an installed wheel, or the one beside the package in a checkout."""

FONT, FONT_FILE = "Scorepad Sans", "/fonts/ScorepadSans.ttf"
"""The family of our one variable font, and its place in that folder: figures are tabular, weights
400 to 700 come from one file."""

PART = ".part"
"""The ending of the name of an unfinished file."""

OWN_FILE, OWN_FOLDER = 0o600, 0o700
RIGHTS = 0o777
"""The permission bits of a file, without those that change whose rights a program runs with."""


def pictures() -> list[str]:
    """Return the names below `ASSETS` of the icons and screenshots that a manifest lists."""
    return [path.relative_to(ASSETS).as_posix() for folder in ("icons", "screenshots")
            for path in (ASSETS / folder).iterdir()]


def part_of(target: Path) -> Path:
    """Return the name under which this process writes a file until it is whole. Removes what
    processes that no longer run have left of the same file."""
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
    """Make an empty file for its owner alone, or leave one as it is; raises OSError. SQLite gives
    the same rights to what it keeps beside a file."""
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
    """Return whether a process with this id runs. On Windows, where asking would end it, only this
    process counts as running: nobody can remove what another has open there anyway."""
    if os.name == "nt":
        return pid == os.getpid()
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


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
    Flet makes some, and leaves them behind when it is killed."""
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


FITS = re.compile(r"[0-9a-f]{16}")


def device_in(file: Path) -> str:
    """Return the id that a file holds; a file without any gets one. Where it cannot be written, the
    id holds until the program ends."""
    with suppress(OSError, ValueError):
        if FITS.fullmatch(known := file.read_text("ascii").strip()):
            return known
    made = secrets.token_hex(8)
    with suppress(OSError):
        make_folder(file.parent)
        write_whole(file, f"{made}\n".encode())
    return made
