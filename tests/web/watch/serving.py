"""A server of the watcher's pages alone, beside bare event streams: ``python -m
tests.web.watch.serving BOOK``, of its sheet, or of its tournament where it has no sheet. It prints
its port, and does what it is asked for by POST."""

import asyncio
import itertools
import os
import sys
import time
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.storage import Store
from scorepad.system.files import ASSETS
from scorepad.tournament.facts import Figures
from scorepad.web.asgi import LET_IN
from scorepad.web.host.door import make_room
from scorepad.web.host.protocols import Connections, uvicorn_options
from scorepad.web.watch.routes import watch_routes
from tests.bench.saving import some_hands

WHO = "x-device"


class Bare:
    """Event streams that do nothing but pass on the same bytes to all who hold one."""

    def __init__(self) -> None:
        self.told: list[asyncio.Event] = []
        self.body = b""

    def tell(self, body: bytes) -> None:
        self.body = body
        for each in self.told:
            each.set()

    async def __call__(self, _scope: Any, receive: Any, send: Any) -> None:
        mine = asyncio.Event()
        self.told.append(mine)
        await send({"type": "http.response.start", "status": 200,
                    "headers": [(b"content-type", b"text/event-stream")]})
        await send({"type": "http.response.body", "body": b":\n\n", "more_body": True})
        gone = asyncio.ensure_future(self._until_gone(receive, mine))
        while not gone.done():
            await mine.wait()
            mine.clear()
            await send({"type": "http.response.body", "body": self.body, "more_body": True})
        self.told.remove(mine)

    async def _until_gone(self, receive: Any, mine: asyncio.Event) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        mine.set()


def serve(book: str) -> None:
    service = Service(Store.open(f"sqlite:///{book}"), "Anne")
    sheet = service.latest_sheet(KALTER_SCHLAG.id)
    hands = iter(some_hands(2000))
    evening = next(iter(service.tournaments.names()), "")
    points = itertools.count(1)

    def find() -> Service:
        service.watch()
        return service

    routes, watching = watch_routes(find, lambda request: request.headers.get(WHO), ASSETS)
    bare = Bare()

    async def save(_request: Request) -> PlainTextResponse:
        if sheet:
            service.record(sheet.sheet, next(hands))
        else:
            table = next(points)
            [tables] = [draw.tables for draw in service.tournaments.view(evening).tournament.draws]
            service.tournaments.note_figures(evening, 1, table % len(tables) + 1, [
                Figures(number, table, 0, 0) for number in tables[table % len(tables)]])
        return PlainTextResponse(str(time.monotonic()))

    async def tell(request: Request) -> PlainTextResponse:
        body = await request.body()
        told = time.monotonic()
        bare.tell(body)
        return PlainTextResponse(str(told))

    async def memory(_request: Request) -> PlainTextResponse:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return PlainTextResponse(str(pages * os.sysconf("SC_PAGE_SIZE")))

    async def held(_request: Request) -> PlainTextResponse:
        return PlainTextResponse(str(len(watching.streams)))

    app = Starlette(routes=[
        *routes, Route("/bare", bare), Route("/save", save, methods=["POST"]),
        Route("/tell", tell, methods=["POST"]), Route("/memory", memory), Route("/held", held),
        Route("/sheet", lambda _request: PlainTextResponse(
            sheet.sheet if sheet else f"{evening}/settlement"))])

    async def let_in(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":  # each is a device with a key
            scope[LET_IN](dict(scope["headers"]).get(WHO.encode(), b"").decode())
        await app(scope, receive, send)

    server = uvicorn.Server(uvicorn.Config(
        let_in, host="127.0.0.1", port=0, **uvicorn_options(Connections(make_room()))))

    async def run() -> None:
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        print(server.servers[0].sockets[0].getsockname()[1], flush=True)
        await serving

    asyncio.run(run())


if __name__ == "__main__":
    serve(sys.argv[1])
