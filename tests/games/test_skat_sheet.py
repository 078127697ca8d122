"""Whole sheets of Skat: Bock- and Ramschrunden, how a list ends, and what it pays.

"rules" is how this project reads them; figures are worked out by hand.
"""

import pytest

from scorepad.games.skat import SKAT
from scorepad.games.skat.options import SkatRules
from tests.games.sheets import answered, column, faults

THREE = ("A", "B", "C")
SIXTY = {"spiel": "karo", "spieler": "A", "spitzen": 1, "augen": 60}
WON = {"spiel": "karo", "spieler": "A", "spitzen": 1, "augen": 61}
GRAND_HAND = {"spiel": "grand", "spieler": "A", "spitzen": 1, "hand": True, "augen": 61}
RAMSCH = {"augen": {"A": 66}}
PASSED = {"eingepasst": True}


def sheet(*hands, **keys):
    return answered("skat", THREE, *hands, **keys)


def by(**rules):
    return {"rules": {"bock": ["60:60"], "bock_hands": 2, **rules}}


# --- Böcke ------------------------------------------------------------------------------------

FACTORS = [
    # source, hands, rules, factors, Bock hands left, Ramsch hands left
    ("Common, the hand after", (SIXTY, WON, WON, WON), {}, [1, 2, 2, 1], 0, 0),
    ("Common, as many as players", (SIXTY, WON), {"bock_hands": None}, [1, 2], 2, 0),
    ("Common, at the end", (SIXTY, SIXTY, WON), {}, [1, 2, 2], 2, 0),
    ("Common, beside", (SIXTY, SIXTY, WON), {"bock_stack": "stack"}, [1, 2, 4], 1, 0),
    ("Common, ignored", (SIXTY, SIXTY, WON, WON), {"bock_stack": "ignore"}, [1, 2, 2, 1], 0, 0),
    ("Common, one a hand", ({**GRAND_HAND, "augen": 60},), {"bock": ["60:60", "grand-hand"]},
     [1], 2, 0),
    ("Common, one for each", ({**GRAND_HAND, "augen": 60},),
     {"bock": ["60:60", "grand-hand"], "bock_per_hand": "each"}, [1], 4, 0),
    ("Common, a voided hand uses none up", (SIXTY, {**WON, "voided": True}, WON), {}, [1, 1, 2],
     1, 0),
    ("rules, all pass in a Bock", (SIXTY, PASSED), {}, [1, 2], 1, 0),
    ("rules, no reason was chosen", (SIXTY, WON), {"bock": []}, [1, 1], 0, 0),
    ("rules, Kontra that lost", ({**WON, "kontra": 1}, WON),
     {"bock": ["kontra-verloren"], "kontra": True}, [1, 2], 1, 0),
    ("rules, Kontra that won", ({**SIXTY, "kontra": 1}, WON),
     {"bock": ["kontra-verloren"], "kontra": True}, [1, 1], 0, 0),
    ("rules, Re", ({**SIXTY, "kontra": 2}, WON), {"bock": ["kontra-re"], "kontra": True}, [1, 2],
     1, 0),
    ("rules, Ramschrunden", (SIXTY, WON, WON, RAMSCH), {"ramschrunden": True}, [1, 2, 2, 1], 0, 1),
    ("rules, each Bockrunde has its own", (SIXTY, SIXTY), {"ramschrunden": True}, [1, 2], 3, 4),
    ("rules, a Grand Hand there starts none",
     (SIXTY, WON, WON, {**GRAND_HAND, "augen": 60}, RAMSCH, WON), {"ramschrunden": True},
     [1, 2, 2, 1, 1, 1], 0, 0),
]


@pytest.mark.parametrize("hands, rules, factors, bock, ramsch",
                         [pytest.param(*row, id=source) for source, *row in FACTORS])
def test_bockrunden(hands, rules, factors, bock, ramsch):
    answer = sheet(*hands, **by(**rules))
    assert column(answer, "factor") == factors
    assert (answer["bock_left"], answer["ramsch_left"]) == (bock, ramsch)


def test_a_bock_leaves_the_fifty_alone():
    answer = sheet(SIXTY, WON, **by(liste="seeger-fabian"))
    assert column(answer, "points") == [(-86, 40, 40), (86, 0, 0)]
    assert answer["hands"][1]["explain"] == "Karo mit 1, Spiel 2: 18 · 2 (Bock) + 50 → 86"


