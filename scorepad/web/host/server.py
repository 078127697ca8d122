"""The page: Flet served to a browser on this machine, and to nobody else."""

import errno
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING

import flet as ft

from scorepad.config import Settings
from scorepad.i18n.message import Fault, read_out, say
from scorepad.service.one_book import OneBook
from scorepad.storage.register import InFile, Register
from scorepad.system.assets import ASSETS
from scorepad.system.scratch import scratch_for_all
from scorepad.web import limits
from scorepad.web.access.keys import Keys, cookie_of, place_of_keys
from scorepad.web.access.middleware import AccessMiddleware, AccessPolicy
from scorepad.web.access.origins import SameOriginMiddleware, here_only
from scorepad.web.access.peers import Network
from scorepad.web.host import log
from scorepad.web.host.app import routes, web_app
from scorepad.web.host.app_window import AppWindow
from scorepad.web.host.tabs import Tabs

if TYPE_CHECKING:
    from starlette.types import ASGIApp
    from uvicorn import Server

HOST = "127.0.0.1"

SLICE = 0.0001
"""Seconds for which a thread may keep Python for itself while another waits: everybody who plays
waits for the one, and what other books exchange is read on others."""


class CannotServe(Fault):
    """Raised when there is no page; `message` is a sentence for the user."""


def serve(main: Callable[[ft.Page], None], settings: Settings, *, port: int | None = None,
          kept: float = limits.AWAY_SECONDS, register_within: float = limits.REGISTER_SECONDS,
          window: bool = False, book: OneBook | None = None) -> None:
    """Serve `main` on `port`, or on any free one, until Ctrl-C; print the address and open a
    browser. With `window`, open it as a window of its own if that can be, and end with it.

    An address lets one browser in; when it is used, another is printed for another browser. kept:
    seconds for which a closed tab may come back; register_within: seconds that a page has to
    register; book: the one that `main` shows, for who only watches.

    Raises CannotServe, and KeyboardInterrupt when the user has ended it.
    """
    refuse_without_web()
    register = InFile(place_of_keys(settings))
    keys = Keys(register, settings.author)
    tell_of(register, settings.language)
    # Listening before the address is printed: whoever reads it can connect.
    with listening(HOST, port or 0) as listener:
        number = listener.getsockname()[1]
        address = f"{HOST}:{number}"
        printed = keys.invite()

        def joined() -> None:
            nonlocal printed
            if not keys.waits(printed):
                printed = keys.invite()
                print_line(read_out(say("For another browser: {address}",
                                  address=_inviting(address, printed)), settings.language))

        shared = book or OneBook(settings)
        page = web_app(lambda uploads: Tabs(main, uploads, kept=kept, reach=shared.reach,
                                            register_within=register_within), keys,
                       routes(shared.service, keys, ASSETS))
        guarded = AccessMiddleware(page, keys, AccessPolicy(cookie_of(settings)), joined)
        server = server_of(SameOriginMiddleware(guarded, here_only(number)))
        print_line(f"Scorepad: {_inviting(address, printed)}")

        def end() -> None:
            server.should_exit = True

        def in_a_tab() -> None:
            # A key of its own: everybody on this machine can read a program's arguments.
            open_browser(_inviting(address, keys.invite(own=True)))

        shown = AppWindow.open(_inviting(address, keys.invite(own=True)), settings.window) \
            if window and _may_open() else None
        if shown is None:
            in_a_tab()
        else:
            shown.when_closed(end, in_a_tab)
        try:
            run(server, listener)
        finally:
            if shown is not None:
                shown.close()


def refuse_without_web() -> None:
    """Raise CannotServe where the packages are missing that serve a page."""
    if find_spec("flet_web") is None:
        raise CannotServe(say("The page needs the extra 'web': pip install 'scorepad[web]'"))


def server_of(app: "ASGIApp", proxies: Sequence[Network] = ()) -> "Server":
    """Return the server of an app, which does not run yet; proxies: those before it."""
    import uvicorn

    from scorepad.web.host.protocols import Connections, make_room, uvicorn_options

    log.quieten()
    class Queueing(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            for each in sockets or ():
                each.listen(limits.QUEUE)

    return Queueing(uvicorn.Config(app, **uvicorn_options(Connections(make_room(), proxies))))


def run(server: "Server", listener: socket.socket) -> None:
    """Serve on a socket until Ctrl-C, or until the server is told to end; raises
    KeyboardInterrupt."""
    sys.setswitchinterval(SLICE)
    with scratch_for_all():  # for whatever packages leave in a temporary folder
        server.run(sockets=[listener])


def _inviting(address: str, key: str) -> str:
    """Return the address that lets one browser in; no server and no log sees what follows the #."""
    return f"http://{address}/#{key}"


def tell_of(register: Register, language: str) -> None:
    """Say on stderr that a register was set aside, if it was."""
    if isinstance(register, InFile) and register.aside is not None:
        print(read_out(register.aside, language), file=sys.stderr)


def print_line(line: str) -> None:
    """Print a line; do nothing where stdout is closed."""
    with suppress(OSError):
        print(line, flush=True)


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address of this machine; port: 0 for any free one. Raises
    CannotServe."""
    if not 0 <= port <= 65535:
        raise CannotServe(say("There is no port {port}: ports go from 1 to 65535.", port=port))
    try:
        return socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except PermissionError:
        raise CannotServe(say(
            "Port {port} is reserved. Choose one from 1024 up.", port=port)) from None
    except OSError as fault:
        if fault.errno != errno.EADDRINUSE:
            raise CannotServe(say(
                "{host} is no address of this machine.", host=host)) from None
        raise CannotServe(say(
            "Port {port} is taken. Choose another, or leave --port out.", port=port)) from None


def open_browser(url: str) -> None:
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
