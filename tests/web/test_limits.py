"""All limits on what many clients can send or keep open, and the tests of those that are tried
nowhere else."""

import asyncio
import threading
import time
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route, WebSocketRoute

from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.storage import StorageFault
from scorepad.storage.exchange import FORMAT, NotExchange
from scorepad.web import limits
from scorepad.web.access.keys import Keys
from scorepad.web.access.middleware import DEVICE, VISITOR, AccessMiddleware, AccessPolicy
from scorepad.web.access.visitors import Visitor
from scorepad.web.exchange import EXCHANGE, exchange_route, looked_at, way_to
from scorepad.web.host.protocols import Connections, uvicorn_options
from scorepad.web.host.session_store import Awaited, Uploads
from tests.web.limits_page import PAGE, listed, of_page, table

HERE = "tests/web/test_limits.py"
TABS, STREAMS = "tests/web/test_tabs.py", "tests/web/watch/test_streams.py"
JOINING, KEYS = "tests/web/test_joining.py", "tests/web/test_keys.py"
DOOR, TABLE = "tests/web/test_door.py", "tests/web/test_table_code.py"
PACKED = "tests/web/test_msgpack.py"

TRIED: dict[str, tuple[str, str]] = {
    "DESCRIPTORS": ("tests/web/watch/test_lines.py", "test_there_is_room_for_many_lines"),
    "FILES": (HERE, "test_what_is_open_altogether_is_less_than_the_system_allows"),
    "STRANGERS": (HERE, "test_who_has_no_key_makes_way"),
    "STRANGERS_OF_ADDRESS": (HERE, "test_of_one_address_only_so_many_come_without_a_key"),
    "OF_DEVICE": (HERE, "test_a_device_has_only_so_many_connections"),
    "ACCEPTED": (DOOR, "test_all_else_has_its_turn_while_connections_are_taken_in"),
    "QUEUE": ("tests/web/test_serving.py", "test_many_may_wait_to_be_taken_in"),
    "SHARE": (DOOR, "test_who_has_spent_the_budget_waits_until_it_has_grown"),
    "SAVED": (DOOR, "test_who_has_spent_the_budget_waits_until_it_has_grown"),
    "PLAY_SHARE": (TABS, "test_a_flood_of_taps_takes_no_more_than_its_share"),
    "PLAY_SAVED": (TABS, "test_a_flood_of_taps_takes_no_more_than_its_share"),
    "TAP_SECONDS": (TABS, "test_a_flood_of_taps_takes_no_more_than_its_share"),
    "READ_SECONDS": (DOOR, "test_every_piece_counts"),
    "WAITING": (DOOR, "test_only_so_many_wait_and_those_of_one_address_make_way"),
    "HEAD_BYTES": (HERE, "test_a_head_and_trailers_come_to_an_end"),
    "HEAD_SECONDS": (HERE, "test_half_a_request_is_waited_for_a_while"),
    "PATH_BYTES": ("tests/web/test_origins.py",
                   "test_what_is_no_name_of_a_file_is_left_to_the_page"),
    "ANSWER_SECONDS": (HERE, "test_an_answer_that_nobody_reads_is_cut_off"),
    "UNSENT_BYTES": ("tests/web/watch/test_lines.py", "test_who_does_not_read_is_cut_off"),
    "LAST_SECONDS": (HERE, "test_who_does_not_hear_the_last_words_is_cut_off"),
    "JOIN_BYTES": (HERE, "test_a_joining_request_is_short_and_quick"),
    "JOIN_SECONDS": (HERE, "test_a_joining_request_is_short_and_quick"),
    "NAME_LETTERS": (JOINING, "test_a_name_is_one_line_that_can_be_seen"),
    "LOOK_UPS": (HERE, "test_only_so_many_keys_are_looked_up_at_once"),
    "INVITED": (HERE, "test_only_so_many_keys_of_this_machine_wait"),
    "LINK_SECONDS": (JOINING, "test_a_link_ends_after_ten_minutes_and_when_it_is_withdrawn"),
    "WALL_SECONDS": ("tests/web/test_table_code.py",
                     "test_the_code_at_the_wall_lets_one_watch_and_is_another_then"),
    "PIN_SECONDS": (JOINING, "test_the_pin_is_one_for_all_and_lets_in_watchers"),
    "PIN_TRIES": (JOINING, "test_five_tries_a_device_and_thirty_altogether"),
    "PIN_TRIES_OF_ADDRESS": (JOINING, "test_five_tries_a_device_and_thirty_altogether"),
    "PIN_TRIES_AT_ALL": (JOINING, "test_five_tries_a_device_and_thirty_altogether"),
    "PIN_PAUSE": (JOINING, "test_a_pin_that_is_full_and_one_that_is_tried_too_often"),
    "PIN_DEVICES": (JOINING, "test_the_host_is_asked_before_more_come_with_one_pin"),
    "TABLE_SECONDS": (TABLE, "test_a_code_ends_after_eight_hours"),
    "TABLE_DEVICES": (TABLE, "test_one_code_lets_in_sixteen_and_more_if_the_host_says_so"),
    "TABLE_NAMES": (TABLE, "test_so_many_names_and_no_more"),
    "DAYS": (JOINING, "test_a_key_ends_when_nobody_comes_with_it"),
    "DAYS_OF_HOST": (JOINING, "test_a_key_ends_when_nobody_comes_with_it"),
    "DEVICES": (KEYS, "test_who_was_away_for_longest_is_forgotten_first"),
    "HOSTS": (KEYS, "test_who_was_away_for_longest_is_forgotten_first"),
    "EXCHANGE_SECONDS": (HERE, "test_an_exchange_is_no_larger_and_no_slower"),
    "EXCHANGE_UNPACKED": (HERE, "test_what_no_book_has_reason_to_send_is_not_read"),
    "EXCHANGE_LINES": (HERE, "test_what_no_book_has_reason_to_send_is_not_read"),
    "EXCHANGE_VALUES": (HERE, "test_what_no_book_has_reason_to_send_is_not_read"),
    "ENTRY_VALUES": (HERE, "test_what_no_book_has_reason_to_send_is_not_read"),
    "EXCHANGES_READ": (HERE, "test_only_so_many_exchanges_are_taken_in_at_once"),
    "EXCHANGES_OF_DEVICE": (HERE, "test_only_so_many_exchanges_are_taken_in_at_once"),
    "ANSWER_BYTES": (HERE, "test_an_answer_without_end_is_not_waited_for"),
    "WHOLE_ANSWER_SECONDS": (HERE, "test_an_answer_without_end_is_not_waited_for"),
    "UPLOAD_SECONDS": (HERE, "test_a_file_that_does_not_go_on_is_not_waited_for"),
    "UPLOAD_SECONDS_AT_ALL": (HERE, "test_a_file_that_does_not_go_on_is_not_waited_for"),
    "BACKUP_BYTES": ("tests/web/test_uploads.py", "test_too_much_is_not_even_read"),
    "STREAMS": (STREAMS, "test_there_are_so_many_streams_altogether"),
    "STREAMS_OF_DEVICE": (STREAMS, "test_a_device_has_so_many_streams_and_the_oldest_makes_way"),
    "STREAM_SECONDS": (
        STREAMS, "test_who_does_not_read_is_cut_off_and_the_others_are_not_kept_waiting"),
    "PAGES": (HERE, "test_only_so_many_pages_are_kept"),
    "FRAME_BYTES": (PACKED, "test_a_bomb_is_refused_at_once"),
    "FRAGMENTS": (HERE, "test_a_message_comes_in_only_so_many_pieces"),
    "FRAME_VALUES": (PACKED, "test_it_is_let_through_exactly_within_the_limits"),
    "FRAME_DEPTH": (PACKED, "test_it_is_let_through_exactly_within_the_limits"),
    "REGISTER_SECONDS": (TABS, "test_a_socket_that_says_nothing_is_closed"),
    "HEARD": ("tests/web/test_lines.py",
              "test_what_a_page_says_waits_for_the_book_in_its_order"),
    "WAITING_BYTES": (TABS, "test_a_browser_that_does_not_read_is_left"),
    "PINGS": (HERE, "test_only_so_many_pings_are_answered"),
    "PINGS_SECONDS": (HERE, "test_only_so_many_pings_are_answered"),
    "SOCKETS": (TABS, "test_there_are_only_so_many_of_all_devices"),
    "SOCKETS_OF_DEVICE": (TABS, "test_a_device_has_only_so_many_sockets"),
    "TABS": (TABS, "test_there_are_only_so_many_of_all_devices"),
    "TABS_OF_DEVICE": (TABS, "test_a_device_has_only_so_many_tabs"),
    "BEGUN": (TABS, "test_a_device_begins_sessions_in_its_turn"),
    "BEGIN_SECONDS": (TABS, "test_a_device_begins_sessions_in_its_turn"),
    "AWAY": (TABS, "test_only_so_many_are_waited_for"),
    "AWAY_SECONDS": (TABS, "test_who_stays_away_is_forgotten"),
    "FORMS_SECONDS": ("tests/web/test_half_filled.py", "test_after_its_time_it_is_forgotten")}
