"""Doppelkopf by the tournament rules, 4 or 5 players: hands, rules and sheets."""

from fractions import Fraction
from random import Random

from tests.oracle import turnier_rules as rule
from tests.oracle.altenburg_hands import LIMITS, random_stake as random_stake
from tests.oracle.altenburg_sheet import bockrunden, dealer_of, paid, roster
from tests.oracle.augen import Json
from tests.oracle.money import summed
from tests.oracle.turnier_rules import is_playable as is_playable, points_of as points_of

SIZES, WAGER, ONE_MATCH = [4, 5], "rate", True
YES_OR_NO = ["gegen_die_alten", "neunen", *rule.EXTRAS]
OPTIONS = {"solo_faktor": [3, 2, 1], "stille_hochzeit": ["solo", "sonderpunkte"],
           "ansage": ["plus", "doppelt"], "bock_hands": [None, 1, 2, 5, 9],
           "bock_per_hand": ["one", "each"], "bock_stack": ["append", "stack", "ignore"],
           "bock_covers": ["all", "value"], "pflichtsolo": [0, 1, 1, 2]}
REASONS = ["herzstich", "120", "nullspiel", "re-verloren", "kontra-verloren", "solo-verloren"]


def random_rules(rng: Random) -> Json:
    """What a table may have agreed on."""
    rules: Json = {name: rng.choice(choices) for name, choices in OPTIONS.items()
                   if rng.random() < 0.35}
    rules |= {name: rng.choice([True, False]) for name in YES_OR_NO if rng.random() < 0.3}
    if rng.random() < 0.5:
        rules["bock"] = rng.sample(REASONS, rng.randint(0, len(REASONS)))
    if rng.random() < 0.3:
        rules["bock_namen"] = rng.choice(["Schweinchen", "Schweinchen, Genscher"])
    return rules


def random_hand(rng: Random, playing: list[str], rules: Json | None = None) -> Json:
    """A playable hand of the four (of more players: of some of them)."""
    rules = rules or {}
    playing = rng.sample(playing, 4)
    hand: Json = {}
    if rng.random() < 0.6:
        hand["spiel"] = rng.choice(["normal", "normal", "hochzeit", "armut", *rule.ALWAYS_ALONE])
    hand["re"] = rng.sample(playing, 1 if rule.alone({**hand, "re": []}) else 2)
    if hand.get("spiel") == "hochzeit" and rng.random() < 0.3:
        hand["re"].pop()
    if hand.get("spiel") == "farb-solo":
        hand["farbe"] = rng.choice(["karo", "herz", "pik", "kreuz"])
    add_result(rng, hand)
    if rng.random() < 0.6:
        words = ["ja", "ja", "ja", *rule.LEVELS, None]
        hand["ansagen"] = {side: rng.choice(words) for side in
                           rng.choice([["re"], ["kontra"], rule.SIDES])}
    if rng.random() < 0.5:
        add_extras(rng, hand, rules)
    if "herzstich" in rules.get("bock", []) and rng.random() < 0.2:
        hand["herzstich"] = rng.choice([True, True, False])
    if rules.get("bock_namen") and rng.random() < 0.2:
        named = rules["bock_namen"].split(", ")
        hand["gruende"] = rng.sample(named, rng.randint(0, len(named)))
    return hand


def add_result(rng: Random, hand: Json) -> None:
    style = rng.random()
    if style < 0.2:
        hand["ergebnis"] = {"seite": rng.choice([None, *rule.SIDES])}
        if hand["ergebnis"]["seite"] is not None and rng.random() < 0.8:
            hand["ergebnis"]["unter"] = rng.choice([120, 90, 60, 30, 0])
        return
    figure = rng.choice(LIMITS) if style < 0.5 else min(238, max(2, round(rng.gauss(125, 45))))
    hand["augen"] = figure if rng.random() < 0.5 else 240 - figure
    if hand["augen"] in (0, 240):
        hand["schwarz"] = rng.choice([None, "re" if hand["augen"] == 0 else "kontra"])


