"""The payment of a hand, and the hand in words: how much, and from the pot or from the players.

RULINGS, where the source is silent. Within one hand the pot pays the won game first, then the
Füchse, then the Karlchen, each as far as it reaches; what it cannot pay in full it shares equally
among those it owes, odd cents to the first of them in seat order. The Karlchen is paid like a won
game: to each of its side, or once to the side, whose odd cents go to the one who got fewer of them
so far. An empty pot pays nothing and owes nothing later. Füchse and Karlchen count at 120 to 120,
too, and in a heimliches Solo, undoubled. A solo that the pot pays is worth the same as one that
the players pay: nobody pays in.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scorepad.games.doppelkopf import ALL, Augen, Side, Span, players_of, standing
from scorepad.games.game import HandScore
from scorepad.games.kasse.hand import (
    KONTRAS,
    PLAYERS,
    SEATS,
    Art,
    Fuchs,
    FuchsFrom,
    Hammelrennen,
    Hand,
    KasseRules,
    Nachzahlung,
    Normal,
    Pay,
    Solo,
    SoloPays,
    base_amount,
    in_pot,
)
from scorepad.games.money import shared, written
from scorepad.games.table import Points, Seat, Table

SOLO_LOST = 2
"""The factor of a lost solo: a soloist who loses pays double (S1, 194–197)."""

STEPS = ("", "Schneider", "schwarz")

ODD_CENT = 1 << 32
"""The worth of an odd cent among the marks of a seat, above its solos: both are counted there."""


class Won(NamedTuple):
    """The winner of a game of two against two, and how high: 0 plainly, 1 Schneider, 2 schwarz."""

    side: Side
    step: int


class Payment(NamedTuple):
    """A debt of the pot.

    what: the reason; seats: who is owed it, in equal parts; times: the base amounts of a share;
    shares: their number, 1 for several seats if it is owed to the side.
    """

    what: str
    seats: tuple[Seat, ...]
    times: int
    shares: int

    def cents(self, base: int) -> int:
        """Return the whole debt in cents, with base amounts of `base` cents."""
        return self.times * self.shares * base

    @property
    def evens_out(self) -> bool:
        """True if its odd cents go to whoever got fewer of them so far."""
        return self.shares < len(self.seats)


def solos_of(marks: Points) -> Points:
    """Return how many solos each seat has played."""
    return tuple([mark % ODD_CENT for mark in marks])


def won(hand: Normal) -> Won | None:
    """Return who won; None at 120 to 120. S1, 150–155: with 121 Augen a game is won, and Schneider
    if the others have less than 60."""
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
    """Return what the pot owes for a hand, in the order in which it pays: nothing for a
    Hammelrennen, which is played for what there is."""
    if not isinstance(hand, Normal | Solo):
        return ()
    found = list(_of_game(hand, rules))
    if hand.fuchs and rules.fuchs == FuchsFrom.POT:
        caught = tuple([fuchs.faenger for fuchs in hand.fuchs])
        found.append(Payment("Fuchs", caught, 1, len(caught)))
    if hand.karlchen is not None:
        found.append(_to_side("Karlchen", players_of(hand.karlchen, hand.re, SEATS), 1, rules))
    return tuple(found)


def _of_game(hand: Normal | Solo, rules: KasseRules) -> tuple[Payment, ...]:
    """Return what the pot owes for the game itself, extras aside."""
    if isinstance(hand, Solo):
        if rules.solo_pays != SoloPays.POT:
            return ()
        winners = players_of(Side.RE if hand.gewonnen else Side.KONTRA, hand.re, SEATS)
        times = PLAYERS - 1 if hand.gewonnen else SOLO_LOST
        return (Payment("Solo", winners, times << hand.kontra, len(winners)),)
    came = won(hand)
    if came is None:
        return ()
    return (_to_side(f"{came.side.value.capitalize()} {STEPS[came.step]}".strip(),
                     players_of(came.side, hand.re, SEATS), worth(came, rules), rules),)


def _to_side(what: str, seats: tuple[Seat, ...], times: int, rules: KasseRules) -> Payment:
    return Payment(what, seats, times, len(seats) if rules.pay == Pay.EACH else 1)


def paid(owed: tuple[Payment, ...], base: int, pot: int) -> list[int]:
    """Return the cents that a pot of `pot` cents pays for each debt, one after the other; base: the
    cents of a base amount."""
    found = []
    for payment in owed:
        found.append(min(pot, payment.cents(base)))
        pot -= found[-1]
    return found


def from_pockets(hand: Hand, rules: KasseRules, base: int) -> Points:
    """Return what the players pay each other or into the pot, in cents; base: of a base amount."""
    if isinstance(hand, Nachzahlung):
        return (-hand.betraege * base,) * PLAYERS
    points = [0] * PLAYERS
    if isinstance(hand, Solo) and rules.solo_pays == SoloPays.PLAYERS:
        each = (1 if hand.gewonnen else -SOLO_LOST) * base << hand.kontra
        points = [each * (PLAYERS - 1) if seat in hand.re else -each for seat in SEATS]
    if isinstance(hand, Normal | Solo) and rules.fuchs == FuchsFrom.LOSER:
        for faenger, verlierer in hand.fuchs:
            points[faenger] += base
            points[verlierer] -= base
    return tuple(points)


def score_of(hand: Hand, table: Table[KasseRules]) -> HandScore:
    """Return the score of a verified hand; its `why` are the debts of the pot, each with the cents
    that were paid for it."""
    rules, base, pot = table.rules, base_amount(table.stake), in_pot(table)
    columns = [from_pockets(hand, rules, base)]
    if isinstance(hand, Hammelrennen):
        columns.append(shared(pot, (hand.sieger,), PLAYERS))
    marks = [int(isinstance(hand, Solo) and seat in hand.re) for seat in SEATS]
    before = table.nothing if table.tally is None else table.tally.marks
    owed = payments(hand, rules)
    settled = tuple(zip(owed, paid(owed, base, pot)))
    for payment, cents in settled:
        columns.append(_evened(cents, payment.seats, before, marks)
                       if payment.evens_out else shared(cents, payment.seats, PLAYERS))
    points = tuple(map(sum, zip(*columns)))
    topping_up = isinstance(hand, Nachzahlung)
    return HandScore(points, tuple(marks), same_dealer=topping_up, counted=not topping_up,
                     why=settled)


def _evened(cents: int, seats: Sequence[Seat], before: Points, marks: list[int]) -> Points:
    """Return an amount in equal shares, its odd cents to those who got the fewest so far, equals
    in seat order; they are noted in `marks`. before: the marks before the hand."""
    share, odd = divmod(cents, len(seats))
    points = [share if seat in seats else 0 for seat in SEATS]
    for seat in sorted(seats, key=lambda seat: (before[seat] + marks[seat]) // ODD_CENT)[:odd]:
        points[seat] += 1
        marks[seat] += ODD_CENT
    return tuple(points)


SPLIT = f"{ALL // 2} : {ALL // 2}"

SOLI = {Art.ANGESAGT: "Solo", Art.HEIMLICH: "Heimliches Solo", Art.BUBE: "Buben-Solo"}
"""The names of the kinds of solos."""


def told(hand: Hand, table: Table[KasseRules], settled: Sequence[tuple[Payment, int]]) -> str:
    """Return what was paid, one thing after the other: `Kontra Schneider: 3 · 0.05 = 0.15`.
    settled: the debts of the pot, each with the cents that were paid for it."""
    reckon = _Reckoning(table)
    match hand:
        case Hammelrennen():
            return f"Hammelrennen: {reckon.amount(in_pot(table))}"
        case Nachzahlung(betraege=betraege):
            return f"Kasse: {reckon.product(PLAYERS, betraege)}"
    parts = []
    if isinstance(hand, Normal) and not won(hand):
        parts = [SPLIT]
    elif isinstance(hand, Solo) and table.rules.solo_pays == SoloPays.PLAYERS:
        parts = [f"{SOLI[hand.art]} {table.names[hand.re[0]]}: {reckon.solo(hand)}"]
    parts += [reckon.payment(payment, cents, hand) for payment, cents in settled]
    if table.rules.fuchs == FuchsFrom.LOSER:
        parts += [f"{_caught(fuchs, table.names)}: {reckon.amount(reckon.base)}"
                  for fuchs in hand.fuchs]
    return "; ".join(parts)


class _Reckoning:
    """Products of base amounts as this table would write them."""

    def __init__(self, table: Table[KasseRules]) -> None:
        self.names, self.base = table.names, base_amount(table.stake)
        self.decimals = 0 if table.stake is None else 2

    def amount(self, cents: int) -> str:
        return written(cents, self.decimals)

    def product(self, *factors: int, doublings: Sequence[str] = (), sign: int = 1) -> str:
        """Return `3 · 0.05 · 2 (Kontra) = 0.30`, or just the amount if nothing is multiplied."""
        total, shown = self.base << len(doublings), [each for each in factors if each != 1]
        for factor in shown:
            total *= factor
        base = [self.amount(self.base)] if self.decimals or not shown else []
        reckoned = [*map(str, shown), *base, *[f"2 ({name})" for name in doublings]]
        came_to = self.amount(sign * total)
        return came_to if len(reckoned) == 1 and sign > 0 \
            else f"{' · '.join(reckoned)} = {came_to}"

    def solo(self, hand: Solo, *, from_pot: bool = False) -> str:
        """Return what the soloist gets from all three, or pays; or what the pot pays instead."""
        factors = (PLAYERS - 1,) if hand.gewonnen else (PLAYERS - 1, SOLO_LOST)
        return self.product(*factors, doublings=KONTRAS[:hand.kontra],
                            sign=1 if hand.gewonnen or from_pot else -1)

    def payment(self, payment: Payment, cents: int, hand: Normal | Solo) -> str:
        """Return one share of a debt; where the pot was short, all of it and what was paid."""
        what, times, shares = payment.what, payment.times, payment.shares
        if isinstance(hand, Solo) and what == "Solo":
            told = f"{SOLI[hand.art]} {self.names[hand.re[0]]}: {self.solo(hand, from_pot=True)}"
            return told if cents == payment.cents(self.base) else f"{told} → {self.amount(cents)}"
        if what == "Fuchs":
            what = ", ".join(_caught(fuchs, self.names) for fuchs in hand.fuchs)
        elif hand.karlchen is not None and what == "Karlchen":
            what = f"Karlchen {hand.karlchen.value.capitalize()}"
        if cents == payment.cents(self.base):
            return f"{what}: {self.product(times)}"
        return f"{what}: {self.product(shares, times)} → {self.amount(cents)}"


def described(hand: Hand, names: Sequence[str]) -> str:
    """Return in words what was entered: `Anne + Bert · 131 · Karlchen Re`."""
    match hand:
        case Hammelrennen(sieger=sieger):
            return f"Hammelrennen {names[sieger]}"
        case Nachzahlung(betraege=betraege):
            return f"Kasse + {PLAYERS} · {betraege}"
    players = " + ".join(names[seat] for seat in hand.re)
    if isinstance(hand, Solo):
        said = [f"{SOLI[hand.art]} {players}", "gewonnen" if hand.gewonnen else "verloren",
                *KONTRAS[:hand.kontra][-1:]]
    else:
        said = [players, _result(hand.result), "nur Alte" if hand.nur_alten else ""]
    said += [*[_caught(fuchs, names) for fuchs in hand.fuchs],
             f"Karlchen {hand.karlchen.value.capitalize()}" if hand.karlchen else ""]
    return " · ".join(filter(None, said))


def _caught(fuchs: Fuchs, names: Sequence[str]) -> str:
    return f"Fuchs {names[fuchs.faenger]} ← {names[fuchs.verlierer]}"


def _result(result: Augen | Span | None) -> str:
    match result:
        case Augen(re=re, schwarz=schwarz):
            return f"{re} {schwarz.value.capitalize()} schwarz" if schwarz else str(re)
        case Span(seite=None):
            return SPLIT
        case Span(seite=Side() as side, unter=unter):
            return f"{side.value.capitalize()} {f'unter {unter}' if unter else 'schwarz'}"
    return ""
