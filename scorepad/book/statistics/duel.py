"""Two players against each other: what they played together, and who was ahead."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorepad.book.statistics import AWAY, LOST, WON, SheetPage, Sides


class Duel(NamedTuple):
    """The hands that two players both played.

    evenings: those with such hands; together: hands won and lost on one side; against: hands on
    different sides, `won` by the one, `lost` by the other; ahead: evenings, in each game, on which
    the one had the better points (`won`), or the other; money: by currency, what the one and the
    other won or lost on the sheets on which both played.
    """

    evenings: int
    hands: int
    together: Sides
    against: Sides
    ahead: Sides
    money: Mapping[str, tuple[int, int]]


def duel_of(pages: Sequence[SheetPage], one: str, other: str) -> Duel | None:
    """Return the duel of two players; None if they have never played the same hand. pages: the
    sheets to look at, in order of time; one, other: player ids."""
    evenings: set[str] = set()
    hands: Counter[tuple[str, str, bool]] = Counter()
    leads: defaultdict[tuple[str, str, int], int] = defaultdict(int)
    money: dict[str, tuple[int, int]] = {}
    for page in pages:
        for seat, own in page.figures_of(one):
            for against, others in page.figures_of(other):
                found = Counter([(mine, his, sided) for mine, his, sided in zip(
                    own.course, others.course, page.digest.sided) if AWAY not in (mine, his)])
                if not found:
                    continue
                hands.update(found)
                evenings.add(page.evening)
                leads[page.evening, page.game.key, page.decimals] += \
                    (own.points - others.points) * (-1 if page.game.low_is_good else 1)
                if page.digest.payout is not None:
                    cents, cents_of_other = money.get(page.currency, (0, 0))
                    money[page.currency] = (cents + page.digest.payout[seat],
                                            cents_of_other + page.digest.payout[against])
    if not hands:
        return None
    return Duel(
        len(evenings), sum(hands.values()), Sides(hands[WON, WON, True], hands[LOST, LOST, True]),
        Sides(hands[WON, LOST, True], hands[LOST, WON, True]),
        Sides(len([lead for lead in leads.values() if lead > 0]),
              len([lead for lead in leads.values() if lead < 0])), money)
