"""The agreement on a ranking in words: what ranks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorepad.i18n.message import N_
from scorepad.tournament.facts import Key

if TYPE_CHECKING:
    from scorepad.i18n.words import Words

KEYS = {Key.TOTAL: N_("Points"), Key.WON: N_("Most won"), Key.LOST: N_("Fewest lost"),
        Key.LAST: N_("The last round"), Key.LOT: N_("A lot")}
"""The name of each key that ranks."""


def told_order(ranking: Sequence[Key], t: "Words") -> str:
    """Return what ranks, one after the other."""
    return t("What ranks: {keys}", keys=", ".join([t(KEYS[key]) for key in ranking]))
