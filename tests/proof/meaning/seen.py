"""What a book shows, read by its public views and told by the signs of people."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scorepad.book.facts import Entry, PlayerAdded, TariffSet
from scorepad.games import GAMES
from scorepad.service import Service
from scorepad.service.views import Decision, SheetView
from tests.proof.meaning.deeds import Content
from tests.proof.meaning.hands import canonical

COUNTS, RED, VOIDED, STRUCK = "counts", "in red", "voided", "struck"

SignOf = Callable[[str], str]
"""Gives the sign of a person by the id that a book has for him."""


@dataclass(frozen=True)
class SeenHand:
    """A hand on a sheet. place: one of the words above; active, seats, points: by signs."""

    id: str
    place: str
    content: Content
    dealer: str
    seats: tuple[str, ...]
    active: frozenset[str]
    points: Mapping[str, int]
    why: str = ""


@dataclass(frozen=True)
class SeenSheet:
    """A sheet. asked: the runs of every open question, by the ids of their hands; also: what else
    was said of hands; payout: cents by sign."""

    id: str
    game: str
    stake: int | None
    currency: str
    roster: tuple[str, ...]
    names: tuple[str, ...]
    lines: tuple[SeenHand, ...]
    struck: tuple[SeenHand, ...]
    asked: tuple[frozenset[tuple[str, ...]], ...]
    also: Mapping[str, frozenset[Content | None]]
    payout: Mapping[str, int] | None
    rules: Any
    next_seats: tuple[str, ...]
    over: bool
    undo: str | None
    redo: str | None

    def hand(self, id: str) -> SeenHand | None:
        """Return a hand that is shown, None for one that is not."""
        return next((each for each in (*self.lines, *self.struck) if each.id == id), None)

    @property
    def is_asked(self) -> bool:
        return bool(self.asked or self.also)


@dataclass(frozen=True)
class SeenMoney:
    """The settlement in a currency: by signs, and the ids of payments that were made."""

    currency: str
    balances: Mapping[str, int]
    payments: tuple[tuple[str, str, int, str], ...]


@dataclass(frozen=True)
class SeenEvening:
    """An evening. asks: whether the first screen says that somebody has to decide something;
    is_provisional: whether the settlement says so; stars: what was noted by hand, by id: whom,
    what, where, how many; asked: the ids of the entries that every open question is about, those
    about hands aside; closed_elsewhere: whether it says that somebody has closed it."""

    id: str
    closed: bool
    asks: bool
    sheets: Mapping[str, SeenSheet]
    money: tuple[SeenMoney, ...]
    stars: Mapping[str, tuple[str, str, str, int]]
    asked: frozenset[frozenset[str]]
    is_provisional: bool
    closed_elsewhere: bool

    @property
    def noted(self) -> frozenset[str]:
        """The ids of the stars and payments that count."""
        return frozenset([*self.stars, *[own for money in self.money
                                         for *_, own in money.payments]])


@dataclass(frozen=True)
class Seen:
    """All of a book. people: name by sign; one: the sign that stands for all spellings of a person,
    by sign; looks: how everybody is drawn; rule_sets: the game, the name and the rules of what the
    club keeps, by id; asked: as of an evening, about the club; choices: what each of these
    questions lets one choose."""

    people: Mapping[str, str]
    one: Mapping[str, str]
    retired: frozenset[str]
    evenings: Mapping[str, SeenEvening]
    balances: Mapping[str, int]
    opening: tuple[Any, Mapping[str, int]] | None
    tariffs: Mapping[tuple[str, str, Any], int]
    looks: Mapping[str, Any]
    rule_sets: Mapping[str, tuple[str, str, Any]]
    asked: frozenset[frozenset[str]] = frozenset()
    choices: frozenset[frozenset[str]] = frozenset()

    def one_of(self, sign: str) -> str:
        """Return the sign that stands for all spellings of a person."""
        return self.one.get(sign, sign)

    @property
    def sheets(self) -> dict[str, SeenSheet]:
        return {own: sheet for evening in self.evenings.values()
                for own, sheet in evening.sheets.items()}


def content_of(record: Any, game: Any, signs: tuple[str, ...]) -> Content:
    """Return a hand's record as a document has it, with signs for names."""
    return Content(canonical(game.write_hand(record.hand, signs)), record.note, record.voided)


