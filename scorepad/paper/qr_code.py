"""A QR code as the strokes of which it is drawn."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple


class Stroke(NamedTuple):
    """Dark dots that lie side by side, from the upper left corner of the code."""

    x: int
    y: int
    length: int


def qr_code(address: str, *, error: str = "m") -> tuple[int, Sequence[Stroke]]:
    """Return how many dots wide a QR code is, without its light border, and its strokes."""
    import segno  # there only with the extra "web"

    rows = segno.make(address, error=error, micro=False).matrix
    strokes = []
    for y, row in enumerate(rows):
        for is_dark, dots in groupby(enumerate(row), lambda dot: bool(dot[1])):
            places = [place for place, _ in dots]
            if is_dark:
                strokes.append(Stroke(places[0], y, len(places)))
    return len(rows), strokes
