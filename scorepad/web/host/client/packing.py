"""Files that are compressed once for each installed version, and kept for all later starts."""

import asyncio
import gzip
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from scorepad.system.whole_files import make_folder, write_whole
from scorepad.web.host.client.flutter import Files

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


class Packing:
    """The files in each way in which they can be sent.

    sources: the files, in the order in which they are compressed; folder: where they are kept.
    Those of other versions beside it, whose names begin like its own, are thrown away; packers:
    what compresses, the best first.
    """

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
                made.set_result(await asyncio.to_thread(self._pack, *each))
        finally:
            for made in self._made.values():
                if not made.done():
                    made.set_result(None)
        await asyncio.to_thread(self._drop_others)

    async def sent(self, name: str, ways: list[str], *, wait: bool) -> tuple[str, bytes]:
        """Return the way in which a file is compressed, which is "" for none, and its content.

        ways: those that the client takes, the best first; wait: whether to wait for the quickest.
        """
        for way in ways:
            made = self._made.get((way, name))
            if made is None or not (made.done() or wait and way == ways[-1]):
                continue
            if (kept := await asyncio.shield(made)) is not None:
                with suppress(OSError):  # another version has thrown it away
                    return way, await asyncio.to_thread(kept.read_bytes)
        return "", await asyncio.to_thread(self._sources[name])

    def _pack(self, way: str, name: str) -> Path | None:
        """Return where a file is kept compressed, from an earlier time or from now on; None if
        that is nowhere, or not worth it."""
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
