"""The store: appends entries to the book and reads them back.

One connection, kept open, writes and reads, one call at a time. Two Scorepads on one file see each
other's entries, because `changed` asks the database.
"""

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from operator import itemgetter
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from scorepad.book.facts import Entry, SheetOpened
from scorepad.i18n.message import say
from scorepad.storage import backups, codec, displaced, placing
from scorepad.storage.connecting import engine_of, file_of, place_named, use_wal
from scorepad.storage.driver import driver_of, sqlite_of
from scorepad.storage.faults import (
    Displaced,
    NotSure,
    StorageFault,
    Unreachable,
    fault_at,
    gone,
    in_words,
)
from scorepad.storage.identity import NoFile, Opened, OpenFile, Written
from scorepad.storage.migrations import MIGRATIONS, migrate, place_of, version_of
from scorepad.storage.others import Others, OthersInFile, OthersOnServer
from scorepad.storage.reading import entries_of
from scorepad.storage.rows import DEVICE, FACT, HANDS
from scorepad.storage.turns import SILENT_SECONDS, Turns
from scorepad.system.steps import Steps, stepwise

BUSY_SECONDS = 5
"""Seconds to wait for another program that holds the book, unless told otherwise."""

AT_ONCE = 1000
"""Rows of a long book that are read in one go, before something else may go first."""

LAST_NUMBER = 2**63 - 1
"""The highest number of a row, after which SQLite numbers rows at random."""

Rows = Sequence[Any]
"""Parameters of the statement that writes an entry, for each of some entries."""

COLUMNS = ("id", "evening", "kind", "at", "by", "data")

KEEP = text("INSERT INTO device (key, value) VALUES (:key, :value) "
            "ON CONFLICT (key) DO UPDATE SET value = excluded.value")
"""SQL that SQLite and PostgreSQL both know; two may keep the same key at once."""


