"""The steps from one value to the next that the drafts of several games take."""

from collections.abc import Sequence
from typing import TypeVar

Value = TypeVar("Value")


def following(order: Sequence[Value], now: Value | None) -> Value:
    """Return the value after `now`; the first one after the last, or if `now` is none of them."""
    place = order.index(now) + 1 if now in order else 0
    return order[place % len(order)]


def others_from(order: Sequence[Value], now: Value) -> list[Value]:
    """Return the other values, from the one after `now` round to the one before it."""
    place = order.index(now)
    return [*order[place + 1:], *order[:place]]


def toggled(values: tuple[Value, ...], value: Value) -> tuple[Value, ...]:
    """Return the values with `value` added if it was not among them, else without it."""
    return tuple(each for each in values if each != value) if value in values \
        else (*values, value)
