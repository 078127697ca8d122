"""What can be wrong with the place where the book is kept."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from scorepad.text import Message, say

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged file may raise: Python reads even SQLite's complaint about a name that
is no text as text."""


class StorageFault(Exception):
    """The book cannot be opened or written; `message` says why and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class InUse(StorageFault):
    """Another program holds the book; later it may not."""


@contextmanager
def in_words(place: str) -> Iterator[None]:
    """What the database or the file system refuses at a place, as a sentence."""
    try:
        yield
    except (OSError, *UNREADABLE, SQLAlchemyError, ImportError) as fault:
        raise fault_at(place, fault) from fault


def fault_at(place: str, fault: BaseException) -> StorageFault:
    """What was refused at a place."""
    said = " ".join(str(getattr(fault, "orig", fault)).split())
    if "not a database" in said or "malformed" in said or isinstance(fault, UnicodeDecodeError):
        return StorageFault(say(
            "{place} is not a Scorepad book, or it is damaged. Nothing was changed in it. "
            "Name another place with SCOREPAD_DATABASE_URL.", place=place))
    if "disk is full" in said or getattr(fault, "errno", None) == errno.ENOSPC:
        return StorageFault(say("There is no room left at {place}. Nothing was changed. "
                                "Make room and try again.", place=place))
    if "disk I/O error" in said:
        return StorageFault(say("The disk refused at {place}. Nothing was changed. Check that it "
                                "is there and has room, and try again.", place=place))
    if isinstance(fault, OSError) or "readonly" in said or "unable to open" in said:
        return StorageFault(say(
            "{place} cannot be written to. Free the folder for writing, or name another "
            "place with SCOREPAD_DATABASE_URL.", place=place))
    if "locked" in said:
        return InUse(say(
            "{place} is in use by another program. Close it and try again.", place=place))
    return StorageFault(say("{place} cannot be used: {fault}", place=place, fault=said))
