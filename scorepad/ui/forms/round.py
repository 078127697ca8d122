"""A round that goes on on a new sheet: who takes over a seat, and who sits out in turn. No Flet
here.

Every change assigns a whole new value, because that is what an observable form notices.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.games.protocols import Partien
from scorepad.service import Service
from scorepad.service.turns import BESIDE, Turn, runs, sitting_out, turn_of
from scorepad.ui.forms.seating import PeopleForm


@dataclass
class RoundForm(PeopleForm):
    """A table that may go on where another sheet has stopped.

    one_more: whether a seat is asked for that the game does not have, so that somebody sits out in
    turn; leaves: the name of the player whose seat somebody else takes; old: the id of the sheet on
    which that seat was, empty unless something still runs there; ends_old: whether that ends.
    """

    one_more: bool = False
    leaves: str = ""
    old: str = ""
    ends_old: bool = False

    @property
    def takes_turns(self) -> bool:
        """True if so many play that further people can only sit out in turn."""
        return len(self.game.players) == 1

    @property
    def too_many(self) -> int:
        """The number of people who sit here beyond those who can play, at one table or at two."""
        count = len(self.names)
        return 0 if self.game.split(count) else max(0, count - self.game.players.stop + 1)

    @property
    def wants_name(self) -> bool:
        return super().wants_name or not self.full and self.one_more

    @property
    def full(self) -> bool:
        return super().full and not (
            self.one_more and len(self.names) == self.game.players.start)

    def suggestions(self, known: Sequence[str]) -> list[str]:
        """Return the suggestions, without whoever has just left; a name that is typed finds
        everybody."""
        return [name for name in super().suggestions(known)
                if name != self.leaves or self.typed_name.strip() or name in self.beside]

    def ask_for_one_more(self) -> None:
        """Let one more sit down than can play; the form then asks who sits out."""
        self.one_more = True

    def sit_out(self, name: str) -> None:
        """Let somebody not play this game; he is offered first for a free seat."""
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
