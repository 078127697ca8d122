"""What the taps of an Altenburg hand go through, and what they aim at."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeVar

from scorepad.games.altenburg.hand import UNDER, Entscheid, Event, Side, Span, Stern

Value = TypeVar("Value")

MOST_TRICKS = 5
"""So many tricks have more than 41 of 240 Augen, at most."""

MOST_MISDEALS = 6
"""Twice three in a row; one tap more is none again."""

SPANS = {side: tuple(Span(side, unter) for unter in UNDER) for side in Side}
"""The results by who has fewer Augen, from the closest on."""

VOID = "void"


class Fold(StrEnum):
    """Keys that are folded in until they are wanted."""

    SOLO = "solo"
    EXTRAS = "extras"
    STARS = "stars"
    AUGEN = "augen"


class Target(StrEnum):
    """What a player can be tapped for, besides being Re; stars by their event."""

    AKTIVE = "aktive"
    DULLE = Event.DULLE.value
    FALSCHSPIEL = Event.FALSCHSPIEL.value
    ROT_RUM = Event.ROT_RUM.value
    ALLE_FARBEN = Event.ALLE_FARBEN.value
    STICH_41 = Event.STICH_41.value
    FUENF_KARTEN = Event.FUENF_KARTEN.value
    FUENF_KARTEN_VERLOREN = Event.FUENF_KARTEN_VERLOREN.value


def following(order: Sequence[Value], now: Value | None) -> Value:
    """What comes after `now`, round and round; the first, where it is none of them."""
    place = order.index(now) + 1 if now in order else 0
    return order[place % len(order)]


def toggled(values: tuple[Value, ...], value: Value) -> tuple[Value, ...]:
    """With `value` if it was not among them, else without."""
    return tuple(each for each in values if each != value) if value in values \
        else (*values, value)


def with_star(sterne: tuple[Stern, ...], stern: Stern) -> tuple[Stern, ...]:
    """The events with one more; one that happens once a hand is taken back instead. A Stich over
    41 can happen again and again, until nobody believes it."""
    most = MOST_TRICKS if stern.event is Event.STICH_41 else 1
    if sterne.count(stern) < most:
        return (*sterne, stern)
    return tuple(each for each in sterne if each != stern)


def decided_of(entscheid: Entscheid | None) -> str:
    """The key that says what the table decided: a side or void, empty for nothing yet."""
    if entscheid is None:
        return ""
    return VOID if entscheid.sieger is None else entscheid.sieger.value


def entscheid_of(decided: str, wert: str) -> Entscheid | None:
    """What the table decided, by that key and the digits of its value; None for nothing yet."""
    if decided == VOID:
        return Entscheid(None)
    return Entscheid(Side(decided), int(wert)) if decided and wert else None
