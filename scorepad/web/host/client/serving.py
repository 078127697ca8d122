"""The page's files for a browser, which fetches each once: at the root, where it asks whether they
are still the same, and below a path that changes with the version."""

import gzip
import hashlib
from collections.abc import Mapping
from functools import partial
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import platformdirs

from scorepad.web.asgi import answer, header
from scorepad.web.host.client import flutter
from scorepad.web.host.client.flutter import GZIP, Files, Packing, packers, preferred

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

VERSIONED = "/client/"
"""The beginning of the paths that change with the version."""

INDEX, START = "index.html", "flutter_bootstrap.js"
"""The page, and what starts Flutter in it."""

FOREVER, ASKED = b"private, max-age=31536000, immutable", b"private, no-cache"
"""The time for which a browser keeps a file: for good, or until it was asked for again."""

TYPES = {".css": "text/css", ".html": "text/html; charset=utf-8", ".js": "text/javascript",
         ".json": "application/json", ".mjs": "text/javascript", ".otf": "font/otf",
         ".png": "image/png", ".ttf": "font/ttf", ".wasm": "application/wasm"}

PIECE = 64 * 1024
"""Bytes that are sent before it is waited until the browser has read them."""

HASH = 16
"""The number of digits of a hash that tell versions apart."""


class Client:
    """An ASGI app: the files of the page, and the page for every path that may be one of its own.

    installed: the folder of Flet's web client; own: our own files, or those in place of the
    client's; waits: whether browsers wait while something is compressed for the first time, for
    some seconds after an installation.
    """

    def __init__(self, installed: Path, own: Mapping[str, bytes], *, waits: bool) -> None:
        self._waits = waits
        self._version = _version_of(own)
        self._written: dict[str, tuple[bytes, bytes]] = {}
        self._sources: Files = {
            **flutter.as_they_are(installed, START, *flutter.QUICK),
            **flutter.flutter(installed),
            **flutter.as_they_are(installed, *flutter.SMALLER, *flutter.CANVASKIT, *flutter.OLDER),
            **{name: partial(bytes, content) for name, content in own.items()}}
        cache = platformdirs.user_cache_path("scorepad", appauthor=False)
        self._packing = Packing(self._sources, cache / f"client-{self._version}", packers())

    @property
    def base(self) -> str:
        """The path below which the files of this version lie."""
        return f"{VERSIONED}{self._version}/"

    def write(self, name: str, text: str) -> None:
        """Have another file, which is made at every start."""
        content = text.encode()
        self._written[name] = content, gzip.compress(content, 9, mtime=0)

    async def run(self) -> None:
        """Compress what is not yet."""
        await self._packing.run()

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["method"] not in ("GET", "HEAD"):
            await answer(send, 405, b"Only to read.")
            return
        name, kept = self._name_of(scope["path"])
        ways = preferred(header(scope, b"accept-encoding"))
        if name in self._written:
            plain, packed = self._written[name]
            way, content = (GZIP, packed) if GZIP in ways else ("", plain)
            mark = hashlib.sha256(plain).hexdigest()[:HASH]
        elif name in self._sources:
            way, content = await self._packing.sent(name, ways, wait=self._waits)
            mark = self._version
        else:
            await answer(send, 404, b"Not here.")
            return
        mark = f'"{mark}-{way}"'
        headers = [(b"cache-control", kept), (b"etag", mark.encode()),
                   (b"vary", b"accept-encoding")]
        if mark in header(scope, b"if-none-match"):
            await send({"type": "http.response.start", "status": 304, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return
        kind = TYPES.get(PurePosixPath(name).suffix, "application/octet-stream")
        headers += [(b"content-type", kind.encode()), (b"content-length", b"%d" % len(content))]
        if way:
            headers.append((b"content-encoding", way.encode()))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for at in range(0, max(1, len(content)), PIECE):
            await send({"type": "http.response.body", "body": content[at:at + PIECE],
                        "more_body": at + PIECE < len(content)})

    def _name_of(self, path: str) -> tuple[str, bytes]:
        """Return the name of the file at a path, and how long it is kept. What is asked for of
        another version is the file of this one, but for once."""
        name, kept = path.removeprefix("/"), ASKED
        if path.startswith(VERSIONED):
            asked, _slash, name = path.removeprefix(VERSIONED).partition("/")
            kept = FOREVER if asked == self._version else ASKED
        elif PurePosixPath(name).suffix in ("", ".html"):
            name = INDEX  # the page finds its way by itself
        return name, kept


def _version_of(own: Mapping[str, bytes]) -> str:
    """Return what changes with Flet's client, our own files, and what is made of both."""
    made = hashlib.sha256(version("flet-web").encode())
    made.update(Path(flutter.__file__).read_bytes())
    made.update(" ".join(sorted(flutter.glyphs_of_screens())).encode())
    for name, content in sorted(own.items()):
        made.update(name.encode() + content)
    return made.hexdigest()[:HASH]
