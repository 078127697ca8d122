"""The account behind a connection from this machine, where the system tells."""

import os
from contextlib import suppress
from ipaddress import IPv4Address
from pathlib import Path
from sys import byteorder
from typing import Any

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
