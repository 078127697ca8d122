"""How the points of a sheet went, hand after hand: what a chart of an evening draws."""

from collections.abc import Sequence

from scorepad.book.scoresheet import Scoresheet
from scorepad.games.base import Seat

Course = Sequence[tuple[int, int]]
"""After so many hands of the sheet, so many points since its first one, whatever Partie."""


def courses(sheet: Scoresheet) -> dict[Seat, Course]:
    """The course of everybody who has sat at the table, from the hand before the first one that
    he could play; points go on over the ends of Partien."""
    found: dict[Seat, list[tuple[int, int]]] = {}
    totals = [0] * len(sheet.record.names)
    for number, line in enumerate(sheet.lines, 1):
        for seat in line.table.seats:
            found.setdefault(seat, [(number - 1, 0)])
        for seat, points in enumerate(line.points):
            totals[seat] += points
        for seat, course in found.items():
            course.append((number, totals[seat]))
    return dict(sorted(found.items()))


def thinned(course: Course, most: int) -> Course:
    """About so many of its points, the first and the last among them."""
    if len(course) <= most:
        return course
    step = (len(course) - 1) / (most - 1)
    return [course[round(step * index)] for index in range(most)]
