"""The door: who has no key hears nothing but that, and who has one gets in."""

import json
from typing import Any

import pytest

from scorepad.web.access.keys import Keys
from scorepad.web.access.middleware import DEVICE, AccessMiddleware, AccessPolicy
from scorepad.web.limits import JOIN_BYTES

COOKIE = "scorepad-test"
Answered = list[dict[str, Any]]


class Caller:
    """Somebody before the door; asked: the scopes that were let in."""

    def __init__(self) -> None:
        self.keys, self.asked, self.joined = Keys(), [], 0
        self.door = AccessMiddleware(self._app, self.keys, AccessPolicy(COOKIE), self._count)

    async def _app(self, scope: Any, _receive: Any, send: Any) -> None:
        self.asked.append(scope)
        await send({"type": "inside"})

    def _count(self) -> None:
        self.joined += 1

    async def ask(self, path: str = "/", kind: str = "http", method: str = "GET",
                  body: bytes = b"", **headers: str) -> Answered:
        parts = [{"type": "http.request", "body": body[:7], "more_body": True},
                 {"type": "http.request", "body": body[7:], "more_body": False}]
        answered: Answered = []

        async def receive() -> Any:
            return parts.pop(0) if kind == "http" else {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            answered.append(message)

        await self.door({"type": kind, "path": path, "method": method, "headers": [
            (name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]},
            receive, send)
        return answered

    async def join(self, key: object) -> Answered:
        return await self.ask("/api/join", method="POST", body=json.dumps({"key": key}).encode())


@pytest.fixture
def caller() -> Caller:
    return Caller()


def known(caller: Caller) -> str:
    """The key of a device that was let in."""
    joined = caller.keys.join(caller.keys.invite())
    assert joined is not None
    return joined[0]


def headers_of(answered: Answered) -> dict[bytes, bytes]:
    return dict(answered[0]["headers"])


async def test_a_key_is_traded_for_a_cookie_that_lets_in(caller: Caller):
    answered = await caller.join(caller.keys.invite())
    assert answered[0]["status"] == 200 and json.loads(answered[1]["body"]) == {"role": "host"}
    cookie, *rules = headers_of(answered)[b"set-cookie"].decode().split("; ")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(rules)
    assert int(rules[-1].removeprefix("Max-Age=")) > 365 * 86_400
    assert cookie.startswith(f"{COOKIE}=") and caller.joined == 1
    for kind in ("http", "websocket"):
        assert await caller.ask(kind=kind, cookie=cookie) == [{"type": "inside"}]
        visitor = caller.keys.visitor(cookie.partition("=")[2])
        assert visitor is not None and caller.asked.pop()[DEVICE] == visitor.id


async def test_cookies_of_other_programs_do_not_stand_in_the_way(caller: Caller):
    device = known(caller)
    other = f'a b=c; {COOKIE}=old; "; [x]={{1}}; {COOKIE}={device} ; =; e'
    assert await caller.ask(cookie=other) == [{"type": "inside"}]


@pytest.mark.parametrize("cookie", [
    "", COOKIE, f"{COOKIE}=", f"{COOKIE}=AAAA", f"{COOKIE}=\xff", "other=DEVICE",
    f"{COOKIE}=\"DEVICE\"", f"{COOKIE}=DEVICE ; other"[:-8] + "A"])
@pytest.mark.parametrize("path", ["/", "/people", "/main.dart.js", "//", "/docs", "/api/upload/x",
                                  "/api/join", "/../x", "/favicon.png", "/ws"])
async def test_without_a_key_there_is_nothing(caller: Caller, cookie: str, path: str):
    device = known(caller)
    cookie = cookie.replace("DEVICE", device)
    for method in ("GET", "HEAD", "PUT", "OPTIONS"):
        answered = await caller.ask(path, method=method, cookie=cookie)
        assert answered[0]["status"] == 401 and answered[1]["body"] == b"Not without a key."
    answered = await caller.ask(path, "websocket", cookie=cookie)
    assert answered == [{"type": "websocket.close", "code": 4401}]
    assert not caller.asked


@pytest.mark.parametrize("body", [
    b"", b"{", b"[]", b'"x"', b'{"key": null}', b'{"key": 1}', b'{"key": ""}', b'{"key": ["x"]}',
    b"\xff", b"[" * 900, b'{"key": "' + b"x" * JOIN_BYTES + b'"}'])
async def test_what_is_no_key_is_refused(caller: Caller, body: bytes):
    caller.keys.invite()
    answered = await caller.ask("/api/join", method="POST", body=body)
    assert answered[0]["status"] == 403 and b"set-cookie" not in headers_of(answered)
    assert caller.joined == 0


async def test_a_key_that_was_used_is_refused(caller: Caller):
    key = caller.keys.invite()
    await caller.join(key)
    assert (await caller.join(key))[0]["status"] == 403


@pytest.mark.parametrize(("languages", "sentence"), [
    ("de-DE,de;q=0.9", "Dieser Browser hat keinen Schlüssel"), ("fr", "This browser has no key"),
    ("fr-CH,fr;q=0.9,de;q=0.8,en;q=0.7", "Dieser Browser hat keinen Schlüssel"),
    ("", "This browser has no key")])
async def test_a_browser_gets_a_page_of_its_own(caller: Caller, languages: str, sentence: str):
    answered = await caller.ask("/people", accept="text/html,*/*", accept_language=languages)
    page, headers = answered[1]["body"].decode(), headers_of(answered)
    assert answered[0]["status"] == 401 and sentence in page
    assert headers[b"cache-control"] == b"no-store"
    assert b"default-src 'none'" in headers[b"content-security-policy"]
    assert "http://" not in page and "https://" not in page and "src=" not in page