class Store:
    """An opened book; `file` is where it lies, None if that is not a file on this machine.

    After a server went away, every call tries to connect again.
    """

    def __init__(self, connection: Connection, patience: float = BUSY_SECONDS) -> None:
        self._connection = connection
        self._sheets: codec.Sheets = {}
        # Compiled once: a player waits for this statement after every hand.
        compiled = insert(FACT).values(dict.fromkeys(COLUMNS)).compile(
            dialect=connection.dialect)
        self._insert_text = str(compiled)
        self._parameters: Callable[[dict[str, Any]], Any] = \
            itemgetter(*compiled.positiontup) if compiled.positiontup else dict
        self._refusal = connection.dialect.loaded_dbapi.Error
        self._refusals = (self._refusal, SQLAlchemyError)
        url = connection.engine.url
        self._place = place_of(url)
        self._patience = patience
        self.file = file_of(url)
        is_sqlite = connection.dialect.name == "sqlite"
        self._others: Others = OthersInFile() if is_sqlite else OthersOnServer()
        self._turns = None if is_sqlite else Turns(self._place, patience + SILENT_SECONDS)
        self._lock: AbstractContextManager[Any] = self._turns or threading.RLock()
        with in_words(self._place):
            self._opened: Opened = OpenFile(self.file, sqlite_of(connection)) if self.file \
                else NoFile()
        self._displaced: Displaced | None = None
        self._unsaved: set[str] = set()
        """The ids of entries that got into a displaced file and were never reported as saved."""
        self._mark: backups.Mark | None = None
        self._not_sure: str | None = None
        """The id of the first of the entries that may or may not have been saved."""
        self.changed()

    @classmethod
    def open(cls, database: str, patience: float | None = None) -> "Store":
        """Open the book at a database URL; make it if there is none, and migrate an older one.

        patience: seconds to wait for another program that holds the book. Raises `StorageFault`
        if the book cannot be opened; the place is untouched then.
        """
        patience = BUSY_SECONDS if patience is None else patience
        with in_words(place_named(database)):
            if file := file_of(database):
                placing.finish(file)
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
            return cls(connection, patience)

    def close(self) -> None:
        """Close the connection to the database, without waiting for a server that is silent."""
        with suppress(Unreachable), self._lock:
            with suppress(StorageFault):  # or SQLite would write into a file that was replaced
                self._look()
            self._opened.close()
            self._connection.close()
        self._connection.engine.dispose()

    @property
    def may_hang(self) -> bool:
        """True if the book is on a server, for which one may have to wait."""
        return self._turns is not None

    def reopen(self) -> None:
        """Open what lies at the place now, after the book was displaced. Raises `StorageFault`,
        as `open` does; what was open is still open then."""
        with self._lock:
            if self._displaced is not None and self._displaced.kept is None:
                self._look()  # what is open is not kept anywhere yet
            url = self._connection.engine.url
            fresh = Store.open(url.render_as_string(hide_password=False), self._patience)
            self.close()
            self._connection, self._opened = fresh._connection, fresh._opened
            self._displaced = None
            self._sheets.clear()
            self.doubt()

    @property
    def displaced(self) -> Displaced | None:
        """The fault of the book's file if something has happened to it: see `identity`."""
        return self._displaced

    def _look(self) -> None:
        """Keep what is open and raise `Displaced` if another file lies at the place."""
        if self._displaced is None and self._opened.is_whole():
            return
        with suppress(*self._refusals):
            driver_of(self._connection).rollback()
        if (self._displaced is None or self._displaced.kept is None) \
                and isinstance(self._opened, OpenFile):
            self._displaced = displaced.keep_whole(self._opened, self._unsaved)
        if self._displaced is not None:
            raise self._displaced

    def _look_before(self) -> None:
        """Do the same before a commit, as quickly as can be: the thorough look comes after."""
        if self._displaced is not None or not self._opened.is_there():
            self._look()

    @property
    def own_file(self) -> Path:
        """The file of the book; raises ValueError if that is not a file on this machine."""
        if self.file is None:
            raise ValueError("the book is no file of this machine")
        return self.file

    # --- facts --------------------------------------------------------------------------------

    def append(self, entries: Sequence[Entry], evening: str | None) -> None:
        """Write entries, all or none; they are saved when this returns.

        evening: the one they are about, None for facts about players. Raises `StorageFault`.
        """
        self.append_all([(entry, evening) for entry in entries])

    @stepwise
    def rows_of(self, entries: Sequence[tuple[Entry, str | None]]) -> Steps[Rows]:
        """Return the rows that `append_all` writes for entries: making them takes the longest."""
        rows = []
        for entry, evening in entries:
            rows.append(self._parameters(self._row(entry, evening)))
            yield
        return rows

    def append_all(self, entries: Sequence[tuple[Entry, str | None]], *,
                   unless_changed: bool = False, rows: Rows | None = None) -> bool:
        """Write entries of several evenings, all or none.

        unless_changed: write nothing and return False if somebody else has written since `changed`
        was asked. rows: those of the entries, if known. Raises `StorageFault`.
        """
        with self._lock:
            saving = False
            try:
                # Straight to the driver: SQLAlchemy would take a sixth of the time of a saved hand.
                driver = driver_of(self._connection)
                cursor = driver.cursor()
                self._others.keep_out(cursor)
                if self._not_sure:
                    self._make_sure(cursor)
                if rows is None:
                    rows = [self._parameters(self._row(entry, evening))
                            for entry, evening in entries]
                if len(rows) > 1 and self.file is not None:
                    cursor.executemany(self._insert_text, rows)
                else:
                    for row in rows:
                        cursor.execute(self._insert_text, row)
                # Asked now that nobody else can write before this is saved.
                if self._others.have_written(cursor) and unless_changed:
                    driver.rollback()
                    return False
                self._look_before()
                saving = True
                driver.commit()
                if self.file is not None:
                    self._look_after(entries)
                self._others.saved()
                if entries:
                    mark = backups.Mark(self._others.last(cursor), entries[-1][0].id)
                    if unless_changed:  # then these are the next ones
                        self._mark = mark
                    self._opened.wrote(Written([entry.id for entry, _ in entries], rows), mark)
                return True
            except Displaced:
                raise
            except BaseException as fault:
                is_gone = self._let_go(fault)
                if is_gone and saving:
                    self._not_sure = entries[0][0].id
                    raise NotSure.of(self._place) from fault
                if isinstance(fault, self._refusals):
                    if self.file is not None:  # a file that was cut off fails in many ways
                        self._look()
                    raise (gone(self._place, fault)
                           if is_gone and not isinstance(fault, SQLAlchemyError)
                           else fault_at(self._place, fault)) from fault
                raise

    def _look_after(self, entries: Sequence[tuple[Entry, str | None]]) -> None:
        """Raise `Displaced` if the file of a commit was displaced: its entries are not saved."""
        if not self._opened.is_whole():
            self._unsaved |= {entry.id for entry, _ in entries}
            self._look()

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

    def _make_sure(self, cursor: Any) -> None:
        """Raise `StorageFault` if what was being saved when the server went away was saved after
        all, so that nothing is written twice."""
        mark = "?" if self.file else "%s"
        saved = cursor.execute(
            f"SELECT seq FROM fact WHERE id = {mark}", (self._not_sure,)).fetchone()
        self._not_sure = None  # not before: the server may go away again while it is asked
        if saved:
            raise StorageFault(say(
                "What was being saved when the connection broke is in the book after all. "
                "Look at it before you save again."))

    def frame(self) -> list[Entry]:
        """Return players, evenings and sheets, without what happened on the sheets."""
        return self._read((FACT.c.kind != HANDS) & FACT.c.kind.in_(codec.FRAME))

    def evening(self, evening: str) -> list[Entry]:
        """Return everything about one evening."""
        return self._read(FACT.c.evening == evening)

    @stepwise
    def everything(self) -> Steps[list[Entry]]:
        """Return the whole book."""
        rows: list[Any] = []
        end = self._last()
        while end and end.seq > 0 and (not rows or rows[-1][:2] != end):
            found = self._rows_between(rows[-1][0] if rows else 0, end.seq)
            if not found:  # another book was put in its place meanwhile
                rows, end = [], self._last()
            rows += found
            yield
        return (yield from entries_of.steps([row[1:] for row in rows], self._sheets))

    def _rows_between(self, seq: int, last: int) -> Sequence[Any]:
        """Return the rows after `seq`, up to `last`, at most as many as are read in one go."""
        columns = FACT.c.seq, FACT.c.id, FACT.c.kind, FACT.c.at, FACT.c.by, FACT.c.data
        with self._asked() as connection:
            return connection.execute(
                select(*columns).where(FACT.c.seq > seq, FACT.c.seq <= last)
                .order_by(FACT.c.seq).limit(AT_ONCE)).cursor.fetchall()

    def _last(self) -> backups.Mark | None:
        """Return the number and the id of the last entry; None if there is none."""
        with self._asked() as connection:
            row = connection.execute(select(FACT.c.seq, FACT.c.id)
                                     .order_by(FACT.c.seq.desc()).limit(1)).first()
        return row and backups.Mark(*row)

    def begin(self) -> None:
        """Make `news` begin here; called before a book is read. Raises `StorageFault`, also if the
        next entry would get a random number, and so a random place."""
        row = self._mark = self._last()
        self._opened.start_anew(self._mark)
        if row is not None and row.seq >= LAST_NUMBER:
            raise StorageFault(say(
                "The book is damaged: entry {number} takes the last number that there is, so none "
                "could follow it. Restore a backup; \"scorepad rescue\" takes out what can be "
                "read.", number=row.seq))

    def news(self) -> list[Entry] | None:
        """Return what others have written since `begin`, or since this was last asked; None if that
        is not known, as when another book was put in this one's place."""
        columns = FACT.c.seq, FACT.c.id, FACT.c.kind, FACT.c.at, FACT.c.by, FACT.c.data
        if self._mark is None:
            return None
        with self._asked() as connection:
            rows = connection.execute(select(*columns).where(FACT.c.seq >= self._mark.seq)
                                      .order_by(FACT.c.seq)).all()
        if not rows or backups.Mark(*rows[0][:2]) != self._mark:
            return None
        self._mark = backups.Mark(*rows[-1][:2])
        self._opened.start_anew(self._mark)
        new = [(row.id, row.kind, row.at, row.by, row.data) for row in rows[1:]]
        return entries_of(new, self._sheets)

    @stepwise
    def filed(self) -> Steps[list[tuple[Entry, str | None]]]:
        """Return the whole book, each entry with the evening that it is filed under, and with the
        time that is stored, even if that is invalid."""
        with self._asked() as connection:
            more = {row.id: (row.evening, row.at) for row in
                    connection.execute(select(FACT.c.id, FACT.c.evening, FACT.c.at))}
        entries = yield from self.everything.steps()
        return [(entry._replace(at=at), evening) for entry in entries
                for evening, at in [more.get(entry.id, (None, entry.at))]]

    def changed(self) -> bool:
        """Return whether somebody else has written since this was last asked. Raises `Displaced`
        if another file lies at the book's place, and `StorageFault`."""
        with self._asked() as connection:
            self._look()
            return self._others.changed(connection)

    def has_news(self) -> bool:
        """Return what `changed` would, on a thread that may wait: a server that was silent is
        asked whether it is back. Raises `StorageFault`."""
        with self._asked(anyway=True) as connection:
            return self._others.have_news(connection)

    def doubt(self) -> None:
        """Make `changed` return True and `news` None, so that everything is read again."""
        self._mark = None
        self._others.forget()

    def replace_by(self, copy: Path, known: backups.Mark | None) -> bool:
        """Put the book that lies at `copy` in the place of this one, whole or not at all.

        known: the last entry of this one when it was backed up. Changes nothing and returns False
        if somebody has written since. Other Scorepads on the same file notice it like any other
        change. Raises `StorageFault`.
        """
        moved = False

        def look() -> None:
            nonlocal moved
            with closing(backups.reading(self.own_file)) as as_it_was:
                moved = backups.mark_of(as_it_was) != known
            if moved:
                raise InterruptedError("somebody has written to the book")

        with self._lock, in_words(self._place), closing(sqlite3.connect(copy)) as source:
            self._connection.rollback()
            self._look()
            target = sqlite_of(self._connection)
            try:
                backups.pour(source, target, self._patience, look)
            except InterruptedError:
                return False
            self._sheets.clear()
            self._mark = None
            self._opened.start_anew(None)
            self._others.forget()  # whoever asks is told that everything has changed
            return True

    # --- what belongs to this device ----------------------------------------------------------

    def keep(self, key: str, value: Any, *, patiently: bool = True) -> None:
        """Remember a JSON value for this device; None forgets it.

        patiently: whether to wait for another program that holds the book.
        """
        written = json.dumps(value)
        with self._asked() as connection, self._waiting(connection, patiently):
            if value is None:
                connection.execute(delete(DEVICE).where(DEVICE.c.key == key))
            else:
                connection.execute(KEEP, {"key": key, "value": written})
            self._look_before()
            connection.commit()
            self._opened.kept_something()

    def kept(self, key: str) -> Any:
        """Return what was remembered under `key`, or None."""
        with self._asked() as connection:
            value = connection.execute(
                select(DEVICE.c.value).where(DEVICE.c.key == key)).scalar()
        return None if value is None else json.loads(value)

    def kept_under(self, prefix: str) -> dict[str, Any]:
        """Return all that was remembered under keys that begin with `prefix`, by key."""
        with self._asked() as connection:
            rows = connection.execute(select(DEVICE.c.key, DEVICE.c.value).where(
                DEVICE.c.key.startswith(prefix, autoescape=True))).all()
        return {key: json.loads(value) for key, value in rows}

    # --- rows ---------------------------------------------------------------------------------

    @contextmanager
    def _waiting(self, connection: Connection, patiently: bool) -> Iterator[None]:
        """Make one call wait for a locked file, or fail at once unless `patiently`."""
        if patiently or self.file is None:
            yield
            return
        connection.exec_driver_sql("PRAGMA busy_timeout = 0")
        try:
            yield
        finally:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {round(self._patience * 1000)}")

    @contextmanager
    def _asked(self, *, anyway: bool = False) -> Iterator[Connection]:
        """Yield the connection for one call, and roll back what it has not committed.

        anyway: even if the server was silent just now.
        """
        turn = self._turns.anyway() if anyway and self._turns else self._lock
        with turn, in_words(self._place):
            try:
                yield self._connection
            finally:
                with suppress(*self._refusals):
                    self._connection.rollback()

    def _row(self, entry: Entry, evening: str | None) -> dict[str, Any]:
        fact = entry.fact
        if isinstance(fact, SheetOpened):
            self._sheets[fact.sheet] = fact
        return {"id": entry.id, "evening": evening, "kind": codec.kind_of(fact), "at": entry.at,
                "by": entry.by, "data": codec.encode(fact, self._sheets)}

    def _read(self, condition: ColumnElement[bool]) -> list[Entry]:
        columns = FACT.c.id, FACT.c.kind, FACT.c.at, FACT.c.by, FACT.c.data
        with self._asked() as connection:
            found = connection.execute(
                select(*columns).where(condition).order_by(FACT.c.seq)).cursor.fetchall()
        return entries_of(found, self._sheets)
