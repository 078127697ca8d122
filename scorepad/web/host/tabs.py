"""The tabs of all browsers. Each has a session that outlives its socket for a while, because a page
that is reloaded, or a phone on another network, comes back.

A tab belongs to the key of its device and to a name, never to an address. The device remembers the
name; one that has forgotten it, such as a browser that was closed, gets the first name of its own
that is free. So what is kept under the name outlives page, browser and server.
"""

import asyncio
import gc
import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import flet as ft
from flet.controls.context import _context_page, context
from flet.messaging.protocol import Message, MessageAction, RegisterClientResponseBody
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from scorepad.i18n.message import read_out, say
from scorepad.service.roles import Role
from scorepad.system.steps import give_back
from scorepad.web import limits
from scorepad.web.access.middleware import VISITOR
from scorepad.web.access.visitors import Visitor
from scorepad.web.host import connection, session_store
from scorepad.web.host.door import Budget, metered
from scorepad.web.host.messages import PAGE, Nonsense, Registers

CLEAR_WITHIN = 10.0
"""Seconds after which the memory of closed tabs is freed; that takes some hundredths of a
second."""

MOST_CLOSED = 20
"""Closed tabs whose memory is freed sooner than that."""

LATELY = 3.0
"""Seconds within which a page that does not say which one it is counts as another: a duplicated tab
has its original's name and takes over its session; the original, reconnecting, gets a new one."""

FORMER = 8
"""The most pages that a tab remembers to have shown before."""

logger = logging.getLogger("flet")


FAULT = say("Something went wrong on this page. Load it again; nothing that was saved is lost.")


class TabSession(Session):
    """A session that tells faults in words, spends its device's budget, and ends when closed."""

    is_closed = False

    def __init__(self, line: connection.BrowserConnection) -> None:
        super().__init__(line)
        self._language, self._spend = line.language, line.playing.spend

    def error(self, message: str) -> None:
        """Tell the page that something went wrong."""
        super().error(read_out(FAULT, self._language))

    def start_updates_scheduler(self) -> None:
        """Begin to draw."""
        if not self.is_closed:
            super().start_updates_scheduler()  # type: ignore[no-untyped-call]

    def _Session__updates_scheduler(self) -> Coroutine[Any, Any, None]:  # as Flet calls it
        return metered(super()._Session__updates_scheduler(), self._spend)  # type: ignore[misc]

    def close(self) -> None:
        """End it for good."""
        self.is_closed = True
        super().close()  # type: ignore[no-untyped-call]


@dataclass(eq=False)
class Tab:
    """One tab of a browser; line: its socket, while there is one; ending: the timer that forgets
    it; taken: when another socket took the place of one that was still open, by the loop's
    clock; document: the name of the page that it shows; former: of those that it has shown."""

    name: str
    device: str
    visitor: Visitor | None
    session: Session
    line: connection.BrowserConnection | None
    ending: asyncio.TimerHandle | None = None
    taken: float = float("-inf")
    document: str = ""
    former: list[str] = field(default_factory=list)

    def show(self, document: str) -> None:
        """Note which page it shows now."""
        if document != self.document:
            self.former = [*self.former, self.document][-FORMER:]
            self.document = document

    def is_shown_by(self, line: connection.BrowserConnection) -> bool:
        """Return whether the browser behind a line still shows what it showed before. It has to get
        a new session: Flet's client hangs if it is given again what it shows already."""
        return bool(line.document) and line.document == self.document

    def shows_another(self, line: connection.BrowserConnection, now: float) -> bool:
        """Return whether it shows a page that has taken the place of that behind a line: the two
        are open side by side, because a browser has made one of the other."""
        if self.line is None or self.is_shown_by(line):
            return False
        return line.document in self.former if line.document else now - self.taken < LATELY


async def _nothing() -> None:
    """Return at once."""


