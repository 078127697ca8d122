"""All bounds on what many clients can send or keep open, in one list, and the tests of those that
are tried nowhere else."""

import asyncio
import importlib
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.web.access import keys as of_keys, middleware as of_door
from scorepad.web.access.keys import Keys, Visitor
from scorepad.web.access.middleware import DEVICE, VISITOR, AccessMiddleware, AccessPolicy
from scorepad.web.exchange import endpoint as exchanging
from scorepad.web.host import protocols as sockets, uploads as of_uploads
from scorepad.web.host.uploads import Awaited, Uploads

HERE = "tests/web/test_bounds.py"
TABS, STREAMS = "tests/web/test_tabs.py", "tests/web/watch/test_streams.py"
LINES, JOINING = "tests/web/watch/test_lines.py", "tests/web/test_joining.py"

BOUNDS: dict[str, tuple[float, str, str]] = {
    # connections and half requests
    "web.host.protocols.LINES": (8192, LINES, "test_there_is_room_for_many_lines"),
    "web.host.protocols.WHOLE_WITHIN": (10, HERE, "test_half_a_request_is_waited_for_a_while"),
    "web.host.protocols.MOST_HALF": (512, HERE, "test_of_many_half_requests_the_oldest_makes_way"),
    "web.host.protocols.LAST_WORDS": (5, HERE, "test_who_does_not_hear_the_last_words_is_cut_off"),
    "web.access.origins.LONGEST": (
        255, "tests/web/test_origins.py", "test_what_is_no_name_of_a_file_is_left_to_the_page"),
    # joining
    "web.access.middleware.LONGEST": (1000, HERE, "test_a_joining_request_is_short_and_quick"),
    "web.access.middleware.LONGEST_NAME": (60, JOINING, "test_a_name_is_one_line_that_can_be_seen"),
    "web.access.middleware.WITHIN": (10, HERE, "test_a_joining_request_is_short_and_quick"),
    "web.access.middleware.MOST_LOOKING": (4, HERE, "test_only_so_many_keys_are_looked_up_at_once"),
    "web.access.keys.MOST_INVITED": (16, HERE, "test_only_so_many_keys_of_this_machine_wait"),
    "web.access.keys.LINK_SECONDS": (
        600, JOINING, "test_a_link_ends_after_ten_minutes_and_when_it_is_withdrawn"),
    "web.access.keys.PIN_SECONDS": (
        300, JOINING, "test_the_pin_is_one_for_all_and_lets_in_watchers"),
    "web.access.keys.MOST_TRIES": (30, JOINING, "test_five_tries_a_device_and_thirty_altogether"),
    "web.access.keys.MOST_OF_PEER": (5, JOINING, "test_five_tries_a_device_and_thirty_altogether"),
    "web.access.keys.MOST_DEVICES": (
        2000, "tests/web/test_keys.py", "test_who_was_away_for_longest_is_forgotten_first"),
    "web.access.keys.MOST_HOSTS": (
        64, "tests/web/test_keys.py", "test_who_was_away_for_longest_is_forgotten_first"),
    # bodies
    "storage.exchange.MOST_BYTES": (1 << 23, HERE, "test_an_exchange_is_no_larger_and_no_slower"),
    "storage.exchange.MOST_UNPACKED": (1 << 25, HERE, "test_what_unpacks_to_too_much_is_not_read"),
    "web.exchange.endpoint.WITHIN": (60, HERE, "test_an_exchange_is_no_larger_and_no_slower"),
    "web.exchange.endpoint.AT_ONCE": (2, HERE, "test_only_so_many_exchanges_are_answered_at_once"),
    "web.host.uploads.PATIENCE": (60, HERE, "test_a_file_that_does_not_go_on_is_not_waited_for"),
    # streams and pages
    "web.watch.streams.MOST": (2000, STREAMS, "test_there_are_so_many_streams_altogether"),
    "web.watch.streams.MOST_OF_A_DEVICE": (
        8, STREAMS, "test_a_device_has_so_many_streams_and_the_oldest_makes_way"),
    "web.watch.streams.PATIENCE": (
        10, STREAMS, "test_who_does_not_read_is_cut_off_and_the_others_are_not_kept_waiting"),
    "web.watch.streams.BUFFER": (1 << 17, LINES, "test_who_does_not_read_is_cut_off"),
    "web.watch.watching.KEPT": (100, HERE, "test_only_so_many_pages_are_kept"),
    "web.watch.watching.STATES": (16, HERE, "test_the_way_is_kept_from_so_many_states_only"),
    # sockets and frames of the app
    "web.host.tabs.MOST_LINES": (48, TABS, "test_a_device_has_only_so_many_sockets"),
    "web.host.tabs.MOST_OF_DEVICE": (24, TABS, "test_a_device_has_only_so_many_tabs"),
    "web.host.tabs.MOST_AWAY": (20, TABS, "test_only_so_many_are_waited_for"),
    "web.host.tabs.KEPT": (45, TABS, "test_who_stays_away_is_forgotten"),
    "web.host.connection.REGISTER_WITHIN": (10, TABS, "test_a_socket_that_says_nothing_is_closed"),
    "web.host.connection.MOST_WAITING": (
        8_000_000, TABS, "test_a_browser_that_does_not_read_is_left"),
    "web.host.messages.LARGEST": (
        1 << 18, "tests/web/test_msgpack.py", "test_a_bomb_is_refused_at_once"),
    "web.host.messages.MOST_VALUES": (
        5000, "tests/web/test_msgpack.py",
        "test_it_is_let_through_exactly_within_the_limits"),
    "web.host.messages.DEEPEST": (
        20, "tests/web/test_msgpack.py", "test_it_is_let_through_exactly_within_the_limits")}
