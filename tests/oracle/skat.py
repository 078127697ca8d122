"""Sheets of Skat, 3 to 5 players: who deals and plays, Böcke, how they end; and hands to try."""

from decimal import Decimal
from fractions import Fraction
from math import floor
from random import Random

from tests.oracle.altenburg_sheet import dealer_of, roster
from tests.oracle.augen import Json, misread, random_figures, thinned, with_most
from tests.oracle.money import summed
from tests.oracle.skat_rules import (
    BASE,
    LIKE,
    bids,
    is_playable,
    kind_of,
    most_kontra,
    playing,
    points_of,
    random_rules,
    reasons,
)

SIZES, WAGER, ONE_MATCH = range(3, 6), "rate", True

__all__ = ["ONE_MATCH", "SIZES", "WAGER", "any_hand", "is_playable", "playing", "points_of",
           "random_hand", "random_rules", "random_sheet", "random_stake", "sheet_result"]


# --- Böcke ------------------------------------------------------------------------------------


class Coming:
    """What the coming hands are: Böcke and Ramsch one after the other, or Böcke side by side."""

    def __init__(self) -> None:
        self.queue: list[str] = []
        self.beside: list[int] = []

    def next(self) -> tuple[int, bool, bool]:
        """How often the next hand counts, whether it is of a Ramschrunde, and of any round."""
        first = self.queue[0] if self.queue else ""
        factor = 2 ** (len(self.beside) + (first == "bock"))
        return factor, first == "ramsch", bool(self.queue or self.beside)

    def passes(self, hand: Json, seats: list[str], rules: Json) -> None:
        """Go on after a hand that counts."""
        _, in_ramsch, within = self.next()
        self.queue = self.queue[1:]
        self.beside = [left - 1 for left in self.beside if left > 1]
        how, begins = rules.get("bock_stack", "append"), reasons(hand, rules)
        if in_ramsch or within and how == "ignore":
            return
        if rules.get("bock_per_hand", "one") == "one":
            begins = min(begins, 1)
        length = rules.get("bock_hands") or len(seats)
        for _ in range(begins):
            if how == "stack":
                self.beside.append(length)
            else:
                self.queue += ["bock"] * length
                self.queue += ["ramsch"] * length if rules.get("ramschrunden") else []

    def left(self) -> tuple[int, int]:
        """How many hands are still Böcke, and how many Ramsch."""
        return max([self.queue.count("bock"), *self.beside]), self.queue.count("ramsch")


def fits(hand: Json, in_ramsch: bool, rules: Json) -> bool:
    """Whether a hand is one for the round that runs."""
    ramsch = "durchmarsch" in hand or "spiel" not in hand and "augen" in hand
    if in_ramsch:
        return ramsch or hand.get("spiel") == "grand" and bool(hand.get("hand"))
    return not ramsch or rules.get("ramsch", "aus") != "aus"


# --- a sheet ----------------------------------------------------------------------------------


def sheet_result(sheet: Json) -> Json:
    """What a sheet should answer, the explanations aside."""
    players, rules = roster(sheet), sheet.get("rules", {})
    seats = before = sheet["players"]
    first_dealer = sheet.get("first_dealer", seats[0])
    bierlachs = rules.get("liste") == "bierlachs"
    stake = sheet.get("einsatz" if bierlachs else "rate")
    cents = None if stake is None else Decimal(stake) * 100
    coming, last, again = Coming(), None, False
    written: list[dict[str, int]] = []  # who is not among the keys did not sit there
    hands, matches, first, over, played = [], [], 1, False, 0
    for number, hand in enumerate(sheet.get("hands", []), start=1):
        seats, rules = hand.get("players", seats), hand.get("rules", rules)
        last = hand.get("dealer") or dealer_of(seats, before, last, again, first_dealer)
        before = seats
        active, points, factor = playing(seats, last, rules), dict.fromkeys(players, 0), 1
        again = voided = hand.get("voided", False)
        if not voided and "strafe" in hand:  # no hand: who deals and what counts double stays
            written.append(dict.fromkeys(seats, 0) | {hand["strafe"]: -hand["punkte"]})
            points |= written[-1]
            again = True
        elif not voided:
            played += 1
            factor = coming.next()[0]
            written.append(points_of(hand, seats, active, rules, factor))
            points |= written[-1]
            coming.passes(hand, seats, rules)
        totals = summed(written, players)
        hands.append({"dealer": last, "active": active, "factor": factor, "points": points,
                      "totals": totals, "stars": []})
        if over or voided:
            continue
        if bierlachs:
            loser = lost(totals, rules)
            if loser:
                matches.append({"first_hand": first, "last_hand": number, "winner": None,
                                "loser": loser, "payout": paid(loser, players, written, cents)})
                first, written = number + 1, []
        elif rules.get("hands") and played >= rules["hands"]:
            over = True
    totals = summed(written, players)
    ended = over or sheet.get("ended", False)
    payouts = [match["payout"] for match in matches]
    if not bierlachs:
        running = {} if cents is None else settled(written, players, cents)
        payouts.append(running)
        if ended and played:
            matches.append({"first_hand": 1, "last_hand": len(hands), "winner": None,
                            "loser": None, "payout": running})
    seats = sheet.get("next_players") or seats
    dealer = sheet.get("next_dealer") or dealer_of(seats, before, last, again, first_dealer)
    bock, ramsch = (0, 0) if ended else coming.left()
    return {"game": "skat", "hands": hands, "matches": matches, "totals": totals,
            "next": None if ended else {"dealer": dealer, "chosen_by": None,
                                        "active": playing(seats, dealer, rules)},
            "bock_left": bock, "ramsch_left": ramsch, "pot": 0,
            "payout": {} if cents is None else summed(payouts, players)}


