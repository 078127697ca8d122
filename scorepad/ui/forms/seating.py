"""The people at a table that is being put together. No Flet here.

Every change assigns a whole new value, because that is what an observable form notices.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from scorepad.book.look_alikes import LookAlike, look_alike
from scorepad.games.game import Game, Seat
from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words
from scorepad.service import faults_of_names
from scorepad.service.refusals import as_kept


@dataclass
class PeopleForm:
    """The people at a table of a game.

    names: in seat order; beside: those who are offered first for a free seat; typed_name: the text
    in the field for somebody else; name_fault: what is wrong with it; name_asked: whose name
    it looks like; vacant: the seat that somebody has left for the next one who sits down, None
    where newcomers sit at the end.
    """

    game: Game[Any, Any]
    names: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    typed_name: str = ""
    name_fault: Message | None = None
    name_asked: LookAlike | None = None
    vacant: Seat | None = None

    @property
    def next_seat(self) -> Seat:
        """The seat of whoever sits down next."""
        return len(self.names) if self.vacant is None else min(self.vacant, len(self.names))

    def vacate(self, name: str) -> None:
        """Let somebody go, whose seat the next one who sits down takes."""
        if name in self.names:
            seat = self.names.index(name)
            self.remove(name)
            self.vacant = seat

    @property
    def full(self) -> bool:
        """True if nobody else can sit down, neither here nor at a second table.

        Where the number of players is not fixed, one too many may; the form then says what to do.
        """
        seats = self.game.players.stop - (len(self.game.players) == 1)
        return len(self.names) >= seats and not self.game.split(len(self.names) + 1)

    @property
    def free_seats(self) -> int:
        """The number of players still missing before the game can be played."""
        return max(0, self.game.players.start - len(self.names))

    @property
    def wants_name(self) -> bool:
        """True if the next thing to do is to say who else plays."""
        return bool(self.free_seats)

    def suggestions(self, known: Sequence[str]) -> list[str]:
        """Return the known players who could sit down; while a name is typed, those whose names
        begin with it."""
        typed = self.typed_name.strip().casefold()
        return [name for name in dict.fromkeys((*self.beside, *known))
                if name not in self.names and name.casefold().startswith(typed)]

    def type_name(self, typed: str) -> None:
        """Take the text of the field of names."""
        self.typed_name, self.name_fault, self.name_asked = typed, None, None

    def add_typed(self, known: Sequence[str]) -> None:
        """Give the typed name a seat, spelt as in `known`, or say at the field why not; ask first
        where it looks like a known name with other letters."""
        typed = as_kept(self.typed_name)
        found = look_alike(typed, (*self.names, *known))
        if found is not None and found.is_of_other_letters:
            self.name_asked = found
        else:
            self._add_new(found.known if found else typed)

    def answer(self, *, same: bool) -> None:
        """Give a seat to the known player whose name the typed one looks like, or to somebody
        else."""
        if found := self.name_asked:
            self.name_asked = None
            self._add_new(found.known if same else found.name)

    def _add_new(self, name: str) -> None:
        self.name_fault = self._fault_of_new(name)
        if not self.name_fault:
            self.add(name)

    def add(self, name: str) -> None:
        """Give somebody the next seat, if one is free."""
        if not self.full and name not in self.names:
            seat = self.next_seat
            self.names = (*self.names[:seat], name, *self.names[seat:])
            self.vacant = None
            self.beside = tuple(other for other in self.beside if other != name)
            self.type_name("")

    def fill(self, known: Sequence[str], words: Words) -> None:
        """Give every seat that must be taken to somebody called by a number until the name is
        known. Numbers of `known` players, who are somebody else, are left out."""
        numbered = (words("Player {n}", n=n) for n in count(1))
        strangers = (name for name in numbered if name not in self.names and name not in known)
        self.names = (*self.names, *islice(strangers, self.free_seats))
        self.type_name("")

    def remove(self, name: str) -> None:
        """Take somebody from the table."""
        self.names = tuple(other for other in self.names if other != name)

    def move(self, old: Seat, new: Seat) -> None:
        """Move somebody to another seat."""
        names = list(self.names)
        names.insert(new, names.pop(old))
        self.names = tuple(names)

    def two_tables(self) -> tuple[tuple[str, ...], ...]:
        """Return who would play at each of two tables, in the order in which they sit; empty if
        these people need not or cannot split."""
        halves = self.game.split(len(self.names))
        if halves is None:
            return ()
        tables = self.names[:halves[0]], self.names[halves[0]:]
        return () if any(faults_of_names(self.game, names) for names in tables) else tables

    def fault_of_people(self) -> Message | None:
        """Return why these people cannot play, or None."""
        faults = faults_of_names(self.game, self.names)
        return faults[0].message if faults else None

    def _fault_of_new(self, name: str) -> Message | None:
        if not name:
            return say("Type a name first.")
        if name in self.names:
            return say("{name} is already at the table.", name=name)
        fault = next((problem.message for problem in faults_of_names(self.game, [name])
                      if problem.place == ("players", 0)), None)
        return fault and say("The name {fault}.", fault=fault)
