"""The club's ledger of stars, over all evenings: who has how many, and where each comes from.

A star is a fifth of a Kasten of beer that its owner owes the table (S2, Sterne). Nothing of the
ledger is stored: it follows from the opening balances, the hands, what was noted on the evenings,
and the tariffs. An evening that lies before the opening balances counts all the same.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from functools import lru_cache
from typing import NamedTuple

from scorepad.book.record import BookRecord, OpeningStars, StarNote
from scorepad.book.scoresheet import Scoresheet
from scorepad.book.tariffs import NO_HAND_WON, WINNER, Tariffs
from scorepad.games.base import Points, Problem, Seat, frozen
from scorepad.text import Message, say, say_n


class HandEvent(NamedTuple):
    """Something in a hand of a sheet that gives stars; hands are counted from 1."""

    hand: int
    seat: Seat
    event: str


@dataclass(frozen=True, eq=False)
class SheetStars:
    """What of a sheet concerns the ledger, whatever the tariffs are. It is itself only.

    index: which of the evening's sheets; played: who played a hand that counted, won: who won one;
    lines: how many hands of the sheet were looked at.
    """

    id: str
    index: int
    names: tuple[str, ...]
    events: tuple[HandEvent, ...]
    totals: Points
    hands: int
    played: frozenset[Seat]
    won: frozenset[Seat]
    lines: int = 0


@dataclass(frozen=True)
class EveningPage:
    """An evening as the ledger reads it: only those of its sheets whose games give stars."""

    id: str
    date: Date
    place: str
    closed: bool
    notes: Sequence[StarNote]
    sheets: Sequence[SheetStars]


class Star(NamedTuple):
    """Stars that a player was given, or taken (below 0), and what for.

    sheet, hand: where it happened, the sheet by its index, the hand counted from 1, 0 for none;
    id: of the note, where it was noted; reason: where it followed from the evening.
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

    closing: what follows from how it went; it counts once the evening is closed, and until then
    is only proposed; faults: what is wrong with notes, by their index; those count 0; balances:
    what everybody has after it.
    """

    page: EveningPage
    hands: tuple[Star, ...]
    noted: tuple[Star, ...]
    closing: tuple[Star, ...]
    faults: tuple[Problem, ...]
    balances: Mapping[str, int]

    @property
    def counted(self) -> tuple[Star, ...]:
        """All stars that count now."""
        return (*self.hands, *self.noted, *(self.closing if self.page.closed else ()))

    @property
    def of_evening(self) -> tuple[Star, ...]:
        """Those that do not come from a hand."""
        return self.counted[len(self.hands):]


@dataclass(frozen=True)
class Ledger:
    """The stars of a club.

    evenings: in the order they were given; order: their positions by date; balances: of everybody
    who had stars at the beginning or got or lost some since.
    """

    opening: OpeningStars | None
    evenings: tuple[EveningStars, ...]
    order: tuple[int, ...]
    balances: Mapping[str, int]

    @property
    def total(self) -> int:
        """The stars of everybody together."""
        return sum(self.balances.values())

    def chronicle(self) -> list[EveningStars]:
        """The evenings by date on which anybody got or lost stars."""
        return [evening for index in self.order if (evening := self.evenings[index]).counted]

    def course(self) -> list[tuple[Date, Mapping[str, int]]]:
        """What everybody had day by day: at the beginning and after each evening with stars."""
        days: list[tuple[Date, Mapping[str, int]]] = []
        if self.opening:
            days.append((self.opening.date, self.opening.balances))
        for evening in self.chronicle():
            if days and evening.page.date <= days[-1][0]:
                days[-1] = days[-1][0], evening.balances
            else:
                days.append((evening.page.date, evening.balances))
        return days

    @property
    def before_opening(self) -> int:
        """How many evenings with stars lie before the opening balances, and count on top."""
        return 0 if self.opening is None else sum(
            evening.page.date < self.opening.date for evening in self.chronicle())

    def history(self, player: str) -> list[tuple[EveningStars | None, Star, int]]:
        """Where a player's stars come from, oldest first: the evening, None for what he began
        with; the stars; what he had then."""
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


def stars_of(sheet: Scoresheet, index: int, before: SheetStars | None = None) -> SheetStars | None:
    """What of a sheet concerns the ledger; None where its game gives no stars.

    before: the same when the sheet had fewer hands, the first ones of now.
    """
    game, names = sheet.record.game, sheet.record.names
    if not game.gives_stars:
        return None
    # This loop is all that a long sheet costs.
    before = before or SheetStars("", 0, (), (), (), 0, frozenset(), frozenset())
    found: list[HandEvent] = []
    tables = set()
    won = set(before.won)
    hands, events_of = before.hands, game.events
    for number, (record, table, _, _, problems, _, _) in enumerate(
            sheet.lines[before.lines:], before.lines + 1):
        hand, _, _, voided, *_ = record
        if voided or problems:
            continue
        hands += 1
        if events := events_of(hand, table):
            found += [frozen(HandEvent, (number, seat, event)) for seat, event in events]
        tables.add(active := table.active)
        if not won.issuperset(active):
            won.update(game.winners(hand, table) or ())
    return SheetStars(sheet.record.id, index, names, (*before.events, *found), sheet.tally.totals,
                      hands, before.played.union(*tables), frozenset(won), len(sheet.lines))


def ledger(opening: OpeningStars | None, tariffs: Tariffs,
           evenings: Iterable[EveningPage]) -> Ledger:
    """The ledger of a club, its evenings in the order of the book."""
    pages = list(evenings)
    order = sorted(range(len(pages)), key=lambda index: pages[index].date)
    balances: dict[str, int] = dict(opening.balances) if opening else {}
    made: dict[int, EveningStars] = {}
    for index in order:
        made[index] = evening = _evening(pages[index], tariffs, balances)
        balances = dict(evening.balances)
    return Ledger(opening, tuple([made[index] for index in range(len(pages))]), tuple(order),
                  balances)


def ledger_of(book: BookRecord, sheets: Sequence[Sequence[Scoresheet]]) -> Ledger:
    """The ledger of a book and the score sheets of every evening."""
    pages = []
    for evening, scored in zip(book.evenings, sheets):
        found = [stars_of(sheet, index) for index, sheet in enumerate(scored)]
        pages.append(EveningPage(evening.id, evening.date, evening.place, evening.closed,
                                 evening.stars, [page for page in found if page]))
    return ledger(book.opening, Tariffs(book.tariffs), pages)


def note_faults(book: BookRecord) -> list[Problem]:
    """What is wrong with the notes of stars of a book, each at its place."""
    tariffs = Tariffs(book.tariffs)
    return [Problem(("evenings", e, "stars", n, *fault.place), fault.message)
            for e, evening in enumerate(book.evenings)
            for n, note in enumerate(evening.stars)
            if (fault := tariffs.fault_of(note, evening.date))]


def sum_by_event(stars: Iterable[Star]) -> list[Star]:
    """One of each player and event, with all of its stars."""
    sums: Counter[tuple[str, str]] = Counter()
    for star in stars:
        sums[star.player, star.event] += star.stars
    return [Star(player, event, count) for (player, event), count in sums.items()]


def by_hand(stars: Iterable[Star]) -> dict[tuple[int, int], list[Star]]:
    """The stars of hands, summed, by sheet and number of the hand."""
    found: defaultdict[tuple[int, int], list[Star]] = defaultdict(list)
    for star in stars:
        found[star.sheet, star.hand].append(star)
    return {place: of_hand if len(of_hand) == 1 else sum_by_event(of_hand)
            for place, of_hand in found.items()}


def kaesten(stars: int) -> str:
    """Stars in Kästen with one decimal: five are one (S2, Sterne); `21.6`, `-0.6`."""
    whole, tenths = divmod(abs(stars) * 2, 10)
    return f"{'-' if stars < 0 else ''}{whole}.{tenths}"


# --- one evening --------------------------------------------------------------------------------


def _evening(page: EveningPage, tariffs: Tariffs, before: Mapping[str, int]) -> EveningStars:
    day = page.date
    counts = {event: tariffs.stars(event, day) or 0 for event in
              {event for sheet in page.sheets for event in _kinds(sheet)}}
    hands = tuple([star for sheet in page.sheets
                   for star in _of_hands(sheet, tuple(sorted(counts.items())))])
    noted = tuple([
        Star(note.player, note.event, tariffs.counted(note, day), ziel=note.ziel, note=note.note,
             id=note.stamp.id)
        for note in page.notes])
    faults = tuple([Problem((index, *fault.place), fault.message)
                    for index, note in enumerate(page.notes)
                    if (fault := tariffs.fault_of(note, day))])
    balances = _after(before, (*hands, *noted))
    closing = (*_winner(page, tariffs), *_without_win(page, tariffs, balances))
    if page.closed:
        balances = _after(balances, closing)
    return EveningStars(page, hands, noted, closing, faults, balances)


@lru_cache(maxsize=1 << 14)
def _kinds(sheet: SheetStars) -> frozenset[str]:
    """The events of a sheet."""
    return frozenset([found.event for found in sheet.events])


@lru_cache(maxsize=1 << 14)
def _of_hands(sheet: SheetStars, counts: tuple[tuple[str, int], ...]) -> tuple[Star, ...]:
    """The stars of a sheet's hands, at so many for each event."""
    stars = dict(counts)
    return tuple([
        frozen(Star, (sheet.names[seat], event, stars[event], sheet.index, hand, "", "", "", None))
        for hand, seat, event in sheet.events])


