"""The replacement of a book that cannot be opened by a whole file.

That takes several steps, one of which decides: the file is renamed to its name beside the book. If
the process is killed after that, the next start does the rest; if before, nothing has changed.
"""

import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from operator import ge
from pathlib import Path

from scorepad.storage import backups
from scorepad.storage.faults import UNREADABLE
from scorepad.system.files import make_own, numbered, part_of, put_in_place

CHANGES = slice(24, 28)
"""Bytes of a SQLite file that count how often its extent was changed."""

READY = ".restored"
"""The ending of a whole file that is about to take the place of the book beside it."""


def put(work: Path, book: Path, why: str = "damaged") -> Path | None:
    """Move a file to the place of a book; return where what was there is kept now, None if nothing
    was. The caller works `alone` in the folder of backups.

    work: the file, which is whole; book: the place; why: a word in the name of what is kept. Raises
    OSError; what was there is still there then.
    """
    aside = _kept_aside(book, why)
    ready = _ready(book)
    backups.flush(work)
    work.replace(ready)
    backups.flush(book.parent)
    try:
        _finish(ready, book, aside)
    except OSError:
        if aside is not None and not book.exists():
            with suppress(OSError):
                aside.rename(book)
        backups.sweep(ready)
        raise
    return aside


def finish(book: Path) -> None:
    """Finish what a killed process had decided. Raises `StorageFault` and OSError."""
    ready = _ready(book)
    if ready.exists():
        with backups.alone(backups.folder_of(book)):
            if ready.exists():  # or another has done it
                _finish(ready, book, _free_name(book))


def outdo_older_wal(book: Path) -> None:
    """Keep a book as it is by itself if a WAL beside it is older, as that of a copy can be: SQLite
    would take that for what was written last. Both are kept aside as they are. Raises
    `StorageFault`, `sqlite3.Error` and OSError."""
    if not (book.is_file() and backups.beside(book)[0].exists()):
        return
    with closing(sqlite3.connect(book, timeout=0, isolation_level=None)) as opened:
        if _takes_entries_back(opened, book):
            with backups.alone(backups.folder_of(book)):
                _kept_aside(book, "older")
                part = part_of(_ready(book))
                shutil.copyfile(book, part)
                backups.flush(part)
                part.replace(_ready(book))  # closing the book writes the WAL into it
                backups.flush(book.parent)
    finish(book)


def _takes_entries_back(opened: sqlite3.Connection, book: Path) -> bool:
    """Return whether the WAL of a book hides entries that are in it, and was not written later, as
    when somebody has restored a backup."""
    shown = []
    try:
        opened.execute("PRAGMA locking_mode = EXCLUSIVE")
        shown = _counts(opened)
    except sqlite3.OperationalError:  # somebody has it open, who wrote the WAL
        return False
    except UNREADABLE:
        pass  # pages of different times do not fit together
    with suppress(*UNREADABLE), closing(backups.by_itself(book)) as whole:
        if all(map(ge, shown, _counts(whole))) and shown \
                or whole.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            return False
        return not shown or opened.serialize()[CHANGES] <= whole.serialize()[CHANGES]
    return False


def _counts(book: sqlite3.Connection) -> list[int]:
    """Return how many entries are found by an index, and how many by themselves."""
    return [book.execute(f"SELECT count(*) FROM fact{how}").fetchone()[0]
            for how in ("", " NOT INDEXED")]


def _ready(book: Path) -> Path:
    return book.with_name(book.name + READY)


def _finish(ready: Path, book: Path, aside: Path | None) -> None:
    for left in backups.beside(book):  # their content belongs to the other file
        left.unlink(missing_ok=True)
    if book.is_dir():
        book.rename(aside or book)
    put_in_place(ready, book)
    backups.flush(book.parent)


def _free_name(book: Path, why: str = "damaged") -> Path:
    """Return a free name under which what lies at the book's place can be kept."""
    now = datetime.now(UTC).strftime(backups.TIME)
    paths = (book.with_name(name + book.suffix) for name in numbered(f"{book.stem}-{why}-{now}"))
    return next(path for path in paths if not path.exists())


def _kept_aside(book: Path, why: str) -> Path | None:
    """Keep what lies at the book's place under another name too, and return that. A folder is not
    copied but moved, later."""
    if not book.exists():
        return None
    aside = _free_name(book, why)
    if not book.is_dir():
        # The book itself comes last: if its name is there, everything is.
        for old, new in reversed(list(zip((book, *backups.beside(book)),
                                          (aside, *backups.beside(aside))))):
            if old.exists():
                part = part_of(new)
                make_own(part)
                shutil.copyfile(old, part)
                backups.flush(part)
                part.replace(new)
    return aside
