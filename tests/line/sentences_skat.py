"""Hands of Skat as people say them, and the hand that each sentence means; worked out by hand."""


def won(spiel, name, spitzen, stufe="gewonnen", **more):
    return {"spiel": spiel, "spieler": name, "spitzen": spitzen, "stufe": stufe, **more}


def counted(spiel, name, spitzen, augen, **more):
    return {"spiel": spiel, "spieler": name, "spitzen": spitzen, "augen": augen, **more}


def null(name, gewonnen, **more):
    return {"spiel": "null", "spieler": name, "gewonnen": gewonnen, **more}


HAND, LOST = {"hand": True}, "verloren"

SKAT = [
    ("Bert Grand Hand 67 mit 2", counted("grand", "Bert", 2, 67, **HAND)),
    ("Anne Kreuz ohne drei, Spiel vier, Hand fünf, sechzig", counted(
        "kreuz", "Anne", 3, 60, ohne=True, **HAND)),
    ("Strafpunkte Anne 50", {"strafe": "Anne", "punkte": 50}),
    ("Bert Strafe 100", {"strafe": "Bert", "punkte": 100}),
    ("penalty for Cem 30", {"strafe": "Cem", "punkte": 30}),
    ("Anne Kreuz mit 1 gewonnen", won("kreuz", "Anne", 1)),
    ("Kreuz Anne mit 1 gewonnen", won("kreuz", "Anne", 1)),
    ("gewonnen Kreuz mit 1 Anne", won("kreuz", "Anne", 1)),
    ("Cem spielt Pik ohne 3 verloren", won("pik", "Cem", 3, LOST, ohne=True)),
    ("Herz Bert Spitzen 2 Schneider", won("herz", "Bert", 2, "schneider")),
    ("Bert Rot mit 2 Schneider gewonnen", won("herz", "Bert", 2, "schneider")),
    ("Bert Eichel mit 5 schwarz", won("kreuz", "Bert", 5, "schwarz")),
    ("Bert Grün mit 1 Schneider verloren", won("pik", "Bert", 1, "verloren-schneider")),
    ("Bert Schell mit 1 im Schneider verloren", won("karo", "Bert", 1, "verloren-schneider")),
    ("Bert Karo ohne 4 schwarz verloren", won("karo", "Bert", 4, "verloren-schwarz", ohne=True)),
    ("Bert Karo ohne 1 gespalten", won("karo", "Bert", 1, "verloren-60", ohne=True)),
    ("Anne Grand ohne 4 gewonnen Hand", won("grand", "Anne", 4, ohne=True, **HAND)),
    ("Anne Grand mit 4 ouvert schwarz", won("grand", "Anne", 4, "schwarz", ouvert=True, **HAND)),
    ("Anne Herz mit 1 Hand Schneider angesagt 85",
     counted("herz", "Anne", 1, 85, ansage="schneider", **HAND)),
    ("Anne Herz mit 1 schwarz angesagt schwarz",
     won("herz", "Anne", 1, "schwarz", ansage="schwarz", **HAND)),
    ("Anne Kreuz mit 2 gereizt 36 95", counted("kreuz", "Anne", 2, 95, reizwert=36)),
    ("Anne Kreuz mit 2 95 gereizt bis 36", counted("kreuz", "Anne", 2, 95, reizwert=36)),
    ("Anne Kreuz mit 2 95 Augen Kontra", counted("kreuz", "Anne", 2, 95, kontra=1)),
    ("Anne Kreuz mit 2 61 Kontra Re", counted("kreuz", "Anne", 2, 61, kontra=2)),
    ("Anne Kreuz mit 2 61 Kontra Re Supra", counted("kreuz", "Anne", 2, 61, kontra=3)),
    ("Bert Null verloren Hirsch", null("Bert", False, kontra=4)),
    ("Anne Kreuz ohne 3 Spiel 4 Hand 5 gewonnen", won("kreuz", "Anne", 3, ohne=True, **HAND)),
    ("Anne Pik mit 2 Spiel 3 75", counted("pik", "Anne", 2, 75)),
    ("Cem Karo mit 1 Spiel 2 Spaltarsch", won("karo", "Cem", 1, "verloren-60")),
    ("Anne Kreuz mit 11 120 Gegner schwarz", counted("kreuz", "Anne", 11, 120, schwarz="gegner")),
    ("Anne Kreuz mit 3 0 Spieler schwarz", counted("kreuz", "Anne", 3, 0, schwarz="spieler")),
    ("Anne Null gewonnen", null("Anne", True)),
    ("Null Anne verloren", null("Anne", False)),
    ("Anne Null Hand gewonnen", null("Anne", True, hand=True)),
    ("Anne Null ouvert gewonnen", null("Anne", True, ouvert=True)),
    ("Cem Null ouvert Hand verloren Kontra",
     null("Cem", False, ouvert=True, hand=True, kontra=1)),
    ("Cem Null gereizt 24 gewonnen", null("Cem", True, reizwert=24)),
    ("eingepasst", {"eingepasst": True}),
    ("alle gepasst", {"eingepasst": True}),
    ("Durchmarsch Cem", {"durchmarsch": "Cem"}),
    ("Durchmarsch Cem zweimal geschoben", {"durchmarsch": "Cem", "geschoben": 2}),
    ("Anne 70 Bert 50 Jungfrau Cem", {"augen": {"Anne": 70, "Bert": 50}, "jungfrau": "Cem"}),
    ("Anne 60 Bert 60 Cem 0 Verlierer Bert",
     {"augen": {"Anne": 60, "Bert": 60, "Cem": 0}, "verlierer": "Bert"}),
    ("Anne 70 Bert 30 Cem 20 geschoben",
     {"augen": {"Anne": 70, "Bert": 30, "Cem": 20}, "geschoben": 1}),
    ("Anne clubs with 2 won", won("kreuz", "Anne", 2)),
    ("Anne spades without 1 lost", won("pik", "Anne", 1, LOST, ohne=True)),
    ("Bert null open won", null("Bert", True, ouvert=True)),
]

