"""A table whose phones lose their network and their server, in the middle of a hand."""

import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from scorepad.config import Settings
from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.storage.links import HANDS as HANDED
from scorepad.web.access.keys import Keys
from scorepad.web.access.visitors import shared_register
from tests.browser.evenings import evening, take_in
from tests.browser.table_server import TableServer
from tests.gate import Gate

HANDS = 16
"""The hands of a sheet, whose players lose in turn: nobody has lost the fifth by then, which ends a
match."""


class Typed(NamedTuple):
    """A hand that is typed with four taps: who loses, and the Augen, which decide it."""

    seat: int
    augen: int

    @classmethod
    def any(cls, number: int, rng: Random) -> "Typed":
        return cls(number % 4, rng.randint(66, 99))

    @property
    def taps(self) -> tuple[str, ...]:
        return (f"seat-{self.seat}", *[f"digit-{digit}" for digit in str(self.augen)], "save")


class PhoneTable:
    """A server behind a gate, with many sheets to type on."""

    def __init__(self, folder: Path, sheets: int) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.gate = Gate()
        self.gate.to = port
        self.server = TableServer(folder / "data", "--behind", self.gate.address,
                                  "--port", str(port)).start()
        self.sheets = [f"s{number}" for number in range(sheets)]
        [usual] = evening()["sheets"]
        take_in(self.server, *[  # type: ignore[arg-type]
            evening(id=f"e{sheet}", sheets=[{**usual, "id": sheet}]) for sheet in self.sheets])
        self.settings = Settings.of({"FLET_APP_STORAGE_DATA": str(self.server.data)})
        self._file = self.settings.database.removeprefix("sqlite:///")

    def route(self, sheet: str) -> str:
        return f"/evening/e{sheet}/sheet/{sheet}"

    def join(self, number: int) -> tuple[str, str]:
        """Let in another writer's phone; its cookie."""
        keys = Keys(shared_register(self.settings))
        name, _is, value = self.server.join(
            key=keys.offer(Role.WRITER), name=f"Phone {number}").cookie.partition("=")
        keys.close()
        return name, value

    def restart(self) -> None:
        """Kill the server, and start another at the same place."""
        self.server.kill()
        self.server.start()

    def count(self, sheet: str) -> int:
        """The hands of a sheet, as they lie on the disk."""
        return int(self._asked(f"SELECT count(*) FROM fact WHERE evening = ? AND kind = '{HANDED}'",
                               f"e{sheet}"))

    def draft(self, sheet: str) -> str:
        """What is half typed for a sheet, as it lies on the disk; empty for nothing."""
        return str(self._asked("SELECT coalesce(max(value), '') FROM device WHERE key LIKE ?",
                               f"entry/{sheet}/%"))

    def _asked(self, question: str, value: str) -> Any:
        with closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True, timeout=30)) as book:
            return book.execute(question, (value,)).fetchone()[0]

    def hands(self, sheet: str) -> list[Typed]:
        """The hands of a sheet, as the book tells them."""
        service = Service.open(self.settings)
        try:
            lines = service.sheet(sheet).score.lines
            return [next(Typed(seat, augen) for seat, augen in enumerate(line.record.hand.augen)
                         if augen) for line in lines]
        finally:
            service.close()

    def close(self) -> None:
        assert self.server.stop() == 0
        assert self.server.said() == ""
        self.gate.close()
