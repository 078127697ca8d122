"""Reckons tournaments and championships, from the written contract (`tournament.md`) alone.

All money is whole cents; nothing here checks a document, it is taken to be a valid one.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

Json = dict[str, Any]

ALL_KEYS = ["total", "won", "lost", "last", "lot"]
SKAT_BASES = {"karo": 9, "herz": 10, "pik": 11, "kreuz": 12, "grand": 24}


def reckon(document: Json) -> Json:
    """Answer what `replay --json` adds for tournaments and championships."""
    evenings = {facts["name"]: Evening(facts) for facts in document.get("tournaments", [])}
    return {"tournaments": [evening.answer() for evening in evenings.values()],
            "championships": [championship(asked, [evenings[n] for n in asked["tournaments"]])
                              for asked in document.get("championships", [])]}


def cents(amount: str | int | None) -> int:
    """Read a decimal string as cents."""
    return int(Fraction(str(amount or 0)) * 100)


@dataclass
class Score:
    """Holds what a number has in a round or an evening; `last` is None for who was absent."""

    total: int = 0
    won: int = 0
    lost: int = 0
    last: int | None = None


class Evening:
    """Keeps a tournament's facts in order and answers what follows from them."""

    def __init__(self, facts: Json) -> None:
        """Put the facts where they are found again, and score every list."""
        self.facts, self.game, self.rules = facts, facts["game"], facts.get("rules") or {}
        good = self.rules.get("gut") if self.game == "frei" else facts.get("gut")
        self.sign = -1 if good == "niedrig" else 1
        self.keys = facts.get("ranking", ALL_KEYS)
        self.lots: list[int] = facts.get("lots") or []
        self.entrants = {e["number"]: e for e in
                         sorted(facts.get("entrants", []), key=lambda e: e["number"])}
        self.numbers = {e["name"]: number for number, e in self.entrants.items()}
        self.tables: dict[tuple[int, int], list[int]] = {
            (draw["round"], table): seats
            for draw in sorted(facts.get("draws", []), key=lambda d: d["round"])
            for table, seats in enumerate(draw["tables"], 1)}
        self.drawn = sorted({round_ for round_, _ in self.tables})
        self.lists = {(a["round"], a["table"]): a for a in facts.get("lists", [])}
        self.scores = {place: self.table_scores(place) for place in self.tables}
        self.rounds = {round_: {number: score for (r, _), table in self.scores.items()
                                if r == round_ for number, score in table.items()}
                       for round_ in self.drawn}
        self.totals = {number: self.total_of(number) for number in self.entrants
                       if any(number in scores for scores in self.rounds.values())}
        self.ranking = self.ranked(self.totals)

    def table_scores(self, place: tuple[int, int]) -> dict[int, Score]:
        """Score a table of a round: its list, if there is one, and penalties."""
        seats, sheet = self.tables[place], self.lists.get(place, {})
        scores = {number: Score() for number in seats}
        for figure in sheet.get("figures") or []:
            scores[figure["number"]] = Score(figure["points"], figure["won"], figure["lost"])
        if sheet.get("figures") and self.rules.get("liste") == "seeger-fabian":
            for number, score in scores.items():
                others = sum(s.lost for n, s in scores.items() if n != number)
                score.total += 50 * (score.won - score.lost) + self.opponents(seats) * others
        for hand in sheet.get("hands") or []:
            (self.play_skat if self.game == "skat" else self.play_free)(hand, scores)
        for penalty in self.facts.get("penalties", []):
            if penalty["round"] == place[0] and penalty["number"] in scores:
                scores[penalty["number"]].total += penalty["points"]
        for score in scores.values():
            score.last = score.total
        return scores

    def opponents(self, seats: list[int]) -> int:
        """Tell what Seeger-Fabian gives to each other person for a lost game."""
        agreed = self.rules.get("sf_gegner")
        return agreed if agreed is not None else 40 if len(seats) == 3 else 30

    def play_free(self, hand: Json, scores: dict[int, Score]) -> None:
        """Write one hand of any other game down; of Doppelkopf only figures are known here."""
        for name, points in hand["punkte"].items():
            score = scores[self.numbers[name]]
            score.total += points
            score.won += self.sign * points > 0
            score.lost += self.sign * points < 0

    def play_skat(self, hand: Json, scores: dict[int, Score]) -> None:
        """Write one hand of Skat down: passed in, a suit game or a Grand."""
        if hand.get("eingepasst"):
            return
        declarer = self.numbers[hand["spieler"]]
        value = SKAT_BASES[hand["spiel"]] * (hand["spitzen"] + 1)
        won = hand["stufe"] == "gewonnen"
        scores[declarer].total += value if won else -2 * value
        scores[declarer].won += won
        scores[declarer].lost += not won
        if self.rules.get("liste") == "seeger-fabian":
            scores[declarer].total += 50 if won else -50
            for number, score in scores.items():
                if number != declarer and not won:
                    score.total += self.opponents(list(scores))

    def total_of(self, number: int) -> Score:
        """Sum up what a number has over all rounds."""
        own = [scores[number] for scores in self.rounds.values() if number in scores]
        last = self.rounds[self.drawn[-1]].get(number)
        return Score(sum(s.total for s in own), sum(s.won for s in own),
                     sum(s.lost for s in own), last.total if last else None)

    def ranked(self, scores: dict[int, Score]) -> list[tuple[int, int]]:
        """Rank numbers by the declared keys: (place, number), shared places by number."""
        groups = [sorted(scores)]
        for key in self.keys:
            groups = [part for group in groups for part in self.parted(group, key, scores)]
        rows: list[tuple[int, int]] = []
        for group in groups:
            rows += [(len(rows) + 1, number) for number in group]
        return rows

    def parted(self, group: list[int], key: str, scores: dict[int, Score]) -> list[list[int]]:
        """Part those who are equal so far by one more key."""
        if key == "lot":
            if all(number in self.lots for number in group):
                return [[number] for number in sorted(group, key=self.lots.index)]
            return [group]

        def badness(number: int) -> tuple[bool, int]:
            score = scores[number]
            if key == "last":
                return score.last is None, -self.sign * (score.last or 0)
            return False, {"total": -self.sign * score.total,
                           "won": -score.won, "lost": score.lost}[key]
        return [list(part) for _, part in groupby(sorted(group, key=badness), badness)]

    def team_rows(self) -> list[Json]:
        """Rank the teams by the best totals of their members."""
        if not self.facts.get("teams"):
            return []
        best, rank = self.facts["teams"]["best"], [number for _, number in self.ranking]
        rows = []
        for team in sorted({e["team"] for e in self.entrants.values() if e.get("team")}):
            members = [n for n in rank if self.entrants[n].get("team") == team]
            row = {"place": None, "team": team, "points": None, "numbers": members}
            if len(members) >= best:  # the sort keeps the order by rank of equal totals
                members.sort(key=lambda n: -self.sign * self.totals[n].total)
                row["numbers"] = members[:best]
                row["points"] = sum(self.totals[n].total for n in members[:best])
            rows.append(row)
        return with_places(rows, {row["team"]: row["points"] for row in rows}, "team", self.sign)

    def fees(self, number: int) -> tuple[int, int, int]:
        """Tell what a number owes: to enter, for rounds, for lost games."""
        money = self.facts.get("money") or {}
        own = [scores[number] for scores in self.rounds.values() if number in scores]
        steps = sorted(money.get("verlustspiel") or [], key=lambda s: s["from"])
        lost = sum(cents([s for s in steps if s["from"] <= game][-1]["amount"])
                   for score in own for game in range(1, score.lost + 1) if steps)
        return cents(money.get("startgeld")), cents(money.get("seriengeld")) * len(own), lost

    def prize_rows(self, pot: int) -> list[Json]:
        """Hand the prizes out, in the order declared, by table, place and number."""
        rows = []
        for index, prize in enumerate((self.facts.get("money") or {}).get("prizes") or []):
            amounts = self.amounts(prize, pot)
            for table, ranking in self.contests(prize):
                for place, sharing in groupby(ranking, lambda row: row[0]):
                    numbers = sorted(number for _, number in sharing)
                    pool = sum(amounts[place - 1:place - 1 + len(numbers)])
                    each, odd = divmod(pool, len(numbers))
                    rows += [{"prize": index, "table": table, "place": place, "number": number,
                              "cents": each + (at < odd)} for at, number in enumerate(numbers)]
        return [row for row in rows if row["cents"]]

    def contests(self, prize: Json) -> list[tuple[int | None, list[tuple[int, int]]]]:
        """List the rankings that a prize is for, each with its table, if it is a table's."""
        if prize["of"] == "total":
            return [(None, self.ranking)]
        if prize["of"] == "round":
            return [(None, self.ranked(self.rounds.get(prize["round"], {})))]
        return [(table, self.ranked(scores)) for (round_, table), scores
                in sorted(self.scores.items()) if round_ == prize["round"]]

    def amounts(self, prize: Json, pot: int) -> list[int]:
        """Tell the cents of each place of a prize."""
        if "amounts" in prize:
            return [cents(amount) for amount in prize["amounts"]]
        weights = prize["weights"]
        if weights == "tables":
            weights = range(sum(round_ == 1 for round_, _ in self.tables), 0, -1)
        whole = int(pot * Fraction(str(prize["percent"])) / 100)
        exact = [Fraction(whole * weight, sum(weights)) for weight in weights]
        shares = [int(share) for share in exact]
        nearest = sorted(range(len(exact)), key=lambda at: (shares[at] - exact[at], at))
        for at in nearest[:whole - sum(shares)]:
            shares[at] += 1
        return shares

    def hands_by_person(self, number: int) -> dict[str, int]:
        """Count the hands at a number's tables by who played them."""
        turns = sorted((r["round"], r["hand"], r["name"])
                       for r in self.facts.get("replaced", []) if r["number"] == number)
        counts: dict[str, int] = {}
        for (round_, table), seats in self.tables.items():
            sheet = self.lists.get((round_, table), {})
            played = (self.facts["hands_at"][str(len(seats))] if sheet.get("figures")
                      else len(sheet.get("hands") or []))
            for hand in range(1, played + 1 if number in seats else 1):
                since = [name for at, n, name in turns if (at, n) <= (round_, hand)]
                name = since[-1] if since else self.entrants[number]["name"]
                counts[name] = counts.get(name, 0) + 1
        return counts

    def open_tables(self) -> list[Json]:
        """List the tables that are not over."""
        rows = []
        for (round_, table), seats in sorted(self.tables.items()):
            sheet = self.lists.get((round_, table), {})
            full = len(sheet.get("hands") or []) >= self.facts["hands_at"][str(len(seats))]
            if not (full or sheet.get("figures") or sheet.get("ended")):
                rows.append({"round": round_, "table": table})
        return rows

    def round_rows(self, round_: int) -> list[Json]:
        """Rank a round."""
        tables = {number: table for (r, table), seats in self.tables.items()
                  if r == round_ for number in seats}
        scores = self.rounds[round_]
        return [{"place": place, "number": n, "table": tables[n], "points": scores[n].total,
                 "won": scores[n].won, "lost": scores[n].lost}
                for place, n in self.ranked(scores)]

    def ranking_row(self, number: int, place: int | None, prizes: list[Json]) -> Json:
        """Tell all that is known of a number."""
        score = self.totals.get(number, Score())
        rounds = [self.rounds.get(r, {}).get(number) for r in range(1, self.facts["rounds"] + 1)]
        return {"place": place, "number": number, "name": self.entrants[number]["name"],
                "points": score.total if number in self.totals else None,
                "rounds": [played.total if played else None for played in rounds],
                "won": score.won, "lost": score.lost, "fees": sum(self.fees(number)),
                "prize": sum(row["cents"] for row in prizes if row["number"] == number),
                "paid": self.paid(number), "hands": self.hands_by_person(number)}

    def paid(self, number: int) -> int:
        """Sum up what a number has paid in, less what it was paid out."""
        return sum(cents(payment["amount"]) for payment in self.facts.get("payments", [])
                   if payment["number"] == number)

    def answer(self) -> Json:
        """Answer all that the tournament comes to."""
        start, series, lost = (sum(self.fees(number)[kind] for number in self.entrants)
                               for kind in range(3))
        gifts = cents((self.facts.get("money") or {}).get("gifts"))
        pot = start + series + lost + gifts
        prizes = self.prize_rows(pot)
        absent = [(None, number) for number in self.entrants if number not in self.totals]
        return {"name": self.facts["name"], "open": self.open_tables(),
                "ranking": [self.ranking_row(number, place, prizes)
                            for place, number in [*self.ranking, *absent]],
                "rounds": [self.round_rows(round_) for round_ in self.drawn],
                "teams": self.team_rows(),
                "cash": {"startgeld": start, "seriengeld": series, "verlustspiel": lost,
                         "gifts": gifts, "pot": pot,
                         "rest": pot - sum(row["cents"] for row in prizes),
                         "box": sum(self.paid(number) for number in self.entrants),
                         "prizes": prizes}}

    def results(self, name: str, of: str) -> list[int]:
        """List somebody's results: one a round, or one for the evening."""
        number = self.numbers.get(name)
        if number not in self.totals:
            return []
        if of == "evenings":
            return [self.totals[number].total]
        return [scores[number].total for scores in self.rounds.values() if number in scores]


