"""The payment of a hand: how much, and from the pot or from the players (S1, 183–221).

RULINGS, where the source is silent. Within one hand the pot pays the won game first, then the
Füchse, then the Karlchen, each as far as it reaches; what it cannot pay in full it shares equally
among those it owes, odd cents to the first of them in seat order. The Karlchen is paid like a won
game: to each of its side, or once to the side. An empty pot pays nothing and owes nothing later.
Füchse and Karlchen count at 120 to 120, too, and nothing but the solo counts in a solo.
"""

from typing import NamedTuple

from scorepad.games.doppelkopf import Side, players_of, standing
from scorepad.games.game import HandScore
from scorepad.games.kasse.faults import PLAYERS, SEATS
from scorepad.games.kasse.hand import Hammelrennen, Hand, Nachzahlung, Normal, Solo
from scorepad.games.kasse.rules import FuchsFrom, KasseRules, Pay
from scorepad.games.money import shared
from scorepad.games.table import Seat
from scorepad.games.tally import Points

SOLO_LOST = 2
"""The factor of a lost solo: a soloist who loses pays double (S1, 194–197)."""

STEPS = ("", "Schneider", "schwarz")


class Won(NamedTuple):
    """The winner of a game of two against two, and how high: 0 plainly, 1 Schneider, 2 schwarz."""

    side: Side
    step: int


class Payment(NamedTuple):
    """A debt of the pot.

    what: the reason; seats: who is owed it, in equal parts; times: the base amounts of a share;
    shares: their number.
    """

    what: str
    seats: tuple[Seat, ...]
    times: int
    shares: int

    def cents(self, base: int) -> int:
        """Return the whole debt in cents, with base amounts of `base` cents."""
        return self.times * self.shares * base


def won(hand: Normal) -> Won | None:
    """Return who won; None at 120 to 120.

    S1, 150–155: with 121 Augen a game is won, and Schneider if the others have less than 60.
    """
    behind, depth = standing(hand.result)
    if behind is None:
        return None
    if hand.nur_alten and behind is Side.RE:
        return Won(Side.KONTRA, 2)
    return Won(behind.other, 2 if depth == 4 else 1 if depth >= 2 else 0)


def worth(came: Won, rules: KasseRules) -> int:
    """Return the base amounts that a won game is worth (S1, 188–194)."""
    if came.side is Side.RE:
        return came.step + 1
    return (2, rules.kontra_schneider, rules.kontra_schwarz)[came.step]


def payments(hand: Hand, rules: KasseRules) -> tuple[Payment, ...]:
    """Return what the pot owes for a hand, in the order in which it pays.

    Only a game of two against two has debts: a Hammelrennen is played for what there is.
    """
    if not isinstance(hand, Normal):
        return ()
    shares = 2 if rules.pay == Pay.EACH else 1
    found, came = [], won(hand)
    if came is not None:
        found.append(Payment(f"{came.side.value.capitalize()} {STEPS[came.step]}".strip(),
                             players_of(came.side, hand.re, SEATS), worth(came, rules), shares))
    if hand.fuchs and rules.fuchs == FuchsFrom.POT:
        caught = tuple([fuchs.faenger for fuchs in hand.fuchs])
        found.append(Payment("Fuchs", caught, 1, len(caught)))
    if hand.karlchen is not None:
        found.append(Payment("Karlchen", players_of(hand.karlchen, hand.re, SEATS), 1, shares))
    return tuple(found)


def paid(owed: tuple[Payment, ...], base: int, pot: int) -> list[int]:
    """Return the cents that a pot of `pot` cents pays for each debt, one after the other."""
    found = []
    for payment in owed:
        found.append(min(pot, payment.cents(base)))
        pot -= found[-1]
    return found


def from_pockets(hand: Hand, rules: KasseRules, base: int) -> Points:
    """Return what the players pay each other or into the pot, in cents."""
    if isinstance(hand, Nachzahlung):
        return (-hand.betraege * base,) * PLAYERS
    points = [0] * PLAYERS
    if isinstance(hand, Solo):
        each = (1 if hand.gewonnen else -SOLO_LOST) * base << hand.kontra
        points = [each * (PLAYERS - 1) if seat in hand.re else -each for seat in SEATS]
    elif isinstance(hand, Normal) and rules.fuchs == FuchsFrom.LOSER:
        for faenger, verlierer in hand.fuchs:
            points[faenger] += base
            points[verlierer] -= base
    return tuple(points)


def score_of(hand: Hand, rules: KasseRules, base: int, pot: int) -> HandScore:
    """Return the score of a verified hand, with `pot` cents in the pot."""
    columns = [from_pockets(hand, rules, base)]
    if isinstance(hand, Hammelrennen):
        columns.append(shared(pot, (hand.sieger,), PLAYERS))
    owed = payments(hand, rules)
    columns += [shared(cents, payment.seats, PLAYERS)
                for payment, cents in zip(owed, paid(owed, base, pot))]
    points = tuple(map(sum, zip(*columns)))
    marks = tuple([int(isinstance(hand, Solo) and seat in hand.re) for seat in SEATS])
    topping_up = isinstance(hand, Nachzahlung)
    return HandScore(points, marks, same_dealer=topping_up, counted=not topping_up)