"""The test that tries each limit."""


def test_every_limit_is_tried_and_stands_in_the_documentation():
    names = [name for _title, numbers, _text in listed() for name in numbers]
    assert set(names) == TRIED.keys() == {
        name for name in vars(limits) if name.isupper()}
    for file, test in TRIED.values():
        assert f"def {test}(" in Path(file).read_text("utf-8"), test
    assert of_page(PAGE.read_text("utf-8")) == table()


# --- connections ----------------------------------------------------------------------------------


class End:
    """One end of a connection that only notes that it was cut."""

    def __init__(self, address: str = "10.0.0.7") -> None:
        self.address, self.is_cut = address, False

    def get_extra_info(self, name: str) -> Any:
        return (self.address, 1) if name == "peername" else None

    def abort(self) -> None:
        self.is_cut = True


def came(connections: Connections, *addresses: str, device: str = "") -> list[Any]:
    ends: list[Any] = [End(address) for address in addresses]
    for end in ends:
        connections.came(end)
        if device:
            connections.begins(end)
            connections.let_in(end, device)
    return ends


async def test_who_has_no_key_makes_way():
    """The one that came first, wherever from; never one that has shown a key."""
    connections = Connections(4 * limits.STRANGERS)
    [phone] = came(connections, "10.0.0.1", device="phone")
    ends = came(connections, *[f"10.0.{each // 200}.{each % 200}"
                               for each in range(limits.STRANGERS + 2)])
    assert [end.is_cut for end in ends] == [True] * 2 + [False] * limits.STRANGERS
    assert not phone.is_cut
    connections.begins(phone)  # without a key this time
    [last] = came(connections, "10.0.0.9")
    assert not last.is_cut and not phone.is_cut and ends[3].is_cut
    assert len(connections) == limits.STRANGERS


