"""The store: appends entries to the book and reads them back.

One connection, kept open, writes and reads, one call at a time. Two Scorepads on one file see each
other's entries, because `changed` asks the database.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, select, text
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
from scorepad.storage.home import Home, Row
from scorepad.storage.in_sqlite import InFile, InMemory
from scorepad.storage.migrations import MIGRATIONS, migrate, place_of, version_of
from scorepad.storage.on_server import OnServer
from scorepad.storage.reading import entries_of
from scorepad.storage.rows import DEVICE, FACT, HANDS, LAST_NUMBER
from scorepad.system.steps import Steps, stepwise

BUSY_SECONDS = 5
"""Seconds to wait for another program that holds the book, unless told otherwise."""

AT_ONCE = 1000
"""Rows of a long book that are read in one go, before something else may go first."""

Rows = Sequence[Row]
"""The rows of some entries."""

READ = FACT.c.seq, FACT.c.id, FACT.c.kind, FACT.c.at, FACT.c.by, FACT.c.data
"""The columns from which entries are read."""

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
        self._refusal = connection.dialect.loaded_dbapi.Error
        self._refusals = (self._refusal, SQLAlchemyError)
        url = connection.engine.url
        self._place = place_of(url)
        self._patience = patience
        self.file = file_of(url)
        with in_words(self._place):
            self._home = self._home_of(connection)
        self._mark: backups.Mark | None = None
        self.changed()

    def _home_of(self, connection: Connection) -> Home:
        if connection.dialect.name != "sqlite":
            return OnServer(self._place, self._patience)
        if self.file is None:
            return InMemory()
        return InFile(self.file, sqlite_of(connection), self._patience)

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

    def reopen(self) -> None:
        """Open what lies at the place now, after the book was displaced. Raises `StorageFault`,
        as `open` does; what was open is still open then."""
        with self._home.lock:
            if self.displaced is not None and self.displaced.kept is None:
                self._home.look()  # what is open is not kept anywhere yet
            url = self._connection.engine.url
            fresh = Store.open(url.render_as_string(hide_password=False), self._patience)
            self.close()
            self._connection = fresh._connection
            self._home.go_on_with(fresh._home)
            self._sheets.clear()
            self.doubt()

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
            rows.append(self._row(entry, evening))
            yield
        return rows

    def append_all(self, entries: Sequence[tuple[Entry, str | None]], *,
                   unless_changed: bool = False, rows: Rows | None = None) -> bool:
        """Write entries of several evenings, all or none.

        unless_changed: write nothing and return False if somebody else has written since `changed`
        was asked. rows: those of the entries, if known. Raises `StorageFault`.
        """
        home, ids = self._home, [entry.id for entry, _ in entries]
        with home.lock:
            saving = False
            try:
                # Straight to the driver: SQLAlchemy would take a sixth of the time of a saved hand.
                driver = driver_of(self._connection)
                cursor = driver.cursor()
                home.keep_out(cursor)
                if rows is None:
                    rows = [self._row(entry, evening) for entry, evening in entries]
                home.insert(cursor, rows)
                # Asked now that nobody else can write before this is saved.
                if home.have_written(cursor) and unless_changed:
                    driver.rollback()
                    return False
                home.look_before()
                saving = True
                driver.commit()
                if mark := home.committed(cursor, ids):
                    if unless_changed:  # then these are the next ones
                        self._mark = mark
                    home.wrote(ids, rows, mark)
                return True
            except Displaced:
                raise
            except BaseException as fault:
                is_gone = self._let_go(fault)
                if is_gone and saving:
                    home.unsure = ids[0]
                    raise NotSure.of(self._place) from fault
                if isinstance(fault, self._refusals):
                    home.look()  # a file that was cut off fails in many ways
                    raise (gone(self._place, fault)
                           if is_gone and not isinstance(fault, SQLAlchemyError)
                           else fault_at(self._place, fault)) from fault
                raise

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

    def frame(self) -> list[Entry]:
        """Return players, evenings and sheets, without what happened on the sheets."""
        return self._read((FACT.c.kind != HANDS) & FACT.c.kind.in_(codec.FRAME))

    def evening(self, evening: str) -> list[Entry]:
        """Return everything about one evening."""
        return self._read(FACT.c.evening == evening)

    def last_written(self, evenings: Sequence[str]) -> dict[str, int]:
        """Return when something was last written about each of these evenings, in milliseconds
        since 1970."""
        with self._asked() as connection:
            found = connection.execute(select(FACT.c.evening, func.max(FACT.c.at)).where(
                FACT.c.evening.in_(evenings)).group_by(FACT.c.evening)).all()
        return {evening: at for evening, at in found if isinstance(at, int)}

    @stepwise
    def everything(self) -> Steps[list[Entry]]:
        """Return the whole book."""
        rows: list[Any] = []
        end = self._last()
        while end and end.seq > 0 and (not rows or rows[-1][:2] != end):
            found = self._rows((FACT.c.seq > (rows[-1][0] if rows else 0))
                               & (FACT.c.seq <= end.seq), AT_ONCE)
            if not found:  # another book was put in its place meanwhile
                rows, end = [], self._last()
            rows += found
            yield
        return (yield from entries_of.steps(rows, self._sheets))

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
        self._home.start_anew(row)
        if row is not None and row.seq >= LAST_NUMBER:
            raise StorageFault(say(
                "The book is damaged: entry {number} takes the last number that there is, so none "
                "could follow it. Restore a backup; \"scorepad rescue\" saves what can be "
                "read.", number=row.seq))

    def news(self) -> list[Entry] | None:
        """Return what others have written since `begin`, or since this was last asked; None if that
        is not known, as when another book was put in this one's place."""
        if self._mark is None:
            return None
        rows = self._rows(FACT.c.seq >= self._mark.seq)
        if not rows or backups.Mark(*rows[0][:2]) != self._mark:
            return None
        self._mark = backups.Mark(*rows[-1][:2])
        self._home.start_anew(self._mark)
        return entries_of(rows[1:], self._sheets)

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
            self._home.look()
            return self._home.changed(connection)

    def has_news(self) -> bool:
        """Return what `changed` would, on a thread that may wait: a server that was silent is
        asked whether it is back. Raises `StorageFault`."""
        with self._asked(anyway=True) as connection:
            return self._home.have_news(connection)

    def doubt(self) -> None:
        """Make `changed` return True and `news` None, so that everything is read again."""
        self._mark = None
        self._home.forget()

    def replace_by(self, copy: Path, known: backups.Mark | None) -> bool:
        """Put the book that lies at `copy` in the place of this one, whole or not at all.

        known: the last entry of this one when it was backed up. Changes nothing and returns False
        if somebody has written since. Other Scorepads on the same file notice it like any other
        change. Raises `StorageFault`.
        """
        with self._home.lock, in_words(self._place):
            self._connection.rollback()
            if not self._home.replace_by(copy, known):
                return False
            self._sheets.clear()
            self._home.start_anew(None)
            self.doubt()  # whoever asks is told that everything has changed
            return True

    # --- what belongs to this device ----------------------------------------------------------

    def keep(self, key: str, value: Any, *, patiently: bool = True) -> None:
        """Remember a JSON value for this device; None forgets it.

        patiently: whether to wait for another program that holds the book.
        """
        written = json.dumps(value)
        with self._asked() as connection, \
                nullcontext() if patiently else self._home.at_once(connection):
            if value is None:
                connection.execute(delete(DEVICE).where(DEVICE.c.key == key))
            else:
                connection.execute(KEEP, {"key": key, "value": written})
            self._home.look_before()
            connection.commit()
            self._home.kept_something()

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
    def _asked(self, *, anyway: bool = False) -> Iterator[Connection]:
        """Yield the connection for one call, and roll back what it has not committed.

        anyway: even if the server was silent just now.
        """
        with self._home.turn(anyway=anyway), in_words(self._place):
            try:
                yield self._connection
            finally:
                with suppress(*self._refusals):
                    self._connection.rollback()

    def _row(self, entry: Entry, evening: str | None) -> Row:
        fact = entry.fact
        if isinstance(fact, SheetOpened):
            self._sheets[fact.sheet] = fact
        return (entry.id, evening, codec.kind_of(fact), entry.at, entry.by,
                codec.encode(fact, self._sheets))

    def _rows(self, condition: ColumnElement[bool], most: int | None = None) -> Sequence[Any]:
        """Return the rows that meet a condition, in their order, `most` of them at most."""
        with self._asked() as connection:
            return connection.execute(select(*READ).where(condition).order_by(FACT.c.seq)
                                      .limit(most)).cursor.fetchall()

    def _read(self, condition: ColumnElement[bool]) -> list[Entry]:
        return entries_of(self._rows(condition), self._sheets)