def see_sheet(view: SheetView, sign_of: SignOf) -> SeenSheet:
    """Return what a sheet shows."""
    roster = tuple(map(sign_of, view.players))
    game, score = view.game, view.score

    def seen(line: Any, place: str = "") -> SeenHand:
        if not place:
            place = VOIDED if line.record.voided else RED if line.problems else COUNTS
        return SeenHand(
            line.record.stamp.id, place, content_of(line.record, game, roster),
            roster[line.table.dealer], tuple([roster[seat] for seat in line.table.seats]),
            frozenset([roster[seat] for seat in line.table.active]),
            {roster[seat]: points for seat, points in enumerate(line.points) if points},
            "; ".join(str(each.message) for each in line.problems))

    return SeenSheet(
        view.id, game.id, score.record.stake, score.record.currency, roster,
        tuple(score.record.names), tuple([seen(line) for line in score.lines]),
        tuple([seen(line, STRUCK) for run in view.struck for line in run.lines]),
        tuple([frozenset([tuple(run.hands) for run in question.runs])
               for question in view.questions]),
        {hand: frozenset([None if saying.record is None else content_of(saying.record, game, roster)
                          for saying in sayings]) for hand, sayings in view.also.items()},
        None if score.payout is None else
        {roster[seat]: cents for seat, cents in enumerate(score.payout) if cents},
        score.rules, tuple([roster[seat] for seat in score.next.table.seats]), score.over,
        view.undo, view.redo)


def see(service: Service, sign_of: SignOf) -> Seen:
    """Return what a book shows; raises whatever a view raises."""
    everybody = service.people.all()
    sign_by_name = {person.name: sign_of(person.id) for person in everybody}
    one = {sign_of(own): sign_of(person.id) for person in everybody
           for own in (person.id, *[spelt.id for spelt in person.spelt])}
    ledger = service.club.ledger()
    opening = service.club.opening()
    of_club = service.meetings.club_decisions()
    evenings = {}
    for card in service.evenings():
        view = service.evening(card.id)
        stars = service.club.evening(card.id)
        evenings[card.id] = SeenEvening(
            card.id, view.closed, card.asks,
            {sheet.id: see_sheet(sheet, sign_of) for sheet in view.sheets},
            tuple([_money(each, sign_by_name) for each in view.settlements]),
            {} if stars is None else {
                star.id: (sign_by_name[star.player], star.event, star.ziel, star.stars)
                for star in stars.noted},
            _asked(view.decisions), view.asks, view.closed_elsewhere is not None)
        assert view.closed == card.closed
    return Seen(
        {sign_of(person.id): person.name for person in everybody}, one,
        frozenset([sign_of(person.id) for person in everybody if person.retired]), evenings,
        {sign_by_name[name]: stars for name, stars in ledger.balances.items()},
        None if opening is None else (opening.date, {
            sign_by_name[name]: stars for name, stars in opening.balances.items()}),
        {(line.event, line.ziel, line.valid_from): line.stars
         for line in service.club.tariffs().lines},
        {sign_of(person.id): person.look for person in everybody},
        {kept.id: (kept.game.id, kept.name, kept.rules) for game in GAMES
         for kept in service.rule_sets.of(game)}, _asked(of_club), _choices(of_club))


def _money(settlement: Any, sign_by_name: Mapping[str, str]) -> SeenMoney:
    return SeenMoney(
        settlement.currency,
        {sign_by_name[name]: cents for name, cents in settlement.balances.items() if cents},
        tuple(sorted([(sign_by_name[payment.debtor], sign_by_name[payment.creditor], payment.cents,
                       payment.id) for payment in settlement.payments])))


def _asked(decisions: Iterable[Decision]) -> frozenset[frozenset[str]]:
    return frozenset([frozenset(map(_own, each.asked.said)) for each in decisions])


def _choices(decisions: Iterable[Decision]) -> frozenset[frozenset[str]]:
    # It is another entry that says what an event counts once a further file tells it.
    return frozenset([frozenset([
        str(entry.fact) if isinstance(entry.fact, TariffSet) else _own(entry)
        for entry in each.asked.said]) for each in decisions])


def _own(entry: Entry) -> str:
    # Of a person who was added it is another entry that says so once a further file tells it.
    return entry.fact.player if isinstance(entry.fact, PlayerAdded) else \
        getattr(entry.fact, "id", entry.id)


def open_all(service: Service) -> None:
    """Open every other view; raises whatever one of them raises."""
    service.players()
    service.made_games()
    service.listing.won()
    service.listing.look_up([card.id for card in service.evenings()])
    service.listing.untouched()
    service.people.looks()
    service.statistics.overview()
    service.statistics.by_game()
    for player in service.people.names():
        service.statistics.portrait(player)
        service.statistics.months(player)
    for sheet in service.evenings():
        for each in service.evening(sheet.id).sheets:
            for line in each.score.lines:
                service.history(each.id, line.record.stamp.id)
                each.score.explain(line)
