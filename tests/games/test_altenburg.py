"""One hand of Doppelkopf by the Altenburg house rules: who wins, and what it is worth.

Sources: S2 is the house rules of the Altenburg club, by their headings; "rules" is how this
project reads them; "sum" is arithmetic by hand. What a hand is worth stands as Re sees it, so
`-60` are 60 points that Kontra won.
"""

from dataclasses import replace

import pytest

from scorepad.games.game import Table
from tests.games.altenburg_table import GAME, NAMES, SOLI, for_re, hand, table
from tests.games.scored import of_score

WORTH = [
    # source, result, Ansagen of Re and Kontra, other keys, what Re gets
    ("S2, Werte, Alte gewonnen", 121, None, None, {}, 10),
    ("S2, Werte, Alte verloren", 119, None, None, {}, -20),
    ("S2, Beispiel, K/9 gewonnen", 85, None, "U9", {}, -80),
    ("S2, Beispiel, K/9 gewonnen, as a span", ("re", 90), None, "U9", {}, -80),
    ("S2, Beispiel, K/9 verloren", 131, None, "U9", {}, 40),
    ("S2, Beispiel, R/9 gewonnen", 155, "U9", None, {}, 60),
    ("S2, Beispiel, R/9 verloren", 131, "U9", None, {}, -60),
    ("S2, Beispiel, R/9 verloren, Re without 121", 110, "U9", None, {}, -60),
    ("S2, Beispiel, K/6 gewonnen", 45, None, "U6", {}, -120),
    ("S2, Beispiel, K/6 verloren", 131, None, "U6", {}, 60),
    ("S2, Beispiel, R/6 gewonnen", 185, "U6", None, {}, 100),
    ("S2, Beispiel, R/6 verloren", 131, "U6", None, {}, -80),
    ("S2, Extra Punkte, K/9 gewonnen, -F", 85, None, "U9", {"fuchs": ["re"]}, -70),
    ("S2, Extra Punkte, K/9 verloren, +K", 131, None, "U9", {"karlchen": "re"}, 50),
    ("S2, Ansagen 2, Re itself at 63", 63, "U6", None, {}, -100),
    ("S2, Ansagen 1, ReU6 mit 63 verloren", 177, "U6", None, {}, -80),
    ("S2, Ansagen 2, ReU6, Kontra spielt U9", 89, "U6", None, {}, -100),
    ("S2, Ansagen 3, ReU9 KU6, 59 zu 181", 59, "U9", "U6", {}, -280),
    ("S2, Ansagen 3, the same as a span", ("re", 60), "U9", "U6", {}, -280),
    ("S2, Berechnungen, plain Re", 130, "ja", None, {}, 20),
    ("S2, Berechnungen, Re and Kontra", 130, "ja", "ja", {}, 40),
    ("S2, Berechnungen, lost with Re and Kontra", 110, "ja", "ja", {}, -80),
    ("S2, Berechnungen, a level and a reply", 155, "U9", "ja", {}, 120),
    ("S2, Berechnungen, a level lost to a reply", 150, "U9", "ja", {}, -120),
    ("S2, Ansagen, U3 kept", 211, "U3", None, {}, 140),
    ("S2, Ansagen, U3 kept, more played", 240, "U3", None, {"schwarz": "kontra"}, 160),
    ("S2, Ansagen, schwarz kept", 240, "schwarz", None, {"schwarz": "kontra"}, 180),
    ("S2, Ansagen, schwarz and a trick of nothing", 240, "schwarz", None, {}, -120),
    ("S2, Ansagen, U9 just not", 150, "U9", None, {}, -60),
    ("S2, Ansagen, U9 just", 151, "U9", None, {}, 60),
    ("S2, Berechnungen, U9 played by Re", 151, None, None, {}, 20),
    ("S2, Berechnungen, U6 played by Re", 181, None, None, {}, 30),
    ("S2, Berechnungen, U3 played by Re", 211, None, None, {}, 40),
    ("S2, Berechnungen, all but schwarz", 240, None, None, {}, 40),
    ("S2, Berechnungen, schwarz played by Re", 240, None, None, {"schwarz": "kontra"}, 50),
    ("S2, Berechnungen, schwarz played by Kontra", 0, None, None, {"schwarz": "re"}, -60),
    ("S2, Berechnungen, 90 is not under 90", 90, None, None, {}, -20),
    ("S2, Berechnungen, 89", 89, None, None, {}, -30),
    ("S2, Berechnungen, spans, 120", ("kontra", 120), None, None, {}, 10),
    ("S2, Berechnungen, spans, 30", ("kontra", 30), None, None, {}, 40),
    ("S2, Berechnungen, spans, no trick", ("kontra", 0), None, None, {}, 50),
    ("S2, Extra Punkte, two Füchse", 130, None, None, {"fuchs": ["re", "re"]}, 30),
    ("S2, Extra Punkte, a Fuchs each", 130, None, None, {"fuchs": ["kontra", "re"]}, 10),
    ("S2, Extra Punkte, the loser's Fuchs", 110, None, None, {"fuchs": ["re"]}, -10),
    ("S2, Extra Punkte, the loser's Karlchen", 130, None, None, {"karlchen": "kontra"}, 0),
    ("S2, Extra Punkte, added after doubling", 130, "ja", "ja", {"fuchs": ["re"]}, 50),
    ("S2, Extra Punkte, the winner's Dulle", 130, None, None, {"dulle": "B"}, -90),
    ("S2, Extra Punkte, the loser's Dulle", 130, None, None, {"dulle": "C"}, 110),
    ("S2, Extra Punkte, with große Scharfe", 130, None, None,
     {"dulle": "C", "grosse_scharfe": True}, 10),
    ("S2, Extra Punkte, große Scharfe alone", 130, None, None, {"grosse_scharfe": True}, 10),
    ("S2, Berechnungen 6, Falschspiel of Re", 151, None, None, {"falschspiel": "A"}, -30),
    ("S2, Berechnungen 6, Falschspiel of Kontra", 30, None, None, {"falschspiel": "C"}, 20),
    ("S2, Berechnungen 6, nothing counted", None, None, None, {"falschspiel": "D"}, 20),
    ("S2, Berechnungen 6, with Ansagen", None, "U6", "ja", {"falschspiel": "B"}, -200),
    ("S2, Berechnungen 6, with a Fuchs", None, None, None,
     {"falschspiel": "D", "fuchs": ["kontra"]}, 10),
    ("S2, Böcke, 120 to 120", 120, None, None, {}, 0),
    ("rules, 120 to 120 as a span", (None, 120), None, None, {}, 0),
    ("rules, 120 to 120, plain Re", 120, "ja", None, {}, 0),
    ("rules, 120 to 120, extras of both", 120, None, None,
     {"fuchs": ["re", "re"], "karlchen": "kontra", "dulle": "D"}, 110),
    ("rules, 120 to 120, Re had said U9", 120, "U9", None, {}, -60),
    ("rules, 120 to 120, Kontra had said U9", 120, None, "U9", {}, 40),
]
ids = [row[0] for row in WORTH]
assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("result, R, K, more, worth",
                         [pytest.param(*row, id=source) for source, *row in WORTH])
