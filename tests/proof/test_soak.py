"""An evening of fifteen tables that does not end: at each somebody writes a hand every few seconds,
and four watch it; the writers' phones sleep now and then, and the watchers come and go. The server
takes no more memory than before, keeps nothing open, says nothing, and every hand is in the book.
"""

import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import monotonic

import pytest

from scorepad.config import Settings
from scorepad.service import Service
from scorepad.service.roles import Role
from tests.bench.saving import NAMES
from tests.bench.table import BETWEEN, Writer, begun, memory
from tests.bench.watchers import reading
from tests.browser.table_server import TableServer
from tests.proof.conftest import Note
from tests.proof.test_attacker import Table
from tests.proof.test_killed import checked

TABLES, WATCHERS = 15, 60
EVERY, STAYS, HANDS_AWAKE = 20.0, 30.0, 3
"""Seconds from a hand to the next at a table, ten times as fast as people play, and for which a
watcher stays; hands after which the phone of a writer sleeps for a moment."""

GROWS, GROWS_SHORTLY = 1.05, 1.2
"""So much more memory may be taken in the last third of the time than in the second; and where that
is a minute, in which much is still made for the first time."""

FIRST, PATIENCE = 30, 60
"""Seconds for what every first hand and watcher costs, and until all is as it was before anybody
came."""


class Soak:
    """The tables of a server, and what was done at them.

    saved: the hands of each; took: seconds until a hand was seen, by whoever wrote it; came: how
    often a watcher did; held: bytes that the server took the last time, by the second.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.writers = [table.cookie(Role.WRITER) for _ in range(TABLES)]
        self.watchers = [table.cookie(Role.WATCHER) for _ in range(WATCHERS)]
        self.end = 0.0
        self.saved = dict.fromkeys(table.sheets, 0)
        self.took: list[float] = []
        self.came = 0
        self.held: list[int] = []

    @property
    def left(self) -> float:
        """The seconds that it still goes on."""
        return max(0.0, self.end - monotonic())

    async def lasts(self, seconds: int) -> None:
        """Let everybody write and watch for so long."""
        self.end, self.held = monotonic() + seconds, []
        async with asyncio.TaskGroup() as group:
            group.create_task(self.looks())
            for number in range(TABLES):
                group.create_task(self.writes(number))
            for number in range(WATCHERS):
                group.create_task(self.watches(number))

    async def looks(self) -> None:
        while self.left:
            self.held.append(memory(self.table.server))
            await asyncio.sleep(1)

    async def writes(self, number: int) -> None:
        """One hand after the other, on a phone that is there again after it slept."""
        name, _is, value = self.writers[number].partition("=")
        sheet, tab = self.table.sheets[number], None
        await asyncio.sleep(EVERY * number / TABLES)
        while self.left:
            page = await Writer.open(self.table.server, (name, value))  # type: ignore[arg-type]
            await page.register(sheet, tab)
            tab = page.tab
            for _hand in range(HANDS_AWAKE):
                if not self.left:
                    break
                began = monotonic()
                await self.hand(page, sheet)
                await asyncio.sleep(min(self.left, max(0.0, began + EVERY - monotonic())))
            await page.close()

    async def hand(self, page: Writer, sheet: str) -> None:
        number = self.saved[sheet] + 1
        for seat in (number, number + 1):
            await page.tap(f"seat-{seat % len(NAMES)}")
        await asyncio.sleep(BETWEEN)
        page.wait_for(f"hand-{number}")
        tapped = monotonic()
        await page.tap("result-re-120")
        await page.until(lambda: page.heard_at)
        self.saved[sheet] = number
        self.took.append(page.heard_at - tapped)

    async def watches(self, number: int) -> None:
        """Stay for a while, again and again, and hear of every hand meanwhile; of one that comes
        with the watcher there may be no word besides."""
        port = int(self.table.server.address.rpartition(":")[2])
        sheet = self.table.sheets[number % TABLES]
        await asyncio.sleep(STAYS * number / WATCHERS)
        while self.left:
            before = self.saved[sheet]
            reader = await reading(port, f"/watch/{sheet.rpartition('/')[2]}/events",
                                   f"Cookie: {self.watchers[number]}")
            await asyncio.sleep(min(self.left, STAYS))
            async with asyncio.timeout(PATIENCE):
                heard = max(1, self.saved[sheet] - before)
                while len(reader.times) < heard:
                    await asyncio.sleep(0.1)
            assert not reader.transport.is_closing()
            reader.transport.abort()
            self.came += 1


def hands_in(data: Path, sheets: list[str]) -> list[int]:
    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(data)}))
    hands = [len(service.sheet(each.rpartition("/")[2]).score.lines) for each in sheets]
    service.close()
    return hands


async def at_rest(server: TableServer, before: Counter[str] | None = None
                  ) -> Counter[str]:
    """What the server has open once nobody is there, or no more than before; sockets and pipes by
    that word."""
    until = monotonic() + PATIENCE
    while True:
        await asyncio.sleep(2)
        found = Counter[str]()
        for each in Path(f"/proc/{server.pid}/fd").iterdir():
            with suppress(OSError):  # it was closed meanwhile
                found[str(each.readlink()).partition(":[")[0]] += 1
        if before is None or not found - before or monotonic() > until:
            return found


@pytest.mark.skipif(not Path("/proc/self/fd").exists(),
                    reason="only Linux tells what another process has open")
@pytest.mark.timeout(5400)
@pytest.mark.rounds(short=60, full=3600)
async def test_an_evening_of_fifteen_tables_leaves_nothing_behind(
        rounds: int, note: Note, tmp_path: Path) -> None:
    data = tmp_path / "data"
    sheets = begun(data, TABLES)
    server = TableServer(data).start()
    table = Table(server, sheets)
    soak = Soak(table)
    try:
        await soak.lasts(FIRST)
        before = await at_rest(server)
        await soak.lasts(rounds)
        left = await at_rest(server, before) - before
    finally:
        table.keys.close()
        code = server.stop()
    assert (code, server.said()) == (0, "")
    assert not left
    assert hands_in(data, sheets) == list(soak.saved.values())
    assert not (data / "book.db-wal").exists()
    checked(data / "book.db")
    third = len(soak.held) // 3
    second, last = (median(soak.held[begin:begin + third]) for begin in (third, 2 * third))
    assert last < second * (GROWS if rounds > 600 else GROWS_SHORTLY)
    took = sorted(soak.took)
    note(f"{rounds:,} s of {TABLES} tables with {WATCHERS} watchers: hands; not in the book",
         f"{len(took):,}; 0")
    note("… watchers that came and went; descriptors left over", f"{soak.came:,}; 0")
    note("… MB that the server took in the second third and in the last",
         f"{second / 1e6:.0f}, {last / 1e6:.0f}")
    note("… ms until a hand was seen, 95 of a hundred and the longest",
         f"{took[int(0.95 * len(took))] * 1e3:.0f}, {took[-1] * 1e3:.0f}")
