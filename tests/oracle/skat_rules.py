"""One hand of Skat: what it is worth, who writes it, whether it can be (ISkO; house rules)."""

from random import Random
from typing import Any

from tests.oracle.augen import Json, can_be, losers_are_certain, with_most, with_the_rest

BASE = {"karo": 9, "herz": 10, "pik": 11, "kreuz": 12, "grand": 24}
LIKE = {"gewonnen": (61, None), "schneider": (90, None), "schwarz": (120, "gegner"),
        "verloren-60": (60, None), "verloren": (31, None), "verloren-schneider": (30, None),
        "verloren-schwarz": (0, "spieler")}
"""For each result, Augen and a side without a trick that make it."""


def bases(rules: Json) -> dict[str, int]:
    """What the table counts for each game."""
    return {spiel: rules.get(spiel, usual) for spiel, usual in BASE.items()}


def kind_of(hand: Json) -> str:
    """Which kind of hand it is."""
    if "spiel" in hand:
        return "null" if hand["spiel"] == "null" else "spiel"
    return next(key for key in ("durchmarsch", "eingepasst", "augen") if key in hand)


def playing(seats: list[str], dealer: str, rules: Json) -> list[str]:
    """Who plays: the three to the left of the dealer, but of five one of those is left out."""
    at = seats.index(dealer)
    left = [*seats[at + 1:], *seats[:at]]
    if len(seats) == 3:
        return seats
    if len(seats) == 5:
        del left[1 if rules.get("fuenf") == "zweiter" else 2]
    return [name for name in seats if name in left]


# --- what it is worth ---------------------------------------------------------------------------


def counted(hand: Json) -> tuple[int, Any]:
    """The declarer's Augen and the side without a trick, counted or not."""
    return LIKE[hand["stufe"]] if hand.get("stufe") else (hand["augen"], hand.get("schwarz"))


def announced(hand: Json) -> Any:
    """What was announced at the highest: playing open, nobody else may take a trick."""
    return "schwarz" if hand.get("ouvert") else hand.get("ansage")


def levels(hand: Json) -> set[str]:
    """All that adds one base value each, besides the Spitzen."""
    found = {"spiel"} | {key for key in ("hand", "ouvert") if hand.get(key)}
    augen, schwarz = counted(hand)
    if augen >= 90 or augen <= 30 or schwarz:
        found.add("schneider")
    if schwarz:
        found.add("schwarz")
    if announced(hand):
        found |= {"schneider", "schneider angesagt"}
    if announced(hand) == "schwarz":
        found |= {"schwarz", "schwarz angesagt"}
    return found


def is_made(hand: Json) -> bool:
    """Whether the declarer made what was announced, whatever was bid."""
    if hand["spiel"] == "null":
        return bool(hand["gewonnen"])
    augen, schwarz = counted(hand)
    return {None: augen >= 61, "schneider": augen >= 90,
            "schwarz": schwarz == "gegner"}[announced(hand)]


def game(hand: Json, rules: Json) -> tuple[int, bool]:
    """The value of a game, and whether it was won; who has bid too high has lost."""
    if hand["spiel"] == "null":
        worth = 23 + 12 * hand.get("hand", False) + 23 * hand.get("ouvert", False)
        worth += hand.get("hand", False) and hand.get("ouvert", False)
        base = worth
    else:
        base = bases(rules)[hand["spiel"]]
        worth = base * (hand["spitzen"] + len(levels(hand)))
    bid = hand.get("reizwert") or 0
    if bid <= worth:
        return worth, is_made(hand)
    if hand["spiel"] != "null" or rules.get("null_ueberreizt", "vielfaches") == "vielfaches":
        while worth < bid:
            worth += base
    return worth, False


def points_of(hand: Json, seats: list[str], active: list[str], rules: Json,
              factor: int = 1) -> dict[str, int]:
    """What everybody at the table writes for a hand that counts `factor` times."""
    points = dict.fromkeys(seats, 0)
    liste = rules.get("liste", "einfach")

    def others(of: str) -> list[str]:
        at = seats if rules.get("aussetzer") == "mit" else active
        return [name for name in at if name != of]

    match kind_of(hand):
        case "eingepasst":
            return points
        case "augen":
            augen = dict(hand["augen"])
            if hand.get("jungfrau"):
                augen[hand["jungfrau"]] = 0
                factor *= 2
            most, losers = with_most(with_the_rest(augen, active))
            most = rules.get("ramsch_preis") or most
            for name in [hand["verlierer"]] if hand.get("verlierer") else losers:
                points[name] = -most * factor * 2 ** hand.get("geschoben", 0)
            return points
        case "durchmarsch":
            made = hand["durchmarsch"]
            value = 120 * factor * 2 ** hand.get("geschoben", 0)
            return points | ({made: value} if liste != "bierlachs"
                             else dict.fromkeys(others(made), -value))
    worth, won = game(hand, rules)
    worth *= factor * [1, 2, 4, 8, 16][hand.get("kontra", 0)]
    alone = hand["spieler"]
    if won and liste == "bierlachs":
        return points | dict.fromkeys(others(alone), -worth)
    once = hand.get("hand") and rules.get("hand_verlust") == "einfach" \
        or liste == "bierlachs" and rules.get("bierlachs_verlust") == "einfach"
    points[alone] = worth if won else -worth if once else -2 * worth
    if liste == "seeger-fabian":
        points[alone] += 50 if won else -50
        agreed = rules.get("sf_gegner")
        more = agreed if agreed is not None else 40 if len(seats) == 3 else 30
        for name in seats:
            points[name] += more if name != alone and not won else 0
    return points


