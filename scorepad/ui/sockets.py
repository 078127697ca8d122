"""uvicorn's sockets, which do not stay for a browser that has stopped reading."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LAST_WORDS = 5.0
"""Seconds that what was sent last has for its way."""


class Socket(WebSocketsSansIOProtocol):
    """A socket that is over when the program is done with it."""

    async def run_asgi(self) -> None:
        """Serve it; then the connection ends, though not all may have been taken from it."""
        await super().run_asgi()
        self.loop.call_later(LAST_WORDS, self.transport.abort)
