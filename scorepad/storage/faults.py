"""The faults of the place where the book is kept, as sentences for people."""

import errno
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from textwrap import shorten
from typing import ClassVar, Self

from sqlalchemy.exc import SQLAlchemyError

from scorepad.i18n.message import N_, Fault, Message, say

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""The exceptions that reading a damaged file may raise. Python decodes SQLite's error messages,
which may quote a name that is not UTF-8."""

MOST_SAID = 120
"""The most characters quoted of what a database itself says."""


IN_A_BROWSER = sys.platform == "emscripten"
"""True in the page that runs without a server: its book has one place, and nobody sees that."""


RESCUE = say("\"scorepad rescue\" saves what can be read.")
"""The sentence for a command line after a fault of a damaged book; screens have a key instead."""


class StorageFault(Fault):
    """A book that cannot be opened or written; `message` says why and what to do, as screens show
    it, and the sentences after it what to do on a command line."""


class InUse(StorageFault):
    """A book that another program holds; it may be free later."""


class Newer(StorageFault):
    """A book of a newer version than this program knows, at a place. Nothing is written to it."""

    def __init__(self, place: str, version: int, known: int) -> None:
        super().__init__(say(
            "{place} was written by a newer Scorepad (book version {version}, this one knows "
            "{known}). Nothing was changed in it. Update Scorepad to open it.",
            place=place, version=version, known=known))


class FaultOfServer(StorageFault):
    """A fault of the server that keeps a book; `sentence` says it of any."""

    sentence: ClassVar[str]

    @classmethod
    def of(cls, place: str) -> Self:
        """Return this fault of the server at a place."""
        return cls(Message(cls.sentence, {"place": place}))


class Unreachable(FaultOfServer):
    """A book whose server does not answer; it may later. Nothing was written."""

    sentence = N_("{place} cannot be reached. Nothing was changed. Check that the server runs "
                  "and can be reached from here, and try again.")


class Silent(Unreachable):
    """A book whose server or network hangs: it neither answers nor refuses. Nothing was written."""

    sentence = N_("{place} does not answer. Nothing was changed. Wait a moment and try again.")


class NotSure(FaultOfServer):
    """A save during which the connection to the server broke: it may have succeeded or not."""

    sentence = N_("The connection to {place} broke while this was being saved, so it may be in "
                  "the book or not. Try again: nothing is saved twice.")


class NoAnswer(Exception):
    """The exception of a driver when a server has been silent for too long."""


class Displaced(StorageFault):
    """A book that is not, or no longer, the one at its place.

    Nothing is written to either until somebody has chosen which of them to go on with. kept: the
    file of what was open; None if it could not be written; command: the sentence that says how to
    choose on a command line, which screens do not show.
    """

    def __init__(self, message: Message, kept: Path | None, command: Message | None = None) -> None:
        super().__init__(message, *([] if command is None else [command]))
        self.kept = kept


@contextmanager
def in_words(place: str) -> Iterator[None]:
    """Turn what the database or the file system refuses at a place into a `StorageFault`."""
    try:
        yield
    except (OSError, *UNREADABLE, SQLAlchemyError, ImportError) as fault:
        raise fault_at(place, fault) from fault


@contextmanager
def holding_together() -> Iterator[None]:
    """Turn what fails while the entries of a book are put together into a `StorageFault`. If one of
    them names what is not there, or makes no sense, the book is damaged."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as fault:
        raise StorageFault(say(
            "The book is damaged: its entries do not fit together ({fault}). Restore a backup, or "
            "save what can be read.", fault=f"{type(fault).__name__}: {fault}"), RESCUE) from fault


def is_silence(fault: BaseException | None) -> bool:
    """Return whether an exception was raised because a server was silent."""
    return isinstance(fault, NoAnswer | Silent) or fault is not None and (
        is_silence(getattr(fault, "orig", None)) or is_silence(fault.__cause__))


def gone(place: str, fault: BaseException) -> Unreachable:
    """Return the fault for a connection to the server at a place that ended with this."""
    return Silent.of(place) if is_silence(fault) else Unreachable.of(place)


def way_out() -> Message:
    """Return what can be done about a book that is none."""
    return say("Restore a backup.") if IN_A_BROWSER else \
        say("Name another place with SCOREPAD_DATABASE_URL.")


