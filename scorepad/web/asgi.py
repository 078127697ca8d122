"""The parts of an ASGI request that everything here reads, and the answers to one."""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from scorepad.i18n.message import LANGUAGES

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

Result = TypeVar("Result")

TRANSPORT = "scorepad.transport"
"""The key under which an ASGI scope has the connection's transport, where that is known."""

LET_IN = "scorepad.let_in"
"""The key under which it has what notes the device whose key a connection has shown."""

SPEND = "scorepad.spend"
"""The key of a function that takes seconds of processor time off the budget of whoever asks."""

NO_STORE = (b"cache-control", b"no-store")
JSON = (b"content-type", b"application/json")
HTML = (b"content-type", b"text/html; charset=utf-8")


def header(scope: "Scope", wanted: bytes) -> str:
    """Return a header of a request; several of the same name become one."""
    return "; ".join(value.decode("latin-1") for name, value in scope.get("headers", ())
                     if name.lower() == wanted)


def language_of(scope: "Scope") -> str:
    """Return the language of a page: the one of ours that its browser asks for first."""
    wanted: list[tuple[float, str]] = []
    for each in header(scope, b"accept-language")[:200].lower().split(","):
        name, _semicolon, quality = each.partition(";")
        try:
            share = float(quality.strip().removeprefix("q=") or 1)
        except ValueError:
            share = 0.0
        if (language := name.strip()[:2]) in LANGUAGES and share > 0:
            wanted.append((-share, language))
    return min(wanted, key=lambda each: each[0], default=(0.0, "en"))[1]


def key_in(scope: "Scope") -> str:
    """Return the key that a request names besides its cookies; empty for none."""
    kind, _space, key = header(scope, b"authorization").partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


def is_navigation(scope: "Scope") -> bool:
    """Return whether a browser asks for a page to show."""
    return scope["type"] == "http" and scope["method"] in ("GET", "HEAD") \
        and "text/html" in header(scope, b"accept")


async def on_thread(scope: "Scope", act: Callable[..., Result], *arguments: object) -> Result:
    """Call a function on a thread; its time is taken off the budget of whoever asks."""
    spent = [0.0]

    def timed() -> Result:
        began = time.thread_time()  # named here, as Python in a browser has none
        try:
            return act(*arguments)
        finally:
            spent[0] = time.thread_time() - began

    try:
        return await asyncio.to_thread(timed)
    finally:
        scope.get(SPEND, float)(spent[0])


async def refuse(scope: "Scope", receive: "Receive", send: "Send", status: int, body: bytes
                 ) -> None:
    """Refuse a request with this status, or a socket, whose status is 403 in any case."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4000 + status})
    else:
        await answer(send, status, body)


async def answer(send: "Send", status: int, body: bytes, *headers: tuple[bytes, bytes]) -> None:
    """Send a whole answer; headers: pairs of name and value."""
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": body})
