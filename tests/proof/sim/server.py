"""Servers of one book, which die and come back."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.storage import Store
from scorepad.storage.register import InMemory
from scorepad.web.access.keys import Keys, Visitor
from scorepad.web.access.middleware import AccessMiddleware, AccessPolicy
from scorepad.web.exchange import exchange_route
from scorepad.web.host.app import _device, _writes
from scorepad.web.watch.parts import Templates
from scorepad.web.watch.routes import watch_routes
from tests.proof.meaning.players import Device, World
from tests.proof.sim.wire import asked

ASSETS = Path(__file__).parents[3] / "assets"
COOKIE = "key"
TEMPLATES: dict[str, Templates] = {}
"""Those of the watchers' pages, which are compiled once for all servers: that takes long."""


class Power(BaseException):
    """The machine has no power any more."""


class Book(Device):
    """The book of the servers, a file, or in a database; its clock is that of their machine."""

    def __init__(self, world: World, database: str = "") -> None:
        super().__init__(world, "server")
        self.service.close()
        self.database = database or f"sqlite:///{self.path}"
        if database:
            self.path = None

    def make_older(self) -> None:
        """Make the file what an earlier version would have written, without links."""
        assert self.path
        with closing(sqlite3.connect(self.path)) as book:
            book.execute("DROP INDEX fact_part")
            for column in ("device", "clock", '"after"', "digest", "brought"):
                book.execute(f"ALTER TABLE fact DROP COLUMN {column}")
            book.execute("CREATE INDEX ix_fact_evening ON fact (evening)")
            book.execute("UPDATE scorepad_version SET version = 2")
            book.commit()

    def migrated(self) -> None:
        """Know what was written by its lines as they are now: each entry has the same id."""
        lines = {json.loads(line)["id"]: line for line in self._lines()}
        for deed in self.world.deeds:
            deed.lines = frozenset([lines.get(own, own) for own in deed.entries])
        self.lines = frozenset(lines.values())


class Server:
    """A server; register: of the devices, which all servers of a book share."""

    def __init__(self, book: Book, register: InMemory, name: str) -> None:
        self.book, self.register, self.name = book, register, name
        self.service: Service | None = None
        self.app: Any = None
        self.keys: Keys | None = None
        self.tasks: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        """Open the book, and listen."""
        with self.book.at_hand():
            self.service = Service(Store.open(self.book.database, None,
                                              lambda: self.book.installation), self.name)
            self.keys = Keys(self.register)
            pages, watching = watch_routes(self.found, _device, ASSETS, _writes)
            watching._templates = TEMPLATES
            self.keys.listen(watching.look_who_watches)
            app = Starlette(routes=[exchange_route(self.found), *pages])
            self.app = AccessMiddleware(app, self.keys, AccessPolicy(COOKIE))

    def found(self) -> Service:
        """Return the service, which has read what the other server has written."""
        if self.service is None:
            raise Power
        self.service.watch()
        return self.service

    def stop(self, *, power: bool = False) -> None:
        """Die. power: whether the machine dies with it, and of a file only what was synced is left.
        """
        service, self.service, self.app, self.keys = self.service, None, None, None
        for task in self.tasks:
            task.cancel()
        if service is None:
            return
        if not self.book.path:
            service.close()
            return
        kept = self.book.path.read_bytes(), self._log()
        driver = service._store._connection.connection.driver_connection
        synced = driver.execute("PRAGMA synchronous").fetchone()[0] >= 2
        service.close()
        if power:  # what an orderly end has written was never written
            self.book.path.write_bytes(kept[0])
            log = self.book.path.with_name(f"{self.book.path.name}-wal")
            if synced and kept[1] is not None:
                log.write_bytes(kept[1])

    def _log(self) -> bytes | None:
        assert self.book.path
        log = self.book.path.with_name(f"{self.book.path.name}-wal")
        return log.read_bytes() if log.exists() else None

    def let_in(self, role: Role, name: str) -> tuple[str, Visitor]:
        """Let a device in."""
        assert self.keys
        joined = self.keys.join(self.keys.offer(role), name)
        assert joined
        return joined

    async def get(self, path: str, key: str) -> tuple[int, bytes]:
        """Return a page as it is now."""
        return await asked(self.app, path, {"cookie": f"{COOKIE}={key}"}, b"", "GET")
