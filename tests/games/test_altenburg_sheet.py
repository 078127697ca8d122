"""A sheet of Doppelkopf: who sits out, who deals when people come and go, and Böcke.

Sources: S2 is the house rules of the Altenburg club, by their headings; "rules" is how this
project reads them.
"""

import pytest

from scorepad.games.game import Duties, Table
from tests.games.altenburg_table import GAME
from tests.games.sheets import answered, column, faults

ID = "doppelkopf-altenburg"
SEVEN = "ABCDEFG"

# --- who plays --------------------------------------------------------------------------------

SIT_OUT = [
    # source, how many, dealer, option, who sits out
    ("S2, Blatt 1, of four nobody", 4, "C", {}, ""),
    ("S2, Blatt 2, of five the dealer", 5, "A", {}, "A"),
    ("S2, Blatt 2, of five the dealer", 5, "E", {}, "E"),
    ("S2, Blatt 3, of six those beside", 6, "C", {}, "BD"),
    ("S2, Blatt 3, of six those beside, round the end", 6, "F", {}, "AE"),
    ("S2, Blatt 3, of six those beside, round the end", 6, "A", {}, "BF"),
    ("S2, Blatt 4, of seven the one opposite too", 7, "A", {}, "BDG"),
    ("rules, opposite is the third", 7, "E", {"opposite": "third"}, "ADF"),
    ("rules, opposite is the fourth", 7, "A", {"opposite": "fourth"}, "BEG"),
    ("rules, opposite is the fourth", 7, "E", {"opposite": "fourth"}, "BDF"),
]


@pytest.mark.parametrize("count, dealer, rules, out",
                         [pytest.param(*row, id=f"{source}, {row[1]}") for source, *row in SIT_OUT])
def test_who_sits_out(count, dealer, rules, out):
    seats = tuple(range(count))
    active = GAME.active(seats, SEVEN.index(dealer), GAME.rules(**rules))
    assert "".join(SEVEN[seat] for seat in active) == "".join(
        name for name in SEVEN[:count] if name not in out)


def test_who_sits_out_goes_by_where_they_sit_and_not_by_the_roster():
    assert GAME.active((5, 2, 0, 4, 1, 3), 0, GAME.rules()) == (5, 0, 1, 3)


@pytest.mark.parametrize("count, dealer, cuts, leads", [
    (4, 0, 1, 1), (4, 3, 0, 0), (5, 0, None, 1), (5, 4, None, 0), (6, 0, 1, 2), (6, 5, 0, 1),
    (7, 0, 1, 2)])
def test_who_cuts_and_who_leads(count, dealer, cuts, leads):
    """S2, Blatt: of four who gets the first cards cuts, of five nobody, else one who sits out."""
    seats, rules = tuple(range(count)), GAME.rules()
    active = GAME.active(seats, dealer, rules)
    assert GAME.duties(Table(tuple(SEVEN[:count]), seats, dealer, active, rules)) \
        == Duties(cuts, leads)


def plain(re, **more):
    """Ten points for Re, and no Böcke."""
    return {"re": list(re), "augen": 131, **more}


def lost(re, **more):
    """A lost Ansage: 40 points for Kontra, and Böcke."""
    return {"re": list(re), "augen": 119, "ansagen": {"re": "ja"}, **more}


def sheet(count, *hands, **keys):
    return answered(ID, SEVEN[:count], *hands, **keys)


def test_the_active_four_can_be_named_and_only_they_write():
    answer = sheet(6, plain("AB"[::-1], aktive=list("ABCD"), dealer="E"), plain("BC"))
    assert column(answer, "active") == [list("ABCD"), list("BCDF")]
    assert column(answer, "points") == [(10, 10, -10, -10, 0, 0), (0, 10, 10, -10, 0, -10)]
    assert answer["next"] == {"dealer": "A", "active": list("ACDE"), "chosen_by": None}


SEATINGS = [
    # what happens at the second hand, who deals it and the third; A has dealt the first of five
    ("nothing", {}, "BC"),
    ("a late-comer at the end", {"players": list("ABCDEF")}, "BC"),
    ("a late-comer left of the dealer deals", {"players": list("AFBCDE")}, "FB"),
    ("somebody leaves", {"players": list("ABCE")}, "BC"),
    ("who was to deal leaves", {"players": list("ACDE")}, "CD"),
    ("the last dealer leaves", {"players": list("BCDE")}, "BC"),
    ("the last dealer leaves, the others swap", {"players": list("EDCB")}, "BE"),
    ("the last dealer and the next leave", {"players": list("CDEF")}, "CD"),
    ("one goes, one comes in his place", {"players": list("AFCDE")}, "FC"),
    ("two swap", {"players": list("ACBDE")}, "CB"),
    ("a late-comer is named", {"players": list("ABCDEF"), "dealer": "F"}, "FA"),
    ("somebody who stays is named", {"dealer": "D"}, "DE"),
]


