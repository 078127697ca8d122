"""What a hand is worth and who pays it: the pot, or the players (S1, 183–221).

RULINGS, where the source is silent. Within one hand the pot pays the won game first, then the
Füchse, then the Karlchen, each as far as it reaches; what it cannot pay in full it shares equally
among those it owes, odd cents to the first of them in seat order. The Karlchen pays like a won
game: each of its side, or the side. An empty pot pays nothing and is owed nothing later. Füchse
and Karlchen count at 120 to 120, too, and nothing but the solo counts in a solo.
"""

from typing import NamedTuple

from scorepad.games.base import HandScore, Points, Seat
from scorepad.games.doppelkopf import Side, standing
from scorepad.games.kasse.faults import PLAYERS
from scorepad.games.kasse.hand import Hammelrennen, Hand, Nachzahlung, Normal, Solo
from scorepad.games.kasse.rules import FuchsFrom, KasseRules, Pay
from scorepad.games.money import shared

SOLO_LOST = 2
"""A soloist who loses pays double (S1, 194–197)."""

STEPS = ("", "Schneider", "schwarz")


class Won(NamedTuple):
    """Who won a game of two against two, and how high: 0 plainly, 1 Schneider, 2 schwarz."""

    side: Side
    step: int


class Payment(NamedTuple):
    """What the pot owes for one thing. seats: whose it is in equal shares; times: base amounts a
    share, if the pot has them; shares: how many."""

    what: str
    seats: tuple[Seat, ...]
    times: int
    shares: int

    def cents(self, base: int) -> int:
        """All of it."""
        return self.times * self.shares * base


def won(hand: Normal) -> Won | None:
    """S1, 150–155: with 121 Augen a game is won, and Schneider where the others have less than 60.
    120 to 120 nobody wins."""
    behind, depth = standing(hand.result)
    if behind is None:
        return None
    if hand.nur_alten and behind is Side.RE:
        return Won(Side.KONTRA, 2)
    return Won(behind.other, 2 if depth == 4 else 1 if depth >= 2 else 0)


def worth(hand: Normal, rules: KasseRules) -> int:
    """A won game in base amounts (S1, 188–194)."""
    came = won(hand)
    if came is None:
        return 0
    if came.side is Side.RE:
        return came.step + 1
    return (2, rules.kontra_schneider, rules.kontra_schwarz)[came.step]


def side(re: tuple[Seat, ...], which: Side) -> tuple[Seat, ...]:
    """Who plays on a side, where these are Re."""
    return tuple([seat for seat in range(PLAYERS) if (seat in re) is (which is Side.RE)])


def payments(hand: Hand, rules: KasseRules) -> tuple[Payment, ...]:
    """What the pot owes for a hand, in the order in which it pays; nothing for a Hammelrennen,
    which is played for what there is."""
    if not isinstance(hand, Normal):
        return ()
    shares = 2 if rules.pay == Pay.EACH else 1
    found, came = [], won(hand)
    if came is not None:
        found.append(Payment(f"{came.side.value.capitalize()} {STEPS[came.step]}".strip(),
                             side(hand.re, came.side), worth(hand, rules), shares))
    if hand.fuchs and rules.fuchs == FuchsFrom.POT:
        caught = tuple([fuchs.faenger for fuchs in hand.fuchs])
        found.append(Payment("Fuchs", caught, 1, len(caught)))
    if hand.karlchen is not None:
        found.append(Payment("Karlchen", side(hand.re, hand.karlchen), 1, shares))
    return tuple(found)


def paid(owed: tuple[Payment, ...], base: int, pot: int) -> list[int]:
    """Cents that a pot pays for each of these, one after the other."""
    found = []
    for payment in owed:
        found.append(min(pot, payment.cents(base)))
        pot -= found[-1]
    return found


def from_pockets(hand: Hand, rules: KasseRules, base: int) -> Points:
    """What the players pay each other, or into the pot."""
    if isinstance(hand, Nachzahlung):
        return (-hand.betraege * base,) * PLAYERS
    points = [0] * PLAYERS
    if isinstance(hand, Solo):
        each = (1 if hand.gewonnen else -SOLO_LOST) * base << hand.kontra
        points = [each * (PLAYERS - 1) if seat in hand.re else -each for seat in range(PLAYERS)]
    elif isinstance(hand, Normal) and rules.fuchs == FuchsFrom.LOSER:
        for faenger, verlierer in hand.fuchs:
            points[faenger] += base
            points[verlierer] -= base
    return tuple(points)


def score_of(hand: Hand, rules: KasseRules, base: int, pot: int) -> HandScore:
    """The score of a hand that can have been played, with so much in the pot."""
    columns = [from_pockets(hand, rules, base)]
    if isinstance(hand, Hammelrennen):
        columns.append(shared(pot, (hand.sieger,), PLAYERS))
    owed = payments(hand, rules)
    columns += [shared(cents, payment.seats, PLAYERS)
                for payment, cents in zip(owed, paid(owed, base, pot))]
    points = tuple(map(sum, zip(*columns)))
    marks = tuple([int(isinstance(hand, Solo) and seat in hand.re) for seat in range(PLAYERS)])
    topping_up = isinstance(hand, Nachzahlung)
    return HandScore(points, marks, same_dealer=topping_up, counted=not topping_up)