def test_worth_of_a_normal_game(result, R, K, more, worth):
    played = hand(result, "normal", R, K, **more)
    assert GAME.verify(played, table()) == ()
    assert GAME.score(played, table()).points == for_re(worth)
    assert GAME.judge(played, table()) == GAME.score(played, table())


# S2's example of a Buben-Solo reckons 30 and 40 where its table says 40 and 50: the table holds.
SOLO_WORTH = [
    ("S2, Werte, Farb-Solo won", "FS", 121, 30), ("S2, Werte, Farb-Solo lost", "FS", 119, -40),
    ("S2, Werte against Beispiel, Buben-Solo won", "BS", 121, 40),
    ("S2, Werte against Beispiel, Buben-Solo lost", "BS", 119, -50),
    ("S2, Werte, Ober-Solo won", "OS", 121, 50), ("S2, Werte, Ober-Solo lost", "OS", 119, -60),
    ("S2, Werte, Trumpf-Solo won", "TS", 121, 60), ("S2, Werte, Trumpf-Solo lost", "TS", 119, -70),
    ("S2, Werte, Stille Hochzeit won", "SH", 121, 60),
    ("S2, Werte, Stille Hochzeit lost", "SH", 119, -70),
    ("S2, Werte, Fleischlos won", "FL", 121, 60), ("S2, Werte, Fleischlos lost", "FL", 119, -70),
    ("S2, Werte, Dullen-Solo won", "DS", 121, 60), ("S2, Werte, Dullen-Solo lost", "DS", 119, -70),
    *[(f"rules, 120 is a lost solo, {short}", short, 120, lost) for short, lost in
      zip(SOLI, (-40, -50, -60, -70, -70, -70, -70))],
    ("rules, U9 is no level of a solo", "BS", 151, 40),
    ("rules, Schneider is", "BS", 181, 50),
    ("rules, U3 is no level of a solo", "BS", 211, 50),
    ("rules, levels played against a solo", "BS", 59, -60),
    ("S2, Ansagen, U9 of a Stille Hochzeit", "SH", 151, 70),
    ("S2, Ansagen, U3 of a Stille Hochzeit", "SH", 211, 90),
]


