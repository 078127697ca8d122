"""Cinq-Cents (Fünfhundert, Senserln, Quinzent, Zensa): two players meld and take tricks.

S1 below is Claus D. Grupp, "99 Kartenspiele", Leinfelden 1970, pages 68 to 76, cited by its lines.

Two keys of a hand are this program's own: `fuss`, the number of cards in a player's Fuß if there
are more than five, and `trumpf`, the sequences of a player that are in trump. What is wrong with
the Augen is for `augen` to say, and whether melds and Augen fit together for `fitting`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from scorepad.games.cinq_cents.augen import (
    MOST as MOST,
    can_be as can_be,
    most_with,
    problems_of_augen,
    problems_of_fitting,
)
from scorepad.games.cinq_cents.melds import (
    NOTHING,
    SAID,
    Melds,
    Meldungen,
    problems_of_melds,
    summands,
)
from scorepad.games.fields import BySeat, Needed, Number, OneSeat, Player
from scorepad.games.game import Game, HandScore, Meter, Outcome, Reason
from scorepad.games.problems import Problem, Problems, refuse, shown
from scorepad.games.protocols import Deed, Example, Feat, FollowsTally, Partien
from scorepad.games.shape import written
from scorepad.games.table import Points, Rules, Seat, Table, Tally, option
from scorepad.i18n.message import N_, Message, Quantity, say

PLAYERS = 2
MATSCH_BONUS = 100

SPIELMACHER = Deed("spielmacher", N_("Games as Spielmacher"), solo=True)
MATSCH = Deed("matsch", N_("Matsch"))
FOUR = Deed("vierling", N_("Four of a kind"))

NO_SPIELMACHER = N_("a hand says who was Spielmacher")
NO_AUGEN = N_("a hand says the Augen of both players")


@dataclass(frozen=True)
class CinqCentsRules(Rules):
    """The options of Cinq-Cents, each with its default."""

    limit: int = option(
        500, N_("Goal"), N_("Whoever reaches this many points first wins the match."),
        bounds=(1, 1_000_000))


def _no_name(raw: Any) -> Message:
    return say(NO_SPIELMACHER) if raw is None else say(
        "one player is Spielmacher: {name} is not a name", name=shown(raw))


def _check(hand: "Hand", _: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for seat, (name, figure) in enumerate(zip(names, hand.augen)):
        if figure is None and seat != hand.matsch:
            refuse(say("is missing"), "augen", name)


@written(order=("spielmacher", "meldungen", "augen", "matsch", "ausgerufen"), check=_check,
         said={**SAID, "spielmacher": "Spielmacher|macht Spiel|spielt|declarer",
               "ausgerufen": "ruft aus|hat ausgerufen|called out"})
class Hand(NamedTuple):
    """A hand: who was Spielmacher, and the melds and the Augen of both players.

    meldungen: of each seat; augen: of each seat in tricks, None only where those of the player
    without a trick were left out; matsch: the seat without a trick; ausgerufen: the seat that
    called out its 500 and broke the hand off (S1, 091–093), the Augen are those taken until then.
    """

    spielmacher: Annotated[Seat, OneSeat(_no_name), Needed(NO_SPIELMACHER)]
    meldungen: Meldungen
    augen: Annotated[tuple[int | None, ...], BySeat(Number(0, MOST), NO_AUGEN), Needed(NO_AUGEN)]
    matsch: Player | None = None
    ausgerufen: Player | None = None


class CinqCents(FollowsTally, Partien, Game[Hand, CinqCentsRules]):
    """Cinq-Cents (S1, 032–093), 2 players, 18 of 32 cards. The only mark that a hand can give is
    that of who called out, which ends the Partie."""

    id = "cinq-cents"
    title = "Cinq-Cents"
    also_called = ("Fünfhundert", "Senserln", "Quinzent", "Zensa")
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

        Both write their own points, or the opponent those of both if the Spielmacher has less (S1,
        086–091). Each has nine cards, and both have 18 of the pack (S1, 043–049). In a hand that
        was broken off both write their own.
        """
        if problems := (*problems_of_melds(hand.meldungen, table.names),
                        *problems_of_augen(hand.augen, hand.matsch, hand.ausgerufen is not None,
                                           table.names)):
            return problems
        counted = _counted(hand)
        if hand.ausgerufen is not None:
            return _problems_of_the_call(hand, table) or HandScore.of(
                counted, tuple([int(seat == hand.ausgerufen) for seat in range(PLAYERS)]))
        own, his = counted[hand.spielmacher], counted[1 - hand.spielmacher]
        if own < his:
            counted = (0, own + his) if hand.spielmacher == 0 else (own + his, 0)
        return HandScore.of(counted)

    def guard(self, hand: Hand, table: Table[CinqCentsRules]) -> Problems:
        """Return why these melds and Augen cannot be those of one hand (`fitting`)."""
        augen = tuple([figure or 0 for figure in hand.augen])
        if hand.ausgerufen is None:
            return tuple(problems_of_fitting(hand.meldungen, augen, hand.matsch, table.names))
        if hand.meldungen == (NOTHING,) * PLAYERS or \
                sum(augen) <= (most := most_with(*hand.meldungen)):
            return ()
        return (Problem(("augen",), say(
            "{sum} in all – with these melds 18 cards have at most {most}",
            sum=sum(augen), most=most)),)

    def feats(self, hand: Hand, table: Table[CinqCentsRules], score: HandScore) -> tuple[Feat, ...]:
        made = score.points[hand.spielmacher] >= score.points[1 - hand.spielmacher]
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
        if hand.ausgerufen is not None:
            before, name = _before(table)[hand.ausgerufen], table.names[hand.ausgerufen]
            own = score.points[hand.ausgerufen]
            told.append(f"{name} ausgerufen: {before} + {own} = {before + own}")
        if sums[0] >= sums[1] or hand.ausgerufen is not None:
            return " · ".join(told)
        return f"{' < '.join(told)} → {sum(sums)}"

    def describe(self, hand: Hand, names: Sequence[str]) -> str:
        said = [f"Spielmacher {names[hand.spielmacher]}"]
        for name, melds, figure in zip(names, hand.meldungen, hand.augen):
            said.append(f"{name} " + ", ".join([*melds.titles(), str(figure or 0)]))
        if hand.matsch is not None:
            said.append(f"matsch {names[hand.matsch]}")
        if hand.ausgerufen is not None:
            said.append(f"ausgerufen {names[hand.ausgerufen]}")
        return " · ".join(said)

    # --- a match ------------------------------------------------------------------------------

    def outcome(self, tally: Tally, rules: CinqCentsRules) -> Outcome | None:
        """Return the winner: whoever called out 500 in the middle of a hand, or had them after it
        (S1, 091–093); of two who had them, the one with more.

        If both have the same after a whole hand, they play on.
        """
        if any(tally.marks):
            return Outcome(Reason.WON, tally.marks.index(1))
        most = max(tally.totals)
        if most < rules.limit or tally.totals.count(most) > 1:
            return None
        return Outcome(Reason.WON, tally.totals.index(most))

    def why(self, outcome: Outcome, tally: Tally, rules: CinqCentsRules,
            names: Sequence[str]) -> Message:
        return say("{points} points, and {limit} is the goal",
                   points=Quantity(tally.totals[outcome.whose]), limit=Quantity(rules.limit))

    def payout(self, outcome: Outcome, tally: Tally, stake: int) -> Points:
        """Return the payment in cents: the loser pays one Einsatz."""
        return (stake, -stake) if outcome.seat == 0 else (-stake, stake)

    def meters(self, tally: Tally, rules: CinqCentsRules) -> tuple[Meter, ...]:
        return (Meter(N_("Points"), rules.limit, tally.totals, of_points=True),)


