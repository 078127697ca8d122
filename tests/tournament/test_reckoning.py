"""Rankings, money, teams and championships: what was worked out by hand, and random documents
against the reckoning written apart."""

import json
from random import Random

import pytest

from scorepad import document
from scorepad.document import result
from scorepad.tournament.cash import by_weights, cost_of_lost
from scorepad.tournament.drawing import sizes_of
from scorepad.tournament.facts import Championship, Key, Step, Strike
from scorepad.tournament.standing import ranked, struck_of
from tests.oracle.random_tournaments import made
from tests.oracle.tournament import reckon

PREISSKAT = {
    "name": "Preisskat", "date": "2026-11-27", "game": "skat",
    "rules": {"liste": "seeger-fabian"}, "rounds": 2, "hands_at": {"4": 48, "3": 36},
    "ranking": ["total", "lot"], "teams": {"best": 2},
    "money": {"startgeld": "10.00", "seriengeld": "1.00", "gifts": "5.00",
              "verlustspiel": [{"from": 1, "amount": "0.50"}, {"from": 4, "amount": "1.00"}],
              "prizes": [{"of": "total", "percent": 60, "weights": [5, 3, 2]},
                         {"of": "table", "round": 1, "amounts": ["2.00"]}]},
    "entrants": [{"number": number, "name": name, **more} for number, name, more in (
        (1, "Anne", {"team": "A"}), (2, "Bert", {}), (3, "Cem", {"team": "A"}), (4, "Dora", {}),
        (5, "Emil", {}), (6, "Frida", {}), (7, "Gerry", {}))],
    "replaced": [{"number": 7, "round": 1, "hand": 13, "name": "Zoe"}],
    "draws": [{"round": 1, "by": "lot", "seed": 4711, "tables": [[1, 4, 6, 2], [3, 7, 5]]}],
    "lists": [
        {"round": 1, "table": 1, "hands": [
            {"eingepasst": True},
            {"spiel": "karo", "spieler": "Anne", "spitzen": 1, "stufe": "verloren"}],
         "ended": True, "written_by": 1, "confirmed_by": 4},
        {"round": 1, "table": 2, "figures": [
            {"number": 3, "points": 843, "won": 11, "lost": 2},
            {"number": 7, "points": -20, "won": 0, "lost": 2},
            {"number": 5, "points": 100, "won": 3, "lost": 0}]}],
    "penalties": [{"round": 1, "number": 5, "points": -50}],
    "payments": [{"number": 3, "amount": "-11.00"}]}


def answered(*tournaments, championships=()):
    """The program's answer to a document with these tournaments."""
    raw = {"format": "scorepad/1", "tournaments": tournaments, "championships": championships}
    book, sheets = document.replayed(json.dumps(raw).encode())
    return json.loads(b"".join(result.json_pieces(book, sheets)))


def test_an_evening_that_was_worked_out_by_hand():
    """Cem: 843 + 50 · (11 − 2) + 40 · 2 (Gerry's) = 1373. Emil: 100 + 50 · 3 + 40 · 4 − 50 = 360.
    Gerry: −20 − 50 · 2 + 40 · 2 = −40. Anne: −2 · 18 − 50 = −86, the others at her table 30 each.

    The pot: 7 · 10.00 + 7 · 1.00 + 5.00 + 0.50 · (2 + 2 + 1) = 84.50, of which 60 percent are
    50.70: 25.35, 15.21 and 10.14 for the third place, shared by three: 3.38 each. Each table has
    2.00; at table 1 three share it: 0.67, 0.67, 0.66, the odd cents to the smallest numbers."""
    [told] = answered(PREISSKAT)["tournaments"]
    assert [(row["place"], row["name"], row["points"]) for row in told["ranking"]] == [
        (1, "Cem", 1373), (2, "Emil", 360), (3, "Bert", 30), (3, "Dora", 30), (3, "Frida", 30),
        (6, "Gerry", -40), (7, "Anne", -86)]
    cem, emil, bert, dora, frida, gerry, anne = told["ranking"]
    assert (cem["fees"], cem["prize"], cem["paid"]) == (1200, 2735, -1100)
    assert (gerry["fees"], anne["fees"], emil["fees"]) == (1200, 1150, 1100)
    assert (emil["prize"], bert["prize"], dora["prize"], frida["prize"]) == (
        1521, 338 + 67, 338 + 67, 338 + 66)
    assert cem["rounds"] == [1373, None] and (cem["won"], cem["lost"]) == (11, 2)
    assert gerry["hands"] == {"Gerry": 12, "Zoe": 24} and anne["hands"] == {"Anne": 2}
    cash = told["cash"]
    assert (cash["startgeld"], cash["seriengeld"], cash["verlustspiel"], cash["gifts"]) == (
        7000, 700, 250, 500)
    assert (cash["pot"], cash["rest"], cash["box"]) == (8450, 8450 - 5070 - 400, -1100)
    assert told["teams"] == [{"place": 1, "team": "A", "points": 1373 - 86, "numbers": [3, 1]}]
    assert told["open"] == []


@pytest.mark.parametrize(("lost", "cents"), [
    (0, 0), (1, 50), (3, 150), (4, 250), (6, 450)])
def test_lost_games_cost_by_steps(lost, cents):
    """0.50 for the first to the third, 1.00 from the fourth on."""
    assert cost_of_lost(lost, (Step(1, 50), Step(4, 100))) == cents


@pytest.mark.parametrize(("cents", "weights", "shares"), [
    (5040, (5, 3, 2), [2520, 1512, 1008]),
    (100, (1, 1, 1), [34, 33, 33]),
    (101, (2, 1), [67, 34]),  # 67.33 and 33.67: the larger remainder has the odd cent
    (0, (1,), [0]), (7, (), [])])
def test_a_share_of_the_pot_by_weights(cents, weights, shares):
    assert by_weights(cents, weights) == shares


@pytest.mark.parametrize(("count", "allowed", "sizes"), [
    (8, (3, 4), (4, 4)), (9, (3, 4), (3, 3, 3)), (9, (3, 4, 5), (4, 5)), (10, (3, 4), (4, 3, 3)),
    (13, (4, 5), (4, 4, 5)), (6, (3, 4, 5), (3, 3)), (5, (3, 4), None), (7, (4,), None)])
def test_the_sizes_of_tables(count, allowed, sizes):
    assert sizes_of(count, allowed) == sizes


def test_a_lot_parts_a_tie_only_if_all_of_it_was_drawn():
    def same(key, number):
        return 0

    assert ranked([1, 2, 3], (Key.LOT,), same, (3, 1, 2)) == [(1, 3), (2, 1), (3, 2)]
    assert ranked([1, 2, 3], (Key.LOT,), same, (3, 1)) == [(1, 1), (1, 2), (1, 3)]


@pytest.mark.parametrize(("results", "struck"), [(29, 0), (30, 1), (34, 1), (35, 2), (40, 3)])
def test_one_result_is_struck_from_thirty_on_and_one_for_each_five_beyond(results, struck):
    assert struck_of(Championship("2026", (), strike=Strike(5, 30)), results) == struck


def test_random_tournaments_agree_with_the_reckoning_written_apart(request):
    for seed in range(2_000 if request.config.getoption("--full") else 60):
        raw = made(Random(seed))
        answer = answered(*raw["tournaments"], championships=raw["championships"])
        wanted = json.loads(json.dumps(reckon(raw)))
        for key in wanted:
            assert answer.get(key, []) == wanted[key], f"seed {seed}"
