"""The register of the devices that may come in, of the keys that let new ones in, and of the PIN.

It lies in a SQLite file of its own beside a book that is a file, and in tables of its own beside
the entries of a book on a server, so that all who serve that book know the same devices. It is no
part of the book: it neither travels with it nor comes back with a restore.
"""

import json
import os
import stat
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from enum import Enum
from pathlib import Path
from time import time, time_ns
from typing import Any, NamedTuple, TypeVar

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
from sqlalchemy.exc import DatabaseError
from sqlalchemy.schema import CreateTable

from scorepad.config import url_of_book
from scorepad.i18n.message import Message, say
from scorepad.storage.backups import flush, sweep
from scorepad.storage.connecting import engine_of, place_named
from scorepad.storage.faults import UNREADABLE, in_words
from scorepad.storage.migrations import OURS, migrate
from scorepad.system.files import part_of, put_in_place

COARSE = 2
"""Seconds by which the times of files may differ from those of what was written."""

PATIENCE = 1.0
"""Seconds to wait for another program that holds the register."""

TABLES = MetaData()
"""All tables of the register; those of the table's code are in `table_code`."""


def table_of(name: str, /, **columns: Any) -> Table:
    """Return a table of the register with these columns, the first of which is its key."""
    return Table(name, TABLES, *[Column(column, kind, primary_key=not at, nullable=False)
                                 for at, (column, kind) in enumerate(columns.items())])


DEVICE = table_of("door_device", id=String, name=String, role=String, since=BigInteger,
                  used=BigInteger)
_LINK = table_of("door_link", id=String, role=String, until=BigInteger)
_PIN = table_of("door_pin", number=Integer, digits=String, until=BigInteger, tries=Integer)
_ADMITTED = table_of("door_admitted", number=Integer, came=Integer, most=Integer)
_TRY = table_of("door_try", peer=String, tries=Integer)

ADMIT = text("INSERT INTO door_device (id, name, role, since, used) "
             "VALUES (:id, :name, :role, :since, :used) ON CONFLICT (id) DO UPDATE SET "
             "name = excluded.name, role = excluded.role, used = excluded.used")
RENEW = text("INSERT INTO door_pin (number, digits, until, tries) VALUES (1, :digits, :until, 0) "
             "ON CONFLICT (number) DO UPDATE SET digits = excluded.digits, "
             "until = excluded.until, tries = 0")
ALLOW = text("INSERT INTO door_admitted (number, came, most) VALUES (1, 0, :most) "
             "ON CONFLICT (number) DO UPDATE SET came = 0, most = excluded.most")
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
    """The PIN; until: when it ends, in seconds since 1970; tries: how many were wrong; came, most:
    how many devices it has let in, and may."""

    digits: str
    until: int
    tries: int
    came: int = 0
    most: int = 0


class Guess(Enum):
    """The outcome of a try of the PIN. FULL: it fits, but has let in as many as it may; UNHEARD: it
    was not looked at."""

    FITS, WRONG, FULL, UNHEARD = range(4)


class Tries(NamedTuple):
    """The most wrong tries of a PIN: of a peer; of all, before only new peers are heard; in all."""

    most_of_peer: int
    most: int
    at_all: int


