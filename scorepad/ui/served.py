"""The page: Flet served to a browser on this machine, and to nobody else."""

import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

import flet as ft

from scorepad.scratch import scratch_for_all
from scorepad.text import Message, say
from scorepad.ui import theme
from scorepad.ui.assets import ASSETS
from scorepad.ui.own_page import OwnPageOnly

if TYPE_CHECKING:
    import fastapi
    from starlette.types import ASGIApp

HOST = "127.0.0.1"

MOST_AT_ONCE = 101_000_000
"""Bytes of one message from the page: a whole file that is imported or restored comes in one, and
a backup may be larger than a document."""

FONTS = {
    theme.FONT: f"..{theme.FONTS[theme.FONT]}",
    "MaterialIcons": "fonts/MaterialIcons-Regular.otf",
    "Roboto": f"..{theme.FONTS[theme.FONT]}",
}
"""Family to file, seen from Flet's own folder of assets. Flutter falls back on Roboto."""

class GoneAway(logging.Filter):
    """Flet reports every closed browser tab as an error with a traceback; it is none. What it
    draws for one in the moment of the closing finds no queue of messages any more, and what it
    asked one for is answered with "closed" when the session's time has run out. What still works
    for one then, such as a check of the book, has nobody to show it to."""

    def filter(self, record: logging.LogRecord) -> bool:
        match record.exc_info and record.exc_info[1]:
            case AttributeError(name="put_nowait", obj=None):
                return False
            case RuntimeError(args=(
                    "Session closed" | "An attempt to fetch destroyed session.",)):
                return False
        return not record.getMessage().startswith("Receive loop error")


class CannotServe(Exception):
    """Why there is no page; `message` is a sentence for the user."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def serve(main: Callable[[ft.Page], None], *, port: int | None = None) -> None:
    """Serve `main` on `port`, or any free one, until Ctrl-C; print the address, open a browser.

    Raises CannotServe, and KeyboardInterrupt when the user has ended it.
    """
    if find_spec("flet_web") is None:
        raise CannotServe(say("The page needs the extra 'web': pip install 'scorepad[web]'"))
    import uvicorn

    for name in ("flet_web.fastapi", "flet", "asyncio", "concurrent.futures"):
        logging.getLogger(name).addFilter(GoneAway())
    # Listening before the address is printed: whoever reads it can connect.
    with _listen(port) as listener:
        address = f"{HOST}:{listener.getsockname()[1]}"
        config = uvicorn.Config(
            OwnPageOnly(_web_app(main), address),
            log_level="critical",
            ws="websockets-sansio",
            ws_max_size=MOST_AT_ONCE,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        print(f"Scorepad: http://{address}", flush=True)
        _open_browser(f"http://{address}")
        with scratch_for_all():  # Flet copies what it serves into a temporary folder
            uvicorn.Server(config).run(sockets=[listener])


def _web_app(main: Callable[[ft.Page], None]) -> "ASGIApp":
    """Flet's own app, but with our font among those that load before the first frame.

    A font of `page.fonts` comes later: the page would start in Roboto, without card suits, and
    jump. The formula fonts that Flet lists there, twenty requests, are left out.
    """
    from flet_web.fastapi import FastAPI, app

    page: fastapi.FastAPI = FastAPI(openapi_url=None)

    @page.get("/assets/FontManifest.json")
    def font_manifest() -> list[dict[str, object]]:
        return [{"family": family, "fonts": [{"asset": asset}]} for family, asset in FONTS.items()]

    page.mount(
        "/",
        app(
            main,
            assets_dir=str(ASSETS),
            app_name="Scorepad",
            app_description="A score sheet for German card tables",
            no_cdn=True,
        ),
    )
    return page


def _listen(port: int | None) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there it would let two programs share the port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port or 0))
        listener.listen()
    except OverflowError:
        listener.close()
        raise CannotServe(say(
            "There is no port {port}: ports go from 1 to 65535.", port=port)) from None
    except PermissionError:
        listener.close()
        raise CannotServe(say(
            "Port {port} is reserved. Choose one from 1024 on.", port=port)) from None
    except OSError:
        listener.close()
        raise CannotServe(say(
            "Port {port} is taken. Choose another, or leave --port out.", port=port)) from None
    return listener


def _open_browser(url: str) -> None:
    """Open `url` in the user's browser, unless SCOREPAD_NO_BROWSER is set.

    Without a display Python would start a text browser in this very terminal: rather none.
    """
    graphical = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name)
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"))
    if graphical and not os.environ.get("SCOREPAD_NO_BROWSER"):
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
