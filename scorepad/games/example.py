"""A worked example of a game: a few hands that show people what a house rule changes."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Example(NamedTuple):
    """Hands as a document has them, chosen so that every option changes at least one of them, or
    how the match ends, what it pays, or who deals.

    stake: what they play for, in units of the game's wager, None if for nothing; ended: whether the
    table stops then.
    """

    names: tuple[str, ...] = ()
    hands: tuple[Mapping[str, Any], ...] = ()
    stake: int | None = None
    ended: bool = False
