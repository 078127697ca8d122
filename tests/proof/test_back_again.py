"""A phone that types sleeps, gets another address, or loses its server, a thousand times: what is
half typed is there again, no hand is there twice, and everybody is back by himself."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.browser.phone_table import HANDS, PhoneTable, Typed
from tests.proof.conftest import Note
from tests.proof.test_sockets import megabytes
from tests.raw import Raw

pytestmark = [pytest.mark.alone, pytest.mark.timeout(7200)]

PHONES = 4
WITHIN = 2.0
"""Seconds until who can reach the server is back, of 95 in a hundred."""


@pytest.fixture
def table(tmp_path: Path, rounds: int) -> Iterator[PhoneTable]:
    table = PhoneTable(tmp_path, PHONES * (rounds // PHONES // HANDS + 1))
    yield table
    table.close()


class Phone:
    """One that types on a sheet of its own, and tries again until somebody answers; `back`: how
    long that took each time."""

    page: Raw

    def __init__(self, table: PhoneTable, number: int, rng: Random) -> None:
        self.table, self.rng = table, rng
        self.cookie = table.join(number)
        self.sheets = iter(table.sheets[number::PHONES])
        self.tab: str | None = None
        self.document = f"the-page-of-phone-{number}"
        self.back: list[float] = []
        self.again = 0
        self.wrote: dict[str, list[Typed]] = {}
        self.begin()

    def begin(self) -> None:
        """Go on with another sheet."""
        self.sheet = next(self.sheets)
        self.wrote[self.sheet] = []

    async def come(self) -> None:
        """Come back as the page does by itself."""
        began = time.monotonic()
        while True:
            with suppress(OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                async with asyncio.timeout(10):
                    self.page = await Raw.open(
                        self.table.server, self.cookie, self.document)  # type: ignore[arg-type]
                    await self.page.register(self.table.route(self.sheet), self.tab)
                    await self.page.until(lambda: self.page.find("seat-0"))
                    break
            await asyncio.sleep(0.3)
        self.back.append(time.monotonic() - began)
        self.tab = self.page.tab

    async def tap(self, *taps: str) -> None:
        """Touch keys, each once the one before stands on the disk. Whoever has touched a key that
        was just drawn anew sees that nothing came of it, and touches it again."""
        for key in taps:
            before = self.table.draft(self.sheet)
            for _ in range(10):
                await self.page.tap(key)
                with suppress(TimeoutError):
                    async with asyncio.timeout(5):
                        while self.table.draft(self.sheet) == before:
                            await asyncio.sleep(0.005)
                        break
                self.again += 1
            else:
                raise AssertionError(
                    f"nothing comes of {key} on {self.sheet}, where {before!r} is typed and "
                    f"{self.table.count(self.sheet)} hands are: {self.page.find(key)}")

    async def end(self) -> None:
        """See that the hand is saved, and save it if it is not: as one who looks."""
        count = len(self.wrote[self.sheet]) + 1
        if self.table.count(self.sheet) < count:
            assert self.table.draft(self.sheet), "what was typed is gone"
            await self.page.tap("save")
        async with asyncio.timeout(60):
            while self.table.count(self.sheet) < count or self.table.draft(self.sheet):
                await asyncio.sleep(0.005)


async def disturb(table: PhoneTable, kind: str, rng: Random) -> None:
    """Have all phones lose their line, until they can come back."""
    match kind:
        case "sleep":  # as long as it may be: the old line is not closed
            table.gate.lose(away=True)
            await asyncio.sleep(rng.random())
            table.gate.away = False
        case "another network":
            table.gate.source = f"127.0.0.{rng.randint(2, 250)}"
            table.gate.lose()
        case "cut off":
            table.gate.cut()
        case "server killed":
            await asyncio.to_thread(table.restart)


KINDS = ("sleep", "another network", "cut off", "server killed", "another network")


@pytest.mark.rounds(short=20, full=1000)
async def test_whoever_comes_back_finds_what_was_half_typed(
        table: PhoneTable, rounds: int, note: Note):
    """Four phones type at once; in the middle of the hand, or while it is saved."""
    rng, kinds = Random(19), Counter[str]()
    phones = [Phone(table, number, rng) for number in range(PHONES)]
    await asyncio.gather(*[phone.come() for phone in phones])
    for number in range(rounds // PHONES):
        kind, saving = KINDS[number % len(KINDS)], rng.random() < 0.4
        typed = [Typed.any(number + each, rng) for each in range(PHONES)]
        half = [len(each.taps) if saving else rng.randint(1, 3) for each in typed]
        await asyncio.gather(*[phone.tap(*hand.taps[:min(until, 3)])
                               for phone, hand, until in zip(phones, typed, half)])
        if saving:
            for phone in phones:
                await phone.page.tap("save")
            await asyncio.sleep(rng.choice((0, 0.002, 0.005, 0.01, 0.02, 0.05, 0.2)))
        await disturb(table, kind, rng)
        kinds[f"{kind}, while {'saving' if saving else 'typing'}"] += PHONES
        await asyncio.gather(*[phone.come() for phone in phones])
        await asyncio.gather(*[finish(phone, hand, until)
                               for phone, hand, until in zip(phones, typed, half)])
    for phone in phones:
        for sheet, wrote in phone.wrote.items():
            assert table.hands(sheet) == wrote
    late = sorted(each for phone in phones for each in phone.back[1:])
    assert late[int(len(late) * 0.95)] < WITHIN
    note("phones that slept, came from another address, were cut off, or lost a server that was "
         "killed, while a hand was typed or saved: none lost, none doubled, times",
         kinds.total())
    note("keys that had to be touched again, because they were just drawn anew",
         sum(phone.again for phone in phones))
    note("seconds until they had their sheet again, 95 of a hundred and at most",
         f"{late[int(len(late) * 0.95)]:.2f}, {late[-1]:.2f}")


async def finish(phone: Phone, hand: Typed, until: int) -> None:
    """Type the rest of a hand, from what was typed before, and begin another sheet in time."""
    if until < 3:
        assert phone.table.draft(phone.sheet), "what was typed is gone"
        await phone.tap(*hand.taps[until:3])
    await phone.end()
    phone.wrote[phone.sheet].append(hand)
    if len(phone.wrote[phone.sheet]) == HANDS:
        phone.begin()
        await phone.page.go(phone.table.route(phone.sheet))
        await asyncio.sleep(0.3)


STAYS = 20
"""Megabytes of fifty closed tabs that may stay."""


@pytest.mark.rounds(short=12, full=50)
async def test_the_memory_of_closed_tabs_is_free_within_a_minute(
        table: PhoneTable, rounds: int, note: Note):
    cookies = [table.join(number) for number in range(5)]

    async def come_and_go(count: int) -> float:
        pages = []
        for number in range(count):
            page = await Raw.open(table.server, cookies[number % 5])  # type: ignore[arg-type]
            pages.append(await page.register(table.route(table.sheets[0])))
            await page.until(lambda page=page: page.find("seat-0"))
        most = megabytes(table.server)  # type: ignore[arg-type]
        for page in pages:
            await page.close()
        return most

    await come_and_go(rounds)  # what the first ones load stays
    await asyncio.sleep(60)
    before = megabytes(table.server)  # type: ignore[arg-type]
    most = await come_and_go(rounds)
    await asyncio.sleep(60)
    stays = megabytes(table.server) - before  # type: ignore[arg-type]
    assert stays < STAYS
    note(f"MB that {rounds} open tabs take, and a minute after they were closed",
         f"{most - before:.0f}, {stays:.0f}")
