"""Sixty kinds of requests and frames that make no sense, without a key and as each role: none
writes, none reads what its role may not, none leaves a traceback, and no answer names anything of
what is inside."""

import json
import logging
import re
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import unquote

import msgpack
import pytest

from scorepad.config import Settings
from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.storage.exchange import FORMAT
from scorepad.web import limits
from tests.browser.evenings import IN_THE_MIDDLE, evening
from tests.proof.conftest import Note
from tests.proof.table_app import HOST, OWN, TableApp, table_app
from tests.proof.test_no_way_in import SECRETS, state, take_in
from tests.raw import Raw

INNER = re.compile(
    rb"Traceback|sqlite|psycopg|sqlalchemy|\b\w+Error\b|Exception|constraint|UNIQUE|pydantic"
    rb"|starlette|uvicorn|site-packages|/tmp/|book\.db|\.py\b|line \d+, in", re.IGNORECASE)
"""What a program says of itself when it does not know better."""


class Ask(NamedTuple):
    """A request."""

    path: str
    method: str = "GET"
    query: str = ""
    body: bytes = b""
    headers: Mapping[str, str] = MappingProxyType({})


def packed(*lines: object) -> bytes:
    return zlib.compress("\n".join(each if isinstance(each, str) else json.dumps(each)
                                   for each in lines).encode("utf-8", "surrogatepass"))


def joining(told: object) -> Ask:
    return Ask("/api/join", "POST", body=json.dumps(told).encode())


def bringing(content: bytes) -> Ask:
    return Ask("/api/exchange", "POST", body=content)


def sheet(**more: str) -> Ask:
    return Ask("/watch/s", headers={name.replace("_", "-"): value for name, value in more.items()})


HEAD = {"format": FORMAT, "entries": 1}
DEEP = "[" * 900 + "]" * 900

