"""Doppelkopf by the tournament rules: TSR is the Turnierspielregeln of the DDV (2000), rules the
options of tables that play otherwise."""

from itertools import product

import pytest

from scorepad.games.game import HandScore, Table, Tally
from scorepad.games.turnier import DOPPELKOPF
from scorepad.games.turnier.hand import PLAYED
from tests.oracle import turnier_rules as slow

NAMES = ("A", "B", "C", "D")
SEATS = (0, 1, 2, 3)
CALLS = (None, "ja", "U9", "U6", "U3", "schwarz")
EXTRAS = {"karlchen_gefangen": True, "fuchs_am_end": True, "dulle_gefangen": True}


def table(rules=None, names=NAMES, dealer=0, tally=None):
    agreed, seats = DOPPELKOPF.rules.read(rules or {}), tuple(range(len(names)))
    return Table(names, seats, dealer, DOPPELKOPF.active(seats, dealer, agreed), agreed,
                 tally=tally)


def hand_of(re="AB", augen=130, calls=(None, None), **keys):
    """A hand as a document has it; without Augen `ergebnis` is among the keys."""
    said = {side: call for side, call in zip(("re", "kontra"), calls) if call}
    return {"re": list(re), **({} if augen is None else {"augen": augen}),
            **({"ansagen": said} if said else {}), **keys}


def score(raw, rules=None):
    return DOPPELKOPF.score(DOPPELKOPF.read_hand(raw, NAMES), table(rules))


def faults(raw, rules=None, tally=None):
    at = table(rules, tally=tally)
    return [(problem.place, str(problem.message))
            for problem in DOPPELKOPF.verify(DOPPELKOPF.read_hand(raw, NAMES), at)]


def solo(augen, *calls, spiel="damen-solo", **keys):
    return hand_of("A", augen, calls or (None, None), spiel=spiel, **keys)


# --- what a hand is worth -------------------------------------------------------------------------

