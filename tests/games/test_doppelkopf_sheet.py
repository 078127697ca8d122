"""Sheets of Doppelkopf by the tournament rules: who deals, Böcke, Pflichtsoli, the end, money."""

import json

import pytest

from scorepad import document
from scorepad.document import result
from scorepad.games.game import Unreadable
from scorepad.games.turnier.hand import TurnierRules

FOUR = ["A", "B", "C", "D"]
PLAIN = {"re": ["A", "B"], "augen": 130}  # 1
LOST = {"re": ["A", "B"], "augen": 100, "ansagen": {"re": "ja"}}  # 1 + 2 + 1 for Kontra
SPLIT = {"re": ["A", "B"], "augen": 120, "ansagen": {"re": "ja"}}  # the same
NULL = {"re": ["A", "B"], "augen": 130, "fuchs": ["kontra"]}
SOLO = {"spiel": "damen-solo", "re": ["A"], "augen": 130}
BOTH_FAILED = {"re": ["A", "B"], "augen": 100, "ansagen": {"re": "U6", "kontra": "U6"}}  # -1


def answer(hands, rules=None, players=FOUR, **sheet):
    raw = {"format": "scorepad/1", "evenings": [{"date": "2026-11-20", "sheets": [
        {"game": "doppelkopf", "players": players, "rules": rules or {}, "hands": hands,
         **sheet}]}]}
    book = document.read(json.dumps(raw).encode())
    answer = json.loads(b"".join(result.json_pieces(book, document.score(book))))
    return answer["evenings"][0]["sheets"][0]


def replayed(hands, rules=None):
    """The faults of a sheet by their hand, from 1."""
    raw = {"format": "scorepad/1", "evenings": [{"date": "2026-11-20", "sheets": [
        {"game": "doppelkopf", "players": FOUR, "rules": rules or {}, "hands": hands}]}]}
    with pytest.raises(Unreadable) as caught:
        document.replayed(json.dumps(raw).encode())
    return [(place[5] + 1, *place[6:], str(message)) for place, message in caught.value.problems]


def factors(hands, **rules):
    return [hand["factor"] for hand in answer(hands, {"bock": ["re-verloren"], **rules})["hands"]]


# --- Böcke ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason, hand", [
    ("herzstich", {**PLAIN, "herzstich": True}), ("120", SPLIT), ("nullspiel", NULL),
    ("re-verloren", LOST), ("kontra-verloren", {**PLAIN, "ansagen": {"kontra": "ja"}}),
    ("solo-verloren", {**SOLO, "augen": 119})])
def test_a_reason_on_the_list_starts_a_bockrunde(reason, hand):
    by = answer([hand, *[PLAIN] * 5], {"bock": [reason]})
    assert [each["factor"] for each in by["hands"]] == [1, 2, 2, 2, 2, 1]
    others = {"120", "nullspiel", "re-verloren", "kontra-verloren", "solo-verloren"} - {reason}
    if reason != "herzstich":
        came = answer([hand, PLAIN], {"bock": sorted(others)})["hands"][1]["factor"]
        assert came == (2 if hand == SPLIT else 1)  # Re was announced and lost, too


NAMED = {"bock_namen": "Schweinchen, Herz Ass, Schweinchen,"}


def test_reasons_that_the_table_has_named_start_bockrunden():
    """A round of four is double after one of them; two of them are two reasons."""
    one = answer([{**PLAIN, "gruende": ["Schweinchen"]}, *[PLAIN] * 5], NAMED)
    assert [each["factor"] for each in one["hands"]] == [1, 2, 2, 2, 2, 1]
    two = answer([{**PLAIN, "gruende": ["Herz Ass", "Schweinchen"]}, PLAIN],
                 {**NAMED, "bock_per_hand": "each", "bock_stack": "stack"})
    assert [each["factor"] for each in two["hands"]] == [1, 4]
    assert replayed([{**PLAIN, "gruende": ["Fuchs"]}], NAMED) == [
        (1, "gruende", 0, "Fuchs is not one of: Schweinchen, Herz Ass")]
    assert replayed([PLAIN, {**PLAIN, "gruende": ["Schweinchen"] * 2}], NAMED)[0][:3] \
        == (2, "gruende", 1)
    assert replayed([{**PLAIN, "gruende": [1]}], NAMED)[0][-1] == "is not a name in quotes"


