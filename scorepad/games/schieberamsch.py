"""Schieberamsch: Augen that nobody wants, a skat that doubles, and the Grand Hand.

S3 below is the German rule text of John McLeod's card game site (pagat.com, Schieberamsch), cited
by its headings. Points are penalties; below zero they are good.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Annotated, NamedTuple, final

from scorepad.games import ramsch
from scorepad.games.augen import (
    ALL,
    IMPOSSIBLE,
    Augen,
    Most,
    fault_of_figure,
    holders,
    problems_of_figures,
    too_many,
)
from scorepad.games.describing import GRAND_HAND as GRAND_HAND_SAID, KONTRA, KONTRA_BY, OHNE
from scorepad.games.fields import Choice, Number, Player, Players
from scorepad.games.game import Game, HandScore, Outcome, Reason
from scorepad.games.money import signed
from scorepad.games.problems import Problem, Problems, shown
from scorepad.games.protocols import OHNE as OHNE_SPITZEN, Deed, Example, Feat
from scorepad.games.shape import written
from scorepad.games.table import Points, Rules, Seat, Table, Tally, option, yes_or_no
from scorepad.i18n.message import N_, Message, listed, say

PLAYERS = 3
GRUNDWERT = 24
SPITZEN = range(1, 5)
KONTRAS = ("Kontra", "Rekontra")
GRAND_HAND = Deed("grand-hand", "Grand Hand", solo=True)


class Side(StrEnum):
    """A side of a Grand Hand."""

    SPIELER = "spieler"
    GEGNER = "gegner"


@final
@written(under="grand_hand", said=GRAND_HAND_SAID, phrases={**KONTRA, **KONTRA_BY, **OHNE},
         sentence=N_("says who played alone, with the Augen and the Spitzen"))
class GrandHand(NamedTuple):
    """A hand that one player played alone, without looking at the skat.

    augen: the soloist's, with the skat; spitzen: how many jacks from the top the soloist has, or,
    if ohne, lacks; schwarz: the side without a trick; kontra: 0 for none, 1 Kontra, 2 Rekontra;
    angesagt_von: the opponent who said Kontra.
    """

    spieler: Player
    augen: Annotated[int, Number(0, ALL)]
    spitzen: Annotated[int, Number(SPITZEN.start, SPITZEN.stop - 1)]
    schwarz: Annotated[Side | None, Choice(
        Side, fault=lambda _: say('is not null, "spieler" or "gegner"'))] = None
    kontra: Annotated[int, Number(0, len(KONTRAS))] = 0
    ohne: bool = False
    angesagt_von: Players = ()


def described_grand_hand(hand: GrandHand, names: Sequence[str]) -> str:
    """Return in words what was entered."""
    said = [f"Grand Hand {names[hand.spieler]} {hand.augen}",
            f"{'ohne' if hand.ohne else 'mit'} {hand.spitzen}"]
    if hand.schwarz:
        said.append("schwarz" if hand.schwarz is Side.SPIELER else "Gegner schwarz")
    by = ramsch.by_whom(hand.angesagt_von, names)
    said += [f"Kontra{by}", *KONTRAS[1:hand.kontra]] if by else KONTRAS[:hand.kontra][-1:]
    return " · ".join(said)


# --- arithmetic ---------------------------------------------------------------------------------


def grand_hand_score(hand: GrandHand) -> HandScore:
    """Return the score: the soloist writes the value, below zero for a win (S3, Grand Hand)."""
    value = _value(hand)
    points = tuple([value if seat == hand.spieler else 0 for seat in range(PLAYERS)])
    return HandScore.of(points, same_dealer=True)


def _value(hand: GrandHand) -> int:
    worth = _product(hand) // 10
    return -worth if is_won(hand) else worth


def _product(hand: GrandHand) -> int:
    return GRUNDWERT * sum(_multipliers(hand).values()) << hand.kontra


def is_won(hand: GrandHand) -> bool:
    """Return whether the soloist has won, with 61 Augen or more."""
    return hand.augen > ALL // 2


def _multipliers(hand: GrandHand) -> dict[str, int]:
    """Return the summands, by title, whose sum multiplies the Grundwert: the game played from the
    hand, its Spitzen, and how low one side stayed."""
    return {"": 2, "Spitzen": hand.spitzen,
            "Schneider": int(min(hand.augen, ALL - hand.augen) <= 30),
            "Schwarz": int(hand.schwarz is not None)}


def grand_hand_arithmetic(hand: GrandHand, names: Sequence[str]) -> str:
    """Return the arithmetic of a Grand Hand that can have been played."""
    summands = " + ".join([f"{count} {what}".strip()
                           for what, count in _multipliers(hand).items() if count])
    kontras = "".join([f" · 2 ({name})" for name in KONTRAS[:hand.kontra]])
    return f"Grand Hand {names[hand.spieler]} {hand.augen}: ({summands}) · {GRUNDWERT}{kontras} " \
           f"= {_product(hand)} → {signed(_value(hand))}"


# --- what can be wrong --------------------------------------------------------------------------


def faults_of_grand_hand(hand: GrandHand) -> list[tuple[str, Message]]:
    """Return why a Grand Hand cannot have been played, each reason with its key in a document."""
    faults = []
    if fault := fault_of_figure(hand.augen):
        faults.append(("augen", fault))
    elif hand.schwarz is Side.SPIELER and hand.augen:
        faults.append(("augen", say("the soloist is schwarz, so without a trick and without Augen, "
                                    "not {augen}", augen=hand.augen)))
    elif hand.schwarz is Side.GEGNER and hand.augen != ALL:
        faults.append(("augen", say("the opponents are schwarz, so the soloist has all {all} "
                                    "Augen, not {augen}", all=ALL, augen=hand.augen)))
    if hand.spitzen not in SPITZEN:
        faults.append(("spitzen", say("{count} Spitzen: with or without 1 to 4 jacks",
                                      count=shown(hand.spitzen))))
    if not 0 <= hand.kontra <= len(KONTRAS):
        faults.append(("kontra", say("{count}: 1 is Kontra, 2 is Rekontra, 0 is neither",
                                     count=shown(hand.kontra))))
    if hand.spieler in hand.angesagt_von:
        faults.append(("angesagt_von", say("the soloist says Rekontra")))
    return faults + [("angesagt_von", problem.message) for problem in
                     ramsch.problems_of_speakers(hand.angesagt_von, min(hand.kontra, 1))]


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


Hand = ramsch.Ramsch | ramsch.Durchmarsch | GrandHand


class Schieberamsch(Game[Hand, SchieberamschRules]):
    """Schieberamsch (S3), 3 players, 120 Augen; every two settle the difference of their points
    (S3, Die Anschrift).

    Marks count how often each seat has dealt a hand after which the deal moved on.
    """

    id = "schieberamsch"
    title = "Schieberamsch"
    players = range(PLAYERS, PLAYERS + 1)
    rules = SchieberamschRules
    hands = (ramsch.Ramsch, ramsch.Durchmarsch, GrandHand)
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
        most_kontra = ramsch.MOST if table.rules.ramsch_kontra else 0
        problems = tuple(ramsch.problems_of_ramsch(hand, table.names, most_kontra))
        if isinstance(hand, ramsch.Durchmarsch):
            return problems or ramsch.writes(
                (hand.spieler,), -(ALL // 10 << ramsch.doublings(hand)))
        lost = _lost(hand, table)
        if not isinstance(lost, Most):
            return problems + lost
        doubled = ramsch.doublings(hand) + (hand.jungfrau is not None)
        return problems or ramsch.writes(lost.seats, (lost.augen << doubled) // 10, lost)

    def feats(self, hand: Hand, table: Table[SchieberamschRules],
              score: HandScore) -> tuple[Feat, ...]:
        if isinstance(hand, GrandHand):
            alone = Feat(hand.spieler, GRAND_HAND, is_won(hand))
            ohne = (alone._replace(deed=OHNE_SPITZEN),) if hand.ohne else ()
            return (alone, *ohne, *ramsch.said_kontra(hand.angesagt_von))
        return ramsch.feats_of_ramsch(hand)

    def explain(self, hand: Hand, table: Table[SchieberamschRules], score: HandScore) -> str:
        if isinstance(hand, GrandHand):
            return grand_hand_arithmetic(hand, table.names)
        doubling = ramsch.factors(hand, table.names, jungfrau_doubles=True)
        points = sum(set(score.points))
        if isinstance(hand, ramsch.Durchmarsch):
            return f"Durchmarsch {table.names[hand.spieler]}: " \
                   f"{ALL // 10}{doubling} → {signed(points)}"
        lost: Most = score.why
        counted = hand.augen[lost.seats[0]] or 0
        first = str(lost.augen)
        if table.rules.skat_to == SkatTo.MOST_AUGEN and counted != lost.augen:
            first = f"({counted} + {lost.augen - counted} Skat)"
        doubled = ramsch.doublings(hand) + (hand.jungfrau is not None)
        product = f" = {lost.augen << doubled}" if doubling or "+" in first else ""
        return f"{first}{doubling}{product} → {points}"

    def describe(self, hand: Hand, names: Sequence[str]) -> str:
        if not isinstance(hand, GrandHand):
            return ramsch.described(hand, names)
        return described_grand_hand(hand, names)

    # --- a match ------------------------------------------------------------------------------

    def outcome(self, tally: Tally, rules: SchieberamschRules) -> Outcome | None:
        """Return the end after the hands or rounds agreed on, if any (S3, Die Anschrift)."""
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


def _lost(hand: ramsch.Ramsch, table: Table[SchieberamschRules]) -> Most | Problems:
    """Return who lost a Ramsch and with how many Augen, the skat included, or why not."""
    if table.rules.skat_to != SkatTo.MOST_AUGEN:
        return ramsch.most_in(hand, table.names)
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


def _counted(hand: ramsch.Ramsch) -> Augen:
    """Return the Augen counted, with 0 for a Jungfrau who was left out."""
    return tuple([0 if figure is None and seat == hand.jungfrau else figure
                  for seat, figure in enumerate(hand.augen)])


# --- what can be wrong ------------------------------------------------------------------------


def _problems_of_grand_hand(hand: GrandHand, table: Table[SchieberamschRules]) -> Problems:
    if not table.rules.grand_hand:
        return (Problem(("grand_hand",), say("no Grand Hand is played at this table")),)
    return tuple([Problem(("grand_hand", place), fault)
                  for place, fault in faults_of_grand_hand(hand)])


def _problems_beside_the_skat(hand: ramsch.Ramsch, names: Sequence[str]) -> list[Problem]:
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
