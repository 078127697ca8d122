"""How a match stands, and the same in one whole number.

Replaying a long sheet asks after every hand whether somebody has reached a figure at which the
match may have ended. Counter by counter that is most of the work; with all counters side by side
in one number a hand is one addition, and the question one comparison of bits.

    counter n │ … │ counter 1 │ counter 0        each 64 bits; a negative one borrows from the next
"""

from functools import lru_cache
from struct import Struct
from typing import NamedTuple

Points = tuple[int, ...]
"""One figure a seat of the roster, in roster order."""

Packed = int
"""All counters of a match in one number, or what a hand adds to them."""

WIDTH = 64
SIGN = 1 << WIDTH - 1

NEVER = SIGN >> 1
"""A figure that no counter reaches."""


class Tally(NamedTuple):
    """How a match stands: points of each seat, what the game counts besides, and hands scored."""

    totals: Points
    marks: Points
    hands: int = 0

    def packed(self) -> Packed:
        """The same in one number."""
        return packed((*self.totals, *self.marks, self.hands))

    @classmethod
    def unpacked(cls, state: Packed, size: int) -> "Tally":
        """What `packed` made a number of, for a roster of `size`."""
        layout, signs = _layout(2 * size + 1)
        # Lifting every counter above zero undoes the borrowing; the sign bits then tell again.
        figures = layout.unpack((state + signs ^ signs).to_bytes(layout.size, "little"))
        return tuple.__new__(cls, (figures[:size], figures[size:-1], figures[-1]))


class Watch(NamedTuple):
    """Sees whether a counter has reached its figure: `state + lift & alarm` is not 0 then.

    `lift` carries every counter that far that reaching its figure sets the highest of its bits.
    """

    lift: Packed
    alarm: int


def watch(figures: Tally) -> Watch:
    """The watch over a match in which these figures are worth a look; `NEVER` is none."""
    flat = (*figures.totals, *figures.marks, figures.hands)
    return Watch(packed(tuple([SIGN - figure for figure in flat])), packed((SIGN,) * len(flat)))


def packed(figures: tuple[int, ...]) -> Packed:
    """Counters side by side, the first one lowest."""
    return sum([figure << WIDTH * index for index, figure in enumerate(figures)])


@lru_cache
def _layout(count: int) -> tuple[Struct, Packed]:
    """How so many counters lie in memory, and the sign bits of all of them."""
    return Struct(f"<{count}q"), packed((SIGN,) * count)
