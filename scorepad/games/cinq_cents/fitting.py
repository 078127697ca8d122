"""The fit of melds and Augen of a hand of Cinq-Cents.

Who melds cards has them in his hand, and all eighteen cards of a whole hand lie in somebody's
tricks. So both players' Augen together count the melded cards and some of the others; and nothing
beats the jack of trump, so who holds it makes its trick. Whatever else the cards may have made
impossible is taken. S1 is the source named in `cinq_cents`.
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
from scorepad.games.problems import Problem
from scorepad.games.table import Seat
from scorepad.i18n.message import Message, say

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


MOST = sum(VALUES)
"""More Augen than anybody can have: those of all 32 cards."""


def problems_of_fitting(melds: tuple[Melds, ...], augen: tuple[int, ...], matsch: Seat | None,
                        names: Sequence[str]) -> list[Problem]:
    """Return why these melds and Augen cannot be those of one whole hand; empty if they can.

    The melds by themselves and the Augen by themselves must be possible.
    """
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
    return [Problem(("augen",), _fault_of_sum(one, other, sum(augen)))]


def most_with(one: Melds, other: Melds) -> int:
    """Return the most Augen that 18 cards have, these melds among them."""
    return max([_sums(known).bit_length() - 1 for known in _together(one, other)])


def _fault_of_sum(one: Melds, other: Melds, total: int) -> Message:
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


def _together(one: Melds, other: Melds, mine: int = MOST, his: int = MOST) \
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
    """Return the sums that eighteen cards can have if so many of each value are among them, a bit
    for each."""
    least = sum([value * count for value, count in zip(CLASSES, known)])
    left = 2 * CARDS - sum(known)
    of_size = [1] + [0] * left  # by how many of the other cards, the sums that so many can have
    for (value, alike), count in zip(CLASSES.items(), known):
        for _ in range(alike.bit_count() - count):
            for size in range(left, 0, -1):
                of_size[size] |= of_size[size - 1] << value
    return of_size[left] << least
