"""`scorepad serve` as a process: what it prints, whom it answers, and how long it waits."""

import os
import pty
import re
import select
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from scorepad.web.limits import QUEUE
from tests.browser.program import ROOT
from tests.browser.table_server import TableServer
from tests.command import call

linux = pytest.mark.skipif(sys.platform != "linux", reason="pseudo-terminals are its own")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    table = TableServer(tmp_path_factory.mktemp("table") / "data", "--name", "score.home").start()
    yield table
    assert table.stop() == 0
    assert table.said() == ""


def test_one_line_of_json_says_how_to_come_in(table: TableServer):
    address = re.escape(table.address)
    assert re.fullmatch(r"http://score\.home:\d+", table.address)
    assert re.fullmatch(rf"{address}/#[\w-]{{22}}", table.told["join"])
    assert re.fullmatch(r"\d{6}", table.told["pin"])
    assert re.fullmatch(rf"{address}/#[\w-]{{22}}", table.told["host"])


def test_whoever_copies_the_book_after_the_end_has_all_of_it(tmp_path: Path):
    """Nothing that was written last lies beside it."""
    table = TableServer(tmp_path / "data").start()
    cookie = table.join(key=table.key("join"), name="x").cookie
    assert table.ask("GET", "/watch", cookie=cookie).status == 200
    assert (table.data / "book.db-wal").exists()
    assert table.stop() == 0 and table.said() == ""
    assert not (table.data / "book.db-wal").exists()


def test_each_way_in_gives_its_role(table: TableServer):
    roles = [table.join(key=table.key(which), name="x").role for which in ("host", "join")]
    roles.append(table.join(pin=table.told["pin"], name="x").role)
    assert roles == ["host", "watcher", "watcher"]
    assert table.join(key=table.key("join"), name="y").status == 403
    assert table.ask("GET", "/").status == table.ask("GET", "/watch").status == 401


@pytest.mark.parametrize(("host", "origin", "status"), [
    ("127.0.0.1", "", 401), ("localhost", "", 401), ("192.168.1.7", "", 401), ("[::1]", "", 401),
    ("score.home", "", 401), ("evil.test", "", 403), ("127.0.0.1.evil.test", "", 403),
    ("127.0.0.1", "http://evil.test", 403), ("127.0.0.1", "null", 403),
    ("127.0.0.1", "http://192.168.1.7", 403)])
def test_a_name_that_is_bent_to_this_machine_is_refused(
        table: TableServer, host: str, origin: str, status: int):
    port = table.address.rpartition(":")[2]
    more = {"Origin": f"{origin}:{port}"} if origin.startswith("http://1") else \
        {"Origin": origin} if origin else {}
    assert table.ask("GET", "/", Host=f"{host}:{port}", **more).status == status
    assert table.ask("GET", "/", Host=f"{host}:1").status == 403


@pytest.mark.skipif(not shutil.which("ss"), reason="nothing tells how many may wait")
def test_many_may_wait_to_be_taken_in(table: TableServer):
    """And nobody has to knock again a second later."""
    port, told = table.address.rpartition(":")[2], subprocess.run(
        ["ss", "-ltnH"], capture_output=True, text=True).stdout
    [queue] = [line.split()[2] for line in told.splitlines()
               if line.split()[3].endswith(f":{port}")]
    assert int(queue) == QUEUE


def test_half_a_request_is_cut_off(table: TableServer):
    port = int(table.address.rpartition(":")[2])
    began = monotonic()
    with socket.create_connection(("127.0.0.1", port), timeout=60) as half:
        half.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert _rest(half) == b""
        assert monotonic() - began > 5


def _rest(line: socket.socket) -> bytes:
    answered = b""
    try:
        while part := line.recv(65_536):
            answered += part
    except ConnectionResetError:
        pass
    return answered


def test_who_comes_by_a_proxy_gets_a_cookie_for_tls(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    table = TableServer(tmp_path / "data", "--port", str(port),
                        "--behind", "https://club.example").start()
    try:
        assert table.told["join"].startswith("https://club.example/#")
        table.told["address"] = f"http://127.0.0.1:{port}"
        club = {"Host": "club.example", "Origin": "https://club.example"}
        joined = table.ask("POST", "/api/join", {"key": table.key("join"), "name": "x"}, **club)
        assert joined.status == 200 and joined.headers["set-cookie"].endswith("; Secure")
        assert joined.cookie.startswith("__Host-scorepad=")
        assert table.ask("GET", "/watch", cookie=joined.cookie, **club).status == 200
        assert table.ask("GET", "/watch", cookie=joined.cookie).status == 403
        for number in range(7):
            told = {"pin": "x", "name": "y"}
            status = table.ask("POST", "/api/join", told, X_Forwarded_For="1.2.3.4", **club).status
            assert status == (403 if number < 5 else 429)
        status = table.ask("POST", "/api/join", {"pin": table.told["pin"], "name": "z"},
                           X_Forwarded_For="1.2.3.5", **club).status
        assert status == 200
    finally:
        assert table.stop() == 0


@pytest.mark.parametrize(("options", "sentence"), [
    (("--behind", "club.example"), "club.example is not an address such as https://club.example."),
    (("--behind", "https://club.example/x"), "https://club.example/x is not an address"),
    (("--proxy", "caddy"), "caddy is not an address or network such as 172.30.0.0/24"),
    (("--host", "203.0.113.7"), "203.0.113.7 is no address of this machine."),
    (("--host", "no such host"), "no such host is no address of this machine."),
    (("--port", "70000"), "70000 is not a whole number from 0 to 65535")])
def test_what_cannot_be_served_is_one_sentence(
        tmp_path: Path, options: tuple[str, ...], sentence: str):
    done = call("serve", *options, FLET_APP_STORAGE_DATA=str(tmp_path), SCOREPAD_NO_BROWSER="1",
                SCOREPAD_LANGUAGE="en")
    assert (done.code, done.out) == (2, "") and sentence in done.err
    assert done.err.count("\n") == 1


@linux
def test_a_terminal_shows_the_qr_code(tmp_path: Path):
    here, there = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-m", "scorepad", "serve", "--host", "127.0.0.1", "--port", "0"],
        cwd=ROOT, stdout=there, stderr=there, env={
            **os.environ, "FLET_APP_STORAGE_DATA": str(tmp_path / "data"), "LANGUAGE": "en",
            "SCOREPAD_NO_BROWSER": "1"})
    os.close(there)
    said = b""
    while b"not encrypted" not in said and select.select([here], [], [], 60)[0]:
        said += os.read(here, 65_536)
    program.send_signal(2)
    program.wait(30)
    os.close(here)
    text = said.decode()
    assert "For the host, once, within ten minutes: http://127.0.0.1:" in text
    assert "Or the PIN " in text
    assert sum("▄" in line or "▀" in line for line in text.splitlines()) > 10
