"""Schieberamsch, 3 players."""

from fractions import Fraction
from math import floor
from random import Random
from typing import Any

from tests.oracle.augen import Json, can_be, losers_are_certain, with_most, with_the_rest
from tests.oracle.ramsch import (
    counted,
    figures_can_be,
    random_ramsch,
    speakers_can_be,
    spoilt,
    times_pushed,
)

SIZES, WAGER = range(3, 4), "rate"
ONE_MATCH = True
"""Whether a sheet is over with its first match, and the table may end it by hand."""


# --- one hand ---------------------------------------------------------------------------------


def points_of(hand: Json, players: list[str], rules: Json) -> dict[str, int]:
    """What each player writes for a hand."""
    points = dict.fromkeys(players, 0)
    if "grand_hand" in hand:
        grand = hand["grand_hand"]
        points[grand["spieler"]] = grand_hand_points(grand)
        return points
    doubled = times_pushed(hand) + hand.get("kontra", 0)
    if "durchmarsch" in hand:
        points[hand["durchmarsch"]] = -12 * 2 ** doubled
        return points
    augen = counted(hand)
    if rules.get("skat_to", "last-trick") == "most-augen":
        skat, (_, ahead) = 120 - sum(augen.values()), with_most(augen)
        augen = {name: figure + skat if name in ahead else figure
                 for name, figure in augen.items()}
    else:
        augen = with_the_rest(augen, players)
    most, losers = with_most(augen)
    if hand.get("jungfrau") is not None:
        doubled += 1
    for name in losers:
        points[name] = floor(Fraction(most * 2 ** doubled, 10))
    return points


def grand_hand_points(grand: Json) -> int:
    """What the soloist writes: 24 for the game, for its Hand, for every Spitze and every level."""
    worth = 24 + 24
    for _ in range(grand["spitzen"]):
        worth += 24
    schwarz = grand.get("schwarz") is not None
    if schwarz or grand["augen"] <= 30 or 120 - grand["augen"] <= 30:
        worth += 24
    if schwarz:
        worth += 24
    for _ in range(grand.get("kontra", 0)):
        worth += worth
    return -floor(Fraction(worth, 10)) if grand["augen"] >= 61 else floor(Fraction(worth, 10))


def playing(seats: list[str], dealer: str, rules: Json) -> list[str]:
    """Who plays: everybody."""
    return seats


def deals_again(hand: Json) -> bool:
    """Whether the dealer of this hand deals the next one too."""
    return "grand_hand" in hand


def is_playable(hand: Json, players: list[str], rules: Json) -> bool:
    """Whether a hand can have been played and what is named settles who writes what."""
    if "grand_hand" in hand:
        return rules.get("grand_hand", True) and grand_hand_can_be(hand["grand_hand"])
    most_kontra = 3 if rules.get("ramsch_kontra", False) else 0
    if not 0 <= times_pushed(hand) <= 3 or not 0 <= hand.get("kontra", 0) <= most_kontra:
        return False
    if not speakers_can_be(hand, hand.get("kontra", 0)):
        return False
    if "durchmarsch" in hand:
        return True
    if not figures_can_be(hand):
        return False
    augen = counted(hand)
    if rules.get("skat_to", "last-trick") == "last-trick":
        return losers_are_certain(augen, players)
    # What is missing lies in the skat, so everybody's Augen are needed unless nothing is missing.
    skat = 120 - sum(augen.values())
    if augen and skat and rules.get("skat_tie") == "last-trick" and len(with_most(augen)[1]) > 1:
        return False  # it has to be typed with somebody's tricks
    return skat == 0 or set(augen) == set(players) and 2 <= skat <= 22


def grand_hand_can_be(grand: Json) -> bool:
    """Whether a Grand Hand can have ended like this."""
    schwarz = grand.get("schwarz")
    return can_be(grand["augen"]) and grand["spitzen"] in (1, 2, 3, 4) \
        and grand.get("kontra", 0) in (0, 1, 2) \
        and speakers_can_be(grand, 1 if grand.get("kontra", 0) else 0) \
        and grand["spieler"] not in grand.get("angesagt_von", []) \
        and (schwarz != "spieler" or grand["augen"] == 0) \
        and (schwarz != "gegner" or grand["augen"] == 120)


# --- one match --------------------------------------------------------------------------------


def ending(written: list[dict[str, int]], players: list[str], rules: Json,
           hands: list[Json]) -> Json | None:
    """How a match whose hands wrote these points has ended, if it has; nobody wins or loses."""
    moved_on = [hand for hand in hands if not deals_again(hand)]
    agreed, rounds = rules.get("hands"), rules.get("rounds")
    if agreed is not None and len(written) >= agreed or \
            rounds is not None and len(moved_on) >= 3 * rounds:
        return {"winner": None, "loser": None}
    return None


