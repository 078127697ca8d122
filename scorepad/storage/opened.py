"""An opened book: its one connection, where it lies, and what belongs to this device."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, delete, select, text
from sqlalchemy.exc import SQLAlchemyError

from scorepad.storage import backups, displaced, placing
from scorepad.storage.connecting import engine_of, file_of, place_named, use_wal
from scorepad.storage.faults import Displaced, StorageFault, Unreachable, in_words
from scorepad.storage.home import Home
from scorepad.storage.in_sqlite import InFile, InMemory
from scorepad.storage.migrations import (
    MIGRATIONS,
    driver_of,
    migrate,
    place_of,
    sqlite_of,
    version_of,
)
from scorepad.storage.on_server import OnServer
from scorepad.storage.rows import DEVICE

KEEP = text("INSERT INTO device (key, value) VALUES (:key, :value) "
            "ON CONFLICT (key) DO UPDATE SET value = excluded.value")
"""SQL that SQLite and PostgreSQL both know; two may keep the same key at once."""


BUSY_SECONDS = 5
"""Seconds to wait for another program that holds the book, unless told otherwise."""

Device = Callable[[], str]
"""A function that returns the id of this installation; it is called when something is written."""


class Opened:
    """A connection to a book, kept open; `file` is where it lies, None if that is not a file on
    this machine.

    After a server went away, every call tries to connect again.
    """

    def __init__(self, connection: Connection, patience: float = BUSY_SECONDS,
                 device: Device = str) -> None:
        self._connection = connection
        self._refusal = connection.dialect.loaded_dbapi.Error
        self._refusals = (self._refusal, SQLAlchemyError)
        url = connection.engine.url
        self._place = place_of(url)
        self._patience = patience
        self._device = cache(device)
        self.file = file_of(url)
        with in_words(self._place):
            self._home = self._home_of(connection)

    def _home_of(self, connection: Connection) -> Home:
        if connection.dialect.name != "sqlite":
            return OnServer(self._place, self._patience)
        if self.file is None:
            return InMemory(self._place)
        return InFile(self.file, sqlite_of(connection), self._patience)

    @classmethod
    def open(cls, database: str, patience: float | None = None, device: Device = str) -> Self:
        """Open the book at a database URL; make it if there is none, and migrate an older one.

        patience: seconds to wait for another program that holds the book; device: which one writes
        here. Raises `StorageFault` if the book cannot be opened; the place is untouched then.
        """
        patience = BUSY_SECONDS if patience is None else patience
        with in_words(place_named(database)):
            if file := file_of(database):
                placing.finish(file)
                placing.outdo_older_wal(file)
                displaced.refuse(file)
            engine = engine_of(database, patience)
            connection = engine.connect()
            try:
                version = version_of(connection)
                if file and 0 < version < len(MIGRATIONS):
                    connection.rollback()
                    backups.keep(file, f"version-{version}")
                connection.rollback()
                use_wal(connection, patience)
                migrate(connection)
            except BaseException:
                connection.close()
                engine.dispose()
                raise
            return cls(connection, patience, device)

    def close(self) -> None:
        """Close the connection to the database, without waiting for a server that is silent."""
        with suppress(Unreachable), self._home.lock:
            with suppress(StorageFault):  # or SQLite would write into a file that was replaced
                self._home.look()
            self._home.close()
            self._connection.close()
        self._connection.engine.dispose()

    @property
    def may_hang(self) -> bool:
        """True if the book is on a server, for which one may have to wait."""
        return self._home.may_hang

    @property
    def displaced(self) -> Displaced | None:
        """The fault of the book's file if something has happened to it: see `identity`."""
        return self._home.displaced

    @property
    def own_file(self) -> Path:
        """The file of the book; raises ValueError if that is not a file on this machine."""
        if self.file is None:
            raise ValueError("the book is no file of this machine")
        return self.file

    def has_news(self, *, anyway: bool = True) -> bool:
        """Return what `changed` would, on a thread that may wait; anyway: ask a server that was
        silent just now, too, whether it is back. Raises `StorageFault`."""
        with self._asked(anyway=anyway) as connection:
            return self._home.have_news(connection)

    def keep(self, key: str, value: Any, *, patiently: bool = True) -> None:
        """Remember a JSON value for this device; None forgets it.

        patiently: whether to wait for another program that holds the book.
        """
        with self._asked(writes=True) as connection, \
                nullcontext() if patiently else self._home.at_once(connection):
            if value is None:
                connection.execute(delete(DEVICE).where(DEVICE.c.key == key))
            else:
                connection.execute(KEEP, {"key": key, "value": json.dumps(value)})
            self._home.look_before()
            connection.commit()
            self._home.kept_something()

    def kept(self, key: str) -> Any:
        """Return what was remembered under `key`, or None."""
        with self._asked() as connection:
            value = connection.execute(select(DEVICE.c.value).where(DEVICE.c.key == key)).scalar()
        return None if value is None else json.loads(value)

    def kept_under(self, prefix: str) -> dict[str, Any]:
        """Return all that was remembered under keys that begin with `prefix`, by key."""
        with self._asked() as connection:
            rows = connection.execute(select(DEVICE.c.key, DEVICE.c.value).where(
                DEVICE.c.key.startswith(prefix, autoescape=True))).all()
        return {key: json.loads(value) for key, value in rows}

    @contextmanager
    def _asked(self, *, anyway: bool = False, writes: bool = False) -> Iterator[Connection]:
        """Yield the connection for one call, and roll back what it has not committed.

        anyway: even if the server was silent just now; writes: to save something.
        """
        with self._home.turn(anyway=anyway, writes=writes), in_words(self._place):
            try:
                yield self._connection
            finally:
                with suppress(*self._refusals):
                    self._connection.rollback()

    def _let_go(self, fault: BaseException) -> bool:
        """Roll back what was begun; return True if the connection is gone, so that the next call
        makes a new one."""
        with suppress(*self._refusals):
            driver = driver_of(self._connection)
            if isinstance(fault, self._refusal) \
                    and self._connection.dialect.is_disconnect(fault, driver, None):
                self._connection.invalidate(fault)
                return True
            driver.rollback()
            return False
        return True