class Tabs:
    """The tabs of one server; main: called with the page of a new session; kept, register_within:
    in seconds; reach: waits until it is known whether the book answers."""

    def __init__(self, main: Callable[[ft.Page], None], uploads: session_store.Uploads, *,
                 kept: float = limits.AWAY_SECONDS,
                 register_within: float = limits.REGISTER_SECONDS,
                 reach: Callable[[], Awaitable[None]] = _nothing) -> None:
        self.kept, self.register_within, self.reach = kept, register_within, reach
        self.loop = asyncio.get_running_loop()
        self.executor = ThreadPoolExecutor(thread_name_prefix="page")
        self.hub = PubSubHub(loop=self.loop, executor=self.executor)
        self._main, self._uploads = main, uploads
        self._tabs: dict[tuple[str, str], Tab] = {}
        self._lines: set[connection.BrowserConnection] = set()
        self._turns: dict[str, float] = {}
        self._playing: dict[str, Budget] = {}
        self._forms: dict[
            tuple[str, str], tuple[session_store.HalfFilled, asyncio.TimerHandle]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._clearing: asyncio.TimerHandle | None = None
        self._closed = 0
        gc.freeze()  # what exists before the first tab stays, so the collector may skip it

    def __len__(self) -> int:
        return len(self._tabs)

    def session(self, name: str) -> Session | None:
        """Return the session of the tab of this name, None if there is none."""
        return next((tab.session for tab in self._tabs.values() if tab.name == name), None)

    def has_room_for(self, line: connection.BrowserConnection) -> bool:
        """Return whether there is room for one more socket of its device; then it is counted."""
        if sum(each.device == line.device for each in self._lines) >= limits.SOCKETS_OF_DEVICE \
                or len(self._lines) >= limits.SOCKETS:
            return False
        self._lines.add(line)
        return True

    def playing(self, device: str) -> Budget:
        """Return what a device may take of the loop's time with what is tapped on its pages."""
        return self._playing.setdefault(device, Budget(limits.PLAY_SHARE, limits.PLAY_SAVED))

    def note_who_is_here(self) -> None:
        """Note that every device with an open page is here now, though it asks for nothing."""
        for line in self._lines:
            if line.visitor is not None:
                line.visitor.note_here()

    def look_who_is_welcome(self) -> None:
        """Close the tabs of devices that may not write any more; others show what they may."""
        for line in [each for each in self._lines if not is_welcome(each.visitor)]:
            line.end(connection.SHUT_OUT)
        for tab in [each for each in self._tabs.values() if not is_welcome(each.visitor)]:
            if tab.line is not None:
                tab.line.end(connection.SHUT_OUT)
                tab.line = None
            self._end(tab)
        self.hub.send_all_on_topic(session_store.TOPIC, None)

    async def enter(self, line: connection.BrowserConnection, said: Registers) -> Session:
        """Return the session of a registered tab, its own or a new one. Raises Nonsense."""
        if not self._found(line, said)[2]:
            await self._wait_for_turn(line.device)
        shown = self._found(line, said)[1]
        if shown is not None and shown.line is not None:
            await shown.line.follow_rest()
        name, tab, resumes = self._found(line, said)
        if tab is None or not resumes:
            self._drop(tab)
            self._make_room(line)
            return self._begin(line, name, said, tab)
        before, tab.line = tab.line, line
        tab.show(line.document)
        if tab.ending is not None:
            tab.ending.cancel()
        if before is not None:
            tab.taken = self.loop.time()
            before.end(connection.ELSEWHERE)
            await tab.session.disconnect(int(self.kept) + 1)
        self._go_on(tab, line, said)
        return tab.session

    def _found(self, line: connection.BrowserConnection,
               said: Registers) -> tuple[str, Tab | None, bool]:
        """Return the tab's name, the tab that has it, and whether its session goes on."""
        name = said.tab or self._free_name(line.device)
        tab = self._tabs.get((line.device, name))
        if tab is not None and tab.shows_another(line, self.loop.time()):
            name, tab = secrets.token_urlsafe(16), None
        return name, tab, tab is not None and said.tab is not None and not tab.is_shown_by(line)

    async def _wait_for_turn(self, device: str) -> None:
        """Wait until another session of a device may begin: the first few may at once."""
        now = self.loop.time()
        turn = max(now - limits.BEGUN * limits.BEGIN_SECONDS, self._turns.get(device, 0.0)) \
            + limits.BEGIN_SECONDS
        self._turns[device] = turn
        try:
            await asyncio.sleep(max(0.0, turn - now))
        except asyncio.CancelledError:  # it has gone, and leaves its turn to the next one
            self._turns[device] -= limits.BEGIN_SECONDS
            raise

    def _drop(self, tab: Tab | None) -> None:
        """End a tab that is begun anew, with what is kept under its name."""
        if tab is not None:
            before, tab.line = tab.line, None
            if before is not None:
                before.end(connection.ELSEWHERE)
            self._end(tab)

    def _free_name(self, device: str) -> str:
        """Return a device's first own name, which nobody can guess, without a page."""
        number = 1
        while (tab := self._tabs.get((device, own_name(device, number)))) is not None \
                and tab.line is not None:
            number += 1
        return own_name(device, number)

    def _make_room(self, line: connection.BrowserConnection) -> None:
        """Make room for one more tab of a device; raises Nonsense if all are there."""
        own = [each for each in self._tabs.values() if each.device == line.device]
        for there, most in ((own, limits.TABS_OF_DEVICE), ([*self._tabs.values()], limits.TABS)):
            away = sorted([each for each in there if each.line is None], key=_since)
            if len(there) >= most:
                if not away:
                    raise Nonsense(connection.TOO_SLOW)
                self._end(away[0])

    def _begin(self, line: connection.BrowserConnection, name: str, said: Registers,
               before: Tab | None) -> Session:
        """Begin the session of a tab; before: the one of the same name that was there, if any."""
        session: Session = TabSession(line)
        tab = Tab(name, line.device, line.visitor, session, line, document=line.document,
                  former=[] if before is None else [*before.former, before.document][-FORMER:])
        session.store.set(VISITOR, line.visitor)
        session.store.set(session_store.TAB, name)
        session.store.set(session_store.LOOKS, line.looks)
        session.store.set(session_store.LISTENS, line.listens)
        session.store.set(session_store.SCANS, line.scans)
        session.store.set(session_store.LANGUAGE, line.language)
        session.store.set(
            session_store.UPLOADS, session_store.Sending(self._uploads, name, line.device))
        session_store.hand_over(self._take_forms((tab.device, tab.name)), session)
        _context_page.set(session.page)
        connection.change(session, PAGE, {**said.page, "web": True})
        self._tabs[tab.device, name] = tab
        self._register(line, name, session.get_page_patch())
        self.run(self._show(session))
        return session

    def _go_on(self, tab: Tab, line: connection.BrowserConnection, said: Registers) -> None:
        """Resume a session on a new line, in Flet's order: first the page as it is now, then what
        was asked of it meanwhile, then events."""
        session = tab.session
        before = session.page.route
        session.store.set(session_store.LISTENS, line.listens)
        session.store.set(session_store.SCANS, line.scans)
        _context_page.set(session.page)
        connection.change(session, PAGE, said.page)
        self._register(line, tab.name, session.page)
        session.attach_connection(line)
        self.run(session.dispatch_connect_event())
        if session.page.route and session.page.route != before:
            self.run(session.dispatch_event(PAGE, "route_change", {"route": session.page.route}))

    def _register(self, line: connection.BrowserConnection, name: str, page: object) -> None:
        line.send_message(Message(MessageAction.REGISTER_CLIENT,
                                  RegisterClientResponseBody(name, page, "")))

    async def _show(self, session: Session) -> None:
        """Run `main` for a new session."""
        try:
            _context_page.set(session.page)
            context.reset_auto_update()
            self._main(session.page)
            await session.after_event(session.page)
        except Exception:  # whatever it is, the page says so
            logger.error("A page could not be begun", exc_info=True)
            session.error("")

    async def leave(self, line: connection.BrowserConnection) -> None:
        """Detach a line that has ended; its tab may come back on another one."""
        self._lines.discard(line)
        tab = next((each for each in self._tabs.values() if each.line is line), None)
        if tab is None:
            return
        tab.line = None
        tab.ending = self.loop.call_later(self.kept, self._end, tab)
        await tab.session.disconnect(int(self.kept) + 1)
        away = [each for each in self._tabs.values() if each.line is None]
        for each in sorted(away, key=_since)[:-limits.AWAY]:
            self._end(each)

    def _end(self, tab: Tab) -> None:
        """Close the session of a tab that has not come back."""
        if tab.ending is not None:
            tab.ending.cancel()
        if self._tabs.get((tab.device, tab.name)) is tab and tab.line is None:
            del self._tabs[tab.device, tab.name]
            self._keep_forms(tab)
            self._uploads.forget(tab.name)
            tab.session.close()
            self._closed += 1
            if self._clearing is None:
                self._clearing = self.loop.call_later(min(self.kept, CLEAR_WITHIN), self._clear)
            if self._closed == MOST_CLOSED:
                self.loop.call_soon(self._clear)

    def _keep_forms(self, tab: Tab) -> None:
        """Keep what is half filled in for a while; the oldest gives way to one too many."""
        key = tab.device, tab.name
        self._take_forms(key)
        forms = session_store.half_filled(tab.session)
        if forms is not None:
            self._forms[key] = forms, self.loop.call_later(
                limits.FORMS_SECONDS, self._take_forms, key)
            if len(self._forms) > limits.TABS:
                next(iter(self._forms.values()))[1].cancel()
                del self._forms[next(iter(self._forms))]

    def _take_forms(self, of: tuple[str, str]) -> session_store.HalfFilled | None:
        """Return what was kept for a tab, by its device and its name, and forget it."""
        kept = self._forms.pop(of, None)
        if kept is None:
            return None
        kept[1].cancel()
        return kept[0]

    def _clear(self) -> None:
        """Free the memory of closed sessions. They hold reference cycles, which Python collects by
        itself only when there are a quarter more objects; and glibc keeps what is free."""
        if self._clearing is not None:
            self._clearing.cancel()
        self._clearing, self._closed = None, 0
        gc.collect()
        give_back()

    def close(self) -> None:
        """Shut down the thread pool; what has not begun is dropped."""
        self.executor.shutdown(wait=False, cancel_futures=True)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else, and hold on to it until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def is_welcome(visitor: Visitor | None) -> bool:
    """Return whether a device may have the app: it was not shut out, and does more than watch."""
    return visitor is None or visitor.is_in and visitor.role is not Role.WATCHER


def own_name(device: str, number: int) -> str:
    """Return one of a device's own names for its tabs."""
    return hashlib.sha256(f"{device}/{number}".encode()).hexdigest()[:32]


def _since(tab: Tab) -> float:
    return 0 if tab.ending is None else tab.ending.when()
