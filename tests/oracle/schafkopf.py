"""Schafkopf, 4 to 7 people: what hands are worth, the Stock, Böcke; and hands to try."""

from decimal import Decimal
from fractions import Fraction
from random import Random

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
from tests.oracle.doppelkopf import dealer_of, roster, rounds_of
from tests.oracle.money import summed

SIZES, WAGER, ONE_MATCH = range(4, 8), "rate", True

PAIRS, SOLI = ("ruf", "hochzeit"), ("farbsolo", "wenz", "geier", "farbwenz", "farbgeier")
MOST = {"ruf": 14, "hochzeit": 14, "farbsolo": 14, "wenz": 4, "geier": 4, "farbwenz": 11,
        "farbgeier": 11}
SUITS = {"ruf": 3, "farbsolo": 4, "farbwenz": 4, "farbgeier": 4}
COLOURS = ("eichel", "gras", "schellen", "herz")
EXTRA = ("geier", "farbwenz", "farbgeier", "bettel", "hochzeit")
LEVELS = {"gewonnen": (True, 0), "schneider": (True, 1), "schwarz": (True, 2),
          "verloren": (False, 0), "verloren-schneider": (False, 1), "verloren-schwarz": (False, 2)}


def playing(seats: list[str], dealer: str, rules: Json) -> list[str]:
    """The four to the dealer's left, in the order of the table."""
    at = seats.index(dealer)
    left = [seats[(at + step) % len(seats)] for step in range(1, 5)]
    return [name for name in seats if name in left]


def kind_of(hand: Json) -> str:
    """Which game it is; `pass` for none."""
    return "pass" if "gepasst" in hand else hand.get("spiel", "ruf")


def came(hand: Json) -> tuple[bool, int]:
    """Whether the player's side has won a game for Augen, and whether one is Schneider (1) or
    schwarz (2)."""
    if hand.get("schwarz"):
        return hand["schwarz"] == "gegner", 2
    if hand.get("stufe"):
        return LEVELS[hand["stufe"]]
    augen = hand["augen"]
    return augen >= 61, int(augen >= 91 or augen <= 30)


def tariff(kind: str, rules: Json) -> int:
    """What a game of a kind costs each loser, with nothing added."""
    solo = rules.get("solo", 50)
    usual = {"ruf": ("rufspiel", 20), "hochzeit": ("hochzeit", 20), "bettel": ("bettel", 30),
             "ramsch": ("ramsch", 20), "farbsolo": ("solo", 50)}
    if kind in usual:
        return rules.get(*usual[kind])
    found = rules.get("wenz")
    return solo if found is None else found


def value(hand: Json, rules: Json) -> tuple[int, bool]:
    """What each loser of a game that somebody plays pays, Klopfer and Kontra counted, and whether
    it was won."""
    kind = kind_of(hand)
    runners = hand.get("laufende", 0) * rules.get("laufende", 10)
    levels = [0, rules.get("schneider", 10),
              rules.get("schneider", 10) + rules.get("schwarz", 10)]
    if kind == "sie":
        points = rules.get("solo", 50)
        if rules.get("sie_laufende", True):
            points += 8 * rules.get("laufende", 10)
        points, won = points * rules.get("sie_faktor", 4), True
    elif kind == "bettel":
        points, won = tariff(kind, rules), hand["gewonnen"]
    elif hand.get("tout"):
        won = hand["gewonnen"]
        points = tariff(kind, rules) + runners
        points += levels[2] if won and rules.get("tout_schwarz") else 0
        points *= rules.get("tout_faktor", 2)
    else:
        won, level = came(hand)
        points = tariff(kind, rules) + runners + levels[level]
    return points * 2 ** (len(hand.get("klopfer", [])) + hand.get("kontra", 0)), won


