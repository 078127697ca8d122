"""Kalter Schlag: a game of Augen for four players, from Hamburg, in which points are always bad.

S0 below is the German rule text of John McLeod and Ulf Martin (pagat.com, version of 18 April
2022), cited by its headings.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, NamedTuple, final

from scorepad.games import protocols
from scorepad.games.augen import ALL, Counted, Most, most, problems_of_figures
from scorepad.games.describing import JUNGFERN, MARSCH, by_name
from scorepad.games.fields import ByWord, Key, Number, OneSeat, Player, Players
from scorepad.games.game import Game, HandScore, Meter, NextDeal, Outcome, Reason
from scorepad.games.problems import Problem, Problems, shown
from scorepad.games.shape import written
from scorepad.games.table import Points, Rules, Seat, Table, Tally, option
from scorepad.i18n.message import N_, Message, Quantity, say

DOUBLINGS = ("Kontra", "Re", "Bock", "Hirsch")
Verdopplungen = Annotated[int, Number(0, len(DOUBLINGS))]
"""The number of doublings said, in the order of `DOUBLINGS`."""

STRUCK = protocols.Deed("kalter-schlag", N_("Kalte Schläge"))
"""A hand that alone loses a Partie."""

NOT_NOTED = (None,) * len(DOUBLINGS)
SAID = (protocols.SAID_KONTRA, protocols.SAID_RE, protocols.SAID_BOCK, protocols.SAID_HIRSCH)
AngesagtVon = Annotated[tuple[Seat | None, ...], ByWord(
    tuple([name.lower() for name in DOUBLINGS]), OneSeat())]
"""The speaker of each of `DOUBLINGS`, None where nobody noted one."""


class Rounding(StrEnum):
    """The rounding of a Ramsch (S0, Wertung; S0, Variante der Spielwertberechnung)."""

    TENS_AFTER = "tens-after"
    FIVES_BEFORE = "fives-before"


@dataclass(frozen=True)
class KalterSchlagRules(Rules):
    """The options of Kalter Schlag, each with its default."""

    limit: int = option(
        2000, N_("Limit"), N_("Whoever reaches this many points loses the match."),
        bounds=(1, 1_000_000))
    anschriften: int = option(
        5, N_("Anschriften"), N_("Whoever has scored this often, below the limit, wins it."),
        bounds=(1, 1_000))
    rounding: str = option(
        Rounding.TENS_AFTER, N_("Rounding"),
        N_("Tens: double first, then round to tens. "
           "Fives: round the Augen to fives first, then double."),
        {Rounding.TENS_AFTER: N_("Tens, afterwards"),
         Rounding.FIVES_BEFORE: N_("Fives, beforehand")})


_SAID = {"|".join([name, *[template.format(name, f"{{angesagt_von.{name.lower()}}}")
                           for template in ("{1} {0}", "{0} {1}", "{0} von {1}", "{1} sagt {0}")]]):
         {"verdopplungen": count} for count, name in enumerate(DOUBLINGS, 1)}
"""The phrases for doublings where a hand is typed as a line."""


@final
@written(said={"jungfern": JUNGFERN, "verdopplungen": ""}, phrases=_SAID)
class Ramsch(NamedTuple):
    """A hand in which two or more players took tricks.

    augen: of each seat, None where nobody counted; jungfern: seats without a trick, in seat
    order; verdopplungen: how many of Kontra, Re, Bock and Hirsch were said; angesagt_von: who
    said each of them.
    """

    augen: Counted
    jungfern: Players = ()
    verdopplungen: Verdopplungen = 0
    angesagt_von: AngesagtVon = NOT_NOTED


@final
@written(said={"durchmarsch": MARSCH, "verdopplungen": ""}, phrases=_SAID)
class Durchmarsch(NamedTuple):
    """A hand in which one player took every trick."""

    spieler: Annotated[Player, Key("durchmarsch")]
    verdopplungen: Verdopplungen = 0
    angesagt_von: AngesagtVon = NOT_NOTED


Hand = Ramsch | Durchmarsch


class KalterSchlag(protocols.Partien, Game[Hand, KalterSchlagRules]):
    """Kalter Schlag (S0), 4 players, 120 Augen."""

    id = "kalter-schlag"
    title = "Kalter Schlag"
    players = range(4, 5)
    rules = KalterSchlagRules
    hands = (Ramsch, Durchmarsch)
    marks_key = "anschriften"
    example = protocols.Example(("Anne", "Bert", "Cem", "Dora"), (
        {"augen": {"Anne": 63}, "verdopplungen": 2},
        {"augen": {"Anne": 66}},
        {"augen": {"Anne": 70}, "jungfern": ["Dora"]},
        {"augen": {"Anne": 61}},
        {"augen": {"Anne": 72}, "verdopplungen": 1},  # her fifth Anschrift, which wins
        {"augen": {"Bert": 90}, "verdopplungen": 4},
        {"augen": {"Bert": 70}, "verdopplungen": 3}))  # 1440 + 560: the limit

    # --- a hand -------------------------------------------------------------------------------

    def guard(self, hand: Hand, table: Table[KalterSchlagRules]) -> Problems:
        return tuple(_out_of_turn(hand, table))

    def judge(self, hand: Hand, table: Table[KalterSchlagRules]) -> HandScore | Problems:
        """Return everyone's points (S0, Wertung), or what is wrong: in a Ramsch the losers write,
        after a Durchmarsch the other three. Augen may be left out where the others settle who
        has the most."""
        problems = _problems_of_doublings(hand)
        if isinstance(hand, Durchmarsch):
            others = tuple([seat for seat in range(4) if seat != hand.spieler])
            return problems or _everybody_writes(others, ALL << hand.verdopplungen)
        problems += _problems_of_jungfern(hand, table.names)
        if len(hand.jungfern) > 2:
            return (*problems, *problems_of_figures(hand.augen, table.names))
        lost = most(hand.augen, hand.jungfern, table.names)
        if not isinstance(lost, Most):
            return problems + lost
        if problems:
            return problems
        doublings = hand.verdopplungen + len(hand.jungfern)
        worth = ramsch_points(lost.augen, doublings, table.rules.rounding)
        return _everybody_writes(lost.seats, worth, lost.augen)

    def feats(self, hand: Hand, table: Table[KalterSchlagRules],
              score: HandScore) -> tuple[protocols.Feat, ...]:
        said = () if hand.angesagt_von == NOT_NOTED else tuple([
            protocols.Feat(seat, deed) for seat, deed in zip(hand.angesagt_von, SAID)
            if seat is not None])
        said += tuple([protocols.Feat(seat, STRUCK) for seat, points in enumerate(score.points)
                       if points >= table.rules.limit])
        if isinstance(hand, Durchmarsch):
            return (protocols.Feat(hand.spieler, protocols.DURCHMARSCH), *said)
        return tuple([protocols.Feat(seat, protocols.JUNGFER) for seat in hand.jungfern]) + said

    def explain(self, hand: Hand, table: Table[KalterSchlagRules], score: HandScore) -> str:
        if isinstance(hand, Ramsch):
            jungfern = tuple([table.names[seat] for seat in hand.jungfern])
            return _ramsch_arithmetic(score.why, hand.verdopplungen, jungfern,
                                      table.rules.rounding)
        return f"Durchmarsch {table.names[hand.spieler]}: " + _product(
            str(ALL), hand.verdopplungen, (), ALL << hand.verdopplungen)

    def describe(self, hand: Hand, names: Sequence[str]) -> str:
        if isinstance(hand, Durchmarsch):
            said = [f"Durchmarsch {names[hand.spieler]}"]
        else:
            said = [by_name(hand.augen, names)]
            said += [f"Jungfer {names[seat]}" for seat in hand.jungfern]
        von = ["" if seat is None else f" ({names[seat]})" for seat in hand.angesagt_von]
        doublings = [doubling + who for doubling, who in zip(DOUBLINGS, von)]
        return " · ".join([*said, *doublings[:hand.verdopplungen]])

    # --- a match ------------------------------------------------------------------------------

    def outcome(self, tally: Tally, rules: KalterSchlagRules) -> Outcome | None:
        """Return the end of the Partie (S0, Ende der Partie): winning goes before losing, and a
        tie for either decides nothing."""
        totals, marks, _ = tally
        limit, enough = rules.limit, rules.anschriften
        winners = [seat for seat, count in enumerate(marks)
                   if count >= enough and totals[seat] < limit]
        if winners and (winner := _only(totals, min, winners)) is not None:
            return Outcome(Reason.WON, winner)
        losers = [seat for seat, total in enumerate(totals) if total >= limit]
        if losers and (loser := _only(totals, max, losers)) is not None:
            return Outcome(Reason.LOST, loser)
        return None

    def why(self, outcome: Outcome, tally: Tally, rules: KalterSchlagRules,
            names: Sequence[str]) -> Message:
        seat = outcome.whose
        if outcome.reason is Reason.WON:
            return say("{count} Anschriften, and {points} points are below {limit}",
                       count=tally.marks[seat], points=Quantity(tally.totals[seat]),
                       limit=Quantity(rules.limit))
        if tally.hands == 1:  # S0, Wertung, the last example
            return say("the kalte Schlag, {points} points in a single hand",
                       points=Quantity(tally.totals[seat]))
        return say("{points} points, and {limit} is the limit",
                   points=Quantity(tally.totals[seat]), limit=Quantity(rules.limit))

    def payout(self, outcome: Outcome, tally: Tally, stake: int) -> Points:
        """Return the payments in cents (S0, Ende der Partie): a winner gets 2 Einsätze from each;
        a loser pays 1 to whoever wrote points in this Partie and 2 to whoever wrote none."""
        if outcome.reason is Reason.WON:
            shares = [-2 * stake] * len(tally.totals)
        else:
            shares = [stake if marks else 2 * stake for marks in tally.marks]
        shares[outcome.whose] = 0
        shares[outcome.whose] = -sum(shares)
        return tuple(shares)

    def next_match(self, outcome: Outcome) -> NextDeal:
        """Return the winner, who deals, or the loser, who deals or names somebody else (S0, Ende
        der Partie)."""
        return NextDeal(outcome.seat, outcome.loser)

    def meters(self, tally: Tally, rules: KalterSchlagRules) -> tuple[Meter, ...]:
        return (Meter(N_("Anschriften"), rules.anschriften, tally.marks),
                Meter(N_("Points"), rules.limit, tally.totals, of_points=True))


KALTER_SCHLAG = KalterSchlag()


# --- arithmetic -------------------------------------------------------------------------------


def ramsch_points(augen: int, doublings: int, rounding: str) -> int:
    """Return the points of a loser with this many Augen (S0, Wertung; S0, Variante). doublings:
    those said and the Jungfern together; rounding: a value of `Rounding`, which to tens rounds 5
    up."""
    if rounding == Rounding.FIVES_BEFORE:
        return (augen + 2) // 5 * 5 << doublings
    return ((augen << doublings) + 5) // 10 * 10


def _everybody_writes(losers: tuple[Seat, ...], worth: int, augen: int = ALL) -> HandScore:
    """Return the score of a hand for which each loser writes `worth` points, for these Augen."""
    return HandScore.of(tuple([worth if seat in losers else 0 for seat in range(4)]),
                        tuple([int(seat in losers) for seat in range(4)]), why=augen)


def _only(totals: Points, best: Callable[[Sequence[int]], int], seats: list[Seat]) -> Seat | None:
    """Return the one of these seats with the best total, or None in a tie."""
    if len(seats) > 1:
        figure = best([totals[seat] for seat in seats])
        seats = [seat for seat in seats if totals[seat] == figure]
    return seats[0] if len(seats) == 1 else None


def _ramsch_arithmetic(augen: int, doublings: int, jungfern: tuple[str, ...],
                       rounding: str) -> str:
    points = ramsch_points(augen, doublings + len(jungfern), rounding)
    if rounding == Rounding.FIVES_BEFORE:
        fives = ramsch_points(augen, 0, rounding)
        return _product(str(augen) if fives == augen else f"{augen} → {fives}",
                        doublings, jungfern, points)
    exact = augen << doublings + len(jungfern)
    product = _product(str(augen), doublings, jungfern, exact)
    return product if exact == points else f"{product} → {points}"


def _product(first: str, doublings: int, jungfern: tuple[str, ...], result: int) -> str:
    factors = [f" · 2 ({name})" for name in DOUBLINGS[:doublings]]
    factors += [f" · 2 (Jungfer {name})" for name in jungfern]
    return f"{first}{''.join(factors)} = {result}" if factors else first


# --- what can be wrong ------------------------------------------------------------------------


def _problems_of_doublings(hand: Hand) -> Problems:
    count, von = hand.verdopplungen, hand.angesagt_von
    if 0 <= count <= len(DOUBLINGS):
        return () if von == NOT_NOTED else tuple([
            Problem(("angesagt_von", name.lower()), say("{name} was not said", name=name))
            for name, seat in zip(DOUBLINGS[count:], von[count:]) if seat is not None])
    return (Problem(("verdopplungen",), say(
        "{count} doublings: there are at most {most}, Kontra, Re, Bock and Hirsch",
        count=shown(count), most=len(DOUBLINGS))),)


def _out_of_turn(hand: Hand, table: Table[KalterSchlagRules]) -> Iterator[Problem]:
    """Yield who cannot have doubled: each may do so once, when it is their turn to play their first
    card, the dealer last (S0, Kontra)."""
    at = table.seats.index(table.dealer) + 1
    turns, before = table.seats[at:] + table.seats[:at], -1
    for number, seat in enumerate(hand.angesagt_von[:hand.verdopplungen]):
        before += 1
        if seat is None:
            continue
        turn, last = turns.index(seat), len(turns) - (hand.verdopplungen - number)
        if not before <= turn <= last:
            name = DOUBLINGS[number]
            yield Problem(("angesagt_von", name.lower()), say(
                "{name} cannot have said {what}: everybody doubles once, in turn, the dealer last",
                name=table.names[seat], what=name))
            return
        before = turn


def _problems_of_jungfern(hand: Ramsch, names: Sequence[str]) -> Problems:
    problems = []
    if len(hand.jungfern) > 2:
        problems.append(Problem(("jungfern",), say(
            "{count} Jungfern: with three it is a Durchmarsch of the fourth player",
            count=len(hand.jungfern))))
    for seat in hand.jungfern:
        if hand.augen[seat]:
            problems.append(Problem(("augen", names[seat]), say(
                "{name} is Jungfer, so without a trick and without Augen, not {augen}",
                name=names[seat], augen=shown(hand.augen[seat]))))
    return tuple(problems)
