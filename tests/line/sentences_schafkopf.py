"""Hands of Schafkopf as people say them, and the hand that each sentence means; worked out by
hand."""


def ruf(stufe="gewonnen", spieler="Anne", partner="Bert", **more):
    return {"spiel": "ruf", "spieler": spieler, "partner": partner, "stufe": stufe, **more}


def counted(augen, **more):
    return {"spiel": "ruf", "spieler": "Anne", "partner": "Bert", "augen": augen, **more}


def alone(spiel, name, stufe="gewonnen", **more):
    return {"spiel": spiel, "spieler": name, "stufe": stufe, **more}


def tout(name, gewonnen, spiel="farbsolo", **more):
    return {"spiel": spiel, "spieler": name, "tout": True, "gewonnen": gewonnen, **more}


def bettel(name, gewonnen, **more):
    return {"spiel": "bettel", "spieler": name, "gewonnen": gewonnen, **more}


def ramsch(**more):
    return {"spiel": "ramsch", **more}


LOST = "verloren"

SAID = [
    ("Anne und Bert gewonnen", ruf()),
    ("Anne mit Bert gewonnen", ruf()),
    ("Anne Bert Rufspiel gewonnen", ruf()),
    ("Rufspiel Anne Bert verloren", ruf(LOST)),
    ("Anne und Bert Sauspiel verloren", ruf(LOST)),
    ("Anne und Bert Rufspiel gewonnen mit 3 Laufenden Schneider", ruf("schneider", laufende=3)),
    ("Anne Bert 75", counted(75)),
    ("Anne und Bert mit 4 Laufenden 91", counted(91, laufende=4)),
    ("Anne und Bert 61 ohne 3", counted(61, laufende=3)),
    ("Anne und Bert 120 Gegner schwarz", counted(120, schwarz="gegner")),
    ("Anne und Bert Schneider verloren", ruf("verloren-schneider")),
    ("Anne und Bert im Schneider verloren", ruf("verloren-schneider")),
    ("Anne und Bert schwarz gewonnen", ruf("schwarz")),
    ("Anne und Bert schwarz verloren", ruf("verloren-schwarz")),
    ("Anne und Bert auf die Alte gewonnen", ruf(farbe="eichel")),
    ("Anne und Bert auf die Blaue verloren", ruf(LOST, farbe="gras")),
    ("Anne und Bert Schellen gewonnen", ruf(farbe="schellen")),
    ("Anne ruft Eichel mit Bert gewonnen", ruf(farbe="eichel")),
    ("Anne und Bert gewonnen, Cem klopft", ruf(klopfer=["Cem"])),
    ("Anne und Bert gewonnen, Cem und Dora klopfen", ruf(klopfer=["Cem", "Dora"])),
    ("Anne und Bert gewonnen, Dora gelegt, Kontra", ruf(klopfer=["Dora"], kontra=1)),
    ("Anne und Bert verloren, Spritze", ruf(LOST, kontra=1)),
    ("Anne und Bert verloren, Kontra Re", ruf(LOST, kontra=2)),
    ("Anne und Bert verloren, Kontra, Retour", ruf(LOST, kontra=2)),
    ("Cem und Dora gewonnen Schneider", ruf("schneider", "Cem", "Dora")),
    ("Cem Dora gewonnen mit 3", ruf("gewonnen", "Cem", "Dora", laufende=3)),
    ("Cem Wenz gewonnen", alone("wenz", "Cem")),
    ("Wenz Cem verloren", alone("wenz", "Cem", LOST)),
    ("Cem Wenz ohne 2 verloren, Anne klopft, Kontra",
     alone("wenz", "Cem", LOST, laufende=2, klopfer=["Anne"], kontra=1)),
    ("Cem spielt Wenz mit 4 Laufenden schwarz", alone("wenz", "Cem", "schwarz", laufende=4)),
    ("Dora Solo gewonnen", alone("farbsolo", "Dora")),
    ("Dora Herzsolo 95", {"spiel": "farbsolo", "spieler": "Dora", "farbe": "herz", "augen": 95}),
    ("Dora Eichel Solo verloren", alone("farbsolo", "Dora", LOST, farbe="eichel")),
    ("Dora Gras-Solo Schneider", alone("farbsolo", "Dora", "schneider", farbe="gras")),
    ("Dora Schellensolo mit 5 gewonnen",
     alone("farbsolo", "Dora", farbe="schellen", laufende=5)),
    ("Dora Solo Herz 60", {"spiel": "farbsolo", "spieler": "Dora", "farbe": "herz", "augen": 60}),
    ("Anne Solo Tout gewonnen", tout("Anne", True)),
    ("Anne Wenz Tout verloren", tout("Anne", False, "wenz")),
    ("Anne Tout Herzsolo mit 3 gewonnen", tout("Anne", True, farbe="herz", laufende=3)),
    ("Bert Sie", {"spiel": "sie", "spieler": "Bert"}),
    ("Bert hat Sie, Cem klopft", {"spiel": "sie", "spieler": "Bert", "klopfer": ["Cem"]}),
    ("Anne Geier gewonnen", alone("geier", "Anne")),
    ("Anne Farbwenz mit 3 verloren", alone("farbwenz", "Anne", LOST, laufende=3)),
    ("Anne Herzwenz gewonnen", alone("farbwenz", "Anne", farbe="herz")),
    ("Anne Farbgeier schwarz", alone("farbgeier", "Anne", "schwarz")),
    ("Anne Bettel gewonnen", bettel("Anne", True)),
    ("Bettel Anne verloren, Kontra", bettel("Anne", False, kontra=1)),
    ("Anne Bert Hochzeit gewonnen", {**ruf(), "spiel": "hochzeit"}),
    ("Ramsch Cem", ramsch(verlierer="Cem")),
    ("Ramsch Cem verloren", ramsch(verlierer="Cem")),
    ("Ramsch Cem, Bert Jungfrau", ramsch(verlierer="Cem", jungfrauen=["Bert"])),
    ("Ramsch Anne 70 Bert 30 Cem 20", ramsch(augen={"Anne": 70, "Bert": 30, "Cem": 20})),
    ("Ramsch Anne 70 Jungfrau Cem und Dora",
     ramsch(augen={"Anne": 70}, jungfrauen=["Cem", "Dora"])),
    ("Ramsch Durchmarsch Cem", ramsch(durchmarsch="Cem")),
    ("Durchmarsch Cem, Dora klopft", ramsch(durchmarsch="Cem", klopfer=["Dora"])),
    ("alle weiter", {"gepasst": True}),
    ("zusammengeworfen", {"gepasst": True}),
    ("alle gepasst", {"gepasst": True}),
    ("Anne and Bert won", ruf()),
    ("Anne with Bert lost", ruf(LOST)),
    ("Cem Wenz lost with 2 runners", alone("wenz", "Cem", LOST, laufende=2)),
    ("all passed", {"gepasst": True}),
]
DICTATED_ONES = [
    ("anne und bert sauspiel gewonnen mit drei laufenden", ruf(laufende=3)),
    ("cem wenz mit zwei verloren", alone("wenz", "Cem", LOST, laufende=2)),
    ("dora herz solo fünfundneunzig",
     {"spiel": "farbsolo", "spieler": "Dora", "farbe": "herz", "augen": 95}),
    ("ramsch cem verloren bert jungfrau", ramsch(verlierer="Cem", jungfrauen=["Bert"])),
]

TYPED = [("schafkopf", line, document) for line, document in SAID]
DICTATED = [("schafkopf", line, document) for line, document in DICTATED_ONES]
