"""A document as entries: what a device would have written that knew nothing but this file.

Each part, the club and every evening, is told by itself from its beginning, always in the same
words: the same file makes the same entries wherever it is taken in. Only whom it means by a name
without an id depends on who has that name there, and which of two evenings of one day it means, on
those that came without an id before.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date as Date
from functools import partial
from itertools import chain, count
from typing import NamedTuple, TypeVar
from uuid import UUID, uuid5

from scorepad.book import facts
from scorepad.book.facts import Fact
from scorepad.book.people import People, Roster
from scorepad.book.record import (
    UNSTAMPED,
    BookRecord,
    EveningRecord,
    HandRecord,
    PaymentNote,
    SheetRecord,
    Stamp,
    StarNote,
)
from scorepad.games.game import Place
from scorepad.tournament import facts as tournament_facts
from scorepad.tournament.facts import TableList, Tournament
from scorepad.tournament.reading import list_id
from scorepad.tournament.standing import sheet_of

NAMESPACE = UUID("6b0f0f5e-6a5b-5d0a-9f43-5c0ee9ad1f20")
WITH_TIME = 7
"""The version of ids that begin with a time."""

EPOCH, DAY = Date(1970, 1, 1), 24 * 3600 * 1000
SEVERAL = 2
"""From so many hands on that both have, one must be the same for it to be the same evening."""

Stamped = TypeVar("Stamped", HandRecord, StarNote, PaymentNote)


class Told(NamedTuple):
    """A fact that a file tells, its place there, and when and by whom it was written."""

    fact: Fact
    place: Place
    stamp: Stamp = UNSTAMPED


class Part(NamedTuple):
    """All that a file tells of an evening, or of the club (None); moment: the time from which the
    ids of the entries begin, in milliseconds since 1970; told: yields the facts in order, anew at
    each call: kept, they would take more memory than the evening; sheets: the evening's."""

    evening: str | None
    moment: int
    told: Callable[[], Iterable[Told]]
    sheets: Sequence[SheetRecord] = ()


@dataclass(frozen=True)
class Here:
    """The knowledge of a book that tells what a file means. people: all in it; rosters: who is at
    each sheet, by its id; evenings: returns those of a day and a place."""

    people: People
    rosters: Mapping[str, Roster]
    evenings: Callable[[Date, str], Sequence[EveningRecord]]


def parts_of(book: BookRecord, evenings: Iterable[EveningRecord], here: Here) -> Iterator[Part]:
    """Yield what a document tells, the club first, then each evening. book: all of it, of which the
    hands may be missing; evenings: those with all their hands, which need not all be in memory."""
    meant = _Meant(book, here)
    yield Part(None, 0, lambda: chain(_club(book, meant), _championships(book)))
    last, taken = -1, set[str]()
    for index, read in enumerate(evenings):
        evening = _with_ids(read, meant, taken)
        taken.add(evening.id)
        last = max(last + 1, _moment_of(evening))
        yield Part(evening.id, last, partial(_evening, evening, meant, ("evenings", index)),
                   evening.sheets)
    for index, tournament in enumerate(book.tournaments):
        evening = _numbered(evening_of(tournament), tournament.id or _id_of(tournament))
        last = max(last + 1, _moment_of(evening))
        yield Part(evening.id, last, partial(
            _tournament, tournament, evening, meant, ("tournaments", index)), evening.sheets)


# --- people -----------------------------------------------------------------------------------