def paid(end: Json, totals: dict[str, int], cents: Any) -> dict[str, int]:
    """Cents that change hands at the end of a match at this rate."""
    return running(totals, cents)


def running(totals: dict[str, int], cents: Any) -> dict[str, int]:
    """Cents that would change hands as the totals stand: every pair settles its difference.

    Nobody is paid in parts of a cent. Everyone gets the whole cents below what is due, and what
    then is over goes out cent by cent, to who has been cut by most.
    """
    due = {name: Fraction(0) for name in totals}
    for name in totals:
        for other in totals:
            due[name] += Fraction(cents) * (totals[other] - totals[name])
    purse = {name: floor(due[name]) for name in totals}
    cut = {name: due[name] - purse[name] for name in totals}
    while sum(purse.values()) < 0:
        most_cut = max(cut, key=cut.get)  # of several the first, as they sit
        purse[most_cut] += 1
        del cut[most_cut]
    return purse


def appointed(end: Json) -> tuple[str | None, str | None]:
    """Who deals after a match, None where the deal just goes round; and who may say otherwise."""
    return None, None


# --- hands and rules to try -------------------------------------------------------------------


def random_rules(rng: Random) -> Json:
    """What a table may have agreed on."""
    rules: Json = {}
    if rng.random() < 0.4:
        rules["ramsch_kontra"] = rng.choice([True, True, False])
    if rng.random() < 0.4:
        rules["skat_to"] = rng.choice(["most-augen", "most-augen", "last-trick"])
    if rng.random() < 0.4:
        rules["skat_tie"] = rng.choice(["each", "last-trick", "last-trick"])
    if rng.random() < 0.3:
        rules["grand_hand"] = rng.choice([True, False])
    if rng.random() < 0.1:
        rules["hands"] = None
    return rules


def random_stake(rng: Random) -> str:
    """Money a point."""
    return rng.choice(["0.01", "0.005", "0.0025", "0.0333", "0.0001", "0.1", "1", "0"])


def random_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A playable hand."""
    rules = rules or {}
    if rules.get("grand_hand", True) and rng.random() < 0.3:
        return {"grand_hand": random_grand_hand(rng, players)}
    while not is_playable(hand := random_ramsch(
            rng, players, 3 if rules.get("ramsch_kontra", False) else 0,
            rules.get("skat_to") == "most-augen"), players, rules):
        pass
    return hand


def random_grand_hand(rng: Random, players: list[str]) -> Json:
    """Whoever plays it, however it ends."""
    figure = rng.choice([0, 2, 30, 31, 60, 61, 89, 90, 118, 120, *rng.choices(range(2, 119), k=10)])
    grand: Json = {"spieler": rng.choice(players), "augen": figure, "spitzen": rng.randint(1, 4)}
    if rng.random() < 0.5:
        grand["kontra"] = rng.randint(0, 2)
        others = [name for name in players if name != grand["spieler"]]
        grand["angesagt_von"] = rng.sample(others, rng.randint(0, 1 if grand["kontra"] else 0))
    if rng.random() < 0.5:
        grand["schwarz"] = {0: "spieler", 120: "gegner"}.get(figure)
    return grand


def finish(rng: Random, sheet: Json) -> None:
    """Agree on a number of rounds instead of hands, now and then: those played, or more."""
    if "hands" in sheet["rules"] or rng.random() < 0.5:
        return
    counting = [hand for hand in sheet["hands"] if not hand.get("voided")]
    moved_on = len([hand for hand in counting if not deals_again(hand)])
    whole = bool(moved_on) and moved_on % 3 == 0 and not deals_again(counting[-1]) \
        and not sheet["hands"][-1].get("voided")
    sheet["rules"]["rounds"] = moved_on // 3 + (0 if whole else 1) + rng.choice([0, 0, 5])


def any_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A hand that is most often wrong somewhere."""
    # Now and then as another table would play it.
    hand = random_hand(rng, players, rng.choice([rules, rules, random_rules(rng)]))
    if "grand_hand" not in hand:
        return spoilt(rng, hand, players)
    if rng.random() < 0.2:
        hand["grand_hand"]["angesagt_von"] = rng.sample(players, rng.randint(0, 2))
        return hand
    what = rng.choice(["augen", "spitzen", "kontra", "schwarz"])
    hand["grand_hand"][what] = {
        "augen": [0, 1, 30, 60, 119, 120, 121, -1, 10**30], "spitzen": [-1, 0, 1, 4, 5, 10**30],
        "kontra": [-1, 0, 2, 3, 10**30], "schwarz": [None, "spieler", "gegner"]}[what][
            rng.randrange(3 if what == "schwarz" else 5)]
    return hand
