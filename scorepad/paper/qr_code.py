"""A QR code as the strokes of which it is drawn."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple


class Stroke(NamedTuple):
    """Dark dots that lie side by side, from the upper left corner of the code."""

    x: int
    y: int
    length: int


LONG = 100
"""The number of digits at the end of an address from which they are written as such: three in ten
dots. That much stands on a screen or a clean slip, and needs fewer dots for mending."""


def qr_code(address: str) -> tuple[int, Sequence[Stroke]]:
    """Return how many dots wide a QR code is, without its light border, and its strokes."""
    import segno  # there only with the extra "web", and in the pocket page

    head = address.rstrip("0123456789")
    is_long = len(address) - len(head) >= LONG
    parts: Any = [head, address[len(head):]]
    rows = segno.make(parts if is_long else address, error="l" if is_long else "m",
                      micro=False).matrix
    strokes = []
    for y, row in enumerate(rows):
        for is_dark, dots in groupby(enumerate(row), lambda dot: bool(dot[1])):
            places = [place for place, _ in dots]
            if is_dark:
                strokes.append(Stroke(places[0], y, len(places)))
    return len(rows), strokes
