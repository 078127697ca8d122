"""The facts of a tournament, and of a championship over several."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date as Date
from enum import StrEnum
from typing import Any, NamedTuple

from scorepad.book.record import HandRecord, Written
from scorepad.games.game import Game, Rules
from scorepad.games.protocols import MadeByRules

Number = int
"""The start number of an entrant, which stays."""


class Way(StrEnum):
    """A way to draw a round."""

    LOT = "lot"
    TOTALS = "totals"
    SERPENTINE = "serpentine"
    CLUB = "club"
    HAND = "hand"


class Key(StrEnum):
    """A figure by which entrants are ranked."""

    TOTAL = "total"
    WON = "won"
    LOST = "lost"
    LAST = "last"
    LOT = "lot"


class Of(StrEnum):
    """A ranking that a prize is for."""

    TOTAL = "total"
    ROUND = "round"
    TABLE = "table"


class Good(StrEnum):
    """The points that are good to have: many or few."""

    HIGH = "hoch"
    LOW = "niedrig"


class Counting(StrEnum):
    """The results that a championship adds up."""

    ROUNDS = "rounds"
    EVENINGS = "evenings"


class Entrant(NamedTuple):
    """An entrant. rank: a strength that the club gave; table: where they always sit; first, until:
    the rounds that they are there for, until None to the end."""

    number: Number
    name: str
    team: str = ""
    rank: int | None = None
    table: int | None = None
    first: int = 1
    until: int | None = None

    def is_there(self, round: int) -> bool:
        """Return whether this entrant is to be drawn in a round."""
        return self.first <= round and (self.until is None or round <= self.until)


class Replaced(NamedTuple):
    """Somebody who plays on for an entrant from a hand of a round on, counted from 1."""

    number: Number
    round: int
    hand: int
    name: str


class Draw(NamedTuple):
    """The tables of a round, each with its start numbers in the order of seats; at: when it was
    drawn, in milliseconds since 1970, 0 if a file says so."""

    round: int
    by: Way
    tables: tuple[tuple[Number, ...], ...]
    seed: int | None = None
    at: int = 0

    def table_of(self, number: Number) -> int:
        """Return the table of somebody who was drawn."""
        return next(index for index, table in enumerate(self.tables, 1) if number in table)


class Figures(NamedTuple):
    """The result of an entrant as a paper list has it: points, games won and lost."""

    number: Number
    points: int
    won: int
    lost: int


class TableList(NamedTuple):
    """The list of a table in a round: its hands, or the figures of a paper, None for neither."""

    round: int
    table: int
    hands: Sequence[HandRecord] | None = None
    figures: tuple[Figures, ...] | None = None
    ended: bool = False
    written_by: Number | None = None
    confirmed_by: Number | None = None


class Penalty(NamedTuple):
    """Points that an entrant is given, or loses, in a round; id: of what was noted."""

    round: int
    number: Number
    points: int
    id: str = ""


class Paid(NamedTuple):
    """Cents that an entrant has paid in, below zero for what they were paid; id: of what was noted;
    at: when it was, in milliseconds since 1970, 0 if nothing says so."""

    number: Number
    cents: int
    id: str = ""
    at: int = 0


class Step(NamedTuple):
    """The cents that a lost game costs, from this one of a list on."""

    first: int
    cents: int


class Prize(NamedTuple):
    """Prizes by place: amounts in cents, or a percentage of the pot by weights; weights None for as
    many places as the first round has tables."""

    of: Of
    round: int | None = None
    amounts: tuple[int, ...] = ()
    percent: int | None = None
    weights: tuple[int, ...] | None = ()


class Money(NamedTuple):
    """The money of a tournament, in cents."""

    startgeld: int = 0
    seriengeld: int = 0
    gifts: int = 0
    verlustspiel: tuple[Step, ...] = ()
    prizes: tuple[Prize, ...] = ()


@dataclass(frozen=True)
class Settings:
    """The settings of a tournament. hands_at: the hands of a list by the size of its table;
    minutes: of a round; best: how many members count for a team, 0 without teams."""

    name: str
    rounds: int
    hands_at: Mapping[int, int]
    minutes: int | None = None
    gut: Good = Good.HIGH
    ranking: tuple[Key, ...] = tuple(Key)
    best: int = 0
    money: Money = Money()


@dataclass(frozen=True, kw_only=True)
class Tournament(Settings):
    """A tournament as it counts now. lots: start numbers in the order in which they were drawn to
    part a tie; id: that of its evening, empty if a file names none."""

    date: Date
    game: Game[Any, Any]
    rules: Rules
    lots: tuple[Number, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    replaced: tuple[Replaced, ...] = ()
    draws: tuple[Draw, ...] = ()
    lists: tuple[TableList, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    payments: tuple[Paid, ...] = ()
    id: str = ""

    @property
    def settings(self) -> Settings:
        """The settings alone, without what has happened."""
        return Settings(**{field.name: getattr(self, field.name) for field in fields(Settings)})

    @property
    def low_is_good(self) -> bool:
        """True if fewest points are best."""
        if isinstance(self.game, MadeByRules):
            return self.game.low_is_good
        return self.gut is Good.LOW

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all who have entered, or replaced somebody."""
        return (*[entrant.name for entrant in self.entrants],
                *[replaced.name for replaced in self.replaced])

    @property
    def by_number(self) -> dict[Number, Entrant]:
        """The entrants by their start numbers."""
        return {entrant.number: entrant for entrant in self.entrants}

    def player(self, number: Number, round: int, hand: int) -> str:
        """Return the name of whoever plays a hand, counted from 1, for an entrant."""
        names = [(each.round, each.hand, each.name) for each in self.replaced
                 if each.number == number and (each.round, each.hand) <= (round, hand)]
        return max(names)[2] if names else self.by_number[number].name


