"""The guards of the page: which requests it answers, and who is at the other end of a line."""

import ipaddress
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from sys import byteorder
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from scorepad.i18n.message import Message, say
from scorepad.web import asgi, limits
from scorepad.web.access.joining_page import notice

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message as Event, Receive, Scope, Send


Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

THIS_MACHINE = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1"))
"""The addresses of this machine itself."""


def peer_of(scope: "Scope", proxies: Sequence[Network] = ()) -> str:
    """Return the address that asks, empty if it is not known; proxies: who is believed about whom
    they ask for, of which only the last address is their own word."""
    client = scope.get("client")
    said = asgi.header(scope, b"x-forwarded-for").replace(";", ",").rpartition(",")[2]
    return is_in(client, proxies) and address_of((said,)) or address_of(client)


def address_of(client: Any) -> str:
    """Return the address at the other end of a connection as it is counted; empty for none."""
    peer = _address(client[0] if client else "")
    if isinstance(peer, ipaddress.IPv6Address) and not peer.is_private:
        return f"{peer.exploded[:19]}::/64"  # a phone has all addresses in it
    return "" if peer is None else str(peer)


def is_in(client: Any, networks: Sequence[Network]) -> bool:
    """Return whether the other end of a connection is in one of some networks."""
    peer = _address(client[0] if client else "")
    return peer is not None and any(peer in network for network in networks)


def _address(said: object) -> Address | None:
    try:
        address = ipaddress.ip_address(str(said).strip())
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, ipaddress.IPv6Address) else address


# --- the account ----------------------------------------------------------------------------------

CONNECTIONS = Path("/proc/net/tcp")
"""Linux's list of all connections, with the account that each belongs to."""

LOCAL, REMOTE, STATE, ACCOUNT = 1, 2, 3, 7
"""Columns: the address and port of this end, in hexadecimal, and of the other; how it stands; and
the number of the account."""

ESTABLISHED = "01"
"""The state of a connection that is open. One that is closed belongs to nobody, which Linux calls
account 0."""


def is_own(client: Any, server: Any) -> bool:
    """Return whether a connection belongs to the account that runs this program; True if the system
    does not tell. client, server: the addresses and ports of its ends."""
    if not CONNECTIONS.exists():
        return True
    with suppress(OSError, ValueError, IndexError, TypeError):
        ends = [_as_listed(*client), _as_listed(*server)]
        for line in CONNECTIONS.read_text("ascii").splitlines()[1:]:
            columns = line.split()
            if columns[LOCAL:STATE + 1] == [*ends, ESTABLISHED]:
                return int(columns[ACCOUNT]) == os.getuid()
    return False


def _as_listed(address: str, port: int) -> str:
    return f"{int.from_bytes(ipaddress.IPv4Address(address).packed, byteorder):08X}:{port:04X}"


NOT_SERVED = frozenset({"/docs", "/docs/oauth2-redirect", "/redoc", "/openapi.json"})
"""The paths at which other servers of this kind describe themselves: no routes of the page."""

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
needed or not, and `no_cdn` does not prevent that.

The page is not isolated (no Cross-Origin-Embedder-Policy): Flutter would then draw in a second
thread, and the two damage each other's memory (flutter/flutter#190039). Letters come out wrong, the
page goes white, or it hangs for ever."""

Headers = Sequence[tuple[bytes, bytes]]

FOREIGN = "scorepad.foreign"
"""The key under which an ASGI scope says that a page of others asks."""

FOR_OTHERS: Headers = (
    (b"access-control-allow-origin", b"*"), (b"access-control-allow-methods", b"POST"),
    (b"access-control-allow-headers", b"authorization, content-type"),
    (b"access-control-max-age", b"86400"))
"""The headers by which a browser lets pages of others ask: never with its cookies."""

SOCKET = "/ws"
"""The path of a page's socket."""

AS_PRINTED = say("Open the address that Scorepad printed when it started.")
AS_SHOWN = say("Open the address that the host finds under Phones. "
               "Or start Scorepad with \"scorepad serve --name\" and this name.")
"""The way on from an address that is not the page's: on this machine, and in a network."""

SHOWN = 60
"""The most letters of such an address that are shown."""


