"""The one book that all pages of a program share, opened when the first of them asks for it."""

import asyncio
import threading
from contextlib import suppress

from scorepad.config import Settings
from scorepad.service import Service
from scorepad.storage import StorageFault
from scorepad.storage.faults import Displaced, Silent, Unreachable

PATIENCE = 0.3
"""Seconds that a screen waits while another program holds the book; nobody else's screen moves
meanwhile. After that it tries again in pauses."""


class OneBook:
    """A book that is opened once; settings: of where it is."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._service: Service | None = None
        self._silent: Silent | None = None
        self._opening, self._looks = threading.Lock(), threading.Lock()

    def service(self) -> Service:
        """Return the service of the book as it is now. Raises `StorageFault`; at once, if its
        server was silent when last asked."""
        if self._service is None and self._silent is not None:
            self._look_beside()
            raise Silent(self._silent.message)
        service = self._opened()
        if service.is_displaced:
            service.reopen()
        try:
            service.watch()
        except (Unreachable, Displaced):
            raise  # the service asks again with every call
        except StorageFault:
            self._service = None  # the next attempt opens whatever is there then
            raise
        return service

    def close(self) -> None:
        """Close the book, if it was opened. All of it is in its file then, so that whoever copies
        that has it."""
        service, self._service = self._service, None
        if service is not None:
            service.close()

    def look(self) -> None:
        """Check whether a server that was away is back; for a thread, because that may take a
        while. Raises `StorageFault` if it is not."""
        self._opened().has_news()

    async def reach(self) -> None:
        """See, on a thread, whether a server answers that has the book. From then on, whoever asks
        for the book on the event loop is told at once if it does not."""
        if self._service is not None and self._service.may_hang:
            with suppress(StorageFault):  # whoever asks is told
                await asyncio.to_thread(self._service.has_news, anyway=False)

    def _look_beside(self) -> None:
        """Do the same on a thread of its own, unless one is at it."""
        def look() -> None:
            try:
                with suppress(StorageFault):
                    self.look()
            finally:
                self._looks.release()

        if self._looks.acquire(blocking=False):
            threading.Thread(target=look, name="looking", daemon=True).start()

    def _opened(self) -> Service:
        with self._opening:
            if self._service is None:
                try:
                    self._service = Service.open(self._settings, PATIENCE)
                    self._silent = None
                except Silent as fault:
                    self._silent = fault
                    raise
            return self._service