WORTH = [
    # Re with Augen and calls: the points of A, who is Re
    ("TSR 7.1, 121 wins", hand_of(augen=121), 1),
    ("TSR 7.1, 120 is lost, gegen die Alten", hand_of(augen=120), -2),
    ("TSR 7.2.2, no 90 is 89 at most", hand_of(augen=151), 2),
    ("TSR 7.2.2, 90 is not under 90", hand_of(augen=150), 1),
    ("TSR 7.2.2, under 60 and 30", hand_of(augen=211), 4),
    ("TSR 7.2.2, no Augen but a trick", hand_of(augen=240), 4),
    ("TSR 7.2.2, without a trick", hand_of(augen=240, schwarz="kontra"), 5),
    ("rules.md, no calls, 28", hand_of(augen=28), -5),
    ("rules.md, Kontra alone announced, 120", hand_of(augen=120, calls=(None, "ja")), 3),
    ("TSR 7.1, Kontra alone announced, 119", hand_of(augen=119, calls=(None, "ja")), -4),
    ("rules.md, both announced, 120", hand_of(augen=120, calls=("ja", "ja")), -6),
    ("TSR 7.2.2, Re announced", hand_of(augen=130, calls=("ja", None)), 3),
    ("rules.md, Re U9, 130", hand_of(augen=130, calls=("U9", None)), -5),
    ("TSR 7.1, Re U9, 151 is kept: 1 + 2 + 1 + 1", hand_of(augen=151, calls=("U9", None)), 5),
    ("TSR 7.2.2, Kontra has 120 against U9", hand_of(augen=120, calls=("U9", None)), -6),
    ("rules.md, Re U6, Kontra, 170", hand_of(augen=170, calls=("U6", "ja")), -8),
    ("TSR 7.2.2, 90 against U6", hand_of(augen=150, calls=("U6", None)), -7),
    ("TSR 7.2.2, 120 and 90 against U6", hand_of(augen=120, calls=("U6", None)), -8),
    ("TSR 7.2.2, 60 against U3", hand_of(augen=180, calls=("U3", None)), -8),
    ("TSR 7.2.2, 30 against schwarz", hand_of(augen=210, calls=("schwarz", None)), -9),
    ("TSR 7.2.2, schwarz, but a trick of no Augen",
     hand_of(augen=240, calls=("schwarz", None)), -8),
    ("TSR 7.1, schwarz is kept: 1 + 4 + 2 + 4",
     hand_of(augen=240, calls=("schwarz", None), schwarz="kontra"), 11),
    ("TSR 7.1, Kontra U9 and Re 120: Re wins", hand_of(augen=120, calls=(None, "U9")), 5),
    ("TSR 7.1, both U9, Kontra keeps it: 1 + 1 + 2 + 2 + 2 + 1, and Alte",
     hand_of(augen=89, calls=("U9", "U9")), -10),
    ("rules.md, both U6, 100: nobody", hand_of(augen=100, calls=("U6", "U6")), -1),
    ("rules.md, both U6, 170: nobody", hand_of(augen=170, calls=("U6", "U6")), 3),
    ("rules.md, both U6, 59", hand_of(augen=59, calls=("U6", "U6")), -14),
    ("rules.md, Re U9, Kontra schwarz, 75: nobody", hand_of(augen=75, calls=("U9", "schwarz")), 0),
    ("TSR 7.1.4, both U9, 120: nobody, even", hand_of(augen=120, calls=("U9", "U9")), 0),
    ("spans, 120 to 120", hand_of(augen=None, ergebnis={"seite": None}), -2),
    ("spans, Kontra under 60",
     hand_of(augen=None, calls=("U6", None), ergebnis={"seite": "kontra", "unter": 60}), 7),
    ("spans, Re lost with U6 and has 90 to 119",
     hand_of(augen=None, calls=("U6", None), ergebnis={"seite": "re"}), -8),
    ("TSR 7.2.3, a Fuchs of the loser", hand_of(augen=130, fuchs=["kontra"]), 0),
    ("TSR 7.2.3, two Füchse, Karlchen and a Doppelkopf of each",
     hand_of(augen=130, fuchs=["re", "re"], karlchen="re", doppelkopf=["re", "kontra"]), 4),
    ("TSR 7.2.3, where nobody wins",
     hand_of(augen=100, calls=("U6", "U6"), fuchs=["re"], doppelkopf=["re"]), 1),
    ("rules.md, no Alte in an Armut", hand_of(augen=100, spiel="armut"), -1),
    ("rules.md, Alte in a Hochzeit", hand_of(augen=100, spiel="hochzeit"), -2),
    ("rules.md, a solo with 119", solo(119), -3),
    ("TSR 7.1, a solo with 120", solo(120), -3),
    ("TSR 7.1, a solo with 120 against Kontra", solo(120, None, "ja"), 9),
    ("TSR 7.2.2, a solo U9 kept: (1 + 1 + 2 + 1) · 3", solo(160, "U9", None), 15),
    ("rules.md, a Hochzeit that found nobody", solo(119, spiel="hochzeit"), -3),
    ("rules.md, a Stille Hochzeit", solo(119, spiel="stille-hochzeit"), -3),
]


@pytest.mark.parametrize("raw, points", [row[1:] for row in WORTH], ids=[row[0] for row in WORTH])
def test_what_a_hand_is_worth(raw, points):
    found = score(raw).points
    assert found[0] == points and sum(found) == 0
    assert found == slow_points(raw, {})


def slow_points(raw, rules):
    return tuple(slow.points_of(raw, list(NAMES), rules).values())


BY_OPTIONS = [
    ("ansage: (1 + 1 + 1) · 2 · 2, and a Fuchs", {"ansage": "doppelt"},
     hand_of(augen=151, calls=("U9", "ja"), fuchs=["re"]), (13, 13, -13, -13)),
    ("ansage: nothing is doubled where nobody wins", {"ansage": "doppelt"},
     hand_of(augen=170, calls=("U6", "U6")), (3, 3, -3, -3)),
    ("solo_faktor 2", {"solo_faktor": 2}, solo(119), (-2, 1, 1, 1)),
    ("solo_faktor 1", {"solo_faktor": 1}, solo(151), (2, -2, -2, -2)),
    ("stille_hochzeit with a Fuchs", {"stille_hochzeit": "sonderpunkte"},
     solo(130, spiel="stille-hochzeit", fuchs=["re"]), (6, -2, -2, -2)),
    ("stille_hochzeit lost, gegen die Alten", {"stille_hochzeit": "sonderpunkte"},
     solo(119, spiel="stille-hochzeit"), (-6, 2, 2, 2)),
    ("gegen_die_alten off", {"gegen_die_alten": False}, hand_of(augen=100), (-1, -1, 1, 1)),
    ("karlchen_gefangen", EXTRAS, hand_of(karlchen_gefangen=["re", "re"]), (3, 3, -3, -3)),
    ("fuchs_am_end", EXTRAS, hand_of(fuchs_am_end="kontra"), (0, 0, 0, 0)),
    ("dulle_gefangen", EXTRAS, hand_of(dulle_gefangen="re"), (2, 2, -2, -2)),
    ("neunen change nothing", {"neunen": False}, hand_of(augen=151), (2, 2, -2, -2)),
]


