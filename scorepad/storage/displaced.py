"""What was open when something happened to its file: written whole under a name beside the book.

As long as such a file lies beside a book, somebody has to say which of the two goes on: nothing is
written to either until then. The one that does not go on is kept with the backups.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from time import sleep

from scorepad.parts import PART, part_of
from scorepad.storage import migrations
from scorepad.storage.backups import (
    TIME,
    Backup,
    alone,
    backups_of,
    beside,
    fault_of_pages,
    flush,
    folder_of,
    reading,
    sweep,
)
from scorepad.storage.faults import UNREADABLE, Displaced, StorageFault, in_words
from scorepad.storage.identity import OpenFile, Row, holds
from scorepad.text import say

REASON = "open"
"""What a file beside a book is called by, and a backup that comes from one."""

PAUSE, MOST_PAUSES = 0.2, 10
"""Seconds for which a file that is being overwritten must rest, and how often that is tried."""

MOST_BASES = 5
"""So many backups are tried, the latest first, to put together what is left of a book."""

WHOLE, BARE, LEFT = ".db", ".db-wal", ".wal"
"""How it ends: a whole book; a WAL of which none could be made; one whose pages are in the file
beside it, and which SQLite must not take for that one's."""

INSERT = ("INSERT OR IGNORE INTO fact (id, evening, kind, at, \"by\", data) "
          "VALUES (?, ?, ?, ?, ?, ?)")


# --- what nobody has decided yet ----------------------------------------------------------------


def pending(book: Path) -> list[Path]:
    """What is kept beside a book until somebody says which of them goes on, the latest first: whole
    books, and WALs of which nothing could be made."""
    return sorted((path for path in _kept_beside(book)
                   if path.name.endswith((WHOLE, BARE))), reverse=True)


def is_bare(kept: Path) -> bool:
    """Whether it is a WAL of which no book could be made."""
    return kept.name.endswith(BARE)


def refuse(book: Path) -> None:
    """Before a book is opened: raises `Displaced` where something is kept beside it, and where
    there is a WAL without its book, which SQLite would throw away; that is kept then."""
    if is_orphaned(book):
        with alone(folder_of(book)):
            if is_orphaned(book):  # or another has done it
                _adopt(book)
    if kept := pending(book):
        raise undecided(book, kept[0])


def undecided(book: Path, kept: Path) -> Displaced:
    """What is said at a start until somebody has decided."""
    if is_bare(kept):
        return Displaced(say(
            "There is no book at {place}, only a part of what was written to it last. It is kept "
            "as {file}. Put a backup in its place, or begin anew.", place=str(book),
            file=kept.name), kept)
    if not lies_at(book):
        return Displaced(say(
            "There is no book at {place} any more. What was in it is kept as {file}. Put it back: "
            "scorepad restore {name}", place=str(book), file=kept.name, name=f'"{kept}"'), kept)
    return Displaced(say(
        "Something else was put in the place of {place} while it was open. What was open is kept "
        "as {file}. Put it back with scorepad restore {name}, or move it elsewhere to go on with "
        "the other.", place=str(book), file=kept.name, name=f'"{kept}"'), kept)


def decide(book: Path) -> list[Path]:
    """Somebody has decided: what was kept beside the book lies with its backups from now on.
    Returns where. Raises `StorageFault`."""
    moved = []
    with alone(folder_of(book)), in_words(str(folder_of(book))):
        for path in _kept_beside(book):
            # As a backup is called, so that it is listed with them and can be restored.
            stamp, _, end = path.name.removeprefix(f"{book.stem}-{REASON}-").partition(".")
            stem = f"{book.stem}-{stamp}-{REASON}"
            targets = (folder_of(book) / f"{name}.{end}"
                       for name in chain([stem], (f"{stem}-{n}" for n in count(2))))
            moved.append(path.rename(next(target for target in targets if not target.exists())))
        flush(book.parent)
    return moved


def lies_at(book: Path) -> bool:
    """Whether there is anything at the place of a book."""
    with suppress(OSError):
        return book.is_dir() or book.stat().st_size > 0
    return False


def is_orphaned(book: Path) -> bool:
    """Whether there is a WAL with something in it, and no book that it belongs to."""
    with suppress(OSError):
        return not lies_at(book) and beside(book)[0].stat().st_size > 0
    return False


def _kept_beside(book: Path) -> list[Path]:
    pattern = re.compile(re.escape(f"{book.stem}-{REASON}-") + r"\d{8}-\d{6}(-\d+)?\..+")
    with suppress(OSError):
        return sorted(path for path in book.parent.iterdir()
                      if pattern.fullmatch(path.name) and PART not in path.name)
    return []


def _free_name(book: Path) -> Path:
    now = datetime.now(UTC).strftime(TIME)
    taken = {path.name.partition(".")[0] for path in _kept_beside(book)}
    stem = f"{book.stem}-{REASON}-{now}"
    names = (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3)))
    return book.with_name(next(name for name in names if name not in taken) + WHOLE)


# --- an open book that lost its file ------------------------------------------------------------