@pytest.mark.parametrize("second, dealers",
                         [pytest.param(*row, id=case) for case, *row in SEATINGS])
def test_who_deals_when_people_come_and_go(second, dealers):
    answer = sheet(5, plain("BC"), {**plain("CD"), **second, "aktive": ["C", "D", *[
        name for name in second.get("players", "ABCDE") if name not in "CD"][:2]]}
        if set("CD") <= set(second.get("players", "ABCDE"))
        else {**plain(second["players"][:2]), **second, "aktive": list(second["players"])})
    assert column(answer, "dealer") + [answer["next"]["dealer"]] == ["A", *dealers]


def test_a_late_comer_has_a_column_from_the_first_hand_on():
    answer = sheet(4, plain("AB"), plain("AE", players=list("AECD")),
                   plain("AB", players=list("ABCD")))
    assert column(answer, "points") == [(10, 10, -10, -10, 0), (10, 0, -10, -10, 10),
                                        (10, 10, -10, -10, 0)]
    assert list(answer["totals"]) == list("ABCDE") and answer["totals"]["E"] == 10


def test_a_new_seating_after_a_voided_hand_leaves_the_deal():
    answer = sheet(5, plain("BC", voided=True), plain("BC", players=list("EDCBA")))
    assert column(answer, "dealer") == ["A", "A"] and answer["next"]["dealer"] == "E"


def test_who_sits_next_decides_who_plays_next():
    answer = sheet(5, plain("BC"), next_players=list("AGBCDE"), next_dealer="C")
    assert answer["next"] == {"dealer": "C", "active": list("AGCE"), "chosen_by": None}


# --- Böcke ------------------------------------------------------------------------------------

TRIGGERS = [
    # S2, Böcke, and Berechnungen 5 and 6: a hand, and how many reasons for Böcke it gives
    ("nothing", plain("AB"), 0), ("a kept Re", plain("AB", ansagen={"re": "ja"}), 0),
    ("a lost Re", lost("AB"), 1), ("a lost Kontra", plain("AB", ansagen={"kontra": "ja"}), 1),
    ("a lost U9", plain("AB", ansagen={"re": "U9"}), 1),
    ("a reply that is kept", plain("AB", ansagen={"re": "U9", "kontra": "ja"}), 1),
    ("both failed", plain("AB", ansagen={"re": "U9", "kontra": "U9"}, entscheid={"sieger": None}),
     1),
    ("a lost solo", {"spiel": "ober-solo", "re": ["A"], "augen": 100}, 1),
    ("a solo won", {"spiel": "ober-solo", "re": ["A"], "augen": 130}, 0),
    ("a lost Stille Hochzeit", {"spiel": "stille-hochzeit", "re": ["A"], "augen": 100}, 1),
    ("a lost Ansage and a lost solo",
     {"spiel": "ober-solo", "re": ["A"], "augen": 100, "ansagen": {"re": "U6"}}, 2),
    ("an Ansage lost against a solo",
     {"spiel": "ober-solo", "re": ["A"], "augen": 130, "ansagen": {"kontra": "U6"}}, 1),
    ("120 to 120", {"re": ["A", "B"], "augen": 120}, 1),
    ("120 to 120, an Ansage", {"re": ["A", "B"], "augen": 120, "ansagen": {"re": "ja"}}, 2),
    ("120 to 120, both", {"re": ["A", "B"], "augen": 120, "ansagen": {"re": "ja", "kontra": "ja"}},
     2),
    ("120 to 120 in a solo", {"spiel": "ober-solo", "re": ["A"], "augen": 120}, 2),
    ("120 to 120 in a solo with an Ansage",
     {"spiel": "ober-solo", "re": ["A"], "augen": 120, "ansagen": {"re": "U6"}}, 3),
    ("Falschspiel is the only reason",
     {"spiel": "ober-solo", "re": ["A"], "falschspiel": "A", "ansagen": {"re": "U6"}}, 1),
]


@pytest.mark.parametrize("hand, reasons", [pytest.param(*row, id=case) for case, *row in TRIGGERS])
def test_what_böcke_are_for(hand, reasons):
    assert sheet(4, hand)["bock_left"] == 4 * min(1, reasons)
    assert sheet(4, hand, rules={"bock_per_hand": "each"})["bock_left"] == 4 * reasons
    assert sheet(4, hand, rules={"bock_effect": "none"})["bock_left"] == 0


def test_an_ansage_kept_because_kontra_wins_at_120_is_no_reason():
    hand = {"re": ["A", "B"], "augen": 120, "ansagen": {"kontra": "ja"}}
    wins = {"split": "kontra-wins", "bock_per_hand": "each"}
    assert sheet(4, hand, rules=wins)["bock_left"] == 4
    assert sheet(4, {**hand, "ansagen": {"re": "ja"}}, rules=wins)["bock_left"] == 8