def _after(before: Mapping[str, int], stars: Iterable[Star]) -> dict[str, int]:
    balances = dict(before)
    for star in stars:
        balances[star.player] = balances.get(star.player, 0) + star.stars
    return balances


def _winner(page: EveningPage, tariffs: Tariffs) -> tuple[Star, ...]:
    """S2, Sterne 9: the winner of the evening; where several are, nobody."""
    totals = totals_of(page)
    stars = tariffs.stars(WINNER, page.date)
    best = [name for name, total in totals.items() if total == max(totals.values())]
    if len(best) != 1 or stars is None:
        return ()
    reason = say("most points of the evening: {points}", points=totals[best[0]])
    return (Star(best[0], WINNER, stars, reason=reason),)


def _without_win(page: EveningPage, tariffs: Tariffs,
                 balances: Mapping[str, int]) -> tuple[Star, ...]:
    """S2, Sterne 12: who won no hand and owns stars. What the evening itself gave or took counts
    as owned; what its closing takes from its winner does not count yet."""
    stars = tariffs.stars(NO_HAND_WON, page.date)
    if stars is None:
        return ()
    played = dict.fromkeys(name for sheet in page.sheets
                           for seat, name in enumerate(sheet.names) if seat in sheet.played)
    won = {sheet.names[seat] for sheet in page.sheets for seat in sheet.won}
    return tuple([
        Star(name, NO_HAND_WON, stars, reason=say_n(
            "won no hand and owns {n} star", "won no hand and owns {n} stars", balances[name]))
        for name in played if name not in won and balances.get(name, 0) > 0])


def totals_of(page: EveningPage) -> dict[str, int]:
    """Everybody's points of an evening's sheets that give stars; empty before the first hand."""
    totals: Counter[str] = Counter()
    for sheet in page.sheets:
        if sheet.hands:
            totals.update(dict(zip(sheet.names, sheet.totals)))
    return dict(totals)
