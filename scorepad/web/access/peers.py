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
    said = header(scope, FORWARDED).replace(";", ",").rpartition(",")[2]
    return is_in(client, proxies) and address_of((said,)) or address_of(client)


def address_of(client: Any) -> str:
    """Return an address, which the other end of a connection begins with, as it is counted; empty
    for none."""
    peer = _address(client[0] if client else "")
    if isinstance(peer, IPv6Address) and not peer.is_private:
        return f"{peer.exploded[:19]}::/64"  # a phone has all addresses in it
    return "" if peer is None else str(peer)


def is_in(client: Any, networks: Sequence[Network]) -> bool:
    """Return whether the other end of a connection is in one of some networks."""
    peer = _address(client[0] if client else "")
    return peer is not None and any(peer in network for network in networks)


def _address(said: object) -> Address | None:
    try:
        address = ip_address(str(said).strip())
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


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
    return f"{int.from_bytes(IPv4Address(address).packed, byteorder):08X}:{port:04X}"