"""Each bound by its place, with its value, and the test that tries it."""


@pytest.mark.parametrize("name", BOUNDS)
def test_every_bound_is_as_listed_and_is_tried(name: str):
    value, file, test = BOUNDS[name]
    module, _dot, constant = name.rpartition(".")
    assert getattr(importlib.import_module(f"scorepad.{module}"), constant) == value
    assert f"def {test}(" in Path(file).read_text("utf-8")


# --- half requests --------------------------------------------------------------------------------


@pytest.fixture
async def port() -> AsyncIterator[int]:
    """A server with our connections, which says that it is there."""
    app = Starlette(routes=[Route("/", lambda _request: PlainTextResponse("here"))])
    server = uvicorn.Server(uvicorn.Config(
        app, port=0, log_level="critical", http=sockets.HttpProtocol, ws=sockets.WebSocketProtocol,
        timeout_graceful_shutdown=1))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await serving


async def half(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET / HTTP/1.1\r\nHost: ")
    await asyncio.sleep(0.01)
    return reader, writer


async def is_cut(reader: asyncio.StreamReader, seconds: float = 5) -> bool:
    """Whether a connection is cut within so many seconds."""
    with suppress(ConnectionResetError):
        try:
            return await asyncio.wait_for(reader.read(), seconds) == b""
        except TimeoutError:
            return False
    return True


async def test_half_a_request_is_waited_for_a_while(port: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sockets, "WHOLE_WITHIN", 0.3)
    reader, writer = await half(port)
    assert not await is_cut(reader, 0.1)
    again, other = await half(port)
    other.write(b"x\r\nConnection: close\r\n\r\n")
    assert (await again.read()).endswith(b"here")
    assert await is_cut(reader)
    writer.close()


async def test_of_many_half_requests_the_oldest_makes_way(
        port: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sockets, "MOST_HALF", 3)
    lines = [await half(port) for _each in range(5)]
    assert [await is_cut(reader, 0.2) for reader, _ in lines] == [True, True, False, False, False]
    lines[2][1].write(b"x\r\nConnection: close\r\n\r\n")
    assert (await lines[2][0].read()).endswith(b"here")
    for _, writer in lines:
        writer.close()


async def test_who_does_not_hear_the_last_words_is_cut_off(
        port: int, monkeypatch: pytest.MonkeyPatch):
    """A socket that was refused is not closed by its other end."""
    monkeypatch.setattr(sockets, "LAST_WORDS", 0.2)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
                 )
    async with asyncio.timeout(5):
        with suppress(ConnectionResetError):
            assert b" 403 " in await reader.read()
    writer.close()


