"""A sheet that goes on for ever: what a page of it takes, and how quick a tap is, stay as they are.

Two thousand hands are typed on one page of a running program, by a browser that draws nothing.
What it costs is counted in the program: the seconds of its processor, and its memory, as the system
counts it (RSS). A machine is not always equally quick (the same hand once took a quarter more ten
minutes later), so each time another program types as many hands in turns, on a sheet just begun.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import date as Date
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import msgpack
import pytest
from flet.messaging.protocol import MessageAction, decode_ext_from_msgpack
from websockets.sync.client import ClientConnection, connect

from scorepad.config import Settings
from scorepad.games.ramsch import Ramsch
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.ui.app import main_for
from tests.bench.memory import megabytes
from tests.browser.hand import augen
from tests.browser.program import Program
from tests.proof.conftest import Note
from tests.proof.test_coming_and_going import DEVICE, PHONE
from tests.screens.driver import Driver

pytestmark = pytest.mark.alone

THREE = ("Anne", "Bert", "Cem")
GROWS = 1.2
"""So much more may a hand cost at the end than it did at first; a fifth, and no more."""
LOOKED_AT = 50
"""Hands over which the cost of one is taken."""
FROM = 200
"""From this hand on nothing may grow."""
AUGEN = 66
"""What is typed of each hand: more than the others can have together."""
IN_A_ROW = 5
"""Hands that each of two programs types before it is the other's turn."""
QUIET = 0.02
"""Seconds without a change, after which all of them have come."""
PATIENCE = 60
"""Seconds for an answer, on a machine that does much else."""
REGISTER, SAY, CALLS = (action.value for action in (
    MessageAction.REGISTER_CLIENT, MessageAction.CONTROL_EVENT, MessageAction.INVOKE_METHOD))


def new_sheet(service: Service) -> tuple[str, str]:
    """A sheet for three, and the address of it."""
    sheet = service.open_sheet(NewEvening(Date(2026, 11, 20)), SCHIEBERAMSCH, THREE)
    return sheet, f"/evening/{service.sheet(sheet).evening}/sheet/{sheet}"


def service_of(program: Program) -> Service:
    """The book of a program, whether or not that is running."""
    return Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(program.data)}))


# --- a page, and nobody who draws it ------------------------------------------------------------


@contextmanager
def connected(program: Program) -> Iterator[ClientConnection]:
    """The connection that the page of a running program opens, in a browser that was let in."""
    name, value = program.cookie
    with connect(f"{program.address.replace('http', 'ws', 1)}/ws", origin=program.address,
                 additional_headers={"Cookie": f"{name}={value}"}, max_size=None,
                 open_timeout=PATIENCE, compression=None) as connection:
        yield connection