@pytest.mark.parametrize("hands, rules, number, sentence", [
    ((SIXTY, WON, WON, WON), {"ramschrunden": True}, 3, "this hand is a Ramsch or a Grand Hand"),
    ((SIXTY, WON, WON, PASSED), {"ramschrunden": True}, 3,
     "this hand is a Ramsch or a Grand Hand"),
    ((SIXTY, RAMSCH), {"ramschrunden": True}, 1, "Ramsch is played only after a Bockrunde"),
    ((WON, WON), {"hands": 1}, 1, "comes after the end: the match was over after 1 hand")])
def test_what_does_not_come_in_turn(hands, rules, number, sentence):
    assert faults("skat", THREE, *hands, **by(**rules)) == [(f"hands[{number}]", sentence)]


def test_no_sheet_holds_what_too_many_boecke_side_by_side_make_of_a_lost_game():
    """36 · 2 ** 35 is more than 10 ** 12."""
    hands = [SIXTY] * 40
    found = faults("skat", THREE, *hands, **by(bock_stack="stack", bock_hands=100))
    assert found[0] == ("hands[35]", f"counts {2 ** 35} times in the running Böcke: "
                                     "no sheet can hold that")


# --- how a list ends --------------------------------------------------------------------------


def test_a_list_is_over_after_the_hands_agreed_on():
    """0.5 cents a point: 18 · 2, and −18 from each of the others."""
    answer = sheet(WON, {**WON, "voided": True}, PASSED, rules={"hands": 2}, rate="0.005")
    assert answer["matches"] == [{"first_hand": 1, "last_hand": 3, "winner": None, "loser": None,
                                  "payout": {"A": 18, "B": -9, "C": -9}}]
    assert answer["next"] is None and answer["payout"] == {"A": 18, "B": -9, "C": -9}


def test_odd_cents_go_to_the_largest_remainders():
    """18 · 2 · 0.25 = 9 cents; −18 · 0.25 = −4.5, which is −5 first, and the first gets it back."""
    assert sheet(WON, rate="0.0025")["payout"] == {"A": 9, "B": -4, "C": -5}


def test_a_bierlachs_is_lost_by_the_lowest_alone_and_the_next_one_begins():
    """B and C have −36 together; then B alone falls lower."""
    answer = sheet(WON, WON, {**SIXTY, "spieler": "B"}, WON, ended=True, einsatz="0.50",
                   rules={"liste": "bierlachs", "limit": 36})
    assert column(answer, "totals") == [(0, -18, -18), (0, -36, -36), (0, -72, -36), (0, -18, -18)]
    assert answer["matches"] == [{"first_hand": 1, "last_hand": 3, "winner": None, "loser": "B",
                                  "payout": {"A": 50, "B": -100, "C": 50}}]
    assert answer["payout"] == {"A": 50, "B": -100, "C": 50} and answer["next"] is None


# --- who comes late ---------------------------------------------------------------------------

SUBSTITUTED = (
    {"spiel": "kreuz", "spieler": "A", "spitzen": 1, "stufe": "gewonnen"},
    {"spiel": "grand", "spieler": "B", "spitzen": 2, "ohne": True, "stufe": "verloren"},
    {"spiel": "null", "spieler": "C", "gewonnen": True},
    {"spiel": "pik", "spieler": "D", "spitzen": 1, "stufe": "schneider",
     "players": ["A", "B", "D"]},
    {"spiel": "herz", "spieler": "A", "spitzen": 1, "stufe": "verloren"})


def test_a_substitute_has_the_games_from_then_on_and_each_keeps_his_own():
    """ISkO 3.1.2, in a list of Seeger and Fabian: 24 + 50; −144 − 50 and 40 for A and C; 23 + 50;
    33 + 50 of D, in C's place; −40 − 50 and 40 for B and D, none for C any more."""
    answer = sheet(*SUBSTITUTED, rules={"liste": "seeger-fabian"})
    assert answer["totals"] == {"A": 24, "B": -154, "C": 113, "D": 123}
    assert column(answer, "points")[-1] == (-90, 40, 0, 40)
    assert column(answer, "dealer") == [*"ABCAB"]


def test_those_who_sit_together_settle_their_hands_and_nobody_else():
    """Hand by hand three times the own points less those of the three. A: 222 − 74, 120 + 114,
    −73, −83, −270 + 10. B: −74, −582 + 114, −73, −83, 120 + 10. C: −74, 234, 219 − 73.
    D: 249 − 83, 120 + 10."""
    answer = sheet(*SUBSTITUTED, rules={"liste": "seeger-fabian"}, rate="0.01")
    assert answer["payout"] == {"A": -34, "B": -568, "C": 306, "D": 296}


