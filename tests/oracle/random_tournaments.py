"""Makes up documents with tournaments and championships that the written contract allows."""

from random import Random
from typing import Any

Json = dict[str, Any]

PEOPLE = ["Anne", "Bert", "Cem", "Dora", "Emil", "Fritz", "Gerda", "Hans", "Ida", "Jan", "Karl",
          "Lea", "Mia", "Nils", "Olga", "Paul", "Rosa", "Sven", "Tim", "Ute", "Vera", "Willi",
          "Xaver", "Yves", "Arne", "Britta", "Carla", "Detlef"]
SUBSTITUTES = ["Zoe", "Zeno", "Zita", "Zacharias"]
KEYS = ["total", "won", "lost", "last", "lot"]


def made(rng: Random) -> Json:
    """Make a document with one to three tournaments and up to two championships."""
    tournaments = [tournament(rng, f"Abend {at}") for at in range(1, rng.randint(1, 3) + 1)]
    return {"format": "scorepad/1", "tournaments": tournaments,
            "championships": [championship(rng, tournaments, name)
                              for name in ["2026", "Pokal"][:rng.randint(0, 2)]]}


def chance(rng: Random, share: float) -> bool:
    """Throw a coin that falls on the good side so often."""
    return rng.random() < share


def money(cents: int) -> str:
    """Write cents as a decimal string."""
    return f"{'-' * (cents < 0)}{abs(cents) // 100}.{abs(cents) % 100:02}"


def tournament(rng: Random, name: str) -> Json:
    """Make one evening: who comes, what is drawn, the lists and the money."""
    game = rng.choice(["skat", "skat", "frei", "frei", "doppelkopf"])
    sizes = rng.choice([[4], [4, 5]] if game == "doppelkopf" else
                       [[4], [3], [3, 4], [3, 4], [3, 4, 5], [3, 5]])
    count = rng.choice([n for n in range(6, 25) if seats_for(rng, n, sizes)])
    numbers = list(range(1, count + 1))
    if chance(rng, 0.4):
        numbers = sorted(rng.sample(range(1, 2 * count + 5), count))
    rounds = rng.randint(1, 4)
    drawn = rng.choice([0, rounds, rounds, rng.randint(0, rounds)])
    facts: Json = {"name": name, "date": f"2026-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
                   "game": game, "rules": rules_for(rng, game), "rounds": rounds,
                   "hands_at": {str(size): rng.randint(3, 10) for size in sizes}}
    if chance(rng, 0.3):
        facts["minutes"] = rng.choice([60, 120])
    if chance(rng, 0.8):
        facts["ranking"] = rng.sample(KEYS, rng.randint(1, 5))
        if chance(rng, 0.6):  # as is usual
            facts["ranking"] = ["total"] + [key for key in facts["ranking"] if key != "total"]
    if chance(rng, 0.6):
        facts["lots"] = rng.sample(numbers, rng.choice([count, count, rng.randint(1, count)]))
    facts["entrants"] = entrants(rng, numbers, rounds, drawn, sizes)
    if chance(rng, 0.6):
        facts["teams"] = {"best": rng.randint(1, 3)}
    facts["draws"] = [draw(rng, facts["entrants"], round_, sizes)
                      for round_ in range(1, drawn + 1)]
    facts["lists"] = lists(rng, facts)
    seats = [(a["round"], number, facts["hands_at"][str(len(table))]) for a in facts["draws"]
             for table in a["tables"] for number in table]
    if seats and chance(rng, 0.5):
        facts["replaced"] = [
            {"number": number, "round": round_, "hand": rng.randint(1, hands), "name": substitute}
            for substitute, (round_, number, hands)
            in zip(SUBSTITUTES, rng.sample(seats, rng.randint(1, 4)))]
    if seats and chance(rng, 0.5):
        facts["penalties"] = [
            {"round": round_, "number": number, "points": rng.choice([-50, -10, -1, 1, 10])}
            for round_, number, _ in rng.sample(seats, rng.randint(1, 3))]
    if chance(rng, 0.5):
        facts["payments"] = [
            {"number": rng.choice(numbers),
             "amount": money(rng.choice([-1, 1]) * rng.randint(1, 2500))}
            for _ in range(rng.randint(1, 6))]
    if chance(rng, 0.8):
        facts["money"] = stakes(rng, rounds)
    return facts


