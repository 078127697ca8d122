"""A worked example of Doppelkopf by the Altenburg house rules.

It is longer than those of other games, because every cell of the table of values has its hand.
The players named in a hand play it whichever seat is opposite the dealer.
"""

from scorepad.games.example import Example

EXAMPLE = Example(("Anne", "Bert", "Cem", "Dora", "Emil", "Fritz", "Gerda"), (
    {"re": ["Anne", "Cem"], "augen": 131},
    {"re": ["Bert", "Dora"], "augen": 110},
    {"re": ["Cem", "Emil"], "augen": 120, "ansagen": {"re": "U9"}},  # two reasons for Böcke
    {"re": ["Dora", "Fritz"], "augen": 140, "fuchs": ["re"]},
    {"spiel": "farb-solo", "farbe": "herz", "re": ["Emil"], "augen": 160},
    {"spiel": "buben-solo", "re": ["Fritz"], "augen": 130},
    {"spiel": "ober-solo", "re": ["Gerda"], "augen": 130},
    {"spiel": "trumpf-solo", "re": ["Anne"], "augen": 130},
    {"spiel": "stille-hochzeit", "re": ["Bert"], "augen": 130},
    {"spiel": "fleischlos", "re": ["Cem"], "augen": 130},
    {"spiel": "dullen-solo", "re": ["Dora"], "augen": 130},  # the first after the Böcke
    {"spiel": "farb-solo", "farbe": "gruen", "re": ["Emil"], "augen": 110},
    {"spiel": "buben-solo", "re": ["Fritz"], "augen": 110},  # Böcke while Böcke run
    {"spiel": "ober-solo", "re": ["Gerda"], "augen": 110},
    {"spiel": "trumpf-solo", "re": ["Anne"], "augen": 110},
    {"spiel": "stille-hochzeit", "re": ["Bert"], "augen": 110},
    {"spiel": "fleischlos", "re": ["Cem"], "augen": 110},
    {"spiel": "dullen-solo", "re": ["Dora"], "augen": 110},
    {"re": ["Emil", "Gerda"], "augen": 120},
    {"re": ["Fritz", "Anne"], "augen": 125, "ansagen": {"re": "U9", "kontra": "U9"}},
    {"spiel": "stille-hochzeit", "re": ["Gerda"], "augen": 120}))
