"""Bids and tricks, 2 to 8 players: what every bid counts, worked out trick by trick; how a match
ends and what it pays is as on a free sheet."""

from random import Random

from tests.oracle import frei
from tests.oracle.augen import Json

SIZES, WAGER, ONE_MATCH = range(2, 9), "einsatz", False
FIELD = 6


def playing(seats: list[str], dealer: str, rules: Json) -> list[str]:
    """Everybody plays."""
    return seats


def has_made(bid: int, tricks: int, rules: Json) -> bool:
    """Whether a bid is made."""
    if rules.get("erfuellt") != "mindestens":
        return bid == tricks
    if bid == 0 and rules.get("null", "wie-sonst") != "wie-sonst":
        return tricks == 0
    return tricks >= bid


def is_playable(hand: Json, players: list[str], rules: Json, round: int | None = None) -> bool:
    """Whether a round can have been played; round: its number, where that is known."""
    bids, tricks, extra = hand["angesagt"], hand["stiche"], hand.get("extra", {})
    if set(bids) != set(players) or set(tricks) != set(players):
        return False
    if not all(0 <= each <= 60 for each in (*bids.values(), *tricks.values())):
        return False
    for name, each in extra.items():
        if each and not (has_made(bids[name], tricks[name], rules) and -1000 <= each <= 1000):
            return False
    cards = rules.get("karten") or round
    if cards is None:
        return True
    if any(bid > cards for bid in bids.values()):
        return False
    if rules.get("ungleich") and sum(bids.values()) == cards:
        return False
    return not rules.get("pruefen", True) or sum(tricks.values()) == cards


def counted(bid: int, tricks: int, cards: int, rules: Json) -> int:
    """What a bid counts, trick by trick."""
    made, null = has_made(bid, tricks, rules), rules.get("null", "wie-sonst")
    if bid == 0 and null == "hundert":
        return 100 if made else -100
    if bid == 0 and null == "je-karte":
        return sum(10 if made else -10 for _card in range(cards))
    if made:
        points = rules.get("treffer", 20)
        for trick in range(tricks):
            points += rules.get("stich", 10) if trick < bid else 1
        return points
    wrong = range(bid) if rules.get("erfuellt") == "mindestens" else \
        range(min(bid, tricks), max(bid, tricks))
    return sum(-rules.get("daneben", 10) for _trick in wrong)


def rounds_of(rules: Json, size: int) -> int | None:
    """After how many rounds a match ends."""
    if "runden" in rules:
        return rules["runden"]
    if "limit" in rules or "karten" in rules:
        return None
    dealt = 0
    while (dealt + 1) * size <= 60:
        dealt += 1
    return dealt


def sheet_result(sheet: Json) -> Json:
    """What a sheet should answer: that of a free sheet on which the points were written."""
    players, rules = sheet["players"], sheet.get("rules", {})
    rounds, most = 0, rounds_of(rules, len(players))
    totals, bags = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
    hands = []
    for hand in sheet["hands"]:
        rest = {key: each for key, each in hand.items()
                if key not in ("angesagt", "stiche", "extra")}
        if hand.get("voided"):
            hands.append({**rest, "punkte": {}})
            continue
        rounds += 1
        cards = rules.get("karten") or rounds
        written = {}
        for name in players:
            bid, tricks = hand["angesagt"][name], hand["stiche"][name]
            points = counted(bid, tricks, cards, rules) + hand.get("extra", {}).get(name, 0)
            if rules.get("erfuellt") == "mindestens" and has_made(bid, tricks, rules):
                for _trick in range(bid, tricks):
                    bags[name] += 1
                    if rules.get("saecke") and bags[name] % 10 == 0:
                        points -= 100
            written[name] = points
            totals[name] += points
        hands.append({**rest, "punkte": written})
        if frei.at_limit(totals, rules) and frei.decided(totals, {}) or rounds == most:
            totals, bags, rounds = dict.fromkeys(players, 0), dict.fromkeys(players, 0), 0
    kept = {key: rules[key] for key in ("limit", "geber", "geld") if key in rules}
    as_free = {**sheet, "game": "frei", "hands": hands,
               "rules": {**kept, **({"runden": most} if most else {})}}
    return {**frei.sheet_result(as_free), "game": "ansagen"}


# --- hands and sheets to try ------------------------------------------------------------------


def random_rules(rng: Random) -> Json:
    """What makes a game."""
    rules: Json = {}
    for key, values in (("name", ["Wizard", "Spades"]), ("erfuellt", ["mindestens"]),
                        ("treffer", [0, 5]), ("stich", [1, 20]), ("daneben", [0, 5]),
                        ("null", ["je-karte", "hundert"]), ("saecke", [True]), ("extra", [True]),
                        ("karten", [13, 5]), ("pruefen", [False]), ("ungleich", [True]),
                        ("limit", [50, 500]), ("runden", [1, 3, 10]),
                        ("geber", ["bleibt"]), ("geld", ["verlierer"])):
        if rng.random() < 0.3:
            rules[key] = rng.choice(values)
    return rules


random_stake = frei.random_stake


def random_hand(rng: Random, players: list[str], rules: Json | None = None,
                round: int | None = None) -> Json:
    """A round that can be played."""
    rules = rules or {}
    cards = rules.get("karten") or round or rng.randint(1, 12)
    while True:
        tricks = dict.fromkeys(players, 0)
        for _trick in range(cards):
            if rules.get("pruefen", True) or rng.random() < 0.9:
                tricks[rng.choice(players)] += 1
        hand = {"stiche": tricks, "angesagt": {
            name: min(cards, max(0, won + rng.choice([0, 0, 0, 1, -1, -2])))
            for name, won in tricks.items()}}
        if rules.get("extra"):
            extra = {name: rng.choice([10, 20, 30, -10]) for name, won in tricks.items()
                     if has_made(hand["angesagt"][name], won, rules) and rng.random() < 0.4}
            if extra:
                hand["extra"] = extra
        if is_playable(hand, players, rules, round):
            return hand


def any_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A round that is often wrong somewhere."""
    hand, one = random_hand(rng, players, rules), rng.choice(players)
    wrong = rng.random()
    if wrong < 0.15:
        del hand[rng.choice(["stiche", "angesagt"])][one]
    elif wrong < 0.3:
        hand[rng.choice(["stiche", "angesagt"])][one] = rng.choice([-1, 61, 60])
    elif wrong < 0.5:
        hand["stiche"][one] += 1
    elif wrong < 0.6:
        hand["extra"] = {one: rng.choice([10, 0, 1001])}
    return hand


def random_sheet(rng: Random, hand_count: int, people: list[str]) -> Json:
    """A sheet with so many rounds."""
    sheet = frei.begun(rng, "ansagen", rng.sample(people, rng.randint(2, min(FIELD, len(people)))),
                       random_rules(rng))

    def next_hand() -> Json:
        done = len(sheet["hands"]) and sheet_result(sheet)
        first = done["matches"][-1]["last_hand"] if done and done["matches"] else 0
        round = 1 + sum(not each.get("voided") for each in sheet["hands"][first:])
        return random_hand(rng, sheet["players"], sheet["rules"], round)

    return frei.filled(rng, sheet, hand_count, next_hand)