def points_of(hand: Json, four: list[str], rules: Json, factor: int = 1,
              stock: int = 0) -> dict[str, int]:
    """What each of the four writes."""
    kind = kind_of(hand)
    if kind == "pass":
        paid = (rules.get("stock_einsatz") or rules.get("rufspiel", 20)) \
            if rules.get("keiner") == "stock" else 0
        return dict.fromkeys(four, -paid)
    if kind == "ramsch":
        return of_ramsch(hand, four, rules, factor)
    points, won = value(hand, rules)
    points *= factor if won else -factor
    side = [hand["spieler"], *([hand["partner"]] if hand.get("partner") else [])]
    if kind not in PAIRS:
        return {name: 3 * points if name in side else -points for name in four}
    points *= rules.get("ruf_faktor", 1)
    written = {name: points if name in side else -points for name in four}
    if kind == "ruf" and stock:
        moved = min(stock, rules.get("stock_grenze") or stock)
        for name in side:
            written[name] += moved // 2 if won else -(moved // 2)
    return written


def of_ramsch(hand: Json, four: list[str], rules: Json, factor: int) -> dict[str, int]:
    """What a Ramsch or a Durchmarsch writes."""
    doubled = factor * 2 ** len(hand.get("klopfer", []))
    if "durchmarsch" in hand:
        way = rules.get("durchmarsch", "solo")
        each = tariff("ramsch" if way == "ramsch" else "farbsolo", rules)
        if way == "schwarz":
            each += rules.get("schneider", 10) + rules.get("schwarz", 10)
        each *= doubled
        return {name: 3 * each if name == hand["durchmarsch"] else -each for name in four}
    loser = loser_of(hand, four)
    way, virgins = rules.get("jungfrau", "alle"), hand.get("jungfrauen", [])
    each = tariff("ramsch", rules) * doubled * (2 ** len(virgins) if way == "alle" else 1)
    written = {name: each * (2 if way == "einzeln" and name in virgins else 1) for name in four}
    written[loser] = 0
    written[loser] = -sum(written.values())
    return written


def loser_of(hand: Json, four: list[str]) -> str:
    """Who lost a Ramsch."""
    if hand.get("verlierer"):
        return hand["verlierer"]
    named = {**dict.fromkeys(hand.get("jungfrauen", []), 0), **hand["augen"]}
    return min(with_most(with_the_rest(named, four))[1])


def reasons(hand: Json, rules: Json) -> int:
    """How many reasons for Böcke there are in a hand."""
    kind, found = kind_of(hand), set()
    if kind == "pass":
        found.add("gepasst")
    elif kind != "ramsch":
        won = value(hand, rules)[1]
        if kind not in PAIRS and not won:
            found.add("solo-verloren")
        if kind in MOST and not hand.get("tout") and came(hand)[1] == 2:
            found.add("schwarz")
        if hand.get("kontra") and won:
            found.add("kontra-verloren")
    return len(found & set(rules.get("bock", [])))


# --- whether it can be --------------------------------------------------------------------------


def is_playable(hand: Json, four: list[str], rules: Json) -> bool:
    """Whether a hand can have been played by these four."""
    kind, nobody = kind_of(hand), rules.get("keiner", "zusammen")
    if kind == "pass":
        return hand["gepasst"] and nobody in ("zusammen", "stock")
    named = [hand.get(key) for key in ("spieler", "partner", "verlierer", "durchmarsch")]
    named += [*hand.get("klopfer", []), *hand.get("jungfrauen", [])]
    named += hand["augen"] if isinstance(hand.get("augen"), dict) else []
    if any(name is not None and name not in four for name in named):
        return False
    if hand.get("klopfer") and not rules.get("klopfen", True):
        return False
    if kind == "ramsch":
        return nobody == "ramsch" and ("durchmarsch" in hand or ramsch_can_be(hand, four))
    if kind in EXTRA and kind not in rules.get("spiele", []):
        return False
    if not 0 <= hand.get("kontra", 0) <= rules.get("kontra_max", 2):
        return False
    return kind in ("sie", "bettel") or game_can_be(hand, kind, rules)


