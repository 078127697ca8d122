"""Facts in, records out, with corrections and undone steps applied.

An undone step is skipped, not deleted, so it can be redone, and the history of a hand still
shows it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date as Date
from itertools import takewhile
from typing import TypeVar

from scorepad.book import facts
from scorepad.book.also_said import Contested, Saying
from scorepad.book.branches import Question
from scorepad.book.facts import Entry, Names
from scorepad.book.holding import branches_of as branches_of, effective as effective, told_again
from scorepad.book.ledger.tariffs import TITLES
from scorepad.book.people import Look, People, sum_by_name
from scorepad.book.played import content_of, hand_by, played
from scorepad.book.record import (
    BookRecord,
    EveningRecord,
    HandRecord,
    OpeningStars,
    PaymentNote,
    SheetRecord,
    Stamp,
    StarNote,
    Tariff,
)
from scorepad.book.rule_sets import KeptRules
from scorepad.book.tellings import (
    by_telling,
    is_first_telling,
    is_from_a_file,
    keys_of,
    last_said,
    told_once,
)
from scorepad.system.steps import Steps, stepwise

CHANGES = facts.HandAmended, facts.HandVoided, facts.HandRestored
"""The facts that change a hand, if it is there."""

Noted = TypeVar("Noted", StarNote, PaymentNote)


@dataclass
class SheetJournal:
    """The entries of one sheet, in the order they were written.

    joined: the ids of players who came to it later; told: what the table had agreed on by files
    that tell of the sheet, by the entries that they have made.
    """

    opened: facts.SheetOpened
    steps: list[Entry] = field(default_factory=list)
    joined: list[str] = field(default_factory=list)
    told: dict[str, str] = field(default_factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        """The roster, as player ids."""
        return (*self.opened.players, *self.joined)

    def open(self, entry: Entry, opened: facts.SheetOpened) -> None:
        """Take in an entry that opens the sheet, which may be told more than once."""
        if is_from_a_file(entry):
            self.told[entry.id] = opened.absprachen
        elif opened.absprachen != self.opened.absprachen:  # this one says what it was at first
            self.opened = replace(self.opened, absprachen=opened.absprachen)

    def undo(self) -> str | None:
        """Return the id of the entry that undoing takes back, None where nothing is left."""
        steps, again = effective(self.steps), told_again(self.steps)
        last = reversed([entry for entry in steps if entry.id not in again])
        if not any(type(entry.fact) is facts.Redone for entry in self.steps):
            return next((entry.id for entry in last if is_first_telling(entry, steps)), None)
        return self._done_last(steps, again)

    def _done_last(self, steps: Sequence[Entry], again: Mapping[str, str]) -> str | None:
        """Return the id of the step that was made or brought back last, of those that hold and have
        an effect; again: as `told_again` returns."""
        key = {**keys_of(steps), **again}
        hands = {entry.fact.id for entry in steps if isinstance(entry.fact, facts.HandRecorded)}
        done = dict[str, int]()
        found = dict[str, str]()
        for place, entry in enumerate(self.steps):
            if isinstance(entry.fact, facts.Redone):
                done[key.get(entry.fact.entry, entry.fact.entry)] = place
            else:
                done.setdefault(key.get(entry.id, entry.id), place)
        for entry in steps:
            if not isinstance(entry.fact, CHANGES) or entry.fact.id in hands:
                found.setdefault(key.get(entry.id, entry.id), entry.id)
        return found[max(found, key=lambda own: done[own])] if found else None

    def redo(self) -> str | None:
        """Return the id of the entry that redoing brings back; after a new step there is none."""
        undone: dict[str, None] = {}
        steps = takewhile(lambda entry: isinstance(entry.fact, facts.Undone | facts.Redone),
                          reversed(self.steps))
        for entry in reversed(list(steps)):
            match entry.fact:
                case facts.Undone(entry=step):
                    undone.setdefault(step)  # two devices may have undone it
                case facts.Redone(entry=step):
                    undone.pop(step, None)
        return next(reversed(undone), None)

    def history(self, hand: str) -> list[tuple[Entry, bool]]:
        """Return every entry about a hand, oldest first, and whether it counts (False: undone)."""
        holding = {entry.id for entry in effective(self.steps)}
        return [(entry, entry.id in holding) for entry in told_once(self.steps)
                if getattr(entry.fact, "id", None) == hand]

    def set_aside(self) -> frozenset[str]:
        """Return the ids of the entries that do not hold because something else was said apart from
        them, and not because they were undone."""
        contested = Contested(self.steps)
        undone = {entry.fact.entry for entry in self.steps if isinstance(entry.fact, facts.Undone)}
        return frozenset([entry.id for entry in self.steps
                          if contested.holds(entry) is False and entry.id not in undone])

    def recorded(self, hand: str) -> str:
        """Return the id of the entry that wrote a hand first; raises KeyError if there is none."""
        for entry in self.steps:
            if type(entry.fact) is facts.HandRecorded and entry.fact.id == hand:
                return entry.id
        raise KeyError(hand)

    def hand(self, hand: str) -> HandRecord | None:
        """Return a hand as it is now, whether it counts or not; None if it was taken back."""
        return hand_by(effective(self.steps), hand)

    def corrected(self) -> frozenset[str]:
        """Return the ids of the hands of which a correction holds."""
        return frozenset([entry.fact.id for entry in effective(self.steps)
                          if isinstance(entry.fact, facts.HandAmended)])

    def questions(self) -> tuple[Question, ...]:
        """Return which hands were written apart and nobody has decided about yet."""
        branches = branches_of(self.steps)
        return branches.questions() if branches else ()

    def also_said(self) -> dict[str, tuple[Saying, ...]]:
        """Return, by hand, what was said of it apart from what holds, and that does not come to the
        same."""
        contested, found = Contested(self.steps), dict[str, tuple[Saying, ...]]()
        steps = effective(self.steps) if contested.words else ()
        for hand, word in contested.words.items():
            mine = hand_by(steps, hand)
            elsewhere = False if contested.last_on(hand).here else None
            said = {content_of(record): Saying(record, other.by, other.at, other.id,
                                               other.here or elsewhere)
                    for other in word.others
                    if content_of(record := hand_by(contested.steps_by(hand, other, steps), hand))
                    != content_of(mine)}
            if said:
                found[hand] = tuple(said.values())
        return found

    def word_on(self, hand: str) -> str:
        """Return the id of the entry that had the last word on a hand of which something was said
        apart; raises KeyError for another hand."""
        return Contested(self.steps).last_on(hand).id

    def record(self, names: Names) -> SheetRecord:
        """Return the sheet as it counts now."""
        steps, opened = effective(self.steps), self.opened
        hands, pending, ended = played(steps, branches_of(self.steps))
        return SheetRecord(
            opened.game, tuple([names[player] for player in self.players]), opened.first_dealer,
            opened.rules, opened.stake, opened.currency, hands, pending.dealer, opened.sheet,
            ended is not None, len(self.joined), pending.seats, pending.rules,
            edition=opened.edition, absprachen=self._absprachen(steps),
            agreement=ended.agreement if ended else ())

    def _absprachen(self, steps: Sequence[Entry]) -> str:
        """Return what the table has agreed on besides the rules. steps: those that hold."""
        said = by_telling(steps, (facts.AbsprachenChanged,), told_again(steps))
        if not said:
            return self.opened.absprachen
        place = {entry.id: number for number, entry in enumerate(steps)}
        for own, told in self.told.items():  # whoever knows the file knows it from the beginning
            for tellings in said:
                if own in tellings[0].apart and tellings[0].fact == facts.AbsprachenChanged(
                        self.opened.sheet, told):
                    tellings.append(Entry(own, tellings[0].fact))
                    place[own] = -1
                    break
        last = last_said(said, place)
        return last.absprachen if isinstance(last, facts.AbsprachenChanged) else \
            self.opened.absprachen


@dataclass
class EveningJournal:
    """The entries of one evening, by sheet.

    stars, payments: the entries that note or take back stars and payments.
    """

    opened: facts.EveningOpened
    closed: bool = False
    sheets: dict[str, SheetJournal] = field(default_factory=dict)
    stars: list[Entry] = field(default_factory=list)
    payments: list[Entry] = field(default_factory=list)

    def record(self, names: Names) -> EveningRecord:
        """Return the evening as it counts now."""
        opened = self.opened
        return EveningRecord(opened.date, opened.place, self.closed,
                             tuple(sheet.record(names) for sheet in self.sheets.values()),
                             opened.evening, self.star_notes(names), self.payment_notes(names),
                             self._taken_back())

    def star_notes(self, names: Names) -> tuple[StarNote, ...]:
        """Return the notes of stars that count, as last written, in the order first noted."""
        return self._holding({
            fact.id: StarNote(names[fact.player], fact.event, fact.ziel, fact.stars, fact.note,
                              Stamp(fact.id, entry.at, entry.by))
            for entry in self.stars if isinstance(fact := entry.fact, facts.StarsNoted)})

    @property
    def star_ids(self) -> frozenset[str]:
        """The ids of all notes of stars ever written, including those taken back."""
        return frozenset([fact.id for entry in self.stars
                          if isinstance(fact := entry.fact, facts.StarsNoted)])

    def payment_notes(self, names: Names) -> tuple[PaymentNote, ...]:
        """Return the payments that count, in the order they were made; none between two spellings
        of what is one person by now."""
        notes = self._holding({
            fact.id: PaymentNote(names[fact.debtor], names[fact.creditor], fact.cents,
                                 fact.currency, Stamp(fact.id, entry.at, entry.by))
            for entry in self.payments if isinstance(fact := entry.fact, facts.PaymentMade)})
        return tuple([note for note in notes if note.debtor != note.creditor])

    def _holding(self, notes: Mapping[str, Noted]) -> tuple[Noted, ...]:
        """Return the notes that were not taken back, given by id."""
        gone = self._taken_back()
        return tuple([note for own, note in notes.items() if own not in gone])

    def _taken_back(self) -> frozenset[str]:
        """Return the ids of what was taken back and not noted again by somebody who knew that."""
        gone: dict[str, set[str]] = {}
        for entry in (*self.stars, *self.payments):
            match entry.fact:
                case facts.StarsTakenBack(id=id) | facts.PaymentTakenBack(id=id):
                    gone.setdefault(id, set()).add(entry.id)
                case facts.StarsNoted(id=id) | facts.PaymentMade(id=id) if id in gone:
                    gone[id] &= entry.apart
        return frozenset([id for id, entries in gone.items() if entries])


@dataclass
class Journal:
    """All entries of a book, or of the part of it that was read. said: about the club, and which
    evenings were closed, also what no longer holds."""

    people: People = field(default_factory=People)
    club: str = ""
    evenings: dict[str, EveningJournal] = field(default_factory=dict)
    stars_opened: facts.StarsOpened | None = None
    tariffs: dict[tuple[str, str, Date], Tariff] = field(default_factory=dict)
    rule_sets: KeptRules = field(default_factory=KeptRules)
    sheets: dict[str, SheetJournal] = field(default_factory=dict)
    said: list[facts.Fact] = field(default_factory=list)

    @property
    def names(self) -> dict[str, str]:
        """The name of every player, by player id."""
        return self.people.names

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Journal":
        """Return the journal of entries, given in the order they were written."""
        journal = cls()
        for entry in entries:
            journal.add(entry)
        return journal

    def add(self, entry: Entry) -> None:
        """Take in one more entry."""
        fact = entry.fact
        if type(fact) is facts.HandRecorded:  # as nearly all entries are
            self.sheets[fact.sheet].steps.append(entry)
            return
        if isinstance(fact, facts.ClubFact):
            self.said.append(fact)
            self._add_of_club(fact, entry.by)
            return
        match fact:
            case facts.StarsNoted(evening=evening) | facts.StarsTakenBack(evening=evening):
                self.evenings[evening].stars.append(entry)
            case facts.PaymentMade(evening=evening) | facts.PaymentTakenBack(evening=evening):
                self.evenings[evening].payments.append(entry)
            case facts.EveningOpened() as opened:
                self.evenings.setdefault(opened.evening, EveningJournal(opened))
            case facts.EveningClosed(evening):
                self.said.append(fact)
                if not entry.apart:  # else somebody has played on, or opened it again
                    self.evenings[evening].closed = True
            case facts.EveningReopened(evening):
                self.evenings[evening].closed = False
            case facts.SheetOpened() as opened:
                own = self.sheets.setdefault(opened.sheet, SheetJournal(opened))
                own.open(entry, opened)
                self.evenings[opened.evening].sheets[opened.sheet] = own
                self.people.seat(own.players)
            case facts.PlayerJoined(sheet, player):
                if player not in self.sheets[sheet].players:
                    self.sheets[sheet].joined.append(player)
                self.people.seat(self.sheets[sheet].players)
            case step:
                self.sheets[step.sheet].steps.append(entry)

    def _add_of_club(self, fact: facts.ClubFact, by: str) -> None:
        people = self.people
        match fact:
            case facts.PlayerAdded(player) if player in people.names:
                pass  # told again
            case facts.PlayerAdded(player, name) | facts.PlayerRenamed(player, name):
                people.call(player, name)
            case facts.PlayerMerged(player, into):
                people.merge(player, into)
            case facts.PlayerParted(player):
                people.part(player)
            case facts.PlayerRetired(player):
                people.retired.add(player)
            case facts.PlayerReturned(player):
                people.retired.discard(player)
            case facts.PlayerMarked(player, colour, marker):
                people.looks[player] = Look(colour, marker)
            case facts.PlayerDeleted(player):
                people.delete(player)
            case facts.ClubNamed(name):
                self.club = name
            case facts.StarsOpened() as opened:
                self.stars_opened = opened
            case facts.TariffSet(event, valid_from, stars, ziel) if event in TITLES:
                self.tariffs[event, ziel, valid_from] = Tariff(event, valid_from, stars, ziel)
            case facts.RuleSetKept():
                self.rule_sets.keep(fact, by)
            case facts.RuleSetDropped(id=own):
                self.rule_sets.drop(own)

    @stepwise
    def record(self) -> Steps[BookRecord]:
        """Return the whole book as it counts now."""
        names, evenings = self.names, []
        for evening in self.evenings.values():
            evenings.append(evening.record(names))
            yield
        return BookRecord(
            tuple(evenings), tuple(self.people.ids), self.club, self.opening(),
            self.tariff_lines(), self.people.records(), self.rule_sets.records())

    def opening(self) -> OpeningStars | None:
        """Return the stars everybody had when the ledger began, None if never entered."""
        opened = self.stars_opened
        return None if opened is None else OpeningStars(opened.date, sum_by_name(
            (self.names[player], stars) for player, stars in opened.balances.items()))

    def tariff_lines(self) -> tuple[Tariff, ...]:
        """Return the tariffs that the club has set."""
        return tuple(self.tariffs.values())
