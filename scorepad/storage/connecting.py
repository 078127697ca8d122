"""Connections to the book at a database URL: where that is, and how each is set up."""

import sqlite3
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import ArgumentError

from scorepad.config import place_of_book
from scorepad.storage.faults import in_words
from scorepad.storage.home import sqlite_of
from scorepad.storage.migrations import place_of
from scorepad.storage.turns import SILENT_SECONDS
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
