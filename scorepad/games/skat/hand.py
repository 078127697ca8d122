"""The games of Skat, what they are worth by the International Skat Order (ISkO), and the options;
and a Ramsch where all pass, in which nobody of those who play wants the most Augen.

The list is kept in one of three ways: plain, by Seeger and Fabian, or as a Bierlachs.
"""

from bisect import bisect
from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache
from typing import Annotated, Any, NamedTuple, final

from scorepad.games import describing
from scorepad.games.augen import ALL, Counted, Most, fault_of_figure, most
from scorepad.games.fields import Choice, Flag, Key, Label, Number, OneSeat, Player
from scorepad.games.problems import Problem, Problems, fault_of_number, none_of
from scorepad.games.protocols import DURCHMARSCH, JUNGFER, Feat
from scorepad.games.schieberamsch import Side
from scorepad.games.shape import written
from scorepad.games.skat.options import BASES, GRAND, IF_ALL_PASS, KONTRAS, OFF, SkatRules
from scorepad.games.table import Seat, Table
from scorepad.i18n.message import Message, say

MOST_SCHIEBEN = 3
Geschoben = Annotated[int, Number(0, MOST_SCHIEBEN)]


@final
@written(said=describing.PASSED, told="Ramsch · {augen} · Jungfrau {jungfrau} · "
                                      "Geschoben {geschoben} · Verlierer {verlierer}")
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
@written(said=describing.PASSED)
class Durchmarsch(NamedTuple):
    """A Ramsch in which one player took every trick."""

    spieler: Annotated[Seat, OneSeat(), Key("durchmarsch"), Label("Durchmarsch")]
    geschoben: Geschoben = 0


@final
@written(said=describing.PASSED)
class Eingepasst(NamedTuple):
    """A hand that nobody wanted to play."""

    eingepasst: bool


AllPassed = Ramsch | Durchmarsch | Eingepasst

MOST_PENALTY = 1_000


@final
@written(said=describing.PENALTY, told="Strafpunkte {spieler} {punkte}")
class Strafe(NamedTuple):
    """Points that the table takes off somebody for a fault; it is no hand."""

    spieler: Annotated[Seat, OneSeat(), Key("strafe"), Label("Strafpunkte")]
    punkte: Annotated[int, Number(1, MOST_PENALTY)]


def problems_of_penalty(penalty: Strafe, table: Table[Any]) -> Problems:
    """Return what is wrong with points that are taken off."""
    if penalty.spieler not in table.seats:
        return (Problem(("strafe",), say("{name} does not sit at this table",
                                         name=table.names[penalty.spieler])),)
    fault = fault_of_number(penalty.punkte, 1, MOST_PENALTY)
    return (Problem(("punkte",), fault),) if fault else ()


class Came(NamedTuple):
    """The result of a Ramsch: how many Augen, or what price, for whom, how that is told, and what
    doubles it."""

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
    price = table.rules.ramsch_preis or loses.augen
    return Came(price, loses.seats, f"Ramsch: {price}", ("Schieben",) * hand.geschoben + jungfrau)


def feats_of(hand: AllPassed) -> tuple[Feat, ...]:
    """Return who was Jungfrau, or made the Durchmarsch."""
    if isinstance(hand, Durchmarsch):
        return (Feat(hand.spieler, DURCHMARSCH),)
    return (Feat(hand.jungfrau, JUNGFER),) \
        if isinstance(hand, Ramsch) and hand.jungfrau is not None else ()


def refused_in_turn(hand: Any, rules: Any, in_round: bool, instead: bool) -> Problems:
    """Return why a hand cannot be played in a Ramschrunde, or, as a Ramsch, outside of one.
    in_round: whether one is played; instead: whether the hand may stand in place of a Ramsch."""
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
    """Return the problem, at `place` in the hand, that this player sits out, if that is so."""
    if seat is None or seat in table.active:
        return ()
    return (Problem(place, say("{name} does not play this hand", name=table.names[seat])),)


# --- the games of a soloist -----------------------------------------------------------------------

