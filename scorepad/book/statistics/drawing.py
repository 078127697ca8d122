"""The layout of a chart's lines, the same on a screen and on paper."""

from collections.abc import Sequence
from typing import NamedTuple

MARKERS_A_LINE = 6
"""The number of signs on a line, not counting the one at its end."""

EDGE = 8
"""The least room above the highest and below the lowest point."""


class Scale(NamedTuple):
    """The vertical scale of a chart. low, high: its ends as figures; ticks: figures with lines;
    height: of the box; edge: room above the highest and below the lowest figure."""

    low: int
    high: int
    ticks: tuple[int, ...]
    height: float
    edge: float

    @classmethod
    def of(cls, figures: Sequence[int], height: float, edge: float = EDGE) -> "Scale":
        """Return a scale with room for these figures and 0, in round steps; height: of the box;
        edge: the room wanted above the highest and below the lowest figure."""
        low, high = min([0, *figures]), max([0, *figures])
        step = _step(max(high - low, 1))
        low, high = low // step * step, -(-high // step) * step or step
        return cls(low, high, tuple(range(low, high + 1, step)), height, max(edge, EDGE))

    def y(self, figure: int) -> float:
        """Return how far below the top of the box a figure is."""
        room = self.height - 2 * self.edge
        return self.edge + room * (self.high - figure) / (self.high - self.low)

    @property
    def beyond(self) -> float:
        """The room of one edge, converted to figures."""
        return self.edge * (self.high - self.low) / (self.height - 2 * self.edge)


def _step(span: int) -> int:
    """Return a round number of which three to six make a span."""
    power = 1
    while span > 60 * power:
        power *= 10
    return next((step * power for step in (1, 2, 5, 10) if span <= 6 * step * power), 10 * power)


def spread(wanted: Sequence[float], gap: float, height: float) -> list[float]:
    """Return places from top to bottom of a box, as near as possible to the wanted ones and at
    least `gap` apart, in the same order; from the top on where the box is too small for that.
    wanted: places from the top down; height: of the box."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    placed = [0.0] * len(wanted)
    lowest = 0.0
    for index in order:
        placed[index] = lowest = max(wanted[index], lowest)
        lowest += gap
    highest = height - gap
    for index in reversed(order):
        placed[index] = min(placed[index], highest)
        highest = placed[index] - gap
    shift = max(0.0, -min(placed, default=0.0))
    return [place + shift for place in placed]


def marked(points: Sequence[tuple[int, int]], index: int, count: int) -> list[tuple[int, int]]:
    """Return the points with a line's sign: now and then, elsewhere for each, and at its end.
    points: those of the line, from left to right; index: which one of `count` lines it is."""
    if len(points) <= MARKERS_A_LINE:
        return list(points)
    step = len(points) / MARKERS_A_LINE
    offset = step * (index + 0.5) / count
    return [points[int(offset + step * number)] for number in range(MARKERS_A_LINE)] + [points[-1]]
