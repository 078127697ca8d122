"""One hand of Skat: what it is worth, what everybody writes, and what cannot be.

Sources: "ISkO" is the International Skat Order by its paragraphs, "rules" how this project reads
it, "list" a line of a Skat list counted by hand.
"""

from itertools import product

import pytest

from scorepad.games.game import Table
from scorepad.games.skat import SKAT
from scorepad.games.skat.options import SkatRules
from tests.games.scored import of_score
from tests.oracle import skat_rules as slow

NAMES = ("A", "B", "C", "D", "E")
HIRSCH = SkatRules(kontra=True, kontra_max=4)
KONTRA, HOUSE = SkatRules(kontra=True), SkatRules(spitzen_max=4)
ONCE = SkatRules(hand_verlust="einfach")
SEEGER, BIERLACHS = SkatRules(liste="seeger-fabian"), SkatRules(liste="bierlachs")


def table(rules=SkatRules(), size=3, dealer=0):
    seats = tuple(range(size))
    return Table(NAMES[:size], seats, dealer, SKAT.active(seats, dealer, rules), rules)


def spiel(name, spitzen, **more):
    """A game that A plays, if nobody else does."""
    return {"spiel": name, "spieler": "A", "spitzen": spitzen, **more}


def null(gewonnen=True, **more):
    return {"spiel": "null", "spieler": "A", "gewonnen": gewonnen, **more}


def judged(raw, at):
    return SKAT.judge(SKAT.read_hand(raw, at.names), at)


HAND = {"hand": True}
OPEN = {"hand": True, "ouvert": True}

WORTH = [
    # source, hand, rules, what A writes
    ("ISkO 2.4, Karo with 1", spiel("karo", 1, augen=61), None, 18),
    ("ISkO 2.4, Herz with 1", spiel("herz", 1, augen=89), None, 20),
    ("ISkO 2.4, Pik with 1", spiel("pik", 1, augen=75), None, 22),
    ("ISkO 2.4, Kreuz with 1", spiel("kreuz", 1, augen=66), None, 24),
    ("ISkO 2.4, Grand with 1", spiel("grand", 1, augen=66), None, 48),
    ("ISkO 5.1, Kreuz with 11", spiel("kreuz", 11, augen=66), None, 144),
    ("list, Kreuz mit 2, Spiel 3, Schneider 4", spiel("kreuz", 2, augen=90), None, 48),
    ("ISkO 5.1, Schneider from 90", spiel("kreuz", 2, augen=89), None, 36),
    ("ISkO 5.1, schwarz", spiel("kreuz", 2, augen=120, schwarz="gegner"), None, 60),
    ("ISkO 5.1, 120 with an empty trick", spiel("kreuz", 2, augen=120), None, 48),
    ("ISkO 5.1, Hand", spiel("kreuz", 2, augen=66, **HAND), None, 48),
    ("ISkO 5.1, Schneider announced", spiel("kreuz", 2, augen=95, ansage="schneider", **HAND),
     None, 72),
    ("ISkO 5.1, announced, and schwarz played",
     spiel("kreuz", 2, stufe="schwarz", ansage="schneider", **HAND), None, 84),
    ("ISkO 5.1, Schwarz announced",
     spiel("kreuz", 2, stufe="schwarz", ansage="schwarz", **HAND), None, 96),
    ("ISkO 5.1, the dearest game", spiel("grand", 4, stufe="schwarz", **OPEN), None, 264),
    ("ISkO 5.1, the dearest suit", spiel("kreuz", 11, stufe="schwarz", **OPEN), None, 216),
    ("ISkO 2.3, 60 is lost", spiel("karo", 1, augen=60), None, -36),
    ("ISkO 2.3, 31 is not Schneider", spiel("karo", 1, augen=31), None, -36),
    ("ISkO 2.3, 30 is", spiel("karo", 1, augen=30), None, -54),
    ("ISkO 2.3, the declarer schwarz with two aces", spiel("karo", 1, augen=22, schwarz="spieler"),
     None, -72),
    ("ISkO 5.2.5, Schneider announced and missed",
     spiel("herz", 1, augen=85, ansage="schneider", **HAND), None, -100),
    ("ISkO 5.2.5, and Schneider oneself",
     spiel("herz", 1, augen=20, ansage="schneider", **HAND), None, -100),
    ("ISkO 5.2.5, Schwarz announced, Schneider made",
     spiel("herz", 1, augen=118, ansage="schwarz", **HAND), None, -140),
    ("ISkO 5.2.5, ouvert with one trick lost", spiel("grand", 4, augen=120, **OPEN), None, -528),
    ("rules, ouvert is Schwarz announced",
     spiel("grand", 4, stufe="schwarz", ansage="schwarz", **OPEN), None, 264),
    ("ISkO 2.4, Null", null(), None, 23), ("ISkO 2.4, Null Hand", null(**HAND), None, 35),
    ("ISkO 2.4, Null ouvert", null(ouvert=True), None, 46),
    ("ISkO 2.4, Null ouvert Hand", null(**OPEN), None, 59),
    ("ISkO 2.4, Null lost", null(False), None, -46),
    ("ISkO 2.4, Null ouvert Hand lost", null(False, **OPEN), None, -118),
    ("ISkO 5.3, bid 22 with Karo 1", spiel("karo", 1, augen=89, reizwert=22), None, -54),
    ("ISkO 5.3, saved by Schneider", spiel("karo", 1, augen=90, reizwert=22), None, 27),
    ("ISkO 5.3, the bid just made", spiel("karo", 1, augen=61, reizwert=18), None, 18),
    ("ISkO 5.3, lost and overbid", spiel("karo", 1, augen=20, reizwert=33), None, -72),
    ("ISkO 5.3, Grand 1 bid 60", spiel("grand", 1, augen=70, reizwert=60), None, -144),
    ("rules, Null bid 24", null(reizwert=24), None, -92),
    ("rules, Null bid 24, its value", null(reizwert=24), SkatRules(null_ueberreizt="wert"), -46),
    ("rules, Null Hand bid 36", null(reizwert=36, **HAND), None, -140),
    ("rules, Kontra", spiel("karo", 1, augen=61, kontra=1), KONTRA, 36),
    ("rules, Re on a lost game", spiel("karo", 1, augen=50, kontra=2), KONTRA, -144),
    ("issue 38, an old Grand of 20, with 2", spiel("grand", 2, augen=66), SkatRules(grand=20), 60),
    ("issue 38, multiples of the table's own base value", spiel("karo", 1, augen=66, reizwert=22),
     SkatRules(karo=10), -60),
    ("issue 38, Supra: 18 · 2 · 2 · 2", spiel("karo", 1, augen=61, kontra=3), HIRSCH, 144),
    ("issue 38, Hirsch on a lost game: 18 · 16 · 2", spiel("karo", 1, augen=50, kontra=4), HIRSCH,
     -576),
    ("rules, the bid is not reached by Kontra", spiel("karo", 1, augen=61, kontra=1, reizwert=20),
     KONTRA, -108),
    ("rules, a lost Hand game once", spiel("karo", 1, augen=50, **HAND), ONCE, -27),
    ("rules, a lost Null Hand once", null(False, **HAND), ONCE, -35),
    ("rules, another lost game twice", spiel("karo", 1, augen=50), ONCE, -36),
    ("rules, all pass", {"eingepasst": True}, None, 0),
]


