"""An opened book: its one connection, where it lies, and what belongs to this device.

A book in SQLite is a file that may be moved, replaced or deleted while it is open. To one on a
server others write at the same time.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, delete, select, text
from sqlalchemy.exc import SQLAlchemyError

from scorepad.i18n.message import say
from scorepad.storage import backups, connecting, displaced, migrations, placing
from scorepad.storage.backups import Mark
from scorepad.storage.faults import IN_A_BROWSER, Displaced, StorageFault, Unreachable, in_words
from scorepad.storage.home import Home, Row, State, driver_of, sqlite_of
from scorepad.storage.identity import OpenFile
from scorepad.storage.links import DEVICE
from scorepad.storage.turns import SILENT_SECONDS, Turns


class OnServer(Home):
    """A book in PostgreSQL, which lets many write at once.

    An append locks the table first, so that entries are numbered in the order in which they are
    saved; others are noticed by the number of the last entry.
    """

    STATE = f"SELECT coalesce(max(seq), 0), ({migrations.VERSION}) FROM fact"
    VALUE = "%s"
    ALONE = "LOCK TABLE fact IN SHARE ROW EXCLUSIVE MODE"

    may_hang = True

    def __init__(self, place: str, patience: float) -> None:
        super().__init__(place)
        self.lock = self._turns = Turns(place, patience + SILENT_SECONDS)
        self._before = self._after = State((0, 0))  # before and after an append

    def turn(self, *, anyway: bool, writes: bool = False) -> AbstractContextManager[Any]:
        if anyway:
            return self._turns.anyway()
        return self._turns if writes else self._turns.glance()

    def keep_out(self, cursor: Any) -> None:
        cursor.execute(self.ALONE)
        self._before = self._state(cursor)
        if self.unsure:
            self._make_sure(cursor)

    def have_written(self, cursor: Any) -> bool:
        self._after = self._state(cursor)
        return self._before != self._seen

    def committed(self, cursor: Any, ids: Sequence[str]) -> Mark | None:
        if self._before == self._seen:
            self._seen = self._after
        return Mark(self._after[0], ids[-1]) if ids else None

    def _make_sure(self, cursor: Any) -> None:
        """Raise `StorageFault` if what was being saved when the server went away was saved after
        all, so that nothing is written twice."""
        saved = cursor.execute(
            "SELECT seq FROM fact WHERE id = %s", (self.unsure,)).fetchone()
        self.unsure = None  # not before: the server may go away again while it is asked
        if saved:
            raise StorageFault(say(
                "What was being saved when the connection broke is in the book after all. "
                "Look at it before you save again."))


class InMemory(Home):
    """A SQLite book that is not a file on this machine. SQLite itself counts what other connections
    write, and from the first insert to the commit it lets nobody else write."""

    STATE = "PRAGMA data_version"

    def asked(self, connection: Connection, sql: str,
              values: Sequence[object] = ()) -> Sequence[Any]:
        # Straight to the driver: each tap asks whether others have written, and SQLAlchemy would
        # take ten times as long.
        return sqlite_of(connection).execute(sql, values).fetchall()

    def lock_now(self, cursor: Any) -> None:
        cursor.execute("BEGIN IMMEDIATE")

    def have_written(self, cursor: Any) -> bool:
        return self._state(cursor) != self._seen

    def committed(self, cursor: Any, ids: Sequence[str]) -> Mark | None:
        if not ids:
            return None
        return Mark(cursor.lastrowid, ids[-1])


class InFile(InMemory):
    """A SQLite book in a file on this machine, which is looked at before and after every save."""

    def __init__(self, file: Path, driver: sqlite3.Connection, patience: float) -> None:
        super().__init__(str(file))
        self._file = file
        self._patience = patience
        self._opened = OpenFile(file, driver)
        self._unsaved: set[str] = set()
        """The ids of entries that got into a displaced file and were never reported as saved."""

    def glance(self) -> None:
        if self.displaced is not None or not self._opened.is_untouched():
            self.look()

    def look(self) -> None:
        with in_words(str(self._file)):
            if self.displaced is None and self._opened.is_whole():
                return
        with suppress(sqlite3.Error):
            self._opened.source.rollback()
        if self.displaced is None or self.displaced.kept is None:
            self.displaced = displaced.keep_whole(self._opened, self._unsaved)
        raise self.displaced

    def committed(self, cursor: Any, ids: Sequence[str]) -> Mark | None:
        try:
            whole = self._opened.is_whole()
        except sqlite3.OperationalError:  # somebody holds the file: the next save looks again
            whole = True
        if not whole:
            self._unsaved |= set(ids)
            self.look()
        return super().committed(cursor, ids)

    def wrote(self, ids: Sequence[str], rows: Sequence[Row], mark: Mark) -> None:
        self._opened.wrote(ids, rows, mark)

    def start_anew(self, mark: Mark | None) -> None:
        self._opened.start_anew(mark)

    def kept_something(self) -> None:
        self._opened.kept_something()

    def settle(self) -> None:
        if IN_A_BROWSER:
            self.look()
            self._opened.settle()

    def close(self) -> None:
        self._opened.close()

    @contextmanager
    def at_once(self, connection: Connection) -> Iterator[None]:
        # The driver itself: after a commit that failed, SQLAlchemy asks nothing.
        driver = sqlite_of(connection)
        driver.execute("PRAGMA busy_timeout = 0")
        try:
            yield
        finally:
            driver.execute(f"PRAGMA busy_timeout = {round(self._patience * 1000)}")

    def replace_by(self, copy: Path, known: Mark | None) -> bool:
        moved = False

        def look() -> None:
            nonlocal moved
            with closing(backups.reading(self._file)) as as_it_was:
                moved = backups.mark_of(as_it_was) != known
            if moved:
                raise InterruptedError("somebody has written to the book")

        with closing(sqlite3.connect(copy)) as source:
            self.look()
            try:
                backups.pour(source, self._opened.source, self._patience, look)
            except InterruptedError:
                return False
        return True


KEEP = text("INSERT INTO device (key, value) VALUES (:key, :value) "
            "ON CONFLICT (key) DO UPDATE SET value = excluded.value")
"""SQL that SQLite and PostgreSQL both know; two may keep the same key at once."""


BUSY_SECONDS = 5
"""Seconds to wait for another program that holds the book, unless told otherwise."""

Device = Callable[[], str]
"""A function that returns the id of this installation; it is called when something is written."""


class Opened:
    """A connection to a book, kept open; `file` is where it lies, None if that is not a file on
    this machine. After a server went away, every call tries to connect again."""

    def __init__(self, connection: Connection, patience: float = BUSY_SECONDS,
                 device: Device = str) -> None:
        self._connection = connection
        self._refusal = connection.dialect.loaded_dbapi.Error
        self._refusals = (self._refusal, SQLAlchemyError)
        url = connection.engine.url
        self._place = migrations.place_of(url)
        self._patience = patience
        self._device = cache(device)
        self.file = connecting.file_of(url)
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
        with in_words(connecting.place_named(database)):
            if file := connecting.file_of(database):
                placing.finish(file)
                placing.outdo_older_wal(file)
                displaced.refuse(file)
            engine = connecting.engine_of(database, patience)
            connection = engine.connect()
            try:
                version = migrations.version_of(connection)
                if file and 0 < version < len(migrations.MIGRATIONS):
                    connection.rollback()
                    backups.keep(file, f"version-{version}")
                connection.rollback()
                connecting.use_wal(connection, patience)
                migrations.migrate(connection)
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

    def settle(self) -> None:
        """Bring all of the book into its one file if no other program can have it open, as in a
        browser. Raises `StorageFault`."""
        with self._asked(writes=True):
            self._home.settle()

    def has_news(self, *, anyway: bool = True) -> bool:
        """Return what `changed` would, on a thread that may wait; anyway: ask a server that was
        silent just now, too, whether it is back. Raises `StorageFault`."""
        with self._asked(anyway=anyway) as connection:
            return self._home.have_news(connection)

    def keep(self, key: str, value: Any, *, patiently: bool = True) -> None:
        """Remember a JSON value for this device; None forgets it. patiently: whether to wait for
        another program that holds the book."""
        with self._asked(writes=True) as connection, \
                nullcontext() if patiently else self._home.at_once(connection):
            if value is None:
                connection.execute(delete(DEVICE).where(DEVICE.c.key == key))
            else:
                connection.execute(KEEP, {"key": key, "value": json.dumps(value)})
            self._home.look()
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
