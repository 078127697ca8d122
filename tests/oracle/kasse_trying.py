"""Hands and rules of Doppelkopf with a common pot to try."""

from decimal import Decimal
from random import Random

from tests.oracle.augen import Json
from tests.oracle.kasse_sheet import (
    POT,
    SIDES,
    contribution,
    full_purses,
    how_it_went,
    is_playable,
    of_side,
    settle_hand,
)


def random_rules(rng: Random) -> Json:
    """What a table may have agreed on."""
    choices = {"beitrag": [1, 2, 3, 10, 25], "pay": ["each", "side"], "kontra_schneider": [3, 4],
               "kontra_schwarz": [4, 6], "fuchs": ["pot", "loser", "nobody"],
               "kontra": [True, False], "karlchen": [True, False],
               "hammelrennen": [True, True, False], "solo_duty": [0, 1, 2],
               "solo_pays": ["players", "pot"], "solo_duty_rounds": [None, 1, 3]}
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.35}


def random_stake(rng: Random) -> str:
    """A base amount."""
    return rng.choice(["0.05", "0.10", "0.01", "0.03", "1", "2.5", "0.07", "0"])


def random_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A playable hand, whatever is in the pot."""
    while not is_playable(hand := likely_hand(rng, players, rules), players, rules or {}):
        pass
    return hand


def likely_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A hand that is playable but for its extras."""
    what, rules = rng.random(), rules or {}
    if what < 0.05:
        return {"nachzahlung": rng.choice([1, 2, 5, 10])}
    if what < 0.15:
        hand: Json = {"spiel": "solo", "re": [rng.choice(players)],
                      "gewonnen": rng.choice([True, False])}
        hand |= rng.choice([{}, {"kontra": rng.randint(0, 2) if rules.get("kontra", True) else 0}])
        if rng.random() < 0.6:
            hand["art"] = rng.choice(["angesagt", "heimlich", "heimlich", "bube"])
        if hand.get("art") == "heimlich":
            add_extras(rng, hand, players, rules)
        return hand
    hand = {"re": rng.sample(players, 2)}
    if rng.random() < 0.5:
        hand["spiel"] = "normal"
    add_result(rng, hand)
    if how_it_went(hand)[0] == "kontra" and rng.random() < 0.1:
        hand["nur_alten"] = rng.choice([True, True, False])
    add_extras(rng, hand, players, rules)
    return hand


def add_extras(rng: Random, hand: Json, players: list[str], rules: Json) -> None:
    if rng.random() < 0.2 and rules.get("fuchs") != "nobody":
        hand["fuchs"] = [caught(rng, hand, players) for _ in range(rng.choice([0, 1, 1, 2]))]
    if rng.random() < 0.15 and rules.get("karlchen", True):
        hand["karlchen"] = rng.choice([*SIDES, None])


def add_result(rng: Random, hand: Json) -> None:
    if rng.random() < 0.2:
        side = rng.choice([None, *SIDES])
        hand["ergebnis"] = {"seite": side}
        if side is not None and rng.random() < 0.8:
            hand["ergebnis"]["unter"] = rng.choice([120, 90, 60, 30, 0])
        return
    edges = [0, 2, 58, 59, 60, 61, 119, 120, 120, 121]
    figure = rng.choice(edges) if rng.random() < 0.4 else \
        min(238, max(2, round(rng.gauss(125, 45))))
    hand["augen"] = figure if rng.random() < 0.5 else 240 - figure
    if hand["augen"] in (0, 240):
        hand["schwarz"] = rng.choice([None, "re" if hand["augen"] == 0 else "kontra"])


def caught(rng: Random, hand: Json, players: list[str]) -> Json:
    """A Fuchs that went to the other side."""
    side = rng.choice(SIDES)
    other = "re" if side == "kontra" else "kontra"
    return {"faenger": rng.choice(of_side(hand, side, players)),
            "verlierer": rng.choice(of_side(hand, other, players))}


