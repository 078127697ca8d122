"""Kalter Schlag, 4 players."""

from itertools import combinations
from random import Random
from typing import Any

from tests.oracle.augen import (
    Json,
    can_be,
    losers_are_certain,
    misread,
    random_figures,
    thinned,
    with_most,
    with_the_rest,
)
from tests.oracle.money import summed

SIZES, WAGER = range(4, 5), "einsatz"
DOUBLINGS = ("kontra", "re", "bock", "hirsch")
ONE_MATCH = False
"""Whether a sheet is over with its first match, and the table may end it by hand."""


# --- one hand ---------------------------------------------------------------------------------


def rounded_to_tens(number: int) -> int:
    """The nearest multiple of ten, upwards from a 5 on."""
    down = number - number % 10
    return down if number % 10 < 5 else down + 10


def rounded_to_fives(number: int) -> int:
    """The nearest multiple of five; a whole number is never half way."""
    return min(range(0, 125, 5), key=lambda five: abs(five - number))


def points_of(hand: Json, players: list[str], rules: Json) -> dict[str, int]:
    """What each player writes for a hand."""
    points = dict.fromkeys(players, 0)
    doublings = hand.get("verdopplungen", 0)
    if "durchmarsch" in hand:
        for name in players:
            if name != hand["durchmarsch"]:
                points[name] = 120 * 2 ** doublings
        return points
    jungfern = hand.get("jungfern", [])
    named = {**dict.fromkeys(jungfern, 0), **hand["augen"]}
    most, losers = with_most(with_the_rest(named, players))
    factor = 2 ** (doublings + len(jungfern))
    for name in losers:
        points[name] = (rounded_to_tens(most * factor)
                        if rules.get("rounding", "tens-after") == "tens-after"
                        else rounded_to_fives(most) * factor)
    return points


def playing(seats: list[str], dealer: str, rules: Json) -> list[str]:
    """Who plays: everybody."""
    return seats


def deals_again(hand: Json) -> bool:
    """Whether the dealer of this hand deals the next one too."""
    return False


IN_TURN = True
"""Who can have doubled depends on the order in which they play."""


def in_turn(said: list[str | None], players: list[str]) -> bool:
    """Whether these can have doubled one after the other, players being in the order in which they
    play: some of them in that order, with those who are not noted in between."""
    return any(all(name in (None, other) for name, other in zip(said, some))
               for some in combinations(players, len(said)))


def is_playable(hand: Json, players: list[str], rules: Json) -> bool:
    """Whether a hand can have been played and what is named settles who writes what."""
    said = hand.get("verdopplungen", 0)
    if said not in range(5) or any(hand.get("angesagt_von", {}).get(name) is not None
                                   for name in DOUBLINGS[said:]):
        return False
    if not in_turn([hand.get("angesagt_von", {}).get(name) for name in DOUBLINGS[:said]], players):
        return False
    if "durchmarsch" in hand:
        return True
    jungfern = hand.get("jungfern", [])
    if len(jungfern) > 2 or any(hand["augen"].get(name, 0) != 0 for name in jungfern):
        return False
    return all(map(can_be, hand["augen"].values())) and losers_are_certain(
        {**dict.fromkeys(jungfern, 0), **hand["augen"]}, players)


# --- one match --------------------------------------------------------------------------------


def alone_with(choose: Any, points: dict[str, int], among: list[str]) -> str | None:
    """The only one of `among` with the fewest (`min`) or the most (`max`) points, if there is."""
    if not among:
        return None
    best = choose(points[name] for name in among)
    at_best = [name for name in among if points[name] == best]
    return at_best[0] if len(at_best) == 1 else None


