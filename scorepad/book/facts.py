"""The facts that the book keeps: they are only ever added, and all else is computed from them.

A fact says what somebody wrote down, not what follows from it. Corrections, voided hands and
undone steps are facts too, so the book always shows what stood there before.
People are named by their ids; in memory the seats of a sheet's facts are positions in its
`Roster`: ids are turned into them where a sheet is read. Ids are UUIDv7 texts; money is cents.
"""

from collections.abc import Collection, Mapping
from datetime import date as Date
from typing import Any, NamedTuple

from scorepad.book.people import Colour, Marker
from scorepad.book.record import Written
from scorepad.games.game import Game, Rules, Seat
from scorepad.i18n.message import Message
from scorepad.tournament.facts import ChampionshipSet, TournamentFact


class PlayerAdded(Written):
    """Somebody plays here for the first time."""

    player: str
    name: str


class PlayerRenamed(Written):
    """A player is called `name` from the first evening to the last."""

    player: str
    name: str


class PlayerMerged(Written):
    """`player` and `into` are two spellings of one person, who goes by the name of `into`."""

    player: str
    into: str


class PlayerParted(Written):
    """`player`, once merged, is a separate person after all."""

    player: str


class PlayerRetired(Written):
    """Somebody no longer plays here; what they played stays."""

    player: str


class PlayerReturned(Written):
    """Somebody who had stopped plays here again."""

    player: str


class PlayerMarked(Written):
    """From now on a player is drawn in this colour and with this marker."""

    player: str
    colour: Colour
    marker: Marker


class PlayerDeleted(Written):
    """A player who has never played was written down by mistake."""

    player: str


class PlayerUndeleted(Written):
    """A player who was deleted is there after all, as before."""

    player: str


class RuleSetKept(Written):
    """The club's own rules of a game, under a name; a later fact with the same id replaces them."""

    id: str
    game: Game[Any, Any]
    name: str
    rules: Rules


class RuleSetDropped(Written):
    """A rule set is no longer offered; sheets that began with it keep their rules."""

    id: str


class ClubNamed(Written):
    """The book belongs to the club of this name."""

    name: str


class EveningOpened(Written):
    """People sat down to play on `date`, at `place` (empty if nobody said where)."""

    evening: str
    date: Date
    place: str = ""


class EveningClosed(Written):
    """The evening is over and can be settled."""

    evening: str


class EveningReopened(Written):
    """The evening goes on after all."""

    evening: str


class SheetOpened(Written):
    """A table began a game; what it agreed on is frozen here.

    players: the roster as player ids, clockwise; rules: the options of the game;
    stake: what they play for, in units of the game's wager, None if for nothing; currency:
    ISO 4217 code; absprachen: what they agreed on besides, in their own words.
    """

    sheet: str
    evening: str
    game: Game[Any, Any]
    players: tuple[str, ...]
    first_dealer: Seat
    rules: Rules
    stake: int | None = None
    currency: str = "EUR"
    absprachen: str = ""


class HandRecorded(NamedTuple):
    """A hand was played and written down.

    hand: a value of the sheet's game; dealer: the one that somebody named, None where the deal
    passed on by the rules; seats: a new seating from this hand on, clockwise, None where nobody
    moved; rules: new ones from this hand on, None where they stay the same; voided: whether it did
    not count from the first, as a file may say.
    """

    id: str
    sheet: str
    hand: Any
    dealer: Seat | None = None
    seats: tuple[Seat, ...] | None = None
    note: str = ""
    rules: Rules | None = None
    voided: bool = False


class HandAmended(Written):
    """A hand was written down wrongly; these fields replace all of the old ones."""

    id: str
    sheet: str
    hand: Any
    dealer: Seat | None = None
    seats: tuple[Seat, ...] | None = None
    note: str = ""
    rules: Rules | None = None


class HandVoided(Written):
    """A hand does not count, though it was dealt and stays on record."""

    id: str
    sheet: str


class HandRestored(Written):
    """A voided hand counts after all."""

    id: str
    sheet: str


class DealerNamed(Written):
    """`dealer` deals the next hand of the sheet, no matter whose turn it would be."""

    sheet: str
    dealer: Seat


class PlayerJoined(Written):
    """Somebody joins a running sheet and is added to its roster, whether they sit down or not."""

    sheet: str
    player: str


class SeatsTaken(Written):
    """From the next hand of the sheet on, these seats are at the table, clockwise."""

    sheet: str
    seats: tuple[Seat, ...]


class RulesChanged(Written):
    """From the next hand of the sheet on, the table plays by these rules."""

    sheet: str
    rules: Rules


class AbsprachenChanged(Written):
    """The table has changed what it agreed on besides the rules of the sheet."""

    sheet: str
    absprachen: str


