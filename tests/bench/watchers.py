"""What watching costs: after a hand is saved, how soon the last of many watchers has the new total,
against bare event streams in the same run, and what they take of the memory."""

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from statistics import median, quantiles

from scorepad.games.skat import SKAT
from scorepad.service import Service
from scorepad.storage import Store
from scorepad.tournament.facts import Settings, Way
from tests.bench.saving import fill
from tests.bench.timing import report

HANDS = 300
SAVED = 50
"""Hands that are saved while everybody watches."""

MOST = 150
"""Megabytes that the watchers of one sheet may cost."""

EVENT = b"\n\n"
MODULE = "tests.web.watch.serving"


class Reader(asyncio.Protocol):
    """A client that reads a stream, and notes when the events came that are no signs of life; who:
    the head by which it says who it is."""

    def __init__(self, path: str, who: str) -> None:
        self.path, self.who = path, who
        self.times: list[float] = []
        self.latest = b""
        self.answered = asyncio.Event()
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        host, port = transport.get_extra_info("peername")
        transport.write(f"GET {self.path} HTTP/1.1\r\nHost: {host}:{port}\r\n"
                        f"{self.who}\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        self.answered.set()
        *whole, self._rest = (self._rest + data).split(EVENT)
        for event in whole:
            if b"event: sheet" in event:
                self.times.append(time.monotonic())
                self.latest = event


class Server:
    """The server of `tests.web.watch.serving`, in a process of its own."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def ask(self, path: str, method: str = "GET", body: bytes = b"") -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                     f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = await reader.read()
        writer.close()
        return answer.partition(b"\r\n\r\n")[2].decode()

    async def read_by(self, count: int, path: str) -> list[Reader]:
        """So many clients that read a stream."""
        return [await reading(self.port, path, f"X-Device: phone {number}")
                for number in range(count)]


async def reading(port: int, path: str, who: str) -> Reader:
    """A client that reads a stream from now on; once it was answered: a server that has much to do
    refuses more than some who wait at one address."""
    _, reader = await asyncio.get_running_loop().create_connection(
        lambda: Reader(path, who), "127.0.0.1", port)
    async with asyncio.timeout(30):
        await reader.answered.wait()
    return reader


def with_sheet(book: Path) -> None:
    """Fill a book with a sheet of so many hands."""
    fill(book, 1, HANDS)


def with_tournament(book: Path) -> None:
    """Fill a book with a tournament of sixty people at fifteen tables."""
    service = Service(Store.open(f"sqlite:///{book}"), "Anne")
    evening = service.tournaments.hold(date(2026, 11, 27), SKAT, SKAT.rules(), Settings(
        name="Preisskat", rounds=2, hands_at={4: 48}))
    for number in range(60):
        service.tournaments.enter(evening, f"Person {number + 1}")
    service.tournaments.draw(evening, Way.LOT, 1)
    service.close()


@contextmanager
def serving(fill_book: Callable[[Path], None] = with_sheet) -> Iterator[Server]:
    """A server with a book."""
    with tempfile.TemporaryDirectory() as folder:
        book = Path(folder) / "book.db"
        fill_book(book)
        with subprocess.Popen([sys.executable, "-m", MODULE, str(book)], text=True,
                              stdout=subprocess.PIPE) as process:
            assert process.stdout
            try:
                yield Server(int(process.stdout.readline()))
            finally:
                process.terminate()


async def all_have(readers: list[Reader], number: int) -> float:
    """When the last of them had its event with this number."""
    async with asyncio.timeout(30):
        while any(len(each.times) < number for each in readers):
            await asyncio.sleep(0.002)
    return max(each.times[number - 1] for each in readers)


async def watched(server: Server, count: int) -> tuple[list[float], list[float], float]:
    """Seconds until the last of so many watchers had each of the hands; the same of bare streams
    with the same bytes, in turns; and the megabytes that the watchers took."""
    before = int(await server.ask("/memory"))
    sheet = await server.ask("/sheet")
    readers = await server.read_by(count, f"/watch/{sheet}/events")
    await all_have(readers, 1)
    bare = await server.read_by(count, "/bare")
    await asyncio.sleep(1)
    ours, theirs = [], []
    for number in range(SAVED):
        saved = float(await server.ask("/save", "POST"))
        ours.append(await all_have(readers, number + 2) - saved)
        await asyncio.sleep(0.1)
        told = float(await server.ask("/tell", "POST", readers[0].latest + EVENT))
        theirs.append(await all_have(bare, number + 1) - told)
        await asyncio.sleep(0.05)
    for each in bare:
        each.transport.abort()
    await asyncio.sleep(0.5)
    took = (int(await server.ask("/memory")) - before) / 1e6
    for each in readers:
        each.transport.abort()
    async with asyncio.timeout(20):
        while await server.ask("/held") != "0":
            await asyncio.sleep(0.05)
    return ours, theirs, took


def p95(seconds: list[float]) -> float:
    return quantiles(seconds, n=20)[-1]


def measure() -> bool:
    """Every measurement of this file; False if one is over its limit."""
    fine = True
    for count, limit, book, news, worst in (
            (100, 0.5, with_sheet, "total", p95), (1000, 1.0, with_sheet, "total", p95),
            (200, 0.5, with_tournament, "result of a table", max)):
        with serving(book) as server:
            ours, theirs, took = asyncio.run(watched(server, count))
        what = f"until the last of {count:,} watchers has the new {news}"
        fine &= report(f"{what} / {limit:g} s", worst(ours) / limit, 1,
                       f"{worst.__name__} {worst(ours) * 1e3:.0f} ms, "
                       f"median {median(ours) * 1e3:.0f} ms")
        report(f"{what} / bare event streams", median(ours) / median(theirs),  # of the above, ours
               told=f"median {median(ours) * 1e3:.1f} ms, {median(theirs) * 1e3:.1f} ms; "
                    f"p95 {p95(ours) * 1e3:.1f} ms, {p95(theirs) * 1e3:.1f} ms")
        fine &= report(f"memory that {count:,} watchers take / {MOST} MB", took / MOST, 1,
                       f"{took:.0f} MB")
    return fine
