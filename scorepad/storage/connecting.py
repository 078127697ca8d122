"""Connections to the book at a database URL: where that is, how each is set up, and whose turn it
is to ask a server."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import ArgumentError

from scorepad.config import place_of_book
from scorepad.storage.faults import Silent, in_words, is_silence
from scorepad.storage.migrations import place_of, sqlite_of
from scorepad.system.files import make_folder, make_own

GIVE_UP_SECONDS = 10
"""Seconds after which the machines at both ends of a connection to a server give up a silent one.
Nobody at Scorepad waits that long."""

USUAL = {"connect_timeout": GIVE_UP_SECONDS, "tcp_user_timeout": GIVE_UP_SECONDS * 1000}
"""Parameters of psycopg, unless the URL has others."""


def file_of(database: str | URL) -> Path | None:
    """Return the file of a SQLite book; None for a book that is not a file on this machine. Raises
    `StorageFault` for what is not a URL."""
    with in_words(place_named(database) if isinstance(database, str) else place_of(database)):
        url = _url(database)
    path = url.database
    if url.get_backend_name() != "sqlite" or not path or path.startswith((":memory:", "file:")):
        return None
    return Path(path)


def place_named(database: str) -> str:
    """Return where a database URL points, without a password; takes text that is no URL, too."""
    try:
        return place_of(_url(database))
    except ArgumentError:
        return place_of_book(database)


def engine_of(database: str, patience: float) -> Engine:
    """Return the engine for the book at a database URL, not connected yet.

    patience: seconds that a connection waits for another program that holds the book. Raises
    ArgumentError for what is not a URL, `sqlite3.DatabaseError` for a file that is cut off, and
    OSError where its folder cannot be made.
    """
    url = _url(database)
    if url.get_backend_name() != "sqlite":
        return _engine_of_server(url, patience)
    if place := file_of(database):
        make_folder(place.parent)
        if place.is_file():
            refuse_cut(place)
    engine = create_engine(url, connect_args={"check_same_thread": False,
                                              "timeout": patience})

    @event.listens_for(engine, "do_connect")
    def _make_own(*_: object) -> None:
        if place:  # SQLite would make it readable for everybody
            make_own(place)

    @event.listens_for(engine, "connect")
    def _set_up(connection: sqlite3.Connection, _record: object) -> None:
        # Beyond FULL: where no WAL is, a save is done when its journal is removed from the folder.
        connection.execute("PRAGMA synchronous = EXTRA")
        connection.execute("PRAGMA foreign_keys = ON")

    return engine


def use_wal(connection: Connection, patience: float) -> None:
    """Switch a SQLite book to a write-ahead log (WAL), which lies beside the file.

    This writes into the file, so call it only once it is known to be a Scorepad book. patience:
    seconds for which it is tried again: of two that make one book at the same moment SQLite refuses
    one at once, so that they do not wait for each other. Raises `sqlite3.Error`.
    """
    if connection.dialect.name != "sqlite":
        return
    deadline = monotonic() + patience
    while True:
        try:
            sqlite_of(connection).execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
        sleep(0.01)


def _engine_of_server(url: URL, patience: float) -> Engine:
    more: dict[str, Any] = {}
    if url.get_backend_name() == "postgresql":
        if url.drivername == "postgresql":
            url = url.set(drivername="postgresql+psycopg")
        more = {name: value for name, value in USUAL.items() if name not in url.query}
    engine = create_engine(url, connect_args=more)
    if engine.dialect.driver == "psycopg":
        _bound(engine, patience)
    return engine


def _bound(engine: Engine, patience: float) -> None:
    """Limit how long anything may take that is asked through an engine of psycopg. patience:
    seconds to wait for somebody else's lock."""
    from scorepad.storage.patience import connect  # psycopg is there only for a book on a server

    @event.listens_for(engine, "do_connect")
    def _connect(_dialect: object, _record: object, args: list[Any], more: dict[str, Any]) -> Any:
        return connect(patience + SILENT_SECONDS, *args, **more)

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _record: object) -> None:
        connection.execute(f"SET lock_timeout = {round(patience * 1000)}")
        # Whoever goes away in the middle of a save must not keep everybody else from saving.
        connection.execute(
            f"SET idle_in_transaction_session_timeout = {GIVE_UP_SECONDS * 1000}")
        connection.commit()


def refuse_cut(place: Path) -> None:
    """Raise `sqlite3.DatabaseError` for a file that is cut off, as SQLite may not notice at once.

    It takes a file of one byte for an empty one, and notices that there are fewer pages than the
    head says only when it needs one of them.
    """
    beside = [place.with_name(f"{place.name}{ending}") for ending in ("-wal", "-journal")]
    needed = 2
    # Beside one of these its end may lie in there. Or it is open, perhaps in this process: closing
    # it would give up SQLite's locks.
    if not any(each.exists() for each in beside):
        with place.open("rb") as file:
            head = file.read(32)
        if head.startswith(b"SQLite format 3\0"):
            page, pages = int.from_bytes(head[16:18], "big"), int.from_bytes(head[28:], "big")
            needed = pages * (page if page > 1 else 65536)
    # Asked last, and in this order: another program may open it meanwhile, let it grow, and close
    # it again.
    if (needed == 2 or not any(each.exists() for each in beside)) \
            and 0 < place.stat().st_size < needed:
        raise sqlite3.DatabaseError("file is not a database")


