"""The records of a club: the highest of everything, who holds it, and since when; and the course of
a season: what everybody has come to after each evening."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date as Date
from typing import NamedTuple

from scorepad.book.statistics import LOST, WON, Course, Record, Run, SheetPage, longest_run
from scorepad.games.protocols import Deed
from scorepad.i18n.message import N_


class Best(NamedTuple):
    """A record of the club; where several reached it, the first of them holds it.

    title: an English template; deed: what it counts, if a deed; player: an id; page: the sheet of
    it, or the first sheet of its evening; currency: of cents; run: for hands in a row; is_hand:
    whether it is the points of one hand.
    """

    title: str
    player: str
    amount: int
    page: SheetPage
    currency: str = ""
    deed: Deed | None = None
    run: Run | None = None
    is_hand: bool = False


MANY = 2
"""The fewest of a deed on one evening that are a record."""


def bests_of(pages: Sequence[SheetPage], records: Mapping[str, Record]) -> list[Best]:
    """Return the records of the sheets looked at; records: everybody's figures on them."""
    kinds = dict.fromkeys((page.game, page.decimals) for page in pages if any(
        figures.hands for figures in page.digest.figures))
    found = [best for game, decimals in kinds if (best := _highest_hand(
        [page for page in pages if (page.game, page.decimals) == (game, decimals)]))]
    found += [best for title, letter in ((N_("Won in a row"), WON), (N_("Lost in a row"), LOST))
              if (best := _longest_run(pages, records, title, letter))]
    found += _money(pages)
    if len({game for game, _ in kinds}) == 1:
        found += _deeds(pages)
    return found


def _highest_hand(pages: Sequence[SheetPage]) -> Best | None:
    """Return the hand of most points, good or bad, on sheets whose points compare."""
    best: Best | None = None
    for page in pages:
        for player, figures in zip(page.players, page.digest.figures):
            points = figures.worst if page.game.low_is_good else figures.best
            if (points or 0) > (best.amount if best else 0):
                best = Best(N_("Highest hand"), player, points or 0, page, is_hand=True)
    return best


def _longest_run(pages: Sequence[SheetPage], records: Mapping[str, Record], title: str,
                 letter: str) -> Best | None:
    lengths = {player: record.run_won if letter == WON else record.run_lost
               for player, record in records.items()}
    most = max(lengths.values(), default=0)
    runs = [(run, player) for player, length in lengths.items() if length == most > 1
            if (run := longest_run(pages, player, letter))]
    if not runs:
        return None
    run, player = min(runs, key=lambda each: each[0].last)
    return Best(title, player, run.length, pages[run.first[0]], run=run)


def _money(pages: Sequence[SheetPage]) -> Iterator[Best]:
    """Yield what was won and what was lost most on one evening."""
    currency = most_turned(pages)
    sums: Counter[tuple[str, str]] = Counter()
    first: dict[str, SheetPage] = {}
    for page in pages:
        for player, cents in _paid(page, currency):
            first.setdefault(page.evening, page)
            sums[page.evening, player] += cents
    for title, sign in ((N_("Most money won on an evening"), 1),
                        (N_("Most money lost on an evening"), -1)):
        (evening, player), cents = max(sums.items(), key=lambda each: each[1] * sign,
                                       default=(("", ""), 0))
        if cents * sign > 0:
            yield Best(title, player, cents * sign, first[evening], currency)


def _deeds(pages: Sequence[SheetPage]) -> Iterator[Best]:
    """Yield the most of each deed on one evening, or the highest amount of it."""
    sums: defaultdict[Deed, Counter[tuple[str, str]]] = defaultdict(Counter)
    first: dict[str, SheetPage] = {}
    for page in pages:
        first.setdefault(page.evening, page)
        for player, deeds in zip(page.players, page.digest.deeds):
            for (deed, _), amount in deeds.items():
                place = (page.evening, player)
                sums[deed][place] = max(sums[deed][place], amount) if deed.most else \
                    sums[deed][place] + amount
    for deed in sorted(sums, key=lambda deed: (deed.solo, deed.title)):
        (evening, player), amount = max(sums[deed].items(), key=lambda each: each[1])
        if amount >= MANY:
            yield Best(deed.title if deed.most else N_("{deed} on an evening"), player, amount,
                       first[evening], deed=deed)


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
        if found := _paid(page, currency) if currency else _points(page):
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


def _paid(page: SheetPage, currency: str) -> list[tuple[str, int]]:
    if page.digest.payout is None or page.currency != currency:
        return []
    return list(zip(page.players, page.digest.payout))


def _points(page: SheetPage) -> list[tuple[str, int]]:
    return [(player, figures.points) for player, figures in zip(page.players, page.digest.figures)
            if figures.hands]


def _courses(evenings: Sequence[Counter[str]]) -> dict[str, list[tuple[int, int]]]:
    """Return everybody's sums after each evening; those who are not there keep what they have."""
    courses: dict[str, list[tuple[int, int]]] = {}
    for number, sums in enumerate(evenings, 1):
        for player in sums:
            courses.setdefault(player, [(number - 1, 0)])
        for player, course in courses.items():
            course.append((number, course[-1][1] + sums[player]))
    return courses
