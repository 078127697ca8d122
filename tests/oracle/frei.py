"""The free sheet, 2 to 12 players: rounds, ends and money, counted out one by one."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from random import Random

from tests.oracle.augen import Json
from tests.oracle.money import summed

SIZES, WAGER, ONE_MATCH = range(2, 13), "einsatz", False
MILLION = 10**6
FIELD = 7
"""So many play at most where sheets are made up: an evening is settled slowly here."""


# --- one round --------------------------------------------------------------------------------


def playing(seats: list[str], dealer: str, rules: Json) -> list[str]:
    """Everybody plays."""
    return seats


def is_playable(hand: Json, players: list[str], rules: Json) -> bool:
    """Whether a round can be written like that."""
    written = hand["punkte"]
    if not written or rules.get("fehlend") == "fehler" and set(written) != set(players):
        return False
    if not all(-MILLION <= points <= MILLION for points in written.values()):
        return False
    return rules.get("summe") in (None, sum(written.values()))


# --- who is where -----------------------------------------------------------------------------


def ranks(totals: dict[str, int], rules: Json) -> list[str]:
    """Everybody, the best first."""
    return sorted(totals, key=lambda name: totals[name], reverse=rules.get("gut") != "niedrig")


def alone(totals: dict[str, int], name: str) -> bool:
    """Whether nobody else has as many."""
    return [*totals.values()].count(totals[name]) == 1


def decided(totals: dict[str, int], rules: Json) -> Json | None:
    """Who has won or lost, None if several are level."""
    if rules.get("limit_art") == "verlierer":
        worst = ranks(totals, rules)[-1]
        return {"winner": None, "loser": worst} if alone(totals, worst) else None
    best = ranks(totals, rules)[0]
    return {"winner": best, "loser": None} if alone(totals, best) else None


def at_limit(totals: dict[str, int], rules: Json) -> bool:
    """Whether anybody has come to the limit."""
    limit = rules.get("limit")
    if limit is None:
        return False
    return any(total >= limit if limit > 0 else total <= limit for total in totals.values())


# --- money ------------------------------------------------------------------------------------


def in_coins(shares: dict[str, Fraction]) -> dict[str, int]:
    """Whole cents: each rounded down, then one more for whom most was cut off."""
    cents = {name: share.numerator // share.denominator for name, share in shares.items()}
    while sum(cents.values()) < 0:
        first = max(shares, key=lambda name: shares[name] - cents[name])
        cents[first] += 1
    return cents


def by_points(totals: dict[str, int], rate: str, rules: Json) -> dict[str, int]:
    """Every two settle their difference."""
    way = -1 if rules.get("gut") == "niedrig" else 1
    return in_coins({name: sum((way * (own - other) * Fraction(rate) * 100
                                for other in totals.values()), Fraction(0))
                     for name, own in totals.items()})


def by_einsatz(totals: dict[str, int], einsatz: str, rules: Json) -> dict[str, int]:
    """The best get what all others pay, or the worst pay what all others get."""
    order, cents = ranks(totals, rules), int(Decimal(einsatz) * 100)
    loses = rules.get("geld") == "verlierer"
    mark = totals[order[-1] if loses else order[0]]
    few = [name for name in totals if totals[name] == mark]
    shares = {name: Fraction(0) for name in totals}
    for name in totals:
        if name not in few:
            for one in few:
                part = Fraction(cents, len(few)) * (-1 if loses else 1)
                shares[one] += part
                shares[name] -= part
    return in_coins(shares)


def paid(totals: dict[str, int], sheet: Json) -> dict[str, int]:
    """What a Partie pays."""
    rules = sheet.get("rules", {})
    if "rate" in sheet:
        return by_points(totals, sheet["rate"], rules)
    return by_einsatz(totals, sheet["einsatz"], rules) if "einsatz" in sheet else {}


# --- a sheet ----------------------------------------------------------------------------------


def sheet_result(sheet: Json) -> Json:
    """What a sheet should answer, the explanations aside."""
    players, rules = sheet["players"], sheet.get("rules", {})
    seats, due, first, rounds = players, sheet.get("first_dealer", players[0]), 1, 0
    totals, hands, matches = dict.fromkeys(players, 0), [], []
    last, moves = None, False
    for number, hand in enumerate(sheet.get("hands", []), start=1):
        if "players" in hand:
            seats = hand["players"]
            if moves:
                due = left_of(last, seats)
        dealer = hand.get("dealer") or due
        voided = hand.get("voided", False)
        points = {name: 0 if voided else hand["punkte"].get(name, 0) for name in players}
        totals = {name: totals[name] + points[name] for name in players}
        hands.append({"dealer": dealer, "active": seats, "factor": 1, "points": points,
                      "totals": totals, "stars": []})
        moves = not voided and rules.get("geber") != "bleibt"
        last, due = dealer, left_of(dealer, seats) if moves else dealer
        if voided:
            continue
        rounds += 1
        end = decided(totals, rules) if at_limit(totals, rules) else None
        if end is None and rounds == rules.get("runden"):
            end = decided(totals, rules) or {"winner": None, "loser": None}
        if end is not None:
            matches.append({"first_hand": first, "last_hand": number, **end,
                            "payout": paid(totals, sheet)})
            totals, rounds, first = dict.fromkeys(players, 0), 0, number + 1
    over = sheet.get("ended", False)
    if over and rounds:
        end = decided(totals, rules) or {"winner": None, "loser": None}
        matches.append({"first_hand": first, "last_hand": len(hands), **end,
                        "payout": paid(totals, sheet)})
    payouts = [match["payout"] for match in matches]
    if "rate" in sheet and not over:
        payouts.append(paid(totals, sheet))
    dealer = sheet.get("next_dealer") or due
    return {"game": "frei", "hands": hands, "matches": matches, "totals": totals,
            "next": None if over else {"dealer": dealer, "chosen_by": None, "active": seats},
            "bock_left": 0, "pot": 0,
            "payout": summed(payouts, players) if "rate" in sheet or "einsatz" in sheet else {}}


def left_of(name: str | None, seats: list[str]) -> str:
    """Who sits next in clockwise order."""
    return (seats + seats[:1])[seats.index(str(name)) + 1]


# --- hands and sheets to try ------------------------------------------------------------------


def random_rules(rng: Random) -> Json:
    """What makes a game."""
    rules: Json = {}
    for key, values in (("name", ["Rommé", "Wizard", "Phase 10"]), ("gut", ["niedrig", "hoch"]),
                        ("limit", [20, 50, 100, 1000, -30, -200]),
                        ("limit_art", ["verlierer", "sieger"]), ("runden", [1, 3, 10]),
                        ("summe", [0, 10, -7]), ("fehlend", ["fehler"]),
                        ("geber", ["bleibt", "wandert"]), ("geld", ["verlierer", "sieger"])):
        if rng.random() < (0.15 if key in ("summe", "fehlend") else 0.4):
            rules[key] = rng.choice(values)
    good = 1 if rules.get("gut") != "niedrig" else -1
    if rules.get("limit_art") == "verlierer" and rules.get("limit", -good) * good > 0:
        rules["limit"] = -rules["limit"]
    return rules


def random_stake(rng: Random) -> str:
    """An amount to play for."""
    return rng.choice(["0.50", "0.10", "1", "0.01", "2.5", "0", "0.07"])


def random_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A playable round."""
    rules = rules or {}
    named = players if rules.get("fehlend") == "fehler" or rng.random() < 0.4 else \
        rng.sample(players, rng.randint(1, len(players)))
    written = {name: rng.choice([0, 5, 10, 20, 25, -5, -10, rng.randint(-60, 120)])
               for name in named}
    if rules.get("summe") is not None:
        one = rng.choice(named)
        written[one] += rules["summe"] - sum(written.values())
    return {"punkte": written}


