"""Schieberamsch: Augen that nobody wants, a skat that doubles the points whenever it is pushed on,
and the Grand Hand.

S3 below is the German rule text of John McLeod's card game site (pagat.com, Schieberamsch), cited
by its headings. Points are penalties; below zero they are good.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from scorepad.games.augen import (
    ALL,
    IMPOSSIBLE,
    Augen,
    Most,
    holders,
    problems_of_figures,
    too_many,
)
from scorepad.games.example import Example
from scorepad.games.feats import Feat
from scorepad.games.game import Game, HandScore, Outcome, Reason
from scorepad.games.grand_hand import (
    GRAND_HAND,
    PLAYERS,
    GrandHand,
    described_grand_hand,
    faults_of_grand_hand,
    grand_hand_arithmetic,
    grand_hand_score,
    is_won,
)
from scorepad.games.money import signed
from scorepad.games.problems import Problem, Problems
from scorepad.games.ramsch import (
    MOST,
    Durchmarsch,
    Ramsch,
    described,
    doublings,
    factors,
    feats_of_ramsch,
    most_in,
    problems_of_ramsch,
    writes,
)
from scorepad.games.rules import Rules, option, yes_or_no
from scorepad.games.table import Seat, Table
from scorepad.games.tally import Points, Tally
from scorepad.i18n.message import N_, Message, listed, say

MOST_IN_SKAT = 22
"""The Augen of two aces."""


class SkatTo(StrEnum):
    """The player who gets the Augen in the skat of a Ramsch (S3, Das Spiel; S3, Varianten)."""

    LAST_TRICK = "last-trick"
    MOST_AUGEN = "most-augen"


class SkatTie(StrEnum):
    """The loser of the skat's Augen where several have most without them; S3 is silent about it."""

    EACH = "each"
    LAST_TRICK = "last-trick"


@dataclass(frozen=True)
class SchieberamschRules(Rules):
    """The options of Schieberamsch, each with its default."""

    ramsch_kontra: bool = yes_or_no(
        False, N_("Kontra in the Ramsch"), N_("Each player may say Kontra once. It doubles."))
    skat_to: str = option(
        SkatTo.LAST_TRICK, N_("Skat"),
        N_("Who gets the Augen in the skat: the winner of the last trick, who counts them, or "
           "whoever has most without them."),
        {SkatTo.LAST_TRICK: N_("Last trick"), SkatTo.MOST_AUGEN: N_("Most Augen")})
    skat_tie: str = option(
        SkatTie.EACH, N_("Skat in a tie"),
        N_("When several have most: the whole skat counts for each of them, or it goes with the "
           "Augen of the last trick's winner."),
        {SkatTie.EACH: N_("Each of them"), SkatTie.LAST_TRICK: N_("Last trick")},
        matters=lambda rules: rules.skat_to == SkatTo.MOST_AUGEN)
    grand_hand: bool = yes_or_no(
        True, N_("Grand Hand"), N_("Instead of a Ramsch somebody may play Grand Hand alone."))
    hands: int | None = option(
        None, N_("Number of hands"),
        N_("The match is over after this many hands. Empty: the table decides when."),
        bounds=(1, 1_000), optional=True, matters=lambda rules: rules.rounds is None)
    rounds: int | None = option(
        None, N_("Number of rounds"),
        N_("The match is over after this many rounds. In a round everybody deals once; a Grand "
           "Hand does not count, because its dealer deals again."),
        bounds=(1, 300), optional=True, matters=lambda rules: rules.hands is None)

    def conflict(self) -> Problem | None:
        if self.hands is None or self.rounds is None:
            return None
        return Problem(("rounds",), say("cannot be combined with a number of hands"))


Hand = Ramsch | Durchmarsch | GrandHand


