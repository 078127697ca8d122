"""Comparison of a file with the book: what is new, known or different, and the entries to write.

Evenings, sheets and hands are recognised by their ids. Where a file has none, they are made from
each one's place in it, always the same ones, so importing it twice changes nothing. An evening
without an id is the one that the book has of that day and place only if the same people played the
same there; otherwise it is another one.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import NamedTuple, TypeVar
from uuid import UUID, uuid5

from scorepad.book import facts
from scorepad.book.facts import Fact
from scorepad.book.merge_club import payment_steps, people_steps, rule_set_steps
from scorepad.book.merge_stars import Step, club_steps, note_steps
from scorepad.book.record import (
    BookRecord,
    EveningRecord,
    HandRecord,
    PaymentNote,
    SheetRecord,
    Stamp,
    StarNote,
)
from scorepad.book.replay import replay
from scorepad.games.game import Place, Problem, Seat, Unreadable
from scorepad.games.table import EDITION, today
from scorepad.i18n.message import Message, say
from scorepad.system.steps import Steps, stepwise

NAMESPACE = UUID("6b0f0f5e-6a5b-5d0a-9f43-5c0ee9ad1f20")
SEVERAL = 2
"""Hands of which, where the file has none of the book's, it is of another evening."""

OTHERWISE = say("is different in the book")

Stamped = TypeVar("Stamped", HandRecord, StarNote, PaymentNote)


class Addition(NamedTuple):
    """A fact to write, and the evening it belongs to (None for one about the club).

    stamp: when and by whom it was written, None: now, by the current author.
    """

    fact: Fact
    evening: str | None
    stamp: Stamp | None = None


@dataclass(frozen=True)
class Merge:
    """The consequences of importing a file.

    new, known: how many players, evenings, sheets, hands and notes of stars; differing: where the
    file contradicts the book; additions: what to write for the new; corrections: what to write
    as well if the file is right wherever it differs; correctable: False where something differs
    that no correction can change, such as who sat at a table.
    """

    new: Mapping[str, int]
    known: Mapping[str, int]
    differing: tuple[Problem, ...]
    additions: tuple[Addition, ...]
    corrections: tuple[Addition, ...]
    correctable: bool


@stepwise
def merge(book: BookRecord, ids: Mapping[str, str], incoming: BookRecord,
          new_id: Callable[[], str]) -> Steps[Merge]:
    """Compare a file with the book; nothing is written.

    ids: player ids of the book by name; new_id: makes ids for players that are new. Raises
    `Unreadable` if the file corrects a hand to one that is refused today.
    """
    named = yield from with_ids.steps(incoming, book)
    return (yield from _Merger(book, dict(ids), new_id).run(named))


@stepwise
def with_ids(book: BookRecord, known: BookRecord | None = None) -> Steps[BookRecord]:
    """Return the same book with an id wherever one was missing; known: the book that it is to be
    compared with."""
    ours = {evening.id: evening for evening in known.evenings} if known else {}
    seen: Counter[str] = Counter()
    taken: set[str] = set()
    evenings = []
    for evening in book.evenings:
        key = f"{evening.date.isoformat()}/{evening.place}"
        seen[key] += 1
        evenings.append(_evening_with_ids(evening, evening.id or next(
            own for number in count(1) if (own := _made("evening", key, number)) not in taken
            and (_fits(_evening_with_ids(evening, own), ours[own]) if own in ours
                 else number >= seen[key]))))
        taken.add(evenings[-1].id)
        yield
    rule_sets = tuple([each._replace(id=each.id or _made("rules", each.game.id, each.name))
                       for each in book.rule_sets])
    return replace(book, evenings=tuple(evenings), rule_sets=rule_sets)


def _evening_with_ids(evening: EveningRecord, own: str) -> EveningRecord:
    return replace(
        evening, id=own, sheets=tuple([_sheet_with_ids(sheet, own, index)
                                       for index, sheet in enumerate(evening.sheets)]),
        stars=tuple(_stamped(evening.stars, "stars", own)),
        payments=tuple(_stamped(evening.payments, "payment", own)))


