"""Hands and rules of Doppelkopf by the Altenburg house rules to try."""

from random import Random

from tests.oracle.altenburg_rules import (
    LEVELS,
    SIDES,
    TABLE_OF_VALUES,
    against_three,
    ansage,
    both_failed,
    extras_can_be,
    is_solo,
    lost_alone,
    rungs,
    side_of,
    stars_can_be,
)
from tests.oracle.augen import Json

OPTIONS = {
    "opposite": ["third", "fourth"], "solo_levels": ["two", "all"],
    "stille_hochzeit": ["solo", "normal"], "split": ["nobody", "kontra-wins"],
    "both_failed": ["ask", "void", "majority"],
    "bock_effect": ["double", "double", "none"], "bock_hands": [None, 1, 2, 3, 5, 9],
    "bock_stack": ["append", "stack"], "bock_per_hand": ["one", "each"],
    "bock_covers": ["all", "value"]}
LIMITS = [0, 2, 29, 30, 31, 59, 60, 61, 89, 90, 91, 119, 120, 120, 120, 121]


def random_rules(rng: Random) -> Json:
    """What a table may have agreed on."""
    rules: Json = {name: rng.choice(choices) for name, choices in OPTIONS.items()
                   if rng.random() < 0.35}
    if rng.random() < 0.2:
        kind = rng.choice(list(TABLE_OF_VALUES)).replace("-", "_")
        rules[f"{kind}_{rng.choice(['won', 'lost'])}"] = rng.choice([0, 5, 30, 10_000])
    return rules


def random_stake(rng: Random) -> str:
    """Money a point."""
    return rng.choice(["0.01", "0.005", "0.0025", "0.0333", "0.0001", "0.1", "1", "0"])


def random_hand(rng: Random, playing: list[str], rules: Json | None = None) -> Json:
    """A playable hand of the four (of more players: of some of them)."""
    rules = rules or {}
    playing = rng.sample(playing, 4)
    hand: Json = {"spiel": rng.choice(list(TABLE_OF_VALUES))} if rng.random() < 0.3 else {}
    if not hand and rng.random() < 0.5:
        hand["spiel"] = "normal"
    hand["re"] = rng.sample(playing, 1 if against_three(hand) else 2)
    if hand.get("spiel") == "farb-solo":
        hand["farbe"] = rng.choice(["herz", "gruen", "eichel"])
    add_result(rng, hand)
    if rng.random() < 0.5:
        add_ansagen(rng, hand, rules)
    if rng.random() < 0.3:
        add_extras(rng, hand, playing)
    if rng.random() < 0.3:
        add_notes(rng, hand, playing)
    if rng.random() < 0.04:
        hand["falschspiel"] = rng.choice(playing)
        if rng.random() < 0.5:
            for key in ("augen", "ergebnis", "schwarz"):
                hand.pop(key, None)
    elif both_failed(hand) and rules.get("both_failed", "ask") == "ask":
        hand["entscheid"] = rng.choice([
            {"sieger": None}, {"sieger": rng.choice(SIDES), "wert": rng.choice([0, 60, 145])}])
    if rng.random() < 0.25:
        add_sterne(rng, hand, playing, rules)
    return hand


def add_result(rng: Random, hand: Json) -> None:
    style = rng.random()
    if style < 0.2:
        seite = rng.choice([None, *SIDES])
        hand["ergebnis"] = {"seite": seite}
        if seite is not None and rng.random() < 0.8:
            hand["ergebnis"]["unter"] = rng.choice([120, 90, 60, 30, 0])
        return
    figure = rng.choice(LIMITS) if style < 0.5 else min(238, max(2, round(rng.gauss(125, 45))))
    hand["augen"] = figure if rng.random() < 0.5 else 240 - figure
    if hand["augen"] in (0, 240):
        hand["schwarz"] = rng.choice([None, "re" if hand["augen"] == 0 else "kontra"])
    elif rng.random() < 0.1:
        hand["schwarz"] = None


def add_ansagen(rng: Random, hand: Json, rules: Json) -> None:
    words = [*rungs(hand, rules), *([] if is_solo(hand) else ["ja", "ja", "ja"])]
    hand["ansagen"] = {side: rng.choice([*words, None]) for side in
                       rng.choice([["re"], ["kontra"], SIDES])}


def add_extras(rng: Random, hand: Json, playing: list[str]) -> None:
    hand["fuchs"] = [rng.choice(SIDES) for _ in range(rng.choice([0, 1, 1, 2]))]
    if rng.random() < 0.5:
        hand["karlchen"] = rng.choice([*SIDES, None])
    if rng.random() < 0.3:
        hand["dulle"] = rng.choice([*playing, random_dulle(rng, playing)])
    if rng.random() < 0.2:
        hand["grosse_scharfe"] = rng.choice([True, False])
    for key in ("fuchs", "karlchen", "dulle"):
        if not extras_can_be(hand):
            hand.pop(key, None)


