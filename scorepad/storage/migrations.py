"""Migrations: they turn a book of any earlier version into one of this version.

They are functions, run in order when a book is opened: all in one transaction, after a copy of the
file was made. They are listed here by hand, because a packaged app has no folder of scripts to
look through.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, cast

from sqlalchemy import (
    URL,
    BigInteger,
    Column,
    Connection,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    create_engine,
    inspect,
    text,
)

from scorepad.i18n.message import Message, say
from scorepad.storage.faults import IN_A_BROWSER, Newer, StorageFault, way_out
from scorepad.storage.links import CLOCK, UNLINKED, all_linked

VERSION_TABLE = "scorepad_version"

VERSION = f"SELECT version FROM {VERSION_TABLE}"
"""SQL for the version of a book."""

OURS = 0x5C0BE9AD
"""The key of the lock on which a Scorepad waits while another makes the book on a server."""

PAGE_SIZE = 4096
"""Bytes of a page of a SQLite book, the usual size."""


_FIRST = MetaData()
Table("fact", _FIRST,
      Column("seq", Integer, primary_key=True), Column("id", String, nullable=False, unique=True),
      Column("evening", String, index=True), Column("kind", String, nullable=False),
      Column("at", BigInteger, nullable=False), Column("by", String, nullable=False),
      Column("data", String, nullable=False),
      Index("fact_frame", "kind", sqlite_where=text("kind <> 'HandRecorded'"),
            postgresql_where=text("kind <> 'HandRecorded'")))
Table("device", _FIRST,
      Column("key", String, primary_key=True), Column("value", String, nullable=False))


def _begin(connection: Connection) -> None:
    """Make version 1: the facts, which the database itself guards, and the device's values."""
    _FIRST.create_all(connection)
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(
            "CREATE FUNCTION fact_kept() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'facts are only ever added'; END $$")
    _guard(connection)


def _guard(connection: Connection) -> None:
    """Let the database refuse any change of a fact."""
    if connection.dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            connection.exec_driver_sql(
                f"CREATE TRIGGER fact_no_{change.lower()} BEFORE {change} ON fact "
                "BEGIN SELECT RAISE(ABORT, 'facts are only ever added'); END")
    elif connection.dialect.name == "postgresql":
        connection.exec_driver_sql("CREATE TRIGGER fact_kept BEFORE UPDATE OR DELETE ON fact "
                                   "FOR EACH ROW EXECUTE FUNCTION fact_kept()")
        connection.exec_driver_sql("CREATE TRIGGER fact_not_emptied BEFORE TRUNCATE ON fact "
                                   "EXECUTE FUNCTION fact_kept()")


def _second_edition(_connection: Connection) -> None:
    """Make version 2: a sheet says by which edition of the rules it began, which nothing asks any
    more. The tables stay as they are; an earlier program says that it cannot read such a sheet."""


def _links(connection: Connection) -> None:
    """Make version 3: entries are linked to those before them, the same in every copy of a book."""
    blob = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    for column in ("device VARCHAR NOT NULL DEFAULT ''", "clock BIGINT NOT NULL DEFAULT 0",
                   f'"after" {blob}', f"digest {blob}"):
        connection.exec_driver_sql(f"ALTER TABLE fact ADD COLUMN {column}")
    connection.exec_driver_sql("DROP INDEX ix_fact_evening")
    connection.exec_driver_sql("CREATE INDEX fact_part ON fact (evening, clock)")
    rows = connection.exec_driver_sql(
        'SELECT seq, id, evening, kind, at, "by", data FROM fact ORDER BY seq').all()
    if not rows:
        return
    mine, by_number = ("%s", "%s", "%s", "%s") if blob == "BYTEA" else "????", list[object]()
    for (number, *_), row in zip(rows, all_linked([(*row[1:], *UNLINKED) for row in rows])):
        by_number.append((*row[CLOCK:], number))
    _unguard(connection)
    connection.exec_driver_sql(
        f'UPDATE fact SET clock = {mine[0]}, "after" = {mine[1]}, digest = {mine[2]} '
        f"WHERE seq = {mine[3]}", by_number)
    _guard(connection)


def _brought(connection: Connection) -> None:
    """Make version 4: hands name people by their ids, which an earlier program cannot read, and
    beside who is said to have written an entry stands who has brought it here."""
    connection.exec_driver_sql("ALTER TABLE fact ADD COLUMN brought VARCHAR")


