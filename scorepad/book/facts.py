"""What the book keeps: facts, only ever added, from which everything else is computed.

A fact says what somebody wrote down, not what follows from it. Corrections, voided hands and
undone steps are facts too, so the book always shows what stood there before.
Seats are positions in the roster of the fact's sheet; ids are UUIDv7 texts; money is cents.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date as Date
from typing import Any, NamedTuple

from scorepad.book.people import Colour, Marker
from scorepad.games.base import Game, Rules, Seat


@dataclass(frozen=True, slots=True)
class PlayerAdded:
    """Somebody plays here for the first time."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """A player is called `name` from the first evening to the last."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayerMerged:
    """`player` and `into` are two spellings of one person, who is called as `into` is."""

    player: str
    into: str


@dataclass(frozen=True, slots=True)
class PlayerParted:
    """`player`, once merged, is a person of his own after all."""

    player: str


@dataclass(frozen=True, slots=True)
class PlayerRetired:
    """Somebody plays here no longer; what he played stays."""

    player: str


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """Somebody who had stopped plays here again."""

    player: str


@dataclass(frozen=True, slots=True)
class PlayerMarked:
    """How a player is drawn from now on."""

    player: str
    colour: Colour
    marker: Marker


@dataclass(frozen=True, slots=True)
class PlayerDeleted:
    """A player who has never played was written down by mistake."""

    player: str


@dataclass(frozen=True, slots=True)
class RuleSetKept:
    """The club's own rules of a game, under a name; the same id again says what they are now."""

    id: str
    game: Game[Any, Any]
    name: str
    rules: Rules


@dataclass(frozen=True, slots=True)
class RuleSetDropped:
    """A rule set is not offered any more; sheets that began with it keep their rules."""

    id: str


@dataclass(frozen=True, slots=True)
class ClubNamed:
    """The book is this club's."""

    name: str


@dataclass(frozen=True, slots=True)
class EveningOpened:
    """People sat down to play on `date`, at `place` (empty if nobody said where)."""

    evening: str
    date: Date
    place: str = ""


@dataclass(frozen=True, slots=True)
class EveningClosed:
    """The evening is over and can be settled."""

    evening: str


@dataclass(frozen=True, slots=True)
class EveningReopened:
    """The evening goes on after all."""

    evening: str


@dataclass(frozen=True, slots=True)
class SheetOpened:
    """A table began a game; what it agreed on is frozen here.

    players: the roster as player ids, clockwise; rules: the options of the game;
    stake: what they play for, in units of the game's wager, None if for nothing; currency:
    ISO 4217 code.
    """

    sheet: str
    evening: str
    game: Game[Any, Any]
    players: tuple[str, ...]
    first_dealer: Seat
    rules: Rules
    stake: int | None = None
    currency: str = "EUR"


class HandRecorded(NamedTuple):
    """A hand was played and written down.

    hand: a value of the sheet's game; dealer: the one named by hand, None where the deal just
    went round; seats: a new seating from this hand on, clockwise, None where nobody moved; rules:
    other ones from this hand on, None where they stay.
    """

    id: str
    sheet: str
    hand: Any
    dealer: Seat | None = None
    seats: tuple[Seat, ...] | None = None
    note: str = ""
    rules: Rules | None = None


@dataclass(frozen=True, slots=True)
class HandAmended:
    """A hand was not as written: this is how it was, in every part."""

    id: str
    sheet: str
    hand: Any
    dealer: Seat | None = None
    seats: tuple[Seat, ...] | None = None
    note: str = ""
    rules: Rules | None = None


@dataclass(frozen=True, slots=True)
class HandVoided:
    """A hand does not count, though it was dealt and stays on record."""

    id: str
    sheet: str


@dataclass(frozen=True, slots=True)
class HandRestored:
    """A voided hand counts after all."""

    id: str
    sheet: str


@dataclass(frozen=True, slots=True)
class DealerNamed:
    """`dealer` deals the next hand of the sheet, whoever's turn it would be."""

    sheet: str
    dealer: Seat


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """Somebody comes to a sheet that runs: he is the next of its roster, whether he sits or not."""

    sheet: str
    player: str


@dataclass(frozen=True, slots=True)
class SeatsTaken:
    """From the next hand of the sheet on these sit at the table, clockwise."""

    sheet: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """From the next hand of the sheet on the table plays by these rules."""

    sheet: str
    rules: Rules


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The table has ended the running match of the sheet; no hand follows."""

    sheet: str


@dataclass(frozen=True, slots=True)
class MatchResumed:
    """The match that the table had ended goes on after all."""

    sheet: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The entry with the id `entry` on this sheet was taken back."""

    sheet: str
    entry: str


@dataclass(frozen=True, slots=True)
class Redone:
    """The entry with the id `entry`, once taken back, holds again."""

    sheet: str
    entry: str


@dataclass(frozen=True, slots=True)
class PaymentMade:
    """`debtor` has paid `creditor` so many cents for the evening; both are player ids."""

    id: str
    evening: str
    debtor: str
    creditor: str
    cents: int
    currency: str


@dataclass(frozen=True, slots=True)
class PaymentTakenBack:
    """The payment with this id was not made after all."""

    id: str
    evening: str


@dataclass(frozen=True, slots=True)
class StarsNoted:
    """On an evening somebody did what takes or gives stars.

    id: of the note, the same one again says how it was instead; player: the player's id; event: a
    name from `stars.NOTED`; ziel: where somebody drove; stars: how many, where no tariff says so.
    """

    id: str
    evening: str
    player: str
    event: str
    ziel: str = ""
    stars: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class StarsTakenBack:
    """The note of stars with this id does not hold."""

    id: str
    evening: str


@dataclass(frozen=True, slots=True)
class StarsOpened:
    """The ledger begins with what everybody had on `date`: stars by player id, instead of what
    was said before."""

    date: Date
    balances: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class TariffSet:
    """From `valid_from` on an event counts so many stars; None: there is no such line after all.

    ziel: for a drive, where to.
    """

    event: str
    valid_from: Date
    stars: int | None
    ziel: str = ""


PersonFact = (PlayerAdded | PlayerRenamed | PlayerMerged | PlayerParted | PlayerRetired
              | PlayerReturned | PlayerMarked | PlayerDeleted)
ClubFact = PersonFact | ClubNamed | StarsOpened | TariffSet | RuleSetKept | RuleSetDropped
EveningFact = (EveningOpened | EveningClosed | EveningReopened | StarsNoted | StarsTakenBack
               | PaymentMade | PaymentTakenBack)
HandFact = HandRecorded | HandAmended | HandVoided | HandRestored
StepFact = HandFact | DealerNamed | SeatsTaken | RulesChanged | MatchEnded | MatchResumed
SheetFact = SheetOpened | PlayerJoined | StepFact | Undone | Redone
Fact = ClubFact | EveningFact | SheetFact


class Entry(NamedTuple):
    """One line of the book: a fact, when it was written (milliseconds since 1970, UTC), by whom."""

    id: str
    fact: Fact
    at: int = 0
    by: str = ""


Names = Mapping[str, str]
"""What every player is called, by player id."""
