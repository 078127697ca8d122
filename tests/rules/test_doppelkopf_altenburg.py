"""Every rule of a hand of Altenburg Doppelkopf, as a document and the answer to it.

S2 is the house rules of the club, by their headings; "rules" is how this project reads them, where
RULING marks what S2 leaves open. Figures are worked out by hand. A and B are Re unless a row says
otherwise; what a hand is worth stands as Re sees it.
"""

import json

import pytest

from scorepad import document
from scorepad.document import result
from tests.games.sheets import answered, column, faults
from tests.rules.altenburg import FOUR, ID, VOID, alone, normal, rows, said, stern

# --- what a hand is worth ---------------------------------------------------------------------

BASE = {"farb-solo": (30, 40), "buben-solo": (40, 50), "ober-solo": (50, 60),
        "trumpf-solo": (60, 70), "stille-hochzeit": (60, 70), "fleischlos": (60, 70),
        "dullen-solo": (60, 70)}
SUIT = {"farb-solo": {"farbe": "gruen"}}

WORTH = rows(
    # hand, rules, what Re gets
    ("S2, Werte: Alte gewonnen", normal(), {}, 10),
    ("S2, Werte: Alte verloren", normal(augen=110), {}, -20),
    *[(f"S2, Werte: {spiel} won", alone(spiel, **SUIT.get(spiel, {})), {}, won)
      for spiel, (won, _) in BASE.items()],
    *[(f"S2, Werte: {spiel} lost", alone(spiel, augen=110, **SUIT.get(spiel, {})), {}, -lost)
      for spiel, (_, lost) in BASE.items()],
    ("S2, Beispiel Solo: 30 by an edited cell", alone("buben-solo"), {"buben_solo_won": 30}, 30),
    ("S2, Beispiel Solo: 40 by an edited cell", alone("buben-solo", augen=119),
     {"buben_solo_lost": 40}, -40),
    ("S2, Beispiel: K/9 gewonnen 80", normal(augen=85, **said(kontra="U9")), {}, -80),
    ("S2, Beispiel: K/9 verloren 40", normal(**said(kontra="U9")), {}, 40),
    ("S2, Beispiel: R/9 gewonnen 60", normal(augen=155, **said("U9")), {}, 60),
    ("S2, Beispiel: R/9 verloren 60", normal(**said("U9")), {}, -60),
    ("S2, Beispiel: K/6 gewonnen 120", normal(augen=59, **said(kontra="U6")), {}, -120),
    ("S2, Beispiel: K/6 verloren 60", normal(**said(kontra="U6")), {}, 60),
    ("S2, Beispiel: R/6 gewonnen 100", normal(augen=181, **said("U6")), {}, 100),
    ("S2, Beispiel: R/6 verloren 80", normal(**said("U6")), {}, -80),
    ("S2, Extra Punkte: K/9 gewonnen, -F 70",
     normal(augen=85, fuchs=["re"], **said(kontra="U9")), {}, -70),
    ("S2, Extra Punkte: K/9 verloren, +K 50", normal(karlchen="re", **said(kontra="U9")), {}, 50),
    ("S2, Ansagen 1: ReU6 mit 63 verloren 80", normal(augen=177, **said("U6")), {}, -80),
    ("S2, Ansagen 2: ReU6, Kontra spielt U9 100", normal(augen=89, **said("U6")), {}, -100),
    ("S2, Ansagen 3: ReU9 KU6, 59 zu 181 280", normal(augen=59, **said("U9", "U6")), {}, -280),
    ("S2, Berechnungen: plain Re doubles", normal(**said("ja")), {}, 20),
    ("S2, Berechnungen: Re and Kontra double", normal(**said("ja", "ja")), {}, 40),
    ("rules: a level implies the lower ones", normal(augen=211, **said("U3")), {}, 140),
    ("rules: schwarz is no trick", normal(augen=240, schwarz="kontra", **said("schwarz")), {},
     180),
    ("rules: 240 Augen are no schwarz", normal(augen=240, **said("schwarz")), {}, -120),
    ("rules, RULING: a reply has no target", normal(augen=150, **said("U9", "ja")), {}, -120),
    ("rules: an announced level decides, whatever the Augen",
     normal(augen=100, **said(kontra="U9")), {}, 40),
    ("rules: levels played by the loser do not count", normal(augen=85, **said(kontra="U6")), {},
     60),
    ("rules: those of the winner do", normal(augen=151, **said(kontra="U6")), {}, 80),
    ("rules: as a span", {"re": ["A", "B"], "ergebnis": {"seite": "re", "unter": 90}}, {}, -30),
    ("S2, Ansagen, Soli: only Schneider and schwarz count", alone("ober-solo", augen=211), {}, 60),
    ("rules, RULING solo_levels all", alone("ober-solo", augen=211), {"solo_levels": "all"}, 80),
    ("rules: no doubling in a solo", alone("ober-solo", augen=181, **said("U6")), {}, 70),
    ("S2, Ansagen: offen is schwarz",
     alone("ober-solo", augen=240, schwarz="kontra", **said("schwarz")), {}, 90),
    ("S2, Ansagen: a Stille Hochzeit has all levels",
     alone("stille-hochzeit", augen=151, **said("U9")), {}, 160),
    ("S2, Böcke: 120:120, nobody", normal(augen=120), {}, 0),
    ("rules, RULING split kontra-wins", normal(augen=120), {"split": "kontra-wins"}, -20),
    ("rules: 120 is a lost solo", alone("ober-solo", augen=120), {}, -60),
    ("rules, RULING stille_hochzeit solo: 120 is lost", alone("stille-hochzeit", augen=120), {},
     -70),
    ("rules, RULING stille_hochzeit normal: 120 is split", alone("stille-hochzeit", augen=120),
     {"stille_hochzeit": "normal"}, 0),
    ("rules, RULING stille_hochzeit normal, kontra-wins", alone("stille-hochzeit", augen=120),
     {"stille_hochzeit": "normal", "split": "kontra-wins"}, -70),
    ("rules, RULING stille_hochzeit normal: values stay",
     alone("stille-hochzeit", augen=110), {"stille_hochzeit": "normal"}, -70),
    ("rules, RULING both_failed ask: a value",
     normal(augen=131, entscheid={"sieger": "kontra", "wert": 145}, **said("U9", "U9")), {}, -145),
    ("rules, RULING both_failed ask: nobody", normal(augen=131, **VOID, **said("U9", "U9")), {},
     0),
    ("rules, RULING both_failed ask: nobody, with a Fuchs",
     normal(augen=131, fuchs=["re"], **VOID, **said("U9", "U9")), {}, 10),
    ("rules, RULING both_failed void, with Karlchen and a Dulle",
     normal(augen=61, karlchen="kontra", dulle="C", **said("U9", "U6")), {"both_failed": "void"},
     90),
    ("rules, RULING both_failed majority", normal(augen=61, **said("U9", "U6")),
     {"both_failed": "majority"}, -240),
    ("rules: a split hand keeps its extras", normal(augen=120, fuchs=["kontra"]), {}, -10),
    ("S2, Extra Punkte 1: Dulle caught", normal(dulle="A"), {}, -90),
    ("rules: by a player of the other side", normal(dulle={"verlierer": "A", "faenger": "C"}), {},
     -90),
    ("rules: by the partner, no points", normal(dulle={"verlierer": "A", "faenger": "B"}), {}, 10),
    ("rules: by a partner against a solo",
     alone("dullen-solo", dulle={"verlierer": "B", "faenger": "D"}), {}, 60),
    ("S2, Extra Punkte 1: not with große Scharfe", normal(dulle="A", grosse_scharfe=True), {}, 10),
    ("S2, Extra Punkte 2: Karlchen", normal(karlchen="kontra"), {}, 0),
    ("S2, Extra Punkte 3: each Fuchs", normal(fuchs=["re", "re"]), {}, 30),
    ("S2, Extra Punkte: after doubling", normal(fuchs=["re"], **said("ja")), {}, 30),
    ("rules: noted without effect",
     normal(kleine_scharfe=True, grosse_scharfe=True, plan="B", angesagt_von={"re": "B"},
            **said("ja")), {}, 20),
    ("S2, Sonderregeln: whose the Scharfen were", normal(
        grosse_scharfe=True, kleine_scharfe=True, scharfe_von={"grosse": "C", "kleine": "A"}), {},
     10),
    ("S2, Ansagen: an open solo is an Ansage schwarz",
     alone("ober-solo", augen=240, schwarz="kontra", offen=True, **said("schwarz")), {}, 90),
    ("S2, Berechnungen 6: Falschspiel", normal(falschspiel="C"), {}, 20),
    ("S2, Berechnungen 6: with Ansagen, no played levels",
     normal(augen=220, falschspiel="A", **said("U6", "ja")), {}, -200),
)


