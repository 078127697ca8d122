"""What the Ramsch games have in common: their hands, and what is said of them.

S3 below is the German rule text of Schieberamsch (pagat.com), cited by its headings.
"""

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple, final

from scorepad.games.augen import (
    Counted,
    Most,
    most,
    problems_of_augen,
)
from scorepad.games.base import Feat, Problem, Seat, refuse, shown
from scorepad.games.feats import DURCHMARSCH, JUNGFER
from scorepad.games.fields import Either, Key, Number, OneSeat, Player, Seats
from scorepad.text import say

MOST = 3
"""Every player can push the skat on once, and say Kontra once."""

Schieben = int | tuple[Seat, ...]
"""How often the skat was pushed on, or by whom where the table wrote that down."""

Pushed = Annotated[Schieben, Either(Seats(), Number(0, MOST))]
Kontras = Annotated[int, Number(0, MOST)]


class OneJungfrau(OneSeat):
    """The one Jungfrau there can be, by name."""

    def read(self, raw: Any, names: tuple[str, ...]) -> Seat:
        if type(raw) is list and len(raw) > 1:
            refuse(say("{count} Jungfrauen: with two it is a Durchmarsch of the third player",
                       count=len(raw)))
        return super().read(raw, names)


@final
class Ramsch(NamedTuple):
    """A hand in which two or three players took tricks.

    augen: of each seat, None where nobody counted; jungfrau: the seat without a trick; kontra:
    how many said Kontra.
    """

    augen: Counted
    jungfrau: Annotated[Seat | None, OneJungfrau()] = None
    geschoben: Pushed = 0
    kontra: Kontras = 0


@final
class Durchmarsch(NamedTuple):
    """A hand in which one player took every trick."""

    spieler: Annotated[Player, Key("durchmarsch")]
    geschoben: Pushed = 0
    kontra: Kontras = 0


Hand = Ramsch | Durchmarsch


def described(hand: Hand, names: Sequence[str]) -> str:
    """What was typed."""
    if isinstance(hand, Durchmarsch):
        said = [f"Durchmarsch {names[hand.spieler]}"]
    else:
        said = [", ".join(f"{names[seat]} {figure}" for seat, figure in enumerate(hand.augen)
                          if figure is not None)]
        if hand.jungfrau is not None:
            said.append(f"Jungfrau {names[hand.jungfrau]}")
    if isinstance(hand.geschoben, tuple) and hand.geschoben:
        said.append("Schieben " + ", ".join(names[seat] for seat in hand.geschoben))
    elif hand.geschoben:
        said.append(f"Schieben {hand.geschoben}×")
    if hand.kontra:
        said.append("Kontra" if hand.kontra == 1 else f"Kontra {hand.kontra}×")
    return " · ".join(filter(None, said))


_JUNGFRAUEN = tuple((Feat(seat, JUNGFER),) for seat in range(MOST))
_MARCHED = tuple((Feat(seat, DURCHMARSCH),) for seat in range(MOST))


def feats_of_ramsch(hand: Hand) -> tuple[Feat, ...]:
    """Who was Jungfrau, or made the Durchmarsch."""
    if type(hand) is Durchmarsch:
        return _MARCHED[hand.spieler]
    return () if hand.jungfrau is None else _JUNGFRAUEN[hand.jungfrau]


# --- arithmetic -------------------------------------------------------------------------------


def doublings(hand: Hand, most_kontra: int) -> int | None:
    """How often the Schieben and Kontras double; None if there are more than can be."""
    geschoben, kontra = hand[-2:]
    count = geschoben if isinstance(geschoben, int) else len(geschoben)
    if not 0 <= count <= MOST or not 0 <= kontra <= most_kontra:
        return None
    return count + kontra


def most_in(hand: Ramsch) -> Most | None:
    """Who has most, as `most` tells it."""
    augen, jungfrau, _, _ = hand
    return most(augen, () if jungfrau is None else (jungfrau,))


def factors(hand: Hand, names: Sequence[str], jungfrau_doubles: bool) -> str:
    """What doubles a hand, as it is written behind its figure: ` · 2 (Schieben A)`."""
    if isinstance(hand.geschoben, tuple):
        said = [f"Schieben {names[seat]}" for seat in hand.geschoben]
    else:
        said = ["Schieben"] * hand.geschoben
    said += ["Kontra"] * hand.kontra
    if jungfrau_doubles and isinstance(hand, Ramsch) and hand.jungfrau is not None:
        said.append(f"Jungfrau {names[hand.jungfrau]}")
    return "".join([f" · 2 ({what})" for what in said])


# --- what can be wrong ------------------------------------------------------------------------


def problems_of_ramsch(hand: Hand, names: Sequence[str], most_kontra: int) -> list[Problem]:
    """Why a hand cannot have been played, its Augen aside."""
    problems = []
    geschoben, kontra = hand[-2:]
    if isinstance(geschoben, int) and not 0 <= geschoben <= MOST:
        problems.append(Problem(("geschoben",), say(
            "{count} Schieben: each of the three players can push the skat on once",
            count=shown(geschoben))))
    if kontra and not most_kontra:
        problems.append(Problem(("kontra",), say("Ramsch is played without Kontra at this table")))
    elif not 0 <= kontra <= most_kontra:
        problems.append(Problem(("kontra",), say(
            "{count} Kontras: each of the three players can say it once", count=shown(kontra))))
    if isinstance(hand, Ramsch) and hand.jungfrau is not None and hand.augen[hand.jungfrau]:
        name = names[hand.jungfrau]
        problems.append(Problem(("augen", name), say(
            "{name} is Jungfrau, so without a trick and without Augen, not {augen}",
            name=name, augen=shown(hand.augen[hand.jungfrau]))))
    return problems


def problems_of_shares(hand: Ramsch, names: Sequence[str]) -> list[Problem]:
    """Why its Augen cannot be, or do not settle who has most, the skat being in somebody's."""
    without = () if hand.jungfrau is None else (hand.jungfrau,)
    return problems_of_augen(hand.augen, without, names)
