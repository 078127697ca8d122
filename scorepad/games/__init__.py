"""The games. Adding one is one file beside this and one line in `GAMES`."""

from typing import Any

from scorepad.games.base import Game
from scorepad.games.kalter_schlag import KALTER_SCHLAG

GAMES: tuple[Game[Any, Any], ...] = (KALTER_SCHLAG,)

BY_ID = {game.id: game for game in GAMES}
