"""Pfälzer Ramsch, 3 players."""

from random import Random
from typing import Any

from tests.oracle.augen import Json, losers_are_certain, with_most, with_the_rest
from tests.oracle.money import summed
from tests.oracle.ramsch import counted, figures_can_be, random_ramsch, spoilt, times_pushed

SIZES, WAGER = range(3, 4), "einsatz"
ONE_MATCH = False
"""Whether a sheet is over with its first match, and the table may end it by hand."""


# --- one hand ---------------------------------------------------------------------------------


def points_of(hand: Json, players: list[str], rules: Json) -> dict[str, int]:
    """What each player writes for a hand."""
    if "durchmarsch" in hand:
        most, losers = 120, {name for name in players if name != hand["durchmarsch"]}
    else:
        most, losers = with_most(with_the_rest(counted(hand), players))
    for _ in range(times_pushed(hand)):
        most += most
    return {name: most if name in losers else 0 for name in players}


def playing(seats: list[str], dealer: str, rules: Json) -> list[str]:
    """Who plays: everybody."""
    return seats


def deals_again(hand: Json) -> bool:
    """Whether the dealer of this hand deals the next one too."""
    return False


def is_playable(hand: Json, players: list[str], rules: Json) -> bool:
    """Whether a hand can have been played and what is named settles who writes what."""
    if not 0 <= times_pushed(hand) <= 3 or hand.get("kontra", 0) != 0 \
            or hand.get("angesagt_von"):
        return False
    return "durchmarsch" in hand or \
        figures_can_be(hand) and losers_are_certain(counted(hand), players)


# --- one match --------------------------------------------------------------------------------


def ending(written: list[dict[str, int]], players: list[str], rules: Json,
           hands: list[Json]) -> Json | None:
    """Who has lost a match whose hands wrote these points, if somebody has."""
    totals = summed(written, players)
    over = [name for name in players if totals[name] >= rules.get("limit", 500)]
    if rules.get("all_over") == "each":
        if len(over) > 1:
            return {"winner": None, "loser": None, "losers": over}
        return {"winner": None, "loser": over[0]} if over else None
    most, with_it = with_most(totals)
    if most >= rules.get("limit", 500) and len(with_it) == 1:
        return {"winner": None, "loser": with_it.pop()}
    return None


def paid(end: Json, totals: dict[str, int], cents: Any) -> dict[str, int]:
    """Cents that change hands at the end of a match with this Einsatz."""
    purse = dict.fromkeys(totals, 0)
    losers = end.get("losers", [end["loser"]])
    for loser in losers:
        for name in totals:
            if name not in losers:
                purse[name] += int(cents)
                purse[loser] -= int(cents)
    return purse


def running(totals: dict[str, int], cents: Any) -> dict[str, int]:
    """What a match that has not ended is worth: nothing."""
    return dict.fromkeys(totals, 0)


def appointed(end: Json) -> tuple[str | None, str | None]:
    """Who deals after a match, None where the deal just goes round; and who may say otherwise."""
    return None, None


# --- hands and rules to try -------------------------------------------------------------------


def random_rules(rng: Random) -> Json:
    """What a table may have agreed on."""
    rules: Json = {}
    if rng.random() < 0.4:
        rules["limit"] = rng.choice([1, 120, 240, 500, 501, 960, 3000])
    if rng.random() < 0.5:
        rules["all_over"] = rng.choice(["each", "each", "most"])
    return rules


def random_stake(rng: Random) -> str:
    """An amount to play for."""
    return rng.choice(["0.50", "1", "0.05", "2.5", "0.00", "10.01"])


def random_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A playable hand."""
    return random_ramsch(rng, players)


def any_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A hand that is most often wrong somewhere."""
    return spoilt(rng, random_hand(rng, players), players)
