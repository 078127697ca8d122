"""The example for the Internet as it stands: its Caddyfile before two servers on one PostgreSQL."""

import asyncio
import gzip
import json
import os
import shutil
import ssl
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPSConnection
from pathlib import Path
from typing import NamedTuple

import pytest

from scorepad.config import Settings
from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.web.access.keys import Keys
from scorepad.web.access.visitors import shared_register
from scorepad.web.host.client import GZIP, packers
from scorepad.web.limits import PIN_TRIES_OF_ADDRESS
from tests.browser.program import ROOT
from tests.browser.table_server import TableServer, free_port
from tests.postgres import MISSING, Postgres
from tests.proof.attacking import WITHOUT_KEY
from tests.proof.conftest import Note
from tests.proof.test_attacker import AT_MOST, MEGABYTES
from tests.proof.two_servers import AGAIN, HAND, TwoServers
from tests.raw import Raw

pytestmark = pytest.mark.alone

pytest.importorskip("psycopg", reason=MISSING)

HERE = """{
	admin off
	auto_https disable_redirects
	skip_install_trust
"""
"""What the example needs besides, to run beside others on one machine."""

STICKY = "scorepad-server"
"""The cookie by which the proxy knows whose server is which."""

SEEN_WITHIN = 0.5
"""Seconds from a tap until whoever watches behind the proxy sees the hand."""

TYPED = 0.5
"""Seconds from hand to hand: nobody writes one quicker, and a device's taps have a budget."""

BIG = "/main.dart.js"


class Reply(NamedTuple):
    """What the proxy has answered."""

    status: int
    headers: dict[str, str]
    cookies: dict[str, str]
    body: bytes


class Site:
    """The site as phones see it. address: of the proxy; servers: behind it; keys: let phones in."""

    def __init__(self, address: str, servers: list[TableServer], keys: Keys, trusted: Path,
                 proxy: "subprocess.Popen[bytes]") -> None:
        self.address, self.servers, self.keys, self.proxy = address, servers, keys, proxy
        self.port = int(address.rpartition(":")[2])
        self.context = ssl.create_default_context(cafile=str(trusted))

    def ask(self, method: str, path: str, body: object = None, *, at: str = "127.0.0.1",
            **headers: str) -> Reply:
        """Send a request from an address of this machine."""
        asking = HTTPSConnection("localhost", self.port, timeout=30, context=self.context,
                                 source_address=(at, 0))
        asking.request(method, path, None if body is None else json.dumps(body).encode(),
                       {name.replace("_", "-"): value for name, value in headers.items()})
        answer = asking.getresponse()
        cookies = [each.partition(";")[0].partition("=")
                   for each in answer.headers.get_all("Set-Cookie") or ()]
        reply = Reply(answer.status, {name.lower(): value for name, value in answer.getheaders()},
                      {name: value for name, _is, value in cookies}, answer.read())
        asking.close()
        return reply

    def let_in(self, role: Role) -> dict[str, str]:
        """Let a phone in; returns its cookies, the proxy's among them."""
        joined = self.ask("POST", "/api/join", {"key": self.keys.offer(role), "name": "Bert"})
        assert joined.status == 200
        return joined.cookies


def text(cookies: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


@pytest.fixture
def site(postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    caddy = shutil.which("caddy")
    if caddy is None:
        pytest.skip("Caddy is not installed")
    outer, inner = free_port(), [free_port(), free_port()]
    address = f"https://localhost:{outer}"
    example = (ROOT / "Caddyfile").read_text("utf-8")
    (tmp_path / "Caddyfile").write_text(HERE + example.removeprefix("{\n"), "utf-8")
    trusted = tmp_path / "caddy/caddy/pki/authorities/local/root.crt"
    for name in ("one", "two"):
        (tmp_path / name / "pocket").mkdir(parents=True)
        (tmp_path / name / "pocket" / "sw.js").write_text("// a page")
        (tmp_path / name / "pocket" / "big.wasm").write_bytes(b"x" * 5_000_000)
    with postgres.database() as url:
        servers = [TableServer(tmp_path / name, "--port", str(port), "--behind", address,
                               SCOREPAD_DATABASE_URL=url).start()
                   for name, port in zip(("one", "two"), inner)]
        proxy = subprocess.Popen(
            [caddy, "run", "--config", tmp_path / "Caddyfile", "--adapter", "caddyfile"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "caddy"), "HOME": str(tmp_path),
                 "SITE": f"localhost:{outer}",
                 "SERVERS": " ".join(f"localhost:{port}" for port in inner)})
        end = time.monotonic() + 60
        while not trusted.exists():
            assert time.monotonic() < end, "Caddy did not start"
            time.sleep(0.1)
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))  # for sockets, too
        keys = Keys(shared_register(Settings.of({
            "SCOREPAD_DATABASE_URL": url, "FLET_APP_STORAGE_DATA": str(tmp_path)})))
        yield Site(address, servers, keys, trusted, proxy)
        keys.close()
        proxy.kill()
        proxy.wait(30)
        for each in servers:
            each.kill()