@pytest.mark.parametrize("spiel, result, worth",
                         [pytest.param(*row, id=source) for source, *row in SOLO_WORTH])
def test_worth_of_a_solo(spiel, result, worth):
    played = hand(result, spiel)
    assert GAME.verify(played, table()) == ()
    assert GAME.score(played, table()).points == for_re(worth, alone=True)
    assert GAME.judge(played, table()) == GAME.score(played, table())


SAID = [
    # source, Spiel, result, Ansagen of Re and Kontra, other keys, rules, what Re gets
    ("S2, Ansagen, Schneider announced", "OS", 181, "U6", None, {}, {}, 70),
    ("S2, Ansagen, Schneider lost", "OS", 180, "U6", None, {}, {}, -70),
    ("S2, Ansagen, offen is schwarz", "BS", 240, "schwarz", None, {"schwarz": "kontra"}, {}, 80),
    ("S2, Ansagen, offen lost", "BS", 230, "schwarz", None, {}, {}, -70),
    ("S2, Ansagen, Schneider by Kontra", "BS", 59, None, "U6", {}, {}, -70),
    ("rules, a solo at 120 where Kontra failed", "BS", 120, None, "U6", {}, {}, 50),
    ("rules, an Ansage in a solo doubles nothing", "BS", 59, "U6", "U6", {}, {}, -80),
    ("rules, solo_levels all, U9", "BS", 151, "U9", None, {}, {"solo_levels": "all"}, 60),
    ("rules, solo_levels all, U6", "BS", 185, "U6", None, {}, {"solo_levels": "all"}, 80),
    ("rules, solo_levels all, played", "BS", 211, None, None, {}, {"solo_levels": "all"}, 70),
    ("S2, Ansagen, plain Re of a Stille Hochzeit", "SH", 130, "ja", None, {}, {}, 120),
    ("S2, Ansagen, U9 of a Stille Hochzeit", "SH", 151, "U9", "ja", {}, {}, 320),
    ("S2, Ansagen, Stille Hochzeit lost to Kontra", "SH", 100, None, "ja", {}, {}, -140),
    ("S2, Extra Punkte, in a solo", "TS", 130, None, None, {"fuchs": ["kontra"]}, {}, 50),
    ("S2, Berechnungen 6, Falschspiel of a soloist", "BS", None, None, None,
     {"falschspiel": "A"}, {}, -60),
    ("S2, Berechnungen 6, Falschspiel against one", "BS", None, "U6", None,
     {"falschspiel": "C"}, {}, 60),
    ("rules, split nobody", "normal", 120, "ja", "ja", {}, {"split": "nobody"}, 0),
    ("rules, split kontra-wins", "normal", 120, None, None, {}, {"split": "kontra-wins"}, -20),
    ("rules, split kontra-wins, doubled", "normal", 120, "ja", "ja", {"fuchs": ["re"]},
     {"split": "kontra-wins"}, -70),
    ("rules, a cell edited to S2's example, won", "BS", 121, None, None, {},
     {"buben_solo_won": 30, "buben_solo_lost": 40}, 30),
    ("rules, a cell edited to S2's example, lost", "BS", 119, None, None, {},
     {"buben_solo_won": 30, "buben_solo_lost": 40}, -40),
    ("rules, a normal game for nothing", "normal", 130, "ja", None, {}, {"normal_won": 0}, 0),
]


@pytest.mark.parametrize("spiel, result, R, K, more, rules, worth",
                         [pytest.param(*row, id=source) for source, *row in SAID])
def test_worth_of_ansagen_and_house_rules(spiel, result, R, K, more, rules, worth):
    played, at = hand(result, spiel, R, K, **more), table(**rules)
    assert GAME.verify(played, at) == ()
    assert GAME.score(played, at).points == for_re(worth, alone=spiel != "normal")
    assert GAME.judge(played, at) == GAME.score(played, at)


# --- both Ansagen failed ----------------------------------------------------------------------

