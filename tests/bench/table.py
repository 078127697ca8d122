"""What a table costs its server: four have one sheet open to write on, and a hundred watch it.
After a tap that saves a hand, how soon the last of each has it, and what they take of the memory.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from scorepad.config import Settings
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.service.views import NewEvening
from scorepad.web.access.keys import Keys
from scorepad.web.access.visitors import shared_register
from scorepad.web.limits import STREAMS_OF_DEVICE
from tests.bench.saving import NAMES
from tests.bench.statistics import club_hands
from tests.bench.timing import report
from tests.bench.watchers import Reader, all_have, p95, reading
from tests.browser.table_server import TableServer
from tests.raw import Raw

HANDS, SAVED, WRITERS, WATCHERS = 300, 50, 4, 100
SOON, MOST = 0.5, 150
"""Seconds until the last one has a new total, and megabytes that all of them may cost."""

BETWEEN = 0.3
"""Seconds between two hands; nobody plays as fast."""


class Writer(Raw):
    """A page that notes when it has heard of what it waits for."""

    awaited = b""
    heard_at = 0.0

    async def _hear(self, packet: Any) -> None:
        if not self.heard_at and self.awaited in packet:
            self.heard_at = time.monotonic()
        await super()._hear(packet)

    def wait_for(self, what: str) -> None:
        self.awaited, self.heard_at = what.encode(), 0.0


def begun(data: Path, sheets: int) -> list[str]:
    """Make a book with so many sheets, each on an evening of its own; the routes to them."""
    data.mkdir(exist_ok=True)
    service, routes = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(data)})), []
    for number in range(sheets):
        sheet = service.open_sheet(NewEvening(date(2026, 11, 1 + number)), DOPPELKOPF_ALTENBURG,
                                   NAMES)
        routes.append(f"/evening/{service.sheet(sheet).evening}/sheet/{sheet}")
    service.close()
    return routes


@contextmanager
def serving() -> Iterator[tuple[TableServer, str, str]]:
    """A server with a sheet of so many hands, and the ids of its evening and of the sheet."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(data)}))
        sheet = service.open_sheet(NewEvening(date(2026, 11, 20)), DOPPELKOPF_ALTENBURG, NAMES)
        for hand in club_hands(HANDS):
            service.record(sheet, hand)
        evening = service.sheet(sheet).evening
        service.close()
        server = TableServer(data).start()
        try:
            yield server, evening, sheet
        finally:
            server.stop()


async def watching(server: TableServer, sheet: str) -> list[Reader]:
    """So many watchers, several of a device."""
    port, readers = int(server.address.rpartition(":")[2]), []
    keys = Keys(shared_register(Settings.of({"FLET_APP_STORAGE_DATA": str(server.data)})))
    for number in range(WATCHERS):
        if number % STREAMS_OF_DEVICE == 0:
            cookie = server.join(key=keys.offer(Role.WATCHER), name=f"Phone {number}").cookie
        readers.append(await reading(port, f"/watch/{sheet}/events", f"Cookie: {cookie}"))
    keys.close()
    await all_have(readers, 1)
    return readers


async def writing(server: TableServer, route: str) -> list[Writer]:
    """So many pages at the sheet."""
    name, _is, value = server.join(key=server.key("host"), name="Host").cookie.partition("=")
    writers = []
    for _ in range(WRITERS):
        page = await Writer.open(server, (name, value))  # type: ignore[arg-type]
        writers.append(await page.register(route))
        await page.until(lambda page=page: page.find("seat-0"))
    return writers


async def played(server: TableServer, evening: str, sheet: str
                 ) -> tuple[list[float], list[float], float]:
    """Seconds until the last watcher, and the last writer, had each hand; megabytes taken."""
    server.ask("GET", "/watch")  # what every first request costs is no watcher's
    before = memory(server)
    writers = await writing(server, f"/evening/{evening}/sheet/{sheet}")
    readers = await watching(server, sheet)
    to_watch, to_write = [], []
    for number in range(SAVED):
        for seat in (number, number + 1):
            await writers[0].tap(f"seat-{seat % len(NAMES)}")
        await asyncio.sleep(BETWEEN)
        for each in writers:
            each.wait_for(f"hand-{HANDS + number + 1}")
        saved = time.monotonic()
        await writers[0].tap("result-re-120")
        to_watch.append(await all_have(readers, number + 2) - saved)
        for each in writers:
            await each.until(lambda each=each: each.heard_at)
        to_write.append(max(each.heard_at for each in writers) - saved)
    took = (memory(server) - before) / 1e6
    for reader in readers:
        reader.transport.abort()
    for writer in writers:
        await writer.close()
    return to_watch, to_write, took


def memory(server: TableServer) -> int:
    """Bytes that the server holds of the memory."""
    pages = int(Path(f"/proc/{server.pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def measure() -> bool:
    """Every measurement of this file; False if one is over its limit."""
    with serving() as (server, evening, sheet):
        to_watch, to_write, took = asyncio.run(played(server, evening, sheet))
    at = f"{HANDS} hands, {WRITERS} write and {WATCHERS} watch"
    return all([
        report(f"a tap until the last who watches has the hand, {at} / {SOON} s",
               p95(to_watch) / SOON, 1, f"p95 {p95(to_watch) * 1e3:.0f} ms"),
        report(f"a tap until the last who writes has the hand, {at} / {SOON} s",
               p95(to_write) / SOON, 1, f"p95 {p95(to_write) * 1e3:.0f} ms"),
        report(f"memory that they take, {at} / {MOST} MB", took / MOST, 1, f"{took:.0f} MB")])
