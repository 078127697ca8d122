"""Doppelkopf with a common pot, 4 players."""

from tests.oracle.kasse_sheet import (
    ONE_MATCH as ONE_MATCH,
    SIZES as SIZES,
    WAGER as WAGER,
    is_playable as is_playable,
    playing as playing,
    sheet_result as sheet_result,
)
from tests.oracle.kasse_trying import (
    any_hand as any_hand,
    random_hand as random_hand,
    random_rules as random_rules,
    random_sheet as random_sheet,
    random_stake as random_stake,
)
