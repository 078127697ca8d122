"""uvicorn's protocols, which here do not wait for a browser that has stopped reading, or asks only
half a question; and room for many connections."""

import asyncio
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from scorepad.web.asgi import TRANSPORT

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send
    from uvicorn.config import Config
    from uvicorn.protocols.http.h11_impl import H11Protocol as Protocol
    from uvicorn.server import ServerState
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol as Protocol

LAST_WORDS = 5.0
"""Seconds that the last data sent have to arrive."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A socket that closes when the program is done with it."""

    async def run_asgi(self) -> None:
        """Serve the socket; `LAST_WORDS` seconds later, abort the connection even if not all was
        read."""
        await super().run_asgi()
        self.loop.call_later(LAST_WORDS, self.transport.abort)


WHOLE_WITHIN = 10.0
"""Seconds in which the head of a request must come whole."""

MOST_HALF = 512
"""Requests that may be half here at a time; the oldest makes way for another."""


class HttpProtocol(Protocol):
    """A connection that is cut where a request is begun and does not go on, and whose transport
    stands in the scope of its requests, so that an app can cut off a client that does not read."""

    _patience: asyncio.TimerHandle | None = None

    def __init__(self, config: "Config", server_state: "ServerState", app_state: dict[str, Any],
                 _loop: asyncio.AbstractEventLoop | None = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        inner = self.app

        async def app(scope: "Scope", receive: "Receive", send: "Send") -> None:
            await inner({**scope, TRANSPORT: self.transport}, receive, send)

        self.app = app

    def connection_made(  # type: ignore[override]  # as uvicorn narrows it
            self, transport: asyncio.Transport) -> None:
        """Begin to wait for a first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take in data, and wait for the rest of what has begun."""
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._stop()
        elif before is None or before.response_complete:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._patience is None:
            self._patience = self.loop.call_later(WHOLE_WITHIN, self._cut)
            self._make_room()

    def _make_room(self) -> None:
        """Cut the oldest half request if there are too many of them."""
        if len(self.connections) > MOST_HALF:
            half = [(each._patience.when(), each) for each in self.connections
                    if isinstance(each, HttpProtocol) and each._patience is not None]
            if len(half) > MOST_HALF:
                min(half, key=lambda each: each[0])[1]._cut()

    def _stop(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _cut(self) -> None:
        if self in self.connections:  # else it is a socket by now
            self.transport.abort()


LINES = 8192
"""Connections and files that a server may have open at a time; without being asked, many
systems allow 1024 or fewer."""


def make_room(lines: int = LINES) -> None:
    """Have the system allow so many open connections and files, as far as it lets itself be
    asked."""
    if sys.platform == "win32":
        return
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = lines if most == resource.RLIM_INFINITY else min(lines, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