def test_nothing_starts_one_that_nobody_won_or_that_is_not_listed():
    assert [hand["factor"] for hand in answer([LOST, PLAIN])["hands"]] == [1, 1]
    assert factors([BOTH_FAILED, PLAIN]) == [1, 1]


def test_a_bock_doubles_everything_or_all_but_the_sonderpunkte():
    hands = [LOST, {**PLAIN, "fuchs": ["re"], "augen": 151}, BOTH_FAILED]
    rules = {"bock": ["re-verloren"]}
    assert [hand["points"]["A"] for hand in answer(hands, rules)["hands"]] == [-4, 6, -2]
    assert [hand["points"]["A"] for hand in answer(
        hands, {**rules, "bock_covers": "value"})["hands"]] == [-4, 5, -2]


def test_new_boecke_follow_or_run_alongside_or_count_nothing():
    hands = [LOST, PLAIN, LOST, *[PLAIN] * 7]
    assert factors(hands) == [1, 2, 2, 2, 2, 2, 2, 2, 2, 1]
    assert factors(hands, bock_stack="stack") == [1, 2, 2, 4, 4, 2, 2, 1, 1, 1]
    assert factors(hands, bock_stack="ignore") == [1, 2, 2, 2, 2, 1, 1, 1, 1, 1]
    last = [LOST, PLAIN, PLAIN, PLAIN, LOST, PLAIN]  # in the last hand of a round
    assert factors(last, bock_stack="ignore") == [1, 2, 2, 2, 2, 1]


def test_one_bockrunde_a_hand_or_one_for_each_reason():
    hands, reasons = [SPLIT, *[PLAIN] * 5], ["120", "re-verloren"]
    assert factors(hands, bock=reasons, bock_hands=2) == [1, 2, 2, 1, 1, 1]
    each = {"bock": reasons, "bock_hands": 2, "bock_per_hand": "each"}
    assert factors(hands, **each) == [1, 2, 2, 2, 2, 1]
    assert factors(hands, **each, bock_stack="stack") == [1, 4, 4, 1, 1, 1]
    assert factors(hands, **each, bock_stack="ignore") == [1, 2, 2, 2, 2, 1]


def test_a_bockrunde_lasts_as_many_hands_as_there_are_players():
    five = [*FOUR, "E"]
    by = answer([{**LOST, "re": ["B", "C"]}, {**PLAIN, "voided": True},
                 {"re": ["C", "D"], "augen": 130}], {"bock": ["re-verloren"]}, five)
    assert [hand["factor"] for hand in by["hands"]] == [1, 1, 2]
    assert by["bock_left"] == 4


@pytest.mark.parametrize("said, fault", [
    ("120", "is not a list in brackets"), (None, "is not a list in brackets"),
    (["120", "120"], "names 120 a second time"),
    (["120", 120], "120 is not one of: herzstich, 120, nullspiel, re-verloren, kontra-verloren, "
                   "solo-verloren")])
def test_what_cannot_be_such_a_list(said, fault):
    with pytest.raises(Unreadable) as caught:
        TurnierRules.read({"bock": said})
    assert [(each.place, str(each.message)) for each in caught.value.problems] \
        == [(("bock",), fault)]


def test_a_list_is_kept_in_the_order_of_its_choices():
    rules = TurnierRules.read({"bock": ["solo-verloren", "120"]})
    assert rules.bock == ("120", "solo-verloren")
    assert rules.written() == {"bock": ["120", "solo-verloren"]}
    assert TurnierRules.read({"bock": []}) == TurnierRules()


# --- seats, Pflichtsoli, the end ------------------------------------------------------------------


def test_of_five_the_dealer_sits_out_and_six_are_refused():
    by = answer([{"re": ["B", "C"], "augen": 130}], players=[*FOUR, "E"], first_dealer="A")
    assert by["hands"][0]["active"] == ["B", "C", "D", "E"]
    assert by["next"] == {"dealer": "B", "active": ["A", "C", "D", "E"], "chosen_by": None}
    with pytest.raises(Unreadable) as caught:
        answer([], players=[*FOUR, "E", "F"])
    assert str(caught.value.problems[0].message) == "Doppelkopf needs 4 to 5 players, not 6"


