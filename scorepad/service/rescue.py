"""Help for a book that cannot be opened, and sentences about backups, restores and checks.

The parts of a list are messages, too; whoever shows them joins them.
"""

import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from io import BytesIO
from itertools import chain
from operator import attrgetter
from pathlib import Path

from scorepad import document
from scorepad.book.facts import Entry, EveningOpened, SheetOpened
from scorepad.book.journal import Journal
from scorepad.book.names import fault_of_text, legible
from scorepad.book.people import Roster
from scorepad.book.record import BookRecord, EveningRecord
from scorepad.games.game import Unreadable
from scorepad.i18n.message import Message, read_out, say, say_n
from scorepad.service.check import Checked
from scorepad.service.roles import Owner, Role, User, new_id
from scorepad.service.safety import BackupView, Counts, Restore, list_backups
from scorepad.storage import displaced, restoring
from scorepad.storage.connecting import file_of
from scorepad.storage.displaced import is_bare
from scorepad.storage.faults import StorageFault
from scorepad.storage.inspection import entries_in, salvage
from scorepad.storage.joining import ID
from scorepad.storage.restoring import Picked


@dataclass(frozen=True)
class Rescued:
    """The readable part of a damaged book.

    entries: how many it was made from, with those made up for lost ones; lost: how many were there
    and could not be used.
    """

    entries: int
    lost: int
    evenings: int
    hands: int
    _packed: Sequence[bytes]

    def pieces(self) -> Iterator[bytes]:
        """Yield it as a `scorepad/1` document, which can be imported."""
        return map(zlib.decompress, self._packed)

    @property
    def text(self) -> str:
        """All of this document."""
        return b"".join(self.pieces()).decode()


class Rescue:
    """The use cases of a book that cannot be opened."""

    def __init__(self, book: Path) -> None:
        self.book = book

    @classmethod
    def of(cls, database: str, user: User = Owner()) -> "Rescue | None":
        """Return the rescue of the book at a database URL, None if that is no file of this
        device, or for a user who is no host."""
        if not user.role.reaches(Role.HOST):
            return None
        try:
            book = file_of(database)
        except StorageFault:
            return None
        return cls(book) if book is not None else None

    @property
    def kept(self) -> Path | None:
        """The file that keeps what was open when another came to the book's place, until somebody
        decides which goes on; the latest if there are several, None if there is none."""
        return next(iter(displaced.pending(self.book)), None)

    @property
    def whole(self) -> Path | None:
        """That file if it is a whole book, and not only a part of what was written last."""
        return None if (kept := self.kept) is None or is_bare(kept) else kept

    @property
    def is_there(self) -> bool:
        """True if anything lies at the book's place."""
        return displaced.lies_at(self.book)

    def counts(self, path: Path) -> Counts | None:
        """Return what is in a file, None if it cannot be read."""
        with suppress(StorageFault):
            return restoring.counts_of(path)
        return None

    def go_on(self) -> None:
        """Go on with what lies at the book's place, or with a new book if nothing does. What was
        kept beside it moves to the backups, and can be restored. Raises `StorageFault`."""
        displaced.decide(self.book)

    @property
    def are_one(self) -> bool:
        """True if what was open and what lies in its place are copies of one book."""
        return self.is_there and restoring.are_one(self.book)

    def together(self) -> Counts:
        """Return what both would have as one book; raises `StorageFault` if it cannot be."""
        return restoring.unite(self.book, really=False).counts

    def unite(self) -> tuple[Path | None, Sequence[Message]]:
        """Go on with all that is in either; return where what lay in the book's place is kept now,
        and why entries of it make no sense here. Raises `StorageFault`; nothing is changed then."""
        both = restoring.unite(self.book)
        return both.aside, both.refused

    def backups(self) -> list[BackupView]:
        """Return the backups of the book, the latest first."""
        return list_backups(self.book, {})

    def preview(self, picked: Picked) -> Restore:
        """Return what restoring a file would change; raises `NotRestorable` and `StorageFault`."""
        return restoring.preview(self.book, picked)

    def restore(self, picked: Picked) -> Path | None:
        """Put a file in the book's place; returns where the damaged one is kept now, None if there
        was none. Raises `NotRestorable` and `StorageFault`; nothing is changed then."""
        return restoring.put_in_place(self.book, picked)

    def readable(self, language: str = "en") -> Rescued:
        """Return everything that can still be read; raises `StorageFault` if that is nothing.
        language: of the names that are made up for players whose own are lost."""
        kept = self.kept
        return rescue(self.book if kept is None or not is_bare(kept) else
                      kept.with_name(kept.name.removesuffix("-wal")), language)


def rescue(path: Path, language: str = "en") -> Rescued:
    """Return everything that can still be read of any file, as `Rescue.readable` does."""
    with salvage(path) as found:
        rosters = dict[str, Roster]()
        club = found.rows_of(None)
        frame = entries_in(sorted([*club, *found.frame()], key=attrgetter("seq")), rosters)
        made_up = dict(_missing_evenings(frame))
        journal = Journal.of([*made_up.values(), *frame])
        for number, player in enumerate(journal.people.unnamed, 1):
            journal.people.call(player, read_out(say("Unknown {number}", number=number), language))
        book = _with_readable_club(journal.record())
        of_club = {raw.columns[ID] for raw in club}
        used = len(club) - sum(each.entry in of_club for each in journal.set_aside())
        evenings = hands = unplayable = 0

        def playable() -> Iterator[EveningRecord]:
            nonlocal used, evenings, hands, unplayable
            for part in journal.evenings:
                entries = entries_in(found.rows_of(part), rosters)
                own = Journal(journal.people, words=journal.words, answers=journal.answers)
                for entry in chain([made_up[part]] if part in made_up else (), entries):
                    own.add(entry if fault_of_text(entry.by) is None  # else no file can have it
                            else entry._replace(by=legible(entry.by)))
                used += len(entries) - len(own.set_aside())
                evening = own.evenings[part].record(journal.names)
                del entries, own  # a sheet may have 100,000 hands
                if sound := _playable(evening, book):
                    evenings, hands = evenings + 1, hands + _hands(sound)
                    yield sound
                else:
                    unplayable += _hands(evening)

        packed = [zlib.compress(piece.encode(), 1)
                  for piece in document.pieces(replace(book, evenings=()), playable())]
        return Rescued(used + len(made_up), found.count - used + unplayable, evenings, hands,
                       packed)


