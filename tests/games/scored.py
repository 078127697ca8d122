"""Asks a game what a hand counts, and about the hand together with that."""

from collections.abc import Callable
from typing import Any

from scorepad.games.game import HandScore


def counted(game: Any, hand: Any, table: Any) -> HandScore:
    """Return what a hand counts, without what the game keeps for telling of it."""
    score: HandScore = game.score(hand, table)
    return score._replace(why=None)


def of_score(ask: Callable[..., Any], hand: Any, table: Any) -> Any:
    """Return what `explain`, `feats` or `winners` of a game says of a hand that can have been
    played."""
    game: Any = getattr(ask, "__self__")  # noqa: B009 - a bound method has it, a callable need not
    return ask(hand, table, game.score(hand, table))