FIRST, SECOND = (131, "U9", "U9"), (61, "U9", "U6")
BOTH_FAILED = [
    # S2, Ansagen 3: the club has no rule for these two
    ("S2, ReU9 KU9, 131 zu 109, Re", FIRST, {"sieger": "re", "wert": 60}, {}, 60),
    ("S2, ReU9 KU9, 131 zu 109, Kontra", FIRST, {"sieger": "kontra", "wert": 145}, {}, -145),
    ("S2, ReU9 KU9, 131 zu 109, void", FIRST, {"sieger": None}, {}, 0),
    ("S2, ReU9 KU6, 61 zu 179, Kontra", SECOND, {"sieger": "kontra", "wert": 280}, {}, -280),
    ("S2, ReU9 KU6, 61 zu 179, for nothing", SECOND, {"sieger": "re", "wert": 0}, {}, 0),
    ("rules, void", FIRST, None, {"both_failed": "void"}, 0),
    # (10 + 20 announced) · 4, nobody under 90
    ("rules, majority, 131 zu 109", FIRST, None, {"both_failed": "majority"}, 120),
    # (20 + 30 announced + 10 for Re under 90) · 4
    ("rules, majority, 61 zu 179", SECOND, None, {"both_failed": "majority"}, -240),
    ("rules, majority, 120 zu 120", (120, "U9", "U9"), None, {"both_failed": "majority"}, 0),
    ("rules, majority, 120 zu 120 is nobody's", (120, "U9", "U9"), None,
     {"both_failed": "majority", "split": "kontra-wins"}, 0),
]


@pytest.mark.parametrize("said, entscheid, rules, worth",
                         [pytest.param(*row, id=source) for source, *row in BOTH_FAILED])
def test_worth_where_both_ansagen_failed(said, entscheid, rules, worth):
    result, R, K = said
    played, at = hand(result, "normal", R, K, entscheid=entscheid), table(**rules)
    assert GAME.verify(played, at) == ()
    score = GAME.score(played, at)
    assert score.points == for_re(worth)
    assert [left.hands for left in GAME.multiply(played, at, score, ())[1]] == [len(at.seats)]
    assert GAME.judge(played, at) == score


@pytest.mark.parametrize("entscheid, rules, worth", [
    ({"sieger": "kontra", "wert": 60}, {}, -50), ({"sieger": None}, {}, 10),
    (None, {"both_failed": "void"}, 10), (None, {"both_failed": "majority"}, 130)])
def test_extras_count_whoever_won_or_nobody(entscheid, rules, worth):
    played = hand(131, "normal", "U9", "U9", entscheid=entscheid, fuchs=["re"])
    assert GAME.score(played, table(**rules)).points == for_re(worth)
    assert GAME.judge(played, table(**rules)).points == for_re(worth)


@pytest.mark.parametrize("entscheid, rules", [
    ({"sieger": None}, {}), (None, {"both_failed": "void"})])
def test_a_void_hand_of_an_old_sheet_keeps_its_nothing(entscheid, rules):
    played = hand(131, "normal", "U9", "U9", entscheid=entscheid, fuchs=["re"])
    assert GAME.score(played, replace(table(**rules), edition=1)).points == for_re(0)


def test_a_solo_in_which_both_failed_is_decided_for_each_of_the_three():
    played = hand(130, "BS", "U6", "schwarz", entscheid={"sieger": "kontra", "wert": 90})
    assert GAME.verify(played, table()) == ()
    assert GAME.score(played, table()).points == for_re(-90, alone=True)


# --- stars ------------------------------------------------------------------------------------

STARS = [
    # S2, Sterne, by their numbers: keys of the hand, what it gives to whom
    ("1, Rot", {"sterne": [{"event": "rot-rum", "player": "C"}]}, [("C", "rot-rum")]),
    ("2, all suits besides", {"sterne": [{"event": "rot-rum", "player": "B"},
                                         {"event": "alle-farben", "player": "B"}]},
     [("B", "rot-rum"), ("B", "alle-farben")]),
    ("3 and 7, each trick", {"sterne": [{"event": "stich-41", "player": "D"}] * 3},
     [("D", "stich-41")] * 3),
    ("4, Dulle", {"dulle": "A"}, [("A", "dulle")]),
    ("4, not with große Scharfe", {"dulle": "A", "grosse_scharfe": True}, []),
    ("5, to the three others", {"sterne": [{"event": "fuenf-karten", "player": "B"}]},
     [("A", "fuenf-karten"), ("C", "fuenf-karten"), ("D", "fuenf-karten")]),
    ("5, one lost", {"sterne": [{"event": "fuenf-karten-verloren", "player": "B"}]},
     [("B", "fuenf-karten-verloren")]),
    ("6, Falschspiel", {"falschspiel": "D"}, [("D", "falschspiel")]),
    ("10, two misdeals", {"vergeben": 2}, []),
    ("10, three", {"vergeben": 3}, [("C", "vergeben")]),
    ("10, counted anew", {"vergeben": 5}, [("C", "vergeben")]),
    ("10, six", {"vergeben": 6}, [("C", "vergeben")] * 2),
    ("kings redealt", {"eingemischt": 3}, []),
]