class Schieberamsch(Game[Hand, SchieberamschRules]):
    """Schieberamsch (S3), 3 players, 120 Augen; every two settle the difference of their points
    (S3, Die Anschrift).

    Marks count how often each seat has dealt a hand after which the deal moved on.
    """

    id = "schieberamsch"
    title = "Schieberamsch"
    players = range(PLAYERS, PLAYERS + 1)
    rules = SchieberamschRules
    hands = (Ramsch, Durchmarsch, GrandHand)
    example = Example(("Anne", "Bert", "Cem"), (
        {"augen": {"Anne": 66, "Bert": 40, "Cem": 14}, "geschoben": ["Bert"]},
        {"augen": {"Anne": 30, "Bert": 70, "Cem": 20}, "kontra": 1},
        {"augen": {"Anne": 55, "Bert": 40, "Cem": 15}},  # 10 lie in the skat
        {"augen": {"Anne": 50, "Bert": 50, "Cem": 10}},  # and again, with a tie for the most
        {"grand_hand": {"spieler": "Cem", "augen": 67, "spitzen": 2}}))

    # --- a hand -------------------------------------------------------------------------------

    def judge(self, hand: Hand, table: Table[SchieberamschRules]) -> HandScore | Problems:
        """Return everyone's penalties, or what is wrong: in a Ramsch for whoever has the most
        Augen, negative ones for a Durchmarsch (S3, Die Anschrift), and those of either sign for a
        Grand Hand (S3, Grand Hand)."""
        judged = self._judged(hand, table)
        if isinstance(hand, GrandHand) or not isinstance(judged, HandScore):
            return judged
        return judged._replace(marks=_dealt(table.dealer))

    def _judged(self, hand: Hand, table: Table[SchieberamschRules]) -> HandScore | Problems:
        if isinstance(hand, GrandHand):
            return _problems_of_grand_hand(hand, table) or grand_hand_score(hand)
        most_kontra = MOST if table.rules.ramsch_kontra else 0
        problems = tuple(problems_of_ramsch(hand, table.names, most_kontra))
        if isinstance(hand, Durchmarsch):
            return problems or writes((hand.spieler,), -(ALL // 10 << doublings(hand)))
        lost = _lost(hand, table)
        if not isinstance(lost, Most):
            return problems + lost
        doubled = doublings(hand) + (hand.jungfrau is not None)
        return problems or writes(lost.seats, (lost.augen << doubled) // 10, lost)

    def feats(self, hand: Hand, table: Table[SchieberamschRules],
              score: HandScore) -> tuple[Feat, ...]:
        if isinstance(hand, GrandHand):
            return (Feat(hand.spieler, GRAND_HAND, is_won(hand)),)
        return feats_of_ramsch(hand)

    def explain(self, hand: Hand, table: Table[SchieberamschRules], score: HandScore) -> str:
        if isinstance(hand, GrandHand):
            return grand_hand_arithmetic(hand, table.names)
        doubling = factors(hand, table.names, jungfrau_doubles=True)
        points = sum(set(score.points))
        if isinstance(hand, Durchmarsch):
            return f"Durchmarsch {table.names[hand.spieler]}: " \
                   f"{ALL // 10}{doubling} → {signed(points)}"
        lost: Most = score.why
        counted = hand.augen[lost.seats[0]] or 0
        first = str(lost.augen)
        if table.rules.skat_to == SkatTo.MOST_AUGEN and counted != lost.augen:
            first = f"({counted} + {lost.augen - counted} Skat)"
        doubled = doublings(hand) + (hand.jungfrau is not None)
        product = f" = {lost.augen << doubled}" if doubling or "+" in first else ""
        return f"{first}{doubling}{product} → {points}"

    def describe(self, hand: Hand, names: Sequence[str]) -> str:
        if not isinstance(hand, GrandHand):
            return described(hand, names)
        return described_grand_hand(hand, names)

    # --- a match ------------------------------------------------------------------------------

    def outcome(self, tally: Tally, rules: SchieberamschRules) -> Outcome | None:
        """Return the end after the number of hands or rounds agreed on, if any (S3, Die
        Anschrift)."""
        over = rules.hands and tally.hands >= rules.hands \
            or rules.rounds and sum(tally.marks) >= rules.rounds * PLAYERS
        return Outcome(Reason.ENDED) if over else None

    def progress(self, tally: Tally, rules: SchieberamschRules) -> Message | None:
        if rules.rounds is not None:
            return say("round {round} of {rounds}", rounds=rules.rounds,
                       round=min(sum(tally.marks) // PLAYERS + 1, rules.rounds))
        return None if rules.hands is None else say(
            "{played} of {hands} hands", played=tally.hands, hands=rules.hands)


SCHIEBERAMSCH = Schieberamsch()


# --- arithmetic -------------------------------------------------------------------------------


def _lost(hand: Ramsch, table: Table[SchieberamschRules]) -> Most | Problems:
    """Return who lost a Ramsch and with how many Augen, the skat included, or why that cannot be
    said."""
    if table.rules.skat_to != SkatTo.MOST_AUGEN:
        return most_in(hand, table.names)
    if problems := _problems_beside_the_skat(hand, table.names):
        return tuple(problems)
    counted = _counted(hand)
    known = [figure or 0 for figure in counted]
    ahead, skat = holders(counted, max(known)), ALL - sum(known)
    if skat and len(ahead) > 1 and table.rules.skat_tie == SkatTie.LAST_TRICK:
        return (Problem(("augen",), say(
            "{names} are even: add the skat's {rest} Augen to the last trick",
            rest=skat, names=listed([table.names[seat] for seat in ahead]))),)
    return Most(max(known) + skat, ahead)


@cache
def _dealt(dealer: Seat) -> Points:
    """Return the marks of a hand after which the deal moves on."""
    return tuple([int(seat == dealer) for seat in range(PLAYERS)])


def _counted(hand: Ramsch) -> Augen:
    """Return the Augen counted, with 0 for a Jungfrau who was left out."""
    return tuple([0 if figure is None and seat == hand.jungfrau else figure
                  for seat, figure in enumerate(hand.augen)])


# --- what can be wrong ------------------------------------------------------------------------


def _problems_of_grand_hand(hand: GrandHand, table: Table[SchieberamschRules]) -> Problems:
    if not table.rules.grand_hand:
        return (Problem(("grand_hand",), say("no Grand Hand is played at this table")),)
    return tuple([Problem(("grand_hand", place), fault)
                  for place, fault in faults_of_grand_hand(hand)])


def _problems_beside_the_skat(hand: Ramsch, names: Sequence[str]) -> list[Problem]:
    """Return what is wrong with the Augen in tricks if the rest to 120 lies in the skat."""
    if problems := problems_of_figures(hand.augen, names):
        return problems
    counted = _counted(hand)
    named = sum(filter(None, counted))
    skat = ALL - named
    left = [name for name, figure in zip(names, counted) if figure is None]
    if skat < 0:
        fault = too_many(named)
    elif skat and left:
        fault = say("{sum} so far – the skat decides, so {names} must be typed, too",
                    sum=named, names=listed(left))
    elif skat > MOST_IN_SKAT or skat in IMPOSSIBLE:
        fault = say("{sum} in all – {rest} for the skat is not possible, at most {most}",
                    sum=named, rest=skat, most=MOST_IN_SKAT)
    else:
        return []
    return [Problem(("augen",), fault)]
