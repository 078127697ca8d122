"""Devices, and people who do on them what the screens offer.

Whatever somebody does is kept as a deed with what the device knew: which entries a device has says
which deeds it knows, whatever it makes of them.
"""

import json
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import uuid6

from scorepad.service import Service
from scorepad.storage import Store
from scorepad.storage.file_of_entries import line_of as written_line
from scorepad.storage.restoring import Picked
from tests.proof.meaning.deeds import Deed, Document, Evening, Hand, Merged, Person, Sheet, Told
from tests.proof.meaning.seen import SeenSheet, see_sheet

BEGIN = 1_795_000_000_000_000_000
"""A November evening in 2026, in nanoseconds since 1970."""

YEAR = 365 * 24 * 3600 * 10 ** 9
CLOCKS = (0, 0, 5, -7 * 60, 3600, -9 * 3600)
"""By how many seconds clocks are wrong that are right."""


class Broken(AssertionError):
    """A statement about a book that does not hold."""


@dataclass
class World:
    """Everything that has happened anywhere. told: what was done, a line each, for people; apart:
    the ids of evenings and people of whom whoever does something with the next tap means none."""

    rng: Random
    folder: Path | None = None
    deeds: list[Deed] = field(default_factory=list)
    persons: dict[str, Person] = field(default_factory=dict)
    evenings: dict[str, Evening] = field(default_factory=dict)
    sheets: dict[str, Sheet] = field(default_factory=dict)
    hands: dict[str, Hand] = field(default_factory=dict)
    devices: list["Device"] = field(default_factory=list)
    documents: list[Document] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    apart: set[str] = field(default_factory=set)
    line_of: Callable[[Any], str] = field(default_factory=lambda: cache(written_line))
    """Gives the line of a file of entries for a row of a book."""

    def sign_of(self, own: str) -> str:
        """Return the sign of the person whom books know by this id."""
        return self.persons[own].sign

    def named(self, sign: str) -> Person:
        """Return the person with a sign."""
        return next(each for each in self.persons.values() if each.sign == sign)

    def met(self, own: str, name: str) -> Person:
        """Return the person with this id, a new one if it is new."""
        if own not in self.persons:
            self.persons[own] = Person(f"P{len(self.persons)}", name, own)
        return self.persons[own]

    def known(self, kind: type[Any], knows: int) -> list[Any]:
        """Return the deeds of a kind among some bits, in the order in which they were done."""
        return [deed for deed in self.deeds if isinstance(deed, kind) and knows & deed.bit]


