"""Doppelkopf with a common pot, 4 players: purses and a pot between which money is carried."""

from decimal import Decimal
from random import Random

from tests.oracle.augen import Json

SIZES, WAGER = range(4, 5), "einsatz"
ONE_MATCH = True
SIDES = ["re", "kontra"]
POT = "\x00"
"""The purse of the pot; nobody is called that."""

Purses = dict[str, int]


# --- one hand ---------------------------------------------------------------------------------


def how_it_went(hand: Json) -> tuple[str | None, str]:
    """The side that won, and `""`, `"schneider"` or `"schwarz"`; no side at 120 to 120."""
    if hand.get("ergebnis") is not None:
        loser, under = hand["ergebnis"]["seite"], hand["ergebnis"].get("unter", 120)
        if loser is None:
            return None, ""
        how = "schwarz" if under == 0 else "schneider" if under <= 60 else ""
    else:
        of_re = hand["augen"]
        if of_re == 120:
            return None, ""
        loser = "re" if of_re < 120 else "kontra"
        of_loser = of_re if loser == "re" else 240 - of_re
        how = "schneider" if of_loser < 60 else ""
        if hand.get("schwarz"):
            how = "schwarz"
    if loser == "re" and hand.get("nur_alten"):
        how = "schwarz"
    return ("kontra" if loser == "re" else "re"), how


def of_side(hand: Json, side: str, players: list[str]) -> list[str]:
    """Who plays on it."""
    return [name for name in players if (name in hand["re"]) == (side == "re")]


def price(winner: str, how: str, rules: Json) -> int:
    """Of a won game, in base amounts."""
    if winner == "re":
        return {"": 1, "schneider": 2, "schwarz": 3}[how]
    return {"": 2, "schneider": rules.get("kontra_schneider", 3),
            "schwarz": rules.get("kontra_schwarz", 4)}[how]


def hand_out(purses: Purses, wanted: int, heads: list[str]) -> None:
    """Carry so much, or all there is, from the pot to these, who may be named twice: a coin each,
    round and round in the order of the seats."""
    coins = min(wanted, max(0, purses[POT]))
    order = [name for name in purses for _ in range(heads.count(name))]
    each, over = coins // len(order), coins % len(order)
    for place, name in enumerate(order):
        carry(purses, POT, name, each + (1 if place < over else 0))


def carry(purses: Purses, giver: str, taker: str, coins: int) -> None:
    purses[giver] -= coins
    purses[taker] += coins


def settle_hand(hand: Json, players: list[str], rules: Json, base: int, purses: Purses) -> None:
    """Carry the money of one hand. `purses` has the players in the order of the roster."""
    if "hammelrennen" in hand:
        hand_out(purses, purses[POT], [hand["hammelrennen"]])
    elif "nachzahlung" in hand:
        for name in players:
            carry(purses, name, POT, hand["nachzahlung"] * base)
    elif hand.get("spiel") == "solo":
        alone, times = hand["re"][0], [1, 2, 4][hand.get("kontra", 0)]
        for name in players:
            if name != alone and hand["gewonnen"]:
                carry(purses, name, alone, base * times)
            elif name != alone:
                carry(purses, alone, name, base * times * 2)
    else:
        settle_normal(hand, players, rules, base, purses)


def settle_normal(hand: Json, players: list[str], rules: Json, base: int,
                  purses: Purses) -> None:
    heads = 2 if rules.get("pay", "each") == "each" else 1
    winner, how = how_it_went(hand)
    if winner:
        hand_out(purses, price(winner, how, rules) * base * heads, of_side(hand, winner, players))
    foxes = hand.get("fuchs", [])
    if rules.get("fuchs", "pot") == "loser":
        for fox in foxes:
            carry(purses, fox["verlierer"], fox["faenger"], base)
    elif foxes:
        hand_out(purses, base * len(foxes), [fox["faenger"] for fox in foxes])
    if hand.get("karlchen"):
        hand_out(purses, base * heads, of_side(hand, hand["karlchen"], players))


def is_playable(hand: Json, players: list[str], rules: Json, left: int | None = None) -> bool:
    """Whether a hand can have been played; left: base amounts in the pot, None for plenty."""
    if "hammelrennen" in hand:
        return rules.get("hammelrennen", True) and left is not None and left <= 2
    if "nachzahlung" in hand:
        return hand["nachzahlung"] in range(1, 1001)
    if hand.get("spiel") == "solo":
        return len(hand["re"]) == 1 and hand.get("kontra", 0) in (0, 1, 2)
    if len(hand["re"]) != 2 or hand["re"][0] == hand["re"][1]:
        return False
    if hand.get("karlchen") and not rules.get("karlchen", True):
        return False
    foxes = hand.get("fuchs", [])
    if len(foxes) > 2 or any((fox["faenger"] in hand["re"]) == (fox["verlierer"] in hand["re"])
                             for fox in foxes):
        return False
    if hand.get("ergebnis") is None:
        augen, schwarz = hand.get("augen"), hand.get("schwarz")
        if augen is None or augen not in (0, *range(2, 239), 240):
            return False
        if schwarz and augen != (0 if schwarz == "re" else 240):
            return False
    return not hand.get("nur_alten") or how_it_went(hand)[0] == "kontra"


def playing(seats: list[str], dealer: str, rules: Json) -> list[str]:
    """Who plays: everybody."""
    return seats


# --- a sheet ----------------------------------------------------------------------------------


def contribution(rules: Json, base: int) -> int:
    return rules.get("beitrag", 10) * base


def full_purses(players: list[str], rules: Json, base: int) -> Purses:
    """Empty purses, and a pot into which everybody has put his contribution."""
    return {**dict.fromkeys(players, 0), POT: len(players) * contribution(rules, base)}


