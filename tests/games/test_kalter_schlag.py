"""One hand of Kalter Schlag: what it is worth, and what is wrong with it.

Sources: S0 is the German rule text of John McLeod and Ulf Martin (pagat.com, 18 April 2022) by
its headings; "format" is the description of the file format; "sum" is arithmetic by hand.
"""

import pytest

from scorepad.games.game import HandScore, Table, Unreadable
from scorepad.games.kalter_schlag import (
    KALTER_SCHLAG,
    Durchmarsch,
    KalterSchlagRules,
    Ramsch,
    ramsch_points,
)
from tests.games.scored import counted, of_score

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


# --- what a hand is worth ---------------------------------------------------------------------

WORTH = [
    # source, hand, who writes, tens-after, fives-before
    ("S0, Beispiele 1", ramsch(55, 40, 20, 5), "Anne", 60, 55),
    ("S0, Beispiele 2", ramsch(66, 30, 24, J, d=1), "Anne", 260, 260),
    ("S0, Beispiele 3", durchmarsch("Anne", d=2), "Bert Cem Dora", 480, 480),
    ("S0, Beispiele 4", ramsch(63, 57, J, J, d=3), "Anne", 2020, 2080),
    ("S0, Wertung, 48 against 49", ramsch(48, 49, 23, 0), "Bert", 50, 50),
    ("S0, Variante, 41 against 42", ramsch(41, 42, 37, 0), "Bert", 40, 40),
    ("S0, Wertung, two tied", ramsch(45, 45, 30, 0), "Anne Bert", 50, 45),
    ("S0, Wertung, three tied", ramsch(40, 40, 0, 40, d=1), "Anne Bert Dora", 80, 80),
    ("S0, Wertung, four tied", ramsch(30, 30, 30, 30), "Anne Bert Cem Dora", 30, 30),
    ("S0, Wertung, two tied, two Jungfern", ramsch(J, 60, J, 60), "Bert Dora", 240, 240),
    ("S0, Wertung, ends in 4", ramsch(54, 40, 20, 6), "Anne", 50, 55),
    ("S0, Wertung, ends in 5", ramsch(45, 44, 20, 11), "Anne", 50, 45),
    ("S0, Variante, 42 down, 43 up", ramsch(42, 41, 37, 0, d=1), "Anne", 80, 80),
    ("S0, Variante, 42 down, 43 up", ramsch(43, 40, 37, 0, d=1), "Anne", 90, 90),
    ("S0, Variante, 47 down, 48 up", ramsch(47, 40, 33, 0, d=1), "Anne", 90, 90),
    ("S0, Variante, 47 down, 48 up", ramsch(48, 40, 32, 0, d=1), "Anne", 100, 100),
    ("S0, Durchmarsch, 120 with Leerstiche", ramsch(0, 120, 0, 0), "Bert", 120, 120),
    ("S0, Durchmarsch, 120 with Leerstiche", ramsch(J, 120, 0, J, d=1), "Bert", 960, 960),
    ("S0, Kaltschlag at 5 doublings", ramsch(62, 58, J, J, d=3), "Anne", 1980, 1920),
    ("S0, Kaltschlag at 5 doublings", ramsch(63, 57, 0, J, d=4), "Anne", 2020, 2080),
    ("S0, all doublings and two Jungfern", ramsch(J, J, 118, 2, d=4), "Cem", 7550, 7680),
    ("format, three left out", ramsch(66, O, O, O), "Anne", 70, 65),
    ("format, three left out, just certain", ramsch(61, O, O, O), "Anne", 60, 60),
    ("format, two left out", ramsch(66, 30, O, O, d=1), "Anne", 130, 130),
    ("format, two left out, nothing missing", ramsch(90, 30, O, O), "Anne", 90, 90),
    ("format, two left out, a tie", ramsch(45, O, O, 45), "Anne Dora", 50, 45),
    ("format, one left out", ramsch(66, 30, 24, O), "Anne", 70, 65),
    ("format, one left out has most", ramsch(20, 30, 10, O), "Dora", 60, 60),
    ("format, one left out ties", ramsch(40, 40, 0, O), "Anne Bert Dora", 40, 40),
    ("format, one left out has all", ramsch(0, O, 0, 0), "Bert", 120, 120),
    ("format, left out beside a Jungfer", ramsch(66, O, O, J, d=1), "Anne", 260, 260),
    ("format, left out beside two Jungfern", ramsch(50, O, J, J), "Bert", 280, 280),
]


@pytest.mark.parametrize("rules, column", [(TENS, 3), (FIVES, 4)], ids=["tens", "fives"])
@pytest.mark.parametrize("row", WORTH, ids=lambda row: row[0])
def test_worth_of_a_hand(row, rules, column):
    hand, losers, worth = row[1], row[2].split(), row[column]
    assert KALTER_SCHLAG.verify(hand, table(rules)) == ()
    assert counted(KALTER_SCHLAG, hand, table(rules)) == HandScore.of(
        tuple(worth if name in losers else 0 for name in NAMES),
        tuple(1 if name in losers else 0 for name in NAMES))


@pytest.mark.parametrize("d, worth", [(0, 120), (1, 240), (2, 480), (3, 960), (4, 1920)])
def test_durchmarsch_at_every_doubling(d, worth):
    """S0, Wertung: the three others write 120, doubled for every announcement."""
    for rules in (TENS, FIVES):
        score = counted(KALTER_SCHLAG, durchmarsch("Bert", d), table(rules))
        assert score == HandScore.of((worth, 0, worth, worth), (1, 0, 1, 1))


