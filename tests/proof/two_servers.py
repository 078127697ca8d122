"""Two table's servers on one book in PostgreSQL, and who writes and watches there as through a
proxy: whose server is gone goes to the other."""

import asyncio
import re
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from websockets.exceptions import WebSocketException

from scorepad.config import Settings
from scorepad.games.turnier import DOPPELKOPF
from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.service.views import NewEvening
from scorepad.web.access.keys import Keys
from scorepad.web.access.visitors import shared_register
from scorepad.web.watch.streams import BEGIN
from tests.browser.table_server import TableServer
from tests.raw import Raw

PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
RESULTS = ("re-120", "re-90", "re-60", "kontra-120", "kontra-90", "kontra-60")
HANDS = tuple(product(PAIRS, RESULTS))
"""Hands that are told apart: who is Re, and the key of the result."""

AGAIN = int(BEGIN.split()[1]) / 1000
"""Seconds until a browser tries again to get a stream that was cut."""

HAND = re.compile(rb'class="n" scope="row"[^>]*>(\d+)')

NAMES = ["Anne", "Bert", "Cem", "Dora"]


class TwoServers:
    """The servers; `keys` is a third one's, which lets devices in and shuts them out."""

    def __init__(self, folder: Path, url: str, *options: str) -> None:
        self.settings = Settings.of({
            "SCOREPAD_DATABASE_URL": url, "FLET_APP_STORAGE_DATA": str(folder)})
        self.servers = [TableServer(folder / name, *options, SCOREPAD_DATABASE_URL=url)
                        for name in ("one", "two")]
        self.url = url

    def begin(self) -> None:
        for each in self.servers:
            each.start()
        self.keys = Keys(shared_register(self.settings))

    def end(self) -> None:
        self.keys.close()
        for each in self.servers:
            each.stop()

    def let_in(self, role: Role, name: str = "Phone") -> tuple[str, str]:
        """Let a device in; returns its cookie."""
        joined = self.servers[0].join(key=self.keys.offer(role), name=name)
        assert joined.status == 200
        given, _is, value = joined.cookie.partition("=")
        return given, value

    def book(self) -> Service:
        """The book, opened beside them."""
        return Service.open(self.settings)

    def sheets(self, count: int) -> list[str]:
        """Sheets of Doppelkopf, all on one evening."""
        book, made = self.book(), list[str]()
        evening: str | NewEvening = NewEvening(date(2026, 11, 20))
        for _each in range(count):
            made.append(book.open_sheet(evening, DOPPELKOPF, NAMES))
            evening = book.sheet(made[0]).evening
        book.close()
        return made


@contextmanager
def two_servers(folder: Path, url: str, *options: str) -> Iterator[TwoServers]:
    both = TwoServers(folder, url, *options)
    both.begin()
    try:
        yield both
    finally:
        both.end()


