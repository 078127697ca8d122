"""Streams of a page's changes, as Server-Sent Events. Nothing waits in line for a slow reader: what
it is told is made when it can take it. One that reads nothing is cut off."""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scorepad.web import limits
from scorepad.web.asgi import TRANSPORT

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from scorepad.web.watch.watching import Page

BEAT = 1.5
"""Seconds between two signs of life: a page without any for four knows that its line is lost."""

REMARK = 15
"""Seconds between two remarks, which keep proxies from closing a quiet line."""

ALIVE, REMARKED = b"event: alive\ndata: %d\n\n", b":\n\n"
"""A sign of life, with the time in milliseconds since 1970 that clocks are set by; and a remark."""

MAY_WRITE = {True: b"event: role\ndata: writer\n\n", False: b"event: role\ndata: watcher\n\n"}
BEGIN = b"retry: 1000\n\n"
"""The first line of a stream: milliseconds after which a browser tries again."""


class Stream:
    """The stream of a page's changes to one client. device: whose; seen: the number of the state it
    has seen; still: whether it may still watch; writes: whether it may use the app, too."""

    def __init__(self, device: str, page: "Page", seen: int, still: Callable[[], bool],
                 writes: Callable[[], bool] = lambda: False) -> None:
        self.device, self.page, self.seen, self.still = device, page, seen, still
        self.writes, self._wrote = writes, False
        self.ended = False
        self._woken = asyncio.Event()
        self._signs = b""
        self._remarked = time.monotonic()
        self._sending = 0.0
        self._cut: Callable[[], Any] = self.end

    async def run(self, scope: "Scope", receive: "Receive", send: "Send", *,
                  headers: list[tuple[bytes, bytes]]) -> None:
        """Answer a request with the stream, until the client goes or it is ended."""
        transport, task = scope.get(TRANSPORT), asyncio.current_task()
        if transport is not None:
            self._cut = transport.abort
        elif task is not None:
            self._cut = task.cancel
        gone = asyncio.ensure_future(self._until_gone(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await self._send(send, BEGIN + self._role() + self._news())
            while not self.ended:
                await self._woken.wait()
                self._woken.clear()
                if told := self._news() + self._signs:
                    self._signs = b""
                    await self._send(send, told)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except asyncio.CancelledError:
            if not self.ended:
                raise
        finally:
            self.ended = True
            gone.cancel()

    def _news(self) -> bytes:
        told = self.page.news(self.seen)
        self.seen = self.page.at
        return told

    def _role(self) -> bytes:
        """Return what tells whether the app may be used, if that has changed."""
        before, self._wrote = self._wrote, self.writes()
        return b"" if before == self._wrote else MAY_WRITE[self._wrote]

    async def _send(self, send: "Send", body: bytes) -> None:
        self._sending = time.monotonic()
        await send({"type": "http.response.body", "body": body, "more_body": True})
        self._sending = 0.0

    async def _until_gone(self, receive: "Receive") -> None:
        while (came := await receive())["type"] != "http.disconnect" and not came.get("body"):
            pass
        self.end()  # as also for a request that goes on and on

    def wake(self) -> None:
        """Tell what is new."""
        self._woken.set()

    def end(self) -> None:
        """End the stream, once its client has read what was sent."""
        self.ended = True
        self._woken.set()

    def beat(self, now: float) -> None:
        """Give a sign of life, or end a stream that may not be watched or is not read."""
        if self._sending and now - self._sending > limits.STREAM_SECONDS:
            self.ended = True
            self._cut()
        elif not self.still():
            self.end()
        else:
            self._signs = ALIVE % (time.time_ns() // 1_000_000) + self._role()
            if now - self._remarked >= REMARK:
                self._remarked = now
                self._signs += REMARKED
            self._woken.set()


class Streams:
    """The streams that are held."""

    def __init__(self) -> None:
        self._held: dict[Stream, None] = {}

    def __len__(self) -> int:
        return len(self._held)

    def hold(self, stream: Stream) -> bool:
        """Hold a stream, in place of the device's oldest of too many; False if there is no room."""
        own = [each for each in self._held if each.device == stream.device]
        if len(own) >= limits.STREAMS_OF_DEVICE:
            own[0].end()
            self.let_go(own[0])
        if len(self._held) >= limits.STREAMS:
            return False
        self._held[stream] = None
        return True

    def let_go(self, stream: Stream) -> None:
        """Forget a stream that has ended."""
        self._held.pop(stream, None)

    def pages(self) -> "list[Page]":
        """Return the pages of which there are streams, each once."""
        return list({id(stream.page): stream.page for stream in self._held}.values())

    def wake(self, page: "Page") -> None:
        """Tell what is new on a page to all who look at it."""
        for stream in self._held:
            if stream.page is page:
                stream.wake()

    def beat(self) -> None:
        """Give a sign of life on every stream."""
        now = time.monotonic()
        for stream in list(self._held):
            stream.beat(now)