NULL = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
NULL_TOLD = {(hand, ouvert): f"Null{' Hand' * hand}{' ouvert' * ouvert}: {value}"
             for (hand, ouvert), value in NULL.items()}
JACKS, MOST_LEVELS, MOST_IN_SKAT = 4, 7, 22


class Null(StrEnum):
    """The game without trumps."""

    NULL = "null"


class Stufe(StrEnum):
    """A result as far as it matters."""

    GEWONNEN = "gewonnen"
    SCHNEIDER = "schneider"
    SCHWARZ = "schwarz"
    VERLOREN = "verloren"
    VERLOREN_60 = "verloren-60"
    VERLOREN_SCHNEIDER = "verloren-schneider"
    VERLOREN_SCHWARZ = "verloren-schwarz"


WON = (Stufe.GEWONNEN, Stufe.SCHNEIDER, Stufe.SCHWARZ)
LOST = (Stufe.VERLOREN, Stufe.VERLOREN_SCHNEIDER, Stufe.VERLOREN_SCHWARZ)
ANSAGEN = ("schneider", "schwarz")

Reizwert = Annotated[int | None, Number(2, 264), Label("Gereizt")]
Kontra = Annotated[int, Number(0, len(KONTRAS), KONTRAS)]
Ouvert = Annotated[bool, Label("ouvert")]


@final
@written(said=describing.IN_SKAT, phrases=describing.SKAT,
         told="{spieler} · {spiel} mit {spitzen} · {hand} · {ansage} angesagt · {ouvert} · gereizt "
         "{reizwert} · {stufe} · {augen} Augen · {schwarz} schwarz · {kontra}")
class Spiel(NamedTuple):
    """A game with trumps.

    augen: the declarer's, with the skat; schwarz: the side without a trick; stufe: the result,
    where Augen were not counted; kontra: how many of `KONTRAS`; ohne: the Spitzen were missing.
    """

    spiel: Annotated[str, Choice(tuple(BASES), fault=lambda raw: none_of(raw, (*BASES, "null")))]
    spieler: Player
    spitzen: Annotated[int, Number(1, 11)]
    hand: bool = False
    ansage: Annotated[str | None, Choice(ANSAGEN), Label("angesagt")] = None
    ouvert: Ouvert = False
    augen: Annotated[int | None, Number(0, ALL)] = None
    schwarz: Side | None = None
    stufe: Stufe | None = None
    reizwert: Reizwert = None
    kontra: Kontra = 0
    ohne: Annotated[bool, Label("ohne")] = False


@final
@written(constants={"spiel": Null.NULL}, said=describing.IN_NULL, phrases=describing.NULL,
         told="{spieler} · Null · {hand} · {ouvert} · gereizt {reizwert} · {gewonnen} · {kontra}")
class Nullspiel(NamedTuple):
    """A game without trumps, in which the declarer wants no trick."""

    spieler: Player
    gewonnen: Annotated[bool, Flag("Verloren")]
    hand: bool = False
    ouvert: Ouvert = False
    reizwert: Reizwert = None
    kontra: Kontra = 0

    @property
    def spiel(self) -> Null:
        """Always `Null.NULL`."""
        return Null.NULL


Gespielt = Spiel | Nullspiel


