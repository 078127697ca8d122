"""Displaced books: what was open when its file was moved, replaced, emptied or deleted.

It is written whole under a name beside the book. As long as it lies there, somebody has to choose
which of the two to go on with, and nothing is written to either. The other one is kept with the
backups.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from time import sleep

from scorepad.i18n.message import say
from scorepad.storage import backups, migrations
from scorepad.storage.faults import UNREADABLE, Displaced, StorageFault, in_words
from scorepad.storage.home import INTO, Row
from scorepad.storage.identity import OpenFile, holds, state_of
from scorepad.storage.links import all_linked
from scorepad.storage.reading import RawRows
from scorepad.system.files import PART, numbered, part_of

REASON = "open"
"""The word in the name of a file kept beside a book, and of a backup that comes from one."""

PAUSE, MOST_PAUSES = 0.2, 10
"""Seconds for which a file must stay unchanged to count as written, and how often to try."""

MOST_BASES = 5
"""The number of backups, latest first, that are tried to put together what is left of a book."""

WHOLE, BARE, LEFT = ".db", ".db-wal", ".wal"
"""The endings of what is kept: a whole book; a WAL from which no book could be made; a WAL whose
pages are in the book kept beside it, named so that SQLite does not take it for that book's."""


# --- what nobody has decided yet ----------------------------------------------------------------


def pending(book: Path) -> list[Path]:
    """Return what is kept beside a book until somebody chooses between them, the latest first:
    whole books, and WALs from which no book could be made."""
    return sorted((path for path in _kept_beside(book)
                   if path.name.endswith((WHOLE, BARE))), reverse=True)


def is_bare(kept: Path) -> bool:
    """Return whether what is kept is a WAL from which no book could be made."""
    return kept.name.endswith(BARE)


def refuse(book: Path) -> None:
    """Raise `Displaced` if something is kept beside a book; called before the book is opened. A WAL
    without its book, which SQLite would throw away, is kept first."""
    if is_orphaned(book):
        with backups.alone(backups.folder_of(book)):
            if is_orphaned(book):  # or another has done it
                _adopt(book)
    if kept := pending(book):
        raise undecided(book, kept[0])


def undecided(book: Path, kept: Path) -> Displaced:
    """Return the fault that is raised at every start until somebody has decided."""
    if is_bare(kept):
        return Displaced(say(
            "There is no book at {place}, only a part of what was written to it last. It is kept "
            "as {file}. Restore a backup, or start afresh.", place=str(book),
            file=kept.name), kept)
    if not lies_at(book):
        return Displaced(say(
            "There is no book at {place} any more. What was in it is kept as {file}.",
            place=str(book), file=kept.name), kept, say(
            "Put it back: scorepad restore {name}", name=f'"{kept}"'))
    return Displaced(say(
        "Something else was put in the place of {place} while it was open. What was open is kept "
        "as {file}.", place=str(book), file=kept.name), kept, say(
        "Go on with all that is in either by scorepad merge {name}, put it back with "
        "scorepad restore {name}, or move it elsewhere to go on with the other.",
        name=f'"{kept}"'))


def decide(book: Path) -> list[Path]:
    """Move what was kept beside the book to its backups, once somebody has decided. Returns the new
    places. Raises `StorageFault`."""
    moved = []
    with backups.alone(backups.folder_of(book)), in_words(str(backups.folder_of(book))):
        for path in _kept_beside(book):
            # Named like a backup, so that it is listed with them and can be restored.
            stamp, _, end = path.name.removeprefix(f"{book.stem}-{REASON}-").partition(".")
            targets = (backups.folder_of(book) / f"{name}.{end}"
                       for name in numbered(f"{book.stem}-{stamp}-{REASON}"))
            moved.append(path.rename(next(target for target in targets if not target.exists())))
        backups.flush(book.parent)
    return moved


def lies_at(book: Path) -> bool:
    """Return whether there is anything at the place of a book; an empty file is nothing."""
    with suppress(OSError):
        return book.is_dir() or book.stat().st_size > 0
    return False


def is_orphaned(book: Path) -> bool:
    """Return whether there is a WAL with something in it, and no book that it belongs to."""
    with suppress(OSError):
        return not lies_at(book) and backups.beside(book)[0].stat().st_size > 0
    return False


