"""What is said on an evening of a tournament, beside the program: who said what, knowing what."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorepad.service import Service
from scorepad.service.tournament_view import TournamentView
from scorepad.storage import Store
from scorepad.tournament.facts import Figures


@dataclass(eq=False)
class Person:
    """Somebody who is there; two devices that have added him apart know him by two ids."""

    name: str

    def __repr__(self) -> str:
        return self.name


@dataclass(eq=False)
class Note:
    """Something that was said. knew: what the device knew that said it, as bits of notes."""

    kind: str
    what: Any
    device: str
    knew: int
    bit: int
    own: str = ""
    """The id that it has in the book, if it has one."""
    event: object = None
    """What happened, of what may be noted twice."""


@dataclass(eq=False)
class Device:
    """A book of its own; knows: bits of notes; is_here: whether anybody can meet it."""

    name: str
    service: Service
    knows: int = 0
    is_here: bool = True
    is_lost: bool = False


@dataclass(eq=False)
class Table:
    """A table of a round, as it was drawn; device: who writes its list now, None for nobody."""

    draw: Note
    number: int
    device: Device | None = None
    sheet: str = ""
    on_paper: bool = False
    writers: set[str] = field(default_factory=set)

    @property
    def round(self) -> int:
        """The round."""
        return int(self.draw.what[0])

    @property
    def people(self) -> Sequence[Person]:
        """Who sits here."""
        return self.draw.what[1][self.number - 1]

    def seats_those(self, other: "Table") -> bool:
        """Return whether the same people sit here as at another table of the round, perhaps
        otherwise: the figures of a paper are theirs all the same."""
        return self.round == other.round and {*self.people} == {*other.people}

    def is_like(self, other: "Table") -> bool:
        """Return whether it is the same table: two draws may seat the same people at one."""
        return (self.round, self.number, self.people) == (other.round, other.number, other.people)


def device_called(name: str) -> Device:
    """Return a device with an empty book in memory."""
    return Device(name, Service(Store.open("sqlite://", device=lambda: name), name))


class Record:
    """Who said what on which device, knowing what; who: everybody by the ids that devices know them
    by; before: the hand that a hand followed where it was written."""

    evening: str

    def __init__(self) -> None:
        self.log: list[str] = []
        self.notes: list[Note] = []
        self.who: dict[str, Person] = {}
        self.by_entry: dict[str, Note] = {}
        self.by_own: dict[str, Note] = {}
        self.before: dict[str, str] = {}
        self.tables: list[Table] = []

    def view(self, device: Device) -> TournamentView:
        """Return the tournament as a device sees it."""
        return device.service.tournaments.view(self.evening)

    def say(self, kind: str, what: Any, device: Device, own: str = "",
            event: object = None) -> Note:
        """Note that something was said on a device, and log it."""
        note = Note(kind, what, device.name, device.knows, 1 << len(self.notes), own, event)
        self.notes.append(note)
        device.knows |= note.bit
        self.log.append(f"{device.name}: {kind} {told(what)}")
        if kind not in ("hand", "undone"):
            self.by_entry[self.last_entry(device).id] = note
        if own:
            self.by_own[own] = note
        return note

    def last_entry(self, device: Device) -> Any:
        """Return the entry that was written last about the tournament."""
        return device.service._book.frame.evenings[self.evening].tournament.entries[-1]

    def known(self, kind: str, knows: int) -> Iterator[Note]:
        """Yield what somebody knows who knows so much, without what was taken back."""
        gone = {id(note.what) for note in self.notes if note.kind == "undone" and note.bit & knows}
        yield from [note for note in self.notes
                    if note.kind == kind and note.bit & knows and id(note) not in gone]

    def numbers(self, view: TournamentView) -> dict[Person, int]:
        """Return the start numbers by person."""
        return {self.who[own]: number for number, own in view.read.players.items()
                if own in self.who}

    def people(self, view: TournamentView, round: int) -> tuple[tuple[Person, ...], ...]:
        """Return who sits where in a round."""
        return tuple([tuple([self.who[view.read.players[each]] for each in table])
                      for table in view.tournament.draws[round - 1].tables])

    def shown(self, view: TournamentView, knows: int) -> int:
        """Return what a document tells of what its writer knows."""
        tournament, found = view.tournament, 0
        own = {each.id for each in (*tournament.payments, *tournament.penalties)}
        own |= {hand.stamp.id for kept in tournament.lists for hand in kept.hands or ()}
        drawn = [(draw.round, self.people(view, draw.round)) for draw in tournament.draws]
        figures = [(kept.round, kept.table, self.content(view, kept.figures))
                   for kept in tournament.lists if kept.figures]
        here = {self.who[own] for own in view.read.players.values() if own in self.who}
        for note in self.notes:
            match note.kind:
                case "paid" | "penalty" | "hand":
                    tells = note.own in own
                case "drawn":
                    tells = note.what in drawn
                case "figures":
                    table, content = note.what
                    tells = (table.round, table.number, content) in figures
                case "entered":
                    tells = note.what[0] in here
                case _:
                    tells = False
            found |= note.bit if tells else 0
        return found & knows

    def content(self, view: TournamentView, figures: Sequence[Figures]) -> frozenset[Any]:
        """Return figures by person."""
        return frozenset([(self.who[view.read.players[each.number]], *each[1:])
                          for each in figures])


def told(what: Any) -> str:
    """Return what was said in a few words."""
    if isinstance(what, Table):
        return f"round {what.round} table {what.number} as {what.draw.device} drew it"
    if isinstance(what, Note):
        return f"({what.device}: {what.kind} {told(what.what)})"
    if isinstance(what, tuple):
        return ", ".join(map(told, what))
    return str(sorted(map(str, what))) if isinstance(what, frozenset) else str(what)
