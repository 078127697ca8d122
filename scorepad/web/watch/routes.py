"""The routes of the watcher's pages: only for those who have a key, and for reading alone."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.i18n.message import Message
from scorepad.paper.qr_code import qr_code
from scorepad.service import Service
from scorepad.storage import StorageFault
from scorepad.web.asgi import language_of
from scorepad.web.watch.parts import FILES, files_of, first_after, sentence_parts
from scorepad.web.watch.streams import Stream
from scorepad.web.watch.watching import UNREADABLE, Address, Watching, missing, the_one_sheet

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route
    from starlette.types import Receive, Scope, Send

Who = Callable[["Request"], str | None]
"""Returns the device that asks; None for one that may not watch."""

Writes = Callable[["Request"], bool]
"""Returns whether the device that asks may use the app, too."""

POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
          "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
          "frame-ancestors 'none'")

GUARDS = {"content-security-policy": POLICY}
PRIVATE = {**GUARDS, "cache-control": "no-store", "vary": "accept-language"}
STREAM = {**GUARDS, "content-type": "text/event-stream; charset=utf-8",
          "cache-control": "no-store, no-transform", "x-accel-buffering": "no"}
FOREVER = {**GUARDS, "cache-control": "private, max-age=31536000, immutable"}

LATER = 5
"""Seconds after which somebody who was refused may try again."""

QR_BORDER = 3
"""The width of the light border of a QR code, in dots."""

NUMBERS = 19
"""The most digits of a number that a client says."""


def watch_routes(find: Callable[[], Service], who: Who, assets: Path,
                 writes: Writes = lambda request: False,
                 code: Callable[[], str] = str) -> tuple[list["Route"], Watching]:
    """Return the routes below /watch, and what is watched there. find: as for `Watching`; who,
    writes: say who asks, and what else they may do, for every request; assets: the folder of icons
    and fonts; code: returns the address that lets others watch, empty for none, and may wait."""
    from starlette.middleware import Middleware
    from starlette.middleware.gzip import GZipMiddleware
    from starlette.routing import Route

    watching = Watching(find, files_of(assets))
    pages = Pages(watching, who, writes, code)
    one = "/watch/{id}"

    def route(path: str, endpoint: Callable[["Request"], Awaitable["Response"]]) -> Route:
        return Route(path, endpoint, middleware=[Middleware(GZipMiddleware, compresslevel=5)])

    def stream(path: str, kind: str) -> Route:
        return Route(path, Changes(pages, kind), methods=["GET"])

    routes = [
        route(f"{FILES}{{name}}", pages.file),
        route("/watch/code.svg", pages.code),
        route("/watch", pages.watch),
        stream("/watch/events", "evenings"),
        route("/watch/stars", pages.show("stars")),
        stream("/watch/stars/events", "stars"),
        route(one, pages.show("sheet")),
        stream(f"{one}/events", "sheet"),
        stream(f"{one}/before/{{before}}/events", "sheet"),
        route(f"{one}/settlement", pages.show("settlement")),
        stream(f"{one}/settlement/events", "settlement")]
    return routes, watching


class Changes:
    """An ASGI app: the streams of the changes of a kind of page."""

    def __init__(self, pages: "Pages", kind: str) -> None:
        self._pages, self._kind = pages, kind

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        await self._pages.stream(self._kind, scope, receive, send)


class Pages:
    """The answers to requests."""

    def __init__(self, watching: Watching, who: Who, writes: Writes,
                 code: Callable[[], str]) -> None:
        self._watching, self._who, self._writes, self._code = watching, who, writes, code
        self._files = {file.address: file for file in watching.files.values()}

    # --- pages --------------------------------------------------------------------------------

    async def watch(self, request: "Request") -> "Response":
        """Answer with the only sheet that is played now, or else with the list of evenings."""
        from starlette.responses import RedirectResponse

        if self._who(request) is None:
            return _refused()
        await self._watching.ask()
        if "list" not in request.query_params:
            try:
                if sheet := the_one_sheet(self._watching.service()):
                    return RedirectResponse(f"/watch/{sheet}", 303, PRIVATE)
            except (KeyError, StorageFault):
                pass  # then the page says so
        return self._page(request, Address("evenings"))

    def show(self, kind: str) -> Callable[["Request"], Awaitable["Response"]]:
        """Return what answers with pages of a kind."""
        async def answer(request: "Request") -> "Response":
            if self._who(request) is None:
                return _refused()
            await self._watching.ask()
            return self._page(request, _address(kind, request))
        return answer

    def _page(self, request: "Request", address: Address) -> "Response":
        from starlette.responses import HTMLResponse

        language = language_of(request.scope)
        try:
            return HTMLResponse(self._watching.page(address, language).whole(), headers=PRIVATE)
        except KeyError:
            return self._sentence(missing(address), language, 404)
        except StorageFault:
            return self._sentence(UNREADABLE, language, 503)

    def _sentence(self, said: Message, language: str, status: int) -> "Response":
        from starlette.responses import HTMLResponse

        templates = self._watching.templates(language)
        page = templates.page("Scorepad", sentence_parts(said, templates))
        again = {"refresh": str(LATER)} if status == 503 else {}
        return HTMLResponse(page, status, {**PRIVATE, **again})

    async def file(self, request: "Request") -> "Response":
        """Answer with a file that pages load."""
        from starlette.responses import PlainTextResponse, Response

        if self._who(request) is None:
            return _refused()
        file = self._files.get(request.url.path)
        if file is None:
            return PlainTextResponse("Not here.", 404, PRIVATE)
        return Response(file.content, 200, FOREVER, file.type)

    async def code(self, request: "Request") -> "Response":
        """Answer with the QR code by which others watch, for a screen at the wall."""
        from starlette.responses import PlainTextResponse, Response

        if self._who(request) is None:
            return _refused()
        try:
            address = await asyncio.to_thread(self._code)
        except StorageFault:
            return _busy()
        if not address:
            return PlainTextResponse("Not here.", 404, PRIVATE)
        return Response(_drawn(address), 200, PRIVATE, "image/svg+xml")

    # --- streams ------------------------------------------------------------------------------

    async def stream(self, kind: str, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request with the stream of the changes of a kind of page."""
        from starlette.requests import Request
        from starlette.responses import PlainTextResponse

        request, watching = Request(scope), self._watching
        device = self._who(request)
        if device is None:
            await _refused()(scope, receive, send)
            return
        language = language_of(request.scope)
        await watching.ask()
        try:
            page = watching.page(_address(kind, request), language)
        except KeyError:
            await PlainTextResponse("Not here.", 404, PRIVATE)(scope, receive, send)
            return
        except StorageFault:
            await _busy()(scope, receive, send)
            return
        seen = request.headers.get("last-event-id") or request.query_params.get("after", "")
        stream = Stream(device, page, _number(seen), lambda: self._who(request) == device,
                        lambda: self._writes(request))
        if request.method == "HEAD" or not watching.streams.hold(stream):
            await _busy()(scope, receive, send)
            return
        watching.begin()
        try:
            await stream.run(scope, receive, send, headers=[
                (name.encode(), value.encode()) for name, value in STREAM.items()])
        finally:
            watching.streams.let_go(stream)


