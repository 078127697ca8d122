"""Rounds of bids and tricks as people say them: the bid, and then the tricks, of each player."""


def wrote(anne, bert, cem, dora):
    rows = dict(zip(("Anne", "Bert", "Cem", "Dora"), (anne, bert, cem, dora)))
    return {"angesagt": {name: bid for name, (bid, _made) in rows.items()},
            "stiche": {name: made for name, (_bid, made) in rows.items()}}


TYPED = [("ansagen", *row) for row in [
    ("Anne 2 2, Bert 1 0, Cem 0 0, Dora 3 2", wrote((2, 2), (1, 0), (0, 0), (3, 2))),
    ("Anne 2 2 Bert 1 0 Cem 0 0 Dora 3 2", wrote((2, 2), (1, 0), (0, 0), (3, 2))),
    ("A 1 1 B 0 0 C 0 1 D 2 2", wrote((1, 1), (0, 0), (0, 1), (2, 2))),
    ("Anne sagt 2 macht 2, Bert sagt 1 und macht 0, Cem 0 0, Dora 1 1",
     wrote((2, 2), (1, 0), (0, 0), (1, 1))),
    ("Anne bids 2 makes 2, Bert bid 1 made 0, Cem 0 0, Dora 1 1",
     wrote((2, 2), (1, 0), (0, 0), (1, 1))),
]]

DICTATED = [("ansagen", *row) for row in [
    ("Anne zwei zwei, Bert eins null, Cem null null, Dora drei zwei.",
     wrote((2, 2), (1, 0), (0, 0), (3, 2))),
]]
