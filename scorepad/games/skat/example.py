"""A worked example of Skat."""

from typing import Any

from scorepad.games.example import Example


def _game(spiel: str, spieler: str, spitzen: int, stufe: str, **more: Any) -> dict[str, Any]:
    return {"spiel": spiel, "spieler": spieler, "spitzen": spitzen, "stufe": stufe, **more}


EXAMPLE = Example(("Anne", "Bert", "Cem", "Dora", "Emil"), (
    _game("grand", "Bert", 1, "verloren-60", hand=True),  # two reasons for Böcke
    _game("grand", "Anne", 4, "verloren-schwarz"),
    _game("pik", "Dora", 1, "verloren-60"),  # Böcke while Böcke run
    {"spiel": "null", "spieler": "Anne", "gewonnen": True, "reizwert": 59},
    _game("karo", "Bert", 2, "gewonnen"),  # Anne's Bierlachs: 336 + 138 + 27 = 501
    _game("herz", "Cem", 1, "verloren", hand=True),
    _game("kreuz", "Dora", 5, "schneider"), _game("herz", "Emil", 1, "gewonnen", kontra=2),
    {"augen": {"Anne": 70}}, {"eingepasst": True}, _game("pik", "Cem", 1, "gewonnen"),
    *[_game("karo", name, 1, "gewonnen") for name in ("Anne", "Bert", "Anne")]))
