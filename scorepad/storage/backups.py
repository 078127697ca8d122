"""Backups: whole copies of a SQLite book, in the folder `backups` beside it.

A copy is made under another name, read again, and only then renamed, so a file with the name of
a backup is whole. Names carry the time in UTC, in which no hour comes twice in autumn.
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

from scorepad.i18n.message import say
from scorepad.storage.faults import UNREADABLE, StorageFault, in_words
from scorepad.system.files import PART, make_folder, make_own, part_of, put_in_place

FOLDER = "backups"
LOCK = ".lock"

LAST = 10
"""The number of latest backups that are kept, besides the last one of every month."""

ROLLBACK = b"\1\1"
"""Bytes 18 and 19 of a SQLite file without a write-ahead log (WAL); with one they are 2."""

PATIENCE = 5
"""Seconds to wait for a file that another program holds."""

TIME = "%Y%m%d-%H%M%S"


class Backup(NamedTuple):
    """A copy of a book.

    at: when it was made, UTC; number: counts those made in the same second, from 1; reason: why it
    was made, such as `before-restore`. One with a reason is a way back and is never dropped.
    """

    path: Path
    at: datetime
    number: int = 1
    reason: str = ""


class Mark(NamedTuple):
    """The last entry of a book. As entries are only added, it says how far the book has come."""

    seq: int
    id: str


def folder_of(book: Path) -> Path:
    """Return the folder where the backups of a book lie."""
    return book.with_name(FOLDER)


def backups_of(book: Path, now: datetime | None = None) -> list[Backup]:
    """Return the backups of a book, the latest first."""
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
    """Return backups, the latest first. Those dated in the future come last: the clock was wrong
    when they were made, which must not make every later backup look old."""
    return sorted(backups, key=lambda each: (each.at <= now, each.at, each.number), reverse=True)


def superfluous(backups: Iterable[Backup], now: datetime) -> list[Backup]:
    """Return the backups that can go: not among the last ten, not a month's last, no way back."""
    plain = [each for each in in_order(backups, now) if not each.reason]
    months = {(each.at.year, each.at.month): each
              for each in sorted(plain, key=lambda each: (each.at, each.number))}
    kept = {*plain[:LAST], *months.values()}
    return [each for each in plain if each not in kept]


# --- making -----------------------------------------------------------------------------------


def back_up_if_changed(book: Path) -> Backup | None:
    """Make a backup if something was written since the latest one; raises `StorageFault`."""
    with in_words(str(book)), closing(reading(book)) as opened:
        mark = mark_of(opened)
    if mark is None:
        return None
    for latest in backups_of(book)[:1]:
        with suppress(*UNREADABLE), closing(reading(latest.path)) as opened:
            if mark_of(opened) == mark:
                return None
    return back_up(book)


def back_up(book: Path) -> Backup:
    """Make a backup, which is on the disk and was read again before an older one is dropped. Raises
    `StorageFault`; all older ones are still there then."""
    with alone(folder_of(book)):
        return back_up_alone(book)


def back_up_alone(book: Path, reason: str = "") -> Backup:
    """Make a backup as `back_up` does, for a caller that already works `alone`."""
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
    """Return a backup of the book as it is now that stays: a new one, unless there is one already.
    Raises `StorageFault`."""
    with alone(folder_of(book)):
        return keep_alone(book, reason)


def keep_alone(book: Path, reason: str) -> Backup:
    """Return a backup as `keep` does, for a caller that already works `alone`."""
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

    An earlier file there is replaced in one step, once the copy is on the disk and has been found
    whole. Raises OSError, `sqlite3.Error` and `StorageFault`.
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
    """Return the same copy as bytes, without writing a file. Raises as `copy_whole` does."""
    with closing(reading(book)) as source, closing(sqlite3.connect(":memory:")) as copy:
        try:
            source.execute("BEGIN")
            pour(source, copy)
            if _extent(copy) != _extent(source) or fault_of_pages(copy):
                raise _not_whole(book)
        except UNREADABLE as fault:
            if _is_damage(fault):
                raise _not_whole(book) from fault
            raise
        content = bytearray(copy.serialize())
    content[18:20] = ROLLBACK  # a file by itself has no WAL beside it
    return bytes(content)


