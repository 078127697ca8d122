"""The club's ledger of stars, over all evenings: who has how many, and where each comes from.

A star is a fifth of a Kasten of beer that its owner owes the table (S2, Sterne). Nothing of the
ledger is stored: it follows from the opening balances, the hands, what was noted on the evenings,
and the tariffs. An evening that lies before the opening balances counts all the same.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from functools import lru_cache, partial
from typing import NamedTuple

from scorepad.book.ledger.tariffs import NO_HAND_WON, WINNER, Tariffs
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

    index: which of the evening's sheets; counts: how often each of the events fell to each seat;
    hands: how many counted; played: who played one of them; won: who won one.
    """

    id: str
    index: int
    names: tuple[str, ...]
    events: tuple[HandEvent, ...]
    counts: Mapping[tuple[Seat, str], int]
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


class Gain(NamedTuple):
    """Stars that a player received or lost (below 0) by the hands of the sheet with this index."""

    player: str
    sheet: int
    stars: int


@dataclass(frozen=True)
class OwnStars:
    """The part of an evening's stars that does not depend on earlier evenings.

    worth: the stars for each event of its hands on that day; gains: those of its hands, for each
    player and sheet one sum received and one lost; noted: those noted on it; faults: the problems
    of its notes, each by the index of its note, which counts 0; winner: the stars of the evening's
    winner; without_win: who played and won no hand; loss: the stars for that, None for no tariff.
    """

    page: EveningPage
    worth: tuple[tuple[str, int], ...]
    gains: tuple[Gain, ...]
    noted: tuple[Star, ...]
    faults: tuple[Problem, ...]
    winner: tuple[Star, ...]
    without_win: tuple[str, ...]
    loss: int | None


@dataclass(frozen=True)
class EveningStars(OwnStars):
    """The stars of an evening.

    closing: what follows from its result, counted once it is closed and only proposed until then;
    balances: after it, by name.
    """

    closing: tuple[Star, ...]
    balances: Mapping[str, int]

    @property
    def hands(self) -> tuple[Star, ...]:
        """The stars of its hands."""
        return tuple([star for sheet in self.page.sheets
                      for star in _of_hands(sheet, self.worth)])

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

    @property
    def total(self) -> int:
        """The stars of the active players together."""
        return self.standing().total

    def standing(self, balances: Mapping[str, int] | None = None) -> "Standing":
        """Return who has how many stars; balances: those of an earlier day, None for today's."""
        found = self.balances if balances is None else balances
        names = sorted(found, key=lambda name: (-found[name], name))
        return Standing({name: found[name] for name in names if name not in self.retired},
                        {name: found[name] for name in names if name in self.retired})

    def chronicle(self) -> list[EveningStars]:
        """Return the evenings on which anybody received or lost stars, sorted by date."""
        return [evening for evening in sorted(self.evenings, key=lambda each: each.page.date)
                if evening.counted]

    def course(self) -> list[tuple[Date, Mapping[str, int]]]:
        """Return all balances day by day: at the beginning and after each evening with stars."""
        days = {self.opening.date: self.opening.balances} if self.opening else {}
        first = min(days, default=Date.min)
        for evening in self.chronicle():
            days[max(first, evening.page.date)] = evening.balances
        return list(days.items())

    @property
    def before_opening(self) -> int:
        """The number of evenings with stars before the opening balances; they count on top."""
        return 0 if self.opening is None else sum(
            evening.page.date < self.opening.date for evening in self.chronicle())

    def history(self, player: str) -> list[tuple[EveningStars | None, Star, int]]:
        """Return a player's stars, oldest first: the evening (None for his opening balance), the
        stars, and his balance after them."""
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
    counts = Counter([(seat, event) for _, seat, event in events])
    return SheetStars(sheet.record.id, index, names, tuple(events), counts, sheet.tally.totals,
                      hands, frozenset(played), frozenset(won))


@stepwise
def ledger(opening: OpeningStars | None, tariffs: Tariffs, evenings: Iterable[EveningPage],
           retired: frozenset[str] = frozenset()) -> Steps[Ledger]:
    """Return the ledger of a club; evenings: in the order of the book; retired: names."""
    pages = list(evenings)
    balances: Mapping[str, int] = opening.balances if opening else {}
    own = _by_tariffs(tariffs)
    made: dict[int, EveningStars] = {}
    for index in sorted(range(len(pages)), key=lambda index: pages[index].date):
        made[index] = _evening(own(pages[index]), balances)
        balances = made[index].balances
        yield
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