def any_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A round that is often wrong somewhere."""
    written = random_hand(rng, players, rules)["punkte"]
    wrong = rng.random()
    if wrong < 0.15:
        written = {}
    elif wrong < 0.3:
        written[rng.choice(players)] = rng.choice([MILLION, MILLION + 1, -MILLION, -MILLION - 1])
    elif wrong < 0.5:
        written[rng.choice(players)] = rng.randint(-9, 9)
    return {"punkte": written}


def random_sheet(rng: Random, hand_count: int, people: list[str]) -> Json:
    """A sheet with so many rounds."""
    sheet = begun(rng, "frei", rng.sample(people, rng.randint(2, min(FIELD, len(people)))),
                  random_rules(rng))
    return filled(rng, sheet, hand_count,
                  lambda: random_hand(rng, sheet["players"], sheet["rules"]))


def begun(rng: Random, game: str, players: list[str], rules: Json) -> Json:
    """A sheet without a round."""
    sheet: Json = {"game": game, "players": players, "rules": rules, "hands": []}
    if rng.random() < 0.8:
        sheet["rate" if rng.random() < 0.4 else "einsatz"] = random_stake(rng)
    if rng.random() < 0.8:
        sheet["first_dealer"] = rng.choice(players)
    return sheet


def filled(rng: Random, sheet: Json, hand_count: int, next_hand: Callable[[], Json]) -> Json:
    """The sheet with so many rounds, some with another seating or dealer, some voided."""
    players = sheet["players"]
    for _ in range(hand_count):
        hand = next_hand()
        for key, chance, value in (("players", 0.06, rng.sample(players, len(players))),
                                   ("dealer", 0.08, rng.choice(players)),
                                   ("voided", 0.1, rng.random() < 0.7)):
            if rng.random() < chance:
                hand[key] = value
        sheet["hands"].append(hand)
    if rng.random() < 0.1:
        sheet["next_dealer"] = rng.choice(players)
    if rng.random() < 0.3:
        sheet["ended"] = True
    return sheet
