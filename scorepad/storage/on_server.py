"""A book on a server: others write to it at the same time, and it hints that somebody has.

They only save the wait until the next look at the entries: whoever gets none, because the
connection broke or something between does not pass them on, finds everything a little later.
"""

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, closing, suppress
from typing import Any

from scorepad.i18n.message import say
from scorepad.storage.backups import Mark
from scorepad.storage.connecting import SILENT_SECONDS, Turns, waiting_connection
from scorepad.storage.faults import StorageFault
from scorepad.storage.home import Home, State
from scorepad.storage.migrations import VERSION

CHANNEL = "scorepad"
"""The channel on which the server tells all who listen that something was saved: see `hints`."""


class OnServer(Home):
    """A book in PostgreSQL, which lets many write at once.

    An append locks the table first, so that entries are numbered in the order in which they are
    saved; others are noticed by the number of the last entry.
    """

    STATE = f"SELECT coalesce(max(seq), 0), ({VERSION}) FROM fact"
    TELLING = f"SELECT coalesce(max(seq), 0), ({VERSION}), pg_notify('{CHANNEL}', '') FROM fact"
    """The same, which is told to all who listen once it is committed."""

    VALUE = "%s"
    ALONE = "LOCK TABLE fact IN SHARE ROW EXCLUSIVE MODE"

    may_hang = True

    def __init__(self, place: str, patience: float) -> None:
        super().__init__(place)
        self.lock = self._turns = Turns(place, patience + SILENT_SECONDS)
        self._before = self._after = State((0, 0))  # before and after an append

    def turn(self, *, anyway: bool, writes: bool = False) -> AbstractContextManager[Any]:
        if anyway:
            return self._turns.anyway()
        return self._turns if writes else self._turns.glance()

    def keep_out(self, cursor: Any) -> None:
        cursor.execute(self.ALONE)
        self._before = self._state(cursor)
        if self.unsure:
            self._make_sure(cursor)

    def have_written(self, cursor: Any) -> bool:
        self._after = tuple(cursor.execute(self.TELLING).fetchone()[:2])
        return self._before != self._seen

    def committed(self, cursor: Any, ids: Sequence[str]) -> Mark | None:
        if self._before == self._seen:
            self._seen = self._after
        return Mark(self._after[0], ids[-1]) if ids else None

    def _make_sure(self, cursor: Any) -> None:
        """Raise `StorageFault` if what was being saved when the server went away was saved after
        all, so that nothing is written twice."""
        saved = cursor.execute(
            "SELECT seq FROM fact WHERE id = %s", (self.unsure,)).fetchone()
        self.unsure = None  # not before: the server may go away again while it is asked
        if saved:
            raise StorageFault(say(
                "What was being saved when the connection broke is in the book after all. "
                "Look at it before you save again."))


AGAIN = 1.0
"""Seconds between two attempts to connect, and the most until `end` is heeded."""


class Hints:
    """The hints about the book at a database URL; there are none for a book that is a file."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._listeners: dict[object, Callable[[], object]] = {}
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def listen(self, told: Callable[[], object]) -> Callable[[], None]:
        """Call a function, on its own thread, with every hint; return what ends that."""
        own = object()
        self._listeners = {**self._listeners, own: told}

        def forget() -> None:
            self._listeners = {key: each for key, each in self._listeners.items() if key != own}
        return forget

    def begin(self) -> None:
        """Hear, until `end` is called."""
        self._thread = threading.Thread(target=self._hear, name="hints", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Hear no more."""
        self._ended.set()

    def _hear(self) -> None:
        while not self._ended.is_set():
            with suppress(StorageFault):  # whoever asks for the book is told
                if not self._listen():
                    return
            self._ended.wait(AGAIN)

    def _listen(self) -> bool:
        """Listen until the connection breaks; return False for a book without hints."""
        connection = waiting_connection(self._database)
        if connection is None:
            return False
        with closing(connection), suppress(connection.Error):
            connection.execute(f"LISTEN {CHANNEL}")
            self._tell()  # something may have been written while nobody listened
            while not self._ended.is_set():
                for _hint in connection.notifies(timeout=AGAIN, stop_after=1):
                    self._tell()
        return True

    def _tell(self) -> None:
        for told in self._listeners.values():
            with suppress(RuntimeError):  # the loop on which somebody was told has ended
                told()
