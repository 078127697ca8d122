"""Every rule of Schafkopf, each with its source; figures worked out by hand.

SO Schafkopfordnung, RS Rasches Spiel, SP Sauspiel, OS openschafkopf, PV PanchoVarallo, TR and ST
two score sheets, IS internet-schafkopf.de, DT dokutransdata.de.
"""

import pytest

from scorepad.games.schafkopf import SCHAFKOPF
from scorepad.games.table import Table, Tally
from tests.games.sheets import answered
from tests.rules.ramsch_rows import Row, check, told

FOUR = ("A", "B", "C", "D")
FIVE, SIX, SEVEN = (*FOUR, "E"), (*FOUR, "E", "F"), (*FOUR, "E", "F", "G")


def ruf(augen=61, **more):
    """A and B together."""
    return {"spieler": "A", "partner": "B", "augen": augen, **more}


def solo(spiel="farbsolo", stufe="gewonnen", **more):
    return {"spiel": spiel, "spieler": "A", "stufe": stufe, **more}


def tout(gewonnen=True, **more):
    return {"spiel": "farbsolo", "spieler": "A", "tout": True, "gewonnen": gewonnen, **more}


def ramsch(*virgins, **more):
    """A has most Augen."""
    return {"spiel": "ramsch", "augen": {"A": 70}, "jungfrauen": list(virgins), **more}


def by(**rules):
    return {"rules": rules}


def points(*figures):
    return {"hands.0.points": figures}


PASS = {"gepasst": True}
SIE = {"spiel": "sie", "spieler": "A"}
BETTEL = {"spiel": "bettel", "spieler": "A", "gewonnen": True}
MARCH = {"spiel": "ramsch", "durchmarsch": "C"}
STOCK = by(keiner="stock")
RAMSCH = by(keiner="ramsch")


def rows_by_size():
    """Who plays where more than four are there, the dealer being A."""
    for names, active in ((FIVE, "BCDE"), (SIX, "BCDE"), (SEVEN, "BCDE")):
        yield Row(f"of {len(names)} the four to the dealer's left play", [PASS],
                  {"hands.0.active": list(active)}, {"players": names})