@pytest.mark.parametrize("rules, raw, points", [row[1:] for row in BY_OPTIONS],
                         ids=[row[0] for row in BY_OPTIONS])
def test_what_the_options_make_of_it(rules, raw, points):
    assert score(raw, rules).points == points == slow_points(raw, rules)


@pytest.mark.parametrize("rules", [{}, {"ansage": "doppelt"}], ids=["plus", "doppelt"])
@pytest.mark.parametrize("re, spiel", [("AB", "normal"), ("A", "farb-solo")])
def test_every_pair_of_calls_at_all_augen(re, spiel, rules):
    """34,704 hands in all, and those without a trick."""
    keys, at, wrong = {"spiel": spiel}, table(rules), []
    if spiel == "farb-solo":
        keys["farbe"] = "pik"
    results = [{"augen": augen} for augen in range(241) if augen not in (1, 239)]
    results += [{"augen": 0, "schwarz": "re"}, {"augen": 240, "schwarz": "kontra"}]
    for calls, result in product(product(CALLS, CALLS), results):
        raw = {**hand_of(re, None, calls, **keys), **result}
        found = DOPPELKOPF.judge(DOPPELKOPF.read_hand(raw, NAMES), at)
        assert isinstance(found, HandScore)
        if found.points != slow_points(raw, rules):
            wrong.append((calls, result))
    assert wrong == []


# --- what is said of it ---------------------------------------------------------------------------

TOLD = [
    ({}, hand_of(augen=130), "1", "A + B · 130"),
    ({}, hand_of(augen=28), "1 + 3 (keine 30) + 1 (Alte) = 5", "A + B · 28"),
    ({}, hand_of(augen=130, calls=("U9", "ja"), fuchs=["re", "re"]),
     "1 + 2 (Re) + 2 (Kontra) + 1 (Absagen) + 1 (Alte) \N{MINUS SIGN} 2 (Fuchs) = 5",
     "A + B · Re keine 90 · Kontra · 130 · Fuchs Re 2"),
    ({}, hand_of(augen=100, calls=("U6", "U6")),
     "1 (gegen keine 60) \N{MINUS SIGN} 2 (gegen keine 60) = \N{MINUS SIGN}1",
     "A + B · Re keine 60 · Kontra keine 60 · 100"),
    ({}, hand_of(augen=75, calls=("U9", "schwarz")),
     "2 (gegen schwarz) \N{MINUS SIGN} 1 (keine 90) \N{MINUS SIGN} 1 (gegen keine 90) = 0",
     "A + B · Re keine 90 · Kontra schwarz · 75"),
    ({}, hand_of(augen=120, calls=("U9", "U9"), fuchs=["kontra"]),
     "1 (gegen keine 90) \N{MINUS SIGN} 1 (gegen keine 90) \N{MINUS SIGN} 1 (Fuchs) = "
     "\N{MINUS SIGN}1",
     "A + B · Re keine 90 · Kontra keine 90 · 120 · Fuchs Kontra"),
    ({"ansage": "doppelt"}, hand_of(augen=151, calls=("ja", "ja"), doppelkopf=["kontra"]),
     "(1 + 1 (keine 90)) · 2 (Re) · 2 (Kontra) \N{MINUS SIGN} 1 (Doppelkopf) = 7",
     "A + B · Re · Kontra · 151 · Doppelkopf Kontra"),
    ({"pflichtsolo": 1}, solo(160, "U9", None, spiel="farb-solo", farbe="herz", pflicht=True),
     "Herz-Solo: (1 + 2 (Re) + 1 (Absagen) + 1 (keine 90)) · 3 = 15",
     "A · Herz-Solo · Re keine 90 · 160 · Pflichtsolo"),
    ({}, solo(119), "Damen-Solo: 1 · 3 = 3", "A · Damen-Solo · 119"),
    ({}, solo(130, spiel="hochzeit"), "Hochzeit allein: 1 · 3 = 3", "A · Hochzeit allein · 130"),
    ({"solo_faktor": 1}, solo(130), "Damen-Solo: 1", "A · Damen-Solo · 130")]


