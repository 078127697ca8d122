"""No write by a watcher, no read without a key, whatever is asked: the whole app in this process,
because that tries a hundred times as much as a network would."""

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote

import msgpack
import pytest

from scorepad.config import Settings
from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.storage import Store, exchange
from scorepad.web.access.middleware import WATCH
from tests.browser.evenings import IN_THE_MIDDLE, LOST, evening
from tests.proof.conftest import Note
from tests.proof.table_app import HOST, OWN, TableApp, table_app
from tests.proof.test_strangers import METHODS, PATHS
from tests.raw import PHONE
from tests.taking import take

SECRETS = (b"Anne", b"Kalter", b"bei Anne")
"""What stands in the book and nowhere else."""

ORIGINS = (None, None, OWN, OWN, "http://evil.test", "null", "", f"https://{HOST}",
           "http://127.0.0.1:1", f"{OWN}.evil.test", f"{OWN}/", OWN.upper())
HOSTS = (*[HOST] * 9, "evil.test", "", f"{HOST}.evil.test", "localhost:1")
BEFORE_SLASHES = ("", "/", "//", "/.", "/%2e%2e", "/watch/..", "/api/..", "/\\")
AGENTS = ("text/html", "*/*", "text/event-stream", "", "text/html,*/*;q=0.1")


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[TableApp]:
    settings = Settings.of({"FLET_APP_STORAGE_DATA": str(tmp_path)})
    service = Service.open(settings)
    take_in(service, evening(*IN_THE_MIDDLE))
    service.close()
    async with table_app(settings) as running:
        yield running


def take_in(service: Service, *evenings: dict[str, Any]) -> None:
    take(service, {"format": "scorepad/1", "evenings": list(evenings)})


def messages() -> list[bytes]:
    """What another book sends to bring an evening that is not known here, and nonsense."""
    here, there = [Service(Store.open("sqlite://"), "Eve") for _each in range(2)]
    take_in(here, evening(*LOST, id="f", date="2026-11-21"))
    sent: list[bytes] = []

    def send(content: bytes) -> bytes:
        sent.append(content)
        return there.meetings.exchange(content)

    assert exchange.asked(exchange.asking(here._book.parts(), lambda _entries: None), send).sent
    for each in (here, there):
        each.close()
    return [*sent, b"", b"{}", sent[-1][:-3], b"\xff" * 40]


