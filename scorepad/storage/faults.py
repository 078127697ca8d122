"""What can be wrong with the place where the book is kept."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import shorten

from sqlalchemy.exc import SQLAlchemyError

from scorepad.text import Message, say

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged file may raise: Python reads even SQLite's complaint about a name that
is no text as text."""

MOST_SAID = 120
"""Letters of what a database says itself."""


class StorageFault(Exception):
    """The book cannot be opened or written; `message` says why and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class InUse(StorageFault):
    """Another program holds the book; later it may not."""


class Unreachable(StorageFault):
    """The server that has the book does not answer; later it may. Nothing was written."""

    @classmethod
    def of(cls, place: str) -> "Unreachable":
        """The server at a place."""
        return cls(say("{place} cannot be reached. Nothing was changed. Check that the server runs "
                       "and can be reached from here, and try again.", place=place))


class Silent(Unreachable):
    """The server that has the book hangs, or the way to it does: it neither answers nor refuses.
    Nothing was written."""

    @classmethod
    def of(cls, place: str) -> "Silent":
        """The server at a place."""
        return cls(say("{place} does not answer. Nothing was changed. Wait a moment and try again.",
                       place=place))


class NoAnswer(Exception):
    """What a driver raises when a server has been silent for too long."""


class NotSure(StorageFault):
    """The server went away while it was saving: it may have saved, or not."""

    @classmethod
    def of(cls, place: str) -> "NotSure":
        """The server at a place."""
        return cls(say("The connection to {place} broke while this was being saved, so it may be "
                       "in the book or not. Try again: nothing is written twice.", place=place))


class Displaced(StorageFault):
    """What lies at the book's place is not what was open there. Nothing is written to either until
    somebody has said which of them goes on; kept: what was open, None where that could not be
    written."""

    def __init__(self, message: Message, kept: Path | None) -> None:
        super().__init__(message)
        self.kept = kept


@contextmanager
def in_words(place: str) -> Iterator[None]:
    """What the database or the file system refuses at a place, as a sentence."""
    try:
        yield
    except (OSError, *UNREADABLE, SQLAlchemyError, ImportError) as fault:
        raise fault_at(place, fault) from fault


@contextmanager
def holding_together() -> Iterator[None]:
    """Putting the entries of a book together: where one names what is not there, or makes no
    sense, the book is damaged."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as fault:
        raise StorageFault(say(
            "The book is damaged: its entries do not fit together ({fault}). Restore a backup; "
            "\"scorepad rescue\" takes out what can be read.",
            fault=f"{type(fault).__name__}: {fault}")) from fault


def is_silence(fault: BaseException | None) -> bool:
    """Whether something ended because a server was silent."""
    return isinstance(fault, NoAnswer | Silent) or fault is not None and (
        is_silence(getattr(fault, "orig", None)) or is_silence(fault.__cause__))


def gone(place: str, fault: BaseException) -> Unreachable:
    """The connection to a server at a place has ended, with this."""
    return Silent.of(place) if is_silence(fault) else Unreachable.of(place)


def fault_at(place: str, fault: BaseException) -> StorageFault:
    """What was refused at a place."""
    refused = getattr(fault, "orig", None) or fault
    said = " ".join(str(refused).split())
    if (told := _fault_of_server(place, fault, said)) is not None:
        return told
    if "not a database" in said or "malformed" in said or isinstance(fault, UnicodeDecodeError):
        return StorageFault(say(
            "{place} is not a Scorepad book, or it is damaged. Nothing was changed in it. "
            "Name another place with SCOREPAD_DATABASE_URL.", place=place))
    if "disk is full" in said or "No space left" in said \
            or getattr(fault, "errno", None) == errno.ENOSPC:
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
    return StorageFault(say("{place} cannot be used: {fault}", place=place, fault=_short(refused)))


def _fault_of_server(place: str, fault: BaseException, said: str) -> StorageFault | None:
    """What a server says that has the book, or says no more; None for what is a file.

    Who reads it is not who looks after the server: often there is nothing to do but wait.
    """
    if is_silence(fault):
        return Silent.of(place)
    if isinstance(fault, ImportError) and "psycopg" in said:
        return StorageFault(say("A book in PostgreSQL needs the extra 'postgresql': "
                                "pip install 'scorepad[postgresql]'"))
    if "authentication failed" in said or "no password supplied" in said:
        return StorageFault(say("{place} refuses the name or the password. Put them right in "
                                "SCOREPAD_DATABASE_URL.", place=place))
    if "FATAL" in said and "does not exist" in said:
        return StorageFault(say("{place} is not on the server ({fault}). Make it there, or name "
                                "another place with SCOREPAD_DATABASE_URL.", place=place,
                                fault=said.rpartition("FATAL:")[2].strip()))
    if "read-only transaction" in said:
        return StorageFault(say("The server of {place} lets nobody write at the moment. "
                                "Nothing was changed. Try again later.", place=place))
    if getattr(fault, "connection_invalidated", False) or any(sign in said for sign in (
            "connection failed", "connection is bad", "connection timeout", "is starting up",
            "is shutting down", "server closed the connection", "connection is closed",
            "connection is lost", "terminating connection", "Can't reconnect")):
        return Unreachable.of(place)
    refused = getattr(fault, "orig", None) or fault
    if not type(refused).__module__.startswith("psycopg"):
        return None
    if "lock timeout" in said:
        return InUse(say("Somebody else is writing to {place} at the moment. Nothing was changed. "
                         "Wait a moment and try again.", place=place))
    if "No space left" in said:
        return StorageFault(say("There is no room left on the server of {place}. Nothing was "
                                "changed. Who looks after it has to make room.", place=place))
    return StorageFault(say("The server of {place} refused this: {fault}. Nothing was changed.",
                            place=place, fault=_short(refused)))


def _short(refused: BaseException) -> str:
    """The first line of what was said: the others hold what was asked, with all its values."""
    lines = str(refused).splitlines() or [type(refused).__name__]
    return shorten(lines[0], MOST_SAID, placeholder=" …").rstrip(".")
