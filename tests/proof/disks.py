"""Disks that are full, or that nobody may write to any more."""

import resource
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

import pytest

FILLER = "filler"
BLOCK = 4096


class Disk(Protocol):
    """A place for files, at `folder`."""

    folder: Path

    def full(self, left: int) -> AbstractContextManager[None]:
        """For as long as this lasts there is room for about so many bytes more."""


def run(*command: object) -> bool:
    """Whether a command of the system went well."""
    try:
        return subprocess.run(list(map(str, command)), capture_output=True).returncode == 0
    except OSError:
        return False


class SmallDisk:
    """A disk of four megabytes in memory, which only an administrator can mount."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextmanager
    def full(self, left: int) -> Iterator[None]:
        filler = self.folder / FILLER
        with filler.open("wb", buffering=0) as file:
            try:
                while file.write(bytes(BLOCK)) == BLOCK:
                    pass
            except OSError:
                pass
            file.truncate(max(0, file.tell() - left // BLOCK * BLOCK))
        try:
            yield
        finally:
            filler.unlink()


class LimitedFiles:
    """A disk on which no file may grow beyond a limit: anybody can have that, for one process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextmanager
    def full(self, left: int) -> Iterator[None]:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (left, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def small_disk(folder: Path) -> Iterator[SmallDisk]:
    """Mounted for as long as this lasts."""
    if not run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder):
        pytest.skip("only an administrator can mount a small disk; the one beside it is tried")
    try:
        yield SmallDisk(folder)
    finally:
        run("umount", "-l", folder)


class FailingDisk:
    """A real file system, which Linux lets nobody write to any more once it has met an error."""

    def __init__(self, folder: Path, device: str) -> None:
        self.folder, self._device = folder, device

    def fail(self) -> None:
        """In the middle of whatever is going on: open files are of no more use either."""
        Path("/sys/fs/ext4", self._device, "trigger_fs_error").write_text("1")


@contextmanager
def failing_disk(folder: Path, image: Path) -> Iterator[FailingDisk]:
    """Mounted for as long as this lasts."""
    with image.open("wb") as file:
        file.truncate(16 * 1024 * 1024)
    if not (run("mkfs.ext4", "-q", image)
            and run("mount", "-o", "loop,errors=remount-ro", image, folder)):
        pytest.skip("only an administrator can mount a file system that fails")
    try:
        device = subprocess.run(["findmnt", "-no", "SOURCE", str(folder)], capture_output=True,
                                text=True).stdout.strip().rpartition("/")[2]
        yield FailingDisk(folder, device)
    finally:
        run("umount", "-l", folder)