RUNS = [
    # rules, hands in turn (L starts Böcke, . does not, v is voided, V is a voided L),
    # their factors, hands left
    ("the next four", {}, "L.....", [1, 2, 2, 2, 2, 1], 0),
    ("still running", {}, "L..", [1, 2, 2], 2),
    ("appended", {}, "L.L.....", [1, 2, 2, 2, 2, 2, 2, 2], 1),
    ("appended at once", {}, "LL", [1, 2], 7),
    ("appended to the last", {"bock_hands": 1}, "LLL..", [1, 2, 2, 2, 1], 0),
    ("stacked", {"bock_stack": "stack"}, "L.L.....", [1, 2, 2, 4, 4, 2, 2, 1], 0),
    ("stacked thrice", {"bock_stack": "stack"}, "LLL..", [1, 2, 4, 8, 8], 2),
    ("so many hands", {"bock_hands": 2}, "L...", [1, 2, 2, 1], 0),
    ("voided hands use none", {}, "Lv.v..", [1, 1, 2, 1, 2, 2], 1),
    ("voided hands start none", {}, "V.", [1, 1], 0),
    ("no effect", {"bock_effect": "none"}, "LL..", [1, 1, 1, 1], 0),
]


@pytest.mark.parametrize("rules, hands, factors, left",
                         [pytest.param(*row, id=case) for case, *row in RUNS])
def test_how_böcke_run(rules, hands, factors, left):
    kinds = {"L": lost("AB"), ".": plain("AB"), "v": plain("AB", voided=True),
             "V": lost("AB", voided=True)}
    answer = sheet(4, *[kinds[kind] for kind in hands], rules=rules)
    assert column(answer, "factor") == factors and answer["bock_left"] == left
    for_re = {"L": -40, ".": 10, "v": 0, "V": 0}
    assert [hand["points"]["A"] for hand in answer["hands"]] == [
        for_re[kind] * factor for kind, factor in zip(hands, factors)]


@pytest.mark.parametrize("stack, factors, left", [
    ("append", [1, 2, 2, 2], 5), ("stack", [1, 4, 4, 4], 1)])
def test_two_reasons_in_one_hand(stack, factors, left):
    twice = {"re": ["A", "B"], "augen": 120, "ansagen": {"re": "ja"}}
    answer = sheet(4, twice, *[plain("AB")] * 3,
                   rules={"bock_per_hand": "each", "bock_stack": stack})
    assert (column(answer, "factor"), answer["bock_left"]) == (factors, left)


@pytest.mark.parametrize("covers, points", [("all", 40), ("value", 30)])
def test_what_a_bock_doubles(covers, points):
    answer = sheet(4, lost("AB"), plain("AB", fuchs=["re"]), rules={"bock_covers": covers})
    assert column(answer, "points")[1] == (points, points, -points, -points)


def test_a_bockrunde_is_as_long_as_the_table_was_when_it_began():
    answer = sheet(5, lost("BC"), plain("AC", players=list("ABCD")))
    assert answer["bock_left"] == 4
    answer = sheet(5, plain("BC"), lost("AC", players=list("ABCD")))
    assert answer["bock_left"] == 4


def test_correcting_an_earlier_hand_recounts_the_böcke():
    later = [plain("AB")] * 3
    assert column(sheet(4, lost("AB"), *later), "factor") == [1, 2, 2, 2]
    assert column(sheet(4, plain("AB"), *later), "factor") == [1, 1, 1, 1]
    assert column(sheet(4, lost("AB", voided=True), *later), "factor") == [1, 1, 1, 1]


def test_ending_the_sheet_drops_what_is_left():
    answer = sheet(4, lost("AB"), plain("AB"), ended=True, rate="0.01")
    assert (answer["bock_left"], answer["next"]) == (0, None)
    assert answer["payout"] == answer["totals"] == {"A": -20, "B": -20, "C": 20, "D": 20}
    assert answer["matches"][0]["payout"] == answer["payout"]


def test_parts_of_a_cent_go_to_whom_most_was_cut_off():
    answer = sheet(4, {"spiel": "fleischlos", "re": ["A"], "augen": 130}, rate="0.0005")
    assert answer["totals"] == {"A": 180, "B": -60, "C": -60, "D": -60}
    assert answer["payout"] == {"A": 9, "B": -3, "C": -3, "D": -3}
    answer = sheet(4, plain("AB"), rate="0.0005")
    assert answer["payout"] == {"A": 1, "B": 1, "C": -1, "D": -1}


def test_hands_that_count_beyond_measure_are_refused_and_no_total_runs_over():
    """Rounds that run beside one another double without end."""
    total = 40 * (2 ** 35 - 1)
    found = faults(ID, "ABCD", *[lost("AB")] * 60,
                   rules={"bock_stack": "stack", "bock_hands": 100})
    assert found[0] == ("hands[35]", f"counts {2 ** 35} times in the running Böcke: "
                                     "no sheet can hold that")
    kept = sheet(4, *[lost("AB")] * 35, rules={"bock_stack": "stack", "bock_hands": 100})
    assert kept["totals"] == {"A": -total, "B": -total, "C": total, "D": total}
