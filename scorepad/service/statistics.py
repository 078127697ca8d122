"""The use cases of the statistics: everybody's figures by year and game, and who did what.

The digest of each sheet is kept until something is written on it; only the first question reads the
whole book.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date as Date
from typing import Any, NamedTuple

from scorepad.book.journal import Journal
from scorepad.book.ledger import SheetStars, stars_of
from scorepad.book.sheet_journal import OpenSheet, SheetJournal
from scorepad.book.statistics import (
    LOST,
    WON,
    Month,
    Record,
    Run,
    SheetDigest,
    SheetPage,
    digest,
    longest_run,
    months,
    records,
)
from scorepad.book.statistics.club import Best, Season, bests_of, season_of
from scorepad.book.statistics.duel import Duel, duel_of
from scorepad.games import BY_ID
from scorepad.games.game import Game
from scorepad.games.protocols import GivesStars, titles_of
from scorepad.i18n.message import Message
from scorepad.service.club import Club
from scorepad.service.open_book import OpenBook
from scorepad.storage.faults import holding_together
from scorepad.system.steps import Steps, collector_paused, stepwise


class Chosen(NamedTuple):
    """The evenings of a year or of a span of days, and the sheets of a game (its key), to count;
    None for all. first, last: days, both included."""

    year: int | None = None
    game: str | None = None
    first: Date | None = None
    last: Date | None = None

    def covers(self, day: Date) -> bool:
        """Return whether an evening of this day is among them."""
        return self.year in (None, day.year) and (self.first is None or self.first <= day) \
            and (self.last is None or day <= self.last)


@dataclass(frozen=True)
class Overview:
    """Everybody's figures in what was chosen.

    years: those with evenings, the latest first; games: those that were played in any; game: the
    only one among the sheets chosen, None if they are of several; titles: of all games, by key;
    records: by player id, those who played most hands first; names: by player id.
    """

    chosen: Chosen
    years: tuple[int, ...]
    games: tuple[Game[Any, Any], ...]
    game: Game[Any, Any] | None
    titles: Mapping[str, Message]
    records: Mapping[str, Record]
    names: Mapping[str, str]

    @property
    def title(self) -> Message:
        """The title of the only game, empty if they are of several."""
        return Message("") if self.game is None else self.titles[self.game.key]


class HandPlace(NamedTuple):
    """A hand in the book: ids of evening, sheet and hand, the day, and its number on the sheet."""

    evening: str
    sheet: str
    hand: str
    date: Date
    number: int


class Stretch(NamedTuple):
    """The longest run of hands, with its first and its last one."""

    length: int
    first: HandPlace
    last: HandPlace


@dataclass(frozen=True)
class Portrait:
    """One player: the figures, where the best and the worst hand stand (if all are of one game),
    the longest runs, and how the months went."""

    record: Record
    best: HandPlace | None
    worst: HandPlace | None
    won: Stretch | None
    lost: Stretch | None
    months: tuple[Month, ...]


class Held(NamedTuple):
    """A record of the club, with the first and the last hand of it; both None for an evening's."""

    best: Best
    first: HandPlace | None = None
    last: HandPlace | None = None


class _Known(NamedTuple):
    """The digest of a sheet, with the numbers of steps and of players that it covers."""

    steps: int
    players: int
    digest: SheetDigest


@dataclass
class _Read:
    """The book as far as it was read. frame: as it was then, that of no book at first."""

    frame: Journal = field(default_factory=Journal)
    known: dict[str, _Known] = field(default_factory=dict)


class FirstReading(NamedTuple):
    """The outcome of `Statistics.read`; frame: the book's, as it was before the reading."""

    frame: Journal
    known: Mapping[str, _Known]
    stars: Mapping[str, SheetStars]


