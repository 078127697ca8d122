"""Two phones' books and a server: half an evening is written on each without a network, and then
they meet, on a line that is cut off at any byte. What comes of it is the evening as one would have
written it.

The phones are the functions that the pocket page has, asked over a real line of a real server;
`test_pocket_server` does the same in browsers.
"""

import asyncio
import http.client
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorepad.config import Settings
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch, Ramsch
from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.service.views import NewEvening
from scorepad.storage import StorageFault
from scorepad.web.access.keys import Keys
from scorepad.web.access.visitors import shared_register
from scorepad.web.exchange import exchanged, invitation, join
from tests.browser.table_server import TableServer
from tests.proof.conftest import Note
from tests.proof.cutting import Cutting
from tests.proof.histories import Device

NAMES = "Anne", "Bert", "Cem", "Dora"
DAY = date(2026, 11, 20)
HANDS = 5
"""The most hands of half an evening."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableServer]:
    table = TableServer(tmp_path / "served").start()
    yield table
    assert table.stop() == 0
    assert table.said() == ""


def settings(table: TableServer) -> Settings:
    return Settings.of({"FLET_APP_STORAGE_DATA": str(table.data)})


def links(table: TableServer, number: int) -> list[str]:
    """Links for phones that write."""
    keys = Keys(shared_register(settings(table)))
    found = [f"{table.address}/#{keys.offer(Role.WRITER)}" for _ in range(number)]
    keys.close()
    return found


class Phone:
    """A phone with a book, on a line to the server that can be cut off."""

    def __init__(self, folder: Path, name: str, table: TableServer, line: Cutting, link: str
                 ) -> None:
        self.device = Device(folder / name, name)
        self._table, self._line = table, line
        address, key = invitation(link) or ("", "")
        self.partner = asyncio.run(join(self._post, address, key, name))

    @property
    def book(self) -> Service:
        return self.device.service

    def meets(self, allowed: int | None = None) -> bool:
        """Meet the server's book on a line that lets so many bytes pass; whether it did."""
        self._line.allow(allowed)
        try:
            asyncio.run(exchanged(self._post, self.partner,
                                  self.book.at_server.asking(self.partner.address), "en"))
        except StorageFault:
            return False
        finally:
            self._line.allow(None)
        return True

    async def _post(self, address: str, headers: Mapping[str, str], content: bytes
                    ) -> tuple[int, bytes]:
        """As a browser does it: only a whole answer is one."""
        asking = http.client.HTTPConnection("127.0.0.1", self._line.port, timeout=60)
        try:
            asking.request("POST", address.removeprefix(self._table.address), content, {
                **headers, "Host": self._table.address.removeprefix("http://")})
            answer = asking.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as fault:
            return 0, str(fault).encode()
        finally:
            asking.close()

    def plays(self, sheet: str, hands: list[Any]) -> None:
        for hand in hands:
            self.book.record(sheet, hand)

    def links(self) -> dict[str, bytes]:
        return self.device.links()


def some_hands(rng: Random) -> list[Any]:
    """Hands of Kalter Schlag, at least one."""
    found: list[Any] = []
    for _ in range(rng.randint(1, HANDS)):
        figure = rng.randint(62, 118)
        augen = [figure, 120 - figure, 0, 0]
        rng.shuffle(augen)
        found.append(Durchmarsch(rng.randrange(4)) if rng.random() < 0.3 else Ramsch(tuple(augen)))
    return found


def outcome(service: Service, day: date) -> Any:
    """What people read of an evening: its hands, totals and payments."""
    service.refresh()
    [card] = [card for card in service.evenings() if card.date == day]
    evening = service.evening(card.id)
    assert not any(sheet.questions for sheet in evening.sheets)
    return (sorted((sheet.score.tally.totals, [line.record.hand for line in sheet.score.lines],
                    sheet.score.payout) for sheet in evening.sheets),
            [(each.currency, each.balances) for each in evening.settlements])


class Evening:
    """An evening of two phones, and the same on a third that writes all of it.

    is_one_sheet: whether both write on one sheet, so that it asks which hands count; otherwise each
    has a table of its own.
    """

    def __init__(self, number: int, one: Phone, two: Phone, alone: Service, rng: Random) -> None:
        self.day = DAY + timedelta(number)
        self.one, self.two, self.alone, self.rng = one, two, alone, rng
        self.is_one_sheet = number % 2 == 0
        self.sheet = self._opened(one.book)
        before = some_hands(rng)
        one.plays(self.sheet, before)
        assert one.meets() and two.meets()
        here, there = some_hands(rng), some_hands(rng)
        self.written = len(before) + len(here) + len(there)
        one.plays(self.sheet, here)
        other = self.sheet if self.is_one_sheet else two.book.open_sheet(
            two.book.sheet(self.sheet).evening, KALTER_SCHLAG, NAMES, stake=50)
        two.plays(other, there)
        self._write_all(before, here, there)

    def _opened(self, book: Service) -> str:
        return book.open_sheet(NewEvening(self.day), KALTER_SCHLAG, NAMES, stake=50)

    def _write_all(self, before: list[Any], here: list[Any], there: list[Any]) -> None:
        sheet = self._opened(self.alone)
        for hand in [*before, *here]:
            self.alone.record(sheet, hand)
        if not self.is_one_sheet:
            sheet = self.alone.open_sheet(self.alone.sheet(sheet).evening, KALTER_SCHLAG, NAMES,
                                          stake=50)
        for hand in there:
            self.alone.record(sheet, hand)

    def answer(self) -> None:
        """Say on one phone that the hands of both count, this one's first."""
        [question] = self.one.book.sheet(self.sheet).questions
        runs = sorted(question.runs, key=lambda run: run.by != self.one.device.name)
        self.one.book.meetings.decide(self.sheet, question, [run.first for run in runs])


@pytest.mark.rounds(short=4, full=100)
def test_half_an_evening_on_each_phone_is_the_evening(
        table: TableServer, tmp_path: Path, rounds: int, note: Note) -> None:
    line, rng = Cutting(int(table.address.rpartition(":")[2])), Random(19)
    one, two = (Phone(tmp_path, name, table, line, link)
                for name, link in zip(("one", "two"), links(table, 2)))
    alone = Device(tmp_path / "alone", "alone").service
    length, cuts, sent = 2000, 0, 0
    for number in range(rounds):
        evening = Evening(number, one, two, alone, rng)
        for phone in rng.sample((one, two), 2):
            before, are_cut = phone.links(), False
            for _attempt in range(20):  # until it is cut off once
                are_cut = not phone.meets(rng.randrange(length))
                assert before.items() <= phone.links().items(), "something is lost"
                if are_cut:
                    break
            cuts += are_cut
            assert phone.meets() and phone.book.at_server.missing(phone.partner.address).nothing
            length = max(length, line.passed)
        assert one.meets()
        if evening.is_one_sheet:
            evening.answer()
            assert one.meets()
        assert two.meets()
        sent += evening.written
        assert one.links() == two.links()
        wanted = outcome(alone, evening.day)
        assert outcome(one.book, evening.day) == outcome(two.book, evening.day) == wanted, number
    served = Service.open(settings(table))
    assert {row[0]: row[-1] for row in served._book.rows()} == one.links()
    assert [outcome(served, DAY + timedelta(number)) for number in range(rounds)] == [
        outcome(alone, DAY + timedelta(number)) for number in range(rounds)]
    served.close()
    line.close()
    assert cuts
    note("evenings written half on each of two phones that met at a server; hands; cut off at any "
         "byte; lost, doubled, or unlike one phone's", f"{rounds:,}; {sent:,}; {cuts:,}; 0")
