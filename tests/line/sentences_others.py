"""Hands of the other games as people say them, and the hand that each sentence means; worked out by
hand."""


def paid(*names):
    return {"zahlt": list(names)}


def cards(*ranks):
    return {"karten": dict(zip(("Anne", "Bert", "Cem", "Dora"), ranks))}


def hand(spielmacher, anne, bert, **more):
    return {"spielmacher": spielmacher, "augen": {"Anne": anne, "Bert": bert}, **more}


CHASE = [
    ("Anne zahlt", paid("Anne")),
    ("zahlt Anne", paid("Anne")),
    ("Anne und Bert zahlen", paid("Anne", "Bert")),
    ("Ann Ber zahlen", paid("Anne", "Bert")),
    ("alle zahlen", paid("Anne", "Bert", "Cem", "Dora")),
    ("alle außer Cem zahlen", paid("Anne", "Bert", "Dora")),
    ("everybody except Cem and Dora pays", paid("Anne", "Bert")),
    ("Dora pays", paid("Dora")),
    ("Anne As Bert 7 Cem König Dora Dame", cards("A", "7", "K", "Q")),
    ("Anne A Bert K Cem Q Dora J", cards("A", "K", "Q", "J")),
    ("Anne 10 Bert 9 Cem 8 Dora 7", cards("10", "9", "8", "7")),
    ("Dora Bube Cem Bube Bert Dame Anne Ass", cards("A", "Q", "J", "J")),
    ("Anne ace Bert king Cem queen Dora jack", cards("A", "K", "Q", "J")),
]

CINQ = [
    ("Spielmacher Anne, Anne 90 Bert 40", hand("Anne", 90, 40)),
    ("Anne Spielmacher Anne 90 Bert 40", hand("Anne", 90, 40)),
    ("90 Anne 40 Bert Spielmacher Bert", hand("Bert", 90, 40)),
    ("Spielmacher Anne, Anne Terz, Anne 90 Bert 40",
     hand("Anne", 90, 40, meldungen={"Anne": ["terz"]})),
    ("Spielmacher Anne, Anne Terz und Bella, Anne 90 Bert 40",
     hand("Anne", 90, 40, meldungen={"Anne": ["terz", "bella"]})),
    ("Spielmacher Anne, Anne Terz, Bert Quart, Anne 90 Bert 40",
     hand("Anne", 90, 40, meldungen={"Anne": ["terz"], "Bert": ["quart"]})),
    ("Bert Spielmacher, Bert vier Asse, Anne 49 Bert 60",
     hand("Bert", 49, 60, meldungen={"Bert": ["vier-asse"]})),
    ("Bert Spielmacher, Anne meldet 4 Könige, Anne 49 Bert 60",
     hand("Bert", 49, 60, meldungen={"Anne": ["vier-koenige"]})),
    ("Anne Spielmacher, Anne Terz, Anne Trumpf Terz, Anne 90 Bert 40",
     hand("Anne", 90, 40, meldungen={"Anne": ["terz"]}, trumpf={"Anne": ["terz"]})),
    ("Anne Spielmacher, Anne Fuß, Anne Fuß mit 6, Anne 90 Bert 40",
     hand("Anne", 90, 40, meldungen={"Anne": ["fuss"]}, fuss={"Anne": 6})),
]

TYPED = [*[("chase-the-ace", *row) for row in CHASE], *[("cinq-cents", *row) for row in CINQ]]

DICTATED = [*[("chase-the-ace", *row) for row in [
    ("Anne, und Bert, zahlen.", paid("Anne", "Bert")),
    ("Alle, außer Cem, zahlen.", paid("Anne", "Bert", "Dora")),
    ("Anne, As, Bert, sieben, Cem, König, Dora, Dame.", cards("A", "7", "K", "Q")),
    ("Anne zehn Bert neun Cem acht Dora sieben", cards("10", "9", "8", "7")),
    ("Cem zahlt.", paid("Cem")),
]], *[("cinq-cents", *row) for row in [
    ("Spielmacher, Anne, Anne, neunzig, Bert, vierzig.", hand("Anne", 90, 40)),
    ("Spielmacher Bert, Anne neunundvierzig, Bert sechzig", hand("Bert", 49, 60)),
    ("Anne Spielmacher, Anne Terz und Bella, Anne neunzig, Bert vierzig.",
     hand("Anne", 90, 40, meldungen={"Anne": ["terz", "bella"]})),
    ("Bert Spielmacher, Bert vier Asse, Anne neun und vierzig, Bert sechzig.",
     hand("Bert", 49, 60, meldungen={"Bert": ["vier-asse"]})),
]]]
