"""An evening of a tournament in which the plug is pulled: desks and tables with a book each, what
is said on them, and beside it a record of who said what on which device, knowing what.

It is one evening for each seed. Every step has chance of its own, so that an evening without some
of its steps is still that evening: that is how the smallest one is found that shows a fault.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from scorepad import document
from scorepad.document.tournaments import SETTINGS
from scorepad.games.skat import SKAT
from scorepad.i18n.words import Words
from scorepad.service import Refused
from scorepad.service.telling import choices, players_in
from scorepad.service.tournament_view import Transfer
from scorepad.service.views import Decision
from scorepad.tournament.facts import Figures, Way
from tests.proof.plug.record import Device, Person, Record, Table, device_called
from tests.taking import take

DAY = date(2026, 11, 27)
MONEY = {"startgeld": "10.00", "seriengeld": "1.00", "gifts": "5.00",
         "verlustspiel": [{"from": 1, "amount": "0.50"}, {"from": 3, "amount": "1.00"}],
         "prizes": [{"of": "total", "percent": 60, "weights": [5, 3, 2]},
                    {"of": "table", "round": 1, "amounts": ["2.00"]}]}
WAYS = (Way.LOT, Way.TOTALS, Way.SERPENTINE)
SAME = 0.6
"""How often two desks that note the same mean the same."""


class Plug(Record):
    """An evening; without: the steps that are left out."""

    def __init__(self, seed: int, without: Collection[int] = ()) -> None:
        rng = Random(seed)
        super().__init__()
        self.seed, self.without = seed, without
        self.cents = 0
        self.is_big = rng.random() < 0.1
        self.count = rng.randint(20, 60) if self.is_big else rng.randint(8, 11)
        self.rounds = rng.choice((1, 1, 1, 2) if self.is_big else (1, 1, 1, 2, 3))
        self.round = 0
        hands_at = {"4": rng.randint(2, 4), "3": rng.randint(2, 3)}
        if rng.random() < 0.2:
            hands_at["5"] = 5
        self.desks = [device_called("desk"), device_called("desk2")]
        self.devices = [*self.desks]
        self.begin(rng, hands_at)
        self.plan: list[Callable[[Random], None] | None] = []
        for _round in range(self.rounds):
            self.plan += [self.draw, *[None] * (self.count + 8)]

    def begin(self, rng: Random, hands_at: dict[str, int]) -> None:
        """Hold the tournament at the desk, which the second desk meets."""
        desk, other = self.desks
        settings = SETTINGS.read({"name": "Preisskat", "rounds": self.rounds, "hands_at": hands_at,
                                  "money": MONEY})
        rules = replace(SKAT.rules(), liste=rng.choice(("einfach", "seeger-fabian")))
        self.evening = desk.service.tournaments.hold(DAY, SKAT, rules, settings)
        self.members = [Person(f"Member{number}") for number in range(3)]
        for each in self.members:
            self.who[desk.service.people.add(each.name)] = each
        for number in range(self.count):
            self.enter_as(desk, Person(f"P{number + 1}"))
        self.meet(desk, other)

    def run(self) -> None:
        """Let the evening happen."""
        ways = {self.write: 30, self.meeting: 18, self.enter: 2, self.leave: 2, self.pay: 3,
                self.penalize: 3, self.replace: 2, self.sign: 1, self.undo: 3, self.rub_out: 2,
                self.paper: 5, self.break_down: 2, self.go_on: 2, self.pull: 2, self.draw: 1,
                self.pass_document: 1}
        for index, planned in enumerate(self.plan):
            rng = Random(self.seed * 10_000 + index)
            [step] = rng.choices([*ways], [*ways.values()])
            if planned is not None:
                self.round += 1
            if index in self.without:
                continue
            self.log.append(f"#{index}")
            try:
                (planned or step)(rng)
            except Refused as refused:
                self.log.append(f"refused: {refused}")
            if self.log[-1] == f"#{index}":
                self.log.pop()

    def desk(self, rng: Random) -> Device:
        """Return one of the desks."""
        return rng.choice(self.desks)

    def some(self, rng: Random, *counts: int) -> list[Device]:
        """Return as many of the desks as chance has it, if there are so many."""
        return rng.sample(self.desks, min(rng.choice(counts), len(self.desks)))

    def meet(self, one: Device, other: Device) -> None:
        """Let two books exchange their entries."""
        other.service.meetings.meet(one.service.meetings.exchange)
        one.knows = other.knows = one.knows | other.knows
        self.log.append(f"{one.name} meets {other.name}")

    def meeting(self, rng: Random) -> None:
        """Let two of those meet who can be met."""
        here = [each for each in self.devices if each.is_here]
        if len(here) > 1:
            self.meet(*rng.sample(here, 2))

    def pass_document(self, rng: Random) -> None:
        """Let one take in a document that another has given out."""
        here = [each for each in self.devices if each.is_here]
        if len(here) > 1:
            self.hand_on(*rng.sample(here, 2))

    def hand_on(self, one: Device, other: Device) -> None:
        """Give a document to another device."""
        told = self.shown(self.view(one), one.knows)
        take(other.service, document.write(one.service.export()))
        other.knows |= told
        self.log.append(f"{other.name} takes in a document of {one.name}")

    def pull(self, rng: Random) -> None:
        """Pull the plug of the server, or put it in again."""
        desk = self.desks[0]
        desk.is_here = not desk.is_here
        self.log.append(f"the desk is {'here again' if desk.is_here else 'gone'}")

    # people

    def enter_as(self, device: Device, person: Person) -> None:
        """Enter a person on a device."""
        number = device.service.tournaments.enter(self.evening, person.name)
        own = self.view(device).read.players[number]
        person = self.who.setdefault(own, person)
        self.say("entered", (person, number), device)

    def enter(self, rng: Random) -> None:
        """Enter somebody who comes late; perhaps one of the club, or one who is entered elsewhere
        by now."""
        device = self.desk(rng)
        here = {entrant.name for entrant in self.view(device).tournament.entrants}
        others = [note.what[0] for note in self.notes
                  if note.kind == "entered" and note.what[0].name not in here]
        if others and rng.random() < 0.5:
            person = rng.choice(others)
            if person not in self.members and rng.random() > SAME:
                person = Person(person.name)  # somebody else of that name
        elif rng.random() < 0.4:
            person = rng.choice(self.members)
        else:
            person = Person(f"Late{len(self.notes)}")
        self.enter_as(device, person)

    def leave(self, rng: Random) -> None:
        """Let somebody go, or come back."""
        device = self.desk(rng)
        entrant = rng.choice(self.view(device).tournament.entrants)
        device.service.tournaments.leave(
            self.evening, entrant.number, back=entrant.until is not None)
        self.say("left", self.who[self.view(device).read.players[entrant.number]], device)

    def seated(self, rng: Random, device: Device) -> tuple[Table, Person, int] | None:
        """Return somebody who sits at a table that a device knows, and the number."""
        tables = [each for each in self.tables if self.sees(device, each)]
        if not tables:
            return None
        table = rng.choice(tables)
        person = rng.choice(table.people)
        number = self.numbers(self.view(device)).get(person)
        return number and (table, person, number)

    def sees(self, device: Device, table: Table) -> bool:
        """Return whether a table is drawn so where a device looks."""
        view = self.view(device)
        return len(view.tournament.draws) >= table.round \
            and self.people(view, table.round) == table.draw.what[1]

    def replace(self, rng: Random) -> None:
        """Let somebody play on for another."""
        device = rng.choice(self.devices)
        if found := not device.is_lost and self.seated(rng, device):
            table, person, number = found
            hand, name = rng.randint(1, 3), f"For{len(self.notes)}"
            device.service.tournaments.replace(self.evening, number, table.round, hand, name)
            self.say("replaced", (table, person, hand, name), device)

    # rounds

    def draw(self, rng: Random) -> None:
        """Draw the round, on one desk or on both apart."""
        for desk in self.some(rng, 1, 1, 1, 2):
            if (self.view(desk).next_round or 99) <= self.round:
                self.draw_at(desk, rng)

    def draw_at(self, desk: Device, rng: Random) -> None:
        """Draw the next round at a desk, once it is said who is one person; tables get a device or
        paper."""
        for decision in self.of_people(desk):
            first, *others = players_in(decision)
            if any(self.who[first] is not self.who[other] for other in others):
                self.are_several(desk, decision)
            else:
                for other in others:
                    self.is_one(desk, other, first)
        desk.service.tournaments.draw(self.evening, rng.choice(WAYS), rng.randrange(1000))
        view = self.view(desk)
        round = len(view.tournament.draws)
        people = self.people(view, round)
        drawn = self.say("drawn", (round, people), desk)
        for number in range(1, len(people) + 1):
            table = Table(drawn, number)
            self.tables.append(table)
            if rng.random() < 0.8:
                self.give_device(table, desk, rng)

    def of_people(self, device: Device) -> list[Decision]:
        """Return the questions whether two entrants are one person."""
        return [*device.service.meetings.club_decisions()]

    def are_several(self, desk: Device, decision: Decision) -> None:
        """Say that those of whom it is asked are several people."""
        desk.service.meetings.choose(decision, choices(decision, Words("en"))[-1].counting)

    def is_one(self, desk: Device, other: str, first: str) -> None:
        """Say that two are one person."""
        desk.service.people.merge(other, first)

    def give_device(self, table: Table, desk: Device, rng: Random) -> None:
        """Let a table write on a device of its own, which has met a desk, or read its document."""
        table.device = device_called(f"R{table.round}T{table.number}.{len(self.devices)}")
        self.devices.append(table.device)
        (self.meet if rng.random() < 0.85 else self.hand_on)(desk, table.device)

    def table(self, rng: Random) -> Table | None:
        """Return a table with a device, sooner one of the last round."""
        tables = [each for each in self.tables if each.device and not each.on_paper]
        return rng.choice(tables) if tables else None

    def write(self, rng: Random) -> None:
        """Write the next hands of a list."""
        if (table := self.table(rng)) is None or table.device is None:
            return
        device = table.device
        if not table.sheet or table.sheet not in device.service._book.frame.sheets:
            if not self.sees(device, table):
                return
            table.sheet = self.begin_list(table, device)
        for _hand in range(rng.randint(1, 2)):
            self.write_hand(table, device, rng)

    def begin_list(self, table: Table, device: Device) -> str:
        """Begin a list; returns the id of its sheet."""
        return device.service.tournaments.begin_list(self.evening, table.round, table.number)

    def write_hand(self, table: Table, device: Device, rng: Random) -> None:
        """Write a hand."""
        score = device.service.sheet(table.sheet).score
        names = score.record.names
        seat = rng.choice(score.next.table.active)
        passed = rng.random() < 0.1
        hand = {"eingepasst": True} if passed else {
            "spiel": rng.choice(("karo", "herz", "pik", "kreuz", "grand")), "spieler": names[seat],
            "spitzen": rng.randint(1, 3), "stufe": rng.choice(("gewonnen", "verloren"))}
        last = score.lines[-1].record.stamp.id if score.lines else ""
        own = self.record(table, device, SKAT.read_hand(hand, names))
        self.before[own] = last
        table.writers.add(device.name)
        self.say("hand", (table, None if passed else table.people[seat]), device, own)

    def record(self, table: Table, device: Device, hand: Any) -> str:
        """Save a hand; returns its id."""
        return device.service.record(table.sheet, hand)

    def rub_out(self, rng: Random) -> None:
        """Take back the last hand of a list that only one device has written."""
        table = self.table(rng)
        if table is None or table.device is None or not table.sheet \
                or table.writers != {table.device.name}:
            return
        hands = [*self.known("hand", table.device.knows)]
        own = [hand for hand in hands if hand.what[0] is table]
        if own and table.device.service.undo(table.sheet):
            self.say("undone", own[-1], table.device)

    def paper(self, rng: Random) -> None:
        """Type the figures of a list that a table goes on to write on paper, at a desk or at both
        apart; now and then of a list that another device writes."""
        tables = [each for each in self.tables if each.on_paper or rng.random() < 0.2]
        if not tables:
            return
        table = rng.choice(tables)
        table.on_paper = table.on_paper or rng.random() < 0.7
        made = self.figures(table, rng)
        for desk in self.some(rng, 1, 1, 2):
            if self.sees(desk, table):
                if rng.random() < 0.5:
                    made = self.figures(table, rng)
                self.note_paper(table, desk, made)

    def note_paper(self, table: Table, desk: Device,
                   made: dict[Person, tuple[int, int, int]]) -> None:
        """Type the figures of a paper at a desk."""
        numbers = self.numbers(self.view(desk))
        desk.service.tournaments.note_figures(
            self.evening, table.round, table.number,
            [Figures(numbers[person], *some) for person, some in made.items()])
        self.say("figures", (table, frozenset(
            [(person, *some) for person, some in made.items()])), desk)

    def figures(self, table: Table, rng: Random) -> dict[Person, tuple[int, int, int]]:
        """Return figures for everybody at a table."""
        return {person: (rng.randint(-99, 300), rng.randint(0, 1) if index == 0 else 0,
                         rng.randint(0, 1) if index == 1 else 0)
                for index, person in enumerate(table.people)}

    def break_down(self, rng: Random) -> None:
        """Let a table's device die, for good or until the end."""
        table = self.table(rng)
        if table is not None and table.device is not None and rng.random() < 0.7:
            device, table.device = table.device, None
            device.is_here, device.is_lost = False, rng.random() < 0.5
            self.log.append(f"{device.name} {'dies' if device.is_lost else 'is gone'}")
            table.on_paper = rng.random() < 0.6

    def go_on(self, rng: Random) -> None:
        """Let a table whose device is gone go on with another one."""
        tables = [each for each in self.tables if not each.device and not each.on_paper]
        if tables:
            table, desk = rng.choice(tables), self.desk(rng)
            if self.sees(desk, table):
                self.give_device(table, desk, rng)

    def sign(self, rng: Random) -> None:
        """Let somebody confirm a list."""
        device = rng.choice(self.devices)
        if found := not device.is_lost and self.seated(rng, device):
            table, _person, number = found
            others = [each for each in self.numbers(self.view(device)).values() if each != number]
            device.service.tournaments.sign(self.evening, table.round, table.number,
                                            rng.choice(others), number)
            self.say("signed", table, device)

    # money and points

    def pay(self, rng: Random) -> None:
        """Note a payment, some of them on both desks."""
        self.cents += 1
        amount, event = rng.choice((1, -1)) * (1000 + self.cents), object()
        person = rng.choice([*{note.what[0]: 0 for note in self.notes if note.kind == "entered"}])
        for desk in self.some(rng, 1, 1, 2):
            if number := self.numbers(self.view(desk)).get(person):
                desk.service.tournaments.hand_over(self.evening, Transfer(number, None, amount))
                self.say("paid", (person, amount), desk, self.last_entry(desk).fact.id, event)
            event = event if rng.random() < SAME else object()

    def penalize(self, rng: Random) -> None:
        """Note points in a round, some of them on both desks."""
        self.cents += 1
        event, found = object(), self.seated(rng, self.desk(rng))
        if not found:
            return
        table, person, _number = found
        for desk in self.some(rng, 1, 1, 2):
            number = self.numbers(self.view(desk)).get(person)
            if number and self.sees(desk, table):
                desk.service.tournaments.penalize(self.evening, table.round, number, -self.cents)
                self.say("penalty", (person, -self.cents, table), desk,
                         self.last_entry(desk).fact.id, event)
            event = event if rng.random() < SAME else object()

    def undo(self, rng: Random) -> None:
        """Take back the last step at a desk, if it is one of this evening."""
        desk = self.desk(rng)
        note = self.by_entry.get(self.view(desk).read.last or "")
        if note is None or note.kind == "entered" and len(self.notes) <= self.count:
            return
        if note.kind == "drawn" and len([each for each in self.known("drawn", desk.knows)
                                         if each.what[0] == note.what[0]]) > 1:
            return
        if desk.service.tournaments.undo(self.evening):
            self.say("undone", note, desk)

    # --- the end ----------------------------------------------------------------------------------

    def alive(self) -> list[Device]:
        """Return the devices whose books are not lost."""
        return [each for each in self.devices if not each.is_lost]

    def meet_all(self) -> None:
        """Let everybody who is alive meet, in pairs, until all have everything."""
        others = self.alive()
        Random(self.seed).shuffle(others)
        for one, other in zip(others[::2], others[1::2]):
            self.meet(one, other)
        hub = others.pop()
        for each in (*others, *others[-2::-1]):
            self.meet(hub, each)

    def hear_from(self, device: Device) -> None:
        """Let everybody meet a device on which something was decided."""
        for each in self.alive():
            if each is not device:
                self.meet(device, each)