def _fits(evening: EveningRecord, known: EveningRecord) -> bool:
    """Return whether an evening without an id of its own can be one of the book: where both have a
    sheet, the same people play the same, and if both have several hands, at least one is the
    same."""
    ours = {sheet.id: sheet for sheet in known.sheets}
    pairs = [(sheet, ours[sheet.id]) for sheet in evening.sheets if sheet.id in ours]
    for sheet, other in pairs:
        first = len(sheet.first_seats)
        if _header(sheet) != _header(other) or sheet.names[:first] != other.names[:first]:
            return False
    hands = [(theirs, mine) for sheet, other in pairs
             for theirs, mine in zip(sheet.hands, other.hands)]
    return len(hands) < SEVERAL or any(theirs.hand == mine.hand for theirs, mine in hands)


def _sheet_with_ids(sheet: SheetRecord, evening: str, index: int) -> SheetRecord:
    own = sheet.id or _made("sheet", evening, index)
    return replace(sheet, id=own, hands=_stamped(sheet.hands, "hand", own))


def _stamped(records: Sequence[Stamped], kind: str, within: str) -> list[Stamped]:
    """Return the same records with an id wherever one was missing; within: the id of what they are
    part of."""
    return [record if record.stamp.id else record._replace(
        stamp=record.stamp._replace(id=_made(kind, within, number)))
        for number, record in enumerate(records)]


def _made(*parts: object) -> str:
    return str(uuid5(NAMESPACE, "/".join(map(str, parts))))