@pytest.mark.parametrize("hand, rules, re", WORTH)
def test_worth(hand, rules, re):
    sheet = answered(ID, FOUR, hand, rules=rules)
    wanted = (3 * re, -re, -re, -re) if len(hand["re"]) == 1 else (re, re, -re, -re)
    assert column(sheet, "points") == [wanted]


def test_extras_belong_to_the_kinds_that_know_them():
    """rules: Fuchs where Schell is trump, Karlchen where the Unter, a Dulle where the Dullen are;
    each 10, or 100, for Kontra on top of a won solo."""
    knows = {"farb-solo": "KD", "buben-solo": "K", "ober-solo": "", "trumpf-solo": "FKD",
             "stille-hochzeit": "FKD", "fleischlos": "", "dullen-solo": "D"}
    keys = {"F": ("fuchs", ["kontra"], 10), "K": ("karlchen", "kontra", 10),
            "D": ("dulle", "A", 100)}
    for spiel, letters in knows.items():
        for letter, (key, value, worth_) in keys.items():
            hand = alone(spiel, **SUIT.get(spiel, {}), **{key: value})
            if letter in letters:
                points = answered(ID, FOUR, hand)["hands"][0]["points"]
                assert points["A"] == 3 * (BASE[spiel][0] - worth_)
            else:
                assert [place for place, _ in faults(ID, FOUR, hand)] == [f"hands[0].{key}"]