KALTSCHLAG = [
    # source, Augen, doublings, tens-after, fives-before
    ("S0, NB: 63 at 5 doublings", 62, 5, 1980, 1920),
    ("S0, NB: 63 at 5 doublings", 63, 5, 2020, 2080),
    ("S0, NB: 32 at 6 doublings", 31, 6, 1980, 1920),
    ("S0, NB: 32 at 6 doublings, fives 33", 32, 6, 2050, 1920),
    ("S0, NB: 33 at 6 doublings in fives", 33, 6, 2110, 2240),
]


@pytest.mark.parametrize("source, augen, doublings, tens, fives", KALTSCHLAG)
def test_kaltschlag_boundaries(source, augen, doublings, tens, fives):
    """From how many Augen one hand alone reaches 2000."""
    assert ramsch_points(augen, doublings, "tens-after") == tens
    assert ramsch_points(augen, doublings, "fives-before") == fives


def test_jungfer_named_with_no_augen_is_the_same_as_not_named():
    """Format: a Jungfer need not be named in `augen`."""
    raw = {"augen": {"Anne": 66, "Bert": 30, "Cem": 24, "Dora": 0}, "jungfern": ["Dora"]}
    named = KALTER_SCHLAG.read_hand(raw, NAMES)
    assert KALTER_SCHLAG.verify(named, table()) == ()
    assert KALTER_SCHLAG.score(named, table()).points == (130, 0, 0, 0)


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


# --- what cannot be read ----------------------------------------------------------------------

FIGURES = {"Anne": 66, "Bert": 30, "Cem": 24, "Dora": 0}
UNREADABLE = [
    ({}, AUGEN, "a hand says the Augen of the players, or who made a Durchmarsch"),
    ({"augen": None}, AUGEN, "a hand says the Augen of the players, or who made a Durchmarsch"),
    ({"augen": [66, 30, 24, 0]}, AUGEN,
     "a hand says the Augen of the players, or who made a Durchmarsch"),
    ({"augen": {**FIGURES, "Anne": "66"}}, ("augen", "Anne"), '"66" is not a whole number'),
    ({"augen": {**FIGURES, "Bert": 30.0}}, ("augen", "Bert"), "30.0 is not a whole number"),
    ({"augen": {**FIGURES, "Cem": float("nan")}}, ("augen", "Cem"), "NaN is not a whole number"),
    ({"augen": {**FIGURES, "Dora": False}}, ("augen", "Dora"), "false is not a whole number"),
    ({"augen": {**FIGURES, "Emil": 0}}, AUGEN, "Emil does not sit at this table"),
    ({"augen": FIGURES, "jungfern": "Dora"}, JUNGFERN, "is not a list of names"),
    ({"augen": FIGURES, "jungfern": None}, JUNGFERN, "is not a list of names"),
    ({"augen": FIGURES, "jungfern": ["Emil"]}, ("jungfern", 0), "Emil does not sit at this table"),
    ({"augen": FIGURES, "jungfern": ["Dora", 3]}, ("jungfern", 1), "3 does not sit at this table"),
    ({"augen": FIGURES, "jungfern": ["Dora", "Dora"]}, ("jungfern", 1),
     "names Dora a second time"),
    ({"augen": FIGURES, "verdopplungen": "1"}, DOUBLINGS, '"1" is not a whole number'),
    ({"augen": FIGURES, "verdopplungen": None}, DOUBLINGS, "null is not a whole number"),
    ({"augen": FIGURES, "verdoppelungen": 1}, ("verdoppelungen",),
     "is not a key that belongs here"),
    ({"durchmarsch": "Emil"}, ("durchmarsch",), "Emil does not sit at this table"),
    ({"durchmarsch": None}, ("durchmarsch",), "null does not sit at this table"),
    ({"durchmarsch": "Anne", "augen": FIGURES}, AUGEN, "is not a key that belongs here"),
    ({"durchmarsch": "Anne", "verdopplungen": True}, DOUBLINGS, "true is not a whole number"),
]


@pytest.mark.parametrize("raw, place, sentence", UNREADABLE)
def test_unreadable(raw, place, sentence):
    with pytest.raises(Unreadable) as refused:
        KALTER_SCHLAG.read_hand(raw, NAMES)
    assert [(problem.place, str(problem.message)) for problem in refused.value.problems] \
        == [(place, sentence)]


def test_every_wrong_figure_is_named():
    with pytest.raises(Unreadable) as refused:
        KALTER_SCHLAG.read_hand({"augen": {"Anne": "66", "Bert": 30, "Cem": None}}, NAMES)
    assert [(problem.place, str(problem.message)) for problem in refused.value.problems] == [
        (("augen", "Anne"), '"66" is not a whole number'),
        (("augen", "Cem"), "null is not a whole number")]


def test_order_of_names_in_a_document_does_not_matter():
    backwards = {"augen": dict(reversed(FIGURES.items())), "jungfern": ["Dora", "Cem"]}
    hand = KALTER_SCHLAG.read_hand(backwards, NAMES)
    assert hand == Ramsch((66, 30, 24, 0), (2, 3))
