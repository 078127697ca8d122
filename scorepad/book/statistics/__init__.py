"""Statistics: the totals of everybody's hands, matches, money and stars, by year and game.

`digest` counts one sheet; `records` adds sheets up. Nothing of it is stored.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date as Date
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from scorepad.book.scoresheet import Line, Match, Scoresheet
from scorepad.games.game import Game, Points, Seat
from scorepad.games.protocols import Deed

WON, LOST, EVEN, AWAY = "+-=."
"""The letters of a `course`, each the result of a hand for a player; AWAY: they did not play it, or
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
    there is no such duty; partners: hands won and lost by two seats together, of those in which two
    played against two; sided: for each hand, whether a side has won it, and not the better points.
    """

    figures: tuple[Figures, ...]
    deeds: tuple[Deeds, ...]
    matches_won: Points
    matches_lost: Points
    payout: Points | None
    owed: Points = ()
    partners: Mapping[tuple[Seat, Seat], "Sides"] = field(default_factory=dict)
    sided: tuple[bool, ...] = ()


def digest(sheet: Scoresheet) -> SheetDigest:
    """Return the digest of a sheet."""
    game, size = sheet.record.game, len(sheet.record.names)
    won, lost = [0] * size, [0] * size
    for match in sheet.matches:
        if (winner := match.outcome.winner) is not None:
            won[winner] += 1
        for loser in match.outcome.losers:
            lost[loser] += 1
    winners = [None if line.score is None or not line.score.counted else
               game.winners(line.record.hand, line.table, line.score) for line in sheet.lines]
    return SheetDigest(_figures(game, size, sheet.lines, winners), _deeds(game, size, sheet.lines),
                       tuple(won), tuple(lost), sheet.payout, game.owed(sheet.tally, sheet.rules),
                       _partners(sheet.lines, winners), tuple([won is not None for won in winners]))


Winners = Sequence[tuple[Seat, ...] | None]
"""The seats that have won each hand, None where the points say who has."""


def _figures(game: Game[Any, Any], size: int, lines: Sequence[Line],
             winners: Winners) -> tuple[Figures, ...]:
    good, bad = (min, max) if game.low_is_good else (max, min)
    letters = [_letters(game, line, won) for line, won in zip(lines, winners)]
    made = []
    for seat in range(size):
        course = "".join([each[seat] for each in letters])
        own = [line.points[seat] for line, letter in zip(lines, course) if letter != AWAY]
        made.append(Figures(len(own), course.count(WON), course.count(LOST), sum(own),
                            good(own, default=None), bad(own, default=None), course))
    return tuple(made)


def _letters(game: Game[Any, Any], line: Line, winners: tuple[Seat, ...] | None) -> list[str]:
    """Return the result of a hand, a letter for each seat."""
    letters, points, active = [AWAY] * len(line.points), line.points, line.table.active
    if line.score is None or not line.score.counted:
        return letters
    together = sum([points[seat] for seat in active])
    for seat in active:
        if winners is None:
            ahead = (points[seat] * len(active) - together) * (-1 if game.low_is_good else 1)
        else:
            ahead = 0 if not winners else 1 if seat in winners else -1
        letters[seat] = WON if ahead > 0 else LOST if ahead < 0 else EVEN
    return letters


def _deeds(game: Game[Any, Any], size: int, lines: Sequence[Line]) -> tuple[Deeds, ...]:
    deeds: list[Counter[tuple[Deed, bool | None]]] = [Counter() for _ in range(size)]
    for line in lines:
        if line.score is not None:
            for seat, deed, won, amount in game.feats(line.record.hand, line.table, line.score):
                _count(deeds[seat], deed, won, amount)
    return tuple([dict(each) for each in deeds])


def _count(deeds: Counter[tuple[Deed, bool | None]], deed: Deed, won: bool | None,
           amount: int) -> None:
    """Add an amount to those of a deed."""
    so_far = deeds[deed, won]
    deeds[deed, won] = max(so_far, amount) if deed.most else so_far + amount


def _partners(lines: Sequence[Line], winners: Winners) -> dict[tuple[Seat, Seat], "Sides"]:
    found: dict[tuple[Seat, Seat], Sides] = {}
    for line, won in zip(lines, winners):
        if won is None or len(won) != 2 or len(line.table.active) != 4:
            continue
        for way in (1, -1):
            one, other = sorted([seat for seat in line.table.active if (seat in won) is (way == 1)])
            found[one, other] = found.get((one, other), Sides()).plus(way)
    return found


Course = Sequence[tuple[int, int]]
"""Pairs of a number of hands on the sheet and the points after them, over all its Partien."""


def courses(sheet: Scoresheet, match: Match | None = None) -> dict[Seat, Course]:
    """Return the course of all who sat at the table, from before the first hand each could play;
    the end of a Partie resets no points. match: the only Partie to look at."""
    found: dict[Seat, list[tuple[int, int]]] = {}
    totals = [0] * len(sheet.record.names)
    first, last = (match.first_hand, match.last_hand) if match else (1, None)
    for number, line in enumerate(sheet.lines[first - 1:last], first):
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


class SheetPage(NamedTuple):
    """A sheet as the statistics read it.

    evening, sheet, players: ids; decimals: how many digits of its points stand behind the decimal
    point.
    """

    evening: str
    date: Date
    sheet: str
    game: Game[Any, Any]
    players: tuple[str, ...]
    currency: str
    decimals: int
    digest: SheetDigest

    def figures_of(self, player: str) -> list[tuple[int, Figures]]:
        """Return a player's figures, each with its seat; one player may have two seats."""
        return [(seat, self.digest.figures[seat]) for seat, own in enumerate(self.players)
                if own == player]