def worth(hand: Gespielt, rules: SkatRules) -> tuple[int, str, bool]:
    """Return the value of a game, its arithmetic, and whether it was won."""
    if isinstance(hand, Nullspiel):
        base = value = NULL[hand.hand, hand.ouvert]
        told, won = NULL_TOLD[hand.hand, hand.ouvert], hand.gewonnen
    else:
        base = getattr(rules, hand.spiel)
        value, told, won = _worth(base, hand.spiel, hand.spitzen, hand.hand, hand.ansage,
                                  hand.ouvert, stufe_of(hand), hand.ohne)
    bid = hand.reizwert or 0
    if value >= bid:
        return value, told, won
    if isinstance(hand, Spiel) or rules.null_ueberreizt == "vielfaches":
        value = -(-bid // base) * base
    return value, f"{told}, gereizt {bid} → {value}", False


@lru_cache(maxsize=1 << 12)
def _worth(base: int, spiel: str, spitzen: int, hand: bool, ansage: str | None, ouvert: bool,
           stufe: Stufe, ohne: bool) -> tuple[int, str, bool]:
    """Return what a game is worth, whatever was bid; a table has few different ones, often."""
    times, announced = spitzen, 2 if ouvert else ANSAGEN.index(ansage) + 1 if ansage else 0
    depth = max([announced, *[row.index(stufe) for row in (WON, LOST) if stufe in row]])
    told = f"{spiel.capitalize()} {'ohne' if ohne else 'mit'} {times}"
    for word, counts in (("Spiel", True), ("Hand", hand), ("Schneider", depth > 0),
                         ("angesagt", announced > 0), ("Schwarz", depth > 1),
                         ("angesagt", announced > 1), ("ouvert", ouvert)):
        times += counts
        told += f", {word} {times}" * counts
    value = base * times
    return value, f"{told}: {value}", stufe in WON[announced:]


def stufe_of(hand: Spiel) -> Stufe:
    """Return the result of a game, by its Augen if it does not say it."""
    if hand.schwarz is not None:
        return Stufe.SCHWARZ if hand.schwarz is Side.GEGNER else Stufe.VERLOREN_SCHWARZ
    if hand.stufe is not None or hand.augen is None or hand.augen == ALL // 2:
        return hand.stufe or Stufe.VERLOREN_60
    return WON[hand.augen >= 90] if hand.augen > ALL // 2 else LOST[hand.augen <= 30]


def problems_of(hand: Gespielt, rules: SkatRules) -> Iterator[Problem]:
    """Yield what is wrong with a game, each at its key."""
    most = JACKS if isinstance(hand, Spiel) and hand.spiel == GRAND else rules.spitzen_max
    if not 0 <= hand.kontra <= (rules.kontra_max if rules.kontra else 0):
        yield Problem(("kontra",), say("is 1 for Kontra and 2 for Re, where they are played"))
    if hand.reizwert is not None and (fault := fault_of_bid(hand.reizwert, rules)):
        yield Problem(("reizwert",), fault)
    if isinstance(hand, Nullspiel):
        return
    if not 1 <= hand.spitzen <= most:
        yield Problem(("spitzen",), say("{count} Spitzen: there are 1 to {most}",
                                        count=hand.spitzen, most=most))
    for key, announced in (("ansage", hand.ansage), ("ouvert", hand.ouvert)):
        if announced and not hand.hand:
            yield Problem((key,), say("is announced only in a Hand game"))
    if (hand.augen is None) is (hand.stufe is None):
        yield Problem(("augen" if hand.augen is None else "stufe",),
                      say("a game says either the declarer's Augen or the result"))
    if hand.augen is not None and (fault := fault_of_figure(hand.augen)):
        yield Problem(("augen",), fault)
    if hand.schwarz is not None and (hand.augen is None or not (
            hand.augen == ALL if hand.schwarz is Side.GEGNER else hand.augen <= MOST_IN_SKAT)):
        yield Problem(("schwarz",), say("does not go with these Augen"))


def fault_of_bid(bid: int, rules: SkatRules) -> Message | None:
    """Return why nobody bids this, with the bids next to it; None if somebody can."""
    bids = _bids(rules.spitzen_max, tuple([getattr(rules, spiel) for spiel in BASES]))
    at = bisect(bids, bid)
    return None if bid in bids[:at][-1:] else say(
        "{value} is no bid, but {near}", value=bid,
        near=" / ".join(map(str, [*bids[:at][-1:], *bids[at:][:1]])))


@cache
def _bids(most: int, bases: tuple[int, ...]) -> list[int]:
    """Return the values that games can have with so many Spitzen in a suit, from the lowest."""
    return sorted({*NULL.values()} | {
        base * times for spiel, base in zip(BASES, bases)
        for times in range(2, (JACKS if spiel == GRAND else most) + MOST_LEVELS + 1)})
