"""Lines typed over a hand that is corrected, and what each person meant by it: a sentence that says
the whole hand as it was meant. Worked out by hand, like the other sentences."""

KREUZ, REN = "Anne Kreuz mit 1", "Re Anne Emil"

OVER = [
    # Figures alone leave the rest as it was …
    ("kalter-schlag", "Anne 66 Dora Jungfer Kontra", "Anne 70", "Anne 70 Dora Jungfer Kontra"),
    ("kalter-schlag", "Anne 66 Kontra", "Bert 70", "Bert 70 Kontra"),
    ("kalter-schlag", "Anne 40 Bert 40 Cem 40 Dora 0 Kontra Re", "Anne 30 Bert 50",
     "Anne 30 Bert 50 Cem 40 Dora 0 Kontra Re"),
    ("schieberamsch", "Anne 66 geschoben 3", "Anne 70", "Anne 70 geschoben 3"),
    ("schieberamsch", "Bert 80 Kontra von Cem", "Bert 90", "Bert 90 Kontra von Cem"),
    ("pfaelzer-ramsch", "C 80 Anne schiebt", "C 90", "C 90 Anne schiebt"),
    ("frei", "Anne 30 Bert 10 Cem 20", "Bert 14", "Anne 30 Bert 14 Cem 20"),
    ("skat", f"{KREUZ} Hand 70 Kontra", "75", f"{KREUZ} Hand 75 Kontra"),
    ("skat", f"{KREUZ} Hand gewonnen Kontra", "75", f"{KREUZ} Hand 75 Kontra"),
    ("doppelkopf", f"{REN} Re angesagt 130 Fuchs Re", "151", f"{REN} Re angesagt 151 Fuchs Re"),
    ("doppelkopf", f"{REN} gewonnen Fuchs Re", "151", f"{REN} 151 Fuchs Re"),
    ("schafkopf", "Anne und Bert mit 4 Laufenden 91", "70", "Anne und Bert mit 4 Laufenden 70"),
    ("cinq-cents", "Spielmacher Anne, Anne Terz, Anne 90 Bert 40", "Anne 80 Bert 50",
     "Spielmacher Anne, Anne Terz, Anne 80 Bert 50"),
    # … and so does anything else that says a part of a hand.
    ("kalter-schlag", "Anne 66 Dora Jungfer", "Kontra", "Anne 66 Dora Jungfer Kontra"),
    ("kalter-schlag", "Anne 66 Kontra", "Dora Jungfer", "Anne 66 Dora Jungfer Kontra"),
    ("schieberamsch", "Anne 66 geschoben", "Kontra von Bert", "Anne 66 geschoben Kontra von Bert"),
    ("skat", f"{KREUZ} 70", "Hand", f"{KREUZ} Hand 70"),
    ("skat", f"{KREUZ} Hand 70", "mit 2", "Anne Kreuz mit 2 Hand 70"),
    ("skat", f"{KREUZ} Hand 70", "ohne 1", "Anne Kreuz ohne 1 Hand 70"),
    ("skat", f"{KREUZ} Hand 70", "Pik", "Anne Pik mit 1 Hand 70"),
    ("skat", f"{KREUZ} Hand 70", "Bert", "Bert Kreuz mit 1 Hand 70"),
    ("skat", f"{KREUZ} Hand 70", "Schneider gewonnen", f"{KREUZ} Hand Schneider"),
    ("skat", f"{KREUZ} Hand gewonnen", "verloren", f"{KREUZ} Hand verloren"),
    ("skat", "Anne Null Hand gewonnen", "verloren", "Anne Null Hand verloren"),
    ("doppelkopf", f"{REN} Re angesagt 130", "Fuchs Kontra", f"{REN} Re angesagt 130 Fuchs Kontra"),
    ("doppelkopf", f"{REN} Re angesagt gewonnen", "Kontra gewinnt",
     f"{REN} Re angesagt Kontra gewinnt"),
    ("doppelkopf", f"{REN} Re angesagt 130", "Re Anne Bert", "Re Anne Bert Re angesagt 130"),
    ("doppelkopf", f"{REN} Fuchs Re 151", "U9 gewonnen", f"{REN} Fuchs Re U9 gewonnen"),
    ("doppelkopf-altenburg", f"{REN} 130 Plan A", "151", f"{REN} 151 Plan A"),
    ("doppelkopf-kasse", "Re Anne Dora 151 Karlchen Re", "130", "Re Anne Dora 130 Karlchen Re"),
    ("schafkopf", "Anne und Bert gewonnen mit 3", "Schneider", "Anne und Bert Schneider mit 3"),
    ("schafkopf", "Anne Wenz gewonnen", "Kontra", "Anne Wenz gewonnen Kontra"),
    # A line that says a whole hand takes its place.
    ("kalter-schlag", "Anne 66 Kontra", "Bert 70 Dora Jungfer", "Bert 70 Dora Jungfer"),
    ("skat", f"{KREUZ} Hand 70", "Bert Grand ohne 1 80", "Bert Grand ohne 1 80"),
    ("skat", f"{KREUZ} Hand 70", f"{KREUZ} 70", f"{KREUZ} 70"),
    ("skat", f"{KREUZ} Hand 70", "Bert Null gewonnen", "Bert Null gewonnen"),
    ("doppelkopf", f"{REN} Re angesagt 130 Fuchs Re", f"{REN} 151", f"{REN} 151"),
    ("schafkopf", "Anne und Bert verloren, Kontra Re", "Anne und Bert gewonnen",
     "Anne und Bert gewonnen"),
    ("chase-the-ace", "Anne und Bert zahlen", "Cem zahlt", "Cem zahlt"),
    ("kalter-schlag", "Anne 66 Kontra", "Durchmarsch Cem", "Durchmarsch Cem"),
]
