"""What every game answers, and the small values it answers with.

A game is one object. It reads and writes its hands, says what is wrong with one, scores it, and
knows when a match has ended, who is paid what, and who deals next. Nothing outside a game's own
file asks which game it is.

Players are *seats* here: positions in the sheet's roster, 0 first. Who is called what stands in
`Table.names` and is used in sentences only.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from scorepad.games.example import Example as Example
from scorepad.games.feats import Feat as Feat
from scorepad.games.fields import Shape, seat_of as seat_of, shape_of
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
from scorepad.games.rules import Option as Option, Rules as Rules
from scorepad.games.table import Seat as Seat, Table as Table, next_clockwise as next_clockwise
from scorepad.games.tally import (
    NEVER as NEVER,
    Points as Points,
    Tally as Tally,
)
from scorepad.games.wager import (
    EINSATZ as EINSATZ,
    GRUNDBETRAG as GRUNDBETRAG,
    RATE as RATE,
    TEIL as TEIL,
    Wager as Wager,
)
from scorepad.text import N_, Message, say


class HandScore(NamedTuple):
    """What a hand is worth.

    points: of each seat; marks: what it adds to each seat's marks; same_dealer: whoever dealt it
    deals again; counted: it is one of the hands of its match; factor: that of the Böcke it was
    played in; rounds: how many Bockrunden it starts; undoubled: the part of the points that no
    Bock doubles, None for nothing.
    """

    points: Points
    marks: Points
    same_dealer: bool = False
    counted: bool = True
    factor: int = 1
    rounds: int = 0
    undoubled: Points | None = None

    @classmethod
    def of(cls, points: Points, marks: Points | None = None, *,
           same_dealer: bool = False) -> "HandScore":
        """The score of one hand."""
        marks = (0,) * len(points) if marks is None else marks
        return cls(points, marks, same_dealer)


class StarEvent(NamedTuple):
    """Something in a hand that gives stars to a seat; how many is the club's tariff."""

    seat: Seat
    event: str


class Reason(Enum):
    """Why a match ended."""

    WON = "won"
    LOST = "lost"
    ENDED = "ended"
    """The hands agreed on were played, or the table stopped: the points decide who pays."""


class Outcome(NamedTuple):
    """The end of a match: why, and whose victory or defeat it is; nobody's where it just ended."""

    reason: Reason
    seat: Seat | None = None

    @property
    def winner(self) -> Seat | None:
        """The seat that won, if the match ended by winning."""
        return self.seat if self.reason is Reason.WON else None

    @property
    def loser(self) -> Seat | None:
        """The seat that lost, if the match ended by losing."""
        return self.seat if self.reason is Reason.LOST else None

    @property
    def whose(self) -> Seat:
        """The seat that won or lost; raises ValueError where the match just ended."""
        if self.seat is None:
            raise ValueError("nobody has won or lost a match that just ended")
        return self.seat


class Duties(NamedTuple):
    """Who does what besides dealing; None where nobody does."""

    cuts: Seat | None
    leads: Seat | None


class NextDeal(NamedTuple):
    """Who deals the first hand of the next match, None where the deal just goes round; and who
    may name somebody else."""

    dealer: Seat | None
    chosen_by: Seat | None


class Meter(NamedTuple):
    """How far each seat has come to an end of the match, for drawing: `count` of `full`."""

    title: str
    full: int
    counts: Points


HandT = TypeVar("HandT")
RulesT = TypeVar("RulesT", bound=Rules)


