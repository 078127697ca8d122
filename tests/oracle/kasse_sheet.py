"""Doppelkopf with a common pot, 4 players: purses and a pot between which money is carried."""

from decimal import Decimal

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


def hand_out(purses: Purses, wanted: int, heads: list[str], odd: Purses | None = None) -> None:
    """Carry so much, or all there is, from the pot to these, who may be named twice: a coin each,
    round and round in the order of the seats. odd: how many odd coins everybody has had; they go
    to whoever has had the fewest then."""
    coins = min(wanted, max(0, purses[POT]))
    order = [name for name in purses for _ in range(heads.count(name))]
    each, over = coins // len(order), coins % len(order)
    for name in order:
        carry(purses, POT, name, each)
    waiting = order.copy()
    for _ in range(over):
        lucky = waiting[0]
        if odd is not None:
            for name in waiting:
                if odd[name] < odd[lucky]:
                    lucky = name
            odd[lucky] += 1
        waiting.remove(lucky)
        carry(purses, POT, lucky, 1)


def carry(purses: Purses, giver: str, taker: str, coins: int) -> None:
    purses[giver] -= coins
    purses[taker] += coins


def settle_hand(hand: Json, players: list[str], rules: Json, base: int, purses: Purses,
                odd: Purses) -> None:
    """Carry the money of one hand. `purses` has the players in the order of the roster; odd: how
    many odd coins of a side everybody has had."""
    if "hammelrennen" in hand:
        hand_out(purses, purses[POT], [hand["hammelrennen"]])
    elif "nachzahlung" in hand:
        for name in players:
            carry(purses, name, POT, hand["nachzahlung"] * base)
    elif hand.get("spiel") == "solo":
        settle_solo(hand, players, rules, base, purses)
        settle_extras(hand, players, rules, base, purses, odd)
    else:
        winner, how = how_it_went(hand)
        if winner:
            to_side(of_side(hand, winner, players), price(winner, how, rules) * base, rules,
                    purses, odd)
        settle_extras(hand, players, rules, base, purses, odd)


def settle_solo(hand: Json, players: list[str], rules: Json, base: int, purses: Purses) -> None:
    alone, times = hand["re"][0], [1, 2, 4][hand.get("kontra", 0)]
    others = [name for name in players if name != alone]
    if rules.get("solo_pays", "players") == "pot":
        if hand["gewonnen"]:
            hand_out(purses, 3 * base * times, [alone])
        else:
            hand_out(purses, 3 * base * times * 2, others)
        return
    for name in others:
        if hand["gewonnen"]:
            carry(purses, name, alone, base * times)
        else:
            carry(purses, alone, name, base * times * 2)


def to_side(heads: list[str], coins: int, rules: Json, purses: Purses, odd: Purses) -> None:
    """Pay so much to each of a side, or once to the side."""
    if rules.get("pay", "each") == "each":
        hand_out(purses, coins * len(heads), heads)
    else:
        hand_out(purses, coins, heads, odd if len(heads) > 1 else None)


def settle_extras(hand: Json, players: list[str], rules: Json, base: int, purses: Purses,
                  odd: Purses) -> None:
    foxes = hand.get("fuchs", [])
    if rules.get("fuchs", "pot") == "loser":
        for fox in foxes:
            carry(purses, fox["verlierer"], fox["faenger"], base)
    elif foxes:
        hand_out(purses, base * len(foxes), [fox["faenger"] for fox in foxes])
    if hand.get("karlchen"):
        to_side(of_side(hand, hand["karlchen"], players), base, rules, purses, odd)


def is_playable(hand: Json, players: list[str], rules: Json, left: int | None = None) -> bool:
    """Whether a hand can have been played; left: base amounts in the pot, None for plenty."""
    if "hammelrennen" in hand:
        return rules.get("hammelrennen", True) and left is not None and 0 < left <= 2
    if "nachzahlung" in hand:
        return hand["nachzahlung"] in range(1, 1001)
    foxes, karlchen = hand.get("fuchs", []), hand.get("karlchen")
    if karlchen and not rules.get("karlchen", True) \
            or foxes and rules.get("fuchs", "pot") == "nobody" \
            or hand.get("kontra") and not rules.get("kontra", True):
        return False
    if len(foxes) > 2 or any((fox["faenger"] in hand["re"]) == (fox["verlierer"] in hand["re"])
                             for fox in foxes):
        return False
    if hand.get("spiel") == "solo":
        if (foxes or karlchen) and hand.get("art") != "heimlich":
            return False
        return len(hand["re"]) == 1 and hand.get("kontra", 0) in (0, 1, 2)
    if len(hand["re"]) != 2 or hand["re"][0] == hand["re"][1]:
        return False
    if hand.get("ergebnis") is None:
        augen, schwarz = hand.get("augen"), hand.get("schwarz")
        if augen is None or augen not in (0, *range(2, 239), 240):
            return False
        if schwarz and augen != (0 if schwarz == "re" else 240):
            return False
    return fits_cards(hand)


def fits_cards(hand: Json) -> bool:
    """Whether every side can have the cards that its extras are, in the tricks that it made."""
    for side in SIDES:
        cards = [11 for fox in hand.get("fuchs", []) if (fox["faenger"] in hand["re"])
                 == (side == "re")] + [2] * (hand.get("karlchen") == side)
        if cards and sum(cards) > most_of(hand, side):
            return False
    if hand.get("nur_alten"):
        if how_it_went(hand)[0] != "kontra" or hand.get("karlchen") == "re":
            return False
        if hand.get("ergebnis") is None:
            return 3 <= hand["augen"] <= 72
        return hand["ergebnis"].get("unter", 120) != 0
    return True


def most_of(hand: Json, side: str) -> int:
    """The most Augen that a side can have, -1 without a trick."""
    if hand.get("ergebnis") is not None:
        span = hand["ergebnis"]
        under = span.get("unter", 120) if span["seite"] == side else 241
        return under - 1
    if hand.get("schwarz") == side:
        return -1
    return int(hand["augen"] if side == "re" else 240 - hand["augen"])


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
    purses, odd = full_purses(players, rules, base), dict.fromkeys(players, 0)
    put_in = contribution(rules, base)
    seats, dealer, games, hands = players, sheet.get("first_dealer", players[0]), 0, []
    stays = False
    for hand in sheet.get("hands", []):
        if "players" in hand:
            if hands and not stays:  # the deal has gone to the left of who dealt, as they sit now
                dealer = after(hands[-1]["dealer"], hand["players"])
            seats = hand["players"]
        dealer = hand.get("dealer") or dealer
        if "rules" in hand:
            rules = hand["rules"]
            more = contribution(rules, base) - put_in
            if not hands or more > 0:  # what was put in once is never taken out
                purses[POT] += 4 * more
                put_in += more
        before, voided = dict(purses), hand.get("voided", False)
        stays = voided or "nachzahlung" in hand
        if not voided:
            settle_hand(hand, players, rules, base, purses, odd)
            games += "nachzahlung" not in hand
        assert sum(purses.values()) == 4 * put_in
        hands.append({"dealer": dealer, "active": seats, "factor": 1,
                      "points": {name: purses[name] - before[name] for name in players},
                      "totals": {name: purses[name] for name in players}, "stars": []})
        dealer = dealer if stays else after(dealer, seats)
    payout = {} if stake is None else paid(purses, players, put_in)
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
