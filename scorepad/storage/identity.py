"""Whether the file that is open is still the one that lies at the book's place.

Who moves, replaces, empties or deletes an open file is not refused on most systems: whatever is
written to it afterwards goes into a file without a name. So a save looks at the place.
"""

import os
import sqlite3
from collections import deque
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from scorepad.storage.backups import Mark, beside, reading
from scorepad.storage.faults import UNREADABLE

MOST_REMEMBERED = 10_000
"""So many of the entries written last are remembered, in case the file that has them is emptied:
some hundred bytes each."""

PAGES_BESIDE = 300
"""About so many pages, some hundred hands, are written beside the file until they are taken into
it. The room that they had is written over then, which is quicker to flush than a file that grows:
with 4,000 a saved hand takes a fifth longer."""

HEAD, FRAME = 32, 24
"""Bytes of the head of the WAL, and of the head of a page in it."""

ROUND, ROUND_OF_PAGE = slice(16, 24), slice(8, 16)
"""Where these two heads name the round: once its pages are taken into the file, the WAL is written
over from the beginning, in the next one."""

stat = os.stat
"""Quicker than that of a Path, and every save asks it five times."""

Row = Sequence[Any]


class Written(NamedTuple):
    """Entries of one append that is saved: its rows, and the ids by which they are known."""

    ids: Sequence[str]
    rows: Sequence[Row]


class Opened(Protocol):
    """What a connection has open, and whether it is what lies at the book's place."""

    def is_there(self) -> bool:
        """Before something is saved: whether it lies there, as far as two looks tell."""

    def is_whole(self) -> bool:
        """Afterwards, and from time to time: whether it lies there with all that belongs to it."""

    def wrote(self, written: Written, mark: Mark | None) -> None:
        """Something was saved; mark: the last entry."""

    def start_anew(self, mark: Mark | None) -> None:
        """The book was read again: `mark` is its last entry."""

    def kept_something(self) -> None:
        """Something was saved that is no entry."""

    def close(self) -> None:
        """Let go, before the connection is closed."""


class NoFile:
    """A book that is no file of this machine."""

    def is_there(self) -> bool:
        return True

    is_whole = is_there

    def wrote(self, written: Written, mark: Mark | None) -> None: ...

    def start_anew(self, mark: Mark | None) -> None: ...

    def kept_something(self) -> None: ...

    def close(self) -> None: ...


