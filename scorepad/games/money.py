"""Money that does not divide, and how it stands in arithmetic."""

from collections.abc import Sequence

from scorepad.games.base import Points, Seat


def in_cents(amounts: Sequence[int], per_cent: int) -> Points:
    """Amounts that sum to zero, in units of which `per_cent` are a cent, as whole cents that
    still do: every amount is rounded down, and the cents left over go to the largest remainders,
    ties in seat order."""
    cents = [amount // per_cent for amount in amounts]
    by_remainder = sorted(range(len(amounts)), key=lambda seat: -(amounts[seat] % per_cent))
    for seat in by_remainder[:-sum(cents)]:
        cents[seat] += 1
    return tuple(cents)


def written(points: int, decimals: int) -> str:
    """Points as arithmetic has them: with a decimal point before so many of their last digits."""
    whole, part = divmod(abs(points), 10 ** decimals)
    figure = f"{whole}.{part:0{decimals}}" if decimals else str(whole)
    return f"\N{MINUS SIGN}{figure}" if points < 0 else figure


def signed(points: int, *, plus: bool = True) -> str:
    """Points with their sign; plus: with that of those above zero, too."""
    if points < 0:
        return f"\N{MINUS SIGN}{-points}"
    return f"+{points}" if plus and points else str(points)


def shared(amount: int, seats: Sequence[Seat], size: int) -> Points:
    """An amount in equal shares among seats of a roster of `size`; a seat named twice has two.

    All remainders are alike, so what does not divide goes to the first seats.
    """
    share, odd = divmod(amount, len(seats))
    points = [0] * size
    for place, seat in enumerate(sorted(seats)):
        points[seat] += share + (place < odd)
    return tuple(points)
