"""The draw of a round, from the contract alone: sizes, ways, seeds, and how good a lot is."""

import json
import random
from collections import Counter
from itertools import combinations, permutations

import pytest

from tests.command import call, start

WAYS = ("lot", "totals", "serpentine", "club")


# --- documents and what is drawn from them ------------------------------------------------------


def tournament(n, hands_at="34", **more):
    """Says what is needed of a tournament of numbers 1 to n, with 12 hands at every size."""
    return {"name": "Turnier", "date": "2026-11-27", "game": "frei", "rounds": 6,
            "hands_at": dict.fromkeys(hands_at, 12),
            "entrants": [{"number": number, "name": f"P{number}"} for number in range(1, n + 1)],
            "draws": [], "lists": [], "penalties": [], **more}


def entrants(event, key, values):
    """Gives entrants a team, a rank, a table, a first or a last round."""
    for number, value in values.items():
        event["entrants"][number - 1][key] = value
    return event


def sit(event, tables, by="hand", **more):
    """Puts the next draw into the tournament."""
    event["draws"].append({"round": len(event["draws"]) + 1, "by": by, "tables": tables, **more})
    return event


def score(event, points):
    """Writes lists of the last round, so that the points of every number are these."""
    draw = event["draws"][-1]
    for table, numbers in enumerate(draw["tables"], 1):
        event["lists"].append({"round": draw["round"], "table": table, "figures": [
            {"number": number, "points": points[number], "won": 1, "lost": 0}
            for number in numbers]})
    return event


