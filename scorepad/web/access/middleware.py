"""The middlewares that let in: nobody comes in without a key, and each as far as their role goes.

The address that Scorepad prints holds a joining key behind its #, which a browser sends to nobody.
The first page that it gets trades that key for a cookie, which lets it in from then on.
A pocket page has no use for a cookie where it comes from elsewhere: it gets the same key in words,
and names it with every request.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scorepad.i18n.message import say
from scorepad.i18n.words import Words
from scorepad.service.roles import OneList, Role, as_kept, faults_of_name
from scorepad.storage import StorageFault
from scorepad.web import asgi, limits
from scorepad.web.access.joining_page import POLICY, SILENT, SLIPS, joining_page, notice
from scorepad.web.access.keys import SLIP, Keys
from scorepad.web.access.origins import FOREIGN, Network, is_own, peer_of
from scorepad.web.access.visitors import IsFull, NoName, TooManyTries, Visitor
from scorepad.web.pocket_page import is_there

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.types import ASGIApp, Receive, Scope, Send

JOIN = "/api/join"

DEVICE, VISITOR = "scorepad.device", "scorepad.visitor"
"""The keys under which an ASGI scope names the device that asks: its id, and all about it."""

SOON = 2
"""Seconds after which to ask again while the register cannot be asked."""

PROXY = "proxy"
"""The budget's name for a proxy's own question whether the server is there."""


@dataclass(frozen=True)
class AccessPolicy:
    """The rules by which a server lets in.

    cookie: its name; asks: whether whoever joins is asked for a name and may use a PIN; secure:
    whether all comes over TLS; proxies: those before it, which say whom they ask for; pocket: the
    folder of the pocket page that is offered, too, once there is one.
    """

    cookie: str
    asks: bool = False
    secure: bool = False
    proxies: tuple[Network, ...] = ()
    pocket: Path | None = None


class AtTable(NamedTuple):
    """Those who sit at a table where something is played; address: of its sheet in the app."""

    address: str
    names: tuple[str, ...]


def who(request: "HTTPConnection") -> Visitor | None:
    """Return the device that asks, with its name and role as they are now; None for nobody."""
    visitor: Visitor | None = request.scope.get(VISITOR)
    return visitor if visitor is not None and visitor.is_in else None


class AccessMiddleware:
    """An ASGI app around another, which lets in only browsers that have a key. joined: called when
    a browser has been let in, so that another one can be; tables: returns who sits at those where
    something is played; lists: returns those of tournaments that are written now, or with True
    those that are brought late as well. Both raise `StorageFault`."""

    def __init__(self, app: "ASGIApp", keys: Keys, policy: AccessPolicy,
                 joined: Callable[[], None] = lambda: None,
                 tables: Callable[[], Awaitable[Sequence[AtTable]]] | None = None,
                 lists: Callable[[bool], Awaitable[Sequence[OneList]]] | None = None) -> None:
        self.app, self.keys, self.policy, self._joined = app, keys, policy, joined
        self._tables, self._lists = tables, lists
        self._shown = re.compile(rb"(?:%s=|[Bb]earer +)([\w-]{43})(?![\w-])"
                                 % re.escape(policy.cookie.encode()))
        self._looking = asyncio.Semaphore(limits.LOOK_UPS)
        self._joining = asyncio.Semaphore(limits.LOOK_UPS)

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] == "http" and scope["path"] == JOIN and scope["method"] == "POST":
            await self._join(scope, receive, send)
            return
        try:
            visitor = await self._visitor(scope)
        except StorageFault:
            await self._say_silent(scope, receive, send)
            return
        begins = scope["path"] == SLIPS and asgi.is_navigation(scope)
        if visitor is not None and not begins:
            if (let_in := scope.get(asgi.LET_IN)) is not None:
                let_in(visitor.id)
            await self.app({**scope, DEVICE: visitor.id, VISITOR: visitor}, receive, send)
        elif asgi.is_navigation(scope):
            page = joining_page(asgi.language_of(scope), asks=self.policy.asks,
                                secure=self.policy.secure, app=is_there(self.policy.pocket))
            body = b"" if scope["method"] == "HEAD" else page.encode()
            await asgi.answer(send, 401, body, asgi.NO_STORE, asgi.HTML,
                              (b"content-security-policy", POLICY.encode()))
        else:
            await asgi.refuse(scope, receive, send, 401, b"Not without a key.")

    def device_in(self, head: bytes) -> str:
        """Return the device whose key stands at the beginning of a request, as far as it is known
        without waiting; empty for none. A proxy asks for itself where its request is short and
        does not say for whom it is."""
        if self.policy.proxies and b"\r\n\r\n" in head \
                and b"\r\nx-forwarded-for:" not in head.lower():
            return PROXY
        return next((visitor.id for key in self._shown.findall(head)[:limits.LOOK_UPS]
                     if (visitor := self.keys.visitor(key.decode())) is not None), "")

    async def _visitor(self, scope: "Scope") -> Visitor | None:
        """Return the device that has sent its key; raises `StorageFault`."""
        # Read by hand: cookies set by other programs on this machine need not be well-formed.
        sent = [value for each in asgi.header(scope, b"cookie").split(";")
                for name, _is, value in [each.strip().partition("=")] if name == self.policy.cookie]
        if named := asgi.key_in(scope):
            sent.insert(0, named)
        for key in sent:
            if (visitor := self.keys.visitor(key)) is not None:
                return visitor
        for key in sent[:limits.LOOK_UPS]:
            async with self._looking:
                visitor = await asgi.on_thread(scope, self.keys.find, key)
            if visitor is not None:
                return visitor
        return None

    async def _say_silent(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Say that nobody can be let in now: nobody knows who has which key."""
        if asgi.is_navigation(scope):
            page = notice(SILENT, asgi.language_of(scope), again=SOON)
            await asgi.answer(send, 503, page.encode(), asgi.NO_STORE, asgi.HTML, _retry(SOON),
                              (b"content-security-policy", POLICY.encode()))
        elif scope["type"] == "http":
            await asgi.answer(send, 503, b"Not now.", asgi.NO_STORE, _retry(SOON))
        else:
            await asgi.refuse(scope, receive, send, 503, b"")

    async def _join(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        told, is_foreign = _told(await _body(receive)), scope.get(FOREIGN, False)
        wants_key = told.get("bearer") is True
        if is_foreign and not (wants_key and isinstance(told.get("key"), str)):
            await asgi.answer(send, 403, b"Not from here.", asgi.NO_STORE)
            return
        try:
            if told.get("seats") is True and not is_foreign:
                await self._tell_seats(told.get("key"), scope, send)
                return
            key, at = told.get("key"), dict[str, str]()
            async with self._joining:
                if isinstance(key, str) and key.startswith(SLIP):
                    joined, at = await self._let_write(key, scope, late=wants_key)
                else:
                    joined = await asgi.on_thread(scope, self._let_in, told, scope)
            if self.keys.is_slow and "pin" in told:
                await asyncio.sleep(limits.PIN_PAUSE)
        except TooManyTries as fault:
            await asgi.answer(send, 429, b"Too many tries.", asgi.NO_STORE, _retry(fault.seconds))
            return
        except IsFull:
            await asgi.answer(send, 409, b"The host has to let in more.", asgi.NO_STORE)
            return
        except NoName:
            await asgi.answer(send, 400, b"Not without a name.", asgi.NO_STORE)
            return
        except StorageFault:
            await asgi.answer(send, 503, b"Not now.", asgi.NO_STORE, _retry(SOON))
            return
        if joined is None:
            await asgi.answer(send, 403, b"No key, or one that was used.", asgi.NO_STORE)
            return
        key, visitor = joined
        secure = "; Secure" if self.policy.secure else ""
        cookie = (f"{self.policy.cookie}={key}; HttpOnly; SameSite=Strict; Path=/; "
                  f"Max-Age={10 * 365 * 86_400}{secure}")
        said = {"role": visitor.role, **at, **({"bearer": key} if wants_key and key else {})}
        await asgi.answer(send, 200, json.dumps(said).encode(), asgi.NO_STORE, asgi.JSON,
                          *([(b"set-cookie", cookie.encode())] if key and not is_foreign else []))
        self._joined()

    async def _let_write(self, key: str, scope: "Scope", *, late: bool
                         ) -> tuple[tuple[str, Visitor] | None, dict[str, str]]:
        """Return the key, if it is new, and the device of whoever has a slip, and where in the app
        the list is; None to refuse. late: whether it has a book of its own, and may bring a list
        whose round is over. Raises `StorageFault` and `IsFull`."""
        sheet = await asgi.on_thread(scope, self.keys.sheet_on, key) \
            if self.policy.asks and self._lists else None
        own = next((each for each in await self._lists(late) if each.sheet == sheet), None) \
            if sheet and self._lists else None
        if own is None:
            return None, {}
        name = Words(asgi.language_of(scope))(say("Table {table}", table=own.table))
        joined = await asgi.on_thread(scope, self.keys.write_list, own, name,
                                      await self._visitor(scope))
        return joined, {"at": "/" if joined[1].own_list
                        else f"/evening/{own.evening}/table/{own.round}/{own.table}"}

    async def _tell_seats(self, key: object, scope: "Scope", send: "Send") -> None:
        """Say who sits where to whoever has the code of the table; raises `StorageFault`."""
        async with self._joining:
            code = await asgi.on_thread(scope, self.keys.table, key) \
                if isinstance(key, str) and self.policy.asks else None
        if code is None:
            await asgi.answer(send, 403, b"No key, or one that was used.", asgi.NO_STORE)
            return
        left, told = limits.TABLE_NAMES, []
        for table in await self._tables() if self._tables else ():
            names = table.names[:left]
            left -= len(names)
            told += [{"at": table.address, "names": names}] if names else []
        said = {"tables": told, "writes": code.role == Role.WRITER}
        await asgi.answer(send, 200, json.dumps(said).encode(), asgi.NO_STORE, asgi.JSON)

    def _let_in(self, told: dict[str, Any], scope: "Scope") -> tuple[str, Visitor] | None:
        """Return the key and the device for what was told in order to join; None to refuse."""
        key, pin = told.get("key"), told.get("pin")
        name = name_of(told.get("name")) if self.policy.asks else ""
        if isinstance(key, str):
            return self.keys.join(key, name, own=is_own(scope.get("client"), scope.get("server")),
                                  watches=told.get("watches") is True)
        if isinstance(pin, str) and self.policy.asks:
            return self.keys.guess(pin, peer_of(scope, self.policy.proxies), name)
        return None


def name_of(told: object) -> str:
    """Return the name of a device as it is kept; empty for what cannot be a name."""
    name = as_kept(told) if isinstance(told, str) and len(told) <= limits.JOIN_BYTES else ""
    return "" if len(name) > limits.NAME_LETTERS or faults_of_name(name) else name


def _retry(seconds: int) -> tuple[bytes, bytes]:
    return b"retry-after", str(seconds).encode()


async def _body(receive: "Receive") -> bytes:
    """Return what was sent, or nothing if it is too long for a key or does not come in time."""
    body, more = b"", True
    try:
        async with asyncio.timeout(limits.JOIN_SECONDS):
            while more and len(body) <= limits.JOIN_BYTES:
                part = await receive()
                body += part.get("body", b"")
                more = part["type"] == "http.request" and part.get("more_body", False)
    except TimeoutError:
        return b""
    return body if len(body) <= limits.JOIN_BYTES else b""


def _told(body: bytes) -> dict[str, Any]:
    """Return what a body says, or nothing, which fits nothing."""
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


# --- roles ----------------------------------------------------------------------------------------

WATCH = "/watch"
"""The path at which the watchers' pages begin."""

FOR_ALL = (f"{WATCH}/", "/api/")
"""The beginnings of the other paths that a watcher may ask for."""


class RoleMiddleware:
    """An ASGI app around another, of which watchers get their own pages and no socket, and whoever
    writes one list all but those."""

    def __init__(self, app: "ASGIApp") -> None:
        self.app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        role = None if scope["type"] == "lifespan" else scope[VISITOR].role
        path = scope["path"] if scope["type"] == "http" else ""
        if role is Role.LIST and (path == WATCH or path.startswith(f"{WATCH}/")):
            await _lead(scope, receive, send, b"/", b"Not for one list.")
        elif role is Role.WATCHER and not _is_for_all(path):
            await _lead(scope, receive, send, WATCH.encode(), b"Not as a watcher.")
        else:
            await self.app(scope, receive, send)


async def _lead(scope: "Scope", receive: "Receive", send: "Send", to: bytes, why: bytes) -> None:
    """Send whoever opens a page to another, and refuse all else."""
    if asgi.is_navigation(scope):
        await asgi.answer(send, 307, b"", asgi.NO_STORE, (b"location", to))
    else:
        await asgi.refuse(scope, receive, send, 403, why)


def _is_for_all(path: str) -> bool:
    return path == WATCH or path.startswith(FOR_ALL) and "/../" not in f"{path}/"
