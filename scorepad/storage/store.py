"""The store: appends entries to the book and reads them back.

One kept connection writes and reads, one call at a time. Two Scorepads on one file see each
other's entries, because `changed` asks the database.
"""

import json
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from operator import itemgetter
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, create_engine, delete, event, insert, select
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from scorepad.book.facts import Entry
from scorepad.storage import backups, codec, placing
from scorepad.storage.faults import fault_at, in_words
from scorepad.storage.migrations import MIGRATIONS, migrate, place_of, version_of
from scorepad.storage.reading import entries_of
from scorepad.storage.rows import HANDS, DeviceRow, FactRow

BUSY_SECONDS = 5
VERSION_OF_DATA = "PRAGMA data_version"
"""A number that changes when another connection has written."""

COLUMNS = ("id", "evening", "kind", "at", "by", "data")


class Store:
    """An opened book; `file` is where it lies, None where that is no file of this machine."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = threading.RLock()
        self._sheets: codec.Sheets = {}
        # Compiled once: a player waits for this statement after every hand.
        compiled = insert(FactRow).values(dict.fromkeys(COLUMNS)).compile(
            dialect=connection.dialect)
        self._insert_text = str(compiled)
        self._parameters: Callable[[dict[str, Any]], Any] = \
            itemgetter(*compiled.positiontup) if compiled.positional else dict
        self._refusals = (connection.dialect.dbapi.Error, SQLAlchemyError)
        url = connection.engine.url
        self._place = place_of(url)
        self._is_sqlite = connection.dialect.name == "sqlite"
        self.file = file_of(url)
        self._seen: object = None
        self.changed()

    @classmethod
    def open(cls, database: str) -> "Store":
        """Open the book at a database URL, make it if there is none, migrate an older one.

        Raises `StorageFault` where that is not possible; the place is untouched then.
        """
        with in_words(_place(database)):
            if file := file_of(database):
                placing.finish(file)
            engine = _engine(database)
            connection = engine.connect()
            try:
                version = version_of(connection)
                if file and 0 < version < len(MIGRATIONS):
                    connection.rollback()
                    backups.keep(file, f"version-{version}")
                connection.rollback()
                _use_wal(connection)
                migrate(connection)
            except BaseException:
                connection.close()
                engine.dispose()
                raise
            return cls(connection)

    def close(self) -> None:
        """Let go of the database."""
        with self._lock:
            self._connection.close()
            self._connection.engine.dispose()

    # --- facts --------------------------------------------------------------------------------

    def append(self, entries: Sequence[Entry], evening: str | None) -> None:
        """Write entries, all or none; they are saved when this returns.

        evening: whose they are, None for facts about players. Raises `StorageFault`.
        """
        self.append_all([(entry, evening) for entry in entries])

    def append_all(self, entries: Sequence[tuple[Entry, str | None]], *,
                   unless_changed: bool = False) -> bool:
        """Write entries of several evenings, all or none.

        unless_changed: not if somebody else has written since `changed` was asked; returns False
        then. Raises `StorageFault`.
        """
        with self._lock:
            try:
                # Straight to the driver: what lies between costs a sixth of a saved hand.
                driver = self._connection.connection.driver_connection
                cursor = driver.cursor()
                for entry, evening in entries:
                    cursor.execute(self._insert_text, self._parameters(self._row(entry, evening)))
                # Asked now that nobody else can write before this is saved.
                if unless_changed and self._is_sqlite \
                        and cursor.execute(VERSION_OF_DATA).fetchone()[0] != self._seen:
                    driver.rollback()
                    return False
                driver.commit()
                return True
            except BaseException as fault:
                with suppress(*self._refusals):
                    self._connection.connection.driver_connection.rollback()
                if isinstance(fault, self._refusals):
                    raise fault_at(self._place, fault) from fault
                raise

    def frame(self) -> list[Entry]:
        """Players, evenings and sheets, without what happened on the sheets."""
        return self._read((FactRow.kind != HANDS) & FactRow.kind.in_(codec.FRAME))

    def evening(self, evening: str) -> list[Entry]:
        """Everything about one evening."""
        return self._read(FactRow.evening == evening)

    def everything(self) -> list[Entry]:
        """The whole book."""
        return self._read(FactRow.seq > 0)

    def filed(self) -> list[tuple[Entry, str | None]]:
        """The whole book, each entry with the evening that it is filed under."""
        with self._lock, in_words(self._place):
            evenings = dict(self._connection.execute(select(FactRow.id, FactRow.evening)).all())
            self._connection.rollback()
        return [(entry, evenings.get(entry.id)) for entry in self.everything()]

    def changed(self) -> bool:
        """Whether somebody else has written since this was last asked."""
        if not self._is_sqlite:
            return True
        with self._lock, in_words(self._place):
            seen, self._seen = self._seen, self._connection.exec_driver_sql(
                VERSION_OF_DATA).scalar_one()
            self._connection.rollback()
            return seen != self._seen

    def replace_by(self, copy: Path, known: backups.Mark | None) -> bool:
        """Put the book that lies at `copy` in the place of this one, whole or not at all.

        known: how far this one had come when it was backed up. False, and nothing is changed, if
        somebody has written since. Other Scorepads on the same file see it like any other change.
        Raises `StorageFault`.
        """
        moved = False

        def look() -> None:
            nonlocal moved
            with closing(backups.reading(self.file)) as as_it_was:
                moved = backups.mark_of(as_it_was) != known
            if moved:
                raise InterruptedError("somebody has written to the book")

        with self._lock, in_words(self._place), closing(sqlite3.connect(copy)) as source:
            self._connection.rollback()
            target = self._connection.connection.driver_connection
            try:
                backups.pour(source, target, BUSY_SECONDS, look)
            except InterruptedError:
                return False
            self._sheets.clear()
            self._seen = None  # whoever asks is told that everything has changed
            return True

    # --- what belongs to this device ----------------------------------------------------------

    def keep(self, key: str, value: Any) -> None:
        """Remember a JSON value for this device; None forgets it."""
        text = json.dumps(value)
        with self._lock, in_words(self._place):
            try:
                self._connection.execute(delete(DeviceRow).where(DeviceRow.key == key))
                if value is not None:
                    self._connection.execute(insert(DeviceRow), {"key": key, "value": text})
                self._connection.commit()
            except BaseException:
                self._connection.rollback()
                raise

    def kept(self, key: str) -> Any:
        """What was remembered under `key`, or None."""
        with self._lock, in_words(self._place):
            value = self._connection.execute(
                select(DeviceRow.value).where(DeviceRow.key == key)).scalar()
            self._connection.rollback()
        return None if value is None else json.loads(value)

    # --- rows ---------------------------------------------------------------------------------

    def _row(self, entry: Entry, evening: str | None) -> dict[str, Any]:
        fact = entry.fact
        kind = codec.kind_of(fact)
        if kind == "SheetOpened":
            self._sheets[fact.sheet] = fact
        return {"id": entry.id, "evening": evening, "kind": kind, "at": entry.at,
                "by": entry.by, "data": codec.encode(fact, self._sheets)}

    def _read(self, condition: Any) -> list[Entry]:
        columns = FactRow.id, FactRow.kind, FactRow.at, FactRow.by, FactRow.data
        with self._lock, in_words(self._place):
            found = self._connection.execute(
                select(*columns).where(condition).order_by(FactRow.seq)).cursor.fetchall()
            self._connection.rollback()
        return entries_of(found, self._sheets)


# --- opening ----------------------------------------------------------------------------------


def _engine(database: str) -> Engine:
    url = make_url(database)
    if url.get_backend_name() != "sqlite":
        return create_engine(url)
    if place := file_of(database):
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.is_file() and _is_cut_off(place):
            raise sqlite3.DatabaseError("file is not a database")
    engine = create_engine(url, connect_args={"check_same_thread": False,
                                              "timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def _set_up(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    return engine


def _is_cut_off(place: Path) -> bool:
    """What SQLite itself does not look at: a file of one byte, which it takes for an empty one,
    and one with fewer pages than its head says, which it notices when it needs the rest."""
    with place.open("rb") as file:
        head = file.read(32)
    size = place.stat().st_size
    journal = place.with_name(f"{place.name}-wal")
    if not head.startswith(b"SQLite format 3\0") or journal.exists() and journal.stat().st_size:
        return size == 1
    page_size, pages = int.from_bytes(head[16:18], "big"), int.from_bytes(head[28:32], "big")
    return size < page_size * pages


def _use_wal(connection: Connection) -> None:
    """Only once it is known that the file is ours: this writes into it."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA journal_mode = WAL")
        connection.rollback()


def file_of(database: str | URL) -> Path | None:
    """The file of a SQLite book; None for what is no file of this machine."""
    url = make_url(database)
    usual = url.get_backend_name() == "sqlite" and url.database \
        and not url.database.startswith((":memory:", "file:"))
    return Path(url.database) if usual else None


def _place(database: str) -> str:
    """Where a database URL points; what is no URL stands for itself."""
    try:
        return place_of(make_url(database))
    except ArgumentError:
        return database