def in_order(*numbers, hands_at="34"):
    """Says a tournament whose round 1 was played, and whose ranking is this one.

    The first has 100 points, everybody else one less than who is before.
    """
    event = tournament(len(numbers), hands_at)
    people, tables = sorted(numbers), []
    for size in sizes(len(numbers), hands_at):
        tables.append(people[:size])
        del people[:size]
    return score(sit(event, tables), {number: 100 - place for place, number in enumerate(numbers)})


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs `draw` for a tournament, and says how that ended."""
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{tmp_path}/book.db")

    def run(event, number, by, seed=4711):
        file = tmp_path / "turnier.json"
        file.write_text(json.dumps({"format": "scorepad/1", "tournaments": [event]}), "utf-8")
        chance = () if seed is None else ("--seed", seed)
        return call("draw", file, "--tournament", event["name"], "--round", number, "--by", by,
                    *chance)

    return run


@pytest.fixture
def draw(run):
    """Draws a round, and says what was printed."""
    def draw(event, number, by="lot", seed=4711):
        done = run(event, number, by, seed)
        assert (done.code, done.err) == (0, "")
        return json.loads(done.out)

    return draw


def seated(tables):
    """Says who is at which table, in whatever order they sit."""
    return [sorted(table) for table in tables]


def everybody(tables):
    """Says who is at any of the tables."""
    return sorted(number for table in tables for number in table)


# --- what a draw is worth, counted anew ---------------------------------------------------------


def fits(n, hands_at):
    """Lists how many fours, fives and threes hold n people."""
    most = {size: n // int(size) if size in hands_at else 0 for size in "453"}
    return [(fours, fives, threes)
            for fives in range(most["5"] + 1) for threes in range(most["3"] + 1)
            for fours in range(most["4"] + 1) if 4 * fours + 5 * fives + 3 * threes == n]


def sizes(n, hands_at):
    """Says the sizes of the tables: fewest not of four, then fewest of five; fours, fives, threes.

    Nothing, where no tables hold n people.
    """
    found = fits(n, hands_at)
    if not found:
        return []
    fours, fives, threes = min(found, key=lambda fit: (fit[1] + fit[2], fit[1]))
    return [4] * fours + [5] * fives + [3] * threes


def counting(event):
    """Says how tables are counted: pairs of mates, earlier turns not at four, earlier meetings."""
    team = {entrant["number"]: entrant.get("team", entrant["number"])
            for entrant in event["entrants"]}
    odd, met = Counter(), Counter()
    for earlier in event["draws"]:
        for table in earlier["tables"]:
            met.update(permutations(table, 2))
            if len(table) != 4:
                odd.update(table)

    def count(tables):
        pairs = [pair for table in tables for pair in combinations(table, 2)]
        return (sum(team[one] == team[other] for one, other in pairs),
                sum(odd[number] for table in tables if len(table) != 4 for number in table),
                sum(met[pair] for pair in pairs))

    return count


def worth(event, tables):
    """Counts these tables, after the rounds before."""
    return counting(event)(tables)


def reported(answer):
    """Says what the program counted."""
    return answer["mates"], answer["odd_again"], answer["met_again"]


def any_draw(event, chosen, chance):
    """Draws tables of these sizes with no thought, fixed ones kept."""
    tables = [[] for _ in chosen]
    others = []
    for entrant in event["entrants"]:
        if "table" in entrant:
            tables[min(entrant["table"], len(tables)) - 1].append(entrant["number"])
        else:
            others.append(entrant["number"])
    chance.shuffle(others)
    for table, size in zip(tables, chosen):
        while len(table) < size:
            table.append(others.pop())
    return tables


# --- sizes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands_at", ["34", "45", "345", "4", "3", "5", "35"])
def test_the_sizes_of_the_tables_are_the_fewest_not_of_four(run, hands_at):
    """Asks every n from 6 to 30; everybody has one seat."""
    for n in range(6, 31):
        done = run(tournament(n, hands_at), 1, "lot")
        expected = sizes(n, hands_at)
        if expected:
            assert (done.code, done.err) == (0, "")
            tables = json.loads(done.out)["tables"]
            assert [len(table) for table in tables] == expected
            assert everybody(tables) == list(range(1, n + 1))
        else:
            assert (done.code, done.out) == (2, "")
            assert done.err.count("\n") == 1 and done.err.endswith("\n")


@pytest.mark.parametrize("n, hands_at, expected", [
    (6, "34", [3, 3]), (9, "34", [3, 3, 3]), (9, "345", [4, 5]), (9, "45", [4, 5]),
    (10, "34", [4, 3, 3]), (10, "345", [4, 3, 3]), (10, "45", [5, 5]), (11, "34", [4, 4, 3]),
    (11, "345", [4, 4, 3]), (13, "34", [4, 3, 3, 3]), (13, "345", [4, 4, 5]), (8, "345", [4, 4]),
    (14, "345", [4, 4, 3, 3]), (14, "45", [4, 5, 5]), (15, "45", [5, 5, 5]), (8, "35", [5, 3]),
    (11, "45", []), (7, "45", []), (9, "4", []), (6, "4", [])])
def test_sizes_worked_out_by_hand(run, n, hands_at, expected):
    """10 = 4 + 3 + 3 = 5 + 5: both have two not of four, and the first has no five."""
    assert sizes(n, hands_at) == expected
    done = run(tournament(n, hands_at), 1, "serpentine")
    assert done.code == (0 if expected else 2)
    assert [len(table) for table in json.loads(done.out or '{"tables": []}')["tables"]] == expected


# --- the seed -----------------------------------------------------------------------------------


def test_a_draw_says_these_things_and_writes_nothing(run, tmp_path):
    done = run(tournament(11), 1, "lot", 7)
    assert list(json.loads(done.out)) == [
        "round", "by", "seed", "tables", "mates", "odd_again", "met_again"]
    answer = json.loads(done.out)
    assert (answer["round"], answer["by"], answer["seed"]) == (1, "lot", 7)
    assert reported(answer) == (0, 0, 0)
    assert done.out.endswith("}\n") and done.out.count("\n") == 1
    assert [file.name for file in tmp_path.iterdir()] == ["turnier.json"]
    assert json.loads((tmp_path / "turnier.json").read_bytes())["tournaments"] == [tournament(11)]


@pytest.mark.parametrize("by", WAYS)
def test_the_same_seed_gives_the_same_bytes(run, by):
    """Asks a round 2 of 15 with two who share 90 points, and therefore a lot in every way."""
    event = entrants(in_order(*range(1, 16)), "rank", {1: 2, 2: 1})
    assert run(event, 2, by, 99) == run(event, 2, by, 99)


@pytest.mark.parametrize("by", WAYS)
def test_another_seed_gives_another_draw(draw, by):
    """Twenty equal people are drawn in 20 ways with 20 seeds."""
    drawn = {json.dumps(seated(draw(tournament(20), 1, by, seed)["tables"])) for seed in range(20)}
    assert len(drawn) == 20


def test_a_draw_without_a_seed_says_one_that_gives_it_again(run):
    event = tournament(13)
    first = run(event, 1, "lot", None)
    seed = json.loads(first.out)["seed"]
    assert 0 <= seed < 10 ** 9
    assert run(event, 1, "lot", seed).out == first.out


def test_the_largest_seed_is_below_a_thousand_million(run):
    assert run(tournament(8), 1, "lot", 10 ** 9 - 1).code == 0
    assert run(tournament(8), 1, "lot", 0).code == 0


@pytest.mark.parametrize("by", WAYS)
def test_the_order_in_the_file_changes_nothing(run, by):
    """Turns round what the file lists: entrants, lists and penalties, keys too."""
    event = score(sit(tournament(11), [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11]]),
                  {number: number % 4 for number in range(1, 12)})
    event = score(sit(event, [[1, 5, 9, 4], [2, 6, 10, 8], [3, 7, 11]]),
                  {number: number % 3 for number in range(1, 12)})
    entrants(event, "team", {1: "A", 2: "A", 3: "B", 4: "B", 5: "C", 9: "C"})
    entrants(event, "rank", {1: 1, 2: 1, 3: 2, 4: 2, 5: 2})
    event["penalties"] = [{"round": 1, "number": 3, "points": -2},
                          {"round": 2, "number": 8, "points": 1}]
    turned = {key: event[key] for key in reversed(event)}
    for key in ("entrants", "lists", "penalties"):
        turned[key] = [dict(reversed(fact.items())) for fact in reversed(event[key])]
    assert run(turned, 3, by).out == run(event, 3, by).out != ""


def test_the_seed_of_hashes_changes_nothing(tmp_path):
    """Two processes put what is in sets in different orders."""
    file = tmp_path / "turnier.json"
    event = entrants(tournament(19), "team", {number: f"T{number % 6}" for number in range(1, 20)})
    sit(event, [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16], [17, 18, 19]])
    file.write_text(json.dumps({"format": "scorepad/1", "tournaments": [event]}), "utf-8")
    one, other = (start("draw", file, "--tournament", "Turnier", "--round", 2, "--by", "lot",
                        "--seed", 5, PYTHONHASHSEED=seed) for seed in ("1", "2"))
    assert one == other and one.code == 0


@pytest.mark.parametrize("by", WAYS)
def test_chance_is_the_plain_random_of_a_seeded_generator(run, monkeypatch, by):
    """Takes away what Python may change between its versions."""
    expected = run(tournament(11), 1, by).out

    def never(*_, **__):
        raise AssertionError("is no part of what Python keeps")

    for name in ("shuffle", "sample", "choice", "choices", "randint", "randrange", "uniform"):
        monkeypatch.setattr(random.Random, name, never)
        monkeypatch.setattr(random, name, never)
    assert run(tournament(11), 1, by).out == expected != ""


# --- fixed tables -------------------------------------------------------------------------------


@pytest.mark.parametrize("by", WAYS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_fixed_table_is_kept(draw, by, seed):
    """11 people have three tables; 9 is beyond them, and so is 4: both mean the third."""
    event = entrants(in_order(*range(1, 12)), "table", {11: 1, 2: 3, 5: 9, 7: 2, 8: 4})
    first, second, third = draw(event, 2, by, seed)["tables"]
    assert 11 in first and 7 in second
    assert {2, 5, 8} == set(third)


def test_a_fixed_table_holds_against_mates_and_turns(draw):
    """7 people, tables of four and three: 5, 6, 7 are mates, and stay at the three again."""
    event = sit(entrants(tournament(7), "table", {5: 2, 6: 2, 7: 2}), [[1, 2, 3, 4], [5, 6, 7]])
    entrants(event, "team", {5: "A", 6: "A", 7: "A"})
    answer = draw(event, 2)
    assert seated(answer["tables"]) == [[1, 2, 3, 4], [5, 6, 7]]
    assert reported(answer) == (3, 3, 6 + 3)


# --- totals, serpentine, club, to the letter ----------------------------------------------------


def test_totals_of_eight(draw):
    """The ranking is 6, 2, 8, 1, 5, 3, 7, 4: places 1–4 sit at table 1, 5–8 at table 2.

    Round 1 was 1–4 and 5–8: 1 meets 2 again, 6 meets 8, 3 meets 4, 5 meets 7.
    """
    answer = draw(in_order(6, 2, 8, 1, 5, 3, 7, 4), 2, "totals")
    assert seated(answer["tables"]) == [[1, 2, 6, 8], [3, 4, 5, 7]]
    assert reported(answer) == (0, 0, 4)


def test_totals_add_up_points_and_penalties_of_all_rounds_before(draw):
    """Totals after round 2 (a third round's penalty does not count):

    1: 10 + 1 = 11    2: 20 − 5 = 15    3: 30 − 40 = −10    4: 40 + 0 = 40
    5: 50 − 45 = 5    6: 60 + 0 − 30 = 30    7: 70 − 7 = 63    8: 80 − 90 = −10, and −1: −11

    Ranking: 7, 4, 6, 2, 1, 5, 3, 8.
    """
    event = score(sit(tournament(8), [[1, 2, 3, 4], [5, 6, 7, 8]]),
                  {number: 10 * number for number in range(1, 9)})
    score(sit(event, [[1, 3, 5, 7], [2, 4, 6, 8]]),
          {1: 1, 2: -5, 3: -40, 4: 0, 5: -45, 6: 0, 7: -7, 8: -90})
    event["penalties"] = [{"round": 1, "number": 6, "points": -30},
                          {"round": 2, "number": 8, "points": -1}]
    assert seated(draw(event, 3, "totals")["tables"]) == [[2, 4, 6, 7], [1, 3, 5, 8]]
    # 7→1, 4→2, 6→2, 2→1, 1→1, 5→2, 3→2, 8→1
    assert seated(draw(event, 3, "serpentine")["tables"]) == [[1, 2, 7, 8], [3, 4, 5, 6]]


def test_totals_follow_the_keys_of_the_tournament(draw):
    """All have 10 points; by `won` it is 5–8 (3) before 1–4 (1), by `lost` the other way round.

    With both, `won` comes first where it is named first.
    """
    event = sit(tournament(8), [[1, 2, 3, 4], [5, 6, 7, 8]])
    event["lists"] = [{"round": 1, "table": table, "figures": [
        {"number": number, "points": 10, "won": won, "lost": lost} for number in numbers]}
        for table, numbers, won, lost in ((1, (1, 2, 3, 4), 1, 0), (2, (5, 6, 7, 8), 3, 2))]
    for keys, first in ((["total", "won"], 5), (["total", "lost"], 1), (["won", "lost"], 5),
                        (["lost", "won"], 1)):
        answer = draw({**event, "ranking": keys}, 2, "totals")
        assert min(answer["tables"][0]) == first, keys
    assert min(draw(event, 2, "totals")["tables"][0]) == 5  # total, won, lost, last, lot


def test_totals_look_at_the_last_round_before(draw):
    """Both rounds together give 30 to all; the last one gave 1–4 10 and 5–8 20."""
    event = score(sit(tournament(8), [[1, 2, 3, 4], [5, 6, 7, 8]]),
                  {number: 20 if number < 5 else 10 for number in range(1, 9)})
    score(sit(event, [[1, 2, 3, 4], [5, 6, 7, 8]]),
          {number: 10 if number < 5 else 20 for number in range(1, 9)})
    answer = draw({**event, "ranking": ["total", "last"]}, 3, "totals")
    assert seated(answer["tables"]) == [[5, 6, 7, 8], [1, 2, 3, 4]]


def test_totals_where_fewest_points_are_best(draw):
    """The points fall from 8 to 1 in `in_order`, so that 1 has the fewest of all."""
    event = {**in_order(8, 7, 6, 5, 4, 3, 2, 1), "rules": {"gut": "niedrig"}}
    assert seated(draw(event, 2, "totals")["tables"]) == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_numbers_drawn_by_lot_come_after_the_last_round(draw):
    """All have 0 points: `lots` names no round, and an old draw stays what it was."""
    event = score(sit(tournament(8), [[1, 3, 5, 7], [2, 4, 6, 8]]), dict.fromkeys(range(1, 9), 0))
    after = {**event, "ranking": ["total", "lot"], "lots": [8, 6, 7, 5, 4, 3, 2, 1]}
    assert draw(after, 2, "totals") == draw(event, 2, "totals")


def test_totals_around_fixed_seats(draw):
    """1 to 11 at tables of 4, 4, 3; 2 stays at table 3 and 11 at table 1.

    The others by place: 1, 3, 4 fill table 1, 5–8 table 2, and 9, 10 table 3.
    """
    event = entrants(in_order(*range(1, 12)), "table", {2: 3, 11: 1})
    assert seated(draw(event, 2, "totals")["tables"]) == [
        [1, 3, 4, 11], [5, 6, 7, 8], [2, 9, 10]]


@pytest.mark.parametrize("order, hands_at, expected", [
    ((6, 2, 8, 1, 5, 3, 7, 4), "34", [[1, 4, 5, 6], [2, 3, 7, 8]]),
    (range(1, 13), "4", [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]),
    (range(1, 12), "34", [[1, 6, 7, 11], [2, 5, 8, 10], [3, 4, 9]]),
    (range(1, 14), "45", [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10, 13]]),
    (range(1, 8), "34", [[1, 4, 5, 7], [2, 3, 6]])])
def test_serpentine(draw, order, hands_at, expected):
    """Eight: 6→1, 2→2, 8→2, 1→1, 5→1, 3→2, 7→2, 4→1.

    Eleven: 1→1, 2→2, 3→3, 4→3, 5→2, 6→1, 7→1, 8→2, 9→3, which is full; 10→2, 11→1.
    Thirteen: as twelve, and then tables 1 and 2 are full, so that 13 goes past them to the five.
    Seven: 1→1, 2→2, 3→2, 4→1, 5→1, 6→2, which is full; 7→1.
    """
    answer = draw(in_order(*order, hands_at=hands_at), 2, "serpentine")
    assert seated(answer["tables"]) == expected


def test_serpentine_around_fixed_seats(draw):
    """2 stays at table 3 (of three) and 11 at table 1.

    1→1, 3→2, 4→3, 5→3, which is full; 6→2, 7→1, 8→1, which is full; 9→2, 10→2.
    """
    event = entrants(in_order(*range(1, 12)), "table", {2: 3, 11: 1})
    assert seated(draw(event, 2, "serpentine")["tables"]) == [
        [1, 7, 8, 11], [3, 6, 9, 10], [2, 4, 5]]


def test_club_follows_the_ranks_and_not_the_points(draw):
    """Ranks: 3 (1), 5 (2), 7 (3), 1 (5), 8 (7), 4 (8); 2 and 6 have none and are behind."""
    ranks = {1: 5, 3: 1, 4: 8, 5: 2, 7: 3, 8: 7}
    for event in (tournament(8), in_order(6, 2, 8, 1, 5, 3, 7, 4)):
        answer = draw(entrants(event, "rank", ranks), len(event["draws"]) + 1, "club")
        assert seated(answer["tables"]) == [[1, 3, 5, 7], [2, 4, 6, 8]]


def test_club_with_a_table_of_five(draw):
    """9 people at 4 and 5: ranks 1–4 are 9, 8, 7, 6."""
    event = entrants(tournament(9, "45"), "rank", {n: 10 - n for n in range(1, 10)})
    assert seated(draw(event, 1, "club")["tables"]) == [[6, 7, 8, 9], [1, 2, 3, 4, 5]]


def test_club_around_fixed_seats(draw):
    """Ranks are the numbers, 1 stays at table 2: 2, 3, 4, 5 and 1, 6, 7, 8."""
    event = entrants(tournament(8), "rank", {n: n for n in range(1, 9)})
    entrants(event, "table", {1: 2})
    assert seated(draw(event, 1, "club")["tables"]) == [[2, 3, 4, 5], [1, 6, 7, 8]]


@pytest.mark.parametrize("by", ["totals", "club"])
def test_equal_ones_are_drawn_by_lot(draw, by):
    """1–3 are best, 6–8 worst, and 4, 5 share what is between: one of them sits at table 1."""
    event = score(sit(tournament(8), [[1, 3, 5, 7], [2, 4, 6, 8]]),
                  {1: 9, 2: 9, 3: 9, 4: 5, 5: 5, 6: 1, 7: 1, 8: 1})
    entrants(event, "rank", {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3})
    drawn = {tuple(sorted(draw(event, 2, by, seed)["tables"][0])) for seed in range(20)}
    assert drawn == {(1, 2, 3, 4), (1, 2, 3, 5)}


# --- who plays in the round ---------------------------------------------------------------------


@pytest.mark.parametrize("by", WAYS)
def test_who_comes_late_or_has_left_is_not_drawn(draw, by):
    """9 left after round 1, 10 and 11 came for round 2, 12 comes for round 3."""
    event = entrants(tournament(12, "345"), "until", {9: 1})
    entrants(event, "from", {10: 2, 11: 2, 12: 3})
    first = draw(event, 1, by)["tables"]
    assert everybody(first) == list(range(1, 10))
    assert [len(table) for table in first] == [4, 5]
    second = draw(sit(event, first), 2, by)["tables"]
    assert everybody(second) == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11]
    assert [len(table) for table in second] == [4, 3, 3]
    third = draw(sit(event, second), 3, by)["tables"]
    assert everybody(third) == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]


def test_who_comes_late_is_behind_those_with_fewer_than_nothing(draw):
    """After round 1: 1 to 8 have −1 to −8, and 9 to 12 nothing at all."""
    event = entrants(tournament(12), "from", dict.fromkeys((9, 10, 11, 12), 2))
    score(sit(event, [[1, 2, 3, 4], [5, 6, 7, 8]]), {number: -number for number in range(1, 9)})
    assert seated(draw(event, 2, "totals")["tables"]) == [
        [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    # 1→1, 2→2, 3→3, 4→3, 5→2, 6→1, 7→1, 8→2, and four at random: 3, 3, 2, 1
    first, second, third = draw(event, 2, "serpentine")["tables"]
    assert {1, 6, 7} < set(first) and {2, 5, 8} < set(second) and {3, 4} < set(third)


# --- team mates ---------------------------------------------------------------------------------


@pytest.mark.parametrize("n, of, least", [
    (8, 2, 0), (16, 4, 0), (60, 4, 0), (15, 3, 0), (12, 4, 3), (12, 6, 6), (8, 4, 4), (16, 8, 8),
    (9, 9, 9)])
def test_lot_parts_team_mates_where_it_can_be(draw, n, of, least):
    """Teams of 4 at 3 tables: 2, 1, 1 is one pair a team, 3 teams.

    Of 6 at 3: 2, 2, 2 is 3 pairs, 2 teams. Of 4 at 2: 2, 2, 2 pairs, 2 teams. Of 8 at 4: 4 pairs,
    2 teams. One of 9 at three threes: 3 · 3.
    """
    event = entrants(tournament(n), "team", {
        number: f"T{(number - 1) // of}" for number in range(1, n + 1)})
    answer = draw(event, 1)
    assert answer["mates"] == least == worth(event, answer["tables"])[0]


@pytest.mark.parametrize("n, teams, expected", [
    (8, [(1, 2)], [[1, 3, 4, 5], [2, 6, 7, 8]]),  # 2 with 5
    (8, [(1, 4)], [[1, 2, 3, 5], [4, 6, 7, 8]]),  # 4 with 5
    # 4 not with 5, who would meet 1, but with 6; where 6 would meet 2, with 7
    (8, [(3, 4), (1, 5)], [[1, 2, 3, 6], [4, 5, 7, 8]]),
    (8, [(3, 4), (1, 5), (2, 6)], [[1, 2, 3, 7], [4, 5, 6, 8]]),
    (8, [(2, 3), (1, 5)], [[1, 2, 4, 6], [3, 5, 7, 8]]),  # 3 not with 4, beside it, nor with 5
    # nobody is below table 2: 8 with 4; 6 not with 4, who would meet 7, but with 3
    (8, [(7, 8)], [[1, 2, 3, 8], [4, 5, 6, 7]]),
    (8, [(5, 6), (4, 7)], [[1, 2, 4, 6], [3, 5, 7, 8]]),
    # in the middle: down and not up
    (12, [(7, 8)], [[1, 2, 3, 4], [5, 6, 7, 9], [8, 10, 11, 12]]),
    (12, [(5, 7)], [[1, 2, 3, 4], [5, 6, 8, 9], [7, 10, 11, 12]]),
    (12, [(9, 10)], [[1, 2, 3, 4], [5, 6, 7, 10], [8, 9, 11, 12]]),  # the last table: up
    (12, [(3, 4, 8)], [[1, 2, 3, 9], [5, 6, 7, 8], [4, 10, 11, 12]]),  # past its mate at table 2
    # table 3 would keep a pair whoever left it: 8 goes up
    (12, [(7, 8), (9, 10), (11, 12)], [[1, 2, 3, 8], [4, 5, 6, 7], [9, 10, 11, 12]]),
    (9, [(8, 9)], [[1, 2, 3, 9], [4, 5, 6, 7, 8]]),
    # a table of three mates has mates whoever goes, so nobody does; the same with one team of all
    (8, [(1, 2, 3)], [[1, 2, 3, 4], [5, 6, 7, 8]]),
    (8, [(1, 2, 3, 4, 5, 6, 7, 8)], [[1, 2, 3, 4], [5, 6, 7, 8]])])
@pytest.mark.parametrize("by", ["totals", "club"])
def test_the_lower_of_two_mates_swaps_with_the_nearest(draw, by, n, teams, expected):
    """The ranking is 1, 2, 3, … to n, and so are the ranks in the club."""
    event = entrants(in_order(*range(1, n + 1), hands_at="345"), "team", {
        number: f"T{team}" for team, numbers in enumerate(teams) for number in numbers})
    entrants(event, "rank", {number: number for number in range(1, n + 1)})
    answer = draw(event, 2, by)
    assert seated(answer["tables"]) == expected
    assert reported(answer) == worth(event, expected)


@pytest.mark.parametrize("teams, expected", [
    ([(1, 4)], [[1, 5, 6, 8], [2, 3, 4, 7]]),  # 5 sits beside 4: with 6
    ([(1, 4), (5, 6)], [[1, 5, 7, 8], [2, 3, 4, 6]]),  # 6 would meet 5: with 7
    ([(2, 7)], [[1, 4, 5, 7], [2, 3, 6, 8]]),  # 7 with 8
    ([(1, 8)], [[1, 4, 5, 7], [2, 3, 6, 8]])])  # nobody is below 8: with 7
def test_serpentine_parts_mates_in_the_same_way(draw, teams, expected):
    """Without teams it is 1, 4, 5, 8 and 2, 3, 6, 7."""
    event = entrants(in_order(*range(1, 9)), "team", {
        number: f"T{team}" for team, numbers in enumerate(teams) for number in numbers})
    assert seated(draw(event, 2, "serpentine")["tables"]) == expected


@pytest.mark.parametrize("fixed, mates, expected", [
    ({5: 2}, (1, 4), [[1, 2, 3, 6], [4, 5, 7, 8]]),
    ({5: 2, 6: 2, 7: 2}, (1, 4), [[1, 2, 3, 8], [4, 5, 6, 7]]),
    ({8: 1}, (1, 3), [[1, 2, 4, 8], [3, 5, 6, 7]])])
def test_mates_do_not_swap_with_who_has_a_fixed_table(draw, fixed, mates, expected):
    """With 5 fixed, 4 swaps with 6; 8 at table 1 leaves 1, 2, 3 there, and 3 swaps with 4."""
    event = entrants(entrants(in_order(*range(1, 9)), "table", fixed), "team",
                     dict.fromkeys(mates, "A"))
    assert seated(draw(event, 2, "totals")["tables"]) == expected


# --- turns at odd tables, meetings ----------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_turns_at_a_table_not_of_four_go_round(draw, seed):
    """Seven people at 4 and 3. Turns before each round, and the least of three people in it:

    1: 0 by all. 2: 1 by three, four without: 0. 3: 1 by six, 0 by one: 0 + 1 + 1 = 2.
    4: 1 by five, 2 by two: 3. 5: 1 by two, 2 by five: 4. 6: 2 by six, 3 by one: 6.
    """
    event = tournament(7)
    for number, least in enumerate((0, 0, 2, 3, 4, 6), 1):
        answer = draw(event, number, "lot", seed)
        assert reported(answer) == worth(event, answer["tables"])
        assert answer["odd_again"] == least
        sit(event, answer["tables"])


def test_a_table_of_five_is_not_of_four(draw):
    """Nine at 4 and 5: of the five, one was at a five before (four were not)."""
    event = sit(tournament(9, "45"), [[1, 2, 3, 4], [5, 6, 7, 8, 9]])
    answer = draw(event, 2)
    assert answer["odd_again"] == 1 == worth(event, answer["tables"])[1]


def test_turns_weigh_more_than_meetings(draw):
    """Seven at 4 and 3; mates are 1, 2 and 3, 4 and 5, 6. Round 1: 1, 3, 5, 7 | 2, 4, 6.

    Nobody again at the three means three of 1, 3, 5, 7, and with 7 among them a whole pair would
    be at the four: 1, 3, 5 | 2, 4, 6, 7, where 3 + 3 meet again. With a turn, 1, 4, 5 | 2, 3, 6, 7,
    only 1·5, 2·6 and 3·7 would.
    """
    event = entrants(tournament(7), "team", {1: "A", 2: "A", 3: "B", 4: "B", 5: "C", 6: "C"})
    assert reported(draw(sit(event, [[1, 3, 5, 7], [2, 4, 6]]), 2)) == (0, 0, 6)


def test_mates_weigh_more_than_turns(draw):
    """Seven at 4 and 3; mates are 1, 2 and 3, 4 and 5, 6. Round 1: 1, 2, 3, 4 | 5, 6, 7.

    Nobody again at the three would be three of 1, 2, 3, 4, and so a pair. Parted, one of each pair
    is there, and 7 is not: a turn; 1·3, 2·4, 6·7 or the like meet again.
    """
    event = entrants(tournament(7), "team", {1: "A", 2: "A", 3: "B", 4: "B", 5: "C", 6: "C"})
    assert reported(draw(sit(event, [[1, 2, 3, 4], [5, 6, 7]]), 2)) == (0, 1, 3)


@pytest.mark.parametrize("seed", range(5))
def test_sixteen_meet_nobody_again_in_a_second_round(draw, seed):
    """One of each table at each table: 4 · 4."""
    event = tournament(16)
    sit(event, draw(event, 1, "lot", seed)["tables"])
    assert reported(draw(event, 2, "lot", seed)) == (0, 0, 0)


def test_each_meeting_is_counted(draw):
    """Eight sat twice in the same two fours: 2 + 2 at both tables, four pairs, twice each."""
    event = sit(sit(tournament(8), [[1, 2, 3, 4], [5, 6, 7, 8]]), [[1, 2, 3, 4], [5, 6, 7, 8]])
    assert reported(draw(event, 3)) == (0, 0, 8)


# --- what comes after does not count ------------------------------------------------------------


@pytest.mark.parametrize("first, second, third", [
    ("lot", "lot", "totals"), ("lot", "totals", "lot"), ("club", "serpentine", "serpentine"),
    ("serpentine", "club", "totals"), ("lot", "club", "lot")])
def test_an_old_draw_can_be_proved(draw, first, second, third):
    """Draws and plays three rounds, and draws each again: from the end it is the same.

    10 leaves after round 1, 11 comes for round 2 and 12 for round 3; there are mates, fixed
    tables, ranks and penalties.
    """
    event = entrants(tournament(12, "345"), "team", {1: "A", 2: "A", 7: "B", 8: "B", 12: "A"})
    entrants(event, "rank", {number: number % 5 for number in range(6, 13) if number % 5})
    entrants(event, "table", {4: 1, 11: 9})
    entrants(event, "until", {10: 1})
    entrants(event, "from", {11: 2, 12: 3})
    recorded = []
    for number, by in enumerate((first, second, third), 1):
        answer = draw(event, number, by, 100 + number)
        recorded.append(answer)
        sit(event, answer["tables"], by, seed=answer["seed"])
        score(event, {player: player * player * number % 7 for player in range(1, 13)})
        event["penalties"] += [{"round": number, "number": answer["tables"][0][0], "points": -5}]
        event["replaced"] = [{"number": 1, "round": number, "hand": 3, "name": "Zoe"}]
    event["payments"] = [{"number": 2, "amount": "10.00"}]
    for answer in recorded:
        assert draw(event, answer["round"], answer["by"], answer["seed"]) == answer


@pytest.mark.parametrize("change", [
    lambda event: entrants(event, "until", {3: 1}),
    lambda event: entrants(event, "until", {3: 2}),
    lambda event: event["penalties"].append({"round": 2, "number": 3, "points": -1000}),
    lambda event: event["payments"].append({"number": 3, "amount": "5.00"}),
    lambda event: event["entrants"].append({"number": 13, "name": "P13", "from": 3}),
    lambda event: event["entrants"].append({"number": 13, "name": "P13", "from": 3, "team": "A",
                                            "table": 1, "rank": 1})])
@pytest.mark.parametrize("by", WAYS)
def test_what_is_entered_later_leaves_round_1_alone(run, by, change):
    """Whoever leaves after round 1, comes for round 3 or is punished in round 2 was told later."""
    event = {**tournament(12), "payments": []}
    entrants(event, "team", {1: "A", 2: "A", 3: "A"})
    before = run(event, 1, by).out
    sit(event, json.loads(before)["tables"])
    sit(event, [[1, 2, 4, 5], [6, 7, 8, 9], [10, 11, 12, 3]])
    change(event)
    if any(entrant.get("until") == 1 for entrant in event["entrants"]):
        event["draws"][1]["tables"] = [[1, 2, 4, 5], [6, 7, 8, 9], [10, 11, 12]]
    assert run(event, 1, by).out == before != ""


# --- how good a lot is --------------------------------------------------------------------------


@pytest.mark.parametrize("n, hands_at, teams, fixed", [
    (8, "34", 0, {}), (9, "45", 0, {}), (10, "345", 2, {}), (13, "34", 3, {}), (14, "45", 0, {}),
    (17, "345", 4, {1: 1, 2: 9}), (22, "34", 2, {5: 2}), (27, "45", 3, {}), (35, "345", 4, {}),
    (46, "34", 0, {1: 2}), (59, "34", 4, {}), (60, "34", 4, {7: 3})])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_lot_is_never_worse_than_the_best_of_200(draw, n, hands_at, teams, fixed, seed):
    """Draws three rounds, each after the ones before, against draws of the same sizes."""
    event = entrants(tournament(n, hands_at), "table", fixed)
    if teams:
        entrants(event, "team", {number: f"T{number // teams}" for number in range(1, n + 1)})
    chance = random.Random(seed)
    chosen = sizes(n, hands_at)
    for number in (1, 2, 3):
        answer = draw(event, number, "lot", seed)
        tables = answer["tables"]
        assert [len(table) for table in tables] == chosen
        assert everybody(tables) == list(range(1, n + 1))
        count = counting(event)
        assert reported(answer) == count(tables)
        assert reported(answer) <= min(
            count(any_draw(event, chosen, chance)) for _ in range(200))
        sit(event, tables, "lot", seed=seed)


@pytest.mark.parametrize("by", WAYS)
@pytest.mark.parametrize("n", [11, 18, 30])
def test_what_a_draw_reports_is_so(draw, by, n):
    """Counts three rounds of every way anew, with teams of three."""
    event = entrants(tournament(n, "345"), "team", {
        number: f"T{number // 3}" for number in range(1, n + 1)})
    for number in (1, 2, 3):
        answer = draw(event, number, by, number)
        assert reported(answer) == worth(event, answer["tables"])
        score(sit(event, answer["tables"]), {
            player: player * number % 5 for player in range(1, n + 1)})


def test_one_who_keeps_the_last_table_sits_at_three_again(draw):
    """Keeps 7 at the last table, which is the one of three: a turn again, whatever is tried."""
    event = entrants(tournament(59), "table", {7: 99})
    sit(event, draw(event, 1)["tables"])
    assert reported(draw(event, 2)) == (0, 1, 0)


# --- what cannot be drawn -----------------------------------------------------------------------


@pytest.mark.parametrize("number, by, seed", [
    (0, "lot", 1), (3, "lot", 1), (7, "lot", 1), (-1, "lot", 1), ("x", "lot", 1), (2, "hand", 1),
    (2, "zufall", 1), (2, "lot", -1), (2, "lot", 10 ** 9), (2, "lot", "x"), (2, "lot", "1.5")])
def test_what_cannot_be_drawn_is_said_in_a_line(run, number, by, seed):
    """Round 1 of six is drawn: only round 2 can be, or round 1 again; not by hand."""
    done = run(sit(tournament(8), [[1, 2, 3, 4], [5, 6, 7, 8]]), number, by, seed)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1 and "Traceback" not in done.err


def test_a_tournament_that_is_not_there_is_said_in_a_line(tmp_path):
    file = tmp_path / "turnier.json"
    file.write_text(json.dumps({"format": "scorepad/1", "tournaments": [tournament(8)]}), "utf-8")
    done = call("draw", file, "--tournament", "Other", "--round", 1, "--by", "lot")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)


def test_a_round_after_the_last_cannot_be_drawn(run):
    """Two of two rounds are drawn."""
    event = tournament(8, rounds=2)
    for _ in range(2):
        sit(event, [[1, 2, 3, 4], [5, 6, 7, 8]])
    done = run(event, 3, "lot")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert run(event, 2, "lot").code == 0


def test_a_fault_in_the_file_is_said_with_its_place(run):
    done = run(sit(tournament(8), [[1, 2, 3, 4], [5, 6, 7, 7]]), 1, "lot")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("tournaments[0].draws[0].tables") and done.err.count("\n") == 1


def test_a_document_on_standard_input_is_drawn():
    """Asks with `-`, as `replay` does."""
    document = json.dumps({"format": "scorepad/1", "tournaments": [tournament(8)]})
    done = start("draw", "-", "--tournament", "Turnier", "--round", 1, "--by", "lot", "--seed", 1,
                 stdin=document.encode())
    assert (done.code, done.err) == (0, "")
    assert everybody(json.loads(done.out)["tables"]) == list(range(1, 9))
