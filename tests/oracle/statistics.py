"""The statistics once more, slowly: every hand of a document is looked at for every player."""

from collections import Counter
from fractions import Fraction
from typing import Any

from tests.oracle import altenburg_rules, skat_rules
from tests.oracle.augen import Json
from tests.oracle.sheet import sheet_result

PLAIN = ("kalter-schlag", "schieberamsch", "pfaelzer-ramsch")
"""Games in which few points are good and nothing but points says who won."""

COUNTED = (*PLAIN, "doppelkopf-altenburg", "skat", "frei", "ansagen")
"""The games that this knows to count."""


def kind(sheet: Json) -> tuple[str, bool]:
    """What is played on a sheet, of which points compare, and whether few are good there."""
    if sheet["game"] in ("frei", "ansagen"):
        rules = sheet.get("rules", {})
        gut = rules.get("gut", "hoch")
        return f"{sheet['game']} {gut} {rules.get('name', '')}", gut == "niedrig"
    return sheet["game"], sheet["game"] in PLAIN


def answers_of(document: Json, year: int | None,
               game: str | None) -> list[tuple[int, Json, Json]]:
    """The sheets of a game in the evenings of a year, in order of time: number of the evening,
    sheet and result."""
    return [(number, sheet, sheet_result(sheet)) for number, evening in sorted(
        enumerate(document["evenings"]), key=lambda each: each[1]["date"])
        if year is None or evening["date"].startswith(str(year))
        for sheet in evening["sheets"] if game in (None, sheet["game"])]


def recount(document: Json, year: int | None = None, game: str | None = None) -> dict[str, Json]:
    """Everybody's figures in the evenings of a year and the sheets of a game, stars aside."""
    answers = answers_of(document, year, game)
    everybody = sorted({name for _, _, answer in answers for name in answer["totals"]})
    found = {name: of_player(name, answers) for name in everybody}
    for name in evening_winners(answers):
        found[name]["evenings_won"] += 1
    return {name: figures for name, figures in found.items()
            if figures["hands"] or any(any(sides) for sides in figures["money"].values())}


def course(document: Json, year: int | None = None,
           game: str | None = None) -> dict[str, list[tuple[int, int]]] | None:
    """What everybody has after each evening, all evenings before it included: money if any changed
    hands, else the points of the only game; None for several games, or for one evening."""
    answers = answers_of(document, year, game)
    in_money = any(cents for _, _, answer in answers for cents in answer["payout"].values())
    played = [(number, name, scored["points"][name], kind(sheet))
              for number, sheet, answer in answers
              for hand, scored in zip(sheet["hands"], answer["hands"]) if is_counted(hand)
              for name in scored["active"]]
    if not in_money and len({of for *_, of in played}) != 1:
        return None
    paid = [(number, name, cents) for number, _, answer in answers
            for name, cents in answer["payout"].items()]
    amounts = paid if in_money else [(number, name, points) for number, name, points, _ in played]
    evenings = list(dict.fromkeys(number for number, _, _ in amounts))
    if len(evenings) < 2:
        return None
    found = {}
    for player in {name for _, name, _ in amounts}:
        first = min(evenings.index(number) for number, name, _ in amounts if name == player)
        found[player] = [(count, sum(amount for number, name, amount in amounts
                                     if name == player and evenings.index(number) < count))
                         for count in range(first, len(evenings) + 1)]
    return found


def duel(document: Json, one: str, other: str, year: int | None = None,
         game: str | None = None) -> Json | None:
    """The hands that two played at the same time: how many, as partners and as opponents, who had
    the better points on an evening of a game, and what both won or lost on those sheets."""
    together, against, evenings = Counter[str](), Counter[str](), set()
    hands, ahead, money = 0, Counter[tuple[int, tuple[str, bool]]](), [0, 0]
    at_stake = False
    for number, sheet, answer in answers_of(document, year, game):
        shared = [(hand, scored) for hand, scored in zip(sheet["hands"], answer["hands"])
                  if is_counted(hand) and one in scored["active"] and other in scored["active"]]
        if not shared:
            continue
        hands += len(shared)
        evenings.add(number)
        for hand, scored in shared:
            if "spieler" in hand and sheet["game"] == "skat" or \
                    sheet["game"] == "doppelkopf-altenburg":
                results = [result_for(name, sheet, hand, scored) for name in (one, other)]
                (together if results[0] == results[1] else against)[results[0]] += 1
        few = kind(sheet)[1]
        for hand, scored in zip(sheet["hands"], answer["hands"]):
            for name, way in ((one, 1), (other, -1)):
                if is_counted(hand) and name in scored["active"]:
                    ahead[number, kind(sheet)] += scored["points"][name] * (-way if few else way)
        if answer["payout"]:
            at_stake = True
            money = [cents + answer["payout"][name] for cents, name in zip(money, (one, other))]
    return {"evenings": len(evenings), "hands": hands,
            "together": (together["won"], together["lost"]),
            "against": (against["won"], against["lost"]),
            "ahead": (sum(lead > 0 for lead in ahead.values()),
                      sum(lead < 0 for lead in ahead.values())),
            "money": {"EUR": tuple(money)} if at_stake else {}} if hands else None


