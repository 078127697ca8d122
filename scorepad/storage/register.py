"""The register of the devices that may come in, of the keys that let new ones in, and of the PIN.

It lies in a SQLite file of its own beside a book that is a file, and in tables of its own beside
the entries of a book on a server, so that all who serve that book know the same devices. It is no
part of the book: it neither travels with it nor comes back with a restore.
"""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import time
from typing import NamedTuple, TypeVar

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Integer,
    MetaData,
    StaticPool,
    String,
    Table,
    create_engine,
    delete,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.engine import Engine
from sqlalchemy.schema import CreateTable

from scorepad.config import url_of_book
from scorepad.storage.connecting import engine_of, place_named
from scorepad.storage.faults import in_words
from scorepad.storage.migrations import OURS, migrate

COARSE = 2
"""Seconds by which the times of files may differ from those of what was written."""

PATIENCE = 1.0
"""Seconds to wait for another program that holds the register."""

_TABLES = MetaData()
_DEVICE = Table("door_device", _TABLES,
                Column("id", String, primary_key=True), Column("name", String, nullable=False),
                Column("role", String, nullable=False), Column("since", BigInteger, nullable=False),
                Column("used", BigInteger, nullable=False))
_LINK = Table("door_link", _TABLES,
              Column("id", String, primary_key=True), Column("role", String, nullable=False),
              Column("until", BigInteger, nullable=False))
_PIN = Table("door_pin", _TABLES,
             Column("number", Integer, primary_key=True), Column("digits", String, nullable=False),
             Column("until", BigInteger, nullable=False), Column("tries", Integer, nullable=False))
_TRY = Table("door_try", _TABLES,
             Column("peer", String, primary_key=True), Column("tries", Integer, nullable=False))

ADMIT = text("INSERT INTO door_device (id, name, role, since, used) "
             "VALUES (:id, :name, :role, :since, :used) ON CONFLICT (id) DO UPDATE SET "
             "name = excluded.name, role = excluded.role, used = excluded.used")
RENEW = text("INSERT INTO door_pin (number, digits, until, tries) VALUES (1, :digits, :until, 0) "
             "ON CONFLICT (number) DO UPDATE SET digits = excluded.digits, "
             "until = excluded.until, tries = 0")
COUNT = text("INSERT INTO door_try (peer, tries) VALUES (:peer, 1) "
             "ON CONFLICT (peer) DO UPDATE SET tries = door_try.tries + 1")
"""SQL that SQLite and PostgreSQL both know; two may write the same at once."""

Answer = TypeVar("Answer")


class Device(NamedTuple):
    """A device that may come in.

    id: the hash of its key; since, used: when it came first and was here last, in seconds since
    1970.
    """

    id: str
    name: str
    role: str
    since: int
    used: int


class Pin(NamedTuple):
    """The PIN; until: when it ends, in seconds since 1970; tries: how many were wrong."""

    digits: str
    until: int
    tries: int