def _url(database: str | URL) -> URL:
    """Return a parsed database URL. Raises ArgumentError, whose text never quotes the URL."""
    try:
        url = make_url(database)
    except ValueError:  # the port is no number, or is part of a password
        raise ArgumentError("Could not parse SQLAlchemy URL from given URL string") from None
    if "@" in (url.host or ""):
        raise ArgumentError("an @ in a password is written %40")
    return url


# --- turns at a server ----------------------------------------------------------------------------

SILENT_SECONDS = 1.2
"""Seconds for which a server may be silent, besides the time for which it may wait for somebody
else. Where several pages share an event loop, one thread finds that out for all of them."""

GLANCE_SECONDS = 0.5
"""Seconds for the same where an event loop has to wait that many pages share, and only reads: what
was just asked on a thread is there sooner."""

REST_SECONDS = 10
"""Seconds for which a silent server is asked only by those who look whether it is back."""


PAUSE = 0.25
"""Seconds without a word that count as silence; less is the time that an answer takes."""

LEAST = 0.2
"""Seconds that are left for the next answer however long the server was silent before."""


class Allowance:
    """The seconds (`left`) for which a server may still be silent in one call."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    def spend(self, seconds: float) -> None:
        """Take off a pause that the server made, or the time that somebody waited for his turn."""
        if seconds >= PAUSE:
            self.left = max(self.left - seconds, LEAST)


_allowed: ContextVar[Allowance | None] = ContextVar("allowed", default=None)


def allowance(seconds: float) -> Allowance:
    """Return what is left of the turn that is being taken; `seconds` outside of any."""
    return _allowed.get() or Allowance(seconds)


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Let a server be silent for no longer than that in the turn that is being taken."""
    allowed = allowance(seconds)
    before, allowed.left = allowed.left, min(allowed.left, seconds)
    try:
        yield
    finally:
        allowed.left = before


def _on_event_loop() -> bool:
    """Return whether this is the thread of an event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


class Turns:
    """The lock that is held for one call to the server at `place`, so that nobody waits long for
    one that is silent.

    A server that hangs, or a network that loses what is said, gives neither an answer nor an error.
    The first to ask waits for a limited time; from then on everybody is told at once, until some
    time has passed or somebody who may wait has asked again and got an answer. Entering it raises
    `Silent` if the server is known not to answer, or if the call before this one takes longer than
    `seconds`.
    """

    def __init__(self, place: str, seconds: float) -> None:
        self._place = place
        self._seconds = seconds
        self._lock = threading.RLock()
        self._rests_until = 0.0
        self._tokens: list[Token[Allowance | None]] = []

    @property
    def _rests(self) -> bool:
        return monotonic() < self._rests_until

    def __enter__(self) -> None:
        began = monotonic()
        # Checked again once it is our turn: the call before may just have found out.
        if self._rests or not self._lock.acquire(timeout=self._seconds):
            raise Silent.of(self._place)
        if self._rests:
            self._lock.release()
            raise Silent.of(self._place)
        self._begin(monotonic() - began)

    def __exit__(self, _kind: object, fault: BaseException | None, _where: object) -> None:
        self._end(fault)

    @contextmanager
    def glance(self) -> Iterator[None]:
        """Take a turn to read something; on an event loop it is given up sooner."""
        if not _on_event_loop():
            with self:
                yield
        elif self._lock.acquire(timeout=0 if self._rests else GLANCE_SECONDS):
            try:
                with self, _at_most(GLANCE_SECONDS):
                    yield
            finally:
                self._lock.release()
        else:
            raise Silent.of(self._place)

    def _begin(self, waited: float = 0) -> None:
        allowed = allowance(self._seconds)
        allowed.spend(waited)
        self._tokens.append(_allowed.set(allowed))

    def _end(self, fault: BaseException | None) -> None:
        _allowed.reset(self._tokens.pop())
        self._rests_until = monotonic() + REST_SECONDS if is_silence(fault) else 0
        self._lock.release()

    @contextmanager
    def anyway(self) -> Iterator[None]:
        """Take a turn to see whether a silent server is back, on a thread that may wait. While the
        server is silent only one looks, and this raises `Silent` for any other."""
        if not self._lock.acquire(timeout=0 if self._rests else self._seconds):
            raise Silent.of(self._place)
        self._begin()
        try:
            yield
        except BaseException as fault:
            self._end(fault)
            raise
        self._end(None)
