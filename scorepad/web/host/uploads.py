"""Files that a browser sends in pieces: each to an address for one file, from one device."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorepad.web import limits
from scorepad.web.access.middleware import DEVICE
from scorepad.web.asgi import answer

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

ADDRESS = "/api/upload/"

UPLOADS = "uploads"
"""The key under which a session's store has the `Sending` of its browser."""


@dataclass(frozen=True)
class Awaited:
    """A file that may come: its device, the most bytes it may have, and the function to take it."""

    device: str
    most: int
    take: Callable[[bytes], None]


class Uploads:
    """The files that are awaited, at most one for each `owner`, which may be any text."""

    def __init__(self) -> None:
        self._awaited: dict[str, Awaited] = {}
        self._of: dict[str, str] = {}

    def expect(self, owner: str, awaited: Awaited) -> str:
        """Return the path to which a file may be sent; it replaces one awaited for this owner."""
        self.forget(owner)
        ticket = secrets.token_urlsafe(16)
        self._awaited[ticket], self._of[owner] = awaited, ticket
        return ADDRESS + ticket

    def forget(self, owner: str) -> None:
        """Stop awaiting a file for an owner."""
        self._awaited.pop(self._of.pop(owner, ""), None)

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Take a file in: 204, or 404 where none is awaited, 413 where it is too large, and 408
        where nothing more of it comes."""
        ticket = scope["path"].rpartition("/")[2]
        awaited = self._awaited.get(ticket)
        if awaited is None or awaited.device != scope[DEVICE]:
            await answer(send, 404, b"No file is awaited here.")
        else:
            del self._awaited[ticket]
            try:
                content = await _content(receive, awaited.most)
            except TimeoutError:
                await answer(send, 408, b"Nothing more came.", (b"connection", b"close"))
                return
            if content is None:
                await answer(send, 413, b"This file is too large.", (b"connection", b"close"))
            elif content is not LEFT:
                await answer(send, 204, b"")
                awaited.take(bytes(content))


LEFT = bytearray()


async def _content(receive: "Receive", most: int) -> bytearray | None:
    """Return what was sent; `LEFT` if the browser left before the end, None if it is too much."""
    content = bytearray()
    end = asyncio.get_running_loop().time() + limits.UPLOAD_SECONDS_AT_ALL
    while True:
        async with asyncio.timeout(limits.UPLOAD_SECONDS), asyncio.timeout_at(end):
            part = await receive()
        if part["type"] == "http.disconnect":
            return LEFT
        content += part.get("body", b"")
        if len(content) > most:
            return None
        if not part.get("more_body", False):
            return content


@dataclass(frozen=True)
class Sending:
    """The way that files of one tab come here; owner, device: the tab's."""

    uploads: Uploads
    owner: str
    device: str