CINQ_CENTS = CinqCents()


# --- arithmetic -------------------------------------------------------------------------------


def points_of_melds(melds: tuple[Melds, ...]) -> Points:
    """Return what the melds of both count against each other."""
    return tuple([sum([value for value, _ in found]) for found in summands(*melds)])


def _counted(hand: Hand) -> Points:
    """Return what each player has made: melds, Augen, and the bonus if the other is matsch."""
    return tuple([
        melded + (augen or 0) + MATSCH_BONUS * (hand.matsch == 1 - seat) for seat, (melded, augen)
        in enumerate(zip(points_of_melds(hand.meldungen), hand.augen))])


def _before(table: Table[CinqCentsRules]) -> Points:
    """Return the points of both in this Partie before the hand."""
    return table.nothing if table.tally is None else table.tally.totals


# --- what can be wrong ------------------------------------------------------------------------


def _problems_of_the_call(hand: Hand, table: Table[CinqCentsRules]) -> Problems:
    """Return why nobody could break off this hand; empty if the caller has 500 (S1, 091–093)."""
    if hand.matsch is not None:
        return (Problem(("matsch",), say("a hand that was broken off leaves nobody matsch")),)
    seat, limit = hand.ausgerufen or 0, table.rules.limit
    before, melds = _before(table)[seat], points_of_melds(hand.meldungen)[seat]
    augen = hand.augen[seat] or 0
    if (total := before + melds + augen) >= limit:
        return ()
    return (Problem(("ausgerufen",), say(
        "{name} has {total}, not {limit}: {before} before this hand, {melds} in melds, {augen} "
        "Augen", name=table.names[seat], total=total, limit=limit, before=before, melds=melds,
        augen=augen)),)
