"""The union of a book that was displaced while it was open with what lies in its place now.

Everything of either goes on, and both are still there besides: what lay in the place under another
name, what was open with the backups.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from scorepad.i18n.message import Message, say
from scorepad.storage import displaced, placing
from scorepad.storage.backups import reading
from scorepad.storage.faults import UNREADABLE, InUse, in_words
from scorepad.storage.home import INTO
from scorepad.storage.identity import state_of
from scorepad.storage.joining import AT_ONCE, Parts, Union, batched
from scorepad.storage.restoring import Counts, NotRestorable, Picked, counted, entries_in, work_copy


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
