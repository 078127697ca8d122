"""A hand of Doppelkopf with a common pot: what the table says about it.

S1 is Claus D. Grupp, "99 Kartenspiele", Leinfelden 1970, pages 68 to 76, cited by its lines.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, NamedTuple, final

from scorepad.games.doppelkopf import Re, Result, Side
from scorepad.games.fields import Key, Number, Player, written

KONTRAS = ("Kontra", "Re")
MOST_PAID_IN = 1_000
"""Base amounts that everybody can put into the pot at once."""


class Spiel(StrEnum):
    """What was played (S1, 109–110; S1, 165–182)."""

    NORMAL = "normal"
    SOLO = "solo"


class Fuchs(NamedTuple):
    """A Fuchs of the other side that was caught, and who lost it (S1, 210–213)."""

    faenger: Player
    verlierer: Player


@final
@written(constants={"spiel": Spiel.NORMAL}, optional=True,
         order=("spiel", "re", "augen", "schwarz", "ergebnis", "nur_alten", "karlchen"))
class Normal(NamedTuple):
    """Two against two. nur_alten: all that Re took were tricks made with the Alten (S1, 153–155);
    karlchen: the side that made the last trick with it."""

    re: Re
    result: Result
    nur_alten: bool = False
    fuchs: tuple[Fuchs, ...] = ()
    karlchen: Side | None = None


@final
@written(constants={"spiel": Spiel.SOLO})
class Solo(NamedTuple):
    """One against three; kontra: 0, 1 Kontra, 2 Re."""

    re: Re
    gewonnen: bool
    kontra: Annotated[int, Number(0, len(KONTRAS))] = 0


@final
@dataclass(frozen=True)
class Hammelrennen:
    """Each against each for what is left in the pot (S1, 217–221)."""

    sieger: Annotated[Player, Key("hammelrennen")]


@final
@dataclass(frozen=True)
class Nachzahlung:
    """No game: everybody puts so many base amounts into the pot."""

    betraege: Annotated[int, Number(1, MOST_PAID_IN), Key("nachzahlung")]


Hand = Normal | Solo | Hammelrennen | Nachzahlung
