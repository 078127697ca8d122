"""Nobody without a key gets anything, and who has one gets no file of this machine."""

import base64
import http.client
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from flet.messaging.protocol import MessageAction

from tests import command
from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.program import Program
from tests.proof.conftest import Note
from tests.raw import Raw

PATHS = ("/", "/people", "/index.html", "/main.dart.js", "/favicon.png", "/manifest.json",
         "/assets/FontManifest.json", "/api/upload/x", "/api/join", "/ws", "//", "/docs",
         "/openapi.json", "/%2e%2e/%2e%2e/etc/passwd", "/" + "a" * 3000, "/%00", "/watch",
         "/evening/1?like=2")
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    program = Program(tmp_path_factory.mktemp("served") / "data")
    program.start()
    take_in(program, evening(*IN_THE_MIDDLE))
    yield program
    assert program.stop() == 0
    assert program.said() == ""


@pytest.fixture
def wrong(program: Program, tmp_path: Path) -> list[str]:
    """Cookies that let nobody in: none, foreign, old and forged ones."""
    foreign = Program(tmp_path / "foreign")
    foreign.start()
    foreign.stop()
    name, old = program.cookie
    program.stop()
    next(program.data.glob("*.devices")).unlink()  # what was let in before is not known any more
    program.start()
    program.cookie = program.join()
    known = program.cookie[1]
    return ["", f"{name}={old}", f"{name}={foreign.cookie[1]}",
            "=".join(foreign.cookie), f"{name}=", f"{name}={known[:-1]}", f"{name}={known}A",
            f"{name}={known.swapcase()}", f"other={known}", f"{name}={'A' * 43}",
            f"{name}={'A' * 3000}", f"{name}=\xff\xfe"]


@pytest.mark.rounds(short=400, full=10_000)
def test_without_a_key_there_is_nothing_but_401_and_403(
        program: Program, wrong: list[str], rounds: int, note: Note):
    """Requests for anything with any key but one that is known, keys that were used or forged, from
    here and from elsewhere, and sockets whose first frames come with the handshake."""
    rng = Random(1)
    used = program.joining_address().partition("#")[2]
    assert post(program, used).status == 200
    keys = [used, "", "x", "A" * 22, used[:-1], used.upper(), None, 7, [used], {"key": used}]
    seen: dict[int, int] = {}
    for _round in range(rounds):
        match rng.randrange(3):
            case 0:
                status = sent_on_a_socket(program, rng.choice(wrong), rng)
            case 1:
                status = post(program, rng.choice(keys)).status
                assert status == 403
            case _:
                status = asked(program, rng.choice(wrong), rng)
        seen[status] = seen.get(status, 0) + 1
    assert set(seen) == {401, 403}
    assert program.said() == ""
    note("requests and frames without a key, with foreign, old and forged ones: "
         "nothing but 401 and 403", rounds)


def connection(program: Program) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(program.address.removeprefix("http://"), timeout=60)


def post(program: Program, key: object) -> http.client.HTTPResponse:
    asking = connection(program)
    asking.request("POST", "/api/join", json.dumps({"key": key}))
    answer = asking.getresponse()
    answer.read()
    asking.close()
    return answer


def asked(program: Program, cookie: str, rng: Random) -> int:
    """The status for any request; nothing of the book or the program is in the answer."""
    headers = {"Cookie": cookie.encode("latin-1")} if cookie else {}
    if rng.random() < 0.2:
        headers["Origin"] = rng.choice(("http://evil.test", "null", "http://127.0.0.1:1"))
    elif rng.random() < 0.2:
        headers["Host"] = rng.choice(("evil.test", "127.0.0.1", "localhost:1"))
    if rng.random() < 0.5:
        headers["Accept"] = rng.choice(("text/html", "*/*", "text/event-stream"))
    method, path = rng.choice(METHODS), rng.choice(PATHS)
    if (method, path) == ("POST", "/api/join"):
        method = "GET"
    asking = connection(program)
    asking.request(method, path, b"{}" if method in ("POST", "PUT") else None, headers)
    answer = asking.getresponse()
    body = answer.read()
    asking.close()
    assert b"Anne" not in body and b"Kalter" not in body and answer.getheader("Set-Cookie") is None
    return answer.status


