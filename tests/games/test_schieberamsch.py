"""One hand of Schieberamsch, the Grand Hand aside: what it is worth and how that is told.

Sources: S3 is the German rule text of Schieberamsch (pagat.com) by its headings; "rules" is how
this project reads it; "format" is the description of the file format; "sum" is arithmetic by hand.
"""

import pytest

from scorepad.games.game import Table
from scorepad.games.ramsch import Durchmarsch, Ramsch
from scorepad.games.schieberamsch import SCHIEBERAMSCH, SchieberamschRules
from tests.games.scored import of_score

NAMES = ("A", "B", "C")
J, O = "Jungfrau", None  # instead of a figure: a Jungfrau, who need not be counted; left out
USUAL = SchieberamschRules()
KONTRA = SchieberamschRules(ramsch_kontra=True)
SKAT = SchieberamschRules(skat_to="most-augen")
def table(rules=USUAL, names=NAMES):
    return Table(names, (0, 1, 2), 0, (0, 1, 2), rules)


def ramsch(*figures, s=0, k=0):
    """Three figures in the order of the seats, J for a Jungfrau, O for one left out."""
    return Ramsch(tuple(None if figure in (J, O) else figure for figure in figures),
                  figures.index(J) if J in figures else None, s, k)


def durchmarsch(spieler, s=0, k=0):
    return Durchmarsch(NAMES.index(spieler), s, k)


# --- what a hand is worth ---------------------------------------------------------------------

@pytest.mark.parametrize("pushed, as_number", [((), 0), ((1,), 1), ((0, 2), 2), ((0, 1, 2), 3)])
def test_who_pushed_counts_as_how_often(pushed, as_number):
    for hand in (ramsch(66, 30, 24), durchmarsch("B")):
        named = SCHIEBERAMSCH.score(hand._replace(geschoben=pushed), table())
        assert named == SCHIEBERAMSCH.score(hand._replace(geschoben=as_number), table())


# --- how it is told ---------------------------------------------------------------------------

EXPLAINED = [
    ("S3, Die Anschrift, Beispiel", ramsch(J, 7, 113, s=2), USUAL,
     "113 · 2 (Schieben) · 2 (Schieben) · 2 (Jungfrau A) = 904 → 90"),
    ("S3, Die Anschrift, Beispiel", ramsch(J, 7, 113, s=(0, 1)), USUAL,
     "113 · 2 (Schieben A) · 2 (Schieben B) · 2 (Jungfrau A) = 904 → 90"),
    ("S3, Die Anschrift, Beispiel", durchmarsch("C", s=2), USUAL,
     "Durchmarsch C: 12 · 2 (Schieben) · 2 (Schieben) → −48"),
    ("S3, Die Anschrift", durchmarsch("B"), USUAL, "Durchmarsch B: 12 → −12"),
    ("S3, Die Anschrift", ramsch(113, 7, 0), USUAL, "113 → 11"),
    ("S3, Die Anschrift", ramsch(40, 40, 40, s=3), USUAL,
     "40 · 2 (Schieben) · 2 (Schieben) · 2 (Schieben) = 320 → 32"),
    ("format", ramsch(20, 30, O, s=1), USUAL, "70 · 2 (Schieben) = 140 → 14"),
    ("S3, Varianten", ramsch(58, 40, 22, s=(2,), k=2), KONTRA,
     "58 · 2 (Schieben C) · 2 (Kontra) · 2 (Kontra) = 464 → 46"),
    ("S3, Varianten", ramsch(50, 30, 25), SKAT, "(50 + 15 Skat) = 65 → 6"),
    ("S3, Varianten", ramsch(J, 40, 70, s=1), SKAT,
     "(70 + 10 Skat) · 2 (Schieben) · 2 (Jungfrau A) = 320 → 32"),
    ("S3, Varianten", ramsch(59, 40, 21), SKAT, "59 → 5"),
    ("rules", ramsch(50, 10, 50), SKAT, "(50 + 10 Skat) = 60 → 6"),
]


@pytest.mark.parametrize("hand, rules, text",
                         [pytest.param(*row, id=source) for source, *row in EXPLAINED])
def test_explanation(hand, rules, text):
    assert of_score(SCHIEBERAMSCH.explain, hand, table(rules)) == text


def test_a_name_that_looks_like_arithmetic_explains_nothing_wrong():
    names = ("A · 2 (A)", "B", "C")
    assert of_score(SCHIEBERAMSCH.explain, ramsch(58, 40, 22, s=(0,)), table(names=names)) \
        == "58 · 2 (Schieben A · 2 (A)) = 116 → 11"


@pytest.mark.parametrize("hand, text", [
    (ramsch(J, 7, 113, s=2), "B 7, C 113 · Jungfrau A · Schieben 2×"),
    (ramsch(66, O, O, s=(2,), k=1), "A 66 · Schieben C · Kontra"),
    (ramsch(66, 30, 24, s=(), k=3), "A 66, B 30, C 24 · Kontra 3×"),
    (ramsch(1, 0, 0), "A 1, B 0, C 0"),
    (ramsch(O, J, O), "Jungfrau B"),
    (durchmarsch("C", s=(0, 1)), "Durchmarsch C · Schieben A, B"),
    (durchmarsch("C", k=2), "Durchmarsch C · Kontra 2×"),
])
def test_what_was_typed_can_be_told_whether_it_is_possible_or_not(hand, text):
    assert SCHIEBERAMSCH.describe(hand, NAMES) == text


# --- in a document ----------------------------------------------------------------------------


@pytest.mark.parametrize("raw, hand", [
    ({"augen": {"C": 113, "B": 7}, "jungfrau": "A", "geschoben": 2}, ramsch(J, 7, 113, s=2)),
    ({"augen": {"A": 66, "B": 30, "C": 24}, "jungfrau": None, "kontra": 0}, ramsch(66, 30, 24)),
    ({"augen": {"B": 61}, "geschoben": ["C", "A"], "kontra": 1}, ramsch(O, 61, O, s=(0, 2), k=1)),
    ({"augen": {"B": 61}, "geschoben": []}, ramsch(O, 61, O, s=())),
    ({"durchmarsch": "C", "geschoben": ["A"]}, durchmarsch("C", s=(0,))),
    ({"durchmarsch": "C", "geschoben": 3, "kontra": 3}, durchmarsch("C", s=3, k=3)),
])
def test_hands_in_a_document(raw, hand):
    assert SCHIEBERAMSCH.read_hand(raw, NAMES) == hand
    assert SCHIEBERAMSCH.read_hand(SCHIEBERAMSCH.write_hand(hand, NAMES), NAMES) == hand


def test_only_what_differs_is_written():
    assert SCHIEBERAMSCH.write_hand(ramsch(66, 30, 24), NAMES) \
        == {"augen": {"A": 66, "B": 30, "C": 24}}
    assert SCHIEBERAMSCH.write_hand(ramsch(O, J, 113, s=(2, 0), k=1), NAMES) == {
        "augen": {"C": 113}, "jungfrau": "B", "geschoben": ["C", "A"], "kontra": 1}
    assert SCHIEBERAMSCH.write_hand(durchmarsch("B", s=1), NAMES) \
        == {"durchmarsch": "B", "geschoben": 1}
