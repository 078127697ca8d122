"""Faults in a hand of Doppelkopf by the Altenburg house rules."""

from collections.abc import Iterator

from scorepad.games.altenburg.hand import DEAREST, MOST_MISDEALS, Ansage, Event, Hand, Side, Spiel
from scorepad.games.altenburg.rules import AltenburgRules
from scorepad.games.altenburg.value import is_asked, levels
from scorepad.games.doppelkopf import fault_of_fuechse, problems_of_re, problems_of_result
from scorepad.games.problems import Problem, fault_of_number
from scorepad.games.table import Seat, Table
from scorepad.i18n.message import Message, say

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
    yield from problems_of_re(hand.re, alone=hand.spiel.is_alone)
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
        yield from problems_of_result(hand.result)


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
    if fault := fault_of_fuechse(len(hand.fuchs)):
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