def rules_for(rng: Random, game: str) -> Json:
    """Choose rules of a game."""
    if game == "frei":
        return {"gut": rng.choice(["hoch", "niedrig"])}
    if game == "skat" and chance(rng, 0.6):
        agreed = {"sf_gegner": rng.choice([10, 25, 40])} if chance(rng, 0.3) else {}
        return {"liste": "seeger-fabian", **agreed}
    return {}


def seats_for(rng: Random, count: int, sizes: list[int]) -> list[int]:
    """Part so many people into tables of these sizes; empty if that cannot be done."""
    for size in rng.sample(sizes, len(sizes)):
        if count == size:
            return [size]
        rest = seats_for(rng, count - size, sizes) if count > size else []
        if rest:
            return [size, *rest]
    return []


def entrants(rng: Random, numbers: list[int], rounds: int, drawn: int,
             sizes: list[int]) -> list[Json]:
    """Enter people, some late or withdrawn, so that every round to be drawn has full tables."""
    rows = [{"number": number, "name": name}
            for number, name in zip(numbers, rng.sample(PEOPLE, len(numbers)))]
    teams = ["A", "B", "C", "D", "Ost", "West"][:rng.randint(1, 6)]
    if chance(rng, 0.7):
        for row in rows:
            if chance(rng, 0.75):
                row["team"] = rng.choice(teams)
    if chance(rng, 0.4):
        for row in rows:
            if chance(rng, 0.9):
                row["rank"] = rng.randint(1, len(rows))
    if chance(rng, 0.2):
        rng.choice(rows)["table"] = rng.randint(1, 3)
    for _ in range(60 if chance(rng, 0.6) else 0):
        times = [come_and_go(rng, rounds) for _ in rows]
        tried = [row | time for row, time in zip(rows, times)]
        if all(seats_for(rng, len(present(tried, round_)), sizes)
               for round_ in range(1, drawn + 1)):
            rows = tried
            break
    if chance(rng, 0.3):
        rng.shuffle(rows)
    return rows


def come_and_go(rng: Random, rounds: int) -> Json:
    """Choose from and until which round somebody plays."""
    first = rng.randint(2, rounds) if rounds > 1 and chance(rng, 0.15) else 1
    time = {"from": first} if first > 1 or chance(rng, 0.1) else {}
    return time | ({"until": rng.randint(first, rounds)} if chance(rng, 0.15) else {})


def present(rows: list[Json], round_: int) -> list[Json]:
    """List who plays in a round."""
    return [row for row in rows if row.get("from", 1) <= round_ <= row.get("until", round_)]


def draw(rng: Random, rows: list[Json], round_: int, sizes: list[int]) -> Json:
    """Seat everybody who is there; whoever has a fixed table sits at it."""
    here = present(rows, round_)
    rng.shuffle(here)
    seats = seats_for(rng, len(here), sizes)
    starts = [sum(seats[:at]) for at in range(len(seats))]
    for at, row in enumerate(here):
        if "table" in row:
            fixed = min(row["table"], len(seats)) - 1
            other = starts[fixed] + rng.randrange(seats[fixed])
            here[at], here[other] = here[other], here[at]
            break
    way = {"by": "hand"} if chance(rng, 0.7) else {"by": "lot", "seed": rng.randrange(10**9)}
    return {"round": round_, **way,
            "tables": [[row["number"] for row in here[start:start + size]]
                       for start, size in zip(starts, seats)]}


def lists(rng: Random, facts: Json) -> list[Json]:
    """Make lists for most of the tables, in any order."""
    names = {row["number"]: row["name"] for row in facts["entrants"]}
    flat, finished, rows = chance(rng, 0.4), chance(rng, 0.5), []
    for drawn in facts["draws"]:
        for at, seats in enumerate(drawn["tables"], 1):
            place: Json = {"round": drawn["round"], "table": at}
            if not finished and chance(rng, 0.2):
                continue
            if facts["game"] == "doppelkopf" or chance(rng, 0.5):
                rows.append(place | {"figures": figures(rng, facts, seats, flat)})
                continue
            most = facts["hands_at"][str(len(seats))]
            count = most if chance(rng, 0.6) else rng.randint(1, most)
            here = [names[number] for number in seats]
            hand = skat_hand if facts["game"] == "skat" else free_hand
            place["hands"] = [hand(rng, here, index, flat) for index in range(count)]
            if count < most and (finished or chance(rng, 0.4)):
                place["ended"] = True
            if count == most or "ended" in place:
                if chance(rng, 0.4):
                    place["written_by"], place["confirmed_by"] = rng.sample(seats, 2)
            elif chance(rng, 0.3):
                place["written_by"] = rng.choice(seats)
            rows.append(place)
    rng.shuffle(rows)
    return rows


