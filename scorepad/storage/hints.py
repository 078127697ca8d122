"""Hints from a server that somebody has just written to the book that is on it.

They only save the wait until the next look at the entries: whoever gets none, because the
connection broke or something between does not pass them on, finds everything a little later.
"""

import threading
from collections.abc import Callable
from contextlib import closing, suppress

from scorepad.storage.connecting import waiting_connection
from scorepad.storage.faults import StorageFault
from scorepad.storage.on_server import CHANNEL

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
        """Call a function, on a thread of its own, with every hint; return the function that ends
        that."""
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
