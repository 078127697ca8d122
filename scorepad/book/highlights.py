"""The moments of an evening that people remember: the best hand, the worst, and the longest unlucky
run."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorepad.book.scoresheet import Scoresheet
from scorepad.book.statistics import LOST, digest, longest_in

SHORTEST = 3
"""The hands lost in a row from which that is a run."""


class Feat(NamedTuple):
    """A hand that stands out, and for whom. sheet: its index; hand: counted from 1."""

    names: tuple[str, ...]
    sheet: int
    hand: int


class Highlights(NamedTuple):
    """The best and the worst hand of an evening, and who lost most hands in a row, each None where
    there is none; `lost` counts those hands."""

    best: Feat | None
    worst: Feat | None
    unlucky: tuple[str, ...]
    lost: int


def highlights(sheets: Sequence[Scoresheet]) -> Highlights:
    """Return what stands out on the sheets of an evening.

    Points of two games do not compare: the hands are those of the game that was played most. A hand
    is as good for somebody as he is ahead of the others in it. It stands out only for those who are
    no more than half of its players: in most hands of Kalter Schlag all but one are well off.
    """
    played = Counter([sheet.record.game for sheet in sheets for _ in sheet.lines])
    most = max(played, key=played.__getitem__, default=None)
    found = [each for index, sheet in enumerate(sheets) if sheet.record.game is most
             for each in _feats(index, sheet)]
    best = max(found, key=lambda each: each[0], default=(0, None))
    worst = min(found, key=lambda each: each[0], default=(0, None))
    unlucky, lost = _unlucky(sheets)
    return Highlights(best[1] if best[0] > 0 else None, worst[1] if worst[0] < 0 else None,
                      unlucky, lost)


def _feats(index: int, sheet: Scoresheet) -> Iterator[tuple[int, Feat]]:
    """Yield how far players are ahead in each hand, or below 0 behind, and who they are."""
    names, sign = sheet.record.names, -1 if sheet.record.game.low_is_good else 1
    for number, line in enumerate(sheet.lines, 1):
        active = line.table.active
        together = sum([line.points[seat] for seat in active])
        ahead = {seat: sign * (line.points[seat] * len(active) - together) for seat in active}
        for amount in {*ahead.values()}:
            seats = [seat for seat in active if ahead[seat] == amount]
            if 2 * len(seats) <= len(active):
                yield amount, Feat(tuple([names[seat] for seat in seats]), index, number)


def _unlucky(sheets: Sequence[Scoresheet]) -> tuple[tuple[str, ...], int]:
    courses: dict[str, str] = {}
    for sheet in sheets:
        for name, figures in zip(sheet.record.names, digest(sheet).figures):
            courses[name] = courses.get(name, "") + figures.course
    runs = {name: longest_in(course, LOST) for name, course in courses.items()}
    most = max(runs.values(), default=0)
    if most < SHORTEST:
        return (), 0
    return tuple([name for name, run in runs.items() if run == most]), most
