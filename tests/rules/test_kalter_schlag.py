"""Every rule of Kalter Schlag: rules.md, and S0, the rule text of pagat.com by its headings."""

import pytest

from scorepad import document
from scorepad.games.kalter_schlag import KALTER_SCHLAG, ramsch_points
from tests.games.sheets import written
from tests.rules.ramsch_rows import Row, check, told

FOUR = ("Anne", "Bert", "Cem", "Dora")
FIVES = {"rules": {"rounding": "fives-before"}}
E = {"einsatz": "0.50"}


def ramsch(anne, bert, cem, dora, doubled=0, *jungfern):
    """A hand with the Augen of all four."""
    return {"augen": dict(zip(FOUR, (anne, bert, cem, dora))), "verdopplungen": doubled,
            "jungfern": list(jungfern)}


def tied(figure, doubled=0):
    """A hand that Anne and Bert lose with as many Augen, the others have the rest."""
    return ramsch(figure, figure, 120 - 2 * figure, 0, doubled)


BOTH_AT_1900 = [tied(60, 3), tied(60, 3), tied(60, 3), tied(60, 2), tied(55, 2)]
"""Anne and Bert write 480 + 480 + 480 + 240 + 220 = 1900, five times each."""
COLD = ramsch(57, 63, 0, 0, 3, "Cem", "Dora")
"""Bert: 63 · 8 · 4 = 2016 → 2020."""
ANNE = ramsch(66, 30, 24, 0)
"""Anne: 66 → 70."""