class Register:
    """The register beside the book at a database URL; calls may wait, and raise `StorageFault`."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._engine: Engine | None = None
        self._lock = threading.RLock()

    def device(self, id: str) -> Device | None:
        """Return a device, None if there is none."""
        row = self.ask(lambda asked: asked.execute(select(DEVICE).where(DEVICE.c.id == id)).first())
        return None if row is None else Device(*row)

    def devices(self) -> list[Device]:
        """Return all devices, those who came first at the beginning."""
        return self.ask(lambda asked: [Device(*row) for row in asked.execute(
            select(DEVICE).order_by(DEVICE.c.since, DEVICE.c.id))])

    def admit(self, device: Device) -> None:
        """Write down a device, in place of what was written of it before."""
        self.ask(lambda asked: asked.execute(ADMIT, device._asdict()))

    def change(self, id: str, **changed: str | int) -> None:
        """Change columns of a device; nothing happens if there is none."""
        self.ask(lambda asked: asked.execute(
            update(DEVICE).where(DEVICE.c.id == id).values(**changed)))

    def shut_out(self, *ids: str) -> None:
        """Remove devices."""
        self.ask(lambda asked: asked.execute(delete(DEVICE).where(DEVICE.c.id.in_(ids))))

    def mark(self) -> object:
        """Return a marker that changes whenever the devices do; None where that is not known."""
        return None

    def offer(self, id: str, role: str, until: int, now: int) -> None:
        """Write down a joining key by its hash, `id`, with the role that it gives, and remove those
        that are too old. until, now: in seconds since 1970, as in the methods below."""
        def act(asked: Connection) -> None:
            asked.execute(delete(_LINK).where(_LINK.c.until <= now))
            asked.execute(insert(_LINK).values(id=id, role=role, until=until))
        self.ask(act)

    def waits(self, id: str, now: int) -> bool:
        """Return whether a joining key was not used yet and is not too old."""
        return self.ask(lambda asked: asked.execute(select(_LINK.c.id).where(
            (_LINK.c.id == id) & (_LINK.c.until > now))).first()) is not None

    def take(self, id: str, now: int) -> str | None:
        """Use up a joining key; return its role, None if there is none or it is too old. Of two
        that use it at once only one gets the role."""
        return self.ask(lambda asked: asked.execute(delete(_LINK).where(
            (_LINK.c.id == id) & (_LINK.c.until > now)).returning(_LINK.c.role)).scalar())

    def pin(self, now: int) -> Pin | None:
        """Return the PIN, None if there is none that is young enough."""
        return self.ask(lambda asked: _pin_of(asked, now))

    def renew_pin(self, digits: str, until: int, most: int) -> None:
        """Set a new PIN, which lets in so many devices at most, and forget all tries."""
        def act(asked: Connection) -> None:
            asked.execute(RENEW, {"digits": digits, "until": until})
            asked.execute(ALLOW, {"most": most})
            asked.execute(delete(_TRY))
        self.ask(act)

    def allow(self, more: int) -> None:
        """Let the PIN let in so many devices more."""
        self.ask(lambda asked: asked.execute(
            update(_ADMITTED).values(most=_ADMITTED.c.most + more)))

    def tries(self, most: int) -> list[tuple[str, int]]:
        """Return the peers that have tried a wrong PIN, and how often; the most frequent first."""
        return self.ask(lambda asked: [(peer, tries) for peer, tries in asked.execute(
            select(_TRY).order_by(_TRY.c.tries.desc(), _TRY.c.peer).limit(most))])

    def guess(self, fits: Callable[[str], bool], peer: str, now: int, tries: Tries
              ) -> tuple[Guess, Pin | None]:
        """Try a PIN; return the outcome, and the PIN, None if there is none.

        fits: returns whether what was typed is these digits; peer: the address that has tried.
        Only wrong tries are counted. After `tries.most_of_peer` of one peer it is not heard any
        more, after `tries.most` of all only peers never wrong, after `tries.at_all` nobody.
        """
        def act(asked: Connection) -> tuple[Guess, Pin | None]:
            # What writes first keeps all others out, so two tries at once are two.
            counted = asked.execute(update(_PIN).where(
                (_PIN.c.until > now) & (_PIN.c.tries < tries.at_all)).values(
                    tries=_PIN.c.tries + 1))
            pin = _pin_of(asked, now)
            of_peer = asked.execute(select(_TRY.c.tries).where(_TRY.c.peer == peer)).scalar() or 0
            if not counted.rowcount or pin is None or of_peer >= tries.most_of_peer \
                    or of_peer and pin.tries > tries.most:
                asked.rollback()
                return Guess.UNHEARD, pin
            if not fits(pin.digits):
                asked.execute(COUNT, {"peer": peer})
                return Guess.WRONG, pin
            if pin.came >= pin.most:
                asked.rollback()
                return Guess.FULL, pin
            asked.execute(update(_PIN).values(tries=_PIN.c.tries - 1))
            asked.execute(update(_ADMITTED).values(came=_ADMITTED.c.came + 1))
            return Guess.FITS, pin
        return self.ask(act)

    def close(self) -> None:
        """Close the connections; the next call makes new ones."""
        with self._lock:
            if self._engine is not None:
                self._engine.dispose()
                self._engine = None

    def ask(self, act: Callable[[Connection], Answer]) -> Answer:
        """Return what an act answers, all of which is written or nothing."""
        with self._lock, in_words(place_named(self._database)):
            try:
                if self._engine is None:
                    self._engine = self._made()
                with self._engine.connect() as connection:
                    answer = act(connection)
                    connection.commit()
                    return answer
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
    for table in TABLES.sorted_tables:
        connection.execute(CreateTable(table, if_not_exists=True))


def _pin_of(asked: Connection, now: int) -> Pin | None:
    row = asked.execute(select(
        _PIN.c.digits, _PIN.c.until, _PIN.c.tries, _ADMITTED.c.came, _ADMITTED.c.most).where(
            (_PIN.c.number == _ADMITTED.c.number) & (_PIN.c.until > now))).first()
    return None if row is None else Pin(*row)


class InFile(Register):
    """A register in a SQLite file of its own; the list of an earlier version is taken over.

    What is no register, or may have been written by another account, is set aside, and `aside`
    says so: whoever has a key in it would be let in.
    """

    def __init__(self, file: Path) -> None:
        super().__init__(url_of_book(file))
        self._file = file
        self.aside: Message | None = None

    def mark(self) -> object:
        """Return the state of the file; None if it was written so lately that what is written next
        may have the same time."""
        with suppress(OSError):
            found = self._file.stat()
            if time() - found.st_mtime > COARSE:
                return found.st_ino, found.st_size, found.st_mtime_ns
        return None

    def _made(self) -> Engine:
        if any(is_of_others(each) for each in self._files()):
            aside = self._set_aside()
            self.aside = say("Another account of this machine may have written {file}. It was set "
                             "aside as {aside}: all devices need a new link.",
                             file=self._file.name, aside=aside)
        try:
            return self._begun()
        except (DatabaseError, *UNREADABLE, OSError) as fault:
            if not _is_no_register(fault):
                raise
            self.aside = say("{file} is damaged. It was set aside as {aside}: all devices need a "
                             "new link.", file=self._file.name, aside=self._set_aside())
            return self._begun()

    def _begun(self) -> Engine:
        if listed := _listed(self._file):
            self._take_over(listed)
        elif listed is not None:
            self._file.unlink()
        engine = engine_of(self._database, PATIENCE)
        try:
            with engine.connect() as connection:
                _make_tables(connection)
                for table in TABLES.sorted_tables:  # as they have to be
                    connection.execute(select(table).limit(1)).all()
                connection.commit()
        except BaseException:
            engine.dispose()
            raise
        return engine

    def _take_over(self, listed: Sequence[Device]) -> None:
        """Put a register of these devices in the place of their list, once it is whole."""
        part = part_of(self._file)
        try:
            with closing(InFile(part)) as whole:
                whole.ask(lambda asked: [asked.execute(ADMIT, each._asdict()) for each in listed])
            put_in_place(part, self._file)
            flush(self._file.parent)
        finally:
            sweep(part)

    def _files(self) -> list[Path]:
        """Return the file, and what SQLite may have beside it, as far as they are there."""
        all_ = [self._file, *[self._file.with_name(f"{self._file.name}{ending}")
                              for ending in ("-journal", "-wal", "-shm")]]
        return [each for each in all_ if each.is_symlink() or each.exists()]

    def _set_aside(self) -> str:
        """Give the file, and what lies beside it, other names; return the file's."""
        ending = f".aside-{time_ns()}"
        for each in self._files():
            each.rename(each.with_name(f"{each.name}{ending}"))
        return f"{self._file.name}{ending}"


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


def is_of_others(file: Path) -> bool:
    """Return whether another account may have written a file."""
    if sys.platform == "win32":
        return False
    found = file.lstat()
    return found.st_uid != os.geteuid() or found.st_mode & 0o022 != 0 \
        or not stat.S_ISREG(found.st_mode)


def _is_no_register(fault: BaseException) -> bool:
    """Return whether a fault is that of a file that is no register, or is damaged."""
    return any(sign in str(fault) for sign in ("not a database", "malformed", "no such column"))


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
