"""Books that are written apart: random histories of several devices that now and then meet."""

import shutil
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import pytest

from scorepad import document
from scorepad.games import BY_ID
from scorepad.games.game import Unreadable
from scorepad.service import Refused, Service, roles
from scorepad.service.safety import Picked
from scorepad.service.views import NewEvening, SheetView
from scorepad.storage import Store
from tests import oracle
from tests.proof import changes
from tests.proof.changes import DAY
from tests.taking import file_of, take

REFUSED = Refused, KeyError, ValueError, IndexError, Unreadable
"""What a service answers to those who ask for what cannot be."""

YEAR = 365 * 24 * 3600 * 1000
"""Milliseconds."""

SPLIT = 0.5
"""How often a file of entries is cut off somewhere."""


@cache
def empty_book() -> bytes:
    """The file of a book in which nothing is written yet: making one takes longer than copying."""
    with TemporaryDirectory() as folder:
        place = Path(folder) / "book.db"
        Store.open(f"sqlite:///{place}").close()
        return place.read_bytes()


class Clocks:
    """Clocks that are up to a year wrong, another way whenever somebody looks: neither the time of
    an entry nor its id, which begins with the time, says what was written first. They go on from a
    number, so that the same history can be had again."""

    def __init__(self) -> None:
        self.start(0)

    def start(self, number: int) -> None:
        self._rng, self._right = Random(number), int(datetime(2026, 11, 20, 19).timestamp()) * 1000

    def now(self) -> int:
        self._right += 1000
        return self._right + self._rng.randint(-YEAR, YEAR)

    def uuid7(self) -> UUID:
        return UUID(int=self.now() << 80 | 7 << 76 | self._rng.getrandbits(12) << 64 | 2 << 62
                    | self._rng.getrandbits(62))


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    """Those of all devices."""
    clocks = Clocks()
    monkeypatch.setattr(roles, "now", clocks.now)
    monkeypatch.setattr(roles, "uuid7", clocks.uuid7)
    return clocks


