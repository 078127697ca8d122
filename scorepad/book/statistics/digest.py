"""The digest of one sheet: totals of its hands by seat, made quickly for long sheets."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorepad.book.record import HandRecord
from scorepad.book.scoresheet import Scoresheet
from scorepad.games.feats import Deed
from scorepad.games.game import Game, HandScore, Points, Rules, Seat, Table

WON, LOST, EVEN, AWAY = "+-=."
"""The letters of a `course`, each the result of a hand for a player; AWAY: he did not play it, or
it does not count."""

Played = tuple[HandRecord, Table[Rules], HandScore | None]
"""A hand of a sheet, the table that played it, and its score, None where it scores nothing."""

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

    def and_then(self, more: "Figures", low_is_good: bool) -> "Figures":
        """Return the figures of these hands and later ones of the same game together."""
        better, worse = (min, max) if low_is_good else (max, min)
        return Figures(
            self.hands + more.hands, self.won + more.won, self.lost + more.lost,
            self.points + more.points, _either(better, self.best, more.best),
            _either(worse, self.worst, more.worst), self.course + more.course)


@dataclass(frozen=True, slots=True)
class SheetDigest:
    """The totals of a sheet.

    hands, matches: how many of it were looked at; figures, deeds, matches_won, matches_lost: by
    seat; payout: cents that each seat receives, None where nothing was at stake.
    """

    hands: int
    figures: tuple[Figures, ...]
    deeds: tuple[Deeds, ...]
    matches: int
    matches_won: Points
    matches_lost: Points
    payout: Points | None


def digest(game: Game[Any, Any], size: int, played: Sequence[Played],
           before: SheetDigest | None = None) -> SheetDigest:
    """Return the digest of hands for a roster of `size`, added to those of the digest `before`.

    Matches and money are not in it yet: see `with_matches`.
    """
    figures, deeds = _figures(game, size, played), _deeds(game, size, played)
    hands = len(played)
    if before is not None:
        hands += before.hands
        figures = tuple([old.and_then(new, game.low_is_good)
                         for old, new in zip(before.figures, figures)])
        deeds = tuple([added(old, new) for old, new in zip(before.deeds, deeds)])
    nothing = (0,) * size
    return SheetDigest(hands, figures, deeds, 0, nothing, nothing, None)


def with_matches(found: SheetDigest, score: Scoresheet,
                 before: SheetDigest | None = None) -> SheetDigest:
    """Return the digest with the matches won and lost on the sheet, and what it pays.

    before: the digest of fewer hands, whose matches are not counted again.
    """
    nothing = (0,) * len(found.figures)
    counted, won, lost = 0, [*nothing], [*nothing]
    if before is not None:
        counted, won, lost = before.matches, [*before.matches_won], [*before.matches_lost]
    for match in score.matches[counted:]:
        if (winner := match.outcome.winner) is not None:
            won[winner] += 1
        if (loser := match.outcome.loser) is not None:
            lost[loser] += 1
    return SheetDigest(found.hands, found.figures, found.deeds, len(score.matches), tuple(won),
                       tuple(lost), score.payout)


def added(one: Deeds, other: Deeds) -> Deeds:
    """Return the sum of both."""
    if not one or not other:
        return one or other
    return {what: one.get(what, 0) + other.get(what, 0) for what in {**one, **other}}


# --- hands --------------------------------------------------------------------------------------


def _figures(game: Game[Any, Any], size: int, played: Sequence[Played]) -> tuple[Figures, ...]:
    winners, low_is_good = game.winners, game.low_is_good
    good, bad = (min, max) if low_is_good else (max, min)
    away = AWAY * size
    letters = [away if score is None else
               _letters(score.points, table.active, winners(record.hand, table, score), low_is_good)
               for record, table, score in played]
    columns: list[Sequence[int]] = \
        list(zip(*[score.points for _, _, score in played if score is not None])) or [()] * size
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


def _deeds(game: Game[Any, Any], size: int, played: Sequence[Played]) -> tuple[Deeds, ...]:
    feats = game.feats
    found = Counter([feats(record.hand, table, score)
                     for record, table, score in played if score is not None])
    found.pop((), None)
    deeds: list[Counter[tuple[Deed, bool | None]]] = [Counter() for _ in range(size)]
    for of_hand, count in found.items():
        for seat, deed, won in of_hand:
            deeds[seat][deed, won] += count
    return tuple([dict(each) for each in deeds])


def _either(choose: Callable[[int, int], int], one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return one if other is None else other
    return choose(one, other)