ROWS = [
    # --- a Rufspiel ---------------------------------------------------------------------------
    Row("SP, RS: won from 61", [ruf(61)], points(20, 20, -20, -20)),
    Row("SP, RS: 60 is lost", [ruf(60)], points(-20, -20, 20, 20)),
    Row("RS, OS, PV, IS: Schneider from 91", [ruf(91)], points(30, 30, -30, -30)),
    Row("RS, OS, PV, IS: 90 is none", [ruf(90)], points(20, 20, -20, -20)),
    Row("RS, OS, PV, IS: Schneider lost with 30", [ruf(30)], points(-30, -30, 30, 30)),
    Row("RS, OS, PV, IS: 31 is none", [ruf(31)], points(-20, -20, 20, 20)),
    Row("OS: schwarz, 20 + 10 + 10", [ruf(120, schwarz="gegner")], points(40, 40, -40, -40)),
    Row("OS: 120 with an empty trick is only Schneider", [ruf(120)], points(30, 30, -30, -30)),
    Row("OS: 0 with an empty trick as well", [ruf(0)], points(-30, -30, 30, 30)),
    Row("SO: ruf is the usual game, and three Laufende count", [ruf(61, laufende=3)],
        points(50, 50, -50, -50)),
    Row("OS: fewer do not", [ruf(61, laufende=2)],
        [("hands[0].laufende", "2 Laufende count only from 3 on")]),
    Row("OS: from two on where the table says so", [ruf(61, laufende=2)],
        points(40, 40, -40, -40), by(laufende_ab=2)),
    Row("OS: at most 14", [ruf(61, laufende=15)],
        [("hands[0].laufende", "15 Laufende: at most 14 count")]),
    Row("PV: at most 8", [ruf(61, laufende=9)],
        [("hands[0].laufende", "9 Laufende: at most 8 count")], by(laufende_max=8)),
    Row("SO: a Klopfer, Kontra, Re, 20 · 8", [ruf(61, klopfer=["C"], kontra=2)],
        points(160, 160, -160, -160)),
    Row("SO: four Klopfer, lost schwarz, 40 · 16",
        [ruf(0, schwarz="spieler", klopfer=["A", "B", "C", "D"])], points(-640, -640, 640, 640)),
    Row("SO, OS, PV: no Sub", [ruf(kontra=3)],
        [("hands[0].kontra", "is not a whole number from 0 to 2")]),
    Row("RS, DT: up to Hirsch, 20 · 16", [ruf(kontra=4)], points(320, 320, -320, -320),
        by(kontra_max=4)),
    Row("nobody knocks where it is not played", [ruf(klopfer=["C"])],
        [("hands[0].klopfer", "nobody knocks at this table")], by(klopfen=False)),
    Row("who sits out does not knock", [{"spieler": "B", "partner": "C", "augen": 61,
                                         "klopfer": ["A"]}],
        [("hands[0].klopfer", "A sits out")], {"players": FIVE}),
    Row("TR, ST: each loser pays each winner", [ruf()], points(40, 40, -40, -40),
        by(ruf_faktor=2)),
    Row("RS, the Verein: Rufspiel 10", [ruf()], points(10, 10, -10, -10), by(rufspiel=10)),
    Row("5/10/20, with 5 for each: 5 + 15 + 5", [ruf(91, laufende=3)], points(25, 25, -25, -25),
        by(rufspiel=5, schneider=5, laufende=5)),
    Row("schwarz counts Schneider and schwarz", [ruf(120, schwarz="gegner")],
        points(27, 27, -27, -27), by(schneider=5, schwarz=2)),
    Row("herz is trumps and cannot be called", [ruf(farbe="herz")],
        [("hands[0].farbe", "Herz goes with no Rufspiel")]),
    Row("two play", [{"spieler": "A", "augen": 61}], [("hands[0].partner", "who plays with A?")]),
    Row("and not one with himself", [{"spieler": "A", "partner": "A", "augen": 61}],
        [("hands[0].partner", "A plays alone")]),
    Row("both the Augen and the result", [ruf(stufe="gewonnen")],
        [("hands[0].augen", "a game says either the Augen or the result")]),
    Row("no card counts 1", [ruf(119)],
        [("hands[0].augen", "no card counts 1, so nobody can have 119 Augen")]),
    Row("schwarz with Augen", [ruf(4, schwarz="spieler")],
        [("hands[0].schwarz", "does not go with these Augen")]),
    # --- alone --------------------------------------------------------------------------------
    Row("SP, OS: a Solo 50 from each", [solo()], points(150, -50, -50, -50)),
    Row("OS, IS: Wenz with 2, 50 + 20", [solo("wenz", laufende=2)], points(210, -70, -70, -70)),
    Row("OS, IS: a Wenz has four", [solo("wenz", laufende=5)],
        [("hands[0].laufende", "5 Laufende: at most 4 count")]),
    Row("4 Laufende, Schneider, 2 Klopfer, 100 · 4",
        [solo("wenz", "schneider", laufende=4, klopfer=["A", "B"])],
        points(1200, -400, -400, -400)),
    Row("a Wenz of its own price", [solo("wenz")], points(60, -20, -20, -20), by(wenz=20)),
    Row("and a Geier", [solo("geier")], points(60, -20, -20, -20), by(wenz=20, spiele=["geier"])),
    Row("a Geier only where it is played", [solo("geier")],
        [("hands[0].spiel", "Geier is not played at this table")]),
    Row("OS, IS: a Farbwenz has eleven, from three on", [solo("farbwenz", laufende=11)],
        points(480, -160, -160, -160), by(spiele=["farbwenz"])),
    Row("no suit in a Wenz", [solo("wenz", farbe="gras")],
        [("hands[0].farbe", "Gras goes with no Wenz")]),
    Row("nobody plays along", [solo(partner="B")], [("hands[0].partner", "A plays alone")]),
    Row("OS, PV: a Tout with 3, lost, 80 · 2", [tout(False, laufende=3)],
        points(-480, 160, 160, 160)),
    Row("a Tout that adds both before its factor, 70 · 2", [tout()],
        points(420, -140, -140, -140), by(tout_schwarz=True)),
    Row("not where it was lost", [tout(False)], points(-300, 100, 100, 100),
        by(tout_schwarz=True)),
    Row("OS: a Sie, (50 + 80) · 4", [SIE], points(1560, -520, -520, -520)),
    Row("DT: without its Laufende, 50 · 4", [SIE], points(600, -200, -200, -200),
        by(sie_laufende=False)),
    Row("OS, RS: a Bettel 30", [BETTEL], points(90, -30, -30, -30), by(spiele=["bettel"])),
    Row("and doubled", [{**BETTEL, "gewonnen": False, "kontra": 1}], points(-180, 60, 60, 60),
        by(spiele=["bettel"])),
    Row("a Hochzeit as a Rufspiel", [ruf(spiel="hochzeit")], points(20, 20, -20, -20),
        by(spiele=["hochzeit"])),
    Row("rules-schafkopf: a key at its default says nothing",
        [{"spiel": "sie", "spieler": "A", "laufende": 0, "farbe": None, "tout": False,
          "klopfer": [], "partner": None}], points(1560, -520, -520, -520)),
    Row("and any other where it is of no use is a fault", [{**SIE, "laufende": 8}],
        [("hands[0].laufende", "is not a key that belongs here")]),
    # --- nobody plays ---------------------------------------------------------------------------
    Row("thrown in, nobody writes", [PASS], points(0, 0, 0, 0)),
    Row("the deal moves on after it", [PASS], {"next.dealer": "B"}),
    Row("somebody must play", [PASS],
        [("hands[0].gepasst", "is true where nobody played, and the cards were thrown in")],
        by(keiner="muss")),
    Row("a Ramsch only where it is played", [ramsch()],
        [("hands[0].spiel", "no Ramsch is played at this table")]),
    Row("RS, PV: a Ramsch 20 to each of three", [ramsch()], points(-60, 20, 20, 20), RAMSCH),
    Row("PV: a Jungfrau doubles all", [ramsch("D")], points(-120, 40, 40, 40), RAMSCH),
    Row("PV: two fourfold", [ramsch("C", "D")], points(-240, 80, 80, 80), RAMSCH),
    Row("RS: only she gets double", [ramsch("D")], points(-80, 20, 20, 40),
        by(keiner="ramsch", jungfrau="einzeln")),
    Row("nobody does", [ramsch("D")], points(-60, 20, 20, 20),
        by(keiner="ramsch", jungfrau="aus")),
    Row("three are a Durchmarsch", [ramsch("B", "C", "D")],
        [("hands[0].jungfrauen", "three without a trick: that is a Durchmarsch")], RAMSCH),
    Row("OS: in a tie the table says who", [{"spiel": "ramsch", "augen": {"A": 60, "B": 60},
                                             "verlierer": "B"}], points(20, -60, 20, 20), RAMSCH),
    Row("and must", [{"spiel": "ramsch", "augen": {"A": 60, "B": 60}}],
        [("hands[0].verlierer", "A and B have as many Augen: who lost?")], RAMSCH),
    Row("not where one has most", [ramsch(verlierer="A")],
        [("hands[0].verlierer", "names one of several with the most Augen")], RAMSCH),
    Row("neither Augen nor who lost", [{"spiel": "ramsch"}],
        [("hands[0].verlierer", "a Ramsch says the Augen, or who lost it")], RAMSCH),
    Row("PV: a Durchmarsch as a Solo", [MARCH], points(-50, -50, 150, -50), RAMSCH),
    Row("RS: with Schneider and schwarz", [MARCH], points(-70, -70, 210, -70),
        by(keiner="ramsch", durchmarsch="schwarz")),
    Row("OS: as a Ramsch, and a Klopfer", [{**MARCH, "klopfer": ["A"]}],
        points(-40, -40, 120, -40), by(keiner="ramsch", durchmarsch="ramsch")),
    # --- the Stock ------------------------------------------------------------------------------
    Row("IS: all pay a Rufspiel in", [PASS], {"hands.0.points": (-20,) * 4, "stock": 80}, STOCK),
    Row("OS, IS: a lost Rufspiel doubles it", [PASS, ruf(60)],
        {"hands.1.points": (-60, -60, 20, 20), "stock": 160}, STOCK),
    Row("OS, IS: one that was won takes it", [PASS, ruf()],
        {"hands.1.points": (60, 60, -20, -20), "stock": 0}, STOCK),
    Row("doublings leave it alone", [PASS, ruf(kontra=1)],
        {"hands.1.points": (80, 80, -40, -40)}, STOCK),
    Row("IS: no more than the limit", [PASS, ruf()],
        {"hands.1.points": (25, 25, -20, -20), "stock": 70}, by(keiner="stock", stock_grenze=10)),
    Row("a Solo leaves it", [PASS, solo()], {"stock": 80}, STOCK),
    Row("what lies there is shared by all", [PASS], {"payout": (0, 0, 0, 0)},
        {**STOCK, "rate": "0.01"}),
    Row("of five, who sat out has a share: 16 each", [PASS], {"payout": (16, -4, -4, -4, -4)},
        {**STOCK, "rate": "0.01", "players": FIVE}),
    # --- Böcke ----------------------------------------------------------------------------------
    Row("a passed hand starts a Bockrunde", [PASS, ruf()],
        {"hands.1.points": (40, 40, -40, -40), "bock_left": 3}, by(bock=["gepasst"])),
    Row("a lost Tout as well as a Solo", [tout(False), ruf()], {"hands.1.factor": 2},
        by(bock=["solo-verloren"])),
    Row("schwarz, but in no Tout", [tout()], {"bock_left": 0},
        by(bock=["schwarz"], tout_schwarz=True)),
    Row("Kontra, and won all the same", [ruf(kontra=1)], {"bock_left": 4},
        by(bock=["kontra-verloren"])),
    # --- the end --------------------------------------------------------------------------------
    Row("a number of hands, passed ones too", [PASS, ruf()], {"next": None}, by(hands=2)),
    Row("a round has as many hands as people", [PASS] * 5, {"next": None},
        {"players": FIVE, **by(rounds=1)}),
    Row("and not one fewer", [PASS] * 4, {"next.dealer": "E"}, {"players": FIVE, **by(rounds=1)}),
    *rows_by_size(),
]

