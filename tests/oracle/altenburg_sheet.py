"""Sheets of Doppelkopf by the Altenburg house rules: who sits, deals and plays, and Böcke."""

from decimal import Decimal
from fractions import Fraction
from math import floor
from random import Random

from tests.oracle import altenburg_hands as tried, altenburg_rules as rule
from tests.oracle.augen import Json
from tests.oracle.money import summed


def roster(sheet: Json) -> list[str]:
    """Everybody who ever sits at the sheet, in the order of coming."""
    everybody = list(sheet["players"])
    for each in [*sheet.get("hands", []), {"players": sheet.get("next_players")}]:
        for name in each.get("players") or []:
            if name not in everybody:
                everybody.append(name)
    return everybody


# --- who deals and plays ----------------------------------------------------------------------


def walk(seats: list[str], start: str) -> list[str]:
    """Everybody clockwise, from this one on."""
    at = seats.index(start)
    return seats[at:] + seats[:at]


def dealer_of(seats: list[str], before: list[str], last: str | None, again: bool,
              first: str) -> str:
    """Who deals when nobody is named.

    seats, before: who sits now and who sat at the hand before; last: who dealt it; again: it was
    dealt in vain; first: who was to deal the first hand.
    """
    if last is None:
        turn = walk(before, first)
    elif again:
        turn = walk(before, last)
    elif last in seats:
        return walk(seats, last)[1]
    else:
        turn = walk(before, last)[1:]
    return next((name for name in turn if name in seats), seats[0])


def playing(seats: list[str], dealer: str, rules: Json) -> list[str]:
    """The four who play."""
    left = walk(seats, dealer)
    sit_out = {4: [], 5: [left[0]], 6: [left[1], left[-1]]}.get(len(seats))
    if sit_out is None:
        opposite = 3 if rules.get("opposite", "third") == "third" else 4
        sit_out = [left[1], left[-1], left[opposite]]
    return [name for name in seats if name not in sit_out]


# --- Böcke ------------------------------------------------------------------------------------


def bockrunden(begun: list[tuple[int, int]], rules: Json) -> list[range]:
    """The hands of every Bockrunde, counting only hands that count, from 0.

    begun: after which hand, and how many hands long.
    """
    rounds: list[range] = []
    for after, length in begun:
        start = after + 1
        if rules.get("bock_stack", "append") == "append" and rounds:
            start = max(start, rounds[-1].stop)
        rounds.append(range(start, start + length))
    return rounds


# --- a sheet ----------------------------------------------------------------------------------


def sheet_result(sheet: Json) -> Json:
    """What a sheet should answer, the explanations aside."""
    players, rules = roster(sheet), sheet.get("rules", {})
    seats = before = sheet["players"]
    first, last, again = sheet.get("first_dealer", seats[0]), None, False
    written: list[dict[str, int]] = []
    begun: list[tuple[int, int]] = []
    hands = []
    for hand in sheet.get("hands", []):
        seats = hand.get("players") or seats
        dealer = hand.get("dealer") or dealer_of(seats, before, last, again, first)
        four = hand.get("aktive") or playing(seats, dealer, rules)
        before, last, again = seats, dealer, hand.get("voided", False)
        factor, points = 1, dict.fromkeys(players, 0)
        if not again:
            for round_ in bockrunden(begun, rules):
                factor *= 2 if len(written) in round_ else 1
            points |= rule.points_of(hand, four, rules, factor)
            length = rules.get("bock_hands") or len(seats)
            begun += [(len(written), length)] * rule.rounds_of_boecke(hand, rules)
            written.append(points)
        hands.append({"dealer": dealer, "active": four, "factor": factor, "points": points,
                      "totals": summed(written, players),
                      "stars": [] if again else rule.stars_of(hand, four, dealer)})
    ended, totals = sheet.get("ended", False), summed(written, players)
    payout = paid(totals, sheet.get("rate"))
    seats = sheet.get("next_players") or seats
    dealer = sheet.get("next_dealer") or dealer_of(seats, before, last, again, first)
    left = [round_.stop - len(written) for round_ in bockrunden(begun, rules)]
    return {"game": sheet["game"], "hands": hands, "totals": totals, "payout": payout, "pot": 0,
            "matches": [{"first_hand": 1, "last_hand": len(hands), "winner": None, "loser": None,
                         "payout": payout}] if ended and written else [],
            "next": None if ended else {"dealer": dealer, "chosen_by": None,
                                        "active": playing(seats, dealer, rules)},
            "bock_left": 0 if ended else max([0, *left])}


def paid(totals: dict[str, int], rate: str | None) -> dict[str, int]:
    """Cents for the points. What is over after rounding down goes to whom most was cut off."""
    if rate is None:
        return {}
    due = {name: Fraction(Decimal(rate)) * 100 * points for name, points in totals.items()}
    purse = {name: floor(cents) for name, cents in due.items()}
    cut = {name: due[name] - purse[name] for name in due}
    while sum(purse.values()) < 0:
        most_cut = max(cut, key=cut.get)  # of several the first, as they sit
        purse[most_cut] += 1
        del cut[most_cut]
    return purse


# --- sheets to try ----------------------------------------------------------------------------


def random_sheet(rng: Random, hand_count: int, people: list[str],
                 rules: Json | None = None) -> Json:
    """A sheet with so many playable hands; people come, go and swap seats."""
    seats = rng.sample(people, rng.choice(rule.SIZES))
    rules = tried.random_rules(rng) if rules is None else rules
    sheet: Json = {"game": "doppelkopf-altenburg", "players": seats, "rules": rules, "hands": []}
    first = rng.choice(seats)
    if first != seats[0] or rng.random() < 0.5:
        sheet["first_dealer"] = first
    if rng.random() < 0.7:
        sheet["rate"] = tried.random_stake(rng)
    before, last, again = seats, None, False
    for _ in range(hand_count):
        extra: Json = {}
        if rng.random() < 0.08:
            seats = extra["players"] = rng.sample(people, rng.choice(rule.SIZES))
        dealer = dealer_of(seats, before, last, again, first)
        if rng.random() < 0.08:
            dealer = extra["dealer"] = rng.choice(seats)
        four = playing(seats, dealer, rules)
        if rng.random() < 0.08:
            four = extra["aktive"] = rng.sample(seats, 4)
        if rng.random() < 0.1:
            extra["voided"] = rng.choice([True, True, False])
        sheet["hands"].append({**tried.random_hand(rng, four, rules), **extra})
        before, last, again = seats, dealer, extra.get("voided", False)
    if rng.random() < 0.1:
        seats = sheet["next_players"] = rng.sample(people, rng.choice(rule.SIZES))
    if rng.random() < 0.1:
        sheet["next_dealer"] = rng.choice(seats)
    if rng.random() < 0.3:
        sheet["ended"] = rng.choice([True, True, False])
    return sheet
