"""The book as it was read last, and writing where somebody else may be writing too: their entries,
new hands, corrections, a book replaced."""

from asyncio import AbstractEventLoop
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorepad.book import facts
from scorepad.book.facts import Entry
from scorepad.book.gate import fault_in, players_of
from scorepad.book.journal import Journal
from scorepad.book.record import HandRecord, SetAside
from scorepad.book.sheet_journal import OpenSheet
from scorepad.games.game import Problem
from scorepad.i18n.message import Message, say
from scorepad.service.roles import Refused, as_kept, faults_of_line
from scorepad.service.views import NextHand
from scorepad.storage.store import News


@dataclass
class AsRead:
    """The book as it was read last, the same for all who use it.

    frame: players, evenings and sheets, another object whenever everything was read again; sheets:
    those that are open, by id, also another object then; readings: how often the book was read, so
    that whoever shows it can tell by this number that there is something new; written: how often
    something was written here; listeners: called after either, on the thread that did it; aside:
    what makes no sense on each evening of which a sheet is open, but for what names a sheet; found:
    see `OpenBook.found`; fresh: the turns of the event loop for which what was looked at is fresh.
    """

    frame: Journal = field(default_factory=Journal)
    sheets: dict[str, OpenSheet] = field(default_factory=dict)
    readings: int = 0
    written: int = 0
    listeners: list[Callable[[], None]] = field(default_factory=list)
    aside: dict[str, tuple[SetAside, ...]] = field(default_factory=dict)
    found: dict[type, Any] = field(default_factory=dict)
    fresh: int = 0

    def stay_fresh(self, loop: AbstractEventLoop) -> None:
        """Treat what was looked at as fresh while an event is handled, and in the next turn of the
        event loop, in which what follows from it is drawn."""
        def grow_old() -> None:
            self.fresh = max(0, self.fresh - 1)
            if self.fresh:
                loop.call_soon(grow_old)

        self.fresh = 2
        loop.call_soon(grow_old)

    def begin(self, frame: Journal) -> None:
        """Go on with a frame that was read, or stands for all that is in the book now; the sheets
        are read when they are looked at."""
        self.readings += 1
        self.frame, self.sheets, self.aside = frame, {}, {}
        self.tell()

    def tell(self) -> None:
        """Call all listeners."""
        for listener in self.listeners:
            listener()


Entries = Sequence[tuple[Entry, str | None]]
"""Entries, each with the evening that it belongs to, None for one about the club."""


def taken_in(entries: Sequence[Entry], sheets: Mapping[str, OpenSheet], book: Journal) -> bool:
    """Add what somebody else has written to the open sheets, if all of it continues sheets of the
    book; return whether it does. Then nothing has to be read again, otherwise all of it. sheets:
    the open ones, by id."""
    new = []
    known = {own: {step.id for step in sheet.journal.steps} for own, sheet in sheets.items()}
    for entry in entries:
        sheet = getattr(entry.fact, "sheet", None)
        if sheet not in book.sheets or isinstance(
                entry.fact, facts.SheetOpened | facts.PlayerJoined):
            return False
        if sheet in known and entry.id not in known[sheet]:  # else it is read with its sheet, or
            new.append((sheet, entry))  # was written here
    for sheet, entry in new:
        if fault_in(entry, book, sheets[sheet].journal):
            return False
        sheets[sheet].add(entry, book.names)
    return True


def only_steps(news: News, book: Journal) -> bool:
    """Return whether somebody else has written nothing but steps on sheets of known evenings: then
    the frame of the book is what it was. The end of an evening, and a tournament, ask which hands
    their writers knew."""
    evenings = [book.evenings.get(each or "") for each in news.parts]
    return not news.is_of_frame and all(
        each and not each.endings and not each.tournament.entries for each in evenings)


def refuse_orphans(entries: Entries, book: Journal) -> None:
    """Raise `Refused` if one of these entries is about what is not in the book any more."""
    players, evenings, sheets = {*book.names}, {None, *book.evenings}, {None, *book.sheets}
    for entry, _ in entries:
        match entry.fact:
            case facts.PlayerAdded(player=player):
                players.add(player)
            case facts.EveningOpened(evening=evening):
                evenings.add(evening)
            case facts.SheetOpened(sheet=sheet):
                sheets.add(sheet)
    for entry, filed in entries:
        if filed not in evenings or getattr(entry.fact, "sheet", None) not in sheets \
                or not players.issuperset(players_of(entry.fact)):
            raise Refused(Problem((), say(
                "Another book was put in the place of this one, and this is not in it.")))


