"""The entries of one evening, and what counts of them: its notes of stars and money, its
tournament."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field

from scorepad.book import facts
from scorepad.book.facts import Entry, Names
from scorepad.book.history.knowing import Apart
from scorepad.book.history.noted import Asked, Settled, last_said, noted_once
from scorepad.book.history.telling import is_from_a_file
from scorepad.book.record import (
    EveningRecord,
    PaymentNote,
    SheetRecord,
    Stamp,
    StarNote,
)
from scorepad.book.sheet_journal import SheetJournal
from scorepad.tournament.journal import TournamentJournal
from scorepad.tournament.reading import Read


@dataclass
class EveningJournal:
    """The entries of one evening, by sheet.

    openers: the entries that tell how it began; endings: those that close it or open it again;
    aside: those that make no sense; stars, payments: those that note or take back stars and
    payments; answers: those that say which count; tournament: those by which it is one.
    """

    opened: facts.EveningOpened
    openers: list[str] = field(default_factory=list)
    endings: list[Entry] = field(default_factory=list)
    aside: set[str] = field(default_factory=set)
    sheets: dict[str, SheetJournal] = field(default_factory=dict)
    stars: list[Entry] = field(default_factory=list)
    payments: list[Entry] = field(default_factory=list)
    answers: list[Entry] = field(default_factory=list)
    tournament: TournamentJournal = field(default_factory=TournamentJournal)

    @property
    def closed(self) -> bool:
        """True once it is over."""
        return self._ended()[0]

    @property
    def closed_elsewhere(self) -> Entry | None:
        """The entry that closed it on a device that did not know of what was played on here, as
        long as nobody has said more."""
        return self._ended()[1]

    def _ended(self) -> tuple[bool, Entry | None]:
        """Return whether it is closed, and what has closed it elsewhere. What a file tells of the
        end after somebody has opened it again, or played on, is old where it was closed here as
        well, or by another file which whoever went on knew."""
        closed, was_closed, elsewhere = False, False, None
        for entry in self.endings:
            went_on, told = self._went_on_apart_from(entry), is_from_a_file(entry)
            if isinstance(entry.fact, facts.EveningReopened):
                closed, elsewhere = False, elsewhere if went_on else None
                continue
            if not went_on:
                closed, elsewhere = True, None
            elif not (told and was_closed):
                elsewhere = entry
            was_closed = was_closed or not told or not went_on
            if elsewhere and was_closed and is_from_a_file(elsewhere):
                elsewhere = None
        return closed, elsewhere

    def _went_on_apart_from(self, entry: Entry) -> bool:
        """Return whether somebody has played on, or opened it again, apart from an entry; entries
        that make no sense are left out."""
        if not isinstance(entry.apart, Apart) or not entry.apart:
            return bool(entry.apart)
        aside = self.aside.union(each.entry for sheet in self.sheets.values()
                                 for each in sheet.set_aside())
        return bool(entry.apart.without(aside) if aside else entry.apart)

    def record(self, names: Names) -> EveningRecord:
        """Return the evening as it counts now."""
        opened, sheets = self.opened, tuple([
            sheet.record(names) for sheet in self.sheets.values()])
        held = self.held(names, sheets)
        return EveningRecord(opened.date, opened.place, self.closed, sheets,
                             opened.evening, self.star_notes(names), self.payment_notes(names),
                             held and held.tournament)

    def held(self, names: Names, sheets: Sequence[SheetRecord]) -> Read | None:
        """Return the tournament that this evening is, None if it is none; sheets: as they count."""
        if self.tournament.began is None:
            return None
        return self.tournament.read(names, self.opened, self.sheets,
                                    {sheet.id: sheet for sheet in sheets}, self.answers)

    def star_notes(self, names: Names) -> tuple[StarNote, ...]:
        """Return the notes of stars that count, as last written, in the order first noted."""
        return tuple([_star_note(entry, names) for entry in self._stars(names).holding])

    @property
    def star_ids(self) -> frozenset[str]:
        """The ids of all notes of stars ever written, including those taken back."""
        return frozenset([fact.id for entry in self.stars
                          if isinstance(fact := entry.fact, facts.StarsNoted)])

    def payment_notes(self, names: Names) -> tuple[PaymentNote, ...]:
        """Return the payments that count, in the order they were made; none between two spellings
        of what is one person by now."""
        notes = [_payment_note(entry, names) for entry in self._payments(names).holding]
        return tuple([note for note in notes if note.debtor != note.creditor])

    def asked(self, names: Names) -> tuple[Asked, ...]:
        """Return what was noted on two devices apart, and has to be decided."""
        held = self.held(names, ())
        return (*self._stars(names).asked, *self._payments(names).asked,
                *(held.asked if held else ()))

    def _stars(self, names: Names) -> Settled:
        return self._settled(self.stars, facts.StarsNoted,
                             lambda entry: _star_note(entry, names)[:-1])

    def _payments(self, names: Names) -> Settled:
        return self._settled(self.payments, facts.PaymentMade,
                             lambda entry: _payment_note(entry, names)[:-1])

    def _settled(self, entries: Sequence[Entry], kind: type[facts.StarsNoted | facts.PaymentMade],
                 content: Callable[[Entry], Hashable]) -> Settled:
        """Return which notes of a kind count: of each its last word, and once what two have noted
        apart."""
        gone = self._taken_back()
        told: dict[str, list[Entry]] = {}
        for entry in entries:
            if isinstance(entry.fact, kind) and entry.fact.id not in gone:
                told.setdefault(entry.fact.id, []).append(entry)
        place = {entry.id: number for number, entry in enumerate(entries)}
        in_order = sorted(told.values(), key=lambda each: place[next(
            (entry for entry in each if not is_from_a_file(entry)), each[0]).id])
        words = [last_said(each, self.answers, content) for each in in_order]
        notes = [word.holding[0] for word in words]
        once = noted_once(notes, self.answers, content, {
            note.id: [other for other in each if content(other) == content(note)]
            for note, each in zip(notes, in_order)})
        return Settled(once.holding, (*[asked for word in words for asked in word.asked],
                                      *once.asked))

    def _taken_back(self) -> frozenset[str]:
        """Return the ids of what was taken back and not noted again by somebody who knew that."""
        gone: dict[str, set[str]] = {}
        for entry in (*self.stars, *self.payments):
            match entry.fact:
                case facts.StarsTakenBack(id=id) | facts.PaymentTakenBack(id=id):
                    gone.setdefault(id, set()).add(entry.id)
                case facts.StarsNoted(id=id) | facts.PaymentMade(id=id) if id in gone:
                    gone[id] = {own for own in gone[id] if own in entry.apart}
        return frozenset([id for id, entries in gone.items() if entries])


def _star_note(entry: Entry, names: Names) -> StarNote:
    fact = entry.fact
    assert isinstance(fact, facts.StarsNoted)
    return StarNote(names[fact.player], fact.event, fact.ziel, fact.stars, fact.note,
                    Stamp(fact.id, entry.at, entry.by))


def _payment_note(entry: Entry, names: Names) -> PaymentNote:
    fact = entry.fact
    assert isinstance(fact, facts.PaymentMade)
    return PaymentNote(names[fact.debtor], names[fact.creditor], fact.cents, fact.currency,
                       Stamp(fact.id, entry.at, entry.by))
