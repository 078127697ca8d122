"""What a game is played for."""

from typing import NamedTuple

from scorepad.text import N_


class Wager(NamedTuple):
    """What a game is played for, as a table names it before the first hand.

    key: in a document; title: in a form; decimals: of the currency's unit that the amount may
    have. It is kept in units of the last one: 2 means cents.
    """

    key: str
    title: str
    decimals: int


EINSATZ = Wager("einsatz", N_("Einsatz"), 2)
GRUNDBETRAG = Wager("einsatz", N_("Base amount"), 2)
"""What is paid for a hand is so much, or a multiple of it."""
TEIL = Wager("einsatz", N_("One part of the Einsatz"), 2)
"""Everybody stakes several such parts, and pays them one by one."""
RATE = Wager("rate", N_("Money per point"), 4)
"""Half and quarter cents a point are common."""
