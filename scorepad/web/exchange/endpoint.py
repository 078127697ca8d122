"""The route at which another book asks for what it lacks, and brings what is missing here.

Whoever may write may ask: all of the book can be read there, which a watcher's pages do not show.
Each brings what is for its role: a writer evenings, hands and payments, and only a host what was
done to people and rules.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from scorepad.i18n.message import read_out
from scorepad.service import Service
from scorepad.service.roles import NotAllowed, Role, User, require
from scorepad.storage import StorageFault
from scorepad.storage.exchange import MOST_BYTES, NotExchange
from scorepad.web.access.middleware import who

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

EXCHANGE = "/api/exchange"

WITHIN = 60.0
"""Seconds within which a message must have come whole."""

AT_ONCE = 2
"""Messages that are answered at the same time; others wait."""


def exchange_route(find: Callable[[], Service]) -> "Route":
    """Return the route; find: opens the book as it is now, or raises `StorageFault`."""
    from starlette.routing import Route

    turns = asyncio.Semaphore(AT_ONCE)

    def answered(user: User, content: bytes) -> bytes:
        require(user, Role.WRITER)
        return find().used_by(user).meetings.exchange(content)

    async def exchange(request: "Request") -> "Response":
        from starlette.responses import Response

        visitor = who(request)
        if visitor is None:
            return Response(status_code=401)
        content = await _body(request)
        if content is None:
            return Response(status_code=413)
        language = "de" if request.headers.get("accept-language", "").startswith("de") else "en"
        try:
            async with turns:
                said = await asyncio.to_thread(answered, visitor, content)
        except NotAllowed as fault:
            return Response(read_out(fault.problems[0].message, language), 403)
        except NotExchange as fault:
            return Response(read_out(fault.message, language), 400)
        except StorageFault as fault:
            return Response(read_out(fault.message, language), 503, {"retry-after": "2"})
        return Response(said, media_type="application/octet-stream",
                        headers={"cache-control": "no-store"})

    return Route(EXCHANGE, exchange, methods=["POST"])


async def _body(request: "Request") -> bytes | None:
    """Return what was sent, None for what is too long or does not come in time."""
    content = bytearray()
    try:
        async with asyncio.timeout(WITHIN):
            async for part in request.stream():
                content += part
                if len(content) > MOST_BYTES:
                    return None
    except TimeoutError:
        return None
    return bytes(content)
