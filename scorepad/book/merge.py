"""Comparison of a file with the book: what is new, known or different, and the entries to write.

Evenings, sheets and hands are recognised by their ids. What is new comes in. Where the file says
otherwise than the book, the book stands: a file may be older, and an import must revert nothing
that was corrected since (`merge_past`). The file's word can be taken one by one.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date as Date

from scorepad.book import facts
from scorepad.book.facts import Fact
from scorepad.book.journal import Journal
from scorepad.book.merge_club import payment_steps, people_steps, rule_set_steps
from scorepad.book.merge_hands import (
    after_the_hands,
    corrected,
    recorded,
    refused_today,
    seated_as,
)
from scorepad.book.merge_ids import header, moments_of, with_ids
from scorepad.book.merge_past import SheetPast, said_here
from scorepad.book.merge_people import received
from scorepad.book.merge_stars import Step, club_steps, note_steps
from scorepad.book.merge_told import told
from scorepad.book.merged import (
    GOES_ON,
    IN_ANOTHER_ORDER,
    NEWER,
    OTHER_HANDS,
    OTHERWISE,
    REOPENED,
    UNDONE,
    Addition,
    Difference,
    Merge,
)
from scorepad.book.record import BookRecord, EveningRecord, HandRecord, SheetRecord, Stamp
from scorepad.games.game import Place, Problem, Unreadable
from scorepad.i18n.message import Message, say
from scorepad.system.steps import Steps, stepwise


@stepwise
def merge(journal: Journal, incoming: BookRecord,
          same: Mapping[str, str] | None = None) -> Steps[Merge]:
    """Compare a file with the book; nothing is written.

    journal: of all entries of the book; same: whom in the book some names of the file mean. Raises
    `Unreadable` if the file has a hand otherwise that is refused today.
    """
    book = yield from journal.record.steps()
    return (yield from _Merger(journal, book).run(incoming, same or {}))


class _Merger:
    def __init__(self, journal: Journal, book: BookRecord) -> None:
        self.journal = journal
        self.book = book
        self.evenings = {evening.id: evening for evening in book.evenings}
        self.evening_of = {sheet.id: evening.id for evening in book.evenings
                           for sheet in evening.sheets}
        self.ids: Mapping[str, str] = {}
        self.moment = 0
        self.new: Counter[str] = Counter()
        self.known: Counter[str] = Counter()
        self.differing: list[tuple[tuple[Date, int, int], Difference]] = []
        self.age = Date.min, 0
        self.refused: list[Problem] = []
        self.additions: list[Addition] = []
        self.correctable = True

    def run(self, incoming: BookRecord, same: Mapping[str, str]) -> Steps[Merge]:
        deleted = {fact.player for fact in self.journal.said
                   if isinstance(fact, facts.PlayerDeleted)}
        guests = received(incoming, self.book, self.journal.people, deleted, same)
        self.ids = guests.ids
        incoming = yield from with_ids.steps(guests.file, self.book)
        self.known["players"], self.new["players"] = guests.known, len(guests.added)
        for fact in (*guests.added, *guests.spelt):
            self._add(fact, None)
        for step in (*club_steps(self.book, incoming, self.ids),
                     *people_steps(self.book, incoming, self.ids),
                     *rule_set_steps(self.book, incoming, self.journal.rule_sets)):
            self._take(step, None, said_here(self.journal, None))
        for index, (evening, moment) in enumerate(zip(incoming.evenings,
                                                      moments_of(incoming.evenings))):
            self.moment, self.age = moment, (evening.date, index)
            self._evening(evening, ("evenings", index))
            yield
        if self.refused:
            raise Unreadable(*self.refused)
        newest_first = sorted(self.differing, key=lambda each: each[0], reverse=True)
        return Merge(+self.new, +self.known, tuple([each for _, each in newest_first]),
                     tuple(self.additions), guests.namesakes, self.correctable)

    # --- notes of what was found --------------------------------------------------------------

    def _add(self, fact: Fact, evening: str | None, stamp: Stamp | None = None) -> None:
        self.additions.append(Addition(fact, evening, stamp, self.moment))

    def _take(self, step: Step, evening: str | None, said: Sequence[Fact]) -> None:
        """Sort a step into additions or differences; skip it where the book says the same.

        said: by which it is known whether the book has said the same before.
        """
        if step.fact is None:
            return
        if step.fact in said:
            self._differs(step.place, NEWER, [step.fact, *step.more], evening, is_older=True)
        elif step.differs:
            self._differs(step.place, OTHERWISE, [step.fact, *step.more], evening)
        else:
            self._add(step.fact, evening, step.stamp)

    def _differs(self, place: Place, message: Message, fix: Sequence[Fact] = (),
                 evening: str | None = None, *, is_older: bool = False,
                 theirs: Message | str = "", ours: Message | str = "") -> None:
        """Note a difference; fix: the facts that make the book say what the file says."""
        self.differing.append(((*self.age, len(self.differing)), Difference(
            place, message, tuple([Addition(fact, evening) for fact in fix]), is_older,
            theirs, ours)))

    def _is_another(self, place: Place, fault: Message = OTHERWISE) -> None:
        """Note a difference that no correction can change."""
        self._differs(place, fault)
        self.correctable = False

    # --- evenings -----------------------------------------------------------------------------

    def _evening(self, evening: EveningRecord, place: Place) -> None:
        known = self.evenings.get(evening.id)
        if known is None:
            self.new["evenings"] += 1
            self._add(facts.EveningOpened(evening.id, evening.date, evening.place), evening.id)
        else:
            self.known["evenings"] += 1
            if (known.date, known.place) != (evening.date, evening.place):
                self._is_another((*place, "date"))
        sheets = {sheet.id: sheet for sheet in known.sheets} if known else {}
        knows_all = sheets.keys() <= {sheet.id for sheet in evening.sheets}
        for index, sheet in enumerate(evening.sheets):
            at: Place = (*place, "sheets", index)
            knows_all &= self._sheet(sheet, sheets.get(sheet.id), evening.id, at)
        said = said_here(self.journal, evening.id)
        for step in note_steps(evening, known, self.ids, place):
            is_new = step.fact is not None and not step.differs
            (self.new if is_new else self.known)["stars"] += 1
            self._take(step, evening.id, said)
        for step in payment_steps(evening, known, self.ids, place):
            self._take(step, evening.id, said)
        if evening.closed and not (known and known.closed):
            self._close(evening.id, (*place, "closed"), knows_all)

    def _close(self, evening: str, place: Place, knows_all: bool) -> None:
        """Close an evening as the file has it, unless it was opened again since, or went on."""
        closed = facts.EveningClosed(evening)
        if closed in self.journal.said:
            self._differs(place, REOPENED, [closed], evening, is_older=True)
        elif not knows_all:
            self._differs(place, GOES_ON, [closed], evening, is_older=True)
        else:
            self._add(closed, evening)

    def _sheet(self, sheet: SheetRecord, known: SheetRecord | None, evening: str,
               place: Place) -> bool:
        """Compare a sheet; return whether the file has all hands that the book has."""
        if self.evening_of.get(sheet.id, evening) != evening:
            self._is_another(place)  # the book has it on another evening
            return True
        if known is None:
            if fault := self._fault_of_currency(sheet, evening):
                self._is_another((*place, "currency"), fault)
                return True
            self.new["sheets"] += 1
            self._add(facts.SheetOpened(
                sheet.id, evening, sheet.game,
                tuple(self.ids[sheet.names[seat]] for seat in sheet.first_seats),
                sheet.first_dealer, sheet.rules, sheet.stake, sheet.currency, sheet.edition,
                sheet.absprachen), evening)
        else:
            self.known["sheets"] += 1
            sheet = seated_as(known, sheet)
            common = min(len(known.names), len(sheet.names))
            if header(known) != header(sheet) or known.names[:common] != sheet.names[:common]:
                self._is_another(place)
                return True
        for name in sheet.names[len(known.names if known else sheet.first_seats):]:
            self._add(facts.PlayerJoined(sheet.id, self.ids[name]), evening)
        return self._hands(sheet, known, evening, place)

    def _fault_of_currency(self, sheet: SheetRecord, evening: str) -> Message | None:
        """Return why a new sheet cannot be settled with the others of its evening, or None."""
        known = self.evenings.get(evening)
        others = {other.currency for other in (known.sheets if known else ())
                  if other.stake is not None} - {sheet.currency}
        if sheet.stake is None or not others:
            return None
        return say("{currencies} on one evening cannot be settled together",
                   currencies=", ".join(sorted({sheet.currency, *others})))

    # --- hands --------------------------------------------------------------------------------

    def _hands(self, sheet: SheetRecord, known: SheetRecord | None, evening: str,
               place: Place) -> bool:
        ours = {hand.stamp.id: hand for hand in known.hands} if known else {}
        past = SheetPast(self.journal.sheets[sheet.id], list(ours)) if known else None
        gone = past.gone if past else {}
        order = [hand.stamp.id for hand in sheet.hands]
        staying = [hand for hand in order if hand not in gone]
        in_order = staying[:len(ours)] == list(ours)[:len(staying)]
        follows = in_order or {*staying[:len(ours)]} == ours.keys()
        if not in_order:
            self._differs((*place, "hands"), IN_ANOTHER_ORDER if follows else OTHER_HANDS)
        otherwise: list[int] = []
        for index, hand in enumerate(sheet.hands):
            mine = ours.get(hand.stamp.id)
            if mine is not None and past:
                self.known["hands"] += 1
                if self._hand(hand, mine, sheet, past, evening, (*place, "hands", index)):
                    otherwise.append(index)
            elif hand.stamp.id in gone and past:
                self.known["hands"] += 1
                self._gone(hand, sheet, past, evening, (*place, "hands", index))
            elif follows:
                self.new["hands"] += 1
                for fact in recorded(hand, sheet.id):
                    self._add(fact, evening, hand.stamp)
        self.refused += [Problem((*place, "hands", *fault.place), fault.message)
                         for fault in refused_today(sheet, otherwise)]
        said = past.said() if past else ()
        goes_on = follows and len(staying) > len(ours)
        is_as_far = goes_on or in_order and len(staying) == len(ours)
        if is_as_far and order[-1:] == staying[-1:]:
            for step in after_the_hands(sheet, known, goes_on, place):
                self._take(step, evening, [] if goes_on else [*said])
        return ours.keys() <= {*staying}

    def _hand(self, theirs: HandRecord, ours: HandRecord, sheet: SheetRecord, past: SheetPast,
              evening: str, place: Place) -> bool:
        """Compare a hand; return whether the file has it otherwise, as the book never had it."""
        fix = list(corrected(theirs, ours, sheet.id))
        if not fix:
            return False
        is_older, is_otherwise = past.was(theirs), theirs.hand != ours.hand
        if is_older and is_otherwise and any(refused_today(sheet, [sheet.hands.index(theirs)])):
            fix = []  # what the book holds keeps what it gave; a correction is new
        self._differs(place, NEWER if is_older else OTHERWISE, fix, evening, is_older=is_older,
                      theirs=told(theirs, sheet), ours=told(ours, sheet))
        return is_otherwise and not is_older

    def _gone(self, hand: HandRecord, sheet: SheetRecord, past: SheetPast, evening: str,
              place: Place) -> None:
        """Note that a hand of the file does not count here any more."""
        redone = past.gone[hand.stamp.id]
        last = past.versions(hand.stamp.id)[-1]._replace(stamp=hand.stamp)
        fix = [] if redone is None else [*corrected(hand, last, sheet.id), redone]
        self._differs(place, UNDONE, fix, evening, is_older=True, theirs=told(hand, sheet))
