"""A table: who plays a hand, by which rules, and how the match stands."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import add
from typing import Generic, NamedTuple, TypeVar

from scorepad.games.rules import Rules

Points = tuple[int, ...]
"""One figure for each seat, in roster order."""


class Tally(NamedTuple):
    """The standing of a match: each seat's points and marks (what the game counts besides), and
    the number of hands scored."""

    totals: Points
    marks: Points
    hands: int = 0

    def plus(self, points: Points, marks: Points, hands: int) -> "Tally":
        """Return the standing after so many more hands with these points and marks."""
        totals, so_far, played = self
        return Tally(tuple(map(add, totals, points)),
                     tuple(map(add, so_far, marks)) if any(marks) else so_far, played + hands)


Seat = int
"""A player's position in the sheet's roster."""

RulesT_co = TypeVar("RulesT_co", bound=Rules, covariant=True)


@dataclass(frozen=True)
class Table(Generic[RulesT_co]):
    """The players and the rules of a hand: all that its score may depend on besides the hand.

    names: the roster; seats: who sits at the table, clockwise; active: those of them who play;
    stake: what they play for, in units of the game's wager, None if for nothing; tally: how the
    match stands before the hand, given only where the game needs it (`FollowsTally`).
    """

    names: tuple[str, ...]
    seats: tuple[Seat, ...]
    dealer: Seat
    active: tuple[Seat, ...]
    rules: RulesT_co
    stake: int | None = None
    tally: Tally | None = None

    def as_it_stands(self, dealer: Seat, active: tuple[Seat, ...],
                     tally: Tally) -> "Table[RulesT_co]":
        """Return the table with this dealer, active seats and tally. A long sheet needs one for
        each hand, so it is cheap if dealer and players stay the same."""
        if dealer != self.dealer or active != self.active:
            return replace(self, dealer=dealer, active=active, tally=tally)
        made = object.__new__(Table)  # keeps the cached properties
        made.__dict__.update(self.__dict__, tally=tally, left_of_dealer=self.left_of_dealer,
                             nothing=self.nothing)
        return made

    @cached_property
    def left_of_dealer(self) -> Seat:
        """The seat that deals next if nobody names another."""
        return next_clockwise(self.seats, self.dealer)

    @cached_property
    def playing(self) -> frozenset[Seat]:
        """The seats that play."""
        return frozenset(self.active)

    @cached_property
    def nothing(self) -> Points:
        """No points for anybody."""
        return (0,) * len(self.names)


def next_clockwise(seats: Sequence[Seat], seat: Seat) -> Seat:
    """Return who sits to the left of `seat`, or the first of `seats` if it is not among them."""
    return seats[(seats.index(seat) + 1) % len(seats)] if seat in seats else seats[0]


frozen = tuple.__new__
"""Makes a named tuple from its class and all its fields, at half the price of calling the class."""