def test_who_comes_into_a_bierlachs_begins_with_nothing_and_is_paid_for_it():
    """B loses the first one, in which A, C and D sat, and the second, to which C never came."""
    answer = sheet(WON, {**WON, "players": ["A", "B", "D"]}, WON, {**SIXTY, "spieler": "B"},
                   einsatz="0.50", rules={"liste": "bierlachs", "limit": 36})
    assert column(answer, "totals")[:3] == [(0, -18, -18, 0), (0, -36, -18, -18), (0, -18, 0, -18)]
    assert [match["payout"] for match in answer["matches"]] == [
        {"A": 50, "B": -150, "C": 50, "D": 50}, {"A": 50, "B": -100, "C": 0, "D": 50}]


def test_a_table_of_three_becomes_one_of_four():
    """A fourth makes 30 of the 40 for a lost game (ISkO, Seeger-Fabian)."""
    lost = {"spiel": "karo", "spieler": "A", "spitzen": 1, "stufe": "verloren"}
    answer = sheet(lost, {**lost, "players": ["A", "B", "C", "D"]},
                   rules={"liste": "seeger-fabian"})
    assert column(answer, "points") == [(-86, 40, 40, 0), (-86, 30, 30, 30)]


@pytest.mark.parametrize("rules, fees", [
    ({}, [0, 0, 0, 0, 0, 0]),
    ({"verlustgeld": 50}, [0, 50, 100, 150, 200, 250]),
    ({"verlustgeld": 50, "verlustgeld_ab": 4}, [0, 50, 100, 150, 250, 350]),
    ({"verlustgeld": 50, "liste": "bierlachs"}, [0, 0, 0, 0, 0, 0])])
def test_a_lost_game_costs_something_and_from_one_on_twice_as_much(rules, fees):
    assert [SKAT.fee(SkatRules(**rules), lost) for lost in range(6)] == fees


# --- what a sheet cannot say --------------------------------------------------------------------


@pytest.mark.parametrize("keys, place, sentence", [
    ({"einsatz": "0.50"}, "einsatz", "is not a key that belongs here"),
    ({"rules": {"liste": "bierlachs"}, "rate": "0.01"}, "rate", "is not a key that belongs here"),
    ({"rules": {"liste": "bierlachs", "hands": 3}}, "rules.hands",
     "cannot be combined with Bierlachs"),
    ({"rules": {"bock_stack": "stack", "ramschrunden": True}}, "rules.ramschrunden",
     "cannot be combined with Böcke side by side"),
    ({"rules": {"bock": "60:60"}}, "rules.bock", "is not a list in brackets"),
    ({"rules": {"bock": ["60:60", "60:60"]}}, "rules.bock", "names 60:60 a second time"),
    ({"rules": {"spitzen_max": 5}}, "rules.spitzen_max", "5 is not one of: 11, 4"),
    ({"hands": [{"spiel": "skat", "spieler": "A"}]}, "hands[0].spiel",
     "skat is not one of: karo, herz, pik, kreuz, grand, null"),
    ({"hands": [{"gewonnen": True}]}, "hands[0].gewonnen", "is not a key that belongs here"),
    ({"hands": [{**WON, "stufe": None, "ansage": "U9"}]}, "hands[0].ansage",
     "U9 is not one of: schneider, schwarz")])
def test_what_a_sheet_cannot_say(keys, place, sentence):
    hands = keys.pop("hands", [])
    assert faults("skat", THREE, *hands, **keys) == [(place, sentence)]


def test_six_are_too_many():
    assert faults("skat", "ABCDEF") == [("players", "Skat needs 3 to 5 players, not 6")]


def test_a_list_stays_with_its_kind_of_money():
    """The rules of a later hand cannot turn it into a Bierlachs."""
    answer = sheet(WON, {**WON, "rules": {"liste": "bierlachs"}}, rate="0.01")
    assert column(answer, "points") == [(18, 0, 0), (18, 0, 0)]


@pytest.mark.parametrize("ended", [False, True])
def test_penalties_are_paid_on_a_list_that_ends_without_a_hand(ended):
    answer = sheet({"strafe": "A", "punkte": 10}, rate="0.01", ended=ended)
    assert answer["payout"] == {"A": -20, "B": 10, "C": 10}
