"""The app of one session: its routes, and what every page starts with; and its start on the screen,
in a window of its own, or as a page in the browser."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from functools import partial
from importlib.util import find_spec

import flet as ft
from babel import default_locale
from flet.utils import is_embedded, is_linux_server, is_pyodide

from scorepad.config import Settings
from scorepad.i18n.message import Fault, read_out, say
from scorepad.service import Service
from scorepad.service.one_book import OneBook
from scorepad.storage import StorageFault
from scorepad.system.files import ASSETS
from scorepad.ui import hooks, theme
from scorepad.ui.forms.new_sheet import region_of
from scorepad.ui.meeting import meet_soon
from scorepad.ui.parts.address import Nowhere, only_for_hosts
from scorepad.ui.place import PLACE, Place, Served, Window
from scorepad.ui.screens.cannot_open import CannotOpen
from scorepad.ui.screens.evening import CourseOfEvening
from scorepad.ui.screens.hands import BreakOff, Hand, RulesOfSheet, Seats
from scorepad.ui.screens.home import Home
from scorepad.ui.screens.new_sheet import NewSheet
from scorepad.ui.screens.phones import TheDevice, ThePhones
from scorepad.ui.screens.player import Person, Persons
from scorepad.ui.screens.preferences import Preferences, RulesOfClub, RulesOfGame, RulesUnderAName
from scorepad.ui.screens.safety import Check, MeetServer, TheBook
from scorepad.ui.screens.safety_import import ImportFile, RestoreBackup
from scorepad.ui.screens.sheet import Sheet
from scorepad.ui.screens.sheet_keyboard import something_lies_over
from scorepad.ui.screens.slips import OwnList, TakeOver, TakeSlip, is_of
from scorepad.ui.screens.stars import Stars, StarsOfClub, StarsOfPlayer
from scorepad.ui.screens.statistics import Statistics
from scorepad.ui.screens.statistics_players import DuelOfTwo, StatisticsOfPlayer
from scorepad.ui.screens.tournament import EveningOrDesk
from scorepad.ui.screens.tournament_new import Entrants, NewTournament, TournamentSettings
from scorepad.ui.screens.tournament_table import TableOfRound
from scorepad.ui.session import PHONES, Session, go, of_page
from scorepad.ui.trail import follow
from scorepad.ui.watching import Glimpses, Opening, watch
from scorepad.web.access.middleware import VISITOR
from scorepad.web.access.phones import Phones
from scorepad.web.host import server
from scorepad.web.host.session_store import LANGUAGE, TOPIC


@ft.component
def _Anew(screen: Callable[..., ft.View]) -> ft.View:
    """Draw a screen that starts afresh at every address: what was opened, chosen or typed for one
    sheet or player must not show up at another. The key is the address that the view is drawn for;
    the page's own may already be the next one."""
    route, session = ft.use_view_path(), of_page()
    if not hooks.use_screen(session, route).is_begun:
        return ft.View(route=route)
    own = session.service.own_list
    return hooks.keyed(route, screen if own is None or is_of(own, route) else OwnList)


@ft.component
def _ForHosts(screen: Callable[..., ft.View]) -> ft.View:
    """Draw a screen, or say that it is for a host."""
    return screen() if of_page().is_host else only_for_hosts()


def _at(path: str | None, screen: Callable[..., ft.View], *children: ft.Route) -> ft.Route:
    """Return the route to a screen, with those below it."""
    return ft.Route(path=path, component=partial(_Anew, screen), children=list(children))


def _of_hosts(path: str, screen: Callable[..., ft.View], *children: ft.Route) -> ft.Route:
    """Return the route to a screen that only a host may see."""
    return _at(path, partial(_ForHosts, screen), *children)


ROUTES = [_at(
    None, Home,
    _at("new", NewSheet),
    _of_hosts("tournament", NewTournament),
    _of_hosts("slip/:digits", TakeSlip),
    _of_hosts("result/:digits", TakeOver),
    _at("preferences", Preferences),
    _of_hosts("phones", ThePhones,
        _of_hosts(":device", TheDevice)),
    _of_hosts("people", Persons,
        _of_hosts(":player", Person)),
    _of_hosts("rules", RulesOfClub,
        _of_hosts(":game", RulesOfGame,
            _of_hosts("new", RulesUnderAName),
            _of_hosts("new/:of", RulesUnderAName),
            _of_hosts("set/:own", RulesUnderAName))),
    _of_hosts("safety", TheBook,
        _of_hosts("check", Check),
        _of_hosts("import", ImportFile),
        _of_hosts("server", MeetServer),
        _of_hosts("restore", RestoreBackup),
        _of_hosts("restore/:name", RestoreBackup)),
    _at("stars", Stars,
        _of_hosts("club", StarsOfClub),
        _at("of/:player", StarsOfPlayer)),
    _at("statistics", Statistics,
        _at("of/:player/:year/:game", StatisticsOfPlayer),
        _at("duel/:player/:other", DuelOfTwo),
        _at("duel/:player/:other/:year/:game", DuelOfTwo)),
    _at("evening/:evening", EveningOrDesk,
        _at("course", CourseOfEvening),
        _at("new", NewSheet),
        _at("table/:round/:table", TableOfRound),
        _of_hosts("entrants", Entrants),
        _of_hosts("settings", TournamentSettings),
        _at("sheet/:sheet", Sheet,
            _at("seats", Seats),
            _at("end", BreakOff),
            _at("rules", RulesOfSheet),
            _at("hand/:hand", Hand))),
    _at(":elsewhere(.+)", Nowhere))]


