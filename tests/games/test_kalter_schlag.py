"""One hand of Kalter Schlag: what it is worth, and what is wrong with it.

Sources: S0 is the German rule text of John McLeod and Ulf Martin (pagat.com, 18 April 2022) by
its headings; "format" is the description of the file format; "sum" is arithmetic by hand.
"""

import pytest

from scorepad.games.game import Table
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch, KalterSchlagRules, Ramsch
from tests.games.scored import of_score

NAMES = ("Anne", "Bert", "Cem", "Dora")
J, O = "Jungfer", None  # instead of a figure: a Jungfer, who need not be counted; left out
TENS, FIVES = KalterSchlagRules(), KalterSchlagRules(rounding="fives-before")


def table(rules=TENS):
    return Table(NAMES, (0, 1, 2, 3), 0, (0, 1, 2, 3), rules)


def ramsch(*figures, d=0):
    """Four figures in the order of the seats, J for a Jungfer, O for one left out."""
    return Ramsch(tuple(None if figure in (J, O) else figure for figure in figures),
                  tuple(seat for seat, figure in enumerate(figures) if figure == J), d)


def durchmarsch(spieler, d=0):
    return Durchmarsch(NAMES.index(spieler), d)


# --- how it is explained ----------------------------------------------------------------------

EXPLAINED = [
    ("format, result", ramsch(66, 30, 24, J, d=1), TENS,
     "66 · 2 (Kontra) · 2 (Jungfer Dora) = 264 → 260"),
    ("S0, Beispiele 2, fives", ramsch(66, 30, 24, J, d=1), FIVES,
     "66 → 65 · 2 (Kontra) · 2 (Jungfer Dora) = 260"),
    ("S0, Beispiele 1", ramsch(55, 40, 20, 5), TENS, "55 → 60"),
    ("S0, Beispiele 1, fives", ramsch(55, 40, 20, 5), FIVES, "55"),
    ("sum", ramsch(60, 40, 20, 0), TENS, "60"),
    ("sum", ramsch(56, 44, 20, 0), FIVES, "56 → 55"),
    ("sum", ramsch(45, 44, 20, 11, d=1), TENS, "45 · 2 (Kontra) = 90"),
    ("sum", ramsch(20, 30, 10, O), TENS, "60"),
    ("S0, Beispiele 4", ramsch(63, 57, J, J, d=3), TENS,
     "63 · 2 (Kontra) · 2 (Re) · 2 (Bock) · 2 (Jungfer Cem) · 2 (Jungfer Dora) = 2016 → 2020"),
    ("S0, Beispiele 3", durchmarsch("Bert", d=2), TENS,
     "Durchmarsch Bert: 120 · 2 (Kontra) · 2 (Re) = 480"),
    ("S0, Durchmarsch", durchmarsch("Bert", d=4), FIVES,
     "Durchmarsch Bert: 120 · 2 (Kontra) · 2 (Re) · 2 (Bock) · 2 (Hirsch) = 1920"),
    ("S0, Durchmarsch", durchmarsch("Dora"), TENS, "Durchmarsch Dora: 120"),
]


@pytest.mark.parametrize("source, hand, rules, text", EXPLAINED)
def test_explanation(source, hand, rules, text):
    assert of_score(KALTER_SCHLAG.explain, hand, table(rules)) == text


@pytest.mark.parametrize("hand, text", [
    (ramsch(66, 30, 24, J, d=1), "Anne 66, Bert 30, Cem 24 · Jungfer Dora · Kontra"),
    (ramsch(63, J, J, O, d=3), "Anne 63 · Jungfer Bert · Jungfer Cem · Kontra · Re · Bock"),
    (ramsch(1, 0, 0, 0), "Anne 1, Bert 0, Cem 0, Dora 0"),
    (durchmarsch("Cem", d=2), "Durchmarsch Cem · Kontra · Re"),
])
def test_what_was_typed_can_be_told_whether_it_is_possible_or_not(hand, text):
    assert KALTER_SCHLAG.describe(hand, NAMES) == text


# --- what is wrong with a hand ----------------------------------------------------------------

