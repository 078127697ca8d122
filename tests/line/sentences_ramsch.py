"""Hands of the Ramsch games as people say them, and the hand that each sentence means; worked out
by hand. `DICTATED` are written as a dictation writes them."""

FOUR = "Anne Bert Cem Dora"
THREE = "Anne Bert Cem"


def one(name, figure, **more):
    """One figure, which decides."""
    return {"augen": {name: figure}, **more}


def all_of(*figures, **more):
    """The figures of all, in the order of their seats."""
    return {"augen": dict(zip(FOUR.split(), figures)), **more}


def march(name, **more):
    return {"durchmarsch": name, **more}


def grand(name, augen, spitzen, **more):
    return {"grand_hand": {"spieler": name, "augen": augen, "spitzen": spitzen, **more}}


KALTER_SCHLAG = [
    ("Anne 66 Dora Jungfer Kontra", one("Anne", 66, jungfern=["Dora"], verdopplungen=1)),
    ("Anne 66", one("Anne", 66)),
    ("66 Anne", one("Anne", 66)),
    ("A 66", one("Anne", 66)),
    ("Ann 66 Do Jungfer", one("Anne", 66, jungfern=["Dora"])),
    ("bert 70", one("Bert", 70)),
    ("Bert 70 Augen", one("Bert", 70)),
    ("Dora hat 61", one("Dora", 61)),
    ("Cem 90, Kontra", one("Cem", 90, verdopplungen=1)),
    ("Kontra Re Cem 90", one("Cem", 90, verdopplungen=2)),
    ("Cem 90 Kontra Re Bock", one("Cem", 90, verdopplungen=3)),
    ("Cem 90 Kontra Re Bock Hirsch", one("Cem", 90, verdopplungen=4)),
    ("Hirsch Cem 90", one("Cem", 90, verdopplungen=4)),
    ("Cem 90 Kontra von Bert",
     one("Cem", 90, verdopplungen=1, angesagt_von={"kontra": "Bert"})),
    ("Bert sagt Kontra, Cem 90",
     one("Cem", 90, verdopplungen=1, angesagt_von={"kontra": "Bert"})),
    ("Cem 90 Bert Kontra Dora Re",
     one("Cem", 90, verdopplungen=2, angesagt_von={"kontra": "Bert", "re": "Dora"})),
    ("Kontra von Anne Re von Bert Bock von Cem Hirsch von Dora Dora 64",
     one("Dora", 64, verdopplungen=4,
         angesagt_von={"kontra": "Anne", "re": "Bert", "bock": "Cem", "hirsch": "Dora"})),
    ("Anne 40 Bert 40 Cem 40 Dora 0", all_of(40, 40, 40, 0)),
    ("alle 30", all_of(30, 30, 30, 30)),
    ("Anne und Bert je 50, Cem 20, Dora 0", all_of(50, 50, 20, 0)),
    ("Anne 60 die anderen 20", all_of(60, 20, 20, 20)),
    ("Rest 20 Dora 60", all_of(20, 20, 20, 60)),
    ("alle 20 außer Anne 60", all_of(60, 20, 20, 20)),
    ("70 für Anne", one("Anne", 70)),
    ("Anne 30, Bert 35, Cem 40, Dora 15", all_of(30, 35, 40, 15)),
    ("Dora 15; Cem 40; Bert 35; Anne 30", all_of(30, 35, 40, 15)),
    ("Jungfer Dora und Cem, Anne 70", one("Anne", 70, jungfern=["Cem", "Dora"])),
    ("Dora und Cem Jungfern, Anne 70", one("Anne", 70, jungfern=["Cem", "Dora"])),
    ("Dora Jungfrau Anne 70", one("Anne", 70, jungfern=["Dora"])),
    ("Durchmarsch Dora", march("Dora")),
    ("Dora macht Durchmarsch", march("Dora")),
    ("Cem Durchmarsch Kontra", march("Cem", verdopplungen=1)),
    ("Kontra von Anne, Durchmarsch Bert",
     march("Bert", verdopplungen=1, angesagt_von={"kontra": "Anne"})),
    ("virgin Dora, Anne 66 points", one("Anne", 66, jungfern=["Dora"])),
    ("everybody 30", all_of(30, 30, 30, 30)),
    ("Bert 60 the others 20", all_of(20, 60, 20, 20)),
    ("ANNE 66 KONTRA", one("Anne", 66, verdopplungen=1)),
]