NEW = "N"
"""The key that leads to a new evening from every screen but a sheet, whose keys are its own."""


@ft.component
def App(find: Callable[[], Session]) -> ft.Control:
    """Draw everything that one session shows."""
    session, page = find(), ft.context.page

    async def listen() -> None:  # once the router listens, too
        follow(page, session.trail, session.hush)

    ft.use_effect(listen, [])
    return ft.Router(ROUTES, manage_views=True)


@ft.component
def Root(opening: Opening) -> ft.Control:
    """Draw the app, or what can be done while the book cannot be opened."""
    session = opening.session
    return CannotOpen(opening) if session is None else App(lambda: session)


def main_for(settings: Settings, *, served: bool = True, place: Place | None = None,
             book: OneBook | None = None, phones: Phones | None = None
             ) -> Callable[[ft.Page], None]:
    """Return the function that Flet calls with the page of every new session; all share one open
    book.

    served: whether a browser shows the page, so that a path it names is not one of this machine;
    place: where the page is shown, if it is neither a browser nor a window of this machine; book:
    where others share it, too; phones: the devices, where something is served to them.
    """
    book = OneBook(settings) if book is None else book
    backed_up: list[Service] = []

    def main(page: ft.Page) -> None:
        shown_in = place or (Served() if served else Window(settings.looks))
        page.session.store.set(PLACE, shown_in)
        page.session.store.set(PHONES, phones)
        user = page.session.store.get(VISITOR) or shown_in.owner(settings.author)
        page.title = "Scorepad"
        if not shown_in.downloads:  # a browser has them before the first frame
            page.fonts = theme.FONTS
        page.theme, page.dark_theme = theme.themes()

        def begin() -> Session:
            """Open the book, once for all pages, and begin this page's session with it."""
            service = book.service()
            before = opening.before
            if before is not None and before.service.shares_book_with(service):
                return before  # with what was half typed
            session = Session(service.used_by(user), opening.language, page.width or 0,
                              page.height or 0)
            page.on_resize = lambda event: session.resize(event.width, event.height)
            # Messages arrive on a thread of their own; the screen changes on the page's.
            page.pubsub.subscribe_topic(
                TOPIC, lambda _topic, _message: _tell(page, session))
            if not served:  # otherwise the browser reports its own
                session.region = region_of(default_locale("LC_MONETARY") or "")
            if service not in backed_up:
                backed_up[:] = [service]
                shown_in.watch_over(service)
                page.run_task(_back_up, session)
                page.run_task(meet_soon, session)
            return session

        def press(event: ft.KeyboardEvent) -> None:
            if (session := opening.session) is None:
                return
            if session.listener is not None:
                session.listener.press(event)
            elif event.key == NEW and not (event.ctrl or event.alt or event.meta
                                           or session.is_typing or something_lies_over()):
                go("/new")

        language = page.session.store.get(LANGUAGE) or settings.language
        opening = Opening(settings.database, language, begin, book.look, user)
        # Set before anything is sent: sending fails for a browser that has gone but may come back.
        # Whoever presses a key as soon as a sheet is there is heard.
        page.on_keyboard_event = press
        page.on_connect = lambda: _come_back(page, opening, served)
        page.run_task(watch, page, opening, Glimpses(shown_in.keep_glimpse))
        if served:
            page.run_task(_listen_to_browser, page, opening)
        opening.attempt()
        page.render_views(Root, opening)

    return main


async def _back_up(session: Session) -> None:
    """Sweep out old drafts and back up the book, once the first screen is there."""
    await asyncio.sleep(0)
    with suppress(StorageFault):  # the next start tries again
        await hooks.done(session.service.drafts.sweep)
    try:
        made = await hooks.done(session.service.safety.back_up_if_changed)
        if made and ft.context.page.route.startswith("/safety"):
            session.show_anew()  # that screen lists the backups
    except StorageFault as fault:
        session.tell(say("No backup was made. {fault}", fault=fault.message))


