"""Kalter Schlag once more, slowly and plainly: what the program's answers are measured by.

Works on the dictionaries of a document and shares no code with `scorepad`. Where the program is
quick, this recounts everything after every hand.
"""

from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations
from random import Random
from typing import Any

from hypothesis import strategies as st

Json = dict[str, Any]


# --- one hand ---------------------------------------------------------------------------------

def figures(hand: Json, players: list[str]) -> dict[str, int]:
    """The Augen that are certain: those named, a Jungfer's none, one player's rest."""
    augen = {**{name: 0 for name in hand.get("jungfern", [])}, **hand["augen"]}
    missing = 120 - sum(augen.values())
    left_out = [name for name in players if name not in augen]
    if len(left_out) == 1:
        augen[left_out[0]] = missing
    return augen


def rounded_to_tens(number: int) -> int:
    """The nearest multiple of ten, upwards from a 5 on."""
    down = number - number % 10
    return down if number % 10 < 5 else down + 10


def rounded_to_fives(number: int) -> int:
    """The nearest multiple of five; a whole number is never half way."""
    return min(range(0, 125, 5), key=lambda five: abs(five - number))


def points_of(hand: Json, players: list[str], rounding: str) -> dict[str, int]:
    """What each player writes for a hand."""
    points = {name: 0 for name in players}
    doublings = hand.get("verdopplungen", 0)
    if hand.get("voided", False):
        return points
    if "durchmarsch" in hand:
        for name in players:
            if name != hand["durchmarsch"]:
                points[name] = 120 * 2 ** doublings
        return points
    augen = figures(hand, players)
    most = max(augen.values())
    factor = 2 ** (doublings + len(hand.get("jungfern", [])))
    for name in augen:
        if augen[name] == most:
            points[name] = (rounded_to_tens(most * factor) if rounding == "tens-after"
                            else rounded_to_fives(most) * factor)
    return points


def completions(named: dict[str, int], left_out: list[str]) -> Iterator[dict[str, int]]:
    """Every way in which those left out can have what is missing to 120."""
    missing = 120 - sum(named.values())
    if not left_out:
        if missing == 0:
            yield named
        return
    name, *others = left_out
    for figure in range(missing, -1, -1) if others else [missing]:
        if 0 <= figure <= 120 and figure not in (1, 119):
            yield from completions({**named, name: figure}, others)


def is_playable(hand: Json, players: list[str]) -> bool:
    """Whether a hand can have been played and what is named settles who writes what."""
    if hand.get("verdopplungen", 0) not in range(5):
        return False
    if "durchmarsch" in hand:
        return True
    jungfern = hand.get("jungfern", [])
    if len(jungfern) > 2 or any(hand["augen"].get(name, 0) != 0 for name in jungfern):
        return False
    if any(figure in (1, 119) or not 0 <= figure <= 120 for figure in hand["augen"].values()):
        return False
    named = {**{name: 0 for name in jungfern}, **hand["augen"]}
    left_out = [name for name in players if name not in named]
    losers = None
    for augen in completions(named, left_out):
        most = max(augen.values())
        lose = most, [name for name in players if augen[name] == most]
        if losers is not None and lose != losers:
            return False
        losers = lose
    return losers is not None


# --- one match --------------------------------------------------------------------------------

def alone_with(choose: Any, points: dict[str, int], among: list[str]) -> str | None:
    """The only one of `among` with the fewest (`min`) or the most (`max`) points, if there is."""
    if not among:
        return None
    best = choose(points[name] for name in among)
    at_best = [name for name in among if points[name] == best]
    return at_best[0] if len(at_best) == 1 else None


def ending(written: list[dict[str, int]], players: list[str], limit: int,
           needed: int) -> tuple[str | None, str | None]:
    """Winner and loser of a match whose hands wrote these points; at most one of them is set."""
    totals = summed(written, players)
    marks = {name: len([hand for hand in written if hand[name] > 0]) for name in players}
    could_win = [name for name in players if marks[name] >= needed and totals[name] < limit]
    could_lose = [name for name in players if totals[name] >= limit]
    winner = alone_with(min, totals, could_win)
    if winner is not None:
        return winner, None
    return None, alone_with(max, totals, could_lose)


def summed(figures_of_each: list[dict[str, int]], players: list[str]) -> dict[str, int]:
    """Added up, player by player."""
    return {name: sum(each.get(name, 0) for each in figures_of_each) for name in players}


def paid(winner: str | None, loser: str | None, totals: dict[str, int], stake: int) -> dict[str, int]:
    """Cents that change hands at the end of a match."""
    purse = {name: 0 for name in totals}
    for name in totals:
        if winner is not None and name != winner:
            purse[name] -= 2 * stake
            purse[winner] += 2 * stake
        if loser is not None and name != loser:
            due = stake if totals[name] > 0 else 2 * stake
            purse[loser] -= due
            purse[name] += due
    return purse


