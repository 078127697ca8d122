"""What the page lets in, and what a browser may do with it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message as Event, Receive, Scope, Send

NOT_SERVED = frozenset({"/docs", "/docs/oauth2-redirect", "/redoc", "/openapi.json"})
"""What other servers of this kind say of themselves; for a page they would be routes."""

GUARDS = ((b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"),
          (b"cross-origin-opener-policy", b"same-origin"))

POLICY = (
    "default-src 'self' blob: data:; "
    "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; "
    "connect-src 'self' blob: data:; "
    "frame-ancestors 'none'"
)
"""Nothing from elsewhere: Flet's client loads a part of its Rive player from a CDN at every start,
needed or not, and `no_cdn` does not know of it.

The page is not isolated (no Cross-Origin-Embedder-Policy): Flutter would draw in a second thread,
whose memory it damages together with the first (flutter/flutter#190039). Letters go wrong, the page
goes white, or it stands still for ever."""

SOCKET = "/ws"
"""Where the socket of a page is."""

LONGEST = 255
"""Bytes that a file's name has on any system; here all folders above it have room in them too."""


class OwnPageOnly:
    """Let in only what comes from the page at `address` itself, and let it reach nothing else.

    Any website open in the same browser may try to talk to 127.0.0.1, so the host must be ours (no
    DNS rebinding), and a browser that names an origin must name ours. A browser names one for every
    socket; what names none is no browser.
    """

    def __init__(self, app: "ASGIApp", address: str) -> None:
        self.app = app
        port = address.rpartition(":")[2]
        self.hosts = {address, f"localhost:{port}"}
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["type"] == "lifespan" or self._is_own(scope):
            await self.app(scope, receive, send if scope["type"] != "http" else _guarded(send))
        else:
            await refuse(scope, receive, send, 403, b"Not from here.")

    def _is_own(self, scope: "Scope") -> bool:
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        origin = headers.get(b"origin")
        return headers.get(b"host") in self.hosts and (
            origin in self.origins or origin is None and scope["type"] == "http")


class Ways:
    """Where an address leads to: what is no name of a file, and what another server would answer,
    is left to the page, which has words for it."""

    def __init__(self, app: "ASGIApp") -> None:
        self.app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        path = scope.get("path", "")
        if scope["type"] == "websocket" and path != SOCKET:
            await refuse(scope, receive, send, 404, b"")
            return
        if not _may_be_a_file(path):
            scope = {**scope, "path": "/", "raw_path": b"/"}
        if scope["type"] == "http" and path in NOT_SERVED:
            await answer(send, 404, b"Not here.")
        elif scope["type"] == "http" and path.startswith("//"):
            # A browser takes what follows for a host, and stops there.
            await answer(send, 308, b"", (b"location", b"/" + scope["raw_path"].lstrip(b"/\\")))
        else:
            await self.app(scope, receive, send)


def _may_be_a_file(path: str) -> bool:
    return "\0" not in path and len(path.encode(errors="replace")) <= LONGEST


def _guarded(send: "Send") -> "Send":
    """The answer with what keeps it to this page; one that says what it may do itself, keeps it."""
    async def send_guarded(message: "Event") -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", []), *GUARDS]
            if not any(name.lower() == b"content-security-policy" for name, _value in headers):
                headers.append((b"content-security-policy", POLICY.encode()))
            message = {**message, "headers": headers}
        await send(message)
    return send_guarded


async def refuse(scope: "Scope", receive: "Receive", send: "Send", status: int, body: bytes
                 ) -> None:
    """Say no, to a request or a socket; a socket's is 403 in any case."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4000 + status})
    else:
        await answer(send, status, body)


async def answer(send: "Send", status: int, body: bytes, *headers: tuple[bytes, bytes]) -> None:
    """A whole answer; headers: name and value each."""
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": body})
