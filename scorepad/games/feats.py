"""Feats: what the statistics count in a hand besides its points.

A game says what somebody did (`Game.feats`); nothing outside it knows what that means. The same
deed in two games is one value, so that it adds up over both.
"""

from typing import NamedTuple

from scorepad.i18n.message import N_


class Deed(NamedTuple):
    """Something that a player can do in a hand.

    key: in files; title: of the column it is counted in; solo: whether it is a game played alone,
    which is won or lost.
    """

    key: str
    title: str
    solo: bool = False


class Feat(NamedTuple):
    """A deed of one seat in a hand; won: True or False where it can succeed or fail, else None."""

    seat: int
    deed: Deed
    won: bool | None = None


JUNGFER = Deed("jungfer", N_("Jungfern"))
DURCHMARSCH = Deed("durchmarsch", N_("Durchmärsche"))
BOCK = Deed("bock", N_("Böcke caused"))
FALSCHSPIEL = Deed("falschspiel", N_("Falschspiel"))
SAID_KONTRA = Deed("sagte-kontra", N_("Said Kontra"))
SAID_RE = Deed("sagte-re", N_("Said Re"))
SAID_BOCK = Deed("sagte-bock", N_("Said Bock"))
SAID_HIRSCH = Deed("sagte-hirsch", N_("Said Hirsch"))