TOLD = [
    ("(20 + 3 · 10 Laufende + 10 Schneider) · 2 (Klopfer C) · 2 (Kontra) = 240",
     [ruf(91, laufende=3, klopfer=["C"], kontra=1)], {}),
    ("(50 + 2 · 10 Laufende) · 2 (Tout) = 140, times 3",
     [{**tout(), "spiel": "wenz", "laufende": 2}], {}),
    ("Passed: 20 into the Stock", [PASS], STOCK),
    ("20 · Stock 80 → +40", [PASS, ruf()], STOCK),
]


@pytest.mark.parametrize("row", ROWS, ids=told(ROWS))
def test_every_rule(row):
    keys = {**row.keys}
    check("schafkopf", keys.pop("players", FOUR), row._replace(keys=keys))


@pytest.mark.parametrize(("arithmetic", "hands", "keys"), TOLD, ids=[row[0] for row in TOLD])
def test_how_a_hand_came_about(arithmetic, hands, keys):
    assert answered("schafkopf", FOUR, *hands, **keys)["hands"][-1]["explain"] == arithmetic


def test_the_longest_row_of_laufende_and_what_came_from_the_stock_are_counted():
    """20 into the Stock by each of four, of which a won Rufspiel takes 40 for either player."""
    table = Table(FOUR, (0, 1, 2, 3), 0, (0, 1, 2, 3), SCHAFKOPF.rules(keiner="stock"),
                  tally=Tally((-20, -20, -20, -20), (0, 0, 0, 0), 1))
    played = SCHAFKOPF.read_hand(ruf(laufende=3), FOUR)
    found = SCHAFKOPF.feats(played, table, SCHAFKOPF.score(played, table))
    assert {(FOUR[feat.seat], feat.deed.key, feat.amount) for feat in found if feat.won is None} \
        == {(name, key, amount) for name in "AB"
            for key, amount in (("meiste-laufende", 3), ("stock", 40))}


@pytest.mark.parametrize(("hand", "deeds"), [
    (ruf(laufende=3), {("B", "mitgespielt", True), ("A", "laufende", True),
                       ("B", "laufende", True)}),
    (ruf(50), {("B", "mitgespielt", False)}),
    (solo(laufende=4), {("A", "laufende", True)}),
    ({**tout(False), "spiel": "wenz", "laufende": 2}, {("A", "laufende", False)}), (solo(), set())])
def test_who_played_along_and_who_had_laufende_is_counted(hand, deeds):
    table = Table(FOUR, (0, 1, 2, 3), 0, (0, 1, 2, 3), SCHAFKOPF.rules())
    played = SCHAFKOPF.read_hand(hand, FOUR)
    assert {(FOUR[feat.seat], feat.deed.key, feat.won)
            for feat in SCHAFKOPF.feats(played, table, SCHAFKOPF.score(played, table))
            if feat.deed.key in ("mitgespielt", "laufende")} == deeds