def reasons(hand: Json, rules: Json) -> int:
    """How many reasons for Böcke there are in a hand."""
    kind, found = kind_of(hand), set()
    if kind == "spiel":
        if counted(hand)[0] == 60:
            found.add("60:60")
        if hand["spiel"] == "grand" and hand.get("hand"):
            found.add("grand-hand")
    if kind in ("spiel", "null"):
        if hand.get("kontra") and game(hand, rules)[1]:
            found.add("kontra-verloren")
        if hand.get("kontra", 0) >= 2:
            found.add("kontra-re")
    return len(found & set(rules.get("bock", [])))


# --- whether it can be --------------------------------------------------------------------------


def bids(most: int, rules: Json) -> set[int]:
    """Every value that a game can have: levels come in a row from the first."""
    base = bases(rules)
    suits = {base[suit] * (spitzen + more) for suit in ("karo", "herz", "pik", "kreuz")
             for spitzen in range(1, most + 1) for more in range(1, 8)}
    grands = {base["grand"] * times for times in range(2, 12)}
    return suits | grands | {23, 35, 46, 59}


def most_kontra(rules: Json) -> int:
    """How many may double one after the other."""
    return rules.get("kontra_max", 2) if rules.get("kontra") else 0


def is_playable(hand: Json, active: list[str], rules: Json) -> bool:
    """Whether a hand can have been played by these three, Ramschrunden aside."""
    match kind_of(hand):
        case "eingepasst":
            return hand["eingepasst"] and rules.get("ramsch", "aus") != "bei-pass"
        case "augen" | "durchmarsch":
            return ramsch_can_be(hand, active, rules)
    if hand["spieler"] not in active:
        return False
    most = rules.get("spitzen_max", 11)
    if not 0 <= hand.get("kontra", 0) <= most_kontra(rules):
        return False
    if hand.get("reizwert") is not None and hand["reizwert"] not in bids(most, rules):
        return False
    if hand["spiel"] == "null":
        return True
    if not 1 <= hand["spitzen"] <= (4 if hand["spiel"] == "grand" else most):
        return False
    if (hand.get("ansage") or hand.get("ouvert")) and not hand.get("hand"):
        return False
    augen, schwarz = hand.get("augen"), hand.get("schwarz")
    if hand.get("stufe"):
        return augen is None and schwarz is None
    return augen is not None and can_be(augen) \
        and {None: True, "spieler": augen <= 22, "gegner": augen == 120}[schwarz]


def ramsch_can_be(hand: Json, active: list[str], rules: Json) -> bool:
    """Whether a Ramsch can have been played, and it is certain who writes it."""
    played = rules.get("ramsch", "aus") != "aus" or rules.get("ramschrunden", False)
    if not played or not 0 <= hand.get("geschoben", 0) <= 3:
        return False
    if "durchmarsch" in hand:
        return hand["durchmarsch"] in active
    augen, jungfrau = dict(hand["augen"]), hand.get("jungfrau")
    if not {*augen} <= {*active} or not all(map(can_be, augen.values())):
        return False
    if jungfrau is not None:
        if jungfrau not in active or augen.get(jungfrau):
            return False
        augen[jungfrau] = 0
    if not losers_are_certain(augen, active):
        return False
    most = with_most(with_the_rest(augen, active))[1]
    return hand.get("verlierer") is None or len(most) > 1 and hand["verlierer"] in most


def random_rules(rng: Random) -> Json:
    """What a table may have agreed on."""
    choices: Json = {
        "liste": ["seeger-fabian", "bierlachs", "einfach"], "sf_gegner": [None, 0, 35],
        "bierlachs_verlust": ["einfach"], "aussetzer": ["mit"], "hand_verlust": ["einfach"],
        "null_ueberreizt": ["wert"], "spitzen_max": [4], "fuenf": ["zweiter"],
        "kontra": [True, True, False], "kontra_max": [2, 3, 4], "ramsch": ["an", "bei-pass"],
        "ramsch_preis": [None, 1, 60], "bock_hands": [1, 2, 7],
        "bock_stack": ["stack", "ignore", "append"], "bock_per_hand": ["each"],
        "ramschrunden": [True], "limit": [1, 100, 300, 501]}
    choices |= {spiel: [usual - 1, usual, usual - 4] for spiel, usual in BASE.items()
                if rng.random() < 0.3}
    rules = {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.4}
    if rng.random() < 0.6:
        rules["bock"] = rng.sample(["60:60", "grand-hand", "kontra-verloren", "kontra-re"],
                                   rng.randint(0, 4))
    if rules.get("bock_stack") == "stack":
        rules.pop("ramschrunden", None)
    return rules
