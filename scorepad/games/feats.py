"""What is worth counting in a hand besides its points, for the statistics.

A game says what somebody did (`Game.feats`); nothing outside it knows what that means. The same
deed in two games is one value, so that it adds up over both.
"""

from typing import NamedTuple

from scorepad.text import N_


class Deed(NamedTuple):
    """Something that a player can do in a hand.

    key: in files; title: of the column it is counted in; solo: whether it is a game played alone,
    which is won or lost.
    """

    key: str
    title: str
    solo: bool = False


class Feat(NamedTuple):
    """What somebody in a hand did; won: whether it went well, None where that is no question."""

    seat: int
    deed: Deed
    won: bool | None = None


JUNGFER = Deed("jungfer", N_("Jungfern"))
DURCHMARSCH = Deed("durchmarsch", N_("Durchmärsche"))
BOCK = Deed("bock", N_("Böcke caused"))
FALSCHSPIEL = Deed("falschspiel", N_("Falschspiel"))