async def test_of_one_address_only_so_many_come_without_a_key():
    from ipaddress import ip_network

    connections = Connections(proxies=[ip_network("10.0.0.1")])
    [other] = came(connections, "10.0.0.2")
    own = came(connections, *["10.0.0.7"] * (limits.STRANGERS_OF_ADDRESS + 1))
    assert [end.is_cut for end in own] == [True] + [False] * limits.STRANGERS_OF_ADDRESS
    behind = came(connections, *["10.0.0.1"] * (limits.STRANGERS_OF_ADDRESS - 1))
    assert not other.is_cut and not any(end.is_cut for end in behind)
    phones = came(connections, *[f"2a00::{each:x}"
                                 for each in range(limits.STRANGERS_OF_ADDRESS + 1)])
    assert phones[0].is_cut and not phones[1].is_cut  # a phone has all addresses of its /64


def test_a_device_has_only_so_many_connections():
    connections = Connections()
    own = came(connections, *["10.0.0.7"] * limits.OF_DEVICE, device="phone")
    connections.ends(own[3])
    [other] = came(connections, "10.0.0.7", device="laptop")
    late = came(connections, *["10.0.0.7"] * 2, device="phone")
    assert [number for number, end in enumerate(own) if end.is_cut] == [3]
    assert [end.is_cut for end in late] == [False, True] and not other.is_cut


async def test_what_is_open_altogether_is_less_than_the_system_allows():
    connections = Connections(400)
    most = 400 - limits.FILES
    ends = [end for number in range(most)
            for end in came(connections, "10.0.0.7", device=str(number))]
    connections.ends(ends[5])
    assert len(connections) == most and not any(end.is_cut for end in ends)
    [late] = came(connections, "10.0.0.8")
    assert ends[5].is_cut and not late.is_cut
    [later] = came(connections, "10.0.0.8")
    assert late.is_cut and not later.is_cut and len(connections) == most
    for end in ends:
        connections.left(end)
    assert len(connections) == 1


