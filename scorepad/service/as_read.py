"""The part of an open book that is in memory."""

from asyncio import AbstractEventLoop
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from scorepad.book.journal import Journal
from scorepad.book.record import SetAside
from scorepad.book.sheet_journal import OpenSheet


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
