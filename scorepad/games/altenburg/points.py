"""The points that everybody writes for a hand, and how Böcke multiply them (S2, Berechnungen;
S2, Böcke)."""

from scorepad.games.altenburg.faults import ACTIVE
from scorepad.games.altenburg.hand import Hand, Side
from scorepad.games.altenburg.rules import AltenburgRules
from scorepad.games.altenburg.value import Worth, worth
from scorepad.games.bock import BockCovers
from scorepad.games.game import HandScore
from scorepad.games.multiplier import Multipliers, factor_of
from scorepad.games.table import Table
from scorepad.games.tally import Points


def written(points: int, winner: Side | None, hand: Hand, table: Table[AltenburgRules]) -> Points:
    """Return what everybody writes for so many points of the winner, or of Re where nobody wins: a
    soloist three times as many, each of two players as many, each opponent their negative."""
    of_re = -points if winner is Side.KONTRA else points
    times, figures = (ACTIVE - len(hand.re)) // len(hand.re), [0] * len(table.names)
    for seat in table.active:
        figures[seat] = times * of_re if seat in hand.re else -of_re
    return tuple(figures)


def score_of(hand: Hand, table: Table[AltenburgRules]) -> HandScore:
    """Return the score of a hand before any Bock."""
    came = worth(hand, table.rules)
    return HandScore.of(written(came.value + sum(came.extras), came.winner, hand, table), why=came)


def multiplied(score: HandScore, hand: Hand, table: Table[AltenburgRules],
               multipliers: Multipliers) -> HandScore:
    """Return the score with its points multiplied, or with all of them but the extras."""
    factor, aside = factor_of(multipliers), (0,) * len(score.points)
    if table.rules.bock_covers == BockCovers.VALUE:
        came: Worth = score.why
        aside = written(sum(came.extras), came.winner, hand, table)
    return score._replace(multipliers=multipliers, points=tuple([
        (point - part) * factor + part for point, part in zip(score.points, aside)]))