def _tell(page: ft.Page, session: Session) -> None:
    """Show the book anew after somebody else has changed it, unless the browser is away."""
    if page.session.connection is not None:
        page.run_task(_look_again, session)


def _come_back(page: ft.Page, opening: Opening, served: bool) -> None:
    """Redraw a whole page whose browser was away, with what was half typed. Flet drops what it
    draws while no browser is connected, and whatever depends on that: a screen may not be the one
    that the address names, or may have no listeners."""
    page.session.start_updates_scheduler()  # it ends if the browser goes while it draws
    if page.on_route_change is None:  # the router has not been shown yet
        page.views = []
        page.update()
    if opening.session is not None:
        opening.session.come_back()
    elif opening.fault is None:
        opening.attempt()  # it had not got that far
    page.render_views(Root, opening)
    if served:
        page.run_task(_listen_to_browser, page, opening)


async def _look_again(session: Session) -> None:
    session.show_anew()


async def _listen_to_browser(page: ft.Page, opening: Opening) -> None:
    """Switch to the browser's language, which is its user's and not the server's."""
    device = await page.get_device_info()
    if wanted := getattr(device, "language", None):
        opening.adopt_language(wanted)


FETCH_TIMEOUT = 15.0
"""Seconds without a byte after which downloading the client is given up."""


class NoWindow(Fault):
    """Raised when there is no window; `message` is the middle of a sentence."""


def show(main: Callable[[ft.Page], None]) -> None:
    """Open the window and return when it is closed; raises NoWindow if it never appeared."""
    if is_linux_server():
        raise NoWindow(say("this machine has no display"))
    if find_spec("flet_desktop") is None:
        raise NoWindow(say("the package flet-desktop is not installed"))
    _fetch_client()
    showed = False

    def noted(page: ft.Page) -> None:
        nonlocal showed
        showed = True
        main(page)

    try:
        with _signals_restored():
            ft.run(noted, assets_dir=str(ASSETS))
    except (Exception, SystemExit) as error:  # whatever goes wrong before there is a window
        if showed:
            raise
        raise NoWindow(say("Flet's client did not start ({fault})", fault=_short(error))) from error
    if not showed:  # a client that lacks a library just ends
        raise NoWindow(say("Flet's client ended before it showed anything"))


def _fetch_client() -> None:
    """Fetch Flet's client, some 30 MB, unless it is on this machine. Raises NoWindow."""
    if os.environ.get("FLET_VIEW_PATH"):
        return
    import flet_desktop

    try:
        # Stdout is for the page's address; Flet would draw its progress bar there.
        with redirect_stdout(sys.stderr), _socket_timeout(FETCH_TIMEOUT):
            flet_desktop.ensure_client_cached()
    except Exception as error:
        raise NoWindow(say(
            "Flet's client could not be fetched ({fault})", fault=_short(error))) from error


@contextmanager
def _socket_timeout(seconds: float) -> Iterator[None]:
    """Limit how long a socket waits: Flet downloads without a limit."""
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(seconds)
    try:
        yield
    finally:
        socket.setdefaulttimeout(before)


@contextmanager
def _signals_restored() -> Iterator[None]:
    """Restore signal handlers: Flet's would fail on the Ctrl-C that ends the page."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _short(error: BaseException) -> str:
    reason = str(getattr(error, "reason", error))  # the cause inside a URLError
    return reason.splitlines()[0] if reason else type(error).__name__


def launch(settings: Settings, *, web: bool = False, port: int | None = None) -> None:
    """Show the app and return when its user has closed it.

    Opens the native window. If there can be none (no display, no client and no network to fetch it,
    a client that does not start), says why on stderr and serves the page instead: in a window of an
    installed browser, otherwise in one of its tabs. With `web` or a `port`, serves the page at
    once. Raises SystemExit(2), after one sentence on stderr, if the page cannot be served either.
    """
    if is_embedded() or is_pyodide():  # a packaged app: its client already runs and waits
        ft.run(main_for(settings, served=is_pyodide()))
        return None
    book = OneBook(settings)
    try:
        wants_window = not web and port is None
        if wants_window:
            try:
                return show(main_for(settings, served=False, book=book))
            except NoWindow as reason:
                print(read_out(say("No window: {reason}. Opening the page instead.",
                                   reason=reason.message), settings.language), file=sys.stderr)
        server.serve(main_for(settings, book=book), settings, port=port, window=wants_window,
                     book=book)
    except server.CannotServe as reason:
        print(read_out(reason.message, settings.language), file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        pass
    finally:
        book.close()