# --- what cannot be ---------------------------------------------------------------------------

SCHWARZ = {"augen": 0, "schwarz": "re"}
ONLY_ONCE = "Rot goes round only once in a hand"
FIVE = "the last five cards are either made or lost, and only once"
REFUSED = rows(
    # hand, rules, place, sentence
    ("S2, Spiele: no Schell-Solo", alone("farb-solo", farbe="schell"), {}, "farbe",
     "a Schell solo is not allowed: Herz, Grün or Eichel"),
    ("S2, Ansagen, Soli: no plain Re", alone("ober-solo", **said("ja")), {}, "ansagen.re",
     "in a solo there is no plain Re or Kontra"),
    ("S2, Ansagen, Soli: no U9", alone("ober-solo", **said("U9")), {}, "ansagen.re",
     "in a solo only U6 and schwarz can be announced, not U9"),
    ("rules: nobody can have 1 Auge", normal(augen=1), {}, "augen",
     "no card counts 1, so nobody can have 1 Auge"),
    ("rules: nor 239", normal(augen=239), {}, "augen",
     "no card counts 1, so nobody can have 239 Augen"),
    ("rules, RULING both_failed ask", normal(augen=131, **said("U9", "U9")), {}, "entscheid",
     "both Ansagen failed: what the table decided is missing"),
    ("rules: a Fuchs in a Farb-Solo", alone("farb-solo", farbe="eichel", fuchs=["re"]), {},
     "fuchs", "Füchse are caught only in a normal game, a Stille Hochzeit and a Trumpf-Solo"),
    ("rules: Karlchen in an Ober-Solo", alone("ober-solo", karlchen="re"), {}, "karlchen",
     "Karlchen counts only where the Unter are trump"),
    ("rules: a Dulle in a Fleischlos", alone("fleischlos", dulle="A"), {}, "dulle",
     "a Dulle can be caught only where the Dullen are trump"),
    ("rules: a Dulle caught by nobody else", normal(dulle={"verlierer": "A", "faenger": "A"}), {},
     "dulle.faenger", "nobody catches their own Dulle"),
    ("rules: a Fuchs without a trick", normal(fuchs=["re"], **SCHWARZ), {}, "fuchs",
     "Re took no trick"),
    ("rules: Karlchen without a trick", normal(karlchen="re", **SCHWARZ), {}, "karlchen",
     "Re took no trick"),
    ("rules: a Dulle caught without a trick", normal(dulle="C", **SCHWARZ), {}, "dulle",
     "Re took no trick"),
    ("rules: the same as a span",
     {"re": ["A", "B"], "ergebnis": {"seite": "re", "unter": 0}, "fuchs": ["re"]}, {}, "fuchs",
     "Re took no trick"),
    ("rules: a Fuchs of 10 Augen", normal(augen=10, fuchs=["re"]), {}, "fuchs",
     "a Fuchs counts 11 Augen, and Re has at most 10"),
    ("rules: two Füchse of 21 Augen", normal(augen=219, fuchs=["kontra", "kontra"]), {}, "fuchs",
     "2 Füchse count 22 Augen, and Kontra has at most 21"),
    ("rules: Karlchen's trick of nothing", normal(augen=0, karlchen="re"), {}, "karlchen",
     "with Karlchen's trick Re has at least 2 Augen, not 0"),
    ("rules: Rot without a trick", normal(sterne=[stern("rot-rum")], **SCHWARZ), {},
     "sterne[0].event", "Re took no trick"),
    ("rules: a trick of 41 without a trick", normal(sterne=[stern("stich-41", "B")], **SCHWARZ),
     {}, "sterne[0].event", "Re took no trick"),
    ("rules: Rot twice", normal(sterne=[stern("rot-rum"), stern("rot-rum")]), {},
     "sterne[1].event", ONLY_ONCE),
    ("rules: Rot of two", normal(sterne=[stern("rot-rum"), stern("rot-rum", "C")]), {},
     "sterne[1].event", ONLY_ONCE),
    ("rules: alle Farben holds Rot", normal(sterne=[stern("rot-rum"), stern("alle-farben", "C")]),
     {}, "sterne[1].event", ONLY_ONCE),
    ("rules: Rot in a Herz-Solo", alone("farb-solo", farbe="herz", sterne=[stern("rot-rum")]), {},
     "sterne[0].event", "in a Herz-Solo Rot is trump and does not go round"),
    ("rules: six tricks over 41",
     normal(augen=240, sterne=[stern("stich-41", who) for who in "AABBAB"]), {},
     "sterne[5].event", "at most 5 tricks of a hand have more than 41 Augen"),
    ("rules: a trick over 41 of 41 Augen", normal(augen=41, sterne=[stern("stich-41")]), {},
     "sterne[0].event", "a trick over 41 has 42 Augen, Re at most 41"),
    ("rules: two of 83", normal(augen=83, sterne=[stern("stich-41"), stern("stich-41", "B")]), {},
     "sterne[1].event", "2 tricks over 41 have 84 Augen, Re at most 83"),
    ("rules: a Dulle caught with 19 Augen", normal(augen=221, dulle="A"), {}, "dulle",
     "the two Dullen count 20 Augen, and Kontra has at most 19"),
    ("rules: five cards made and lost",
     normal(sterne=[stern("fuenf-karten"), stern("fuenf-karten-verloren")]), {},
     "sterne[1].event", FIVE),
    ("rules: five cards lost twice", normal(sterne=[stern("fuenf-karten-verloren")] * 2), {},
     "sterne[1].event", FIVE),
    ("S2, Sterne 5: not in a solo", alone("ober-solo", sterne=[stern("fuenf-karten")]), {},
     "sterne[0].event", "the last five cards give no star in a solo"),
    ("rules: lost, neither", alone("ober-solo", sterne=[stern("fuenf-karten-verloren")]), {},
     "sterne[0].event", "the last five cards give no star in a solo"),
    ("rules, RULING stille_hochzeit solo",
     alone("stille-hochzeit", sterne=[stern("fuenf-karten")]), {}, "sterne[0].event",
     "the last five cards give no star in a solo"),
    ("rules: a plan of a solo", alone("ober-solo", plan="A"), {}, "plan",
     "only a normal game has a plan"),
    ("S2, Ansagen: an open solo is an Ansage schwarz", alone("ober-solo", offen=True), {}, "offen",
     "an open solo is announced schwarz"),
    ("S2, Ansagen: a normal game is not open",
     normal(offen=True, augen=240, schwarz="kontra", **said("schwarz")), {}, "offen",
     "only a solo is played with open cards"),
    ("S2, Sonderregeln: Scharfen that nobody had",
     normal(grosse_scharfe=True, scharfe_von={"kleine": "A"}), {}, "scharfe_von.kleine",
     "nobody had these Scharfen"),
    ("S2, Benennungen: three plans", normal(plan="D"), {}, "plan", "D is not one of: A, B, C"),
    ("rules: who said what nobody said", normal(angesagt_von={"re": "A"}), {}, "angesagt_von.re",
     "Re announced nothing"),
    ("rules: who said it for the others", normal(angesagt_von={"re": "C"}, **said("ja")), {},
     "angesagt_von.re", "C is not on the side of Re"),
)


