"""Asks a game about a hand together with what the hand counts."""

from collections.abc import Callable
from typing import Any


def of_score(ask: Callable[..., Any], hand: Any, table: Any) -> Any:
    """Return what `explain`, `feats` or `winners` of a game says of a hand that can have been
    played."""
    game: Any = getattr(ask, "__self__")  # noqa: B009 - a bound method has it, a callable need not
    return ask(hand, table, game.score(hand, table))