class _Merger:
    def __init__(self, book: BookRecord, ids: dict[str, str], new_id: Callable[[], str]) -> None:
        self.book = book
        self.evenings = {evening.id: evening for evening in book.evenings}
        self.evening_of = {sheet.id: evening.id for evening in book.evenings
                           for sheet in evening.sheets}
        self.ids = ids
        self.new_id = new_id
        self.new: Counter[str] = Counter()
        self.known: Counter[str] = Counter()
        self.differing: list[Problem] = []
        self.refused: list[Problem] = []
        self.additions: list[Addition] = []
        self.corrections: list[Addition] = []
        self.correctable = True

    def run(self, incoming: BookRecord) -> Steps[Merge]:
        for name in incoming.players:
            if name in self.ids:
                self.known["players"] += 1
            else:
                self.new["players"] += 1
                self.ids[name] = self.new_id()
                self._add(facts.PlayerAdded(self.ids[name], name), None)
        for step in (*club_steps(self.book, incoming, self.ids),
                     *people_steps(self.book, incoming, self.ids),
                     *rule_set_steps(self.book, incoming)):
            self._take(step, None)
        for index, evening in enumerate(incoming.evenings):
            self._evening(evening, ("evenings", index))
            yield
        if self.refused:
            raise Unreadable(*self.refused)
        return Merge(self.new, self.known, tuple(self.differing), tuple(self.additions),
                     tuple(self.corrections), self.correctable)

    def _take(self, step: Step, evening: str | None) -> None:
        """Sort a step into additions or corrections; skip it where the book says the same."""
        if step.fact is None:
            return
        if step.differs:
            self.differing.append(Problem(step.place, OTHERWISE))
            self.corrections.append(Addition(step.fact, evening))
        else:
            self._add(step.fact, evening, step.stamp)

    def _evening(self, evening: EveningRecord, place: Place) -> None:
        known = self.evenings.get(evening.id)
        if known is None:
            self.new["evenings"] += 1
            self._add(facts.EveningOpened(evening.id, evening.date, evening.place), evening.id)
        else:
            self.known["evenings"] += 1
            if (known.date, known.place) != (evening.date, evening.place):
                self._differs((*place, "date"))
        sheets = {sheet.id: sheet for sheet in known.sheets} if known else {}
        for index, sheet in enumerate(evening.sheets):
            self._sheet(sheet, sheets.get(sheet.id), evening.id, (*place, "sheets", index))
        for step in note_steps(evening, known, self.ids, place):
            is_new = step.fact is not None and not step.differs
            (self.new if is_new else self.known)["stars"] += 1
            self._take(step, evening.id)
        for step in payment_steps(evening, known, self.ids, place):
            self._take(step, evening.id)
        if evening.closed and not (known and known.closed):
            self._add(facts.EveningClosed(evening.id), evening.id)

    def _sheet(self, sheet: SheetRecord, known: SheetRecord | None, evening: str,
               place: Place) -> None:
        if self.evening_of.get(sheet.id, evening) != evening:
            self._differs(place)  # the book has it on another evening
            return
        if known is None:
            if fault := self._fault_of_currency(sheet, evening):
                self._differs((*place, "currency"), fault)
                return
            self.new["sheets"] += 1
            self._add(facts.SheetOpened(
                sheet.id, evening, sheet.game,
                tuple(self.ids[sheet.names[seat]] for seat in sheet.first_seats),
                sheet.first_dealer, sheet.rules, sheet.stake, sheet.currency, sheet.edition,
                sheet.absprachen), evening)
        else:
            self.known["sheets"] += 1
            sheet = _seated_as(known, sheet)
            common = min(len(known.names), len(sheet.names))
            if _header(known) != _header(sheet) or known.names[:common] != sheet.names[:common]:
                self._differs(place)
                return
        for name in sheet.names[len(known.names if known else sheet.first_seats):]:
            self._add(facts.PlayerJoined(sheet.id, self.ids[name]), evening)
        self._hands(sheet, known, evening, place)

    def _fault_of_currency(self, sheet: SheetRecord, evening: str) -> Message | None:
        """Return why a new sheet cannot be settled with the others of its evening, or None."""
        known = self.evenings.get(evening)
        others = {other.currency for other in (known.sheets if known else ())
                  if other.stake is not None} - {sheet.currency}
        if sheet.stake is None or not others:
            return None
        return say("{currencies} on one evening cannot be settled together",
                   currencies=", ".join(sorted({sheet.currency, *others})))

    def _hands(self, sheet: SheetRecord, known: SheetRecord | None, evening: str,
               place: Place) -> None:
        ours = {hand.stamp.id: hand for hand in known.hands} if known else {}
        order = [hand.stamp.id for hand in sheet.hands]
        otherwise: list[int] = []
        if order[:len(ours)] != list(ours)[:len(order)]:
            self._differs((*place, "hands"))
            return
        for index, hand in enumerate(sheet.hands):
            mine = ours.get(hand.stamp.id)
            if mine is None:
                self.new["hands"] += 1
                pending = known is not None and index == len(ours) and (
                    known.next_dealer, known.next_seats, known.next_rules) != (None,) * 3
                for fact in _recorded(hand, sheet.id, pending):
                    self._add(fact, evening, hand.stamp)
            else:
                self.known["hands"] += 1
                if corrected := list(_corrected(hand, mine, sheet.id)):
                    self.differing.append(Problem((*place, "hands", index), OTHERWISE))
                    self.corrections += [Addition(fact, evening) for fact in corrected]
                if hand.hand != mine.hand:
                    otherwise.append(index)
        self.refused += [Problem((*place, "hands", *fault.place), fault.message)
                         for fault in _refused_today(sheet, otherwise)]
        if len(order) >= len(ours):
            for step in _after_the_hands(sheet, known, len(order) > len(ours), place):
                self._take(step, evening)

    def _differs(self, place: Place, fault: Message = OTHERWISE) -> None:
        """Note a difference that no correction can change."""
        self.differing.append(Problem(place, fault))
        self.correctable = False

    def _add(self, fact: Fact, evening: str | None, stamp: Stamp | None = None) -> None:
        self.additions.append(Addition(fact, evening, stamp))


def _header(sheet: SheetRecord) -> tuple[object, ...]:
    return (sheet.game.id, len(sheet.first_seats), sheet.first_dealer, sheet.rules, sheet.stake,
            sheet.currency)