def lost(totals: dict[str, int], rules: Json) -> str | None:
    """Who has lost a Bierlachs, if anybody has."""
    lowest = sorted(totals, key=totals.__getitem__)
    if -totals[lowest[0]] >= rules.get("limit", 501) and totals[lowest[0]] < totals[lowest[1]]:
        return lowest[0]
    return None


def paid(loser: str, players: list[str], written: list[dict[str, int]],
         cents: Decimal | None) -> dict[str, int]:
    """One Einsatz from the loser to each of the others who sat there in any of these hands."""
    if cents is None:
        return {}
    there = [name for name in players if name != loser and any(name in each for each in written)]
    return dict.fromkeys(players, 0) | dict.fromkeys(there, int(cents)) \
        | {loser: -int(cents) * len(there)}


def settled(written: list[dict[str, int]], players: list[str], cents: Decimal) -> dict[str, int]:
    """Hand by hand every two who sit there settle their difference. Only the sums are rounded:
    everyone gets the whole cents below what is due, and what then is over goes out cent by cent, to
    who has been cut by most, of several to the first."""
    due = dict.fromkeys(players, Fraction(0))
    for points in written:
        for one in points:
            for other in points:
                due[one] += Fraction(cents) * (points[one] - points[other])
    whole = {name: floor(amount) for name, amount in due.items()}
    cut = sorted(players, key=lambda name: whole[name] - due[name])
    for name in cut[:-sum(whole.values()) or 0]:
        whole[name] += 1
    return whole


# --- hands to try -----------------------------------------------------------------------------


def random_stake(rng: Random) -> str:
    """Money a point."""
    return rng.choice(["0.01", "0.005", "0.0033", "0.0001", "0.1", "1", "0"])


