"""Tabs and their lines: who comes back finds the session, and who stays away is forgotten."""

import asyncio
import gc
import logging
import weakref
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import median
from time import monotonic, thread_time
from typing import Any

import flet as ft
import msgpack
import pytest
from flet.messaging.protocol import Message, MessageAction, SessionCrashedBody

from scorepad.config import Settings
from scorepad.service.roles import Role
from scorepad.ui.app import main_for
from scorepad.web import limits
from scorepad.web.access import middleware as door
from scorepad.web.access.visitors import Visitor
from scorepad.web.host import tabs as of_tabs
from scorepad.web.host.connection import BrowserConnection
from scorepad.web.host.session_store import TAB, Uploads
from scorepad.web.host.tabs import Tabs
from scorepad.web.limits import WAITING_BYTES

PAGE = {"route": "/", "width": 390, "height": 844, "platform": "linux"}
REGISTER, HAPPENS = MessageAction.REGISTER_CLIENT.value, MessageAction.CONTROL_EVENT.value


def crash(message: str) -> Message:
    return Message(MessageAction.SESSION_CRASHED, SessionCrashedBody(message))


class Browser:
    """One socket, from the browser's end; closed: the code with which the program closed it."""

    url = "ws://scorepad.test/ws"

    def __init__(self, tabs: Tabs, device: str = "phone",
                 visitor: Visitor | None = None, document: str = "", languages: str = "") -> None:
        self.scope = {door.DEVICE: device, door.VISITOR: visitor,
                      "query_string": f"page={document}".encode(),
                      "headers": [(b"accept-language", languages.encode())]}
        self.tab: str | None = None
        self.heard, self.signs = b"", list[bytes]()
        self.closed: int | None = None
        self.reads = asyncio.Event()
        self.reads.set()
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.line = BrowserConnection(self, tabs)  # type: ignore[arg-type]
        self.held = asyncio.create_task(self.line.hold())

    async def register(self, tab: str | None = None, **page: Any) -> "Browser":
        self.say(REGISTER, {"session_id": tab, "page_name": "", "page": {**PAGE, **page}})
        async with asyncio.timeout(10):
            while self.tab is None and self.closed is None:
                await asyncio.sleep(0)
        return self

    def say(self, action: int, body: Any) -> None:
        self.send(b"\0" + msgpack.packb([action, body]))

    def send(self, packet: bytes) -> None:
        self._said.put_nowait({"type": "websocket.receive", "bytes": packet})

    async def leave(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect"})
        await self.held

    # What the program does with it

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        return await self._said.get()

    async def send_bytes(self, packet: bytes) -> None:
        await self.reads.wait()
        if packet[0] != 0:
            self.signs.append(packet)
            return
        self.heard += packet
        action, body = msgpack.unpackb(packet[1:], strict_map_key=False)
        if action == REGISTER:
            self.tab = body["session_id"]

    async def close(self, code: int) -> None:
        self.closed = code


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A device may begin as many sessions as it likes."""
    monkeypatch.setattr(limits, "BEGIN_SECONDS", 0)


@pytest.fixture
def pages() -> list[ft.Page]:
    """Those for which `main` was called."""
    return []


@pytest.fixture
async def tabs(pages: list[ft.Page]) -> AsyncIterator[Tabs]:
    tabs = Tabs(pages.append, Uploads(), kept=0.2, register_within=0.1)
    yield tabs
    tabs.close()


async def begun(pages: list[ft.Page], count: int) -> None:
    async with asyncio.timeout(10):
        while len(pages) < count:
            await asyncio.sleep(0)


async def test_a_tab_comes_back_to_its_session(tabs: Tabs, pages: list[ft.Page]):
    first = await Browser(tabs).register()
    await begun(pages, 1)
    assert pages[0].session.store.get(TAB) == first.tab and pages[0].web is True
    came: list[str] = []
    pages[0].on_connect = lambda: came.append("connect")
    pages[0].on_disconnect = lambda: came.append("disconnect")
    await first.leave()
    again = await Browser(tabs).register(first.tab, route="/people")
    assert again.tab == first.tab and pages[0].route == "/people"
    await asyncio.sleep(0.05)
    assert came == ["disconnect", "connect"] and len(pages) == len(tabs) == 1
    await again.leave()


@pytest.mark.parametrize(("languages", "other", "seen", "unseen"), [
    ("de-DE,de;q=0.9,en;q=0.8", "en", b"Neuer Abend", b"New evening"),
    ("en-GB,en;q=0.9", "de", b"New evening", b"Neuer Abend")])
async def test_a_page_begins_in_the_language_of_its_browser(
        tmp_path: Path, languages: str, other: str, seen: bytes, unseen: bytes):
    """Not in that of the server; the browser has not yet told of its device."""
    settings = Settings(tmp_path, f"sqlite:///{tmp_path / 'book.db'}", other, "Anne")
    tabs = Tabs(main_for(settings), Uploads())
    page = await Browser(tabs, languages=languages).register()
    async with asyncio.timeout(10):
        while seen not in page.heard:
            assert unseen not in page.heard
            await asyncio.sleep(0.01)
    await page.leave()
    tabs.close()


async def test_a_tab_keeps_its_name_when_the_program_has_forgotten_it(
        tabs: Tabs, pages: list[ft.Page]):
    """As after a restart: what is kept of a tab elsewhere is kept under its name."""
    page = await Browser(tabs).register("AnotherTab_0123-")
    await begun(pages, 1)
    assert page.tab == pages[0].session.store.get(TAB) == "AnotherTab_0123-"
    await page.leave()


@pytest.mark.parametrize("name", [
    "", "short", "x" * 65, "../../../../etc", "name with\0", "ä" * 20])
async def test_a_name_that_none_would_give_itself_is_not_taken(tabs: Tabs, name: str):
    page = await Browser(tabs).register(name)
    assert page.tab not in (None, name)
    await page.leave()


async def test_another_browser_does_not_get_into_a_tab(tabs: Tabs, pages: list[ft.Page]):
    mine = await Browser(tabs, "mine").register()
    other = await Browser(tabs, "other").register(mine.tab)
    await begun(pages, 2)
    assert len(tabs) == 2 and mine.closed is None
    await mine.leave()
    await other.leave()


async def test_a_phone_in_another_network_takes_its_own_place(tabs: Tabs, pages: list[ft.Page]):
    """Its old socket is still there, and will not be used again."""
    before = await Browser(tabs).register()
    await begun(pages, 1)
    now = await Browser(tabs).register(before.tab)
    await before.held
    assert before.closed == 4000 and now.tab == before.tab and len(tabs) == len(pages) == 1
    assert pages[0].session.connection is now.line
    await now.leave()


async def test_two_tabs_of_one_name_do_not_push_each_other_out_for_ever(
        tabs: Tabs, pages: list[ft.Page]):
    """A browser copies a tab with its name; the first one is back as soon as it is pushed out."""
    first = await Browser(tabs).register()
    copy = await Browser(tabs).register(first.tab)
    await first.held
    back = await Browser(tabs).register(first.tab)
    assert back.tab not in (first.tab, None) and copy.closed is None
    await begun(pages, 2)
    await copy.leave()
    await back.leave()


FIRST, SECOND = "the-page-as-it-was", "a-copy-of-it"


async def test_a_page_that_comes_from_one_network_after_the_other_is_the_same_page(
        tabs: Tabs, pages: list[ft.Page]):
    """However quickly: what is half typed is kept under its name."""
    lines = [await Browser(tabs, document=FIRST).register()]
    for _network in range(5):
        lines.append(await Browser(tabs, document=FIRST).register(lines[0].tab))
    assert {each.tab for each in lines} == {lines[0].tab}
    await asyncio.gather(*[each.held for each in lines[:-1]])
    assert [each.closed for each in lines] == [4000] * 5 + [None] and len(tabs) == 1
    await begun(pages, 6)  # Flet's client hangs if it is given again what it shows already
    await lines[-1].leave()


async def test_a_copied_page_takes_over_and_its_original_goes_on_beside_it(
        tabs: Tabs, pages: list[ft.Page]):
    """Also if it comes back much later; both keep their tabs then, on whatever lines."""
    original = await Browser(tabs, document=FIRST).register()
    copy = await Browser(tabs, document=SECOND).register(original.tab)
    await original.held
    assert copy.tab == original.tab
    tabs._tabs["phone", str(copy.tab)].taken = float("-inf")
    back = await Browser(tabs, document=FIRST).register(original.tab)
    assert back.tab not in (original.tab, None) and copy.closed is None
    again = await Browser(tabs, document=SECOND).register(copy.tab)
    await copy.held
    assert again.tab == copy.tab and back.closed is None
    await begun(pages, 2)
    await again.leave()
    await back.leave()


async def test_a_device_that_has_forgotten_its_tab_has_the_same_name_again(
        tabs: Tabs, pages: list[ft.Page]):
    """The browser was closed, or the system has; the server may be another one by now. What was
    drawn for it before is dropped, and nobody else gets the name."""
    first = await Browser(tabs, document=FIRST).register()
    second = await Browser(tabs).register()
    other = await Browser(tabs, "other").register()
    await first.leave()
    again = await Browser(tabs, document=SECOND).register()
    assert len({first.tab, second.tab, other.tab}) == 3 and again.tab == first.tab
    await begun(pages, 4)
    assert len(tabs) == 3
    restarted = Tabs(pages.append, Uploads(), kept=0.2)
    assert (await Browser(restarted).register()).tab == first.tab
    back = await Browser(tabs, document=FIRST).register(first.tab)  # it had only slept
    assert back.tab not in (first.tab, second.tab, None) and again.closed is None
    for each in (second, other, again, back):
        await each.leave()


async def test_a_page_that_asks_whether_its_line_holds_is_answered(tabs: Tabs):
    page = await Browser(tabs).register()
    page.send(b"\2")
    page.send(b"\2")
    await asyncio.sleep(0.01)
    page.send(b"\3")  # this is no question
    await page.held
    assert page.closed == 1003 and page.signs == [b"\2"] * 2


async def test_a_large_message_is_announced_to_a_page_that_watches_its_line(
        tabs: Tabs, pages: list[ft.Page]):
    """One that a slow line brings in ten seconds, and one that needs no announcement."""
    watches, other = [await Browser(tabs, document=each).register() for each in (FIRST, "")]
    await begun(pages, 2)
    for page, length in ((pages[0], 190_000), (pages[0], 1000), (pages[1], 190_000)):
        page.session.connection.send_message(crash("x" * length))
    await asyncio.sleep(0.01)
    assert watches.signs == [b"\3\x0a"] and other.signs == []
    await watches.leave()
    await other.leave()


@pytest.mark.usefixtures("at_once")
async def test_of_fifty_tabs_that_were_opened_and_closed_nothing_is_left(
        tabs: Tabs, pages: list[ft.Page]):
    left = []
    for number in range(50):
        page = await Browser(tabs, f"device {number % 5}").register(f"the-tab-number-{number}")
        await begun(pages, 1)
        left += [weakref.ref(pages.pop().session), weakref.ref(page.line)]
        await page.leave()
    assert 0 < len(tabs) <= limits.AWAY  # a machine with much to do has forgotten some already
    del page
    async with asyncio.timeout(10):
        while any(each() is not None for each in left):
            await asyncio.sleep(0.02)
    assert not len(tabs) and not tabs._lines and not tabs._tasks


def test_closed_tabs_are_forgotten_and_their_memory_is_freed_within_a_minute():
    assert limits.AWAY_SECONDS + of_tabs.CLEAR_WITHIN < 60


async def test_who_stays_away_is_forgotten(tabs: Tabs, pages: list[ft.Page]):
    page = await Browser(tabs).register()
    await begun(pages, 1)
    closed = asyncio.Event()
    pages[0].on_close = closed.set
    await page.leave()
    left = weakref.ref(pages.pop().session), weakref.ref(page.line)
    await asyncio.wait_for(closed.wait(), 10)
    assert not len(tabs)
    del page
    await asyncio.sleep(0.01)
    gc.collect()
    assert [each() for each in left] == [None, None]


@pytest.mark.usefixtures("at_once")
async def test_the_memory_of_many_is_freed_before_its_time(
        tabs: Tabs, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "AWAY", 1)
    monkeypatch.setattr(of_tabs, "MOST_CLOSED", 3)
    monkeypatch.setattr(of_tabs, "CLEAR_WITHIN", 3600)
    collected: list[int] = []
    monkeypatch.setattr(of_tabs.gc, "collect", lambda: collected.append(len(tabs)))
    for number in range(1, 8):
        page = await Browser(tabs).register()
        await page.leave()
        await asyncio.sleep(0)
        assert len(collected) == (number - 1) // 3  # the last one is still waited for


async def test_only_so_many_are_waited_for(tabs: Tabs, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "AWAY", 2)
    browsers = [await Browser(tabs).register() for _each in range(5)]
    for each in browsers:
        await each.leave()
    assert len(tabs) == 2 and tabs.session(str(browsers[-1].tab))


async def test_a_device_has_only_so_many_tabs(tabs: Tabs, monkeypatch: pytest.MonkeyPatch):
    """One that is away gives way; another device has as many of its own."""
    monkeypatch.setattr(limits, "TABS_OF_DEVICE", 3)
    first, second, third = [await Browser(tabs).register() for _each in range(3)]
    refused = await Browser(tabs).register()
    assert refused.tab is None and refused.closed == 1013
    await second.leave()
    assert (await Browser(tabs).register("AnotherTab_0123-")).tab and len(tabs) == 3
    assert tabs.session(str(second.tab)) is None and first.closed is third.closed is None
    assert (await Browser(tabs, "other").register()).tab and len(tabs) == 4


async def test_a_device_begins_sessions_in_its_turn(tabs: Tabs, monkeypatch: pytest.MonkeyPatch):
    """Two at once, and another every tenth of a second; no other device waits for that."""
    monkeypatch.setattr(limits, "BEGUN", 2)
    monkeypatch.setattr(limits, "BEGIN_SECONDS", 0.1)
    loop, times = asyncio.get_running_loop(), list[float]()
    began = loop.time()
    for device in ("phone", "phone", "phone", "phone", "laptop"):
        page = await Browser(tabs, device).register()
        times.append(loop.time() - began)
        await page.leave()
    assert times[1] < 0.1 < times[2] < 0.2 < times[3] and times[4] - times[3] < 0.1


async def test_a_device_has_only_so_many_sockets(tabs: Tabs, monkeypatch: pytest.MonkeyPatch):
    """Those that have not said anything count, too."""
    monkeypatch.setattr(limits, "SOCKETS_OF_DEVICE", 3)
    mute = [Browser(tabs) for _each in range(3)]
    await asyncio.sleep(0)
    one_more = Browser(tabs)
    await one_more.held
    assert one_more.closed == 1013 and [each.closed for each in mute] == [None] * 3
    await asyncio.gather(*[each.held for each in mute])
    assert (await Browser(tabs).register()).tab


async def test_there_are_only_so_many_of_all_devices(
        tabs: Tabs, monkeypatch: pytest.MonkeyPatch):
    """Tabs, of which one that is away gives way, and sockets."""
    monkeypatch.setattr(limits, "TABS", 3)
    there = [await Browser(tabs, name).register() for name in "abc"]
    refused = await Browser(tabs, "d").register()
    assert refused.tab is None and refused.closed == 1013
    await there[1].leave()
    there[1] = await Browser(tabs, "d").register()
    assert there[1].tab and len(tabs) == 3
    monkeypatch.setattr(limits, "SOCKETS", 3)
    one_more = Browser(tabs, "e")
    await one_more.held
    assert one_more.closed == 1013
    for each in there:
        await each.leave()


@pytest.mark.parametrize("change", [{"is_in": False}, {"role": Role.WATCHER}])
async def test_who_is_shut_out_is_gone_with_his_tabs(
        tabs: Tabs, pages: list[ft.Page], change: dict[str, Any]):
    """Those that are open, closed, and not registered yet; nobody else's."""
    bert, cem = (Visitor(name, name, Role.WRITER, 0, 0) for name in ("bert", "cem"))
    here, away = [await Browser(tabs, "bert", bert).register() for _each in range(2)]
    await away.leave()
    mute, other = Browser(tabs, "bert", bert), await Browser(tabs, "cem", cem).register()
    await asyncio.sleep(0)
    tabs.look_who_is_welcome()
    assert len(tabs) == 3 and here.closed is None
    for name, value in change.items():
        setattr(bert, name, value)
    tabs.look_who_is_welcome()
    await asyncio.gather(here.held, mute.held)
    assert here.closed == mute.closed == 4401 and other.closed is None
    assert len(tabs) == 1 and tabs.session(str(here.tab)) is None


async def test_whoever_has_a_page_open_is_here(tabs: Tabs, pages: list[ft.Page]):
    """Though an open page asks for nothing more."""
    bert, cem = (Visitor(name, name, Role.WRITER, 0, 0) for name in ("bert", "cem"))
    here, left = [await Browser(tabs, who.id, who).register() for who in (bert, cem)]
    await left.leave()
    tabs.note_who_is_here()
    assert bert.used > 0 and cem.used == 0
    await here.leave()


async def test_a_socket_that_says_nothing_is_closed(tabs: Tabs):
    page = Browser(tabs)
    await asyncio.wait_for(page.held, 10)
    assert page.closed == 1008 and not len(tabs)


async def test_a_browser_that_does_not_read_is_left(tabs: Tabs, pages: list[ft.Page]):
    """One message may be as large as a backup; but not one behind the other."""
    page = await Browser(tabs).register()
    await begun(pages, 1)
    page.reads.clear()
    pages[0].session.connection.send_message(crash("x" * 2 * WAITING_BYTES))
    await asyncio.sleep(0.01)
    assert page.closed is None
    pages[0].session.error("ZeroDivisionError")
    await asyncio.wait_for(page.held, 10)
    assert page.closed == 1013


async def test_a_page_that_cannot_be_begun_says_so(
        caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch):
    # Flet's own logger is whatever other tests have made of it.
    monkeypatch.setattr("scorepad.web.host.tabs.logger", logging.getLogger("tests.tabs"))

    def main(_page: ft.Page) -> None:
        raise ZeroDivisionError

    page = await Browser(Tabs(main, Uploads())).register()
    await asyncio.sleep(0.01)
    assert "A page could not be begun" in caplog.text
    await page.leave()


@pytest.mark.parametrize(("role", "followed"), [(Role.HOST, 20), (Role.WRITER, 1)])
async def test_only_a_host_may_tap_as_it_likes(
        role: Role, followed: int, tabs: Tabs, pages: list[ft.Page],
        monkeypatch: pytest.MonkeyPatch):
    """A writer has a share of the loop though nobody else has a page: watchers wait for it, too."""
    monkeypatch.setattr(limits, "PLAY_SHARE", 0.001)
    monkeypatch.setattr(limits, "PLAY_SAVED", 0.001)
    heard: list[str] = []
    phone = await Browser(tabs, visitor=Visitor("id", "Anne", role, 0, 0)).register()
    await begun(pages, 1)
    pages[0].on_route_change = lambda: heard.append("tap")
    for tap in range(20):
        phone.say(HAPPENS, {"target": 1, "name": "route_change", "data": {"route": f"/{tap}"}})
    await asyncio.sleep(0.2)
    assert len(heard) <= followed and (role is Role.WRITER or len(heard) == 20)
    phone.line.end()
    await phone.held


async def test_a_platform_that_there_is_not_is_nonsense(tabs: Tabs):
    page = await Browser(tabs).register(platform="pocket calculator")
    await page.held
    assert page.closed == 1007 and not len(tabs)


@pytest.mark.parametrize("by_drawing", [False, True])
async def test_a_flood_of_taps_takes_no_more_than_its_share(
        by_drawing: bool, tabs: Tabs, pages: list[ft.Page], monkeypatch: pytest.MonkeyPatch):
    """One device taps without end, on something that takes 20 ms, to handle or to draw. Of 1.5 s
    it gets at most a quarter and what was saved up, 0.475 s, so 24 taps are followed, and those
    that were on their way; the other device is heard at once. On a busy machine it takes longer, so
    what is done before somebody is heard is counted by the processor's time."""
    monkeypatch.setattr(limits, "PLAY_SHARE", 0.25)
    monkeypatch.setattr(limits, "PLAY_SAVED", 0.1)
    monkeypatch.setattr(limits, "TAP_SECONDS", 0.001)

    def work() -> None:
        followed.append("tap")
        end = thread_time() + 0.02
        while thread_time() < end:
            pass

    class Drawn(ft.Text):
        def update(self) -> None:
            work()

    followed, heard, drawn = list[str](), list[float](), Drawn()
    floods = await Browser(tabs, "floods").register()
    plays = await Browser(tabs, "plays").register()
    await begun(pages, 2)
    pages[0].session.start_updates_scheduler()
    pages[0].on_route_change = \
        (lambda: pages[0].session.schedule_update(drawn)) if by_drawing else work
    pages[1].on_route_change = lambda: heard.append(thread_time())
    began = monotonic()
    for tap in range(500):
        floods.say(HAPPENS, {"target": 1, "name": "route_change", "data": {"route": f"/{tap}"}})
    waits = []
    for tap in range(15):
        said = thread_time()
        plays.say(HAPPENS, {"target": 1, "name": "route_change", "data": {"route": f"/{tap}"}})
        await asyncio.sleep(0.1)
        waits += [each - said for each in heard]
        heard.clear()
    assert len(waits) >= 14 and median(waits) < 0.09
    share = 0.25 * (monotonic() - began) + 0.1
    assert 10 < len(followed) <= share / 0.02 + limits.HEARD
    await plays.leave()
    floods.line.end()
    await floods.held