AUGEN, JUNGFERN, DOUBLINGS = ("augen",), ("jungfern",), ("verdopplungen",)
FAULTS = [
    ("sum 118", ramsch(66, 30, 22, 0), (AUGEN, "118 in all – 2 Augen are missing")),
    ("sum 119", ramsch(66, 30, 23, 0), (AUGEN, "119 in all – 1 Auge is missing")),
    ("sum 122", ramsch(66, 30, 26, 0), (AUGEN, "122 in all – 2 Augen too many")),
    ("sum 0", ramsch(0, 0, 0, 0), (AUGEN, "0 in all – 120 Augen are missing")),
    ("too many already", ramsch(70, 60, O, O), (AUGEN, "130 in all – 10 Augen too many")),
    ("too few beside Jungfern", ramsch(66, 30, J, J),
     (AUGEN, "96 in all – 24 Augen are missing")),
    ("1 Auge", ramsch(1, 60, 59, 0),
     (("augen", "Anne"), "no card counts 1, so nobody can have 1 Auge")),
    ("119 and 1", ramsch(0, 119, 1, 0),
     (("augen", "Bert"), "no card counts 1, so nobody can have 119 Augen"),
     (("augen", "Cem"), "no card counts 1, so nobody can have 1 Auge")),
    ("negative", ramsch(-10, 70, 60, 0),
     (("augen", "Anne"), "-10 Augen: nobody can have less than 0")),
    ("121", ramsch(0, 0, 0, 121), (("augen", "Dora"), "121 Augen: there are only 120")),
    ("huge", ramsch(10 ** 60, 0, 0, 0),
     (("augen", "Anne"), "1" + "0" * 38 + "… Augen: there are only 120")),
    ("rest of 1", ramsch(60, 40, 19, O), (AUGEN, "119 in all – 1 for Dora is not possible")),
    ("rest of 1 for two", ramsch(60, O, 59, O),
     (AUGEN, "119 in all – 1 for Bert and Dora is not possible")),
    ("who has the rest decides", ramsch(40, 30, O, O),
     (AUGEN, "50 Augen still open: Cem and Dora")),
    ("the rest could tie", ramsch(O, 40, O, 40),
     (AUGEN, "40 Augen still open: Anne and Cem")),
    ("half against three left out", ramsch(60, O, O, O),
     (AUGEN, "60 Augen still open: Bert, Cem and Dora")),
    ("nobody named", ramsch(O, J, O, O),
     (AUGEN, "120 Augen still open: Anne, Cem and Dora")),
    ("three Jungfern", ramsch(120, J, J, J),
     (JUNGFERN, "3 Jungfern: with three it is a Durchmarsch of the fourth player")),
    ("five doublings", ramsch(60, 40, 20, 0, d=5),
     (DOUBLINGS, "5 doublings: there are at most 4, Kontra, Re, Bock and Hirsch")),
    ("negative doublings", ramsch(60, 40, 20, 0, d=-1),
     (DOUBLINGS, "-1 doublings: there are at most 4, Kontra, Re, Bock and Hirsch")),
    ("Durchmarsch with five doublings", durchmarsch("Anne", d=5),
     (DOUBLINGS, "5 doublings: there are at most 4, Kontra, Re, Bock and Hirsch")),
    ("Jungfer with Augen", Ramsch((66, 30, 24, 0), (1,)),
     (("augen", "Bert"), "Bert is Jungfer, so without a trick and without Augen, not 30")),
    ("Jungfer with more than can be shown", Ramsch((10 ** 60, 0, 0, 0), (0,)),
     (("augen", "Anne"), "Anne is Jungfer, so without a trick and without Augen, not 1"
      + "0" * 38 + "…"),
     (("augen", "Anne"), "1" + "0" * 38 + "… Augen: there are only 120")),
    ("everything at once", Ramsch((66, 30, 22, 0), (0,), 7),
     (DOUBLINGS, "7 doublings: there are at most 4, Kontra, Re, Bock and Hirsch"),
     (("augen", "Anne"), "Anne is Jungfer, so without a trick and without Augen, not 66"),
     (AUGEN, "118 in all – 2 Augen are missing")),
]


@pytest.mark.parametrize("hand, faults", [pytest.param(hand, faults, id=case)
                                          for case, hand, *faults in FAULTS])
def test_faults(hand, faults):
    found = KALTER_SCHLAG.verify(hand, table())
    assert [(problem.place, str(problem.message)) for problem in found] == faults
    with pytest.raises(ValueError, match="without problems"):
        KALTER_SCHLAG.score(hand, table())
