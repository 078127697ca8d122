"""Chase-the-Ace, 4 to 31 players. Parts are counted one by one, and money only at the end."""

from decimal import Decimal
from random import Random

from tests.oracle.augen import Json

SIZES, WAGER = range(4, 32), "einsatz"
ONE_MATCH = True

PACK = [rank for rank in "A 7 8 9 10 J Q K".split() for _ in range(4)]
ORDER = {"A": 1, "7": 7, "8": 8, "9": 9, "10": 10, "J": 11, "B": 11, "Q": 12, "D": 12, "K": 13}
FIELD = 8
"""So many play at most where sheets are made up: an evening is settled slowly here."""


# --- one round --------------------------------------------------------------------------------


def payers(hand: Json) -> list[str]:
    """Who pays."""
    if "zahlt" in hand:
        return hand["zahlt"]
    lowest = min(ORDER[card] for card in hand["karten"].values())
    return [name for name, card in hand["karten"].items() if ORDER[card] == lowest]


def playing(seats: list[str], dealer: str, rules: Json) -> list[str]:
    """Who plays a first round: everybody."""
    return seats


def is_playable(hand: Json, players: list[str], rules: Json) -> bool:
    """Whether a round of these players can have been played with one pack."""
    if "zahlt" in hand:
        left_over = len(PACK) - len(players)  # so many aces may lie there
        return max(1, 4 - left_over) <= len(hand["zahlt"]) <= 4 \
            and set(hand["zahlt"]) <= set(players)
    cards = [ORDER[card] for card in hand["karten"].values()]
    return set(hand["karten"]) == set(players) and all(cards.count(card) <= 4 for card in cards)


# --- a sheet ----------------------------------------------------------------------------------


class Purses:
    """Who still has how many parts, and what is in the bank."""

    def __init__(self, players: list[str], rules: Json) -> None:
        self.parts = dict.fromkeys(players, 3)
        self.bank, self.over, self.winner = 0, False, None
        self.again = rules.get("all_out", "share") == "again"

    def still_in(self, seats: list[str]) -> list[str]:
        """Those of them who still have a part; all of them for another match."""
        left = [name for name in seats if self.parts[name]]
        return seats if self.over else left

    def play(self, hand: Json) -> dict[str, tuple[int, Decimal]]:
        """What a round does to each: parts paid, and parts received."""
        before = [name for name in self.parts if self.parts[name]]
        pays = payers(hand)
        if self.again and all(self.parts[name] == 1 for name in before) and \
                set(before) == set(pays):
            pays = []
        for name in pays:
            self.parts[name] -= 1
            self.bank += 1
        left = [name for name in self.parts if self.parts[name]]
        if len(left) > 1:
            return {name: (int(name in pays), []) for name in self.parts}
        self.over, self.winner = True, left[0] if left else None
        takers = left or before
        return {name: (int(name in pays), takers) for name in self.parts}


