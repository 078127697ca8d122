"""The cards of Cinq-Cents: every way to share 18 of them in tricks, every way to hold the melds."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from tests.oracle.augen import Json

RANKS = "7 8 9 10 Bube Dame König As".split()
SUITS = "Kreuz Pik Herz Karo".split()
TRUMP = {"Bube": 20, "9": 14, "As": 11, "König": 4, "Dame": 3, "10": 10, "8": 0, "7": 0}
PLAIN = {"As": 11, "König": 4, "Dame": 3, "Bube": 2, "10": 10, "9": 0, "8": 0, "7": 0}
PACK = [*TRUMP.values(), *PLAIN.values(), *PLAIN.values(), *PLAIN.values()]

WORTH = {"vier-buben": 200, "vier-koenige": 100, "vier-zehnen": 100, "vier-asse": 100,
         "vier-damen": 100, "bella": 20, "terz": 20, "quart": 50, "fuss": 100}
FOURS = {"vier-buben": "Bube", "vier-koenige": "König", "vier-zehnen": "10", "vier-asse": "As",
         "vier-damen": "Dame"}
LENGTH = {"terz": 3, "quart": 4}

Melded = tuple[tuple[str, int, bool], ...]
"""Of one player: name, cards where it is a sequence, whether that is in trump."""


# --- tricks -----------------------------------------------------------------------------------


WIDTH = 160
"""More than anybody's Augen: a pair of figures is one number, the one's times this and the other's.
"""


@cache
def shares(cards: int) -> int:
    """Every way to share 18 cards, so many of them in one's tricks: a bit for each pair."""
    found = {(0, 0): 1}
    for value in PACK:
        more = dict(found)
        for (one, other), sums in found.items():
            for key, gain in (((one + 1, other), value * WIDTH), ((one, other + 1), value)):
                if key[0] <= cards and key[1] <= 18 - cards:
                    more[key] = more.get(key, 0) | sums << gain
        found = more
    return found[cards, 18 - cards]


@cache
def pairs(matsch: int | None) -> frozenset[tuple[int, int]]:
    """The Augen that the two can have; matsch: who of them has no trick."""
    together = 0
    for cards in {None: range(2, 17, 2), 0: (0,), 1: (18,)}[matsch]:
        together |= shares(cards)
    return frozenset((one, other) for one in range(WIDTH) for other in range(WIDTH)
                     if together >> one * WIDTH + other & 1)


@cache
def begun_shares() -> frozenset[tuple[int, int]]:
    """The Augen that the two can have after some of the nine tricks."""
    found = {(0, 0): 1}
    for value in PACK:
        more = dict(found)
        for (one, other), sums in found.items():
            for key, gain in (((one + 1, other), value * WIDTH), ((one, other + 1), value)):
                if sum(key) <= 18:
                    more[key] = more.get(key, 0) | sums << gain
        found = more
    together = 0
    for (one, other), sums in found.items():
        together |= 0 if one % 2 or other % 2 else sums
    return frozenset((one, other) for one in range(WIDTH) for other in range(WIDTH)
                     if together >> one * WIDTH + other & 1)


# --- melds ------------------------------------------------------------------------------------


def melded(hand: Json, name: str) -> Melded:
    """What a player melds."""
    trumps = list(hand.get("trumpf", {}).get(name, []))
    found = []
    for meld in hand.get("meldungen", {}).get(name, []):
        cards = LENGTH.get(meld, 0)
        if meld == "fuss":
            cards = hand.get("fuss", {}).get(name, 5)
        in_trump = meld in trumps
        if in_trump:
            trumps.remove(meld)
        found.append((meld, cards, in_trump))
    return tuple(sorted(found))


