"""Copies of a book outside the place where it is kept: when the last was made, when one is due."""

from dataclasses import asdict, dataclass, replace

from scorepad.service.drafts import WEEK
from scorepad.service.open_book import OpenBook
from scorepad.service.refusals import now
from scorepad.storage import Store

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
        copy, after it was put off, or after the book first held something. Raises
        `StorageFault`."""
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