def _unguard(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        for change in ("update", "delete"):
            connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS fact_no_{change}")
    elif connection.dialect.name == "postgresql":
        for guard in ("fact_kept", "fact_not_emptied"):
            connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {guard} ON fact")


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (
    _begin, _second_edition, _links, _brought)


LINKED = MIGRATIONS.index(_links) + 1
"""The version from which on every entry has a digest."""


def version_of(connection: Connection) -> int:
    """Return the version of an opened database; 0 for an empty one. Raises `StorageFault` for a
    database of something else, and for one of a newer version."""
    tables = inspect(connection).get_table_names()
    if not tables:
        return 0
    version = 0
    if VERSION_TABLE in tables:
        found = connection.exec_driver_sql(VERSION).scalar()
        version = found if isinstance(found, int) else 0
    if version < 1:
        raise StorageFault(say(
            "{place} is a database, but not a Scorepad book. Nothing was changed in it. {way}",
            place=place_of(connection.engine.url), way=way_out()))
    refuse_newer(version, place_of(connection.engine.url))
    return version


def refuse_newer(version: object, place: str) -> None:
    """Raise `Newer` for a version that this program does not know."""
    if isinstance(version, int) and version > len(MIGRATIONS):
        raise Newer(place, version, len(MIGRATIONS))


def migrate(connection: Connection) -> None:
    """Bring the database to this version, all or nothing."""
    if version_of(connection) == len(MIGRATIONS):
        return
    connection.rollback()
    if connection.dialect.name == "sqlite":
        # The driver begins a transaction by itself only before INSERT and the like, not CREATE.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({OURS})")
    # Another Scorepad may have done it while this one waited to begin.
    version = version_of(connection)
    if version == 0:
        connection.exec_driver_sql(f"CREATE TABLE {VERSION_TABLE} (version INTEGER NOT NULL)")
        connection.exec_driver_sql(f"INSERT INTO {VERSION_TABLE} VALUES (0)")
    for step in MIGRATIONS[version:]:
        step(connection)
    connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version = {len(MIGRATIONS)}")
    connection.commit()


class Part(NamedTuple):
    """A table, index or trigger; sql: the statement that makes it, None if SQLite itself does."""

    type: str
    name: str
    sql: str | None


def version_in(book: sqlite3.Connection) -> int:
    """Return the version that is written in a SQLite book; 0 where there is none."""
    row = book.execute(VERSION).fetchone()
    return row[0] if row and isinstance(row[0], int) else 0


def fault_of_tables(book: sqlite3.Connection, file: str) -> Message | None:
    """Return why there is no book in a SQLite file: it is one of another program, or empty, as
    where the power went while it was made; None if there is one."""
    tables = {name for name, in book.execute("SELECT name FROM sqlite_master")}
    if not tables:
        return say("{file} is empty: there is no book in it.", file=file)
    if not {VERSION_TABLE, "fact"} <= tables:
        return say("{file} is a database of another program, not a Scorepad book.", file=file)
    return None


def strange_parts(book: sqlite3.Connection) -> tuple[list[Part], list[Part]]:
    """Return the parts that are missing in a SQLite book of this version, and those that belong to
    no book.

    Tables and indices are compared by name, triggers, which guard the entries, by what they do:
    one that differs is missing.
    """
    with _migrated() as new:
        wanted = _parts(new)
    there = _parts(book)
    missing = [part for name, part in wanted.items() if name not in there or (
        part.type == "trigger" and there[name].sql != part.sql)]
    foreign = [part for name, part in there.items() if name not in wanted]
    return missing, foreign


def complete(book: sqlite3.Connection, name: str) -> None:
    """Add the missing parts to a book; raises `StorageFault` for one that belongs to no book."""
    missing, foreign = strange_parts(book)
    if foreign:
        raise StorageFault(say("{file} holds \"{part}\", which does not belong in a Scorepad "
                               "book. Nothing was changed.", file=name, part=foreign[0].name))
    for part in missing:
        if part.type == "trigger":
            book.execute(f"DROP TRIGGER IF EXISTS {part.name}")
        if part.sql:
            book.execute(part.sql)


def _parts(book: sqlite3.Connection) -> dict[str, Part]:
    return {name: Part(type, name, sql) for type, name, sql in book.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%'")}


def first_page() -> bytes:
    """Return the first page of a new book, which says what lies where: every book of a version
    has the same layout."""
    with _migrated() as new:
        return new.serialize()[:PAGE_SIZE]


def migrate_file(file: Path) -> None:
    """Bring a SQLite book to this version; a file that is not there yet becomes an empty book."""
    with _migrated(str(file)):
        pass


@contextmanager
def _migrated(file: str = "") -> Iterator[sqlite3.Connection]:
    """Yield the driver's connection to a SQLite book that was brought to this version: a new one in
    memory, unless a file is named."""
    engine = create_engine(URL.create("sqlite", database=file))
    try:
        with engine.connect() as connection:
            migrate(connection)
            yield cast(sqlite3.Connection, connection.connection.driver_connection)
    finally:
        engine.dispose()


def place_of(url: URL) -> str:
    """Return where a database lies, as people can find it; without a password."""
    if url.get_backend_name() == "sqlite":
        return Path(url.database or "").name if IN_A_BROWSER else url.database or ""
    return url.set(query={}).render_as_string(hide_password=True)
