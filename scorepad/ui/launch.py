"""The start of Scorepad on the screen: in a window of its own, or as a page in the browser."""

import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

import flet as ft
from flet.utils import is_embedded, is_linux_server, is_pyodide

from scorepad.i18n.message import Fault, read_out, say
from scorepad.service.one_book import OneBook
from scorepad.system.files import ASSETS
from scorepad.ui import app
from scorepad.web.host import server

if TYPE_CHECKING:
    from scorepad.config import Settings
    from scorepad.ui.place import Place


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
        with contextlib.redirect_stdout(sys.stderr), _socket_timeout(FETCH_TIMEOUT):
            flet_desktop.ensure_client_cached()
    except Exception as error:
        raise NoWindow(say(
            "Flet's client could not be fetched ({fault})", fault=_short(error))) from error


@contextlib.contextmanager
def _socket_timeout(seconds: float) -> Iterator[None]:
    """Limit how long a socket waits: Flet downloads without a limit."""
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(seconds)
    try:
        yield
    finally:
        socket.setdefaulttimeout(before)


@contextlib.contextmanager
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


def launch(settings: "Settings", *, web: bool = False, port: int | None = None,
           place: "Place | None" = None) -> None:
    """Show the app and return when its user has closed it.

    Opens the native window. If there can be none (no display, no client and no network to fetch it,
    a client that does not start), says why on stderr and serves the page instead: in a window of an
    installed browser, otherwise in one of its tabs. With `web` or a
    `port`, serves the page at once. place: where a packaged app is shown.

    Raises SystemExit(2), after one sentence on stderr, if the page cannot be served either.
    """
    if is_embedded() or is_pyodide():  # a packaged app: its client already runs and waits
        ft.run(app.main_for(settings, served=is_pyodide(), place=place))
        return None
    try:
        wants_window = not web and port is None
        if wants_window:
            try:
                return show(app.main_for(settings, served=False))
            except NoWindow as reason:
                print(read_out(say("No window: {reason}. Opening the page instead.",
                                   reason=reason.message), settings.language), file=sys.stderr)
        book = OneBook(settings)
        server.serve(app.main_for(settings, book=book), settings, port=port, window=wants_window,
                     book=book)
    except server.CannotServe as reason:
        print(read_out(reason.message, settings.language), file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        pass