def figures(rng: Random, facts: Json, seats: list[int], flat: bool) -> list[Json]:
    """Type a list at the desk, within the bounds that its hands set."""
    most = left = facts["hands_at"][str(len(seats))]
    spread = 1 if flat else rng.choice([3, 20, 400])
    points = [rng.randint(-spread, spread) for _ in seats]
    if facts["game"] == "doppelkopf":
        points[-1] = -sum(points[:-1])
    rows = []
    for number, point in zip(seats, points):
        won = rng.randint(0, min(left, 1 if flat else left // 2))
        lost = rng.randint(0, min(left - won, 1 if flat else left))
        left = left - won - lost if facts["game"] == "skat" else most
        rows.append({"number": number, "points": point, "won": won, "lost": lost})
    rng.shuffle(rows)
    return rows


def skat_hand(rng: Random, here: list[str], index: int, flat: bool) -> Json:
    """Play a hand of Skat by somebody who does not sit out in it."""
    if chance(rng, 0.3):
        return {"eingepasst": True}
    dealer = index % len(here)
    out = {3: [], 4: [dealer], 5: [dealer, (dealer + 3) % 5]}[len(here)]
    declarer = rng.choice([name for at, name in enumerate(here) if at not in out])
    return {"spiel": rng.choice(["karo"] if flat else ["karo", "herz", "pik", "kreuz", "grand"]),
            "spieler": declarer, "spitzen": 1 if flat else rng.randint(1, 4),
            "stufe": "gewonnen" if chance(rng, 0.65) else "verloren"}


def free_hand(rng: Random, here: list[str], _index: int, flat: bool) -> Json:
    """Play a hand of any other game; who is left out has 0."""
    named = rng.sample(here, rng.randint(1, len(here)))
    spread = 1 if flat else rng.choice([2, 50])
    return {"punkte": {name: rng.randint(-spread, spread) for name in named}}


def stakes(rng: Random, rounds: int) -> Json:
    """Choose what is paid in and what can be won."""
    chosen: Json = {}
    for key, most in [("startgeld", 1500), ("seriengeld", 300), ("gifts", 5000)]:
        if chance(rng, 0.7):
            chosen[key] = money(rng.choice([most, rng.randint(0, most)]))
    if chance(rng, 0.6):
        steps = [1, *sorted(rng.sample(range(2, 7), rng.randint(0, 2)))]
        chosen["verlustspiel"] = [{"from": step, "amount": money(rng.choice([25, 50, 100]) + at)}
                                  for at, step in enumerate(steps)]
    left, prizes = 100, []
    for _ in range(rng.randint(0, 4)):
        prize: Json = {"of": rng.choice(["total", "total", "round", "table"])}
        if prize["of"] != "total":
            prize["round"] = rng.randint(1, rounds)
        if left and prize["of"] != "table" and chance(rng, 0.6):
            prize["percent"] = rng.choice([left, rng.randint(1, left)])
            left -= prize["percent"]
            prize["weights"] = "tables" if chance(rng, 0.3) else [
                rng.randint(1, 7) for _ in range(rng.randint(1, 6))]
        else:
            prize["amounts"] = [money(rng.randint(1, 500)) for _ in range(rng.randint(1, 4))]
        prizes.append(prize)
    if prizes or chance(rng, 0.5):
        chosen["prizes"] = prizes
    return chosen


def championship(rng: Random, tournaments: list[Json], name: str) -> Json:
    """Choose evenings at which the same points are good, and how they count."""
    first = rng.choice(tournaments)
    alike = [facts["name"] for facts in tournaments
             if facts["rules"].get("gut", "hoch") == first["rules"].get("gut", "hoch")]
    asked: Json = {"name": name, "tournaments": rng.sample(alike, rng.randint(1, len(alike))),
                   "of": rng.choice(["rounds", "rounds", "evenings"])}
    way = rng.choice(["best", "strike", "strike", None])
    if way == "best":
        asked["best"] = rng.randint(1, 5)
    elif way == "strike":
        asked["strike"] = {"every": rng.randint(1, 4), "from": rng.randint(1, 5)}
    if chance(rng, 0.6):
        asked["minimum"] = rng.randint(1, 6)
        if chance(rng, 0.5):
            asked["missing"] = 0
    if chance(rng, 0.5):
        asked["average"] = chance(rng, 0.8)
    return asked
