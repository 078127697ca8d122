"""A table: who plays a hand, by which rules, and how the match stands.

Replaying a long sheet asks after every hand whether somebody has reached a figure at which the
match may have ended. Counter by counter that is most of the work; with all counters side by side
in one number a hand is one addition, and the question one comparison of bits.

    counter n │ … │ counter 1 │ counter 0        each 64 bits; a negative one borrows from the next
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from operator import add
from struct import Struct
from typing import Generic, NamedTuple, TypeVar

from scorepad.games.rules import Rules
from scorepad.system.frozen import frozen

Points = tuple[int, ...]
"""One figure for each seat, in roster order."""

Packed = int
"""All counters of a match in one number, or what a hand adds to them."""

WIDTH = 64
SIGN = 1 << WIDTH - 1

NEVER = SIGN >> 1
"""A figure that no counter reaches."""


class Tally(NamedTuple):
    """The standing of a match: each seat's points and marks (what the game counts besides), and
    the number of hands scored."""

    totals: Points
    marks: Points
    hands: int = 0

    def plus(self, points: Points, marks: Points, hands: int) -> "Tally":
        """Return the standing after so many more hands with these points and marks."""
        totals, so_far, played = self
        return frozen(Tally, (tuple(map(add, totals, points)),
                              tuple(map(add, so_far, marks)) if any(marks) else so_far,
                              played + hands))

    def packed(self) -> Packed:
        """Return all counters in one number."""
        return packed((*self.totals, *self.marks, self.hands))

    @classmethod
    def unpacked(cls, state: Packed, size: int) -> "Tally":
        """Return the tally that `packed` made this number of, for a roster of `size`."""
        layout, signs = _layout(2 * size + 1)
        # Lifting every counter above zero undoes the borrowing; flipping its sign bit lowers it.
        figures = layout.unpack((state + signs ^ signs).to_bytes(layout.size, "little"))
        return cls(figures[:size], figures[size:-1], figures[-1])


class Watch(NamedTuple):
    """A test for counters that have reached their figures: then `state + lift & alarm` is not 0.

    `lift` raises every counter so that its highest bit is set once it has reached its figure;
    `alarm`: these bits, 0 where no counter has a figure.
    """

    lift: Packed
    alarm: int


def watch(figures: Tally) -> Watch:
    """Return the watch that sees a counter reach its figure; `NEVER` is never reached."""
    counters = (*figures.totals, *figures.marks, figures.hands)
    alarm = packed((SIGN,) * len(counters))
    return Watch(alarm - figures.packed(), alarm if min(counters) < NEVER else 0)


def packed(figures: tuple[int, ...]) -> Packed:
    """Return counters side by side in one number, the first one lowest."""
    return sum([figure << WIDTH * index for index, figure in enumerate(figures)])


@lru_cache
def _layout(count: int) -> tuple[Struct, Packed]:
    """Return the memory layout of `count` counters, and the sign bits of all of them."""
    return Struct(f"<{count}q"), packed((SIGN,) * count)


EDITION = 2
"""The edition of the rules that a new sheet is played by.

What an older program took keeps what it gave: a sheet stays with the edition that it began with,
and a law that a later edition changed or added asks `Table.edition`. 1: as up to release 0.2.0;
2: impossible extras, stars and figures are refused, and the laws that cite it.
"""

Seat = int
"""A player's position in the sheet's roster."""

RulesT_co = TypeVar("RulesT_co", bound=Rules, covariant=True)


@dataclass(frozen=True)
class Table(Generic[RulesT_co]):
    """The players and the rules of a hand: all that its score may depend on besides the hand.

    names: the roster; seats: who sits at the table, clockwise; active: those of them who play;
    stake: what they play for, in units of the game's wager, None if for nothing; tally: how the
    match stands before the hand, given only where the game needs it (`FollowsTally`); edition: of
    the rules that the sheet began with (`EDITION`).
    """

    names: tuple[str, ...]
    seats: tuple[Seat, ...]
    dealer: Seat
    active: tuple[Seat, ...]
    rules: RulesT_co
    stake: int | None = None
    tally: Tally | None = None
    edition: int = EDITION

    def as_it_stands(self, dealer: Seat, active: tuple[Seat, ...],
                     tally: Tally) -> "Table[RulesT_co]":
        """Return the table with this dealer, active seats and tally.

        A long sheet needs one for each hand, so it is cheap if dealer and players stay the same.
        """
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


def today(table: Table[RulesT_co]) -> Table[RulesT_co]:
    """Return the table by the laws of today: what is written or corrected now must meet them, on
    whatever sheet."""
    return table if table.edition == EDITION else replace(table, edition=EDITION)


def next_clockwise(seats: Sequence[Seat], seat: Seat) -> Seat:
    """Return who sits to the left of `seat`, or the first of `seats` if it is not among them."""
    return seats[(seats.index(seat) + 1) % len(seats)] if seat in seats else seats[0]