class Tab:
    """A page without a picture: of all that it hears it keeps where to tap."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._places: dict[str, int] = {}

    def open(self, route: str, until: str) -> None:
        """Come to an address, and listen until there is this control."""
        self._say(REGISTER, {
            "session_id": None, "page_name": "", "page": {**PHONE, "route": route}})
        self.listen(until)

    def tap(self, identifier: str) -> None:
        """Tap a control."""
        self._say(SAY, {"target": self._places[identifier], "name": "click", "data": None})

    def finish(self) -> None:
        """Hear what is still to come."""
        with suppress(TimeoutError):
            while True:
                self._hear(QUIET)

    def listen(self, until: str | None = None) -> set[str]:
        """Hear the next change, or all up to one with this control; the controls that came."""
        came: set[str] = set()
        while True:
            came |= self._hear(PATIENCE)
            if came if until is None else until in came:
                return came

    def _hear(self, patience: float) -> set[str]:
        """The controls that came with one message, or so much as that something did."""
        action, body = msgpack.unpackb(
            self._connection.recv(patience)[1:], ext_hook=decode_ext_from_msgpack,
            strict_map_key=False)
        if action == CALLS:
            self._say(CALLS, {
                "control_id": body["control_id"], "call_id": body["call_id"], "error": None,
                "result": DEVICE if body["name"] == "get_device_info" else None})
            return set()
        assert action != MessageAction.SESSION_CRASHED.value, body
        found = dict(_named(body))
        self._places |= found
        return {"", *found}

    def _say(self, action: int, body: dict[str, Any]) -> None:
        self._connection.send(b"\0" + msgpack.packb([action, body]))


def _named(value: Any) -> Iterator[tuple[str, int]]:
    """Every control that a change brings by its name, and what is to be tapped of it."""
    if isinstance(value, dict):
        if (name := value.get("identifier")) and isinstance(inner := value.get("content"), dict):
            yield name, inner["_i"]
        for each in value.values():
            yield from _named(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _named(each)


# --- what it costs ------------------------------------------------------------------------------


class Cost(NamedTuple):
    """seconds: of the processor for a hand, in those for one on a sheet just begun; answer:
    milliseconds until the first answer to a save; opening: seconds of the processor to open the
    sheet on another page; megabytes: of memory."""

    seconds: float
    answer: float
    megabytes: float
    opening: float


def seconds_spent(program: Program) -> float:
    """What the program has had of the processor so far."""
    fields = Path(f"/proc/{program.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def play(tab: Tab, numbers: Iterable[int]) -> list[float]:
    """Type the hands with these numbers; milliseconds until the first answer to each save."""
    answers = []
    for number in numbers:
        seat, *digits = augen(number % 3, AUGEN)
        tab.tap(seat)  # who is at it already is not drawn anew
        for digit in digits:
            tab.tap(digit)
            tab.listen()
        tab.finish()
        start = perf_counter()
        tab.tap("save")
        came = tab.listen()
        answers.append(1000 * (perf_counter() - start))
        if f"hand-{number}" not in came:
            tab.listen(f"hand-{number}")
    return answers


def cost(program: Program, tab: Tab, numbers: Sequence[int], route: str, other: Program) -> Cost:
    """What a hand costs while these are typed, beside as many on a new sheet of another program,
    and what the program takes then."""
    answers: list[float] = []
    spent = spent_there = 0.0
    with closing(service_of(other)) as service:
        _, there = new_sheet(service)
    with connected(other) as connection:
        beside = Tab(connection)
        beside.open(there, until="save")
        for start in range(0, len(numbers), IN_A_ROW):
            turn = numbers[start:start + IN_A_ROW]
            before = seconds_spent(program), seconds_spent(other)
            answers += play(tab, turn)
            play(beside, range(start + 1, start + 1 + len(turn)))
            spent += seconds_spent(program) - before[0]
            spent_there += seconds_spent(other) - before[1]
    taken = megabytes(program)
    before = seconds_spent(program)
    with connected(program) as connection:
        Tab(connection).open(route, until="save")
    opening = seconds_spent(program) - before
    return Cost(spent / spent_there, median(answers), taken, opening)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="nobody counts the seconds here")
@pytest.mark.rounds(short=20, full=2000)
def test_two_thousand_hands_on_one_page(tmp_path: Path, rounds: int, note: Note):
    """Memory and what a hand costs grow by less than a fifth from the 200th to the last. In the
    short form the sheet has most of its hands before the page is opened, and goes on for ten."""
    program, other = Program(tmp_path / "data"), Program(tmp_path / "beside")
    service = service_of(program)
    sheet, route = new_sheet(service)
    looked_at = min(LOOKED_AT, rounds // 2)
    there, end = max(0, FROM - rounds // 2), max(rounds, FROM + looked_at)
    for number in range(1, there + 1):
        service.record(sheet, ramsch(number))
    service.close()
    try:
        program.start()
        other.start()
        with connected(program) as connection:
            tab = Tab(connection)
            tab.open(route, until="save")
            play(tab, range(there + 1, FROM - looked_at + 1))
            first = cost(program, tab, range(FROM - looked_at + 1, FROM + 1), route, other)
            play(tab, range(FROM + 1, end - looked_at + 1))
            last = cost(program, tab, range(end - looked_at + 1, end + 1), route, other)
    finally:
        program.stop()
        other.stop()
    grown = Cost(*(after / before for after, before in zip(last, first)))
    note(f"memory of the program after {end} hands on one page / after {FROM}", grown.megabytes)
    note(f"seconds of the processor for hand {end} / for hand {FROM}", grown.seconds)
    note(f"time until the first answer to hand {end} / to hand {FROM}", grown.answer)
    note(f"seconds to open the page on {end} hands / on {FROM}", grown.opening)
    assert grown.megabytes < GROWS, (first, last)
    assert grown.seconds < GROWS or rounds < FROM and grown.seconds < 2, (first, last)


def ramsch(number: int) -> Ramsch:
    """The hand with this number, as `play` types it."""
    seat = number % 3
    return Ramsch((*[None] * seat, AUGEN, *[None] * (2 - seat)))


# --- in this process ----------------------------------------------------------------------------


async def test_a_page_of_many_hands_is_no_larger_than_one_of_some(tmp_path: Path, note: Note):
    """The controls of a page that is opened on a sheet of 100 hands, and on the same with 400."""
    settings = Settings.of({"FLET_APP_STORAGE_DATA": str(tmp_path)})
    service = Service.open(settings)
    sheet, route = new_sheet(service)
    controls = []
    for _ in range(4):
        for number in range(100):
            service.record(sheet, ramsch(number))
        ui = await Driver.start(main_for(settings), route=route)
        controls.append(len(ui.session.index))
        await ui.stop()
    service.close()
    note("controls of a page on a sheet of 400 hands / of 100", controls[-1] / controls[0])
    assert controls[-1] < GROWS * controls[0], controls
