"""The table's server under strangers and watchers: no write, no read without a key, and nobody
gets in by trying."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import monotonic
from typing import Any

import pytest
from flet.messaging.protocol import MessageAction
from websockets.exceptions import ConnectionClosed, InvalidStatus

from scorepad.config import Settings
from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.web.access.keys import Keys
from scorepad.web.access.visitors import shared_register
from scorepad.web.limits import PIN_TRIES_OF_ADDRESS
from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.table_server import TableServer
from tests.proof.conftest import Note
from tests.proof.test_strangers import METHODS, PATHS
from tests.raw import Raw

MORE_PATHS = (*PATHS, "/watch/x", "/watch/x/events", "/api/exchange", "/api/join/", "/phones",
              "/evening/e/sheet/s", "/api/upload/../x", "/watch/../people", "/Watch")
WITHIN = 1.0
"""Seconds within which the sockets of a device that is shut out are closed."""


@pytest.fixture
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    table = TableServer(tmp_path_factory.mktemp("table") / "data").start()
    take_in(table, evening(*IN_THE_MIDDLE))  # type: ignore[arg-type]
    yield table
    assert table.stop() == 0
    assert table.said() == ""


def settings(table: TableServer) -> Settings:
    return Settings.of({"FLET_APP_STORAGE_DATA": str(table.data)})


def entries(table: TableServer) -> int:
    service = Service.open(settings(table))
    count = len(service._store.everything())
    service.close()
    return count


@pytest.mark.rounds(short=600, full=4000)
async def test_no_write_by_a_watcher_and_no_read_without_a_key(
        table: TableServer, rounds: int, note: Note):
    """Any request with any cookie and origin, joins that are replayed, sockets with frames behind
    the handshake; a watcher gets nothing but his own pages."""
    rng, before = Random(5), entries(table)
    watcher = table.join(key=table.key("join"), name="Cem").cookie
    name, _is, value = watcher.partition("=")
    strangers = ["", f"{name}=", f"{name}={value[:-1]}", f"{name}={value.swapcase()}",
                 f"other={value}", f"{name}={'A' * 43}", f"{name}=\xff"]
    seen: dict[tuple[bool, int], int] = {}
    for _round in range(rounds):
        known = rng.random() < 0.5
        cookie = watcher if known else rng.choice(strangers)
        match rng.randrange(6):
            case 0:
                status = await shaking_hands(table, cookie, rng)
                assert status == 403
            case 1:
                told: dict[str, Any] = {
                    "key": rng.choice((table.key("join"), "x", None, table.key("join")[:-1])),
                    "name": "x", "role": "host"}
                status = table.ask("POST", "/api/join", told, cookie).status
                assert status == 403
            case _:
                status = asked(table, cookie, known, rng)
        seen[known, status] = seen.get((known, status), 0) + 1
    assert {status for known, status in seen if not known} <= {401, 403}
    assert {status for known, status in seen if known} <= {200, 303, 307, 403, 404, 405}
    assert entries(table) == before
    note("requests and sockets of strangers and of a watcher: no write, no read without a key",
         rounds)


def asked(table: TableServer, cookie: str, known: bool, rng: Random) -> int:
    headers: dict[str, str] = {}
    if rng.random() < 0.2:
        headers["Origin"] = rng.choice(("http://evil.test", "null", table.address))
    elif rng.random() < 0.2:
        headers["Host"] = rng.choice(("evil.test", "localhost:1"))
    if rng.random() < 0.5:
        headers["Accept"] = rng.choice(("text/html", "*/*", "text/event-stream"))
    method, path = rng.choice(METHODS), rng.choice(MORE_PATHS)
    if (method, path) == ("POST", "/api/join"):
        method = "GET"
    answer = table.ask(method, path, {} if method in ("POST", "PUT") else None,
                       cookie.encode().decode("latin-1"), **headers)
    assert "set-cookie" not in answer.headers
    if not known or not path.startswith("/watch"):
        assert b"Anne" not in answer.body and b"Kalter" not in answer.body
    if answer.status == 307:
        assert answer.headers["location"] in ("/watch", "/") and known
    return answer.status


async def shaking_hands(table: TableServer, cookie: str, rng: Random) -> int:
    """The status of a handshake of somebody who has no right to a socket."""
    name, _is, value = cookie.encode("ascii", "replace").decode().partition("=")
    try:
        page = await Raw.open(table, (name or "x", value))  # type: ignore[arg-type]
    except InvalidStatus as refused:
        return refused.response.status_code
    raise AssertionError(page)


def test_the_thirty_first_try_is_refused_however_many_try_at_once(
        table: TableServer, note: Note):
    """As seen by one device: its five tries. All together: the register, asked by many threads as
    many devices would ask it."""
    pin = table.told["pin"]
    wrong = "0" * 6 if pin != "0" * 6 else "1" * 6
    with ThreadPoolExecutor(16) as at_once:
        answers = list(at_once.map(lambda _each: table.join(pin=wrong, name="x").status, range(60)))
    assert sorted(answers) == [403] * PIN_TRIES_OF_ADDRESS + [429] * (60 - PIN_TRIES_OF_ADDRESS)
    refused = table.join(pin=pin, name="x")
    assert refused.status == 429 and 0 < int(refused.headers["retry-after"]) <= 300
    keys = [Keys(shared_register(settings(table))) for _each in range(4)]

    def guess(number: int) -> str:
        try:
            return str(keys[number % 4].guess(wrong, f"10.0.0.{number % 40}", "x"))
        except Exception as fault:
            return type(fault).__name__

    with ThreadPoolExecutor(8) as at_once:
        found = list(at_once.map(guess, range(80)))
    # Forty try twice: the second time is only looked at while there are less than thirty.
    assert found.count("None") == 40 and found.count("TooManyTries") == 40
    for each in keys:
        each.close()
    note("wrong PINs of 80 devices at four servers at once: those that were looked at, with five "
         "before", found.count("None"))


@pytest.mark.rounds(short=5, full=100)
def test_a_link_lets_in_one_of_many_who_open_it_at_once(
        table: TableServer, rounds: int, note: Note):
    keys = Keys(shared_register(settings(table)))
    for _round in range(rounds):
        key = keys.offer(Role.WRITER)
        with ThreadPoolExecutor(8) as at_once:
            answers = list(at_once.map(
                lambda number, key=key: table.join(key=key, name=str(number)).status, range(8)))
        assert sorted(answers) == [200] + [403] * 7
    keys.close()
    note("a link that eight open at once lets in one, times", rounds)


@pytest.mark.rounds(short=5, full=100)
async def test_who_is_shut_out_is_gone_at_once(table: TableServer, rounds: int, note: Note):
    """By another server of the same book, which is the longest way."""
    other = Keys(shared_register(settings(table)))
    longest = 0.0
    for number in range(rounds):
        joined = table.join(key=other.offer(Role.WRITER), name=f"Phone {number}")
        assert joined.role == "writer"
        name, _is, value = joined.cookie.partition("=")
        page = await (await Raw.open(table, (name, value))  # type: ignore[arg-type]
                      ).register("/")
        await page.until(lambda page=page: page.heard > 1)
        device = other.find(value)
        assert device is not None
        began = monotonic()
        other.shut_out(device.id)
        await asyncio.wait_for(page.socket.wait_closed(), 30)
        longest = max(longest, monotonic() - began)
        assert page.socket.close_code == 4401
        with pytest.raises(ConnectionClosed):
            await page.say(MessageAction.CONTROL_EVENT, json.loads("{}"))
        assert table.ask("GET", "/", cookie=joined.cookie).status == 401
        await page.close()
    assert longest < WITHIN
    other.close()
    note("seconds until the sockets of a device were closed that another server shut out, at most",
         f"{longest:.2f}")
