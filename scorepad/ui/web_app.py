"""The page as an app that a server runs: Flet's own client, our fonts, its sockets, and all other
routes."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from scorepad.i18n.message import LANGUAGES, N_
from scorepad.i18n.words import Words
from scorepad.server.keys import Keys
from scorepad.server.own_page import SOCKET, Ways
from scorepad.server.rooms import Rooms
from scorepad.server.uploads import ADDRESS, Uploads
from scorepad.storage import StorageFault
from scorepad.ui import theme
from scorepad.ui.assets import ASSETS
from scorepad.ui.connection import Line
from scorepad.ui.tabs import Tabs

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute
    from starlette.types import ASGIApp
    from starlette.websockets import WebSocket

LOOK_EVERY = 0.4
"""Seconds between two looks at who may still come in."""

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


def web_app(tabs: Callable[[Uploads], Tabs], keys: Keys, routes: "Sequence[BaseRoute]" = ()
            ) -> "ASGIApp":
    """Build an app like Flet's own, with our own handling of connections, and with our font among
    those that load before the first frame; routes: others that it has. It wants to be behind the
    door.

    A font of `page.fonts` comes later: the page would start in Roboto, without card suits, and
    jump. The formula fonts that Flet lists there, twenty requests, are left out.
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
        looking = asyncio.create_task(_look(keys, opened[0]))
        try:
            yield
        finally:
            looking.cancel()
            opened.pop().close()
            app_manager.delete_temp_dirs()  # the page's files are made there

    async def socket(websocket: "WebSocket") -> None:
        await Line(websocket, opened[0]).hold()

    async def font_manifest(_request: "Request") -> JSONResponse:
        return JSONResponse([{"family": family, "fonts": [{"asset": asset}]}
                             for family, asset in FONTS.items()])

    async def before_flutter(_request: "Request") -> Response:
        return Response(_script(), media_type="text/javascript")

    return Rooms(Ways(Starlette(lifespan=lifespan, routes=[
        *routes,
        WebSocketRoute(SOCKET, socket),
        Route("/assets/FontManifest.json", font_manifest),
        Route(PYTHON, before_flutter),
        Route(f"{ADDRESS}{{ticket}}", uploads, methods=["PUT"]),
        Mount("/", FletStaticFiles(
            assets_dir=str(ASSETS),
            app_name="Scorepad",
            app_description="A score sheet for German card tables",
            no_cdn=True,
        ))])))


async def _look(keys: Keys, tabs: Tabs) -> None:
    """Look again and again who may still come in, and close the tabs of all others."""
    changed = asyncio.Event()

    def told() -> None:
        tabs.loop.call_soon_threadsafe(changed.set)

    keys.listen(told)
    while True:
        with suppress(TimeoutError):
            await asyncio.wait_for(changed.wait(), LOOK_EVERY)
        if changed.is_set():
            changed.clear()
            tabs.look_who_is_welcome()
        else:
            with suppress(StorageFault):  # it may be back at the next look
                await asyncio.to_thread(keys.look)


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