class Phone:
    """Somebody who watches a sheet through the proxy. seen: when each hand was seen first."""

    def __init__(self, site: Site, cookies: dict[str, str], sheet: str) -> None:
        self.site, self.cookies, self.sheet = site, cookies, sheet
        self.seen: dict[int, float] = {}
        self.heads: list[bytes] = []

    async def watch(self) -> None:
        """Watch for good, as a browser does."""
        while True:
            with suppress(OSError, ValueError):
                await self._hold()
            await asyncio.sleep(AGAIN)

    async def _hold(self) -> None:
        reader, writer = await asyncio.open_connection(
            "localhost", self.site.port, ssl=self.site.context, limit=1 << 24)
        try:
            writer.write((f"GET /watch/{self.sheet}/events HTTP/1.1\r\n"
                          f"Host: localhost:{self.site.port}\r\nCookie: {text(self.cookies)}\r\n"
                          "Accept-Encoding: gzip, br\r\nAccept-Language: en\r\n\r\n").encode())
            self.heads.append(await reader.readuntil(b"\r\n\r\n"))
            async for line in reader:
                if line == b"0\r\n":  # Caddy ends the answer of a server that has died as any other
                    break
                for number in map(int, HAND.findall(line)):
                    self.seen.setdefault(number, time.monotonic())
        finally:
            writer.close()


def begun(site: Site, tmp_path: Path, servers: list[TableServer]) -> tuple[str, str]:
    """A sheet in the book: its id, and its address in the app."""
    both = TwoServers.__new__(TwoServers)
    both.settings = Settings.of({
        "SCOREPAD_DATABASE_URL": servers[0].environment["SCOREPAD_DATABASE_URL"],
        "FLET_APP_STORAGE_DATA": str(tmp_path / "beside")})
    [sheet] = both.sheets(1)
    book = Service.open(both.settings)
    evening = book.sheet(sheet).evening
    book.close()
    return sheet, f"/evening/{evening}/sheet/{sheet}"


async def page_of(site: Site, cookies: dict[str, str], route: str, tab: str | None = None) -> Raw:
    name = next(name for name in cookies if name != STICKY)
    more = f"; {STICKY}={cookies[STICKY]}" if STICKY in cookies else ""
    page = await Raw.open(site, (name, cookies[name] + more))  # type: ignore[arg-type]
    return await page.register(route, tab)


