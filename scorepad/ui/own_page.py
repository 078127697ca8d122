"""What the page lets in, and what a browser may do with it."""

from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message as Event, Receive, Scope, Send

NOT_SERVED = frozenset({"/docs", "/docs/oauth2-redirect", "/redoc", "/openapi.json"})
"""What FastAPI says of itself, with scripts from elsewhere; nobody here asks for it."""

GUARDS = ((b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"))
LEFT_OUT = frozenset({b"access-control-allow-origin", b"cross-origin-embedder-policy"})
"""Flet lets any page read what it serves; ours is read by itself only. And it isolates the page,
for Python in the browser, which there is none of here: Flutter then draws in a second thread, whose
memory it damages together with the first (flutter/flutter#190039). Letters go wrong, the page goes
white, or it stands still for ever."""

POLICY = (
    "default-src 'self' blob: data:; "
    "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; "
    "connect-src 'self' blob: data:; "
    "frame-ancestors 'none'"
)
"""Nothing from elsewhere: Flet's client loads a part of its Rive player from a CDN at every start,
needed or not, and `no_cdn` does not know of it."""

LONGEST = 255
"""Bytes that a file's name has on any system; here all folders above it have room in them too."""


class OwnPageOnly:
    """Let in only what comes from the page at `address` itself, and let it reach nothing else.

    Any website open in the same browser may try to talk to 127.0.0.1. Flet asks nobody where
    they come from, so this does: the host must be ours (no DNS rebinding), and a browser that
    names an origin must name ours.
    """

    def __init__(self, app: "ASGIApp", address: str) -> None:
        self.app = app
        port = address.rpartition(":")[2]
        self.hosts = {address, f"localhost:{port}"}
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        path = scope.get("path", "")
        if not _may_be_a_file(path):  # then Flet answers by itself; the page has words for it
            scope = {**scope, "path": "/", "raw_path": b"/"}
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket" and self._is_own(scope):
            await self.app(scope, receive, _or_not_at_all(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403})
        elif not self._is_own(scope):
            await _answer(send, 403, b"Not from here.")
        elif path in NOT_SERVED:
            await _answer(send, 404, b"Not here.")
        elif path.startswith("//"):  # a browser takes what follows for a host, and stops there
            await _answer(send, 308, b"", b"/" + scope["raw_path"].lstrip(b"/\\"))
        else:
            await self.app(scope, receive, _guarded(send))

    def _is_own(self, scope: "Scope") -> bool:
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        origin = headers.get(b"origin")
        return headers.get(b"host") in self.hosts and (origin is None or origin in self.origins)


def _may_be_a_file(path: str) -> bool:
    return "\0" not in path and len(path.encode(errors="replace")) <= LONGEST


def _guarded(send: "Send") -> "Send":
    """The answer with what keeps it to this page."""
    async def send_guarded(message: "Event") -> None:
        if message["type"] == "http.response.start":
            kept = [each for each in message["headers"] if each[0].lower() not in LEFT_OUT]
            policy = (b"content-security-policy", POLICY.encode())
            message = {**message, "headers": [*kept, policy, *GUARDS]}
        await send(message)
    return send_guarded


def _or_not_at_all(send: "Send") -> "Send":
    """A browser that has gone is no fault where something is sent to it: Flet hears of it where it
    listens. Otherwise it would never end that page's session, and draw it for nobody for ever."""
    async def try_to_send(message: "Event") -> None:
        with suppress(OSError):
            await send(message)
    return try_to_send


async def _answer(send: "Send", status: int, body: bytes, location: bytes | None = None) -> None:
    headers = [] if location is None else [(b"location", location)]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
