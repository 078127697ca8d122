"""Flet's client for a real window, of the last version that came in a package, and a go-between
that lets it speak with the program.

``python -m tests.proof.older_client`` fetches it. Flet 1 frames what it says, the older client has
one MessagePack value after the other; besides, it draws nothing of what is inside a Semantics, so
that gets a Container there. It proves the start, the socket, keys in a real window and the end, and
not how the client of today draws.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import msgpack
from platformdirs import user_cache_path

VERSION = "0.82.2"
PACKED = "flet_desktop/app/flet-linux-amd64.tar.gz"
PLACE = user_cache_path("scorepad-tests") / f"flet-desktop-{VERSION}"
LIBRARIES = "apt-get install libgtk-3-0 libmpv2 libgstreamer-plugins-base1.0-0 libgl1 libegl1"

KEPT = ("_c", "_i", "_internals", "content", "expand", "visible", "key")
"""What a Container takes over from a Semantics."""


def client() -> Path:
    """The program, whether or not it is there."""
    return PLACE / "flet" / "flet"


def missing() -> str | None:
    """Why it cannot be started, None if it can."""
    if not client().exists():
        return "no older client of Flet: python -m tests.proof.older_client fetches it"
    if "not found" in subprocess.run(["ldd", client()], capture_output=True, text=True).stdout:
        return f"Flet's client lacks libraries: {LIBRARIES}"
    return None


def fetch() -> None:
    """Fetch it from the package index. Raises CalledProcessError where that does not work."""
    if client().exists():
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "download", "--no-deps", "-q", "-d", folder,
                        f"flet-desktop=={VERSION}"], check=True)
        [wheel] = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as files, files.open(PACKED) as packed, \
                tarfile.open(fileobj=packed) as unpacked:
            unpacked.extractall(Path(folder) / "client", filter="data")
        PLACE.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(Path(folder) / "client", PLACE)


# --- the go-between -------------------------------------------------------------------------------


def in_older_words(value: Any) -> Any:
    """What the older client draws in place of it."""
    if isinstance(value, list):
        return [in_older_words(each) for each in value]
    if not isinstance(value, dict):
        return value
    if value.get("_c") == "Semantics":
        value = {key: value[key] for key in KEPT if key in value} | {"_c": "Container"}
    return {key: in_older_words(each) for key, each in value.items()}


class Between:
    """Stands between the program at an address and the client at a socket; writes what the program
    says into a file."""

    def __init__(self, address: str, heard: Path) -> None:
        self.address, self.heard = address, heard.open("a", encoding="utf-8", buffering=1)

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hand on what both say until one of them has gone."""
        if self.address.startswith("tcp://"):
            host, _, port = self.address.removeprefix("tcp://").rpartition(":")
            theirs, ours = await asyncio.open_connection(host, int(port))
        else:
            theirs, ours = await asyncio.open_unix_connection(self.address)
        _done, waiting = await asyncio.wait(
            [asyncio.create_task(self.to_program(reader, ours)),
             asyncio.create_task(self.to_client(theirs, writer))],
            return_when=asyncio.FIRST_COMPLETED)
        for each in waiting:
            each.cancel()
        ours.close()
        writer.close()

    async def to_program(self, reader: asyncio.StreamReader, ours: asyncio.StreamWriter) -> None:
        said = msgpack.Unpacker(strict_map_key=False)
        while piece := await reader.read(1 << 16):
            said.feed(piece)
            for message in said:
                frame = b"\0" + msgpack.packb(message)
                ours.write(len(frame).to_bytes(4, "little") + frame)
            await ours.drain()

    async def to_client(self, theirs: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            length = int.from_bytes(await theirs.readexactly(4), "little")
            frame = await theirs.readexactly(length)
            if frame[0] == 0:
                message = msgpack.unpackb(frame[1:], strict_map_key=False)
                self.heard.write(f"{message}\n")
                writer.write(msgpack.packb(in_older_words(message)))
                await writer.drain()


async def go_between(heard: str, address: str, *more: str) -> int:
    """Start the client as Flet would, with a socket of its own; how it ended."""
    with tempfile.TemporaryDirectory() as folder:
        socket = Path(folder) / "socket"
        await asyncio.start_unix_server(Between(address, Path(heard)).meet, socket)
        started = await asyncio.create_subprocess_exec(client(), socket, *more)
        return await started.wait()


if __name__ == "__main__":
    if sys.argv[1:]:
        os._exit(asyncio.run(go_between(*sys.argv[1:])))
    fetch()
