"""Faults in a hand of Doppelkopf with a common pot, and the amount in the pot."""

from collections.abc import Iterator

from scorepad.games.doppelkopf import (
    ALL,
    Augen,
    Side,
    fault_of_fuechse,
    problems_of_re,
    problems_of_result,
    standing,
)
from scorepad.games.kasse.hand import (
    KONTRAS,
    MOST_PAID_IN,
    Hammelrennen,
    Hand,
    KasseRules,
    Nachzahlung,
    Normal,
    Solo,
)
from scorepad.games.problems import Problem, fault_of_number, shown
from scorepad.games.table import Table, Tally
from scorepad.i18n.message import Message, say

FUCHS, KARLCHEN = 11, 2
"""The Augen of these cards, which lie in the tricks of the side that caught or made them."""

NUR_ALTEN = range(3, 73)
"""The Augen of one or two tricks made with the Alten: 3 of each, and up to 33 that fall to it."""


def problems_beside_augen(hand: Normal) -> Iterator[Problem]:
    """Yield why the extras of a hand cannot go with its possible result."""
    if hand.fuchs or hand.karlchen is not None:
        for side in Side:
            yield from _of_side(hand, side)
    if not hand.nur_alten:
        return
    if hand.karlchen is Side.RE:
        yield Problem(("karlchen",), say(
            "tricks with the Alten only, so none of them with Karlchen"))
    augen = _most(hand, Side.RE)
    if standing(hand.result).behind is Side.RE and (
            augen < NUR_ALTEN.start or isinstance(hand.result, Augen) and augen not in NUR_ALTEN):
        yield Problem(("nur_alten",), say(
            "with the Alten only it is {low} to {high} Augen, not {augen}",
            low=NUR_ALTEN.start, high=NUR_ALTEN[-1], augen=augen))


def _of_side(hand: Normal, side: Side) -> Iterator[Problem]:
    fuechse = [faenger in hand.re for faenger, _ in hand.fuchs].count(side is Side.RE)
    karlchen = hand.karlchen is side
    behind, depth = standing(hand.result)
    augen, needed = _most(hand, side), FUCHS * fuechse + KARLCHEN * karlchen
    place, name = ("fuchs",) if fuechse else ("karlchen",), side.value.capitalize()
    if needed and behind is side and depth == 4:
        yield Problem(place, say("{side} has no trick, and so no Fuchs and no Karlchen",
                                 side=name))
    elif needed > augen:
        yield Problem(place, say(
            "{side} has {augen} Augen: its Füchse and Karlchen alone have {needed}",
            side=name, augen=augen, needed=needed))


def _most(hand: Normal, side: Side) -> int:
    """Return the Augen of a side, or the most that the span of its result leaves it."""
    if isinstance(hand.result, Augen):
        return hand.result.re if side is Side.RE else ALL - hand.result.re
    behind, depth = standing(hand.result)
    return 0 if behind is side and depth == 4 else ALL


PLAYERS = 4
SEATS = range(PLAYERS)
AT_MOST_LEFT = 2
"""The most base amounts in the pot for which a Hammelrennen is played (S1, 217–220)."""


def base_amount(stake: int | None) -> int:
    """Return the cents of a base amount; 1 where nothing is at stake and base amounts count."""
    return 1 if stake is None else stake


def pot_of(tally: Tally | None, rules: KasseRules, base: int) -> int:
    """Return the cents that were put into the pot and not paid out.

    What players pay each other cancels out, so all purses together show what the pot has paid.
    """
    return PLAYERS * rules.beitrag * base - (0 if tally is None else sum(tally.totals))


def in_pot(table: Table[KasseRules]) -> int:
    """Return the cents in the pot with which a hand can be paid."""
    return pot_of(table.tally, table.rules, base_amount(table.stake))


def problems_of(hand: Hand, table: Table[KasseRules]) -> tuple[Problem, ...]:
    """Return everything that is wrong with a hand, each problem at its place."""
    match hand:
        case Normal():
            return tuple(_of_normal(hand, table))
        case Solo():
            return tuple(_of_solo(hand, table))
        case Hammelrennen():
            fault, place = _fault_of_race(table), "hammelrennen"
        case Nachzahlung(betraege=betraege):
            fault, place = fault_of_number(betraege, 1, MOST_PAID_IN), "nachzahlung"
    return (Problem((place,), fault),) if fault else ()


def guarded(hand: Hand, table: Table[KasseRules]) -> Iterator[Problem]:
    """Yield the extras that a hand which can be scored cannot have had, and say if it was played
    for nothing."""
    if isinstance(hand, Normal):
        yield from problems_beside_augen(hand)
    elif isinstance(hand, Hammelrennen) and not in_pot(table):
        yield Problem(("hammelrennen",), say(
            "the pot is empty: there is nothing to play a Hammelrennen for"))


def _fault_of_race(table: Table[KasseRules]) -> Message | None:
    if not table.rules.hammelrennen:
        return say("no Hammelrennen is played at this table")
    base, left = base_amount(table.stake), in_pot(table)
    if left <= AT_MOST_LEFT * base:
        return None
    return say("{left} base amounts in the pot: a Hammelrennen goes for the last {most}",
               left=left // base, most=AT_MOST_LEFT)


def _of_solo(hand: Solo, table: Table[KasseRules]) -> Iterator[Problem]:
    yield from problems_of_re(hand.re, alone=True)
    if not 0 <= hand.kontra <= len(KONTRAS):
        yield Problem(("kontra",), say("{count}: 1 is Kontra, 2 is Re, 0 is neither",
                                       count=shown(hand.kontra)))
    if hand.has_karo:
        yield from _of_extras(hand, table)
        return
    if hand.fuchs:
        yield Problem(("fuchs",), say("Füchse count only in a normal game and in a heimliches "
                                      "Solo"))
    if hand.karlchen is not None:
        yield Problem(("karlchen",), say("Karlchen counts only in a normal game and in a "
                                         "heimliches Solo"))


def _of_normal(hand: Normal, table: Table[KasseRules]) -> Iterator[Problem]:
    yield from problems_of_re(hand.re, alone=False)
    yield from (wrong := tuple(problems_of_result(hand.result)))
    if hand.nur_alten and not wrong and standing(hand.result).behind is not Side.RE:
        yield Problem(("nur_alten",), say(
            "with the Alten only it is less than {half} Augen", half=ALL // 2))
    yield from _of_extras(hand, table)


def _of_extras(hand: Normal | Solo, table: Table[KasseRules]) -> Iterator[Problem]:
    """Yield what is wrong with Füchse and Karlchen, whatever the result."""
    if fault := fault_of_fuechse(len(hand.fuchs)):
        yield Problem(("fuchs",), fault)
    for index, (faenger, verlierer) in enumerate(hand.fuchs):
        if (faenger in hand.re) is (verlierer in hand.re):
            yield Problem(("fuchs", index, "verlierer"), say(
                "only a Fuchs of the other side can be caught, not one of {name}",
                name=table.names[verlierer]))
    if hand.karlchen is not None and not table.rules.karlchen:
        yield Problem(("karlchen",), say("the Karlchen counts nothing at this table"))
