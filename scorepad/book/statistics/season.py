"""The course of a season: what everybody has come to after each evening."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date as Date
from typing import NamedTuple

from scorepad.book.statistics import Course, SheetPage


class Season(NamedTuple):
    """Everybody's course over the evenings looked at.

    days: of those evenings, in order of time; courses: by player id, pairs of a number of evenings
    and what there is after them, from before the player's first one on; currency: of cents, empty
    for points; decimals: how many digits of points stand behind the decimal point; low_is_good:
    whether few points are good.
    """

    days: tuple[Date, ...]
    courses: Mapping[str, Course]
    currency: str = ""
    decimals: int = 0
    low_is_good: bool = False


def season_of(pages: Sequence[SheetPage]) -> Season | None:
    """Return the course of the money of which most was won and lost; of the points of the only
    game, if nothing was played for; None without either, or on one evening only. pages: in order
    of time."""
    currency = most_turned(pages)
    kinds = {(page.game, page.decimals) for page in pages if _points(page)}
    if not currency and len(kinds) != 1:
        return None
    evenings: dict[str, tuple[Date, Counter[str]]] = {}
    for page in pages:
        if found := _money(page, currency) if currency else _points(page):
            _, sums = evenings.setdefault(page.evening, (page.date, Counter()))
            for player, amount in found:
                sums[player] += amount
    if len(evenings) < 2:
        return None
    days = tuple([day for day, _ in evenings.values()])
    courses = _courses([sums for _, sums in evenings.values()])
    if currency:
        return Season(days, courses, currency)
    [(game, decimals)] = kinds
    return Season(days, courses, "", decimals, game.low_is_good)


def most_turned(pages: Sequence[SheetPage]) -> str:
    """Return the currency in which most was won and lost, empty where nothing was."""
    turned: Counter[str] = Counter()
    for page in pages:
        turned[page.currency] += sum(map(abs, page.digest.payout or ()))
    return max([currency for currency, cents in turned.items() if cents],
               key=lambda currency: (turned[currency], currency), default="")


def _money(page: SheetPage, currency: str) -> list[tuple[str, int]]:
    if page.digest.payout is None or page.currency != currency:
        return []
    return list(zip(page.players, page.digest.payout))


def _points(page: SheetPage) -> list[tuple[str, int]]:
    return [(player, figures.points) for player, figures in zip(page.players, page.digest.figures)
            if figures.hands]


def _courses(evenings: Sequence[Counter[str]]) -> dict[str, list[tuple[int, int]]]:
    """Return everybody's sums after each evening; who is not there keeps what he has."""
    courses: dict[str, list[tuple[int, int]]] = {}
    for number, sums in enumerate(evenings, 1):
        for player in sums:
            courses.setdefault(player, [(number - 1, 0)])
        for player, course in courses.items():
            course.append((number, course[-1][1] + sums[player]))
    return courses