class Fuzz:
    """Requests of anybody for anything, and what may come of each."""

    def __init__(self, table: TableApp, cookies: dict[str, list[str]], used: str, seed: int
                 ) -> None:
        self.table, self.cookies, self.used, self.rng = table, cookies, used, Random(seed)
        self.seen = Counter[tuple[str, int]]()
        self.messages = messages()
        ids = ("s", "e", "x", "..", "stars", "s/settlement", "e/settlement", "S")
        self.paths = [
            *PATHS, *[f"/watch/{id}{rest}" for id in ids for rest in (
                "", "/", "/events", "/before/20/events", "/settlement/events")],
            "/watch/", "/watch/events", "/watch/stars/events", "/api/exchange", "/api/exchange/",
            "/api/join/", "/api/JOIN", "/api", "/phones", "/evening/e", "/evening/e/sheet/s",
            "/safety", "/people", "/pocket", "/pocket/", "/pocket/index.html", "/Watch",
            "/watch/files/x", "/python.js", "/ws", "/ws/", *sorted(file(table))]
        self.ours = {role: set(each) for role, each in cookies.items()}

    async def once(self) -> None:
        rng = self.rng
        role = rng.choice(["stranger", "stranger", "watcher", "watcher", "writer", "host"])
        origin, host = rng.choice(ORIGINS), rng.choice(HOSTS)
        if role == "host" and origin in (None, OWN) and host == HOST:
            origin = "http://evil.test"  # at its own page a host may do everything
        headers = {"host": host, "cookie": rng.choice(self.cookies[role]),
                   "accept": rng.choice(AGENTS),
                   "accept-language": rng.choice(("de", "en", "x", "")),
                   **({} if origin is None else {"origin": origin}),
                   **({"last-event-id": "1"} if rng.random() < 0.1 else {})}
        is_own = host == HOST and origin in (None, OWN)
        match rng.randrange(6):
            case 0:
                await self._socket(role, headers, is_own and origin is not None)
            case 1:
                await self._join(role, headers, is_own)
            case 2:
                await self._exchange(role, headers, is_own)
            case _:
                await self._request(role, headers, is_own)

    async def _socket(self, role: str, headers: dict[str, str], is_own: bool) -> None:
        """Only a writer at our own page gets one; nobody here registers but for a look."""
        rng = self.rng
        said = [b"\0" + msgpack.packb([1, {"session_id": rng.choice((None, "x")), "page_name": "",
                                           "page": {**PHONE, "route": "/"}}]),
                b"\0" + msgpack.packb([3, {"target": 1, "name": "click", "data": None}])]
        is_let_in = role == "writer" and is_own
        path = "/ws" if is_let_in else rng.choice(("/ws", "/ws", "/", "/watch", "/watch/s/events"))
        status = await self.table.knock(path, headers, [b"\0\xc1"] if is_let_in else said)
        assert status == (0 if is_let_in else 403), (role, path, headers)
        self.seen[role, status] += 1

    async def _join(self, role: str, headers: dict[str, str], is_own: bool) -> None:
        """With keys that were used, are nearly right, or are none."""
        used = self.used
        told: Any = {self.rng.choice(("key", "key", "pin", "Key")): self.rng.choice((
            used, used[:-1], used.swapcase(), f"{used} ", "", "own.", None, 7, [used],
            {"key": used}, "x" * 900)), "name": "Eve", "role": "host"}
        body = json.dumps(self.rng.choice((told, told, told, [told], used, None))).encode()
        came = await self.table.ask("POST", "/api/join", headers, body)
        assert came.status in (403, 429) and "set-cookie" not in came.headers
        self.seen[role, came.status] += 1

    async def _exchange(self, role: str, headers: dict[str, str], is_own: bool) -> None:
        """A writer may read, and would be let in with what he brings, so he brings nothing here;
        nobody else may do either."""
        content = self.rng.choice(self.messages[:2] + self.messages[3:] if role == "writer"
                                  else self.messages)
        came = await self.table.ask("POST", "/api/exchange", headers, content)
        if not is_own or role in ("watcher", "host"):
            assert came.status == 403, came
        elif role == "stranger":
            assert came.status == 401
        else:
            assert came.status in (200, 400)
        self.seen[role, came.status] += 1

    async def _request(self, role: str, headers: dict[str, str], is_own: bool) -> None:
        rng = self.rng
        method, path = rng.choice(METHODS), rng.choice(self.paths)
        if rng.random() < 0.2:
            path = rng.choice(BEFORE_SLASHES) + rng.choice((path, path.upper(), f"{path}/"))
        if (method, path) in (("POST", "/api/join"), ("POST", "/api/exchange")):
            method = "GET"
        body = b"{}" if method in ("POST", "PUT", "PATCH") else b""
        came = await self.table.ask(method, unquote(path) or "/", headers, body, rng.choice(
            ("", "", "list", "before=20", "after=1", "key=x", "a=%00")))
        about = (role, method, path, headers, came.status)
        assert "set-cookie" not in came.headers, about
        if not is_own:
            assert came.status == 403, about
        elif role == "stranger":
            assert came.status == 401, about
        elif role == "watcher":
            assert came.status in (200, 303, 307, 308, 403, 404, 405, 503), about
            if came.status == 200:
                assert method in ("GET", "HEAD"), about
                assert unquote(path).lstrip("/").lower().startswith(("watch", "api/")), about
            if came.status == 307:
                assert came.headers["location"] == WATCH or path.endswith("/"), about
        if not (is_own and role in ("watcher", "writer") and came.status == 200
                and unquote(path).startswith(WATCH)):
            assert not any(secret in came.body for secret in SECRETS), about
        self.seen[role, came.status] += 1


def file(table: TableApp) -> set[str]:
    """The addresses of the files that the watcher's pages load."""
    from scorepad.system.files import ASSETS
    from scorepad.web.watch.parts import files_of

    return {each.address for each in files_of(ASSETS).values()}