@pytest.mark.parametrize("more, given", [pytest.param(*row, id=source) for source, *row in STARS])
def test_stars_of_a_hand(more, given):
    played, at = hand(131, **more), table(dealer=2)
    assert GAME.verify(played, at) == ()
    assert [(NAMES[seat], event) for seat, event in GAME.events(played, at)] == given


def test_11_a_solo_gives_a_star_for_more_than_41_too():
    played = hand(131, "BS", sterne=[{"event": "stich-41", "player": "A"}])
    assert GAME.verify(played, table()) == ()
    assert GAME.events(played, table()) == ((0, "stich-41"),)


def test_5_who_sits_out_gets_no_star():
    five = Table((*NAMES, "E"), (0, 1, 2, 3, 4), 0, (1, 2, 3, 4), GAME.rules())
    played = GAME.read_hand({"re": ["B", "C"], "augen": 131, "sterne": [
        {"event": "fuenf-karten", "player": "E"}]}, five.names)
    assert [seat for seat, _ in GAME.events(played, five)] == [1, 2, 3]


# --- how it is told ---------------------------------------------------------------------------

EXPLAINED = [
    ("S2, Beispiel, K/9 gewonnen", hand(85, K="U9"), {}, "(20+10+10)·2 = 80"),
    ("S2, Beispiel, K/9 verloren", hand(131, K="U9"), {}, "(10+10)·2 = 40"),
    ("S2, Beispiel, R/6 gewonnen", hand(185, R="U6"), {}, "(10+10+10+10+10)·2 = 100"),
    ("S2, Extra Punkte, -F", hand(85, K="U9", fuchs=["re"]), {}, "(20+10+10)·2−10 = 70"),
    ("S2, Extra Punkte, +K", hand(131, K="U9", karlchen="re"), {}, "(10+10)·2+10 = 50"),
    ("S2, Ansagen 3", hand(59, R="U9", K="U6"), {}, "(20+10+10+10+10+10)·2·2 = 280"),
    ("S2, Werte", hand(130), {}, "10"),
    ("S2, Werte", hand(130, R="ja"), {}, "10·2 = 20"),
    ("S2, Extra Punkte", hand(130, dulle="A"), {}, "10−100 = −90"),
    ("S2, Beispiel Solo", hand(130, "BS"), {}, "Buben-Solo: 40·3 = 120"),
    ("S2, Ansagen", hand(185, "FS", R="U6", karlchen="kontra"), {},
     "Grün-Solo: (30+10+10−10)·3 = 120"),
    ("S2, Böcke", hand(120), {}, "0"),
    ("rules", hand(120, fuchs=["kontra"]), {}, "0−10 = −10"),
    ("rules", hand(131, R="U9", K="U9", entscheid={"sieger": "re", "wert": 60}, fuchs=["re"]),
     {}, "60+10 = 70"),
]


@pytest.mark.parametrize("played, rules, text", [row[1:] for row in EXPLAINED],
                         ids=[f"{row[0]}: {row[3]}" for row in EXPLAINED])
def test_explanation(played, rules, text):
    assert of_score(GAME.explain, played, table(**rules)) == text


@pytest.mark.parametrize("played, text", [
    (hand(131), "A + B · 131"), (hand(0, schwarz="re"), "A + B · 0 schwarz"),
    (hand((None, 120), R="ja"), "A + B · Re · 120"),
    (hand(("kontra", 90), "FS", K="U6"), "A · Grün-Solo · Kontra U6 · Kontra unter 90"),
    (hand(("re", 0), R="U9", K="schwarz"), "A + B · Re U9 · Kontra schwarz · Re schwarz"),
    (hand(None, falschspiel="C"), "A + B · Falschspiel C"),
    (hand(131, R="ja", K="U9", angesagt_von={"re": "B", "kontra": "C"}, plan="C"),
     "A + B · Re (B) · Kontra U9 (C) · 131 · Plan C"),
])
def test_what_was_typed_can_be_told(played, text):
    assert GAME.describe(played, NAMES) == text
