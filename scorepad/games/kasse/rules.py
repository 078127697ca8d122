"""The options of Doppelkopf with a common pot.

S1 is Claus D. Grupp, "99 Kartenspiele", Leinfelden 1970, pages 68 to 76, cited by its lines.
"""

from dataclasses import dataclass
from enum import StrEnum

from scorepad.games.rules import Rules, option, yes_or_no
from scorepad.i18n.message import N_


class Pay(StrEnum):
    """The receiver of what the pot pays (S1, 186–195: the winning side receives it)."""

    EACH = "each"
    SIDE = "side"


class FuchsFrom(StrEnum):
    """The payer of a Fuchs that was caught (S1, 211–213)."""

    POT = "pot"
    LOSER = "loser"


class SoloPays(StrEnum):
    """The payer of a solo (S1, 194–197: usually the players)."""

    PLAYERS = "players"
    POT = "pot"


@dataclass(frozen=True)
class KasseRules(Rules):
    """The options, each with its default."""

    beitrag: int = option(
        10, N_("Contribution"), N_(
            "How many base amounts everybody puts into the pot at the start. If it is raised "
            "later, everybody adds the difference."),
        bounds=(1, 1_000))
    pay: str = option(
        Pay.EACH, N_("The pot pays"),
        N_("What a won game is worth: to each winner, or once to both together."),
        {Pay.EACH: N_("Each winner"), Pay.SIDE: N_("The side")})
    kontra_schneider: int = option(
        3, N_("Kontra wins Schneider"), N_("In base amounts, when Re stays under 60 Augen."),
        {3: "3", 4: "4"})
    kontra_schwarz: int = option(
        4, N_("Kontra wins schwarz"),
        N_("In base amounts, when Re makes no trick, or only tricks with the Alten."),
        {4: "4", 6: "6"})
    fuchs: str = option(
        FuchsFrom.POT, N_("A Fuchs is paid"),
        N_("Whoever catches a Fuchs gets a base amount: from the pot, or from the player who lost "
           "it."),
        {FuchsFrom.POT: N_("The pot"), FuchsFrom.LOSER: N_("The loser")})
    karlchen: bool = yes_or_no(
        True, "Karlchen", N_("The last trick made with the jack of clubs is paid a base amount."))
    hammelrennen: bool = yes_or_no(
        True, "Hammelrennen",
        N_("With two base amounts or fewer in the pot, everybody may play for it alone: the first "
           "to have 60 Augen takes it."))
    solo_pays: str = option(
        SoloPays.PLAYERS, N_("A solo is paid"),
        N_("Winning a solo brings a base amount for each of the others, winning against one "
           "brings two: from the players, or from the pot."),
        {SoloPays.PLAYERS: N_("By the players"), SoloPays.POT: N_("The pot")})
    solo_duty: int = option(
        0, N_("Duty solos"),
        N_("How many solos everybody has to play; the sheet shows who still owes one."),
        bounds=(0, 10))
    solo_duty_rounds: int | None = option(
        None, N_("Rounds for the duty solos"),
        N_("After this many rounds of four hands, anyone who still owes a solo must play it at "
           "once. Empty: any time."), bounds=(1, 1_000), optional=True,
        matters=lambda rules: rules.solo_duty > 0)
