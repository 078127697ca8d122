"""The pocket page, where it was made, offered beside the live one to everybody."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.web.asgi import TRANSPORT, answer

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message as Event, Receive, Scope, Send

POCKET = "/pocket/"
"""The path at which the page begins."""

WORKER = "sw.js"
"""The file that is there where there is a page."""

TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm",
         ".json": "application/json", ".ttf": "font/ttf", ".otf": "font/otf"}
"""Types of files that not every system knows."""

PRESSED = ".gz"
"""The ending of the compressed copy of a file."""

HEADERS = {"cache-control": "no-cache", "content-security-policy": "frame-ancestors 'none'"}
"""Every file is asked for again, mostly unchanged; what else its page may do, it says itself."""


def is_there(folder: Path | None) -> bool:
    """Return whether a folder holds the page."""
    return folder is not None and (folder / WORKER).is_file()


class PocketPage:
    """An ASGI app around another, which gets everything that is not for the page in a folder."""

    def __init__(self, app: "ASGIApp", folder: Path) -> None:
        self.app, self._folder = app, folder
        self._files: ASGIApp | None = None

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        path = scope.get("path", "")
        if scope["type"] != "http" or not f"{path}/".startswith(POCKET) \
                or not is_there(self._folder):
            await self.app(scope, receive, send)
        elif path == POCKET.rstrip("/"):
            await answer(send, 308, b"", (b"location", POCKET.encode()))
        else:
            if self._files is None:
                self._files = _files(self._folder)
            await self._files({**scope, "root_path": POCKET.rstrip("/")}, receive, send)


def _files(folder: Path) -> "ASGIApp":
    """Return an app that answers with the files of a folder, compressed where they lie there so,
    too, and with none whose name begins with a dot."""
    from starlette.datastructures import Headers
    from starlette.exceptions import HTTPException
    from starlette.staticfiles import StaticFiles

    class Files(StaticFiles):
        async def get_response(self, path: str, scope: "Scope") -> "Response":
            if any(part.startswith(".") for part in Path(path).parts):
                raise HTTPException(404)
            found = await super().get_response(path, scope)
            if path != "." and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
                with suppress(HTTPException):
                    packed = await super().get_response(f"{path}{PRESSED}", scope)
                    packed.headers["content-encoding"] = "gzip"
                    if "content-type" in found.headers:
                        packed.headers["content-type"] = found.headers["content-type"]
                    found = packed
            found.headers.update({**HEADERS, "vary": "accept-encoding"})
            if kind := TYPES.get(Path(path).suffix):
                found.headers["content-type"] = kind
            return found

    return _Answering(Files(directory=folder, html=True))


class _Answering:
    """An ASGI app around another whose refusals become answers. It is told of who has left when it
    sends, as of version 2.4, so that no task beside it, whose time nobody pays, has to watch."""

    def __init__(self, app: "ASGIApp") -> None:
        self.app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        from starlette.exceptions import HTTPException
        from starlette.requests import ClientDisconnect

        async def while_there(message: "Event") -> None:
            if (transport := scope.get(TRANSPORT)) is not None and transport.is_closing():
                raise ClientDisconnect
            await send(message)

        try:
            with suppress(ClientDisconnect):
                await self.app({**scope, "asgi": {"version": "3.0", "spec_version": "2.4"}},
                               receive, while_there)
        except HTTPException as fault:
            await answer(send, fault.status_code, b"")
