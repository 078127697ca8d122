"""The values that taps step through when an Altenburg hand is typed, and the targets of taps."""

from enum import StrEnum

from scorepad.drafts.doppelkopf import Fold as Fold
from scorepad.games.altenburg.guards import MOST_TRICKS, ROT
from scorepad.games.altenburg.hand import Entscheid, Event, Side, Stern

MOST_MISDEALS = 6
"""The most misdeals that can be typed, twice three in a row; one more tap goes back to none."""

VOID = "void"


class Target(StrEnum):
    """Something that a player can be tapped for, besides being Re; stars by their event."""

    AKTIVE = "aktive"
    DULLE = Event.DULLE.value
    FAENGER = "faenger"
    FALSCHSPIEL = Event.FALSCHSPIEL.value
    ROT_RUM = Event.ROT_RUM.value
    ALLE_FARBEN = Event.ALLE_FARBEN.value
    STICH_41 = Event.STICH_41.value
    FUENF_KARTEN = Event.FUENF_KARTEN.value
    FUENF_KARTEN_VERLOREN = Event.FUENF_KARTEN_VERLOREN.value


def with_star(sterne: tuple[Stern, ...], stern: Stern) -> tuple[Stern, ...]:
    """Return the events with one more, or without any like it once it cannot happen again.

    A Stich over 41 can happen `MOST_TRICKS` times in a hand, any other event once: it moves to the
    player tapped last. So does Rot, by itself or with all three suits; and the last five cards are
    either made or lost.
    """
    if stern.event is Event.STICH_41:
        if [each.event for each in sterne].count(stern.event) < MOST_TRICKS:
            return (*sterne, stern)
        return tuple([each for each in sterne if each != stern])
    if stern in sterne:
        return tuple([each for each in sterne if each != stern])
    return (*[each for each in sterne if not _excludes(stern, each)], stern)


def _excludes(stern: Stern, other: Stern) -> bool:
    if stern.event in ROT:
        return other.event is stern.event or other.event in ROT and other.seat != stern.seat
    return other.event in (Event.FUENF_KARTEN, Event.FUENF_KARTEN_VERLOREN)


def decided_of(entscheid: Entscheid | None) -> str:
    """Return the key that says what the table decided: a side or `VOID`, empty for nothing yet."""
    if entscheid is None:
        return ""
    return VOID if entscheid.sieger is None else entscheid.sieger.value


def entscheid_of(decided: str, wert: str) -> Entscheid | None:
    """Return what the table decided, from that key and the digits of its value; None while it is
    incomplete."""
    if decided == VOID:
        return Entscheid(None)
    return Entscheid(Side(decided), int(wert)) if decided and wert else None
