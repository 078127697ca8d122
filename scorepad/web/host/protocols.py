"""uvicorn's protocols, which here wait for nobody who asks only half a question or has stopped
reading; and the connections that are open, of which those of devices with a key come first.

h11 bounds heads and trailers, websockets bounds frames.
"""

import asyncio
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from scorepad.system.steps import give_back
from scorepad.web import limits
from scorepad.web.access.origins import Network, address_of, is_in
from scorepad.web.asgi import LET_IN, SPEND, TRANSPORT
from scorepad.web.host.door import Budgets, Door, metered

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send


MANY, REST = 64, 10.0
"""Connections that have gone after which memory is given back, and seconds in which no more go."""


@dataclass(eq=False)
class Opened:
    """An open connection. address: of the other end, empty for a proxy; device: whose key it has
    shown, empty for none; is_asking: whether a request of it, or a socket, is not done with."""

    transport: asyncio.Transport
    address: str
    device: str = ""
    is_asking: bool = False


class Connections:
    """The connections of a server, those that came first at the beginning. descriptors: how many
    the system allows; proxies: the addresses from which many ask; device_in: as for `Budgets`."""

    def __init__(self, descriptors: int = limits.DESCRIPTORS, proxies: Sequence[Network] = (),
                 device_in: Callable[[bytes], str] | None = None) -> None:
        self.budgets = Budgets(device_in)
        self._most = max(descriptors - limits.FILES, descriptors // 2)
        self._strangers = min(limits.STRANGERS, descriptors // 4)
        self._proxies = proxies
        self._open: dict[asyncio.BaseTransport, Opened] = {}
        self._gone = 0
        self._resting: asyncio.TimerHandle | None = None
        self._groups: dict[tuple[str, str], dict[Opened, None]] = {}

    def __len__(self) -> int:
        return len(self._open)

    def came(self, transport: asyncio.Transport) -> None:
        """Take in a new connection, and cut another, or it, where there are too many."""
        line: Any = transport.get_extra_info("socket")
        with suppress(OSError, AttributeError):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.UNSENT_BYTES)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT,
                            int(1000 * limits.ANSWER_SECONDS))
        client = transport.get_extra_info("peername")
        opened = Opened(transport, "" if is_in(client, self._proxies) else address_of(client))
        self._open[transport] = opened
        self._join(opened)
        if opened.address and len(own := self._of(opened)) > limits.STRANGERS_OF_ADDRESS:
            self._cut(next(iter(own)))
        while len(strangers := self._groups["", ""]) > self._strangers:
            self._cut(next(iter(strangers)))
        if len(self._open) > self._most:
            self._cut(next((each for each in self._open.values() if not each.is_asking), opened))

    def begins(self, transport: asyncio.BaseTransport) -> None:
        """Note that a request begins on a connection, which shows its key anew."""
        if (opened := self._open.get(transport)) is not None:
            opened.is_asking = True
            self._move(opened, "")

    def ends(self, transport: asyncio.BaseTransport) -> None:
        """Note that a request was answered."""
        if (opened := self._open.get(transport)) is not None:
            opened.is_asking = False

    def let_in(self, transport: asyncio.BaseTransport, device: str) -> None:
        """Note that a connection has shown the key of a device."""
        if (opened := self._open.get(transport)) is not None:
            self._move(opened, device)
            if len(own := self._of(opened)) > limits.OF_DEVICE:
                self._cut(next((each for each in own if not each.is_asking), opened))

    def left(self, transport: asyncio.BaseTransport) -> None:
        """Forget a connection."""
        if (opened := self._open.pop(transport, None)) is not None:
            self._part(opened)
            self._gone += 1
            if self._gone >= MANY:
                self._give_back_later()

    def _give_back_later(self) -> None:
        def now() -> None:
            self._gone = 0
            give_back()

        if self._resting is not None:
            self._resting.cancel()
        self._resting = asyncio.get_running_loop().call_later(REST, now)

    def _cut(self, opened: Opened) -> None:
        self.left(opened.transport)
        opened.transport.abort()

    def _keys(self, opened: Opened) -> list[tuple[str, str]]:
        return [("device", opened.device)] if opened.device else \
            [("", ""), ("address", opened.address)]

    def _of(self, opened: Opened) -> dict[Opened, None]:
        return self._groups[self._keys(opened)[-1]]

    def _move(self, opened: Opened, device: str) -> None:
        self._part(opened)
        opened.device = device
        self._join(opened)

    def _join(self, opened: Opened) -> None:
        for key in self._keys(opened):
            self._groups.setdefault(key, {})[opened] = None

    def _part(self, opened: Opened) -> None:
        for key in self._keys(opened):
            del self._groups[key][opened]
            if not self._groups[key] and key[0]:
                del self._groups[key]