@pytest.mark.parametrize("hand, rules, place, sentence", REFUSED)
def test_what_cannot_be(hand, rules, place, sentence):
    assert faults(ID, FOUR, hand, rules=rules) == [(f"hands[0].{place}", sentence)]


TAKEN = rows(
    ("a Fuchs of 11 Augen", normal(augen=11, fuchs=["re"])),
    ("two Füchse and Karlchen of 24 Augen", normal(
        augen=24, fuchs=["re", "re"], karlchen="re")),
    ("Karlchen's trick of 2 Augen", normal(augen=238, karlchen="kontra")),
    ("a Fuchs under 30", {"re": ["A", "B"], "fuchs": ["re", "re"],
                          "ergebnis": {"seite": "re", "unter": 30}}),
    ("a Dulle lost without a trick", normal(dulle="A", **SCHWARZ)),
    ("five tricks over 41", normal(augen=210, sterne=[stern("stich-41")] * 5)),
    ("Rot and all suits of one", normal(sterne=[stern("rot-rum"), stern("alle-farben")])),
    ("Rot in a Grün-Solo", alone("farb-solo", farbe="gruen", sterne=[stern("rot-rum")])),
    ("extras after Falschspiel, nothing counted",
     {"re": ["A", "B"], "falschspiel": "C", "fuchs": ["re", "re"]}),
)


