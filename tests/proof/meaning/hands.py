"""Random hands as documents have them, that can be played at a table."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from scorepad.games import BY_ID
from scorepad.games.game import Game

FOUR = [(66, 30, 24, 0), (55, 40, 25, 0), (31, 30, 30, 29), (63, 57, 0, 0), (80, 20, 14, 6)]
THREE = [(113, 7, 0), (58, 40, 22), (42, 40, 38), (70, 47, 3)]


def kalter_schlag(players: Sequence[str], rng: Random) -> dict[str, Any]:
    if rng.random() < 0.1:
        return {"durchmarsch": rng.choice(players), "verdopplungen": rng.randrange(3)}
    order = rng.sample(players, 4)
    augen = dict(zip(order, rng.choice(FOUR)))
    without = [name for name in order if augen[name] == 0]
    return {"augen": augen, "jungfern": without[:rng.randrange(len(without) + 1)],
            "verdopplungen": rng.randrange(5)}


def schieberamsch(players: Sequence[str], rng: Random) -> dict[str, Any]:
    chance = rng.random()
    if chance < 0.1:
        return {"durchmarsch": rng.choice(players), "geschoben": rng.randrange(4)}
    if chance < 0.2:
        return {"grand_hand": {"spieler": rng.choice(players), "augen": rng.choice((25, 58, 67)),
                               "spitzen": rng.randrange(1, 5)}}
    augen = dict(zip(rng.sample(players, 3), rng.choice(THREE)))
    return {"augen": augen, "geschoben": rng.randrange(3)}


def altenburg(players: Sequence[str], rng: Random) -> dict[str, Any]:
    if rng.random() < 0.15:
        return {"spiel": "buben-solo", "re": [rng.choice(players)], "augen": rng.choice((100, 150))}
    return {"spiel": "normal", "re": rng.sample(players, 2),
            "augen": rng.choice((100, 115, 122, 131, 160))}


def doppelkopf(players: Sequence[str], rng: Random) -> dict[str, Any]:
    if rng.random() < 0.1:
        return {"spiel": "farb-solo", "farbe": "herz", "re": [rng.choice(players)], "augen": 130}
    return {"spiel": "normal", "re": rng.sample(players, 2),
            "augen": rng.choice((100, 115, 122, 131, 160))}


def skat(players: Sequence[str], rng: Random) -> dict[str, Any]:
    if rng.random() < 0.2:
        return {"spiel": "null", "spieler": rng.choice(players), "gewonnen": rng.random() < 0.5}
    return {"spiel": rng.choice(("karo", "herz", "pik", "kreuz", "grand")),
            "spieler": rng.choice(players), "spitzen": rng.randrange(1, 4),
            "stufe": rng.choice(("gewonnen", "verloren", "schneider"))}


def frei(players: Sequence[str], rng: Random) -> dict[str, Any]:
    return {"punkte": {name: rng.randrange(-50, 51) for name in players}}


MAKERS = {"kalter-schlag": kalter_schlag, "schieberamsch": schieberamsch,
          "doppelkopf-altenburg": altenburg, "doppelkopf": doppelkopf, "skat": skat, "frei": frei}


def game(sheet_game: str) -> Game[Any, Any]:
    return BY_ID[sheet_game]


def canonical(typed: Any) -> str:
    """Return what was typed as one text: the order of people, or of keys, does not matter, and what
    is nothing is left out."""
    return json.dumps(_sorted(typed), sort_keys=True)


def _sorted(typed: Any) -> Any:
    if isinstance(typed, dict):
        return {key: _sorted(value) for key, value in typed.items()
                if value is not None and value is not False and value not in ([], {})}
    if isinstance(typed, list | tuple):
        return sorted(map(_sorted, typed), key=str)
    return typed