class MatchEnded(Written):
    """The table has ended the running match of the sheet; no hand follows.

    agreement: the cents that each seat receives for a Partie that was broken off, as the table
    agreed; empty where it agreed on nothing.
    """

    sheet: str
    agreement: tuple[int, ...] = ()


class MatchResumed(Written):
    """The match that the table had ended goes on after all."""

    sheet: str


class RunsChosen(Written):
    """Of the hands that were written apart after the hand `after` (empty: at the beginning), those
    count that follow the hands `runs`, one run after the other, and those after `struck` do not."""

    sheet: str
    after: str
    runs: tuple[str, ...]
    struck: tuple[str, ...] = ()


class WordChosen(Written):
    """Of all that was said of the hand `id` on several devices, that holds which the writer of the
    entry `word` had said by then."""

    id: str
    sheet: str
    word: str


class NotesChosen(Written):
    """Of the notes of stars, or the payments, that the entries `said` noted apart, those count that
    the entries `counting` noted; none: nobody has decided after all."""

    evening: str
    said: tuple[str, ...]
    counting: tuple[str, ...]


class ClubChosen(Written):
    """Of what the entries `said` said apart of one thing of the club, that counts which the entries
    `counting` said; none: nobody has decided after all."""

    said: tuple[str, ...]
    counting: tuple[str, ...]


class Undone(Written):
    """The entry with the id `entry` on this sheet was taken back."""

    sheet: str
    entry: str


class Redone(Written):
    """The entry with the id `entry`, once taken back, counts again."""

    sheet: str
    entry: str


class PaymentMade(Written):
    """`debtor` has paid `creditor` this many cents for the evening; both are player ids."""

    id: str
    evening: str
    debtor: str
    creditor: str
    cents: int
    currency: str


class PaymentTakenBack(Written):
    """The payment with this id was not made after all."""

    id: str
    evening: str


class StarsNoted(Written):
    """On an evening somebody did something that gives or takes stars.

    id: of the note, which a later fact with the same id replaces; player: the player's id; event:
    a name from `tariffs.NOTED`; ziel: the destination of a drive; stars: how many, None where the
    tariff sets it.
    """

    id: str
    evening: str
    player: str
    event: str
    ziel: str = ""
    stars: int | None = None
    note: str = ""


class StarsTakenBack(Written):
    """The note of stars with this id no longer counts."""

    id: str
    evening: str


class StarsOpened(Written):
    """The ledger of stars begins on `date` with these balances, stars by player id, which replace
    earlier ones."""

    date: Date
    balances: Mapping[str, int]


class TariffSet(Written):
    """From `valid_from` on, an event counts this many stars.

    stars: below 0 where they are taken, None to remove the line; ziel: the destination of a drive.
    """

    event: str
    valid_from: Date
    stars: int | None
    ziel: str = ""


class Unread(Written):
    """An entry of which this version makes nothing. kind: its kind as stored; why: a sentence;
    sheet, evening: those that it is about, as far as that can be seen; is_newer: whether only a
    newer version knows its kind."""

    kind: str
    why: Message
    sheet: str = ""
    evening: str = ""
    is_newer: bool = False


PlayerFact = (PlayerAdded | PlayerRenamed | PlayerMerged | PlayerParted | PlayerRetired
              | PlayerReturned | PlayerMarked | PlayerDeleted | PlayerUndeleted)
ClubFact = (PlayerFact | ClubNamed | StarsOpened | TariffSet | RuleSetKept | RuleSetDropped
            | ClubChosen | ChampionshipSet)
EveningFact = (EveningOpened | EveningClosed | EveningReopened | StarsNoted | StarsTakenBack
               | PaymentMade | PaymentTakenBack | NotesChosen | TournamentFact)
SheetFact = (SheetOpened | PlayerJoined | HandRecorded | HandAmended | HandVoided | HandRestored
             | DealerNamed | SeatsTaken | RulesChanged | AbsprachenChanged | MatchEnded
             | MatchResumed | RunsChosen | WordChosen | Undone | Redone)
Fact = ClubFact | EveningFact | SheetFact | Unread


class Entry(NamedTuple):
    """One line of the book: a fact, when it was written (milliseconds since 1970, UTC), by whom.

    apart: the ids of the entries of its part that were written without knowing of it, and it
    without knowing of them, as on another device; for the end of an evening only of hands
    and of when it was opened again; here: whether this device wrote it, which is known only where
    something was written apart.
    """

    id: str
    fact: Fact
    at: int = 0
    by: str = ""
    apart: Collection[str] = frozenset()
    here: bool = False


Names = Mapping[str, str]
"""The name of every player, by player id."""