class Register:
    """The register beside the book at a database URL; its calls may wait, and raise
    `StorageFault`."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._engine: Engine | None = None
        self._lock = threading.RLock()

    # --- devices ------------------------------------------------------------------------------

    def device(self, id: str) -> Device | None:
        """Return a device, None if there is none."""
        row = self._ask(lambda asked: asked.execute(
            select(_DEVICE).where(_DEVICE.c.id == id)).first())
        return None if row is None else Device(*row)

    def devices(self) -> list[Device]:
        """Return all devices, those who came first at the beginning."""
        return self._ask(lambda asked: [Device(*row) for row in asked.execute(
            select(_DEVICE).order_by(_DEVICE.c.since, _DEVICE.c.id))])

    def admit(self, device: Device) -> None:
        """Write down a device, in place of what was written of it before."""
        self._ask(lambda asked: asked.execute(ADMIT, device._asdict()))

    def change(self, id: str, **changed: str | int) -> None:
        """Change columns of a device; nothing happens if there is none."""
        self._ask(lambda asked: asked.execute(
            update(_DEVICE).where(_DEVICE.c.id == id).values(**changed)))

    def shut_out(self, *ids: str) -> None:
        """Remove devices."""
        self._ask(lambda asked: asked.execute(delete(_DEVICE).where(_DEVICE.c.id.in_(ids))))

    def mark(self) -> object:
        """Return something that is another whenever the devices are others; None where that is not
        known."""
        return None

    # --- links --------------------------------------------------------------------------------

    def offer(self, id: str, role: str, until: int, now: int) -> None:
        """Write down a joining key by its hash, and remove those that are too old."""
        def act(asked: Connection) -> None:
            asked.execute(delete(_LINK).where(_LINK.c.until <= now))
            asked.execute(insert(_LINK).values(id=id, role=role, until=until))
        self._ask(act)

    def waits(self, id: str, now: int) -> bool:
        """Return whether a joining key was not used yet and is not too old."""
        return self._ask(lambda asked: asked.execute(select(_LINK.c.id).where(
            (_LINK.c.id == id) & (_LINK.c.until > now))).first()) is not None

    def take(self, id: str, now: int) -> str | None:
        """Use up a joining key; return its role, None if there is none or it is too old. Of two
        that use it at once only one gets the role."""
        return self._ask(lambda asked: asked.execute(delete(_LINK).where(
            (_LINK.c.id == id) & (_LINK.c.until > now)).returning(_LINK.c.role)).scalar())

    # --- the PIN ------------------------------------------------------------------------------

    def pin(self, now: int) -> Pin | None:
        """Return the PIN, None if there is none that is young enough."""
        return self._ask(lambda asked: _pin_of(asked, now))

    def renew_pin(self, digits: str, until: int) -> None:
        """Set a new PIN and forget all tries."""
        def act(asked: Connection) -> None:
            asked.execute(RENEW, {"digits": digits, "until": until})
            asked.execute(delete(_TRY))
        self._ask(act)

    def guess(self, fits: Callable[[str], bool], peer: str, now: int, most: int,
              most_of_peer: int) -> tuple[bool | None, Pin | None]:
        """Try a PIN; return whether it fits, None if it was not looked at, and the PIN, None if
        there is none.

        Only wrong tries are counted: after `most` of them, or `most_of_peer` of one peer, none is
        looked at any more.
        """
        def act(asked: Connection) -> tuple[bool | None, Pin | None]:
            # What writes first keeps all others out, so two tries at once are two.
            counted = asked.execute(update(_PIN).where(
                (_PIN.c.until > now) & (_PIN.c.tries < most)).values(tries=_PIN.c.tries + 1))
            pin = _pin_of(asked, now)
            of_peer = asked.execute(select(_TRY.c.tries).where(_TRY.c.peer == peer)).scalar() or 0
            if not counted.rowcount or pin is None or of_peer >= most_of_peer:
                asked.rollback()
                return None, pin
            if fits(pin.digits):
                asked.rollback()
                return True, pin
            asked.execute(COUNT, {"peer": peer})
            return False, pin
        return self._ask(act)

    # --- asking -------------------------------------------------------------------------------

    def close(self) -> None:
        """Close the connections; the next call makes new ones."""
        with self._lock:
            if self._engine is not None:
                self._engine.dispose()
                self._engine = None

    def _ask(self, act: Callable[[Connection], Answer]) -> Answer:
        with self._lock, self._connected() as connection:
            answer = act(connection)
            connection.commit()
            return answer

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        with in_words(place_named(self._database)):
            try:
                if self._engine is None:
                    self._engine = self._made()
                with self._engine.connect() as connection:
                    yield connection
            except BaseException:
                self.close()  # a connection that broke is of no use to the next call
                raise

    def _made(self) -> Engine:
        engine = engine_of(self._database, PATIENCE)
        with engine.connect() as connection:
            # The book first, or its place would seem to be taken by something else.
            migrate(connection)
            if engine.dialect.name == "postgresql":  # several servers may make them at once
                connection.execute(text(f"SELECT pg_advisory_xact_lock({OURS})"))
            _make_tables(connection)
            connection.commit()
        return engine


def _make_tables(connection: Connection) -> None:
    for table in _TABLES.sorted_tables:
        connection.execute(CreateTable(table, if_not_exists=True))


def _pin_of(asked: Connection, now: int) -> Pin | None:
    row = asked.execute(select(_PIN.c.digits, _PIN.c.until, _PIN.c.tries).where(
        _PIN.c.until > now)).first()
    return None if row is None else Pin(*row)


class InFile(Register):
    """A register in a SQLite file of its own; the list of an earlier version is taken over, and
    what is no register at all is replaced."""

    def __init__(self, file: Path) -> None:
        super().__init__(url_of_book(file))
        self._file = file

    def mark(self) -> object:
        """Return the state of the file; None if it was written so lately that what is written next
        may have the same time."""
        with suppress(OSError):
            found = self._file.stat()
            if time() - found.st_mtime > COARSE:
                return found.st_ino, found.st_size, found.st_mtime_ns
        return None

    def _made(self) -> Engine:
        listed = _listed(self._file)
        if listed is not None:
            self._file.unlink()
        engine = engine_of(self._database, PATIENCE)
        with engine.connect() as connection:
            _make_tables(connection)
            for device in listed or ():
                connection.execute(ADMIT, device._asdict())
            connection.commit()
        return engine


class InMemory(Register):
    """A register that ends with the program."""

    def __init__(self) -> None:
        super().__init__("sqlite://")

    def _made(self) -> Engine:
        engine = create_engine("sqlite://", poolclass=StaticPool,
                               connect_args={"check_same_thread": False})
        with engine.connect() as connection:
            _make_tables(connection)
            connection.commit()
        return engine


def _listed(file: Path) -> Sequence[Device] | None:
    """Return the devices that a file of an earlier version lists, none for any other text; None for
    a database, an empty file, and no file."""
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return None
    if not content or content.startswith(b"SQLite format 3\0"):
        return None
    with suppress(ValueError, RecursionError):
        told = json.loads(content)
        devices = told.get("devices") if isinstance(told, dict) else None
        return [Device(id, "", "host", used, used)
                for id, used in (devices.items() if isinstance(devices, dict) else ())
                if len(id) == 64 and type(used) is int]
    return []