class Paying(asyncio.Protocol):
    """A protocol of uvicorn's that is not read while whoever asks has spent their budget. What
    stands in the scope of its requests: see `asgi`."""

    transport: asyncio.Transport

    def __init__(self, *args: Any, connections: Connections, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._connections = connections
        self._budget = connections.budgets.of("")
        self._held = b""
        self._has_turn = True  # as the door has let it in
        self.app: Any = self._scoped(self.app)

    @property
    def _asks_anew(self) -> bool:
        """True if what comes now may be the beginning of a request."""
        raise NotImplementedError

    @property
    def _is_read(self) -> bool:
        """True if more can be taken in."""
        raise NotImplementedError

    def data_received(self, data: bytes) -> None:
        """Take in what has come, or let it wait."""
        if self._asks_anew and not self._held:
            self._budget = self._connections.budgets.shown_in(data)
        if not self._held and (self._has_turn or not self._budget.is_spent):
            self._has_turn = False
            self._take(data)
            return
        if not self._held:
            self._budget.wait(address_of(self.transport.get_extra_info("peername")), self._go_on,
                              self.transport.abort)
        self._held += data
        self.transport.pause_reading()

    def _go_on(self) -> None:
        held, self._held = self._held, b""
        if not self.transport.is_closing():
            if self._is_read:
                self.transport.resume_reading()
            self._take(held)

    def _take(self, data: bytes) -> None:
        began = time.thread_time()
        super().data_received(data)
        self._budget.spend(limits.READ_SECONDS + time.thread_time() - began)

    def _let_in(self, device: str) -> None:
        self._connections.let_in(self.transport, device)
        self._budget = self._connections.budgets.of(device)

    def _spend(self, seconds: float) -> None:
        self._budget.spend(seconds)

    def _scoped(self, app: Any) -> Any:
        async def inner(scope: "Scope", receive: "Receive", send: "Send") -> None:
            await metered(app({**scope, TRANSPORT: self.transport, LET_IN: self._let_in,
                               SPEND: self._spend}, receive, send), self._spend)
        return inner


class HttpProtocol(Paying, H11Protocol):
    """A connection that is cut where a request does not come whole, or an answer is not taken."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._patience: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Take in what has come; a connection that has asked is not closed while it waits."""
        self._unset_keepalive_if_required()
        super().data_received(data)

    def connection_made(  # type: ignore[override]  # as uvicorn narrows it
            self, transport: asyncio.Transport) -> None:
        """Begin to wait for a first request."""
        super().connection_made(transport)
        self._connections.came(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop()
        self.resume_writing()
        self._connections.left(self.transport)
        super().connection_lost(exc)
        self._forget()

    # --- what comes in ------------------------------------------------------------------------

    @property
    def _asks_anew(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    @property
    def _is_read(self) -> bool:
        return not self.flow.read_paused

    def handle_events(self) -> None:
        """Take in what has come, and wait for the rest of what has begun."""
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self._stop()
            if not self.cycle.response_complete:
                self._connections.begins(self.transport)
        elif self in self.connections and (before is None or before.response_complete):
            self._wait()  # unless it is a socket by now

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request; one that comes in the middle of an answer ends it."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
            self._end_soon()
        else:
            self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection on."""
        self._stop()
        self._connections.begins(self.transport)
        super().handle_websocket_upgrade(event)
        self._forget()

    def _forget(self) -> None:
        """Let go of what would wait for the garbage collector, and with it of what has come."""
        self.app = None
        if self.cycle is not None:
            self.cycle.body = bytearray()

    def _wait(self) -> None:
        if self._patience is None:
            self._patience = self.loop.call_later(limits.HEAD_SECONDS, self.transport.abort)

    def _stop(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    # --- what goes out ------------------------------------------------------------------------

    def on_response_complete(self) -> None:
        """Be done with a request; one that has not come whole by now ends the connection."""
        self._connections.ends(self.transport)
        if self.conn.their_state is h11.SEND_BODY:
            self.flow.pause_reading()
            self.transport.close()
        super().on_response_complete()
        if self.transport.is_closing():
            self._end_soon()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection on which nothing more was asked."""
        super().timeout_keep_alive_handler()
        self._end_soon()

    def pause_writing(self) -> None:
        """Wait until the client has read, for a while."""
        super().pause_writing()
        self._unread = self.loop.call_later(limits.ANSWER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on writing."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    def _end_soon(self) -> None:
        """Abort the connection if what was sent last is not read."""
        self.loop.call_later(limits.LAST_SECONDS, self.transport.abort)


class WebSocketProtocol(Paying, WebSocketsSansIOProtocol):
    """A socket that closes with the program, or is cut where it is not read."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._pings: list[float] = []

    @property
    def _asks_anew(self) -> bool:
        return not self.handshake_initiated

    @property
    def _is_read(self) -> bool:
        return not self.read_paused

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._connections.left(self.transport)
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """Answer, unless it is one of too many, whose answers may not be read."""
        now = self.loop.time()
        self._pings = [*[each for each in self._pings if each > now - limits.PINGS_SECONDS], now]
        if len(self._pings) > limits.PINGS or self.transport.is_closing():
            self.transport.abort()
        else:
            super().handle_ping()

    def handle_cont(self, event: Any) -> None:
        """Take in another part of a message, of which there may be only so many."""
        if len(self.frames) < limits.FRAGMENTS:
            super().handle_cont(event)
        else:
            self.transport.abort()

    async def send(self, message: Any) -> None:
        """Send, unless the other end has gone, which is told only in the next turn of the loop."""
        if message["type"] == "websocket.send" and self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)

    async def run_asgi(self) -> None:
        """Serve the socket; a little later, abort the connection even if not all was read."""
        await super().run_asgi()
        self.loop.call_later(limits.LAST_SECONDS, self.transport.abort)


class Served(uvicorn.Server):
    """A server of uvicorn's with a door of ours."""

    def __init__(self, config: uvicorn.Config, budgets: Budgets) -> None:
        super().__init__(config)
        self._budgets = budgets
        self._doors: list[asyncio.Task[None]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve on sockets."""
        await super().startup([])
        door = Door(self._budgets, lambda: self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state))
        self._doors = [asyncio.create_task(door.take_in(each)) for each in sockets or ()]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End it, whoever waits."""
        for each in self._doors:
            each.cancel()
        await super().shutdown(sockets)


def uvicorn_options(connections: Connections) -> dict[str, Any]:
    """Return how uvicorn is configured for these connections."""
    return {"http": partial(HttpProtocol, connections=connections),
            "ws": partial(WebSocketProtocol, connections=connections),
            "h11_max_incomplete_event_size": limits.HEAD_BYTES,
            "ws_max_size": limits.FRAME_BYTES, "loop": "asyncio",
            "log_level": "critical", "server_header": False, "proxy_headers": False,
            "timeout_graceful_shutdown": 1}
