"""The use cases of a book's safety: backups, restoring one, copies elsewhere, a check."""

from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from scorepad.games.game import Problem
from scorepad.i18n.message import Message, say
from scorepad.service.check import Checked, check, check_entries
from scorepad.service.open_book import OpenBook
from scorepad.service.roles import WEEK, Owner, Refused, Role, User, now, require
from scorepad.storage import StorageFault, Store, backups, restoring
from scorepad.storage.backups import Backup
from scorepad.storage.faults import in_words
from scorepad.storage.inspection import Finding, inspected
from scorepad.storage.restoring import Counts, NotRestorable, Picked, Restore
from scorepad.system.steps import Steps, stepwise

KEY = "copies"
"""The key under which the device keeps its knowledge of the copies."""


@dataclass(frozen=True)
class Remembered:
    """A device's knowledge of the copies of its book. Times are milliseconds since 1970.

    made: when the last copy was made; since: when the days until the next offer began; closed:
    whether an evening was closed since then.
    """

    since: int
    made: int | None = None
    closed: bool = False

    def is_due(self, at: int) -> bool:
        """Return whether a copy is due at this time; it is, too, if the clock has been set back."""
        return self.closed or not 0 <= at - self.since < WEEK


class Copies:
    """The use cases of copies."""

    def __init__(self, store: Store, book: OpenBook) -> None:
        self._store, self._book = store, book

    @property
    def last(self) -> int | None:
        """The time of the last copy in milliseconds since 1970, or None; raises `StorageFault`."""
        return found.made if (found := self._remembered()) else None

    def is_due(self) -> bool:
        """Return whether to offer a copy: after an evening was closed, or a week after the last
        one, its refusal, or the book's first entry. Raises `StorageFault`."""
        if not self._book.frame.evenings:  # nothing could be lost
            return False
        if (found := self._remembered()) is None:
            found = self._keep(Remembered(now()))
        return found.is_due(now())

    def evening_closed(self) -> None:
        """Remember that an evening was closed, so that a copy is due; raises `StorageFault`."""
        self._keep(replace(self._remembered() or Remembered(now()), closed=True))

    def put_off(self) -> None:
        """Remember that no copy is wanted now; raises `StorageFault`."""
        self._keep(Remembered(now(), self.last))

    def made(self) -> None:
        """Remember that a copy was made; raises `StorageFault`."""
        self._keep(Remembered(at := now(), at))

    def _remembered(self) -> Remembered | None:
        """Return what is remembered, None if there is nothing that this version can read."""
        match self._store.kept(KEY):
            case {"since": int(since), "made": int() | None as made, "closed": bool(closed)}:
                return Remembered(since, made, closed)
        return None

    def _keep(self, known: Remembered) -> Remembered:
        self._store.keep(KEY, asdict(known))
        return known


__all__ = ["BackupView", "Checked", "Counts", "Finding", "NotRestorable", "Picked", "Restore",
           "Safety", "list_backups"]

NO_FILE = say("This book is not a file on this device, so it is backed up where it is kept. You "
              "can export everything as a backup of your own.")


@dataclass(frozen=True)
class BackupView:
    """A backup in the list.

    at: when it was made, in milliseconds since 1970; before_restore: whether it is the way back
    from a restore; counts: None if the file cannot be read.
    """

    path: Path
    at: int
    before_restore: bool
    counts: Counts | None


class Counted(dict[tuple[Path, int, int], Counts]):
    """The contents of backups, by their places, times and sizes."""


