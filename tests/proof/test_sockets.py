"""What sockets leave behind, and how long one of them can keep the others waiting."""

import asyncio
import subprocess
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import msgpack
import pytest
from flet.messaging.protocol import MessageAction
from websockets.exceptions import ConnectionClosed, InvalidStatus

from scorepad.web.limits import FRAME_BYTES, FRAME_VALUES, SOCKETS_OF_DEVICE, TABS_OF_DEVICE
from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.program import Program
from tests.proof.conftest import Note
from tests.proof.shortly import KEPT, REGISTER_WITHIN
from tests.raw import Raw

MOST_MEGABYTES, A_MOMENT = 20, 1.0
"""What may stay; seconds that nobody minds."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """Scorepad with little patience."""
    program = Program(tmp_path_factory.mktemp("shortly") / "data", module="tests.proof.shortly",
                      options=())
    program.start()
    take_in(program, evening(*IN_THE_MIDDLE))
    yield program
    assert program.stop() == 0
    assert program.said() == ""


def megabytes(program: Program) -> float:
    """The memory that the server takes."""
    done = subprocess.run(["ps", "-o", "rss=", "-p", str(program.pid)], capture_output=True,
                          text=True, check=True)
    return int(done.stdout) / 1024


async def tab(program: Program) -> None:
    """A page that is opened, looked at and closed."""
    page = await (await Raw.open(program)).register("/people")
    await page.until(lambda: page.find("back") or page.of_kind("TextField"))
    await page.close()


async def silent(program: Program) -> None:
    """A socket that is opened and never says anything, until the program has had enough."""
    page = await Raw.open(program)
    await asyncio.wait_for(page.socket.wait_closed(), 30)
    assert page.socket.close_code == 1008
    await page.close()


async def babbling(program: Program) -> None:
    """One that talks nonsense, before or after it has registered."""
    page = await Raw.open(program)
    if Random(id(page)).random() < 0.5:
        await page.register()
    await page.socket.send(b"\0\xc1")
    await asyncio.wait_for(page.socket.wait_closed(), 30)
    assert page.socket.close_code == 1007
    await page.close()


AT_ONCE = {tab: TABS_OF_DEVICE // 2, silent: TABS_OF_DEVICE, babbling: TABS_OF_DEVICE // 2}
"""So many at the same time: even while the program has not noticed yet that those before are gone,
they are fewer than a device may have."""
WARM = 5 * KEPT
"""Seconds of that do not count: only then do as many sessions wait as ever do, and the memory for
those stays with the program."""


@pytest.mark.rounds(short=40, full=1000)
async def test_tabs_and_silent_sockets_come_and_go(program: Program, rounds: int, note: Note):
    """As many of each; what they took is given back once nobody waits for them any more."""
    for kind, at_once in AT_ONCE.items():  # what the first ones load, and need at once, stays
        begun = time.monotonic()
        while time.monotonic() - begun < WARM:
            await asyncio.gather(*[kind(program) for _each in range(at_once)])
    await asyncio.sleep(2 * KEPT)
    before = megabytes(program)
    for kind, at_once in AT_ONCE.items():
        for _batch in range(rounds // at_once):
            await asyncio.gather(*[kind(program) for _each in range(at_once)])
    await asyncio.sleep(2 * KEPT + REGISTER_WITHIN)
    stays = megabytes(program) - before
    assert stays < MOST_MEGABYTES
    note("tabs, silent and nonsensical sockets that came and went, each", rounds)
    note("MB of them that stayed", round(stays, 1))


async def test_a_device_has_so_many_sockets_and_no_more(program: Program):
    """Those beyond the bound are refused at the handshake; as soon as the others are gone, there is
    room again."""
    async def one() -> Raw | None:
        try:
            return await Raw.open(program)
        except InvalidStatus as refused:
            assert refused.response.status_code == 403
            return None

    opened = await asyncio.gather(*[one() for _each in range(SOCKETS_OF_DEVICE + 4)])
    pages = [page for page in opened if page is not None]
    assert len(pages) == SOCKETS_OF_DEVICE
    for page in pages:
        await asyncio.wait_for(page.socket.wait_closed(), 30)
        assert page.socket.close_code == 1008
        await page.close()
    await tab(program)


def packed(*frame: Any) -> bytes:
    return b"\0" + msgpack.packb(list(frame))


EVENT = MessageAction.CONTROL_EVENT.value
NONSENSE = {
    "nothing": (b"", 1003), "a channel": (b"\x01\0\0\0\0x", 1003), "half": (b"\0\x92\x01", 1007),
    "no list": (packed(), 1007), "an unknown action": (packed(99, {}), 1007),
    "one of the program's": (packed(6, {"message": "x"}), 1007),
    "an event of nothing": (packed(EVENT, {"target": "1", "name": "x", "data": 1}), 1007),
    "an ill-typed event": (packed(EVENT, {"target": 1, "name": "resize", "data": []}), 1007),
    "ill-typed properties": (packed(4, {"id": 1, "props": {"width": "x"}}), 1007),
    "a registration again": (packed(1, {"session_id": None, "page_name": "", "page": {}}), 1007),
    "too deep": (b"\0" + b"\x91" * 5000, 1007), "too full": (b"\0" + b"\x90" * 20_000, 1007),
    "declared too full": (b"\0\xdd\xff\xff\xff\xff", 1007), "too long": (b"\0" * 300_000, 1009)}


@pytest.mark.parametrize("name", NONSENSE)
async def test_nonsense_closes_the_socket(program: Program, name: str):
    """Today it leaves it open, and silent."""
    frame, code = NONSENSE[name]
    page = await (await Raw.open(program)).register()
    await page.socket.send(frame)
    await asyncio.wait_for(page.socket.wait_closed(), 30)
    assert page.socket.close_code == code
    await page.close()
    again = await (await Raw.open(program)).register(tab=page.tab)
    assert again.tab == page.tab
    await again.close()


@pytest.mark.parametrize("first", [packed(EVENT, {"target": 1, "name": "x", "data": None}), "text"])
async def test_who_does_not_say_first_what_it_is_is_not_heard(program: Program, first: bytes):
    page = await Raw.open(program)
    await page.socket.send(first)
    await asyncio.wait_for(page.socket.wait_closed(), 30)
    assert page.socket.close_code in (1003, 1007) and page.heard == 0


async def longest_wait(program: Program, disturb: Any, seconds: float = 2) -> float:
    """The longest time for which somebody's way to another screen takes, while `disturb` runs."""
    page = await (await Raw.open(program)).register("/preferences")
    longest, end = 0.0, time.monotonic() + seconds
    disturbing = asyncio.create_task(disturb())
    routes = ["/people", "/preferences"]
    while time.monotonic() < end or not disturbing.done():
        heard, begun = page.heard, time.monotonic()
        await page.go(routes[0])
        await page.until(lambda: page.heard > heard, 60)  # noqa: B023
        longest = max(longest, time.monotonic() - begun)
        routes.reverse()
        await asyncio.sleep(0.05)
    await disturbing
    await page.close()
    return longest