class _Meant:
    """The people whom a file means. ids: of each by name; spelt: the names of those whom the file
    and the book know by name alone, as the book writes them."""

    def __init__(self, book: BookRecord, here: Here) -> None:
        self.here, people = here, here.people
        self._own = {person.name: person.ids for person in book.people}
        seated, known, spellings = self._seated(book), people.ids, people.spellings
        self.ids: dict[str, str] = {}
        self.spelt: dict[str, str] = {}
        for name in book.players:
            own = self._own.get(name, ())
            called = name if name in known else spellings.get(name)
            if called and not (own if name not in seated else people.names.keys() & own):
                self.ids[name] = known[called]
                self.spelt[name] = people.spelt(known[called])
            else:
                self.ids[name] = own[0] if own else made("player", name)
        for evening in book.evenings:
            for sheet in evening.sheets:
                self._part(sheet.names)

    def _seated(self, book: BookRecord) -> Collection[str]:
        """Return the names that sit at one seat of one sheet in the file and in the book: such
        books have exchanged files without ids of people."""
        rosters, names = self.here.rosters, self.here.people.names
        return {theirs for evening in book.evenings for sheet in evening.sheets
                if sheet.id in rosters
                for theirs, mine in zip(sheet.names, rosters[sheet.id].opened.players)
                if theirs == names.get(mine)}

    def _part(self, names: Sequence[str]) -> None:
        """Let two who sit at one table in the file, and are one person here, be two."""
        people, seen = self.here.people, set[str]()
        for name in sorted(names, key=lambda name: people.names.get(self.ids[name]) != name):
            if self.ids[name] in seen:
                self.ids[name] = next(own for number in count(1) if (own := made(
                    "player", name, number)) not in people.names)
                self.spelt.pop(name, None)
            seen.add(self.ids[name])

    def called(self, name: str) -> str:
        """Return what somebody is called here, even if not known here yet."""
        return self.here.people.names.get(self.ids[name], name)

    def at(self, sheet: SheetRecord) -> list[str]:
        """Return the ids of all at a sheet, those under which they sit there in the book, first of
        all at its beginning; of two who are one person there, each has a seat."""
        roster = self.here.rosters.get(sheet.id)
        known_as = {name: (self.ids[name], *self._own.get(name, ())) for name in sheet.names}
        began = zip(sheet.names[:len(sheet.first_seats)], roster.opened.players if roster else ())
        found = {name: player for name, player in began if player in known_as[name]}
        for who in (str, self.here.people.person):  # first by the id itself
            sitting = {who(player): player for player in roster.players} if roster else {}
            for name in sheet.names:
                seats = [sitting[who(own)] for own in known_as[name]
                         if who(own) in sitting and sitting[who(own)] not in found.values()]
                if seats:
                    found.setdefault(name, seats[0])
        return [found.get(name, self.ids[name]) for name in sheet.names]


# --- the club -----------------------------------------------------------------------------------


def _club(book: BookRecord, meant: _Meant) -> Iterator[Told]:
    ids, club = meant.ids, ("club",)
    for index, name in enumerate(book.players):
        yield Told(facts.PlayerAdded(ids[name], meant.spelt.get(name, name)),
                   (*club, "players", index))
    for index, person in enumerate(book.people):
        place: Place = (*club, "people", index)
        for spelling in person.spellings:
            if spelling.id != ids[person.name]:
                yield Told(facts.PlayerAdded(spelling.id, spelling.name), (*place, "spellings"))
                yield Told(facts.PlayerMerged(spelling.id, ids[person.name]),
                           (*place, "spellings"))
        if person.look:
            yield Told(facts.PlayerMarked(ids[person.name], *person.look), place)
        if person.retired:
            yield Told(facts.PlayerRetired(ids[person.name]), place)
    if book.club:
        yield Told(facts.ClubNamed(book.club), (*club, "name"))
    if book.opening is not None:
        balances: dict[str, int] = {}
        for name, stars in book.opening.balances.items():
            balances[ids[name]] = balances.get(ids[name], 0) + stars
        yield Told(facts.StarsOpened(book.opening.date, balances), (*club, "opening_stars"))
    for index, line in enumerate(book.tariffs):
        yield Told(facts.TariffSet(line.event, line.valid_from, line.stars, line.ziel),
                   (*club, "tariffs", index))
    for index, kept in enumerate(book.rule_sets):
        yield Told(facts.RuleSetKept(kept.id or made("rules", kept.game.id, kept.name), kept.game,
                                     kept.name, kept.rules), (*club, "rule_sets", index))


# --- evenings -----------------------------------------------------------------------------------


def _evening(evening: EveningRecord, meant: _Meant, place: Place) -> Iterator[Told]:
    own, ids = evening.id, meant.ids
    yield Told(facts.EveningOpened(own, evening.date, evening.place), (*place, "date"))
    for index, sheet in enumerate(evening.sheets):
        yield from _sheet(sheet, own, meant.at(sheet), (*place, "sheets", index))
    for index, note in enumerate(evening.stars):
        yield Told(facts.StarsNoted(note.stamp.id, own, ids[note.player], note.event, note.ziel,
                                    note.stars, note.note), (*place, "stars", index), note.stamp)
    for index, paid in enumerate(evening.payments):
        debtor, creditor = ids[paid.debtor], ids[paid.creditor]
        if debtor != creditor:  # two names that are one person here
            yield Told(facts.PaymentMade(paid.stamp.id, own, debtor, creditor, paid.cents,
                                         paid.currency), (*place, "payments", index), paid.stamp)
    if evening.closed:
        yield Told(facts.EveningClosed(own), (*place, "closed"))


