"""A check of a whole book: every entry, and every figure that follows from them, computed twice."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from scorepad import document
from scorepad.book.facts import Entry, Unread
from scorepad.book.gate import fault_of_time
from scorepad.book.journal import Journal
from scorepad.book.ledger.oddities import odd_in
from scorepad.book.ledger.stars import ledger_of, note_faults
from scorepad.book.record import BookRecord, EveningRecord
from scorepad.book.replay import SheetReplay, replay
from scorepad.book.scoresheet import Scoresheet, problems, refused_now
from scorepad.book.settle import settle
from scorepad.document.result import balances
from scorepad.games.game import Unreadable
from scorepad.i18n.message import Message, say
from scorepad.storage import displaced
from scorepad.storage.backups import beside
from scorepad.storage.codec import kind_of
from scorepad.storage.faults import StorageFault
from scorepad.storage.inspection import THE_FILE, Finding, Inspected, Row, inspect, place_of_row
from scorepad.system.garbage import collector_paused
from scorepad.system.steps import Steps, stepwise


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
    """Check the file of a book.

    is_open: whether this process has it open. Raises `StorageFault` for a file that holds no book,
    and for a WAL whose book is gone.
    """
    if displaced.is_orphaned(path):
        raise StorageFault(say(
            "There is no book at {place}, only what was written to it last, in {wal}. "
            "\"scorepad rescue\" saves what can be read.",
            place=str(path), wal=beside(path)[0].name))
    with collector_paused():  # it would look through all of it again and again
        found = yield from inspect.steps(path, is_open=is_open)
        found.findings += [Finding(THE_FILE, say(
            "was another one when it was open last: {file} is what was open", file=kept.name))
            for kept in displaced.pending(path)]
        return (yield from _checked(found))


@stepwise
def check_entries(entries: Sequence[tuple[Entry, int]]) -> Steps[Checked]:
    """Check a book that is no file, by its entries, each with the time that is stored."""
    return (yield from _checked(Inspected(0, [
        Row(number, kind_of(entry.fact), entry.id, at)
        for number, (entry, at) in enumerate(entries, 1)], [entry for entry, _ in entries])))


def _checked(found: Inspected) -> Steps[Checked]:
    findings, remarks = found.findings, list[Finding]()
    journal = Journal.of(found.entries)
    aside = {each.entry: each.why for each in journal.set_aside()}
    newer = {entry.id for entry in found.entries
             if isinstance(entry.fact, Unread) and entry.fact.is_newer}
    seen = {""}
    for row in found.rows:
        faults = [say("has the id of an earlier entry")] if row.entry and row.entry in seen else [
            fault for fault in (fault_of_time(row.at), aside.get(row.entry)) if fault]
        if row.altered and not faults:
            faults = [say("is not as it was written")]
        kept = remarks if row.entry in newer else findings
        kept += [Finding(place_of_row(row.seq, row.kind), fault) for fault in faults]
        seen.add(row.entry)
        yield
    book = yield from journal.record.steps()
    yield from _look_at_results(book, findings, remarks)
    sheets = [sheet for evening in book.evenings for sheet in evening.sheets]
    return Checked(found.version, len(found.rows), len(book.players), len(book.evenings),
                   len(sheets), sum(len(sheet.hands) for sheet in sheets), tuple(findings),
                   tuple(remarks))


# --- what follows from the entries --------------------------------------------------------------


def _look_at_results(book: BookRecord, findings: list[Finding],
                     remarks: list[Finding]) -> Steps[None]:
    """Add to the findings what is wrong with the results that follow from the entries, and to the
    remarks what is merely odd."""
    scored = []
    for evening in book.evenings:
        sheets = []
        for number, record in enumerate(evening.sheets, 1):
            sheets.append(replay(record))
            yield
            place = say("{evening}, sheet {number} ({game})", evening=_name(evening),
                        number=number, game=record.game.title)
            findings += _faults_of_sheet(place, sheets[-1])
            remarks += [_at_hand(place, index + 1, say(
                "keeps its points, but would be refused today: {fault}", fault=problem.message))
                for index, problem in refused_now(sheets[-1])]
            yield
        scored.append(sheets)
        findings += _faults_of_settlement(evening, sheets)
        yield
    yield from _look_at_stars(book, scored, findings, remarks)
    yield from _look_at_export(book, findings)


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


def _look_at_stars(book: BookRecord, scored: Sequence[Sequence[Scoresheet]],
                   findings: list[Finding], remarks: list[Finding]) -> Steps[None]:
    """Compare everybody's stars with everything that gave or took some; add what differs, and
    which notes are odd."""
    for problem in odd_in(book):
        evening = book.evenings[int(problem.place[1])]
        remarks.append(Finding(say("{evening}, stars", evening=_evening(evening)),
                               problem.message))
    for problem in note_faults(book):
        evening = book.evenings[int(problem.place[1])]
        findings.append(Finding(say("{evening}, stars", evening=_evening(evening)),
                                problem.message))
    ledger = yield from ledger_of.steps(book, scored)
    counted = Counter(dict(book.opening.balances) if book.opening else {})
    for page in ledger.evenings:
        for star in page.counted:
            counted[star.player] += star.stars
    for name in {*counted, *ledger.balances}:
        if counted[name] != ledger.balances.get(name, 0):
            findings.append(Finding(say("the star ledger"), say(
                "{name} has {stars}, but the evenings give {sum}", name=name,
                stars=ledger.balances.get(name, 0), sum=counted[name])))


def _look_at_export(book: BookRecord, findings: list[Finding]) -> Steps[None]:
    """Add a finding if an export, read back, is not the same book."""
    text = yield from document.write.steps(book, indent=None)
    try:
        again = yield from document.read.steps(text.encode())
    except Unreadable as fault:
        findings += [
            Finding(say("the export, {place}", place=document.written_place(place)), message)
            for place, message in fault.problems]
        return
    if again != book:
        findings.append(Finding(say("the export"), say(
            "does not give the same book when it is read")))


# --- places -----------------------------------------------------------------------------------


def _evening(evening: EveningRecord) -> Message:
    return say("the evening {evening}", evening=_name(evening))


def _name(evening: EveningRecord) -> str:
    return f"{evening.date.isoformat()} {evening.place}".rstrip()