class Device:
    """A book, and who writes in it. Its files lie in a folder of its own."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        folder.mkdir()
        self.book = folder / "book.db"
        self.book.write_bytes(empty_book())
        self.open()

    def open(self) -> None:
        self.service = Service(Store.open(f"sqlite:///{self.book}", device=lambda: self.name),
                               self.name)

    def close(self) -> None:
        self.service.close()

    def links(self) -> dict[str, bytes]:
        """The digest of every entry, by its id."""
        return {row[0]: row[-1] for row in self.service._book.rows()}

    def results(self) -> tuple[Any, ...]:
        """All that follows from the entries and does not depend on where they lie."""
        service = self.service
        book = service.export()
        evenings = {card.id: service.evening(card.id) for card in service.evenings()}
        ledger = service.club.ledger()
        in_order = sorted(ledger.evenings, key=lambda each: (each.page.date, each.page.id))
        days = Counter([each.page.date for each in in_order])
        # The clocks alone say which of two evenings of one day was earlier, and these are wrong.
        in_order = [each if days[each.page.date] == 1 else replace(each, balances={})
                    for each in in_order]
        return (document.write(book), service.statistics.overview(),
                {own: evening.settlements for own, evening in evenings.items()},
                {sheet.id: (sheet.score.tally, asked(sheet))
                 for evening in evenings.values() for sheet in evening.sheets},
                repr(replace(ledger, evenings=tuple(in_order))))

    def meets(self, other: "Device", rng: Random) -> None:
        """Take in what the other one hands on: its file, or its entries, all of them or cut off;
        or exchange with it what each lacks."""
        if rng.random() < 0.2:
            met = self.service.meetings.meet(other.service.meetings.exchange)
            assert (list(met.refused), met.refused_there) == ([], 0), met
            return
        if rng.random() < 0.3:
            other.close()
            picked = Picked("other.db", content=other.book.read_bytes())
            other.open()
        else:
            lines = other.service.meetings.entries().splitlines(keepends=True)
            if rng.random() < SPLIT:
                lines = lines[:rng.randint(1, len(lines))]
            picked = Picked("other.entries", content="".join(lines).encode())
        found = self.service.meetings.preview(picked)
        assert not found.refused, found.refused
        self.service.meetings.take(found, [each for each in found.newcomers if rng.random() < 0.3])


    def imports(self, other: "Device") -> None:
        """Take in the document of another book, if it can be read today."""
        with suppress(*REFUSED):
            take(self.service, file_of(other.service))


class Histories:
    """Three to five devices, the first of which has begun the book of all, or each its own."""

    GAMES: Sequence[str] = tuple(sorted(oracle.GAMES))
    """What they play, by the games' ids."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = Random(seed)
        self.folder = folder
        self.devices = [Device(folder / name, name) for name in "abcde"[:self.rng.randint(3, 5)]]
        if self.rng.random() < 0.7:
            for _ in range(self.rng.randint(1, 8)):
                self.write(self.devices[0])
            for other in self.devices[1:]:
                other.meets(self.devices[0], self.rng)

    def close(self) -> None:
        for device in self.devices:
            device.close()

    def run(self, steps: int) -> None:
        """Write, meet, restore, import and clone at random."""
        for _ in range(steps):
            chance, device = self.rng.random(), self.rng.choice(self.devices)
            if chance < 0.78:
                self.write(device)
            elif chance < 0.93:
                device.meets(self.rng.choice(self.devices), self.rng)
                if self.rng.random() < 0.3:
                    changes.answers(self.rng, device.service)
            elif chance < 0.96:
                self.restore(device)
            elif chance < 0.98:
                device.imports(self.rng.choice(self.devices))
            else:
                self.clone(device)

    def meet_all(self) -> None:
        """Let all meet until everybody has everything, in any order and more than once."""
        for _ in range(2):
            order = self.devices[:]
            self.rng.shuffle(order)
            for one, other in pairwise(order):
                other.service.meetings.take(other.service.meetings.preview(handed_on(one)))
            for one in order[:-1]:
                one.service.meetings.take(one.service.meetings.preview(handed_on(order[-1])))

    # --- what happens to a device -----------------------------------------------------------------

    def restore(self, device: Device) -> None:
        """Go back to an earlier copy of the book, or keep one to go back to."""
        copy = device.folder / "copy.db"
        device.close()
        if copy.exists():
            shutil.copyfile(copy, device.book)
            copy.unlink()
        else:
            shutil.copyfile(device.book, copy)
        device.open()

    def clone(self, device: Device) -> None:
        """Make one device the very copy of another."""
        other = self.rng.choice(self.devices)
        if other is not device:
            device.close()
            other.close()
            shutil.copyfile(other.book, device.book)
            device.open()
            other.open()

    # --- what people write ------------------------------------------------------------------------

    def write(self, device: Device) -> None:
        """Write one more thing on a device, if that is possible just now."""
        service, rng = device.service, self.rng
        cards = service.evenings()
        sheets = [sheet.id for card in cards for sheet in service.evening(card.id).sheets]
        with suppress(*REFUSED):
            if not sheets or rng.random() < 0.04:
                self.begin(device, rng.choice(cards).id if cards and rng.random() < 0.5 else
                           NewEvening(DAY + timedelta(days=rng.randint(0, 3)), "Altona"))
            elif rng.random() < 0.5:
                self.play(service, rng.choice(sheets[-2:]))
            elif rng.random() < 0.7:
                changes.on_a_sheet(rng, service, rng.choice(sheets[-2:]))
            else:
                changes.of_the_club(rng, service, rng.choice(cards).id)

    def begin(self, device: Device, evening: Any) -> None:
        played = self.rng.choice(self.GAMES)
        people = self.rng.sample(oracle.evenings.PEOPLE, oracle.GAMES[played].SIZES[0])
        device.service.open_sheet(evening, BY_ID[played], people, stake=50)

    def play(self, service: Service, sheet: str) -> None:
        score = service.sheet(sheet).score
        game, names = score.record.game, score.next.table.names
        raw = oracle.GAMES[game.id].random_hand(self.rng, [names[seat] for seat in
                                                           score.next.table.seats])
        service.record(sheet, game.read_hand(raw, names))


def asked(sheet: SheetView) -> tuple[Any, ...]:
    """What a sheet asks, in the words of all devices."""
    return ([(question.after, question.counting,
              [(run.hands, run.by, run.at) for run in question.runs])
             for question in sheet.questions],
            {hand: [(saying.record, saying.by, saying.at) for saying in said]
             for hand, said in sheet.also.items()})


def handed_on(device: Device) -> Picked:
    """All entries of a device, as a file."""
    return Picked("all.entries", content=device.service.meetings.entries().encode())
