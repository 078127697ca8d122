"""The database stops, or is started anew, under two servers: pages answer and say so, and all goes
on by itself."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from scorepad.service.roles import Role
from tests.browser.table_server import Answer, TableServer
from tests.postgres import MISSING, Postgres
from tests.proof.conftest import Note
from tests.proof.two_servers import TwoServers, Watcher, two_servers
from tests.raw import Raw

pytestmark = pytest.mark.alone

pytest.importorskip("psycopg", reason=MISSING)

GONE_FOR = 12.0
"""Seconds: longer than a silent server is left alone."""

STILL, STILL_IN_A_SAVE = 0.75, 2.0
"""Seconds for which a server may stand still, once, until it knows that the database is silent; and
where that happens in the very moment in which something is being saved."""

SETTLED = 1.0
"""Seconds after a tap until nothing of it is being saved any more."""

BACK = 15.0
"""Seconds until everything goes on."""

TROUBLE = (b"does not answer", b"cannot be reached")
"""What the sentences about a database say that is silent, and one that refuses."""


@pytest.fixture
def both(postgres: Postgres, tmp_path: Path) -> Iterator[TwoServers]:
    with postgres.database() as url, two_servers(tmp_path, url) as both:
        yield both


@contextmanager
def stopped(postgres: Postgres, url: str) -> Iterator[None]:
    """As a crash of the database, and its start a while later."""
    postgres.stop()
    try:
        yield
    finally:
        postgres.start()


class Pulse:
    """Somebody who asks a server again and again for what needs no database; longest: the time that
    an answer took since this was asked last, in seconds."""

    def __init__(self, server: TableServer, cookie: str) -> None:
        self._server, self._cookie = server, cookie
        self._longest = 0.0

    @property
    def longest(self) -> float:
        longest, self._longest = self._longest, 0.0
        return longest

    async def beat(self) -> None:
        while True:
            began = time.monotonic()
            answer = await ask(self._server, "/python.js", self._cookie)
            assert answer.status == 200
            self._longest = max(self._longest, time.monotonic() - began)
            await asyncio.sleep(0.05)


async def ask(server: TableServer, path: str, cookie: str, method: str = "GET", body: Any = None
              ) -> Answer:
    return await asyncio.to_thread(
        server.ask, method, path, body, cookie, Accept="text/html", Accept_Language="en")


async def until(done: Callable[[], bool], seconds: float, what: str) -> float:
    """Wait until something is so; returns the seconds that it took."""
    began = time.monotonic()
    while not done():
        assert time.monotonic() - began < seconds, what
        await asyncio.sleep(0.02)
    return time.monotonic() - began


def says(watcher: Watcher) -> bool:
    """Whether the page of somebody who watches says now that the book cannot be asked."""
    order = watcher.events[-1].partition(b'data-order="')[2].partition(b'"')[0]
    return b"trouble" in order.split()


def shows(page: Raw, sentences: tuple[bytes, ...]) -> bool:
    """Whether a page of the app has been told one of these."""
    return any(sentence.decode() in str(page._controls) for sentence in sentences)


@pytest.mark.timeout(1800)
@pytest.mark.rounds(short=2, full=10)
async def test_the_database_stops_and_goes_on(
        both: TwoServers, postgres: Postgres, rounds: int, note: Note,
        request: pytest.FixtureRequest) -> None:
    """In turns silent and started anew. Meanwhile whoever watches, writes or comes anew gets an
    answer; a hand that is tapped then is refused in a sentence, and saved when it is tapped again.
    """
    [sheet] = both.sheets(1)
    book = both.book()
    route = f"/evening/{book.sheet(sheet).evening}/sheet/{sheet}"
    book.close()
    writer, watcher = both.let_in(Role.WRITER, "Bert"), both.let_in(Role.WATCHER, "Cem")
    cookie = "=".join(watcher)
    watchers = [Watcher(server, watcher, sheet) for server in both.servers]
    pulses = [Pulse(server, "=".join(writer)) for server in both.servers]
    tasks = [asyncio.create_task(each.watch()) for each in watchers]
    await until(lambda: all(each.events for each in watchers), 20, "no streams")
    tasks += [asyncio.create_task(each.beat()) for each in pulses]
    said = back = still = in_a_save = 0.0
    for number in range(rounds):
        page = await (await Raw.open(both.servers[0], writer)).register(route)  # type: ignore
        silent = number % 2 == 0
        for key in ("seat-0", "seat-1"):
            await page.tap(key)
        await page.until(lambda page=page: page.find("result-re-120"))
        saves = number % 4 == 2  # what is half typed
        if not saves:
            await asyncio.sleep(SETTLED)
        for each in pulses:
            _before = each.longest
        with postgres.silent(both.url, whole=True) if silent else stopped(postgres, both.url):
            end = time.monotonic() + GONE_FOR
            said = max(said, await until(
                lambda: all(map(says, watchers)), 10, "the streams say nothing"))
            for server in both.servers:
                shown = await ask(server, f"/watch/{sheet}", cookie)
                assert shown.status == 200 and TROUBLE[not silent] in shown.body
                unknown = await ask(server, "/watch", cookie[:-2] + "xx")
                assert unknown.status == 503 and unknown.headers["retry-after"]
                told = {"key": "x" * 22, "name": "x"}
                assert (await ask(server, "/api/join", "", "POST", told)).status == 503
            await page.tap("result-re-120")
            await until(lambda page=page: shows(page, TROUBLE), 10, "the page says nothing")
            await asyncio.sleep(max(0, end - time.monotonic()))
        went_on, began = time.monotonic(), time.time()
        await until(lambda: not any(map(says, watchers)), BACK, "the streams do not go on")
        while not all(number + 1 in each.seen for each in watchers):
            assert time.monotonic() - went_on < BACK, "no hand"
            await page.tap("result-re-120")  # with what is still typed
            await asyncio.sleep(1)
        back = max(back, *[each.seen[number + 1] - began for each in watchers])
        stood = max(each.longest for each in pulses)
        if saves:
            in_a_save = max(in_a_save, stood)
        else:
            still = max(still, stood)
        await page.close()
    for task in tasks:
        task.cancel()
    assert not any(task.done() and not task.cancelled() and task.exception() for task in tasks)
    await asyncio.gather(*tasks, return_exceptions=True)
    book = both.book()
    assert len(book.sheet(sheet).score.lines) == rounds
    book.close()
    note("times that the database of two servers stopped or was started anew", rounds)
    note("longest time until streams said so", f"{said:.1f} s")
    note("longest time until a hand was saved and seen again afterwards", f"{back:.1f} s")
    note("longest time meanwhile for an answer that needs no database; and where something was "
         "being saved when it stopped", f"{still * 1000:.0f} ms; {in_a_save * 1000:.0f} ms")
    if request.config.getoption("--full"):  # beside other tests nobody can promise it
        assert still <= STILL and in_a_save <= STILL_IN_A_SAVE
