"""Hands in words that follow from their declaration: `Anne 66, Bert 30 · Kontra 2`."""

from collections.abc import Sequence
from typing import Any

from scorepad.games.fields import BySeat, Flag, OneSeat, Optional, Seats
from scorepad.games.shape import Field, shape_of


def described(hand: Any, names: Sequence[str]) -> str:
    """Return in words what was entered, possible or not; fields at their default are left out."""
    kind: Any = type(hand)
    said = [_described(field, value, names) for field in shape_of(kind).fields
            if (value := getattr(hand, field.name)) not in (field.default, None)]
    return " · ".join(filter(None, said))


def by_name(values: Sequence[Any], names: Sequence[str]) -> str:
    """Return the value of everybody who has one: `Anne 66, Bert 30`."""
    return ", ".join([f"{name} {word_of(value)}" for name, value in zip(names, values)
                      if value is not None])


def word_of(value: Any) -> str:
    """Return the word or the figure for a value: `Herz` for a choice, `66` for a number."""
    plain = getattr(value, "value", value)
    return plain.replace("-", " ").capitalize() if isinstance(plain, str) \
        else str(plain).replace("-", "\N{MINUS SIGN}")


def _described(field: Field, value: Any, names: Sequence[str]) -> str:
    match field.kind.of if isinstance(field.kind, Optional) else field.kind:
        case OneSeat():
            return f"{field.label} {names[value]}"
        case Seats():
            return f"{field.label} {', '.join([names[seat] for seat in value])}"
        case BySeat():
            return by_name(value, names)
        case Flag():
            return field.label
    return f"{field.label} {word_of(value)}"
