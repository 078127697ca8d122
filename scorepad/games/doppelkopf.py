"""What every Doppelkopf has: 240 Augen, two sides, two Füchse."""

from enum import StrEnum

from scorepad.games.base import shown
from scorepad.text import Message, say

ALL = 240
MOST_FUECHSE = 2


class Side(StrEnum):
    """A side; in a solo the soloist is Re."""

    RE = "re"
    KONTRA = "kontra"

    @property
    def other(self) -> "Side":
        """The side against this one."""
        return Side.KONTRA if self is Side.RE else Side.RE


def fault_of_augen(augen: int, schwarz: Side | None) -> tuple[str, Message] | None:
    """Why Re cannot have so many Augen where that side took no trick, and under which key of a
    document; None if it can."""
    if augen < 0:
        return "augen", say("{augen} Augen: nobody can have less than 0", augen=shown(augen))
    if augen > ALL:
        return "augen", say("{augen} Augen: there are only {all}", augen=shown(augen), all=ALL)
    if augen == 1:
        return "augen", say("no card counts 1, so nobody can have 1 Auge")
    if augen == ALL - 1:
        return "augen", say("no card counts 1, so nobody can have {augen} Augen", augen=augen)
    if schwarz is not None and (augen if schwarz is Side.RE else ALL - augen):
        return "schwarz", say("a side without a trick has no Augen, not {augen}",
                              augen=augen if schwarz is Side.RE else ALL - augen)
    return None
