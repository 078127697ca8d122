"""Feats: what the statistics count in a hand besides its points.

A game says what somebody did (`Game.feats`); nothing outside it knows what that means. The same
deed in two games is one value, so that it adds up over both.
"""

from typing import NamedTuple

from scorepad.i18n.message import N_


class Deed(NamedTuple):
    """Something that a player can do in a hand.

    key: in files; title: of the column it is counted in; solo: whether it is a game played alone,
    which is won or lost; well: the title of a second column, which counts those that went well,
    empty for none.
    """

    key: str
    title: str
    solo: bool = False
    well: str = ""


class Feat(NamedTuple):
    """A deed of one seat in a hand; won: True or False where it can succeed or fail, else None."""

    seat: int
    deed: Deed
    won: bool | None = None


JUNGFER = Deed("jungfer", N_("Jungfern"))
DURCHMARSCH = Deed("durchmarsch", N_("Durchmärsche"))
BOCK = Deed("bock", N_("Böcke caused"))
FALSCHSPIEL = Deed("falschspiel", N_("Falschspiel"))
ANSAGE = Deed("ansage", N_("Ansagen made"), well=N_("Ansagen kept"))
FUCHS = Deed("fuchs", N_("Füchse caught"))
KARLCHEN = Deed("karlchen", N_("Karlchen"))

PLANS = {"A": Deed("plan-a", "Plan A", well=N_("Plan A won")),
         "B": Deed("plan-b", "Plan B", well=N_("Plan B won")),
         "C": Deed("plan-c", "Plan C", well=N_("Plan C won"))}
"""The ace that was led in a normal game (S2, hilfreiche Regeln 3 to 6), a feat of whoever led; won:
whether his side has won, None where nobody has."""
SAID_KONTRA = Deed("sagte-kontra", N_("Said Kontra"))
SAID_RE = Deed("sagte-re", N_("Said Re"))
SAID_BOCK = Deed("sagte-bock", N_("Said Bock"))
SAID_HIRSCH = Deed("sagte-hirsch", N_("Said Hirsch"))
