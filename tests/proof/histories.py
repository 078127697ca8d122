"""Books that are written apart: random histories of several devices that now and then meet."""

import shutil
from contextlib import suppress
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from scorepad import document
from scorepad.games import BY_ID
from scorepad.games.game import Unreadable
from scorepad.service import Refused, Service
from scorepad.service.safety import Picked
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests import oracle

DAY = date(2026, 11, 20)
REFUSED = Refused, KeyError, ValueError, IndexError, Unreadable
"""What a service answers to those who ask for what cannot be."""

SPLIT = 0.5
"""How often a file of entries is cut off somewhere."""


class Device:
    """A book, and who writes in it. Its files lie in a folder of its own."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        folder.mkdir()
        self.book = folder / "book.db"
        self.open()

    def open(self) -> None:
        self.service = Service(Store.open(f"sqlite:///{self.book}"), self.name)

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
        return (document.write(book), service.statistics.overview(),
                {own: evening.settlements for own, evening in evenings.items()},
                {sheet.id: (sheet.questions, sheet.score.tally, sheet.also)
                 for evening in evenings.values() for sheet in evening.sheets},
                repr(service.club.ledger()))

    def meets(self, other: "Device", rng: Random) -> None:
        """Take in what the other one hands on: its file, or its entries, all of them or cut off."""
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
        self.service.meetings.take(found)


class Histories:
    """Three to five devices, the first of which has begun the book of all, or each its own."""

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
        """Write, meet, restore and clone at random."""
        for _ in range(steps):
            chance, device = self.rng.random(), self.rng.choice(self.devices)
            if chance < 0.78:
                self.write(device)
            elif chance < 0.93:
                device.meets(self.rng.choice(self.devices), self.rng)
            elif chance < 0.97:
                self.restore(device)
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
            if not sheets or rng.random() < 0.08:
                self.begin(device, rng.choice(cards).id if cards and rng.random() < 0.5 else
                           NewEvening(DAY + timedelta(days=rng.randint(0, 3)), "Altona"))
            elif rng.random() < 0.55:
                self.play(service, rng.choice(sheets[-2:]))
            else:
                self.change(service, rng.choice(sheets), rng.choice(cards).id)

    def begin(self, device: Device, evening: Any) -> None:
        played = self.rng.choice(["kalter-schlag", "kalter-schlag", "schieberamsch", "cinq-cents",
                                  "doppelkopf-altenburg", "doppelkopf-kasse"])
        people = self.rng.sample(oracle.evenings.PEOPLE, oracle.GAMES[played].SIZES.start)
        device.service.open_sheet(evening, BY_ID[played], people, stake=50)

    def play(self, service: Service, sheet: str) -> None:
        score = service.sheet(sheet).score
        game, names = score.record.game, score.next.table.names
        raw = oracle.GAMES[game.id].random_hand(self.rng, [names[seat] for seat in
                                                           score.next.table.seats])
        service.record(sheet, game.read_hand(raw, names))

    def change(self, service: Service, sheet: str, evening: str) -> None:
        """Correct, undo, settle, rename: everything that is no new hand."""
        rng, view = self.rng, service.sheet(sheet)
        lines, people = view.score.lines, service.players()
        hand = rng.choice(lines).record.stamp.id if lines else "none"
        match rng.randrange(15):
            case 0 | 1 | 2:
                other = rng.choice(lines).record
                service.amend(sheet, hand, other)
            case 3:
                service.void(sheet, hand)
            case 4:
                service.restore(sheet, hand)
            case 5 | 6:
                service.undo(sheet)
            case 7:
                service.redo(sheet)
            case 8:
                service.name_dealer(sheet, rng.choice(view.score.next.table.seats))
            case 9:
                service.people.rename(service._book.frame.people.ids[rng.choice(people)],
                                      f"{rng.choice(people)} {rng.randint(1, 9)}")
            case 10:
                one, other = rng.sample(list(service._book.frame.people.persons), 2)
                service.people.merge(one, other)
            case 11:
                one, other = rng.sample(people, 2)
                service.pay(evening, one, other, rng.randint(1, 500), "EUR")
            case 12:
                (service.close_evening if rng.random() < 0.5 else service.reopen_evening)(evening)
            case 13:
                for question in view.questions:
                    firsts = [run.first for run in question.runs]
                    rng.shuffle(firsts)
                    service.meetings.decide(sheet, question, firsts[:rng.randint(1, len(firsts))])
            case 14:
                for contested, sayings in view.also.items():
                    service.meetings.agree(sheet, contested, rng.choice([None, *sayings]))


def handed_on(device: Device) -> Picked:
    """All entries of a device, as a file."""
    return Picked("all.entries", content=device.service.meetings.entries().encode())
