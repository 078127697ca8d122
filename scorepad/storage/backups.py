"""Backups: whole copies of a SQLite book, in the folder `backups` beside it.

A copy is made under another name, read again, and only then renamed, so a file with the name of
a backup is one. Names carry the time in UTC, which has no hour twice in autumn.
"""

import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from scorepad.parts import PART, make_folder, make_own, part_of, put_in_place
from scorepad.storage.faults import UNREADABLE, StorageFault, in_words
from scorepad.text import say

FOLDER = "backups"
LOCK = ".lock"

LAST = 10
"""So many of the latest backups are kept, besides the last one of every month."""

ROLLBACK = b"\1\1"
"""What stands in the head of a file that keeps no journal of what comes (WAL would be 2)."""

PATIENCE = 5
"""Seconds until a file that another program holds is given up."""

TIME = "%Y%m%d-%H%M%S"


class Backup(NamedTuple):
    """A copy of a book.

    at: when it was made, UTC; number: of those made in this second, from 1; reason: what it was
    made before, such as `before-restore`. One with a reason is a way back and is never dropped.
    """

    path: Path
    at: datetime
    number: int = 1
    reason: str = ""


class Mark(NamedTuple):
    """How far a book has come: its last entry. Entries are only added, so it tells books apart."""

    seq: int
    id: str


def folder_of(book: Path) -> Path:
    """Where the backups of a book lie."""
    return book.with_name(FOLDER)


def backups_of(book: Path, now: datetime | None = None) -> list[Backup]:
    """The backups of a book, the latest first."""
    pattern = re.compile(re.escape(book.stem)
                         + r"-(\d{8}-\d{6})(?:-(\d+))?(?:-([a-z][a-z\d-]*))?\.db")
    found = []
    with suppress(OSError):
        for path in folder_of(book).iterdir():
            if (match := pattern.fullmatch(path.name)) and path.is_file():
                with suppress(ValueError):  # digits that are no date
                    at = datetime.strptime(match[1], TIME).replace(tzinfo=UTC)
                    found.append(Backup(path, at, int(match[2] or 1), match[3] or ""))
    return in_order(found, now or datetime.now(UTC))


def in_order(backups: Iterable[Backup], now: datetime) -> list[Backup]:
    """The latest first. What says that it is from the future comes last: the clock was wrong then,
    and must not make every later backup look old."""
    return sorted(backups, key=lambda each: (each.at <= now, each.at, each.number), reverse=True)


def superfluous(backups: Iterable[Backup], now: datetime) -> list[Backup]:
    """Those that can go: neither among the last ten, nor the last of their month, nor a way
    back."""
    plain = [each for each in in_order(backups, now) if not each.reason]
    months: dict[tuple[int, int], Backup] = {}
    for each in sorted(plain, key=lambda each: (each.at, each.number)):
        months[each.at.year, each.at.month] = each
    kept = {*plain[:LAST], *months.values()}
    return [each for each in plain if each not in kept]


# --- making -----------------------------------------------------------------------------------


def back_up_if_changed(book: Path) -> Backup | None:
    """A new backup, if something was written since the latest one; raises `StorageFault`."""
    with in_words(str(book)), closing(reading(book)) as opened:
        mark = mark_of(opened)
    if mark is None:
        return None
    for latest in backups_of(book)[:1]:
        with suppress(*UNREADABLE), closing(reading(latest.path)) as opened:
            if mark_of(opened) == mark:
                return None
    return back_up(book)


def back_up(book: Path, reason: str = "") -> Backup:
    """A new backup, on the disk and read again before an older one is dropped.

    Raises `StorageFault`; all older ones are there then.
    """
    with alone(folder_of(book)):
        return back_up_alone(book, reason)


def back_up_alone(book: Path, reason: str = "") -> Backup:
    """The same for who already works `alone`."""
    folder = folder_of(book)
    with in_words(str(folder)):
        now = datetime.now(UTC).replace(microsecond=0)
        taken = {(each.at, each.number) for each in backups_of(book)}
        number = next(n for n in range(1, len(taken) + 2) if (now, n) not in taken)
        name = "-".join([book.stem, now.strftime(TIME), *([str(number)] if number > 1 else []),
                         *([reason] if reason else [])])
        made = Backup(folder / f"{name}.db", now, number, reason)
        copy_whole(book, made.path)
        for each in superfluous(backups_of(book, now), now):
            with suppress(OSError):  # the new one is there; this one goes next time
                each.path.unlink(missing_ok=True)
    return made


def keep(book: Path, reason: str) -> Backup:
    """A backup of the book as it is now, that stays: a new one, unless there is one already.

    Raises `StorageFault`.
    """
    with alone(folder_of(book)):
        return keep_alone(book, reason)


def keep_alone(book: Path, reason: str) -> Backup:
    """The same for who already works `alone`."""
    with in_words(str(book)), closing(reading(book)) as present:
        mark = mark_of(present)
    for earlier in backups_of(book):
        if earlier.reason == reason:
            with suppress(*UNREADABLE), closing(reading(earlier.path)) as opened:
                if mark_of(opened) == mark and not fault_of_pages(opened):
                    return earlier
    return back_up_alone(book, reason)