class Writer:
    """A phone that writes one hand after the other on its sheet, each until it sees it there.

    written: the hands that it was told are saved, or found in the book when it came back (`found`);
    at: the number of the server for each of them; moves: how often it went to the other one;
    longest: the most seconds that took.
    """

    def __init__(self, both: TwoServers, cookie: tuple[str, str], route: str) -> None:
        self.both, self.cookie, self.route = both, cookie, route
        self.written = self.found = self.moves = 0
        self.longest = 0.0
        self.at: list[int] = []
        self._at, self._page = 0, None  # type: tuple[int, Raw | None]

    async def write(self) -> None:
        """Write the next hand."""
        typed_at: int | None = None
        while True:
            try:
                page = self._page or await self._come()
                if typed_at is not None and page.find(f"hand-{self.written + 1}"):
                    self.found += 1
                else:
                    typed_at = self._at
                    await self._type(page)
                self.at.append(typed_at)
                self.written += 1
                return
            except (OSError, WebSocketException, TimeoutError):
                await self.leave()
                self._at = 1 - self._at
                self.moves += 1
                await asyncio.sleep(0.05)

    async def _come(self) -> Raw:
        began = time.monotonic()
        page: Any = await Raw.open(self.both.servers[self._at], self.cookie)  # type: ignore
        self._page = page
        # As a tab of its own: the one before has kept what is half typed, and here that is typed
        # anew. A key that was chosen already would be tapped off.
        await page.register(self.route, tab=secrets.token_hex(16))
        await self._until(page, lambda: page.find("seat-0") and (
            not self.written or page.find(f"hand-{self.written}")))
        await asyncio.sleep(0.2)  # for the hand that may come after
        self.longest = max(self.longest, time.monotonic() - began)
        return page  # type: ignore[no-any-return]

    async def _type(self, page: Raw) -> None:
        pair, result = HANDS[self.written % len(HANDS)]
        for key in (*[f"seat-{seat}" for seat in pair], f"result-{result}"):
            await self._until(page, lambda key=key: page.find(key))
            found = page.find(key)
            assert found is not None
            await page.happens(found["_i"], "click")
        await self._until(page, lambda: page.find(f"hand-{self.written + 1}"))

    async def _until(self, page: Raw, done: Any) -> None:
        """Wait until something is so, or the socket is closed. It is looked at only when something
        was heard: who writes must not keep those who watch in this process from noting when."""
        heard = -1
        async with asyncio.timeout(30):
            while heard == page.heard or not done():
                heard = page.heard
                if page._listening.done():
                    raise OSError("the server is gone")
                await asyncio.sleep(0.01)

    async def leave(self) -> None:
        page, self._page = self._page, None
        if page is not None:
            with suppress(OSError, WebSocketException):
                await page.close()


class Span(NamedTuple):
    """The time for which a stream was held: from and until, in seconds since 1970."""

    since: float
    until: float


class Watcher:
    """The stream of a sheet at one server, taken up again whenever that server is there; or, with
    another one to go to, as a page behind a proxy does that: at whichever is there, after the pause
    of a browser.

    seen: when each hand was seen here first, by its number; events: the first line of each event
    about the page.
    """

    def __init__(self, server: TableServer, cookie: tuple[str, str], sheet: str,
                 other: TableServer | None = None) -> None:
        self.server, self.sheet, self._other = server, sheet, other
        self.seen: dict[int, float] = {}
        self.spans: list[Span] = []
        self.events: list[bytes] = []
        self._cookie = "=".join(cookie)

    async def watch(self) -> None:
        """Watch for good."""
        while True:
            with suppress(OSError, ValueError):
                await self._hold()
            if self._other is None:
                await asyncio.sleep(0.1)
            else:
                await asyncio.sleep(AGAIN)
                self.server, self._other = self._other, self.server

    async def _hold(self) -> None:
        host, _colon, port = self.server.address.removeprefix("http://").partition(":")
        reader, writer = await asyncio.open_connection(host, int(port), limit=1 << 24)
        began = 0.0
        try:
            writer.write((f"GET /watch/{self.sheet}/events HTTP/1.1\r\nHost: {host}:{port}\r\n"
                          f"Cookie: {self._cookie}\r\nAccept-Language: en\r\n\r\n").encode())
            async for line in reader:
                began = began or time.time()
                if line == b"0\r\n":  # the last chunk
                    break
                if line.startswith(b"data: <div data-order"):
                    self.events.append(line)
                for number in map(int, HAND.findall(line)):
                    self.seen.setdefault(number, time.time())
        finally:
            writer.close()
            if began:
                self.spans.append(Span(began, time.time()))

    def behind(self, moments: Sequence[float], most: float, counts: Sequence[bool]) -> list[float]:
        """How long after each of these moments the hand that was saved then was seen, in seconds;
        only for hands that count, and without those for which the line was cut before `most` was
        over. Where it was cut later and had not told the hand, it was behind until then: when that
        server starts again says nothing about who watches, who goes to another one."""
        found = []
        for number, at in enumerate(moments, 1):
            held = [span for span in self.spans if span.since <= at and at + most <= span.until]
            if held and counts[number - 1]:
                found.append(min(self._after(number, at), held[0].until - at))
        return found

    def always_behind(self, moments: Sequence[float]) -> list[float]:
        """How long after each of these moments the hand was seen, even if the line was cut."""
        return [self._after(number, at) for number, at in enumerate(moments, 1)]

    def _after(self, number: int, at: float) -> float:
        return self.seen.get(number, float("inf")) - at
