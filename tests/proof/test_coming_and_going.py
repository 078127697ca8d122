"""A browser that comes and goes at any moment always finds a page that goes where it is told to.

The program's own connection, on a socket that is no network: some hundred times as many goings as
a browser has in that time, and at moments that no browser meets on purpose.
"""

import asyncio
import logging
import os
from collections.abc import Awaitable
from pathlib import Path
from random import Random
from typing import Any

import msgpack
import pytest
from flet.components.public_utils import unwrap_component
from flet.messaging.protocol import MessageAction, decode_ext_from_msgpack

from scorepad.config import Settings
from scorepad.ui.app import ROUTES, main_for
from scorepad.web import limits
from scorepad.web.access import middleware as door
from scorepad.web.host.connection import BrowserConnection
from scorepad.web.host.server import GoneAway
from scorepad.web.host.session_store import Uploads
from scorepad.web.host.tabs import Tabs
from tests.proof.conftest import Note
from tests.proof.monkey import Where, paths
from tests.proof.test_monkey import every_game

PHONE = {"width": 390, "height": 844, "web": True, "platform": "linux",
         "platform_brightness": "dark"}
DEVICE = {"browser_name": "chrome", "locales": [], "language": "en-GB", "languages": ["en-GB"]}
MOMENTS = (0, 1, 2, 3, 5, 8, 13, 21, 34, 60, 200)
"""How often the loop turns before the next thing happens."""
KEPT = 0.5
"""Seconds for which a closed page may come back: a minute, by the clock of the program."""
ASKED = 5
"""After so many goings the page is asked whether it answers."""


class Socket:
    """What the server gives to the program for one page."""

    url, scope = "ws://scorepad.test/ws", {door.DEVICE: "phone"}

    def __init__(self, browser: "Browser") -> None:
        self._browser, self._said = browser, asyncio.Queue[bytes | None]()
        self._is_open = True

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        if (said := await self._said.get()) is None:
            return {"type": "websocket.disconnect"}
        return {"type": "websocket.receive", "bytes": said}

    async def send_bytes(self, message: bytes) -> None:
        await asyncio.sleep(0)
        if self._is_open:
            self._browser.hear(self, *msgpack.unpackb(
                message[1:], ext_hook=decode_ext_from_msgpack, strict_map_key=False))

    def say(self, action: MessageAction, body: dict[str, Any]) -> None:
        """The browser sends something."""
        if self._is_open:
            self._said.put_nowait(b"\0" + msgpack.packb([action.value, body]))

    def leave(self) -> None:
        """The browser goes."""
        self._is_open = False
        self._said.put_nowait(None)

    async def close(self, code: int) -> None:
        """The program has had enough of it; a browser that has gone does not hear of it."""
        if self._is_open:
            self._browser.crashes.append(f"closed with {code}")


class Browser:
    """One tab: its address, and the session that it remembers when it is loaded anew."""

    socket: Socket

    def __init__(self, tabs: Tabs, where: Where, rng: Random) -> None:
        self.tabs, self.where, self.rng = tabs, where, rng
        self.session: str | None = None
        self.crashes: list[str] = []
        self.went: list[str] = []
        self._served: Awaitable[None] | None = None

    def come(self, route: str | None = None) -> None:
        """Load the page at an address."""
        self.went.append(f"comes to {route or self.anywhere()}")
        self.address = self.went[-1].removeprefix("comes to ")
        self.socket = Socket(self)
        line = BrowserConnection(self.socket, self.tabs)  # type: ignore[arg-type]
        self._served = asyncio.create_task(line.hold())
        self.socket.say(MessageAction.REGISTER_CLIENT, {
            "session_id": self.session, "page_name": "", "page": {**PHONE, "route": self.address}})

    def go(self, route: str) -> None:
        """Go to an address on the page."""
        self.went.append(f"goes to {route}")
        self.socket.say(MessageAction.UPDATE_CONTROL_PROPS, {"id": 1, "props": {"route": route}})
        self.socket.say(MessageAction.CONTROL_EVENT, {
            "target": 1, "name": "route_change", "data": {"route": route}})

    def leave(self) -> None:
        """Close the page."""
        self.went.append("leaves")
        self.socket.leave()

    async def forget(self) -> None:
        """Begin with a new session, as a new tab does; the old one's time runs out."""
        if self._served is not None:
            await self._served
        await asyncio.sleep(2 * KEPT)
        assert not self.tabs
        self.session = None

    def anywhere(self) -> str:
        return self.where.fill(self.rng.choice(list(paths(ROUTES))), self.rng)

    async def moment(self) -> None:
        """Some of them are long enough for a thread."""
        for _turn in range(self.rng.choice(MOMENTS)):
            await asyncio.sleep(0)
        if self.rng.random() < 0.1:
            await asyncio.sleep(self.rng.random() * 0.2)

    def hear(self, socket: Socket, action: int, body: Any) -> None:
        """What the program says to the page on one of its sockets."""
        if action == MessageAction.REGISTER_CLIENT.value:
            self.session = body["session_id"]
        elif action == MessageAction.SESSION_CRASHED.value:
            self.crashes.append(str(body))
        elif action == MessageAction.INVOKE_METHOD.value:
            socket.say(MessageAction.INVOKE_METHOD, {
                "control_id": body["control_id"], "call_id": body["call_id"], "error": None,
                "result": DEVICE if body["name"] == "get_device_info" else None})

    async def answers(self) -> bool:
        """Whether it shows the address that it goes to, after at most ten seconds."""
        self.come()
        await asyncio.sleep(0.05)
        self.go("/people" if self.address != "/people" else "/preferences")
        try:
            async with asyncio.timeout(10):
                while not await self._shows(self.went[-1].removeprefix("goes to ")):
                    await asyncio.sleep(0.02)
        except TimeoutError:
            return False
        return True

    async def _shows(self, route: str) -> bool:
        session = self.tabs.session(self.session or "")
        views = session and unwrap_component(session.page.views)
        return isinstance(views, list) and unwrap_component(views[-1]).route == route


@pytest.mark.rounds(short=40, full=1000)
async def test_a_browser_that_comes_and_goes_finds_a_page_that_answers(
        tmp_path: Path, rounds: int, note: Note, caplog: pytest.LogCaptureFixture,
        monkeypatch: pytest.MonkeyPatch):
    """It loads the page, goes here and there, and leaves before, while and after something is
    drawn; sometimes it has forgotten its session. Then it goes where it is told to, nothing was
    told to it as a crash, and nothing was complained of but that it had gone. No person comes as
    often, so it has no budget here."""
    monkeypatch.setattr(limits, "PLAY_SHARE", 1e6)
    settings = Settings.of({"FLET_APP_STORAGE_DATA": str(tmp_path)})
    rng = Random(int(os.environ.get("SCOREPAD_MONKEY", "20261120")))
    tabs = Tabs(main_for(settings), Uploads(), kept=KEPT)
    browser = Browser(tabs, every_game(tmp_path), rng)
    for number in range(1, rounds + 1):
        if rng.random() < 0.3:
            await browser.forget()
        browser.come()
        for _way in range(rng.choice((0, 1, 1, 2, 3, 8))):
            await browser.moment()
            browser.go(browser.anywhere())
        await browser.moment()
        browser.leave()
        await browser.moment()
        if number % ASKED == 0:
            assert await browser.answers(), browser.went[-30:]
            browser.leave()
            browser.went.clear()
        assert browser.crashes == []
        assert [each.getMessage() for each in caplog.records
                if each.levelno >= logging.ERROR and GoneAway().filter(each)] == []
    note("browsers that came and went at any moment, and found a page that answers", rounds)
