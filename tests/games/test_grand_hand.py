"""The Grand Hand of Schieberamsch, all of them counted out.

S3 is the German rule text of Schieberamsch (pagat.com), its section "Grand Hand" unless another
is named.
"""

from itertools import product

import pytest

from scorepad.games.game import HandScore, Table, Unreadable
from scorepad.games.schieberamsch import SCHIEBERAMSCH, GrandHand, SchieberamschRules, Side
from tests.games.scored import of_score

NAMES = ("A", "B", "C")
NOBODY, SPIELER, GEGNER = None, Side.SPIELER, Side.GEGNER


def table(**rules):
    return Table(NAMES, (0, 1, 2), 0, (0, 1, 2), SchieberamschRules(**rules))


# --- the whole space --------------------------------------------------------------------------

PLAIN, SCHNEIDER, SCHWARZ = "plain", "Schneider", "Schneider and schwarz"
FIGURES = {
    # with or without 1, 2, 3, 4 jacks, each: nothing said, Kontra, Rekontra
    PLAIN: ((7, 14, 28), (9, 19, 38), (12, 24, 48), (14, 28, 57)),
    SCHNEIDER: ((9, 19, 38), (12, 24, 48), (14, 28, 57), (16, 33, 67)),
    SCHWARZ: ((12, 24, 48), (14, 28, 57), (16, 33, 67), (19, 38, 76)),
}
"""72, 96, 120, 144, 168 and 192, once, twice and four times, each a tenth rounded down."""

LOST, WON = 1, -1
CLASSES = [
    # Augen of the soloist, who is schwarz, which figures, what becomes of them
    ([0], SPIELER, SCHWARZ, LOST),
    ([0, *range(2, 31)], NOBODY, SCHNEIDER, LOST),
    (range(31, 61), NOBODY, PLAIN, LOST),
    (range(61, 90), NOBODY, PLAIN, WON),
    ([*range(90, 119), 120], NOBODY, SCHNEIDER, WON),
    ([120], GEGNER, SCHWARZ, WON),
]
EVERY = {(augen, spitzen, schwarz, kontra): sign * figure
         for range_, schwarz, which, sign in CLASSES for augen in range_
         for spitzen, figures in enumerate(FIGURES[which], 1)
         for kontra, figure in enumerate(figures)}


def test_every_grand_hand_is_worth_what_stands_in_the_table():
    """Whatever is not in the table cannot have been played."""
    at, counted = table(), 0
    for key in product(range(-1, 123), range(6), (NOBODY, SPIELER, GEGNER), range(-1, 4)):
        hand = GrandHand(0, *key)
        problems = SCHIEBERAMSCH.verify(hand, at)
        if key in EVERY:
            counted += 1
            assert problems == ()
            assert SCHIEBERAMSCH.score(hand, at) == HandScore.of((EVERY[key], 0, 0),
                                                                 same_dealer=True)
        else:
            assert problems != ()
            assert {problem.place[0] for problem in problems} == {"grand_hand"}
    # 119 figures without and 2 with somebody schwarz, each 4 times Spitzen and 3 times Kontra.
    assert counted == len(EVERY) == 119 * 12 + 2 * 12


# --- how it is told ---------------------------------------------------------------------------


@pytest.mark.parametrize("hand, text", [
    pytest.param(*row, id=source) for source, *row in [
        ("S3, Beispiel", GrandHand(0, 67, 2), "Grand Hand A 67: (2 + 2 Spitzen) · 24 = 96 → −9"),
        ("S3, Beispiel", GrandHand(0, 58, 2, None, 1),
         "Grand Hand A 58: (2 + 2 Spitzen) · 24 · 2 (Kontra) = 192 → +19"),
        ("S3, Beispiel", GrandHand(1, 25, 2, None, 1),
         "Grand Hand B 25: (2 + 2 Spitzen + 1 Schneider) · 24 · 2 (Kontra) = 240 → +24"),
        ("S3", GrandHand(2, 120, 4, GEGNER, 2),
         "Grand Hand C 120: (2 + 4 Spitzen + 1 Schneider + 1 Schwarz) · 24 · 2 (Kontra)"
         " · 2 (Rekontra) = 768 → −76")]])
def test_explanation(hand, text):
    assert of_score(SCHIEBERAMSCH.explain, hand, table()) == text


# --- what is wrong with one -------------------------------------------------------------------

