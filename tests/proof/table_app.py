"""The table's server without a network: its whole app, asked by scopes as uvicorn makes them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from scorepad.config import Settings
from scorepad.service.one_book import OneBook
from scorepad.system.files import ASSETS
from scorepad.ui.app import main_for
from scorepad.web.access.keys import Keys
from scorepad.web.access.middleware import AccessMiddleware
from scorepad.web.access.origins import SameOriginMiddleware
from scorepad.web.access.phones import Phones
from scorepad.web.access.visitors import shared_register
from scorepad.web.host.app import routes, web_app
from scorepad.web.host.network import ServerAddress
from scorepad.web.host.tabs import Tabs
from tests.raw import Raw

PORT = 8550
HOST = f"127.0.0.1:{PORT}"
OWN = f"http://{HOST}"


class Came(NamedTuple):
    """What an app has answered: 0 for a socket that it has accepted."""

    status: int
    headers: dict[str, str]
    body: bytes


class TableApp:
    """The app, its keys, and the book."""

    def __init__(self, settings: Settings) -> None:
        place = ServerAddress(host="127.0.0.1", port=PORT)
        self.keys = Keys(shared_register(settings), "Host")
        self.cookie = place.policy(settings).cookie
        self.book = OneBook(settings)
        phones = Phones(self.keys, OWN)

        def tabs(uploads: Any) -> Tabs:
            return Tabs(main_for(settings, book=self.book, phones=phones), uploads)

        page = web_app(tabs, self.keys, routes(self.book.service, self.keys, ASSETS))
        guarded = AccessMiddleware(page, self.keys, place.policy(settings))
        self.app = SameOriginMiddleware(guarded, place.is_ours(PORT))

    async def ask(self, method: str, path: str, headers: dict[str, str], body: bytes = b"",
                  query: str = "") -> Came:
        """The answer to a request; of a stream only the beginning."""
        told: list[dict[str, Any]] = []
        asked, gone = [{"type": "http.request", "body": body, "more_body": False}], asyncio.Event()

        async def receive() -> Any:
            if asked:
                return asked.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            told.append(message)
            if message["type"] == "http.response.body" and b"event-stream" in dict(
                    told[0]["headers"]).get(b"content-type", b""):
                gone.set()

        await self.app(self._scope("http", method, path, headers, query), receive, send)
        named = {name.decode(): value.decode() for name, value in told[0]["headers"]}
        return Came(told[0]["status"], named, b"".join(each.get("body", b"") for each in told))

    async def knock(self, path: str, headers: dict[str, str], frames: list[bytes],
                    query: str = "") -> int:
        """The status of a handshake with frames right behind it; 0 if it is accepted."""
        told: list[dict[str, Any]] = []
        coming = [{"type": "websocket.connect"},
                  *[{"type": "websocket.receive", "bytes": frame} for frame in frames],
                  {"type": "websocket.disconnect", "code": 1000}]

        async def receive() -> Any:
            return coming.pop(0)

        async def send(message: Any) -> None:
            told.append(message)

        await self.app(self._scope("websocket", "GET", path, headers, query), receive, send)
        assert told[0]["type"] in ("websocket.accept", "websocket.close"), told
        return 0 if told[0]["type"] == "websocket.accept" else 403

    async def page(self, key: str, route: str) -> Raw:
        """A page of the app, registered at a route."""
        wire = Wire(self.app, self._scope("websocket", "GET", "/ws", {
            "host": HOST, "origin": OWN, "cookie": f"{self.cookie}={key}"}, ""))
        return await Raw(wire).register(route)  # type: ignore[arg-type]

    def _scope(self, kind: str, method: str, path: str, headers: dict[str, str], query: str
               ) -> dict[str, Any]:
        return {
            "type": kind, "method": method, "path": path, "query_string": query.encode("latin-1"),
            "raw_path": path.encode(errors="replace"), "root_path": "", "http_version": "1.1",
            "asgi": {"version": "3.0", "spec_version": "2.3"}, "subprotocols": [],
            "scheme": "ws" if kind == "websocket" else "http", "server": ("127.0.0.1", PORT),
            "client": ("127.0.0.1", 40_000),
            "headers": [(name.lower().encode(), value.encode("latin-1", "replace"))
                        for name, value in headers.items()]}


class Wire:
    """A socket to an app, as its client has it; code: the one with which the app has closed it."""

    def __init__(self, app: Any, scope: dict[str, Any]) -> None:
        self._said, self._told = asyncio.Queue[Any](), asyncio.Queue[Any]()
        self.code: int | None = None
        self._said.put_nowait({"type": "websocket.connect"})
        self._running = asyncio.create_task(app(scope, self._said.get, self._told.put))

    async def send(self, packet: bytes) -> None:
        """Say something, if anybody listens."""
        self._said.put_nowait({"type": "websocket.receive", "bytes": packet})

    async def close(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._running
        self._told.put_nowait({"type": "websocket.close", "code": 1000})

    def __aiter__(self) -> "Wire":
        return self

    async def __anext__(self) -> bytes:
        while (told := await self._told.get())["type"] != "websocket.close":
            if told["type"] == "websocket.send":
                return bytes(told["bytes"])
        self.code = self.code or told["code"]
        raise StopAsyncIteration


@asynccontextmanager
async def table_app(settings: Settings) -> AsyncIterator[TableApp]:
    """The app, begun and ended as a server does it."""
    table = TableApp(settings)
    told, orders = asyncio.Queue[Any](), asyncio.Queue[Any]()
    await orders.put({"type": "lifespan.startup"})
    running = asyncio.create_task(table.app({"type": "lifespan"}, orders.get, told.put))
    assert (await told.get())["type"] == "lifespan.startup.complete"
    try:
        yield table
    finally:
        await orders.put({"type": "lifespan.shutdown"})
        assert (await told.get())["type"] == "lifespan.shutdown.complete"
        await running
        table.keys.close()
