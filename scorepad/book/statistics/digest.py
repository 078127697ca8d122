"""What the hands of one sheet come to for everybody on it, quickly for long sheets.

Most hands of a sheet are worth what others were, too: the same points for the same players. So
hands are counted by outcome first, and only different outcomes are looked at one by one.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorepad.book.record import HandRecord
from scorepad.book.scoresheet import Match, Scoresheet
from scorepad.games.base import Game, HandScore, Points, Seat, Table
from scorepad.games.feats import Deed

WON, LOST, EVEN, AWAY = "+-=."
"""What a hand was for a player, as one letter of a `course`; AWAY: he did not play it, or it does
not count."""

Played = tuple[HandRecord, Table, HandScore | None]
"""A hand of a sheet, who played it, and what it counted: None for nothing."""

Deeds = Mapping[tuple[Deed, bool | None], int]
"""How often somebody did what, and whether it went well."""


class _Outcome(NamedTuple):
    """All that a hand is counted by: what everybody wrote, who played, and who won where the
    game's rules say so."""

    points: Points
    active: tuple[Seat, ...]
    winners: tuple[Seat, ...] | None


@dataclass(frozen=True, slots=True)
class Figures:
    """What somebody's hands of one game come to.

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
        """These hands and later ones of the same game."""
        better, worse = (min, max) if low_is_good else (max, min)
        return Figures(
            self.hands + more.hands, self.won + more.won, self.lost + more.lost,
            self.points + more.points, _either(better, self.best, more.best),
            _either(worse, self.worst, more.worst), self.course + more.course)


@dataclass(frozen=True, slots=True)
class SheetDigest:
    """What is known of a sheet.

    hands: how many of it were looked at; figures, deeds: by seat; matches_won, matches_lost: by
    seat; payout: cents that each seat receives, None where nothing was at stake.
    """

    hands: int
    figures: tuple[Figures, ...]
    deeds: tuple[Deeds, ...]
    matches_won: Points
    matches_lost: Points
    payout: Points | None


def digest(game: Game[Any, Any], size: int, played: Sequence[Played],
           before: SheetDigest | None = None) -> SheetDigest:
    """The digest of hands for a roster of `size`; of more of them, with the digest `before`.

    It knows nothing yet of matches and money: see `with_matches`.
    """
    outcomes = _outcomes(game, played)
    figures, deeds = _figures(outcomes, size, game.low_is_good), _deeds(game, size, played)
    hands = len(played)
    if before is not None:
        hands += before.hands
        figures = tuple([old.and_then(new, game.low_is_good)
                         for old, new in zip(before.figures, figures)])
        deeds = tuple([added(old, new) for old, new in zip(before.deeds, deeds)])
    nothing = (0,) * size
    return SheetDigest(hands, figures, deeds, nothing, nothing, None)


def with_matches(found: SheetDigest, score: Scoresheet) -> SheetDigest:
    """The digest with how the matches of the sheet ended, and what it pays."""
    seats = range(len(found.figures))
    won, lost = (_count([each(match) for match in score.matches], seats)
                 for each in (_winner, _loser))
    return SheetDigest(found.hands, found.figures, found.deeds, won, lost, score.payout)


def added(one: Deeds, other: Deeds) -> Deeds:
    """Both together."""
    if not one or not other:
        return one or other
    return {what: one.get(what, 0) + other.get(what, 0) for what in {**one, **other}}


# --- hands --------------------------------------------------------------------------------------


def _outcomes(game: Game[Any, Any], played: Sequence[Played]) -> list[_Outcome | None]:
    """What every hand is counted by, None for one that does not count."""
    winners = game.winners
    return [None if score is None else (score[0], table.active, winners(record[0], table))
            for record, table, score in played]


def _figures(outcomes: Sequence[_Outcome | None], size: int,
             low_is_good: bool) -> tuple[Figures, ...]:
    counted = Counter(outcomes)
    counted.pop(None, None)
    letters: dict[_Outcome | None, str] = {
        outcome: _letters(outcome, size, low_is_good) for outcome in counted}
    letters[None] = AWAY * size
    text = "".join(map(letters.__getitem__, outcomes))
    good, bad = (min, max) if low_is_good else (max, min)
    made = []
    for seat in range(size):
        hands = points = 0
        written = set()
        for outcome, count in counted.items():
            if letters[outcome][seat] != AWAY:
                hands += count
                points += outcome[0][seat] * count
                written.add(outcome[0][seat])
        course = text[seat::size]
        made.append(Figures(hands, course.count(WON), course.count(LOST), points,
                            good(written, default=None), bad(written, default=None), course))
    return tuple(made)


def _letters(outcome: _Outcome, size: int, low_is_good: bool) -> str:
    """What the hand was for every seat."""
    points, active, winners = outcome
    letters = [AWAY] * size
    mean, count = sum([points[seat] for seat in active]), len(active)
    for seat in active:
        if winners is None:
            ahead = (points[seat] * count - mean) * (-1 if low_is_good else 1)
        else:
            ahead = 0 if not winners else 1 if seat in winners else -1
        letters[seat] = WON if ahead > 0 else LOST if ahead < 0 else EVEN
    return "".join(letters)


def _deeds(game: Game[Any, Any], size: int, played: Sequence[Played]) -> tuple[Deeds, ...]:
    feats = game.feats
    found = Counter([feats(record[0], table)
                     for record, table, score in played if score is not None])
    found.pop((), None)
    deeds: list[Counter[tuple[Deed, bool | None]]] = [Counter() for _ in range(size)]
    for of_hand, count in found.items():
        for seat, deed, won in of_hand:
            deeds[seat][deed, won] += count
    return tuple([dict(each) for each in deeds])


# --- matches ------------------------------------------------------------------------------------


def _winner(match: Match) -> Seat | None:
    return match.outcome.winner


def _loser(match: Match) -> Seat | None:
    return match.outcome.loser


def _count(found: Sequence[Seat | None], seats: range) -> Points:
    counted = Counter(found)
    return tuple([counted[seat] for seat in seats])


def _either(choose: Any, one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return one if other is None else other
    return choose(one, other)
