"""Wagers: the money that a game is played for."""

from typing import NamedTuple

from scorepad.i18n.message import N_


class Wager(NamedTuple):
    """The kind of amount that a game is played for; a table sets it before the first hand.

    key: in a document; title: in a form; decimals: how many the amount may have in the unit of
    its currency. It is kept in units of the last decimal: with 2 of them, in cents.
    """

    key: str
    title: str
    decimals: int


EINSATZ = Wager("einsatz", N_("Einsatz"), 2)
GRUNDBETRAG = Wager("einsatz", N_("Base amount"), 2)
"""A hand is paid with this amount or a multiple of it."""
TEIL = Wager("einsatz", N_("One part of the Einsatz"), 2)
"""Everybody stakes several such parts, and pays them one by one."""
RATE = Wager("rate", N_("Money per point"), 4)
"""Half and quarter cents a point are common."""