class Strike(NamedTuple):
    """The worst results that are struck: one from `first` results on, and one more for every
    `every` beyond them."""

    every: int
    first: int


class Championship(NamedTuple):
    """A championship over tournaments. best: how many results count, 0 for all; minimum: how many
    somebody needs; missing: whether missing ones count 0; average: whether the mean ranks."""

    name: str
    tournaments: tuple[str, ...]
    of: Counting = Counting.ROUNDS
    best: int = 0
    strike: Strike | None = None
    minimum: int = 0
    missing: bool = False
    average: bool = False


# --- the facts --------------------------------------------------------------------------------


class OfTournament(Written):
    """Something of the tournament that an evening is."""

    evening: str


class TournamentSet(OfTournament):
    """An evening is a tournament, of which these settings hold; game, rules: of all its lists."""

    game: Game[Any, Any]
    rules: Rules
    settings: Settings


class TournamentEntered(OfTournament):
    """Somebody has entered, or their entry was changed. number: the start number; rank: a strength
    that the club gives; table: where they always sit; first: the first round."""

    player: str
    number: int
    team: str = ""
    rank: int | None = None
    table: int | None = None
    first: int = 1


class TournamentLeft(OfTournament):
    """An entrant plays until a round, None to the end after all."""

    player: str
    until: int | None


class TournamentReplaced(OfTournament):
    """From hand `from_hand` of a round on, counted from 1, `substitute` plays for an entrant."""

    player: str
    round: int
    from_hand: int
    substitute: str


class TournamentDrawn(OfTournament):
    """A round was drawn: the tables with the ids of the entrants, in the order of the seats."""

    round: int
    way: Way
    seed: int | None
    tables: tuple[tuple[str, ...], ...]


class TournamentFigures(OfTournament):
    """The figures of a paper list: points, won and lost by the id of each entrant at the table."""

    round: int
    table: int
    figures: Mapping[str, tuple[int, ...]]


class TournamentSigned(OfTournament):
    """A list was written by one entrant and confirmed by another, None where nobody did."""

    round: int
    table: int
    writer: str | None
    witness: str | None


class TournamentLocked(OfTournament):
    """The desk has locked a table, whose list takes no more hands, or has unlocked it."""

    round: int
    table: int
    locked: bool


class TournamentPenalty(OfTournament):
    """An entrant is given points in a round, or loses some."""

    id: str
    player: str
    round: int
    points: int


class TournamentPaid(OfTournament):
    """An entrant has paid cents in, or was paid some (below zero)."""

    id: str
    player: str
    paid: int


class TournamentLots(OfTournament):
    """Lots parted a tie: the ids of entrants in the order in which they were drawn."""

    players: tuple[str, ...]


class TournamentUndone(OfTournament):
    """The entry with the id `entry` of this tournament was taken back."""

    entry: str


class ChampionshipSet(Written):
    """A championship over tournaments, named by the ids of their evenings; a later one of this name
    replaces it."""

    championship: Championship


TournamentFact = (TournamentSet | TournamentEntered | TournamentLeft | TournamentReplaced
                  | TournamentDrawn | TournamentFigures | TournamentSigned | TournamentPenalty
                  | TournamentPaid | TournamentLots | TournamentUndone | TournamentLocked)
