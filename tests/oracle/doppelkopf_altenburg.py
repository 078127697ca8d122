"""Doppelkopf by the Altenburg house rules, 4 to 7 players."""

from tests.oracle.altenburg_hands import any_hand, random_hand, random_rules, random_stake
from tests.oracle.altenburg_rules import (
    ONE_MATCH,
    SIZES,
    WAGER,
    is_playable,
    points_of,
    rounds_of_boecke,
    stars_of,
)
from tests.oracle.altenburg_sheet import playing, random_sheet, sheet_result

__all__ = ["ONE_MATCH", "SIZES", "WAGER", "any_hand", "is_playable", "playing", "points_of",
           "random_hand", "random_rules", "random_sheet", "random_stake", "rounds_of_boecke",
           "sheet_result", "stars_of"]
