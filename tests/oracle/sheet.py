"""Sheets, evenings and documents, whatever is played on them."""

from decimal import Decimal

from tests.oracle import (
    ansagen,
    chase_the_ace,
    cinq_cents,
    doppelkopf,
    doppelkopf_altenburg,
    doppelkopf_kasse,
    frei,
    kalter_schlag,
    pfaelzer_ramsch,
    schafkopf,
    schieberamsch,
    skat,
)
from tests.oracle.augen import Json
from tests.oracle.duties import anschriften, with_duties
from tests.oracle.money import fewest_transfers, summed

GAMES = {"kalter-schlag": kalter_schlag, "schieberamsch": schieberamsch,
         "pfaelzer-ramsch": pfaelzer_ramsch, "doppelkopf": doppelkopf,
         "doppelkopf-altenburg": doppelkopf_altenburg,
         "doppelkopf-kasse": doppelkopf_kasse,
         "chase-the-ace": chase_the_ace, "cinq-cents": cinq_cents, "skat": skat,
         "schafkopf": schafkopf,
         "frei": frei, "ansagen": ansagen}

WHOLE_SHEETS = {"doppelkopf", "doppelkopf-altenburg", "doppelkopf-kasse", "chase-the-ace", "skat",
                "schafkopf", "frei", "ansagen"}
"""Games that make and answer their sheets themselves: people come and go, Böcke run, who is out
plays no more."""


def left_of(player: str, seats: list[str]) -> str:
    """Who sits next in clockwise order."""
    return (seats + seats[:1])[seats.index(player) + 1]


def sheet_result(sheet: Json) -> Json:
    """What a sheet should answer, the explanations aside."""
    answer = _without_duties(sheet)
    if answer["next"] is None and answer["matches"]:  # nothing runs: the totals of the last match
        last = answer["matches"][-1]["last_hand"]
        if all(hand.get("voided") for hand in sheet["hands"][last:]):
            answer["totals"] = answer["hands"][last - 1]["totals"]
    return answer | {"hands": with_duties(sheet, answer["hands"])} | anschriften(sheet, answer)


def _without_duties(sheet: Json) -> Json:
    if sheet["game"] in WHOLE_SHEETS:
        return GAMES[sheet["game"]].sheet_result(sheet)
    game, players, rules = GAMES[sheet["game"]], sheet["players"], sheet.get("rules", {})
    stake = Decimal(sheet[game.WAGER]) * 100 if game.WAGER in sheet else None

    seats, hands, matches = players, [], []
    written: list[dict[str, int]] = []   # by the hands of the running match that count
    counting: list[Json] = []            # these hands
    match_begins, last_dealer, repeats, chosen_by, over = 1, "", False, None, False
    appointed = sheet.get("first_dealer", players[0])

    def end_match(end: Json) -> Json:
        totals = summed(written, players)
        return {"first_hand": match_begins, "last_hand": len(hands), **end,
                "payout": {} if stake is None else game.paid(end, totals, stake)}

    for number, hand in enumerate(sheet.get("hands", []), start=1):
        seats, rules = hand.get("players", seats), hand.get("rules", rules)
        dealer = (hand.get("dealer") or appointed
                  or (last_dealer if repeats else left_of(last_dealer, seats)))
        voided = hand.get("voided", False)
        points = dict.fromkeys(players, 0) if voided else game.points_of(hand, players, rules)
        last_dealer, repeats = dealer, voided or game.deals_again(hand)
        appointed = chosen_by = None
        if not voided:
            written.append(points)
            counting.append(hand)
        hands.append({"dealer": dealer, "active": seats, "factor": 1, "points": points,
                      "totals": summed(written, players), "stars": []})
        if over or voided:
            continue
        end = game.ending(written, players, rules, counting)
        if end is not None:
            matches.append(end_match(end))
            if game.ONE_MATCH:
                over = True
            else:
                appointed, chosen_by = game.appointed(end)
                match_begins, written, counting = number + 1, [], []
    if sheet.get("ended", False) and not over:
        over = True
        if written:
            matches.append(end_match({"winner": None, "loser": None}) if game.ONE_MATCH else
                           broken_off(sheet, match_begins, len(hands)))
    upcoming = (sheet.get("next_dealer") or appointed
                or (last_dealer if repeats else left_of(last_dealer, seats)))
    payouts = [match["payout"] for match in matches]
    if stake is not None and not over:
        payouts.append(game.running(summed(written, players), stake))
    return {"game": sheet["game"], "hands": hands, "matches": matches,
            "totals": summed(written, players),
            "next": None if over else {"dealer": upcoming, "active": seats,
                                       "chosen_by": chosen_by},
            "bock_left": 0, "pot": 0,
            "payout": {} if stake is None else summed(payouts, players)}


def broken_off(sheet: Json, first: int, last: int) -> Json:
    """A Partie that the table has ended: nobody has won, and what it agreed on is paid."""
    said = sheet.get("vereinbarung", {})
    agreed = {name: int(Decimal(said.get(name, "0")) * 100) for name in sheet["players"]}
    return {"first_hand": first, "last_hand": last, "winner": None, "loser": None,
            "payout": agreed if any(agreed.values()) else {}}


def evening_result(evening: Json) -> Json:
    """What an evening should answer; of the transfers only how few they can be."""
    sheets = [sheet_result(sheet) for sheet in evening.get("sheets", [])]
    everybody = sorted({name for sheet in sheets for name in sheet["payout"]})
    payout = summed([sheet["payout"] for sheet in sheets], everybody)
    return {"date": evening["date"], "sheets": sheets, "payout": payout,
            "transfers": fewest_transfers(payout), "stars": []}


def expected(document: Json) -> Json:
    """The whole answer; `transfers` are numbers here, and hands carry no `explain`."""
    evenings = [evening_result(evening) for evening in document.get("evenings", [])]
    stars = [star for evening in evenings for sheet in evening["sheets"]
             for hand in sheet["hands"] for star in hand["stars"]]
    return {"format": "scorepad-result/1", "evenings": evenings, "stars": ledger(stars)}


def ledger(stars: list[Json]) -> Json:
    """Who owns how many stars, and how many Kästen of beer they are, where nothing is noted on
    an evening and none is closed."""
    owned = {name: sum(star["stars"] for star in stars if star["player"] == name)
             for name in {star["player"] for star in stars}}
    return {name: {"stars": count, "kaesten": f"{count / 5:.1f}"}
            for name, count in owned.items()}
