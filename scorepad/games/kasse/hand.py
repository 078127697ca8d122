"""A hand of Doppelkopf with a common pot, as the table writes it down, and the options.

S1 is Claus D. Grupp, "99 Kartenspiele", Leinfelden 1970, pages 68 to 76, cited by its lines.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, NamedTuple, final

from scorepad.games.describing import BY_RESULT, KONTRA, LOST, RESULT, WON
from scorepad.games.doppelkopf import Re, Result, Side
from scorepad.games.fields import Key, Number, Player
from scorepad.games.rules import Rules, option, yes_or_no
from scorepad.games.shape import written
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


KONTRAS = ("Kontra", "Re")
MOST_PAID_IN = 1_000
"""The most base amounts that everybody can put into the pot at once."""


class Spiel(StrEnum):
    """The kind of game that was played (S1, 109–110; S1, 165–182)."""

    NORMAL = "normal"
    SOLO = "solo"


class Art(StrEnum):
    """The kind of a solo (S1, 165–178): announced, kept secret so that Karo stays trump, or with
    the Buben as the only trumps."""

    ANGESAGT = "angesagt"
    HEIMLICH = "heimlich"
    BUBE = "bube"


FUCHS = {"{fuchs.faenger} fängt Fuchs von {fuchs.verlierer}|Fuchs von {fuchs.verlierer} gefangen "
         "von {fuchs.faenger}|{fuchs.faenger} Fuchs von {fuchs.verlierer}"
         "|{fuchs.faenger} catches fox of {fuchs.verlierer}": dict[str, str]()}
"""The phrases for a Fuchs in a line."""


class Fuchs(NamedTuple):
    """A Fuchs that the other side caught: by whom, and who lost it (S1, 210–213)."""

    faenger: Player
    verlierer: Player


@final
@written(constants={"spiel": Spiel.NORMAL}, optional=True,
         order=("spiel", "re", "augen", "schwarz", "ergebnis", "nur_alten", "karlchen"),
         said={**RESULT, "nur_alten": "nur Alten|nur die Alten|only the old ones"},
         phrases={**BY_RESULT, **FUCHS})
class Normal(NamedTuple):
    """A game of two against two.

    nur_alten: Re took no tricks but those made with the Alten (S1, 153–155); karlchen: the side
    that made the last trick with it.
    """

    re: Re
    result: Result
    nur_alten: bool = False
    fuchs: tuple[Fuchs, ...] = ()
    karlchen: Side | None = None


@final
@written(constants={"spiel": Spiel.SOLO},
         said={**RESULT, "re": "{}|Re|Solist|soloist", "gewonnen": "", "kontra": "",
               "art": "{}", "=bube": "Buben|jacks",
               "=heimlich": "heimliches|stilles|secret", "=angesagt": "angesagtes|announced"},
         phrases={**FUCHS, **KONTRA, "|".join(WON): {"gewonnen": True},
                  "|".join(LOST): {"gewonnen": False},
                  "Bubensolo|jacks solo": {"": True, "art": "bube"}})
class Solo(NamedTuple):
    """A game of one against three; kontra is 0 for none, 1 for Kontra, 2 for Re.

    fuchs, karlchen: as in a normal game, where Karo is trump.
    """

    re: Re
    gewonnen: bool
    kontra: Annotated[int, Number(0, len(KONTRAS))] = 0
    art: Art = Art.ANGESAGT
    fuchs: tuple[Fuchs, ...] = ()
    karlchen: Side | None = None

    @property
    def has_karo(self) -> bool:
        """True if Karo is trump, so that there are Füchse and a Karlchen."""
        return self.art is Art.HEIMLICH


@final
@written(said={"hammelrennen": "Hammelrennen gewinnt|Hammelrennen von|Hammel"})
@dataclass(frozen=True)
class Hammelrennen:
    """A game of all against all for what is left in the pot (S1, 217–221)."""

    sieger: Annotated[Player, Key("hammelrennen")]


@final
@written(said={"nachzahlung": "Nachzahlung|nachzahlen|Nachschlag|pay in"})
@dataclass(frozen=True)
class Nachzahlung:
    """No game, but a payment: everybody puts this many base amounts into the pot."""

    betraege: Annotated[int, Number(1, MOST_PAID_IN), Key("nachzahlung")]


Hand = Normal | Solo | Hammelrennen | Nachzahlung