@pytest.mark.parametrize("raw, rules, points",
                         [pytest.param(*row, id=source) for source, *row in WORTH])
def test_what_a_game_is_worth(raw, rules, points):
    assert judged(raw, table(rules or SkatRules())).points == (points, 0, 0)


LISTS = [
    # source, hand, rules, size, dealer, what everybody writes
    ("SF, won", spiel("karo", 1, augen=61), SEEGER, 3, 0, (68, 0, 0)),
    ("SF, lost at three", spiel("karo", 1, augen=60), SEEGER, 3, 0, (-86, 40, 40)),
    ("SF, lost at four", spiel("karo", 1, augen=60), SEEGER, 4, 3, (-86, 30, 30, 30)),
    ("SF, lost at five", spiel("karo", 1, augen=60), SEEGER, 5, 4, (-86, 30, 30, 30, 30)),
    ("SF, agreed otherwise", spiel("karo", 1, augen=60),
     SkatRules(liste="seeger-fabian", sf_gegner=0), 3, 0, (-86, 0, 0)),
    ("SF, Kontra leaves the 50 alone", spiel("karo", 1, augen=60, kontra=1),
     SkatRules(liste="seeger-fabian", kontra=True), 3, 0, (-122, 40, 40)),
    ("Bierlachs, won", spiel("karo", 1, augen=61), BIERLACHS, 3, 0, (0, -18, -18)),
    ("Bierlachs, lost", spiel("karo", 1, augen=60), BIERLACHS, 3, 0, (-36, 0, 0)),
    ("Bierlachs, lost once", spiel("karo", 1, augen=60),
     SkatRules(liste="bierlachs", bierlachs_verlust="einfach"), 3, 0, (-18, 0, 0)),
    ("Bierlachs at four, the dealer nothing", spiel("karo", 1, augen=61), BIERLACHS, 4, 3,
     (0, -18, -18, 0)),
    ("Bierlachs at four, the dealer too", spiel("karo", 1, augen=61),
     SkatRules(liste="bierlachs", aussetzer="mit"), 4, 3, (0, -18, -18, -18)),
    ("Ramsch", {"augen": {"B": 66}}, SkatRules(ramsch="an"), 3, 0, (0, -66, 0)),
    ("Ramsch, all that doubles", {"augen": {"B": 66, "C": 54}, "jungfrau": "A", "geschoben": 3},
     SkatRules(ramsch="an"), 3, 0, (0, -66 * 16, 0)),
    ("issue 38, a fixed price of a Ramsch: 60 · 2", {"augen": {"B": 66}, "geschoben": 1},
     SkatRules(ramsch="an", ramsch_preis=60), 3, 0, (0, -120, 0)),
    ("Ramsch, a tie", {"augen": {"A": 50, "B": 50}}, SkatRules(ramsch="an"), 3, 0, (-50, -50, 0)),
    ("Ramsch, a tie with a name", {"augen": {"A": 50, "B": 50}, "verlierer": "B"},
     SkatRules(ramsch="an"), 3, 0, (0, -50, 0)),
    ("Ramsch at four, the dealer sits out", {"augen": {"A": 30, "B": 40}},
     SkatRules(ramsch="bei-pass"), 4, 3, (0, 0, -50, 0)),
    ("Ramsch without the 50", {"augen": {"B": 66}}, SkatRules(ramsch="an", liste="seeger-fabian"),
     3, 0, (0, -66, 0)),
    ("Durchmarsch", {"durchmarsch": "C", "geschoben": 1}, SkatRules(ramsch="an"), 3, 0,
     (0, 0, 240)),
    ("Durchmarsch in a Bierlachs", {"durchmarsch": "C"}, SkatRules(ramsch="an", liste="bierlachs"),
     3, 0, (-120, -120, 0)),
]


