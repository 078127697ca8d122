"""Rounds on a free sheet as people say them, and the points that each sentence means; worked out by
hand. Who is not named is left out, which writes 0 there."""


def wrote(**points):
    return {"punkte": {name.capitalize(): figure for name, figure in points.items()}}


def each(anne, bert, cem, dora):
    return wrote(anne=anne, bert=bert, cem=cem, dora=dora)


TYPED = [("frei", *row) for row in [
    ("Anne 45 Bert 7 Cem 0 Dora 12", each(45, 7, 0, 12)),
    ("Anne 10 Bert -5", wrote(anne=10, bert=-5)),
    ("Anne +10 Bert -10", wrote(anne=10, bert=-10)),
    ("Anne plus 10 Bert minus 10", wrote(anne=10, bert=-10)),
    ("12 Anne 25 Bert 40 Dora", wrote(anne=12, bert=25, dora=40)),
    ("-20 Bert, 5 Cem", wrote(bert=-20, cem=5)),
    ("Anne \N{MINUS SIGN}20", wrote(anne=-20)),
    ("A 20 B -5 C 3", wrote(anne=20, bert=-5, cem=3)),
    ("Anne 1.250 Bert 900", wrote(anne=1250, bert=900)),
    ("Anne: 12, Bert: 8, Dora: -3", wrote(anne=12, bert=8, dora=-3)),
    ("Anne hat 12 Punkte und Bert hat 8", wrote(anne=12, bert=8)),
    ("Anne schreibt 20, Bert schreibt minus 5", wrote(anne=20, bert=-5)),
    ("Cem kriegt 30", wrote(cem=30)),
    ("Cem bekommt 30, Dora erhält 10", wrote(cem=30, dora=10)),
    ("20 für Anne", wrote(anne=20)),
    ("minus 20 für Bert", wrote(bert=-20)),
    ("10 Punkte an Dora", wrote(dora=10)),
    ("Dora 30 Minuspunkte, Cem 5", wrote(dora=-30, cem=5)),
    ("Bert 20 Miese", wrote(bert=-20)),
    ("alle 10", each(10, 10, 10, 10)),
    ("jeder -5", each(-5, -5, -5, -5)),
    ("alle je 5", each(5, 5, 5, 5)),
    ("alle 10 außer Anne", wrote(bert=10, cem=10, dora=10)),
    ("alle 10 außer Anne und Bert", wrote(cem=10, dora=10)),
    ("alle außer Cem je -5", wrote(anne=-5, bert=-5, dora=-5)),
    ("alle 0, nur Cem 20", each(0, 0, 20, 0)),
    ("alle -10 außer Anne 30", each(30, -10, -10, -10)),
    ("alle 0 außer Cem 20 und Dora 5", each(0, 0, 20, 5)),
    ("alle 0 außer Anne und Cem je 15", each(15, 0, 15, 0)),
    ("Anne 30, die anderen -10", each(30, -10, -10, -10)),
    ("Anne 30, die anderen je -10", each(30, -10, -10, -10)),
    ("Rest 5, Anne 40", each(40, 5, 5, 5)),
    ("Anne 40, alle übrigen 5", each(40, 5, 5, 5)),
    ("Anne 40 Bert 10, sonst alle 0", each(40, 10, 0, 0)),
    ("Anne und Bert je 20, Rest 0", each(20, 20, 0, 0)),
    ("Anne, Bert und Cem jeweils -3, Dora 9", each(-3, -3, -3, 9)),
    ("Cem nichts, Dora 20", wrote(cem=0, dora=20)),
    ("Anne 20 Bert minus 5 everybody else 0", each(20, -5, 0, 0)),
    ("everybody 5 except Dora", wrote(anne=5, bert=5, cem=5)),
    ("everyone 0 except Cem 20", each(0, 0, 20, 0)),
    ("Anne and Bert each 15", wrote(anne=15, bert=15)),
    ("minus 10 for Dora, 5 points to Cem", wrote(dora=-10, cem=5)),
    ("Anne gets 20, Bert writes -5, the others nothing", each(20, -5, 0, 0)),
]]

DICTATED = [("frei", *row) for row in [
    ("Alle null, außer Cem, zwanzig.", each(0, 0, 20, 0)),
    ("alle null außer Cem zwanzig", each(0, 0, 20, 0)),
    ("Alle null außer Cem minus zwanzig.", each(0, 0, -20, 0)),
    ("Alle null, nur Bert fünfzehn.", each(0, 15, 0, 0)),
    ("Alle null, außer Cem zwanzig, und Anne zehn.", each(10, 0, 20, 0)),
    ("Anne, zwölf, Bert, fünfundzwanzig, Dora, vierzig.", wrote(anne=12, bert=25, dora=40)),
    ("Anne minus zwanzig, Bert zehn", wrote(anne=-20, bert=10)),
    ("Anne, minus, zwanzig, Bert, zehn", wrote(anne=-20, bert=10)),
    ("Anne minus 20 Bert minus 30 Cem 50", wrote(anne=-20, bert=-30, cem=50)),
    ("Anne Minus zwanzig, Bert plus dreißig, Cem minus zehn, Dora null.", each(-20, 30, -10, 0)),
    ("Anne hundertzwanzig Bert fünf und vierzig Cem sieben Dora null", each(120, 45, 7, 0)),
    ("Bert tausendfünfhundert, Rest nichts", each(0, 1500, 0, 0)),
    ("Cem, zweihundert fünfzig, die anderen, minus fünfzig.", each(-50, -50, 250, -50)),
    ("Cem minus zwanzig, die übrigen je fünf.", each(5, 5, -20, 5)),
    ("Anne und Dora, je minus fünf, Bert zehn.", wrote(anne=-5, dora=-5, bert=10)),
    ("zehn Punkte für Anne, zwanzig Punkte für Bert, minus dreißig für Cem",
     wrote(anne=10, bert=20, cem=-30)),
    ("Anne bekommt dreißig Punkte, Dora zwanzig Minuspunkte.", wrote(anne=30, dora=-20)),
    ("Jeder minus zehn, außer Dora.", wrote(anne=-10, bert=-10, cem=-10)),
    ("Bert eins, Cem zwei, Dora drei", wrote(bert=1, cem=2, dora=3)),
    ("Anne zweiundsiebzig, Bert, achtzehn Punkte, Cem und Dora, beide null.", each(72, 18, 0, 0)),
    ("Anne twenty, Bert minus five, the others zero.", each(20, -5, 0, 0)),
    ("Everybody zero, except Cem, minus twenty-five.", each(0, 0, -25, 0)),
    ("Dora a hundred and ten, Anne negative forty", wrote(dora=110, anne=-40)),
]]
