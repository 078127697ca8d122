"""Cinq-Cents (Fünfhundert, Senserln, Quinzent, Zensa): two players meld and take tricks.

S1 below is Claus D. Grupp, "99 Kartenspiele", Leinfelden 1970, pages 68 to 76, cited by its lines.

Two keys of a hand are this program's own: `fuss`, the number of cards in a player's Fuß if there
are more than five, and `trumpf`, the sequences of a player that are in trump.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from scorepad.games.cinq_cents.melds import Meldungen, problems_of_melds, summands
from scorepad.games.example import Example
from scorepad.games.feats import Deed, Feat
from scorepad.games.fields import BySeat, Needed, Number, OneSeat, Player
from scorepad.games.game import Game, HandScore, Meter, Outcome, Reason
from scorepad.games.problems import Problem, Problems, refuse, shown
from scorepad.games.protocols import Partien
from scorepad.games.rules import Rules, option
from scorepad.games.shape import written
from scorepad.games.table import Seat, Table
from scorepad.games.tally import NEVER, Points, Tally
from scorepad.i18n.message import N_, Message, say

PLAYERS = 2
MATSCH_BONUS = 100

FEWEST, MOST = 18, 146
"""The fewest and the most Augen in 18 of the 32 cards: the eleven that count nothing with the next
seven, and all but those eleven and three jacks (S1, 058–064)."""

MOST_OF_ONE = 140
"""The most Augen of a player if the other has a trick: the best sixteen cards."""

MOST_BESIDE = {9: 134, 10: 134, 11: 134}
"""The most Augen of a player, by those of the other, where the bounds above would allow more: no
two cards make up one of these figures and leave all the better cards to the first player."""

SPIELMACHER = Deed("spielmacher", N_("Games as Spielmacher"), solo=True)
MATSCH = Deed("matsch", N_("Matsch"))
FOUR = Deed("vierling", N_("Four of a kind"))

NO_SPIELMACHER = N_("a hand says who was Spielmacher")
NO_AUGEN = N_("a hand says the Augen of both players")


@dataclass(frozen=True)
class CinqCentsRules(Rules):
    """The options of Cinq-Cents, each with its default."""

    limit: int = option(
        500, N_("Goal"), N_("Who has this many points first wins the Partie."),
        bounds=(1, 1_000_000))


def _no_name(raw: Any) -> Message:
    return say(NO_SPIELMACHER) if raw is None else say(
        "one player is Spielmacher: {name} is no name", name=shown(raw))


def _check(hand: "Hand", _: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for seat, (name, figure) in enumerate(zip(names, hand.augen)):
        if figure is None and seat != hand.matsch:
            refuse(say("is missing"), "augen", name)


@written(order=("spielmacher", "meldungen", "augen", "matsch"), check=_check)
class Hand(NamedTuple):
    """A hand: who was Spielmacher, and the melds and the Augen of both players.

    meldungen: of each seat; augen: of each seat in tricks, None only where those of the player
    without a trick were left out; matsch: the seat without a trick.
    """

    spielmacher: Annotated[Seat, OneSeat(_no_name), Needed(NO_SPIELMACHER)]
    meldungen: Meldungen
    augen: Annotated[tuple[int | None, ...], BySeat(Number(0, MOST), NO_AUGEN), Needed(NO_AUGEN)]
    matsch: Player | None = None


class CinqCents(Partien, Game[Hand, CinqCentsRules]):
    """Cinq-Cents (S1, 032–093), 2 players, 18 of 32 cards."""

    id = "cinq-cents"
    title = "Cinq-Cents"
    players = range(PLAYERS, PLAYERS + 1)
    rules = CinqCentsRules
    hands = (Hand,)
    low_is_good = False
    example = Example(("Anne", "Bert"), (
        {"spielmacher": "Anne", "meldungen": {"Anne": ["vier-buben"]},
         "augen": {"Anne": 90, "Bert": 40}},
        {"spielmacher": "Bert", "meldungen": {"Bert": ["vier-asse"]},
         "augen": {"Anne": 49, "Bert": 60}},
        {"spielmacher": "Anne", "meldungen": {"Anne": ["bella", "quart"]},
         "augen": {"Anne": 90, "Bert": 40}},  # 499
        {"spielmacher": "Anne", "meldungen": {"Bert": ["vier-koenige", "terz"]},
         "augen": {"Anne": 60, "Bert": 80}},  # 500
        {"spielmacher": "Anne", "augen": {"Anne": 90, "Bert": 30}}), stake=100)

    # --- a hand -------------------------------------------------------------------------------

    def judge(self, hand: Hand, table: Table[CinqCentsRules]) -> HandScore | Problems:
        """Return what each player writes, or what is wrong.

        Each writes his own points, or the opponent those of both if the Spielmacher has less (S1,
        086–091). Each has nine cards, and both have 18 of the pack (S1, 043–049).
        """
        if problems := (*problems_of_melds(hand.meldungen, table.names),
                        *_problems_of_augen(hand, table.names)):
            return problems
        counted = [sum([value for value, _ in found]) + (augen or 0)
                   for found, augen in zip(summands(*hand.meldungen), hand.augen)]
        if hand.matsch is not None:
            counted[1 - hand.matsch] += MATSCH_BONUS
        own, his = counted[hand.spielmacher], counted[1 - hand.spielmacher]
        if own < his:
            counted[hand.spielmacher], counted[1 - hand.spielmacher] = 0, own + his
        return HandScore.of(tuple(counted))

    def feats(self, hand: Hand, table: Table[CinqCentsRules], score: HandScore) -> tuple[Feat, ...]:
        made = score.points[hand.spielmacher] > 0
        found = [Feat(hand.spielmacher, SPIELMACHER, made)]
        found += [Feat(seat, FOUR) for seat, melds in enumerate(hand.meldungen)
                  for _ in melds.fours]
        return tuple(found if hand.matsch is None else [*found, Feat(hand.matsch, MATSCH)])

    def explain(self, hand: Hand, table: Table[CinqCentsRules], score: HandScore) -> str:
        order = (hand.spielmacher, 1 - hand.spielmacher)
        counted = summands(*hand.meldungen)
        sums, told = [], []
        for seat in order:
            parts = [*counted[seat], (hand.augen[seat] or 0, "")]
            if hand.matsch == 1 - seat:
                parts.append((MATSCH_BONUS, "matsch"))
            sums.append(sum([value for value, _ in parts]))
            line = " + ".join([f"{value} {what}".strip() for value, what in parts])
            told.append(f"{table.names[seat]} {line}" +
                        (f" = {sums[-1]}" if len(parts) > 1 else ""))
        if sums[0] >= sums[1]:
            return " · ".join(told)
        return f"{' < '.join(told)} → {sum(sums)}"

    def describe(self, hand: Hand, names: Sequence[str]) -> str:
        said = [f"Spielmacher {names[hand.spielmacher]}"]
        for name, melds, figure in zip(names, hand.meldungen, hand.augen):
            said.append(f"{name} " + ", ".join([*melds.titles(), str(figure or 0)]))
        return " · ".join(said + ([] if hand.matsch is None else [f"matsch {names[hand.matsch]}"]))

    # --- a match ------------------------------------------------------------------------------

    def ends_at(self, rules: CinqCentsRules, size: int) -> Tally:
        return Tally((rules.limit,) * size, (NEVER,) * size, NEVER)

    def outcome(self, tally: Tally, rules: CinqCentsRules) -> Outcome | None:
        """Return the winner: the first to have 500 (S1, 091–093), of both the one with more.

        If both have the same, they play on.
        """
        most = max(tally.totals)
        if most < rules.limit or tally.totals.count(most) > 1:
            return None
        return Outcome(Reason.WON, tally.totals.index(most))

    def tell(self, outcome: Outcome, tally: Tally, rules: CinqCentsRules,
             names: Sequence[str]) -> Message:
        return say("{name} wins the Partie: {points} points, and {limit} is the goal",
                   name=names[outcome.whose], points=tally.totals[outcome.whose], limit=rules.limit)

    def payout(self, outcome: Outcome, tally: Tally, stake: int) -> Points:
        """Return the payment in cents: the loser pays one Einsatz."""
        return (stake, -stake) if outcome.seat == 0 else (-stake, stake)

    def meters(self, tally: Tally, rules: CinqCentsRules) -> tuple[Meter, ...]:
        return (Meter(N_("Points"), rules.limit, tally.totals),)


CINQ_CENTS = CinqCents()


# --- arithmetic -------------------------------------------------------------------------------


def can_be(one: int, other: int, matsch: bool) -> bool:
    """Return whether the tricks of 18 cards can give the players these Augen; matsch: one player
    has no trick."""
    if one < 0 or other < 0 or not FEWEST <= one + other <= MOST or one == 1 or other == 1:
        return False
    if matsch:
        return not one or not other
    return one <= MOST_BESIDE.get(other, MOST_OF_ONE) and other <= MOST_BESIDE.get(one, MOST_OF_ONE)


# --- what can be wrong ------------------------------------------------------------------------


def _problems_of_augen(hand: Hand, names: Sequence[str]) -> list[Problem]:
    problems = []
    for seat, (name, figure) in enumerate(zip(names, hand.augen)):
        place = ("augen", name)
        if seat == hand.matsch and figure:
            problems.append(Problem(place, say(
                "{name} is matsch, so without a trick and without Augen, not {augen}",
                name=name, augen=shown(figure))))
        elif figure is None and seat != hand.matsch:
            problems.append(Problem(place, say("is missing")))
        elif figure is not None and (fault := _fault_of_figure(figure, hand.matsch)):
            problems.append(Problem(place, fault))
    one, other = [figure or 0 for figure in hand.augen]
    if not problems and not can_be(one, other, hand.matsch is not None):
        problems.append(Problem(("augen",), _fault_of_sum(one + other)))
    return problems


def _fault_of_figure(figure: int, matsch: Seat | None) -> Message | None:
    if figure < 0:
        return say("{augen} Augen: nobody can have less than 0", augen=shown(figure))
    if figure == 1:
        return say("no card counts 1, so nobody can have 1 Auge")
    if figure > MOST:
        return say("{augen} Augen: 18 cards have at most {most}", augen=shown(figure), most=MOST)
    if figure > MOST_OF_ONE and matsch is None:
        return say("{augen} Augen: more than {most} only if the other is matsch",
                   augen=figure, most=MOST_OF_ONE)
    return None


def _fault_of_sum(total: int) -> Message:
    if total > MOST:
        return say("adds up to {sum}: 18 cards have at most {most}", sum=total, most=MOST)
    if total < FEWEST:
        return say("adds up to {sum}: 18 cards have at least {fewest}", sum=total, fewest=FEWEST)
    return say("no 18 cards can be shared like this")
