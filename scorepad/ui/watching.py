"""The book of a page: opened, and watched for what others write; and a glimpse of its last sheet,
which the app's host may show while Python starts."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import flet as ft

from scorepad.i18n.message import say
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.rescue import Rescue
from scorepad.service.roles import Owner, User
from scorepad.service.telling import title_of_sheet
from scorepad.service.telling_evening import told_columns
from scorepad.service.views import SheetView
from scorepad.storage import StorageFault
from scorepad.storage.faults import Displaced, Silent, Unreachable
from scorepad.ui import hooks
from scorepad.ui.place import Keep
from scorepad.ui.session import Session


def glimpse_of(sheet: SheetView, t: Words, theme: str) -> dict[str, Any]:
    """Return the glimpse of a sheet, in the user's words: its title, the language and theme of the
    app ("system": the device's), and of each player what stands at the head of the column."""
    return {"title": title_of_sheet(sheet, t), "language": t.language, "theme": theme,
            "columns": [{"name": each.name, "total": each.total, "tone": each.tone,
                         "deals": each.deals, "rests": bool(each.rests)}
                        for each in told_columns(sheet, t)]}


class Glimpses:
    """The keeper of the glimpse. keep: stores one; with None the book is never looked at."""

    def __init__(self, keep: Keep | None) -> None:
        self._keep = keep
        self._looked: tuple[object, ...] = ()
        self._kept: object = self
        self._sheet = ""

    def look(self, session: Session, route: str) -> None:
        """Follow the open sheet, otherwise the one before, or the last of the book."""
        if self._keep is None:
            return
        looked = (session, route, session.revision, session.service.readings,
                  session.words.language, session.looks.theme)
        if looked == self._looked:
            return
        with suppress(StorageFault):  # then the last glimpse stays
            found = self._glimpse(session, route)
            self._looked = looked
            if found != self._kept:
                self._kept = found
                self._keep(found)

    def _glimpse(self, session: Session, route: str) -> dict[str, Any] | None:
        opened = route.partition("/sheet/")[2].partition("/")[0]
        last = next((card.latest_sheet for card in session.service.evenings()
                     if card.latest_sheet), "")
        for sheet in filter(None, (opened, self._sheet, last)):
            try:
                found = glimpse_of(session.service.sheet(sheet), session.words, session.looks.theme)
            except KeyError:
                continue  # deleted, or of another book
            self._sheet = sheet
            return found
        return None


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
        """True if somebody has decided elsewhere which of two files in the book's place goes on."""
        return isinstance(self.fault, Displaced) and self.fault.kept is not None \
            and (rescue := self.rescue) is not None and rescue.kept is None

    def adopt_language(self, language: str) -> None:
        """Take on the device's language, such as de-AT."""
        if self.session is not None:
            self.session.adopt_language(language)
        else:
            self.language = "de" if language.lower().startswith("de") else "en"

    @property
    def words(self) -> Words:
        """The words of the device's language, as long as no book names another."""
        return Words(self.language)

    @property
    def rescue(self) -> Rescue | None:
        """The ways to rescue the book; None if it is no file here, and for all but hosts."""
        return Rescue.of(self.database, self.user)


EVERY = 0.3
"""Seconds between two looks; a look takes some microseconds."""

MISSED = 3
"""Failed looks in a row after which a server counts as away, and not only as busy for a moment."""

HANGS = say("The server of the book does not answer. You see what was read last and can keep "
            "typing; saving works again as soon as it answers.")


async def watch(page: ft.Page, opening: Opening, glimpses: Glimpses | None = None) -> None:
    """Show the book's changes until the page is closed for good."""
    gone = asyncio.Event()
    page.on_close = gone.set
    shown, away = _readings(opening), _Away(opening)
    while True:
        with suppress(TimeoutError):
            await asyncio.wait_for(gone.wait(), EVERY)
        if gone.is_set():
            return  # a page that is closed has no session to ask
        page.session.start_updates_scheduler()  # it ends when something cannot be drawn
        session = opening.session
        if page.session.connection is None:
            continue
        if session is None:
            await _come_back(opening)
            continue
        fault = await _look(session.service)
        if gone.is_set() or opening.session is not session:
            continue
        away.note(session, fault)
        if shown != _readings(opening):
            shown = _readings(opening)
            session.show_anew()
        with suppress(StorageFault):  # what others type is only offered
            if session.listener is not None:
                session.listener.look_beside()
        if glimpses is not None:
            glimpses.look(session, page.route)


@dataclass
class _Away:
    """The looks in a row that have failed, and whether the page has said that the server hangs."""

    opening: Opening
    missed: int = 0
    told: bool = False

    def note(self, session: Session, fault: Unreachable | Displaced | None) -> None:
        """Count a look, and tell or give up the session if the book is away too long."""
        self.missed = self.missed + 1 if fault else 0
        if fault is None:
            if self.told:
                self.told = False
                session.show_anew()  # with what could not be read meanwhile
        elif isinstance(fault, Displaced) or \
                self.missed >= MISSED and not isinstance(fault, Silent):
            self.opening.lose(fault)
        elif self.missed >= MISSED and not self.told:
            session.tell(HANGS)
            self.told = True


async def _look(service: Service) -> Unreachable | Displaced | None:
    """Read again if somebody else has written; return the fault if the book is unreachable or
    displaced. A server is asked on a thread, because nobody knows how long it takes."""
    try:
        if not service.may_hang or await hooks.on_thread(service.has_news):
            service.watch()
    except (Unreachable, Displaced) as fault:
        return fault
    except StorageFault:
        pass  # reported when somebody saves
    return None


async def _come_back(opening: Opening) -> None:
    """Show the book again once it is back, or once it was decided which file goes on."""
    if opening.is_decided:
        opening.attempt()
    if not isinstance(opening.fault, Unreachable):
        return
    with suppress(StorageFault):
        await hooks.on_thread(opening.look)
        if opening.session is None:
            opening.attempt()


def _readings(opening: Opening) -> int | None:
    return None if opening.session is None else opening.session.service.readings
