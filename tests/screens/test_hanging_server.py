"""A server that hangs: the page that asks it stands still once, for a moment; everything else goes
on, and so does the page when the server is back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

import pytest

from scorepad.config import Settings
from scorepad.games.kalter_schlag import Durchmarsch
from scorepad.ui.app import main_for
from scorepad.ui.watching import HANGS
from tests.postgres import Postgres
from tests.screens.conftest import Start, Table
from tests.screens.driver import tap
from tests.screens.test_two_programs import on_server as on_server, until

BOUND = 4
"""Seconds: about two, and as much for a machine that is busy with other tests; without a bound it
is for ever."""

SOON = 1.4
"""Seconds: too short for anybody who has waited for the server."""


class Ticker:
    """How long the loop of the program stood still; `longest` is forgotten when it is asked."""

    def __init__(self) -> None:
        self._longest = 0.0

    async def tick(self) -> None:
        while True:
            began = monotonic()
            await asyncio.sleep(0.01)
            self._longest = max(self._longest, monotonic() - began)

    @property
    def longest(self) -> float:
        longest, self._longest = self._longest, 0.0
        return longest


@asynccontextmanager
async def ticking() -> AsyncIterator[Ticker]:
    """Watches the loop beside what is done."""
    ticker = Ticker()
    task = asyncio.create_task(ticker.tick())
    await asyncio.sleep(0.05)
    yield ticker
    task.cancel()


@pytest.fixture
def start(settings: Settings, start: Start, monkeypatch: pytest.MonkeyPatch) -> Start:
    """The same, but all pages are of one program, as they are where it is served."""
    main = main_for(settings)
    monkeypatch.setattr("tests.screens.conftest.main_for", lambda _settings, **_more: main)
    return start


@pytest.mark.timeout(120)
async def test_a_save_is_told_typing_goes_on_and_it_can_be_saved_when_the_server_is_back(
        on_server: Table, settings: Settings, postgres: Postgres, start: Start):
    on_server.service.record(on_server.sheet, Durchmarsch(1))
    ui = await start(on_server.route)
    await tap(ui, "seat-0", "digit-6")
    async with ticking() as ticker:
        with postgres.silent(settings.database, whole=True):
            await tap(ui, "digit-6", "save")
            assert ui.sees("does not answer. Nothing was changed. Wait a moment and try again.")
            assert ui.sees("Anne +70") and ticker.longest <= BOUND
            await until(ui, lambda: ui.sees(str(HANGS)))
            await tap(ui, "jungfer-3")
            assert ui.sees("Anne +130") and not ui.sees("The book cannot be opened")
            other = await start("/")
            assert other.sees("The book cannot be opened") and other.sees("does not answer")
            await tap(ui, "save")
            assert ticker.longest <= SOON
        end = monotonic() + 10
        while not ui.find_all(identifier="hand-2"):
            assert monotonic() < end
            await tap(ui, "save")
            await asyncio.sleep(0.1)
        await until(other, lambda: not other.sees("The book cannot be opened"))
    assert on_server.score.tally.totals == (120 + 130, 0, 120, 120)


@pytest.mark.timeout(120)
async def test_nobody_waits_for_a_look_at_a_server_that_hangs(
        on_server: Table, settings: Settings, postgres: Postgres, start: Start):
    """What the other one has saved is there afterwards without a tap."""
    ui = await start(on_server.route)
    async with ticking() as ticker:
        with postgres.silent(settings.database, whole=True):
            await until(ui, lambda: ui.sees(str(HANGS)))
            assert ticker.longest <= SOON
        on_server.service.record(on_server.sheet, Durchmarsch(1))
        await until(ui, lambda: ui.find_all(identifier="hand-1"))


@pytest.mark.timeout(120)
async def test_a_server_that_hangs_when_the_first_page_comes(
        on_server: Table, settings: Settings, postgres: Postgres, start: Start):
    """Only the first attempt is waited for; the page looks by itself whether it is back."""
    async with ticking() as ticker:
        with postgres.silent(settings.database, whole=True):
            ui = await start(on_server.route)
            assert ui.sees("The book cannot be opened") and ui.sees("does not answer")
            assert ticker.longest <= BOUND
            await tap(ui, "retry", "retry")
            other = await start("/")
            assert other.sees("does not answer") and ticker.longest <= SOON
        for page in (ui, other):
            await until(page, lambda page=page: not page.sees("The book cannot be opened"))
    assert ui.sees("Anne") and ui.find_all(identifier="seat-0")
