"""Streams over real connections: who does not read them is cut off, and takes nothing along."""

import asyncio
import resource
import socket
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
import uvicorn
from starlette.applications import Starlette

from scorepad.service import Service
from scorepad.system.files import ASSETS
from scorepad.web import limits
from scorepad.web.host.door import make_room
from scorepad.web.host.protocols import Connections, uvicorn_options
from scorepad.web.watch import watching
from scorepad.web.watch.routes import watch_routes
from scorepad.web.watch.watching import Watching
from tests.bench.saving import some_hands

HANDS = some_hands(100)


@pytest.fixture
async def served(service: Service, monkeypatch: pytest.MonkeyPatch
                 ) -> AsyncIterator[tuple[int, Watching]]:
    """The port of a server, and what is watched there; seconds are shorter."""
    monkeypatch.setattr(limits, "STREAM_SECONDS", 0.5)
    monkeypatch.setattr(limits, "UNSENT_BYTES", 8192)
    monkeypatch.setattr(watching, "BEAT", 0.05)
    monkeypatch.setattr(watching, "PAUSE", 0.001)

    def find() -> Service:
        service.watch()
        return service

    routes, watched = watch_routes(find, lambda request: request.headers.get("x-device"), ASSETS)
    server = uvicorn.Server(uvicorn.Config(
        Starlette(routes=routes), port=0, **{**uvicorn_options(Connections()), "backlog": 64}))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1], watched
    server.should_exit = True
    await serving


def ask(port: int, path: str, device: str) -> socket.socket:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", port))
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nX-Device: {device}\r\n\r\n".encode())
    return line


async def held(watched: Watching, count: int) -> None:
    async with asyncio.timeout(20):
        while len(watched.streams) != count:
            await asyncio.sleep(0.01)


async def read_until(reader: asyncio.StreamReader, sought: bytes) -> bool:
    """Read a stream to its end, or until something was told; whether it was."""
    body = b""
    while sought not in body and (part := await reader.read(65536)):
        body += part
    return sought in body


async def test_who_does_not_read_is_cut_off(service: Service, sheet: str,
                                            served: tuple[int, Watching]):
    port, watched = served
    silent = ask(port, f"/watch/{sheet}/events", "silent")
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /watch/{sheet}/events HTTP/1.1\r\nHost: x\r\nX-Device: reads\r\n\r\n"
                 .encode())
    await held(watched, 2)
    told = asyncio.create_task(read_until(reader, b">100</th>"))
    for hand in HANDS:
        service.record(sheet, hand)
        await asyncio.sleep(0.01)
    await held(watched, 1)
    read = b""
    with suppress(ConnectionResetError):  # cut off, not closed after all that was left
        while part := silent.recv(65536):
            read += part
    assert b">1</th>" in read and b">100</th>" not in read
    assert await asyncio.wait_for(told, 20)
    silent.close()
    writer.close()
    await held(watched, 0)


async def test_a_line_that_is_closed_leaves_nothing(sheet: str, served: tuple[int, Watching]):
    port, watched = served
    lines = [ask(port, f"/watch/{sheet}/events", f"phone {each}") for each in range(20)]
    await held(watched, 20)
    for line in lines:
        line.close()
    await held(watched, 0)


def test_there_is_room_for_many_lines():
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, most))
        make_room(400)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (400, most)
        make_room(300)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (400, most)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (now, most))
