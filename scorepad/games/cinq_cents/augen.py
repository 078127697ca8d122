"""The Augen of both players of Cinq-Cents: which the cards and the melds allow.

S1 below is the source named in `cinq_cents`, cited by its lines.

Whoever melds cards holds them, and all eighteen cards of a whole hand lie in somebody's tricks. So
both players' Augen together count the melded cards and some of the others; and nothing beats the
jack of trump, so whoever holds it makes its trick. Anything else that the cards may have made
impossible is accepted.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from scorepad.games.cinq_cents.melds import (
    CARDS,
    NOTHING,
    RANKS,
    SUITS,
    TRUMP,
    Melds,
    card,
    holdings,
)
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
    """Return whether 18 cards' tricks can give these Augen; matsch: one player has no trick."""
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

    augen: of each seat, None where left out; matsch: the seat without a trick, None for none;
    broken_off: whether the Augen are those of some tricks only; names: by seat.
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


PLAIN = {"vier-asse": 11, "10": 10, "vier-koenige": 4, "vier-damen": 3, "vier-buben": 2}
"""The Augen of a card of each rank in its suit, 0 where it is not named (S1, 062–064)."""

TRUMPS = PLAIN | {"vier-buben": 20, "9": 14}
"""The same in trump (S1, 058–062)."""

JACK = card(TRUMP, "vier-buben")
AUGEN_OF_JACK = TRUMPS["vier-buben"]
"""The highest card, the jack of trump, and what it counts (S1, 058–060): whoever holds it makes
its Augen for certain."""

VALUES = [(TRUMPS if suit == TRUMP else PLAIN).get(rank, 0) for suit in SUITS for rank in RANKS]
"""The Augen of each card, in the order of the bits of `holdings`."""

CLASSES = {value: sum([1 << bit for bit, other in enumerate(VALUES) if other == value])
           for value in sorted({*VALUES})}
"""The cards that count as much, by what they count."""


IN_ALL = sum(VALUES)
"""More Augen than anybody can have: those of all 32 cards."""


def problems_of_fitting(melds: tuple[Melds, ...], augen: tuple[int, ...], matsch: Seat | None,
                        names: Sequence[str]) -> list[Problem]:
    """Return why these melds and Augen cannot be those of one whole hand; empty if they can. The
    melds by themselves and the Augen by themselves must be possible."""
    one, other = melds
    if one == other == NOTHING:
        return []
    for seat, name in enumerate(names):
        if seat != matsch and augen[seat] >= AUGEN_OF_JACK or \
                not all(cards & JACK for cards in holdings(melds[seat])):
            continue
        if seat == matsch:
            return [Problem(("matsch",), say(
                "{name} melded the jack of trump, which makes a trick", name=name))]
        return [Problem(("augen", name), say(
            "{augen} Augen: {name} melded the jack of trump and has at least {least}",
            augen=augen[seat], name=name, least=AUGEN_OF_JACK))]
    if any(_sums(known) >> sum(augen) & 1 for known in _together(one, other, *augen)):
        return []
    return [Problem(("augen",), _misfit_of_sum(one, other, sum(augen)))]


def most_with(one: Melds, other: Melds) -> int:
    """Return the most Augen that 18 cards have, these melds among them."""
    return max([_sums(known).bit_length() - 1 for known in _together(one, other)])


def _misfit_of_sum(one: Melds, other: Melds, total: int) -> Message:
    """Return why both players' Augen cannot add up to `total` if they meld this."""
    sums = [_sums(known) for known in _together(one, other)]
    most = max([bits.bit_length() for bits in sums]) - 1
    fewest = min([(bits & -bits).bit_length() for bits in sums]) - 1
    if total > most:
        return say("{sum} in all – with these melds 18 cards have at most {most}",
                   sum=total, most=most)
    if total < fewest:
        return say("{sum} in all – with these melds 18 cards have at least {fewest}",
                   sum=total, fewest=fewest)
    return say("{sum} in all – no 18 cards with these melds have that", sum=total)


def _together(one: Melds, other: Melds, mine: int = IN_ALL, his: int = IN_ALL) \
        -> Iterator[tuple[int, ...]]:
    """Yield what is known of the eighteen cards if both meld this: how many there are of each
    value, for every way to hold the melds that differs in that.

    mine, his: their Augen, in which those of the jack of trump are if they hold it.
    """
    not_mine, not_his = [JACK if augen < AUGEN_OF_JACK else 0 for augen in (mine, his)]
    seen = set()
    for cards in holdings(one):
        if cards & not_mine:
            continue
        for others in holdings(other):
            if others & (cards | not_his):
                continue
            if (known := _profile(cards | others)) not in seen:
                seen.add(known)
                yield known


@lru_cache(maxsize=1 << 14)
def _profile(cards: int) -> tuple[int, ...]:
    """Return how many of the cards count each value in `CLASSES`."""
    return tuple([(cards & alike).bit_count() for alike in CLASSES.values()])


@lru_cache(maxsize=1 << 12)
def _sums(known: tuple[int, ...]) -> int:
    """Return the sums eighteen cards can have with so many of each value, a bit for each."""
    least = sum([value * count for value, count in zip(CLASSES, known)])
    left = 2 * CARDS - sum(known)
    of_size = [1] + [0] * left  # by how many of the other cards, the sums that so many can have
    for (value, alike), count in zip(CLASSES.items(), known):
        for _ in range(alike.bit_count() - count):
            for size in range(left, 0, -1):
                of_size[size] |= of_size[size - 1] << value
    return of_size[left] << least
