"""The page: Flet served to a browser on this machine, and to nobody else."""

import json
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING

import flet as ft

from scorepad.config import Settings
from scorepad.i18n.message import LANGUAGES, N_, Fault, read_out, say
from scorepad.i18n.words import Words
from scorepad.server.door import DEVICE, Door
from scorepad.server.frames import LARGEST
from scorepad.server.keys import Keys, cookie_of, place_of_keys
from scorepad.server.own_page import SOCKET, OwnPageOnly, Ways
from scorepad.server.uploads import ADDRESS, Uploads
from scorepad.server.watch.routes import watch_routes
from scorepad.system.scratch import scratch_for_all
from scorepad.ui import theme
from scorepad.ui.app_window import AppWindow
from scorepad.ui.assets import ASSETS
from scorepad.ui.connection import REGISTER_WITHIN, Line
from scorepad.ui.one_book import OneBook
from scorepad.ui.tabs import KEPT, Tabs

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import Route
    from starlette.types import ASGIApp
    from starlette.websockets import WebSocket

HOST = "127.0.0.1"

FONTS = {
    theme.FONT: f"..{theme.FONTS[theme.FONT]}",
    "MaterialIcons": "fonts/MaterialIcons-Regular.otf",
    "Roboto": f"..{theme.FONTS[theme.FONT]}",
}
"""Files by font family, seen from Flet's own assets folder. Flutter falls back on Roboto."""

PYTHON = "/python.js"
"""The path of the script that Flet's page loads before Flutter, meant to run Python in the browser.
Here Python does not run there; what has to be done before Flutter starts is served instead."""

GONE = (
    N_("Scorepad does not answer"),
    N_("It was closed, or the connection is gone. Nothing that was saved is lost."),
    N_("As soon as it is back, this page continues by itself."))
"""What stands on a page while the program is away: a title, and sentences below it."""


class GoneAway(logging.Filter):
    """A filter of log records about closed browser tabs, which Flet reports as errors with a
    traceback and which are none. What is drawn while a tab closes finds no message queue any more;
    a call that waits for the tab's answer ends with "closed" when its session has run out; and work
    that still runs then, such as a check of the book, finds no session to show its result."""

    def filter(self, record: logging.LogRecord) -> bool:
        match record.exc_info and record.exc_info[1]:
            case AttributeError(name="put_nowait", obj=None):
                return False
            case RuntimeError(args=(
                    "Session closed" | "An attempt to fetch destroyed session.",)):
                return False
        return not record.getMessage().startswith("Receive loop error")


class CannotServe(Fault):
    """Raised when there is no page; `message` is a sentence for the user."""


