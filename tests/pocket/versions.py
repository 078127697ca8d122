"""Versions of the page on a host, uploaded file by file, and what a phone has of them."""

import hashlib
import io
import json
import os
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Error, Page

from scorepad.pocket.making import LATER, RENDERERS
from scorepad.pocket.wheels import zipped
from tests.pocket.phone import FOLDER, Files, Host

LISTED = re.compile(r"^const FILES = (\{.*?\});$", re.S | re.M)
LIST = "sw.js"
SMALL = 200_000
"""Bytes of a file of which another version is quickly made and fetched."""

NOT_YET = {*LATER, *chain(*RENDERERS.values())} - {*RENDERERS["full"]}
"""The files that a phone may lack where no page has said how its browser draws."""

Version = Mapping[str, bytes]
"""The files of a page by their names; those that differ from the first one share the rest."""

ASK = """
    async () => {
        const script = "/FOLDER/sw.js", scope = "/FOLDER/";
        const registration = await navigator.serviceWorker.register(
            script, {scope, updateViaCache: "none"});
        await fetch("/FOLDER/sw.js", {cache: "reload"}).catch(() => null);
        await registration.update().catch(() => null);
        const coming = registration.installing;
        const ends = ["activated", "redundant", ...(registration.active ? ["installed"] : [])];
        if (coming) await new Promise(done => {
            const look = () => ends.includes(coming.state) && done();
            coming.addEventListener("statechange", look);
            look();
        });
        return !!registration.waiting;
    }
""".replace("FOLDER", FOLDER)
"""What the page does at its start: asks for a newer version, until it is there or refused. True if
one waits to be taken."""

TAKE = """
    async () => {
        const registration = await navigator.serviceWorker.getRegistration("/FOLDER/");
        const coming = registration.waiting;
        if (!coming) return;
        const done = new Promise(done => coming.addEventListener(
            "statechange", () => coming.state === "activated" && done()));
        coming.postMessage("take over");
        await done;
    }
""".replace("FOLDER", FOLDER)
"""What its user's tap does."""

HASHES = """
    async names => {
        if (!navigator.serviceWorker.controller) return {};
        const hashed = async name => {
            const answer = await fetch("/FOLDER/" + name);
            if (!answer.ok) return `${answer.status}`;
            const digest = await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
            return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, "0"))
                .join("").slice(0, 16);
        };
        const found = {};
        for (const name of names)
            found[name] = await hashed(name).catch(fault => `${fault}`);
        return found;
    }
""".replace("FOLDER", FOLDER)
"""The hash of every file as the phone answers for it; of none where it has no version yet."""


class Uploaded(Host):
    """A host that tells of every file it is asked for, before it sends it. Nothing that it sends
    stays in a browser but what the page itself keeps."""

    def __init__(self, root: Path) -> None:
        self.asked: Callable[[str], None] = lambda name: None
        host = self

        class Telling(Files):
            def do_GET(self) -> None:
                host.asked(self.path.removeprefix(f"/{FOLDER}/"))
                super().do_GET()

            def end_headers(self) -> None:
                self.send_header("cache-control", "no-store")
                super().end_headers()

        self.files = Telling
        super().__init__(root)

    @property
    def page(self) -> Path:
        """The folder of the page."""
        return self.root / FOLDER

    def lacks(self, version: Version) -> list[str]:
        """The names of files that are not yet as in a version."""
        there = first(self.page)
        return sorted(name for name in there.keys() | version.keys()
                      if there.get(name) != version.get(name))

    def offers(self, versions: Sequence[Version]) -> int | None:
        """The number of the version that its list names, if all of its files are there."""
        there = first(self.page)
        for number, version in enumerate(versions):
            if version[LIST] == there.get(LIST) \
                    and all(there.get(name) == version[name] for name in listed(version)):
                return number
        return None

    def put(self, version: Version, names: Sequence[str]) -> None:
        """Upload some of the files of a version, in this order; what it has not goes."""
        for name in names:
            if name in version:
                (self.page / name).write_bytes(version[name])
            else:
                (self.page / name).unlink(missing_ok=True)


class Dated(Host):
    """A host that goes by the dates of files, as Python's does, or by their dates and sizes
    alone, as nginx does."""

    def __init__(self, root: Path, by_size: bool) -> None:
        class Known(Files):
            def send_head(self) -> Any:
                path = Path(self.translate_path(self.path))
                if not by_size or not path.is_file():
                    return super().send_head()
                del self.headers["If-Modified-Since"]
                about = path.stat()
                self.tag = f'"{int(about.st_mtime):x}-{about.st_size:x}"'
                if self.headers["If-None-Match"] != self.tag:
                    return super().send_head()
                self.send_response(304)
                self.end_headers()
                return None

            def end_headers(self) -> None:
                if by_size and hasattr(self, "tag"):
                    self.send_header("etag", self.tag)
                super().end_headers()

        self.files = Known
        super().__init__(root)

    def unpack(self, version: Version, dated: bool) -> None:
        """Unpack a version from its zip over what is there, or copy it; dated: the former."""
        page = self.root / FOLDER
        with zipfile.ZipFile(io.BytesIO(zipped(version, dated=dated))) as archive:
            for about in archive.infolist():
                (page / about.filename).write_bytes(archive.read(about))
                if dated:
                    date = datetime(*about.date_time).timestamp()
                    os.utime(page / about.filename, (date, date))


def first(page: Path) -> dict[str, bytes]:
    """The version that lies on the host."""
    return {path.relative_to(page).as_posix(): path.read_bytes()
            for path in page.rglob("*") if path.is_file()}


def listed(version: Version) -> dict[str, str]:
    """The hashes of its files, as its list says them."""
    return {name: digest for name, (digest, *_) in _list(version).items()}


def _list(version: Version) -> dict[str, Any]:
    found = LISTED.search(version[LIST].decode())
    assert found
    files: dict[str, Any] = json.loads(found[1])
    return files


def next_version(version: Version, number: int, rng: Random) -> dict[str, bytes]:
    """Another one: some files differ, one goes, one comes, and the list says all of it."""
    new, files = dict(version), _list(version)
    small = [name for name in files if len(version[name]) < SMALL and name != "index.html"
             and not name.startswith("of-version-")]
    for name in ("index.html", *rng.sample(small, 3)):
        new[name] = b"/* %d */" % number + version[name].split(b"*/", 1)[-1] \
            if name.endswith((".js", ".css")) else version[name] + b"\n"
        files[name] = _entry(new[name])
    for name in [name for name in files if name.startswith("of-version-")]:
        del files[name], new[name]
    name = f"of-version-{number}.txt"
    new[name] = b"%d" % number
    files[name] = _entry(new[name])
    script = version[LIST].decode()
    found = LISTED.search(script)
    assert found
    new[LIST] = script.replace(found[1], json.dumps(files)).encode()
    return new


def _entry(content: bytes) -> list[Any]:
    return [hashlib.sha256(content).hexdigest()[:16], len(content)]


def kept_by(page: Page, address: str, versions: Sequence[Version]) -> list[int]:
    """The numbers of the versions that a phone has whole, by what it answers without its host."""
    try:
        page.goto(f"{address}page.css")
    except Error:
        return []
    names = sorted({name for version in versions for name in listed(version)})
    found = page.evaluate(HASHES, names)
    return [number for number, version in enumerate(versions)
            if all(found.get(name) == digest or name in NOT_YET and "fetch" in found.get(name, "")
                   for name, digest in listed(version).items())]
