"""Who has to wait at the door, and who has not."""

import asyncio
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from time import thread_time
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import connect

from scorepad.web import limits
from scorepad.web.access.keys import Keys
from scorepad.web.access.middleware import PROXY, AccessMiddleware, AccessPolicy
from scorepad.web.access.origins import THIS_MACHINE
from scorepad.web.host.door import Budget, Budgets, Door, metered
from scorepad.web.host.protocols import Connections, Served, uvicorn_options

# --- budgets --------------------------------------------------------------------------------------


async def until(done: Any) -> None:
    async with asyncio.timeout(10):
        while not done():
            await asyncio.sleep(0.001)


async def test_who_has_spent_the_budget_waits_until_it_has_grown(monkeypatch: pytest.MonkeyPatch):
    """A tenth of a second is worth a second."""
    now = [100.0]
    monkeypatch.setattr("scorepad.web.host.door.monotonic", lambda: now[0])
    budget = Budget()
    now[0] += 1000  # no more is saved up
    budget.spend(limits.SAVED - 0.001)
    assert not budget.is_spent
    budget.spend(0.001 + limits.SHARE)
    assert budget.is_spent
    now[0] += 0.9
    assert budget.is_spent
    now[0] += 0.2
    assert not budget.is_spent
    had = list[str]()
    budget.wait("a", lambda: had.append("a"), had.clear)
    assert budget.is_spent and not had  # it is another's turn
    await until(lambda: had)
    assert not budget.is_spent


@pytest.mark.parametrize(("most", "came", "turns", "refused"), [
    (9, "aaabcb", "abcaba", ""), (4, "aaaabca", "abca", "aaa")])
async def test_only_so_many_wait_and_those_of_one_address_make_way(
        most: int, came: str, turns: str, refused: str, monkeypatch: pytest.MonkeyPatch):
    """Of each address, one after the other has a turn."""
    monkeypatch.setattr(limits, "WAITING", most)
    budget, had, cut = Budget(), list[str](), list[str]()
    budget.spend(limits.SAVED + 0.01)
    for number, address in enumerate(came):
        budget.wait(address, lambda name=f"{address}{number}": had.append(name),
                    lambda name=f"{address}{number}": cut.append(name))
    assert [name[0] for name in cut] == [*refused]
    await until(lambda: len(had) == len(turns))
    assert [name[0] for name in had] == [*turns]
    of_a = [name for name in had if name[0] == "a"]
    assert of_a == sorted(of_a) and not {*had} & {*cut} and "a0" in had


async def test_each_step_of_what_is_done_is_paid():
    spent = list[float]()

    def work(seconds: float) -> None:
        end = thread_time() + seconds
        while thread_time() < end:
            pass

    async def done() -> str:
        work(0.01)
        await asyncio.sleep(0.05)
        try:
            await asyncio.wait_for(asyncio.Event().wait(), 0.01)
        except TimeoutError:
            work(0.02)
        return "done"

    assert await metered(done(), spent.append) == "done"
    assert len(spent) > 2 and 0.03 <= sum(spent) < 0.045

    async def ended() -> None:
        try:
            await asyncio.sleep(10)
        finally:
            spent.append(-1)

    async def run() -> None:
        await metered(ended(), spent.append)

    task = asyncio.create_task(run())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert -1 in spent


def test_a_proxy_that_asks_for_itself_does_not_wait_behind_those_without_a_key():
    """Else it would hold a server for dead that strangers keep busy. Nobody else can be it: what a
    proxy hands on says for whom, and this stands behind a head that is too long to be seen whole.
    """
    own = b"GET / HTTP/1.1\r\nHost: localhost:8550\r\nUser-Agent: Caddy\r\n\r\n"
    told = b"X-Forwarded-For: 203.0.113.9\r\n\r\n"
    for_somebody = own[:-2] + told
    long = own[:-2] + b"A: " + b"x" * limits.HEAD_BYTES + b"\r\n" + told
    behind, alone = [AccessMiddleware(Starlette(), Keys(), AccessPolicy("key", proxies=proxies))
                     for proxies in (THIS_MACHINE, ())]
    assert behind.device_in(own) == PROXY
    assert [behind.device_in(head) for head in (for_somebody, long[:limits.HEAD_BYTES])] == ["", ""]
    assert alone.device_in(own) == ""


# --- connections ----------------------------------------------------------------------------------


