"""One socket of a browser, from the handshake to its end."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import flet as ft
import msgpack
from flet.controls.base_control import BaseControl
from flet.messaging.connection import Connection
from flet.messaging.protocol import Message, configure_encode_object_for_msgpack
from flet.messaging.session import Session

from scorepad.service.roles import Role
from scorepad.web import limits
from scorepad.web.access.middleware import DEVICE, VISITOR
from scorepad.web.access.visitors import Visitor
from scorepad.web.asgi import SPEND, language_of
from scorepad.web.host import messages
from scorepad.web.host.door import metered

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from scorepad.web.host.tabs import Tabs

LARGE, SLOWEST = 16_384, 20_000
"""Bytes from which a message is announced, and those that a slow line brings within a second: a
page must not take a line for dead that is only busy."""

FAREWELL = 2.0
"""Seconds to tell a browser why its socket is closed."""

LAST_WORDS = 2.0
"""Seconds to follow what a page has said before it gave its line up, as it does where the program
is slow: a digit that was typed by then counts."""

LOOKS_COOKIE = "scorepad-looks"
"""The cookie in which a browser keeps its preferences, the same for every port of this machine."""

LISTENS_COOKIE, SCANS_COOKIE = "scorepad-listens", "scorepad-scans"
"""The cookies that are there if a browser can do that."""

SILENT, BROKEN, TOO_SLOW, ELSEWHERE, SHUT_OUT = 1008, 1011, 1013, 4000, 4401

logger = logging.getLogger("flet")

_encode = configure_encode_object_for_msgpack(BaseControl)


class BrowserConnection(Connection):
    """The socket of one tab; session: the tab's, once its page has registered; looks: the
    preferences that its browser keeps, as it wrote them; listens, scans: whether it said that it
    can; document: the name that the page gave itself when it was loaded, empty if it gave none.
    Messages sent after it has closed are dropped, as Flet does: a page that comes back gets
    everything anew.
    """

    def __init__(self, socket: "WebSocket", tabs: "Tabs") -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.loop, self.executor, self.pubsubhub = tabs.loop, tabs.executor, tabs.hub
        self.page_url = str(socket.url).rpartition("/")[0]
        self.device: str = socket.scope[DEVICE]
        self.visitor: Visitor | None = socket.scope.get(VISITOR)
        cookies = _cookies_in(socket.scope.get("headers", ()))
        self.looks = unquote(cookies.get(LOOKS_COOKIE, ""))
        self.listens, self.scans = LISTENS_COOKIE in cookies, SCANS_COOKIE in cookies
        self.language = language_of(socket.scope)
        self.document = _document_in(socket.scope.get("query_string", b""))
        self.session: Session | None = None
        self._socket, self._tabs = socket, tabs
        self.playing = tabs.playing(self.device)
        self._spend: Callable[[float], object] = socket.scope.get(SPEND, float)
        self._waiting: deque[bytes] = deque()
        self._bytes, self._more = 0, asyncio.Event()
        self._inbox: asyncio.Queue[messages.Said] = asyncio.Queue(limits.HEARD)
        self._ended: asyncio.Future[int] = tabs.loop.create_future()

    async def hold(self) -> None:
        """Accept the socket if there is room for it, and return when it has ended."""
        if not self._tabs.has_room_for(self):
            await self._socket.close(TOO_SLOW)
            return
        await self._socket.accept()
        at_work = [asyncio.create_task(work) for work in (
            self._in_order(metered(self._listen(), self._spend)),
            self._in_order(self._follow_all()), self._send_all())]
        try:
            code = await self._ended
        finally:
            self.dispose()
            for task in at_work:
                task.cancel()
            await asyncio.gather(*at_work, return_exceptions=True)
            await self._tabs.leave(self)
        if code:
            try:
                async with asyncio.timeout(FAREWELL):
                    await self._socket.close(code)
            except (OSError, RuntimeError, TimeoutError):
                pass  # it has gone, or does not listen

    def end(self, code: int = 0) -> None:
        """End the line and close the socket with a code; 0 if the browser has closed it."""
        if not self._ended.done():
            self._ended.set_result(code)

    def dispose(self) -> None:
        """End the line and drop what waits to be sent."""
        self.end()
        self._waiting.clear()
        self._bytes = 0

    # --- out ----------------------------------------------------------------------------------

    def send_message(self, message: Message) -> None:
        """Queue a message of the session; end the line if too much waits."""
        if self._ended.done():
            return
        packet = b"\0" + msgpack.packb([message.action, message.body], default=_encode)
        if self.document and len(packet) >= LARGE:
            self._queue(messages.PATIENCE + bytes([min(255, 1 + len(packet) // SLOWEST)]))
        self._queue(packet)

    def _queue(self, packet: bytes) -> None:
        if self._bytes > limits.WAITING_BYTES:
            self.end(TOO_SLOW)
        self._waiting.append(packet)
        self._bytes += len(packet)
        self._more.set()

    async def _send_all(self) -> None:
        try:
            while True:
                await self._more.wait()
                while self._waiting:
                    # Counted until it is sent: it stays here while the browser does not read.
                    await self._socket.send_bytes(self._waiting[0])
                    self._bytes -= len(self._waiting.popleft())
                self._more.clear()
        except (OSError, RuntimeError):
            self.end()

    # --- in -----------------------------------------------------------------------------------

    async def _in_order(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something with what the browser says, and end the line with it if it is wrong."""
        try:
            await work
        except _Gone:
            await self.follow_rest()
            self.end()
        except TimeoutError:
            self.end(SILENT)
        except messages.Nonsense as nonsense:
            self.end(nonsense.code)
        except Exception:
            logger.error("What a page said could not be followed", exc_info=True)
            self.end(BROKEN)

    async def _listen(self) -> None:
        async with asyncio.timeout(self._tabs.register_within):
            first = await self._receive()
        if not isinstance(first, messages.Registers):
            raise messages.Nonsense
        await self._inbox.put(first)
        while True:
            heard = await self._receive()
            if isinstance(heard, messages.Asks):  # answered at once, whatever there is to wait for
                self._queue(messages.QUESTION)
            else:
                await self._inbox.put(heard)
            await asyncio.sleep(0)  # a busy page must not keep others waiting

    async def _follow_all(self) -> None:
        """Follow what the browser says, in its order. What asks the book comes after a look whether
        its server answers, which keeps nobody else waiting."""
        while True:
            heard = await self._inbox.get()
            if self.visitor is None or self.visitor.role is not Role.HOST:
                await self.playing.grown()
            self.playing.spend(limits.TAP_SECONDS)
            if isinstance(heard, messages.Registers | messages.Happens):
                await self._tabs.reach()
            if self.session is not None:
                self._follow(self.session, heard)
            elif isinstance(heard, messages.Registers):
                self.session = await self._tabs.enter(self, heard)
            await asyncio.sleep(0)
            self._inbox.task_done()

    async def follow_rest(self) -> None:
        """Wait until what the browser has said is followed, no longer than `LAST_WORDS`."""
        if self.session is not None and not self._ended.done():
            with suppress(TimeoutError):
                async with asyncio.timeout(LAST_WORDS):
                    await self._inbox.join()

    async def _receive(self) -> messages.Said:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise _Gone
        if (packet := message.get("bytes")) is None:
            raise messages.Nonsense(messages.UNKNOWN)
        return messages.said(packet)

    def _follow(self, session: Session, heard: messages.Said) -> None:
        """Do what a registered page asks for. Raises Nonsense."""
        match heard:
            case messages.Happens(control, event, data):
                if control != messages.PAGE or event not in messages.OURS:
                    self._tabs.run(metered(session.dispatch_event(control, event, data),
                                           self.playing.spend))
            case messages.Changes(control, properties):
                change(session, control, properties)
            case messages.Answers(control, call, result, fault):
                if control in session.index:  # otherwise the control that asked is gone
                    session.handle_invoke_method_results(control, call, result, fault)
            case messages.Registers():
                raise messages.Nonsense


class _Gone(Exception):
    """Raised when the browser has closed the socket."""


def _cookies_in(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return the cookies that a browser sends, of several of a name the first."""
    said = [each.strip().partition("=") for name, value in headers if name.lower() == b"cookie"
            for each in value.decode("latin-1").split(";")]
    return {name: value for name, _, value in reversed(said)}


def _document_in(query: bytes) -> str:
    """Return the name of a page in the address of its socket; empty if it has none."""
    name = query.decode("latin-1").partition("page=")[2]
    return name if messages.TAB.fullmatch(name) else ""


def change(session: Session, control: int, properties: dict[str, Any]) -> None:
    """Set properties of a control as the browser reports them; raises Nonsense."""
    if any(isinstance(value, datetime) for value in properties.values()) \
            and not isinstance(session.index.get(control), ft.DatePicker):
        raise messages.Nonsense
    try:
        session.apply_patch(control, properties)
    except (ValueError, TypeError, AttributeError):
        raise messages.Nonsense from None
