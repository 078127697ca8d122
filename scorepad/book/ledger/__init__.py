"""The club's ledger of stars, over all evenings: who has how many, and where each comes from.

A star is a fifth of a Kasten of beer that its owner owes the table (S2, Sterne). Nothing of the
ledger is stored: it follows from the opening balances, the hands, what was noted on the evenings,
and the tariffs. What lies before the opening balances is in them already.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from typing import NamedTuple

from scorepad.book.ledger.tariffs import (
    A_KASTEN,
    AUSWAERTS,
    KASTEN,
    KNABBERZEUG,
    NO_HAND_WON,
    WINNER,
    Tariffs,
)
from scorepad.book.record import BookRecord, EveningRecord, OpeningStars, StarNote
from scorepad.book.scoresheet import Scoresheet
from scorepad.games.game import Points, Problem, Seat
from scorepad.games.protocols import GivesStars
from scorepad.i18n.message import N_, Message, Quantity, say, say_n
from scorepad.system.steps import Steps, stepwise


class HandEvent(NamedTuple):
    """Something in a hand of a sheet that gives stars; hands are counted from 1."""

    hand: int
    seat: Seat
    event: str


@dataclass(frozen=True, eq=False)
class SheetStars:
    """The part of a sheet that the ledger needs, whatever the tariffs are; compared by identity.

    index: which of the evening's sheets; hands: how many counted; played: who played one of them;
    won: who won one.
    """

    id: str
    index: int
    names: tuple[str, ...]
    events: tuple[HandEvent, ...]
    totals: Points
    hands: int
    played: frozenset[Seat]
    won: frozenset[Seat]


@dataclass(frozen=True)
class EveningPage:
    """An evening as the ledger reads it: only those of its sheets whose games give stars."""

    id: str
    date: Date
    place: str
    closed: bool
    notes: tuple[StarNote, ...]
    sheets: tuple[SheetStars, ...]


class Star(NamedTuple):
    """Stars that a player received or lost (below 0), and what for.

    sheet, hand: where it happened, the sheet by its index, the hand counted from 1, 0 for none;
    id: of the note, where it was noted; reason: why, where it follows from the whole evening.
    """

    player: str
    event: str
    stars: int
    sheet: int = 0
    hand: int = 0
    ziel: str = ""
    note: str = ""
    id: str = ""
    reason: Message | None = None


@dataclass(frozen=True)
class EveningStars:
    """The stars of an evening.

    hands: those of its hands; noted: those noted on it; faults: the problems of its notes, each by
    the index of its note, which counts 0; closing: what follows from its result, counted once it
    is closed and only proposed until then; balances: after it, by name.
    """

    page: EveningPage
    hands: tuple[Star, ...]
    noted: tuple[Star, ...]
    faults: tuple[Problem, ...]
    closing: tuple[Star, ...]
    balances: Mapping[str, int]

    @property
    def counted(self) -> tuple[Star, ...]:
        """All stars that count now."""
        return (*self.hands, *self.of_evening)

    @property
    def of_evening(self) -> tuple[Star, ...]:
        """The stars that count now and do not come from a hand."""
        return (*self.noted, *(self.closing if self.page.closed else ()))


class Standing(NamedTuple):
    """The stars of those who play, and of those who have retired; those with most stars first."""

    active: Mapping[str, int]
    retired: Mapping[str, int]

    @property
    def total(self) -> int:
        """The stars of the active players together (S2, Sterne: *Summe aktive Spieler*)."""
        return sum(self.active.values())

    @property
    def title(self) -> str:
        """The name of that sum, an English template."""
        return N_("Sum of active players") if self.retired else N_("Sum")

    @property
    def names(self) -> list[str]:
        """Everybody, the retired ones last."""
        return [*self.active, *self.retired]


@dataclass(frozen=True)
class Ledger:
    """The stars of a club.

    evenings: in the order they were given; balances: of everybody who had stars at the beginning
    or received or lost some since; retired: the names of those who play no more.
    """

    opening: OpeningStars | None
    evenings: tuple[EveningStars, ...]
    balances: Mapping[str, int]
    retired: frozenset[str] = frozenset()

    def standing(self, balances: Mapping[str, int] | None = None) -> "Standing":
        """Return who has how many stars; balances: those of an earlier day, None for today's."""
        found = self.balances if balances is None else balances
        names = sorted(found, key=lambda name: (-found[name], name))
        return Standing({name: found[name] for name in names if name not in self.retired},
                        {name: found[name] for name in names if name in self.retired})

    def chronicle(self) -> list[EveningStars]:
        """Return the evenings on which anybody received or lost stars, sorted by date, without
        those whose stars are in the opening balances."""
        return [evening for evening in sorted(self.evenings, key=lambda each: each.page.date)
                if evening.counted and evening.page.date >= self._first]

    @property
    def _first(self) -> Date:
        return self.opening.date if self.opening else Date.min

    def course(self) -> list[tuple[Date, Mapping[str, int]]]:
        """Return all balances day by day: at the beginning and after each evening with stars."""
        days = {self.opening.date: self.opening.balances} if self.opening else {}
        for evening in self.chronicle():
            days[evening.page.date] = evening.balances
        return list(days.items())

    @property
    def before_opening(self) -> int:
        """The number of evenings with stars that are in the opening balances."""
        return len([evening for evening in self.evenings
                    if evening.counted and evening.page.date < self._first])

    def history(self, player: str) -> list[tuple[EveningStars | None, Star, int]]:
        """Return a player's stars, oldest first: the evening (None for the opening balance), the
        stars, and the player's balance after them."""
        lines: list[tuple[EveningStars | None, Star, int]] = []
        balance = 0
        if self.opening and player in self.opening.balances:
            balance = self.opening.balances[player]
            lines.append((None, Star(player, "", balance), balance))
        for evening in self.chronicle():
            for star in evening.counted:
                if star.player == player:
                    balance += star.stars
                    lines.append((evening, star, balance))
        return lines


