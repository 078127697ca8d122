"""A Partie of Kalter Schlag: how it ends, who pays, who deals next, and its house rules.

S0 is the German rule text of John McLeod and Ulf Martin (pagat.com, 18 April 2022); its section
"Ende der Partie" unless another is named. "rules" is how this project reads it.
"""

import pytest

from scorepad.games.game import Meter, Outcome, Reason, Tally, Unreadable
from scorepad.games.kalter_schlag import KALTER_SCHLAG, KalterSchlagRules

NAMES = ("Anne", "Bert", "Christina", "Dora")
A, B, C, D = range(4)


def won(seat):
    return Outcome(Reason.WON, seat)


def lost(seat):
    return Outcome(Reason.LOST, seat)


# --- money and the next dealer ----------------------------------------------------------------

@pytest.mark.parametrize("end, sentence", [
    (won(A), "Anne wins the match: 6 Anschriften, and 1900 points are below 2500"),
    (lost(D), "Dora loses the match: 2520 points, and 2500 is the limit"),
])
def test_the_end_is_told_with_its_reason(end, sentence):
    tally = Tally((1900, 0, 0, 2520), (6, 0, 0, 1))
    assert str(KALTER_SCHLAG.tell(end, tally, KalterSchlagRules(limit=2500), NAMES)) == sentence


# --- options and drawing ----------------------------------------------------------------------


def test_only_what_differs_is_written():
    rules = KalterSchlagRules.read({"limit": 1000, "anschriften": 5})
    assert rules == KalterSchlagRules(limit=1000)
    assert rules.written() == {"limit": 1000}


BAD_OPTIONS = [
    ({"limit": 0}, "limit", "is not a whole number from 1 to 1000000"),
    ({"limit": 1_000_001}, "limit", "is not a whole number from 1 to 1000000"),
    ({"limit": "2000"}, "limit", "is not a whole number from 1 to 1000000"),
    ({"limit": True}, "limit", "is not a whole number from 1 to 1000000"),
    ({"anschriften": -5}, "anschriften", "is not a whole number from 1 to 1000"),
    ({"anschriften": 2.0}, "anschriften", "is not a whole number from 1 to 1000"),
    ({"rounding": "tens"}, "rounding", "tens is not one of: tens-after, fives-before"),
    ({"rounding": ["tens-after"]}, "rounding", "[…] is not one of: tens-after, fives-before"),
    ({"hands": 5}, "hands", "is not an option of this game"),
]


@pytest.mark.parametrize("raw, name, sentence", BAD_OPTIONS)
def test_bad_options(raw, name, sentence):
    with pytest.raises(Unreadable) as refused:
        KalterSchlagRules.read(raw)
    assert [(problem.place, str(problem.message)) for problem in refused.value.problems] \
        == [((name,), sentence)]


def test_meters_show_both_ways_to_an_end():
    tally = Tally((1900, 0, 60, 0), (5, 0, 1, 0))
    assert KALTER_SCHLAG.meters(tally, KalterSchlagRules(limit=2500)) == (
        Meter("Anschriften", 5, (5, 0, 1, 0)),
        Meter("Points", 2500, (1900, 0, 60, 0), of_points=True))
