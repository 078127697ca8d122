"""One hand of Doppelkopf by the Altenburg house rules: who wins, and what it is worth.

Sources: S2 is the house rules of the Altenburg club, by their headings; "rules" is how this
project reads them; "sum" is arithmetic by hand. What a hand is worth stands as Re sees it, so
`-60` are 60 points that Kontra won.
"""


import pytest

from tests.games.altenburg_table import GAME, NAMES, hand, table
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


# S2's example of a Buben-Solo reckons 30 and 40 where its table says 40 and 50: the table holds.
# --- both Ansagen failed ----------------------------------------------------------------------

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