@pytest.mark.parametrize("hand", [pytest.param(*row.values, id=row.id) for row in TAKEN])
def test_what_just_can_be(hand):
    assert len(answered(ID, FOUR, hand)["hands"]) == 1


# --- what a book has ----------------------------------------------------------------------------


def of_a_book(hand, **sheet):
    """The answer to a sheet whose hand is in a book, and what is said of it today."""
    raw = {"format": "scorepad/1", "evenings": [{"date": "2026-11-20", "sheets": [
        {"game": ID, "players": list(FOUR), "hands": [{**hand, "id": "h1"}], **sheet}]}]}
    book, sheets = document.replayed(json.dumps(raw).encode())
    return json.loads(b"".join(result.json_pieces(book, sheets)))["evenings"][0]["sheets"][0], \
        [str(problem.message) for problem in document.taken(sheets)]


KEPT = rows(
    # hand, rules, what Re gets, how much is said
    ("a Fuchs in a Farb-Solo", alone("farb-solo", farbe="gruen", fuchs=["kontra"]), {}, 20, 1),
    ("Karlchen without a trick", normal(karlchen="re", **SCHWARZ), {}, -50, 1),
    ("Rot in a Herz-Solo", alone("farb-solo", farbe="herz", sterne=[stern("rot-rum")]), {}, 30, 1),
    ("both failed, void, with a Fuchs",
     normal(augen=131, fuchs=["re"], **VOID, **said("U9", "U9")), {}, 10, 0),
    ("both failed, by the rule void, with a Fuchs",
     normal(augen=131, fuchs=["re"], **said("U9", "U9")), {"both_failed": "void"}, 10, 0),
)


@pytest.mark.parametrize("hand, rules, re, faulty", KEPT)
@pytest.mark.parametrize("older", [{}, {"edition": 1}])
def test_a_hand_of_a_book_keeps_what_it_gives(hand, rules, re, faulty, older):
    answer, found = of_a_book(hand, rules=rules, **older)
    wanted = (3 * re, -re, -re, -re) if len(hand["re"]) == 1 else (re, re, -re, -re)
    assert column(answer, "points") == [wanted] and len(found) == faulty
