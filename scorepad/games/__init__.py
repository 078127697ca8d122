"""The games. Adding one is one file beside this and one line in `GAMES`."""

from typing import Any

from scorepad.games.base import Game
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.pfaelzer_ramsch import PFAELZER_RAMSCH
from scorepad.games.schieberamsch import SCHIEBERAMSCH

GAMES: tuple[Game[Any, Any], ...] = (KALTER_SCHLAG, SCHIEBERAMSCH, PFAELZER_RAMSCH)

BY_ID = {game.id: game for game in GAMES}