def game_can_be(hand: Json, kind: str, rules: Json) -> bool:
    """Whether a game for Augen, or a Tout, can have come to this."""
    colour = hand.get("farbe")
    if colour is not None and colour not in COLOURS[:SUITS.get(kind, 0)]:
        return False
    low = rules.get("laufende_ab_wenz", 2) if kind in ("wenz", "geier") \
        else rules.get("laufende_ab", 3)
    runners = hand.get("laufende", 0)
    if runners and not low <= runners <= min(MOST[kind], rules.get("laufende_max", 14)):
        return False
    if hand.get("tout"):
        return kind in SOLI
    partner = hand.get("partner")
    if (kind in PAIRS) != (partner is not None) or partner == hand["spieler"]:
        return False
    augen, stufe, without = hand.get("augen"), hand.get("stufe"), hand.get("schwarz")
    if (augen is None) == (stufe is None) or augen in (1, 119):
        return False
    if augen is not None and not 0 <= augen <= 120:
        return False
    return without is None or augen == {"gegner": 120, "spieler": 0}[without]


def ramsch_can_be(hand: Json, four: list[str]) -> bool:
    """Whether it is certain who lost a Ramsch."""
    virgins, loser = hand.get("jungfrauen", []), hand.get("verlierer")
    if len(virgins) > 2 or loser in virgins:
        return False
    if hand.get("augen") is None:
        return loser is not None
    named = hand["augen"]
    if any(named.get(name) for name in virgins):
        return False
    named = {**named, **dict.fromkeys(virgins, 0)}
    if not all(map(can_be, named.values())) or not losers_are_certain(named, four):
        return False
    most = with_most(with_the_rest(named, four))[1]
    return loser in most if len(most) > 1 else loser is None and not most & {*virgins}


# --- a sheet ------------------------------------------------------------------------------------


def sheet_result(sheet: Json) -> Json:
    """What a sheet should answer, the explanations aside."""
    players, rules = roster(sheet), sheet.get("rules", {})
    seats = before = sheet["players"]
    first, last, again = sheet.get("first_dealer", seats[0]), None, False
    written: list[dict[str, int]] = []
    begun: list[tuple[int, int]] = []
    hands, counting, over, around = [], 0, False, Fraction(0)
    for number, hand in enumerate(sheet.get("hands", []), 1):
        seats, rules = hand.get("players") or seats, hand.get("rules", rules)
        dealer = hand.get("dealer") or dealer_of(seats, before, last, again, first)
        four, voided = playing(seats, dealer, rules), hand.get("voided", False)
        running = [round_ for round_ in rounds_of(begun, rules) if len(written) in round_]
        factor, points = 1, dict.fromkeys(players, 0)
        if not voided:
            factor = 2 ** len(running)
            stock = -sum(summed(written, players).values()) \
                if rules.get("keiner") == "stock" else 0
            points |= points_of(hand, four, rules, factor, stock)
            starts = reasons(hand, rules)
            if rules.get("bock_per_hand", "one") == "one":
                starts = min(starts, 1)
            if running and rules.get("bock_stack") == "ignore":
                starts = 0
            begun += [(len(written), rules.get("bock_hands") or len(seats))] * starts
            written.append(points)
            around += Fraction(1, len(seats))
            counting = number if not over else counting
            over = over or len(written) == rules.get("hands") \
                or rules.get("rounds") is not None and around >= rules["rounds"]
        before, last, again = seats, dealer, voided
        hands.append({"dealer": dealer, "active": four, "factor": factor, "points": points,
                      "totals": summed(written, players), "stars": []})
    ended, totals = sheet.get("ended", False), summed(written, players)
    payout = paid(totals, sheet.get("rate"))
    match = {"first_hand": 1, "last_hand": counting if over else len(hands), "winner": None,
             "loser": None, "payout": payout}
    seats = sheet.get("next_players") or seats
    dealer = sheet.get("next_dealer") or dealer_of(seats, before, last, again, first)
    left = [round_.stop - len(written) for round_ in rounds_of(begun, rules)]
    done = over or ended
    stock = {"stock": 0 if done else -sum(totals.values())} \
        if rules.get("keiner") == "stock" else {}
    return {"game": "schafkopf", "hands": hands,
            "matches": [match] if over or ended and written else [], "totals": totals,
            "next": None if done else {"dealer": dealer, "chosen_by": None,
                                       "active": playing(seats, dealer, rules)},
            "bock_left": 0 if done else max([0, *left]), "pot": 0, **stock, "payout": payout}


