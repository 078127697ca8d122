"""Faults in a hand of Doppelkopf with a common pot, and the amount in the pot."""

from collections.abc import Iterator

from scorepad.games.doppelkopf import (
    ALL,
    MOST_FUECHSE,
    UNDER,
    Augen,
    Side,
    Span,
    fault_of_augen,
    standing,
)
from scorepad.games.game import Problem, Seat, Table, Tally, shown
from scorepad.games.kasse.hand import (
    KONTRAS,
    MOST_PAID_IN,
    Fuchs,
    Hammelrennen,
    Hand,
    Nachzahlung,
    Normal,
    Solo,
)
from scorepad.games.kasse.rules import KasseRules
from scorepad.i18n.message import Message, say

PLAYERS = 4
AT_MOST_LEFT = 2
"""The most base amounts in the pot for which a Hammelrennen is played (S1, 217–220)."""


def base_amount(stake: int | None) -> int:
    """Return the cents of a base amount; 1 where nothing is at stake and base amounts count."""
    return 1 if stake is None else stake


def pot_of(tally: Tally | None, rules: KasseRules, base: int) -> int:
    """Return the cents that were put into the pot and not paid out.

    What players pay each other cancels out, so all purses together show what the pot has paid. It
    is below zero if the contributions were lowered to less than it had already paid.
    """
    return PLAYERS * rules.beitrag * base - (0 if tally is None else sum(tally.totals))


def in_pot(table: Table[KasseRules]) -> int:
    """Return the cents in the pot with which a hand can be paid, at least 0."""
    return max(0, pot_of(table.tally, table.rules, base_amount(table.stake)))


def problems_of(hand: Hand, table: Table[KasseRules]) -> tuple[Problem, ...]:
    """Return everything that is wrong with a hand, each problem at its place."""
    match hand:
        case Normal():
            return tuple(_of_normal(hand, table))
        case Solo():
            return tuple(_of_solo(hand))
        case Hammelrennen():
            fault, place = _fault_of_race(table), "hammelrennen"
        case Nachzahlung(betraege=betraege):
            fault, place = None, "nachzahlung"
            if not 1 <= betraege <= MOST_PAID_IN:
                fault = say("is not a whole number from {low} to {high}", low=1, high=MOST_PAID_IN)
    return (Problem((place,), fault),) if fault else ()


def _fault_of_race(table: Table[KasseRules]) -> Message | None:
    if not table.rules.hammelrennen:
        return say("no Hammelrennen is played at this table")
    base = base_amount(table.stake)
    if in_pot(table) <= AT_MOST_LEFT * base:
        return None
    return say("there are {left} base amounts in the pot: a Hammelrennen is played for the last "
               "{most}", left=in_pot(table) // base, most=AT_MOST_LEFT)


def _of_solo(hand: Solo) -> Iterator[Problem]:
    if len(hand.re) != 1:
        yield Problem(("re",), say("the soloist alone is Re"))
    if not 0 <= hand.kontra <= len(KONTRAS):
        yield Problem(("kontra",), say("{count}: 1 is Kontra, 2 is Re, 0 is neither",
                                       count=shown(hand.kontra)))


def _of_normal(hand: Normal, table: Table[KasseRules]) -> Iterator[Problem]:
    if len(hand.re) != 2 or len(set(hand.re)) != 2:
        yield Problem(("re",), say("two different players are Re, not {count}",
                                   count=len(set(hand.re))))
    yield from _of_result(hand)
    if len(hand.fuchs) > MOST_FUECHSE:
        yield Problem(("fuchs",), say("{count} Füchse: there are only {most}",
                                      count=len(hand.fuchs), most=MOST_FUECHSE))
    for index, fuchs in enumerate(hand.fuchs):
        if not _between_sides(fuchs, hand.re):
            yield Problem(("fuchs", index, "verlierer"), say(
                "only a Fuchs of the other side can be caught, not one of {name}",
                name=table.names[fuchs.verlierer]))
    if hand.karlchen is not None and not table.rules.karlchen:
        yield Problem(("karlchen",), say("the Karlchen counts nothing at this table"))


def _between_sides(fuchs: Fuchs, re: tuple[Seat, ...]) -> bool:
    return (fuchs.faenger in re) is not (fuchs.verlierer in re)


def _of_result(hand: Normal) -> Iterator[Problem]:
    result = hand.result
    if result is None:
        yield Problem(("augen",), say("is missing: the Augen of the Re side, or what decides"))
    elif isinstance(result, Augen) and (fault := fault_of_augen(*result)):
        yield Problem((fault[0],), fault[1])
    elif isinstance(result, Span) and result.seite is None and result.unter != UNDER[0]:
        yield Problem(("ergebnis", "unter"), say("at 120 to 120 no side stayed under anything"))
    elif hand.nur_alten and standing(result).behind is not Side.RE:
        yield Problem(("nur_alten",), say(
            "who made tricks with the Alten only has less than {half} Augen", half=ALL // 2))
