"""uvicorn's HTTP protocol, which here lets an app cut off a client that does not read; and room for
many such lines."""

import asyncio
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scorepad.server.watch.streams import TRANSPORT

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send
    from uvicorn.config import Config
    from uvicorn.protocols.http.h11_impl import H11Protocol as Protocol
    from uvicorn.server import ServerState
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol as Protocol


class Line(Protocol):
    """A connection whose transport stands in the scope of its requests."""

    def __init__(self, config: "Config", server_state: "ServerState", app_state: dict[str, Any],
                 _loop: asyncio.AbstractEventLoop | None = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        inner = self.app

        async def app(scope: "Scope", receive: "Receive", send: "Send") -> None:
            await inner({**scope, TRANSPORT: self.transport}, receive, send)

        self.app = app


LINES = 8192
"""Connections and files that a server may have open at a time; without being asked, many
systems allow 1024 or fewer."""


def make_room(lines: int = LINES) -> None:
    """Have the system allow so many open connections and files, as far as it lets itself be
    asked."""
    if sys.platform == "win32":
        return
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = lines if most == resource.RLIM_INFINITY else min(lines, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
