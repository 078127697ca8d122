"""A book in SQLite: its file may be moved, replaced or deleted while it is open."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from scorepad.storage import backups, displaced
from scorepad.storage.backups import Mark
from scorepad.storage.faults import in_words
from scorepad.storage.home import Home, Row
from scorepad.storage.identity import OpenFile
from scorepad.storage.migrations import sqlite_of


class InMemory(Home):
    """A SQLite book that is not a file on this machine.

    SQLite itself counts what other connections write, and from the first insert to the commit it
    lets nobody else write.
    """

    STATE = "PRAGMA data_version"

    def lock_now(self, cursor: Any) -> None:
        cursor.execute("BEGIN IMMEDIATE")

    def have_written(self, cursor: Any) -> bool:
        return self._state(cursor) != self._seen

    def committed(self, cursor: Any, ids: Sequence[str]) -> Mark | None:
        if not ids:
            return None
        [number] = cursor.execute("SELECT last_insert_rowid()").fetchone()
        return Mark(number, ids[-1])


class InFile(InMemory):
    """A SQLite book in a file on this machine, which is looked at before and after every save."""

    def __init__(self, file: Path, driver: sqlite3.Connection, patience: float) -> None:
        super().__init__(str(file))
        self._file = file
        self._patience = patience
        self._opened = OpenFile(file, driver)
        self._unsaved: set[str] = set()
        """The ids of entries that got into a displaced file and were never reported as saved."""

    def look(self) -> None:
        with in_words(str(self._file)):
            if self.displaced is None and self._opened.is_whole():
                return
        with suppress(sqlite3.Error):
            self._opened.source.rollback()
        if self.displaced is None or self.displaced.kept is None:
            self.displaced = displaced.keep_whole(self._opened, self._unsaved)
        raise self.displaced

    def look_before(self) -> None:
        if self.displaced is not None or not self._opened.is_there():
            self.look()

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

    def close(self) -> None:
        self._opened.close()

    @contextmanager
    def at_once(self, connection: Connection) -> Iterator[None]:
        driver = sqlite_of(connection)  # after a commit that failed, SQLAlchemy asks nothing
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