@pytest.mark.parametrize("raw, rules, size, dealer, points",
                         [pytest.param(*row, id=source) for source, *row in LISTS])
def test_what_everybody_writes(raw, rules, size, dealer, points):
    assert judged(raw, table(rules, size, dealer)).points == points


@pytest.mark.parametrize("size, dealer, fuenf, active", [
    (3, 1, "dritter", "ABC"), (4, 1, "dritter", "ACD"), (5, 0, "dritter", "BCE"),
    (5, 0, "zweiter", "BDE"), (5, 3, "dritter", "ACE"), (5, 4, "zweiter", "ACD")])
def test_who_plays(size, dealer, fuenf, active):
    at = table(SkatRules(fuenf=fuenf), size, dealer)
    assert "".join(NAMES[seat] for seat in at.active) == active


def every_game():
    """Each game with each number of Spitzen, each announcement and each result, and a bid that it
    reaches, and one that it does not."""
    said = [{}, HAND, {**HAND, "ansage": "schneider"}, {**HAND, "ansage": "schwarz"}, OPEN]
    bids = sorted(slow.bids(11, {}))
    for name, spitzen, more, stufe in product(slow.BASE, range(1, 12), said, slow.LIKE):
        if name == "grand" and spitzen > 4:
            continue
        raw = spiel(name, spitzen, stufe=stufe, **more)
        value = slow.game(raw, {})[0]
        for bid in (None, value, next((each for each in bids if each > value), None)):
            yield {**raw, "reizwert": bid}
    for gewonnen, hand, ouvert, bid in product((True, False), (True, False), (True, False),
                                               (None, *bids)):
        yield null(gewonnen, hand=hand, ouvert=ouvert, reizwert=bid)


@pytest.mark.parametrize("liste", ["einfach", "seeger-fabian", "bierlachs"])
def test_every_game_comes_to_what_was_computed_apart(liste):
    at, count = table(SkatRules(liste=liste), 4, 3), 0
    for raw in every_game():
        wanted = slow.points_of(raw, list(at.names), ["A", "B", "C"], {"liste": liste})
        assert judged(raw, at).points == tuple(wanted.values()), raw
        count += 1
    assert count > 5_000


TOLD = [
    (spiel("kreuz", 2, augen=90), SkatRules(), "Kreuz mit 2, Spiel 3, Schneider 4: 48"),
    (spiel("karo", 1, augen=50, reizwert=22), SkatRules(),
     "Karo mit 1, Spiel 2: 18, gereizt 22 → 27 · −2 → −54"),
    (spiel("karo", 1, augen=50, kontra=2), SkatRules(kontra=True, liste="seeger-fabian"),
     "Karo mit 1, Spiel 2: 18 · 2 (Kontra) · 2 (Re) · −2 − 50 → −194"),
    (null(**OPEN), SEEGER, "Null Hand ouvert: 59 + 50 → 109"),
    (null(), BIERLACHS, "Null: 23 → −23"),
    ({"augen": {"B": 66}}, SkatRules(ramsch="an"), "Ramsch: 66 → −66")]


@pytest.mark.parametrize("raw, rules, told", TOLD, ids=[told for *_, told in TOLD])
def test_how_it_is_told(raw, rules, told):
    at = table(rules)
    assert of_score(SKAT.explain, SKAT.read_hand(raw, at.names), at) == told