def test_after_a_pflichtsolo_the_same_player_deals_again_unless_it_was_forced():
    owed, forced = {**SOLO, "pflicht": True}, {**SOLO, "re": ["B"], "pflicht": True,
                                               "vorgefuehrt": True}
    by = answer([SOLO, owed, forced, PLAIN], {"pflichtsolo": 1}, first_dealer="A")
    assert [hand["dealer"] for hand in by["hands"]] == ["A", "B", "B", "C"]
    assert by["pflicht_offen"] == {"A": 0, "B": 0, "C": 1, "D": 1}
    assert "pflicht_offen" not in answer([SOLO])


def test_a_pflichtsolo_more_than_are_owed_is_refused():
    owed = {**SOLO, "pflicht": True}
    assert replayed([owed, {**owed, "voided": True}, owed], {"pflichtsolo": 1}) \
        == [(3, "pflicht", "A owes no more solos")]
    assert answer([{**owed, "voided": True}, owed], {"pflichtsolo": 1})["pflicht_offen"]["A"] == 0


def test_solos_can_become_a_duty_in_the_middle_of_a_sheet():
    first = {**SOLO, "pflicht": True, "rules": {"pflichtsolo": 1}}
    again = {**SOLO, "pflicht": True}
    assert replayed([SOLO, first, PLAIN, again]) == [(4, "pflicht", "A owes no more solos")]
    none, one = {**PLAIN, "rules": {}}, {**PLAIN, "rules": {"pflichtsolo": 1}}
    assert replayed([first, none, one, again]) \
        == [(4, "pflicht", "A owes no more solos")]


def test_it_is_over_after_the_hands_agreed_on():
    by = answer([PLAIN, {**PLAIN, "voided": True}, PLAIN], {"hands": 2}, rate="0.10")
    assert by["next"] is None and by["matches"] == [
        {"first_hand": 1, "last_hand": 3, "winner": None, "loser": None,
         "payout": {"A": 20, "B": 20, "C": -20, "D": -20}}]
    [(number, said)] = replayed([PLAIN, PLAIN], {"hands": 1})
    assert number == 2 and "comes after the end" in said


# --- money ----------------------------------------------------------------------------------------


def test_points_are_money_at_the_rate():
    """Three won solos of A: 9, −3, −3, −3."""
    by = answer([SOLO] * 3, rate="0.05")
    assert by["payout"] == {"A": 45, "B": -15, "C": -15, "D": -15}


@pytest.mark.parametrize("factor, points, payout", [
    (3, [3, -1, -1, -1], [30, -10, -10, -10]), (2, [2, -1, -1, -1], [23, -7, -8, -8]),
    (1, [1, -1, -1, -1], [15, -5, -5, -5])])
def test_with_another_factor_a_solo_is_made_even(factor, points, payout):
    """At factor 2 they sum to −1, a quarter of which is −0.25: 2.25 and three times −0.75, at 10 so
    22.5 and −7.5. Rounded down that leaves two cents, for A and B, who sit first."""
    by = answer([SOLO], {"solo_faktor": factor}, rate="0.10")
    assert [*by["totals"].values()] == points
    assert [*by["payout"].values()] == payout


def test_who_sat_out_has_no_part_in_making_it_even():
    by = answer([{**SOLO, "re": ["B"]}, {"re": ["A", "C"], "augen": 130}], {"solo_faktor": 1},
                [*FOUR, "E"], first_dealer="A", rate="0.02")
    assert by["totals"] == {"A": 1, "B": 1, "C": 0, "D": -2, "E": -2}
    # B 1 + 0.5, C, D, E −1 + 0.5; then A and C 1, D and E −1
    assert by["payout"] == {"A": 2, "B": 3, "C": 1, "D": -3, "E": -3}


def test_a_bock_makes_the_quarter_twice_as_large():
    by = answer([LOST, SOLO], {"solo_faktor": 1, "bock": ["re-verloren"]}, rate="0.01")
    assert by["totals"] == {"A": -2, "B": -6, "C": 2, "D": 2}
    assert by["payout"] == {"A": -1, "B": -5, "C": 3, "D": 3}