class Safety:
    """The use cases of backups, for a host. They may be called from another thread than the rest of
    the service: they work on the file, not on what the service has computed."""

    def __init__(self, store: Store, user: User = Owner(),
                 counted: Counted | None = None) -> None:
        """Give a user these use cases; counted: what was counted so far, for all users."""
        self._store, self._user = store, user
        self._counts = Counted() if counted is None else counted

    @property
    def folder(self) -> Path | None:
        """The folder of the backups, None if the book is no file of this device."""
        return self._store.file and backups.folder_of(self._store.file)

    @property
    def refusal(self) -> Message | None:
        """The sentence that says why this book has no backups, and what it has instead, or None."""
        return None if self._store.file else NO_FILE

    @property
    def _file(self) -> Path:
        if self._store.file is None:
            raise Refused(Problem((), NO_FILE))
        return self._store.file

    def backups(self) -> list[BackupView]:
        """Return the backups, the latest first."""
        require(self._user, Role.HOST)
        return list_backups(self._store.file, self._counts) if self._store.file else []

    def back_up_if_changed(self) -> bool:
        """Make a backup if something was written since the latest one; return whether one was made.
        Raises `StorageFault`; all earlier backups are still there then."""
        return self._store.file is not None \
            and backups.back_up_if_changed(self._store.file) is not None

    def back_up_to(self, path: Path) -> Counts:
        """Copy the book into a file; an earlier one is replaced once the copy is whole.

        Returns what is in the copy. Raises `StorageFault`, and `Refused` if the book is no file of
        this device, or if the file is the book itself.
        """
        require(self._user, Role.HOST)
        return copy_book(self._file, path)

    def back_up(self) -> bytes:
        """Return a backup as the content of a file; raises as `back_up_to` does."""
        require(self._user, Role.HOST)
        with in_words(str(self._file)):
            return backups.copied(self._file)

    def preview(self, picked: Picked) -> Restore:
        """Return what restoring a file would change. Raises `NotRestorable` for a file that is no
        backup, is damaged or newer; `StorageFault`; `Refused` if the book is no file of this
        device."""
        require(self._user, Role.HOST)
        return restoring.preview(self._file, picked)

    def restore(self, picked: Picked) -> Path:
        """Put a file in the place of the book, in one step; returns the backup of what was there
        before, which can undo it. Raises as `preview` does; the book is as it was then."""
        require(self._user, Role.HOST)
        if self._store.file is None:
            raise Refused(Problem((), NO_FILE))
        return restoring.restore(self._store, picked).path

    def keep_way_back(self) -> Path | None:
        """Back up the book as it is now, so that a restore can undo what is done next; None if the
        book is no file of this device. Raises `StorageFault`."""
        require(self._user, Role.HOST)
        if self._store.file is None:
            return None
        return backups.keep(self._store.file, restoring.BEFORE_RESTORE).path

    @stepwise
    def check(self) -> Steps[Checked]:
        """Check the whole book: the file, the entries, and what follows from them."""
        if self._store.file is None:
            return (yield from check_entries.steps(inspected(self._store.ask)))
        return (yield from check.steps(self._store.file, is_open=True))


def copy_book(book: Path, path: Path) -> Counts:
    """Copy a book into a file, as `Safety.back_up_to` does, without opening it."""
    if path.exists() and path.samefile(book):
        raise Refused(Problem((), say("{file} is the book itself. Name another file.",
                                      file=str(path))))
    with in_words(str(path)):
        backups.copy_whole(book, path.absolute())
    return restoring.counts_of(path)


def list_backups(book: Path, known: dict[tuple[Path, int, int], Counts]) -> list[BackupView]:
    """Return the backups of a book, the latest first; `known` remembers what was counted before."""
    return [view for each in backups.backups_of(book) if (view := _view(each, known))]


def _view(backup: Backup, known: dict[tuple[Path, int, int], Counts]) -> BackupView | None:
    try:
        status = backup.path.stat()
    except OSError:
        return None  # it went while they were being listed
    key = backup.path, status.st_size, status.st_mtime_ns
    if key not in known:
        with suppress(StorageFault):
            known[key] = restoring.counts_of(backup.path)
    return BackupView(backup.path, round(backup.at.timestamp() * 1000),
                      backup.reason == restoring.BEFORE_RESTORE, known.get(key))
