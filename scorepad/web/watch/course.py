"""Everybody's course over the hands of a sheet, drawn for a television."""

from collections.abc import Sequence
from typing import NamedTuple

from scorepad.book.people import Look
from scorepad.book.statistics import courses, thinned
from scorepad.service.views import SheetView

POINTS = 120
"""The most points of a player's line; a television shows no more of them."""

NAMED, SLOTS = 8, 6
"""The most lines that end in a name, and the fewest names that there is room for."""

BOTTOM, EDGE = 400, 20
"""The height of the fewest points, and what is left free above and below all."""


class Drawn(NamedTuple):
    """A player's points over the hands, as the points of a line from (0, 0) to (1000, 400), the
    highest points at 0. name: at its end, empty where there are too many; end, place: the heights
    of the line's end and of the name, in tenths of a per cent."""

    look: Look
    points: str
    name: str
    end: int
    place: int


def course_of(sheet: SheetView) -> tuple[list[Drawn], int]:
    """Return everybody's line, and how high that of no points lies; no lines before a hand."""
    found = courses(sheet.score)
    if not found:
        return [], 0
    reached = [points for course in found.values() for _hand, points in course]
    low, high, hands = min(reached), max(reached), max(1, len(sheet.score.lines))

    def height(points: int) -> int:
        return BOTTOM * (high - points) // max(1, high - low)

    ends = [1000 * (height(course[-1][1]) + EDGE) // (BOTTOM + 2 * EDGE)
            for course in found.values()]
    named = len(found) <= NAMED
    return [Drawn(
        sheet.looks[seat],
        " ".join([f"{1000 * hand // hands},{height(points)}"
                  for hand, points in thinned(course, POINTS)]),
        sheet.score.record.names[seat] if named else "", end, place)
        for (seat, course), end, place in zip(found.items(), ends, apart(ends))], height(0)


def apart(ends: Sequence[int]) -> list[int]:
    """Return heights for names as near to the ends of their lines as they fit below each other."""
    gap = 1000 // max(SLOTS, len(ends))
    order = sorted(range(len(ends)), key=ends.__getitem__)
    places, free = [0] * len(ends), gap // 2
    for each in order:
        places[each] = max(ends[each], free)
        free = places[each] + gap
    for below, each in enumerate(reversed(order)):
        places[each] = min(places[each], 1000 - gap // 2 - gap * below)
    return places
