"""The standing of a match, and the same packed into one whole number.

Replaying a long sheet asks after every hand whether somebody has reached a figure at which the
match may have ended. Counter by counter that is most of the work; with all counters side by side
in one number a hand is one addition, and the question one comparison of bits.

    counter n │ … │ counter 1 │ counter 0        each 64 bits; a negative one borrows from the next
"""

from functools import lru_cache
from operator import add
from struct import Struct
from typing import NamedTuple

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