def _sheet(sheet: SheetRecord, evening: str, players: Sequence[str],
           place: Place) -> Iterator[Told]:
    own, first = sheet.id, len(sheet.first_seats)
    yield Told(facts.SheetOpened(
        own, evening, sheet.game, tuple(players[:first]), sheet.first_dealer, sheet.rules,
        sheet.stake, sheet.currency), place)
    if sheet.absprachen:
        yield Told(facts.AbsprachenChanged(own, sheet.absprachen), (*place, "absprachen"))
    for player in players[first:]:
        yield Told(facts.PlayerJoined(own, player), place)
    for index, (hand, dealer, seats, voided, note, stamp, rules) in enumerate(sheet.hands):
        yield Told(facts.HandRecorded(stamp.id, own, hand, dealer, seats, note, rules, voided),
                   (*place, "hands", index), stamp)
    if sheet.next_dealer is not None:
        yield Told(facts.DealerNamed(own, sheet.next_dealer), (*place, "next_dealer"))
    if sheet.next_seats is not None:
        yield Told(facts.SeatsTaken(own, sheet.next_seats), (*place, "next_players"))
    if sheet.next_rules is not None:
        yield Told(facts.RulesChanged(own, sheet.next_rules), (*place, "next_rules"))
    if sheet.ended:
        yield Told(facts.MatchEnded(own, sheet.agreement), (*place, "ended"))


# --- tournaments --------------------------------------------------------------------------------


def _championships(book: BookRecord) -> Iterator[Told]:
    own = {each.name: each.id or _id_of(each) for each in book.tournaments}
    for index, championship in enumerate(book.championships):
        yield Told(tournament_facts.ChampionshipSet(championship._replace(tournaments=tuple(
            [own[name] for name in championship.tournaments]))), ("championships", index))


def _id_of(tournament: Tournament) -> str:
    return made("tournament", tournament.date.isoformat(), tournament.name)


def evening_of(tournament: Tournament) -> EveningRecord:
    """Return a tournament as the evening that it is, whose sheets are its lists with hands."""
    return EveningRecord(tournament.date, "", False, tuple([
        sheet_of(tournament, tournament.draws[kept.round - 1], kept)
        for _, kept in _in_order(tournament) if kept.hands is not None]), tournament=tournament)


def _in_order(tournament: Tournament) -> list[tuple[int, TableList]]:
    """Return the lists with their places in the file, as a book has them: by round and table."""
    return sorted(enumerate(tournament.lists), key=lambda each: each[1][:2])


def _tournament(tournament: Tournament, evening: EveningRecord, meant: _Meant,
                place: Place) -> Iterator[Told]:
    """Yield what a file tells of a tournament. evening: the one that it is, with ids."""
    own, ids = evening.id, meant.ids
    player = {each.number: ids[each.name] for each in tournament.entrants}
    yield Told(facts.EveningOpened(own, tournament.date), (*place, "date"))
    yield Told(tournament_facts.TournamentSet(
        own, tournament.game, tournament.rules, tournament.settings), place)
    for index, entrant in enumerate(tournament.entrants):
        at: Place = (*place, "entrants", index)
        yield Told(tournament_facts.TournamentEntered(
            own, player[entrant.number], entrant.number, entrant.team, entrant.rank,
            entrant.table, entrant.first), at)
        if entrant.until is not None:
            yield Told(tournament_facts.TournamentLeft(
                own, player[entrant.number], entrant.until), at)
    for index, draw in enumerate(tournament.draws):
        yield Told(tournament_facts.TournamentDrawn(own, draw.round, draw.by, draw.seed, tuple([
            tuple([player[number] for number in table]) for table in draw.tables])),
            (*place, "draws", index))
    for index, replaced in enumerate(tournament.replaced):
        yield Told(tournament_facts.TournamentReplaced(
            own, player[replaced.number], replaced.round, replaced.hand, ids[replaced.name]),
            (*place, "replaced", index))
    sheets = iter(evening.sheets)
    for index, kept in _in_order(tournament):
        yield from _list(kept, own, player, sheets, tournament, (*place, "lists", index))
    for index, penalty in enumerate(tournament.penalties):
        yield Told(tournament_facts.TournamentPenalty(
            own, penalty.id or made("penalty", own, index), player[penalty.number],
            penalty.round, penalty.points), (*place, "penalties", index))
    for index, paid in enumerate(tournament.payments):
        yield Told(tournament_facts.TournamentPaid(
            own, paid.id or made("paid", own, index), player[paid.number], paid.cents),
            (*place, "payments", index))
    if tournament.lots:
        yield Told(tournament_facts.TournamentLots(
            own, tuple([player[each] for each in tournament.lots])), (*place, "lots"))