def held(melds: Melded, trump: str, without: frozenset[Any] = frozenset()) -> Iterator[frozenset]:
    """The cards that make these melds, in every way there is, none of them from `without`."""
    sure = {(suit, FOURS[name]) for name, _, _ in melds if name in FOURS for suit in SUITS}
    if any(name == "bella" for name, _, _ in melds):
        sure |= {(trump, "König"), (trump, "Dame")}
    runs = [(cards, in_trump) for _, cards, in_trump in melds if cards]

    def lay(runs: list[tuple[int, bool]], cards: frozenset,
            near: frozenset) -> Iterator[frozenset]:
        """Lay the sequences one after the other beside `cards`, none of them on `near`."""
        if len(cards) > 9 or cards & without:
            return
        if not runs:
            yield cards
            return
        (length, in_trump), *others = runs
        for suit in [trump] if in_trump else SUITS:
            for start in range(9 - length):
                run = {(suit, rank) for rank in RANKS[start:start + length]}
                if not run & near:
                    beside = {(suit, rank) for rank in RANKS[max(0, start - 1):start + length + 1]}
                    yield from lay(others, cards | run, near | beside)

    if sum(cards for cards, _ in runs) <= 9:
        yield from lay(runs, frozenset(sure), frozenset())


@cache
def can_be_held(one: Melded, other: Melded) -> bool:
    """Whether both can have what they meld, in nine cards each of the same pack."""
    if any(cards and not 3 <= cards <= 8 for _, cards, _ in (*one, *other)):
        return False
    trump = SUITS[0]  # the suits are alike
    tried: set[frozenset] = set()
    for cards in held(one, trump):
        if cards not in tried:
            tried.add(cards)
            if next(held(other, trump, cards), None) is not None:
                return True
    return False


def value(own: Melded, against: Melded) -> int:
    """What somebody's melds count against the other's."""
    total = 0
    for name, cards, in_trump in own:
        longer = any(other > cards for _, other, _ in against)
        as_long = any(other == cards for _, other, _ in against)
        if not cards or not longer and (in_trump or not as_long):
            total += WORTH[name]
    return total


def worth_of(card: tuple[str, str]) -> int:
    """What a card counts in tricks."""
    suit, rank = card
    return (TRUMP if suit == SUITS[0] else PLAIN)[rank]


def unbeaten(cards: frozenset) -> int:
    """The Augen of the card among these that none beats, if they have it."""
    return 20 if (SUITS[0], "Bube") in cards else 0


WHOLE_PACK = frozenset((suit, rank) for suit in SUITS for rank in RANKS)


@cache
def sums_of(values: tuple[int, ...], count: int) -> int:
    """What so many of these values can add up to: a bit for each sum."""
    found = {0: 1}  # by how many of them
    for value in values:
        found = {size: found.get(size, 0) | found.get(size - 1, 0) << value
                 for size in range(count + 1)}
    return found.get(count, 0)


@lru_cache(maxsize=1 << 12)
def ways(one: Melded, other: Melded) -> list[tuple[int, int, int]]:
    """Every way for both to hold what they meld: the Augen that the one and the other make for
    certain, and those that all eighteen cards can have together, a bit for each."""
    trump, found = SUITS[0], {}
    for cards in set(held(one, trump)):
        for others in set(held(other, trump, cards)):
            known = cards | others
            rest = tuple(sorted(map(worth_of, WHOLE_PACK - known)))
            way = unbeaten(cards), unbeaten(others), rest
            if way not in found:
                found[way] = sums_of(rest, 18 - len(known)) << sum(map(worth_of, known))
    return [(mine, his, sums) for (mine, his, _), sums in found.items()]


@cache
def go_together(one: Melded, other: Melded, augen: tuple[int, ...], whole: bool) -> bool:
    """Whether who melds this can have these Augen, in all nine tricks or in some of them."""
    if not one and not other:
        return True
    if not whole:
        return any(sums >> sum(augen) for _, _, sums in ways(one, other))
    return any(mine <= augen[0] and his <= augen[1] and sums >> sum(augen) & 1
               for mine, his, sums in ways(one, other))
