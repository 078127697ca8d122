"""The book of a page: opened, watched for what others write, and met with a server's; and a glimpse
of its last sheet, which the app's host may show while Python starts."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import flet as ft

from scorepad.i18n.message import Message, say, say_n
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.meeting import Met, Missing
from scorepad.service.rescue import Rescue
from scorepad.service.roles import Owner, Refused, User
from scorepad.service.slips import Slip
from scorepad.service.telling import title_of_sheet
from scorepad.service.telling_evening import told_columns
from scorepad.service.views import SheetView
from scorepad.storage import StorageFault
from scorepad.storage.faults import Displaced, Silent, Unreachable
from scorepad.ui import hooks
from scorepad.ui.place import Keep
from scorepad.ui.session import Session, page
from scorepad.ui.widgets import PHONES
from scorepad.web.access.phones import Phones
from scorepad.web.exchange import Partner, Post, exchanged, invitation, join
from scorepad.web.pocket_page import POCKET


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


STATE = "at server"
"""The key of the state in a session's store."""

SOON = 2.0
"""Seconds after the start in which everything else comes first."""

AGAIN = 20.0
"""Seconds between two attempts to bring a list to the server."""

SHOWN_AT = ("/", "/safety/server")
"""The screens that show how it stands."""


@dataclass
class State:
    """The state of the meeting. busy: it is going on; fault: why the last one broke off."""

    busy: bool = False
    fault: Message | None = None


@dataclass(frozen=True)
class Sign:
    """The state of the meeting with a server: which one, what it lacks, and how far it has come."""

    partner: Partner
    missing: Missing
    state: State


def sign_of(session: Session) -> Sign | None:
    """Return what to show; None where the book meets no server. Raises `StorageFault`."""
    partner = session.place.partner
    if partner is None:
        return None
    return Sign(partner, session.service.at_server.missing(partner.address), state_of())


def state_of() -> State:
    """Return the state of the page whose event is being handled."""
    store = page().session.store
    if store.get(STATE) is None:
        store.set(STATE, State())
    found: State = store.get(STATE)
    return found


async def meet_soon(session: Session) -> None:
    """Meet the server's book, if there is one, once the app has started. A browser that has died
    may not know any more which one that was; the slip of a list, which the book keeps, says it."""
    await asyncio.sleep(SOON)
    with suppress(StorageFault):
        if session.place.partner is None and (slip := session.service.slips.last) is not None \
                and session.service.at_server.missing(_server_of(session)).met is not None:
            await join_for_list(session, slip)
            return
    await meet(session)


async def meet(session: Session, *, asked: bool = False) -> None:
    """Meet the server's book now, unless that is going on; asked: whether somebody has tapped for
    it, and so is told what came of it. What breaks off is told, and gone on with the next time."""
    partner, post, state = session.place.partner, session.place.post, state_of()
    if partner is None or post is None or state.busy:
        return
    state.busy = True
    _show(session)
    try:
        mets = await _met(session, partner, post)
        state.fault = None
        if asked:
            session.tell(_told(mets))
    except (StorageFault, Refused) as fault:
        state.fault = fault.message if isinstance(fault, StorageFault) else \
            fault.problems[0].message
        if asked:
            session.tell(state.fault)
    finally:
        state.busy = False
        _show(session)


async def meet_first(session: Session, link: str, name: str) -> Message | None:
    """Come in at a server by its link, keep that, and meet its book; return why not, if so. An
    address without a key will do where the browser was let in there already."""
    post, invited = session.place.post, invitation(link)
    if post is None or invited is None:
        return say("This is no address of a server. It begins with https://.")
    address, key = invited
    state = state_of()
    try:
        partner = await join(post, address, key, name) if key else Partner(address, "", name)
        if key:  # used up now, whatever comes next
            session.place.keep_partner(partner)
        await _met(session, partner, post)
    except StorageFault as fault:
        if session.place.partner is None:
            return fault.message
        state.fault = fault.message
    else:
        session.place.keep_partner(partner)
        state.fault = None
    _show(session)
    return None


async def join_for_list(session: Session, slip: Slip) -> None:
    """Come in at the server that has this page, and bring the list of a slip there; where it is out
    of reach, or another one's book is met, the list goes to the desk otherwise."""
    place, partner = session.place, session.place.partner
    server = _server_of(session)
    if place.post is not None and slip.proof and server != place.address \
            and (partner is None or partner.address == server):
        with suppress(StorageFault):
            place.keep_partner(await join(
                place.post, server, f"slip.{slip.digits}",
                session.words("Table {table}", table=slip.table), partner or Partner(server)))
    await meet(session)
    if place.partner is not None and state_of().fault is None:
        session.show_anew()  # the list says whether the desk has it


def is_at_desk(session: Session, slip: Slip) -> bool:
    """Return whether the server has all of the list of a slip; raises `StorageFault`."""
    shown = sign_of(session)
    return shown is not None and slip.proof != "" and shown.missing.nothing \
        and not shown.missing.refused and shown.partner.address == _server_of(session)


def _server_of(session: Session) -> str:
    return session.place.address.removesuffix(POCKET)


async def bring(session: Session, sheet: str) -> None:
    """Bring the list that a sheet is to the server, time and again as long as it is shown and the
    server lacks anything: there may be one by now. Nothing for a sheet that is no list."""
    while session.place.post is not None:
        await asyncio.sleep(AGAIN)
        with suppress(StorageFault):
            shown = sign_of(session)
            if (slip := session.service.slips.at(sheet)) is not None \
                    and (shown is None or not shown.missing.nothing):
                await join_for_list(session, slip)


def forget(session: Session) -> None:
    """Meet that server no more. What was exchanged stays in both books."""
    session.place.keep_partner(None)
    session.attempt_quietly(session.service.at_server.forget)
    state_of().fault = None
    session.show_anew()


def evening_closed(session: Session) -> None:
    """Note that an evening was closed: a copy is due, a server's book is met, and once nobody plays
    any more the code of the table ends."""
    if session.place.keeps_book:
        session.attempt_quietly(session.service.copies.evening_closed)
    if session.place.partner is not None:
        page().run_task(meet, session)
    phones: Phones | None = page().session.store.get(PHONES)
    service = session.service
    going_on = {each.id for each in service.evenings() if not each.closed}
    if phones is not None and going_on <= {*service.listing.untouched()}:
        page().run_task(hooks.outcome, phones.evening_ended, service.user)


async def _met(session: Session, partner: Partner, post: Post) -> list[Met]:
    steps = session.service.at_server.asking(partner.address)
    return await exchanged(post, partner, steps, session.words.language)


def _told(mets: list[Met]) -> Message:
    """Return what came of an exchange."""
    if refused := mets[-1].refused_there:
        return say_n("{n} entry was refused there.", "{n} entries were refused there.", refused)
    return say("Both books have everything.")


def _show(session: Session) -> None:
    if page().route in SHOWN_AT:
        session.show_anew()