def _is_damage(fault: BaseException) -> bool:
    """Return whether SQLite complains about the book itself, not the disk or another program."""
    return isinstance(fault, UnicodeDecodeError) or any(sign in str(fault) for sign in (
        "malformed", "not a database", "no such table"))


def sweep(*files: Path) -> None:
    """Remove files that may or may not be there; one that cannot be removed is left for later."""
    for file in files:
        with suppress(OSError):
            file.unlink(missing_ok=True)


def _not_whole(book: Path) -> StorageFault:
    return StorageFault(say(
        "{place} was not backed up: it is damaged. The earlier backups are kept.",
        place=str(book)), say("\"scorepad check\" says what is wrong."))


def pour(source: sqlite3.Connection, target: sqlite3.Connection, patience: float = PATIENCE,
         look: Callable[[], None] | None = None) -> None:
    """Replace the content of `target` by that of `source`, in one transaction.

    patience: seconds to wait for another program; look: called once nobody else can write to the
    target any more, and before anybody sees it changed; what it raises ends the attempt. Raises
    `sqlite3.Error`.
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
    # In two steps, or it would be finished before there was a moment to look.
    source.backup(target, pages=max(1, pages // 2) if look else -1, progress=watch, sleep=0.1)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep every other Scorepad out of the folder of backups during a `with` block. Removes what a
    killed one has left there. Raises `StorageFault`."""
    with in_words(str(folder)):
        make_folder(folder)
        make_own(folder / LOCK)
        lock = sqlite3.connect(folder / LOCK, timeout=PATIENCE, isolation_level=None)
    # The lock of an empty database, never written: it ends with the process that holds it.
    with closing(lock):
        with in_words(str(folder)):
            lock.execute("BEGIN EXCLUSIVE")
            for left in [path for path in folder.iterdir() if path.suffix.startswith(PART)]:
                left.unlink(missing_ok=True)
        yield


# --- reading ----------------------------------------------------------------------------------


def reading(path: Path) -> sqlite3.Connection:
    """Return a connection that only reads; raises `sqlite3.Error`.

    SQLite wants to write beside a file that it reads. Where it cannot, on a full disk or in a
    read-only folder, and no WAL lies beside the file, the file is opened as one that never changes.
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
        opened = by_itself(path)
    except UNREADABLE:
        pass  # it is damaged; whoever reads it finds out
    return opened


def by_itself(path: Path) -> sqlite3.Connection:
    """Return a connection to a file that never changes, without WAL; raises `sqlite3.Error`."""
    return _reading(path, "immutable=1")


def _reading(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=PATIENCE,
                           isolation_level=None, check_same_thread=False)


def mark_of(book: sqlite3.Connection) -> Mark | None:
    """Return the last entry of a book; None while it has none."""
    row = book.execute("SELECT seq, id FROM fact ORDER BY seq DESC LIMIT 1").fetchone()
    return row and Mark(*row)


def fault_of_pages(book: sqlite3.Connection) -> str:
    """Return what SQLite itself finds wrong with a file, in its words; empty if nothing."""
    said = book.execute("PRAGMA quick_check(1)").fetchone()[0]
    return "" if said == "ok" else said


def _extent(book: sqlite3.Connection) -> tuple[int, Mark | None]:
    [(count,)] = book.execute("SELECT count(*) FROM fact")
    return count, mark_of(book)


def beside(path: Path) -> list[Path]:
    """Return the files that SQLite may keep beside a database: WAL, shared memory, journal."""
    return [path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal")]


def flush(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if os.name == "nt":  # it opens no folders, and flushes no file opened for reading
        return
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