def _drawn(address: str) -> str:
    """Return the QR code of an address as a picture, with its light border."""
    width, strokes = qr_code(address)
    dark = "".join(f"M{each.x} {each.y}h{each.length}v1h-{each.length}z" for each in strokes)
    edge, size = QR_BORDER, width + 2 * QR_BORDER
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-{edge} -{edge} {size} {size}" '
            f'shape-rendering="crispEdges"><path fill="#fff" d="M-{edge}-{edge}h{size}v{size}'
            f'h-{size}z"/><path d="{dark}"/></svg>')


def _address(kind: str, request: "Request") -> Address:
    told = request.path_params.get("before") or request.query_params.get("before", "")
    return Address(kind, request.path_params.get("id", ""),
                   first_after(_number(told)) if kind == "sheet" else 0)


def _number(told: str) -> int:
    """Return a whole number that a client says; 0 for anything else."""
    fits = told.isascii() and told.isdigit() and len(told) <= NUMBERS
    return int(told) if fits else 0


def _refused() -> "Response":
    from starlette.responses import PlainTextResponse

    return PlainTextResponse("Not without a key.", 401, PRIVATE)


def _busy() -> "Response":
    from starlette.responses import PlainTextResponse

    return PlainTextResponse("Not now.", 503, {**PRIVATE, "retry-after": str(LATER)})