def _list(kept: TableList, evening: str, player: Mapping[int, str],
          sheets: Iterator[SheetRecord], tournament: Tournament, place: Place) -> Iterator[Told]:
    numbers = tournament.draws[kept.round - 1].tables[kept.table - 1]
    if kept.figures is not None:
        yield Told(tournament_facts.TournamentFigures(evening, kept.round, kept.table, {
            player[number]: tuple(figures) for number, *figures in kept.figures}), place)
    else:
        players = [player[number] for number in numbers]
        sheet = next(sheets)
        yield from _sheet(replace(sheet, id=list_id(evening, kept.round, kept.table, players)),
                          evening, players, place)
    if kept.written_by or kept.confirmed_by:
        yield Told(tournament_facts.TournamentSigned(
            evening, kept.round, kept.table, player.get(kept.written_by or 0),
            player.get(kept.confirmed_by or 0)), place)


# --- ids for what a file names without any ------------------------------------------------------


def made(*parts: object) -> str:
    """Return the id that stands for these parts, the same one everywhere."""
    return str(uuid5(NAMESPACE, "/".join(map(str, parts))))


def _with_ids(evening: EveningRecord, meant: _Meant, taken: Collection[str]) -> EveningRecord:
    """Return an evening with an id wherever one was missing, always the same ones. One without an
    id is the one that the book has of that day and place, if the same people played the same there;
    otherwise it is another one. taken: the ids of those before it in the file."""
    if evening.id:
        return _numbered(evening, evening.id)
    alike = [known for known in meant.here.evenings(evening.date, evening.place)
             if known.id not in taken and _is_made(known.id)]
    for known in alike:
        if _fits(_numbered(evening, known.id), known, meant):
            return _numbered(evening, known.id)
    # Its first table is in it, so that it makes no difference which of a day comes first.
    table = [(sheet.game.id, *sheet.names[:len(sheet.first_seats)])
             for sheet in evening.sheets[:1]]
    known_ids = {known.id for known in alike}.union(taken)
    return _numbered(evening, next(own for number in count(1) if (own := made(
        "evening", evening.date.isoformat(), evening.place, table, number)) not in known_ids))


def _is_made(own: str) -> bool:
    """Return whether an id may be one that was made from a place."""
    try:
        return UUID(own).version == NAMESPACE.version
    except ValueError:
        return False


def _fits(evening: EveningRecord, known: EveningRecord, meant: _Meant) -> bool:
    """Return whether an evening without an id can be one of the book: where both have a sheet, the
    same people play the same, and if both have several hands, one at least is the same."""
    ours = {sheet.id: sheet for sheet in known.sheets}
    pairs = [(sheet, ours[sheet.id]) for sheet in evening.sheets if sheet.id in ours]
    for sheet, other in pairs:
        names = [meant.called(name) for name in sheet.names[:len(sheet.first_seats)]]
        if _header(sheet) != _header(other) or names != [*other.names[:len(names)]]:
            return False
    hands = [(theirs, mine) for sheet, other in pairs
             for theirs, mine in zip(sheet.hands, other.hands)]
    return len(hands) < SEVERAL or any(theirs.hand == mine.hand for theirs, mine in hands)


def _header(sheet: SheetRecord) -> tuple[object, ...]:
    """Return what a sheet began with, besides its players; no correction changes it."""
    return (sheet.game.id, len(sheet.first_seats), sheet.first_dealer, sheet.rules, sheet.stake,
            sheet.currency)


def _numbered(evening: EveningRecord, own: str) -> EveningRecord:
    """Return an evening with this id, and ids for whatever in it has none."""
    sheets = [(sheet, sheet.id or made("sheet", own, index))
              for index, sheet in enumerate(evening.sheets)]
    return replace(
        evening, id=own, sheets=tuple([replace(sheet, id=named, hands=_stamped(
            sheet.hands, "hand", named)) for sheet, named in sheets]),
        stars=tuple(_stamped(evening.stars, "stars", own)),
        payments=tuple(_stamped(evening.payments, "payment", own)))


def _stamped(records: Sequence[Stamped], kind: str, within: str) -> list[Stamped]:
    """Return the same records with an id wherever one was missing; within: their whole's id."""
    return [record if record.stamp.id else record._replace(
        stamp=record.stamp._replace(id=made(kind, within, number)))
        for number, record in enumerate(records)]


def _moment_of(evening: EveningRecord) -> int:
    """Return when an evening began, in milliseconds since 1970, so that evenings stand in the book
    by their age: when its id was made, or else its day."""
    try:
        own = UUID(evening.id)
    except ValueError:
        own = UUID(int=0)
    return own.int >> 80 if own.version == WITH_TIME else (evening.date - EPOCH).days * DAY
