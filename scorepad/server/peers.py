"""The other end of a connection: whose address counts."""

from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING

from scorepad.server.own_page import header

if TYPE_CHECKING:
    from starlette.types import Scope

FORWARDED = b"x-forwarded-for"

Address = IPv4Address | IPv6Address


def peer_of(scope: "Scope", *, behind: bool = False) -> str:
    """Return the address that asks, empty if it is not known; behind: whether a proxy was named.

    A proxy of ours stands on this machine or in a network of ours, so what is said from anywhere
    else of whom it asks for is not believed; and only the last address is the proxy's own word.
    """
    client = scope.get("client")
    peer = _address(client[0] if client else "")
    if behind and peer is not None and peer.is_private:
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
