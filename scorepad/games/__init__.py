"""The games. To add one, add a module beside this file and a line to `PLACES`.

A game is imported when it is first asked for, so that a command that reads one evening does not
pay for all of them.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from scorepad.games.game import Game

PLACES = {
    "kalter-schlag": "kalter_schlag.KALTER_SCHLAG",
    "schieberamsch": "schieberamsch.SCHIEBERAMSCH",
    "pfaelzer-ramsch": "pfaelzer_ramsch.PFAELZER_RAMSCH",
    "doppelkopf": "turnier.DOPPELKOPF",
    "doppelkopf-altenburg": "altenburg.DOPPELKOPF_ALTENBURG",
    "doppelkopf-kasse": "kasse.DOPPELKOPF_KASSE",
    "chase-the-ace": "chase_the_ace.CHASE_THE_ACE",
    "cinq-cents": "cinq_cents.CINQ_CENTS",
    "skat": "skat.SKAT",
    "schafkopf": "schafkopf.SCHAFKOPF",
    "frei": "made.FREI",
    "ansagen": "ansagen.ANSAGEN",
}
"""The module and the name of each game's object, by the game's id."""

GAMES: tuple[Game[Any, Any], ...]
"""All games, in the order in which they are offered."""


class _Games(Mapping[str, Game[Any, Any]]):
    """The games by their ids, each imported when it is looked up."""

    def __getitem__(self, id: str) -> Game[Any, Any]:
        module, name = PLACES[id].split(".")
        game: Game[Any, Any] = getattr(import_module(f"{__name__}.{module}"), name)
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(PLACES)

    def __len__(self) -> int:
        return len(PLACES)


BY_ID: Mapping[str, Game[Any, Any]] = _Games()


def __getattr__(name: str) -> Any:
    if name == "GAMES":
        return tuple(BY_ID.values())
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
