"""Help for a book that cannot be opened: put a backup in its place, or take out what can still be
read. The damaged file itself is never changed and never deleted."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from scorepad import document
from scorepad.book.consistency import Known, players_of, time_of
from scorepad.book.facts import Entry, EveningOpened, PlayerAdded, PlayerRenamed, SheetOpened
from scorepad.book.journal import Journal
from scorepad.book.record import BookRecord, EveningRecord
from scorepad.games.game import Unreadable
from scorepad.i18n.message import Message, read_out, say
from scorepad.service.refusals import new_id
from scorepad.service.roles import Owner, Role, User
from scorepad.service.safety import BackupView, Counts, Restore, list_backups
from scorepad.storage import displaced, restoring, uniting
from scorepad.storage.connecting import file_of
from scorepad.storage.displaced import is_bare
from scorepad.storage.faults import StorageFault, holding_together
from scorepad.storage.inspection import salvage
from scorepad.storage.restoring import Picked


@dataclass(frozen=True)
class Rescued:
    """The readable part of a damaged book.

    text: a `scorepad/1` document, which can be imported; entries: how many it was made from, with
    those made up for lost ones; lost: how many were there and could not be used.
    """

    text: str
    entries: int
    lost: int
    evenings: int
    hands: int


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
    def is_there(self) -> bool:
        """True if anything lies at the book's place."""
        return displaced.lies_at(self.book)

    def counts(self, path: Path) -> Counts | None:
        """Return what is in a file, None if it cannot be read."""
        with suppress(StorageFault):
            return Counts.of(restoring.holding_of(path))
        return None

    def go_on(self) -> None:
        """Go on with what lies at the book's place, or with a new book if nothing does.

        What was kept beside it moves to the backups, and can be restored. Raises `StorageFault`.
        """
        displaced.decide(self.book)

    @property
    def are_one(self) -> bool:
        """True if what was open and what lies in its place are copies of one book."""
        return self.is_there and uniting.are_one(self.book)

    def together(self) -> Counts:
        """Return what would be in both of them as one book; raises `StorageFault` if that cannot
        be."""
        return Counts.of(uniting.unite(self.book, really=False).holding)

    def unite(self) -> tuple[Path | None, Sequence[Message]]:
        """Go on with all that is in either; return where what lay in the book's place is kept now,
        and why entries of it make no sense here. Raises `StorageFault`; nothing is changed then."""
        both = uniting.unite(self.book)
        return both.aside, both.refused

    def backups(self) -> list[BackupView]:
        """Return the backups of the book, the latest first."""
        return list_backups(self.book, {})

    def preview(self, picked: Picked) -> Restore:
        """Return what restoring a file would change; raises `NotRestorable` and `StorageFault`."""
        return Restore.of(picked, restoring.preview(self.book, picked))

    def restore(self, picked: Picked) -> Path | None:
        """Put a file in the book's place; returns where the damaged one is kept now, None if there
        was none. Raises `NotRestorable` and `StorageFault`; nothing is changed then."""
        return restoring.put_in_place(self.book, picked)

    def readable(self, language: str = "en") -> Rescued:
        """Return everything that can still be read; raises `StorageFault` if that is nothing.

        language: of the names that are made up for players whose own are lost.
        """
        kept = self.kept
        return rescue(self.book if kept is None or not is_bare(kept) else
                      kept.with_name(kept.name.removesuffix("-wal")), language)


def rescue(path: Path, language: str = "en") -> Rescued:
    """Return everything that can still be read of any file, as `Rescue.readable` does."""
    with holding_together():
        found = salvage(path)
        entries, lost = _held_together(found.readable, language)
        last = max(row.seq for row in found.rows if row.entry is not None)
        lost += sum(row.entry is None and row.seq <= last for row in found.rows)
        journal = Journal.of(found.ordered(entries))
        _tell_apart(journal.names)
        book = _with_readable_club(journal.record())
        evenings = tuple([sound for evening in book.evenings
                          if (sound := _playable(evening, book))])
        lost += _hands(book.evenings) - _hands(evenings)
        return Rescued(document.write(replace(book, evenings=evenings)), len(entries), lost,
                       len(evenings), _hands(evenings))


def _hands(evenings: Sequence[EveningRecord]) -> int:
    return sum(len(sheet.hands) for evening in evenings for sheet in evening.sheets)


def _held_together(entries: Sequence[tuple[Entry, str | None]],
                   language: str) -> tuple[list[Entry], int]:
    """Return the entries that can be used, with made-up ones for what they lack, and the number of
    the others."""
    known, used, lost = Known(), [], 0
    names = (read_out(say("Unknown {number}", number=number), language) for number in count(1))
    for read, _ in entries:
        entry = _with_readable_name(read._replace(at=time_of(read.at)), names)
        for each in (*_missing(entry, known, names), entry):
            if known.take(each, known.evening_of_fact(each.fact)) is None:
                used.append(each)
            elif each is entry:
                lost += 1
    return used, lost


def _with_readable_name(entry: Entry, names: Iterator[str]) -> Entry:
    """Return an entry, with a made-up name if its player's name is one that no file can have."""
    if isinstance(entry.fact, PlayerAdded | PlayerRenamed) and document.fault_of_name(
            entry.fact.name):
        return entry._replace(fact=replace(entry.fact, name=next(names)))
    return entry


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


def _missing(entry: Entry, known: Known, names: Iterator[str]) -> Iterator[Entry]:
    """Yield made-up entries for what an entry refers to and was lost: a player without a name, an
    evening on the day when the entry was written."""
    fact = entry.fact
    if not isinstance(fact, PlayerAdded):
        unknown = [player for player in players_of(fact) if player not in known.players]
        for player in dict.fromkeys(unknown):
            yield Entry(new_id(), PlayerAdded(player, next(names)), entry.at, entry.by)
    if isinstance(fact, SheetOpened) and fact.evening not in known.evenings:
        day = datetime.fromtimestamp(entry.at // 1000, UTC).date()
        yield Entry(new_id(), EveningOpened(fact.evening, day), entry.at, entry.by)


def _tell_apart(names: dict[str, str]) -> None:
    """Number, in place, the names that became the same because a new name was lost."""
    taken: set[str] = set()
    for player, name in names.items():
        number = 2
        while names[player] in taken:
            names[player] = f"{name} {number}"
            number += 1
        taken.add(names[player])


def _playable(evening: EveningRecord, book: BookRecord) -> EveningRecord | None:
    """Return an evening that an import accepts, without its stars if need be; None if that does not
    help.

    Hands that became impossible because others are lost stay, marked in red as in any book.
    """
    for attempt in (evening, replace(evening, stars=())):
        try:
            document.replayed(document.write(
                replace(book, evenings=(attempt,)), indent=None).encode())
        except Unreadable:
            continue
        return attempt
    return None