def dealt_out(cents: int, takers: list[str]) -> dict[str, int]:
    """A sum handed out coin by coin, in turn."""
    got = dict.fromkeys(takers, cents // len(takers))
    for name in takers[:cents - sum(got.values())]:
        got[name] += 1
    return got


def left_of(name: str, seats: list[str]) -> str:
    """Who sits next in clockwise order."""
    return seats[(seats.index(name) + 1) % len(seats)]


def sheet_result(sheet: Json) -> Json:
    """What a sheet should answer, the explanations aside."""
    players, rules = sheet["players"], sheet.get("rules", {})
    part = int(Decimal(sheet["einsatz"]) * 100) if "einsatz" in sheet else 1
    seats, purses, due = players, Purses(players, rules), sheet.get("first_dealer", players[0])
    totals, hands, matches, last = dict.fromkeys(players, 0), [], [], None
    for number, hand in enumerate(sheet.get("hands", []), start=1):
        if "players" in hand:
            seats = hand["players"]
            if last is not None:
                due = left_of(last, seats)
        dealer = hand.get("dealer") or due
        table = purses.still_in(seats)
        while dealer not in table:
            dealer = left_of(dealer, seats)
        points = dict.fromkeys(players, 0)
        if hand.get("voided", False):
            last, due = None, dealer
        else:
            done = purses.play(hand)
            for name, (paid, _) in done.items():
                points[name] -= paid * part
            takers = done[players[0]][1]
            if takers:
                for name, cents in dealt_out(purses.bank * part, takers).items():
                    points[name] += cents
            totals = {name: totals[name] + points[name] for name in players}
            last, due = dealer, left_of(dealer, seats)
            if purses.over:
                matches = [{"first_hand": 1, "last_hand": number, "winner": purses.winner,
                            "loser": None, "payout": totals if "einsatz" in sheet else {}}]
        hands.append({"dealer": dealer, "active": table, "factor": 1, "points": points,
                      "totals": totals, "stars": []})
    upcoming = sheet.get("next_dealer") or due
    while upcoming not in purses.still_in(seats):
        upcoming = left_of(upcoming, seats)
    payout = totals if purses.over else dict.fromkeys(players, 0)
    return {"game": sheet["game"], "hands": hands, "matches": matches, "totals": totals,
            "next": None if purses.over else {"dealer": upcoming, "chosen_by": None,
                                              "active": purses.still_in(seats)},
            "bock_left": 0, "pot": 0 if purses.over else purses.bank * part,
            "payout": payout if "einsatz" in sheet else {}}


# --- hands and sheets to try ------------------------------------------------------------------


def random_rules(rng: Random) -> Json:
    """What a table may have agreed on."""
    return {"all_out": rng.choice(["share", "again"])} if rng.random() < 0.5 else {}


def random_stake(rng: Random) -> str:
    """An amount to play for."""
    return rng.choice(["0.50", "1", "0.05", "2.5", "0.00", "10.01"])


def random_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A playable round: cards are dealt, and all are told, or only who has the lowest one."""
    cards = rng.sample(PACK, len(players))
    if rng.random() < 0.2:  # many with the same one
        low = rng.choice(PACK)
        others = [card for card in PACK if card != low]
        cards = [*[low] * 4, *rng.sample(others, len(others))][:len(players)]
        rng.shuffle(cards)
    if rng.random() < 0.3:
        cards = [{"J": "B", "Q": "D"}.get(card, card) for card in cards]
    named = dict(zip(players, cards))
    if rng.random() < 0.5:
        return {"karten": named}
    return {"zahlt": rng.sample(pays := payers({"karten": named}), len(pays))}


def any_hand(rng: Random, players: list[str], rules: Json | None = None) -> Json:
    """A round that is most often wrong somewhere."""
    hand = random_hand(rng, players)
    if rng.random() < 0.3:
        return hand
    if "zahlt" in hand:
        return {"zahlt": rng.sample(players, rng.choice([0, len(players), min(5, len(players))]))}
    if rng.random() < 0.5:
        del hand["karten"][rng.choice(players)]
        return hand
    return {"karten": {name: rng.choice(["7", "8", "J", "B"]) for name in players}}


def random_sheet(rng: Random, hand_count: int, people: list[str]) -> Json:
    """A sheet with up to so many rounds, fewer where the match is over; then voided ones only."""
    players = rng.sample(people, rng.randint(4, min(FIELD, len(people))))
    rules = random_rules(rng)
    sheet: Json = {"game": "chase-the-ace", "players": players, "rules": rules, "hands": []}
    if rng.random() < 0.7:
        sheet["einsatz"] = random_stake(rng)
    if rng.random() < 0.8:
        sheet["first_dealer"] = rng.choice(players)
    seats, purses = players, Purses(players, rules)
    for _ in range(hand_count):
        if purses.over and rng.random() < 0.8:
            break
        extra: Json = {}
        if rng.random() < 0.06:
            seats = extra["players"] = rng.sample(players, len(players))
        table = purses.still_in(seats)
        if rng.random() < 0.08:
            extra["dealer"] = rng.choice(table)
        if purses.over or rng.random() < 0.1:
            extra["voided"] = True
        hand = random_hand(rng, table)
        sheet["hands"].append({**hand, **extra})
        if not extra.get("voided"):
            purses.play(hand)
    if rng.random() < 0.1:
        sheet["next_dealer"] = rng.choice(purses.still_in(seats))
    return sheet
