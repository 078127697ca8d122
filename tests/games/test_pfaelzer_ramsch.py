"""Pfälzer Ramsch: its hands, its Partie, and what it does not have.

S3 is the German rule text of Schieberamsch (pagat.com), its section "Pfälzer Ramsch" unless
another is named; "rules" is how this project reads it; "format" is the description of the file
format; "sum" is arithmetic by hand.
"""

import pytest

from scorepad.games.game import Meter, Outcome, Reason, Table, Tally
from scorepad.games.pfaelzer_ramsch import PFAELZER_RAMSCH, PfaelzerRamschRules
from scorepad.games.ramsch import Durchmarsch, Ramsch
from tests.games.scored import of_score
from tests.games.sheets import faults

NAMES = ("A", "B", "C")
J, O = "Jungfrau", None  # instead of a figure: a Jungfrau, who need not be counted; left out
TABLE = Table(NAMES, (0, 1, 2), 0, (0, 1, 2), PfaelzerRamschRules())


def ramsch(*figures, s=0, k=0):
    """Three figures in the order of the seats, J for a Jungfrau, O for one left out."""
    return Ramsch(tuple(None if figure in (J, O) else figure for figure in figures),
                  figures.index(J) if J in figures else None, s, k)


def durchmarsch(spieler, s=0, k=0):
    return Durchmarsch(NAMES.index(spieler), s, k)


# --- what a hand is worth ---------------------------------------------------------------------

@pytest.mark.parametrize("hand, text", [
    (ramsch(113, 7, 0), "113"),
    (ramsch(J, 7, 113), "113"),
    (ramsch(J, 7, 113, s=2), "113 · 2 (Schieben) · 2 (Schieben) = 452"),
    (ramsch(20, 30, O, s=(1,)), "70 · 2 (Schieben B) = 140"),
    (durchmarsch("C"), "Durchmarsch C: 120"),
    (durchmarsch("C", s=(0, 1)), "Durchmarsch C: 120 · 2 (Schieben A) · 2 (Schieben B) = 480"),
])
def test_explanation(hand, text):
    assert of_score(PFAELZER_RAMSCH.explain, hand, TABLE) == text


@pytest.mark.parametrize("hand, raw, text", [
    (ramsch(O, J, 113, s=2), {"augen": {"C": 113}, "jungfrau": "B", "geschoben": 2},
     "C 113 · Jungfrau B · Schieben 2×"),
    (durchmarsch("A", s=(1,)), {"durchmarsch": "A", "geschoben": ["B"]},
     "Durchmarsch A · Schieben B"),
])
def test_hands_in_a_document_and_in_words(hand, raw, text):
    assert PFAELZER_RAMSCH.read_hand(raw, NAMES) == hand
    assert PFAELZER_RAMSCH.write_hand(hand, NAMES) == raw
    assert PFAELZER_RAMSCH.describe(hand, NAMES) == text


# --- what is wrong with one -------------------------------------------------------------------

FAULTS = [
    ("Kontra", ramsch(66, 30, 24, k=1),
     (("kontra",), "Ramsch is played without Kontra at this table")),
    ("Durchmarsch with Kontra", durchmarsch("A", k=2),
     (("kontra",), "Ramsch is played without Kontra at this table")),
    ("four Schieben", durchmarsch("A", s=4),
     (("geschoben",), "4 Schieben: each of the three players can push the skat on once")),
    ("118 of 120", ramsch(66, 30, 22), (("augen",), "118 in all – 2 Augen are missing")),
    ("1 Auge", ramsch(1, 60, 59),
     (("augen", "A"), "no card counts 1, so nobody can have 1 Auge")),
    ("Jungfrau with Augen", Ramsch((66, 30, 24), 2),
     (("augen", "C"), "C is Jungfrau, so without a trick and without Augen, not 24")),
    ("who has the rest decides", ramsch(40, O, O),
     (("augen",), "80 Augen still open: B and C")),
]


@pytest.mark.parametrize("hand, expected", [pytest.param(hand, expected, id=case)
                                            for case, hand, *expected in FAULTS])
def test_faults(hand, expected):
    found = PFAELZER_RAMSCH.verify(hand, TABLE)
    assert [(problem.place, str(problem.message)) for problem in found] == expected
    with pytest.raises(ValueError, match="without problems"):
        PFAELZER_RAMSCH.score(hand, TABLE)


@pytest.mark.parametrize("key, value, place, sentence", [
    ("players", ["A", "B", "C", "D"], "players", "Pfälzer Ramsch needs 3 players, not 4"),
    ("rate", "0.01", "rate", "is not a key that belongs here"),
    ("einsatz", "0.005", "einsatz",
     'is not an amount in quotes with at most 2 decimals, such as "0.50"'),
    ("vereinbarung", {"A": "1.00"}, "vereinbarung",
     "adds up to 1.00, not 0: what some receive the others pay"),
    ("rules", {"all_over": "some"}, "rules.all_over", "some is not one of: most, each"),
    ("rules", {"hands": 12}, "rules.hands", "is not an option of this game"),
    ("rules", {"grand_hand": True}, "rules.grand_hand", "is not an option of this game"),
    ("rules", {"limit": 0}, "rules.limit", "is not a whole number from 1 to 1000000"),
    ("rules", {"limit": True}, "rules.limit", "is not a whole number from 1 to 1000000"),
])
def test_what_a_sheet_cannot_say(key, value, place, sentence):
    assert faults("pfaelzer-ramsch", NAMES, **{key: value}) == [(place, sentence)]


# --- a Partie ---------------------------------------------------------------------------------

def test_the_end_is_told_with_its_reason_and_drawn_on_the_way():
    tally, rules = Tally((0, 480, 521), (0, 0, 0), 2), PfaelzerRamschRules(510)
    assert str(PFAELZER_RAMSCH.tell(Outcome(Reason.LOST, 2), tally, rules, NAMES)) \
        == "C loses the match: 521 points, and 510 is the limit"
    assert PFAELZER_RAMSCH.meters(tally, rules) == (
        Meter("Points", 510, (0, 480, 521), of_points=True),)
    assert PFAELZER_RAMSCH.progress(tally, rules) is None