def any_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A hand that is most often wrong somewhere."""
    hand = random_hand(rng, players, rng.choice([rules, random_rules(rng)]))
    if rng.random() < 0.05:
        return {"hammelrennen": rng.choice(players)}
    for _ in range(rng.choice([0, 1, 1, 2])):
        spoil(rng, hand, players)
    return hand


def spoil(rng: Random, hand: Json, players: list[str]) -> None:
    """Write something that may not belong."""
    if "nachzahlung" in hand:
        hand["nachzahlung"] = rng.choice([-1, 0, 1, 1000, 1001, 10**30])
        return
    if rng.random() < 0.3:
        hand["re"] = rng.choices(players, k=rng.randint(0, 3))
    if hand.get("spiel") == "solo":
        if rng.random() < 0.5:
            hand["kontra"] = rng.choice([-1, 0, 2, 3, 10**30])
        else:
            hand["art"] = rng.choice(["angesagt", "heimlich", "bube"])
            hand["karlchen"] = rng.choice([*SIDES, None])
        return
    what = rng.randrange(5)
    if what == 0 and "ergebnis" not in hand:
        hand["augen"] = rng.choice([-1, 0, 1, 2, 120, 238, 239, 240, 241, 10**30])
    elif what == 1 and "augen" in hand:
        hand["schwarz"] = rng.choice([None, *SIDES])
    elif what == 2:
        hand["nur_alten"] = True
    elif what == 3:
        hand["karlchen"] = rng.choice(SIDES)
    else:
        hand["fuchs"] = [{"faenger": rng.choice(players), "verlierer": rng.choice(players)}
                         for _ in range(rng.randint(1, 3))]


def kept_rules(hand: Json) -> Json:
    """Nothing of a hand but the rules that it changes."""
    return {"rules": hand["rules"]} if "rules" in hand else {}


def random_sheet(rng: Random, hand_count: int, people: list[str],
                 rules: Json | None = None) -> Json:
    """A sheet with so many playable hands: when little is left in the pot, the Hammelrennen often,
    and then somebody tops it up."""
    players = rng.sample(people, 4)
    rules = random_rules(rng) if rules is None else rules
    sheet: Json = {"game": "doppelkopf-kasse", "players": players, "rules": rules, "hands": []}
    if rng.random() < 0.8:
        sheet["first_dealer"] = rng.choice(players)
    if rng.random() < 0.7:
        sheet["einsatz"] = random_stake(rng)
    base = round(100 * Decimal(sheet.get("einsatz", "0.01")))
    purses, odd = full_purses(players, rules, base), dict.fromkeys(players, 0)
    put_in = contribution(rules, base)
    for _ in range(hand_count):
        changed = rng.random() < 0.04
        if changed:
            rules = random_rules(rng)
            more = contribution(rules, base) - put_in
            if not sheet["hands"] or more > 0:
                purses[POT] += 4 * more
                put_in += more
        hand = random_hand(rng, players, rules)
        if changed:
            hand["rules"] = rules
        if rules.get("hammelrennen", True) and 0 < purses[POT] <= 2 * base \
                and rng.random() < 0.4:
            hand = kept_rules(hand) | {"hammelrennen": rng.choice(players)}
        elif purses[POT] == 0 and rng.random() < 0.3:
            hand = kept_rules(hand) | {"nachzahlung": rng.choice([1, 3, 10])}
        if rng.random() < 0.06:
            hand["dealer"] = rng.choice(players)
        if rng.random() < 0.04:
            hand["players"] = rng.sample(players, 4)
        if rng.random() < 0.08:
            hand["voided"] = rng.choice([True, True, False])
        if not hand.get("voided"):
            settle_hand(hand, players, rules, base, purses, odd)
        sheet["hands"].append(hand)
    if rng.random() < 0.1:
        sheet["next_dealer"] = rng.choice(players)
    if rng.random() < 0.3:
        sheet["ended"] = rng.choice([True, True, False])
    return sheet
