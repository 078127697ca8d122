"""The points that everybody writes for a hand, and how Böcke multiply them (S2, Berechnungen;
S2, Böcke)."""

from scorepad.games.altenburg.faults import ACTIVE
from scorepad.games.altenburg.hand import Hand, Side
from scorepad.games.altenburg.rules import AltenburgRules, BockCovers
from scorepad.games.altenburg.value import Worth, worth
from scorepad.games.game import HandScore
from scorepad.games.multiplier import Multipliers, factor_of
from scorepad.games.table import Table
from scorepad.games.tally import Points


def signs(hand: Hand, table: Table[AltenburgRules]) -> Points:
    """Return what everybody writes for each point of the Re side: a soloist 3, each of two
    players 1, each opponent −1."""
    figures = [0] * len(table.names)
    for seat in table.active:
        figures[seat] = (ACTIVE - len(hand.re)) // len(hand.re) if seat in hand.re else -1
    return tuple(figures)


def score_of(hand: Hand, table: Table[AltenburgRules]) -> HandScore:
    """Return the score: each winner writes the value and each loser its negative, a soloist three
    times that."""
    came = worth(hand, table.rules)
    whole = (-1 if came.winner is Side.KONTRA else 1) * (came.value + sum(came.extras))
    return HandScore.of(tuple([each * whole for each in signs(hand, table)]), why=came)


def multiplied(score: HandScore, hand: Hand, table: Table[AltenburgRules],
               multipliers: Multipliers) -> HandScore:
    """Return the score with its points multiplied, or with all of them but the extras."""
    factor, aside = factor_of(multipliers), (0,) * len(score.points)
    if table.rules.bock_covers == BockCovers.VALUE:
        came: Worth = score.why
        extras = (-1 if came.winner is Side.KONTRA else 1) * sum(came.extras)
        aside = tuple([each * extras for each in signs(hand, table)])
    return score._replace(multipliers=multipliers, points=tuple([
        (point - part) * factor + part for point, part in zip(score.points, aside)]))
