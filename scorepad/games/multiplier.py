"""Multipliers of the points of hands to come, such as a Bock."""

from collections.abc import Iterable
from math import prod
from typing import NamedTuple


class Multiplier(NamedTuple):
    """A factor that holds for some hands.

    title: what the table calls it, `Bock`; factor: what it multiplies points by, 1 where something
    else is special about these hands; hands: for how many hands it still holds, the next one
    included; wait: how many hands are played before the first of them.
    """

    title: str
    factor: int
    hands: int
    wait: int = 0


Multipliers = tuple[Multiplier, ...]
"""All that hold for a hand, and those that wait; empty where nothing is multiplied."""


def holding(multipliers: Multipliers) -> Multipliers:
    """Return those that hold for the next hand."""
    return tuple([each for each in multipliers if not each.wait])


def factor_of(multipliers: Multipliers) -> int:
    """Return what they multiply the points of the next hand by together."""
    return prod([each.factor for each in multipliers if not each.wait]) if multipliers else 1


def hands_left(multipliers: Multipliers) -> int:
    """Return for how many hands to come anything is multiplied."""
    return len({hand for each in multipliers if each.factor != 1
                for hand in range(each.wait, each.wait + each.hands)})


def in_turn(multipliers: Multipliers, more: Iterable[Multiplier]) -> Multipliers:
    """Return these and more, each of which begins when all before it have ended."""
    for each in more:
        end = max([other.wait + other.hands for other in multipliers], default=0)
        multipliers += (each._replace(wait=end),)
    return multipliers


def after_a_hand(multipliers: Multipliers) -> Multipliers:
    """Return those that still hold when one more hand was played."""
    return tuple([Multiplier(title, factor, hands, wait - 1) if wait else
                  Multiplier(title, factor, hands - 1)
                  for title, factor, hands, wait in multipliers if wait or hands > 1])
