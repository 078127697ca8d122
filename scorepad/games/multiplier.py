"""What multiplies the points of the hands to come, as a Bock does."""

from math import prod
from typing import NamedTuple


class Multiplier(NamedTuple):
    """A factor that holds for some hands.

    title: what the table calls it, `Bock`; factor: what it multiplies points by; hands: for how
    many hands it still holds, the next one included.
    """

    title: str
    factor: int
    hands: int


Multipliers = tuple[Multiplier, ...]
"""All that hold for a hand; empty where nothing is multiplied."""


def factor_of(multipliers: Multipliers) -> int:
    """Return what they multiply points by together."""
    return prod([each.factor for each in multipliers]) if multipliers else 1


def hands_left(multipliers: Multipliers) -> int:
    """Return for how many hands to come anything is multiplied."""
    return max([each.hands for each in multipliers], default=0)


def after_a_hand(multipliers: Multipliers) -> Multipliers:
    """Return those that still hold when one more hand was played."""
    return tuple([Multiplier(title, factor, hands - 1)
                  for title, factor, hands in multipliers if hands > 1])
