"""The start of Scorepad on the screen: in a window of its own, or as a page in the browser."""

import sys
from typing import TYPE_CHECKING

import flet as ft
from flet.utils import is_embedded, is_pyodide

from scorepad.i18n.message import read_out, say
from scorepad.service.one_book import OneBook
from scorepad.ui import app, window
from scorepad.web.host import server

if TYPE_CHECKING:
    from scorepad.config import Settings
    from scorepad.ui.place import Place


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
                return window.show(app.main_for(settings, served=False))
            except window.NoWindow as reason:
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
