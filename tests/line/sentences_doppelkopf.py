"""Hands of the three games of Doppelkopf as people say them, and the hand that each sentence means;
worked out by hand. Re's win is a Kontra that stayed under something."""

PAIR = ["Anne", "Emil"]


def re_won(under=120, players=PAIR, **more):
    return {"re": players, "ergebnis": {"seite": "kontra", "unter": under}, **more}


def kontra_won(under=120, players=PAIR, **more):
    return {"re": players, "ergebnis": {"seite": "re", "unter": under}, **more}


def counted(augen, players=PAIR, **more):
    return {"re": players, "augen": augen, **more}


def solo(spiel, name, result, **more):
    return result(players=[name], spiel=spiel, **more)


EITHER = [
    ("Re Anne Emil U9 gewonnen", re_won(90)),
    ("Anne Emil Re gewonnen", re_won()),
    ("Re Anne und Emil gewinnen", re_won()),
    ("Re Emil Anne verloren", kontra_won()),
    ("Kontra gewinnt, Re Anne Emil", kontra_won()),
    ("Re Anne Emil Kontra gewinnt U6", kontra_won(60)),
    ("Re A E 151", counted(151)),
    ("151 Re Anne Emil", counted(151)),
    ("Re Anne Emil 130 Augen", counted(130)),
    ("Re Anne Emil 240 Kontra ohne Stich", counted(240, schwarz="kontra")),
    ("Re Anne Emil schwarz gewonnen", re_won(0)),
    ("Re Anne Emil unter 30 gewonnen", re_won(30)),
    ("Re Anne Emil keine 60 gewonnen", re_won(60)),
    ("Re Anne Emil Kontra bleibt unter 90", re_won(90)),
    ("Re Anne Emil Re bleibt unter 90", kontra_won(90)),
    ("Re Anne Emil 120:120", {"re": PAIR, "ergebnis": {"seite": None}}),
    ("Re Anne Emil unentschieden", {"re": PAIR, "ergebnis": {"seite": None}}),
    ("Re Anne Emil Re angesagt 130", counted(130, ansagen={"re": "ja"})),
    ("Re Anne Emil Kontra angesagt gewonnen", re_won(ansagen={"kontra": "ja"})),
    ("Re Anne Emil Re sagt U9 151", counted(151, ansagen={"re": "U9"})),
    ("Re Anne Emil Re U9 angesagt 151", counted(151, ansagen={"re": "U9"})),
    ("Re Anne Emil Re U9 angesagt U9 gewonnen", re_won(90, ansagen={"re": "U9"})),
    ("Ansage Re U6, Kontra angesagt, Re Anne Emil, 185",
     counted(185, ansagen={"re": "U6", "kontra": "ja"})),
    ("Re Anne Emil Kontra sagt keine 90 89", counted(89, ansagen={"kontra": "U9"})),
    ("Re Anne Emil 151 Fuchs Re", counted(151, fuchs=["re"])),
    ("Re Anne Emil 151 Kontra Fuchs", counted(151, fuchs=["kontra"])),
    ("Re Anne Emil 151 Fuchs Re Fuchs Re", counted(151, fuchs=["re", "re"])),
    ("Re Anne Emil 151 Fuchs Kontra Karlchen Re", counted(151, fuchs=["kontra"], karlchen="re")),
    ("Karlchen Kontra, Re Anne Emil, gewonnen", re_won(karlchen="kontra")),
]

