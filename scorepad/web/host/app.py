"""The page as an app that a server runs: Flet's client, our fonts, its sockets, other routes."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.i18n.message import LANGUAGES, N_
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.storage import StorageFault
from scorepad.system.files import ASSETS, FONT, FONT_FILE, pictures
from scorepad.web.access.keys import Keys
from scorepad.web.access.middleware import RoleMiddleware, who
from scorepad.web.access.origins import SOCKET, PathMiddleware
from scorepad.web.exchange import exchange_route
from scorepad.web.host.client import INDEX, LARGE, Client
from scorepad.web.host.connection import BrowserConnection
from scorepad.web.host.session_store import ADDRESS, Uploads
from scorepad.web.host.tabs import Tabs
from scorepad.web.watch.routes import watch_routes

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute
    from starlette.types import ASGIApp
    from starlette.websockets import WebSocket

LOOK_EVERY = 0.4
"""Seconds between two looks at who may still come in."""

OWN_FONT = f"..{FONT_FILE}"
FONTS = {FONT: OWN_FONT, "MaterialIcons": "fonts/MaterialIcons-Regular.otf",
         "Roboto": OWN_FONT}
"""Files by font family, seen from Flet's own assets folder. Flutter falls back on Roboto. No font
of the page has them once more: the client would ask for them again, one after the other."""

OWN = ("favicon.png", "manifest.json", "fonts/ScorepadSans.ttf", "fonts/NotoEmoji.woff2", "jsqr.js")
"""Our own files, besides the pictures."""

PYTHON = "python.js"
"""The script that Flet's page loads before Flutter, meant to run Python in the browser. Here Python
does not run there; what has to be done before Flutter starts is served instead."""

EARLY = ("assets/FontManifest.json", "assets/fonts/MaterialIcons-Regular.otf", FONT_FILE[1:])
"""Files that Flutter asks for once the whole program is there, one after the other: on a slow line
each would cost another way there and back."""

GONE = (
    N_("Scorepad does not answer"),
    N_("It was closed, or the connection is gone. Nothing that was saved is lost."),
    N_("As soon as it is back, this page continues by itself."))
"""The text of a page while the program is away: a title, and sentences below it."""


def web_app(tabs: Callable[[Uploads], Tabs], keys: Keys, routes: "Sequence[BaseRoute]" = (), *,
            waits: bool = False) -> "ASGIApp":
    """Build an app like Flet's own, with our own handling of connections and files; routes: others
    that it has; waits: as for `Client`. It belongs behind `AccessMiddleware`."""
    from starlette.applications import Starlette
    from starlette.routing import Mount, Route, WebSocketRoute

    uploads = Uploads()
    opened: list[Tabs] = []
    client = page_files(waits=waits)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        opened.append(tabs(uploads))
        beside = [asyncio.create_task(_look(keys, opened[0])), asyncio.create_task(client.run())]
        try:
            yield
        finally:
            for task in beside:
                task.cancel()
            opened.pop().close()

    async def socket(websocket: "WebSocket") -> None:
        await BrowserConnection(websocket, opened[0]).hold()

    return RoleMiddleware(PathMiddleware(Starlette(lifespan=lifespan, routes=[
        *routes,
        WebSocketRoute(SOCKET, socket),
        Route(f"{ADDRESS}{{ticket}}", uploads, methods=["PUT"]),
        Mount("/", client)])))


def page_files(*, waits: bool) -> Client:
    """Return the files of the page, with our font among those that load before the first frame;
    waits: as for `Client`.

    A font of `page.fonts` comes later: the page would start in Roboto, without card suits, and
    jump. The formula fonts that Flet lists there, twenty requests, are left out.
    """
    from flet_web import get_package_web_dir

    fonts = [{"family": family, "fonts": [{"asset": asset}]} for family, asset in FONTS.items()]
    installed = Path(get_package_web_dir())
    client = Client(installed, {
        "assets/FontManifest.json": json.dumps(fonts).encode(),
        **{name: (ASSETS / name).read_bytes() for name in (*OWN, *pictures())}}, waits=waits)
    # The icon comes with the page: as a file it would stand in line behind the whole client.
    page, icon, early = [(ASSETS / name).read_text("utf-8")
                         for name in ("page.html", "icon.svg", "early.js")]
    client.write(INDEX, page.replace("<!-- icon -->", icon).replace(
        "<!-- early -->", f"<script>\n{early.replace('BASE', json.dumps(client.base))}</script>"))
    client.write(PYTHON, _script(client.base, {
        name: (installed / name).stat().st_size for name in LARGE}))
    return client


async def _look(keys: Keys, tabs: Tabs) -> None:
    """Check again and again who may still come in, and close the tabs of all others."""
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
            tabs.note_who_is_here()
            with suppress(StorageFault):  # it may be back at the next look
                await asyncio.to_thread(keys.look)


def _script(base: str, sizes: Mapping[str, int]) -> str:
    """Return what the page runs before Flutter, with its words in every language; base: the path
    below which the client's files are kept for good; sizes: of its large files, in bytes."""
    title, *lines = GONE
    places = {"entrypointBaseUrl": base, "assetBase": base, "canvasKitBaseUrl": f"{base}canvaskit/"}
    words = {language: {"title": t(title), "lines": [t(line) for line in lines],
                        "starting": t("Scorepad is starting …")}
             for language in LANGUAGES for t in [Words(language)]}
    return "\n".join([
        f"Object.assign(flet, {json.dumps(places)});",
        f"for (const name of {json.dumps(EARLY)}) "
        "fetch(flet.assetBase + name, {priority: 'low'}).catch(() => null);",
        *[(ASSETS / name).read_text("utf-8") for name in (
            "languages.js", "breaks.js", "labels.js", "copying.js", "listening.js", "scanning.js",
            "keyboard.js", "looks.js")],
        f"const WORDS = {json.dumps(words, ensure_ascii=False)};",
        f"const SIZES = {json.dumps(sizes)};",
        (ASSETS / "starting.js").read_text("utf-8"),
        (ASSETS / "gone.js").read_text("utf-8")])


# --- the other routes ---------------------------------------------------------------------------


def routes(book: Callable[[], Service], keys: Keys, assets: Path,
           code: Callable[[], str] = str) -> "list[BaseRoute]":
    """Return all routes; book: opens the book as it is now, or raises `StorageFault`; keys: tell
    when a device is shut out; assets: the folder of icons and fonts; code: as in `watch_routes`."""
    pages, watching = watch_routes(book, _device, assets, _writes, code)
    keys.listen(watching.look_who_watches)
    return [exchange_route(book), *pages]


def _writes(request: "Request") -> bool:
    """Return whether the device that asks may use the app, as things are now."""
    visitor = who(request)
    return visitor is not None and visitor.role is not Role.WATCHER


def _device(request: "Request") -> str | None:
    """Return the device that asks, None for one that is not let in. A stream asks with every sign
    of life, as whoever holds one is here."""
    visitor = who(request)
    if visitor is None:
        return None
    visitor.note_here()
    return visitor.id
