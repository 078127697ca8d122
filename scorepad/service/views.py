"""The views that the service returns: frozen values, computed from the facts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from typing import Any, NamedTuple

from scorepad.book import sheet_journal
from scorepad.book.facts import Entry, Fact
from scorepad.book.history.noted import Asked
from scorepad.book.people import Look, OtherName
from scorepad.book.record import SetAside
from scorepad.book.scoresheet import Scoresheet, fees_on
from scorepad.book.settle import Settlement
from scorepad.games.game import Game, Rules


@dataclass(frozen=True)
class EveningCard:
    """An evening in the list of evenings; `games` are titles, `players` names, `latest_sheet` is
    the id of the sheet begun last, None where there is none yet; asks: whether somebody has to
    decide something that was said on two devices apart; tournament: the name of the one that it is,
    empty if it is none."""

    id: str
    date: Date
    place: str
    closed: bool
    games: tuple[str, ...]
    players: tuple[str, ...]
    latest_sheet: str | None
    asks: bool = False
    tournament: str = ""


class Ranked(NamedTuple):
    """A player in the standing of a sheet: the Partien won and lost, and the points."""

    name: str
    won: int
    lost: int
    points: int

    def order(self, game: Game[Any, Any]) -> tuple[int, ...]:
        """Return what the players of a game are sorted by."""
        return self.lost - self.won, self.points * (1 if game.low_is_good else -1)


class NextHand(NamedTuple):
    """The next hand as a page shows it: the ids of those who deal, sit at the table and play, and
    the rules. Whoever types it means these."""

    dealer: str
    seats: tuple[str, ...]
    active: frozenset[str]
    rules: Rules

    @classmethod
    def on(cls, score: Scoresheet, players: Sequence[str]) -> "NextHand":
        """Return the next hand of a sheet; players: their ids, by seat."""
        table = score.next.table
        return cls(players[table.dealer], tuple([players[seat] for seat in table.seats]),
                   frozenset([players[seat] for seat in table.active]), table.rules)


class Decision(NamedTuple):
    """Something to be decided that was said on two devices apart. names: of everybody, by id;
    evening: the id of the one that it is about, empty for the club."""

    asked: Asked
    names: Mapping[str, str]
    evening: str = ""


@dataclass(frozen=True, kw_only=True)
class SheetView(sheet_journal.Standing):
    """A sheet as it stands; closed: whether its evening is; is_list: whether it is one of a
    tournament, whose seats and rules stay; looks: of the players, by seat."""

    id: str
    evening: str
    closed: bool
    is_list: bool
    players: tuple[str, ...]
    looks: tuple[Look, ...]

    @property
    def asks(self) -> bool:
        """True if somebody has to decide which of several words about its hands counts."""
        return bool(self.questions or self.also)

    @property
    def game(self) -> Game[Any, Any]:
        """The sheet's game."""
        return self.score.record.game

    @property
    def next_hand(self) -> NextHand:
        """The next hand as it is shown."""
        return NextHand.on(self.score, self.players)

    @property
    def ranking(self) -> tuple["Ranked", ...]:
        """Everybody with the Partien won and lost and the latest one's points, the best first."""
        return _ranked([self])

    def _ranks(self) -> list["Ranked"]:
        score, names = self.score, self.score.record.names
        ended = [match.outcome for match in score.matches if not score.record.one_match]
        latest = score.matches[-1].tally if ended and not score.tally.hands else score.tally
        return [Ranked(name, sum(outcome.winner == seat for outcome in ended),
                       sum(seat in outcome.losers for outcome in ended), latest.totals[seat])
                for seat, name in enumerate(names)]

    @property
    def money(self) -> Mapping[str, int]:
        """The amounts won or lost so far, in cents by name; empty where nothing is at stake, and
        until something has been settled."""
        score = self.score
        if score.payout is None or not (score.matches or self.provisional):
            return {}
        return dict(zip(score.record.names, score.payout))

    @property
    def provisional(self) -> bool:
        """True if what the sheet pays is only the balance so far of a match that still runs."""
        return self.score.record.stake is not None and self._is_running and not self.undecided

    @property
    def undecided(self) -> bool:
        """True if a match still runs that counts only once it is over, for nothing or for money."""
        score = self.score
        return self._is_running and not (score.record.pays_running and self.game.balance(
            score.tally, score.record.stake or 1) is not None)

    @property
    def _is_running(self) -> bool:
        return not self.score.over and self.score.tally.hands > 0