def sent_on_a_socket(program: Program, cookie: str, rng: Random) -> int:
    """The status of a handshake behind which a registration follows at once; nothing but an HTTP
    answer may come back."""
    address = program.address.removeprefix("http://")
    origin = rng.choice((program.address, program.address, "", "http://evil.test"))
    lines = [
        "GET /ws HTTP/1.1", f"Host: {address}", "Upgrade: websocket", "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13", *([f"Cookie: {cookie}"] if cookie else []),
        *([f"Origin: {origin}"] if origin else [])]
    frame = b"\x82\x85\0\0\0\0\0\x92\x01\x80\x00"
    host, _colon, port = address.partition(":")
    with socket.create_connection((host, int(port)), timeout=60) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode("latin-1") + frame)
        answered = b""
        try:
            while part := line.recv(65_536):
                answered += part
        except ConnectionResetError:
            pass
    head, _blank, body = answered.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 403") and body == b"", answered
    return 403


# --- with a key, but with lies ------------------------------------------------------------------


async def test_a_page_that_calls_itself_a_window_gets_no_path_written(
        program: Program, tmp_path: Path):
    """It registers as no browser, asks for a backup, and answers the dialog with a path of the
    server: today that file was written."""
    target = tmp_path / "private.txt"
    target.write_text("secret")
    page = await (await Raw.open(program)).register("/safety", web=False, platform="linux")
    page.answers["save_file"] = page.answers["get_directory_path"] = str(target)
    await page.say(MessageAction.UPDATE_CONTROL_PROPS, {"id": 1, "props": {
        "web": False, "_web": False, "platform": "linux", "_values": {"web": False}}})
    await page.tap("back-up")
    await page.until(lambda: "save_file" in dict(page.calls))
    assert dict(page.calls)["save_file"]["src_bytes"].startswith(b"SQLite format 3\0")
    await page.until(lambda: page.heard and page.find("back-up"))
    await page.close()
    assert target.read_text() == "secret"
    assert [each.name for each in tmp_path.iterdir()] == ["private.txt"]


@pytest.mark.parametrize("picker", [0, 1])
async def test_a_path_in_a_chosen_file_is_not_read(program: Program, tmp_path: Path, picker: int):
    """What is imported and restored is what the browser sends, and not what lies here."""
    secret = tmp_path / "secret.json"
    secret.write_text(command.start("export", "-", FLET_APP_STORAGE_DATA=str(program.data)).out)
    page = await (await Raw.open(program)).register("/safety", web=False)
    await page.until(lambda: len(page.of_kind("FilePicker")) >= 2)
    heard = page.heard
    await page.happens(page.of_kind("FilePicker")[picker], "result", {"files": [
        {"id": 0, "name": "a.json", "path": str(secret), "size": 3, "bytes": b"???"}]})
    await page.until(lambda: "upload" in dict(page.calls) and page.heard > heard)
    [file] = dict(page.calls)["upload"]["files"]
    assert file["upload_url"].startswith("/api/upload/") and "push_route" not in dict(page.calls)
    asking = connection(program)
    name, value = program.cookie
    asking.request("PUT", file["upload_url"], b"{}", {"Cookie": f"{name}={value}"})
    assert asking.getresponse().status == 204
    await page.until(lambda: "push_route" in dict(page.calls))
    await page.close()


async def test_only_what_a_page_has_to_say_is_taken_from_it(program: Program):
    """Any property of any control could be set, and any method of the page be called back."""
    page = await (await Raw.open(program)).register("/people")
    await page.until(lambda: page.of_kind("TextField"))
    for control in (1, page.of_kind("TextField")[-1], 2, 3):
        await page.say(MessageAction.UPDATE_CONTROL_PROPS, {"id": control, "props": {
            "_i": 99, "_c": "X", "_frozen": True, "theme": {"use_material3": "no"}, "on_click": 1,
            "visible": False, "disabled": True, "title": "Owned", "client_ip": "1.1.1.1"}})
    for event in ("connect", "disconnect", "close", "nothing", "__class__"):
        await page.happens(1, event)
    heard = page.heard
    await page.go("/preferences")
    await page.until(lambda: page.heard > heard and page.find("language-de") or page.heard > heard)
    await page.close()
    again = await (await Raw.open(program)).register("/people", tab=page.tab)
    assert again.tab == page.tab
    await again.close()


async def test_a_tab_belongs_to_the_browser_that_has_it(program: Program):
    """The name of somebody else's tab opens a new one of one's own."""
    mine = await (await Raw.open(program)).register("/people")
    program_of_another = program.join()
    other = await (await Raw.open(program, program_of_another)).register("/", tab=mine.tab)
    assert other.tab == mine.tab and not other.of_kind("TextField")
    heard = mine.heard
    await mine.go("/preferences")
    await mine.until(lambda: mine.heard > heard)  # nobody has taken its place
    for page in (mine, other):
        await page.close()


def test_the_file_of_the_devices_is_beside_the_book(program: Program):
    assert [each.name for each in program.data.glob("*.devices")] == ["book.db.devices"]