# --- joining --------------------------------------------------------------------------------------


async def nobody(_scope: Any, _receive: Any, _send: Any) -> None:
    raise AssertionError("nobody was let in")


async def join(door: AccessMiddleware, *parts: bytes, goes_on: bool = True) -> tuple[int, int]:
    """The status of the answer to a request to join, and how many of its parts were read."""
    said: list[dict[str, Any]] = [
        {"type": "http.request", "body": part, "more_body": True} for part in parts]
    if not goes_on:
        said[-1]["more_body"] = False
    read, told = 0, []

    async def receive() -> Any:
        nonlocal read
        if read == len(said):
            await asyncio.Event().wait()
        read += 1
        return said[read - 1]

    async def send(message: Any) -> None:
        told.append(message)

    await door({"type": "http", "method": "POST", "path": "/api/join", "headers": [],
                "client": ("10.0.0.7", 1)}, receive, send)
    return told[0]["status"], read


async def test_a_joining_request_is_short_and_quick(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(of_door, "WITHIN", 0.1)
    keys = Keys()
    door = AccessMiddleware(nobody, keys, AccessPolicy("key", asks=True))
    whole = b'{"key": "%s"}' % keys.offer(Role.WATCHER).encode()
    assert await join(door, whole + b" " * of_door.LONGEST, *[b" "] * 50) == (403, 1)
    assert await join(door, whole) == (403, 1)  # it could still go on
    assert await join(door, whole, goes_on=False) == (200, 1)


def counted(act: Callable[..., Any], most: list[int]) -> Callable[..., Any]:
    """The same, slower; the most that were at it at once are noted."""
    now, lock = [0], threading.Lock()

    def at_work(*args: Any, **more: Any) -> Any:
        with lock:
            now[0] += 1
            most.append(now[0])
        time.sleep(0.02)
        with lock:
            now[0] -= 1
        return act(*args, **more)
    return at_work


async def test_only_so_many_keys_are_looked_up_at_once(monkeypatch: pytest.MonkeyPatch):
    keys, most = Keys(), list[int]()
    for name in ("find", "join"):
        monkeypatch.setattr(keys, name, counted(getattr(keys, name), most))
    monkeypatch.setattr(of_door, "MOST_LOOKING", 2)
    door = AccessMiddleware(nobody, keys, AccessPolicy("key", asks=True))

    async def send(message: Any) -> None:
        assert message["type"] != "http.response.start" or message["status"] == 401

    async def ask() -> None:
        await door({"type": "http", "method": "GET", "path": "/", "client": None,
                    "headers": [(b"cookie", b"key=" + b"A" * 43)]}, None, send)  # type: ignore

    answers = await asyncio.gather(
        *[ask() for _each in range(10)],
        *[join(door, b'{"key": "x"}', goes_on=False) for _each in range(10)])
    assert set(answers) == {None, (403, 1)} and max(most) == 2


def test_only_so_many_keys_of_this_machine_wait():
    keys = Keys()
    first, *others = [keys.invite() for _each in range(of_keys.MOST_INVITED + 1)]
    assert not keys.waits(first) and all(keys.waits(each) for each in others)


# --- bodies ---------------------------------------------------------------------------------------


async def exchange(service: Service, *parts: bytes, goes_on: bool = False,
                   at_once: int = 1) -> list[int]:
    """The statuses of the answers to a writer's messages, which come in parts."""
    app = Starlette(routes=[exchanging.exchange_route(lambda: service)])
    bert = Visitor("bert", "Bert", Role.WRITER, 0, 0)

    async def one() -> int:
        said = [*parts]
        told: list[Any] = []

        async def receive() -> Any:
            if not said:
                await asyncio.Event().wait()
            return {"type": "http.request", "body": said.pop(0), "more_body": goes_on or bool(said)}

        async def send(message: Any) -> None:
            told.append(message)

        await app({"type": "http", "method": "POST", "path": exchanging.EXCHANGE, "headers": [],
                   "query_string": b"", "root_path": "", DEVICE: "bert", VISITOR: bert},
                  receive, send)
        return int(told[0]["status"])

    return await asyncio.gather(*[one() for _each in range(at_once)])


async def test_an_exchange_is_no_larger_and_no_slower(
        service: Service, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(exchanging, "WITHIN", 0.1)
    monkeypatch.setattr(exchanging, "MOST_BYTES", 10)
    assert await exchange(service, b"01234", b"56789") == [400]
    assert await exchange(service, b"01234", b"56789", b"0") == [413]
    assert await exchange(service, b"01234", goes_on=True) == [413]


async def test_what_unpacks_to_too_much_is_not_read(service: Service):
    import zlib

    from scorepad.storage.exchange import FORMAT, MOST_UNPACKED

    head = b'{"format": "%s", "groups": []}\n' % FORMAT.encode()
    bomb = zlib.compress(head + b"0" * MOST_UNPACKED, 1)
    assert await exchange(service, bomb) == [400]


async def test_only_so_many_exchanges_are_answered_at_once(
        service: Service, monkeypatch: pytest.MonkeyPatch):
    most = list[int]()
    slow = counted(lambda *_args: b"", most)
    monkeypatch.setattr("scorepad.service.meeting.Meetings.exchange", slow)
    assert await exchange(service, b"x", at_once=8) == [200] * 8
    assert max(most) == exchanging.AT_ONCE


async def test_a_file_that_does_not_go_on_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(of_uploads, "PATIENCE", 0.1)
    uploads, said, told = Uploads(), [b"0", b"1"], list[Any]()

    async def receive() -> Any:
        if not said:
            await asyncio.Event().wait()
        await asyncio.sleep(0.06)  # slow, but it goes on
        return {"type": "http.request", "body": said.pop(0), "more_body": True}

    async def send(message: Any) -> None:
        told.append(message)

    taken: list[bytes] = []
    path = uploads.expect("tab", Awaited("anne", 10, taken.append))
    await uploads({"type": "http", "path": path, DEVICE: "anne"}, receive, send)
    assert (told[0]["status"], said, taken) == (408, [], [])


# --- pages ----------------------------------------------------------------------------------------


async def test_only_so_many_pages_are_kept(service: Service, sheet: str,
                                           monkeypatch: pytest.MonkeyPatch):
    from scorepad.web.watch import watching
    from tests.web.watch.watcher import Watchers

    monkeypatch.setattr(watching, "KEPT", 3)
    watchers = Watchers(service)
    for number in range(30):
        assert (await watchers.get(f"/watch/{sheet}?before={20 * number}")).status == 200
    assert len(watchers.watching._pages) == 3


async def test_the_way_is_kept_from_so_many_states_only(service: Service, sheet: str):
    from scorepad.web.watch import watching
    from tests.web.watch.watcher import Watchers

    watchers = Watchers(service)
    await watchers.get(f"/watch/{sheet}")
    [page] = watchers.watching._pages.values()
    for number in range(watching.STATES + 9):
        page.began = min(page.began, page.at - (number << watching.MARK))
        page.news(page.at - (number << watching.MARK))
    assert len(page._told) == watching.STATES