def random_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A playable hand of three of these, as a rule those who play."""
    rules, three = rules or {}, players[:3] if len(players) > 3 else players
    while not is_playable(hand := attempt(rng, three, rules), three, rules):
        pass
    return hand


def attempt(rng: Random, players: list[str], rules: Json) -> Json:
    """A hand that most often is playable."""
    kind = rng.random()
    if kind < 0.06:
        return {"eingepasst": True}
    if kind < 0.25 and (rules.get("ramsch", "aus") != "aus" or rules.get("ramschrunden")):
        return attempted_ramsch(rng, players)
    hand: Json = {"spieler": rng.choice(players)}
    for key, values in (("hand", [True, True, False]), ("ouvert", [True, False]),
                        ("reizwert", [None, 18, 22, 24, 36, 46, 48, 59, 120, 264, *BIDS]),
                        ("kontra", range(most_kontra(rules) + 1))):
        if rng.random() < 0.25:
            hand[key] = rng.choice(values)
    if kind < 0.4:
        return {"spiel": "null", **hand, "gewonnen": rng.random() < 0.6}
    spiel = rng.choice(list(BASE))
    most = 4 if spiel == "grand" else rules.get("spitzen_max", 11)
    hand = {"spiel": spiel, **hand, "spitzen": rng.randint(1, most)}
    if rng.random() < 0.3:
        hand["ohne"] = rng.choice([True, False])
    if rng.random() < 0.2:
        hand |= {"hand": True, "ansage": rng.choice(["schneider", "schwarz", None])}
    if hand.get("ouvert"):
        hand["hand"] = True
    if rng.random() < 0.5:
        return {**hand, "stufe": rng.choice(list(LIKE))}
    augen = rng.choice([0, 30, 31, 59, 60, 61, 89, 90, 120, *rng.choices(range(2, 119), k=9)])
    if augen in (0, 22, 120) and rng.random() < 0.5:
        hand["schwarz"] = "gegner" if augen == 120 else "spieler"
    return {**hand, "augen": augen}


BIDS = sorted(bids(4, {}))


def attempted_ramsch(rng: Random, players: list[str]) -> Json:
    """A Ramsch or a Durchmarsch of three players."""
    hand: Json = {"geschoben": rng.randint(0, 3)} if rng.random() < 0.5 else {}
    if rng.random() < 0.2:
        return {"durchmarsch": rng.choice(players), **hand}
    true = dict(zip(players, random_figures(rng, 3)))
    without = [name for name in players if true[name] == 0]
    if without and rng.random() < 0.6:
        hand["jungfrau"] = rng.choice(without)
    most = sorted(with_most(true)[1])
    if len(most) > 1 and rng.random() < 0.5:
        hand["verlierer"] = rng.choice(most)
    named = {name: true[name] for name in players if name != hand.get("jungfrau")}
    return {"augen": thinned(rng, named, true), **hand}


def any_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A hand that is most often wrong somewhere."""
    rules = rules or {}
    hand = attempt(rng, players if len(players) == 3 else rng.sample(players, 3),
                   rng.choice([rules, rules, random_rules(rng)]))
    wrong = {"spitzen": [-1, 0, 4, 5, 11, 12, 10**30], "kontra": [-1, 0, 1, 2, 3, 5],
             "reizwert": [None, 0, 17, 18, 19, 117, 216, 264, 265], "ansage": [None, "schwarz"],
             "hand": [True, False], "ouvert": [True, False], "schwarz": [None, "gegner", "spieler"],
             "geschoben": [-1, 0, 3, 4], "spieler": players, "jungfrau": [None, *players],
             "verlierer": [None, *players], "eingepasst": [True, False]}
    own = {"spiel": ["spitzen", "kontra", "reizwert", "ansage", "hand", "ouvert", "schwarz",
                     "spieler"],
           "null": ["kontra", "reizwert", "spieler", "ouvert"],
           "augen": ["geschoben", "jungfrau", "verlierer"], "durchmarsch": ["geschoben"],
           "eingepasst": ["eingepasst"]}
    kind = kind_of(hand)
    if kind == "augen" and rng.random() < 0.4:
        misread(rng, hand["augen"], players)
    elif kind == "spiel" and rng.random() < 0.3:
        hand |= rng.choice([{"augen": 61}, {"stufe": "gewonnen"}, {"augen": 119}, {"augen": -1},
                            {"augen": None, "stufe": None}])
    else:
        key = rng.choice(own[kind])
        hand[key] = rng.choice(wrong[key])
    return hand


def random_sheet(rng: Random, hand_count: int, people: list[str]) -> Json:
    """A sheet with so many playable hands; people come, go and change places, and rules what a
    hand costs."""
    seats = before = rng.sample(people, rng.choice(SIZES))
    rules = random_rules(rng)
    sheet: Json = {"game": "skat", "players": seats, "rules": rules, "hands": []}
    first = sheet["first_dealer"] = rng.choice(seats)
    last, voided, coming = None, False, Coming()
    while len(sheet["hands"]) < hand_count:
        extra: Json = {}
        if rng.random() < 0.06:
            seats = extra["players"] = rng.sample(people, rng.choice(SIZES))
        last, before = dealer_of(seats, before, last, voided, first), seats
        if rng.random() < 0.06:
            last = extra["dealer"] = rng.choice(seats)
        if rng.random() < 0.04:
            rules = extra["rules"] = {**rules, "kontra": True,
                                      "hand_verlust": rng.choice(["einfach", "doppelt"])}
        voided = rng.random() < 0.08
        if voided or rng.random() < 0.05:
            extra["voided"] = voided
        in_ramsch = coming.next()[1]
        while not fits(hand := random_hand(rng, playing(seats, last, rules), rules),
                       in_ramsch, rules):
            pass
        if rng.random() < 0.05:
            hand = {"strafe": rng.choice(seats), "punkte": rng.randint(1, 1000)}
        sheet["hands"].append(hand | extra)
        if not voided and "strafe" not in hand:
            coming.passes(hand, seats, rules)
        voided = voided or "strafe" in hand  # the same one deals again
    bierlachs = rules.get("liste") == "bierlachs"
    if rng.random() < 0.7:
        sheet["einsatz" if bierlachs else "rate"] = rng.choice(["0.50", "1", "0.05"]) \
            if bierlachs else random_stake(rng)
    if rng.random() < 0.1:
        seats = sheet["next_players"] = rng.sample(people, rng.choice(SIZES))
    if rng.random() < 0.1:
        sheet["next_dealer"] = rng.choice(seats)
    if not bierlachs and rng.random() < 0.3 and not any(
            "rules" in hand for hand in sheet["hands"]):
        counts = [not hand.get("voided") and "strafe" not in hand for hand in sheet["hands"]]
        counting, last_voided = sum(counts), bool(counts) and not counts[-1]
        sheet["rules"]["hands"] = counting + last_voided + rng.choice([0, 0, 5]) or 1
    if rng.random() < 0.3:
        sheet["ended"] = rng.choice([True, True, False])
    return sheet