def ending(written: list[dict[str, int]], players: list[str], rules: Json,
           hands: list[Json]) -> Json | None:
    """Winner or loser of a match whose hands wrote these points, if it has ended."""
    totals, limit = summed(written, players), rules.get("limit", 2000)
    marks = {name: len([hand for hand in written if hand[name] > 0]) for name in players}
    could_win = [name for name in players
                 if marks[name] >= rules.get("anschriften", 5) and totals[name] < limit]
    winner = alone_with(min, totals, could_win)
    if winner is not None:
        return {"winner": winner, "loser": None}
    loser = alone_with(max, totals, [name for name in players if totals[name] >= limit])
    return None if loser is None else {"winner": None, "loser": loser}


def paid(end: Json, totals: dict[str, int], cents: Any) -> dict[str, int]:
    """Cents that change hands at the end of a match with this Einsatz."""
    purse, stake = dict.fromkeys(totals, 0), int(cents)
    winner, loser = end["winner"], end["loser"]
    for name in totals:
        if winner is not None and name != winner:
            purse[name] -= 2 * stake
            purse[winner] += 2 * stake
        if loser is not None and name != loser:
            due = stake if totals[name] > 0 else 2 * stake
            purse[loser] -= due
            purse[name] += due
    return purse


def running(totals: dict[str, int], cents: Any) -> dict[str, int]:
    """What a match that has not ended is worth: nothing."""
    return dict.fromkeys(totals, 0)


def appointed(end: Json) -> tuple[str | None, str | None]:
    """Who deals after a match, None where the deal just goes round; and who may say otherwise."""
    return end["winner"] or end["loser"], end["loser"]


# --- hands and rules to try -------------------------------------------------------------------


def random_rules(rng: Random) -> Json:
    """What a table may have agreed on."""
    rules: Json = {}
    if rng.random() < 0.5:
        rules["rounding"] = rng.choice(["tens-after", "fives-before"])
    if rng.random() < 0.2:
        rules["limit"] = rng.choice([1, 200, 960, 2000, 5000])
    if rng.random() < 0.2:
        rules["anschriften"] = rng.choice([1, 2, 3, 8])
    return rules


def random_stake(rng: Random) -> str:
    """An amount to play for."""
    return rng.choice(["0.50", "1", "0.05", "2.5", "0.00", "10.01"])


def random_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A playable hand, its figures complete or as few as decide it."""
    doublings = rng.choice([0, 0, 0, 1, 1, 2, 3, 4])
    hand: Json = {"verdopplungen": doublings} if doublings or rng.random() < 0.5 else {}
    if rng.random() < 0.3:  # one alone can have been anybody, and who deals is not known here
        hand["angesagt_von"] = {name: rng.choice([None, *players]) if doublings == 1 else None
                                for name in DOUBLINGS[:doublings]}
    if rng.random() < 0.12:
        return {"durchmarsch": rng.choice(players), **hand}
    true = dict(zip(rng.sample(players, 4), random_figures(rng, 4)))
    without = [name for name in true if true[name] == 0]
    jungfern = rng.sample(without, rng.randint(0, min(2, len(without))))
    if jungfern or rng.random() < 0.2:
        hand["jungfern"] = jungfern
    named = {name: true[name] for name in true if name not in jungfern or rng.random() < 0.5}
    return {"augen": thinned(rng, named, true), **hand}


def any_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A hand that is most often wrong somewhere."""
    hand = random_hand(rng, players)
    for _ in range(rng.randint(1, 2)):
        what = rng.random()
        if what < 0.1:
            hand["verdopplungen"] = rng.choice([-1, 0, 4, 5, 10**9])
            hand["angesagt_von"] = {rng.choice(DOUBLINGS): rng.choice(players)}
        elif what < 0.2 and hand.get("verdopplungen", 0) > 0:
            hand["angesagt_von"] = {name: rng.choice([None, *players])
                                    for name in DOUBLINGS[:hand["verdopplungen"]]}
        elif "augen" in hand and what < 0.8:
            misread(rng, hand["augen"], players)
        elif "augen" in hand:
            hand["jungfern"] = rng.sample(players, rng.randint(0, 4))
    return hand