class Device:
    """A device with a book of its own, a name and a clock. is_file: whether the book is a file."""

    def __init__(self, world: World, name: str = "", content: bytes = b"") -> None:
        self.world, self.number = world, len(world.devices)
        self.name, self.installation = f"device {self.number}", name or f"device {self.number}"
        self.drift = world.rng.choice(CLOCKS) * 10 ** 9 if world.rng.random() < 0.7 else \
            round(world.rng.uniform(-4, 6) * YEAR)
        self.ticks, self.last_id = 0, None
        self.lines: frozenset[str] = frozenset()
        self.knows = 0
        self.path = world.folder and world.folder / f"{self.number}.db"
        if self.path and content:
            self.path.write_bytes(content)
        world.devices.append(self)
        with self.at_hand():
            self.service = self._opened()
            self.lines = self._lines()
            self.knows = self._known()

    def _opened(self) -> Service:
        url = f"sqlite:///{self.path}" if self.path else "sqlite://"
        return Service(Store.open(url, None, lambda: self.installation), self.name)

    @contextmanager
    def at_hand(self) -> Iterator[None]:
        """Let the clock be the one of this device."""
        before, random = time.time_ns, secrets.randbits
        uuid6._last_v7_timestamp = self.last_id

        time.time_ns, secrets.randbits = self.moment, self.world.rng.getrandbits
        try:
            yield
        finally:
            time.time_ns, secrets.randbits = before, random
            self.last_id = uuid6._last_v7_timestamp

    def moment(self) -> int:
        """Return what the clock shows, in nanoseconds since 1970."""
        self.ticks += 1
        return BEGIN + len(self.world.deeds) * 10 ** 10 + self.ticks * 10 ** 6 + self.drift

    # --- what is known --------------------------------------------------------------------------

    def file(self) -> str:
        """Return the book as a file of entries."""
        return self.service.meetings.entries()

    def _lines(self) -> frozenset[str]:
        self.service._book.watch()
        return frozenset([self.world.line_of(row) for row in self.service._book.rows()])

    def _known(self) -> int:
        """Return the bits of all deeds of which every entry is here."""
        return sum(deed.bit for deed in self.world.deeds if deed.lines <= self.lines)

    def heard(self) -> int:
        """Return the bits of what is known, and of what was heard of through documents."""
        bits = self.knows
        for told in self.world.deeds:
            if isinstance(told, Told):
                bits |= told.heard(self.lines)
        return bits

    def look(self) -> frozenset[str]:
        """Return the entries that are new since the last look."""
        before, self.lines = self.lines, self._lines()
        return self.lines - before

    def did(self, told: str, *kinds: Any) -> None:
        """Keep what was just done: kinds make the deeds from number, device, knew and lines."""
        new = self.look()
        if not new:
            return
        self.world.told.append(f"{self.name}: {told}")
        knew = self.heard()
        for make in kinds:
            deed = make(number=len(self.world.deeds), device=self.number, knew=knew, lines=new)
            deed.saw = self.knows
            self.world.deeds.append(deed)
            self.knows |= deed.bit

    def person(self, own: str) -> Person:
        return self.world.persons[own]

    def hand_of(self, entry: str | None) -> str | None:
        """Return the hand that an entry tells, or the entry itself if it tells none: where a file
        tells a hand, its entry is not called like it."""
        line = next((each for each in map(json.loads, self.lines) if each["id"] == entry), None)
        return json.loads(line["data"])["id"] if line and line["kind"] == "HandRecorded" else entry

    def spoken_of(self, entry: str | None) -> str | None:
        """Return the hand that an entry tells, or of which it says something; None if none."""
        return next((json.loads(line["data"]).get("id") for line in map(json.loads, self.lines)
                     if line["id"] == entry), None)

    def answered(self, entry: str | None) -> set[str]:
        """Return the first hands of the runs of which an entry says which count; none if it says
        something else."""
        return {own for line in map(json.loads, self.lines)
                if line["id"] == entry and line["kind"] == "RunsChosen"
                for data in [json.loads(line["data"])] for own in (*data["runs"], *data["struck"])}

    def sheet(self, sheet: Sheet) -> SeenSheet:
        """Return a sheet as this device shows it."""
        return see_sheet(self.service.sheet(sheet.id), self.world.sign_of)

    def canonical(self, signs: Sequence[str]) -> list[str]:
        """Return signs, each the one that stands for all spellings of a person here."""
        one = {self.world.sign_of(spelt.id): self.world.sign_of(person.id)
               for person in self.service.people.all() for spelt in person.spelt}
        return [one.get(sign, sign) for sign in signs]

    def close(self) -> None:
        with self.at_hand():
            self.service.close()

    # --- meeting --------------------------------------------------------------------------------

    def took(self, before: frozenset[str], brought: frozenset[str]) -> None:
        """Take note of what came; raises `Broken` if something of it did not."""
        self.lines = self._lines()
        if lost := (before | brought) - self.lines:
            raise Broken(f"{self.name} has lost {len(lost)} entries in a meeting, such as "
                         f"{min(lost)}")
        self.knows |= self._known()

    def exchange(self, other: "Device") -> None:
        """Meet another device on the wire, both ways."""
        self.world.told.append(f"{self.name} exchanges with {other.name}")
        lines, theirs = self.lines, other.lines

        def send(content: bytes) -> bytes:
            with other.at_hand():
                return other.service.meetings.exchange(content)

        with self.at_hand():
            met = self.service.meetings.meet(send)
        if met.refused or met.refused_there:
            raise Broken(f"sound entries are refused: {[*map(str, met.refused)]}, "
                         f"{met.refused_there} there")
        with self.at_hand():
            self.took(lines, theirs)
        with other.at_hand():
            other.took(theirs, lines)

    def take(self, text: str, name: str, same: bool = False) -> None:
        """Take in a file of entries, and say that newcomers are whom they look like."""
        self._take(Picked("entries", content=text.encode()), frozenset(text.splitlines()[1:]),
                   name, same)

    def take_book(self, other: "Device") -> None:
        """Take in another device's book as a file."""
        with other.at_hand():
            content = other.service.safety.back_up()
        self._take(Picked("book.db", content=content), other.lines, f"{other.name}'s book", False)

    def _take(self, picked: Picked, brought: frozenset[str], name: str, same: bool) -> None:
        lines = self.lines
        with self.at_hand():
            meeting = self.service.meetings.preview(picked)
            if meeting.refused:
                raise Broken(f"sound entries are refused: "
                             f"{[(number, str(why)) for number, why in meeting.refused]}")
            alike = list(meeting.newcomers) if same else []
            self.world.told.append(f"{self.name} takes in {name}" + (
                f", and says that {', '.join(each.player for each in alike)} are known"
                if alike else ""))
            self.service.meetings.take(meeting)
            self.took(lines, brought)
            if alike:
                self.service.meetings.take(meeting, alike)
                self.did("these are the same", *[
                    lambda lines, each=each, **deed: Merged(
                        **deed, lines=_of_player(lines, each.player),
                        person=self.person(each.player), into=self.person(each.known))
                    for each in alike])

    # --- older and other books ------------------------------------------------------------------

    def saved(self) -> Any:
        """Return the book as it is now, to be restored later."""
        with self.at_hand():
            return self.service.safety.back_up() if self.path else self.file()

    def restore(self, saved: Any) -> None:
        """Go back to an older book."""
        self.world.told.append(f"{self.name} restores an older backup")
        with self.at_hand():
            if self.path:
                self.service.safety.restore(Picked("backup", content=saved))
                self.service.refresh()
            else:
                self.service.close()
                self.service = self._opened()
                self.service.meetings.take(self.service.meetings.preview(
                    Picked("entries", content=saved.encode())))
            self.lines = self._lines()
            self.knows = self._known()

    def clone(self) -> "Device":
        """Return another device that is this one in every respect."""
        self.world.told.append(f"{self.name} is cloned as device {len(self.world.devices)}")
        saved = self.saved()
        twin = Device(self.world, self.installation, saved if self.path else b"")
        twin.ticks, twin.drift, twin.last_id = self.ticks, self.drift, self.last_id
        if not self.path and len(saved.splitlines()) > 1:
            with twin.at_hand():
                twin.service.meetings.take(twin.service.meetings.preview(
                    Picked("entries", content=saved.encode())))
                twin.took(frozenset(), self.lines)
        return twin


def _of_player(lines: frozenset[str], player: str) -> frozenset[str]:
    """Return those lines of entries that say something of a player: each can come by itself."""
    return frozenset([line for line in lines
                      if json.loads(json.loads(line)["data"]).get("player") == player])


def cut(text: str, rng: Random) -> str:
    """Return a file of entries cut off at some line."""
    lines = text.splitlines()
    return "\n".join([*lines[:rng.randrange(1, len(lines) + 1)], ""])
