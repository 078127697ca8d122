"""The points on a sheet hand after hand, for the chart of an evening."""

from collections.abc import Sequence

from scorepad.book.scoresheet import Scoresheet
from scorepad.games.game import Seat

Course = Sequence[tuple[int, int]]
"""Pairs of a number of hands on the sheet and the points after them, over all its Partien."""


def courses(sheet: Scoresheet) -> dict[Seat, Course]:
    """Return the course of everybody who has sat at the table, from the hand before the first one
    that he could play; the end of a Partie does not reset the points."""
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
    """Return at most this many pairs of a course, evenly spread, with the first and the last."""
    if len(course) <= most:
        return course
    step = (len(course) - 1) / (most - 1)
    return [course[round(step * index)] for index in range(most)]