AUGEN, SPITZEN, KONTRA = "augen", "spitzen", "kontra"
FAULTS = [
    ("1 Auge", GrandHand(0, 1, 2), (AUGEN, "no card counts 1, so nobody can have 1 Auge")),
    ("119", GrandHand(0, 119, 2), (AUGEN, "no card counts 1, so nobody can have 119 Augen")),
    ("121", GrandHand(0, 121, 2), (AUGEN, "121 Augen: there are only 120")),
    ("negative", GrandHand(0, -7, 2), (AUGEN, "-7 Augen: nobody can have less than 0")),
    ("schwarz with Augen", GrandHand(0, 2, 2, SPIELER),
     (AUGEN, "the soloist is schwarz, so without a trick and without Augen, not 2")),
    ("schwarz with all Augen", GrandHand(0, 120, 2, SPIELER),
     (AUGEN, "the soloist is schwarz, so without a trick and without Augen, not 120")),
    ("opponents schwarz at 118", GrandHand(0, 118, 2, GEGNER),
     (AUGEN, "the opponents are schwarz, so the soloist has all 120 Augen, not 118")),
    ("opponents schwarz at 0", GrandHand(0, 0, 2, GEGNER),
     (AUGEN, "the opponents are schwarz, so the soloist has all 120 Augen, not 0")),
    ("no Spitzen", GrandHand(0, 67, 0), (SPITZEN, "0 Spitzen: with or without 1 to 4 jacks")),
    ("five Spitzen", GrandHand(0, 67, 5), (SPITZEN, "5 Spitzen: with or without 1 to 4 jacks")),
    ("negative Spitzen", GrandHand(0, 67, -2),
     (SPITZEN, "-2 Spitzen: with or without 1 to 4 jacks")),
    ("third Kontra", GrandHand(0, 67, 2, None, 3),
     (KONTRA, "3: 1 is Kontra, 2 is Rekontra, 0 is neither")),
    ("negative Kontra", GrandHand(0, 67, 2, None, -1),
     (KONTRA, "-1: 1 is Kontra, 2 is Rekontra, 0 is neither")),
    ("huge", GrandHand(0, 10 ** 60, 2), (AUGEN, "1" + "0" * 38 + "… Augen: there are only 120")),
    ("everything at once", GrandHand(0, 118, 5, GEGNER, 3),
     (AUGEN, "the opponents are schwarz, so the soloist has all 120 Augen, not 118"),
     (SPITZEN, "5 Spitzen: with or without 1 to 4 jacks"),
     (KONTRA, "3: 1 is Kontra, 2 is Rekontra, 0 is neither")),
]


@pytest.mark.parametrize("hand, faults", [pytest.param(hand, faults, id=case)
                                          for case, hand, *faults in FAULTS])
def test_faults(hand, faults):
    found = SCHIEBERAMSCH.verify(hand, table())
    assert [(problem.place, str(problem.message)) for problem in found] \
        == [(("grand_hand", place), sentence) for place, sentence in faults]
    with pytest.raises(ValueError, match="without problems"):
        SCHIEBERAMSCH.score(hand, table())


def test_no_grand_hand_where_none_is_played():
    for hand in (GrandHand(0, 67, 2), GrandHand(0, 1, 9)):
        [problem] = SCHIEBERAMSCH.verify(hand, table(grand_hand=False))
        assert (problem.place, str(problem.message)) \
            == (("grand_hand",), "no Grand Hand is played at this table")


# --- in a document ----------------------------------------------------------------------------

FIGURES_OF_A = {"spieler": "A", "augen": 67, "spitzen": 2}


@pytest.mark.parametrize("raw, hand, written", [
    (FIGURES_OF_A, GrandHand(0, 67, 2), FIGURES_OF_A),
    ({**FIGURES_OF_A, "schwarz": None, "kontra": 0}, GrandHand(0, 67, 2), FIGURES_OF_A),
    ({"kontra": 2, "schwarz": "gegner", "spitzen": 4, "augen": 120, "spieler": "C"},
     GrandHand(2, 120, 4, GEGNER, 2),
     {"spieler": "C", "augen": 120, "spitzen": 4, "schwarz": "gegner", "kontra": 2}),
    ({"spieler": "B", "augen": 0, "spitzen": 1, "schwarz": "spieler"},
     GrandHand(1, 0, 1, SPIELER), {"spieler": "B", "augen": 0, "spitzen": 1, "schwarz": "spieler"}),
])
def test_in_a_document(raw, hand, written):
    assert SCHIEBERAMSCH.read_hand({"grand_hand": raw}, NAMES) == hand
    assert SCHIEBERAMSCH.write_hand(hand, NAMES) == {"grand_hand": written}


def without(key):
    return {other: FIGURES_OF_A[other] for other in FIGURES_OF_A if other != key}


@pytest.mark.parametrize("key, value", [
    ("augen", {"A": 66}), ("durchmarsch", "A"), ("geschoben", 0), ("kontra", 1),
    ("jungfrau", None)])
def test_nothing_of_a_ramsch_stands_beside_a_grand_hand(key, value):
    with pytest.raises(Unreadable) as refused:
        SCHIEBERAMSCH.read_hand({"grand_hand": FIGURES_OF_A, key: value}, NAMES)
    assert [(problem.place, str(problem.message)) for problem in refused.value.problems] \
        == [((key,), "is not a key that belongs here")]
