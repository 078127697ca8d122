"""Cinq-Cents, 2 players: every way to share 18 cards in tricks, every way to hold the melds."""

from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random
from typing import Any

from tests.oracle.augen import Json
from tests.oracle.money import summed

SIZES, WAGER = range(2, 3), "einsatz"
ONE_MATCH = False

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


# --- one hand ---------------------------------------------------------------------------------


def points_of(hand: Json, players: list[str], rules: Json) -> dict[str, int]:
    """What each player writes for a hand."""
    mine, his = players
    own = {name: value(melded(hand, name), melded(hand, other)) + hand["augen"].get(name, 0)
           + (100 if hand.get("matsch") == other else 0)
           for name, other in ((mine, his), (his, mine))}
    declarer = hand["spielmacher"]
    if hand.get("ausgerufen") is not None:
        return own
    opponent = his if declarer == mine else mine
    if own[declarer] < own[opponent]:
        return {name: sum(own.values()) if name == opponent else 0 for name in players}
    return own


def playing(seats: list[str], dealer: str, rules: Json) -> list[str]:
    """Who plays: both."""
    return seats


def deals_again(hand: Json) -> bool:
    """Whether the dealer of this hand deals the next one too."""
    return False


def is_playable(hand: Json, players: list[str], rules: Json) -> bool:
    """Whether a hand can have been played."""
    return can_be_before(hand, players, rules, 0)


def can_be_before(hand: Json, players: list[str], rules: Json, points: int) -> bool:
    """The same; points: what who calls out had before the hand."""
    matsch, caller = hand.get("matsch"), hand.get("ausgerufen")
    augen = tuple(hand["augen"].get(name, 0) for name in players)
    one, other = [melded(hand, name) for name in players]
    if not can_be_held(one, other):
        return False
    if caller is None:
        seat = None if matsch is None else players.index(matsch)
        return augen in pairs(seat) and go_together(one, other, augen, True)
    return matsch is None and augen in begun_shares() and go_together(one, other, augen, False) \
        and points + points_of(hand, players, rules)[caller] >= rules.get("limit", 500)


# --- one match --------------------------------------------------------------------------------


def ending(written: list[dict[str, int]], players: list[str], rules: Json,
           hands: list[Json]) -> Json | None:
    """Who has won a match whose hands wrote these points, if somebody has."""
    for hand in hands:
        if hand.get("ausgerufen") is not None:
            return {"winner": hand["ausgerufen"], "loser": None}
    totals = summed(written, players)
    first, second = sorted(players, key=totals.get, reverse=True)
    if totals[first] >= rules.get("limit", 500) and totals[first] > totals[second]:
        return {"winner": first, "loser": None}
    return None


def paid(end: Json, totals: dict[str, int], cents: Any) -> dict[str, int]:
    """Cents that change hands at the end of a match with this Einsatz."""
    return {name: int(cents) if name == end["winner"] else -int(cents) for name in totals}


def running(totals: dict[str, int], cents: Any) -> dict[str, int]:
    """What a match that has not ended is worth: nothing."""
    return dict.fromkeys(totals, 0)


def appointed(end: Json) -> tuple[str | None, str | None]:
    """Who deals after a match, None where the deal just goes round; and who may say otherwise."""
    return None, None


# --- hands and rules to try -------------------------------------------------------------------


def random_rules(rng: Random) -> Json:
    """What a table may have agreed on."""
    return {"limit": rng.choice([1, 100, 300, 500, 501, 1000])} if rng.random() < 0.4 else {}


def random_stake(rng: Random) -> str:
    """An amount to play for."""
    return rng.choice(["0.50", "1", "0.05", "2.5", "0.00", "10.01"])


def random_melds(rng: Random, players: list[str]) -> Json:
    """Melds that may be more than can be held."""
    hand: Json = {"meldungen": {}}
    for name in players:
        fours = [four for four in FOURS if rng.random() < 0.04]
        runs = rng.choice([[], [], [], ["terz"], ["terz"], ["terz"], ["quart"], ["fuss"],
                           ["terz", "terz"], ["terz", "quart"], ["fuss", "terz"],
                           ["quart", "quart"]])
        hand["meldungen"][name] = rng.sample(
            melds := [*fours, *runs, *["bella"] * (rng.random() < 0.2)], len(melds))
        if "fuss" in runs and rng.random() < 0.6:
            hand.setdefault("fuss", {})[name] = rng.randint(5, 8)
        if runs and rng.random() < 0.5:
            hand.setdefault("trumpf", {})[name] = [rng.choice(runs)]
    return hand


