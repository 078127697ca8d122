"""How a book of every earlier version becomes one of this version.

Numbered functions, run in order when a book is opened: all in one transaction, after a copy of
the file was made. They are listed here by hand, because a packaged app has no folder of scripts
to look through.
"""

from collections.abc import Callable

from sqlalchemy import URL, Connection, inspect
from sqlmodel import SQLModel

from scorepad.storage import rows
from scorepad.storage.faults import StorageFault
from scorepad.text import say

VERSION_TABLE = "scorepad_version"


def _begin(connection: Connection) -> None:
    """Version 1: facts, and what belongs to the device; the database itself guards the facts."""
    SQLModel.metadata.create_all(
        connection, tables=[rows.FactRow.__table__, rows.DeviceRow.__table__])
    if connection.dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            connection.exec_driver_sql(
                f"CREATE TRIGGER fact_no_{change.lower()} BEFORE {change} ON fact "
                "BEGIN SELECT RAISE(ABORT, 'facts are only ever added'); END")
    elif connection.dialect.name == "postgresql":
        connection.exec_driver_sql(
            "CREATE FUNCTION fact_kept() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'facts are only ever added'; END $$")
        connection.exec_driver_sql("CREATE TRIGGER fact_kept BEFORE UPDATE OR DELETE ON fact "
                                   "FOR EACH ROW EXECUTE FUNCTION fact_kept()")


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (_begin,)


def version_of(connection: Connection) -> int:
    """The version of an opened database; 0 for an empty one.

    Raises `StorageFault` for a database of something else, and for one of a newer version.
    """
    tables = inspect(connection).get_table_names()
    if not tables:
        return 0
    version = 0
    if VERSION_TABLE in tables:
        version = connection.exec_driver_sql(f"SELECT version FROM {VERSION_TABLE}").scalar() or 0
    if version < 1:
        raise StorageFault(say(
            "{place} is a database, but not a Scorepad book. Nothing was changed in it. "
            "Name another place with SCOREPAD_DATABASE_URL.", place=place_of(connection.engine.url)))
    if version > len(MIGRATIONS):
        raise StorageFault(say(
            "{place} was written by a newer Scorepad (book version {version}, this one knows "
            "{known}). Nothing was changed in it. Update Scorepad to open it.",
            place=place_of(connection.engine.url), version=version, known=len(MIGRATIONS)))
    return version


def migrate(connection: Connection) -> None:
    """Bring the database to this version, all or nothing."""
    if version_of(connection) == len(MIGRATIONS):
        return
    connection.rollback()
    if connection.dialect.name == "sqlite":
        # The driver begins by itself only before INSERT and the like, not before CREATE.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    # Another Scorepad may have done it while this one waited to begin.
    version = version_of(connection)
    if version == 0:
        connection.exec_driver_sql(f"CREATE TABLE {VERSION_TABLE} (version INTEGER NOT NULL)")
        connection.exec_driver_sql(f"INSERT INTO {VERSION_TABLE} VALUES (0)")
    for step in MIGRATIONS[version:]:
        step(connection)
    connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version = {len(MIGRATIONS)}")
    connection.commit()


def place_of(url: URL) -> str:
    """Where a database lies, as people can find it; without a password."""
    return url.database or "" if url.get_backend_name() == "sqlite" else \
        url.render_as_string(hide_password=True)
