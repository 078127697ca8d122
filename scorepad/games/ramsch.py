"""The common part of the Ramsch games: their hands, how they are told, and what doubles them.

S3 below is the German rule text of Schieberamsch (pagat.com), cited by its headings.
"""

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple, final

from scorepad.games.augen import Counted, Most, most
from scorepad.games.describing import KONTRA_BY, PASSED, by_name
from scorepad.games.fields import Either, Key, Number, OneSeat, Player, Players, Seats
from scorepad.games.game import HandScore
from scorepad.games.problems import Problem, Problems, refuse, shown
from scorepad.games.protocols import DURCHMARSCH, JUNGFER, SAID_KONTRA, Feat
from scorepad.games.shape import written
from scorepad.games.table import Seat
from scorepad.i18n.message import say

MOST = 3
"""The number of players: each can push the skat on once, and say Kontra once."""

Schieben = int | tuple[Seat, ...]
"""The number of times the skat was pushed on, or by whom, where the table wrote that down."""

Pushed = Annotated[Schieben, Either(Seats(), Number(0, MOST))]
Kontras = Annotated[int, Number(0, MOST)]


class OneJungfrau(OneSeat):
    """The only Jungfrau that there can be, by name; a longer list is refused."""

    def read(self, raw: Any, names: tuple[str, ...]) -> Seat:
        if type(raw) is list and len(raw) > 1:
            refuse(say("{count} Jungfrauen: with two it is a Durchmarsch of the third player",
                       count=len(raw)))
        return super().read(raw, names)


@final
@written(said=PASSED, phrases=KONTRA_BY)
class Ramsch(NamedTuple):
    """A hand in which two or three players took tricks.

    augen: of each seat, None where nobody counted; jungfrau: the seat without a trick; kontra:
    how many said Kontra; angesagt_von: those of them whom somebody noted.
    """

    augen: Counted
    jungfrau: Annotated[Seat | None, OneJungfrau()] = None
    geschoben: Pushed = 0
    kontra: Kontras = 0
    angesagt_von: Players = ()


@final
@written(said=PASSED, phrases=KONTRA_BY)
class Durchmarsch(NamedTuple):
    """A hand in which one player took every trick."""

    spieler: Annotated[Player, Key("durchmarsch")]
    geschoben: Pushed = 0
    kontra: Kontras = 0
    angesagt_von: Players = ()


Hand = Ramsch | Durchmarsch


def described(hand: Hand, names: Sequence[str]) -> str:
    """Return in words what was entered."""
    if isinstance(hand, Durchmarsch):
        said = [f"Durchmarsch {names[hand.spieler]}"]
    else:
        said = [by_name(hand.augen, names)]
        if hand.jungfrau is not None:
            said.append(f"Jungfrau {names[hand.jungfrau]}")
    if isinstance(hand.geschoben, tuple) and hand.geschoben:
        said.append("Schieben " + ", ".join(names[seat] for seat in hand.geschoben))
    elif hand.geschoben:
        said.append(f"Schieben {hand.geschoben}×")
    if hand.kontra:
        said.append(("Kontra" if hand.kontra == 1 else f"Kontra {hand.kontra}×")
                    + by_whom(hand.angesagt_von, names))
    return " · ".join(filter(None, said))


def by_whom(seats: Sequence[Seat], names: Sequence[str]) -> str:
    """Return who said something, to stand after it: ` (Anne, Bert)`."""
    return f" ({', '.join([names[seat] for seat in seats])})" if seats else ""


def feats_of_ramsch(hand: Hand) -> tuple[Feat, ...]:
    """Return who was Jungfrau, or made the Durchmarsch, and who said Kontra."""
    if isinstance(hand, Durchmarsch):
        return (Feat(hand.spieler, DURCHMARSCH), *said_kontra(hand.angesagt_von))
    jungfrau = () if hand.jungfrau is None else (Feat(hand.jungfrau, JUNGFER),)
    return jungfrau + said_kontra(hand.angesagt_von)


def said_kontra(seats: Sequence[Seat]) -> tuple[Feat, ...]:
    """Return that these said Kontra."""
    return tuple([Feat(seat, SAID_KONTRA) for seat in seats])


# --- arithmetic -------------------------------------------------------------------------------


def doublings(hand: Hand) -> int:
    """Return how many times the Schieben and the Kontras of a verified hand double it."""
    pushed = hand.geschoben if isinstance(hand.geschoben, int) else len(hand.geschoben)
    return pushed + hand.kontra


def most_in(hand: Ramsch, names: Sequence[str]) -> Most | Problems:
    """Return who has the most Augen, or what is wrong with them; they include the skat."""
    return most(hand.augen, () if hand.jungfrau is None else (hand.jungfrau,), names)


def writes(seats: tuple[Seat, ...], points: int, lost: Most | None = None) -> HandScore:
    """Return the score of a hand for which each of these seats writes `points`; lost: who has the
    most Augen, if that is why."""
    return HandScore.of(tuple([points if seat in seats else 0 for seat in range(MOST)]), why=lost)


def factors(hand: Hand, names: Sequence[str], jungfrau_doubles: bool) -> str:
    """Return what doubles a hand, as it is written after its figure: ` · 2 (Schieben A)`.
    jungfrau_doubles: whether a Jungfrau does, by the rules of the table."""
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
    """Return what is wrong with the Schieben, the Kontras, or the Augen of a Jungfrau.
    most_kontra: the most Kontras that can be said at the table."""
    problems = []
    _, geschoben, kontra, von = hand[-4:]
    if isinstance(geschoben, int) and not 0 <= geschoben <= MOST:
        problems.append(Problem(("geschoben",), say(
            "{count} Schieben: each of the three players can push the skat on once",
            count=shown(geschoben))))
    if kontra and not most_kontra:
        problems.append(Problem(("kontra",), say("Ramsch is played without Kontra at this table")))
    elif not 0 <= kontra <= most_kontra:
        problems.append(Problem(("kontra",), say(
            "{count} Kontras: each of the three players can say it once", count=shown(kontra))))
    problems += problems_of_speakers(von, kontra)
    if isinstance(hand, Ramsch) and hand.jungfrau is not None and hand.augen[hand.jungfrau]:
        name = names[hand.jungfrau]
        problems.append(Problem(("augen", name), say(
            "{name} is Jungfrau, so without a trick and without Augen, not {augen}",
            name=name, augen=shown(hand.augen[hand.jungfrau]))))
    return problems


def problems_of_speakers(seats: Sequence[Seat], said: int) -> Problems:
    """Return the problem that more players are named than said Kontra, if that is so."""
    more = len(seats) > max(0, said)
    return (Problem(("angesagt_von",), say("names more players than said Kontra")),) * more