def random_dulle(rng: Random, playing: list[str]) -> Json:
    lost_by, caught_by = rng.sample(playing, 2)
    return {"verlierer": lost_by, **rng.choice([{"faenger": caught_by}, {"faenger": caught_by},
                                                {"faenger": None}, {}])}


def add_notes(rng: Random, hand: Json, playing: list[str]) -> None:
    """What changes no points: a kleine Scharfe, a plan, who announced, whose the Scharfen were, an
    open solo."""
    if rng.random() < 0.3:
        hand["kleine_scharfe"] = rng.choice([True, False])
    if rng.random() < 0.5:
        hand["scharfe_von"] = {which: rng.choice([None, *playing]) for which in
                               ("grosse", "kleine") if hand.get(f"{which}_scharfe")}
    if hand.get("spiel", "").endswith(("solo", "fleischlos")) and ansage(hand, "re") == "schwarz":
        hand["offen"] = rng.choice([True, False])
    if not against_three(hand) and rng.random() < 0.7:
        hand["plan"] = rng.choice(["A", "B", "C", None])
    if rng.random() < 0.7:
        hand["angesagt_von"] = {side: rng.choice([None, *[
            name for name in playing if side_of(hand, name) == side]])
            for side in SIDES if ansage(hand, side) is not None}


def add_sterne(rng: Random, hand: Json, playing: list[str], rules: Json) -> None:
    events = ["rot-rum", "alle-farben", "stich-41", "stich-41"]
    if not lost_alone(hand, rules):
        events += ["fuenf-karten", "fuenf-karten-verloren"]
    hand["sterne"] = []
    for _ in range(rng.randint(1, 4)):
        hand["sterne"].append({"event": rng.choice(events), "player": rng.choice(playing)})
        if not stars_can_be(hand, rules):
            hand["sterne"].pop()
    if rng.random() < 0.4:
        hand["vergeben"] = rng.choice([0, 1, 2, 3, 4, 6, 9])
    if rng.random() < 0.2:
        hand["eingemischt"] = rng.randint(0, 2)


def any_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A hand that is most often wrong somewhere."""
    hand = random_hand(rng, players, rng.choice([rules, rules, random_rules(rng)]))
    for _ in range(rng.choice([0, 1, 1, 2])):
        spoil(rng, hand, players)
    return hand


def spoil(rng: Random, hand: Json, players: list[str]) -> None:
    """Write something that may not belong."""
    what = rng.randrange(13)
    if what == 0:
        hand["re"] = rng.choices(players, k=rng.randint(0, 3))
    elif what == 1:
        hand["spiel"] = rng.choice(list(TABLE_OF_VALUES))
    elif what == 2:
        hand["farbe"] = rng.choice([None, "herz"])
    elif what == 3 and "ergebnis" not in hand:
        hand["augen"] = rng.choice([-1, 0, 1, 2, 120, 238, 239, 240, 241, 10**30])
    elif what == 4 and "augen" in hand:
        hand["schwarz"] = rng.choice([None, *SIDES])
    elif what == 5:
        hand["ansagen"] = {side: rng.choice([*LEVELS, "ja", None]) for side in SIDES}
    elif what == 6:
        hand["fuchs"] = rng.choices(SIDES, k=rng.randint(0, 4))
    elif what == 7:
        hand["entscheid"] = rng.choice([None, {"sieger": None}, {
            "sieger": "re", "wert": rng.choice([0, 60, -1, 10_000, 10_001, 10**30])}])
    elif what == 8:
        hand[rng.choice(["dulle", "falschspiel"])] = rng.choice([None, *players])
    elif what == 9:
        hand["dulle"] = {"verlierer": rng.choice(players), "faenger": rng.choice(players)}
    elif what == 10:
        hand["plan"] = rng.choice(["A", None])
        hand["offen"] = rng.choice([True, False])
        hand["scharfe_von"] = {rng.choice(["grosse", "kleine"]): rng.choice(players)}
        hand["angesagt_von"] = {rng.choice(SIDES): rng.choice(players)}
    elif what == 11:
        hand["sterne"] = [{"event": rng.choice(["alle-farben", "fuenf-karten", "stich-41"]),
                           "player": rng.choice(players[:2])} for _ in range(rng.randint(1, 7))]
        hand["karlchen"] = rng.choice(SIDES)
    else:
        hand[rng.choice(["vergeben", "eingemischt"])] = rng.choice([-1, 0, 99, 100, 10**30])
        hand["sterne"] = [{"event": rng.choice(["rot-rum", "fuenf-karten"]),
                           "player": rng.choice(players)}]