ROWS = [
    # --- a hand -------------------------------------------------------------------------------
    Row("S0, Wertung: Durchmarsch 120", [{"durchmarsch": "Bert"}],
        {"hands.0.points": (120, 0, 120, 120)}),
    Row("S0, Wertung: with Kontra and Re 480", [{"durchmarsch": "Bert", "verdopplungen": 2}],
        {"hands.0.points": (480, 0, 480, 480)}),
    Row("S0, Wertung: with Hirsch 1920", [{"durchmarsch": "Bert", "verdopplungen": 4}],
        {"hands.0.points": (1920, 0, 1920, 1920)}),
    Row("S0, Wertung: 120 Augen are no Durchmarsch", [ramsch(120, 0, 0, 0)],
        {"hands.0.points": (120, 0, 0, 0)}),
    Row("S0, Wertung: who has most loses", [ANNE], {"hands.0.points": (70, 0, 0, 0)}),
    Row("S0, Wertung: of as many all lose", [ramsch(50, 50, 20, 0)],
        {"hands.0.points": (50, 50, 0, 0)}),
    Row("S0, Wertung: before any rounding 49 is more than 48", [ramsch(48, 49, 23, 0)],
        {"hands.0.points": (0, 50, 0, 0)}),
    Row("S0, Beispiele: 55 → 60", [ramsch(55, 35, 28, 2)], {"hands.0.points": (60, 0, 0, 0)}),
    Row("S0, Wertung: 0 to 4 down, 54 → 50", [ramsch(54, 36, 28, 2)],
        {"hands.0.points": (50, 0, 0, 0)}),
    Row("S0, Beispiele: 66, Kontra, Jungfer → 264 → 260", [ramsch(66, 30, 24, 0, 1, "Dora")],
        {"hands.0.points": (260, 0, 0, 0),
         "hands.0.explain": "66 · 2 (Kontra) · 2 (Jungfer Dora) = 264 → 260"}),
    Row("S0, Beispiele: 63, Bock, two Jungfern → 2016 → 2020", [COLD],
        {"hands.0.points": (0, 2020, 0, 0), "matches.0.loser": "Bert"}),
    Row("S0, Variante: 55 stay 55", [ramsch(55, 35, 28, 2)], {"hands.0.points": (55, 0, 0, 0)},
        FIVES),
    Row("S0, Variante: 66 → 65 · 4", [ramsch(66, 30, 24, 0, 1, "Dora")],
        {"hands.0.points": (260, 0, 0, 0)}, FIVES),
    Row("S0, Variante: 63 → 65 · 32", [COLD], {"hands.0.points": (0, 2080, 0, 0)}, FIVES),
    Row("S0, Variante: 42 → 40, and 41 loses nothing", [ramsch(41, 42, 37, 0)],
        {"hands.0.points": (0, 40, 0, 0)}, FIVES),
    Row("S0, NB: with five doublings 62 is not enough, 1984 → 1980",
        [ramsch(58, 62, 0, 0, 3, "Cem", "Dora")],
        {"hands.0.points": (0, 1980, 0, 0), "matches": []}),
    Row("S0, NB: nor to fives, 60 · 32", [ramsch(58, 62, 0, 0, 3, "Cem", "Dora")],
        {"hands.0.points": (0, 1920, 0, 0), "matches": []}, FIVES),
    Row("S0, Wertung: at most two Jungfern", [ramsch(120, 0, 0, 0, 0, "Bert", "Cem", "Dora")],
        [("hands[0].jungfern",
          "3 Jungfern: with three it is a Durchmarsch of the fourth player")]),
    Row("S0, Spiel, Kontrieren: four doublings", [ramsch(66, 30, 24, 0, 5)],
        [("hands[0].verdopplungen",
          "5 doublings: there are at most 4, Kontra, Re, Bock and Hirsch")]),
    Row("rules.md: a player without a trick has 0 Augen", [ramsch(66, 30, 21, 3, 0, "Dora")],
        [("hands[0].augen.Dora",
          "Dora is Jungfer, so without a trick and without Augen, not 3")]),
    Row("S0, Wertung: who has 0 Augen may have empty tricks", [ramsch(66, 30, 24, 0)],
        {"hands.0.explain": "66 → 70"}),
    Row("rules.md: nobody has 1 Auge", [ramsch(66, 29, 24, 1)],
        [("hands[0].augen.Dora", "no card counts 1, so nobody can have 1 Auge")]),
    Row("rules.md: nor all but one", [{"augen": {"Anne": 119}}],
        [("hands[0].augen.Anne", "no card counts 1, so nobody can have 119 Augen")]),
    Row("rules.md: 120 Augen in all", [ramsch(66, 30, 22, 0)],
        [("hands[0].augen", "118 in all – 2 Augen are missing")]),
    Row("format.md: one figure that decides is enough", [{"augen": {"Anne": 66}}],
        {"hands.0.points": (70, 0, 0, 0)}),
    # --- a Partie -----------------------------------------------------------------------------
    Row("S0, Ende der Partie: five Anschriften below 2000 win, 2 Einsätze from each", [ANNE] * 5,
        {"hands.4.totals": (350, 0, 0, 0), "matches.0.winner": "Anne", "matches.0.loser": None,
         "matches.0.payout": (300, -100, -100, -100), "next.dealer": "Anne",
         "next.chosen_by": None, "totals": (0, 0, 0, 0)}, E),
    Row("S0, Ende der Partie: four Anschriften do not", [ANNE] * 4, {"matches": []}),
    Row("S0, Ende der Partie: 2000 lose, 1 Einsatz to who has written, 2 to who has not",
        [ANNE, COLD], {"matches.0.loser": "Bert", "matches.0.winner": None,
                       "matches.0.payout": (50, -250, 100, 100), "next.dealer": "Bert",
                       "next.chosen_by": "Bert"}, E),
    Row("S0, Ende der Partie: the loser names who deals", [COLD, {**ANNE, "dealer": "Dora"}],
        {"hands.1.dealer": "Dora", "next.dealer": "Anne"}),
    Row("S0, Ende der Partie: the next begins with 0 points", [COLD, ANNE],
        {"hands.1.totals": (70, 0, 0, 0)}),
    Row("S0, Ende der Partie: several over the limit in a tie play on",
        [tied(60, 4)] * 3, {"hands.2.totals": (2880, 2880, 0, 0), "matches": []}),
    Row("S0, Ende der Partie: until one has most", [*[tied(60, 4)] * 3, ramsch(30, 66, 24, 0)],
        {"matches.0.loser": "Bert", "matches.0.last_hand": 4}),
    Row("S0, Ende der Partie: two with five Anschriften and as many points play on",
        BOTH_AT_1900, {"hands.4.totals": (1900, 1900, 0, 0), "matches": []}),
    Row("S0, Ende der Partie: winning goes before losing",
        [*BOTH_AT_1900, ramsch(30, 70, 20, 0, 1)],
        {"hands.5.totals": (1900, 2040, 0, 0), "matches.0.winner": "Anne"}),
    Row("S0, Ende der Partie: and Christina loses while they are even",
        [*BOTH_AT_1900, ramsch(57, 0, 63, 0, 3, "Bert", "Dora")],
        {"hands.5.totals": (1900, 1900, 2020, 0), "matches.0.loser": "Cem"}),
    Row("S0, Ende der Partie: of two who have five at once the one with fewer points wins",
        [ANNE, ramsch(30, 80, 10, 0), *[tied(60)] * 4],
        {"hands.5.totals": (310, 320, 0, 0), "matches.0.winner": "Anne"}),
    Row("rules.md: option limit", [ANNE], {"matches.0.loser": "Anne"}, {"rules": {"limit": 70}}),
    Row("rules.md: option anschriften", [ANNE], {"matches.0.winner": "Anne"},
        {"rules": {"anschriften": 1}}),
    # --- who deals ----------------------------------------------------------------------------
    Row("S0, Geben: the deal goes to the left", [ANNE] * 3,
        {"hands.0.dealer": "Cem", "hands.1.dealer": "Dora", "hands.2.dealer": "Anne",
         "next.dealer": "Bert"}, {"first_dealer": "Cem"}),
    Row("rules.md: the dealer may be named, and it goes on from there",
        [ANNE, {**ANNE, "dealer": "Dora"}], {"hands.1.dealer": "Dora", "next.dealer": "Anne"}),
    Row("format.md: a voided hand scores nothing and the deal stays", [{**ANNE, "voided": True}],
        {"hands.0.points": (0, 0, 0, 0), "next.dealer": "Anne"}),
    # --- broken off ---------------------------------------------------------------------------
    Row("rules.md: the table may break off a Partie without a winner", [ANNE],
        {"matches.0.winner": None, "matches.0.loser": None, "matches.0.payout": (),
         "payout": (0, 0, 0, 0), "next": None}, {**E, "ended": True}),
    Row("rules.md: and settle as it agrees", [ANNE],
        {"matches.0.winner": None, "matches.0.payout": (-150, 100, 50, 0),
         "payout": (-150, 100, 50, 0)},
        {**E, "ended": True, "vereinbarung": {"Anne": "-1.50", "Bert": "1.00", "Cem": "0.50"}}),
    Row("rules.md: beside the Partien that had a winner", [*[ANNE] * 5, ANNE],
        {"matches.1.first_hand": 6, "payout": (250, -50, -100, -100)},
        {**E, "ended": True, "vereinbarung": {"Anne": "-0.50", "Bert": "0.50"}}),
    Row("rules.md: the amounts sum to zero", [ANNE],
        [("vereinbarung", "adds up to -0.50, not 0: what some receive the others pay")],
        {**E, "ended": True, "vereinbarung": {"Anne": "-1.50", "Bert": "1.00"}}),
    Row("rules.md: no agreement on a Partie that runs", [ANNE],
        [("vereinbarung", "only a match that was broken off is settled by agreement")],
        {**E, "vereinbarung": {"Anne": "-1", "Bert": "1"}}),
    Row("rules.md: none where nothing is at stake", [ANNE],
        [("vereinbarung", "nothing is at stake on this sheet, so there is nothing to agree on")],
        {"ended": True, "vereinbarung": {"Anne": "-1", "Bert": "1"}}),
    Row("format.md: the amounts are decimal texts", [ANNE],
        [("vereinbarung.Anne", 'is not an amount in quotes, such as "0.50" or "-0.50"')],
        {**E, "ended": True, "vereinbarung": {"Anne": -1, "Bert": "1"}}),
    Row("format.md: of people at the table", [ANNE],
        [("vereinbarung.Emil", "Emil does not sit at this table")],
        {**E, "ended": True, "vereinbarung": {"Emil": "1"}}),
    Row("rules.md: and no hand follows", [ANNE],
        {"next": None, "hands.0.totals": (70, 0, 0, 0)}, {"ended": True}),
]


@pytest.mark.parametrize("row", ROWS, ids=told(ROWS))
def test_rules(row):
    check("kalter-schlag", FOUR, row)


def test_the_player_to_the_right_cuts_and_the_one_to_the_left_leads():
    """S0, Spieler, Karten, Geben; S0, Spiel."""
    [[sheet]] = document.replayed(written("kalter-schlag", FOUR, ANNE))[1]
    duties = KALTER_SCHLAG.duties(sheet.lines[0].table)
    assert (sheet.lines[0].table.dealer, duties.cuts, duties.leads) == (0, 3, 1)


@pytest.mark.parametrize("augen, rounding, points", [
    (32, "tens-after", 2050), (31, "tens-after", 1980), (33, "fives-before", 2240),
    (32, "fives-before", 1920)])
def test_the_border_with_six_doublings(augen, rounding, points):
    """S0, NB, a figure of arithmetic: with two Jungfern the loser has 60 at least. 32 · 64 = 2048,
    31 · 64 = 1984, 35 · 64 and 30 · 64."""
    assert ramsch_points(augen, 6, rounding) == points