def _seated_as(known: SheetRecord, sheet: SheetRecord) -> SheetRecord:
    """Return the file's sheet with its latecomers in the order of the book. A file names them only
    where they sit down, and leaves out those who have come but have not sat down yet."""
    first, names = len(sheet.first_seats), sheet.names
    here = known.names[first:]
    roster = (*names[:first], *here, *[name for name in names[first:] if name not in here])
    if roster == names or names[:first] != known.names[:first]:
        return sheet
    seat = {old: roster.index(name) for old, name in enumerate(names)}
    game = sheet.game

    def moved(seats: tuple[Seat, ...] | None) -> tuple[Seat, ...] | None:
        return seats and tuple([seat[old] for old in seats])

    return replace(
        sheet, names=roster, joined=len(roster) - first, next_seats=moved(sheet.next_seats),
        next_dealer=None if sheet.next_dealer is None else seat[sheet.next_dealer],
        hands=[hand._replace(
            hand=game.read_hand(game.write_hand(hand.hand, names), roster),
            dealer=None if hand.dealer is None else seat[hand.dealer],
            seats=moved(hand.seats)) for hand in sheet.hands])


def _recorded(hand: HandRecord, sheet: str, pending: bool) -> Iterator[Fact]:
    """Yield the facts that write a hand of the file.

    pending: the book has choices for this hand; it is amended so that they do not fill what the
    file leaves open.
    """
    own = hand.stamp.id
    written = own, sheet, hand.hand, hand.dealer, hand.seats, hand.note, hand.rules
    yield facts.HandRecorded(*written)
    if pending and None in (hand.dealer, hand.seats, hand.rules):
        yield facts.HandAmended(*written)
    if hand.voided:
        yield facts.HandVoided(own, sheet)


def _after_the_hands(sheet: SheetRecord, known: SheetRecord | None, goes_on: bool,
                     place: Place) -> Iterator[Step]:
    """Yield the choices for the next hand and the end of the match where they are new or differ.

    goes_on: whether the file has more hands than the book, so that it is right.
    """
    ours = None if goes_on else known
    for attribute, key, fact in (("next_dealer", "next_dealer", facts.DealerNamed),
                                 ("next_seats", "next_players", facts.SeatsTaken),
                                 ("next_rules", "next_rules", facts.RulesChanged)):
        theirs, mine = getattr(sheet, attribute), ours and getattr(ours, attribute)
        if theirs not in (None, mine):
            yield Step((*place, key), fact(sheet.id, theirs), mine is not None)
    if known is not None and sheet.absprachen not in ("", known.absprachen):
        yield Step((*place, "absprachen"), facts.AbsprachenChanged(sheet.id, sheet.absprachen),
                   ours is not None and ours.absprachen != "")
    ended, agreed = (known.ended, known.agreement) if known else (False, ())
    if (sheet.ended, sheet.agreement) != (ended, agreed):
        end = facts.MatchEnded(sheet.id, sheet.agreement) if sheet.ended else \
            facts.MatchResumed(sheet.id)
        yield Step((*place, "ended"), end, ours is not None)


def _refused_today(sheet: SheetRecord, hands: Sequence[int]) -> Iterator[Problem]:
    """Yield why hands of a file, given by their index, are refused by the rules of today, though
    not by those of their sheet: what the book holds keeps what it gave, a correction is new."""
    if sheet.edition == EDITION or not hands:
        return
    lines, verify = replay(sheet).lines, sheet.game.verify
    for index in hands:
        hand, table = lines[index].record.hand, lines[index].table
        if not verify(hand, table):
            for place, message in verify(hand, today(table)):
                yield Problem((index, *place), message)


def _corrected(theirs: HandRecord, ours: HandRecord, sheet: str) -> Iterator[Fact]:
    """Yield the facts that correct a hand of the book; none if the file says the same of it,
    whoever wrote it there."""
    hand = ours.stamp.id
    if theirs._replace(voided=ours.voided, stamp=ours.stamp) != ours:
        yield facts.HandAmended(hand, sheet, theirs.hand, theirs.dealer, theirs.seats, theirs.note,
                          theirs.rules)
    if theirs.voided != ours.voided:
        yield facts.HandVoided(hand, sheet) if theirs.voided else facts.HandRestored(hand, sheet)
