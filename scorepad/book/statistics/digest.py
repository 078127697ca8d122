"""The digest of one sheet: totals of its hands by seat, and its points hand after hand."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorepad.book.scoresheet import Line, Scoresheet
from scorepad.games.game import Game, Points, Seat
from scorepad.games.protocols import Deed

WON, LOST, EVEN, AWAY = "+-=."
"""The letters of a `course`, each the result of a hand for a player; AWAY: he did not play it, or
it does not count."""

Deeds = Mapping[tuple[Deed, bool | None], int]
"""Counts of what a player did, by deed and whether it went well (None: not applicable)."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The totals of a player's hands of one game.

    hands: played and counted, of which `won` and `lost`; points: of all of them together; best,
    worst: points of one hand, None before the first; course: a letter for each hand of the sheet.
    """

    hands: int = 0
    won: int = 0
    lost: int = 0
    points: int = 0
    best: int | None = None
    worst: int | None = None
    course: str = ""


@dataclass(frozen=True, slots=True)
class SheetDigest:
    """The totals of a sheet.

    figures, deeds, matches_won, matches_lost: by seat; payout: cents that each seat receives, None
    where nothing was at stake; owed: the duty solos that each seat has yet to play, empty where
    there is no such duty.
    """

    figures: tuple[Figures, ...]
    deeds: tuple[Deeds, ...]
    matches_won: Points
    matches_lost: Points
    payout: Points | None
    owed: Points = ()


def digest(sheet: Scoresheet) -> SheetDigest:
    """Return the digest of a sheet."""
    game, size = sheet.record.game, len(sheet.record.names)
    won, lost = [0] * size, [0] * size
    for match in sheet.matches:
        if (winner := match.outcome.winner) is not None:
            won[winner] += 1
        for loser in match.outcome.losers:
            lost[loser] += 1
    return SheetDigest(_figures(game, size, sheet.lines), _deeds(game, size, sheet.lines),
                       tuple(won), tuple(lost), sheet.payout, game.owed(sheet.tally, sheet.rules))


# --- hands --------------------------------------------------------------------------------------


def _figures(game: Game[Any, Any], size: int, lines: Sequence[Line]) -> tuple[Figures, ...]:
    winners, low_is_good = game.winners, game.low_is_good
    good, bad = (min, max) if low_is_good else (max, min)
    away = AWAY * size
    letters = [away if score is None else
               _letters(score.points, table.active, winners(record.hand, table, score), low_is_good)
               for record, table, score, *_ in lines]
    columns: list[Sequence[int]] = \
        list(zip(*[line.points for line in lines if line.score is not None])) or [()] * size
    text, counting = "".join(letters), "".join([each for each in letters if each is not away])
    made = []
    for seat, whole in enumerate(columns):
        course, own = text[seat::size], counting[seat::size]
        column = whole if AWAY not in own else [
            points for points, letter in zip(whole, own) if letter != AWAY]
        made.append(Figures(len(column), own.count(WON), own.count(LOST), sum(column),
                            good(column, default=None), bad(column, default=None), course))
    return tuple(made)


@lru_cache(maxsize=1 << 15)
def _letters(points: Points, active: tuple[Seat, ...], winners: tuple[Seat, ...] | None,
             low_is_good: bool) -> str:
    """Return the result of a hand, a letter for each seat. Cached: most results recur."""
    letters = [AWAY] * len(points)
    together, count = sum([points[seat] for seat in active]), len(active)
    for seat in active:
        if winners is None:
            ahead = (points[seat] * count - together) * (-1 if low_is_good else 1)
        else:
            ahead = 0 if not winners else 1 if seat in winners else -1
        letters[seat] = WON if ahead > 0 else LOST if ahead < 0 else EVEN
    return "".join(letters)


def _deeds(game: Game[Any, Any], size: int, lines: Sequence[Line]) -> tuple[Deeds, ...]:
    feats = game.feats
    found = Counter([feats(record.hand, table, score)
                     for record, table, score, *_ in lines if score is not None])
    found.pop((), None)
    deeds: list[Counter[tuple[Deed, bool | None]]] = [Counter() for _ in range(size)]
    for of_hand, count in found.items():
        for seat, deed, won in of_hand:
            deeds[seat][deed, won] += count
    return tuple([dict(each) for each in deeds])


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
