"""The desk: on a full evening a tournament is held in the servers' book. The host's page is the
desk, phones of hosts are desks besides, pages and phones write the lists of the tables.

What they do is what is done where the plug is pulled, and `Judge` says in the end whether it is
all there; what a device knows follows from its entries.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from scorepad import document
from scorepad.document.tournaments import SETTINGS
from scorepad.games.skat import SKAT
from scorepad.service import Refused
from scorepad.service.telling import players_in
from scorepad.service.tournament_view import Transfer
from scorepad.service.views import Decision
from scorepad.storage import StorageFault
from tests.proof.meaning import deeds
from tests.proof.meaning.choosing import newly_met
from tests.proof.meaning.players import Broken, Device
from tests.proof.meaning.table_acts import Typed, undo_on, write
from tests.proof.plug.evening import DAY, MONEY, Plug
from tests.proof.plug.judge import Judge
from tests.proof.plug.record import Note, Person, Record, Table, told
from tests.proof.sim.devices import know
from tests.proof.sim.server import Server

if TYPE_CHECKING:
    from tests.proof.sim.evening import Evening

NAME = "Preisskat"
FOR_DESKS = frozenset({
    "next_round", "draw", "enter", "leave", "pay", "penalize", "undo", "paper", "lock"})
"""What only a desk does."""


class Held:
    """A device in somebody's hand: a page of a server, or a phone. enter: what lets it be used."""

    is_lost, is_here = False, True

    def __init__(self, desk: "Desk", name: str, device: Device,
                 enter: Callable[[], AbstractContextManager[Any]]) -> None:
        self.desk, self.name, self.device, self.enter = desk, name, device, enter

    @property
    def service(self) -> Any:
        """What it can be used for, now that it is in the hand."""
        self.desk.take_up(self)
        return self.device.service

    @property
    def knows(self) -> int:
        """The bits of the notes whose entries it has."""
        return sum([bit for bit, lines in self.desk.entries.items() if lines <= self.device.lines])

    @knows.setter
    def knows(self, bits: int) -> None:
        """Follow from the entries alone."""