def is_counted(hand: Json) -> bool:
    """Whether something on a sheet is a hand that was played, and no penalty."""
    return not hand.get("voided") and "strafe" not in hand


def of_player(name: str, answers: list[tuple[int, Json, Json]]) -> Json:
    """One player's figures."""
    played = [(number, sheet, hand, scored) for number, sheet, answer in answers
              for hand, scored in zip(sheet["hands"], answer["hands"])
              if is_counted(hand) and name in scored["active"]]
    results = [result_for(name, sheet, hand, scored) for _, sheet, hand, scored in played]
    points = [(kind(sheet), scored["points"][name]) for _, sheet, _, scored in played]
    deeds = Counter(deed for _, sheet, hand, scored in played
                    for deed in deeds_of(name, sheet, hand, scored))
    ends = [match for _, _, answer in answers for match in answer["matches"]]
    return {
        "evenings": len({number for number, *_ in played}), "hands": len(played),
        "evenings_won": 0, "won": results.count("won"), "lost": results.count("lost"),
        "run_won": longest("won", results), "run_lost": longest("lost", results),
        "points": figures_of(points), "deeds": dict(deeds),
        "matches_won": sum(match["winner"] == name for match in ends),
        "matches_lost": sum(name in match.get("losers", [match["loser"]]) for match in ends),
        "money": money_of(name, answers)}


def evening_winners(answers: list[tuple[int, Json, Json]]) -> list[str]:
    """Who was alone at the top of an evening in a game, of those who played any of its hands."""
    totals: dict[tuple[int, tuple[str, bool]], Counter[str]] = {}
    for number, sheet, answer in answers:
        for hand, scored in zip(sheet["hands"], answer["hands"]):
            for name in scored["active"]:
                if is_counted(hand):
                    of_evening = totals.setdefault((number, kind(sheet)), Counter())
                    of_evening[name] += scored["points"][name]
    winners = []
    for (_, (_, few)), points in totals.items():
        best = sorted(points.values(), reverse=not few)[0]
        winners += [name for name in points if list(points.values()).count(best) == 1
                    and points[name] == best]
    return winners


def result_for(name: str, sheet: Json, hand: Json, scored: Json) -> str:
    """Whether somebody won a hand, or lost it, or neither."""
    if sheet["game"] == "skat" and "spieler" in hand:
        made = skat_rules.game(hand, rules_at(sheet, hand))[1]
        return "won" if (name == hand["spieler"]) is made else "lost"
    if sheet["game"] == "doppelkopf-altenburg":
        side = altenburg_rules.winner(hand, sheet.get("rules", {}))
        if side is None:
            return "neither"
        return "won" if (name in hand["re"]) == (side == "re") else "lost"
    mean = Fraction(sum(scored["points"][each] for each in scored["active"]),
                    len(scored["active"]))
    if scored["points"][name] == mean:
        return "neither"
    return "won" if (scored["points"][name] < mean) is kind(sheet)[1] else "lost"


def rules_at(sheet: Json, hand: Json) -> Json:
    """The rules that hold for a hand."""
    rules: Json = sheet.get("rules", {})
    for each in sheet["hands"]:
        rules = each.get("rules", rules)
        if each is hand:
            break
    return rules


def longest(wanted: str, results: list[str]) -> int:
    """The most of them in a row."""
    return max([length for start in range(len(results)) for length in range(
        1, len(results) - start + 1) if set(results[start:start + length]) == {wanted}], default=0)


def figures_of(points: list[tuple[tuple[str, bool], int]]) -> tuple[int, int, int, int] | None:
    """Sum, hands, best and worst; None for hands of several games, or of none."""
    kinds = {of for of, _ in points}
    if len(kinds) != 1:
        return None
    [(_, few)] = kinds
    figures = sorted((figure for _, figure in points), reverse=not few)
    return sum(figures), len(figures), figures[0], figures[-1]


