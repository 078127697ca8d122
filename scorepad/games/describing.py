"""Hands in words that follow from their declaration: `Anne 66, Bert 30 · Kontra 2`."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from scorepad.games.fields import BySeat, Flag, Number, OneSeat, Seats
from scorepad.games.shape import Field, shape_of

BETWEEN = " · "


def described(hand: Any, names: Sequence[str]) -> str:
    """Return in words what was entered, possible or not; fields at their default are left out.

    Where a declaration has `told`, its parts stand between dots, with the fields in braces; a part
    of which a field is left out is left out, too. Otherwise each field stands after its label.
    """
    kind: Any = type(hand)
    shape = shape_of(kind)
    values = {field.name: (field, value) for field in shape.fields
              if (value := getattr(hand, field.name)) not in (field.default, None)}
    if not shape.written.told:
        said = [_with_label(field, value, names) for field, value in values.values()]
        return BETWEEN.join(filter(None, said))
    words, said = {name: _in_words(*value, names) for name, value in values.items()}, []
    for part in shape.written.told.split(BETWEEN):
        with suppress(KeyError):
            said.append(part.format_map(words))
    return BETWEEN.join(filter(None, said))


def by_name(values: Sequence[Any], names: Sequence[str]) -> str:
    """Return the value of everybody who has one: `Anne 66, Bert 30`."""
    return ", ".join([f"{name} {word_of(value)}" for name, value in zip(names, values)
                      if value is not None])


def word_of(value: Any) -> str:
    """Return the word or the figure for a value: `Herz` for a choice, `66` for a number."""
    plain = getattr(value, "value", value)
    return plain.replace("-", " ").title() if isinstance(plain, str) \
        else str(plain).replace("-", "\N{MINUS SIGN}")


def _with_label(field: Field, value: Any, names: Sequence[str]) -> str:
    said = _in_words(field, value, names)
    return said if isinstance(field.plain, BySeat | Flag) else f"{field.label} {said}"


def _in_words(field: Field, value: Any, names: Sequence[str]) -> str:
    match field.plain:
        case OneSeat() | Seats():
            seats = value if isinstance(value, tuple) else (value,)
            return ", ".join([names[seat] for seat in seats])
        case BySeat():
            return by_name(value, names)
        case Flag(opposite=opposite):
            return field.label if value else opposite
        case Number(words=words) if words:
            return BETWEEN.join(words[:value])
    return word_of(value)
