"""The exchange with another book, at both of its ends: the route at which another one asks for what
it lacks and brings what is missing here, and how this device comes in at a server, and asks.

Whoever may write may ask: all of the book can be read there, which a watcher's pages do not show.
Each brings what is for its role: a writer evenings, hands and payments, and only a host what was
done to people and rules.

A reader makes an object of every value: 33 kB of packed empty lists become two gigabytes.
"""

import asyncio
import json
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urlsplit

from scorepad.i18n.message import Message, read_out, say
from scorepad.service import Service
from scorepad.service.roles import NotAllowed, Role, User, require
from scorepad.storage import StorageFault
from scorepad.storage.exchange import MOST_BYTES, Asking, NotExchange, Result, Send
from scorepad.system.files import make_folder, write_whole
from scorepad.web import limits
from scorepad.web.access.middleware import JOIN, who
from scorepad.web.access.visitors import Visitor
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
            require(user, Role.LIST)
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
                require(visitor, Role.LIST)
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


# --- asking a server ------------------------------------------------------------------------------

Post = Callable[[str, Mapping[str, str], bytes], Awaitable[tuple[int, bytes]]]
"""A function that posts content to an address, with headers, and returns status and content of the
answer; where nobody answers, 0 and why."""

JSON, BYTES = "application/json", "application/octet-stream"

LANGUAGE = "accept-language"


@dataclass(frozen=True)
class Partner:
    """A server whose book this one meets. address: without a slash at its end; key: the one of this
    device there, empty where the browser has a cookie for it; name: of this device there."""

    address: str
    key: str = ""
    name: str = ""

    @property
    def host(self) -> str:
        """The server's name, as people call it."""
        return urlsplit(self.address).netloc

    @classmethod
    def read(cls, text: str) -> "Partner | None":
        """Return what `written` has given, None for anything else."""
        with suppress(ValueError, RecursionError, TypeError):
            found = cls(**json.loads(text))
            if all(isinstance(each, str) for each in asdict(found).values()) and found.host:
                return found
        return None

    def written(self) -> str:
        """Return this as a device keeps it."""
        return json.dumps(asdict(self))


def invitation(text: str) -> tuple[str, str] | None:
    """Return the server and the key, or none, in a pasted address; None for no address."""
    address, key = urldefrag(text.strip())
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    if parts.scheme not in ("https", "http") or not parts.hostname:
        return None
    return f"{parts.scheme}://{parts.netloc}", key


async def join(post: Post, address: str, key: str, name: str,
               before: Partner | None = None) -> Partner:
    """Come in with a link's key; return the server with an own key. Raises `StorageFault`. name: of
    this device; before: the same server, where this device may have been let in before, and keeps
    its key then."""
    told = json.dumps({"key": key, "name": name, "bearer": True}).encode()
    status, content = await post(f"{address}{JOIN}", {
        "content-type": JSON, **_authorization(before)}, told)
    if status == 0:
        raise _out_of_reach(address)
    with suppress(ValueError, RecursionError, TypeError, KeyError):
        if status == 200:
            own = {"bearer": None, **json.loads(content)}["bearer"]
            if own is None and before is not None:
                return Partner(address, before.key, before.name or name)
            if isinstance(own, str) and own:
                return Partner(address, own, name)
    raise outdated(address)


def _authorization(partner: Partner | None) -> dict[str, str]:
    return {"authorization": f"Bearer {partner.key}"} if partner and partner.key else {}


async def exchanged(post: Post, partner: Partner, steps: Asking[Result], language: str) -> Result:
    """Run an exchange with a server to its end and return what it returns. language: in which the
    server says what is wrong. Raises `StorageFault`; what was taken in until then stays."""
    headers = {"content-type": BYTES, LANGUAGE: language, **_authorization(partner)}
    try:
        message = next(steps)
        while True:
            status, content = await post(f"{partner.address}{EXCHANGE}", headers, message)
            message = steps.send(answer_of(partner.address, status, content))
    except StopIteration as done:
        result: Result = done.value
        return result
    finally:
        steps.close()


def answer_of(address: str, status: int, content: bytes) -> bytes:
    """Return what a server has answered; raises `NotExchange`, and what it refuses."""
    if status == 200:
        return looked_at(content)
    if status == 0:
        raise _out_of_reach(address)
    if status == 401:
        raise StorageFault(say(
            "{address} does not know this device. Give it the address with a host's link, which "
            "Phones shows there.", address=address))
    said = "".join(filter(str.isprintable, content[:4 * LONGEST].decode(errors="replace")))
    raise StorageFault(say("{address} refuses: {fault}", address=address,
                           fault=said[:LONGEST] or str(status)))


LONGEST = 200
"""The most letters of a refusal that are shown."""


def _out_of_reach(address: str) -> StorageFault:
    """Return the fault of a server that a browser cannot reach; it does not say why."""
    return StorageFault(say("{address} cannot be reached now.", address=address))


def outdated(address: str) -> StorageFault:
    """Return the fault of a link that lets nobody in any more."""
    return StorageFault(say("The link to {address} is not valid any more.", address=address))


# --- without a browser ----------------------------------------------------------------------------


@contextmanager
def way_to(other: str, kept: Path, name: str) -> Iterator[Send]:
    """Open the way to a server; other: its address, the first time with a host's link behind it;
    kept: the file of the keys that servers gave this device; name: of the device. Raises
    `StorageFault` where nobody answers, or whoever answers does not let this device in."""
    import httpx

    address, key = urldefrag(other)
    address = address.rstrip("/")
    cookies = _kept(kept)

    async def post(path: str, content: bytes) -> tuple[int, str, bytes]:
        """Return the status, the cookie and the content of an answer, which is not unpacked."""
        headers = {"accept-encoding": "identity", **(
            {"cookie": cookies[address]} if address in cookies else {})}
        came = bytearray()
        async with asyncio.timeout(limits.WHOLE_ANSWER_SECONDS), \
                httpx.AsyncClient(timeout=None) as client, \
                client.stream("POST", address + path, headers=headers, content=content) as answer:
            async for part in answer.aiter_raw():
                came += part
                if len(came) > limits.ANSWER_BYTES:
                    raise NotExchange
        return answer.status_code, answer.headers.get("set-cookie", ""), bytes(came)

    def asked(path: str, content: bytes) -> tuple[int, str, bytes]:
        try:
            return asyncio.run(post(path, content))
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as fault:
            raise StorageFault(say("{address} does not answer ({fault}).", address=address,
                                   fault=str(fault) or type(fault).__name__)) from None

    def send(content: bytes) -> bytes:
        status, _cookie, answer = asked(EXCHANGE, content)
        return answer_of(address, status, answer)

    if key:
        status, cookie, _answer = asked(JOIN, json.dumps({"key": key, "name": name}).encode())
        if status != 200 or not cookie:
            raise outdated(address)
        cookies[address] = cookie.partition(";")[0]
        make_folder(kept.parent)
        write_whole(kept, json.dumps(cookies, indent=1).encode())
    yield send


def _kept(file: Path) -> dict[str, str]:
    """Return the keys that are kept, by address; none where the file is damaged."""
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads(file.read_bytes())
        if isinstance(found, dict) and all(isinstance(each, str) for each in found.values()):
            return found
    return {}