# --- sheet, evening, document -----------------------------------------------------------------

def left_of(player: str, seats: list[str]) -> str:
    """Who sits next in clockwise order."""
    return (seats + seats[:1])[seats.index(player) + 1]


def sheet_result(sheet: Json) -> Json:
    """What a sheet should answer, the explanations aside."""
    players = sheet["players"]
    rules = sheet.get("rules", {})
    limit, needed = rules.get("limit", 2000), rules.get("anschriften", 5)
    stake = int(Decimal(sheet["einsatz"]) * 100) if "einsatz" in sheet else None

    seats, hands, matches = players, [], []
    written: list[dict[str, int]] = []   # by the hands of the running match
    match_begins, last_dealer, repeats, chosen_by = 1, "", False, None
    appointed = sheet.get("first_dealer", players[0])
    for number, hand in enumerate(sheet.get("hands", []), start=1):
        seats = hand.get("players", seats)
        dealer = (hand.get("dealer") or appointed
                  or (last_dealer if repeats else left_of(last_dealer, seats)))
        points = points_of(hand, players, rules.get("rounding", "tens-after"))
        last_dealer, repeats, appointed = dealer, hand.get("voided", False), None
        chosen_by = None
        written.append(points)
        totals = summed(written, players)
        hands.append({"dealer": dealer, "active": seats, "factor": 1, "points": points,
                      "totals": totals, "stars": []})
        winner, loser = ending(written, players, limit, needed)
        if winner or loser:
            matches.append({"first_hand": match_begins, "last_hand": number, "winner": winner,
                            "loser": loser,
                            "payout": {} if stake is None else paid(winner, loser, totals, stake)})
            match_begins, written, appointed, chosen_by = number + 1, [], winner or loser, loser
    upcoming = (sheet.get("next_dealer") or appointed
                or (last_dealer if repeats else left_of(last_dealer, seats)))
    return {"game": "kalter-schlag", "hands": hands, "matches": matches,
            "totals": summed(written, players),
            "next": {"dealer": upcoming, "active": seats, "chosen_by": chosen_by},
            "bock_left": 0, "pot": 0,
            "payout": {} if stake is None else summed([m["payout"] for m in matches], players)}


def evening_result(evening: Json) -> Json:
    """What an evening should answer; of the transfers only how few they can be."""
    sheets = [sheet_result(sheet) for sheet in evening.get("sheets", [])]
    everybody = sorted({name for sheet in sheets for name in sheet["payout"]})
    payout = summed([sheet["payout"] for sheet in sheets], everybody)
    return {"date": evening["date"], "sheets": sheets, "payout": payout,
            "transfers": fewest_transfers(payout), "stars": []}


def expected(document: Json) -> Json:
    """The whole answer; `transfers` are numbers here, and hands carry no `explain`."""
    return {"format": "scorepad-result/1", "stars": {},
            "evenings": [evening_result(evening) for evening in document.get("evenings", [])]}


# --- money ------------------------------------------------------------------------------------

def fewest_transfers(payout: dict[str, int]) -> int:
    """How many payments settle it at the least: every group that sums to zero saves one."""
    open_ = [cents for cents in payout.values() if cents]
    return len(open_) - most_groups(open_)


def most_groups(amounts: list[int]) -> int:
    """Into how many groups that each sum to zero the amounts can be split; they sum to zero."""
    if not amounts:
        return 0
    first, rest = amounts[0], amounts[1:]
    best = 1
    for size in range(1, len(rest)):
        for chosen in combinations(range(len(rest)), size):
            if first + sum(rest[i] for i in chosen) == 0:
                others = [rest[i] for i in range(len(rest)) if i not in chosen]
                best = max(best, 1 + most_groups(others))
    return best


def fault_of_transfers(transfers: list[Json], payout: dict[str, int]) -> str | None:
    """What is wrong with transfers that should settle `payout` with as few payments as can be."""
    moved = dict(payout)
    for transfer in transfers:
        if transfer["cents"] <= 0:
            return f"nobody pays {transfer['cents']} cents"
        moved[transfer["from"]] += transfer["cents"]
        moved[transfer["to"]] -= transfer["cents"]
    if any(moved.values()):
        return f"left unsettled: {moved}"
    if len(transfers) != fewest_transfers(payout):
        return f"{len(transfers)} payments where {fewest_transfers(payout)} do"
    return None


# --- documents to try -------------------------------------------------------------------------

PEOPLE = ["Anne", "Bert", "Cem", "Dora", "Jörg", "Zoë Ł.", "Heinz-Otto"]
CLOSE = [[30, 30, 30, 30], [40, 40, 40, 0], [60, 60, 0, 0], [45, 45, 30, 0], [120, 0, 0, 0],
         [31, 30, 30, 29], [38, 38, 38, 6], [63, 57, 0, 0], [118, 2, 0, 0]]