@dataclass(frozen=True)
class EveningView:
    """An evening with its sheets, and a settlement for each currency played for.

    decisions: what was noted on two devices apart; closed_elsewhere: the entry that closed it on a
    device that did not know of what was played on, None if there is none; aside: the entries
    about it that make no sense; tournament: the name of the one that it is, empty if it is none.
    """

    id: str
    date: Date
    place: str
    closed: bool
    sheets: tuple[SheetView, ...]
    settlements: tuple[Settlement, ...]
    decisions: tuple[Decision, ...] = ()
    closed_elsewhere: Entry | None = None
    aside: tuple[SetAside, ...] = ()
    tournament: str = ""

    @property
    def asks(self) -> bool:
        """True if somebody has to decide something before the settlement is final."""
        return bool(self.decisions) or self.closed_elsewhere is not None \
            or any(sheet.asks for sheet in self.sheets)

    @property
    def winners(self) -> tuple[str, ...]:
        """Those with the best result: the money, where there is one currency, or the standing of
        the only sheet for nothing; empty where neither is known, or everybody is even. An evening
        that is over leaves out a match that is not."""
        found: Mapping[str, tuple[int, ...]] = {}
        if len(self.settlements) == 1:
            found = {name: (-cents,) for name, cents in self.settlements[0].balances.items()}
        elif not self.settlements and len(self.sheets) == 1:
            only = self.sheets[0]
            counted = 1 if self.closed and only.undecided else None
            found = {rank.name: rank.order(only.game)[:counted] for rank in only.ranking}
        best = min(found.values(), default=())
        winners = tuple([name for name, order in found.items() if order == best])
        return winners if len(winners) < len(found) else ()

    @property
    def fees(self) -> Mapping[str, Mapping[str, int]]:
        """The cents that lost games cost into the club's purse, by currency and name."""
        found: dict[str, Counter[str]] = {}
        for score in [sheet.score for sheet in self.sheets]:
            if fees := fees_on(score):
                found.setdefault(score.record.currency, Counter()).update(
                    {name: cents for name, cents in zip(score.record.names, fees) if cents})
        return found

    @property
    def standings(self) -> tuple["Standing", ...]:
        """The points of all tables together, of every game that was played at several."""
        games = dict.fromkeys(sheet.game for sheet in self.sheets if sheet.game.may_split)
        tables = {game: [sheet for sheet in self.sheets if sheet.game is game] for game in games}
        return tuple([Standing(game, {rank.name: rank.points for rank in _ranked(sheets)})
                      for game, sheets in tables.items() if len(sheets) > 1])


class Standing(NamedTuple):
    """Everybody's points at all tables of a game on one evening, the best first, by name."""

    game: Game[Any, Any]
    points: Mapping[str, int]


def _ranked(sheets: Sequence[SheetView]) -> tuple[Ranked, ...]:
    """Return everybody at sheets of one game, the best first, with all of them together."""
    found: dict[str, Ranked] = {}
    for sheet in sheets:
        for rank in sheet._ranks():
            _, won, lost, points = found.get(rank.name, Ranked(rank.name, 0, 0, 0))
            found[rank.name] = Ranked(rank.name, won + rank.won, lost + rank.lost,
                                      points + rank.points)
    return tuple(sorted(found.values(), key=lambda rank: rank.order(sheets[0].game)))


@dataclass(frozen=True)
class PersonView:
    """A player in the list of people.

    id: the player's; evenings: how many were played on; spelt: other spellings that turned out to
    be this person.
    """

    id: str
    name: str
    look: Look
    retired: bool
    evenings: int
    spelt: tuple[OtherName, ...]


@dataclass(frozen=True)
class HandVersion:
    """One entry about a hand: what was written, when and by whom, and whether it still holds.

    at: milliseconds since 1970; fact: as it was written; is_aside: whether it does not hold because
    something else was said on another device; entry: its id; brought: the name of whoever brought
    it here, if that need not be who wrote it.
    """

    fact: Fact
    at: int
    by: str
    holds: bool
    is_aside: bool = False
    entry: str = ""
    brought: str = ""


@dataclass(frozen=True)
class NewEvening:
    """An evening that begins with the sheet that is opened on it."""

    date: Date
    place: str = ""
