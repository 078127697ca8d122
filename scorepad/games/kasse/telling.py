"""A hand of Doppelkopf with a common pot in words: what was entered, and how it was paid."""

from collections.abc import Sequence

from scorepad.games.doppelkopf import ALL, Augen, Side, Span
from scorepad.games.kasse.faults import PLAYERS, base_amount, in_pot
from scorepad.games.kasse.hand import (
    KONTRAS,
    Art,
    Fuchs,
    Hammelrennen,
    Hand,
    Nachzahlung,
    Normal,
    Solo,
)
from scorepad.games.kasse.payment import SOLO_LOST, Payment, won
from scorepad.games.kasse.rules import FuchsFrom, KasseRules, SoloPays
from scorepad.games.money import written
from scorepad.games.table import Table

SPLIT = f"{ALL // 2} : {ALL // 2}"

SOLI = {Art.ANGESAGT: "Solo", Art.HEIMLICH: "Heimliches Solo", Art.BUBE: "Buben-Solo"}
"""The names of the kinds of solos."""


def told(hand: Hand, table: Table[KasseRules], settled: Sequence[tuple[Payment, int]]) -> str:
    """Return what was paid, one thing after the other: `Kontra Schneider: 3 · 0.05 = 0.15`.

    settled: the debts of the pot, each with the cents that were paid for it.
    """
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
        """Return what the soloist gets from all three together, or pays them; or what the pot
        pays instead."""
        factors = (PLAYERS - 1,) if hand.gewonnen else (PLAYERS - 1, SOLO_LOST)
        return self.product(*factors, doublings=KONTRAS[:hand.kontra],
                            sign=1 if hand.gewonnen or from_pot else -1)

    def payment(self, payment: Payment, cents: int, hand: Normal | Solo) -> str:
        """Return one share of a debt; if the pot could not pay it in full, the whole debt and
        what was paid."""
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