class Game(ABC, Generic[HandT, RulesT]):
    """The rules of one game."""

    id: ClassVar[str]
    title: ClassVar[str]
    players: ClassVar[range]
    rules: type[RulesT]
    hands: ClassVar[tuple[type, ...]]
    """Its kinds of hands, declared as `fields` says, the usual one first."""
    wager: ClassVar[Wager] = EINSATZ
    low_is_good: ClassVar[bool] = True
    """Whether points are bad to have, so that a figure below zero is a good one."""
    zero_sum: ClassVar[bool] = False
    """Whether the points of every hand add up to zero."""
    one_match: ClassVar[bool] = False
    """Whether a sheet holds one match only, so that no hand can follow its end."""
    seats_change: ClassVar[bool] = False
    """Whether people may join and leave between two hands, and say who plays one."""
    ends_by_hand: ClassVar[bool] = False
    """Whether the table may end a running match when it likes."""
    follows_tally: ClassVar[bool] = False
    """Whether who plays, who deals or what a hand is worth depends on how the match stands."""
    in_money: ClassVar[bool] = False
    """Whether points are money where something is at stake: then they are cents."""
    has_pot: ClassVar[bool] = False
    """Whether money lies on the table, which the sheet shows as a purse of its own."""
    pot_title: ClassVar[str] = N_("Pot")
    """What that money is called."""
    example: ClassVar[Example] = Example()
    """A few hands by which a table sees what each option changes."""
    gives_stars: ClassVar[bool] = False
    """Whether its hands and its evenings count in the club's ledger of stars."""

    # --- a hand -------------------------------------------------------------------------------

    def read_hand(self, raw: Mapping[str, Any], names: tuple[str, ...]) -> HandT:
        """Return the hand that a document's dictionary describes.

        names: the roster, whose positions are the seats. Raises `Unreadable` where a key, a type
        or a name is wrong; whether the hand can have been played is for `verify`.
        """
        for shape in self._rarer:
            if shape.is_meant(raw):
                return shape.read(raw, names)  # type: ignore[no-any-return]
        return self._usual.read(raw, names)  # type: ignore[no-any-return]

    def write_hand(self, hand: HandT, names: Sequence[str]) -> dict[str, Any]:
        """Return the dictionary that `read_hand` reads back to an equal hand."""
        kind: Any = type(hand)
        return shape_of(kind).write(hand, names)

    @cached_property
    def _usual(self) -> Shape:
        return shape_of(self.hands[0])

    @cached_property
    def _rarer(self) -> tuple[Shape, ...]:
        return tuple(map(shape_of, reversed(self.hands[1:])))

    @abstractmethod
    def judge(self, hand: HandT, table: Table[RulesT]) -> HandScore | Problems:
        """Return what a hand is worth at this table, or why it cannot have been played there."""

    def verify(self, hand: HandT, table: Table[RulesT]) -> Problems:
        """Return why this hand cannot have been played at this table; nothing when it can."""
        judged = self.judge(hand, table)
        return () if isinstance(judged, HandScore) else judged

    def score(self, hand: HandT, table: Table[RulesT]) -> HandScore:
        """Return what a hand is worth; raises ValueError for one that cannot have been played."""
        judged = self.judge(hand, table)
        return verified(judged if isinstance(judged, HandScore) else None)

    def follow(self, score: HandScore, boecke: tuple[int, ...],
               table: Table[RulesT]) -> tuple[HandScore, tuple[int, ...]]:
        """The score as it counts in the Böcke that run, and those that run for the next hand.

        boecke: how many hands each Bockrunde still has. Asked only where some run or begin.
        """
        return score, ()

    def events(self, hand: HandT, table: Table[RulesT]) -> tuple[StarEvent, ...]:
        """What gives stars in a verified hand."""
        return ()

    def winners(self, hand: HandT, table: Table[RulesT]) -> tuple[Seat, ...] | None:
        """Who won a verified hand, where that is more than having the better points; None where
        the points say it."""
        return None

    def feats(self, hand: HandT, table: Table[RulesT]) -> tuple[Feat, ...]:
        """What is worth counting in a verified hand besides its points."""
        return ()

    @abstractmethod
    def explain(self, hand: HandT, table: Table[RulesT]) -> str:
        """The arithmetic of a verified hand as the table would write it."""

    def notation(self, hand: HandT, table: Table[RulesT]) -> str:
        """A verified hand in the table's own shorthand; empty where there is none."""
        return ""

    @abstractmethod
    def describe(self, hand: HandT, names: Sequence[str]) -> str:
        """What was typed, whether it can have been played or not: `Anne 66, Bert 30 · Kontra`."""

    def duties(self, table: Table[RulesT]) -> Duties:
        """Who cuts and who leads: the players to the right and left of the dealer (S0, Spieler,
        Karten, Geben; S3, Das Geben)."""
        position = table.seats.index(table.dealer) if table.dealer in table.seats else 0
        return Duties(table.seats[position - 1], next_clockwise(table.seats, table.dealer))

    # --- a match ------------------------------------------------------------------------------

    def active(self, seats: tuple[Seat, ...], dealer: Seat, rules: RulesT) -> tuple[Seat, ...]:
        """Who plays when `dealer` deals; everyone, unless the game lets some sit out."""
        return seats

    def turn(self, seats: tuple[Seat, ...], dealer: Seat, rules: RulesT,
             tally: Tally) -> tuple[Seat, tuple[Seat, ...]]:
        """Who deals where it would be `dealer`'s turn, and who plays, as the match stands.

        Asked instead of `active` where the game follows the tally.
        """
        return dealer, self.active(seats, dealer, rules)

    def dealers(self, table: Table[RulesT]) -> tuple[Seat, ...]:
        """Who at this table can be named to deal."""
        if table.tally is None:
            return table.seats
        return tuple([seat for seat in table.seats
                      if self.turn(table.seats, seat, table.rules, table.tally)[0] == seat])

    def active_in(self, hand: HandT) -> tuple[Seat, ...] | None:
        """Who plays this hand, where it says so itself."""
        return None

    def seated(self, hand: HandT, table: Table[RulesT]) -> Table[RulesT]:
        """The table with those who play this hand: by itself, or else by the rule."""
        active = self.active_in(hand)
        if active is None and table.tally is not None:
            return table  # its seats were told by how the match stands
        active = active or self.active(table.seats, table.dealer, table.rules)
        return table if active == table.active else replace(table, active=active)

    def ends_at(self, rules: RulesT, size: int) -> Tally:
        """The figures from which on a match may have ended, `NEVER` where none is such.

        `outcome` is asked once a counter has reached its figure. Without one a match runs on.
        """
        return Tally((NEVER,) * size, (NEVER,) * size, NEVER)

    def outcome(self, tally: Tally, rules: RulesT) -> Outcome | None:
        """How the match has ended, or None while it runs."""
        return None

    @abstractmethod
    def tell(self, outcome: Outcome, tally: Tally, rules: RulesT, names: Sequence[str]) -> Message:
        """Who won or lost a match, and why, in a sentence."""

    @abstractmethod
    def payout(self, outcome: Outcome, tally: Tally, stake: int) -> Points:
        """Cents that each seat receives (negative: pays) for an ended match; sums to zero.

        stake: what they play for, in units of the game's wager.
        """

    def balance(self, tally: Tally, stake: int) -> Points | None:
        """Cents that each seat would receive if a running match were settled as it stands; None
        where only the end of a match pays."""
        return None

    def pot(self, tally: Tally, rules: RulesT, stake: int | None) -> int:
        """Cents that lie on the table and belong to nobody yet; points where nothing is at
        stake."""
        return 0

    def offer(self, tally: Tally, rules: RulesT, stake: int | None) -> Message | None:
        """What the table may want to do now that the match stands like this."""
        return None

    def next_match(self, outcome: Outcome) -> NextDeal:
        """Who deals first after a match that ended like this."""
        return NextDeal(None, None)

    @abstractmethod
    def meters(self, tally: Tally, rules: RulesT) -> tuple[Meter, ...]:
        """What the sheet draws under the totals."""

    def progress(self, tally: Tally, rules: RulesT) -> Message | None:
        """How far the match has come, where its length was agreed on."""
        return None

    def fault_of_ending(self) -> Message | None:
        """Why the table cannot end a match by hand, or None."""
        return None if self.ends_by_hand else \
            say("a Partie of {game} ends by its rules only", game=self.title)

    # --- shared -------------------------------------------------------------------------------

    def decimals(self, stake: int | None) -> int:
        """How many of the last digits of points stand behind the decimal point: two of cents."""
        return 2 if self.in_money and stake is not None else 0

    def verify_players(self, count: int) -> Message | None:
        """What is wrong with a table of `count` players, or None."""
        if count in self.players:
            return None
        low, high = self.players.start, self.players.stop - 1
        if low == high:
            return say("{game} needs {low} players, not {count}",
                       game=self.title, low=low, count=count)
        return say("{game} needs {low} to {high} players, not {count}",
                   game=self.title, low=low, high=high, count=count)

