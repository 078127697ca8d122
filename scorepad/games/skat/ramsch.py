"""A Ramsch as a hand of Skat, for example where all pass: nobody of those who play wants the most
Augen."""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple, final

from scorepad.games.augen import ALL, Counted, Most, most
from scorepad.games.describing import PASSED
from scorepad.games.fields import Key, Label, Number, OneSeat, Player
from scorepad.games.problems import Problem, Problems
from scorepad.games.protocols import DURCHMARSCH, JUNGFER, Feat
from scorepad.games.shape import written
from scorepad.games.table import Seat, Table
from scorepad.i18n.message import say

MOST_SCHIEBEN = 3
OFF, ON, IF_ALL_PASS = "aus", "an", "bei-pass"
Geschoben = Annotated[int, Number(0, MOST_SCHIEBEN)]


@final
@written(said=PASSED, told="Ramsch · {augen} · Jungfrau {jungfrau} · Geschoben {geschoben} · "
                           "Verlierer {verlierer}")
class Ramsch(NamedTuple):
    """A Ramsch in which several took tricks.

    augen: of each seat, None where nobody counted; jungfrau: the seat without a trick; geschoben:
    how many pushed the skat on; verlierer: the one who writes it, where several have the most.
    """

    augen: Counted
    jungfrau: Player | None = None
    geschoben: Geschoben = 0
    verlierer: Player | None = None


@final
@written(said=PASSED)
class Durchmarsch(NamedTuple):
    """A Ramsch in which one player took every trick."""

    spieler: Annotated[Seat, OneSeat(), Key("durchmarsch"), Label("Durchmarsch")]
    geschoben: Geschoben = 0


@final
@written(said=PASSED)
class Eingepasst(NamedTuple):
    """A hand that nobody wanted to play."""

    eingepasst: bool


AllPassed = Ramsch | Durchmarsch | Eingepasst


class Came(NamedTuple):
    """The result of a Ramsch: how many Augen for whom, how that is told, and what doubles them."""

    augen: int
    seats: tuple[Seat, ...]
    told: str
    factors: tuple[str, ...] = ()


def came_to(hand: AllPassed, table: Table[Any]) -> Came | Problems:
    """Return what a hand came to, or what is wrong with it."""
    problems, names = tuple(_problems(hand, table)), table.names
    match hand:
        case Eingepasst():
            return problems or Came(0, (), "Eingepasst")
        case Durchmarsch(spieler, geschoben):
            return problems or Came(ALL, (spieler,), f"Durchmarsch {names[spieler]}: {ALL}",
                                    ("Schieben",) * geschoben)
    loses = _most(hand, table)
    if not isinstance(loses, Most):
        return problems or loses
    if problems:
        return problems
    jungfrau = () if hand.jungfrau is None else (f"Jungfrau {names[hand.jungfrau]}",)
    return Came(*loses, f"Ramsch: {loses.augen}", ("Schieben",) * hand.geschoben + jungfrau)


def feats_of(hand: AllPassed) -> tuple[Feat, ...]:
    """Return who was Jungfrau, or made the Durchmarsch."""
    if isinstance(hand, Durchmarsch):
        return (Feat(hand.spieler, DURCHMARSCH),)
    return (Feat(hand.jungfrau, JUNGFER),) \
        if isinstance(hand, Ramsch) and hand.jungfrau is not None else ()


def refused_in_turn(hand: Any, rules: Any, in_round: bool, instead: bool) -> Problems:
    """Return why a hand is none of a Ramschrunde, or is a Ramsch outside of one; instead: whether
    it may be played in place of a Ramsch."""
    ramsch = isinstance(hand, Ramsch | Durchmarsch)
    if in_round:
        return () if ramsch or instead else (
            Problem((), say("this hand is a Ramsch or a Grand Hand")),)
    wrong = ramsch and rules.ramsch == OFF
    return (Problem((), say("Ramsch is played only after a Bockrunde")),) if wrong else ()


def _most(hand: Ramsch, table: Table[Any]) -> Most | Problems:
    """Return who has the most Augen, and so loses, or what is wrong with the figures."""
    without = {*range(len(table.names))} - {*table.active}
    without |= set() if hand.jungfrau is None else {hand.jungfrau}
    found = most(hand.augen, tuple(without), table.names)
    if not isinstance(found, Most) or hand.verlierer is None:
        return found
    if len(found.seats) > 1 and hand.verlierer in found.seats:
        return found._replace(seats=(hand.verlierer,))
    return (Problem(("verlierer",), say("names one of several with the most Augen")),)


def _problems(hand: AllPassed, table: Table[Any]) -> Iterator[Problem]:
    """Yield what is wrong with a hand besides the sum of its Augen."""
    rules = table.rules
    if isinstance(hand, Eingepasst):
        if not hand.eingepasst or rules.ramsch == IF_ALL_PASS:
            yield Problem(("eingepasst",), say("is true where all passed and no Ramsch followed"))
        return
    key = "durchmarsch" if isinstance(hand, Durchmarsch) else "augen"
    if rules.ramsch == OFF and not rules.ramschrunden:
        yield Problem((key,), say("no Ramsch is played at this table"))
    if not 0 <= hand.geschoben <= MOST_SCHIEBEN:
        yield Problem(("geschoben",), say("each of the three can push the skat on once"))
    if isinstance(hand, Durchmarsch):
        yield from idle(table, hand.spieler, key)
        return
    for seat, figure in enumerate(hand.augen):
        if figure is not None:
            yield from idle(table, seat, key, table.names[seat])
        if figure and seat == hand.jungfrau:
            yield Problem((key, table.names[seat]), say("a Jungfrau has no Augen"))
    yield from idle(table, hand.jungfrau, "jungfrau")


def idle(table: Table[Any], seat: Seat | None, *place: str) -> Problems:
    """Return the problem that somebody sits out, if that is so."""
    if seat is None or seat in table.active:
        return ()
    return (Problem(place, say("{name} does not play this hand", name=table.names[seat])),)
