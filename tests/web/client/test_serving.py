"""The page's files as they are asked for: how long each is kept, and what is sent the next time."""

import gzip
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs
import pytest

from scorepad.web.host import client as flutter
from scorepad.web.host.client import Client

MAIN = "main();\n" * 10_000


class Answer(NamedTuple):
    """What came to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    def __getitem__(self, name: Any) -> Any:
        return self.headers.get(name, "")


async def ask(client: Client, path: str, method: str = "GET", **headers: str) -> Answer:
    told: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        told.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is read of a request")

    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    await client({"type": "http", "method": method, "path": path, "headers": named}, receive, send)
    start, *pieces = told
    assert pieces == [] or not pieces[-1].get("more_body")
    assert all(len(each["body"]) <= 64 * 1024 for each in pieces)
    return Answer(start["status"],
                  {name.decode(): value.decode() for name, value in start["headers"]},
                  b"".join(each["body"] for each in pieces))


def made(installed: Path, font: bytes = b"Scorepad Sans") -> Client:
    client = Client(installed, {"fonts/ours.ttf": font}, waits=True)
    client.write("index.html", "<html>")
    client.write("python.js", "words();\n" * 1000)
    return client


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client of Flet's that is none."""
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: tmp_path / "cache")
    monkeypatch.setattr(flutter, "icons", lambda client: b"icons")
    folder = tmp_path / "flet"
    for name in (flutter.MAIN, *flutter.OTHERS, *flutter.CANVASKIT, *flutter.QUICK,
                 *flutter.SMALLER, *flutter.OLDER, "flutter_bootstrap.js",
                 f"{flutter.SHADERS}/ink.frag", "pyodide/pyodide.mjs"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(MAIN, "utf-8")
    return folder


@pytest.fixture
async def client(installed: Path) -> Client:
    client = made(installed)
    await client.run()
    return client


async def test_a_browser_keeps_what_lies_below_the_version(client: Client):
    found = await ask(client, f"{client.base}main.dart.js", accept_encoding="gzip")
    assert (found.status, found["content-encoding"]) == (200, "gzip")
    assert gzip.decompress(found.body) == MAIN.encode()
    assert "immutable" in found["cache-control"] and "max-age=31536000" in found["cache-control"]
    assert found["content-type"] == "text/javascript" and found["vary"] == "accept-encoding"


async def test_it_asks_again_for_what_lies_at_the_root_and_is_told_that_nothing_is_new(
        client: Client):
    for path, kind in (("/", "text/html; charset=utf-8"), ("/python.js", "text/javascript"),
                       ("/fonts/ours.ttf", "font/ttf"), ("/main.dart.js", "text/javascript")):
        found = await ask(client, path, accept_encoding="gzip")
        assert (found.status, found["cache-control"]) == (200, "private, no-cache"), path
        assert found["content-type"] == kind
        again = await ask(client, path, accept_encoding="gzip", if_none_match=found["etag"])
        assert (again.status, again.body, again["etag"]) == (304, b"", found["etag"])
        plain = await ask(client, path, if_none_match=found["etag"])
        assert plain.status == 200 or found["content-encoding"] == ""


async def test_another_version_has_another_path_and_other_marks(installed: Path, client: Client):
    later = made(installed, b"Scorepad Sans, with one letter more")
    assert later.base != client.base
    before = await ask(client, "/fonts/ours.ttf")
    assert (await ask(later, "/fonts/ours.ttf", if_none_match=before["etag"])).status == 200
    # A page that was open meanwhile gets what there is, but not for good.
    found = await ask(later, f"{client.base}main.dart.js")
    assert (found.status, found["cache-control"]) == (200, "private, no-cache")
    assert made(installed).base == client.base


@pytest.mark.parametrize(("path", "status"), [
    ("/people", 200), ("/evening/e/sheet/s", 200), ("/index.html", 200), ("/x.html", 200),
    ("/client", 200), ("/pyodide/pyodide.mjs", 404), ("/../main.dart.js", 404),
    ("/nothing.js", 404), ("/client/x/nothing.js", 404), ("/make/font.py", 404),
    ("/client/x/../../main.dart.js", 404), ("/client/x", 404)])
async def test_the_page_finds_its_ways_and_nothing_else_is_there(
        client: Client, path: str, status: int):
    found = await ask(client, path)
    assert found.status == status
    assert (found.body == b"<html>") == (status == 200)


async def test_it_is_only_read(client: Client):
    head = await ask(client, "/main.dart.js", "HEAD")
    assert head.status == 200 and int(head["content-length"]) == len(MAIN)
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert (await ask(client, "/main.dart.js", method)).status == 405


async def test_without_compression_it_is_the_same(client: Client):
    for path, content in (("/main.dart.js", MAIN), ("/python.js", "words();\n" * 1000)):
        found = await ask(client, path, accept_encoding="identity")
        assert found.body == content.encode() and found["content-encoding"] == ""
