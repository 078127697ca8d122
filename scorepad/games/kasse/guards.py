"""Extras that cannot be beside a result: the Augen of their cards are in the tricks of a side."""

from collections.abc import Iterator

from scorepad.games.doppelkopf import ALL, Augen, Side, standing
from scorepad.games.kasse.hand import Normal
from scorepad.games.problems import Problem
from scorepad.i18n.message import say

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