class Desk(Plug):
    """The tournament of an evening. entries: what was written by each note, by its bit."""

    def __init__(self, evening: "Evening") -> None:
        Record.__init__(self)
        rng = Random(f"{evening.seed} desk")
        self.sim, self.seed, self.world = evening, evening.seed, evening.world
        self.log = evening.world.told
        self.cents, self.round, self.evening = 0, 0, ""
        self.count = rng.randint(32, 60) if rng.random() < 0.05 else rng.randint(6, 12)
        self.rounds = rng.choice((1, 2, 2))
        self.entries: dict[int, frozenset[str]] = {}
        self.server: Server | None = None
        self.in_hand: Held | None = None
        self.hand = ExitStack()
        self.looked_at: set[Device] = set()
        self.at_pages = [Held(self, page.name, evening.book, partial(self._page, page))
                         for page in evening.pages]
        self.on_phones = {phone: Held(self, phone.name, phone, phone.at_hand)
                          for phone in evening.phones}

    def _page(self, page: Any) -> Any:
        return page.at(self.sim.book, self.server)

    def take_up(self, held: Held) -> None:
        """Let a device be the one that is used, unless it is already."""
        if self.in_hand is not held:
            self.put_down()
            self.hand.enter_context(held.enter())
            self.in_hand = held
            if held.device not in self.looked_at:  # pages have the same book
                self.looked_at.add(held.device)
                held.device.look()
                held.device.knows = held.device._known()

    def put_down(self) -> None:
        """Let no device be used."""
        self.in_hand = None
        self.hand.close()

    # --- what is done -----------------------------------------------------------------------------

    async def step(self, name: str, rng: Random) -> None:
        """Let somebody do something at a desk or a table."""
        server = next((each for each in rng.sample(self.sim.servers, len(self.sim.servers))
                       if each.service is not None), None)
        if server and not await self.sim.pages[0].wire.way():
            server = None
        with self.used_by(server, rng):
            if self.devices and (self.desks or name not in FOR_DESKS):
                getattr(self, name)(rng)

    def used_by(self, server: Server | None, rng: Random) -> ExitStack:
        """Let those who are there use their devices, as long as the context lasts; what is refused
        or cannot be saved is not done."""
        self.server = server if server and server.service is not None else None
        self.world.rng = rng
        self.looked_at = set()
        self.devices = [*(self.at_pages if self.server else ()), *[  # type: ignore[list-item]
            held for phone, held in self.on_phones.items()
            if not phone.busy and self.evening in phone.service._book.frame.evenings]]
        self.desks = [each for each in self.devices if self.is_desk(each)]
        stack = ExitStack()
        stack.push(self._told)
        stack.callback(self.put_down)
        return stack

    def is_desk(self, held: Any) -> bool:
        """Return whether a device is the host's."""
        return held is self.at_pages[0] or getattr(held.device, "role", None) == "host"

    def _told(self, _kind: Any, fault: Any, _trace: Any) -> bool:
        if isinstance(fault, Refused | StorageFault):
            self.log.append(f"at the tournament is told: {fault}")
            return True
        return False

    def begin_it(self) -> None:
        """Hold the tournament at the host's page, and enter people."""
        rng = Random(f"{self.seed} desk begins")
        with self.used_by(self.sim.servers[0], rng):
            [desk] = self.at_pages[:1]
            hands_at = {"4": rng.randint(4, 10), "3": rng.randint(3, 9)}
            settings = SETTINGS.read({"name": NAME, "rounds": self.rounds, "hands_at": hands_at,
                                      "money": MONEY})
            rules = replace(SKAT.rules(), liste=rng.choice(("einfach", "seeger-fabian")))
            self.members = []
            for number in range(3):
                self.members.append(Person(f"Member{number}"))
                own = desk.service.people.add(self.members[-1].name)
                self.who[own] = self.members[-1]
            self.did(desk, "adds members")
            self.evening = desk.service.tournaments.hold(DAY, SKAT, rules, settings)
            self.world.apart.add(self.evening)
            self.world.evenings[self.evening] = deeds.Evening(DAY, "", self.evening)
            self.did(desk, "holds a tournament", partial(
                deeds.Opened, evening=self.world.evenings[self.evening]))
            for number in range(self.count):
                self.enter_as(desk, Person(f"P{number + 1}"))  # type: ignore[arg-type]
            for phone, held in self.on_phones.items():
                if rng.random() < 0.7:
                    self.meet(desk, held)
                    self.put_down()
                    know(phone)

    def did(self, held: Any, words: str, *kinds: Any) -> frozenset[str]:
        """Keep what was just done on a device, with those who were new; returns its entries."""
        before = held.device.lines
        met = [*newly_met(held.device)]
        held.device.did(words, *met, *kinds)
        self.world.apart.update([each.keywords["person"].id for each in met])  # type: ignore
        return held.device.lines - before

    def say(self, kind: str, what: Any, device: Any, own: str = "", event: object = None) -> Note:
        knew, before = device.knows, device.device.lines
        bit = 1 << len(self.notes)
        note = Note(kind, what, device.name, knew, bit, own, event)
        new = self.did(device, f"{kind} {told(what)}")
        if not new and not own:  # it was so already
            return note
        self.notes.append(note)
        self.entries[bit] = new or frozenset([line for line in before if any(
            told in line for told in (f'"id": "{own}"', rf'\"id\":\"{own}\"'))])
        if kind not in ("hand", "undone"):
            self.by_entry[self.last_entry(device).id] = note
        if own:
            self.by_own[own] = note
        return note

    # --- people -----------------------------------------------------------------------------------

    def of_people(self, device: Any) -> list[Decision]:
        return [each for each in super().of_people(device) if {*players_in(each)} & {*self.who}]

    def are_several(self, desk: Any, decision: Decision) -> None:
        super().are_several(desk, decision)
        about = frozenset([each.id for each in decision.asked.said])
        self.did(desk, "says that they are several people", partial(
            deeds.Settled, about=about, counting=about))

    def is_one(self, desk: Any, other: str, first: str) -> None:
        super().is_one(desk, other, first)
        person = self.world.persons
        self.did(desk, f"{person[other].sign} is {person[first].sign}", partial(
            deeds.Merged, person=person[other], into=person[first]))

    def entered(self, device: Any) -> list[Person]:
        """Return everybody who has entered, as a device knows it."""
        return [*self.numbers(self.view(device))]

    def pays(self, device: Any, person: Person, cents: int) -> str:
        """Note a payment; returns its id."""
        device.service.tournaments.hand_over(self.evening, Transfer(
            self.numbers(self.view(device))[person], None, cents))
        return str(self.last_entry(device).fact.id)

    # --- tables -----------------------------------------------------------------------------------

    def next_round(self, rng: Random) -> None:
        """Draw the round that is planned."""
        self.round += 1
        self.draw(rng)

    def give_device(self, table: Table, desk: Any, rng: Random) -> None:
        """Let a table write on a page of a server, or on somebody's phone."""
        pages = self.at_pages[1:]
        table.device = rng.choice([*pages, *[*self.on_phones.values()] * 3])  # type: ignore
        self.log.append(f"{told(table)} is written on {table.device.name}")  # type: ignore

    def table(self, rng: Random) -> Table | None:
        """Return a table that can be written now, sooner one of the last round."""
        tables = [each for each in self.tables[-12:]
                  if each.device in self.devices and not each.on_paper]
        return rng.choice(tables) if tables else None

    def hand_over(self, rng: Random) -> None:
        """Let a table go on with another device, which may not know all hands yet."""
        if table := self.table(rng):
            device: Any = rng.choice([rng.choice(self.devices), *self.on_phones.values()])
            table.device = device
            self.log.append(f"{told(table)} goes on with {device.name}")

    def begin_list(self, table: Table, device: Any) -> str:
        own = super().begin_list(table, device)
        view = self.view(device)
        opened = device.service._book.sheet(own).journal.opened
        sheet = self.world.sheets.setdefault(own, deeds.Sheet(
            self.world.evenings[self.evening], "skat", None, "EUR", opened.rules, own))
        players = tuple([self.world.persons[each] for each in opened.players])
        self.did(device, f"begins the list of {told(table)}",
                 partial(deeds.Begun, sheet=sheet, players=players))
        assert view.read.lists[table.round, table.number] == own
        return own

    def record(self, table: Table, device: Any, hand: Any) -> str:
        sheet, view = self.world.sheets[table.sheet], device.service.sheet(table.sheet)
        before = device.device.sheet(sheet)
        typed = Typed(sheet, hand, before, view.score.next.table, view.next_hand)
        return write(device.device, typed).id

    def rub_out(self, rng: Random) -> None:
        """Take back the last hand of a list that only one device has written."""
        table = self.table(rng)
        device: Any = table and table.device
        if not device or not table or table.writers != {device.name} \
                or table.sheet not in device.service._book.current().sheets:
            return
        sheet = self.world.sheets[table.sheet]
        before, lines = device.device.sheet(sheet), device.device.lines
        knew = device.knows
        if before.undo in self.by_own and undo_on(device.device, sheet):
            note = Note("undone", self.by_own[before.undo], device.name, knew,
                        1 << len(self.notes))
            self.notes.append(note)
            self.entries[note.bit] = device.device.lines - lines

    def lock(self, rng: Random) -> None:
        """Lock a table, or let it go on."""
        desk = self.desk(rng)
        if tables := [each for each in self.tables if self.sees(desk, each)]:
            table = rng.choice(tables)
            desk.service.tournaments.lock(self.evening, table.round, table.number,
                                          locked=rng.random() < 0.5)
            self.say("locked", table, desk)

    def meet(self, one: Any, other: Any) -> None:
        """Let two books exchange their entries."""
        other.service.meetings.meet(lambda content: self._answer(one, other, content))
        self.log.append(f"{one.name} meets {other.name}")

    def _answer(self, one: Any, other: Any, content: bytes) -> bytes:
        answer: bytes = one.service.meetings.exchange(content)
        self.take_up(other)
        return answer

    # --- the end ----------------------------------------------------------------------------------

    def alive(self) -> list[Any]:
        return [self.at_pages[0], *self.on_phones.values()]

    def meet_all(self) -> None:
        """Have met: all are well at the end of an evening."""

    def judge(self) -> None:
        """Raise unless everything is there that was said."""
        if not self.evening:
            return
        server = next(each for each in self.sim.servers if each.service is not None)
        with self.used_by(server, Random(f"{self.seed} judge")):
            for held in self.alive():
                self.take_up(held)
            last = self.alive()[0]
            lost = [note for note in self.notes if not note.bit & last.knows]
            if lost and not self.sim.epoch:
                raise Broken(f"lost: {lost[0].kind} {told(lost[0].what)} of {lost[0].device}")
            OfDesk(self).judge()


class OfDesk(Judge):
    """The judge of a tournament in a book in which there is more."""

    def finds_nothing(self, device: Any) -> None:
        """Let others say what is wrong with the rest of the book."""

    def exported(self, device: Any) -> str:
        text: str = document.write(device.service.export([self.plug.evening]))
        return text