async def until(done: object, seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not done():  # type: ignore[operator]
            await asyncio.sleep(0.005)


def test_what_comes_through_the_proxy(site: Site, note: Note):
    """Over TLS, compressed by the server itself, at the server where it was before."""
    assert site.ask("GET", "/").status == 401
    joined = site.ask("POST", "/api/join", {"key": site.keys.offer(Role.WRITER), "name": "Bert"})
    [own] = [value for name, value in joined.headers.items() if name == "set-cookie"
             ] if len(joined.cookies) == 1 else [str(joined.headers)]
    assert "__Host-scorepad" in joined.cookies and "Secure" in own
    cookies, plain = site.let_in(Role.WRITER), b""
    for way in ("identity", *packers()):
        found = site.ask("GET", BIG, Cookie=text(cookies), Accept_Encoding=way)
        assert found.headers.get("content-encoding", "identity") == way
        assert found.headers["vary"] == "accept-encoding"
        plain = plain or found.body
        assert found.body == plain if way == "identity" else len(found.body) < len(plain) / 3
        assert way != GZIP or gzip.decompress(found.body) == plain
    assert STICKY in cookies
    for _again in range(20):
        assert STICKY not in site.ask("GET", "/favicon.png", Cookie=text(cookies)).cookies
    others = {site.let_in(Role.WATCHER)[STICKY] for _each in range(20)}
    assert len(others) == 2
    note("ways to compress that come through the Caddy of the example", ", ".join(packers()))


def test_tries_count_for_the_phone_and_not_for_the_proxy(site: Site):
    """Whatever it says itself of whom it asks for; and one that has tried too often keeps nobody
    else out."""
    wrong = "0" * 6 if site.keys.pin().digits != "0" * 6 else "1" * 6

    def tried(at: str, number: int) -> int:
        told = {"pin": wrong, "name": "x"}
        return site.ask("POST", "/api/join", told, at=at,
                        X_Forwarded_For=f"203.0.113.{number}").status

    assert [tried("127.0.0.2", number) for number in range(PIN_TRIES_OF_ADDRESS + 2)] \
        == [403] * PIN_TRIES_OF_ADDRESS + [429] * 2
    assert tried("127.0.0.3", 1) == 403


@pytest.mark.timeout(600)
@pytest.mark.rounds(short=5, full=50)
async def test_a_hand_comes_through_at_once(
        site: Site, tmp_path: Path, rounds: int, note: Note, request: pytest.FixtureRequest):
    """One writes, and watchers of both servers see it; then a server dies, and all go on. Caddy
    ends within seconds though somebody watches."""
    sheet, route = begun(site, tmp_path, site.servers)
    writer, by_server = site.let_in(Role.WRITER), dict[str, dict[str, str]]()
    while len(by_server) < 2:
        cookies = site.let_in(Role.WATCHER)
        by_server[cookies[STICKY]] = cookies
    phones = [Phone(site, cookies, sheet) for cookies in by_server.values()]
    watching = [asyncio.create_task(each.watch()) for each in phones]
    page = await page_of(site, writer, route)
    delays = []
    for number in range(1, rounds + 1):
        for key in ("seat-0", "seat-1"):
            await page.tap(key)
        await page.until(lambda: page.find("result-re-120"))
        began = time.monotonic()
        await page.tap("result-re-120")
        await until(lambda number=number: all(number in each.seen for each in phones))
        delays += [each.seen[number] - began for each in phones]
        await page.until(lambda number=number: page.find(f"hand-{number}"))
        await asyncio.sleep(TYPED)
    for head in [head for each in phones for head in each.heads]:
        assert b"200 OK" in head and b"text/event-stream" in head
        assert b"content-encoding" not in head.lower()
    tab = page.tab
    again = await page_of(site, writer, route, tab)  # sticky: the same session, at the same server
    assert again.tab == tab
    await again.until(lambda: again.find(f"hand-{rounds}"))
    await page.close()
    await again.close()

    site.servers[0].kill()
    died = time.monotonic()
    last = await page_of(site, writer, route)
    for key in ("seat-2", "seat-3", "result-re-120"):
        await last.tap(key)
    await last.until(lambda: last.find(f"hand-{rounds + 1}"))
    await until(lambda: all(rounds + 1 in each.seen for each in phones))
    back = time.monotonic() - died
    site.proxy.terminate()  # though streams and a page are open
    await asyncio.to_thread(site.proxy.wait, 10)
    await last.close()
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    delays.sort()
    note("seconds behind Caddy from a tap until watchers of two servers see the hand: half, 95 of "
         "100, at most", ", ".join(f"{delays[int(len(delays) * share)]:.2f}"
                                   for share in (0.5, 0.95, 0.999999)))
    note("seconds behind Caddy after a server died until one has written again and all have seen "
         "it", f"{back:.1f}")
    if request.config.getoption("--full"):  # beside other tests nobody can promise it
        assert delays[int(len(delays) * 0.95)] <= SEEN_WITHIN and back <= 5


@pytest.mark.timeout(900)
@pytest.mark.rounds(short=5, full=30)
@pytest.mark.parametrize("kind", [
    "endless_heads", "unread_answers", "kept_lines", "half_bodies", "packed_bombs"])
async def test_nobody_waits_beside_an_attacker(
        site: Site, tmp_path: Path, kind: str, rounds: int, note: Note,
        request: pytest.FixtureRequest):
    """A writer of each server taps, and asks anew, while somebody attacks through the proxy."""
    _sheet, route = begun(site, tmp_path, site.servers)
    by_server = dict[str, dict[str, str]]()
    while len(by_server) < 2:
        cookies = site.let_in(Role.WRITER)
        by_server[cookies[STICKY]] = cookies
    pages = [await page_of(site, cookies, route) for cookies in by_server.values()]
    attackers = [] if kind in WITHOUT_KEY else [text(site.let_in(Role.WRITER))]
    statuses, taps, most = Counter[int](), list[float](), 0.0

    async def tap(page: Raw, until: float) -> None:
        while time.monotonic() < until:
            for seat in ("seat-0", "seat-1"):
                await page.until(lambda seat=seat: page.find(seat))
                heard, began = page.heard, time.monotonic()
                await page.tap(seat)
                await page.until(lambda heard=heard: page.heard > heard)
                taps.append(time.monotonic() - began)
                await asyncio.sleep(0.2)

    async def ask(cookies: dict[str, str], until: float) -> None:
        nonlocal most
        while time.monotonic() < until:
            reply = await asyncio.to_thread(site.ask, "GET", "/watch", Cookie=text(cookies))
            statuses[reply.status] += 1
            most = max(most, *[megabytes(each) for each in site.servers])
            await asyncio.sleep(0.2)

    attacker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.proof.attacking", kind, site.address, str(rounds), *attackers,
        cwd=ROOT, stdout=subprocess.PIPE)
    until = time.monotonic() + rounds
    await asyncio.gather(*[tap(page, until) for page in pages],
                         *[ask(cookies, until) for cookies in by_server.values()])
    told = json.loads((await attacker.communicate())[0])
    for page in pages:
        await page.close()
    taps.sort()
    note(f"behind Caddy beside {kind.replace('_', ' ')}: ms of a tap, half, 95 of 100 and at most; "
         "MB of a server at most; lines and bytes of the attacker",
         ", ".join(f"{taps[int(len(taps) * share)] * 1e3:.0f}" for share in (0.5, 0.95, 0.999999))
         + f"; {most:.0f}; {told['lines']:,}, {told['sent']:,}")
    assert set(statuses) <= {200, 303} and most < MEGABYTES
    if request.config.getoption("--full"):  # beside other tests nobody can promise it
        assert taps[-1] <= AT_MOST


def megabytes(server: TableServer) -> float:
    """The memory that a server takes."""
    done = subprocess.run(["ps", "-o", "rss=", "-p", str(server.pid)], capture_output=True,
                          text=True, check=True)
    return int(done.stdout) / 1024
