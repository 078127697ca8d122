"""uvicorn's protocols, which here do not wait for a browser that has stopped reading, or asks only
half a question."""

import asyncio

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from scorepad.server.lines import Line

LAST_WORDS = 5.0
"""Seconds that the last data sent have to arrive."""


class Socket(WebSocketsSansIOProtocol):
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


class Request(Line):
    """A connection that is cut where a request is begun and does not go on."""

    _patience: asyncio.TimerHandle | None = None

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
                    if isinstance(each, Request) and each._patience is not None]
            if len(half) > MOST_HALF:
                min(half, key=lambda each: each[0])[1]._cut()

    def _stop(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _cut(self) -> None:
        if self in self.connections:  # else it is a socket by now
            self.transport.abort()
