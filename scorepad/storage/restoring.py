"""The restoring of a backup in the place of the book: previewed first, then done in one step.

What is restored is never the file itself but a copy of it that was found whole, brought to this
version, and given what belongs to this device. At the end stands the union of a book that was
displaced with what lies in its place: all that is in either goes on, and both are still there.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from scorepad.book.gate import LAST_MOMENT
from scorepad.i18n.message import Message, refusal, say
from scorepad.storage import backups, displaced, migrations, placing
from scorepad.storage.backups import Backup, alone, beside, folder_of, mark_of, reading, sweep
from scorepad.storage.connecting import refuse_cut
from scorepad.storage.faults import (
    RESCUE,
    UNREADABLE,
    InUse,
    StorageFault,
    fault_at,
    in_words,
)
from scorepad.storage.file_of_entries import is_of_entries
from scorepad.storage.home import INTO
from scorepad.storage.identity import state_of
from scorepad.storage.joining import AT_ONCE, Parts, Union, batched
from scorepad.storage.links import LAST_NUMBER, NAMED, Row, fits
from scorepad.storage.store import Store
from scorepad.system.files import PART, make_own, scratch

SQLITE = b"SQLite format 3\0"
BEFORE_RESTORE = "before-restore"

LAST = f"max(CASE WHEN typeof(at) = 'integer' AND at BETWEEN 0 AND {LAST_MOMENT - 1} THEN at END)"
"""SQL for the latest time among some entries, leaving out invalid ones."""

ATTEMPTS = 3
"""The number of attempts to replace a book to which others are writing."""


@dataclass(frozen=True, eq=False)
class Picked:
    """A file that somebody has chosen; content: its bytes where it lies on another device. It
    equals itself alone: a file may have changed when it is chosen again, and is looked at anew."""

    name: str
    path: Path | None = None
    content: bytes = field(default=b"", repr=False)

    @classmethod
    def at(cls, path: Path) -> "Picked":
        """Return the file at a path on this machine."""
        return cls(str(path), path)


class Counts(NamedTuple):
    """The numbers of what is in a book or in a part of it.

    others: corrections, settings and the like; last: when the latest of it was written, in
    milliseconds since 1970, 0 for nothing.
    """

    players: int = 0
    evenings: int = 0
    sheets: int = 0
    hands: int = 0
    others: int = 0
    last: int = 0

    @classmethod
    def of(cls, entries: Mapping[str, int], last: int = 0) -> "Counts":
        """Return the counts from numbers of entries by kind."""
        players, evenings, sheets, hands = [entries.get(kind, 0) for kind in (
            "PlayerAdded", "EveningOpened", "SheetOpened", "HandRecorded")]
        others = sum(entries.values()) - (players + evenings + sheets + hands)
        return cls(players, evenings, sheets, hands, others, last)

    @property
    def nothing(self) -> bool:
        """True if there is nothing at all."""
        return not any(self[:-1])


@dataclass(frozen=True)
class Restore:
    """A preview of restoring a file.

    version: of the book in it, which is brought up to date if it is older; counts: what is in it;
    going: what of the present book is not in it; coming: what is in it and not in the present book;
    both None if the present book cannot be read; altered: the numbers of its entries that are not
    as they were written.
    """

    picked: Picked
    version: int
    counts: Counts
    going: Counts | None
    coming: Counts | None
    altered: tuple[int, ...] = ()


class NotRestorable(StorageFault):
    """A file that cannot be restored; nothing was changed. export, entries: whether it is one
    of these, which can be imported."""

    def __init__(self, *sentences: Message, export: bool = False, entries: bool = False) -> None:
        super().__init__(*sentences)
        self.export, self.entries = export, entries


# --- looking ----------------------------------------------------------------------------------


def counts_of(path: Path) -> Counts:
    """Return what is in a book; raises `StorageFault`."""
    with in_words(str(path)), closing(reading(path)) as book:
        return counted(book)


def counted(book: sqlite3.Connection) -> Counts:
    """Return what is in an opened book."""
    return _counts(book.execute(f"SELECT kind, count(*), {LAST} FROM fact GROUP BY kind"))


def preview(book: Path, picked: Picked) -> Restore:
    """Return what restoring a file would do to the book; raises `StorageFault`."""
    with work_copy(book, picked) as (work, version):
        found = Restore(picked, version, counts_of(work), None, None, _altered_in(work))
        with suppress(*UNREADABLE), closing(reading(book)) as present:
            present.execute("ATTACH ? AS other", (f"{work.absolute().as_uri()}?mode=ro",))
            return replace(found, going=_only_in("main", "other", present),
                           coming=_only_in("other", "main", present))
        return found


def _altered_in(work: Path) -> tuple[int, ...]:
    """Return the numbers of the entries of a book whose digests do not fit."""
    found = []
    with closing(reading(work)) as book:
        for number, *row in book.execute(f"SELECT seq, {NAMED} FROM fact ORDER BY seq"):
            try:
                is_altered = not fits(row)
            except (TypeError, ValueError):  # a digest of another type
                is_altered = True
            if is_altered:
                found.append(number)
    return tuple(found)


def _only_in(one: str, other: str, book: sqlite3.Connection) -> Counts:
    return _counts(book.execute(
        f"SELECT kind, count(*), {LAST} FROM {one}.fact AS fact WHERE NOT EXISTS "
        f"(SELECT 1 FROM {other}.fact AS there WHERE there.id = fact.id) GROUP BY kind"))


def _counts(rows: sqlite3.Cursor) -> Counts:
    found = rows.fetchall()
    return Counts.of({kind: count for kind, count, _ in found},
                     max([at for _, _, at in found if at is not None], default=0))


def entries_in(picked: Picked) -> Iterator[Row]:
    """Yield the entries of a book or a backup, as they are kept once it is of this version; raises
    `NotRestorable` and `StorageFault`."""
    look_at(picked)
    with in_words(picked.name), scratch() as folder:
        work = folder / "book.db"
        _fetch(picked, work)
        _made_current(picked.name, work)
        with closing(sqlite3.connect(work)) as book:
            yield from book.execute(f"SELECT {NAMED} FROM fact ORDER BY seq")


# --- restoring --------------------------------------------------------------------------------


def restore(store: Store, picked: Picked) -> Backup:
    """Put a file in the place of an opened book; return the backup of what was there before. Raises
    `StorageFault`; the book is unchanged then."""
    book = store.own_file
    with work_copy(book, picked) as (work, _):
        with in_words(str(book)), closing(sqlite3.connect(work, isolation_level=None)) as copy:
            _keep_device(copy, book)
        for _attempt in range(ATTEMPTS):
            way_back = backups.keep_alone(book, BEFORE_RESTORE)
            with in_words(str(way_back.path)), closing(reading(way_back.path)) as before:
                known = mark_of(before)
            if store.replace_by(work, known):
                return way_back
    raise InUse(say("{place} is being written to by another program. Nothing was changed. "
                    "Try again in a moment.", place=str(book)))


def put_in_place(book: Path, picked: Picked) -> Path | None:
    """Put a file in the place of a book that cannot be opened, or that is not the one that was
    open; return where what was there is kept now, None if nothing was.

    What was kept beside it until somebody decides is moved to the backups. Raises `StorageFault`;
    the book is unchanged then.
    """
    undecided = displaced.pending(book)
    with work_copy(book, picked) as (work, _), in_words(str(book)):
        aside = placing.put(work, book, "other" if undecided else "damaged")
    if undecided:
        displaced.decide(book)
    return aside


def _keep_device(copy: sqlite3.Connection, book: Path) -> None:
    """Copy what belongs to this device, such as the theme or a half-typed hand, into a copy."""
    copy.execute("ATTACH ? AS present", (str(book.absolute()),))
    copy.execute("BEGIN")
    copy.execute("DELETE FROM main.device")
    copy.execute("INSERT INTO main.device SELECT * FROM present.device")
    copy.execute("COMMIT")
    copy.execute("DETACH present")


# --- the copy that is restored ----------------------------------------------------------------


@contextmanager
def work_copy(book: Path, picked: Picked) -> Iterator[tuple[Path, int]]:
    """Yield a copy of a file, whole and of this version, among the backups, and the version that
    the file has. Raises `NotRestorable` and `StorageFault`."""
    folder = folder_of(book)
    look_at(picked)
    with alone(folder):
        work = folder / f"restore.{os.getpid()}{PART}"
        try:
            with in_words(str(folder)):
                _fetch(picked, work)
            version = _made_current(picked.name, work)
            yield work, version
        finally:
            sweep(work, *beside(work))


def look_at(picked: Picked) -> None:
    """Raise `NotRestorable` unless a file begins like a database; it is not opened as one yet."""
    name, path, head = picked.name, picked.path, picked.content[:64]
    if path is not None:
        if path.is_dir():
            raise NotRestorable(say("{file} is a folder. Choose a file in it.", file=name))
        try:
            with path.open("rb") as file:
                head = file.read(64)
        except OSError as fault:
            raise NotRestorable(say("{file}: cannot be read ({fault})", file=name,
                                    fault=refusal(fault))) from None
    if not head:
        raise NotRestorable(say("{file} is empty: there is no book in it.", file=name))
    if is_of_entries(head):
        raise NotRestorable(say(
            "{file} holds the entries of a book. Import it: that adds what is missing, with its "
            "history.", file=name), entries=True)
    if head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        raise NotRestorable(say(
            "{file} is an export, not a backup. Import it: that adds what is missing and "
            "replaces nothing.", file=name), export=True)
    if not head.startswith(SQLITE):
        raise NotRestorable(say("{file} is not a Scorepad book.", file=name))


def _fetch(picked: Picked, work: Path) -> None:
    make_own(work)
    if picked.path is None:
        work.write_bytes(picked.content)
    elif (wal := beside(picked.path)[0]).exists() and wal.stat().st_size:
        # Part of it lies in the WAL beside it.
        with closing(reading(picked.path)) as source, closing(sqlite3.connect(work)) as copy:
            backups.pour(source, copy)
    else:
        shutil.copyfile(picked.path, work)


def _made_current(name: str, work: Path) -> int:
    """Check a copy and bring it to this version; return the version it had."""
    damaged = say(
        "{file} is damaged, so it cannot be restored. Nothing was changed.", file=name)
    try:
        refuse_cut(work)
        with closing(sqlite3.connect(work, isolation_level=None)) as copy:
            version = _version(name, copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            if backups.fault_of_pages(copy):
                raise NotRestorable(damaged, RESCUE)
        migrations.migrate_file(work)
        with closing(sqlite3.connect(work, isolation_level=None)) as copy:
            migrations.complete(copy, name)
            _refuse_last_number(name, copy)
            if copy.execute("PRAGMA page_size").fetchone()[0] != migrations.PAGE_SIZE:
                # An open book takes in only pages of its own size.
                copy.execute(f"PRAGMA page_size = {migrations.PAGE_SIZE}")
                copy.execute("VACUUM")
    except (sqlite3.Error, SQLAlchemyError, ValueError) as fault:
        # The copy is ours alone: it fails because of what is in it, or because there is no room.
        if any(sign in str(fault) for sign in ("disk is full", "disk I/O", "unable to open")):
            raise fault_at(str(work.parent), fault) from fault
        raise NotRestorable(damaged, RESCUE) from fault
    return version


def _version(name: str, copy: sqlite3.Connection) -> int:
    if fault := migrations.fault_of_tables(copy, name):
        raise NotRestorable(fault)
    version = migrations.version_in(copy)
    if version > len(migrations.MIGRATIONS):
        raise NotRestorable(say(
            "{file} was written by a newer Scorepad (book version {version}, this one knows "
            "{known}). Nothing was changed. Update Scorepad to restore it.", file=name,
            version=version, known=len(migrations.MIGRATIONS)))
    if version < 1:
        raise NotRestorable(say("{file} is not a Scorepad book.", file=name))
    return version


def _refuse_last_number(name: str, copy: sqlite3.Connection) -> None:
    """Refuse a book to which nothing could be added."""
    last = copy.execute("SELECT max(seq) FROM fact").fetchone()[0] or 0
    if last >= LAST_NUMBER:
        raise NotRestorable(say(
            "{file} is damaged: entry {number} takes the last number that there is, so none "
            "could follow it. Nothing was changed.", file=name, number=last), RESCUE)


class Both(NamedTuple):
    """Two books as one. counts: all that is in it; refused: why entries of the other one make no
    sense in it; aside: where what lay in the place is kept now, None if nothing was changed."""

    counts: Counts
    refused: Sequence[Message]
    aside: Path | None = None


def are_one(book: Path) -> bool:
    """Return whether what was open and what lies in its place have entries in common: then the one
    is an older, newer or other copy of the other."""
    with suppress(*UNREADABLE), closing(reading(book)) as there:
        for kept in _whole(book)[:1]:
            there.execute("ATTACH ? AS other", (f"{kept.absolute().as_uri()}?mode=ro",))
            return there.execute("SELECT 1 FROM fact JOIN other.fact AS kept USING (id) "
                                 "LIMIT 1").fetchone() is not None
    return False


def unite(book: Path, *, really: bool = True) -> Both:
    """Put the union of what was open and of what lies at the book's place there.

    really: False only says what it would be. Raises `NotRestorable` where one of them is no whole
    book, and `StorageFault`; nothing is changed then.
    """
    open_one, *earlier = _whole(book)
    with in_words(str(book)):
        seen = state_of(book.stat())
        refused: list[Message] = []
        with work_copy(book, Picked.at(open_one)) as (work, _):
            with closing(sqlite3.connect(work, isolation_level=None)) as copy:
                for other in (book, *earlier):
                    with suppress(*() if other == book else (NotRestorable,)):
                        refused += _take(copy, other)
                counts = counted(copy)
            if not really:
                return Both(counts, refused)
            if state_of(book.stat()) != seen:
                raise InUse(say("{place} is being written to by another program. Nothing was "
                                "changed. Try again in a moment.", place=str(book)))
            aside = placing.put(work, book, "other")
        displaced.decide(book)
        return Both(counts, refused, aside)


def _take(copy: sqlite3.Connection, other: Path) -> list[Message]:
    """Take the entries of another book into a copy; return why some of them cannot be."""
    found = Union(Parts(lambda sql, values: copy.execute(sql, values).fetchall()))
    copy.execute("BEGIN")
    for some in batched(entries_in(Picked.at(other)), AT_ONCE):
        copy.executemany(f"INSERT {INTO}", found.add(some))
    copy.execute("COMMIT")
    return [fault for _, fault in found.refused]


def _whole(book: Path) -> list[Path]:
    """Return the whole books that are kept beside a book, the latest first."""
    return [kept for kept in displaced.pending(book) if not displaced.is_bare(kept)]
