"""The check that the open file is still the one that lies at the book's place.

Most systems let anybody move, replace, empty or delete an open file: whatever is written to it
afterwards goes into a file without a name. So every save looks at the place.
"""

import os
import sqlite3
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path

from scorepad.storage.backups import Mark, beside, reading
from scorepad.storage.faults import UNREADABLE
from scorepad.storage.home import Row
from scorepad.storage.joining import AT_ONCE, batched

MOST_REMEMBERED = 10_000
"""The number of last entries, some hundred bytes each, that are remembered in case the file that
has them is emptied."""

PAGES_BESIDE = 300
"""About the number of pages, some hundred hands, that are written into the WAL before they are
moved into the file. Their room in the WAL is then written over, which is quicker to flush than a
file that grows: with 4,000 pages a saved hand takes a fifth longer."""

HEAD, FRAME = 32, 24
"""Bytes of the header of the WAL, and of the header of each page in it."""

ROUND, ROUND_OF_PAGE = slice(16, 24), slice(8, 16)
"""Places in these two headers of the number of the round, which SQLite calls the salt. Once the
pages of one round are moved into the file, the next one overwrites the WAL from its beginning."""


class OpenFile:
    """A SQLite book and the two files beside it, as they were when they were opened.

    Apart from this connection, which now and then moves what is in the WAL into the file, only
    another Scorepad that does the same may change the file itself. When it has changed it is read
    through, in case somebody else did it. remembered: the ids and rows that were saved here last.
    """

    def __init__(self, book: Path, driver: sqlite3.Connection) -> None:
        self.book = book.absolute()
        self.remembered: deque[tuple[str, Row]] = deque(maxlen=MOST_REMEMBERED)
        self.mark: Mark | None = None
        self.source = driver
        self._places = [self.book, *beside(self.book)[:2]]
        driver.execute("PRAGMA wal_autocheckpoint = 0")  # this class says when that happens
        driver.execute("SELECT count(*) FROM sqlite_master").fetchone()  # now there is a WAL
        self._files = [_name_at(place) for place in self._places]
        # SQLite keeps no locks on the WAL, so it may be opened and closed once more.
        self.wal = os.open(self._places[1], os.O_RDONLY | getattr(os, "O_BINARY", 0)) \
            if self._files[1] else None
        self._size = 0
        self._round = b""
        self._end = 0  # the number of pages of this round in the WAL
        self._pages = 0
        self._page = int(driver.execute("PRAGMA page_size").fetchone()[0])
        self._version = self._data_version()
        self._state = state_of(self._places[0].stat())

    def is_untouched(self) -> bool:
        """Return whether it lies there as it was last seen, whatever has become of the others."""
        with suppress(OSError):
            book = self._places[0].stat()
            return (_name_of(book), state_of(book)) == (self._files[0], self._state)
        return False

    def is_whole(self) -> bool:
        """Return whether it lies there with its other files."""
        with suppress(OSError):
            book = self._places[0].stat()
            if self.wal is None:
                return _name_of(book) == self._files[0]
            wal = self._places[1].stat()
            names = [_name_of(book), _name_of(wal), _name_at(self._places[2])]
            if names == self._files and wal.st_size >= self._size \
                    and (state_of(book) == self._state or self._is_sound()) and self._goes_on():
                self._size = wal.st_size
                return True
        return False

    def _goes_on(self) -> bool:
        """Return whether the last known page is still in the WAL, and note how far it goes now. A
        WAL that was cut off and then written on has a hole where that page was."""
        now = self._read(0, HEAD)[ROUND]
        if not any(now):  # empty, which it is until something is saved, or with a hole here
            return not now and not self._end
        if now != self._round:
            self._round, self._end = now, 0
        if self._end and not self._has_page(self._end - 1):
            return self._read(0, HEAD)[ROUND] != now  # then somebody has begun the next round
        while self._has_page(self._end):
            self._end += 1
        return True

    def _has_page(self, number: int) -> bool:
        head = self._read(HEAD + number * (self._page + FRAME), FRAME)
        return len(head) == FRAME and head[ROUND_OF_PAGE] == self._round

    def written_beside(self) -> bytes:
        """Return the content of the open WAL, empty if there is none."""
        found = b""
        if self.wal is not None:
            os.lseek(self.wal, 0, os.SEEK_SET)
            while piece := os.read(self.wal, 1 << 24):
                found += piece
        return found

    def _read(self, place: int, size: int) -> bytes:
        assert self.wal is not None
        if os.name == "nt":
            os.lseek(self.wal, place, os.SEEK_SET)
            return os.read(self.wal, size)
        return os.pread(self.wal, size, place)

    def owns(self, place: Path) -> bool:
        """Return whether one of the three opened files lies at a place."""
        return (name := _name_at(place)) is not None and name in self._files

    def _is_sound(self) -> bool:
        """Return whether the file, which has changed, is sound and lacks nothing: so it is if a
        Scorepad has only moved into it what was in the WAL."""
        seen = self._places[0].stat()
        try:
            with closing(reading(self.book)) as fresh:
                [(said,)] = fresh.execute("PRAGMA integrity_check(1)")
                if said != "ok":
                    return False
                version = self._data_version()
                if not holds(fresh, self.remembered, self.mark):
                    if version == self._version:
                        return False
                    self.remembered.clear()  # another book was restored there, by way of SQLite
                    self.mark = None
        except UNREADABLE as fault:
            if "locked" in str(fault):
                raise
            return False
        self._version, self._state = version, state_of(seen)
        return True

    def _data_version(self) -> int:
        return int(self.source.execute("PRAGMA data_version").fetchone()[0])

    def wrote(self, ids: Sequence[str], rows: Sequence[Row], mark: Mark) -> None:
        """Remember entries that were saved; mark: the last of them."""
        self.remembered.extend(zip(ids, rows))
        self.mark = mark
        self._count(3 + len(rows) // 4)

    def start_anew(self, mark: Mark | None) -> None:
        """Note that the book was read again; mark: its last entry."""
        if mark is None or self.mark is not None and mark.seq < self.mark.seq:
            self.remembered.clear()
        self.mark = mark

    def kept_something(self) -> None:
        """Note that something was saved that is not an entry."""
        self._count(2)

    def _count(self, pages: int) -> None:
        self._pages += pages
        if self._pages > PAGES_BESIDE and self.wal is not None:
            self._pages = 0
            with suppress(sqlite3.OperationalError):  # somebody is in the way: do it next time
                self.source.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def settle(self) -> None:
        """Move all that is in the WAL into the file, and empty it. Only where no other program
        can have the book open: that one would take its WAL for cut off."""
        self.source.rollback()
        self.source.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self._pages = self._size = self._end = 0
        self._round = b""
        self._state = state_of(self._places[0].stat())

    def close(self) -> None:
        """Close what is open besides the connection; called before that is closed."""
        if self.wal is not None:
            with suppress(OSError):  # its disk may be gone, and more to say of that
                os.close(self.wal)
            self.wal = None


def holds(book: sqlite3.Connection, remembered: Iterable[tuple[str, Row]],
          mark: Mark | None) -> bool:
    """Return whether a book has these entries, and the last one that was seen (`mark`)."""
    ids = list({own for own, _ in remembered} | (set() if mark is None else {mark.id}))
    for some in batched(ids, AT_ONCE):
        [found] = book.execute("SELECT count(*) FROM fact WHERE id IN "
                               f"({', '.join('?' * len(some))})", some).fetchone()
        if found < len(some):
            return False
    return True


def state_of(found: os.stat_result) -> tuple[int, int]:
    """Return what changes, as far as the system tells, whenever a file is written."""
    return found.st_size, found.st_mtime_ns


def _name_of(found: os.stat_result) -> tuple[int, int]:
    """Return the device and inode, which stay with a file that is moved."""
    return found.st_dev, found.st_ino


def _name_at(place: Path) -> tuple[int, int] | None:
    try:
        return _name_of(place.stat())
    except OSError:
        return None