def sheet_result(sheet: Json) -> Json:
    """What a sheet should answer, the explanations aside."""
    players, rules = sheet["players"], sheet.get("rules", {})
    stake = int(Decimal(sheet["einsatz"]) * 100) if "einsatz" in sheet else None
    base = 1 if stake is None else stake
    purses = full_purses(players, rules, base)
    seats, dealer, games, hands = players, sheet.get("first_dealer", players[0]), 0, []
    stays = False
    for hand in sheet.get("hands", []):
        if "players" in hand:
            if hands and not stays:  # the deal has gone to the left of who dealt, as they sit now
                dealer = after(hands[-1]["dealer"], hand["players"])
            seats = hand["players"]
        dealer = hand.get("dealer") or dealer
        before, voided = dict(purses), hand.get("voided", False)
        stays = voided or "nachzahlung" in hand
        if not voided:
            settle_hand(hand, players, rules, base, purses)
            games += "nachzahlung" not in hand
        assert sum(purses.values()) == 4 * contribution(rules, base)
        hands.append({"dealer": dealer, "active": seats, "factor": 1,
                      "points": {name: purses[name] - before[name] for name in players},
                      "totals": {name: purses[name] for name in players}, "stars": []})
        dealer = dealer if stays else after(dealer, seats)
    payout = {} if stake is None else paid(purses, players, contribution(rules, base))
    ended = sheet.get("ended", False)
    return {"game": sheet["game"], "hands": hands, "bock_left": 0,
            "totals": {name: purses[name] for name in players}, "payout": payout,
            "pot": 0 if ended else purses[POT],
            "matches": [{"first_hand": 1, "last_hand": len(hands), "winner": None, "loser": None,
                         "payout": payout}] if ended and games else [],
            "next": None if ended else {"dealer": sheet.get("next_dealer") or dealer,
                                        "active": seats, "chosen_by": None}}


def after(dealer: str, seats: list[str]) -> str:
    """Who sits to the left."""
    return (seats + seats[:1])[seats.index(dealer) + 1]


def paid(purses: Purses, players: list[str], contributed: int) -> dict[str, int]:
    """What everybody takes home: his purse, and his share of the pot, less what he put in."""
    home = {name: purses[name] - contributed for name in players}
    for coin in range(purses[POT]):
        home[players[coin % len(players)]] += 1
    return home


# --- hands and rules to try -------------------------------------------------------------------


def random_rules(rng: Random) -> Json:
    """What a table may have agreed on."""
    choices = {"beitrag": [1, 2, 3, 10, 25], "pay": ["each", "side"], "kontra_schneider": [3, 4],
               "kontra_schwarz": [4, 6], "fuchs": ["pot", "loser"], "karlchen": [True, False],
               "hammelrennen": [True, True, False], "solo_duty": [0, 1, 2]}
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.35}


def random_stake(rng: Random) -> str:
    """A base amount."""
    return rng.choice(["0.05", "0.10", "0.01", "0.03", "1", "2.5", "0.07", "0"])


def random_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A playable hand, whatever is in the pot."""
    what, rules = rng.random(), rules or {}
    if what < 0.05:
        return {"nachzahlung": rng.choice([1, 2, 5, 10])}
    if what < 0.15:
        hand: Json = {"spiel": "solo", "re": [rng.choice(players)],
                      "gewonnen": rng.choice([True, False])}
        return hand | rng.choice([{}, {"kontra": rng.randint(0, 2)}])
    hand = {"re": rng.sample(players, 2)}
    if rng.random() < 0.5:
        hand["spiel"] = "normal"
    add_result(rng, hand)
    if how_it_went(hand)[0] == "kontra" and rng.random() < 0.1:
        hand["nur_alten"] = rng.choice([True, True, False])
    if rng.random() < 0.2:
        hand["fuchs"] = [caught(rng, hand, players) for _ in range(rng.choice([0, 1, 1, 2]))]
    if rng.random() < 0.15 and rules.get("karlchen", True):
        hand["karlchen"] = rng.choice([*SIDES, None])
    return hand


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
        hand["kontra"] = rng.choice([-1, 0, 2, 3, 10**30])
        return
    what = rng.randrange(4)
    if what == 0 and "ergebnis" not in hand:
        hand["augen"] = rng.choice([-1, 0, 1, 2, 120, 238, 239, 240, 241, 10**30])
    elif what == 1 and "augen" in hand:
        hand["schwarz"] = rng.choice([None, *SIDES])
    elif what == 2:
        hand["nur_alten"] = True
    else:
        hand["fuchs"] = [{"faenger": rng.choice(players), "verlierer": rng.choice(players)}
                         for _ in range(rng.randint(1, 3))]


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
    purses = full_purses(players, rules, 1)
    for _ in range(hand_count):
        hand = random_hand(rng, players, rules)
        if is_playable({"hammelrennen": ""}, players, rules, purses[POT]) and rng.random() < 0.4:
            hand = {"hammelrennen": rng.choice(players)}
        elif purses[POT] == 0 and rng.random() < 0.3:
            hand = {"nachzahlung": rng.choice([1, 3, 10])}
        if rng.random() < 0.06:
            hand["dealer"] = rng.choice(players)
        if rng.random() < 0.04:
            hand["players"] = rng.sample(players, 4)
        if rng.random() < 0.08:
            hand["voided"] = rng.choice([True, True, False])
        if not hand.get("voided"):
            settle_hand(hand, players, rules, 1, purses)
        sheet["hands"].append(hand)
    if rng.random() < 0.1:
        sheet["next_dealer"] = rng.choice(players)
    if rng.random() < 0.3:
        sheet["ended"] = rng.choice([True, True, False])
    return sheet
