"""Money: division into whole cents, and amounts as text."""

from collections.abc import Sequence

from scorepad.games.table import Seat
from scorepad.games.tally import Points


def in_cents(amounts: Sequence[int], per_cent: int) -> Points:
    """Return amounts that sum to zero as whole cents that still do; `per_cent` of their units are
    a cent. Every amount is rounded down, and the cents left over go to the largest remainders,
    ties in seat order."""
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

    All remainders are equal, so what does not divide goes to the first seats.
    """
    share, odd = divmod(amount, len(seats))
    points = [0] * size
    for place, seat in enumerate(sorted(seats)):
        points[seat] += share + (place < odd)
    return tuple(points)