@pytest.mark.parametrize("rules, raw, told, described", TOLD)
def test_the_arithmetic_and_the_hand_in_words(rules, raw, told, described):
    hand, at = DOPPELKOPF.read_hand(raw, NAMES), table(rules)
    assert DOPPELKOPF.explain(hand, at, DOPPELKOPF.score(hand, at)) == told
    assert DOPPELKOPF.describe(hand, NAMES) == described


def test_what_the_statistics_count():
    raw = hand_of(augen=100, calls=("U9", "ja"), fuchs=["kontra"], doppelkopf=["re"], karlchen="re")
    rules = {"bock": ["re-verloren"]}
    hand, at = DOPPELKOPF.read_hand(raw, NAMES), table(rules)
    found = DOPPELKOPF.feats(hand, at, DOPPELKOPF.score(hand, at))
    assert sorted((feat.seat, feat.deed.key, feat.won) for feat in found if feat.seat in (0, 2)) \
        == [(0, "ansage", False), (0, "bock", None), (0, "doppelkopf", None),
            (0, "karlchen", None), (2, "ansage", True), (2, "fuchs", None)]
    alone = DOPPELKOPF.read_hand(solo(130), NAMES)
    assert [(feat.seat, feat.deed.title, feat.won) for feat in DOPPELKOPF.feats(
        alone, table(), DOPPELKOPF.score(alone, table()))] == [(0, "Damen-Solo", True)]


# --- what cannot be -------------------------------------------------------------------------------

OFF, NO_EXTRAS = "counts nothing at this table", "a solo has no Sonderpunkte"
CANNOT_BE = [
    ({}, hand_of("A"), "re", "two different players are Re, not 1"),
    ({}, solo(130) | {"re": ["A", "B"]}, "re", "the soloist alone is Re"),
    ({}, hand_of(augen=1), "augen", "nobody can have 1"),
    ({}, hand_of(augen=None), "augen", "is missing: the Augen of the Re side, or what decides"),
    ({}, hand_of(augen=40, schwarz="re"), "schwarz",
     "a side without a trick has no Augen, not 40"),
    ({}, solo(130, spiel="farb-solo"), "farbe", "a Farb-Solo has a suit: Karo, Herz, Pik, Kreuz"),
    ({}, hand_of(farbe="herz"), "farbe", "only a Farb-Solo has a suit"),
    ({"fuchs": False}, hand_of(fuchs=["re"]), "fuchs", OFF),
    ({}, hand_of(karlchen_gefangen=["re"]), "karlchen_gefangen", OFF),
    ({}, hand_of(fuchs_am_end="re"), "fuchs_am_end", OFF),
    ({}, hand_of(dulle_gefangen="re"), "dulle_gefangen", OFF),
    ({}, hand_of(herzstich=True), "herzstich", OFF),
    ({}, solo(130, fuchs=["re"]), "fuchs", NO_EXTRAS),
    ({"stille_hochzeit": "sonderpunkte"}, solo(130, spiel="hochzeit", karlchen="re"), "karlchen",
     NO_EXTRAS),
    ({}, hand_of(fuchs=["re"] * 3), "fuchs", "at most 2, not 3"),
    ({}, hand_of(doppelkopf=["re"] * 5), "doppelkopf", "at most 4, not 5"),
    (EXTRAS, hand_of(karlchen_gefangen=["re"] * 3), "karlchen_gefangen", "at most 2, not 3"),
    (EXTRAS, hand_of(karlchen_gefangen=["re", "kontra"]), "karlchen_gefangen",
     "the last trick has one side"),
    (EXTRAS, hand_of(karlchen="kontra", karlchen_gefangen=["re"]), "karlchen_gefangen",
     "the last trick has one side"),
    (EXTRAS, hand_of(karlchen="re", karlchen_gefangen=["re", "re"]), "karlchen_gefangen",
     "one Karlchen made the last trick: only one more can be caught"),
    (EXTRAS, hand_of(karlchen="re", fuchs_am_end="re"), "fuchs_am_end",
     "the last trick was made with the Fuchs or with Karlchen, not with both"),
    (EXTRAS, hand_of(karlchen_gefangen=["re"], fuchs_am_end="re"), "fuchs_am_end",
     "the last trick was made with the Fuchs or with Karlchen, not with both"),
    ({}, hand_of(augen=39, doppelkopf=["re"]), "doppelkopf",
     "for that Re has at least 40 Augen, not 39"),
    ({}, hand_of(augen=121, doppelkopf=["kontra"] * 3), "doppelkopf",
     "for that Kontra has at least 120 Augen, not 119"),
    ({}, hand_of(augen=10, fuchs=["re"]), "fuchs", "for that Re has at least 11 Augen, not 10"),
    ({}, hand_of(augen=0, karlchen="re"), "karlchen", "for that Re has at least 2 Augen, not 0"),
    (EXTRAS, hand_of(augen=19, dulle_gefangen="re"), "dulle_gefangen",
     "for that Re has at least 20 Augen, not 19"),
    (EXTRAS, hand_of(augen=42, doppelkopf=["re"], fuchs=["re", "re"], karlchen="re"), "karlchen",
     "for that Re has at least 44 Augen, not 42"),
    (EXTRAS, hand_of(augen=21, fuchs_am_end="re", fuchs=["re"]), "fuchs_am_end",
     "for that Re has at least 22 Augen, not 21"),
    ({}, hand_of(augen=0, schwarz="re", fuchs=["re"]), "fuchs", "Re took no trick"),
    ({}, hand_of(augen=None, ergebnis={"seite": "re", "unter": 30}, doppelkopf=["re"]),
     "doppelkopf", "for that Re has at least 40 Augen, not 29"),
    ({}, solo(130, pflicht=True), "pflicht", OFF),
    ({"pflichtsolo": 1}, hand_of(pflicht=True), "pflicht",
     "only a solo that was announced is a duty solo"),
    *[({"pflichtsolo": 1}, solo(130, spiel=spiel, pflicht=True), "pflicht",
       "only a solo that was announced is a duty solo") for spiel in ("stille-hochzeit",
                                                                      "hochzeit")],
    ({"pflichtsolo": 1}, solo(130, vorgefuehrt=True), "vorgefuehrt",
     "only a duty solo is forced"),
]


