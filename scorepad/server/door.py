"""The door of the page: nobody comes in without a key.

The address that Scorepad prints holds a joining key behind its #, which a browser sends to nobody.
The first page that it gets trades that key for a cookie, which lets it in from then on.
"""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from scorepad.server.account import is_own
from scorepad.server.joining import POLICY, joining_page
from scorepad.server.keys import Keys
from scorepad.server.own_page import answer, refuse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

JOIN = "/api/join"
HOST = "host"
"""The role of everybody who has a key; it may do everything."""

DEVICE = "scorepad.device"
"""The key under which an ASGI scope names the device that asks."""

LONGEST = 1000
"""The most bytes of a request to join."""

TEN_YEARS = 10 * 365 * 86_400

NO_STORE = (b"cache-control", b"no-store")


class Door:
    """An ASGI app around another, which lets in only browsers that have a key.

    cookie: its name; joined: called when a browser has been let in, so that another one can be.
    """

    def __init__(self, app: "ASGIApp", keys: Keys, cookie: str,
                 joined: Callable[[], None] = lambda: None) -> None:
        self.app, self.keys, self.cookie, self._joined = app, keys, cookie, joined

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http" and scope["path"] == JOIN and scope["method"] == "POST":
            await self._join(scope, receive, send)
        elif (device := self._device(scope)) is not None:
            await self.app({**scope, DEVICE: device}, receive, send)
        elif scope["type"] == "http" and _is_navigation(scope):
            languages = _header(scope, b"accept-language")
            body = b"" if scope["method"] == "HEAD" else joining_page(languages).encode()
            await answer(send, 401, body, NO_STORE, (b"content-type", b"text/html; charset=utf-8"),
                         (b"content-security-policy", POLICY.encode()))
        else:
            await refuse(scope, receive, send, 401, b"Not without a key.")

    def _device(self, scope: "Scope") -> str | None:
        # Read by hand: cookies set by other programs on this machine need not be well-formed.
        for sent in _header(scope, b"cookie").split(";"):
            name, _is, value = sent.strip().partition("=")
            if name == self.cookie and (device := self.keys.device(value)) is not None:
                return device
        return None

    async def _join(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        key = _key_in(await _body(receive))
        device = self.keys.join(key, own=is_own(scope.get("client")))
        if device is None:
            await answer(send, 403, b"No key, or one that was used.", NO_STORE)
            return
        cookie = (f"{self.cookie}={device}; HttpOnly; SameSite=Strict; Path=/; "
                  f"Max-Age={TEN_YEARS}")
        await answer(send, 200, json.dumps({"role": HOST}).encode(), NO_STORE,
                     (b"content-type", b"application/json"), (b"set-cookie", cookie.encode()))
        self._joined()


def _header(scope: "Scope", wanted: bytes) -> str:
    return "; ".join(value.decode("latin-1") for name, value in scope["headers"]
                     if name.lower() == wanted)


def _is_navigation(scope: "Scope") -> bool:
    return scope["method"] in ("GET", "HEAD") and "text/html" in _header(scope, b"accept")


async def _body(receive: "Receive") -> bytes:
    """Return what was sent, or nothing if it is too long for a key."""
    body, more = b"", True
    while more and len(body) <= LONGEST:
        part = await receive()
        body += part.get("body", b"")
        more = part["type"] == "http.request" and part.get("more_body", False)
    return body if len(body) <= LONGEST else b""


def _key_in(body: bytes) -> str:
    """Return the key in a body, or an empty one, which fits nothing."""
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    key = told.get("key") if isinstance(told, dict) else None
    return key if isinstance(key, str) else ""
