"""Every rule of Schieberamsch: rules.md, and S3, the rule text of pagat.com by its headings."""

import pytest

from tests.rules.ramsch_rows import Row, check, told

THREE = ("A", "B", "C")


def ramsch(a, b, c, geschoben=0, jungfrau=None, kontra=0):
    """A hand with the Augen of all three."""
    return {"augen": {"A": a, "B": b, "C": c}, "geschoben": geschoben, "jungfrau": jungfrau,
            "kontra": kontra}


def grand(augen, kontra=0, spitzen=2, schwarz=None, von=()):
    """A Grand Hand of B."""
    return {"grand_hand": {"spieler": "B", "augen": augen, "spitzen": spitzen,
                           "schwarz": schwarz, "kontra": kontra, "angesagt_von": [*von]}}


SIX = ramsch(66, 30, 24)
"""A writes 6."""
KONTRA = {"rules": {"ramsch_kontra": True}}
MOST = {"rules": {"skat_to": "most-augen"}}
LAST = {"rules": {"skat_to": "most-augen", "skat_tie": "last-trick"}}
CENT = {"rate": "0.01"}

ROWS = [
    # --- a Ramsch -----------------------------------------------------------------------------
    Row("S3, Die Anschrift: 113 · 2 · 2 · 2 = 904 → 90", [ramsch(0, 7, 113, ["A", "B"], "A")],
        {"hands.0.points": (0, 0, 90)}),
    Row("S3, Die Anschrift: and a Durchmarsch −12 · 4", [{"durchmarsch": "C", "geschoben": 2}],
        {"hands.0.points": (0, 0, -48)}),
    Row("S3, Die Anschrift: divided by 10 and rounded down, 69 → 6", [ramsch(69, 30, 21)],
        {"hands.0.points": (6, 0, 0)}),
    Row("S3, Die Anschrift: as many Augen, both write", [ramsch(50, 50, 20)],
        {"hands.0.points": (5, 5, 0)}),
    Row("S3, Die Anschrift: all three have as many", [ramsch(40, 40, 40)],
        {"hands.0.points": (4, 4, 4)}),
    Row("S3, Die Behandlung des Skats: three Schieben are eightfold, 528 → 52",
        [ramsch(66, 30, 24, 3)], {"hands.0.points": (52, 0, 0)}),
    Row("S3, Die Behandlung des Skats: each can push it on once", [ramsch(66, 30, 24, 4)],
        [("hands[0].geschoben",
          "4 Schieben: each of the three players can push the skat on once")]),
    Row("S3, Grand Hand: 58 with one doubling, 116 → 11", [ramsch(58, 42, 20, 1)],
        {"hands.0.points": (11, 0, 0)}),
    Row("S3, Die Anschrift: with two Jungfrauen it is a Durchmarsch",
        [{"augen": {"A": 120}, "jungfrau": ["B", "C"]}],
        [("hands[0].jungfrau",
          "2 Jungfrauen: with two it is a Durchmarsch of the third player")]),
    Row("rules.md: a player without a trick has 0 Augen", [ramsch(66, 30, 24, 0, "C")],
        [("hands[0].augen.C", "C is Jungfrau, so without a trick and without Augen, not 24")]),
    Row("rules.md: 120 Augen, the skat included", [ramsch(66, 30, 14)],
        [("hands[0].augen", "110 in all – 10 Augen are missing")]),
    Row("S3, Varianten: Kontra only where it is agreed on", [ramsch(66, 30, 24, kontra=1)],
        [("hands[0].kontra", "Ramsch is played without Kontra at this table")]),
    Row("S3, Varianten: three Kontra, three Schieben, a Jungfrau: 70 · 128 = 8960",
        [ramsch(70, 50, 0, 3, "C", 3)], {"hands.0.points": (896, 0, 0)}, KONTRA),
    Row("S3, Varianten: five doublings from the two others, 70 · 32 = 2240",
        [ramsch(70, 50, 0, 2, "C", 2)], {"hands.0.points": (224, 0, 0)}, KONTRA),
    Row("S3, Varianten: each player can say Kontra, who did changes no points: 66 · 4 = 264",
        [{**ramsch(66, 30, 24, kontra=2), "angesagt_von": ["B", "C"]}],
        {"hands.0.points": (26, 0, 0)}, KONTRA),
    Row("S3, Varianten: each once, so two names are two Kontras",
        [{**ramsch(66, 30, 24, kontra=1), "angesagt_von": ["B", "C"]}],
        [("hands[0].angesagt_von", "names more players than said Kontra")], KONTRA),
    Row("rules.md: RULING Durchmarsch with Kontra, −12 · 2 · 4",
        [{"durchmarsch": "C", "geschoben": 1, "kontra": 2}], {"hands.0.points": (0, 0, -96)},
        KONTRA),
    # --- the skat -----------------------------------------------------------------------------
    Row("S3, Varianten: the skat to who has most, 55 + 10 = 65", [ramsch(55, 40, 15)],
        {"hands.0.points": (6, 0, 0)}, MOST),
    Row("rules.md: RULING each in a tie has all of it, 50 + 10", [ramsch(50, 50, 10)],
        {"hands.0.points": (6, 6, 0)}, MOST),
    Row("rules.md: RULING skat_tie last-trick: it is typed with the tricks", [ramsch(50, 50, 10)],
        [("hands[0].augen", "A and B are even: add the skat's 10 Augen to the last trick")], LAST),
    Row("rules.md: RULING skat_tie last-trick: A has it", [ramsch(60, 50, 10)],
        {"hands.0.points": (6, 0, 0)}, LAST),
    Row("rules.md: RULING skat_tie last-trick: C has it", [ramsch(50, 50, 20)],
        {"hands.0.points": (5, 5, 0)}, LAST),
    Row("rules.md: RULING skat_tie means nothing without a tie", [ramsch(55, 40, 15)],
        {"hands.0.points": (6, 0, 0)}, LAST),
    Row("rules.md: two cards have 22 Augen at most", [ramsch(50, 40, 7)],
        [("hands[0].augen", "97 in all – 23 for the skat is not possible, at most 22")], MOST),
    # --- a Grand Hand -------------------------------------------------------------------------
    Row("S3, Grand Hand: with 2, 67 Augen: 24 · 4 = 96 → −9", [grand(67)],
        {"hands.0.points": (0, -9, 0)}),
    Row("S3, Grand Hand: 58 Augen lose 9", [grand(58)], {"hands.0.points": (0, 9, 0)}),
    Row("S3, Grand Hand: with Kontra 192 → 19", [grand(58, 1)], {"hands.0.points": (0, 19, 0)}),
    Row("S3, Grand Hand: 25 Augen are Schneider, 120 → 12", [grand(25)],
        {"hands.0.points": (0, 12, 0)}),
    Row("S3, Grand Hand: with Kontra 24", [grand(25, 1)], {"hands.0.points": (0, 24, 0)}),
    Row("S3, Grand Hand: each of the opponents can say Kontra, 58 lose 19",
        [grand(58, 1, von=["C"])], {"hands.0.points": (0, 19, 0)}),
    Row("S3, Grand Hand: the soloist answers with Rekontra", [grand(58, 2, von=["B"])],
        [("hands[0].grand_hand.angesagt_von", "the soloist says Rekontra")]),
    Row("S3, Grand Hand: whoever is named has said Kontra", [grand(58, von=["C"])],
        [("hands[0].grand_hand.angesagt_von", "names more players than said Kontra")]),
    Row("S3, Grand Hand: Rekontra is fourfold, 384 → −38", [grand(67, 2)],
        {"hands.0.points": (0, -38, 0)}),
    Row("S3, Grand Hand: 61 win", [grand(61)], {"hands.0.points": (0, -9, 0)}),
    Row("S3, Grand Hand: 60 lose", [grand(60)], {"hands.0.points": (0, 9, 0)}),
    Row("S3, Grand Hand: 30 Augen of the others are Schneider, 120 → −12", [grand(90)],
        {"hands.0.points": (0, -12, 0)}),
    Row("S3, Grand Hand: 31 are not", [grand(89)], {"hands.0.points": (0, -9, 0)}),
    Row("S3, Grand Hand: schwarz is Schneider, too: 24 · 6 = 144 → −14",
        [grand(120, schwarz="gegner")], {"hands.0.points": (0, -14, 0)}),
    Row("S3, Grand Hand: 120 Augen by themselves are Schneider only", [grand(120)],
        {"hands.0.points": (0, -12, 0)}),
    Row("S3, Grand Hand: the soloist without a trick", [grand(0, schwarz="spieler")],
        {"hands.0.points": (0, 14, 0)}),
    Row("S3, Grand Hand: four Spitzen, 24 · 6 = 144", [grand(67, spitzen=4)],
        {"hands.0.points": (0, -14, 0)}),
    Row("S3, Die Behandlung des Skats: the same dealer deals again", [SIX, grand(67), SIX],
        {"hands.1.dealer": "B", "hands.2.dealer": "B", "next.dealer": "C"}),
    Row("rules.md: option grand_hand", [grand(67)],
        [("hands[0].grand_hand", "no Grand Hand is played at this table")],
        {"rules": {"grand_hand": False}}),
    # --- how long -----------------------------------------------------------------------------
    Row("S3, Die Anschrift: the number of hands is agreed on", [SIX, grand(67)],
        {"matches.0.last_hand": 2, "next": None}, {"rules": {"hands": 2}}),
    Row("rules.md: a round is three hands in which the deal moved on; a Grand Hand is none",
        [SIX, grand(67), SIX, SIX],
        {"matches.0.last_hand": 4, "hands.3.totals": (18, -9, 0), "next": None},
        {"rules": {"rounds": 1}}),
    Row("rules.md: after two of them the round is not over", [SIX, grand(67), SIX],
        {"matches": [], "next.dealer": "C"}, {"rules": {"rounds": 1}}),
    Row("rules.md: a voided hand uses nothing up", [SIX, {**SIX, "voided": True}, SIX],
        {"matches": [], "next.dealer": "C"}, {"rules": {"rounds": 1}}),
    Row("rules.md: whoever deals by name", [{**SIX, "dealer": "A"}] * 3,
        {"matches.0.last_hand": 3}, {"rules": {"rounds": 1}}),
    Row("rules.md: no hand after the last round", [SIX] * 4,
        [("hands[3]", "comes after the end: the match was over after 3 hands")],
        {"rules": {"rounds": 1}}),
    Row("rules.md: hands or rounds, not both", [],
        [("rules.rounds", "cannot be combined with a number of hands")],
        {"rules": {"hands": 6, "rounds": 2}}),
    Row("rules.md: without either the table ends it", [SIX, grand(67)],
        {"matches.0.payout": (-21, 24, -3), "next": None}, {**CENT, "ended": True}),
    # --- money --------------------------------------------------------------------------------
    Row("S3, Die Anschrift: every pair settles: A 6, C −12; A pays 6 and 18, B 12",
        [SIX, {"durchmarsch": "C"}], {"payout": (-24, -6, 30)}, CENT),
    Row("rules.md: odd cents by largest remainder, ties in seat order: −5, 2.5, 2.5",
        [ramsch(55, 40, 25)], {"hands.0.points": (5, 0, 0), "payout": (-5, 3, 2)},
        {"rate": "0.005"}),
    Row("rules.md: settled by points, not by agreement", [SIX],
        [("vereinbarung", "is not a key that belongs here")],
        {**CENT, "ended": True, "vereinbarung": {"A": "-1", "B": "1"}}),
]


@pytest.mark.parametrize("row", ROWS, ids=told(ROWS))
def test_rules(row):
    check("schieberamsch", THREE, row)
