"""The rules by which people play at a table."""

from typing import Any

from scorepad.games import BY_ID

RULES = {
    "kalter-schlag": [{"rounding": "fives-before"}, {"limit": 1000}, {}],
    "schieberamsch": [{"skat_to": "last-trick"}, {"grand_hand": False}, {"ramsch_kontra": True}],
    "doppelkopf-altenburg": [{"normal_won": 20}, {"bock_effect": "none"}, {}],
    "doppelkopf": [{"solo_faktor": 2}, {}], "skat": [{"liste": "seeger-fabian"}, {}], "frei": []}


def rules_of(game: str, said: dict[str, Any]) -> Any:
    if game == "frei":
        said = {"einsatz_je": "punkt", **said}
    return BY_ID[game].rules.read(said)
