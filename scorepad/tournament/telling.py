"""A tournament in words, for screen and paper: what ranks, and what came in and goes out."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorepad.i18n.message import N_, Message, say, say_n
from scorepad.tournament.cash import Cash
from scorepad.tournament.facts import Key
from scorepad.tournament.standing import Champion

if TYPE_CHECKING:
    from scorepad.i18n.words import Words

KEYS = {Key.TOTAL: N_("Points"), Key.WON: N_("Most won"), Key.LOST: N_("Fewest lost"),
        Key.LAST: N_("The last round"), Key.LOT: N_("The lot")}
"""The name of each key that ranks."""


def told_order(ranking: Sequence[Key], t: "Words") -> str:
    """Return what ranks, one after the other."""
    return t("What ranks: {keys}", keys=", ".join([t(KEYS[key]) for key in ranking]))


def told_counted(row: Champion, t: "Words") -> str:
    """Return how many of somebody's results count for a championship, and how many are struck."""
    told = [t(say_n("{n} result counts", "{n} results count", row.counted))]
    if row.struck:
        told.append(t(say_n("{n} is struck", "{n} are struck", row.struck)))
    return " · ".join(told)


def told_money(cash: Cash) -> list[tuple[Message, int]]:
    """Return what came in by kind, and where it goes, in cents."""
    lines = (
        (say("Entry fees"), cash.paid_in.startgeld),
        (say("Fees of rounds"), cash.paid_in.seriengeld),
        (say("Lost games"), cash.paid_in.verlustspiel),
        (say("Given besides"), cash.standing.tournament.money.gifts),
        (say("In prizes"), cash.rest - cash.pot), (say("Left for the club"), cash.rest),
        (say("In the box"), cash.box))
    return [line for line in lines if line[1]]
