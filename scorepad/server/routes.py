"""The routes of the server besides the app itself. `door.who` tells which device asks."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.server.door import who
from scorepad.server.exchanging import exchange_route
from scorepad.server.keys import Keys
from scorepad.server.watch.routes import watch_routes
from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.storage.hints import Hints

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute


def routes(book: Callable[[], Service], keys: Keys, assets: Path, hints: Hints | None = None
           ) -> "list[BaseRoute]":
    """Return all routes; book: opens the book as it is now, or raises `StorageFault`; keys: tell
    when a device is shut out; assets: the folder of icons and fonts; hints: tell when somebody has
    written."""
    pages, watching = watch_routes(book, _device, assets, _writes)
    keys.listen(watching.look_who_watches)
    if hints is not None:
        hints.listen(watching.hint)
    return [exchange_route(book), *pages]


def _writes(request: "Request") -> bool:
    """Return whether the device that asks may use the app, as things are now."""
    visitor = who(request)
    return visitor is not None and visitor.role is not Role.WATCHER


def _device(request: "Request") -> str | None:
    """Return the device that asks, None for one that is not let in."""
    visitor = who(request)
    return None if visitor is None else visitor.id
