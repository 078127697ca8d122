"""Pfälzer Ramsch: its hands, its Partie, and what it does not have.

S3 is the German rule text of Schieberamsch (pagat.com), its section "Pfälzer Ramsch" unless
another is named; "rules" is how this project reads it; "format" is the description of the file
format; "sum" is arithmetic by hand.
"""

import pytest

from scorepad.games.game import HandScore, Meter, Outcome, Reason, Table, Tally, Unreadable
from scorepad.games.pfaelzer_ramsch import PFAELZER_RAMSCH, PfaelzerRamschRules
from scorepad.games.ramsch import Durchmarsch, Ramsch
from tests.games.scored import counted, of_score
from tests.games.sheets import answered, column, faults

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

WORTH = [
    ("S3, nothing is divided", ramsch(113, 7, 0), "A", 113),
    ("S3, a Jungfrau doubles nothing", ramsch(J, 7, 113), "C", 113),
    ("S3, every Schieben doubles", ramsch(J, 7, 113, s=2), "C", 452),
    ("S3, every Schieben doubles, named", ramsch(J, 7, 113, s=(0, 1)), "C", 452),
    ("S3, all pushed", ramsch(59, 58, 3, s=3), "A", 472),
    ("S3, Durchmarsch", durchmarsch("C"), "A B", 120),
    ("S3, Durchmarsch, one pushed", durchmarsch("B", s=(2,)), "A C", 240),
    ("S3, Durchmarsch, two pushed", durchmarsch("A", s=2), "B C", 480),
    ("S3, Durchmarsch, all pushed", durchmarsch("A", s=3), "B C", 960),
    ("S3, Die Anschrift, two tied", ramsch(55, 55, 10), "A B", 55),
    ("S3, Die Anschrift, two tied, a Jungfrau", ramsch(60, J, 60, s=1), "A C", 120),
    ("S3, Die Anschrift, three tied", ramsch(40, 40, 40), "A B C", 40),
    ("S3, 120 with Leerstiche", ramsch(0, 120, 0), "B", 120),
    ("S3, 120 and a Jungfrau", ramsch(0, 120, J), "B", 120),
    ("format, two left out", ramsch(O, 61, O), "B", 61),
    ("format, one left out has most", ramsch(20, 30, O, s=1), "C", 140),
    ("format, left out beside a Jungfrau", ramsch(J, O, 7), "B", 113),
]


@pytest.mark.parametrize("hand, losers, worth",
                         [pytest.param(*row, id=source) for source, *row in WORTH])
def test_worth_of_a_hand(hand, losers, worth):
    assert PFAELZER_RAMSCH.verify(hand, TABLE) == ()
    assert counted(PFAELZER_RAMSCH, hand, TABLE) == HandScore.of(
        tuple(worth if name in losers.split() else 0 for name in NAMES))


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


def test_there_is_no_grand_hand():
    raw = {"grand_hand": {"spieler": "A", "augen": 67, "spitzen": 2}}
    with pytest.raises(Unreadable) as refused:
        PFAELZER_RAMSCH.read_hand(raw, NAMES)
    assert [(problem.place, str(problem.message)) for problem in refused.value.problems] \
        == [(("grand_hand",), "there is no Grand Hand in Pfälzer Ramsch")]


@pytest.mark.parametrize("key, value, place, sentence", [
    ("players", ["A", "B", "C", "D"], "players", "Pfälzer Ramsch needs 3 players, not 4"),
    ("rate", "0.01", "rate", "is not a key that belongs here"),
    ("einsatz", "0.005", "einsatz",
     'is not an amount in quotes with at most 2 decimals, such as "0.50"'),
    ("vereinbarung", {"A": "1.00"}, "vereinbarung",
     "adds up to 1.00, not 0: what some receive the others pay"),
    ("rules", {"all_over": "some"}, "rules.all_over", "is not one of: most, each"),
    ("rules", {"hands": 12}, "rules.hands", "is not an option of this game"),
    ("rules", {"grand_hand": True}, "rules.grand_hand", "is not an option of this game"),
    ("rules", {"limit": 0}, "rules.limit", "is not a whole number from 1 to 1000000"),
    ("rules", {"limit": True}, "rules.limit", "is not a whole number from 1 to 1000000"),
])
def test_what_a_sheet_cannot_say(key, value, place, sentence):
    assert faults("pfaelzer-ramsch", NAMES, **{key: value}) == [(place, sentence)]


# --- a Partie ---------------------------------------------------------------------------------

