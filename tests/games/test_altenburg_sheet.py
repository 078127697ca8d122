"""A sheet of Doppelkopf: who sits out, who deals when people come and go, and Böcke.

Sources: S2 is the house rules of the Altenburg club, by their headings; "rules" is how this
project reads them.
"""

import pytest

from tests.games.altenburg_table import GAME
from tests.games.sheets import answered, column, faults

ID = "doppelkopf-altenburg"
SEVEN = "ABCDEFG"

# --- who plays --------------------------------------------------------------------------------

def test_who_sits_out_goes_by_where_they_sit_and_not_by_the_roster():
    assert GAME.active((5, 2, 0, 4, 1, 3), 0, GAME.rules()) == (5, 0, 1, 3)


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


# --- Böcke ------------------------------------------------------------------------------------

def test_an_ansage_kept_because_kontra_wins_at_120_is_no_reason():
    hand = {"re": ["A", "B"], "augen": 120, "ansagen": {"kontra": "ja"}}
    wins = {"split": "kontra-wins", "bock_per_hand": "each"}
    assert sheet(4, hand, rules=wins)["bock_left"] == 4
    assert sheet(4, {**hand, "ansagen": {"re": "ja"}}, rules=wins)["bock_left"] == 8


@pytest.mark.parametrize("stack, factors, left", [
    ("append", [1, 2, 2, 2], 5), ("stack", [1, 4, 4, 4], 1)])
def test_two_reasons_in_one_hand(stack, factors, left):
    twice = {"re": ["A", "B"], "augen": 120, "ansagen": {"re": "ja"}}
    answer = sheet(4, twice, *[plain("AB")] * 3,
                   rules={"bock_per_hand": "each", "bock_stack": stack})
    assert (column(answer, "factor"), answer["bock_left"]) == (factors, left)


def test_a_bockrunde_is_as_long_as_the_table_was_when_it_began():
    answer = sheet(5, lost("BC"), plain("AC", players=list("ABCD")))
    assert answer["bock_left"] == 4
    answer = sheet(5, plain("BC"), lost("AC", players=list("ABCD")))
    assert answer["bock_left"] == 4


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
