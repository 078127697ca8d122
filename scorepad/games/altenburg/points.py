"""The points that everybody writes for a hand, and how Böcke multiply them (S2, Berechnungen;
S2, Böcke)."""

from scorepad.games.altenburg.faults import ACTIVE
from scorepad.games.altenburg.hand import Hand, Side
from scorepad.games.altenburg.rules import AltenburgRules, BockCovers
from scorepad.games.altenburg.value import bockrunden, worth
from scorepad.games.base import HandScore, Points, Table


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
    sign = -1 if came.winner is Side.KONTRA else 1
    extras, of_each = sign * sum(came.extras), signs(hand, table)
    whole = sign * came.value + extras
    undoubled = tuple([each * extras for each in of_each]) \
        if table.rules.bock_covers == BockCovers.VALUE else None
    return HandScore(tuple([each * whole for each in of_each]),
                     (0,) * len(of_each), rounds=bockrunden(came.gruende, table.rules),
                     undoubled=undoubled)


def multiplied(score: HandScore, factor: int) -> HandScore:
    """Return the score with its points times `factor`, except those that nothing doubles."""
    aside = score.undoubled or (0,) * len(score.points)
    return score._replace(factor=factor, points=tuple([
        (point - part) * factor + part for point, part in zip(score.points, aside)]))