def stars_of(sheet: Scoresheet, index: int) -> SheetStars | None:
    """Return the part of a sheet that the ledger needs; None where its game gives no stars."""
    game, names = sheet.record.game, sheet.record.names
    if not isinstance(game, GivesStars):
        return None
    events: list[HandEvent] = []
    played, won, hands = set[Seat](), set[Seat](), 0
    for number, (record, table, score, *_) in enumerate(sheet.lines, 1):
        if score is not None:
            hands += 1
            events += [HandEvent(number, seat, event)
                       for seat, event in game.events(record.hand, table)]
            played.update(table.active)
            won.update(game.winners(record.hand, table, score) or ())
    return SheetStars(sheet.record.id, index, names, tuple(events), sheet.tally.totals, hands,
                      frozenset(played), frozenset(won))


@stepwise
def ledger(opening: OpeningStars | None, tariffs: Tariffs, evenings: Iterable[EveningPage],
           retired: frozenset[str] = frozenset()) -> Steps[Ledger]:
    """Return the ledger of a club; opening: the stars that it began with, None for none; tariffs:
    the default ones and the club's; evenings: in the order of the book; retired: names."""
    pages = list(evenings)
    balances: Mapping[str, int] = {}
    made: dict[int, EveningStars] = {}
    to_come = opening
    for index in sorted(range(len(pages)), key=lambda index: pages[index].date):
        if to_come and pages[index].date >= to_come.date:
            balances, to_come = to_come.balances, None
        made[index] = _evening(pages[index], tariffs, balances)
        balances = made[index].balances
        yield
    balances = to_come.balances if to_come else balances
    return Ledger(opening, tuple([made[index] for index in range(len(pages))]), balances, retired)


@stepwise
def ledger_of(book: BookRecord, sheets: Sequence[Sequence[Scoresheet]]) -> Steps[Ledger]:
    """Return the ledger of a book; sheets: the score sheets of each of its evenings."""
    pages = []
    for evening, scored in zip(book.evenings, sheets):
        pages.append(page_of(evening, scored))
        yield
    return (yield from ledger.steps(book.opening, Tariffs(book.tariffs), pages, frozenset(
        [person.name for person in book.people if person.retired])))


def page_of(evening: EveningRecord, sheets: Sequence[Scoresheet]) -> EveningPage:
    """Return an evening as the ledger reads it; sheets: its score sheets."""
    found = [stars_of(sheet, index) for index, sheet in enumerate(sheets)]
    return EveningPage(evening.id, evening.date, evening.place, evening.closed,
                       tuple(evening.stars), tuple([page for page in found if page]))


def note_faults(book: BookRecord, *, with_id: bool) -> list[Problem]:
    """Return what is wrong with the notes of stars of a document, each with its place; with_id:
    those of a book, which count nothing, or those that are new, which are refused."""
    tariffs = Tariffs(book.tariffs)
    return [Problem(("evenings", e, "stars", n, *fault.place), fault.message)
            for e, evening in enumerate(book.evenings)
            for n, note in enumerate(evening.stars) if bool(note.stamp.id) == with_id
            if (fault := tariffs.fault_of(note, evening.date))]