def copy_whole(book: Path, target: Path) -> None:
    """Copy a book, which others may be writing to, into one file at `target`.

    An earlier file there is replaced in one step, once the copy is on the disk and was found to
    be whole. Raises OSError, `sqlite3.Error` and `StorageFault`.
    """
    part = part_of(target)
    try:
        with closing(reading(book)) as source:
            source.execute("BEGIN")  # what is counted is what is copied
            expected = _extent(source)
            make_own(part)
            with closing(sqlite3.connect(part, isolation_level=None)) as copy:
                pour(source, copy)
                copy.execute("PRAGMA journal_mode = DELETE")
        with closing(reading(part)) as copy:
            if _extent(copy) != expected or fault_of_pages(copy):
                raise _not_whole(book)
        flush(part)
        put_in_place(part, target)
        flush(target.parent)
    except UNREADABLE as fault:
        if _is_damage(fault):
            raise _not_whole(book) from fault
        raise
    finally:
        sweep(part, *beside(part))


def copied(book: Path) -> bytes:
    """The same copy as the content of a file, made without one. Raises as `copy_whole` does."""
    with closing(reading(book)) as source, closing(sqlite3.connect(":memory:")) as copy:
        try:
            source.execute("BEGIN")
            pour(source, copy)
            if _extent(copy) != _extent(source) or fault_of_pages(copy):
                raise _not_whole(book)
        except UNREADABLE as fault:
            raise (_not_whole(book) if _is_damage(fault) else fault) from fault
        content = bytearray(copy.serialize())
    content[18:20] = ROLLBACK  # as a file by itself it has no journal beside it
    return bytes(content)


def _is_damage(fault: BaseException) -> bool:
    """Whether what SQLite complains about is the book, not the disk or another program."""
    return isinstance(fault, UnicodeDecodeError) or any(sign in str(fault) for sign in (
        "malformed", "not a database", "no such table"))


def sweep(*files: Path) -> None:
    """Remove what may be there and may not be; what cannot be removed is swept away another day."""
    for file in files:
        with suppress(OSError):
            file.unlink(missing_ok=True)


def _not_whole(book: Path) -> StorageFault:
    return StorageFault(say(
        "{place} was not backed up: it is damaged. The earlier backups are kept. "
        "\"scorepad check\" says what is wrong.", place=str(book)))


def pour(source: sqlite3.Connection, target: sqlite3.Connection, patience: float = PATIENCE,
         look: Callable[[], None] | None = None) -> None:
    """Make `target` what `source` is, in one transaction; raises `sqlite3.Error`.

    look: called once nobody else can write to the target any more, and before it has changed for
    anybody; what it raises ends the attempt.
    """
    deadline, looked = monotonic() + patience, False

    def watch(status: int, _left: int, _pages: int) -> None:
        nonlocal looked
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            if monotonic() > deadline:  # otherwise Python would try for ever
                raise sqlite3.OperationalError("database is locked")
        elif look is not None and not looked:
            looked = True
            look()

    [(pages,)] = source.execute("PRAGMA page_count")
    # In two steps, or it would be through before there was a moment to look.
    source.backup(target, pages=max(1, pages // 2) if look else -1, progress=watch, sleep=0.1)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Work in the folder of backups while no other Scorepad does, and sweep away what one that
    was killed has left there. Raises `StorageFault`."""
    with in_words(str(folder)):
        make_folder(folder)
        make_own(folder / LOCK)
        lock = sqlite3.connect(folder / LOCK, timeout=PATIENCE, isolation_level=None)
    # An empty database that is never written: its lock ends with the process that holds it.
    with closing(lock):
        with in_words(str(folder)):
            lock.execute("BEGIN EXCLUSIVE")
            for left in [path for path in folder.iterdir() if path.suffix.startswith(PART)]:
                left.unlink(missing_ok=True)
        yield


# --- reading ----------------------------------------------------------------------------------


def reading(path: Path) -> sqlite3.Connection:
    """A connection that only reads; raises `sqlite3.Error`.

    SQLite wants to write beside a file that it reads. Where it cannot, on a full disk or in a
    folder for reading only, and nothing lies beside the file, it is read as what never changes.
    """
    opened = _reading(path, "mode=ro")
    try:
        opened.execute("PRAGMA schema_version").fetchone()
    except sqlite3.OperationalError as fault:
        wal = beside(path)[0]
        refused = any(sign in str(fault) for sign in ("disk I/O", "unable to open", "readonly",
                                                      "disk is full"))
        if not refused or wal.exists() and wal.stat().st_size or not path.is_file():
            opened.close()
            raise
        opened.close()
        opened = _reading(path, "immutable=1")
    except UNREADABLE:
        pass  # it is damaged, as whoever reads it finds out
    return opened


def _reading(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=PATIENCE,
                           isolation_level=None, check_same_thread=False)


def mark_of(book: sqlite3.Connection) -> Mark | None:
    """How far a book has come; None while nothing is written in it."""
    row = book.execute("SELECT seq, id FROM fact ORDER BY seq DESC LIMIT 1").fetchone()
    return row and Mark(*row)


def fault_of_pages(book: sqlite3.Connection) -> str:
    """What SQLite itself finds wrong with a file, in its words; empty if nothing."""
    said = book.execute("PRAGMA quick_check(1)").fetchone()[0]
    return "" if said == "ok" else said


def _extent(book: sqlite3.Connection) -> tuple[int, Mark | None]:
    [(count,)] = book.execute("SELECT count(*) FROM fact")
    return count, mark_of(book)


def beside(path: Path) -> list[Path]:
    """The files that SQLite may keep beside a database."""
    return [path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal")]


def flush(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if os.name == "nt":  # there a folder cannot be opened, nor a file that is only read be flushed
        return
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
