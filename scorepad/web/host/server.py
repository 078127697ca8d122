"""The page: Flet served to a browser on this machine, and to nobody else; its window and log."""

import errno
import logging
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import flet as ft

from scorepad.config import Settings
from scorepad.i18n.message import Fault, read_out, say
from scorepad.service.one_book import OneBook
from scorepad.storage.register import InFile, Register
from scorepad.system.files import ASSETS, make_folder, scratch_for_all
from scorepad.system.steps import keep_together
from scorepad.web.access.keys import Keys
from scorepad.web.access.middleware import AccessMiddleware, AccessPolicy
from scorepad.web.access.origins import Network, SameOriginMiddleware, here_only
from scorepad.web.access.visitors import cookie_of, place_of_keys
from scorepad.web.host.app import routes, web_app
from scorepad.web.host.door import make_room
from scorepad.web.host.tabs import Tabs

if TYPE_CHECKING:
    from starlette.types import ASGIApp
    from uvicorn import Server


EVERY = 60.0
"""Seconds between two lines of one kind."""

KINDS = 500
"""Kinds that are remembered; beyond, all are forgotten."""


class GoneAway(logging.Filter):
    """A filter that drops log records about closed tabs, which Flet wrongly reports as errors. What
    is drawn while a tab closes finds no message queue any more; a call that waits for the tab's
    answer ends with "closed" when its session has run out; and work that still runs then, such as a
    check of the book, finds no session to show its result."""

    def filter(self, record: logging.LogRecord) -> bool:
        match record.exc_info and record.exc_info[1]:
            case AttributeError(name="put_nowait", obj=None):
                return False
            case RuntimeError(args=(
                    "Session closed" | "An attempt to fetch destroyed session.",)):
                return False
        return not record.getMessage().startswith("Receive loop error")


class OnceAMinute(logging.Filter):
    """A filter that lets through one record of a kind a minute, with the number of those before it
    that it did not. A kind is what is said, without the values in it, and what was raised where."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[object, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if len(self._kinds) > KINDS:
            self._kinds.clear()
        kind, now = _kind_of(record), time.monotonic()
        since, others = self._kinds.get(kind, (float("-inf"), 0))
        if now - since < EVERY:
            self._kinds[kind] = since, others + 1
            return False
        self._kinds[kind] = now, 0
        if others:
            record.msg = f"{record.getMessage()} (and {others} more of this kind before)"
            record.args = ()
        return True


def _kind_of(record: logging.LogRecord) -> object:
    raised = record.exc_info[1] if record.exc_info else None
    trace = raised.__traceback__ if raised else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = (trace.tb_frame.f_code, trace.tb_lineno) if trace else None
    return record.name, str(record.msg), type(raised), place


def quieten() -> None:
    """Filter what the libraries say that serve the page."""
    kinds = OnceAMinute()
    for name in ("flet", "asyncio", "concurrent.futures", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.addFilter(GoneAway())
        logger.addFilter(kinds)


SIZE = (1180, 820)
"""Width and height of the window when it opens."""

FAREWELL = 5.0
"""Seconds that the browser has to close when the program ends first."""

ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
           "microsoft-edge", "microsoft-edge-stable")
"""The names of the browsers' programs where programs are found by name."""

ON_WINDOWS = (r"Google\Chrome\Application\chrome.exe", r"Microsoft\Edge\Application\msedge.exe",
              r"Chromium\Application\chrome.exe")
"""Their places in the folders of programs."""

ON_MAC = ("Google Chrome", "Microsoft Edge", "Chromium")
"""The names of their applications."""


def find_browser(platform: str = sys.platform,
                 environ: Mapping[str, str] = os.environ) -> str | None:
    """Return an installed browser that can show such a window, None for none."""
    return next(_installed(platform, environ), None)


def _installed(platform: str, environ: Mapping[str, str]) -> Iterator[str]:
    if platform == "win32":
        folders = [environ[name] for name in ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData")
                   if environ.get(name)]
        yield from [str(path) for place in ON_WINDOWS for folder in folders
                    if (path := Path(folder, *place.split("\\"))).is_file()]
    elif platform == "darwin":
        home = Path(environ.get("HOME", "/"))
        yield from [str(path) for name in ON_MAC for root in (Path("/"), home)
                    if (path := root / "Applications" / f"{name}.app/Contents/MacOS"
                        / name).is_file()]
    else:
        found = [shutil.which(name, path=environ.get("PATH", os.defpath)) for name in ON_PATH]
        yield from filter(None, found)


class AppWindow:
    """A window that a browser shows."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process

    @classmethod
    def open(cls, url: str, profile: Path) -> "AppWindow | None":
        """Open the window; None if no browser for it is installed or it does not start. profile:
        the folder in which the browser keeps what belongs to this window alone. With one of its own
        it does not hand the page over to a browser that already runs."""
        browser = find_browser()
        if browser is None:
            return None
        try:
            make_folder(profile)
            return cls(subprocess.Popen(
                [browser, f"--app={url}", f"--user-data-dir={profile}",
                 f"--window-size={SIZE[0]},{SIZE[1]}", "--class=Scorepad", "--no-first-run",
                 "--no-default-browser-check"],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                start_new_session=True))
        except OSError:
            return None

    def when_closed(self, closed: Callable[[], object], failed: Callable[[], object]) -> None:
        """Call, on a thread, `closed` once the window is, or `failed` if the browser fails."""
        def wait() -> None:
            (failed if self._process.wait() else closed)()

        threading.Thread(target=wait, daemon=True).start()

    def close(self) -> None:
        """Close the window, if it is still open."""
        if self._process.poll() is None:
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(FAREWELL)


HOST = "127.0.0.1"

SLICE = 0.0001
"""Seconds for which a thread may keep Python for itself while another waits: everybody who plays
waits for one thread, while exchanges with other books are read on others."""


class CannotServe(Fault):
    """Raised when there is no page; `message` is a sentence for the user."""


def serve(main: Callable[[ft.Page], None], settings: Settings, *, port: int | None = None,
          window: bool = False, book: OneBook | None = None) -> None:
    """Serve `main` on `port`, or on any free one, until Ctrl-C; print the address and open a
    browser. With `window`, open it as a window of its own if that can be, and end with it.

    An address lets one browser in; when it is used, another is printed for another browser. book:
    the one that `main` shows, for those who only watch.

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
        page = web_app(lambda uploads: Tabs(main, uploads, reach=shared.reach), keys,
                       routes(shared.service, keys, ASSETS))
        guarded = AccessMiddleware(page, keys, AccessPolicy(cookie_of(settings)), joined)
        server = server_of(SameOriginMiddleware(guarded, here_only(number)), guarded.device_in)
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


def server_of(app: "ASGIApp", device_in: Callable[[bytes], str], proxies: Sequence[Network] = ()
              ) -> "Server":
    """Return the server of an app, which does not run yet. device_in: returns the device whose key
    stands at the beginning of a request, empty for none; proxies: those before it."""
    import uvicorn

    from scorepad.web.host.protocols import Connections, Served, uvicorn_options

    quieten()
    connections = Connections(make_room(), proxies, device_in)
    return Served(uvicorn.Config(app, **uvicorn_options(connections)), connections.budgets)


def run(server: "Server", listener: socket.socket) -> None:
    """Serve on a socket until the server is told to end, or KeyboardInterrupt is raised."""
    sys.setswitchinterval(SLICE)
    keep_together()
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
    """Return a socket that listens; port: 0 for any free one. Raises CannotServe."""
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
