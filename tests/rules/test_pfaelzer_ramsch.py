"""Every rule of Pfälzer Ramsch: rules.md, and S3, Pfälzer Ramsch, the last section of the rule text
of Schieberamsch."""

import pytest

from tests.rules.ramsch_rows import Row, check, told

THREE = ("A", "B", "C")
E, EACH = {"einsatz": "0.50"}, {"einsatz": "0.50", "rules": {"all_over": "each"}}


def ramsch(a, b, c, geschoben=0, **more):
    """A hand with the Augen of all three."""
    return {"augen": {"A": a, "B": b, "C": c}, "geschoben": geschoben, **more}


def durchmarsch(geschoben=0):
    """A Durchmarsch of A: B and C write 120, 240, 480 or 960."""
    return {"durchmarsch": "A", "geschoben": geschoben}


ROWS = [
    Row("S3: nothing is divided or rounded", [ramsch(67, 30, 23)],
        {"hands.0.points": (67, 0, 0)}),
    Row("S3: each Schieben doubles, 67 · 4", [ramsch(67, 30, 23, 2)],
        {"hands.0.points": (268, 0, 0)}),
    Row("S3: a Jungfrau doubles nothing", [ramsch(67, 53, 0, 1, jungfrau="C")],
        {"hands.0.points": (134, 0, 0)}),
    Row("S3, Die Anschrift: as many Augen, both write", [ramsch(50, 50, 20)],
        {"hands.0.points": (50, 50, 0)}),
    Row("S3: after a Durchmarsch the others write 120", [durchmarsch()],
        {"hands.0.points": (0, 120, 120)}),
    Row("S3: doubled by Schieben", [durchmarsch(2)], {"hands.0.points": (0, 480, 480)}),
    Row("S3: there is no Grand Hand",
        [{"grand_hand": {"spieler": "A", "augen": 67, "spitzen": 2}}],
        [("hands[0].grand_hand", "there is no Grand Hand in Pfälzer Ramsch")]),
    Row("S3: and no Kontra", [ramsch(67, 30, 23, kontra=1)],
        [("hands[0].kontra", "Ramsch is played without Kontra at this table")]),
    # --- a Partie -----------------------------------------------------------------------------
    Row("S3: who reaches 500 has lost; RULING he pays one Einsatz to each",
        [durchmarsch(2), ramsch(40, 21, 59)],
        {"hands.1.totals": (0, 480, 539), "matches.0.loser": "C",
         "matches.0.payout": (50, 50, -100)}, E),
    Row("S3: exactly 500 are reached: 55 · 8 = 440, and 60",
        [ramsch(50, 55, 15, 3), ramsch(40, 60, 20)],
        {"hands.1.totals": (0, 500, 0), "matches.0.loser": "B"}),
    Row("S3: 499 are not", [ramsch(50, 55, 15, 3), ramsch(41, 59, 20)],
        {"hands.1.totals": (0, 499, 0), "matches": []}),
    Row("rules.md: RULING several at once, the most points lose",
        [ramsch(50, 60, 10), durchmarsch(3)],
        {"hands.1.totals": (0, 1020, 960), "matches.0.loser": "B"}, E),
    Row("rules.md: RULING a tie for the most plays on", [durchmarsch(2), durchmarsch()],
        {"hands.1.totals": (0, 600, 600), "matches": []}, E),
    Row("S3: each who is over has lost, and pays who is not", [durchmarsch(2), durchmarsch()],
        {"matches.0.loser": None, "matches.0.losers": ["B", "C"], "matches.0.winner": None,
         "matches.0.payout": (100, -50, -50), "totals": (0, 0, 0)}, EACH),
    Row("S3: with different points, too", [ramsch(50, 60, 10), durchmarsch(3)],
        {"matches.0.losers": ["B", "C"], "matches.0.payout": (100, -50, -50)}, EACH),
    Row("S3: one alone as ever", [durchmarsch(2), ramsch(40, 21, 59)],
        {"matches.0.loser": "C", "matches.0.payout": (50, 50, -100)}, EACH),
    Row("rules.md: all three, nobody pays: 40 · 8 = 320, twice", [ramsch(40, 40, 40, 3)] * 2,
        {"hands.1.totals": (640, 640, 640), "matches.0.losers": ["A", "B", "C"],
         "matches.0.payout": (0, 0, 0)}, EACH),
    Row("rules.md: and by the usual rule they play on", [ramsch(40, 40, 40, 3)] * 2,
        {"matches": []}, E),
    Row("S3: the limit is agreed on", [ramsch(67, 30, 23)], {"matches.0.loser": "A"},
        {"rules": {"limit": 67}}),
    Row("rules.md: the next Partie begins with 0, the deal goes on", [durchmarsch(3),
        ramsch(50, 60, 10), ramsch(67, 30, 23)],
        {"hands.1.totals": (0, 1020, 960), "hands.2.totals": (67, 0, 0),
         "hands.2.dealer": "C"}, E),
    Row("rules.md: broken off and settled as the table agrees", [ramsch(67, 30, 23)],
        {"matches.0.loser": None, "payout": (-67, 33, 34)},
        {**E, "ended": True, "vereinbarung": {"A": "-0.67", "B": "0.33", "C": "0.34"}}),
]


@pytest.mark.parametrize("row", ROWS, ids=told(ROWS))
def test_rules(row):
    check("pfaelzer-ramsch", THREE, row)
