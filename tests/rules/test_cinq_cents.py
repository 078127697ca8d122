"""Every rule of Cinq-Cents: rules.md, and S1, Grupp 1970, by its lines."""

import pytest

from tests.rules.ramsch_rows import Row, check, told

TWO = ("A", "B")
E = {"einsatz": "1"}


def hand(spielmacher, a, b, melds_a="", melds_b="", **more):
    """A hand: the Augen of both, and the melds of both, each in a text."""
    return {"spielmacher": spielmacher, "augen": {"A": a, "B": b},
            "meldungen": {"A": melds_a.split(), "B": melds_b.split()}, **more}


TO_485 = [hand("A", 100, 40, "vier-buben fuss"), hand("A", 85, 20)]
"""A: 200 + 100 + 100 = 400, then 85: 485. B: 40 and 20."""

ROWS = [
    # --- what counts --------------------------------------------------------------------------
    Row("S1 086–087: melds and tricks together", [hand("A", 90, 40, "bella terz")],
        {"hands.0.points": (130, 40)}),
    *[Row(f"S1 051–057: {meld} {worth}", [hand("A", 90, 40, meld)],
          {"hands.0.points": (90 + worth, 40)})
      for meld, worth in (("vier-buben", 200), ("vier-koenige", 100), ("vier-zehnen", 100),
                          ("vier-asse", 100), ("vier-damen", 100), ("bella", 20), ("terz", 20),
                          ("quart", 50), ("fuss", 100))],
    Row("S1 087–089: the Spielmacher with less leaves his to the other", [hand("A", 40, 90)],
        {"hands.0.points": (0, 130)}),
    Row("S1 087–089: as many are not less", [hand("A", 60, 60)], {"hands.0.points": (60, 60)}),
    Row("S1 089–091: matsch, a hundred more", [hand("A", 130, 0, matsch="B")],
        {"hands.0.points": (230, 0)}),
    Row("S1 076–077: a Terz against a Quart", [hand("B", 50, 50, "terz", "quart")],
        {"hands.0.points": (50, 100)}),
    Row("S1 078–079: a Quart against a Fuß", [hand("B", 50, 50, "quart", "fuss")],
        {"hands.0.points": (50, 150)}),
    Row("S1 079–081: of two Terzen the one in trump",
        [hand("A", 50, 50, "terz", "terz", trumpf={"A": ["terz"]})],
        {"hands.0.points": (70, 50)}),
    Row("S1 080–081: none in trump, none counts", [hand("A", 50, 50, "terz", "terz")],
        {"hands.0.points": (50, 50)}),
    Row("S1 081–084: the longer Fuß", [hand("A", 50, 50, "fuss", "fuss", fuss={"A": 6})],
        {"hands.0.points": (150, 50)}),
    # --- what the cards allow -----------------------------------------------------------------
    Row("S1 043–049 and 058–064: 18 cards have 146 at most", [hand("A", 90, 57)],
        [("hands[0].augen", "147 in all – 18 cards have at most 146")]),
    Row("S1 043–049: nine cards each", [hand("A", 90, 40, "vier-asse vier-damen vier-buben")],
        [("hands[0].meldungen.A", "A cannot hold all of this with 9 cards")]),
    Row("S1 053–054: one Bella", [hand("A", 90, 40, "bella", "bella")],
        [("hands[0].meldungen", "there is only one Bella, king and queen of trump")]),
    Row("rules.md: who melds four aces and takes every trick has their 44 and 6 of the others",
        [hand("A", 49, 0, "vier-asse", matsch="B")],
        [("hands[0].augen", "49 in all – with these melds 18 cards have at least 50")]),
    Row("sum: eleven cards without a figure and three jacks beside them",
        [hand("A", 50, 0, "vier-asse", matsch="B")], {"hands.0.points": (250, 0)}),
    Row("sum: four aces of the one who is matsch are the other's",
        [hand("A", 0, 40, "vier-asse", matsch="A")],
        [("hands[0].augen", "40 in all – with these melds 18 cards have at least 50")]),
    Row("sum: jacks and aces, 26 + 44, then 40 in tens, 14, 16 in kings and a queen: 143",
        [hand("A", 146, 0, "vier-buben vier-asse", matsch="B")],
        [("hands[0].augen", "146 in all – with these melds 18 cards have at most 143")]),
    Row("S1 058–060: nothing beats the jack of trump", [hand("A", 10, 60, "vier-buben")],
        [("hands[0].augen.A", "10 Augen: A melded the jack of trump and has at least 20")]),
    Row("S1 058–060: so its holder is not matsch", [hand("A", 0, 90, "vier-buben", matsch="A")],
        [("hands[0].matsch", "A melded the jack of trump, which makes a trick")]),
    Row("S1 054–057: no five trumps in a row without the jack",
        [hand("A", 10, 60, "fuss", trumpf={"A": ["fuss"]})],
        [("hands[0].augen.A", "10 Augen: A melded the jack of trump and has at least 20")]),
    Row("rules.md: in a suit it may be another's", [hand("A", 10, 60, "fuss")],
        {"hands.0.points": (110, 60)}),
    Row("a hand of a book keeps what it gives",
        [hand("A", 49, 0, "vier-asse", matsch="B", id="h1")], {"hands.0.points": (249, 0)},
        {"id": "s1"}),
    Row("a new hand on that sheet does not",
        [hand("A", 49, 0, "vier-asse", matsch="B")],
        [("hands[0].augen", "49 in all – with these melds 18 cards have at least 50")],
        {"id": "s1"}),
    # --- a Partie -----------------------------------------------------------------------------
    Row("S1 091–093: who has 500 after a hand wins; E from the loser",
        [*TO_485, hand("A", 20, 30, "bella")],
        {"hands.2.totals": (525, 90), "matches.0.winner": "A", "matches.0.payout": (100, -100)},
        E),
    Row("S1 091–093: and 499 are not 500", [TO_485[0], hand("A", 99, 20)], {"matches": []}),
    Row("rules.md: RULING both in one hand, the more points win",
        [hand("A", 70, 60), hand("B", 60, 80)], {"matches.0.winner": "B"},
        {"rules": {"limit": 120}}),
    Row("rules.md: RULING as many, one more hand",
        [hand("A", 60, 60), hand("A", 60, 60), hand("A", 20, 90)],
        {"hands.1.totals": (120, 120), "matches.0.last_hand": 3, "matches.0.winner": "B"},
        {"rules": {"limit": 100}}),
    Row("rules.md: the deal alternates", [TO_485[1], TO_485[1]],
        {"hands.0.dealer": "A", "hands.1.dealer": "B", "next.dealer": "A"}),
    # --- called out ---------------------------------------------------------------------------
    Row("S1 091–093: with 485 Bella is enough, whoever is Spielmacher",
        [*TO_485, hand("B", 0, 0, "bella", ausgerufen="A")],
        {"hands.2.points": (20, 0), "hands.2.totals": (505, 60), "matches.0.winner": "A",
         "matches.0.payout": (100, -100),
         "hands.2.explain": "B 0 · A 20 Bella + 0 = 20 · A ausgerufen: 485 + 20 = 505"}, E),
    Row("S1 091–093: though the other has more by then",
        [*TO_485, hand("B", 0, 130, "", "vier-buben", matsch="A"),
         hand("B", 0, 11, "bella", "vier-asse", ausgerufen="A")],
        {"hands.2.totals": (485, 490), "hands.3.points": (20, 111),
         "hands.3.totals": (505, 601), "matches.0.winner": "A"}),
    Row("S1 091–093: while the whole hand is B's", [
        *TO_485, hand("B", 0, 130, "", "vier-buben", matsch="A"), hand("B", 40, 90, "bella")],
        {"hands.3.totals": (545, 580), "matches.0.winner": "B"}),
    Row("S1 091–093: with the Augen so far, 485 + 15 = 500",
        [*TO_485, hand("A", 15, 4, ausgerufen="A")],
        {"hands.2.totals": (500, 64), "matches.0.winner": "A"}),
    Row("rules.md: each writes his own, though the Spielmacher has less",
        [*TO_485, hand("A", 15, 30, ausgerufen="A")], {"hands.2.points": (15, 30)}),
    Row("rules.md: refused with what he has", [*TO_485, hand("A", 14, 4, ausgerufen="A")],
        [("hands[2].ausgerufen", "A has 499, not 500: 485 before this hand, 0 in melds, 14 "
                                 "Augen")]),
    Row("S1 076–077: a Terz that does not count helps nobody",
        [*TO_485, hand("A", 0, 0, "terz", "quart", ausgerufen="A")],
        [("hands[2].ausgerufen", "A has 485, not 500: 485 before this hand, 0 in melds, 0 "
                                 "Augen")]),
    Row("rules.md: the Augen so far need not add up",
        [*TO_485, hand("A", 11, 0, "bella", ausgerufen="A")], {"hands.2.totals": (516, 60)}),
    Row("S1 058–064: nobody has 1 Auge, though",
        [*TO_485, hand("A", 20, 1, ausgerufen="A")],
        [("hands[2].augen.B", "no card counts 1, so nobody can have 1 Auge")]),
    Row("S1 089–090: matsch is who has no trick in the whole hand",
        [*TO_485, hand("A", 20, 0, ausgerufen="A", matsch="B")],
        [("hands[2].matsch", "a hand that was broken off leaves nobody matsch")]),
    Row("rules.md: the next Partie begins with 0",
        [*TO_485, hand("A", 15, 4, ausgerufen="A"), hand("A", 90, 40)],
        {"hands.3.totals": (90, 40)}),
    Row("format.md: of a player at the table", [hand("A", 15, 4, ausgerufen="X")],
        [("hands[0].ausgerufen", "X does not sit at this table")]),
    Row("rules.md: broken off without a winner", [hand("A", 90, 40)],
        {"matches.0.winner": None, "payout": (50, -50)},
        {**E, "ended": True, "vereinbarung": {"A": "0.50", "B": "-0.50"}}),
]


@pytest.mark.parametrize("row", ROWS, ids=told(ROWS))
def test_rules(row):
    check("cinq-cents", TWO, row)
