"""Faults in a hand of Doppelkopf by the Altenburg house rules."""

from collections.abc import Iterator

from scorepad.games.altenburg.hand import (
    DEAREST,
    MOST_FUECHSE,
    MOST_MISDEALS,
    UNDER,
    Ansage,
    Augen,
    Event,
    Hand,
    Side,
    Spiel,
)
from scorepad.games.altenburg.rules import AltenburgRules, BothFailed
from scorepad.games.altenburg.value import both_failed, levels
from scorepad.games.doppelkopf import fault_of_augen
from scorepad.games.game import Place, Problem, Seat, Table
from scorepad.i18n.message import N_, Message, say

ACTIVE = 4
FARB_SOLI_ONLY = N_("only a Farb-Solo has a suit")


def problems_of(hand: Hand, table: Table[AltenburgRules]) -> tuple[Problem, ...]:
    """Return all that is wrong, each problem at its place; `table.active` are those who played."""
    if fault := _fault_of_active(hand, table):
        return (Problem(("aktive",), fault),)
    return (*_of_re(hand, table), *problems_of_play(hand, table.rules),
            *problems_of_extras(hand, table), *problems_of_sterne(hand, table))


def problems_of_play(hand: Hand, rules: AltenburgRules) -> tuple[Problem, ...]:
    """Return what is wrong with Spiel, Ansagen and result, no matter who played."""
    return tuple(_of_play(hand, rules)) or tuple(_of_entscheid(hand, rules))


def _of_play(hand: Hand, rules: AltenburgRules) -> Iterator[Problem]:
    yield from _of_kind(hand)
    yield from _of_ansagen(hand, rules)
    yield from _of_result(hand)


def _fault_of_active(hand: Hand, table: Table[AltenburgRules]) -> Message | None:
    if hand.aktive is None:
        return None
    if len(hand.aktive) != ACTIVE or len(set(hand.aktive)) != ACTIVE:
        return say("four different players play a hand")
    if away := [table.names[seat] for seat in hand.aktive if seat not in table.seats]:
        return say("{name} does not sit at this table", name=", ".join(away))
    return None


def _of_re(hand: Hand, table: Table[AltenburgRules]) -> Iterator[Problem]:
    names, place = table.names, ("re",)
    wanted = 1 if hand.spiel.is_alone else 2
    if len(hand.re) != wanted or len(set(hand.re)) != wanted:
        yield Problem(place, say("the soloist alone is Re") if wanted == 1 else say(
            "two different players are Re, not {count}", count=len(set(hand.re))))
    for seat in dict.fromkeys(hand.re):
        if seat not in table.active:
            yield Problem(place, say("{name} does not play this hand", name=names[seat]))


def _of_kind(hand: Hand) -> Iterator[Problem]:
    if hand.spiel is Spiel.FARB_SOLO and hand.farbe is None:
        yield Problem(("farbe",), say("a Farb-Solo has a suit: Herz, Grün or Eichel"))
    if hand.spiel is not Spiel.FARB_SOLO and hand.farbe is not None:
        yield Problem(("farbe",), say(FARB_SOLI_ONLY))


def _of_ansagen(hand: Hand, rules: AltenburgRules) -> Iterator[Problem]:
    if not hand.spiel.is_solo:
        return
    allowed = levels(hand, rules)
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
    result = hand.result
    if result is None:
        if hand.falschspiel is None:
            yield Problem(("augen",), say("is missing: the Augen of the Re side, or what decides"))
    elif isinstance(result, Augen):
        if fault := fault_of_augen(*result):
            yield Problem((fault[0],), fault[1])
    elif result.seite is None and result.unter != UNDER[0]:
        yield Problem(("ergebnis", "unter"), say(
            "at 120 to 120 no side stayed under anything"))


def problems_of_extras(hand: Hand, table: Table[AltenburgRules]) -> Iterator[Problem]:
    """Yield what is wrong with extra points, Falschspiel, and the number of misdeals."""
    if len(hand.fuchs) > MOST_FUECHSE:
        yield Problem(("fuchs",), say("{count} Füchse: there are only {most}",
                                      count=len(hand.fuchs), most=MOST_FUECHSE))
    for key, seat in (("dulle", hand.dulle), ("falschspiel", hand.falschspiel)):
        if fault := _fault_of_player(seat, table):
            yield Problem((key,), fault)
    for key in ("vergeben", "eingemischt"):
        count = getattr(hand, key)
        if not 0 <= count <= MOST_MISDEALS:
            yield Problem((key,), say("is not a whole number from {low} to {high}",
                                      low=0, high=MOST_MISDEALS))


def problems_of_sterne(hand: Hand, table: Table[AltenburgRules]) -> Iterator[Problem]:
    """Yield what is wrong with the events that give stars."""
    for index, (event, seat) in enumerate(hand.sterne):
        place: Place = ("sterne", index, "player")
        if fault := _fault_of_player(seat, table):
            yield Problem(place, fault)
        if hand.spiel.is_alone and event in (Event.FUENF_KARTEN, Event.FUENF_KARTEN_VERLOREN):
            yield Problem(("sterne", index, "event"), say(
                "the last five cards give no star in a solo"))


def _fault_of_player(seat: Seat | None, table: Table[AltenburgRules]) -> Message | None:
    if seat is None or seat in table.active:
        return None
    return say("{name} does not play this hand", name=table.names[seat])


def _of_entscheid(hand: Hand, rules: AltenburgRules) -> Iterator[Problem]:
    asked = hand.falschspiel is None and both_failed(hand) \
        and rules.both_failed == BothFailed.ASK
    if asked and hand.entscheid is None:
        yield Problem(("entscheid",), say(
            "both Ansagen failed: the table says who wins, and the value, or that it is void"))
    elif hand.entscheid is not None and not asked:
        yield Problem(("entscheid",), say("there is nothing to decide: not both Ansagen failed"))
    elif hand.entscheid is not None and not 0 <= hand.entscheid.wert <= DEAREST:
        yield Problem(("entscheid", "wert"), say(
            "is not a whole number from {low} to {high}", low=0, high=DEAREST))