def state(folder: Path) -> list[Any]:
    """Everything that the book and the register hold, but for when somebody was here last."""
    found: list[Any] = []
    for name, skipped in (("book.db", ()), ("book.db.devices", ("used",))):
        with sqlite3.connect(folder / name) as book:
            book.row_factory = sqlite3.Row
            tables = [each for each, in book.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()]
            for each in tables:
                found += [(name, each, {key: row[key] for key in tuple(row.keys())
                                        if key not in skipped})
                          for row in book.execute(f'SELECT * FROM "{each}" ORDER BY rowid')]
    return found


@pytest.mark.rounds(short=3000, full=100_000)
async def test_no_write_by_a_watcher_and_no_read_without_a_key_in_this_process(
        table: TableApp, tmp_path: Path, rounds: int, note: Note) -> None:
    """Roles, routes, origins, hosts, cookies, replayed joins, exchanges, and sockets with frames
    behind the handshake. At the end the book and the register are as before, to the byte."""
    keys: dict[str, str] = {}
    for role in Role:
        offered = table.keys.offer(role)
        joined = table.keys.join(offered, role)
        assert joined is not None
        keys[role] = joined[0]
    name, known = table.cookie, keys["watcher"]
    cookies = {role: [f"{name}={key}", f"a=b; {name}={key}", f"{name}=x; {name}={key}"]
               for role, key in keys.items()}
    cookies["stranger"] = [
        "", f"{name}=", f"{name}={known[:-1]}", f"{name}={known}A", f"{name}={known.swapcase()}",
        f"other={known}", f"{name}={'A' * 43}", f"{name}={'A' * 3000}", f"{name}=\xff\xfe",
        f"{name} {known}", f"{name.upper()}={known}", f"{name}={offered}", ";" * 300,
        "; ".join([f"{name}={'B' * 43}"] * 5 + [f"{name}={'C' * 43}"])]
    fuzz = Fuzz(table, cookies, offered, 19)
    before = state(tmp_path)
    for _round in range(rounds):
        await fuzz.once()
    assert state(tmp_path) == before
    assert {status for role, status in fuzz.seen if role == "stranger"} == {401, 403}
    assert {("watcher", 200), ("writer", 200), ("writer", 0), ("host", 403)} <= set(fuzz.seen)
    assert ("host", 200) not in fuzz.seen
    note("requests, joins, exchanges and sockets of strangers, watchers, writers and forged pages "
         "in one process: no write by a watcher, no read without a key", f"{rounds:,}")


@pytest.mark.rounds(short=3, full=200)
async def test_who_may_only_watch_by_now_writes_nothing_on_an_open_page(
        table: TableApp, tmp_path: Path, rounds: int, note: Note) -> None:
    """A hand is typed on a writer's page; in the very moment in which the host takes the right
    away, or shuts the device out, it is saved, taken back, and everything else is tapped."""
    rng, before, frames = Random(3), facts(tmp_path), 0
    for number in range(rounds):
        joined = table.keys.join(table.keys.offer(Role.WRITER), "Bert")
        assert joined is not None
        page = await table.page(joined[0], "/evening/e/sheet/s")
        for key in ("seat-0", "digit-6", "digit-6"):
            await page.tap(key)
        await asyncio.sleep(0.15)  # now it is on the page
        if number % 2:
            table.keys.change(joined[1].id, role=Role.WATCHER)
        else:
            table.keys.shut_out(joined[1].id)
        tapped = [page.find(each) for each in ("save", "save", "undo", "hand-1")]
        taps = [each["_i"] for each in tapped if each] + rng.sample(list(page._controls), 40)
        for control in taps:
            await page.happens(control, "click")
        frames += len(taps)
        await page.until(lambda page=page: page._listening.done(), 10)
        assert page.socket.code == 4401  # type: ignore[attr-defined]
    assert facts(tmp_path) == before
    note("frames behind those with which a writer became a watcher or was shut out: nothing "
         "written", frames)


def facts(folder: Path) -> list[Any]:
    return [each for each in state(folder) if each[1] == "fact"]