TURNIER = [
    ("Anne Fleischlos 130", {"re": ["Anne"], "spiel": "fleischlos", "augen": 130}),
    ("Anne Damensolo gewonnen", solo("damen-solo", "Anne", re_won)),
    ("Anne spielt Damen-Solo gewonnen", solo("damen-solo", "Anne", re_won)),
    ("Damen Solo Anne verloren", solo("damen-solo", "Anne", kontra_won)),
    ("Bert Bubensolo U9 gewonnen", re_won(90, ["Bert"], spiel="buben-solo")),
    ("Bert Königsolo 121", {"re": ["Bert"], "spiel": "koenig-solo", "augen": 121}),
    ("Herzsolo Cem gewonnen", solo("farb-solo", "Cem", re_won, farbe="herz")),
    ("Cem Kreuz Solo 119", {"re": ["Cem"], "spiel": "farb-solo", "farbe": "kreuz", "augen": 119}),
    ("Cem Pik-Solo verloren", solo("farb-solo", "Cem", kontra_won, farbe="pik")),
    ("Solist Cem Karo Solo gewonnen", solo("farb-solo", "Cem", re_won, farbe="karo")),
    ("Emil stille Hochzeit gewonnen", solo("stille-hochzeit", "Emil", re_won)),
    ("Hochzeit Re Anne Emil 140", counted(140, spiel="hochzeit")),
    ("Armut Re Anne Emil 140", counted(140, spiel="armut")),
    ("Anne Damensolo gewonnen Pflichtsolo",
     solo("damen-solo", "Anne", re_won, pflicht=True)),
    ("Anne Damensolo gewonnen Pflichtsolo vorgeführt",
     solo("damen-solo", "Anne", re_won, pflicht=True, vorgefuehrt=True)),
    ("Re Anne Emil 151 Doppelkopf Kontra", counted(151, doppelkopf=["kontra"])),
    ("Re Anne Emil 151 Doppelkopf Re Doppelkopf Re", counted(151, doppelkopf=["re", "re"])),
    ("Re Anne Emil 151 Karlchen gefangen Re", counted(151, karlchen_gefangen=["re"])),
    ("Re Anne Emil 151 Fuchs am End Re", counted(151, fuchs_am_end="re")),
    ("Re Anne Emil 151 Dulle gefangen Kontra", counted(151, dulle_gefangen="kontra")),
    ("Re Anne Emil 151 Herzstich", counted(151, herzstich=True)),
    ("Re Anne Emil under 90 won", re_won(90)),
    ("Re Anne Emil 151 Schweinchen", counted(151, gruende=["Schweinchen"])),
    ("Re Anne Emil 151 Bock Herz Ass Schweinchen", counted(151, gruende=["Herz Ass",
                                                                         "Schweinchen"])),
    ("wegen Schweinchen Re Anne Emil gewonnen", re_won(gruende=["Schweinchen"])),
    ("Ober-Solo Anne verloren", solo("damen-solo", "Anne", kontra_won)),
    ("Bert Untersolo U9 gewonnen", re_won(90, ["Bert"], spiel="buben-solo")),
    ("Cem Eichel Solo 119", {"re": ["Cem"], "spiel": "farb-solo", "farbe": "kreuz", "augen": 119}),
]

ALTENBURG = [
    ("Re Anne Emil AG/U9/U9/R", re_won(90, ansagen={"re": "U9"})),
    ("Re Anne Emil AV/U9U6/U9/R", kontra_won(90, ansagen={"re": "U6"})),
    ("Herzsolo Cem gewonnen", solo("farb-solo", "Cem", re_won, farbe="herz")),
    ("Cem Eichel Solo U9 gewonnen", re_won(90, ["Cem"], spiel="farb-solo", farbe="eichel")),
    ("Anne Obersolo gewonnen", solo("ober-solo", "Anne", re_won)),
    ("Anne Dullensolo verloren", solo("dullen-solo", "Anne", kontra_won)),
    ("Anne Trumpfsolo 130", {"re": ["Anne"], "spiel": "trumpf-solo", "augen": 130}),
    ("Re Anne Emil 130 Dulle von Bert", counted(130, dulle="Bert")),
    ("Re Anne Emil 130 Anne fängt Dulle von Bert",
     counted(130, dulle={"verlierer": "Bert", "faenger": "Anne"})),
    ("Re Anne Emil 130 Stern Bert rot rum",
     counted(130, sterne=[{"event": "rot-rum", "player": "Bert"}])),
    ("Re Anne Emil 130 Plan A", counted(130, plan="A")),
    ("Re Anne Emil 130 zweimal vergeben", counted(130, vergeben=2)),
    ("Re Anne Emil 130 eingemischt", counted(130, eingemischt=1)),
    ("Re Anne Emil 130 kleine Scharfe", counted(130, kleine_scharfe=True)),
    ("Re Anne Emil 130 große Scharfe von Bert",
     counted(130, grosse_scharfe=True, scharfe_von={"grosse": "Bert"})),
    ("Anne Obersolo offen verloren",
     {**solo("ober-solo", "Anne", kontra_won), "offen": True, "ansagen": {"re": "schwarz"}}),
    ("Re Anne Emil 130 Emil sagt Re",
     counted(130, ansagen={"re": "ja"}, angesagt_von={"re": "Emil"})),
    ("Re Anne Emil 151 Bert sagt Kontra U9",
     counted(151, ansagen={"kontra": "U9"}, angesagt_von={"kontra": "Bert"})),
    ("es spielen Anne Bert Cem Emil, Re Anne Emil 130",
     counted(130, aktive=["Anne", "Bert", "Cem", "Emil"])),
]

KASSE = [
    ("Re Anne Dora 151", counted(151, ["Anne", "Dora"])),
    ("Re Anne Dora gewonnen", re_won(players=["Anne", "Dora"])),
    ("Re Anne Dora Kontra gewinnt", kontra_won(players=["Anne", "Dora"])),
    ("Re Anne Dora verloren nur Alten", kontra_won(players=["Anne", "Dora"], nur_alten=True)),
    ("Re Anne Dora 151 Anne fängt Fuchs von Bert",
     counted(151, ["Anne", "Dora"], fuchs=[{"faenger": "Anne", "verlierer": "Bert"}])),
    ("Re Anne Dora 151 Fuchs von Bert gefangen von Anne Karlchen Re",
     counted(151, ["Anne", "Dora"], karlchen="re",
             fuchs=[{"faenger": "Anne", "verlierer": "Bert"}])),
    ("Solo Anne gewonnen", {"spiel": "solo", "re": ["Anne"], "gewonnen": True}),
    ("Anne Solo verloren Kontra",
     {"spiel": "solo", "re": ["Anne"], "gewonnen": False, "kontra": 1}),
    ("Anne Solo Kontra Re gewonnen",
     {"spiel": "solo", "re": ["Anne"], "gewonnen": True, "kontra": 2}),
    ("Anne Bubensolo gewonnen",
     {"spiel": "solo", "re": ["Anne"], "gewonnen": True, "art": "bube"}),
    ("heimliches Solo Cem verloren",
     {"spiel": "solo", "re": ["Cem"], "gewonnen": False, "art": "heimlich"}),
    ("Nachzahlung 2", {"nachzahlung": 2}),
    ("Hammelrennen Dora", {"hammelrennen": "Dora"}),
    ("Hammelrennen gewinnt Dora", {"hammelrennen": "Dora"}),
]