ASKED: dict[str, Ask] = {
    "a path of nobody": Ask("/nobody/here"), "dots": Ask("/watch/../../book.db"),
    "dots in code": Ask("/watch/%2e%2e/%2e%2e/etc/passwd"), "a zero": Ask("/watch/s%00.html"),
    "a long path": Ask("/" + "a" * 5000), "two slashes": Ask("//evil.test/watch"),
    "slashes of Windows": Ask("/watch\\..\\..\\book.db"), "half a letter": Ask("/watch/%ff%fe"),
    "a query as an id": Ask("/watch/s' OR '1'='1"),
    "an end of SQL": Ask("/watch/s; DROP TABLE fact"),
    "a union": Ask("/watch/e' UNION SELECT key FROM device--/settlement"),
    "a format": Ask("/watch/%s%n{0}{x.__class__}"), "a template": Ask("/watch/{{7*7}}${7*7}"),
    "a script": Ask("/watch/<script>alert(1)</script>"), "a line in an id": Ask("/watch/s\r\nX: y"),
    "a huge id": Ask("/watch/" + "9" * 200),
    "less than nothing": Ask("/watch/s", query="before=-1"),
    "other figures": Ask("/watch/s", query="before=%D9%A3%C2%B2"),
    "a huge number": Ask("/watch/s", query="before=" + "9" * 5000),
    "a stream before": Ask("/watch/s/before/9999999999999999999/events"),
    "a huge last event": Ask("/watch/s/events", headers={"last-event-id": "9" * 4000}),
    "SQL as the last event": Ask("/watch/s/events", headers={"last-event-id": "1' OR 1"}),
    "nonsense after": Ask("/watch/s/events", query="after=%f0%28%8c"),
    "a range": sheet(range="bytes=9-1"), "many ranges": sheet(range="bytes=" + "0-1," * 500),
    "a strange tag": sheet(if_none_match='W/"' + "x" * 4000), "no date": sheet(
        if_modified_since="yesterday"),
    "strange languages": sheet(accept_language="de;q=nan,en;q=1e400,x;;;=,"),
    "many languages": sheet(accept_language="de;q=0.1," * 1500),
    "strange codings": sheet(accept_encoding="gzip;q=x, br, zstd, \x80"),
    "many cookies": sheet(cookie_too="; ".join(f"a{each}=b" for each in range(900))),
    "a key of nobody": sheet(authorization="Bearer " + "A" * 43),
    "a password": sheet(authorization="Basic YTpi"), "another host": sheet(host="evil.test"),
    "a foreign page": sheet(origin="http://evil.test"), "no page": sheet(origin="null"),
    "a foreign question": Ask("/api/exchange", "OPTIONS", headers={
        "origin": "https://evil.test", "access-control-request-method": "DELETE"}),
    "a method of nobody": Ask("/watch/s", "BREW"), "a small method": Ask("/watch/s", "get"),
    "a page that is sent": Ask("/watch/s", "POST", body=b"{}"),
    "a page that is deleted": Ask("/watch/s", "DELETE"),
    "a file of nobody": Ask("/api/upload/" + "x" * 22, "PUT", body=b"{}"),
    "a file elsewhere": Ask("/api/upload/../../book.db", "PUT", body=b"{}"),
    "how it is made": Ask("/openapi.json"), "nothing to join": Ask("/api/join", "POST"),
    "no words to join": Ask("/api/join", "POST", body=b"\xff\xfe{"),
    "depth to join": Ask("/api/join", "POST", body=DEEP.encode()[:900]),
    "a list to join": joining([{"key": "x"}]), "a number to join": joining({"key": 10 ** 300}),
    "half a letter to join": joining({"key": "\ud800", "name": "\ud800"}),
    "a key in many words": joining({"key": ["x"] * 50, "bearer": True, "role": "host"}),
    "seats without a code": joining({"seats": True}),
    "seats by a forged code": joining({"key": f"table.{'A' * 22}", "seats": True, "name": "Anne"}),
    "seats by a number": joining({"key": 7, "seats": True}),
    "seats by words": joining({"key": "table.\ud800", "seats": True}),
    "a forged code of the table": joining({"key": f"table.{'A' * 22}", "name": "Anne"}),
    "no exchange": bringing(b""), "what is not packed": bringing(b"\xff" * 40),
    "half an exchange": bringing(packed(HEAD)[:-3]),
    "a bomb of values": bringing(packed(HEAD, "[" + "[]," * 1_000_000)),
    "a bomb of lines": bringing(packed(HEAD, *[""] * 100_000)),
    "faults by the thousand": bringing(packed({**HEAD, "known": [[]] * 60_000})),
    "another format": bringing(packed({"format": "scorepad-exchange/0"})),
    "fields of another kind": bringing(packed({**HEAD, "known": {"x": 1}, "after": 7})),
    "depth in an entry": bringing(packed(HEAD, DEEP)),
    "entries that are none": bringing(packed({**HEAD, "taken": -1}, "{}", "null", '{"id": 1}'))}

FRAMES: dict[str, bytes] = {
    "nothing": b"", "not packed": b"\0\xc1", "another kind of frame": b"\1abc", "half": b"\0\x93\1",
    "depth": b"\0" + b"\x91" * 5000 + b"\xc0", "a bomb": b"\0" + b"\xdd\0\xff\xff\xff",
    "many values": b"\0" + msgpack.packb([[]] * 60_000),
    "a time that is none": b"\0" + msgpack.packb([3, {
        "target": 1, "name": "x", "data": msgpack.ExtType(1, b"not a time")}]),
    "an act of nobody": b"\0" + msgpack.packb([99, {}]),
    "before it has registered": b"\0" + msgpack.packb([3, {
        "target": 1, "name": "x", "data": None}])}
"""What closes a socket at once."""


def event(control: int, name: str, data: object = None) -> list[Any]:
    return [3, {"target": control, "name": name, "data": data}]


SAID: dict[str, list[Any]] = {
    "an event of nobody": event(987_654, "click"), "an event below nothing": event(-1, "click"),
    "an inner name": event(1, "__class__"), "an event of the program": event(1, "disconnect"),
    "a long name": event(2, "x" * 5000), "SQL as an event": event(3, "'; DROP TABLE fact"),
    "inner properties": [4, {"id": 1, "props": {"_i": 9, "__class__": 1, "on_click": 1}}],
    "a control of nobody": [4, {"id": 987_654, "props": {"value": "x"}}],
    "an answer to nothing": [5, {"control_id": 1, "call_id": "x", "result": 1, "error": None}],
    "a fault": [5, {"control_id": 987_654, "call_id": "x" * 900, "result": None, "error": "x"}]}