def test_uvicorn_is_told_the_limits():
    options = uvicorn_options(Connections())
    assert (options["ws_max_size"], options["h11_max_incomplete_event_size"]) \
        == (limits.FRAME_BYTES, limits.HEAD_BYTES)


# --- half requests --------------------------------------------------------------------------------


@pytest.fixture
async def port() -> AsyncIterator[int]:
    """A server with our connections, which says that it is there."""
    async def much(_request: Any) -> StreamingResponse:
        async def parts() -> AsyncIterator[bytes]:
            for _each in range(10_000):
                yield b"x" * 10_000
        return StreamingResponse(parts())

    async def held(_request: Any) -> StreamingResponse:
        async def parts() -> AsyncIterator[bytes]:
            yield b"begun"
            await asyncio.sleep(3600)
        return StreamingResponse(parts())

    async def socket(socket: Any) -> None:
        await socket.accept()
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass

    app = Starlette(routes=[Route("/", lambda _request: PlainTextResponse("here"),
                                  methods=["GET", "POST"]),
                            Route("/some", lambda _request: PlainTextResponse("x" * 10_000)),
                            Route("/much", much), Route("/held", held),
                            WebSocketRoute("/open", socket)])
    server = uvicorn.Server(uvicorn.Config(app, port=0, **uvicorn_options(Connections())))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await serving


async def half(port: int, begin: bytes = b"GET / HTTP/1.1\r\nHost: "
               ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=4096)
    writer.write(begin)
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


async def poured(writer: asyncio.StreamWriter, more: bytes, most: int = 100_000_000) -> int:
    """How much is taken in of something without end."""
    sent = 0
    with suppress(ConnectionError):
        while sent < most:
            writer.write(more)
            await writer.drain()
            sent += len(more)
    return sent


