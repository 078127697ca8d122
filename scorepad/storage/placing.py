"""A whole file comes to the place of a book that cannot be opened.

That takes several steps, so it is decided by one: the file gets its name beside the book. Who is
killed after that leaves the rest to the next start; who is killed before has changed nothing.
"""

import shutil
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from scorepad.parts import make_own, part_of, put_in_place
from scorepad.storage.backups import TIME, alone, beside, flush, folder_of, sweep

READY = ".restored"
"""How a whole file ends that is about to take the place of the book beside it."""


def put(work: Path, book: Path, why: str = "damaged") -> Path | None:
    """Put a file, which is moved, at the place of a book, while nobody else works in its folder
    of backups (`alone`); returns where what was there is kept now, None if nothing was. why: what
    that is called by.

    Raises OSError; what was there is there then.
    """
    aside = _kept_aside(book, why)
    ready = _ready(book)
    flush(work)
    work.replace(ready)
    flush(book.parent)
    try:
        _finish(ready, book, aside)
    except OSError:
        if aside is not None and not book.exists():
            with suppress(OSError):
                aside.rename(book)
        sweep(ready)
        raise
    return aside


def finish(book: Path) -> None:
    """What a killed process had decided is done now. Raises `StorageFault` and OSError."""
    ready = _ready(book)
    if ready.exists():
        with alone(folder_of(book)):
            if ready.exists():  # or another has done it
                _finish(ready, book, _free_name(book))


def _ready(book: Path) -> Path:
    return book.with_name(book.name + READY)


def _finish(ready: Path, book: Path, aside: Path | None) -> None:
    for left in beside(book):  # what is written in them belongs to the other file
        left.unlink(missing_ok=True)
    if book.is_dir():
        book.rename(aside or book)
    put_in_place(ready, book)
    flush(book.parent)


def _free_name(book: Path, why: str = "damaged") -> Path:
    """Where what lies at the book's place can be kept."""
    now = datetime.now(UTC).strftime(TIME)
    path = book.with_name(f"{book.stem}-{why}-{now}{book.suffix}")
    for number in count(2):
        if not path.exists():
            break
        path = book.with_name(f"{book.stem}-{why}-{now}-{number}{book.suffix}")
    return path


def _kept_aside(book: Path, why: str) -> Path | None:
    """Keep what lies at the book's place under another name too; a folder is only moved, later."""
    if not book.exists():
        return None
    aside = _free_name(book, why)
    if not book.is_dir():
        # The book itself last: where its name is, everything is.
        for old, new in reversed(list(zip((book, *beside(book)), (aside, *beside(aside))))):
            if old.exists():
                part = part_of(new)
                make_own(part)
                shutil.copyfile(old, part)
                flush(part)
                part.replace(new)
    return aside
