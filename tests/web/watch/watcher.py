"""Somebody who watches: asks the routes for pages and streams, without a server and a network."""

import asyncio
import gzip
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette

from scorepad.service import Service
from scorepad.system.files import ASSETS
from scorepad.web.asgi import TRANSPORT
from scorepad.web.watch.routes import watch_routes

DEVICE = "x-device"
"""The header by which a client of the tests says who it is."""


@dataclass
class Answer:
    """What came: the status, the headers, and the body so far."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    done: bool = False

    @property
    def text(self) -> str:
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()

    def events(self) -> list[tuple[str, int, str]]:
        """What a stream has told: the kind, the number (0 for none) and the data of each event."""
        told = []
        for block in self.text.split("\n\n"):
            lines = dict.fromkeys(("event", "id"), "")
            data = []
            for line in block.split("\n"):
                name, _colon, value = line.partition(": ")
                if name == "data":
                    data.append(value)
                elif name in lines:
                    lines[name] = value
            if lines["event"]:
                told.append((lines["event"], int(lines["id"] or 0), "\n".join(data)))
        return told

    def sheets(self) -> list[tuple[int, str]]:
        """The numbers and parts of all events about the page."""
        return [(id, data) for kind, id, data in self.events() if kind == "sheet"]


class Transport:
    """A connection that may be cut off, and says whether it was; reads: whether its client takes
    what is sent."""

    def __init__(self, reads: asyncio.Event) -> None:
        self.cut, self._reads = asyncio.Event(), reads

    def abort(self) -> None:
        self.cut.set()

    def get_extra_info(self, _name: str) -> None:
        return None

    def get_write_buffer_size(self) -> int:
        return 0 if self._reads.is_set() else 1


class Held:
    """A stream that is read, or not: `reads` is cleared while the client takes nothing."""

    def __init__(self) -> None:
        self.reads, self.gone = asyncio.Event(), asyncio.Event()
        self.reads.set()
        self.answer, self.transport = Answer(), Transport(self.reads)
        self.task: asyncio.Task[None]

    async def hears(self, body: bytes) -> None:
        """Wait until something came."""
        async with asyncio.timeout(10):
            while body not in self.answer.body:
                await asyncio.sleep(0.005)

    async def told(self, number: int) -> list[tuple[int, str]]:
        """Wait until so many events about the page came."""
        async with asyncio.timeout(10):
            while len(self.answer.sheets()) < number:
                await asyncio.sleep(0.005)
        return self.answer.sheets()

    async def leave(self) -> None:
        """Close the stream, as a browser does."""
        self.gone.set()
        await asyncio.wait_for(self.task, 10)


class Watchers:
    """The routes, with everybody who asks them; `who` says which devices may."""

    def __init__(self, service: Service, find: Callable[[], Service] | None = None) -> None:
        def found() -> Service:
            service.watch()
            return service

        self.shut_out: set[str] = set()
        self.writers: set[str] = set()
        self.code = ""
        routes, self.watching = watch_routes(
            find or found, self._who, ASSETS,
            lambda request: request.headers.get(DEVICE) in self.writers, lambda: self.code)
        self._app = Starlette(routes=routes)

    def _who(self, request: Any) -> str | None:
        device = request.headers.get(DEVICE)
        return None if device in self.shut_out else device

    async def get(self, path: str, device: str = "phone", language: str = "en",
                  method: str = "GET", **headers: str) -> Answer:
        """The whole answer to a request."""
        held = Held()
        await self._app(*self._asking(path, device, language, method, headers, held))
        return held.answer

    def hold(self, path: str, device: str = "phone", language: str = "en",
             **headers: str) -> Held:
        """A stream that goes on until somebody ends it."""
        held = Held()
        held.task = asyncio.create_task(self._app(
            *self._asking(path, device, language, "GET", headers, held)))
        return held

    def _asking(self, path: str, device: str, language: str, method: str,
                headers: dict[str, str], held: Held) -> tuple[Any, Any, Any]:
        path, _mark, query = path.partition("?")
        told = {DEVICE: device, "accept-language": language} | {
            name.replace("_", "-"): value for name, value in headers.items()}
        scope = {"type": "http", "path": path, "raw_path": path.encode(), "method": method,
                 "query_string": query.encode(), "root_path": "", "scheme": "http",
                 "server": ("127.0.0.1", 80), TRANSPORT: held.transport,
                 "headers": [(name.encode(), value.encode()) for name, value in told.items()
                             if value]}
        asked = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Any:
            if asked:
                return asked.pop()
            await held.gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            waits = [asyncio.create_task(each.wait()) for each in (held.reads, held.transport.cut)]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for each in waits:
                each.cancel()
            if held.transport.cut.is_set():
                held.gone.set()
                return
            answer = held.answer
            if message["type"] == "http.response.start":
                answer.status = message["status"]
                answer.headers = {name.decode(): value.decode()
                                  for name, value in message["headers"]}
            else:
                answer.body += message.get("body", b"")
                answer.done = not message.get("more_body", False)

        return scope, receive, send


def plain(html: str) -> str:
    """The text of HTML, with one space where there is any."""
    without = re.sub(r"<(script|style|title)\b.*?</\1>", " ", html, flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", without)).strip()


def part(html: str, id: str) -> str:
    """The text of the part of a page with this id."""
    found = re.search(rf'<(\w+)[^>]* id="{id}".*?</\1>', html, re.S)
    assert found, id
    return plain(found[0])


def rows(html: str, id: str) -> list[str]:
    """The text of each row of hands in the part of a page with this id."""
    found = re.search(rf'<section[^>]* id="{id}".*?</section>', html, re.S)
    assert found, id
    return [plain(row) for row in re.findall(r'<tr class="row">.*?</tr>', found[0], re.S)]