async def test_half_a_request_is_waited_for_a_while(port: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "HEAD_SECONDS", 0.3)
    reader, writer = await half(port)
    assert not await is_cut(reader, 0.1)
    again, other = await half(port)
    other.write(b"x\r\nConnection: close\r\n\r\n")
    assert (await again.read()).endswith(b"here")
    assert await is_cut(reader)
    writer.close()
    kept, writer = await half(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert await kept.readuntil(b"here")
    writer.write(b"GET /")
    assert await is_cut(kept)
    writer.close()


@pytest.mark.parametrize("begin", [
    b"GET /", b"GET / HTTP/1.1\r\nHost: x\r\nX: ", b"GET / HTTP/1.1\r\nHost: x\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;",
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
    b"GET /held HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"])
@pytest.mark.parametrize("more", [b"x" * 10_000, b"X: y\r\n" * 1000])
async def test_a_head_and_trailers_come_to_an_end(port: int, begin: bytes, more: bytes):
    _reader, writer = await half(port, begin)
    assert await poured(writer, more) < 20_000_000  # what the system itself had room for
    writer.close()


async def test_a_body_that_nobody_wants_ends_the_connection(port: int,
                                                            monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "LAST_SECONDS", 0.2)
    reader, writer = await half(
        port, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n")
    assert await reader.readuntil(b"here") and await poured(writer, b"x" * 10_000) < 20_000_000
    writer.close()


@pytest.mark.parametrize("asked", [b"GET /much HTTP/1.1\r\nHost: x\r\n\r\n",
                                   b"GET /some HTTP/1.1\r\nHost: x\r\n\r\n" * 2_000])
async def test_an_answer_that_nobody_reads_is_cut_off(port: int, asked: bytes,
                                                      monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "ANSWER_SECONDS", 0.5)
    reader, writer = await half(port, asked)
    reads, other = await half(port, asked[:-2] + b"Connection: close\r\n\r\n")
    took = 0
    while part := await reads.read(1 << 20):  # slowly, but it goes on
        took += len(part)
        await asyncio.sleep(0 if took > 1_000_000 else 0.01)
    assert took > 5_000_000
    await asyncio.sleep(1)
    left = 0
    with suppress(ConnectionResetError):
        while part := await asyncio.wait_for(reader.read(1 << 20), 5):
            left += len(part)
    assert left < took / 2
    for each in (writer, other):
        each.close()


async def test_who_does_not_hear_the_last_words_is_cut_off(
        port: int, monkeypatch: pytest.MonkeyPatch):
    """A socket that was refused is not closed by its other end."""
    monkeypatch.setattr(limits, "LAST_SECONDS", 0.2)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(handshake("/ws"))
    async with asyncio.timeout(5):
        with suppress(ConnectionResetError):
            assert b" 403 " in await reader.read()
    writer.close()


def handshake(path: str) -> bytes:
    return (b"GET %s HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            % path.encode())


def frame(opcode: int, content: bytes = b"") -> bytes:
    return bytes([opcode, 0x80 | len(content)]) + b"\0\0\0\0" + content


async def test_only_so_many_pings_are_answered(port: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "PINGS_SECONDS", 0.3)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(handshake("/open"))
    await reader.readuntil(b"\r\n\r\n")
    for _each in range(3):
        writer.write(frame(0x89, b"x") * limits.PINGS)
        assert await reader.readexactly(3 * limits.PINGS) == b"\x8a\x01x" * limits.PINGS
        await asyncio.sleep(0.4)
    writer.write(frame(0x89, b"x") * (limits.PINGS + 1))
    assert await poured(writer, frame(0x89, b"x" * 100) * 100) < 20_000_000
    writer.close()


async def test_frames_that_say_nothing_come_to_an_end(port: int):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(handshake("/open"))
    await reader.readuntil(b"\r\n\r\n")
    writer.write(frame(0x02, b"x"))
    assert await poured(writer, frame(0x00) * 10_000) < 20_000_000
    writer.close()


async def test_a_socket_is_not_taken_for_half_a_request(port: int,
                                                         monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "HEAD_SECONDS", 0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(handshake("/open"))
    await reader.readuntil(b"\r\n\r\n")
    assert not await is_cut(reader, 0.5)
    writer.close()


async def test_a_message_comes_in_only_so_many_pieces(port: int):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(handshake("/open"))
    await reader.readuntil(b"\r\n\r\n")
    writer.write(frame(0x02) + frame(0x00) * (limits.FRAGMENTS - 1))
    assert not await is_cut(reader, 0.2)
    writer.write(frame(0x00))
    assert await is_cut(reader)
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
    monkeypatch.setattr(limits, "JOIN_SECONDS", 0.1)
    keys = Keys()
    door = AccessMiddleware(nobody, keys, AccessPolicy("key", asks=True))
    whole = b'{"key": "%s", "name": "x"}' % keys.offer(Role.WATCHER).encode()
    assert await join(door, whole + b" " * limits.JOIN_BYTES, *[b" "] * 50) == (403, 1)
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
    monkeypatch.setattr(limits, "LOOK_UPS", 2)
    door = AccessMiddleware(nobody, keys, AccessPolicy("key", asks=True))

    async def send(message: Any) -> None:
        assert message["type"] != "http.response.start" or message["status"] == 401

    async def ask() -> None:
        await door({"type": "http", "method": "GET", "path": "/", "client": None,
                    "headers": [(b"cookie", b"key=" + b"A" * 43)]}, None, send)  # type: ignore

    answers = await asyncio.gather(
        *[ask() for _each in range(10)],
        *[join(door, b'{"key": "x"}', goes_on=False) for _each in range(10)])
    assert set(answers) == {None, (403, 1)} and max(most) <= 4


def test_only_so_many_keys_of_this_machine_wait():
    keys = Keys()
    first, *others = [keys.invite() for _each in range(limits.INVITED + 1)]
    assert not keys.waits(first) and all(keys.waits(each) for each in others)


# --- bodies ---------------------------------------------------------------------------------------


async def exchange(service: Service, *parts: bytes, goes_on: bool = False,
                   at_once: int = 1, own: bool = False) -> list[int]:
    """The statuses of the answers to a writer's messages, which come in parts; own: each is another
    writer's."""
    app = Starlette(routes=[exchange_route(lambda: service)])

    async def one(number: int) -> int:
        bert = Visitor(f"bert {number if own else ''}", "Bert", Role.WRITER, 0, 0)
        said = [*parts]
        told: list[Any] = []

        async def receive() -> Any:
            if not said:
                await asyncio.Event().wait()
            return {"type": "http.request", "body": said.pop(0), "more_body": goes_on or bool(said)}

        async def send(message: Any) -> None:
            told.append(message)

        await app({"type": "http", "method": "POST", "path": EXCHANGE, "headers": [],
                   "query_string": b"", "root_path": "", DEVICE: "bert", VISITOR: bert},
                  receive, send)
        return int(told[0]["status"])

    return await asyncio.gather(*[one(number) for number in range(at_once)])


async def test_an_exchange_is_no_larger_and_no_slower(
        service: Service, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "EXCHANGE_SECONDS", 0.1)
    assert await exchange(service, b"01234", goes_on=True) == [400]
    assert await exchange(service, zlib.compress(b"")[:3], goes_on=True) == [408]


HEAD = b'{"format": "%s", "groups": []}' % FORMAT.encode()


@pytest.mark.parametrize("content", [
    HEAD + b"\n" + b"0" * limits.EXCHANGE_UNPACKED,
    HEAD + b"\n" * (limits.EXCHANGE_LINES + 1),
    HEAD[:-2] + b"[]," * limits.EXCHANGE_VALUES, HEAD + b"\n[" + b"[]," * limits.ENTRY_VALUES,
    HEAD + b"\n" + b"{" * limits.ENTRY_VALUES + b"\n" + b"[" * (limits.ENTRY_VALUES + 1)])
async def test_what_no_book_has_reason_to_send_is_not_read(service: Service, content: bytes):
    assert await exchange(service, zlib.compress(content)) == [400]
    assert await exchange(service, *[bytes([each]) for each in zlib.compress(content)]) == [400]
    with pytest.raises(NotExchange):
        looked_at(zlib.compress(content))


def test_what_is_within_the_limits_is_let_through():
    content = HEAD[:-2] + b"0," * (limits.EXCHANGE_VALUES // 2) + b"\n" * limits.EXCHANGE_LINES
    packed = zlib.compress(content + b"," * limits.ENTRY_VALUES)
    assert looked_at(packed) == packed


async def test_only_so_many_exchanges_are_taken_in_at_once(
        service: Service, monkeypatch: pytest.MonkeyPatch):
    """One after the other; a device has two, and all together four."""
    most = list[int]()
    slow = counted(lambda *_args: b"", most)
    monkeypatch.setattr("scorepad.service.meeting.Meetings.exchange", slow)
    told = await exchange(service, zlib.compress(b""), at_once=8)
    assert sorted(told) == [200] * limits.EXCHANGES_OF_DEVICE + [503] * 6
    most.clear()
    told = await exchange(service, zlib.compress(b""), at_once=8, own=True)
    assert sorted(told) == [200] * limits.EXCHANGES_READ + [503] * 4 and max(most) == 1


@pytest.mark.parametrize(("answer", "sentence"), [
    (b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * (limits.ANSWER_BYTES + 1), "cannot be read"),
    (b"HTTP/1.1 200 OK\r\n\r\nx", "does not answer"), (b"HTTP/1.1 100 Wait\r\n\r\n" * 3,
                                                  "does not answer"),
    (b"HTTP/1.1 200 OK\r\nX: " + b"x" * 1_000_000, "does not answer"),
    (b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
     "cannot be read"),
    (b"a gigabyte", "cannot be read"), (b"a byte after the other", "does not answer")])
async def test_an_answer_without_end_is_not_waited_for(
        answer: bytes, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "WHOLE_ANSWER_SECONDS", 1)
    if answer == b"a gigabyte":
        packing = zlib.compressobj(1)
        packed = b"".join(packing.compress(bytes(1 << 20)) for _each in range(1000))
        packed += packing.flush()
        answer = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s" % (
            len(packed), packed)

    async def told(_reader: Any, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            if answer == b"a byte after the other":
                writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
                while True:
                    writer.write(b"x")
                    await asyncio.sleep(0.05)
            writer.write(answer)
            await asyncio.sleep(3600)

    server = await asyncio.start_server(told, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    def ask() -> None:
        with way_to(f"http://127.0.0.1:{port}", tmp_path / "keys", "Anne") as send:
            send(b"x")

    began = time.monotonic()
    with pytest.raises(StorageFault) as fault:
        await asyncio.to_thread(ask)
    assert sentence in str(fault.value.message) and time.monotonic() - began < 5
    server.close()


async def test_a_file_that_does_not_go_on_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "UPLOAD_SECONDS", 0.1)
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
    from tests.web.watch.watcher import Watchers

    monkeypatch.setattr(limits, "PAGES", 3)
    watchers = Watchers(service)
    for number in range(30):
        assert (await watchers.get(f"/watch/{sheet}?before={20 * number}")).status == 200
    assert len(watchers.watching._pages) == 3
