"""The people at a table, and who sits out, while they are chosen. No Flet here; every change
assigns a whole new value, which an observable form notices."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Any, Self

from scorepad.book.names import LookAlike, look_alike
from scorepad.book.replay import replay
from scorepad.book.scoresheet import Scoresheet
from scorepad.games.game import Game, Rules, Seat, Table
from scorepad.games.protocols import Partien
from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words
from scorepad.service import Service, faults_of_names
from scorepad.service.agreements import BESIDE, Turn, runs, sitting_out, turn_of
from scorepad.service.roles import as_kept
from scorepad.service.views import SheetView


@dataclass
class PeopleForm:
    """The people at a table of a game.

    names: in seat order; beside: those who are offered first for a free seat; typed_name: the text
    in the field for somebody else; name_fault: what is wrong with it; name_asked: whose name
    it looks like; vacant: the seat that somebody has left for the next one who sits down, None
    where newcomers sit at the end; one_more: whether somebody else may come whom the game can do
    without, because names are being typed, or for one who sits out in turn.
    """

    game: Game[Any, Any]
    names: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    typed_name: str = ""
    name_fault: Message | None = None
    name_asked: LookAlike | None = None
    vacant: Seat | None = None
    one_more: bool = False

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
        """True if nobody else can sit down, neither here nor at another table. Where the number of
        players is not fixed, one too many may; the form then says what to do."""
        seats = self.game.players.stop - (len(self.game.players) == 1)
        return len(self.names) >= seats and not self.game.split(len(self.names) + 1)

    @property
    def free_seats(self) -> int:
        """The number of players still missing before the game can be played."""
        return max(0, self.game.players.start - len(self.names))

    @property
    def wants_name(self) -> bool:
        """True if the next thing to do is to say who else plays."""
        return bool(self.free_seats) or not self.full and self.one_more

    def suggestions(self, known: Sequence[str]) -> list[str]:
        """Return the known players who could sit down, of those whose names begin as typed."""
        typed = self.typed_name.strip().casefold()
        return [name for name in dict.fromkeys((*self.beside, *known))
                if name not in self.names and name.casefold().startswith(typed)]

    def type_name(self, typed: str) -> None:
        """Take the text of the field of names."""
        self.typed_name, self.name_fault, self.name_asked = typed, None, None

    def add_typed(self, known: Sequence[str]) -> None:
        """Give the typed name a seat, spelt as in `known`, or say at the field why not; ask first
        where it looks like a known name with other letters, or nearly. The field is one that leaves
        "von Hagen" alone, so a new "anne" gets its capital here."""
        typed = as_kept(self.typed_name)
        if typed.isalpha() and typed.islower():
            typed = typed.capitalize()
        found = look_alike(typed, (*self.names, *known))
        if found is not None and not found.is_the_same:
            self.name_asked = found
        else:
            self._add_new(found.known if found else typed)

    def answer(self, *, same: bool) -> None:
        """Seat the known player whose name the typed one looks like, or somebody else."""
        if found := self.name_asked:
            self.name_asked = None
            self._add_new(found.known if same else found.name)

    def _add_new(self, name: str) -> None:
        self.name_fault = self._fault_of_new(name)
        if not self.name_fault:
            self.add(name)
            self.one_more = True

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

    def several_tables(self) -> tuple[tuple[str, ...], ...]:
        """Return who would play at each of several tables; empty where they cannot split."""
        names = iter(self.names)
        tables = tuple([tuple(islice(names, size)) for size in self.game.split(len(self.names))])
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


@dataclass
class RoundForm(PeopleForm):
    """A table that may go on where another sheet has stopped.

    leaves: the name of the player whose seat somebody else takes; old: the id of the sheet on
    which that seat was, empty unless something still runs there; ends_old: whether that ends.
    """

    leaves: str = ""
    old: str = ""
    ends_old: bool = False

    @property
    def takes_turns(self) -> bool:
        """True if so many play that further people can only sit out in turn."""
        return len(self.game.players) == 1

    @property
    def too_many(self) -> int:
        """The number of people here beyond those who can play, at one table or at several."""
        count = len(self.names)
        return 0 if self.game.split(count) else max(0, count - self.game.players.stop + 1)

    @property
    def full(self) -> bool:
        return super().full and not (
            self.one_more and len(self.names) == self.game.players.start)

    def suggestions(self, known: Sequence[str]) -> list[str]:
        """Return the suggestions without whoever has just left, unless that name is typed."""
        return [name for name in super().suggestions(known)
                if name != self.leaves or self.typed_name.strip() or name in self.beside]

    def ask_for_one_more(self) -> None:
        """Let one more sit down than can play; the form then asks who sits out."""
        self.one_more = True

    def sit_out(self, name: str) -> None:
        """Let somebody sit this game out; they are offered first for a free seat."""
        self.one_more = False
        self.remove(name)
        self.beside = (*self.beside, name)

    @property
    def may_sit_out(self) -> tuple[str, ...]:
        """Those who may sit out in turn, or go home."""
        return tuple(dict.fromkeys((*self.beside, *([self.leaves] if self.leaves else []))))

    def sits_out_or_goes(self, name: str) -> None:
        """Let somebody who sat out in turn go home, or the other way round."""
        others = tuple(other for other in self.beside if other != name)
        self.beside = others if name in self.beside else (*self.beside, name)

    def let_take_over(self, service: Service, sheet: str, name: str) -> None:
        """Free the seat of a player on a sheet for somebody else. What runs there can end: a match
        that is settled by its points does, a Partie stays open."""
        self.vacate(name)
        self.leaves = name if self.vacant is not None else ""
        if self.leaves and runs(service.sheet(sheet)):
            self.old = sheet
            self.ends_old = self.game.ends_by_hand and not isinstance(self.game, Partien)

    def end_old(self, ends: bool) -> None:
        """Say whether what runs on the old sheet ends."""
        self.ends_old = ends

    def leave_old(self, service: Service) -> None:
        """End what runs on the old sheet, if that was said."""
        if self.old and self.ends_old:
            service.end_match(self.old)

    def keep_beside(self, service: Service, sheet: str) -> None:
        """Remember who sits out in turn on a sheet that has begun."""
        if self.takes_turns and (self.beside or self.leaves):
            service.keep(BESIDE.format(sheet=sheet), list(self.beside))


@dataclass
class SeatsForm(PeopleForm):
    """A table that people join and leave. deals: the name of whoever is to deal the next hand;
    second: the id of the sheet that a second table has begun, empty before that."""

    deals: str = ""
    is_split: bool = False

    @classmethod
    def of(cls, sheet: SheetView, leaves: str = "") -> Self:
        """Return the form as people sit now, without the one who `leaves`."""
        table = sheet.score.next.table
        away = [name for seat, name in enumerate(table.names) if seat not in table.seats]
        form = cls(sheet.game, tuple(table.names[seat] for seat in table.seats), tuple(away))
        form.vacate(leaves)
        return form

    def let_deal(self, name: str) -> None:
        """Name who deals the next hand."""
        self.deals = name

    def table(self, score: Scoresheet) -> Table[Rules]:
        """Return the next hand's table like this, or the present one where it cannot be."""
        record = score.record
        roster = (*record.names, *[name for name in self.names if name not in record.names])
        dealer = roster.index(self.deals) if self.deals in self.names else record.next_dealer
        return replay(replace(
            record, names=roster, next_dealer=dealer,
            joined=record.joined + len(roster) - len(record.names),
            next_seats=tuple(map(roster.index, self.names)))).next.table

    def save(self, service: Service, sheet: str) -> None:
        """Seat people like this from the next hand on; raise `Refused` where they cannot."""
        self._seat(self.names, service, sheet)

    def split(self, service: Service, sheet: str) -> None:
        """Seat the first of several tables here from the next hand on, and begin a sheet for each
        of the others by the same rules and stake; a second time do nothing. Raise `Refused` where
        they cannot."""
        if self.is_split:
            return
        here, *others = self.several_tables()
        self._seat(here, service, sheet)
        self.is_split = True
        score = service.sheet(sheet).score
        for names in others:
            deals = names.index(self.deals) if self.deals in names else 0
            service.open_sheet(
                service.sheet(sheet).evening, self.game, names, deals, score.rules,
                score.record.stake, score.record.currency, score.record.absprachen)

    def _seat(self, names: tuple[str, ...], service: Service, sheet: str) -> None:
        before = service.sheet(sheet).score.next.table
        if names != tuple(before.names[seat] for seat in before.seats):
            service.seat_players(sheet, names)
        after = service.sheet(sheet).score.next.table
        if self.deals in names and after.names[after.dealer] != self.deals:
            service.name_dealer(sheet, after.names.index(self.deals))


def beside_of(service: Service, sheet: str) -> Sequence[str] | None:
    """Return whom the table named to sit out in turn when a sheet began, None for nobody."""
    kept = service.kept(BESIDE.format(sheet=sheet))
    return kept if isinstance(kept, list) else None


def sits_out(service: Service, sheet: str) -> tuple[str, ...]:
    """Return who of the round sits out a sheet; raises KeyError."""
    view = service.sheet(sheet)
    if len(view.game.players) > 1:
        return ()
    return sitting_out(service.evening(view.evening), view, beside_of(service, sheet))


def next_turn(service: Service, sheet: str) -> Turn | None:
    """Return who changes places at a sheet now, None for nobody; raises KeyError."""
    view = service.sheet(sheet)
    return turn_of(service.evening(view.evening), view, beside_of(service, sheet))