class Statistics:
    """The use cases of the statistics; club: the ledger of stars."""

    def __init__(self, book: OpenBook, club: Club) -> None:
        self._book, self._club = book, club
        self._read = book.found(_Read)

    @property
    def is_read(self) -> bool:
        """True if the next answer comes at once; otherwise the book is read first."""
        return self._book.current() is self._read.frame

    @stepwise
    def read(self) -> Steps[FirstReading]:
        """Read and count the whole book; it changes nothing here, so another thread may do it."""
        frame = self._book.frame
        with collector_paused(), holding_together():
            journal = yield from self._book.everything.steps()
            known: dict[str, _Known] = {}
            stars: dict[str, SheetStars] = {}
            for evening in journal.evenings.values():
                for index, (sheet, steps) in enumerate(evening.sheets.items()):
                    scored = OpenSheet(steps, journal.names)
                    known[sheet] = _counted(scored)
                    if found := stars_of(scored.score(), index):
                        stars[sheet] = found
                    yield
        return FirstReading(frame, known, stars)

    def take(self, found: FirstReading) -> None:
        """Go on from what was read; what somebody else has written since is read the next time."""
        self._read.frame = found.frame
        self._read.known = {sheet: known for sheet, known in found.known.items()
                       if sheet in self._read.frame.sheets}
        if found.frame is not self._book.current():
            return
        for sheet, stars in found.stars.items():
            if sheet in self._read.known:
                self._club.know(sheet, self._read.known[sheet].steps, stars)

    def overview(self, chosen: Chosen = Chosen()) -> Overview:
        """Return everybody's figures."""
        pages = self._pages()
        matching = _matching(pages, chosen)
        found = records(matching, self._stars(chosen))
        played, here = _games(pages), _games(matching)
        return Overview(
            chosen, tuple(sorted({page.date.year for page in pages}, reverse=True)), played,
            here[0] if len(here) == 1 else None, titles_of(played),
            dict(sorted(found.items(), key=lambda each: -each[1].hands)),
            self._read.frame.people.persons)

    def by_game(self, chosen: Chosen = Chosen()) -> list[Overview]:
        """Return everybody's figures in each game of what was chosen."""
        return [self.overview(chosen._replace(game=game.key))
                for game in _games(_matching(self._pages(), chosen))]

    def months(self, player: str, chosen: Chosen = Chosen()) -> tuple[Month, ...]:
        """Return how one player's months went, in order of time."""
        return months(_matching(self._pages(), chosen), player)

    def season(self, chosen: Chosen = Chosen()) -> Season | None:
        """Return how everybody's season went; None where there is no course to draw."""
        return season_of(_matching(self._pages(), chosen))

    def duel(self, one: str, other: str, chosen: Chosen = Chosen()) -> Duel | None:
        """Return two players, by id, against each other; None if no hand was played by both."""
        return duel_of(_matching(self._pages(), chosen), one, other)

    def bests(self, overview: Overview) -> list[Held]:
        """Return the records of the club in what an overview is of."""
        pages = _matching(self._pages(), overview.chosen)
        found = []
        for best in bests_of(pages, overview.records):
            stretch = self._stretch(pages, best.run)
            hand = self._hand_with([best.page], best.player, best.amount) if best.is_hand else None
            found.append(Held(best, hand, hand) if stretch is None else
                         Held(best, stretch.first, stretch.last))
        return found

    def portrait(self, player: str, chosen: Chosen = Chosen()) -> Portrait | None:
        """Return one player's figures, None if there are none."""
        pages = _matching(self._pages(), chosen)
        record = records(pages, self._stars(chosen)).get(player)
        if record is None:
            return None
        points = record.points
        return Portrait(
            record, points and self._hand_with(pages, player, points.best),
            points and self._hand_with(pages, player, points.worst),
            self._stretch(pages, longest_run(pages, player, WON)),
            self._stretch(pages, longest_run(pages, player, LOST)), months(pages, player))

    def _hand_with(self, pages: Sequence[SheetPage], player: str, points: int) -> HandPlace | None:
        """Return the place of the first hand in which a player got exactly so many points."""
        for page in pages:
            for seat, figures in page.figures_of(player):
                if points in (figures.best, figures.worst):
                    for number, line in enumerate(self._book.sheet(page.sheet).score().lines, 1):
                        if line.score and seat in line.table.active and line.points[seat] == points:
                            return self._place(page, number)
        return None

    def _stretch(self, pages: Sequence[SheetPage], run: Run | None) -> Stretch | None:
        if run is None:
            return None
        first, last = [self._place(pages[index], number) for index, number in (run.first, run.last)]
        return Stretch(run.length, first, last)

    def _place(self, page: SheetPage, number: int) -> HandPlace:
        hand = self._book.sheet(page.sheet).hands[number - 1]
        return HandPlace(page.evening, page.sheet, hand.stamp.id, page.date, number)

    def _pages(self) -> list[SheetPage]:
        """Return every sheet with its digest, in order of time."""
        if not self.is_read:
            self.take(self.read())
        frame = self._read.frame
        person = frame.people.person
        pages = []
        for evening in sorted(frame.evenings.values(), key=lambda each: each.opened.date):
            for sheet, journal in evening.sheets.items():
                opened = journal.opened
                pages.append(SheetPage(
                    opened.evening, evening.opened.date, sheet, opened.game,
                    tuple([person(player) for player in journal.players]), opened.currency,
                    opened.game.decimals(opened.stake), self._digest(sheet, journal)))
        return pages

    def _digest(self, sheet: str, journal: SheetJournal) -> SheetDigest:
        """Return the digest of a sheet, counted again if something was written on it since."""
        known, opened = self._read.known.get(sheet), self._book.sheets.get(sheet)
        if known and known.players == len(journal.players) and (
                opened is None or len(opened.journal.steps) == known.steps):
            return known.digest
        self._read.known[sheet] = _counted(opened or self._book.sheet(sheet))
        return self._read.known[sheet].digest

    def _stars(self, chosen: Chosen) -> list[tuple[str, int]]:
        """Return the stars of the evenings chosen as sums by player id, gains and losses apart; for
        a game, those of its hands, and the evening's own if the game gives any."""
        if not self._club.has_stars:
            return []
        ids = self._read.frame.people.ids
        sums: Counter[tuple[str, bool]] = Counter()
        for evening in self._club.ledger().evenings:
            if not chosen.covers(evening.page.date):
                continue
            hands, of_evening = evening.hands, evening.of_evening
            if chosen.game is not None:
                games = [sheet.opened.game for sheet in
                         self._read.frame.evenings[evening.page.id].sheets.values()]
                hands = tuple([star for star in hands if _is(games[star.sheet], chosen.game)])
                if not any([_is(game, chosen.game) and isinstance(game, GivesStars)
                            for game in games]):
                    of_evening = ()
            for star in (*hands, *of_evening):
                sums[star.player, star.stars > 0] += star.stars
        return [(ids[player], stars) for (player, _), stars in sums.items()]


def _matching(pages: Sequence[SheetPage], chosen: Chosen) -> list[SheetPage]:
    return [page for page in pages
            if chosen.covers(page.date) and (chosen.game is None or _is(page.game, chosen.game))]


def _is(game: Game[Any, Any], wanted: str) -> bool:
    """Return whether a game has this key, or was made by rules of the one with this id."""
    return wanted in (game.key, game.id)


def _games(pages: Sequence[SheetPage]) -> tuple[Game[Any, Any], ...]:
    """Return the games that were played, as they are offered; those that rules made by title."""
    played = {page.game for page in pages
              if any(figures.hands for figures in page.digest.figures)}
    order = list(BY_ID)
    return tuple(sorted(played, key=lambda game: (order.index(game.id), game.title.casefold(),
                                                  game.key)))


def _counted(opened: OpenSheet) -> _Known:
    """Return the digest of a sheet as it is now."""
    journal = opened.journal
    return _Known(len(journal.steps), len(journal.players), digest(opened.score()))