"""What a page that has registered says in vain."""


def test_there_are_sixty_kinds():
    assert len(ASKED) >= 60 and len(FRAMES) + len(SAID) >= 20


class Visits:
    """Everybody, what they ask for, and what comes of it."""

    def __init__(self, table: TableApp) -> None:
        self.table, self.rng = table, Random(60)
        self.cookies = {"stranger": ""}
        self.keys: dict[str, str] = {}
        for role in Role:
            joined = table.keys.join(table.keys.offer(role), role)
            assert joined is not None
            self.keys[role], self.cookies[role] = joined[0], f"{table.cookie}={joined[0]}"
        self.pages: dict[str, Raw] = {}
        self.seen = Counter[tuple[str, int]]()

    async def ask(self, role: str, kind: str) -> None:
        asked = ASKED[kind]
        headers = {"host": HOST, "accept": self.rng.choice(("*/*", "text/html", "")),
                   "cookie": self.cookies[role], **asked.headers}
        if "cookie-too" in headers:
            headers["cookie"] += "; " + headers.pop("cookie-too")
        came = await self.table.ask(asked.method, unquote(asked.path),
                                    headers, asked.body, asked.query)
        about = (role, kind, came.status, came.body[:300])
        assert came.status < 500 or came.status in (501, 503), about
        assert "set-cookie" not in came.headers, about
        if role == "stranger":
            assert came.status in (204, 400, 401, 403) and not any(
                each in came.body for each in SECRETS), about
        if b"flutter_bootstrap" not in came.body:  # Flet's own page
            assert not INNER.search(came.body), about
        self.seen[role, came.status] += 1

    async def knock(self, role: str, kind: str) -> None:
        status = await self.table.knock("/ws", {
            "host": HOST, "origin": OWN, "cookie": self.cookies[role]}, [FRAMES[kind]])
        assert status == (0 if role in ("writer", "host") else 403), (role, kind)
        self.seen[role, status] += 1

    async def say(self, role: str, kind: str) -> None:
        """On a page that stays open."""
        if role not in self.pages:
            self.pages[role] = await self.table.page(self.keys[role], "/evening/e/sheet/s")
        page = self.pages[role]
        assert not page._listening.done(), (role, kind)
        await page.socket.send(b"\0" + msgpack.packb(SAID[kind]))
        self.seen[role, 0] += 1


@pytest.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TableApp]:
    """Without the budget of a writer's page, at which most of it would be waiting."""
    monkeypatch.setattr(limits, "PLAY_SHARE", 1e6)
    settings = Settings.of({"FLET_APP_STORAGE_DATA": str(tmp_path)})
    service = Service.open(settings)
    take_in(service, evening(*IN_THE_MIDDLE))
    service.close()
    async with table_app(settings) as running:
        yield running


@pytest.mark.timeout(3600)
@pytest.mark.rounds(short=3_000, full=200_000)
async def test_sixty_kinds_of_everybody(table: TableApp, tmp_path: Path, rounds: int, note: Note,
                                        caplog: pytest.LogCaptureFixture) -> None:
    visits = Visits(table)
    kinds = [
        *[(visits.ask, each) for each in ASKED], *[(visits.knock, each) for each in FRAMES],
        *[(visits.say, each) for each in SAID]]
    before = state(tmp_path)
    with caplog.at_level(logging.WARNING):
        for number in range(rounds):
            act, kind = kinds[number % len(kinds)]
            roles = ["writer", "host"] if act == visits.say else [*visits.cookies]
            await act(roles[number // len(kinds) % len(roles)], kind)
    assert [each.getMessage() for each in caplog.records
            if each.exc_info or each.levelno >= logging.ERROR] == []
    assert state(tmp_path) == before
    for page in visits.pages.values():
        await page.close()
    note("requests and frames of 85 kinds, without a key and as each role: nothing written, "
         "nothing read without the right, no traceback, nothing of what is inside named",
         f"{rounds:,}")