"""Ties and near ties, and the ends of what is possible."""


def documents(**kinds: Any) -> st.SearchStrategy[Json]:
    """Documents with playable hands; see `random_document` for what can be asked for."""
    return st.randoms(use_true_random=False).map(lambda rng: random_document(rng, **kinds))


def hands() -> st.SearchStrategy[Json]:
    """Playable hands of Anne, Bert, Cem and Dora."""
    return st.randoms(use_true_random=False).map(lambda rng: random_hand(rng, PEOPLE[:4]))


def random_document(rng: Random, evenings: int = 2, sheets: int = 2, most_hands: int = 30) -> Json:
    """A document with up to so many evenings, sheets each and hands each."""
    return {"format": "scorepad/1", "evenings": [
        {"date": f"2026-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
         "sheets": [random_sheet(rng, rng.randint(0, most_hands))
                    for _ in range(rng.randint(1, sheets))]}
        for _ in range(rng.randint(1, evenings))]}


def random_sheet(rng: Random, hand_count: int) -> Json:
    """A sheet with so many playable hands."""
    players = rng.sample(PEOPLE, 4)
    rules: Json = {}
    if rng.random() < 0.5:
        rules["rounding"] = rng.choice(["tens-after", "fives-before"])
    if rng.random() < 0.2:
        rules["limit"] = rng.choice([1, 200, 960, 2000, 5000])
    if rng.random() < 0.2:
        rules["anschriften"] = rng.choice([1, 2, 3, 8])
    sheet: Json = {"game": "kalter-schlag", "players": players, "rules": rules,
                   "hands": [with_extras(rng, random_hand(rng, players), players)
                             for _ in range(hand_count)]}
    if rng.random() < 0.7:
        sheet["einsatz"] = rng.choice(["0.50", "1", "0.05", "2.5", "0.00", "10.01"])
    if rng.random() < 0.8:
        sheet["first_dealer"] = rng.choice(players)
    if rng.random() < 0.1:
        sheet["next_dealer"] = rng.choice(players)
    return sheet


def with_extras(rng: Random, hand: Json, players: list[str]) -> Json:
    """The hand, now and then with what any hand may carry."""
    if rng.random() < 0.08:
        hand["dealer"] = rng.choice(players)
    if rng.random() < 0.06:
        hand["players"] = rng.sample(players, 4)
    if rng.random() < 0.12:
        hand["voided"] = rng.choice([True, True, False])
    if rng.random() < 0.05:
        hand["note"] = "vergeben? „noch mal“"
    return hand


def random_hand(rng: Random, players: list[str]) -> Json:
    """A playable hand, its figures complete or as few as decide it."""
    doublings = rng.choice([0, 0, 0, 1, 1, 2, 3, 4])
    hand: Json = {"verdopplungen": doublings} if doublings or rng.random() < 0.5 else {}
    if rng.random() < 0.12:
        return {"durchmarsch": rng.choice(players), **hand}
    true = dict(zip(rng.sample(players, 4), random_figures(rng)))
    without = [name for name in true if true[name] == 0]
    jungfern = rng.sample(without, rng.randint(0, min(2, len(without))))
    if jungfern or rng.random() < 0.2:
        hand["jungfern"] = jungfern
    named = dict(true)
    for name in jungfern:
        if rng.random() < 0.5:
            del named[name]
    style = rng.random()
    if style < 0.2:
        del named[rng.choice(list(named))]
    elif style < 0.5:
        for name in sorted(named, key=true.get):  # the smallest first, as long as it stays certain
            if sum(true[n] for n in true if n not in named) + true[name] < max(true.values()):
                del named[name]
    return {"augen": named, **hand}


def any_hand(rng: Random, players: list[str]) -> Json:
    """A hand that is most often wrong somewhere."""
    hand = random_hand(rng, players)
    for _ in range(rng.randint(1, 2)):
        what = rng.random()
        if what < 0.1:
            hand["verdopplungen"] = rng.choice([-1, 0, 4, 5, 10**9])
        elif "augen" not in hand:
            continue
        elif what < 0.6:
            name = rng.choice(players)
            hand["augen"][name] = rng.choice([0, 1, 2, 60, 118, 119, 120, 121, -1, 10**30,
                                              hand["augen"].get(name, 0) + rng.randint(-3, 3)])
        elif what < 0.8:
            hand["augen"].pop(rng.choice(players), None)
        else:
            hand["jungfern"] = rng.sample(players, rng.randint(0, 4))
    return hand


def random_figures(rng: Random) -> list[int]:
    """Four figures that sum to 120, none of them 1 or 119."""
    if rng.random() < 0.3:
        return rng.choice(CLOSE)
    while True:
        cuts = sorted(rng.randint(0, 120) for _ in range(3))
        figures_ = [high - low for low, high in zip([0, *cuts], [*cuts, 120])]
        if not {1, 119} & set(figures_):
            return figures_
