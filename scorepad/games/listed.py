"""Lists of games that one player plays alone, in the three ways that card players keep them: plain,
by Seeger and Fabian, and as a Bierlachs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from operator import add
from typing import Any, ClassVar, NamedTuple

from scorepad.games.bock import BOCK
from scorepad.games.game import Game, HandScore, HandT, Outcome, Reason, RulesT
from scorepad.games.money import EINSATZ, RATE, Wager, signed
from scorepad.games.passed_ramsch import AllPassed, Came, Durchmarsch, came_to, feats_of
from scorepad.games.problems import Problems
from scorepad.games.protocols import Deed, Entered, Feat, KeepsList
from scorepad.games.rules import Rules, option
from scorepad.games.table import Points, Seat, Table, Tally
from scorepad.i18n.message import N_, Message, Quantity, say

TWICE, ONCE = "doppelt", "einfach"
TIMES = {TWICE: N_("Twice"), ONCE: N_("Once")}

SEEGER, FABIAN, THREE = 50, {True: 40, False: 30}, 3
"""Points besides the game's: of the declarer, for one that was won or lost, and of everybody else,
for one that was lost, with three players and with more."""

LOST_TWICE = f" · {signed(-2)}"
"""The factor in the arithmetic of a lost game that counts twice."""


class Liste(StrEnum):
    """The way to keep the list."""

    EINFACH = "einfach"
    SEEGER_FABIAN = "seeger-fabian"
    BIERLACHS = "bierlachs"


SEEGER_FABIAN, BIERLACHS = Liste.SEEGER_FABIAN, Liste.BIERLACHS
"""Names of two that are asked for with every hand: looking them up in the class takes longer."""


def _in(*listen: Liste) -> Any:
    return lambda rules: rules.liste in listen


def times_option(title: str, sentence: str, **more: Any) -> Any:
    """Return the field of an option that says what a lost game costs."""
    return option(TWICE, title, sentence, TIMES, **more)


@dataclass(frozen=True)
class ListRules(Rules):
    """The options of a list, each with its default."""

    liste: str = option(
        Liste.EINFACH, N_("List"), N_("Only the declarer writes points; all write some for games "
                                      "won and lost; or they play to a limit for an Einsatz."),
        {Liste.EINFACH: N_("Plain"), Liste.SEEGER_FABIAN: "Seeger-Fabian",
         Liste.BIERLACHS: "Bierlachs"})
    hands: int | None = option(
        None, N_("Number of hands"),
        N_("The match is over after this many hands. Empty: the table decides when."),
        bounds=(1, 1_000), optional=True, matters=_in(Liste.EINFACH, Liste.SEEGER_FABIAN))
    sf_gegner: int | None = option(
        None, N_("When another has lost"),
        N_("What everybody else writes for a lost game. Empty: 40 with three players, else 30."),
        bounds=(0, 1_000), optional=True, matters=_in(Liste.SEEGER_FABIAN))
    limit: int = option(
        501, N_("Limit"), N_("Whoever has this many minus points loses the match."),
        bounds=(1, 1_000_000), matters=_in(Liste.BIERLACHS))
    bierlachs_verlust: str = times_option(
        N_("Lost game in the Bierlachs"), N_("How many times the declarer writes its value."),
        matters=_in(Liste.BIERLACHS))
    aussetzer: str = option(
        "nicht", N_("Whoever sits out"), N_("Writes nothing, or as much as the opponents."),
        {"nicht": N_("Nothing"), "mit": N_("As the opponents")}, matters=_in(Liste.BIERLACHS))


class Entry(NamedTuple):
    """An entry in a list: its declarer, None where there was none.

    bonus: the part of the points that nothing doubles; told: the arithmetic of the value, as far
    as nothing is doubled; factors: the names of what doubles it; lost: what a lost game counts
    besides, as it is told; won: None where nobody can win.
    """

    spieler: Seat | None
    bonus: Points
    value: int
    told: str
    factors: Sequence[str] = ()
    lost: str = ""
    won: bool | None = None


class Listed(KeepsList, Game[HandT, RulesT]):
    """A game that is kept as such a list: its rules are `ListRules`, and the `why` of its scores is
    an `Entry`."""

    wagers: ClassVar[tuple[Wager, ...]] = (RATE, EINSATZ)
    low_is_good = False

    # --- what a hand writes -------------------------------------------------------------------

    def played(self, table: Table[Any], spieler: Seat, worth: tuple[int, str, bool],
               factors: tuple[str, ...], *, once: bool) -> HandScore:
        """Return the score of a game that one player played alone.

        worth: its value, the arithmetic of that, and whether it was won; once: whether a lost one
        counts only its value.
        """
        rules, gegner = table.rules, None
        writing: tuple[Seat, ...] = (spieler,)
        if rules.liste == BIERLACHS:
            once = once or rules.bierlachs_verlust == ONCE
            writing = _against(table, spieler)
        elif rules.liste == SEEGER_FABIAN:
            gegner = rules.sf_gegner
            gegner = FABIAN[len(table.seats) == THREE] if gegner is None else gegner
        return _played(table.nothing, spieler, worth, factors, once, writing, gegner)

    def all_passed(self, hand: AllPassed, table: Table[Any]) -> HandScore | Problems:
        """Return the score of a hand that nobody played alone, or what is wrong with it."""
        came = came_to(hand, table)
        if not isinstance(came, Came):
            return came
        seats, points = came.seats, -(came.augen << len(came.factors))
        if isinstance(hand, Durchmarsch):
            against = table.rules.liste == BIERLACHS
            seats, points = (_against(table, hand.spieler), points) if against else (seats, -points)
        return HandScore.of(_written(table.nothing, points, seats), why=Entry(
            None, table.nothing, came.augen, came.told, came.factors))

    def explain(self, hand: HandT, table: Table[RulesT], score: HandScore) -> str:
        entry: Entry = score.why
        steps = entry.lost
        if entry.factors or score.multipliers:
            names = [*entry.factors, *[
                each.title for each in score.multipliers if each.title == BOCK]]
            steps = "".join([f" · 2 ({name})" for name in names]) + steps
        own = 0 if entry.spieler is None else score.points[entry.spieler]
        total = own or next(filter(None, score.points), 0)
        if entry.spieler is not None and (bonus := entry.bonus[entry.spieler]):
            steps += f" {'+' if bonus > 0 else signed(-1)[0]} {abs(bonus)}"
        same = not steps and total == entry.value
        return entry.told if same else f"{entry.told}{steps} → {signed(total, plus=False)}"

    def entered(self, hand: HandT, table: Table[Any], score: HandScore) -> Entered | None:
        entry: Entry = score.why
        if entry.spieler is None or entry.won is None:
            return None
        own = score.points[entry.spieler] - entry.bonus[entry.spieler]
        return Entered(entry.spieler, own, entry.bonus, entry.won)

    def winners(self, hand: HandT, table: Table[RulesT],
                score: HandScore) -> tuple[Seat, ...] | None:
        """Return the declarer or the opponents; None where nobody played alone."""
        entry: Entry = score.why
        return None if entry.won is None else tuple(
            [seat for seat in table.active if (seat == entry.spieler) is entry.won])

    def deed(self, hand: Any) -> Deed:
        """Return what the statistics call a game that one player played alone."""
        raise NotImplementedError

    def feats(self, hand: Any, table: Table[RulesT], score: HandScore) -> tuple[Feat, ...]:
        entry: Entry = score.why
        return feats_of(hand) if entry.spieler is None else (
            Feat(entry.spieler, self.deed(hand), entry.won),)

    # --- a match ------------------------------------------------------------------------------

    def wager_of(self, rules: Any) -> Wager:
        return RATE if self.is_one_match(rules) else EINSATZ

    def is_one_match(self, rules: Any) -> bool:
        return bool(rules.liste != Liste.BIERLACHS)

    def agreed(self, before: Any, after: Any) -> Any:
        """Return the new rules, but with a list for the same kind of money."""
        return after if self.is_one_match(before) is self.is_one_match(after) else \
            replace(after, liste=before.liste, hands=before.hands)

    def outcome(self, tally: Tally, rules: Any) -> Outcome | None:
        """Return the end after the hands agreed on, or the loser of a Bierlachs: who has the fewest
        points, alone, and no more than the limit allows."""
        if self.is_one_match(rules):
            return Outcome(Reason.ENDED) if rules.hands and tally.hands >= rules.hands else None
        low = min(tally.totals)
        return Outcome(Reason.LOST, tally.totals.index(low)) \
            if low <= -rules.limit and tally.totals.count(low) == 1 else None

    def why(self, outcome: Outcome, tally: Tally, rules: Any, names: Sequence[str]) -> Message:
        if outcome.loser is None:
            return super().why(outcome, tally, rules, names)
        return say("{points} points, and {limit} is the limit",
                   points=Quantity(tally.totals[outcome.loser]), limit=Quantity(-rules.limit))

    def payout(self, outcome: Outcome, tally: Tally, stake: int) -> Points:
        """Return the cents: the loser of a Bierlachs pays an Einsatz to each of the others."""
        size, loser = len(tally.totals), outcome.loser
        return super().payout(outcome, tally, stake) if loser is None else tuple(
            [stake * (1 - size) if seat == loser else stake for seat in range(size)])

    def progress(self, tally: Tally, rules: Any) -> Message | None:
        return None if rules.hands is None else say(
            "{played} of {hands} hands", played=tally.hands, hands=rules.hands)


@lru_cache(maxsize=1 << 14)
def _played(nothing: Points, spieler: Seat, worth: tuple[int, str, bool], factors: tuple[str, ...],
            once: bool, writing: tuple[Seat, ...], gegner: int | None) -> HandScore:
    """Return the score of a game that one player played alone; long lists have few different.

    nothing: the points of nobody; worth, factors, once: as for `Listed.played`; writing: who writes
    a game that was won; gegner: what everybody else writes for a lost one in the list of Seeger and
    Fabian, None in any other list.
    """
    value, told, won = worth
    points, bonus = value << len(factors), nothing
    if won:
        written = _written(nothing, points if spieler in writing else -points, writing)
    else:
        written = _written(nothing, -points if once else -2 * points, (spieler,))
    if gegner is not None:
        bonus = _written(nothing, SEEGER, (spieler,)) if won else tuple(
            [-SEEGER if seat == spieler else gegner for seat in range(len(nothing))])
        written = tuple(map(add, written, bonus))
    entry = Entry(spieler, bonus, value, told, factors, "" if won or once else LOST_TWICE, won)
    return HandScore(written, nothing, why=entry)


def _against(table: Table[Any], spieler: Seat) -> tuple[Seat, ...]:
    """Return who writes a game that this player has won in a Bierlachs."""
    others = table.seats if table.rules.aussetzer == "mit" else table.active
    return tuple([other for other in others if other != spieler])


def _written(nothing: Points, points: int, seats: Sequence[Seat]) -> Points:
    written = [*nothing]
    for seat in seats:
        written[seat] = points
    return tuple(written)