def fault_at(place: str, fault: BaseException) -> StorageFault:
    """Return the fault for what was refused at a place: why, and what to do."""
    refused = getattr(fault, "orig", None) or fault
    said = " ".join(str(refused).split())
    if "unable to open" in said and (by_disk := _said_by_disk(place)) is not None:
        fault, refused, said = by_disk, by_disk, str(by_disk)
    if (told := _fault_of_server(place, fault, refused, said)) is not None:
        return told
    if "not a database" in said or "malformed" in said or isinstance(fault, UnicodeDecodeError):
        return StorageFault(say(
            "{place} is not a Scorepad book, or it is damaged. Nothing was changed in it. {way}",
            place=place, way=way_out()))
    if "disk is full" in said or "No space left" in said \
            or getattr(fault, "errno", None) == errno.ENOSPC:
        return StorageFault(say("There is no space left at {place}. Nothing was changed. Free "
                                "some space and try again.", place=place))
    if "disk I/O error" in said:
        return StorageFault(say("The disk refused to write at {place}. Nothing was changed. Check "
                                "that it is there and has space, and try again.", place=place))
    if isinstance(fault, OSError) or "readonly" in said or "unable to open" in said:
        return StorageFault(
            say("{place} cannot be written to. Close this page and open it again.", place=place)
            if IN_A_BROWSER else say(
                "{place} cannot be written to. Make the folder writable, or name another place "
                "with SCOREPAD_DATABASE_URL.", place=place))
    if "locked" in said:
        return InUse(say(
            "{place} is in use by another program. Close it and try again.", place=place))
    return StorageFault(say("{place} cannot be used: {fault}", place=place, fault=_short(refused)))


def _said_by_disk(place: str) -> OSError | None:
    """Return why no file can be made at a place, which SQLite keeps to itself; None if one can."""
    folder = Path(place) if Path(place).is_dir() else Path(place).parent
    try:
        with TemporaryFile(dir=folder):
            return None
    except OSError as refused:
        return refused


def _fault_of_server(place: str, fault: BaseException, refused: BaseException,
                     said: str) -> StorageFault | None:
    """Return the fault of the server that has the book; None if it is the fault of a file. Those
    who read it are rarely those who look after the server: often they can only wait."""
    if is_silence(fault):
        return Silent.of(place)
    if isinstance(fault, ImportError) and "psycopg" in said:
        return StorageFault(say("A book in PostgreSQL needs the extra 'postgresql': "
                                "pip install 'scorepad[postgresql]'"))
    if "authentication failed" in said or "no password supplied" in said:
        return StorageFault(say("{place} refuses the name or the password. Correct them in "
                                "SCOREPAD_DATABASE_URL.", place=place))
    if "FATAL" in said and "does not exist" in said:
        return StorageFault(say("{place} is not on the server ({fault}). Create it there, or name "
                                "another place with SCOREPAD_DATABASE_URL.", place=place,
                                fault=said.rpartition("FATAL:")[2].strip()))
    if "read-only transaction" in said:
        return StorageFault(say("The server of {place} is read-only at the moment. Nothing was "
                                "changed. Try again later.", place=place))
    if getattr(fault, "connection_invalidated", False) or any(sign in said for sign in (
            "connection failed", "connection is bad", "connection timeout", "is starting up",
            "is shutting down", "server closed the connection", "connection is closed",
            "connection is lost", "terminating connection", "Can't reconnect")):
        return Unreachable.of(place)
    if not type(refused).__module__.startswith("psycopg"):
        return None
    if "lock timeout" in said:
        return InUse(say("Somebody else is writing to {place} at the moment. Nothing was changed. "
                         "Wait a moment and try again.", place=place))
    if "No space left" in said:
        return StorageFault(say("There is no space left on the server of {place}. Nothing was "
                                "changed. Whoever looks after it has to free some.", place=place))
    return StorageFault(say("The server of {place} refused this: {fault}. Nothing was changed.",
                            place=place, fault=_short(refused)))


def _short(refused: BaseException) -> str:
    """Return the first line of an error: the others quote the statement with all its values."""
    lines = str(refused).splitlines() or [type(refused).__name__]
    return shorten(lines[0], MOST_SAID, placeholder=" …").rstrip(".")
