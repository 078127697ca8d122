"""A table: who plays a hand, and by which rules."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic, TypeVar

from scorepad.games.rules import Rules
from scorepad.games.tally import Points, Tally

Seat = int
"""A player's position in the sheet's roster."""

RulesT_co = TypeVar("RulesT_co", bound=Rules, covariant=True)


@dataclass(frozen=True)
class Table(Generic[RulesT_co]):
    """Who plays a hand and by which rules: all that a hand's score may depend on besides itself.

    names: the roster; seats: who sits at the table, clockwise; active: who of them plays; stake:
    what they play for, in units of the game's wager, None if for nothing; tally: how the match
    stands before the hand, told only where the game asks for it (`Game.follows_tally`).
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
        """The same table in a match that stands like this; a long sheet needs one a hand."""
        if dealer != self.dealer or active != self.active:
            return replace(self, dealer=dealer, active=active, tally=tally)
        made = object.__new__(Table)  # with what was found out about this one
        made.__dict__.update(self.__dict__, tally=tally, left_of_dealer=self.left_of_dealer)
        return made

    @cached_property
    def left_of_dealer(self) -> Seat:
        """Who deals next if nobody names another."""
        return next_clockwise(self.seats, self.dealer)

    @cached_property
    def nothing(self) -> Points:
        """No points for anybody."""
        return (0,) * len(self.names)


def next_clockwise(seats: Sequence[Seat], seat: Seat) -> Seat:
    """Who sits to the left of `seat`; the first one, if that seat is not at the table."""
    return seats[(seats.index(seat) + 1) % len(seats)] if seat in seats else seats[0]
