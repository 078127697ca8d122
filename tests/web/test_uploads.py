"""Files that come in pieces: one file, once, from its own device, and not too much of it."""

import asyncio
from typing import Any

import pytest

from scorepad.web import limits
from scorepad.web.access.middleware import DEVICE
from scorepad.web.host.session_store import Awaited, Uploads

PATIENCE = "scorepad.web.host.session_store.PATIENCE"


async def put(uploads: Uploads, path: str, *parts: bytes, device: str = "anne",
              gone: bool = False, stalls: bool = False) -> int | None:
    """The status of the answer; None where nobody was there to hear one."""
    said: list[dict[str, Any]] = [
        {"type": "http.request", "body": part, "more_body": True} for part in parts]
    said.append({"type": "http.disconnect"} if gone else {"type": "http.request"})
    answered: list[dict[str, Any]] = []

    async def receive() -> Any:
        if stalls and len(said) == 1:
            await asyncio.sleep(60)
        return said.pop(0)

    async def send(message: Any) -> None:
        answered.append(message)

    await uploads({"type": "http", "path": path, "method": "PUT", DEVICE: device}, receive, send)
    return answered[0]["status"] if answered else None


@pytest.fixture
def taken() -> list[bytes]:
    return []


@pytest.fixture
def awaited(taken: list[bytes]) -> Awaited:
    return Awaited("anne", 10, taken.append)


async def test_a_file_comes_in_pieces_and_once(awaited: Awaited, taken: list[bytes]):
    uploads = Uploads()
    path = uploads.expect("tab", awaited)
    assert await put(uploads, path, b"0123", b"", b"456789") == 204
    assert taken == [b"0123456789"]
    assert await put(uploads, path, b"again") == 404
    assert await put(uploads, uploads.expect("tab", awaited)) == 204
    assert taken[1:] == [b""]


async def test_only_where_and_from_whom_it_is_awaited(awaited: Awaited, taken: list[bytes]):
    uploads = Uploads()
    path = uploads.expect("tab", awaited)
    assert await put(uploads, path, b"x", device="bert") == 404
    assert await put(uploads, path + "x", b"x") == 404
    assert await put(uploads, "/api/upload/", b"x") == 404
    another = uploads.expect("tab", awaited)
    assert await put(uploads, path, b"x") == 404
    uploads.forget("tab")
    assert await put(uploads, another, b"x") == 404
    assert taken == []


async def test_too_much_is_not_even_read(awaited: Awaited, taken: list[bytes]):
    uploads = Uploads()
    path = uploads.expect("tab", awaited)
    assert await put(uploads, path, b"01234567890", *[b"x"] * 1000) == 413
    assert taken == []


async def test_half_a_file_is_none(awaited: Awaited, taken: list[bytes]):
    uploads = Uploads()
    assert await put(uploads, uploads.expect("tab", awaited), b"0123", gone=True) is None
    assert taken == []


async def test_a_file_that_does_not_come_to_its_end_is_given_up(
        awaited: Awaited, taken: list[bytes], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "UPLOAD_SECONDS", 0.01)
    uploads = Uploads()
    path = uploads.expect("tab", awaited)
    assert await put(uploads, path, b"01", stalls=True) == 408 and taken == []
    assert await put(uploads, path, b"01") == 404
