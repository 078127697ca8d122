"""The pocket page beside the live one: served to everybody, and nothing else of the disk."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest

from scorepad.web.access.joining_page import joining_page
from scorepad.web.access.keys import Keys
from scorepad.web.access.middleware import AccessMiddleware, AccessPolicy
from scorepad.web.access.origins import SameOriginMiddleware, here_only
from scorepad.web.access.phones import Phones
from scorepad.web.pocket_page import PocketPage

LONG = b"const much = 1;\n" * 2000
HOST = "127.0.0.1:1"


class Server:
    """The page in a folder, before a door with nothing behind it that matters."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

        async def inside(_scope: Any, _receive: Any, send: Any) -> None:
            await send({"type": "inside"})

        door = AccessMiddleware(inside, Keys(), AccessPolicy("cookie", asks=True, pocket=folder))
        self.app = SameOriginMiddleware(PocketPage(door, folder), here_only(1))

    async def ask(self, path: str, method: str = "GET", **headers: str
                  ) -> tuple[int, dict[str, str], bytes]:
        answered: list[dict[str, Any]] = []

        async def receive() -> Any:
            await asyncio.Event().wait()  # the browser stays

        async def send(message: Any) -> None:
            answered.append(message)

        await self.app({"type": "http", "path": path, "raw_path": path.encode(), "method": method,
                        "query_string": b"", "headers": [(b"host", HOST.encode()), *[
                            (name.replace("_", "-").encode(), value.encode())
                            for name, value in headers.items()]]}, receive, send)
        start, *rest = answered
        return (start["status"],
                {name.decode().lower(): value.decode() for name, value in start["headers"]},
                b"".join(part.get("body", b"") for part in rest))


@pytest.fixture
def server(tmp_path: Path) -> Server:
    page = tmp_path / "pocket"
    (page / "pyodide").mkdir(parents=True)
    (page / ".git").mkdir()
    for name, content in {
            "index.html": b"<title>Scorepad</title>", "sw.js": b"// worker", "app.txt": b"PK",
            "pyodide/pyodide.mjs": LONG, "pyodide/pyodide.mjs.gz": gzip.compress(LONG),
            "pyodide/python.wasm": b"\0asm", ".git/config": b"secret"}.items():
        (page / name).write_bytes(content)
    (tmp_path / "book.db").write_bytes(b"the book")
    (page / "link.txt").symlink_to(tmp_path / "book.db")
    return Server(page)


@pytest.mark.parametrize(("path", "kind", "content"), [
    ("/pocket/", "text/html; charset=utf-8", b"<title>Scorepad</title>"),
    ("/pocket/index.html", "text/html; charset=utf-8", b"<title>Scorepad</title>"),
    ("/pocket/sw.js", "text/javascript", b"// worker"),
    ("/pocket/pyodide/python.wasm", "application/wasm", b"\0asm"),
    ("/pocket/pyodide/pyodide.mjs", "text/javascript", LONG)])
async def test_it_is_there_for_who_has_no_key(server: Server, path: str, kind: str, content: bytes):
    status, headers, body = await server.ask(path)
    assert (status, headers["content-type"], body) == (200, kind, content)
    assert headers["cache-control"] == "no-cache" and "etag" in headers
    assert headers["content-security-policy"] == "frame-ancestors 'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert "cross-origin-embedder-policy" not in headers
    assert (await server.ask(path, "HEAD"))[::2] == (200, b"")


async def test_large_files_go_compressed_where_they_lie_there_so(server: Server):
    status, headers, body = await server.ask("/pocket/pyodide/pyodide.mjs",
                                             accept_encoding="gzip, br")
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert headers["content-type"] == "text/javascript" and headers["vary"] == "accept-encoding"
    assert gzip.decompress(body) == LONG
    _status, headers, body = await server.ask("/pocket/app.txt", accept_encoding="gzip")
    assert body == b"PK" and "content-encoding" not in headers


async def test_what_a_browser_has_is_not_sent_again(server: Server):
    for encoding in ("", "gzip"):
        path = "/pocket/pyodide/pyodide.mjs"
        tag = (await server.ask(path, accept_encoding=encoding))[1]["etag"]
        status, headers, body = await server.ask(path, accept_encoding=encoding, if_none_match=tag)
        assert (status, body) == (304, b"") and headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(("path", "status"), [
    ("/pocket", 308), ("/pocket/none.js", 404), ("/pocket/.git/config", 404),
    ("/pocket/../book.db", 404), ("/pocket/pyodide/../../book.db", 404), ("/pocket/link.txt", 404),
    ("/pocket//etc/passwd", 404), ("/pocket/pyodide", 404), ("/pocket/\0", 404),
    ("/pocket/" + "a" * 300, 404), ("/pocketful", 401), ("/", 401), ("/Pocket/", 401)])
async def test_nothing_else_is(server: Server, path: str, status: int):
    told, _headers, body = await server.ask(path)
    assert told == status and b"book" not in body and b"secret" not in body


async def test_it_is_only_read(server: Server):
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert (await server.ask("/pocket/", method))[0] == 405


async def test_where_none_was_made_there_is_none(server: Server):
    (server.folder / "sw.js").unlink()
    assert (await server.ask("/pocket/"))[0] == (await server.ask("/pocket/index.html"))[0] == 401


async def test_who_joins_is_offered_the_app_where_there_is_one(server: Server):
    offered = b'<a href="/pocket/">The app on this phone</a>'
    assert offered in (await server.ask("/", accept="text/html"))[2]
    (server.folder / "sw.js").unlink()
    assert offered not in (await server.ask("/", accept="text/html"))[2]
    assert "Die App auf diesem Handy" in joining_page("de", asks=True, app=True)


@pytest.mark.parametrize(("address", "app"), [
    ("https://club.example", "https://club.example/pocket/"),
    ("http://127.0.0.1:8550", "http://127.0.0.1:8550/pocket/"), ("http://192.168.1.7:8550", "")])
def test_a_host_is_shown_where_it_is_if_a_browser_can_keep_it(
        server: Server, address: str, app: str):
    assert Phones(Keys(), address, server.folder).app == app
    assert Phones(Keys(), address).app == ""
