"""A server that hangs: the page that asks it stands still once, for a moment; everything else goes
on, and so does the page when the server is back."""

import asyncio
from time import monotonic

import pytest

from scorepad.config import Settings
from scorepad.games.kalter_schlag import Durchmarsch
from scorepad.ui import meeting
from scorepad.ui.app import main_for
from scorepad.ui.session import SESSION
from scorepad.ui.watching import HANGS
from tests.postgres import Postgres
from tests.screens.conftest import Start, Table
from tests.screens.driver import tap
from tests.screens.test_two_programs import on_server as on_server, until
from tests.waits import Waits, ticking, waits as waits

BOUND = 10
"""Seconds: about two, and as much as a machine that is busy with other tests takes; without a bound
it is for ever."""


@pytest.fixture
def start(settings: Settings, start: Start, monkeypatch: pytest.MonkeyPatch) -> Start:
    """The same, but all pages are of one program, as they are where it is served."""
    main = main_for(settings)
    monkeypatch.setattr("tests.screens.conftest.main_for", lambda _settings, **_more: main)
    return start


@pytest.mark.timeout(120)
async def test_a_save_is_told_typing_goes_on_and_it_can_be_saved_when_the_server_is_back(
        waits: Waits, on_server: Table, settings: Settings, postgres: Postgres, start: Start):
    on_server.service.record(on_server.sheet, Durchmarsch(1))
    ui = await start(on_server.route)
    await tap(ui, "seat-0", "digit-6")
    with postgres.silent(settings.database, whole=True):
        async with ticking() as ticker:
            await tap(ui, "digit-6", "save")
            assert ui.sees("does not answer. Nothing was changed. Wait a moment and try again.")
            assert ui.sees("Anne +70") and ticker.longest <= BOUND and waits.in_vain <= 1
        waits.forget()
        await until(ui, lambda: ui.sees(str(HANGS)))
        await tap(ui, "jungfer-3")
        assert ui.sees("Anne +130") and not ui.sees("The book cannot be opened")
        other = await start("/")
        assert other.sees("The book cannot be opened") and other.sees("does not answer")
        await tap(ui, "save")
        assert not waits.in_vain
    end = monotonic() + 10
    while not ui.find_all(identifier="hand-2"):
        assert monotonic() < end
        await tap(ui, "save")
        await asyncio.sleep(0.1)
    await until(other, lambda: not other.sees("The book cannot be opened"))
    assert on_server.score.tally.totals == (120 + 130, 0, 120, 120)


@pytest.mark.timeout(120)
async def test_nobody_waits_for_a_look_at_a_server_that_hangs(
        waits: Waits, on_server: Table, settings: Settings, postgres: Postgres, start: Start):
    """What the other one has saved is there afterwards without a tap."""
    ui = await start(on_server.route)
    with postgres.silent(settings.database, whole=True):
        await until(ui, lambda: ui.sees(str(HANGS)))
        assert not waits.in_vain
    on_server.service.record(on_server.sheet, Durchmarsch(1))
    await until(ui, lambda: ui.find_all(identifier="hand-1"))


@pytest.mark.timeout(120)
async def test_a_page_that_meets_no_other_book_asks_its_own_for_no_slip(
        waits: Waits, on_server: Table, settings: Settings, postgres: Postgres, start: Start,
        monkeypatch: pytest.MonkeyPatch):
    """It would do so a while after the start, and perhaps when nobody knows yet that the server
    hangs."""
    ui = await start(on_server.route)
    monkeypatch.setattr(meeting, "SOON", 0)
    with postgres.silent(settings.database, whole=True):
        await asyncio.create_task(meeting.meet_soon(ui.page.session.store.get(SESSION)))
        assert not waits.in_vain


@pytest.mark.timeout(120)
async def test_a_server_that_hangs_when_the_first_page_comes(
        waits: Waits, on_server: Table, settings: Settings, postgres: Postgres, start: Start):
    """Only the first attempt is waited for; the page looks by itself whether it is back."""
    with postgres.silent(settings.database, whole=True):
        async with ticking() as ticker:
            ui = await start(on_server.route)
            assert ui.sees("The book cannot be opened") and ui.sees("does not answer")
            assert ticker.longest <= BOUND and waits.in_vain == 1
        waits.forget()
        await tap(ui, "retry", "retry")
        other = await start("/")
        assert other.sees("does not answer") and not waits.in_vain
    for page in (ui, other):
        await until(page, lambda page=page: not page.sees("The book cannot be opened"))
    assert ui.sees("Anne") and ui.find_all(identifier="seat-0")