def paid(totals: dict[str, int], rate: str | None) -> dict[str, int]:
    """Cents for everybody's points and an equal share of the Stock."""
    if rate is None:
        return {}
    stock = Fraction(-sum(totals.values()), len(totals))
    exact = {name: (total + stock) * Fraction(Decimal(rate)) * 100
             for name, total in totals.items()}
    cents = {name: int(amount // 1) for name, amount in exact.items()}
    by_remainder = sorted(exact, key=lambda name: exact[name] % 1, reverse=True)
    for name in by_remainder[:-sum(cents.values())]:
        cents[name] += 1
    return cents


# --- hands to try -------------------------------------------------------------------------------


def random_stake(rng: Random) -> str:
    """Money a point."""
    return rng.choice(["0.01", "0.005", "0.0033", "0.0001", "0.1", "1", "0"])


def random_rules(rng: Random) -> Json:
    """Options, each of them set now and then."""
    choices = {
        "rufspiel": [10, 5, 7], "solo": [20, 100], "wenz": [None, 40], "bettel": [15],
        "hochzeit": [30], "ramsch": [10], "schneider": [0, 5], "schwarz": [0, 5],
        "laufende": [0, 5], "laufende_ab": [2, 4], "laufende_ab_wenz": [3, 4],
        "laufende_max": [8, 9], "keiner": ["zusammen", "stock", "stock", "ramsch", "ramsch",
                                           "muss"],
        "klopfen": [False], "kontra_max": [0, 1, 4], "ruf_faktor": [2], "tout_faktor": [1, 4],
        "sie_faktor": [1, 8], "tout_schwarz": [True], "sie_laufende": [False],
        "jungfrau": ["einzeln", "aus"], "durchmarsch": ["schwarz", "ramsch"],
        "stock_einsatz": [None, 3, 10], "stock_grenze": [None, 2, 50],
        "bock": [["gepasst"], ["solo-verloren", "schwarz"], ["kontra-verloren"],
                 ["gepasst", "solo-verloren", "schwarz", "kontra-verloren"]],
        "bock_hands": [None, 1, 3], "bock_stack": ["append", "stack", "ignore"],
        "bock_per_hand": ["one", "each"]}
    rules: Json = {key: rng.choice(values) for key, values in choices.items()
                   if rng.random() < (0.7 if key in ("keiner", "bock") else 0.2)}
    if rng.random() < 0.6:
        rules["spiele"] = [spiel for spiel in EXTRA if rng.random() < 0.7]
    return rules


def random_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A playable hand of four of these."""
    rules, four = rules or {}, players[:4]
    while not is_playable(hand := attempt(rng, four, rules), four, rules):
        pass
    return hand


def attempt(rng: Random, four: list[str], rules: Json) -> Json:
    """A hand that often is playable."""
    if rng.random() < 0.12:
        return {"gepasst": True}
    hand: Json = {}
    if rng.random() < 0.3 and rules.get("klopfen", True):
        hand["klopfer"] = rng.sample(four, rng.choice([0, 1, 1, 2, 4]))
    if rng.random() < 0.3 and rules.get("keiner") == "ramsch":
        return {"spiel": "ramsch", **hand, **attempted_ramsch(rng, four)}
    hand["spieler"] = rng.choice(four)
    if rng.random() < 0.3:
        hand["kontra"] = rng.randint(0, rules.get("kontra_max", 2))
    kind = rng.choice(["ruf", "ruf", "ruf", "farbsolo", "wenz", "sie", *rules.get("spiele", [])])
    if kind != "ruf" or rng.random() < 0.5:
        hand["spiel"] = kind
    if kind in ("sie", "bettel"):
        return {**hand, "gewonnen": rng.random() < 0.5} if kind == "bettel" else hand
    if rng.random() < 0.3 and kind in SUITS:
        hand["farbe"] = rng.choice(COLOURS[:SUITS[kind]])
    if rng.random() < 0.5:
        hand["laufende"] = rng.randint(0, MOST[kind])
    if kind in SOLI and rng.random() < 0.2:
        return {**hand, "tout": True, "gewonnen": rng.random() < 0.5}
    if kind in PAIRS:
        hand["partner"] = rng.choice(four)
    if rng.random() < 0.5:
        return {**hand, "stufe": rng.choice(list(LEVELS))}
    augen = rng.choice([0, 30, 31, 60, 61, 90, 91, 120, *rng.choices(range(2, 119), k=8)])
    if augen in (0, 120) and rng.random() < 0.6:
        hand["schwarz"] = "gegner" if augen else "spieler"
    return {**hand, "augen": augen}


def attempted_ramsch(rng: Random, four: list[str]) -> Json:
    """The result of a Ramsch."""
    if rng.random() < 0.2:
        return {"durchmarsch": rng.choice(four)}
    true = dict(zip(four, random_figures(rng, 4)))
    without = [name for name in four if true[name] == 0]
    hand: Json = {"jungfrauen": rng.sample(without, rng.randint(0, len(without)))} \
        if without and rng.random() < 0.7 else {}
    most = sorted(with_most(true)[1])
    if rng.random() < 0.3:
        return {**hand, "verlierer": rng.choice(most)}
    if len(most) > 1:
        hand["verlierer"] = rng.choice(most)
    named = {name: true[name] for name in four if name not in hand.get("jungfrauen", [])}
    return {**hand, "augen": thinned(rng, named, true)}


def any_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A hand that is most often wrong somewhere."""
    rules = rules or {}
    hand = attempt(rng, rng.sample(players, 4), rng.choice([rules, rules, random_rules(rng)]))
    kind = kind_of(hand)
    if kind == "pass":
        return {"gepasst": rng.choice([True, True, False])}
    wrong = {"kontra": [-1, 0, 1, 3, 4, 5], "laufende": [-1, 0, 1, 2, 3, 8, 9, 14, 15, 10**30],
             "klopfer": [[], players[:1], players[-1:]], "spieler": players,
             "partner": [None, *players], "farbe": [None, *COLOURS], "schwarz":
             [None, "gegner", "spieler"], "verlierer": [None, *players],
             "jungfrauen": [[], players[:1], players[:2], players[:3]], "durchmarsch": players}
    own = ["klopfer", "jungfrauen", "verlierer"] if kind == "ramsch" else \
        ["klopfer", "kontra", "spieler"]
    if "durchmarsch" in hand:
        own = ["klopfer", "durchmarsch"]
    elif kind in MOST:
        own += ["laufende", "farbe"] + ([] if hand.get("tout") else ["partner", "schwarz"])
    if kind in MOST and not hand.get("tout") and rng.random() < 0.2:
        return hand | rng.choice([{"augen": 61}, {"augen": 119}, {"augen": -1}, {"augen": None},
                                  {"stufe": "gewonnen"}])
    if isinstance(hand.get("augen"), dict) and rng.random() < 0.5:
        misread(rng, hand["augen"], players)
        return hand
    key = rng.choice(own)
    hand[key] = rng.choice(wrong[key])
    return hand


def random_sheet(rng: Random, hand_count: int, people: list[str]) -> Json:
    """A sheet with so many playable hands; people come, go and swap seats."""
    seats, rules = rng.sample(people, rng.choice(SIZES)), random_rules(rng)
    sheet: Json = {"game": "schafkopf", "players": seats, "rules": rules, "hands": []}
    first = sheet["first_dealer"] = rng.choice(seats)
    if rng.random() < 0.7:
        sheet["rate"] = random_stake(rng)
    before, last, again = seats, None, False
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
        sheet["hands"].append({**hand, **extra})
        before, last = seats, dealer
    if rng.random() < 0.1:
        seats = sheet["next_players"] = rng.sample(people, rng.choice(SIZES))
    if rng.random() < 0.1:
        sheet["next_dealer"] = rng.choice(seats)
    if rng.random() < 0.3:
        sheet["ended"] = rng.choice([True, True, False])
    counted = len([hand for hand in sheet["hands"] if not hand.get("voided")])
    if rng.random() < 0.4 and hand_count and not sheet["hands"][-1].get("voided"):
        sheet["rules"] = {**rules, **rng.choice([
            {"hands": counted + rng.choice([0, 0, 1, 20])}, {"rounds": 30}])}
    return sheet