def odd_notes(notes: Sequence[StarNote], place: str) -> Iterator[tuple[int, Message]]:
    """Yield what is odd about the notes of an evening, each with the index of its note.

    place: of the evening. S2, Sterne, 21.05.2008: snacks count that come with a Kasten, and one
    drives to somebody else.
    """
    providers = {note.player for note in notes if note.event == KASTEN}
    driven: set[str] = set()
    for index, note in enumerate(notes):
        if note.event == KNABBERZEUG and note.player not in providers:
            yield index, say("{name} brought snacks but no Kasten: the rules count the snacks that "
                             "come with one.", name=note.player)
        if note.event != AUSWAERTS:
            continue
        if note.player in driven:
            yield index, say("{name} has already driven this evening.", name=note.player)
        if note.player in (note.ziel, place):
            yield index, say("{name} has driven home: the rules count the drive to somebody else.",
                             name=note.player)
        driven.add(note.player)


def odd_in(book: BookRecord) -> list[Problem]:
    """Return what is odd about the notes of a book, each at its place in the document."""
    return [Problem(("evenings", e, "stars", n), message)
            for e, evening in enumerate(book.evenings)
            for n, message in odd_notes(evening.stars, evening.place)]


def sum_by_event(stars: Iterable[Star]) -> list[Star]:
    """Return one `Star` for each player and event, with the sum of their stars."""
    sums: Counter[tuple[str, str]] = Counter()
    for star in stars:
        sums[star.player, star.event] += star.stars
    return [Star(player, event, count) for (player, event), count in sums.items()]


def by_hand(stars: Iterable[Star]) -> dict[tuple[int, int], list[Star]]:
    """Return the stars by index of the sheet and number of the hand, summed by player and event."""
    found: defaultdict[tuple[int, int], list[Star]] = defaultdict(list)
    for star in stars:
        found[star.sheet, star.hand].append(star)
    return {place: sum_by_event(of_hand) for place, of_hand in found.items()}


def next_kasten(balances: Mapping[str, int], active: Collection[str]) -> tuple[str, ...]:
    """Return who of the active players brings the next Kasten: those with most stars, once these
    are a whole one."""
    owed = {name: stars for name, stars in balances.items() if name in active}
    most = max(owed.values(), default=0)
    return tuple([name for name, stars in owed.items() if stars == most >= A_KASTEN])


def _evening(page: EveningPage, tariffs: Tariffs, before: Mapping[str, int]) -> EveningStars:
    """Return the stars of an evening; before: the balances that it began with."""
    day = page.date
    hands = tuple([
        Star(sheet.names[seat], event, tariffs.stars(event, day) or 0, sheet.index, hand)
        for sheet in page.sheets for hand, seat, event in sheet.events])
    noted = tuple([
        Star(note.player, note.event, tariffs.counted(note, day), ziel=note.ziel, note=note.note,
             id=note.stamp.id)
        for note in page.notes])
    faults = tuple([Problem((index, *fault.place), fault.message)
                    for index, note in enumerate(page.notes)
                    if (fault := tariffs.fault_of(note, day))])
    balances = defaultdict(int, before)
    for star in (*[star for star in hands if star.stars], *noted):
        balances[star.player] += star.stars
    closing = (*_winner(page, tariffs), *_without_win(page, tariffs, balances))
    if page.closed:
        for star in closing:
            balances[star.player] += star.stars
    return EveningStars(page, hands, noted, faults, closing, dict(balances))


def _winner(page: EveningPage, tariffs: Tariffs) -> tuple[Star, ...]:
    """Return the stars of the evening's winner, none where several share the win (S2, Sterne 9)."""
    totals = totals_of(page)
    stars = tariffs.stars(WINNER, page.date)
    best = [name for name, total in totals.items() if total == max(totals.values())]
    if len(best) != 1 or stars is None:
        return ()
    reason = say("most points of the evening: {points}", points=Quantity(totals[best[0]]))
    return (Star(best[0], WINNER, stars, reason=reason),)


def _without_win(page: EveningPage, tariffs: Tariffs,
                 balances: Mapping[str, int]) -> tuple[Star, ...]:
    """Return the stars of those who won no hand and own stars (S2, Sterne 12). What the evening
    itself gave or took counts as owned; what its closing takes from its winner not yet."""
    stars = tariffs.stars(NO_HAND_WON, page.date)
    won = {sheet.names[seat] for sheet in page.sheets for seat in sheet.won}
    played = dict.fromkeys(name for sheet in page.sheets
                           for seat, name in enumerate(sheet.names) if seat in sheet.played)
    return () if stars is None else tuple([
        Star(name, NO_HAND_WON, stars, reason=say_n(
            "won no hand and owns {n} star", "won no hand and owns {n} stars", balances[name]))
        for name in played if name not in won and balances.get(name, 0) > 0])


def totals_of(page: EveningPage) -> dict[str, int]:
    """Return the points by name on an evening's sheets that give stars; empty before any hand."""
    totals: Counter[str] = Counter()
    for sheet in page.sheets:
        if sheet.hands:
            totals.update(dict(zip(sheet.names, sheet.totals)))
    return dict(totals)
