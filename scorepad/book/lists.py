"""Sums of a list of games, each of which one player plays alone."""

from operator import add
from typing import NamedTuple

from scorepad.book.scoresheet import Line, Scoresheet
from scorepad.games.protocols import Entered, KeepsList


class Listed(NamedTuple):
    """Somebody's sums in a list: games won and lost, those that others lost while he sat there, the
    points of the games, and what is written besides."""

    won: int = 0
    lost: int = 0
    by_others: int = 0
    points: int = 0
    besides: int = 0

    def plus(self, other: "Listed") -> "Listed":
        """Return the sums of two lists together."""
        return Listed(*map(add, self, other))


def is_list(score: Scoresheet) -> bool:
    """Return whether a sheet is kept as a list."""
    return isinstance(score.record.game, KeepsList)


def entered_on(score: Scoresheet, line: Line) -> Entered | None:
    """Return a hand as the list has it; None where there is no list, or nobody played alone."""
    game = score.record.game
    if line.score is None or not isinstance(game, KeepsList):
        return None
    return game.entered(line.record.hand, line.table, line.score)


def listed_on(score: Scoresheet, first: int = 0, last: int | None = None) -> list[Listed]:
    """Return everybody's sums after some hands of a list, by seat."""
    sums = [Listed()] * len(score.record.names)
    for line in score.lines[first:last]:
        entered = entered_on(score, line)
        for seat in line.table.seats if line.score is not None else ():
            besides, won = (entered.bonus[seat], entered.won) if entered else (0, None)
            own = entered is not None and entered.spieler == seat
            sums[seat] = sums[seat].plus(Listed(
                own and won is True, own and won is False, not own and won is False,
                line.points[seat] - besides, besides))
    return sums


def fees_on(score: Scoresheet) -> list[int]:
    """Return the cents that everybody's lost games cost into the club's purse, by seat; empty where
    nobody pays any."""
    game = score.record.game
    fees = [game.fee(score.rules, sums.lost) for sums in listed_on(score)] \
        if isinstance(game, KeepsList) else []
    return fees if any(fees) else []
