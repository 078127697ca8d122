"""Records: the contents of the book once corrections and undone steps are applied.

Facts say who wrote what when; a record says what counts now. The file format carries records,
and `replay` scores them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field
from datetime import date as Date
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, dataclass_transform

from scorepad.book.people import PersonRecord
from scorepad.games.game import Game, Rules, Seat
from scorepad.games.money import Wager
from scorepad.games.protocols import MadeByRules
from scorepad.games.table import frozen as frozen
from scorepad.i18n.message import Message

if TYPE_CHECKING:
    from scorepad.tournament.facts import Championship, Tournament


@dataclass_transform(frozen_default=True)
class Written:
    """A statement that somebody wrote down: each kind is a frozen dataclass of its own."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class Stamp(NamedTuple):
    """The origin of a record: its id, when it was written (milliseconds since 1970), by whom. In
    the book every record has an id; what a file does not say is empty or 0."""

    id: str
    at: int = 0
    by: str = ""


UNSTAMPED = Stamp("")
"""The stamp of a record of unknown origin."""


class StarNote(NamedTuple):
    """Something on an evening that gives a player stars or takes some, as it counts now.

    event: a name from `tariffs.NOTED`; ziel: the destination of a drive; stars: how many, None
    where the tariff sets it.
    """

    player: str
    event: str
    ziel: str = ""
    stars: int | None = None
    note: str = ""
    stamp: Stamp = UNSTAMPED


class PaymentNote(NamedTuple):
    """Money in cents that one player paid another for an evening; both are names."""

    debtor: str
    creditor: str
    cents: int
    currency: str
    stamp: Stamp = UNSTAMPED


class RuleSet(NamedTuple):
    """The club's own rules of a game, under a name."""

    game: Game[Any, Any]
    name: str
    rules: Rules
    id: str = ""


class OpeningStars(NamedTuple):
    """The stars that everybody had when the ledger began, by name."""

    date: Date
    balances: Mapping[str, int]


class Tariff(NamedTuple):
    """The stars that an event counts from `valid_from` on.

    stars: below 0 where they are taken, None to remove the line; ziel: the destination of a drive.
    """

    event: str
    valid_from: Date
    stars: int | None
    ziel: str = ""


class HandRecord(NamedTuple):
    """A hand as it counts now.

    dealer: the one that somebody named, None where the deal passed on by the rules; seats: a new
    seating from this hand on, clockwise; voided: dealt and kept, but it scores nothing; rules: new
    ones from this hand on.
    """

    hand: Any
    dealer: Seat | None = None
    seats: tuple[Seat, ...] | None = None
    voided: bool = False
    note: str = ""
    stamp: Stamp = UNSTAMPED
    rules: Rules | None = None


@dataclass(frozen=True)
class SheetRecord:
    """A sheet as it counts now.

    names: the roster; joined: how many of them, the last ones, came later; rules: those it began
    with; stake: what they play for, in units of the game's wager, or None; next_dealer,
    next_seats, next_rules: chosen for the next hand; ended: whether the table itself has ended the
    match; impossible: indexes of the hands that could not have been played according to the file
    that the sheet comes from. The book finds them itself, so they do not count in comparisons;
    absprachen: what the table agreed on besides the rules, in its own words; agreement: the cents
    that each seat receives for the Partie that the table broke off, empty where it agreed on
    nothing.
    """

    game: Game[Any, Any]
    names: tuple[str, ...]
    first_dealer: Seat
    rules: Rules
    stake: int | None
    currency: str
    hands: Sequence[HandRecord]
    next_dealer: Seat | None = None
    id: str = ""
    ended: bool = False
    joined: int = 0
    next_seats: tuple[Seat, ...] | None = None
    next_rules: Rules | None = None
    impossible: frozenset[int] = field(default=frozenset(), compare=False)
    absprachen: str = ""
    agreement: tuple[int, ...] = ()

    @property
    def wager(self) -> Wager:
        """The wager, which stays as the sheet began."""
        return self.game.wager_of(self.rules)

    @property
    def one_match(self) -> bool:
        """True if it holds one match only."""
        return self.game.is_one_match(self.rules)

    @property
    def pays_running(self) -> bool:
        """True if what still runs is settled as it stands, where the game has a balance of it."""
        return self.one_match or isinstance(self.game, MadeByRules)

    @property
    def first_seats(self) -> tuple[Seat, ...]:
        """The seats at the table for the first hand, clockwise."""
        return tuple(range(len(self.names) - self.joined))

    @property
    def seated(self) -> tuple[Seat, ...]:
        """The seats that have sat down or are about to, in the order of coming."""
        seatings = [hand.seats for hand in self.hands if hand.seats is not None]
        return tuple(dict.fromkeys([
            *self.first_seats, *[seat for seats in seatings for seat in seats],
            *(self.next_seats or ())]))


@dataclass(frozen=True)
class EveningRecord:
    """An evening as it counts now; tournament: the one that it is, whose lists are its sheets."""

    date: Date
    place: str
    closed: bool
    sheets: tuple[SheetRecord, ...]
    id: str = ""
    stars: tuple[StarNote, ...] = ()
    payments: tuple[PaymentNote, ...] = ()
    tournament: "Tournament | None" = None


@dataclass(frozen=True)
class BookRecord:
    """A whole club, or as much of it as a file carries.

    tariffs, rule_sets: those the club has set; people: of whom more than the name is known;
    tournaments, championships: those in a file.
    """

    evenings: tuple[EveningRecord, ...]
    players: tuple[str, ...] = ()
    club: str = ""
    opening: OpeningStars | None = None
    tariffs: tuple[Tariff, ...] = ()
    people: tuple[PersonRecord, ...] = ()
    rule_sets: tuple[RuleSet, ...] = ()
    tournaments: "tuple[Tournament, ...]" = ()
    championships: "tuple[Championship, ...]" = ()

    @property
    def playing(self) -> frozenset[str]:
        """The names of all who appear on its evenings."""
        return frozenset([
            *[name for evening in self.evenings for sheet in evening.sheets
              for name in sheet.names],
            *[note.player for evening in self.evenings for note in evening.stars],
            *[name for evening in self.evenings for note in evening.payments
              for name in (note.debtor, note.creditor)],
            *[name for held in (*self.tournaments, *[
                evening.tournament for evening in self.evenings if evening.tournament])
              for name in held.names]])


class SetAside(NamedTuple):
    """An entry that is kept and passed on, and does not count. why: a sentence that says why;
    sheet, evening: where it belongs, empty if nowhere."""

    entry: str
    by: str
    at: int
    why: Message
    sheet: str = ""
    evening: str = ""