@cache
def holdable() -> list[Json]:
    """Melds of two players, A and B, that can be held; always the same ones."""
    rng, found = Random(18), []
    while len(found) < 500:
        hand = random_melds(rng, ["A", "B"])
        if can_be_held(melded(hand, "A"), melded(hand, "B")):
            found.append(hand)
    return found


@cache
def listed(matsch: int | None) -> list[tuple[int, int]]:
    """Every pair of figures, in order."""
    return sorted(pairs(matsch))


def random_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A playable hand, by few throws of the dice."""
    while not is_playable(hand := dealt(rng, players), players, {}):
        pass
    return hand


def dealt(rng: Random, players: list[str]) -> Json:
    """A hand whose melds and whose Augen can be, though perhaps not together."""
    who, hand = dict(zip("AB", players)), {"spielmacher": rng.choice(players)}
    style = rng.randrange(8)
    if style > 2:
        for key, of_each in rng.choice(holdable()).items():
            hand[key] = {who[name]: said for name, said in of_each.items()}
    elif style:
        hand["meldungen"] = {name: [] for name in players}
    matsch = rng.choice([None, None, None, 0, 1])
    hand["augen"] = dict(zip(players, rng.choice(listed(matsch))))
    if matsch is not None:
        hand["matsch"] = players[matsch]
        if style % 2:
            del hand["augen"][hand["matsch"]]
    elif style % 2:
        hand["matsch"] = None
    return hand


def any_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A hand that is most often wrong somewhere."""
    hand = rng.choice([random_hand, dealt])(rng, players)
    if rng.random() < 0.2:
        return called_out(rng, hand, rng.choice(players), players)
    style = rng.random()
    if style < 0.3:
        hand.update({"fuss": {}, "trumpf": {}, **random_melds(rng, players)})
    elif style < 0.6:
        name = rng.choice(list(hand["augen"]))
        hand["augen"][name] = rng.choice([0, 1, 9, 10, 11, 134, 135, 136, 140, 141, 146, 147, -2,
                                          10**30, hand["augen"][name] + rng.randint(-9, 9)])
    elif style < 0.7:
        low = rng.choice([0, 1, 2, 5, 6, 9, 10, 11, 12])
        hand["augen"] = dict(zip(rng.sample(players, 2), (low, rng.randint(132, 147) - low
                                                          * rng.randint(0, 1))))
    elif style < 0.8:
        name = rng.choice(players)
        hand["augen"].setdefault(name, 0)
        if hand.get("matsch") is not None:
            hand["augen"].setdefault(hand["matsch"], 0)
        hand["matsch"] = name
    return hand


def called_out(rng: Random, hand: Json, name: str, players: list[str]) -> Json:
    """The hand, broken off by this player after some of its tricks."""
    augen = hand["augen"]
    hand["augen"] = {who: rng.choice([0, 2, 4, augen.get(who, 0), augen.get(who, 0) // 2])
                     for who in players}
    hand["ausgerufen"] = name
    if rng.random() < 0.9:
        hand.pop("matsch", None)
    return hand


def finish(rng: Random, sheet: Json) -> None:
    """Let players of the sheet call out now and then, where they could."""
    players, rules = sheet["players"], sheet.get("rules", {})
    written: list[dict[str, int]] = []
    for index, hand in enumerate(sheet["hands"]):
        rules = hand.get("rules", rules)
        if hand.get("voided"):
            continue
        before = summed(written, players)
        who = rng.choice(players)
        broken = called_out(rng, {**hand}, who, players)
        if rng.random() < 0.7 and can_be_before(broken, players, rules, before[who]):
            sheet["hands"][index] = broken
        written.append(points_of(sheet["hands"][index], players, rules))
        if ending(written, players, rules, [sheet["hands"][index]]) is not None:
            written = []