@pytest.mark.parametrize("raw, said", [
    (spiel("pik", 2, stufe="verloren-schneider", reizwert=20, kontra=2),
     "A · Pik mit 2 · gereizt 20 · Verloren Schneider · Kontra · Re"),
    (spiel("grand", 1, augen=95, ansage="schneider", **HAND),
     "A · Grand mit 1 · Hand · Schneider angesagt · 95 Augen"),
    (spiel("karo", 4, augen=120, schwarz="gegner"), "A · Karo mit 4 · 120 Augen · Gegner schwarz"),
    (null(False, **OPEN), "A · Null · Hand · ouvert · Verloren"),
    ({"augen": {"B": 66}, "jungfrau": "A"}, "Ramsch · B 66 · Jungfrau A"),
    ({"eingepasst": True}, "Eingepasst")])
def test_what_was_entered_in_words(raw, said):
    assert SKAT.describe(SKAT.read_hand(raw, NAMES), NAMES) == said


@pytest.mark.parametrize("raw, feats, winners", [
    (spiel("grand", 1, augen=70), [("grand", True)], "A"),
    (null(False), [("null", False)], "BC"), ({"eingepasst": True}, [], None)])
def test_what_the_statistics_count(raw, feats, winners):
    at = table()
    hand = SKAT.read_hand(raw, at.names)
    assert [(feat.deed.key, feat.won) for feat in of_score(SKAT.feats, hand, at)] == feats
    won = of_score(SKAT.winners, hand, at)
    assert won is None if winners is None else "".join(at.names[seat] for seat in won) == winners


FAULTS = [
    # what is wrong, hand, rules, places
    ("no result", spiel("karo", 1), None, "augen"),
    ("two results", spiel("karo", 1, augen=61, stufe="gewonnen"), None, "stufe"),
    ("119", spiel("karo", 1, augen=119), None, "augen"),
    ("schwarz with too much", spiel("karo", 1, augen=23, schwarz="spieler"), None, "schwarz"),
    ("schwarz with too little", spiel("karo", 1, augen=118, schwarz="gegner"), None, "schwarz"),
    ("schwarz beside a result", spiel("karo", 1, stufe="schwarz", schwarz="gegner"), None,
     "schwarz"),
    ("12 Spitzen", spiel("karo", 12, augen=61), None, "spitzen"),
    ("Grand with 5", spiel("grand", 5, augen=61), None, "spitzen"),
    ("5 where 4 count", spiel("karo", 5, augen=61), HOUSE, "spitzen"),
    ("announced without Hand", spiel("karo", 1, augen=61, ansage="schwarz", ouvert=True), None,
     "ansage ouvert"),
    ("Kontra where there is none", spiel("karo", 1, augen=61, kontra=1), None, "kontra"),
    ("Kontra three times", null(kontra=3), KONTRA, "kontra"),
    ("a bid that no game has", null(reizwert=19), None, "reizwert"),
    ("a bid above all", null(reizwert=265), None, "reizwert"),
    ("a bid with 18 steps", null(reizwert=9 * 18), HOUSE, "reizwert"),
    ("who sits out", {**null(), "spieler": "D"}, None, "spieler"),
    ("Ramsch where there is none", {"augen": {"B": 66}}, None, "augen"),
    ("Durchmarsch where there is none", {"durchmarsch": "B"}, None, "durchmarsch"),
    ("Augen of who sits out", {"augen": {"B": 66, "D": 2}}, SkatRules(ramsch="an"), "augen.D"),
    ("a loser without a tie", {"augen": {"B": 66}, "verlierer": "B"}, SkatRules(ramsch="an"),
     "verlierer"),
    ("a loser who has fewer", {"augen": {"B": 50, "A": 50}, "verlierer": "C"},
     SkatRules(ramsch="an"), "verlierer"),
    ("four times pushed", {"durchmarsch": "B", "geschoben": 4}, SkatRules(ramsch="an"),
     "geschoben"),
    ("a Jungfrau with Augen", {"augen": {"B": 70, "A": 50}, "jungfrau": "A"},
     SkatRules(ramsch="an"), "augen.A"),
    ("passed where that is a Ramsch", {"eingepasst": True}, SkatRules(ramsch="bei-pass"),
     "eingepasst"),
    ("not passed", {"eingepasst": False}, None, "eingepasst"),
]


@pytest.mark.parametrize("raw, rules, places",
                         [pytest.param(*row, id=case) for case, *row in FAULTS])
def test_what_cannot_have_been_played(raw, rules, places):
    at = table(rules or SkatRules(), 4, 3)
    found = SKAT.verify(SKAT.read_hand(raw, at.names), at)
    assert [".".join(map(str, problem.place)) for problem in found] == places.split()
