"""The files of Flet's web client that a page needs, compressed once and kept, and how a browser
gets them: each once.

A browser chooses by itself between script and WebAssembly, and takes the drawing library for it. At
the root it asks whether a file is still the same; below a path that changes with the version it
need not.
"""

import asyncio
import gzip
import hashlib
import io
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from threading import Thread
from typing import TYPE_CHECKING

import platformdirs

from scorepad.system.files import make_folder, write_whole
from scorepad.web.asgi import answer, header

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

Files = Mapping[str, Callable[[], bytes]]
"""The reader of each file, by the file's name in the page."""

MAIN = "main.dart.js"
CANVASKIT = ("canvaskit/canvaskit.js", "canvaskit/canvaskit.wasm")
"""The drawing library that works in every browser."""

QUICK = ("main.dart.wasm", "canvaskit/skwasm.wasm", "main.dart.mjs", "canvaskit/skwasm.js")
"""The client as WebAssembly with its own drawing library, which Chromium takes."""

SMALLER = ("canvaskit/chromium/canvaskit.wasm", "canvaskit/chromium/canvaskit.js")
"""The drawing library without tables of how the world writes: Firefox and Safari take it once they
are told where lines break, and so does a Chromium without a graphics card."""

OLDER = ("canvaskit/skwasm_heavy.wasm", "canvaskit/skwasm_heavy.js")
"""The library for a Chromium that lacks a part of what the quick one asks of it."""

LARGE = (MAIN, *[name for name in (*QUICK, *SMALLER, *CANVASKIT, *OLDER)
                 if name.endswith(".wasm")])
"""The files that take long to load on a slow line; a browser takes two of them."""

OTHERS = ("assets/AssetManifest.bin", "assets/AssetManifest.bin.json", "assets/NOTICES",
          "assets/packages/wakelock_plus/assets/no_sleep.js")
"""All else; the formula fonts and the media player are left out."""

SHADERS = "assets/shaders"
ICONS = "assets/fonts/MaterialIcons-Regular.otf"

SCREENS = Path(__file__).parents[2] / "ui"
NAMED = re.compile(r"\bft\.Icons\.([A-Z][A-Z0-9_]*)")
STYLES = {"_OUTLINED": "_outlined", "_ROUNDED": "_rounded", "_SHARP": "_sharp"}
PLAIN = "_baseline"
"""The ending of a glyph's name for an icon whose name has none of those endings."""

MADE = re.compile(r'([A-Za-z]\.\w+)=new A\.\w+\((\d+),"MaterialIcons"')
"""An icon in the client: the name that it has there, and its character."""

MENTIONED = re.compile(r"\b[A-Za-z]\.\w+\b")
LISTED = 2
"""The mentions in the client of an icon that none of its own controls shows: where it is made, and
in the list of all that an app may name."""


def installed_client() -> Path | None:
    """Return the folder of Flet's web client, None if it is not installed."""
    spec = find_spec("flet_web")
    return Path(spec.origin).parent / "web" if spec is not None and spec.origin else None


def flutter(client: Path) -> dict[str, Callable[[], bytes]]:
    """Return Flutter's files, but for the drawing libraries and for what starts it; the font of
    icons has only those that can come to be seen."""
    shaders = sorted(path.relative_to(client).as_posix() for path in (client / SHADERS).iterdir())
    return {**as_they_are(client, MAIN, *OTHERS, *shaders), ICONS: partial(icons, client)}


def as_they_are(folder: Path, *names: str) -> dict[str, Callable[[], bytes]]:
    """Return what reads files of a folder, by their names in it."""
    return {name: (folder / name).read_bytes for name in names}


