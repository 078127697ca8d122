"""Faults in a hand of Doppelkopf by the Altenburg house rules."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from scorepad.games import doppelkopf
from scorepad.games.altenburg.hand import (
    DEAREST,
    MOST_MISDEALS,
    SCHARFE,
    AltenburgRules,
    Ansage,
    Event,
    Farbe,
    Hand,
    Side,
    Spiel,
    Stern,
)
from scorepad.games.altenburg.value import is_asked, levels
from scorepad.games.problems import Problem, fault_of_number
from scorepad.games.table import Seat, Table
from scorepad.i18n.message import Message, say, say_n

FUCHS_AUGEN, KARLCHEN_AUGEN, DULLEN_AUGEN, DEAR_TRICK = 11, 2, 20, 42
"""The least Augen of a Fuchs, of Karlchen, of a trick with both Dullen, and of one with more than
41."""

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
    empty = doppelkopf.without_a_trick(hand.result)
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
            return doppelkopf.no_trick(side)
        if count * FUCHS_AUGEN > (most := doppelkopf.most_augen(hand.result, side)):
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
        return doppelkopf.no_trick(side)
    least = hand.fuchs.count(side) * FUCHS_AUGEN + KARLCHEN_AUGEN
    most = doppelkopf.most_augen(hand.result, side)
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
    if side is empty:
        return doppelkopf.no_trick(side)
    most = doppelkopf.most_augen(hand.result, side)
    return None if most >= DULLEN_AUGEN else say(
        "the two Dullen count {least} Augen, and {side} has at most {most}",
        least=DULLEN_AUGEN, side=_name(side), most=most)


def _name(side: Side) -> str:
    return side.value.capitalize()


# --- stars --------------------------------------------------------------------------------------


def _fault_of_stern(hand: Hand, stern: Stern, before: tuple[Stern, ...]) -> Message | None:
    """Return why an event cannot have happened after those before it, or None."""
    event, seat = stern
    side = hand.side_of(seat)
    if event in NEEDS_A_TRICK and side is doppelkopf.without_a_trick(hand.result):
        return doppelkopf.no_trick(side)
    if event in ROT:
        return _fault_of_rot(hand, stern, before)
    if event is Event.STICH_41:
        return _fault_of_dear_tricks(hand, side, [each for each in before if each.event is event])
    if event in FIVE_CARDS and any(
            each == stern or each.event in FIVE_CARDS and Event.FUENF_KARTEN in (event, each.event)
            for each in before):
        return say("the last five cards are either made or lost, and only once")
    return None


def _fault_of_dear_tricks(hand: Hand, side: Side, before: Sequence[Stern]) -> Message | None:
    if len(before) >= MOST_TRICKS:
        return say("at most {most} tricks of a hand have more than 41 Augen", most=MOST_TRICKS)
    count = 1 + len([each for each in before if hand.side_of(each.seat) is side])
    least, most = count * DEAR_TRICK, doppelkopf.most_augen(hand.result, side)
    return None if least <= most else say_n(
        "a trick over 41 has {least} Augen, {side} at most {most}",
        "{n} tricks over 41 have {least} Augen, {side} at most {most}", count,
        least=least, side=_name(side), most=most)


def _fault_of_rot(hand: Hand, stern: Stern, before: tuple[Stern, ...]) -> Message | None:
    if hand.farbe is Farbe.HERZ:
        return say("in a Herz-Solo Rot is trump and does not go round")
    if any(each.event is stern.event or each.event in ROT and each.seat != stern.seat
           for each in before):
        return say("Rot goes round only once in a hand")
    return None


ACTIVE = 4
FIVE_CARDS = (Event.FUENF_KARTEN, Event.FUENF_KARTEN_VERLOREN)


def problems_of(hand: Hand, table: Table[AltenburgRules]) -> tuple[Problem, ...]:
    """Return all that is wrong, each problem at its place; `table.active` are those who played."""
    if fault := _fault_of_active(hand, table):
        return (Problem(("aktive",), fault),)
    of_play = [*_of_kind(hand), *_of_ansagen(hand, table.rules), *_of_result(hand)]
    return (*_of_re(hand, table), *(of_play or _of_entscheid(hand, table.rules)),
            *_of_extras(hand, table), *_of_sterne(hand, table), *_of_notes(hand, table))


def _fault_of_active(hand: Hand, table: Table[AltenburgRules]) -> Message | None:
    if hand.aktive is None:
        return None
    if len(hand.aktive) != ACTIVE or len(set(hand.aktive)) != ACTIVE:
        return say("a hand is played by four different players")
    if away := [table.names[seat] for seat in hand.aktive if seat not in table.seats]:
        return say("{name} does not sit at this table", name=", ".join(away))
    return None


def _fault_of_player(seat: Seat | None, table: Table[AltenburgRules]) -> Message | None:
    if seat is None or seat in table.active:
        return None
    return say("{name} does not play this hand", name=table.names[seat])


def _of_re(hand: Hand, table: Table[AltenburgRules]) -> Iterator[Problem]:
    yield from doppelkopf.problems_of_re(hand.re, alone=hand.spiel.is_alone)
    for seat in dict.fromkeys(hand.re):
        if fault := _fault_of_player(seat, table):
            yield Problem(("re",), fault)


def _of_kind(hand: Hand) -> Iterator[Problem]:
    if hand.spiel is Spiel.FARB_SOLO and hand.farbe is None:
        yield Problem(("farbe",), say("a Farb-Solo has a suit: Herz, Grün or Eichel"))
    if hand.spiel is not Spiel.FARB_SOLO and hand.farbe is not None:
        yield Problem(("farbe",), say("only a Farb-Solo has a suit"))


def _of_ansagen(hand: Hand, rules: AltenburgRules) -> Iterator[Problem]:
    if not hand.spiel.is_solo:
        return
    allowed = levels(hand.spiel, rules)
    for side in Side:
        ansage = hand.ansage(side)
        if ansage is Ansage.JA:
            yield Problem(("ansagen", side.value), say(
                "in a solo there is no plain Re or Kontra"))
        elif ansage is not None and ansage.depth not in allowed:
            yield Problem(("ansagen", side.value), say(
                "in a solo only U6 and schwarz can be announced, not {ansage}",
                ansage=ansage.value))


def _of_result(hand: Hand) -> Iterator[Problem]:
    if hand.result is not None or hand.falschspiel is None:
        yield from doppelkopf.problems_of_result(hand.result)


def _of_entscheid(hand: Hand, rules: AltenburgRules) -> Iterator[Problem]:
    asked = is_asked(hand, rules)
    if hand.entscheid is None:
        if asked:
            yield Problem(("entscheid",), say("both Ansagen failed: what the table decided is "
                                              "missing"))
    elif not asked:
        yield Problem(("entscheid",), say("there is nothing to decide: not both Ansagen failed"))
    elif fault := fault_of_number(hand.entscheid.wert, 0, DEAREST):
        yield Problem(("entscheid", "wert"), fault)


def _of_extras(hand: Hand, table: Table[AltenburgRules]) -> Iterator[Problem]:
    """Yield what is wrong with extra points, Falschspiel, and the number of misdeals."""
    if fault := doppelkopf.fault_of_fuechse(len(hand.fuchs)):
        yield Problem(("fuchs",), fault)
    yield from _of_dulle(hand, table)
    if fault := _fault_of_player(hand.falschspiel, table):
        yield Problem(("falschspiel",), fault)
    for key, count in (("vergeben", hand.vergeben), ("eingemischt", hand.eingemischt)):
        if fault := fault_of_number(count, 0, MOST_MISDEALS):
            yield Problem((key,), fault)


def _of_dulle(hand: Hand, table: Table[AltenburgRules]) -> Iterator[Problem]:
    if hand.dulle is None:
        return
    verlierer, faenger = hand.dulle
    if fault := _fault_of_player(verlierer, table):
        yield Problem(("dulle",) if faenger is None else ("dulle", "verlierer"), fault)
    if fault := _fault_of_player(faenger, table):
        yield Problem(("dulle", "faenger"), fault)
    elif faenger == verlierer:
        yield Problem(("dulle", "faenger"), say("nobody catches their own Dulle"))


def _of_notes(hand: Hand, table: Table[AltenburgRules]) -> Iterator[Problem]:
    """Yield what is wrong with what is noted without effect on the points."""
    if hand.plan is not None and hand.spiel is not Spiel.NORMAL:
        yield Problem(("plan",), say("only a normal game has a plan"))
    if hand.offen and not hand.spiel.is_solo:
        yield Problem(("offen",), say("only a solo is played with open cards"))
    elif hand.offen and hand.ansage_re is not Ansage.SCHWARZ:
        yield Problem(("offen",), say("an open solo is announced schwarz"))
    for word, seat, had in zip(SCHARFE, hand.scharfe_von,
                               (hand.grosse_scharfe, hand.kleine_scharfe)):
        if seat is not None and (fault := _fault_of_player(seat, table) or (
                None if had else say("nobody had these Scharfen"))):
            yield Problem(("scharfe_von", word), fault)
    for side in Side:
        if (seat := hand.von(side)) is None:
            continue
        place, name = ("angesagt_von", side.value), side.value.capitalize()
        if fault := _fault_of_player(seat, table):
            yield Problem(place, fault)
        elif hand.side_of(seat) is not side:
            yield Problem(place, say("{name} is not on the side of {side}",
                                     name=table.names[seat], side=name))
        elif hand.ansage(side) is None:
            yield Problem(place, say("{side} announced nothing", side=name))


def _of_sterne(hand: Hand, table: Table[AltenburgRules]) -> Iterator[Problem]:
    for index, (event, seat) in enumerate(hand.sterne):
        if fault := _fault_of_player(seat, table):
            yield Problem(("sterne", index, "player"), fault)
        if event in FIVE_CARDS and table.rules.is_lost_solo(hand.spiel):
            yield Problem(("sterne", index, "event"), say(
                "the last five cards give no star in a solo"))