SCHIEBERAMSCH = [
    ("Bert Grand Hand 67 mit 2", grand("Bert", 67, 2)),
    ("Grand Hand Bert 67 Spitzen 2", grand("Bert", 67, 2)),
    ("Anne Grand Hand ohne 1 50 Kontra", grand("Anne", 50, 1, kontra=1, ohne=True)),
    ("Grand Hand Anne 120 mit 4 Gegner schwarz Kontra Re",
     grand("Anne", 120, 4, schwarz="gegner", kontra=2)),
    ("Cem Grand Hand 0 mit 1 Spieler schwarz", grand("Cem", 0, 1, schwarz="spieler")),
    ("Cem grandhand 91 with 3 jacks", grand("Cem", 91, 3)),
    ("Grand-Hand Cem 91 3 Spitzen", grand("Cem", 91, 3)),
    ("Bert Grand Hand 70 ohne 2 Rekontra", grand("Bert", 70, 2, kontra=2, ohne=True)),
    ("Bert spielt Grand Hand 70 mit 1", grand("Bert", 70, 1)),
    ("Anne 66", one("Anne", 66)),
    ("Anne 66 Bert 54 Cem Jungfrau", {"augen": {"Anne": 66, "Bert": 54}, "jungfrau": "Cem"}),
    ("Anne 50 Bert 40 Cem 30", {"augen": {"Anne": 50, "Bert": 40, "Cem": 30}}),
    ("Anne 66 einmal geschoben", one("Anne", 66, geschoben=1)),
    ("Anne 66 geschoben", one("Anne", 66, geschoben=1)),
    ("Anne 66 2 geschoben", one("Anne", 66, geschoben=2)),
    ("Anne 66 geschoben 3", one("Anne", 66, geschoben=3)),
    ("Anne 66 Bert schiebt", one("Anne", 66, geschoben=["Bert"])),
    ("Anne 66, Bert und Cem schieben", one("Anne", 66, geschoben=["Bert", "Cem"])),
    ("geschoben von Anne und Cem, Bert 80", one("Bert", 80, geschoben=["Anne", "Cem"])),
    ("alle schieben, Bert 80", one("Bert", 80, geschoben=["Anne", "Bert", "Cem"])),
    ("Bert 80 Kontra", one("Bert", 80, kontra=1)),
    ("Bert 80 Kontra Kontra", one("Bert", 80, kontra=2)),
    ("Bert 80 3 Kontra", one("Bert", 80, kontra=3)),
    ("Bert 80 Kontra von Cem", one("Bert", 80, kontra=1, angesagt_von=["Cem"])),
    ("Bert 80 Anne Kontra, Cem Kontra", one("Bert", 80, kontra=2, angesagt_von=["Anne", "Cem"])),
    ("Anne und Cem sagen Kontra, Bert 80",
     one("Bert", 80, kontra=2, angesagt_von=["Anne", "Cem"])),
    ("Durchmarsch Cem Kontra von Bert", march("Cem", kontra=1, angesagt_von=["Bert"])),
    ("Grand Hand Bert 70 mit 2 Anne sagt Kontra",
     grand("Bert", 70, 2, kontra=1, angesagt_von=["Anne"])),
    ("Durchmarsch Anne geschoben", march("Anne", geschoben=1)),
    ("Anne Durchmarsch Kontra Bert schiebt", march("Anne", geschoben=["Bert"], kontra=1)),
    ("march Anne pushed twice", march("Anne", geschoben=2)),
]

PFAELZER_RAMSCH = [
    ("Anne 66", one("Anne", 66)),
    ("C 80 Anne schiebt", one("Cem", 80, geschoben=["Anne"])),
    ("Anne 60 Bert 60 Cem Jungfer", {"augen": {"Anne": 60, "Bert": 60}, "jungfrau": "Cem"}),
    ("alle 40", {"augen": {"Anne": 40, "Bert": 40, "Cem": 40}}),
    ("Durchmarsch von Cem, dreimal geschoben", march("Cem", geschoben=3)),
    ("geschoben geschoben Bert 70", one("Bert", 70, geschoben=2)),
    ("Bert 70; Anne 50; Cem 0", {"augen": {"Anne": 50, "Bert": 70, "Cem": 0}}),
]

TYPED = [*[("kalter-schlag", *row) for row in KALTER_SCHLAG],
         *[("schieberamsch", *row) for row in SCHIEBERAMSCH],
         *[("pfaelzer-ramsch", *row) for row in PFAELZER_RAMSCH]]