BOMBS = {
    "20 MB of empty lists": b"\0\xdd\x01\x31\x2d\x00" + b"\x90" * 20_000_000,
    "the most values": packed(EVENT, {
        "target": 1, "name": "nothing", "data": [[] for _each in range(FRAME_VALUES - 9)]}),
    "the longest text": packed(EVENT, {
        "target": 1, "name": "nothing", "data": "x" * (FRAME_BYTES - 100)}),
    "the longest text in a field": b""}


@pytest.mark.alone
@pytest.mark.parametrize("name", BOMBS)
async def test_one_frame_does_not_stop_everybody(
        program: Program, name: str, note: Note, request: pytest.FixtureRequest):
    """Beside it somebody else goes from screen to screen, and waits no longer than a moment."""
    quiet = await longest_wait(program, lambda: asyncio.sleep(0))

    async def disturb() -> None:
        page = await (await Raw.open(program)).register("/people")
        await page.until(lambda: page.of_kind("TextField"))
        field = page.of_kind("TextField")[-1]
        frame = BOMBS[name]
        if "field" in name:
            text = "x" * (FRAME_BYTES - 100)
            frame = packed(4, {"id": field, "props": {"value": text}})
        for _each in range(3):
            try:
                await page.socket.send(frame)
                if "field" in name:
                    await page.happens(field, "change", text)
                    await page.happens(field, "submit", text)
            except ConnectionClosed:
                break
        await page.close()

    # In a thread of its own, because what is sent has to be packed, and that takes its time too.
    longest = await longest_wait(program, lambda: asyncio.to_thread(asyncio.run, disturb()))
    if request.config.getoption("--full"):  # beside other tests nobody can promise it
        assert longest - quiet < A_MOMENT
    note(f"ms that somebody waits at most beside {name}", round(longest * 1000))


async def test_who_does_not_read_is_not_waited_for(program: Program):
    """The program keeps no more for a page than can be drawn for one."""
    page = await (await Raw.open(program)).register("/people")
    before = megabytes(program)
    page.socket.transport.pause_reading()
    try:
        for number in range(3000):
            await page.go("/preferences" if number % 2 else "/people")
            await asyncio.sleep(0)
    except ConnectionClosed:
        pass
    await asyncio.sleep(1)
    assert megabytes(program) - before < 2 * MOST_MEGABYTES
    page.socket.transport.resume_reading()
    await page.close()


