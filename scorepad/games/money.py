"""Money: wagers, division into whole cents, and amounts as text."""

from collections.abc import Sequence
from typing import NamedTuple

from scorepad.games.table import Points, Seat
from scorepad.i18n.message import N_


def in_cents(amounts: Sequence[int], per_cent: int) -> Points:
    """Return amounts that sum to zero as whole cents that still do; `per_cent` of their units are a
    cent. Each is rounded down; cents left over go to the largest remainders, ties in seat order."""
    cents = [amount // per_cent for amount in amounts]
    by_remainder = sorted(range(len(amounts)), key=lambda seat: -(amounts[seat] % per_cent))
    for seat in by_remainder[:-sum(cents)]:
        cents[seat] += 1
    return tuple(cents)


def written(points: int, decimals: int) -> str:
    """Return points as text, with a decimal point before the last `decimals` digits."""
    whole, part = divmod(abs(points), 10 ** decimals)
    figure = f"{whole}.{part:0{decimals}}" if decimals else str(whole)
    return f"\N{MINUS SIGN}{figure}" if points < 0 else figure


def signed(points: int, *, plus: bool = True) -> str:
    """Return points as text with a minus sign below zero and, if `plus`, a + above zero."""
    if points < 0:
        return f"\N{MINUS SIGN}{-points}"
    return f"+{points}" if plus and points else str(points)


def shared(amount: int, seats: Sequence[Seat], size: int) -> Points:
    """Return an amount in equal shares for seats of a roster of `size`; one named twice gets two.
    All remainders are equal, so what does not divide goes to the first seats."""
    share, odd = divmod(amount, len(seats))
    points = [0] * size
    for place, seat in enumerate(sorted(seats)):
        points[seat] += share + (place < odd)
    return tuple(points)


class Wager(NamedTuple):
    """The kind of amount that a game is played for; a table sets it before the first hand.

    key: in a document; title: in a form; decimals: how many the amount may have in the unit of
    its currency. It is kept in units of the last decimal: with 2 of them, in cents.
    """

    key: str
    title: str
    decimals: int


EINSATZ = Wager("einsatz", N_("Stake"), 2)
GRUNDBETRAG = Wager("einsatz", N_("Base amount"), 2)
"""A hand is paid with this amount or a multiple of it."""
TEIL = Wager("einsatz", N_("One part of the stake"), 2)
"""Everybody stakes several such parts, and pays them one by one."""
RATE = Wager("rate", N_("Money per point"), 4)
"""Half and quarter cents a point are common."""