DICTATED = [*[("kalter-schlag", *row) for row in [
    ("Anne, sechsundsechzig, Dora, Jungfer, Kontra.",
     one("Anne", 66, jungfern=["Dora"], verdopplungen=1)),
    ("Anne sechs und sechzig Dora Jungfer", one("Anne", 66, jungfern=["Dora"])),
    ("anne siebzig kontra", one("Anne", 70, verdopplungen=1)),
    ("Anne hundert, Bert zwanzig, Cem null, Dora null.", all_of(100, 20, 0, 0)),
    ("Alle dreißig.", all_of(30, 30, 30, 30)),
    ("Alle zwanzig, außer Anne, sechzig.", all_of(60, 20, 20, 20)),
    ("Alle null außer Cem hundertzwanzig", all_of(0, 0, 120, 0)),
    ("Bert hat einundsiebzig Augen und Dora ist Jungfer.", one("Bert", 71, jungfern=["Dora"])),
    ("Cem, fünf und neunzig, Kontra, Re.", one("Cem", 95, verdopplungen=2)),
    ("Cem hat ein und neunzig Augen", one("Cem", 91)),
    ("Durch Marsch, Dora, Kontra.", march("Dora", verdopplungen=1)),
    ("Kontra von Bert, Re von Cem, Anne dreiundsechzig",
     one("Anne", 63, verdopplungen=2, angesagt_von={"kontra": "Bert", "re": "Cem"})),
    ("Jungfer Cem und Dora, Bert achtzig, Anne vierzig",
     {"augen": {"Anne": 40, "Bert": 80}, "jungfern": ["Cem", "Dora"]}),
    ("Dora vierundsechzig, Bock", one("Dora", 64, verdopplungen=3)),
    ("Dora, neun und neunzig.", one("Dora", 99)),
    ("Dora hat hundert und zehn Augen.", one("Dora", 110)),
    ("Anne hundertzwei Kontra von Cem.",
     one("Anne", 102, verdopplungen=1, angesagt_von={"kontra": "Cem"})),
    ("Anne sixty six, Dora virgin", one("Anne", 66, jungfern=["Dora"])),
    ("Anne seventy-one", one("Anne", 71)),
    ("Anne a hundred and ten, Bert ten, Cem zero, Dora zero.", all_of(110, 10, 0, 0)),
    ("Everybody thirty.", all_of(30, 30, 30, 30)),
    ("Anne sechzig, die anderen zwanzig.", all_of(60, 20, 20, 20)),
    ("Anne und Bert jeweils fünfzig, Cem zwanzig, Dora null", all_of(50, 50, 20, 0)),
]], *[("schieberamsch", *row) for row in [
    ("Bert Grand Hand siebenundsechzig mit zwei", grand("Bert", 67, 2)),
    ("Bert, Grand Hand, sieben und sechzig, mit zwei.", grand("Bert", 67, 2)),
    ("Grand Hand Bert, siebzig, ohne eins", grand("Bert", 70, 1, ohne=True)),
    ("Anne Grand Hand fünfundneunzig mit drei Kontra", grand("Anne", 95, 3, kontra=1)),
    ("Cem, grand hand, ninety, without two.", grand("Cem", 90, 2, ohne=True)),
    ("Anne fünfzig, Bert vierzig, Cem dreißig.",
     {"augen": {"Anne": 50, "Bert": 40, "Cem": 30}}),
    ("Anne sechsundsechzig, zweimal geschoben", one("Anne", 66, geschoben=2)),
    ("Anne, sechsundsechzig, zwei mal, geschoben.", one("Anne", 66, geschoben=2)),
    ("Bert achtzig, Anne schiebt", one("Bert", 80, geschoben=["Anne"])),
    ("Durchmarsch, Anne, dreimal geschoben, Kontra", march("Anne", geschoben=3, kontra=1)),
    ("Cem Jungfer, Anne siebzig, Bert fünfzig",
     {"augen": {"Anne": 70, "Bert": 50}, "jungfrau": "Cem"}),
    ("alle vierzig", {"augen": {"Anne": 40, "Bert": 40, "Cem": 40}}),
]], *[("pfaelzer-ramsch", *row) for row in [
    ("Anne siebzig Bert fünfzig Cem Jungfrau",
     {"augen": {"Anne": 70, "Bert": 50}, "jungfrau": "Cem"}),
    ("Anne, zweiundsechzig, Bert, schiebt", one("Anne", 62, geschoben=["Bert"])),
    ("Cem achtundachtzig dreimal geschoben", one("Cem", 88, geschoben=3)),
    ("Durchmarsch Bert, einmal geschoben.", march("Bert", geschoben=1)),
]]]
