"""The bounds of what a tournament can be, whether a form says it, a document or another device."""

from collections.abc import Mapping
from typing import Any

from scorepad.games.game import Game
from scorepad.games.problems import Problem
from scorepad.i18n.message import say
from scorepad.tournament.facts import Settings

MOST_ENTRANTS, MOST_NUMBER, MOST_RANK = 1_000, 99_999, 1_000_000
MOST_ROUNDS, MOST_MINUTES, MOST_HANDS, MOST_POINTS = 100, 10_000, 1_000, 10_000_000

SIZES = (3, 4, 5)
"""The sizes of tables that are drawn."""

SEEDS = 10**9
"""The seeds of draws end below this number, so that they can be read out."""

AT_HAND = ("hands", "runden", "limit")
"""Options of games that say when a list is over, which the tournament says itself."""


def fault_of_settings(settings: Settings, game: Game[Any, Any],
                      rules: Mapping[str, Any]) -> Problem | None:
    """Return why settings do not go with a game, or its rules, as a document has them, with a
    tournament; None if they do."""
    over = [key for key, option in rules.items()
            if key in AT_HAND or (key, option) == ("liste", "bierlachs")]
    if over:
        return Problem(("rules", over[0]), say("the tournament says how many hands are played"))
    return next((Problem(("hands_at", str(size)), fault) for size in settings.hands_at
                 if (fault := game.verify_players(size))), None)
