"""The driver's own connection, below what SQLAlchemy puts on it."""

import sqlite3
from typing import Any

from sqlalchemy import Connection


def driver_of(connection: Connection) -> Any:
    """Whatever the driver of the database calls a connection."""
    return connection.connection.driver_connection


def sqlite_of(connection: Connection) -> sqlite3.Connection:
    """That of a SQLite book; raises TypeError for any other."""
    driver = driver_of(connection)
    if not isinstance(driver, sqlite3.Connection):
        raise TypeError(f"{driver!r} is no connection of SQLite")
    return driver