def serve(main: Callable[[ft.Page], None], settings: Settings, *, port: int | None = None,
          kept: float = KEPT, register_within: float = REGISTER_WITHIN,
          window: bool = False, book: OneBook | None = None) -> None:
    """Serve `main` on `port`, or on any free one, until Ctrl-C; print the address and open a
    browser. With `window`, open it as a window of its own if that can be, and end with it.

    An address lets one browser in; when it is used, another is printed for another browser. kept:
    seconds for which a closed tab may come back; register_within: seconds that a page has to
    register; book: the one that `main` shows, for who only watches.

    Raises CannotServe, and KeyboardInterrupt when the user has ended it.
    """
    if find_spec("flet_web") is None:
        raise CannotServe(say("The page needs the extra 'web': pip install 'scorepad[web]'"))
    import uvicorn

    from scorepad.server.lines import Line as Connection, make_room
    from scorepad.ui.sockets import Socket

    for name in ("flet", "asyncio", "concurrent.futures"):
        logging.getLogger(name).addFilter(GoneAway())
    keys = Keys(place_of_keys(settings))
    make_room()
    # Listening before the address is printed: whoever reads it can connect.
    with _listen(port) as listener:
        address = f"{HOST}:{listener.getsockname()[1]}"

        printed = keys.invite()

        def joined() -> None:
            nonlocal printed
            if not keys.waits(printed):
                printed = keys.invite()
                _tell(read_out(say("For another browser: {address}",
                                   address=_inviting(address, printed)), settings.language))

        watching, _watched = watch_routes((book or OneBook(settings)).service, _device, ASSETS)
        page = _web_app(lambda uploads: Tabs(main, uploads, kept=kept,
                                             register_within=register_within), watching)
        door = Door(page, keys, cookie_of(settings), joined)
        config = uvicorn.Config(
            OwnPageOnly(door, address),
            log_level="critical",
            http=Connection,
            ws=Socket,
            ws_max_size=LARGEST,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        _tell(f"Scorepad: {_inviting(address, printed)}")
        server = uvicorn.Server(config)

        def end() -> None:
            server.should_exit = True

        def in_a_tab() -> None:
            # A key of its own: everybody on this machine can read a program's arguments.
            _open_browser(_inviting(address, keys.invite(own=True)))

        shown = AppWindow.open(_inviting(address, keys.invite(own=True)), settings.window) \
            if window and _may_open() else None
        if shown is None:
            in_a_tab()
        else:
            shown.when_closed(end, in_a_tab)
        try:
            with scratch_for_all():  # Flet copies what it serves into a temporary folder
                server.run(sockets=[listener])
        finally:
            if shown is not None:
                shown.close()


def _inviting(address: str, key: str) -> str:
    """Return the address that lets one browser in; no server and no log sees what follows the #."""
    return f"http://{address}/#{key}"


def _tell(line: str) -> None:
    """Print a line; do nothing where stdout is closed."""
    with suppress(OSError):
        print(line, flush=True)


def _device(request: "Request") -> str | None:
    """Return the device that the door has let in."""
    device: str | None = request.scope.get(DEVICE)
    return device


def _web_app(tabs: Callable[[Uploads], Tabs], more: Sequence["Route"] = ()) -> "ASGIApp":
    """Build an app like Flet's own, with our own handling of connections, and with our font among
    those that load before the first frame.

    A font of `page.fonts` comes later: the page would start in Roboto, without card suits, and
    jump. The formula fonts that Flet lists there, twenty requests, are left out. more: routes of
    other pages.
    """
    from flet_web.fastapi.flet_app_manager import app_manager
    from flet_web.fastapi.flet_static_files import FletStaticFiles
    from starlette.applications import Starlette
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Mount, Route, WebSocketRoute

    uploads = Uploads()
    opened: list[Tabs] = []

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        opened.append(tabs(uploads))
        try:
            yield
        finally:
            opened.pop().close()
            app_manager.delete_temp_dirs()  # the page's files are made there

    async def socket(websocket: "WebSocket") -> None:
        await Line(websocket, opened[0]).hold()

    async def font_manifest(_request: "Request") -> JSONResponse:
        return JSONResponse([{"family": family, "fonts": [{"asset": asset}]}
                             for family, asset in FONTS.items()])

    async def before_flutter(_request: "Request") -> Response:
        return Response(_script(), media_type="text/javascript")

    return Ways(Starlette(lifespan=lifespan, routes=[
        WebSocketRoute(SOCKET, socket),
        Route("/assets/FontManifest.json", font_manifest),
        Route(PYTHON, before_flutter),
        Route(f"{ADDRESS}{{ticket}}", uploads, methods=["PUT"]),
        *more,
        Mount("/", FletStaticFiles(
            assets_dir=str(ASSETS),
            app_name="Scorepad",
            app_description="A score sheet for German card tables",
            no_cdn=True,
        ))]))


def _script() -> str:
    """Return what the page runs before Flutter, with its words in every language."""
    title, *lines = GONE
    words = {language: {"title": t(title), "lines": [t(line) for line in lines]}
             for language in LANGUAGES for t in [Words(language)]}
    return "\n".join([
        (ASSETS / "languages.js").read_text("utf-8"),
        (ASSETS / "looks.js").read_text("utf-8"),
        f"const WORDS = {json.dumps(words, ensure_ascii=False)};",
        (ASSETS / "gone.js").read_text("utf-8")])


def _listen(port: int | None) -> socket.socket:
    if port is not None and not 0 <= port <= 65535:
        raise CannotServe(say("There is no port {port}: ports go from 1 to 65535.", port=port))
    try:
        return socket.create_server((HOST, port or 0))
    except PermissionError:
        raise CannotServe(say(
            "Port {port} is reserved. Choose one from 1024 up.", port=port)) from None
    except OSError:
        raise CannotServe(say(
            "Port {port} is taken. Choose another, or leave --port out.", port=port)) from None


def _open_browser(url: str) -> None:
    """Open `url` in the user's browser, if one may be opened."""
    if _may_open():
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _may_open() -> bool:
    """Return whether there is a display, and SCOREPAD_NO_BROWSER is not set. Without a display
    Python would start a text browser in this very terminal."""
    graphical = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name)
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"))
    return graphical and not os.environ.get("SCOREPAD_NO_BROWSER")