def keep_whole(opened: OpenFile, unsaved: Iterable[str]) -> Displaced:
    """Write what is open beside its place, whole; returns what is to be said.

    unsaved: ids of entries that nobody was told of as saved, and that are not kept therefore.
    Raises nothing: where it cannot be written that is said, and can be tried again.
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
                flush(part)
                part.replace(target)
                flush(book.parent)
            finally:
                sweep(part, *beside(part))
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
    """The first of these that is sound and holds everything that is known to be in the book."""
    known = dict(opened.remembered)
    for made in _tries(opened, part):
        if made and _is_whole(part, opened):
            break
    else:
        # Whatever of it can be read on top of a backup.
        rows = put_together(opened.book, opened.written_beside(), part)
        _gather(part, backups_of(opened.book), {**rows, **known}.values())
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")
        if unsaved:
            _take_out(copy, unsaved)


def _tries(opened: OpenFile, part: Path) -> Iterator[bool]:
    with suppress(*UNREADABLE), closing(sqlite3.connect(part, isolation_level=None)) as copy:
        opened.source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    yield part.exists()
    # Where the file itself was changed, that is nothing to go by: a backup, and what was written
    # since then, as it lies beside the file.
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
    """What lies at the place stands by itself from now on: nothing of the other book is read or
    written into it, neither by whoever opens it next nor when the connection is closed."""
    book = opened.book
    wal, shm, _ = beside(book)
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
            flush(part)
            part.replace(book)
        finally:
            sweep(part)
    flush(book.parent)


def _wait_until_it_rests(book: Path) -> None:
    """Whoever writes into the file may not have come to its end."""
    for _ in range(MOST_PAUSES):
        before = book.stat()
        sleep(PAUSE)
        after = book.stat()
        if (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns):
            break


# --- putting together what is left ----------------------------------------------------------------


def bases(book: Path) -> Iterator[bytes]:
    """What pages of a WAL may belong on: the latest backups, and the first page of a new book,
    which is enough where all others are in the WAL."""
    for each in backups_of(book)[:MOST_BASES]:
        with suppress(OSError):
            yield each.path.read_bytes()
    yield migrations.first_page()


def over(base: bytes, wal: bytes, part: Path) -> bool:
    """Write the pages of a WAL over those of a file, at `part`; whether SQLite takes them."""
    sweep(part, *beside(part))
    # 2 and 2 say that there may be a WAL.
    part.write_bytes(base[:18] + b"\2\2" + base[20:])
    beside(part)[0].write_bytes(wal)
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            copy.execute("PRAGMA journal_mode = DELETE").fetchone()
    except UNREADABLE:
        return False
    return True


def readable_rows(book: sqlite3.Connection) -> list[Row]:
    """The entries of a book as far as they can be read, from its beginning and from its end."""
    found: dict[int, Row] = {}
    for order in ("ASC", "DESC"):
        with suppress(*UNREADABLE):
            for seq, *row in book.execute("SELECT seq, id, evening, kind, at, \"by\", data "
                                          f"FROM fact NOT INDEXED ORDER BY seq {order}"):
                if seq in found:
                    break
                found[seq] = row
    return [found[seq] for seq in sorted(found)]


def _gather(part: Path, backups: Sequence[Backup], more: Iterable[Row]) -> None:
    """Where no file is whole: the latest backup that is, and every entry that is known besides."""
    sweep(part, *beside(part))
    migrations.make_new(part)
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("BEGIN")
        for each in backups:
            rows, device = _rows_of(each.path)
            if rows:
                copy.executemany(INSERT, rows)
                copy.executemany("INSERT OR IGNORE INTO device VALUES (?, ?)", device)
                break
        copy.executemany(INSERT, more)
        copy.execute("COMMIT")


def _rows_of(path: Path) -> tuple[list[Row], list[Row]]:
    try:
        with closing(reading(path)) as backup:
            if fault_of_pages(backup):
                return [], []
            return readable_rows(backup), backup.execute("SELECT * FROM device").fetchall()
    except UNREADABLE:
        return [], []


# --- a WAL without its book -----------------------------------------------------------------------


def _adopt(book: Path) -> None:
    """Keep a WAL that has lost its book, and what can be made of it. Raises `StorageFault`."""
    with in_words(str(book.parent)):
        wal = beside(book)[0].read_bytes()
        target = _free_name(book)
        part = part_of(target)
        try:
            if (rows := put_together(book, wal, part)) is not None and rows:
                _gather(part, backups_of(book), rows.values())
            if made := part.exists():
                part.chmod(0o600)
                flush(part)
            for left, end in zip(beside(book), (LEFT if made else BARE, ".shm", ".journal")):
                if left.exists():
                    left.rename(target.with_name(target.stem + end))
            if made:
                part.replace(target)
            flush(book.parent)
        finally:
            sweep(part, *beside(part))


def put_together(book: Path, wal: bytes, part: Path) -> dict[str, Row]:
    """Make a book of a WAL that has lost its own, at `part`. Where none is whole there is none
    then, and what could be read of all attempts is returned, by the ids."""
    rows: dict[str, Row] = {}
    for base in bases(book):
        if over(base, wal, part):
            with suppress(*UNREADABLE), closing(sqlite3.connect(part)) as copy:
                found = readable_rows(copy)
                if found and not fault_of_pages(copy):
                    return {}
                rows |= {row[0]: row for row in found}
    sweep(part, *beside(part))
    return rows