class OpenFile:
    """A SQLite book and the two files beside it, as they were when they were opened.

    Between two moments at which this connection takes into the file what was written beside it,
    nobody changes the file but another Scorepad that does the same, or who must not: then it is
    read through. remembered: what was saved here last.
    """

    def __init__(self, book: Path, driver: sqlite3.Connection) -> None:
        self.book = book.absolute()
        self.remembered: deque[tuple[str, Row]] = deque(maxlen=MOST_REMEMBERED)
        self.mark: Mark | None = None
        self.source = driver
        self._places = [str(each) for each in (self.book, *beside(self.book)[:2])]
        driver.execute("PRAGMA wal_autocheckpoint = 0")  # when that happens must be known
        driver.execute("SELECT count(*) FROM sqlite_master").fetchone()  # now there is a WAL
        self._files = [_name_of(place) for place in self._places]
        self._has_wal = self._files[1] is not None
        # No locks are kept on this one of the three, so it may be opened and closed again.
        self.wal = os.open(self._places[1], os.O_RDONLY | getattr(os, "O_BINARY", 0)) \
            if self._has_wal else None
        self._size = 0
        self._round = b""
        self._end = 0  # so many pages of this round are in the WAL
        self._pages = 0
        self._page = int(driver.execute("PRAGMA page_size").fetchone()[0])
        self._version = self._data_version()
        self._state = _state_of(stat(self._places[0]))

    # --- looking ------------------------------------------------------------------------------

    def is_there(self) -> bool:
        try:
            book = stat(self._places[0])
            if (book.st_dev, book.st_ino) != self._files[0]:
                return False
            if not self._has_wal:
                return True
            wal = stat(self._places[1])
        except OSError:
            return False
        return (wal.st_dev, wal.st_ino) == self._files[1] and wal.st_size >= self._size \
            and ((book.st_size, book.st_mtime_ns) == self._state or self._is_sound())

    def is_whole(self) -> bool:
        if not self.is_there():
            return False
        if self.wal is None:
            return True
        try:
            shm = stat(self._places[2])
            size = os.fstat(self.wal).st_size
            if (shm.st_dev, shm.st_ino) != self._files[2] or not self._goes_on():
                return False
            self._size = size
        except OSError:
            return False
        return True

    def _goes_on(self) -> bool:
        """Whether the last page known is still in the WAL, which has a hole there if it was cut
        off and written on; then looks how far it goes now."""
        now = self._read(0, HEAD)[ROUND]
        if not any(now):  # empty, which it is until something is saved, or with a hole here
            return not now and not self._end
        if now != self._round:
            self._round, self._end = now, 0
        if self._end and not self._has_page(self._end - 1):
            return self._read(0, HEAD)[ROUND] != now  # somebody began the next round just now
        while self._has_page(self._end):
            self._end += 1
        return True

    def _has_page(self, number: int) -> bool:
        head = self._read(HEAD + number * (self._page + FRAME), FRAME)
        return len(head) == FRAME and head[ROUND_OF_PAGE] == self._round

    def written_beside(self) -> bytes:
        """All of the WAL that is open."""
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
        """Whether one of the three opened files lies at a place."""
        return (name := _name_of(str(place))) is not None and name in self._files

    def _is_sound(self) -> bool:
        """Somebody has changed the file itself. Another Scorepad that has taken what was written
        beside it into it leaves it sound, and nothing is missing."""
        seen = stat(self._places[0])
        try:
            with closing(reading(self.book)) as fresh:
                [(said,)] = fresh.execute("PRAGMA integrity_check(1)")
                if said != "ok":
                    return False
                version = self._data_version()
                if not holds(fresh, self.remembered, self.mark):
                    if version == self._version:
                        return False
                    self.remembered.clear()  # another book was restored there, by the rules
                    self.mark = None
        except UNREADABLE as fault:
            if "locked" in str(fault):
                raise
            return False
        self._version, self._state = version, _state_of(seen)
        return True

    def _data_version(self) -> int:
        return int(self.source.execute("PRAGMA data_version").fetchone()[0])

    # --- writing ------------------------------------------------------------------------------

    def wrote(self, written: Written, mark: Mark | None) -> None:
        self.remembered.extend(zip(written.ids, written.rows))
        self.mark = mark
        self._count(3 + len(written.rows) // 4)

    def start_anew(self, mark: Mark | None) -> None:
        if mark is None or self.mark is not None and mark.seq < self.mark.seq:
            self.remembered.clear()
        self.mark = mark

    def kept_something(self) -> None:
        self._count(2)

    def _count(self, pages: int) -> None:
        self._pages += pages
        if self._pages > PAGES_BESIDE and self._has_wal:
            self._pages = 0
            with suppress(sqlite3.OperationalError):  # somebody is in the way: the next time
                self.source.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def close(self) -> None:
        if self.wal is not None:
            os.close(self.wal)
            self.wal = None


def holds(book: sqlite3.Connection, remembered: Sequence[tuple[str, Row]] | deque[tuple[str, Row]],
          mark: Mark | None) -> bool:
    """Whether a book has these entries, and the last one that was seen."""
    ids = [own for own, _ in remembered] + ([] if mark is None else [mark.id])
    find = "SELECT 1 FROM fact WHERE id = ?"
    return all(book.execute(find, (own,)).fetchone() for own in ids)


def _name_of(place: str) -> tuple[int, int] | None:
    """By what a file is known wherever it lies; None where there is none."""
    try:
        found = stat(place)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _state_of(found: os.stat_result) -> tuple[int, int]:
    return found.st_size, found.st_mtime_ns