class Running:
    """A server behind a door; whoever says `Device: x` is the device x."""

    def __init__(self, port: int, budgets: Budgets) -> None:
        self.port, self.budgets = port, budgets
        self._writers: list[asyncio.StreamWriter] = []

    async def line(self, key: str | None = None) -> tuple[asyncio.StreamReader,
                                                          asyncio.StreamWriter]:
        """A connection that asks, as a device if there is a key."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(asked(key))
        self._writers.append(writer)  # without one it would be closed
        return reader, writer


def asked(key: str | None = None) -> bytes:
    device = f"Device: {key}\r\n" if key else ""
    return f"GET / HTTP/1.1\r\nHost: x\r\n{device}\r\n".encode()


def key_in(head: bytes) -> str:
    return head.lower().partition(b"device: ")[2].partition(b"\r\n")[0].decode()


async def answers(reader: asyncio.StreamReader, seconds: float = 0.3) -> bool:
    """Whether an answer comes within so many seconds."""
    with suppress(TimeoutError):
        await asyncio.wait_for(reader.readuntil(b"here"), seconds)
        return True
    return False


@pytest.fixture
async def running() -> AsyncIterator[Running]:
    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        with suppress(WebSocketDisconnect):
            while True:
                await socket.send_text(await socket.receive_text())

    app = Starlette(routes=[Route("/", lambda _request: PlainTextResponse("here")),
                            WebSocketRoute("/ws", echo)])
    connections = Connections(device_in=key_in)
    server = Served(uvicorn.Config(app, **uvicorn_options(connections)), connections.budgets)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = asyncio.create_task(server.serve([listener]))
        await until(lambda: server.started)
        yield Running(listener.getsockname()[1], connections.budgets)
        server.should_exit = True
        await serving


async def test_who_has_a_key_does_not_wait_behind_who_has_none(running: Running):
    """Neither on a new connection nor on one that was kept; and everybody's turn comes."""
    strangers, phones = running.budgets.of(""), running.budgets.of("phone")
    (kept, again), (phone, more) = await running.line(), await running.line("phone")
    assert await answers(kept) and await answers(phone)
    strangers.spend(limits.SAVED + 0.1)
    new, _writer = await running.line()
    again.write(asked()[:9])
    more.write(asked("phone"))
    await asyncio.sleep(0.05)
    again.write(asked()[9:])
    assert await answers(phone) and not await answers(new) and not await answers(kept)
    phones.spend(limits.SAVED + 0.1)  # now it has to wait, and another device does not
    late, _writer = await running.line("phone")
    more.write(asked("phone"))
    laptop, _writer = await running.line("laptop")
    assert await answers(laptop) and not await answers(phone) and not await answers(late)
    for reader in (new, kept, phone, late):
        assert await answers(reader, 10)


async def test_a_socket_waits_as_well(running: Running):
    async with connect(f"ws://127.0.0.1:{running.port}/ws",
                       additional_headers={"Device": "phone"}) as page:
        await page.send("one")
        assert await page.recv() == "one"
        running.budgets.of("phone").spend(limits.SAVED + 0.06)
        began = time.monotonic()
        for text in ("two", "three"):
            await page.send(text)
        assert [await page.recv(), await page.recv()] == ["two", "three"]
        assert time.monotonic() - began > 0.3


async def test_every_piece_counts(running: Running, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "READ_SECONDS", limits.SAVED / 2)
    reader, writer = await running.line("phone")  # the connection, and the request
    assert await answers(reader)
    writer.write(asked("phone"))
    assert await answers(reader, 1)
    writer.write(asked("phone"))
    assert not await answers(reader) and await answers(reader, 10)


async def test_who_says_nothing_is_not_waited_for(running: Running,
                                                  monkeypatch: pytest.MonkeyPatch):
    """And keeps nobody else out."""
    monkeypatch.setattr(limits, "WAITING", 3)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        monkeypatch.setattr(limits, "HEAD_SECONDS", 0.5)  # too short for the system to keep it
        door = Door(running.budgets, asyncio.Protocol)
        taking = asyncio.create_task(door.take_in(listener))
        lines = [await asyncio.open_connection(*listener.getsockname()) for _each in range(4)]
        lines[3][1].write(asked())
        ended = [asyncio.create_task(reader.read()) for reader, _writer in lines]
        await asyncio.wait(ended[:1], timeout=0.3)
        assert [each.done() for each in ended] == [True, False, False, False]
        await asyncio.wait(ended[1:3], timeout=5)
        assert [each.done() for each in ended] == [True, True, True, False]
        taking.cancel()
        for _reader, writer in lines:
            writer.close()


async def test_all_else_has_its_turn_while_connections_are_taken_in(
        monkeypatch: pytest.MonkeyPatch):
    turns, came = [0], Counter[int]()
    monkeypatch.setattr(Door, "_came", lambda _door, line, _address: (
        came.update(turns), line.close()))

    async def turn() -> None:
        while True:
            turns[0] += 1
            await asyncio.sleep(0)

    with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
        for _each in range(5 * limits.ACCEPTED):
            with socket.create_connection(listener.getsockname()) as line:
                line.send(b"x")
        tasks = [asyncio.create_task(turn()), asyncio.create_task(
            Door(Budgets(), asyncio.Protocol).take_in(listener))]
        await until(lambda: came.total() == 5 * limits.ACCEPTED)
        assert max(came.values()) == limits.ACCEPTED
        for task in tasks:
            task.cancel()