def note_faults(book: BookRecord) -> list[Problem]:
    """Return what is wrong with the notes of stars of a book, each with its place."""
    tariffs = Tariffs(book.tariffs)
    return [Problem(("evenings", e, "stars", n, *fault.place), fault.message)
            for e, evening in enumerate(book.evenings)
            for n, note in enumerate(evening.stars)
            if (fault := tariffs.fault_of(note, evening.date))]


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


def kaesten(stars: int) -> str:
    """Return stars in Kästen with one decimal: five are one (S2, Sterne); `21.6`, `-0.6`."""
    return f"{stars / 5:.1f}"


# --- one evening --------------------------------------------------------------------------------


def _evening(own: OwnStars, before: Mapping[str, int]) -> EveningStars:
    balances = defaultdict(int, before)
    for player, _, stars in own.gains:
        balances[player] += stars
    for star in own.noted:
        balances[star.player] += star.stars
    closing = (*own.winner, *_without_win(own, balances))
    if own.page.closed:
        for star in closing:
            balances[star.player] += star.stars
    return EveningStars(**vars(own), closing=closing, balances=dict(balances))


@lru_cache(maxsize=8)
def _by_tariffs(tariffs: Tariffs) -> Callable[[EveningPage], OwnStars]:
    """Return a cached function that makes an evening's `OwnStars` by these tariffs: after one more
    hand it has to work for one evening only."""
    return lru_cache(maxsize=1 << 14)(partial(_own, tariffs))


def _own(tariffs: Tariffs, page: EveningPage) -> OwnStars:
    day = page.date
    worth = {event: tariffs.stars(event, day) or 0 for event in sorted(
        {event for sheet in page.sheets for _, event in sheet.counts})}
    sums: Counter[tuple[str, int, bool]] = Counter()
    for sheet in page.sheets:
        for (seat, event), count in sheet.counts.items():
            sums[sheet.names[seat], sheet.index, worth[event] > 0] += count * worth[event]
    noted = tuple([
        Star(note.player, note.event, tariffs.counted(note, day), ziel=note.ziel, note=note.note,
             id=note.stamp.id)
        for note in page.notes])
    faults = tuple([Problem((index, *fault.place), fault.message)
                    for index, note in enumerate(page.notes)
                    if (fault := tariffs.fault_of(note, day))])
    won = {sheet.names[seat] for sheet in page.sheets for seat in sheet.won}
    played = dict.fromkeys(name for sheet in page.sheets
                           for seat, name in enumerate(sheet.names) if seat in sheet.played)
    return OwnStars(
        page, tuple(worth.items()),
        tuple([Gain(player, index, stars) for (player, index, _), stars in sums.items() if stars]),
        noted, faults, _winner(page, tariffs), tuple([name for name in played if name not in won]),
        tariffs.stars(NO_HAND_WON, day))


@lru_cache(maxsize=1 << 14)
def _of_hands(sheet: SheetStars, counts: tuple[tuple[str, int], ...]) -> tuple[Star, ...]:
    """Return the stars of a sheet's hands; counts: how many each event gives."""
    stars = dict(counts)
    return tuple([
        Star(sheet.names[seat], event, stars[event], sheet.index, hand)
        for hand, seat, event in sheet.events])


def _winner(page: EveningPage, tariffs: Tariffs) -> tuple[Star, ...]:
    """Return the stars of the evening's winner, none where several share the win (S2, Sterne 9)."""
    totals = totals_of(page)
    stars = tariffs.stars(WINNER, page.date)
    best = [name for name, total in totals.items() if total == max(totals.values())]
    if len(best) != 1 or stars is None:
        return ()
    reason = say("most points of the evening: {points}", points=Quantity(totals[best[0]]))
    return (Star(best[0], WINNER, stars, reason=reason),)


def _without_win(own: OwnStars, balances: Mapping[str, int]) -> tuple[Star, ...]:
    """Return the stars of those who won no hand and own stars (S2, Sterne 12). What the evening
    itself gave or took counts as owned; what its closing takes from its winner not yet."""
    if own.loss is None:
        return ()
    return tuple([
        Star(name, NO_HAND_WON, own.loss, reason=say_n(
            "won no hand and owns {n} star", "won no hand and owns {n} stars", balances[name]))
        for name in own.without_win if balances.get(name, 0) > 0])


def totals_of(page: EveningPage) -> dict[str, int]:
    """Return the points by name on an evening's sheets that give stars; empty before any hand."""
    totals: Counter[str] = Counter()
    for sheet in page.sheets:
        if sheet.hands:
            totals.update(dict(zip(sheet.names, sheet.totals)))
    return dict(totals)