class SameOriginMiddleware:
    """An ASGI app around another: only our page gets in, and it reaches nothing else.

    Any website open in the same browser may try to talk to us, so the host must be ours (no DNS
    rebinding), and a browser that names an origin must name the same. A browser names one for every
    socket, so a socket without one is refused. scheme: that of the page's address; open_to: the
    paths at which pages of others may ask, without any cookie, and whether they need a key there;
    instead: what to do about an address that is not the page's.
    """

    def __init__(self, app: "ASGIApp", is_ours: Callable[[str], bool], scheme: str = "http",
                 open_to: Mapping[str, bool] = MappingProxyType({}),
                 instead: Message = AS_PRINTED) -> None:
        self.app, self._is_ours, self._scheme = app, is_ours, scheme
        self._open_to, self._instead = open_to, instead

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["type"] == "lifespan" or self._is_own(scope):
            await self.app(scope, receive, send if scope["type"] != "http" else _guarded(send))
        elif self._may_ask_first(scope):
            await asgi.answer(send, 204, b"", *FOR_OTHERS)
        elif self._may_ask(scope):
            headers = [each for each in scope["headers"] if each[0].lower() != b"cookie"]
            await self.app({**scope, "headers": headers, FOREIGN: True}, receive,
                           _guarded(send, FOR_OTHERS[:1]))
        elif asgi.is_navigation(scope) and not self._is_ours(host := asgi.header(scope, b"host")):
            page = notice(say("This server does not answer to the name \"{name}\". {instead}",
                              name=host[:SHOWN] + "…" * (len(host) > SHOWN),
                              instead=self._instead), asgi.language_of(scope))
            await asgi.answer(
                _guarded(send), 403, b"" if scope["method"] == "HEAD" else page.encode(),
                asgi.NO_STORE, asgi.HTML)
        else:
            await asgi.refuse(scope, receive, send, 403, b"Not from here.")

    def _is_own(self, scope: "Scope") -> bool:
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        return self._is_ours(host) and (
            origin == f"{self._scheme}://{host}" or origin is None and scope["type"] == "http")

    def _is_open(self, scope: "Scope") -> bool:
        return scope["type"] == "http" and scope["path"] in self._open_to \
            and self._is_ours(asgi.header(scope, b"host")) \
            and asgi.header(scope, b"origin").startswith(("https://", "http://"))

    def _may_ask_first(self, scope: "Scope") -> bool:
        """Return whether a browser asks if a page of others may ask."""
        return self._is_open(scope) and scope["method"] == "OPTIONS" \
            and asgi.header(scope, b"access-control-request-method") == "POST"

    def _may_ask(self, scope: "Scope") -> bool:
        return self._is_open(scope) and scope["method"] == "POST" and (
            bool(asgi.key_in(scope)) or not self._open_to[scope["path"]])


def here_only(port: int) -> Callable[[str], bool]:
    """Return whether a host is the page at a port that only this machine reaches."""
    hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
    return lambda host: host in hosts


def anywhere(port: int, *names: str) -> Callable[[str], bool]:
    """Return whether a host is a page that others reach, too: at any address of this machine, or at
    one of these names. An address that is given in figures cannot be bent to another machine."""
    named = {name.lower() for name in names} | {f"{name.lower()}:{port}" for name in names}

    def is_ours(host: str) -> bool:
        name, _colon, own = (host if port != 80 or ":" in host else f"{host}:80").rpartition(":")
        try:
            ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
        except ValueError:
            return host.lower() in named
        return own == str(port)
    return is_ours


class PathMiddleware:
    """An ASGI app around another, which gets only the paths that it can handle. A path that cannot
    be a file's name becomes `/`: the page has words for that."""

    def __init__(self, app: "ASGIApp") -> None:
        self.app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        path = scope.get("path", "")
        if scope["type"] == "websocket" and path != SOCKET:
            await asgi.refuse(scope, receive, send, 404, b"")
            return
        if "\0" in path or len(path.encode(errors="replace")) > limits.PATH_BYTES:
            scope = {**scope, "path": "/", "raw_path": b"/"}
        if scope["type"] == "http" and path in NOT_SERVED:
            await asgi.answer(send, 404, b"Not here.")
        elif scope["type"] == "http" and path.startswith("//"):
            # A browser takes what follows the // for a host, and stops there.
            await asgi.answer(
                send, 308, b"", (b"location", b"/" + scope["raw_path"].lstrip(b"/\\")))
        else:
            await self.app(scope, receive, send)


def _guarded(send: "Send", more: Headers = ()) -> "Send":
    """Return a `send` that adds guards, `more` headers, and the policy to an answer."""
    async def send_guarded(message: "Event") -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", []), *GUARDS, *more]
            if not any(name.lower() == b"content-security-policy" for name, _value in headers):
                headers.append((b"content-security-policy", POLICY.encode()))
            message = {**message, "headers": headers}
        await send(message)
    return send_guarded
