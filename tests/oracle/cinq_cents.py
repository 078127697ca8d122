"""Cinq-Cents, 2 players: points, the end of a match, and hands to try."""

from functools import cache
from random import Random
from typing import Any

from tests.oracle.augen import Json
from tests.oracle.cinq_cents_cards import (
    FOURS,
    begun_shares,
    can_be_held,
    go_together,
    melded,
    pairs,
    value,
)
from tests.oracle.money import summed

SIZES, WAGER = range(2, 3), "einsatz"
ONE_MATCH = False


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
