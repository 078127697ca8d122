"""The Augen of both players of Cinq-Cents: which the cards allow, and what can be wrong with them.

S1 below is the source named in `cinq_cents`, cited by its lines.
"""

from collections.abc import Sequence

from scorepad.games.problems import Problem, shown
from scorepad.games.table import Seat
from scorepad.i18n.message import Message, say

FEWEST, MOST = 18, 146
"""The fewest and the most Augen in 18 of the 32 cards: the eleven that count nothing with the next
seven, and all but those eleven and three jacks (S1, 058–064)."""

MOST_OF_ONE = 140
"""The most Augen of a player if the other has a trick: the best sixteen cards."""

MOST_BESIDE = {9: 134, 10: 134, 11: 134}
"""The most Augen of a player, by those of the other, where the bounds above would allow more: no
two cards make up one of these figures and leave all the better cards to the first player."""


def can_be(one: int, other: int, matsch: bool) -> bool:
    """Return whether the tricks of 18 cards can give the players these Augen; matsch: one player
    has no trick."""
    if one + other < FEWEST or matsch and one and other:
        return False
    if not one or not other:
        return can_be_so_far(one, other) and (matsch or one + other <= MOST_OF_ONE)
    return can_be_so_far(one, other)


def can_be_so_far(one: int, other: int) -> bool:
    """Return whether the tricks of a hand that goes on can give the players these Augen."""
    if one < 0 or other < 0 or one + other > MOST or one == 1 or other == 1:
        return False
    if not one or not other:
        return True
    return one <= MOST_BESIDE.get(other, MOST_OF_ONE) and other <= MOST_BESIDE.get(one, MOST_OF_ONE)


def problems_of_augen(augen: Sequence[int | None], matsch: Seat | None, broken_off: bool,
                      names: Sequence[str]) -> list[Problem]:
    """Return what is wrong with the Augen of both; empty if the cards allow them.

    matsch: the seat without a trick; broken_off: whether they are those of some tricks only.
    """
    problems = []
    for seat, (name, figure) in enumerate(zip(names, augen)):
        place = ("augen", name)
        if seat == matsch and figure:
            problems.append(Problem(place, say(
                "{name} is matsch, so without a trick and without Augen, not {augen}",
                name=name, augen=shown(figure))))
        elif figure is None and seat != matsch:
            problems.append(Problem(place, say("is missing")))
        elif figure is not None and (fault := _fault_of_figure(
                figure, only=broken_off or matsch is not None)):
            problems.append(Problem(place, fault))
    one, other = [figure or 0 for figure in augen]
    if not problems and not (can_be_so_far(one, other) if broken_off else
                             can_be(one, other, matsch is not None)):
        problems.append(Problem(("augen",), _fault_of_sum(one + other, broken_off)))
    return problems


def _fault_of_figure(figure: int, *, only: bool) -> Message | None:
    """Return why nobody can have so many Augen, or None; only: the other may be without a trick."""
    if figure < 0:
        return say("{augen} Augen: nobody can have less than 0", augen=shown(figure))
    if figure == 1:
        return say("no card counts 1, so nobody can have 1 Auge")
    if figure > MOST:
        return say("{augen} Augen: 18 cards have at most {most}", augen=shown(figure), most=MOST)
    if figure > MOST_OF_ONE and not only:
        return say("{augen} Augen: more than {most} only if the other is matsch",
                   augen=figure, most=MOST_OF_ONE)
    return None


def _fault_of_sum(total: int, broken_off: bool) -> Message:
    if total > MOST:
        return say("{sum} in all – 18 cards have at most {most}", sum=total, most=MOST)
    if total < FEWEST and not broken_off:
        return say("{sum} in all – 18 cards have at least {fewest}", sum=total, fewest=FEWEST)
    return say("no 18 cards can be shared like this")
