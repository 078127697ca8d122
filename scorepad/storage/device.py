"""The values that belong to this device and not to the book, such as a half-typed hand."""

import json
from typing import Any

from sqlalchemy import Connection, delete, select, text

from scorepad.storage.rows import DEVICE

KEEP = text("INSERT INTO device (key, value) VALUES (:key, :value) "
            "ON CONFLICT (key) DO UPDATE SET value = excluded.value")
"""SQL that SQLite and PostgreSQL both know; two may keep the same key at once."""


def keep(connection: Connection, key: str, value: Any) -> None:
    """Remember a JSON value; None forgets it."""
    if value is None:
        connection.execute(delete(DEVICE).where(DEVICE.c.key == key))
    else:
        connection.execute(KEEP, {"key": key, "value": json.dumps(value)})


def kept(connection: Connection, key: str) -> Any:
    """Return what was remembered under `key`, or None."""
    value = connection.execute(select(DEVICE.c.value).where(DEVICE.c.key == key)).scalar()
    return None if value is None else json.loads(value)


def kept_under(connection: Connection, prefix: str) -> dict[str, Any]:
    """Return all that was remembered under keys that begin with `prefix`, by key."""
    rows = connection.execute(select(DEVICE.c.key, DEVICE.c.value).where(
        DEVICE.c.key.startswith(prefix, autoescape=True))).all()
    return {key: json.loads(value) for key, value in rows}