def _kept_beside(book: Path) -> list[Path]:
    pattern = re.compile(re.escape(f"{book.stem}-{REASON}-") + r"\d{8}-\d{6}(-\d+)?\..+")
    with suppress(OSError):
        return sorted(path for path in book.parent.iterdir()
                      if pattern.fullmatch(path.name) and PART not in path.name)
    return []


def _free_name(book: Path) -> Path:
    now = datetime.now(UTC).strftime(backups.TIME)
    taken = {path.name.partition(".")[0] for path in _kept_beside(book)}
    names = numbered(f"{book.stem}-{REASON}-{now}")
    return book.with_name(next(name for name in names if name not in taken) + WHOLE)


# --- an open book that lost its file ------------------------------------------------------------


def keep_whole(opened: OpenFile, unsaved: Iterable[str]) -> Displaced:
    """Write what is open beside its place, whole; return the fault to be raised.

    unsaved: ids of entries that were never reported as saved, and are therefore not kept. Raises
    nothing: if the file cannot be written, the fault says so, and this can be called again.
    """
    book = opened.book
    try:
        with in_words(str(book.parent)):
            book.parent.mkdir(parents=True, exist_ok=True)
            target = _free_name(book)
            part = part_of(target)
            try:
                _write(opened, part, frozenset(unsaved))
                part.chmod(0o600)
                backups.flush(part)
                part.replace(target)
                backups.flush(book.parent)
            finally:
                backups.sweep(part, *backups.beside(part))
    except StorageFault as fault:
        return Displaced(say(
            "{place} was moved, replaced, emptied or deleted, so nothing is saved there. What is "
            "open could not be kept beside it: {fault} Leave Scorepad open until then.",
            place=str(book), fault=fault.message), None)
    with suppress(OSError):  # what is kept is whole all the same
        _set_apart(opened, target)
    return Displaced(say(
        "{place} was moved, replaced, emptied or deleted, so nothing is saved there. What was open "
        "is kept whole as {file}.", place=str(book), file=target.name), target)


def _write(opened: OpenFile, part: Path, unsaved: frozenset[str]) -> None:
    """Write the first attempt that is sound and holds everything known to be in the book."""
    for made in _tries(opened, part):
        if made and _is_whole(part, opened):
            break
    else:
        # None is: whatever can be read, on top of a backup.
        rows = put_together(opened.book, opened.written_beside(), part)
        if part.exists():  # sound, but something is missing that was saved here
            with closing(sqlite3.connect(part)) as sound:
                rows = {row[0]: row for row in readable_rows(sound)}
        _gather(part, backups.backups_of(opened.book), (rows | dict(opened.remembered)).values())
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")
        if unsaved:
            _take_out(copy, unsaved)


def _tries(opened: OpenFile, part: Path) -> Iterator[bool]:
    with suppress(*UNREADABLE), closing(sqlite3.connect(part, isolation_level=None)) as copy:
        opened.source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    yield part.exists()
    # If the file itself was changed, it is of no use: a backup instead, and what was written since
    # then, from the WAL.
    wal = opened.written_beside()
    for base in bases(opened.book):
        yield over(base, wal, part)


def _is_whole(part: Path, opened: OpenFile) -> bool:
    with suppress(*UNREADABLE), closing(sqlite3.connect(part, isolation_level=None)) as copy:
        return copy.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok" \
            and holds(copy, opened.remembered, opened.mark)
    return False


def _take_out(copy: sqlite3.Connection, ids: Iterable[str]) -> None:
    [guard] = copy.execute(
        "SELECT sql FROM sqlite_master WHERE name = 'fact_no_delete'").fetchone()
    copy.execute("BEGIN")
    copy.execute("DROP TRIGGER fact_no_delete")
    copy.executemany("DELETE FROM fact WHERE id = ?", [(own,) for own in ids])
    copy.execute(guard)
    copy.execute("COMMIT")


def _set_apart(opened: OpenFile, kept: Path) -> None:
    """Separate what lies at the place from the book that was open. Nothing of that book is read or
    written into it any more, neither by whoever opens it next nor when the connection is closed."""
    book = opened.book
    wal, shm, _ = backups.beside(book)
    if opened.owns(wal):
        wal.rename(kept.with_suffix(LEFT))
    if opened.owns(shm):
        shm.unlink()
    if opened.owns(book):
        part = part_of(book)
        _wait_until_it_rests(book)
        try:
            part.write_bytes(book.read_bytes())
            part.chmod(book.stat().st_mode & 0o777)
            backups.flush(part)
            part.replace(book)
        finally:
            backups.sweep(part)
    backups.flush(book.parent)