def random_extra(rng: Random, key: str) -> object:
    if key in ("fuchs", "doppelkopf", "karlchen_gefangen"):
        return [rng.choice(rule.SIDES) for _ in range(rng.choice([0, 1, 1, 1, 2, 3]))]
    return rng.choice([*rule.SIDES, None])


def add_extras(rng: Random, hand: Json, rules: Json) -> None:
    for key in rule.EXTRAS:
        if rng.random() < 0.5:
            hand[key] = random_extra(rng, key)
            if not rule.extras_can_be(hand, rules):
                del hand[key]


def any_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A hand that is most often wrong somewhere."""
    hand = random_hand(rng, players, rng.choice([rules, rules, random_rules(rng)]))
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        spoil(rng, hand, players)
    return hand


def spoil(rng: Random, hand: Json, players: list[str]) -> None:
    """Write something that may not belong."""
    what = rng.randrange(9)
    if what == 0:
        hand["re"] = rng.choices(players, k=rng.randint(0, 3))
    elif what == 1:
        hand["spiel"] = rng.choice(["normal", "hochzeit", "armut", *rule.ALWAYS_ALONE])
    elif what == 2:
        hand["farbe"] = rng.choice([None, "karo"])
    elif what == 3 and "ergebnis" not in hand:
        hand["augen"] = rng.choice([None, -1, 0, 1, 2, 39, 40, 239, 240, 241, 10**30])
        if hand["augen"] is None:
            hand.pop("schwarz", None)
    elif what == 4 and hand.get("augen") is not None:
        hand["schwarz"] = rng.choice([None, *rule.SIDES])
    elif what == 5:
        hand["pflicht"], hand["vorgefuehrt"] = rng.choice([True, False]), rng.choice([True, False])
    elif what == 6:
        hand["herzstich"] = rng.choice([True, False])
        hand["gruende"] = rng.choice([[], ["Genscher"], ["Schweinchen"] * 2])
    else:
        key = rng.choice(list(rule.EXTRAS))
        hand[key] = random_extra(rng, key)


# --- a sheet ----------------------------------------------------------------------------------


def playing(seats: list[str], dealer: str, rules: Json) -> list[str]:
    """The four who play: of five the dealer sits out."""
    return [name for name in seats if len(seats) == 4 or name != dealer]


def evened(points: dict[str, int]) -> dict[str, Fraction]:
    """Points of the four less a quarter of their sum."""
    return {name: each - Fraction(sum(points.values()), 4) for name, each in points.items()}


def sheet_result(sheet: Json) -> Json:
    """What a sheet should answer, the explanations aside."""
    players, rules = roster(sheet), sheet.get("rules", {})
    seats = before = sheet["players"]
    first, last, again = sheet.get("first_dealer", seats[0]), None, False
    written: list[dict[str, int]] = []
    even: list[dict[str, Fraction]] = []
    begun: list[tuple[int, int]] = []
    hands, soli, counting = [], [], 0
    over = False
    for number, hand in enumerate(sheet.get("hands", []), 1):
        seats = hand.get("players") or seats
        dealer = hand.get("dealer") or dealer_of(seats, before, last, again, first)
        four, voided = playing(seats, dealer, rules), hand.get("voided", False)
        running = [round_ for round_ in rounds_of(begun, rules) if len(written) in round_]
        factor, points = 1, dict.fromkeys(players, 0)
        if not voided:
            factor = 2 ** len(running)
            own = points_of(hand, four, rules, factor)
            points |= own
            reasons = len(rule.reasons(hand, rules))
            if rules.get("bock_per_hand", "one") == "one":
                reasons = min(reasons, 1)
            if running and rules.get("bock_stack") == "ignore":
                reasons = 0
            begun += [(len(written), rules.get("bock_hands") or len(seats))] * reasons
            written.append(points)
            even.append(evened(own))
            soli += hand["re"] * bool(hand.get("pflicht"))
            counting = number if not over else counting
            over = over or len(written) == rules.get("hands")
        forced = hand.get("vorgefuehrt", False)
        before, last, again = seats, dealer, voided or hand.get("pflicht", False) and not forced
        hands.append({"dealer": dealer, "active": four, "factor": factor, "points": points,
                      "totals": summed(written, players), "stars": []})
    ended = sheet.get("ended", False) and bool(written)
    totals = summed(written, players)
    payout = paid({name: sum(each.get(name, 0) for each in even) for name in players},
                  sheet.get("rate"))
    match = {"first_hand": 1, "last_hand": counting if over else len(hands), "winner": None,
             "loser": None, "payout": payout}
    seats = sheet.get("next_players") or seats
    dealer = sheet.get("next_dealer") or dealer_of(seats, before, last, again, first)
    left = [round_.stop - len(written) for round_ in rounds_of(begun, rules)]
    done, owes = over or sheet.get("ended", False), rules.get("pflichtsolo", 0)
    owed = {name: max(0, owes - soli.count(name)) for name in players}
    return {"game": "doppelkopf", "hands": hands, "totals": totals, "payout": payout, "pot": 0,
            "matches": [match] if over or ended else [],
            "next": None if done else {"dealer": dealer, "chosen_by": None,
                                       "active": playing(seats, dealer, rules)},
            "bock_left": 0 if done else max([0, *left]),
            **({"pflicht_offen": owed} if owes else {})}


def rounds_of(begun: list[tuple[int, int]], rules: Json) -> list[range]:
    """The hands of every Bockrunde; one that is never begun while another runs is as if added."""
    stacked = rules.get("bock_stack") == "stack"
    return bockrunden(begun, {"bock_stack": "stack" if stacked else "append"})


def random_sheet(rng: Random, hand_count: int, people: list[str],
                 rules: Json | None = None) -> Json:
    """A sheet with so many playable hands; people come, go and swap seats."""
    seats = rng.sample(people, rng.choice(SIZES))
    rules = random_rules(rng) if rules is None else rules
    sheet: Json = {"game": "doppelkopf", "players": seats, "rules": rules, "hands": []}
    first = sheet["first_dealer"] = rng.choice(seats)
    if rng.random() < 0.7:
        sheet["rate"] = random_stake(rng)
    before, last, again, soli = seats, None, False, []
    for _ in range(hand_count):
        extra: Json = {}
        if rng.random() < 0.08:
            seats = extra["players"] = rng.sample(people, rng.choice(SIZES))
        dealer = dealer_of(seats, before, last, again, first)
        if rng.random() < 0.08:
            dealer = extra["dealer"] = rng.choice(seats)
        hand = random_hand(rng, playing(seats, dealer, rules), rules)
        if rng.random() < 0.1:
            extra["voided"] = rng.choice([True, True, False])
        again = extra.get("voided", False)
        if rule.pflicht_can_be({**hand, "pflicht": True}, rules.get("pflichtsolo", 0)
                               - soli.count(hand["re"][0])):
            hand["pflicht"] = True
            if rng.random() < 0.3:
                hand["vorgefuehrt"] = rng.choice([True, True, False])
            soli += hand["re"] * (not again)
            again = again or not hand.get("vorgefuehrt", False)
        sheet["hands"].append({**hand, **extra})
        before, last = seats, dealer
    if rng.random() < 0.1:
        seats = sheet["next_players"] = rng.sample(people, rng.choice(SIZES))
    if rng.random() < 0.1:
        sheet["next_dealer"] = rng.choice(seats)
    if rng.random() < 0.3:
        sheet["ended"] = rng.choice([True, True, False])
    if rng.random() < 0.3 and hand_count and not sheet["hands"][-1].get("voided"):
        counted = len([hand for hand in sheet["hands"] if not hand.get("voided")])
        sheet["rules"] = {**rules, "hands": counted + rng.choice([0, 0, 1, 20])}
    return sheet