class Sides(NamedTuple):
    """The amounts won and lost, both 0 or more; money in cents."""

    won: int = 0
    lost: int = 0

    @property
    def balance(self) -> int:
        """The difference: what was won less what was lost."""
        return self.won - self.lost

    def plus(self, amount: int) -> "Sides":
        """Return the amounts with one more, won or, below 0, lost."""
        return Sides(self.won + max(amount, 0), self.lost + max(-amount, 0))


class PointFigures(NamedTuple):
    """Points of hands of one game: of all together, and of the best and the worst of them.

    decimals: how many digits stand behind the decimal point.
    """

    sum: int
    hands: int
    best: int
    worst: int
    decimals: int = 0

    @property
    def average(self) -> Fraction:
        """The points per hand, exactly."""
        return Fraction(self.sum, self.hands)


@dataclass(frozen=True)
class Record:
    """The results of a player in the hands looked at.

    player: an id; run_won, run_lost: the most hands won or lost in a row; points: None without
    hands, and where they are of several games, whose points do not compare; money: by currency,
    counted by evening; stars: what was given, and what was taken off; evenings_won: those on which
    nobody's points in a game were as good, counted for each game; owed: duty solos still to be
    played; partners: by the ids of the others, hands won and lost together, two against two.
    """

    player: str
    evenings: int
    hands: int
    won: int
    lost: int
    run_won: int
    run_lost: int
    points: PointFigures | None
    deeds: Deeds
    matches_won: int
    matches_lost: int
    money: Mapping[str, Sides]
    stars: Sides = Sides()
    evenings_won: int = 0
    owed: int = 0
    partners: Mapping[str, Sides] = field(default_factory=dict)

    def solos(self, won: bool) -> int:
        """Return how many games played alone were won (or, if `won` is False, lost)."""
        return sum(count for (deed, well), count in self.deeds.items()
                   if deed.solo and well is won)


class Month(NamedTuple):
    """A player's results in a month: hands won and lost, cents by currency, below 0 for paid."""

    first: Date
    hands: Sides
    money: Mapping[str, int]


class Run(NamedTuple):
    """The most hands in a row; first, last: each the index of its sheet among those looked at, and
    the hand on it, counted from 1."""

    length: int
    first: tuple[int, int]
    last: tuple[int, int]


def records(pages: Sequence[SheetPage],
            stars: Iterable[tuple[str, int]] = ()) -> dict[str, Record]:
    """Return everybody's record, by player id.

    pages: the sheets in order of time; stars: amounts of stars, each with its player.
    """
    sides: defaultdict[str, Sides] = defaultdict(Sides)
    for player, count in stars:
        sides[player] = sides[player].plus(count)
    parts: defaultdict[str, list[tuple[SheetPage, int]]] = defaultdict(list)
    for page in pages:
        for seat, player in enumerate(page.players):
            parts[player].append((page, seat))
    evenings_won = Counter(_winners_of_evenings(pages))
    found = {player: _record(player, parts[player], sides[player], evenings_won[player])
             for player in (*parts, *sides)}
    return {player: record for player, record in found.items()
            if record.hands or any(record.stars) or any(map(any, record.money.values()))}


