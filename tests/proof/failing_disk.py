"""A disk that loses power, as a file system in a process of its own:
``python -m tests.proof.failing_disk FOLDER PLACE SEED OPERATION NUMBER REACHED``

It shows the files of FOLDER at PLACE. What is written there everybody sees at once, but it is in
FOLDER only after a cut, which comes before the NUMBER-th write or fsync (OPERATION), or when the
standard input ends. Then each sector that was written since its file was synced has reached the
disk or has not, by lot, in any of the states that it had; so has each new length, and each name
that was made or removed since the folder was synced, in the order in which that happened, for a
journal keeps names. A file's first fsync takes the names along, as ext4, XFS and Btrfs do.
REACHED: how many of a hundred sectors; -1: new lengths have reached it and no data, which leaves
zeros.
"""

import errno
import os
import stat
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import mfusepy as fuse

SECTOR = 512


class Kept:
    """A file: what was synced of it, what is seen, and in which states its sectors have been since
    then."""

    def __init__(self, content: bytes = b"", mode: int = 0o600) -> None:
        self.synced, self.seen = content, bytearray(content)
        self.sectors: dict[int, list[bytes]] = {}
        self.lengths: list[int] = []
        self.mode, self.changed = mode, time.time_ns()

    def write(self, content: bytes, place: int) -> None:
        end = place + len(content)
        if end > len(self.seen):
            self.resize(end)
        self.seen[place:end] = content
        self.changed = time.time_ns()
        for sector in range(place // SECTOR, (end - 1) // SECTOR + 1):
            begin = sector * SECTOR
            self.sectors.setdefault(sector, []).append(bytes(self.seen[begin:begin + SECTOR]))

    def resize(self, length: int) -> None:
        if length != len(self.seen):
            del self.seen[length:]
            self.seen.extend(bytes(length - len(self.seen)))
            self.lengths.append(length)
            self.changed = time.time_ns()

    def sync(self) -> None:
        self.synced = bytes(self.seen)
        self.sectors.clear()
        self.lengths.clear()

    def after_cut(self, rng: Random, reached: int) -> bytes:
        """What is on the disk."""
        length = len(self.synced)
        if self.lengths and (reached < 0 or rng.randrange(100) < reached):
            length = self.lengths[-1] if reached < 0 else rng.choice(self.lengths)
        left = bytearray(self.synced[:length])
        left.extend(bytes(length - len(left)))
        for sector, states in self.sectors.items():
            if rng.randrange(100) < reached and sector * SECTOR < length:
                left[sector * SECTOR:(sector + 1) * SECTOR] = rng.choice(states)
        return bytes(left[:length])


class FailingDisk(fuse.Operations):
    """The files at a place, by their names below it. folders: those on the disk at once; is_over:
    whether the power goes before the next thing that is asked."""

    use_ns = True

    def __init__(self, folder: Path, rng: Random, operation: str, number: int,
                 reached: int) -> None:
        self.folder, self.rng = folder, rng
        self.operation, self.left, self.reached = operation, number, reached
        self.is_over = False
        self.files = {str(path.relative_to(folder)): Kept(path.read_bytes(),
                                                          path.stat().st_mode & 0o777)
                      for path in folder.rglob("*") if path.is_file()}
        self.folders = {str(path.relative_to(folder)) for path in folder.rglob("*")
                        if path.is_dir()}
        self.synced = dict(self.files)
        self.later: list[dict[str, Kept]] = []
        self.opened: dict[int, Kept] = {}
        self.numbers: dict[int, int] = {}
        self.next = 1

    # --- the cut ----------------------------------------------------------------------------------

    def before(self, operation: str) -> None:
        """Cut the power if its time has come."""
        if operation == self.operation:
            self.left -= 1
            if self.left == 0:
                self.cut()

    def cut(self) -> None:
        """Write what has reached the disk into the folder, and end at once."""
        states = [self.synced, *self.later]
        names = states[self.rng.randrange(len(states))] if 0 < self.reached < 100 else \
            states[0 if self.reached == 0 else -1]
        for path in self.folder.rglob("*"):
            if path.is_file():
                path.unlink()
        for each in sorted(self.folders):
            (self.folder / each).mkdir(exist_ok=True)
        for name, file in names.items():
            path = self.folder / name
            path.write_bytes(file.after_cut(self.rng, self.reached))
            path.chmod(file.mode)
        os._exit(0)

    def listen(self) -> None:
        """Cut the power when told so, once something is asked: nothing is half done then."""
        sys.stdin.read()
        self.is_over = True

    def name(self) -> None:
        """Note that the names have changed."""
        self.later.append(dict(self.files))

    def sync_names(self) -> None:
        self.synced = dict(self.files)
        self.later.clear()

    # --- what the system asks ---------------------------------------------------------------------

    def _file(self, path: str) -> Kept:
        if path[1:] not in self.files:
            raise fuse.FuseOSError(errno.ENOENT)
        return self.files[path[1:]]

    def _open(self, file: Kept) -> int:
        self.next += 1
        self.opened[self.next] = file
        return self.next

    def getattr(self, path: str, fh: int | None = None) -> dict[str, Any]:
        if self.is_over:
            self.cut()
        mine = {"st_uid": os.getuid(), "st_gid": os.getgid()}
        if path == "/" or path[1:] in self.folders:
            return {**mine, "st_mode": stat.S_IFDIR | 0o755, "st_nlink": 2}
        file = self.opened[fh] if fh in self.opened else self._file(path)
        return {**mine, "st_mode": stat.S_IFREG | file.mode, "st_nlink": 1,
                "st_size": len(file.seen), "st_mtime": file.changed,
                "st_ino": self.numbers.setdefault(id(file), len(self.numbers) + 2)}

    def readdir(self, path: str, fh: int) -> Sequence[str]:
        begin = path[1:] and f"{path[1:]}/"
        return [".", "..", *{name.removeprefix(begin).split("/")[0]
                             for name in (*self.files, *self.folders) if name.startswith(begin)}]

    def mkdir(self, path: str, mode: int) -> None:
        self.folders.add(path[1:])

    def rmdir(self, path: str) -> None:
        self.folders.discard(path[1:])

    def create(self, path: str, mode: int, fi: Any = None) -> int:
        file = self.files[path[1:]] = Kept(mode=mode & 0o777)
        self.name()
        return self._open(file)

    def open(self, path: str, flags: int) -> int:
        file = self._file(path)
        if flags & os.O_TRUNC:
            file.resize(0)
        return self._open(file)

    def release(self, path: str, fh: int) -> None:
        self.opened.pop(fh, None)

    def read(self, path: str, size: int, offset: int, fh: int) -> bytes:
        return bytes(self.opened[fh].seen[offset:offset + size])

    def write(self, path: str, data: bytes, offset: int, fh: int) -> int:
        if not path.endswith("-shm"):  # memory that processes share, not a file to be kept
            self.before("write")
        self.opened[fh].write(data, offset)
        return len(data)

    def truncate(self, path: str, length: int, fh: int | None = None) -> None:
        (self.opened[fh] if fh in self.opened else self._file(path)).resize(length)

    def unlink(self, path: str) -> None:
        self._file(path)
        del self.files[path[1:]]
        self.name()

    def rename(self, old: str, new: str, flags: int = 0) -> None:
        self._file(old)
        self.files[new[1:]] = self.files.pop(old[1:])
        self.name()

    def link(self, target: str, source: str) -> None:
        self.files[target[1:]] = self._file(source)
        self.name()

    def chmod(self, path: str, mode: int) -> None:
        if path[1:] in self.files:
            self._file(path).mode = mode & 0o777

    def chown(self, path: str, uid: int, gid: int) -> None:
        """Everything is its user's."""

    def utimens(self, path: str, times: Any = None) -> None:
        """Times are those of the last write."""

    def fsync(self, path: str, datasync: int, fh: int) -> None:
        self.before("fsync")
        file = self.opened[fh]
        file.sync()
        if file not in self.synced.values():
            self.sync_names()

    def fsyncdir(self, path: str, datasync: int, fh: int) -> None:
        self.before("fsync")
        self.sync_names()

    def statfs(self, path: str) -> dict[str, int]:
        return {"f_bsize": 4096, "f_blocks": 1 << 20, "f_bfree": 1 << 19, "f_bavail": 1 << 19,
                "f_namemax": 255}


def main(folder: str, place: str, seed: str, operation: str, number: str, reached: str) -> None:
    disk = FailingDisk(Path(folder), Random(int(seed)), operation, int(number), int(reached))
    threading.Thread(target=disk.listen, daemon=True).start()
    fuse.FUSE(disk, place, foreground=True, nothreads=True, allow_other=True,
              fsname="failing", attr_timeout=0, entry_timeout=0)


if __name__ == "__main__":
    main(*sys.argv[1:])
