"""The connection of the database driver itself, beneath SQLAlchemy's."""

import sqlite3
from typing import Any

from sqlalchemy import Connection


def driver_of(connection: Connection) -> Any:
    """Return the driver's own connection, of whatever type it is."""
    return connection.connection.driver_connection


def sqlite_of(connection: Connection) -> sqlite3.Connection:
    """Return the driver's own connection to a SQLite book; raises TypeError for any other."""
    driver = driver_of(connection)
    if not isinstance(driver, sqlite3.Connection):
        raise TypeError(f"{driver!r} is no connection of SQLite")
    return driver