def longest_run(pages: Sequence[SheetPage], player: str, letter: str) -> Run | None:
    """Return the first of a player's longest runs, or None. pages: the sheets to look at, in order
    of time; player: an id; letter: `WON` or `LOST`."""
    hands = [(result, (index, number)) for index, page in enumerate(pages)
             for _, figures in page.figures_of(player)[:1]
             for number, result in enumerate(figures.course, 1) if result != AWAY]
    runs = [[place for _, place in run] for result, run in groupby(hands, itemgetter(0))
            if result == letter]
    longest = max(runs, key=len, default=None)
    return None if longest is None else Run(len(longest), longest[0], longest[-1])


def months(pages: Sequence[SheetPage], player: str) -> tuple[Month, ...]:
    """Return the months in which a player played, in order of time."""
    parts: defaultdict[Date, list[tuple[SheetPage, int]]] = defaultdict(list)
    for page in pages:
        for seat, figures in page.figures_of(player):
            if figures.hands:
                parts[page.date.replace(day=1)].append((page, seat))
    found = []
    for first, own in sorted(parts.items()):
        played = [page.digest.figures[seat] for page, seat in own]
        hands = Sides(sum([each.won for each in played]), sum([each.lost for each in played]))
        found.append(Month(first, hands, {
            currency: sides.balance for currency, sides in _money(own).items()}))
    return tuple(found)


def _winners_of_evenings(pages: Sequence[SheetPage]) -> Iterator[str]:
    """Yield for each evening and game who has the best points of all, nobody where several have.
    Points of different kinds, such as cents and base amounts, do not compare either."""
    evenings: defaultdict[tuple[str, str, int], Counter[str]] = defaultdict(Counter)
    low_is_good = {page.game.key: page.game.low_is_good for page in pages}
    for page in pages:
        totals = evenings[page.evening, page.game.key, page.decimals]
        for player, figures in zip(page.players, page.digest.figures):
            if figures.hands:
                totals[player] += figures.points
    for (_, game, _), totals in evenings.items():
        best = (min if low_is_good[game] else max)(totals.values(), default=None)
        winners = [player for player, points in totals.items() if points == best]
        if len(winners) == 1:
            yield winners[0]


def _record(player: str, parts: Sequence[tuple[SheetPage, int]], stars: Sides,
            evenings_won: int) -> Record:
    figures = [page.digest.figures[seat] for page, seat in parts]
    course = "".join([each.course for each in figures])
    deeds: Counter[tuple[Deed, bool | None]] = Counter()
    partners: dict[str, Sides] = {}
    for page, seat in parts:
        for (deed, well), amount in page.digest.deeds[seat].items():
            _count(deeds, deed, well, amount)
        for seats, (won, lost) in page.digest.partners.items():
            if seat in seats:
                other = page.players[sum(seats) - seat]
                partners[other] = partners.get(other, Sides()).plus(won).plus(-lost)
    return Record(
        player, len({page.evening for page, seat in parts if page.digest.figures[seat].hands}),
        sum([each.hands for each in figures]), sum([each.won for each in figures]),
        sum([each.lost for each in figures]), longest_in(course, WON), longest_in(course, LOST),
        _points(parts, figures), dict(deeds),
        sum([page.digest.matches_won[seat] for page, seat in parts]),
        sum([page.digest.matches_lost[seat] for page, seat in parts]), _money(parts), stars,
        evenings_won, sum([page.digest.owed[seat] for page, seat in parts if page.digest.owed]),
        partners)


def longest_in(course: str, letter: str) -> int:
    """Return the length of the longest run of a letter; hands not played do not break it."""
    return max(map(len, re.findall(f"{re.escape(letter)}+", course.replace(AWAY, ""))), default=0)


def _points(parts: Sequence[tuple[SheetPage, int]],
            figures: Sequence[Figures]) -> PointFigures | None:
    played = [each for each in figures if each.hands]
    kinds = {(page.game, page.decimals) for (page, _), each in zip(parts, figures) if each.hands}
    if len(kinds) != 1:
        return None
    game, decimals = kinds.pop()
    good, bad = (min, max) if game.low_is_good else (max, min)
    return PointFigures(sum([each.points for each in played]), sum([each.hands for each in played]),
                        good([each.best for each in played if each.best is not None]),
                        bad([each.worst for each in played if each.worst is not None]), decimals)


def _money(parts: Sequence[tuple[SheetPage, int]]) -> dict[str, Sides]:
    """Return what the settlements of the evenings gave and took, by currency."""
    evenings: defaultdict[tuple[str, str], int] = defaultdict(int)
    for page, seat in parts:
        if page.digest.payout is not None:
            evenings[page.evening, page.currency] += page.digest.payout[seat]
    money: dict[str, Sides] = {}
    for (_, currency), cents in evenings.items():
        money[currency] = money.get(currency, Sides()).plus(cents)
    return money
