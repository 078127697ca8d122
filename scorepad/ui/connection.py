"""One socket of a browser, from the handshake until nothing of it is left."""

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import msgpack
from flet.controls.base_control import BaseControl
from flet.messaging.connection import Connection
from flet.messaging.protocol import Message, configure_encode_object_for_msgpack
from flet.messaging.session import Session

from scorepad.server.door import DEVICE
from scorepad.server.frames import UNKNOWN, Nonsense
from scorepad.ui.said import OURS, PAGE, Answers, Changes, Happens, Registers, Said, said

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from scorepad.ui.tabs import Tabs

REGISTER_WITHIN = 10.0
"""Seconds in which a page says what it is."""

MOST_WAITING = 8_000_000
"""Bytes that wait for a browser that does not read; one message may be larger, such as a backup."""

FAREWELL = 2.0
"""Seconds in which a browser can be told why its socket is closed."""

SILENT, BROKEN, TOO_SLOW, ELSEWHERE = 1008, 1011, 1013, 4000

logger = logging.getLogger("flet")

_encode = configure_encode_object_for_msgpack(BaseControl)


class Line(Connection):
    """The socket of one tab; session: whose it is, once the page has registered. What is sent on
    one that is closed is dropped, as Flet does it itself: who comes back gets everything anew."""

    def __init__(self, socket: "WebSocket", tabs: "Tabs") -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.loop, self.executor, self.pubsubhub = tabs.loop, tabs.executor, tabs.hub
        self.page_url = str(socket.url).rpartition("/")[0]
        self.device: str = socket.scope[DEVICE]
        self.session: Session | None = None
        self._socket, self._tabs = socket, tabs
        self._waiting: deque[bytes] = deque()
        self._bytes, self._more = 0, asyncio.Event()
        self._ended: asyncio.Future[int] = tabs.loop.create_future()
        self._tasks: set[asyncio.Task[None]] = set()

    async def hold(self) -> None:
        """Accept the socket, and stay until it has ended, one way or the other."""
        await self._socket.accept()
        at_work = [asyncio.create_task(self._listen()), asyncio.create_task(self._send_all())]
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
        """Close the socket with a code; 0 where the browser has closed it."""
        if not self._ended.done():
            self._ended.set_result(code)

    def dispose(self) -> None:
        """Send nothing any more."""
        self.end()
        self._waiting.clear()
        self._bytes = 0

    # --- out ----------------------------------------------------------------------------------

    def send_message(self, message: Message) -> None:
        """Queue a message of the session."""
        if self._ended.done():
            return
        self._waiting.append(b"\0" + msgpack.packb([message.action, message.body], default=_encode))
        self._bytes += len(self._waiting[-1])
        self._more.set()
        if self._bytes > MOST_WAITING and len(self._waiting) > 1:
            self.end(TOO_SLOW)

    async def _send_all(self) -> None:
        try:
            while True:
                await self._more.wait()
                while self._waiting:
                    # It counts as long as it is on its way: a browser that does not read keeps it.
                    await self._socket.send_bytes(self._waiting[0])
                    self._bytes -= len(self._waiting.popleft())
                self._more.clear()
        except (OSError, RuntimeError):
            self.end()

    # --- in -----------------------------------------------------------------------------------

    async def _listen(self) -> None:
        try:
            async with asyncio.timeout(self._tabs.register_within):
                first = await self._hear()
            if not isinstance(first, Registers):
                raise Nonsense
            self.session = await self._tabs.enter(self, first)
            while True:
                self._follow(self.session, await self._hear())
                await asyncio.sleep(0)  # whoever says much at once does not keep others waiting
        except _Gone:
            self.end()
        except TimeoutError:
            self.end(SILENT)
        except Nonsense as nonsense:
            self.end(nonsense.code)
        except Exception:
            logger.error("What a page said could not be followed", exc_info=True)
            self.end(BROKEN)

    async def _hear(self) -> Said:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise _Gone
        if (packet := message.get("bytes")) is None:
            raise Nonsense(UNKNOWN)
        return said(packet)

    def _follow(self, session: Session, heard: Said) -> None:
        """Do what a page that has registered asks for. Raises Nonsense."""
        match heard:
            case Happens(control, event, data):
                if control != PAGE or event not in OURS:
                    self._run(session.dispatch_event(control, event, data))
            case Changes(control, properties):
                change(session, control, properties)
            case Answers(control, call, result, fault):
                if control in session.index:  # otherwise who asked has gone meanwhile
                    session.handle_invoke_method_results(control, call, result, fault)
            case Registers():
                raise Nonsense

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Gone(Exception):
    """The browser has closed the socket."""


def change(session: Session, control: int, properties: dict[str, Any]) -> None:
    """Take over what a control shows in the browser. Raises Nonsense where that cannot be."""
    try:
        session.apply_patch(control, properties)
    except (ValueError, TypeError, AttributeError):
        raise Nonsense from None
