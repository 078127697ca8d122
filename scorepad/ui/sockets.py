"""uvicorn's WebSocket protocol, which here does not wait for a browser that has stopped reading."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LAST_WORDS = 5.0
"""Seconds that the last data sent have to arrive."""


class Socket(WebSocketsSansIOProtocol):
    """A socket that closes when the program is done with it."""

    async def run_asgi(self) -> None:
        """Serve the socket; `LAST_WORDS` seconds later, abort the connection even if not all was
        read."""
        await super().run_asgi()
        self.loop.call_later(LAST_WORDS, self.transport.abort)
