"""The standing of a match."""

from operator import add
from typing import NamedTuple

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
