"""Extras and stars that a hand cannot have had (S2, Extra Punkte; S2, Sterne)."""

from collections.abc import Iterator
from enum import StrEnum

from scorepad.games.altenburg.hand import Event, Farbe, Hand, Side, Spiel, Stern
from scorepad.games.doppelkopf import most_augen, no_trick, without_a_trick
from scorepad.games.problems import Problem
from scorepad.i18n.message import Message, say, say_n

FUCHS_AUGEN, KARLCHEN_AUGEN = 11, 2
MOST_TRICKS = 5
"""The most tricks of a hand that can have more than 41 of the 240 Augen."""

ROT = (Event.ROT_RUM, Event.ALLE_FARBEN)
"""Events in which Rot goes round."""

NEEDS_A_TRICK = (*ROT, Event.STICH_41, Event.FUENF_KARTEN)


class Extra(StrEnum):
    """Something that counts besides the game, by its key in a hand (S2, Extra Punkte)."""

    FUCHS = "fuchs"
    KARLCHEN = "karlchen"
    DULLE = "dulle"


_SCHELL = (Spiel.NORMAL, Spiel.STILLE_HOCHZEIT, Spiel.TRUMPF_SOLO)
KNOWN = {
    Extra.FUCHS: _SCHELL,
    Extra.KARLCHEN: (*_SCHELL, Spiel.FARB_SOLO, Spiel.BUBEN_SOLO),
    Extra.DULLE: (*_SCHELL, Spiel.FARB_SOLO, Spiel.DULLEN_SOLO)}
"""The kinds of game with the trumps of an extra: Schell, the Unter, the Dullen."""


def guarded(hand: Hand) -> Iterator[Problem]:
    """Yield the extras and stars that a hand which can be scored cannot have had."""
    yield from problems_of_extras(hand)
    for index, stern in enumerate(hand.sterne):
        if fault := _fault_of_stern(hand, stern, hand.sterne[:index]):
            yield Problem(("sterne", index, "event"), fault)


# --- extras -------------------------------------------------------------------------------------


def problems_of_extras(hand: Hand) -> Iterator[Problem]:
    """Yield the extras that the kind of game does not know, that need a trick of a side without
    one, or more Augen than their side has."""
    empty = without_a_trick(hand.result)
    if hand.fuchs and not knows(hand.spiel, Extra.FUCHS):
        yield Problem(("fuchs",), say("Füchse are caught only in a normal game, a Stille Hochzeit "
                                      "and a Trumpf-Solo"))
    elif fault := _fault_of_fuchs(hand, empty):
        yield Problem(("fuchs",), fault)
    elif fault := _fault_of_karlchen(hand, empty):
        yield Problem(("karlchen",), fault)
    if fault := _fault_of_dulle(hand, empty):
        yield Problem(("dulle",), fault)


def knows(spiel: Spiel, extra: Extra) -> bool:
    """Return whether there can be such an extra in this kind of game."""
    return spiel in KNOWN[extra]


def _fault_of_fuchs(hand: Hand, empty: Side | None) -> Message | None:
    for side in Side:
        if not (count := hand.fuchs.count(side)):
            continue
        if side is empty:
            return no_trick(side)
        if count * FUCHS_AUGEN > (most := most_augen(hand.result, side)):
            return say_n("a Fuchs counts {least} Augen, and {side} has at most {most}",
                         "{n} Füchse count {least} Augen, and {side} has at most {most}", count,
                         least=count * FUCHS_AUGEN, side=_name(side), most=most)
    return None


def _fault_of_karlchen(hand: Hand, empty: Side | None) -> Message | None:
    side = hand.karlchen
    if side is None:
        return None
    if not knows(hand.spiel, Extra.KARLCHEN):
        return say("Karlchen counts only where the Unter are trump")
    if side is empty:
        return no_trick(side)
    least = hand.fuchs.count(side) * FUCHS_AUGEN + KARLCHEN_AUGEN
    most = most_augen(hand.result, side)
    return None if least <= most else say(
        "with Karlchen's trick {side} has at least {least} Augen, not {most}",
        side=_name(side), least=least, most=most)


def _fault_of_dulle(hand: Hand, empty: Side | None) -> Message | None:
    if hand.dulle is None:
        return None
    if not knows(hand.spiel, Extra.DULLE):
        return say("a Dulle can be caught only where the Dullen are trump")
    verlierer, faenger = hand.dulle
    side = hand.side_of(verlierer).other if faenger is None else hand.side_of(faenger)
    return no_trick(side) if side is empty else None


def _name(side: Side) -> str:
    return side.value.capitalize()


# --- stars --------------------------------------------------------------------------------------


def _fault_of_stern(hand: Hand, stern: Stern, before: tuple[Stern, ...]) -> Message | None:
    """Return why an event cannot have happened after those before it, or None."""
    event, seat = stern
    side = hand.side_of(seat)
    if event in NEEDS_A_TRICK and side is without_a_trick(hand.result):
        return no_trick(side)
    if event in ROT:
        return _fault_of_rot(hand, stern, before)
    if event is Event.STICH_41:
        return None if [each.event for each in before].count(event) < MOST_TRICKS else say(
            "at most {most} tricks of a hand have more than 41 Augen", most=MOST_TRICKS)
    lost = Event.FUENF_KARTEN_VERLOREN
    if any(each == stern or Event.FUENF_KARTEN in (event, each.event) and each.event in (
            Event.FUENF_KARTEN, lost) for each in before):
        return say("the last five cards are either made or lost, and only once")
    return None


def _fault_of_rot(hand: Hand, stern: Stern, before: tuple[Stern, ...]) -> Message | None:
    if hand.farbe is Farbe.HERZ:
        return say("in a Herz-Solo Rot is trump and does not go round")
    if any(each.event is stern.event or each.event in ROT and each.seat != stern.seat
           for each in before):
        return say("Rot goes round only once in a hand")
    return None
