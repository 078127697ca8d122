"""The doors of two servers on one PostgreSQL: what one of them refuses, the other refuses, and who
is shut out at one is gone from both."""

import asyncio
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from json import dumps
from pathlib import Path
from time import monotonic

import pytest

from scorepad.service.roles import Role
from scorepad.web.limits import PIN_TRIES, PIN_TRIES_OF_ADDRESS
from tests.browser.table_server import TableServer
from tests.postgres import MISSING, Postgres
from tests.proof.conftest import Note
from tests.proof.two_servers import TwoServers, Watcher, two_servers
from tests.raw import Raw

pytestmark = pytest.mark.alone

pytest.importorskip("psycopg", reason=MISSING)

WITHIN = 1.0
"""Seconds within which all lines of a device that is shut out are closed."""


@pytest.fixture
def both(postgres: Postgres, tmp_path: Path) -> Iterator[TwoServers]:
    with postgres.database() as url, two_servers(tmp_path, url) as both:
        yield both


def guess(server: TableServer, pin: str, peer: str) -> int:
    """The status of the answer to a PIN that comes from another address of this machine."""
    asking = HTTPConnection(server.address.removeprefix("http://"), timeout=60,
                            source_address=(peer, 0))
    asking.request("POST", "/api/join", dumps({"pin": pin, "name": "x"}))
    status = asking.getresponse().status
    asking.close()
    return status


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address of their own")
def test_thirty_tries_at_both_together(both: TwoServers, note: Note):
    """Many devices guess at both at once; then none of them is heard any more at either."""
    pin = both.keys.pin().digits
    wrong = "0" * 6 if pin != "0" * 6 else "1" * 6

    def one(number: int) -> int:
        return guess(both.servers[number % 2], wrong, f"127.0.0.{2 + number // 4}")

    with ThreadPoolExecutor(8) as at_once:
        answers = list(at_once.map(one, range(80)))
    assert PIN_TRIES_OF_ADDRESS > 4
    assert PIN_TRIES <= answers.count(403) <= PIN_TRIES + 20
    assert answers.count(403) + answers.count(429) == 80
    assert [guess(server, pin, "127.0.0.2") for server in both.servers] == [429, 429]
    assert [guess(server, pin, "127.0.0.99") for server in both.servers] == [200, 200]
    new = both.keys.new_pin().digits
    assert [guess(server, new, "127.0.0.99") for server in both.servers] == [200, 200]
    note("wrong PINs of 20 devices at two servers at once, of which so many were looked at",
         f"80, {answers.count(403)}")


@pytest.mark.rounds(short=5, full=100)
def test_a_link_that_is_opened_at_both_lets_in_one(both: TwoServers, rounds: int, note: Note):
    for _round in range(rounds):
        key = both.keys.offer(Role.WRITER)
        with ThreadPoolExecutor(8) as at_once:
            answers = list(at_once.map(
                lambda number, key=key: both.servers[number % 2].join(
                    key=key, name=str(number)).status, range(8)))
        assert sorted(answers) == [200] + [403] * 7
    note("a link that eight open at once at two servers lets in one, times", rounds)


@pytest.mark.rounds(short=3, full=60)
async def test_who_is_shut_out_is_gone_from_both(
        both: TwoServers, rounds: int, note: Note, request: pytest.FixtureRequest):
    """A device with a page and a stream at each; every other time it may only watch from then on,
    which closes its pages alone."""
    [sheet] = both.sheets(1)
    longest = 0.0
    for number in range(rounds):
        cookie = both.let_in(Role.WRITER, f"Phone {number}")
        pages = [await (await Raw.open(server, cookie)).register("/")  # type: ignore[arg-type]
                 for server in both.servers]
        watchers = [Watcher(server, cookie, sheet) for server in both.servers]
        streams = [asyncio.create_task(each._hold()) for each in watchers]
        async with asyncio.timeout(20):
            while not all(each.events for each in watchers):
                await asyncio.sleep(0.01)
        device = both.keys.find(cookie[1])
        assert device is not None
        out, began = number % 2 == 0, monotonic()
        if out:
            both.keys.shut_out(device.id)
        else:
            both.keys.change(device.id, role=Role.WATCHER)
        async with asyncio.timeout(30):
            await asyncio.gather(*[page.socket.wait_closed() for page in pages],
                                 *(streams if out else ()))
        longest = max(longest, monotonic() - began)
        assert [page.socket.close_code for page in pages] == [4401, 4401]
        asked = ("GET", "/watch?list", None, "=".join(cookie))
        assert [server.ask(*asked).status for server in both.servers] == [401 if out else 200] * 2
        for each in streams:
            each.cancel()
        await asyncio.gather(*streams, *[page.close() for page in pages], return_exceptions=True)
    if request.config.getoption("--full"):  # beside other tests nobody can promise it
        assert longest < WITHIN
    note("seconds until the lines of a device at both servers were closed that a third one shut "
         "out, at most", f"{longest:.2f}")