def money_of(name: str, answers: list[tuple[int, Json, Json]]) -> dict[str, tuple[int, int]]:
    """Cents won and lost, an evening being one or the other."""
    evenings: Counter[int] = Counter()
    at_stake = False
    for number, _, answer in answers:
        if name in answer["payout"]:
            at_stake = True
            evenings[number] += answer["payout"][name]
    won = sum(cents for cents in evenings.values() if cents > 0)
    lost = sum(-cents for cents in evenings.values() if cents < 0)
    return {"EUR": (won, lost)} if at_stake else {}


# --- what a hand holds besides ------------------------------------------------------------------


def deeds_of(name: str, sheet: Json, hand: Json, scored: Json) -> list[tuple[str, Any]]:
    """What somebody did in a hand, and whether it went well."""
    if sheet["game"] == "doppelkopf-altenburg":
        rules = sheet.get("rules", {})
        return altenburg_deeds(name, hand, rules) + noted(name, sheet, hand, scored)
    said = hand.get("angesagt_von", hand.get("grand_hand", {}).get("angesagt_von", {}))
    speakers = [("kontra", each) for each in said] if isinstance(said, list) else said.items()
    deeds: list[tuple[str, Any]] = [(f"sagte-{word}", None) for word, by in speakers if by == name]
    if sheet["game"] == "kalter-schlag" and scored["points"][name] >= \
            rules_at(sheet, hand).get("limit", 2000):
        deeds.append(("kalter-schlag", None))
    if name in hand.get("jungfern", []) or hand.get("jungfrau") == name:
        deeds.append(("jungfer", None))
    if hand.get("durchmarsch") == name:
        deeds.append(("durchmarsch", None))
    if hand.get("spieler") == name:
        won = skat_rules.game(hand, rules_at(sheet, hand))[1]
        deeds += [(hand["spiel"], won), *[("ohne", won)] * hand.get("ohne", False)]
    if hand.get("grand_hand", {}).get("spieler") == name:
        won = hand["grand_hand"]["augen"] >= 61
        deeds += [("grand-hand", won), *[("ohne", won)] * hand["grand_hand"].get("ohne", False)]
    return deeds


def altenburg_deeds(name: str, hand: Json, rules: Json) -> list[tuple[str, Any]]:
    """Games played alone, what a side announced or won besides, Falschspiel, and Böcke that are due
    to somebody (S2, Böcke)."""
    wins, deeds = altenburg_rules.winner(hand, rules), []
    kind = altenburg_rules.kind(hand)
    if kind != "normal" and name in hand["re"]:
        deeds.append((kind, None if wins is None else wins == "re"))
    own_side = "re" if name in hand["re"] else "kontra"
    if altenburg_rules.ansage(hand, own_side) is not None:
        failed = hand.get("falschspiel") is None and altenburg_rules.both_failed(hand)
        deeds.append(("ansage", wins == own_side and not failed))
    deeds += [("fuchs", None)] * hand.get("fuchs", []).count(own_side)
    deeds += [("karlchen", None)] * (hand.get("karlchen") == own_side)
    if hand.get("falschspiel") is not None:
        causes = [hand["falschspiel"] == name]
        if causes[0]:
            deeds.append(("falschspiel", None))
    else:
        announced = altenburg_rules.ansage(hand, own_side) is not None
        causes = [announced and (altenburg_rules.both_failed(hand) or wins != own_side),
                  altenburg_rules.lost_alone(hand, rules) and wins != "re" and name in hand["re"]]
    if rules.get("bock_effect", "double") != "none":
        count = sum(causes) if rules.get("bock_per_hand", "one") == "each" else any(causes)
        deeds += [("bock", None)] * count
    return deeds


def noted(name: str, sheet: Json, hand: Json, scored: Json) -> list[tuple[str, Any]]:
    """The plan, which is that of whoever led, and who said Re and Kontra."""
    wins = altenburg_rules.winner(hand, sheet.get("rules", {}))
    well = None if wins is None else altenburg_rules.side_of(hand, name) == wins
    at = next(index for index, each in enumerate(sheet["hands"]) if each is hand)
    seats = next((each["players"] for each in sheet["hands"][at::-1] if each.get("players")),
                 sheet["players"])
    after_dealer = seats * 2
    after_dealer = after_dealer[after_dealer.index(scored["dealer"]) + 1:]
    leads = next(each for each in after_dealer if each in scored["active"])
    deeds = [(f"sagte-{side}", well) for side, by in hand.get("angesagt_von", {}).items()
             if by == name]
    deeds += [(f"{which}-scharfe", well) for which, by in hand.get("scharfe_von", {}).items()
              if by == name]
    if hand.get("offen") and name in hand["re"]:
        deeds.append(("offen", well))
    if hand.get("plan") is not None and leads == name:
        deeds.append((f"plan-{hand['plan'].lower()}", well))
    return deeds