def icons(client: Path) -> bytes:
    """Return the font of icons with those that our screens name and the client's controls show.
    They are a hundredth of all; where the screens cannot be read, it is all. An icon with two names
    is kept in any case, for the client lists it twice. Takes a second."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    if not (named := glyphs_of_screens()):
        return (client / ICONS).read_bytes()
    font = TTFont(client / ICONS, lazy=True, recalcTimestamp=False)
    characters = {name: each for each, name in font.getBestCmap().items()}
    wanted = {*_shown_by_client((client / MAIN).read_text("utf-8")),
              *[characters[glyph] for glyph in named if glyph in characters]}
    subsetter = Subsetter(Options(hinting=False, glyph_names=False))
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    made = io.BytesIO()
    font.save(made)
    return made.getvalue()


def glyphs_of_screens() -> set[str]:
    """Return the names in the font of all icons that our screens name."""
    return {_glyph(name) for path in SCREENS.rglob("*.py")
            for name in NAMED.findall(path.read_text("utf-8"))}


def _glyph(name: str) -> str:
    for ending, style in STYLES.items():
        if name.endswith(ending):
            return name.removesuffix(ending).lower() + style
    return name.lower() + PLAIN


def _shown_by_client(script: str) -> Iterator[int]:
    """Yield the characters of the icons that the client's own controls show; of all that it has if
    its script cannot be read like that."""
    made = {name: int(character) for name, character in MADE.findall(script)}
    mentioned = Counter(name for name in MENTIONED.findall(script) if name in made)
    shown = {made[name] for name, times in mentioned.items() if times > LISTED}
    yield from shown or made.values()


GZIP, BROTLI = "gzip", "br"
"""Ways to compress, by the names that browsers give them. They take Brotli over TLS and from their
own machine only."""

QUALITY = 9
"""With 11, Brotli makes a seventh less of it, and takes ten times as long."""

WINDOW = 24
"""Its reach, in bits."""

PICTURE, WORTH_IT = ".png", 1000
"""The ending of what is compressed already, and the fewest bytes that are."""


def packers() -> dict[str, Callable[[bytes], bytes]]:
    """Return what compresses, the best first."""
    found: dict[str, Callable[[bytes], bytes]] = {GZIP: partial(gzip.compress, compresslevel=9,
                                                                mtime=0)}
    try:
        import brotli
    except ImportError:  # there may be none for this machine
        return found
    return {BROTLI: partial(brotli.compress, quality=QUALITY, lgwin=WINDOW), **found}


def preferred(accepted: str) -> list[str]:
    """Return the ways to compress that an Accept-Encoding header allows, the best first."""
    allowed = {name.strip().lower() for each in accepted.split(",")
               for name, _semicolon, quality in [each.partition(";")]
               if quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")}
    return [name for name in (BROTLI, GZIP) if name in allowed]


async def _aside(act: Callable[[], Path | None]) -> Path | None:
    """Return what `act` does on a thread for which the end of the program does not wait: a large
    file takes half a minute where the machine has much else to do."""
    made: Future[Path | None] = Future()
    made.set_running_or_notify_cancel()

    def run() -> None:
        try:
            made.set_result(act())
        except Exception as fault:  # noqa: BLE001 - handed to whoever waits
            made.set_exception(fault)

    Thread(target=run, name="packing", daemon=True).start()
    return await asyncio.wrap_future(made)


class Packing:
    """The files in each way in which they can be sent. sources: the files, in the order in which
    they are compressed; folder: where they are kept. Those of other versions beside it, whose names
    begin like its own, are thrown away; packers: what compresses, the best first."""

    def __init__(self, sources: Files, folder: Path,
                 packers: Mapping[str, Callable[[bytes], bytes]]) -> None:
        self._sources, self._folder, self._packers = sources, folder, packers
        self._made: dict[tuple[str, str], asyncio.Future[Path | None]] = {}

    async def run(self) -> None:
        """Compress all that is not kept yet, in the quickest way first."""
        loop = asyncio.get_running_loop()
        self._made = {(way, name): loop.create_future() for way in reversed([*self._packers])
                      for name in self._sources}
        try:
            for each, made in self._made.items():
                made.set_result(await _aside(partial(self._pack, *each)))
        finally:
            for made in self._made.values():
                if not made.done():
                    made.set_result(None)
        await asyncio.to_thread(self._drop_others)

    async def sent(self, name: str, ways: list[str], *, wait: bool) -> tuple[str, bytes]:
        """Return how a file is compressed, "" for not at all, and its content. ways: those the
        client takes, the best first; wait: whether to wait for the quickest."""
        for way in ways:
            made = self._made.get((way, name))
            if made is None or not (made.done() or wait and way == ways[-1]):
                continue
            if (kept := await asyncio.shield(made)) is not None:
                with suppress(OSError):  # another version has thrown it away
                    return way, await asyncio.to_thread(kept.read_bytes)
        return "", await asyncio.to_thread(self._sources[name])

    def _pack(self, way: str, name: str) -> Path | None:
        """Return where a file is kept compressed; None if that is nowhere, or not worth it."""
        kept = self._folder / f"{name.replace('/', '_')}.{way}"
        if kept.exists():
            return kept
        content = self._sources[name]()
        if name.endswith(PICTURE) or len(content) < WORTH_IT:
            return None
        try:
            make_folder(self._folder)
            write_whole(kept, self._packers[way](content))
        except OSError:
            return None
        return kept

    def _drop_others(self) -> None:
        beginning = f"{self._folder.name.rpartition('-')[0]}-"
        with suppress(OSError):
            for each in self._folder.parent.iterdir():
                if each.name.startswith(beginning) and each != self._folder:
                    shutil.rmtree(each, ignore_errors=True)


# --- for a browser --------------------------------------------------------------------------------

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
            **as_they_are(installed, START, *QUICK),
            **flutter(installed),
            **as_they_are(installed, *SMALLER, *CANVASKIT, *OLDER),
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
        """Return the name of the file at a path, and how long it is kept. A request for another
        version gets this version's file, not kept for good."""
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
    made.update(Path(__file__).read_bytes())
    made.update(" ".join(sorted(glyphs_of_screens())).encode())
    for name, content in sorted(own.items()):
        made.update(name.encode() + content)
    return made.hexdigest()[:HASH]