@pytest.mark.parametrize("rules, raw, place, said", CANNOT_BE)
def test_what_cannot_have_been_played(rules, raw, place, said):
    [(where, message)] = faults(raw, rules)
    assert where == (place,) and said in message


@pytest.mark.parametrize("rules, raw", [
    ({}, hand_of(augen=40, doppelkopf=["re"])), ({}, hand_of(augen=22, fuchs=["re", "re"])),
    ({}, hand_of(augen=42, doppelkopf=["re"], fuchs=["re", "re"])),
    (EXTRAS, hand_of(augen=20, dulle_gefangen="re")),
    (EXTRAS, hand_of(augen=4, karlchen="re", karlchen_gefangen=["re"])),
    ({"fuchs": False}, hand_of(fuchs=[])), ({}, hand_of(herzstich=False, pflicht=False)),
    ({}, solo(130, spiel="hochzeit")), ({"bock": ["herzstich"]}, solo(130, herzstich=True))])
def test_what_just_can_have_been_played(rules, raw):
    assert faults(raw, rules) == []


def test_all_faults_are_named_at_once():
    raw = hand_of("AA", 241, farbe="herz", herzstich=True)
    assert {place for (place,), _ in faults(raw)} == {"re", "augen", "farbe", "herzstich"}


def test_who_sits_out_is_not_re():
    at = table(names=("A", "B", "C", "D", "E"), dealer=1)
    hand = DOPPELKOPF.read_hand(hand_of("AB"), at.names)
    assert [str(each.message) for each in DOPPELKOPF.verify(hand, at)] \
        == ["B does not play this hand"]


def test_a_pflichtsolo_is_owed_only_so_often():
    played = Tally((0,) * 4, (1, 0, 3 * PLAYED, 2), 3)
    assert faults(solo(130, pflicht=True), {"pflichtsolo": 1}, played) \
        == [(("pflicht",), "A owes no more solos")]
    assert faults(solo(130, pflicht=True), {"pflichtsolo": 2}, played) == []
    rules = DOPPELKOPF.rules.read({"pflichtsolo": 2})
    assert DOPPELKOPF.owed(played, rules) == (1, 2, 2, 0)
    assert DOPPELKOPF.owed(played, DOPPELKOPF.rules()) == ()