def _wait_until_it_rests(book: Path) -> None:
    """Wait until a file no longer changes: whoever writes it may not have finished."""
    for _ in range(MOST_PAUSES):
        before = state_of(book.stat())
        sleep(PAUSE)
        if state_of(book.stat()) == before:
            break


# --- putting together what is left ----------------------------------------------------------------


def bases(book: Path) -> Iterator[bytes]:
    """Yield files, as bytes, over which the pages of a WAL may be written: the latest backups, and
    the first page of a new book, which is enough if all others are in the WAL."""
    for each in backups.backups_of(book)[:MOST_BASES]:
        with suppress(OSError):
            yield each.path.read_bytes()
    yield migrations.first_page()


def over(base: bytes, wal: bytes, part: Path) -> bool:
    """Write the pages of a WAL over a file, at `part`; return whether SQLite takes them. base, wal:
    the content of the file and of the WAL."""
    backups.sweep(part, *backups.beside(part))
    # 2 and 2 say that there may be a WAL.
    part.write_bytes(base[:18] + b"\2\2" + base[20:])
    backups.beside(part)[0].write_bytes(wal)
    with suppress(*UNREADABLE), closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE").fetchone()
        return True
    return False


def readable_rows(book: sqlite3.Connection) -> list[Row]:
    """Return the entries of a book that can be read from its beginning or from its end."""
    return [row for _, row in RawRows(book).from_both_ends()]


def _gather(part: Path, latest: Sequence[backups.Backup], more: Iterable[Row]) -> None:
    """Make a book of the latest backup that is whole, and of every other entry that is known."""
    backups.sweep(part, *backups.beside(part))
    migrations.migrate_file(part)
    known: list[Row] = []
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("BEGIN")
        for each in latest:
            rows, device = _rows_of(each.path)
            if rows:
                known = rows
                copy.executemany("INSERT OR IGNORE INTO device VALUES (?, ?)", device)
                break
        every: dict[str, Row] = {}
        for row in (*known, *more):
            every.setdefault(row[0], row)
        copy.executemany(f"INSERT OR IGNORE {INTO}", all_linked(every.values()))
        copy.execute("COMMIT")


def _rows_of(path: Path) -> tuple[list[Row], list[Row]]:
    with suppress(*UNREADABLE), closing(backups.reading(path)) as backup:
        if not backups.fault_of_pages(backup):
            return readable_rows(backup), backup.execute("SELECT * FROM device").fetchall()
    return [], []


# --- a WAL without its book -----------------------------------------------------------------------


def _adopt(book: Path) -> None:
    """Keep a WAL that has lost its book, and what can be made of it. Raises `StorageFault`."""
    with in_words(str(book.parent)):
        wal = backups.beside(book)[0].read_bytes()
        target = _free_name(book)
        part = part_of(target)
        try:
            if rows := put_together(book, wal, part):
                _gather(part, backups.backups_of(book), rows.values())
            if made := part.exists():
                part.chmod(0o600)
                backups.flush(part)
                part.replace(target)  # first: a WAL that still lies there is adopted once more
            for left, end in zip(backups.beside(book),
                                 (LEFT if made else BARE, ".shm", ".journal")):
                if left.exists():
                    left.rename(target.with_name(target.stem + end))
            backups.flush(book.parent)
        finally:
            backups.sweep(part, *backups.beside(part))


def put_together(book: Path, wal: bytes, part: Path) -> dict[str, Row]:
    """Make a book of a WAL that has lost its own, at `part`; return an empty dict.

    If none is whole, nothing lies at `part` afterwards, and the entries that could be read in any
    of the attempts are returned, by id.
    """
    rows: dict[str, Row] = {}
    for base in bases(book):
        if over(base, wal, part):
            with suppress(*UNREADABLE), closing(sqlite3.connect(part)) as copy:
                found = readable_rows(copy)
                if found and not backups.fault_of_pages(copy):
                    return {}
                rows |= {row[0]: row for row in found}
    backups.sweep(part, *backups.beside(part))
    return rows