ENDINGS = [
    ("S3, a Partie begins", (0, 0, 0), 500, None),
    ("S3, 499 is not 500", (499, 0, 499), 500, None),
    ("S3, who reaches 500 has lost", (0, 500, 0), 500, 1),
    ("S3, or passes it", (0, 0, 1459), 500, 2),
    ("rules, several over: the most loses", (540, 500, 600), 500, 2),
    ("rules, tie for most plays on", (600, 540, 600), 500, None),
    ("rules, tie of three plays on", (500, 500, 500), 500, None),
    ("rules, tie below the one with most", (500, 500, 501), 500, 2),
    ("rules, limit 1000", (0, 999, 500), 1000, None),
    ("rules, limit 1000", (0, 1000, 500), 1000, 1),
    ("rules, limit 1", (0, 0, 40), 1, 2),
]


@pytest.mark.parametrize("totals, limit, loser",
                         [pytest.param(*row, id=source) for source, *row in ENDINGS])
def test_endings(totals, limit, loser):
    end = PFAELZER_RAMSCH.outcome(Tally(totals, (0, 0, 0), 9), PfaelzerRamschRules(limit))
    assert end == (None if loser is None else Outcome(Reason.LOST, loser))


@pytest.mark.parametrize("loser, stake, cents", [
    (0, 50, (-100, 50, 50)), (1, 1, (1, -2, 1)), (2, 1000, (1000, 1000, -2000)), (0, 0, (0, 0, 0))])
def test_the_loser_pays_one_einsatz_to_each(loser, stake, cents):
    tally = Tally((500, 500, 500), (0, 0, 0), 9)
    assert PFAELZER_RAMSCH.payout(Outcome(Reason.LOST, loser), tally, stake) == cents
    assert PFAELZER_RAMSCH.balance(tally, stake) is None


def sheet(*hands, **keys):
    return answered("pfaelzer-ramsch", NAMES, *hands, **keys)


MANY, FEW = {"durchmarsch": "A", "geschoben": 2}, {"augen": {"A": 39, "B": 40, "C": 41}}
"""B and C write 480; C writes 41."""


def test_a_partie_played_out():
    """C reaches 521; the deal goes on and the points start again."""
    answer = sheet(MANY, FEW, FEW, first_dealer="B", einsatz="0.50")
    assert column(answer, "totals") == [(0, 480, 480), (0, 480, 521), (0, 0, 41)]
    assert column(answer, "dealer") == ["B", "C", "A"]
    assert answer["matches"] == [{"first_hand": 1, "last_hand": 2, "winner": None, "loser": "C",
                                  "payout": {"A": 50, "B": 50, "C": -100}}]
    assert answer["payout"] == {"A": 50, "B": 50, "C": -100}
    assert answer["totals"] == {"A": 0, "B": 0, "C": 41}
    assert answer["next"] == {"dealer": "B", "active": ["A", "B", "C"], "chosen_by": None}


def test_a_tie_over_the_limit_plays_on():
    answer = sheet(MANY, MANY, FEW)
    assert column(answer, "totals") == [(0, 480, 480), (0, 960, 960), (0, 960, 1001)]
    [match] = answer["matches"]
    assert (match["last_hand"], match["loser"], match["payout"]) == (3, "C", {})


def test_of_two_who_pass_the_limit_at_once_the_one_with_more_loses():
    answer = sheet({"augen": {"B": 60, "A": 50}}, {"durchmarsch": "A", "geschoben": 3})
    assert column(answer, "totals") == [(0, 60, 0), (0, 1020, 960)]
    assert [match["loser"] for match in answer["matches"]] == ["B"]


def test_the_deal_goes_on_after_a_partie_as_people_sit_then():
    """C loses A's hand; to the left of A sits C now. A voided hand is dealt again."""
    lost = {"durchmarsch": "A", "geschoben": 3}
    answer = sheet(FEW, lost, {**FEW, "players": ["A", "C", "B"], "voided": True}, FEW,
                   first_dealer="C")
    assert [match["last_hand"] for match in answer["matches"]] == [2]
    assert column(answer, "dealer") == ["C", "A", "C", "C"]
    assert answer["next"]["dealer"] == "B"


def test_the_end_is_told_with_its_reason_and_drawn_on_the_way():
    tally, rules = Tally((0, 480, 521), (0, 0, 0), 2), PfaelzerRamschRules(510)
    assert str(PFAELZER_RAMSCH.tell(Outcome(Reason.LOST, 2), tally, rules, NAMES)) \
        == "C loses the match: 521 points, and 510 is the limit"
    assert PFAELZER_RAMSCH.meters(tally, rules) == (
        Meter("Points", 510, (0, 480, 521), of_points=True),)
    assert PFAELZER_RAMSCH.progress(tally, rules) is None


def test_the_limit_is_500_unless_another_is_named():
    assert PfaelzerRamschRules().limit == 500
    assert PfaelzerRamschRules.read({"limit": 300}).written() == {"limit": 300}
