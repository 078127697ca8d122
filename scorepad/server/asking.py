"""The way to the book of a server, for a book that asks it to exchange entries."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urldefrag

from scorepad.i18n.message import say
from scorepad.server.door import JOIN
from scorepad.server.exchanging import EXCHANGE
from scorepad.server.partner import answer_of, outdated
from scorepad.storage import StorageFault
from scorepad.storage.exchange import Send
from scorepad.system.whole_files import make_folder, write_whole

PATIENCE = 60.0
"""Seconds that an answer may take."""


def is_address(other: str) -> bool:
    """Return whether another book is named by the address of its server."""
    return other.startswith(("https://", "http://"))


@contextmanager
def way_to(other: str, kept: Path, name: str) -> Iterator[Send]:
    """Open the way to a server; other: its address, the first time with a host's link behind it;
    kept: the file of the keys that servers gave this device; name: of the device.

    Raises `StorageFault` where nobody answers, or who answers does not let this device in.
    """
    import httpx

    address, key = urldefrag(other)
    address = address.rstrip("/")
    cookies = _kept(kept)
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        def post(path: str, **sent: object) -> httpx.Response:
            cookie = {"cookie": cookies[address]} if address in cookies else {}
            try:
                return client.post(path, headers=cookie, **sent)  # type: ignore[arg-type]
            except (httpx.HTTPError, httpx.InvalidURL) as fault:
                raise StorageFault(say("{address} does not answer ({fault}).", address=address,
                                       fault=str(fault) or type(fault).__name__)) from None

        def send(content: bytes) -> bytes:
            answer = post(EXCHANGE, content=content)
            return answer_of(address, answer.status_code, answer.content)

        if key:
            answer = post(JOIN, json={"key": key, "name": name})
            if answer.status_code != 200 or "set-cookie" not in answer.headers:
                raise outdated(address)
            cookies[address] = answer.headers["set-cookie"].partition(";")[0]
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
