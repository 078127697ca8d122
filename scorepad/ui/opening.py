"""The opening of the book for one page: it may fail, and can then be tried again."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from scorepad.i18n.words import Words
from scorepad.service.rescue import Rescue
from scorepad.service.roles import Owner, User
from scorepad.storage import StorageFault
from scorepad.storage.faults import Displaced
from scorepad.ui.session import Session


@ft.observable
@dataclass
class Opening:
    """The state of one page's book.

    database: the URL of the book; open: opens it and begins a session with it, or raises
    `StorageFault`; look: for a thread, raises it while the book cannot be reached; user: the one
    whose page it is; fault: why opening failed last; session: once it has succeeded; before: the
    session from before the book went away.
    """

    database: str
    language: str
    open: Callable[[], Session]
    look: Callable[[], None]
    user: User = Owner()
    fault: StorageFault | None = None
    session: Session | None = None
    before: Session | None = None

    def attempt(self) -> bool:
        """Open the book; return False, with the reason in `fault`, if that fails."""
        try:
            self.session = self.open()
        except StorageFault as fault:
            self.fault = fault
        return self.session is not None

    def lose(self, fault: StorageFault) -> None:
        """Give up the session because the book went away while it was open."""
        if self.session is not None:
            self.language = self.session.words.language
            self.session.hush()  # the page says it at length
        self.fault, self.before, self.session = fault, self.session, None

    @property
    def is_decided(self) -> bool:
        """True if another file lay in the book's place, and somebody has decided elsewhere since
        which of the two goes on."""
        return isinstance(self.fault, Displaced) and self.fault.kept is not None \
            and (rescue := self.rescue) is not None and rescue.kept is None

    def hear(self, language: str) -> None:
        """Take on the device's language, such as de-AT."""
        if self.session is not None:
            self.session.hear(language)
        else:
            self.language = "de" if language.lower().startswith("de") else "en"

    @property
    def words(self) -> Words:
        """The words of the device's language, as long as no book names another."""
        return Words(self.language)

    @property
    def rescue(self) -> Rescue | None:
        """The ways to rescue the book meanwhile; None if it is no file on this device, or for
        another user than a host."""
        return Rescue.of(self.database, self.user)
