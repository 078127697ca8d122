"""The routes of the server besides the app itself. `door.who` tells which device asks."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from scorepad.server.door import who
from scorepad.server.joining import POLICY, WATCHING, notice
from scorepad.server.rooms import WATCH
from scorepad.service import Service
from scorepad.service.roles import Role

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

AGAIN = 5
"""Seconds after which a watcher's page asks whether the host lets it write."""


def routes(_book: Callable[[], Service]) -> "list[BaseRoute]":
    """Return all routes; book: opens the book as it is now, or raises `StorageFault`."""
    from starlette.routing import Route

    return [Route(WATCH, _watch)]


async def _watch(request: "Request") -> "Response":
    from starlette.responses import HTMLResponse, RedirectResponse

    visitor = who(request)
    if visitor is None or visitor.role is not Role.WATCHER:
        return RedirectResponse("/")
    page = notice(WATCHING, request.headers.get("accept-language", ""), again=AGAIN)
    return HTMLResponse(page, headers={
        "cache-control": "no-store", "content-security-policy": POLICY})
