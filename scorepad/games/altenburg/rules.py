"""The options of Doppelkopf by the Altenburg house rules.

S2 is the house rules of the Altenburg club, cited by their headings. Where they are silent or
contradict themselves, an option says how this table reads them.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scorepad.games.altenburg.hand import DEAREST, Spiel
from scorepad.games.bock import BockCovers, BockPerHand, BockStack
from scorepad.games.rules import Rules, option
from scorepad.i18n.message import N_


class Opposite(StrEnum):
    """The seat to the dealer's left that is opposite, of seven (S2, Das Blatt und die Spieler)."""

    THIRD = "third"
    FOURTH = "fourth"


class SoloLevels(StrEnum):
    """The levels that can be announced in a solo (S2, Ansagen)."""

    TWO = "two"
    ALL = "all"


class StilleHochzeit(StrEnum):
    """The ways to count a Stille Hochzeit (S2, Ansagen; S2, Böcke)."""

    SOLO = "solo"
    NORMAL = "normal"


class Split(StrEnum):
    """The winner at 120:120 (S2, Böcke)."""

    NOBODY = "nobody"
    KONTRA_WINS = "kontra-wins"


class BothFailed(StrEnum):
    """The result when both sides announced a level and neither made it (S2, Ansagen)."""

    ASK = "ask"
    VOID = "void"
    MAJORITY = "majority"


class BockEffect(StrEnum):
    """The effect of Böcke (S2, Böcke, does not say)."""

    DOUBLE = "double"
    NONE = "none"


def _cell(default: int, title: str) -> Any:
    return option(default, title, N_("Points of the game before anything is added or doubled."),
                  bounds=(0, DEAREST), group=N_("Table of values"))


@dataclass(frozen=True)
class AltenburgRules(Rules):
    """The options, each with its default, then the table of values (S2, Werte)."""

    opposite: str = option(
        Opposite.THIRD, N_("Opposite the dealer"),
        N_("Of seven players, the one opposite the dealer sits out: the third or the fourth to "
           "the dealer's left."),
        {Opposite.THIRD: N_("Third"), Opposite.FOURTH: N_("Fourth")})
    solo_levels: str = option(
        SoloLevels.TWO, N_("Ansagen in a solo"),
        N_("Schneider (U6) and schwarz only, or all levels from U9 on."),
        {SoloLevels.TWO: N_("U6 and schwarz"), SoloLevels.ALL: N_("All")})
    stille_hochzeit: str = option(
        StilleHochzeit.SOLO, "Stille Hochzeit",
        N_("Lost or at 120 it counts as a lost solo: with Böcke, and no star for the last five "
           "cards. Or it is a normal game."),
        {StilleHochzeit.SOLO: N_("A solo"), StilleHochzeit.NORMAL: N_("A normal game")})
    split: str = option(
        Split.NOBODY, N_("120 to 120"), N_("Nobody wins, or the Kontra side does."),
        {Split.NOBODY: N_("Nobody wins"), Split.KONTRA_WINS: N_("Kontra wins")})
    both_failed: str = option(
        BothFailed.ASK, N_("Both Ansagen failed"),
        N_("The table says who wins what, or nobody wins and only extras count, or more Augen "
           "win. Böcke in any case."),
        {BothFailed.ASK: N_("The table decides"), BothFailed.VOID: N_("Nobody wins"),
         BothFailed.MAJORITY: N_("More Augen win")})
    bock_effect: str = option(
        BockEffect.DOUBLE, N_("Böcke"), N_("The hands after a lost Ansage, a lost solo, 120 to "
                                           "120 or Falschspiel count double, or as usual."),
        {BockEffect.DOUBLE: N_("Count double"), BockEffect.NONE: N_("As usual")})
    bock_hands: int | None = option(
        None, N_("Hands in a Bockrunde"), N_("Empty: as many as there are players at the table."),
        bounds=(1, 100), optional=True)
    bock_stack: str = option(
        BockStack.APPEND, N_("Böcke in a Bockrunde"),
        N_("New Böcke follow the running ones, or run alongside and double once more."),
        {BockStack.APPEND: N_("Follow"), BockStack.STACK: N_("Run alongside")})
    bock_per_hand: str = option(
        BockPerHand.ONE, N_("Several reasons in one hand"),
        N_("One Bockrunde per hand, or one for each reason."),
        {BockPerHand.ONE: N_("One Bockrunde"), BockPerHand.EACH: N_("One for each")})
    bock_covers: str = option(
        BockCovers.ALL, N_("Böcke double"),
        N_("Value and extra points, or the value only."),
        {BockCovers.ALL: N_("Everything"), BockCovers.VALUE: N_("The value")})

    normal_won: int = _cell(10, N_("Alte gewonnen"))
    normal_lost: int = _cell(20, N_("Alte verloren"))
    farb_solo_won: int = _cell(30, N_("Farb-Solo won"))
    farb_solo_lost: int = _cell(40, N_("Farb-Solo lost"))
    buben_solo_won: int = _cell(40, N_("Buben-Solo won"))
    buben_solo_lost: int = _cell(50, N_("Buben-Solo lost"))
    ober_solo_won: int = _cell(50, N_("Ober-Solo won"))
    ober_solo_lost: int = _cell(60, N_("Ober-Solo lost"))
    trumpf_solo_won: int = _cell(60, N_("Trumpf-Solo won"))
    trumpf_solo_lost: int = _cell(70, N_("Trumpf-Solo lost"))
    stille_hochzeit_won: int = _cell(60, N_("Stille Hochzeit won"))
    stille_hochzeit_lost: int = _cell(70, N_("Stille Hochzeit lost"))
    fleischlos_won: int = _cell(60, N_("Fleischlos won"))
    fleischlos_lost: int = _cell(70, N_("Fleischlos lost"))
    dullen_solo_won: int = _cell(60, N_("Dullen-Solo won"))
    dullen_solo_lost: int = _cell(70, N_("Dullen-Solo lost"))

    def base(self, spiel: Spiel, won: bool) -> int:
        """Return the points in the table of values for a Spiel that Re won, or lost."""
        value: int = getattr(self, f"{spiel.name.lower()}_{'won' if won else 'lost'}")
        return value

    def is_lost_solo(self, spiel: Spiel) -> bool:
        """Return whether such a game, lost or at 120, is a lost solo, in which the last five cards
        give no star either."""
        return spiel.is_alone and not (
            spiel is Spiel.STILLE_HOCHZEIT and self.stille_hochzeit == StilleHochzeit.NORMAL)
