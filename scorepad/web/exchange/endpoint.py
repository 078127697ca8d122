"""The route at which another book asks for what it lacks, and brings what is missing here.

Whoever may write may ask: all of the book can be read there, which a watcher's pages do not show.
Each brings what is for its role: a writer evenings, hands and payments, and only a host what was
done to people and rules.

A reader makes an object of every value: 33 kB of packed empty lists become two gigabytes.
"""

import asyncio
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from time import monotonic, sleep
from typing import TYPE_CHECKING

from scorepad.i18n.message import Message, read_out, say
from scorepad.service import Service
from scorepad.service.roles import NotAllowed, Role, User, require
from scorepad.storage import StorageFault
from scorepad.storage.exchange import MOST_BYTES, NotExchange
from scorepad.web import limits
from scorepad.web.access.keys import Visitor
from scorepad.web.access.middleware import who
from scorepad.web.asgi import on_thread

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route


PIECE = 1 << 18
"""Bytes that are unpacked at a time."""

VALUES = (b",", b"[", b"{")
"""Beginnings of values; those that stand in texts are counted, too."""


class Look:
    """The look at one message, which comes in parts."""

    def __init__(self) -> None:
        self._unpacking = zlib.decompressobj()
        self._came, self._unpacked, self._lines, self._values = 0, 0, 0, 0

    def take(self, part: bytes) -> None:
        """Look at the next part; raises `NotExchange`."""
        self._came += len(part)
        if self._came > MOST_BYTES:
            raise NotExchange
        try:
            while part:
                self._look(self._unpacking.decompress(part, PIECE))
                part = self._unpacking.unconsumed_tail
        except zlib.error:
            raise NotExchange from None

    def _look(self, piece: bytes) -> None:
        self._unpacked += len(piece)
        if self._unpacked > limits.EXCHANGE_UNPACKED \
                or self._lines + piece.count(b"\n") > limits.EXCHANGE_LINES:
            raise NotExchange
        begin = 0
        while begin < len(piece):
            end = piece.find(b"\n", begin)
            self._values += sum(piece.count(each, begin, end if end >= 0 else len(piece))
                                for each in VALUES)
            most = limits.ENTRY_VALUES if self._lines else limits.EXCHANGE_VALUES
            if self._values > most:
                raise NotExchange
            if end < 0:
                break
            begin, self._values = end + 1, 0
            self._lines += 1


def looked_at(message: bytes) -> bytes:
    """Return a whole message; raises `NotExchange`."""
    Look().take(message)
    return message


EXCHANGE = "/api/exchange"

BUSY = say("The book cannot be asked now. Try again in a moment.")

AGAIN = {"retry-after": "2"}


class Turns:
    """The messages that are taken in now, of which each device may have only so many."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, visitor: Visitor) -> AsyncIterator[bool]:
        """Take a turn; yields False if there is none."""
        free = self._taken.total() < limits.EXCHANGES_READ \
            and self._taken[visitor.id] < limits.EXCHANGES_OF_DEVICE
        self._taken[visitor.id] += free
        try:
            yield free
        finally:
            self._taken[visitor.id] -= free
            self._taken += Counter()  # without those that have none left


def exchange_route(find: Callable[[], Service]) -> "Route":
    """Return the route; find: opens the book as it is now, or raises `StorageFault`."""
    from starlette.routing import Route

    turns, beside = Turns(), ThreadPoolExecutor(1, "exchange")
    rests_until = 0.0

    def answered(user: User, content: bytes) -> bytes:
        nonlocal rests_until
        sleep(max(0.0, rests_until - monotonic()))
        began = monotonic()
        try:
            require(user, Role.WRITER)
            return find().used_by(user).meetings.exchange(content)
        finally:  # as long again, so that whoever plays has most of the time
            rests_until = 2 * monotonic() - began

    async def exchange(request: "Request") -> "Response":
        from starlette.responses import Response

        visitor = who(request)
        if visitor is None:
            return Response(status_code=401)
        language = "de" if request.headers.get("accept-language", "").startswith("de") else "en"

        def refused(sentence: Message, status: int) -> Response:
            return Response(read_out(sentence, language), status, AGAIN if status == 503 else {})

        async with turns.turn(visitor) as free:
            if not free:
                return refused(BUSY, 503)
            try:
                require(visitor, Role.WRITER)
                content = await _body(request)
                said = await asyncio.get_running_loop().run_in_executor(
                    beside, answered, visitor, content)
            except NotAllowed as fault:
                return refused(fault.problems[0].message, 403)
            except NotExchange as fault:
                return refused(fault.message, 400)
            except TimeoutError:
                return Response(status_code=408)
            except StorageFault:
                return refused(BUSY, 503)
        return Response(said, media_type="application/octet-stream",
                        headers={"cache-control": "no-store"})

    return Route(EXCHANGE, exchange, methods=["POST"])


async def _body(request: "Request") -> bytes:
    """Return what was sent, looked at on a thread as it comes. Raises `NotExchange`, and
    TimeoutError for what does not come in time."""
    content, look = bytearray(), Look()
    async with asyncio.timeout(limits.EXCHANGE_SECONDS):
        async for part in request.stream():
            content += part
            await on_thread(request.scope, look.take, part)
    return bytes(content)
