"""The other end of a connection: whose address counts, and which account of this machine it belongs
to, where the system tells."""

import os
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from pathlib import Path
from sys import byteorder
from typing import TYPE_CHECKING, Any

from scorepad.web.asgi import header

if TYPE_CHECKING:
    from starlette.types import Scope

FORWARDED = b"x-forwarded-for"

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

THIS_MACHINE = (ip_network("127.0.0.0/8"), ip_network("::1"))
"""The addresses of this machine itself."""


def peer_of(scope: "Scope", proxies: Sequence[Network] = ()) -> str:
    """Return the address that asks, empty if it is not known; proxies: who is believed about whom
    they ask for, of which only the last address is their own word."""
    client = scope.get("client")
    peer = _address(client[0] if client else "")
    if peer is not None and any(peer in network for network in proxies):
        peer = _address(header(scope, FORWARDED).replace(";", ",").rpartition(",")[2]) or peer
    if isinstance(peer, IPv6Address) and not peer.is_private:
        return f"{peer.exploded[:19]}::/64"  # a phone has all addresses in it
    return "" if peer is None else str(peer)


def _address(said: object) -> Address | None:
    try:
        address = ip_address(str(said).strip())
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


# --- the account ----------------------------------------------------------------------------------

CONNECTIONS = Path("/proc/net/tcp")
"""Linux's list of all connections, with the account that each belongs to."""

LOCAL, ACCOUNT = 1, 7
"""Columns: the address and port of this end, in hexadecimal, and the number of the account."""


def is_own(client: Any) -> bool:
    """Return whether a connection from `client`, its address and port, belongs to the account that
    runs this program; True if the system does not tell."""
    if not CONNECTIONS.exists():
        return True
    with suppress(OSError, ValueError, IndexError, TypeError):
        address, port = client
        number = int.from_bytes(IPv4Address(address).packed, byteorder)
        wanted = f"{number:08X}:{port:04X}"
        for line in CONNECTIONS.read_text("ascii").splitlines()[1:]:
            columns = line.split()
            if columns[LOCAL] == wanted:
                return int(columns[ACCOUNT]) == os.getuid()
    return False