TYPED = [*[("doppelkopf", *row) for row in EITHER + TURNIER],
         *[("doppelkopf-altenburg", *row) for row in EITHER[:6] + ALTENBURG],
         *[("doppelkopf-kasse", *row) for row in KASSE]]

DICTATED = [*[("doppelkopf", *row) for row in [
    ("Re, Anne, Emil, U neun, gewonnen.", re_won(90)),
    ("Re Anne und Emil, hunderteinundfünfzig.", counted(151)),
    ("Re, Anne und Emil, einhundert ein und fünfzig Augen.", counted(151)),
    ("Re Anne Emil, keine neunzig, gewonnen", re_won(90)),
    ("Anne und Emil Re, unter sechzig gewonnen.", re_won(60)),
    ("Kontra gewinnt, Re war Anne und Emil.", kontra_won()),
    ("Re Anne Emil, Kontra gewinnt, keine dreißig.", kontra_won(30)),
    ("Re Anne Emil hundertdreißig, Fuchs Kontra, Karlchen Re.",
     counted(130, fuchs=["kontra"], karlchen="re")),
    ("Anne, Damen Solo, hundertdreißig.", {"re": ["Anne"], "spiel": "damen-solo", "augen": 130}),
    ("Cem spielt Herz Solo und verliert", solo("farb-solo", "Cem", kontra_won, farbe="herz")),
    ("Re Anne, Emil, Re sagt U neun, hunderteinundfünfzig.",
     counted(151, ansagen={"re": "U9"})),
    ("Re Anne Emil, Kontra angesagt, Re gewinnt.", re_won(ansagen={"kontra": "ja"})),
    ("Re Anne Emil zweihundertvierzig, Kontra ohne Stich", counted(240, schwarz="kontra")),
    ("Re Anne and Emil, no ninety, won.", re_won(90)),
    ("Re Anne Emil, one hundred and thirty points.", counted(130)),
    ("Re Anne Emil, hundert zwanzig zu hundert zwanzig",
     {"re": PAIR, "ergebnis": {"seite": None}}),
]], *[("doppelkopf-altenburg", *row) for row in [
    ("Re, Anne, Emil, keine neunzig, gewonnen.", re_won(90)),
    ("Re Anne Emil hundertdreißig", counted(130)),
    ("Cem, Eichel Solo, gewonnen.", solo("farb-solo", "Cem", re_won, farbe="eichel")),
    ("Re Anne Emil, hundertdreißig, Anne fängt Dulle von Bert.",
     counted(130, dulle={"verlierer": "Bert", "faenger": "Anne"})),
    ("Re Anne Emil, hundertdreißig, Stern Bert, rot rum.",
     counted(130, sterne=[{"event": "rot-rum", "player": "Bert"}])),
    ("Re Anne Emil, zweimal vergeben, hundertdreißig.", counted(130, vergeben=2)),
    ("Re Anne Emil, keine sechzig, gewonnen, Fuchs Re.", re_won(60, fuchs=["re"])),
]], *[("doppelkopf-kasse", *row) for row in [
    ("Re Anne und Dora, hunderteinundfünfzig.", counted(151, ["Anne", "Dora"])),
    ("Re, Anne, Dora, verloren, nur Alten.",
     kontra_won(players=["Anne", "Dora"], nur_alten=True)),
    ("Dora, heimliches Solo, gewonnen.",
     {"spiel": "solo", "re": ["Dora"], "gewonnen": True, "art": "heimlich"}),
    ("Re, Bert und Cem, Kontra gewinnt.", kontra_won(players=["Bert", "Cem"])),
    ("Anne, Solo, gewonnen.", {"spiel": "solo", "re": ["Anne"], "gewonnen": True}),
    ("Anne, Buben Solo, verloren, Kontra.",
     {"spiel": "solo", "re": ["Anne"], "gewonnen": False, "art": "bube", "kontra": 1}),
    ("Nachzahlung, zwei.", {"nachzahlung": 2}),
    ("Re Anne Dora, hundertdreißig, Anne fängt Fuchs von Bert.",
     counted(130, ["Anne", "Dora"], fuchs=[{"faenger": "Anne", "verlierer": "Bert"}])),
]]]
