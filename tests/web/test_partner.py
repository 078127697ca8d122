"""What a device knows of the server that it meets, and what it makes of its answers."""

import zlib

import pytest

from scorepad.storage import StorageFault
from scorepad.storage.exchange import Asking
from scorepad.web.exchange import Partner, answer_of, exchanged, invitation, join

CLUB = "https://club.example"


@pytest.mark.parametrize(("text", "found"), [
    (f"{CLUB}/#key", (CLUB, "key")), (f"  {CLUB}/pocket/#key\n", (CLUB, "key")),
    (CLUB, (CLUB, "")), ("http://[::1]:8550/#a-b_c", ("http://[::1]:8550", "a-b_c")),
    ("club.example/#key", None), ("", None), ("ftp://club.example", None), ("https://", None),
    ("http://[", None), ("javascript:alert(1)", None), ("key", None)])
def test_an_address_as_it_was_pasted(text: str, found: tuple[str, str] | None):
    assert invitation(text) == found


def test_what_is_kept_is_read_again():
    partner = Partner(CLUB, "key", "Anne")
    assert Partner.read(partner.written()) == partner and partner.host == "club.example"


@pytest.mark.parametrize("text", [
    "", "{", "[]", "null", '"x"', "{}", '{"address": ""}', '{"address": 7}', "[" * 100_000,
    '{"address": "x"}', '{"address": "https://x", "key": null}',
    '{"address": "https://x", "a": 1}'])
def test_what_cannot_be_read_is_nobody(text: str):
    assert Partner.read(text) is None


def answering(status: int, content: bytes):
    async def post(address: str, headers: object, sent: bytes) -> tuple[int, bytes]:
        assert address.startswith(f"{CLUB}/api/")
        return status, content
    return post


async def test_a_link_gives_a_key():
    post = answering(200, b'{"role": "writer", "bearer": "own"}')
    partner = await join(post, CLUB, "key", "Anne")
    assert partner == Partner(CLUB, "own", "Anne")


@pytest.mark.parametrize(("status", "content", "sentence"), [
    (0, b"Failed to fetch", f"{CLUB} cannot be reached now."),
    (403, b"No key, or one that was used.", f"The link to {CLUB} is not valid any more."),
    (200, b'{"role": "writer"}', "not valid any more"), (200, b"<html>", "not valid any more"),
    (200, b"[]", "not valid any more"), (200, b'{"bearer": 7}', "not valid any more")])
async def test_a_link_that_gives_none_is_told(status: int, content: bytes, sentence: str):
    with pytest.raises(StorageFault) as fault:
        await join(answering(status, content), CLUB, "key", "Anne")
    assert sentence in str(fault.value.message)


@pytest.mark.parametrize(("status", "content", "sentence"), [
    (0, b"Failed to fetch", f"{CLUB} cannot be reached now."),
    (401, b"", "does not know this device"), (403, b"Only the host.", "refuses: Only the host."),
    (502, b"", "refuses: 502"), (503, b"\xff" * 1000, "refuses: \N{REPLACEMENT CHARACTER}")])
async def test_what_a_server_refuses_is_told_in_a_sentence(
        status: int, content: bytes, sentence: str):
    ended = []

    def steps() -> Asking[None]:
        try:
            yield b"question"
        finally:
            ended.append(True)

    with pytest.raises(StorageFault) as fault:
        await exchanged(answering(status, content), Partner(CLUB), steps(), "en")
    told = str(fault.value.message)
    assert sentence in told and len(told) < 300 and ended
    assert answer_of(CLUB, 200, zlib.compress(b"yes")) == zlib.compress(b"yes")