def _hands(evening: EveningRecord) -> int:
    return sum(len(sheet.hands) for sheet in evening.sheets)


def _missing_evenings(entries: Sequence[Entry]) -> Iterator[tuple[str, Entry]]:
    """Yield the evenings that are lost, each with a made-up entry on its first day."""
    known = {entry.fact.evening for entry in entries if isinstance(entry.fact, EveningOpened)}
    for entry in entries:
        if isinstance(entry.fact, SheetOpened) and entry.fact.evening not in known:
            known.add(entry.fact.evening)
            day = datetime.fromtimestamp(entry.at // 1000, UTC).date()
            yield entry.fact.evening, Entry(
                new_id(), EveningOpened(entry.fact.evening, day), entry.at, entry.by)


def _with_readable_club(book: BookRecord) -> BookRecord:
    """Return a book without those parts of its club that no file can have, so that at least the
    evenings can be read."""
    for less in ({}, {"rule_sets": ()}, {"tariffs": (), "opening": None},
                 {"people": (), "club": ""}):
        book = replace(book, **less)
        with suppress(Unreadable):
            document.read(document.write(replace(book, evenings=()), indent=None).encode())
            break
    return book


def _playable(evening: EveningRecord, book: BookRecord) -> EveningRecord | None:
    """Return an evening that an import accepts, without its stars if need be; None if that does not
    help.

    Hands that became impossible because others are lost stay, marked in red as in any book.
    """
    for attempt in (evening, replace(evening, stars=())):
        try:
            document.look_through(BytesIO(document.write(
                replace(book, evenings=(attempt,)), indent=None).encode()))
        except Unreadable:
            continue
        return attempt
    return None


MOST_NAMED = 10
"""The number of entries of which all are named."""


def parts_of(counts: Counts) -> list[Message]:
    """Return what is in a book, such as `3 evenings` and `120 hands`; counts of 0 are left out."""
    return [message for number, message in (
        (counts.evenings, say_n("{n} evening", "{n} evenings", counts.evenings)),
        (counts.sheets, say_n("{n} sheet", "{n} sheets", counts.sheets)),
        (counts.hands, say_n("{n} hand", "{n} hands", counts.hands)),
        (counts.players, say_n("{n} player", "{n} players", counts.players)),
        (counts.others, say_n("{n} other entry", "{n} other entries", counts.others)),
    ) if number]


def joined(messages: list[Message]) -> Message:
    """Join parts with commas."""
    if not messages:
        return say("nothing")
    first, *rest = messages
    for each in rest:
        first = Message("{first}, {more}", {"first": first, "more": each})
    return first


def what_goes(restore: Restore) -> Message:
    """Return what a restore takes out of the present book, and where that is kept."""
    if restore.going is None:
        return say("The book that is there now cannot be read. It is kept under another name.")
    if restore.going.nothing:
        return say("Nothing will be removed: all of the present book is in this file.")
    return say("Will be removed: {parts}. It stays in a backup that is made first.",
               parts=joined(parts_of(restore.going)))


def what_comes(restore: Restore) -> Message | None:
    """Return what a restore brings that is not in the present book; None if that is unknown."""
    if restore.coming is None:
        return None
    if restore.coming.nothing:
        return say("Will be added: nothing new.")
    return say("Will be added: {parts}.", parts=joined(parts_of(restore.coming)))


def what_was_altered(restore: Restore) -> Message | None:
    """Return which entries in the file are not as they were written; None if all are."""
    if not restore.altered:
        return None
    numbers = ", ".join(map(str, restore.altered[:MOST_NAMED]))
    if len(restore.altered) > MOST_NAMED:
        numbers += " …"
    return say_n("Something has changed {n} entry since it was written, and it is restored as it "
                 "is now: entry {numbers}.",
                 "Something has changed {n} entries since they were written, and they are restored "
                 "as they are now: entries {numbers}.", len(restore.altered), numbers=numbers)


def what_was_read(found: Rescued) -> Message:
    """Return what was taken out of a damaged book, and what is lost."""
    return say("Read: {parts}. {lost}", parts=joined([
        say_n("{n} evening", "{n} evenings", found.evenings),
        say_n("{n} hand", "{n} hands", found.hands)]), lost=say_n(
        "{n} entry is lost.", "{n} entries are lost.", found.lost))


def looked_at(checked: Checked) -> Message:
    """Return how much a check has looked at."""
    return say("Checked: {parts}", parts=joined([
        say_n("{n} entry", "{n} entries", checked.entries),
        say_n("{n} player", "{n} players", checked.players),
        say_n("{n} evening", "{n} evenings", checked.evenings),
        say_n("{n} sheet", "{n} sheets", checked.sheets),
        say_n("{n} hand", "{n} hands", checked.hands)]))


def of_remarks(count: int) -> Message:
    """Return the heading of what a check remarks."""
    return say_n("{n} remark, which is no fault:", "{n} remarks, which are no faults:", count)
