"""Hands of a file beside those of the book: the facts that write or correct them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorepad.book import facts
from scorepad.book.facts import Fact
from scorepad.book.merge_stars import Step
from scorepad.book.record import HandRecord, SheetRecord
from scorepad.book.replay import replay
from scorepad.games.game import Place, Problem, Seat
from scorepad.games.table import EDITION, today


def seated_as(known: SheetRecord, sheet: SheetRecord) -> SheetRecord:
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


def recorded(hand: HandRecord, sheet: str) -> Iterator[Fact]:
    """Yield the facts that write a hand of the file. The book's choices for the next hand do not
    fill what the file leaves open (`journal.record_of`)."""
    own = hand.stamp.id
    yield facts.HandRecorded(own, sheet, hand.hand, hand.dealer, hand.seats, hand.note, hand.rules)
    if hand.voided:
        yield facts.HandVoided(own, sheet)


def after_the_hands(sheet: SheetRecord, known: SheetRecord | None, goes_on: bool,
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


def refused_today(sheet: SheetRecord, hands: Sequence[int]) -> Iterator[Problem]:
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


def corrected(theirs: HandRecord, ours: HandRecord, sheet: str) -> Iterator[Fact]:
    """Yield the facts that correct a hand of the book; none if the file says the same of it,
    whoever wrote it there."""
    hand = ours.stamp.id
    if theirs._replace(voided=ours.voided, stamp=ours.stamp) != ours:
        yield facts.HandAmended(hand, sheet, theirs.hand, theirs.dealer, theirs.seats, theirs.note,
                          theirs.rules)
    if theirs.voided != ours.voided:
        yield facts.HandVoided(hand, sheet) if theirs.voided else facts.HandRestored(hand, sheet)