TYPED = [("skat", *row) for row in SKAT]

DICTATED = [("skat", *row) for row in [
    ("Bert Grand Hand siebenundsechzig mit zwei", counted("grand", "Bert", 2, 67, **HAND)),
    ("Bert, Grand, Hand, sieben und sechzig, mit zwei.", counted("grand", "Bert", 2, 67, **HAND)),
    ("Anne, Kreuz, mit zwei, gewonnen.", won("kreuz", "Anne", 2)),
    ("Anne spielt Kreuz mit einer Spitze und gewinnt", won("kreuz", "Anne", 1)),
    ("Cem Pik ohne drei verloren", won("pik", "Cem", 3, LOST, ohne=True)),
    ("Cem spielt Pik, ohne drei, und verliert.", won("pik", "Cem", 3, LOST, ohne=True)),
    ("Anne Herz Hand mit eins, Schneider angesagt, fünfundachtzig",
     counted("herz", "Anne", 1, 85, ansage="schneider", **HAND)),
    ("Bert, Herz, ohne drei, Spiel vier, Hand fünf, gewonnen.",
     won("herz", "Bert", 3, ohne=True, **HAND)),
    ("Anne, Karo ohne vier, Schneider", won("karo", "Anne", 4, "schneider", ohne=True)),
    ("Bert, Null, gewonnen.", null("Bert", True)),
    ("Bert spielt Null ouvert und verliert", null("Bert", False, ouvert=True)),
    ("Bert, Null, Hand, gewonnen, Kontra.", null("Bert", True, hand=True, kontra=1)),
    ("Cem Kreuz mit zwei, gereizt, achtzehn, fünfundneunzig Augen.",
     counted("kreuz", "Cem", 2, 95, reizwert=18)),
    ("Cem Grand mit vier, hundertzwanzig Augen, die Gegner schwarz",
     counted("grand", "Cem", 4, 120, schwarz="gegner")),
    ("Cem, Karo, ohne eins, verloren, Kontra.", won("karo", "Cem", 1, LOST, kontra=1, ohne=True)),
    ("Bert, Kreuz, mit elf, Hand, schwarz.", won("kreuz", "Bert", 11, "schwarz", **HAND)),
    ("Bert, Null, Hand, ouvert, verloren.", null("Bert", False, hand=True, ouvert=True)),
    ("Alle passen.", {"eingepasst": True}),
    ("Durchmarsch Anne, dreimal geschoben.", {"durchmarsch": "Anne", "geschoben": 3}),
    ("Anne siebzig, Bert dreißig, Cem zwanzig",
     {"augen": {"Anne": 70, "Bert": 30, "Cem": 20}}),
    ("Anne, hearts, with two, ninety-one points.", counted("herz", "Anne", 2, 91)),
    ("Bert diamonds without one, sixty one", counted("karo", "Bert", 1, 61, ohne=True)),
]]
