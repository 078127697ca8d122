"""Opening the book for one page: it can go wrong, and then it can be tried again."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from scorepad.service.rescue import Rescue
from scorepad.storage import StorageFault
from scorepad.storage.faults import Displaced
from scorepad.ui.session import Session
from scorepad.words import Words


@ft.observable
@dataclass
class Opening:
    """database: the URL of the book; open: opens it and begins a session with it, or raises
    `StorageFault`; look: on a thread, raises it where the book cannot be reached; fault: why
    opening failed last; session: once it has not; before: the session that was there before the
    book went away."""

    database: str
    language: str
    open: Callable[[], Session]
    look: Callable[[], None]
    fault: StorageFault | None = None
    session: Session | None = None
    before: Session | None = None

    def attempt(self) -> bool:
        """Open the book; False, and `fault` says why, if it cannot be."""
        try:
            self.session = self.open()
        except StorageFault as fault:
            self.fault = fault
        return self.session is not None

    def lose(self, fault: StorageFault) -> None:
        """The book has gone away while it was open."""
        if self.session is not None:
            self.language = self.session.words.language
        self.fault, self.before, self.session = fault, self.session, None

    @property
    def is_decided(self) -> bool:
        """Whether the book was another one, and it was said since, elsewhere, which goes on."""
        return isinstance(self.fault, Displaced) and self.fault.kept is not None \
            and (rescue := self.rescue) is not None and rescue.kept is None

    def hear(self, language: str) -> None:
        """The device speaks this language, such as de-AT."""
        if self.session is not None:
            self.session.hear(language)
        else:
            self.language = "de" if language.lower().startswith("de") else "en"

    @property
    def words(self) -> Words:
        """The language of the device, as long as no book says another one."""
        return Words(self.language)

    @property
    def rescue(self) -> Rescue | None:
        """What can be done about the book meanwhile; None where it is no file of this device."""
        return Rescue.of(self.database)
