"""A check of a whole book: every entry, and every figure that follows from them, computed twice."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter
from pathlib import Path

from scorepad import document
from scorepad.book.facts import Entry, Unread
from scorepad.book.gate import fault_of_time
from scorepad.book.journal import Journal
from scorepad.book.ledger import EveningPage, ledger, note_faults, odd_in, page_of
from scorepad.book.ledger.tariffs import Tariffs
from scorepad.book.people import Roster
from scorepad.book.record import BookRecord, EveningRecord, SetAside
from scorepad.book.replay import SheetReplay, replay
from scorepad.book.scoresheet import Scoresheet, problems
from scorepad.book.settle import settle
from scorepad.document.result import balances
from scorepad.games.game import Unreadable
from scorepad.i18n.message import Message, say
from scorepad.storage import displaced
from scorepad.storage.backups import beside, reading
from scorepad.storage.faults import RESCUE, StorageFault, in_words
from scorepad.storage.inspection import THE_FILE, Finding, Inspected, Raw, entries_in, inspect
from scorepad.storage.joining import AFTER, AT, ID, KNOWN
from scorepad.storage.links import digests_in
from scorepad.storage.restoring import NotRestorable, Picked, look_at
from scorepad.system.steps import Steps, collector_paused, stepwise
from scorepad.tournament.facts import Tournament


@dataclass(frozen=True)
class Checked:
    """The outcome of a check: everything that is wrong, each with its place.

    version: of the book's file, 0 if it is none; entries, players and the rest: how many were
    looked at; remarks: what is no fault but should be known.
    """

    version: int
    entries: int
    players: int
    evenings: int
    sheets: int
    hands: int
    findings: tuple[Finding, ...]
    remarks: tuple[Finding, ...] = ()


@stepwise
def check(path: Path, *, is_open: bool = False) -> Steps[Checked]:
    """Check the file of a book. is_open: whether this process has it open. Raises `StorageFault`
    for a file that holds no book, and for a WAL whose book is gone."""
    if displaced.is_orphaned(path):
        raise StorageFault(say(
            "There is no book at {place}, only what was written to it last, in {wal}.",
            place=str(path), wal=beside(path)[0].name), RESCUE)
    look_at_book(path, is_open=is_open)
    with collector_paused(), in_words(str(path)), closing(reading(path)) as book:
        found = yield from inspect.steps(book, path)
        found.findings += [Finding(THE_FILE, say(
            "was another one when it was open last: {file} is what was open", file=kept.name))
            for kept in displaced.pending(path)]
        return (yield from check_entries.steps(found))


@stepwise
def check_entries(found: Inspected) -> Steps[Checked]:
    """Check the entries of a book, and what follows from them: one evening after the other, so that
    only one of them is in memory."""
    rosters = dict[str, Roster]()
    frame = entries_in(found.frame(), rosters)
    club = entries_in(found.rows_of(None), rosters)
    yield
    journal = Journal.of([*club, *frame])
    book = _Book(found, rosters, (yield from journal.record.steps()))
    own = {entry.id for entry in club}
    book.look_at_rows(found.rows_of(None), club, [
        each for each in journal.set_aside() if each.entry in own])
    for part in found.parts:
        if part is not None:
            yield from book.look_at_evening(part, journal)
    return (yield from book.checked([*journal.evenings]))


class _Book:
    """The check of a book; rosters: who is at its sheets; record: the club as it counts, and its
    evenings without their hands."""

    def __init__(self, found: Inspected, rosters: dict[str, Roster], record: BookRecord) -> None:
        self._found, self._rosters, self._record = found, rosters, record
        self._of_rows: list[tuple[int, bool, Finding]] = []
        self._findings, self._remarks = list[Finding](), list[Finding]()
        self._evenings: dict[str, EveningRecord] = {}
        self._pages: dict[str, EveningPage] = {}
        self._sheets = self._hands = 0

    def look_at_rows(self, rows: Sequence[Raw], entries: Sequence[Entry],
                     aside: Iterable[SetAside]) -> None:
        """Note what is wrong with the entries of a part by themselves."""
        why = {each.entry: each.why for each in aside}
        newer = {entry.id for entry in entries
                 if isinstance(entry.fact, Unread) and entry.fact.is_newer}
        known = {raw.columns[KNOWN] for raw in rows}
        for raw in rows:
            own = raw.columns[ID]
            faults = [say("has the id of an earlier entry")] if raw.seq in self._found.again else [
                fault for fault in (fault_of_time(raw.columns[AT]), why.get(own)) if fault]
            if not faults and self._found.is_altered(raw):
                faults = [say("is not as it was written")]
            if not faults and not known.issuperset(digests_in(raw.columns[AFTER])):
                faults = [say("follows entries that are missing")]
            self._of_rows += [(raw.seq, own in newer, Finding(raw.place, fault))
                              for fault in faults]

    def look_at_evening(self, part: str, journal: Journal) -> Steps[None]:
        """Check all that was written about an evening."""
        rows = self._found.rows_of(part)
        entries = entries_in(rows, self._rosters)
        own = Journal(journal.people, words=journal.words, answers=journal.answers)
        yield
        for entry in entries:
            own.add(entry)
        self.look_at_rows(rows, entries, own.set_aside())
        evening = own.evenings[part].record(journal.names) if part in own.evenings else None
        del rows, entries, own  # a sheet may have 100,000 hands
        yield
        if evening is not None:
            yield from self._look_at_results(part, evening)

    def _look_at_results(self, part: str, evening: EveningRecord) -> Steps[None]:
        sheets = []
        for number, record in enumerate(evening.sheets, 1):
            sheets.append(replay(record))
            yield
            place = say("{evening}, sheet {number} ({game})", evening=_name(evening),
                        number=number, game=record.game.title)
            self._findings += _faults_of_sheet(place, sheets[-1])
            self._remarks += [_at_hand(place, index + 1, say(
                "keeps its points, but would be refused today: {fault}", fault=problem.message))
                for index, problem in sheets[-1].refused]
            self._hands += len(record.hands)
            yield
        self._sheets += len(sheets)
        self._findings += _faults_of_settlement(evening, sheets)
        self._pages[part] = page_of(evening, sheets)
        self._evenings[part] = replace(evening, sheets=())
        del sheets
        yield from self._look_at_export(BookRecord((evening,)))

    def checked(self, evenings: Sequence[str]) -> Steps[Checked]:
        """Return the outcome, once all evenings were looked at; evenings: their ids, in order."""
        here = [evening for evening in evenings if evening in self._evenings]
        book = replace(self._record, evenings=tuple([self._evenings[each] for each in here]))
        yield from self._look_at_stars(book, [self._pages[each] for each in here])
        yield from self._look_at_export(replace(book, evenings=()))
        of_rows = sorted(self._of_rows, key=itemgetter(0))
        return Checked(
            self._found.version, self._found.count, len(book.players), len(here), self._sheets,
            self._hands,
            (*self._found.findings, *[each for _, newer, each in of_rows if not newer],
             *self._findings),
            (*[each for _, newer, each in of_rows if newer], *self._remarks))

    def _look_at_stars(self, book: BookRecord, pages: Sequence[EveningPage]) -> Steps[None]:
        """Compare everybody's stars with everything that gave or took some; note what differs, and
        which notes are odd."""
        for found, noted in ((self._remarks, odd_in(book)),
                             (self._findings, note_faults(book, with_id=True))):
            for problem in noted:
                evening = book.evenings[int(problem.place[1])]
                found.append(Finding(say("{evening}, stars", evening=_evening(evening)),
                                     problem.message))
        stars = yield from ledger.steps(book.opening, Tariffs(book.tariffs), pages)
        counted = Counter(dict(book.opening.balances) if book.opening else {})
        for page in stars.evenings:
            for star in page.counted:
                counted[star.player] += star.stars
        for name in {*counted, *stars.balances}:
            if counted[name] != stars.balances.get(name, 0):
                self._findings.append(Finding(say("the star ledger"), say(
                    "{name} has {stars}, but the evenings give {sum}", name=name,
                    stars=stars.balances.get(name, 0), sum=counted[name])))

    def _look_at_export(self, book: BookRecord) -> Steps[None]:
        """Note if an export of a part of the book, read back, is not the same."""
        book = replace(book, players=book.players or tuple(book.playing), championships=(),
                       evenings=tuple([each for each in book.evenings if not each.tournament]),
                       tournaments=tuple([_as_in_a_file(each.tournament) for each in book.evenings
                                          if each.tournament]))
        text = yield from document.write.steps(book, indent=None)
        try:
            again = yield from document.read.steps(text.encode())
        except Unreadable as fault:
            self._findings += [
                Finding(say("the export, {place}", place=document.written_place(place)), message)
                for place, message in fault.problems]
            return
        if again != book:
            self._findings.append(Finding(say("the export"), say(
                "does not give the same book when it is read")))


def _as_in_a_file(held: Tournament) -> Tournament:
    """Return a tournament without what a file does not say: when all was drawn and paid."""
    return replace(held, draws=tuple([draw._replace(at=0) for draw in held.draws]),
                   payments=tuple([paid._replace(at=0) for paid in held.payments]))


def _at_hand(sheet: Message, hand: int, fault: Message) -> Finding:
    return Finding(say("{sheet}, hand {hand}", sheet=sheet, hand=hand), fault)


def _faults_of_sheet(place: Message, sheet: Scoresheet) -> Iterator[Finding]:
    record, at_hand = sheet.record, partial(_at_hand, place)
    for index, problem in problems(sheet):
        yield at_hand(index + 1, problem.message)
    step_by_step = SheetReplay(replace(record, hands=()))
    for hand in record.hands:
        step_by_step.extend((hand,))
    again = step_by_step.result(record.next_dealer, record.next_seats, record.next_rules,
                                ended=record.ended, agreement=record.agreement)
    if (again.tally, again.matches, again.over, again.payout, again.next, again.multipliers) != (
            sheet.tally, sheet.matches, sheet.over, sheet.payout, sheet.next, sheet.multipliers):
        yield Finding(place, say("comes out differently hand by hand than all at once"))
    running = [0] * len(record.names)
    for index, (line, other) in enumerate(zip(sheet.lines, again.lines), 1):
        if line.points != other.points or line.tally != other.tally:
            yield at_hand(index, say("comes out differently hand by hand than all at once"))
        if record.game.zero_sum and sum(line.points) != 0:
            yield at_hand(index, say("the points add up to {sum}, not 0", sum=sum(line.points)))
        running = [total + point for total, point in zip(running, line.points)]
        if line.match is not None or index == len(sheet.lines):
            if tuple(running) != tuple(line.tally.totals):
                yield at_hand(index, say("the totals are not the sum of the hands"))
        if line.match is not None and not record.one_match:
            running = [0] * len(running)
    for match in sheet.matches:
        if match.payout is not None and sum(match.payout) != 0:
            yield at_hand(match.last_hand, say(
                "the payments of this match add up to {cents} cents, not 0",
                cents=sum(match.payout)))


def _faults_of_settlement(evening: EveningRecord, sheets: Sequence[Scoresheet]
                          ) -> Iterator[Finding]:
    """Yield a finding if the balances do not add up to 0, or the payments do not settle them."""
    for total in balances(sheets).values():
        if sum(total.values()):
            yield Finding(_evening(evening), say("the settlement adds up to {cents} cents, not 0",
                                                 cents=sum(total.values())))
            continue
        paid: Counter[str] = Counter()
        for transfer in settle(total):
            paid[transfer.creditor] += transfer.cents
            paid[transfer.debtor] -= transfer.cents
        if any(paid[name] != cents for name, cents in total.items()):
            yield Finding(_evening(evening), say("the payments do not settle the evening"))


def _evening(evening: EveningRecord) -> Message:
    return say("the evening {evening}", evening=_name(evening))


def _name(evening: EveningRecord) -> str:
    return f"{evening.date.isoformat()} {evening.place}".rstrip()


def look_at_book(path: Path, *, is_open: bool = False) -> None:
    """Raise `StorageFault` unless a file begins like a book.

    is_open: whether this process has it open. To open the file once more and close it would give
    up SQLite's locks: then another program could take the WAL away.
    """
    try:
        if not is_open:
            look_at(Picked.at(path))
    except NotRestorable as fault:
        if fault.export:
            raise StorageFault(say("{file} is an export, not a book: \"scorepad replay\" checks "
                                   "it.", file=str(path))) from None
        raise