def with_places(rows: list[Json], values: dict[str, Any], by: str, sign: int) -> list[Json]:
    """Put rows in order of their values and names, equal ones sharing a place, null behind."""
    known = sorted((row for row in rows if values[row[by]] is not None),
                   key=lambda row: (-sign * values[row[by]], row[by]))
    for row in known:
        row["place"] = 1 + sum(sign * values[other[by]] > sign * values[row[by]]
                               for other in known)
    unknown = [row for row in rows if values[row[by]] is None]
    return known + sorted(unknown, key=lambda row: row[by])


def championship(asked: Json, evenings: list[Evening]) -> Json:
    """Rank by name all who were entered in one of the evenings."""
    sign = evenings[0].sign if evenings else 1
    rows, values = [], {}
    for name in {name for evening in evenings for name in evening.numbers}:
        results = [result for evening in evenings for result in evening.results(name, asked["of"])]
        minimum = asked.get("minimum") or 0
        if results and asked.get("missing") == 0:
            results += [0] * (minimum - len(results))
        row = {"place": None, "name": name, "points": None, "counted": len(results), "struck": 0}
        values[name] = None
        if results and len(results) >= minimum:
            results.sort(reverse=sign > 0)
            row["struck"] = struck(asked, len(results))
            row["counted"] = len(results) - row["struck"]
            row["points"] = sum(results[:row["counted"]])
            values[name] = Fraction(row["points"], row["counted"] if asked.get("average") else 1)
        rows.append(row)
    return {"name": asked["name"], "ranking": with_places(rows, values, "name", sign)}


def struck(asked: Json, results: int) -> int:
    """Tell how many of so many results do not count; one always does."""
    if asked.get("best"):
        return max(0, results - asked["best"])
    strike = asked.get("strike")
    if not strike or results < strike["from"]:
        return 0
    return min(results - 1, 1 + (results - strike["from"]) // strike["every"])
