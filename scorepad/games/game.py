"""The interface that every game implements, and the small values that it returns.

A game is one object. It reads and writes its hands, says what is wrong with one, scores it, and
knows when a match has ended, who is paid what, and who deals next. Nothing outside a game's own
file asks which game it is.

Players are *seats* here: positions in the sheet's roster, from 0. Their names are in `Table.names`
and serve only for text and for the places of problems.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from scorepad.games.describing import described
from scorepad.games.fields import seat_of as seat_of
from scorepad.games.money import RATE, Wager, in_cents
from scorepad.games.problems import (
    Place as Place,
    Problem as Problem,
    Problems as Problems,
    Unreadable as Unreadable,
    refuse as refuse,
    refuse_unknown_keys as refuse_unknown_keys,
    shown as shown,
    verified as verified,
    within as within,
)
from scorepad.games.protocols import (
    Example,
    Feat,
    FollowsTally,
    Multipliers as Multipliers,
    SeatsChange,
)
from scorepad.games.shape import Shape, shape_of
from scorepad.games.table import (
    Option as Option,
    Outcome as Outcome,
    Points as Points,
    Reason as Reason,
    Rules as Rules,
    Seat as Seat,
    Table as Table,
    Tally as Tally,
    frozen,
    next_clockwise as next_clockwise,
)
from scorepad.i18n.message import N_, Message, Quantity, listed, say, say_n


class HandScore(NamedTuple):
    """The score of one hand.

    points: of each seat; marks: what the hand adds to each seat's marks; same_dealer: True if its
    dealer deals again; counted: True if it is one of the hands of its match; why: what the game
    found on its way to the points, for its own use where the hand is told; multipliers: those that
    the points have been multiplied by.
    """

    points: Points
    marks: Points
    same_dealer: bool = False
    counted: bool = True
    why: Any = None
    multipliers: Multipliers = ()

    @classmethod
    def of(cls, points: Points, marks: Points | None = None, *,
           same_dealer: bool = False, why: Any = None) -> "HandScore":
        """Return the score of a hand; without `marks` it adds none."""
        marks = (0,) * len(points) if marks is None else marks
        return frozen(cls, (points, marks, same_dealer, True, why, ()))


class Duties(NamedTuple):
    """The seat that cuts the cards and the one that leads first; None where nobody does."""

    cuts: Seat | None
    leads: Seat | None


class NextDeal(NamedTuple):
    """The dealer of the next match's first hand, None where the deal just goes round, and the
    seat that may name another dealer."""

    dealer: Seat | None
    chosen_by: Seat | None


class Meter(NamedTuple):
    """A bar to draw for each seat: its count out of `full`; of_points: whether it only draws how
    far the points have come, which stand there anyway."""

    title: str
    full: int
    counts: Points
    of_points: bool = False


MOST_TABLES = 10
"""The most tables that play on one evening."""

HandT = TypeVar("HandT")
RulesT = TypeVar("RulesT", bound=Rules)


class Game(ABC, Generic[HandT, RulesT]):
    """The rules of one game."""

    id: ClassVar[str]
    title: str
    also_called: ClassVar[tuple[str, ...]] = ()
    """Other names that people know it by; the choice of games is searched for these, too."""
    standard_title: ClassVar[str] = N_("standard")
    """The name of its rules while no option differs."""
    players: ClassVar[range]
    rules: type[RulesT] = Rules  # type: ignore[assignment]
    hands: ClassVar[tuple[type, ...]]
    """Its kinds of hands, declared as `fields` describes, the usual one first."""
    wager: ClassVar[Wager] = RATE
    usual_stake: ClassVar[int | None] = None
    """The usual stake by its rules, in units of its wager; None where they name none."""
    wagers: ClassVar[tuple[Wager, ...]] = ()
    """All kinds of wagers that it can be played for, where that depends on the rules."""
    low_is_good: bool = True
    """True if points are bad to have, so that a figure below zero is a good one."""
    zero_sum: ClassVar[bool] = False
    """True if the points of every hand add up to zero."""
    pays_points: ClassVar[bool] = False
    """True if each point of one's own is worth the rate; a hand's need not add up to zero."""
    one_match: ClassVar[bool] = True
    """True if a sheet holds one match only, so that no hand can follow its end."""
    ends_by_hand: ClassVar[bool] = True
    """True if the table may end a running match when it likes."""
    marks_key: ClassVar[str] = ""
    """The name in answers of what it counts besides points; empty where nobody asks for that."""
    owed_key: ClassVar[str] = ""
    """The name in answers of the solos that are owed; empty where nobody asks for them."""
    may_split: ClassVar[bool] = False
    """True if more people than have room at a table play at several, and count together."""
    explains_rows: ClassVar[bool] = True
    """False if the figures in the row of a hand say all that there is to say of it."""
    in_money: ClassVar[bool] = False
    """True if points are cents wherever something is at stake."""
    example: ClassVar[Example] = Example()
    """A few hands that show a table what each option changes."""

    @property
    def key(self) -> str:
        """Its id, but for a game made by its rules (`MadeByRules`)."""
        return self.id

    @property
    def standard(self) -> RulesT:
        """The rules as long as no table has changed any."""
        return self.rules()

    # --- a hand -------------------------------------------------------------------------------

    def read_hand(self, raw: Mapping[str, Any], names: tuple[str, ...]) -> HandT:
        """Return the hand that a document's dictionary describes.

        names: the roster, whose positions are the seats. Raises `Unreadable` where a key, a type
        or a name is wrong; whether the hand can have been played is for `verify` to say.
        """
        for shape in self._rarer:
            if shape.is_meant(raw):
                return shape.read(raw, names)  # type: ignore[no-any-return]
        return shape_of(self.hands[0]).read(raw, names)  # type: ignore[no-any-return]

    def write_hand(self, hand: HandT, names: Sequence[str]) -> dict[str, Any]:
        """Return the dictionary that `read_hand` reads back to an equal hand."""
        kind: Any = type(hand)
        return shape_of(kind).write(hand, names)

    @cached_property
    def _rarer(self) -> tuple[Shape, ...]:
        return tuple(map(shape_of, reversed(self.hands[1:])))

    @abstractmethod
    def judge(self, hand: HandT, table: Table[RulesT]) -> HandScore | Problems:
        """Return what a hand is worth at this table, or why it cannot be scored there."""

    def guard(self, hand: HandT, table: Table[RulesT]) -> Problems:
        """Return why a hand that can be scored cannot have been played all the same. It is refused
        where it comes in; one that is in a book keeps its points."""
        return ()

    def verify(self, hand: HandT, table: Table[RulesT],
               judged: HandScore | Problems | None = None) -> Problems:
        """Return why this hand cannot have been played at this table; empty if it can. judged: what
        `judge` has said of it, if that is known."""
        judged = self.judge(hand, table) if judged is None else judged
        return self.guard(hand, table) if isinstance(judged, HandScore) else judged

    def can_score(self, hand: HandT, table: Table[RulesT]) -> bool:
        """Return whether a hand can be scored at this table, whatever `guard` says of it; one that
        can is called verified."""
        return isinstance(self.judge(hand, table), HandScore)

    def score(self, hand: HandT, table: Table[RulesT]) -> HandScore:
        """Return what a hand is worth; raises ValueError for one that cannot be scored."""
        judged = self.judge(hand, table)
        return verified(judged if isinstance(judged, HandScore) else None)

    def winners(self, hand: HandT, table: Table[RulesT],
                score: HandScore) -> tuple[Seat, ...] | None:
        """Return who won a verified hand; None where that is whoever has the better points."""
        return None

    def feats(self, hand: HandT, table: Table[RulesT], score: HandScore) -> tuple[Feat, ...]:
        """Return what the statistics count in a verified hand besides its points."""
        return ()

    def explain(self, hand: HandT, table: Table[RulesT], score: HandScore) -> str:
        """Return the arithmetic of a hand with this score, as the table would write it; what
        multiplies its points is left out. Empty where there is none."""
        return ""

    def describe(self, hand: HandT, names: Sequence[str]) -> str:
        """Return in words what was entered, possible or not: `Anne 66, Bert 30 · Kontra`."""
        return described(hand, names)

    def noted(self, hand: HandT) -> tuple[Message, ...]:
        """Return what is noted of a hand besides what was played, such as misdeals before it."""
        return ()

    def duties(self, table: Table[RulesT]) -> Duties:
        """Return who cuts and who leads: the players to the right and left of the dealer (S0,
        Spieler, Karten, Geben; S3, Das Geben)."""
        position = table.seats.index(table.dealer) if table.dealer in table.seats else 0
        return Duties(table.seats[position - 1], next_clockwise(table.seats, table.dealer))

    # --- a match ------------------------------------------------------------------------------

    def active(self, seats: tuple[Seat, ...], dealer: Seat, rules: RulesT) -> tuple[Seat, ...]:
        """Return who plays when `dealer` deals: everyone, unless the game lets some sit out. seats:
        of all who sit at the table, clockwise."""
        return seats

    def dealers(self, table: Table[RulesT]) -> tuple[Seat, ...]:
        """Return the seats at this table that can be named to deal."""
        if table.tally is None or not isinstance(self, FollowsTally):
            return table.seats
        return tuple([seat for seat in table.seats
                      if self.turn(table.seats, seat, table.rules, table.tally)[0] == seat])

    def seated(self, hand: HandT, table: Table[RulesT]) -> Table[RulesT]:
        """Return the table with those who play this hand: as the hand says, else by the rule."""
        active = self.active_in(hand) if isinstance(self, SeatsChange) else None
        if active is None and table.tally is not None:
            return table  # how the match stands has already settled who plays
        active = active or self.active(table.seats, table.dealer, table.rules)
        return table if active == table.active else replace(table, active=active)

    def wager_of(self, rules: RulesT) -> Wager:
        """Return what is played for by these rules."""
        return self.wager

    def adds_up(self, rules: RulesT) -> bool:
        """Return whether the points of every hand add up to zero by these rules."""
        return self.zero_sum

    def is_one_match(self, rules: RulesT) -> bool:
        """Return whether a sheet holds one match only by these rules; otherwise one follows the
        other, and each pays when it ends."""
        return self.one_match

    def outcome(self, tally: Tally, rules: RulesT) -> Outcome | None:
        """Return how the match has ended, or None while it runs."""
        return None

    def ended(self, tally: Tally, rules: RulesT) -> Outcome | None:
        """Return how a match ends that the table ends as it stands; None if what runs is none."""
        return Outcome(Reason.ENDED) if self.is_one_match(rules) else None

    def tell(self, outcome: Outcome, tally: Tally, rules: RulesT, names: Sequence[str]) -> Message:
        """Return a sentence that says how a match ended: who won or lost, or is best, and why.
        tally: as the match stood at its end; names: by seat."""
        if outcome.reason is not Reason.ENDED:
            return told_end(outcome, self.why(outcome, tally, rules, names), names)
        best = [names[seat] for seat in self._best(tally)]
        points = Quantity(tally.totals[self._best(tally)[0]])
        won = say_n("{names} wins with {points}", "{names} win with {points}", len(best),
                      names=listed(best), points=points)
        return say_n("Over after {n} hand: {won}", "Over after {n} hands: {won}", tally.hands,
                     won=won)

    def why(self, outcome: Outcome, tally: Tally, rules: RulesT, names: Sequence[str]) -> Message:
        """Return why a match ended, without saying again who won or lost it; all as for `tell`."""
        return say_n("over after {n} hand", "over after {n} hands", tally.hands)

    def result(self, outcome: Outcome, tally: Tally, names: Sequence[str]) -> Message:
        """Return how a match ended in the fewest words: who won or lost it; where it just ended,
        those with the best points have won."""
        if lost := [names[seat] for seat in outcome.losers]:
            return say_n("{names} loses", "{names} lose", len(lost), names=listed(lost))
        seats = self.winners_of(outcome, tally)
        return say_n("{names} wins", "{names} win", len(seats),
                     names=listed([names[seat] for seat in seats]))

    def winners_of(self, outcome: Outcome, tally: Tally) -> tuple[Seat, ...]:
        """Return the seats that have won a match: one, all but the losers, or the best."""
        if outcome.winner is not None:
            return (outcome.winner,)
        if lost := outcome.losers:
            return tuple([seat for seat in range(len(tally.totals)) if seat not in lost])
        return self._best(tally)

    def _best(self, tally: Tally) -> tuple[Seat, ...]:
        figure = min(tally.totals) if self.low_is_good else max(tally.totals)
        return tuple([seat for seat, total in enumerate(tally.totals) if total == figure])

    def payout(self, outcome: Outcome, tally: Tally, stake: int) -> Points:
        """Return the cents that each seat gets (negative: pays) for an ended match; sums to zero.
        stake: what they play for, in units of the game's wager."""
        return self.balance(tally, stake) or (0,) * len(tally.totals)

    def balance(self, tally: Tally, stake: int) -> Points | None:
        """Return the cents that each seat would get if a running match were settled as it stands;
        None where only the end of a match pays. By default points are money where they sum to
        zero, and else every two settle the difference of theirs."""
        if self.zero_sum:
            return in_cents([stake * total for total in tally.totals], 100)
        everybody, way = sum(tally.totals), -1 if self.low_is_good else 1
        return in_cents([way * stake * (len(tally.totals) * total - everybody)
                         for total in tally.totals], 100)

    def next_match(self, outcome: Outcome) -> NextDeal:
        """Return who deals first after a match that ended like this."""
        return NextDeal(None, None)

    def meters(self, tally: Tally, rules: RulesT) -> tuple[Meter, ...]:
        """Return what the sheet draws under the totals: nothing by default."""
        return ()

    def owed(self, tally: Tally, rules: RulesT) -> Points:
        """Return how many solos each seat has yet to play; empty where there is no such duty."""
        return ()

    def progress(self, tally: Tally, rules: RulesT) -> Message | None:
        """Return how far the match has come, or None if the table agreed on no length."""
        return None

    def due(self, tally: Tally, table: Table[RulesT]) -> Message | None:
        """Say what somebody has to do in the next hand, which this table plays, as agreed on; None
        for nothing."""
        return None

    def agreed(self, before: RulesT, after: RulesT) -> RulesT:
        """Return the rules that hold if a table changes them between two hands: those it chose,
        unless something of the old ones cannot be taken back."""
        return after

    def fault_of_ending(self) -> Message | None:
        """Return why the table cannot end a match by hand, or None if it can."""
        return None if self.ends_by_hand else \
            say("a match of {game} ends only by its rules", game=self.title)

    # --- shared -------------------------------------------------------------------------------

    def split(self, count: int) -> tuple[int, ...]:
        """Return how many of `count` people play at each of as many tables as they need; empty
        where one table is enough, or they cannot split."""
        if not self.may_split or count in self.players:
            return ()
        for tables in range(2, MOST_TABLES + 1):
            each, over = divmod(count, tables)
            sizes = (each + 1,) * over + (each,) * (tables - over)
            if all(size in self.players for size in sizes):
                return sizes
        return ()

    def decimals(self, stake: int | None) -> int:
        """Return how many of the last digits of points are decimals: two if they are cents."""
        return 2 if self.in_money and stake is not None else 0

    def verify_players(self, count: int) -> Message | None:
        """Return why `count` players cannot play this game, or None if they can."""
        if count in self.players:
            return None
        low, high = self.players.start, self.players.stop - 1
        if low == high:
            return say("{game} needs {low} players, not {count}",
                       game=self.title, low=low, count=count)
        return say("{game} needs {low} to {high} players, not {count}",
                   game=self.title, low=low, high=high, count=count)


def told_end(outcome: Outcome, why: Message, names: Sequence[str]) -> Message:
    """Return a sentence that says who won or lost a Partie; why: a phrase; names: by seat."""
    if outcome.winner is not None:
        return say("{name} wins the match: {why}", name=names[outcome.winner], why=why)
    if outcome.loser is not None:
        return say("{name} loses the match: {why}", name=names[outcome.loser], why=why)
    return say("{names} lose the match together: {why}", why=why,
               names=listed([names[seat] for seat in outcome.seats]))