class ChangedMeanwhile(Refused):
    """A refusal because somebody else was quicker: what was to be changed is not as it was seen."""


def latest(sheet: OpenSheet, hand: str) -> Entry:
    """Return the entry that made a hand what it is now; raises KeyError if it is not there."""
    holding = [entry for entry, holds in sheet.journal.history.about(hand) if holds]
    if not holding:
        raise KeyError(hand)
    return holding[-1]


def correction(sheet: OpenSheet, hand: str, changed: HandRecord,
               seen: str | None) -> facts.HandAmended | None:
    """Return the fact that makes a hand as in `changed`, None if it is that already.

    seen: the id of the entry that made the hand as it was when corrected, None if that does not
    matter. Raises `ChangedMeanwhile` if another entry holds now, `Refused` if the hand cannot have
    been so, and KeyError if there is none.
    """
    if seen is not None:
        _refuse_if_changed(sheet, hand, seen)
    score = sheet.score()
    line = {line.record.stamp.id: line for line in score.lines}[hand]
    old, game, table = line.record, score.record.game, line.table
    changed = changed._replace(note=as_kept(changed.note))
    if faults := faults_of_line(changed.note, "note"):
        raise Refused(*faults)
    if changed.dealer in table.seats:
        table = replace(table, dealer=changed.dealer)
    table = game.seated(changed.hand, table)
    stays = changed.hand == old.hand and game.can_score(old.hand, table)
    if problems := () if stays else game.verify(changed.hand, table):
        raise Refused(*problems)
    if changed._replace(voided=old.voided, stamp=old.stamp) == old:
        return None
    if changed.seats is not None and sorted(changed.seats) != sorted(table.seats):
        raise Refused(Problem(("players",), say(
            "a new seating names everybody at the table once")))
    return facts.HandAmended(hand, sheet.journal.opened.sheet, changed.hand, changed.dealer,
                       changed.seats, changed.note, changed.rules)


def _refuse_if_changed(sheet: OpenSheet, hand: str, seen: str) -> None:
    try:
        entry = latest(sheet, hand)
    except KeyError:
        raise ChangedMeanwhile(Problem((), say(
            "This hand is no longer on the sheet."))) from None
    sentence = say("{author} has changed this hand in the meantime. This is how it is now.",
                   author=entry.by) if entry.by else \
        say("This hand was changed in the meantime. This is how it is now.")
    if entry.id != seen:
        raise ChangedMeanwhile(Problem((), sentence))


FIRST = ""
"""The id that stands for the hand before the first one of a sheet."""


class WrittenMeanwhile(ChangedMeanwhile):
    """A refusal because the hand does not follow the one that was last when it was typed.

    number: of the first hand that stands there instead, counted from 1; hand: that hand, None if
    the one before was undone and nothing is in its place.
    """

    def __init__(self, sentence: Message, number: int, hand: HandRecord | None) -> None:
        super().__init__(Problem((), sentence))
        self.number, self.hand = number, hand


def refuse_unless_last(sheet: OpenSheet, after: str | None) -> None:
    """Raise `WrittenMeanwhile` unless `after` is the id of the sheet's last hand, `FIRST` if it has
    none, or None, which means any."""
    if after not in (None, sheet.hands[-1].stamp.id if sheet.hands else FIRST):
        hands = [FIRST, *[each.stamp.id for each in sheet.hands]]
        if after not in hands:
            raise WrittenMeanwhile(say("The hand before this one was undone."), len(hands), None)
        number = hands.index(after) + 1
        raise WrittenMeanwhile(say("Hand {number} was just saved.", number=number), number,
                               sheet.hands[number - 1])


def refuse_unless_as_seen(sheet: OpenSheet, seen: NextHand, *, closed: bool) -> None:
    """Raise `ChangedMeanwhile` unless the next hand is dealt to those for whom it was typed, by the
    same rules. seen: the hand as the page showed it on which it was typed; closed: whether the
    evening has ended, and no hand follows."""
    if closed:
        raise ChangedMeanwhile(Problem((), say("The evening was ended in the meantime.")))
    if NextHand.on(sheet.score(), sheet.journal.players) != seen:
        raise ChangedMeanwhile(Problem((), say(
            "The seats, the dealer or the rules were changed in the meantime.")))
