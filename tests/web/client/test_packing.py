"""Files that are compressed once: in which way, when, and where they are kept."""

import asyncio
import gzip
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest

from scorepad.web.host.client import Packing, packers, preferred

LONG = b"Anne, Bert, Cem, Dora; " * 100


def shout(content: bytes) -> bytes:
    """A way to compress that can be told from the other."""
    return b"br:" + gzip.compress(content)


def whisper(content: bytes) -> bytes:
    return b"gzip:" + gzip.compress(content)


def packing(folder: Path, **more: Callable[[], bytes]) -> Packing:
    sources = {"main.js": lambda: LONG, "short.js": lambda: b"1;", "deep/picture.png": lambda: LONG}
    return Packing({**sources, **more}, folder / "files-2", {"br": shout, "gzip": whisper})


@pytest.mark.parametrize(("accepted", "ways"), [
    ("gzip, deflate, br, zstd", ["br", "gzip"]), ("gzip, deflate", ["gzip"]), ("", []),
    ("br;q=1.0, gzip;q=0.5", ["br", "gzip"]), ("br;q=0, GZIP", ["gzip"]), ("identity", []),
    ("gzip;q=0.000", []), ("bright", [])])
def test_what_a_browser_takes(accepted: str, ways: list[str]):
    assert preferred(accepted) == ways


async def test_a_file_is_sent_in_the_best_way_that_the_client_takes(tmp_path: Path):
    files = packing(tmp_path)
    await files.run()
    for ways, way in ((["br", "gzip"], "br"), (["gzip"], "gzip")):
        found, content = await files.sent("main.js", ways, wait=False)
        assert found == way and gzip.decompress(content.partition(b":")[2]) == LONG
    assert await files.sent("main.js", [], wait=True) == ("", LONG)


async def test_what_is_small_or_a_picture_goes_out_as_it_is(tmp_path: Path):
    files = packing(tmp_path)
    await files.run()
    assert await files.sent("short.js", ["br", "gzip"], wait=True) == ("", b"1;")
    assert await files.sent("deep/picture.png", ["br", "gzip"], wait=True) == ("", LONG)


async def test_until_it_is_compressed_one_waits_and_another_gets_it_as_it_is(tmp_path: Path):
    begun, may = threading.Event(), threading.Event()

    def slow() -> bytes:
        if not begun.is_set():  # the first time, for the packing
            begun.set()
            may.wait(30)
        return LONG

    files = packing(tmp_path, **{"slow.js": slow})
    running = asyncio.create_task(files.run())
    await asyncio.to_thread(begun.wait, 30)
    assert await files.sent("slow.js", ["br", "gzip"], wait=False) == ("", LONG)
    waiting = asyncio.create_task(files.sent("slow.js", ["br", "gzip"], wait=True))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    may.set()
    assert (await waiting)[0] == "gzip"  # the quicker one to make
    await running


async def test_a_later_start_compresses_nothing_and_an_earlier_version_is_thrown_away(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "files-1").mkdir()
    (tmp_path / "others").mkdir()
    await packing(tmp_path).run()
    assert {each.name for each in tmp_path.iterdir()} == {"files-2", "others"}
    read: list[str] = []
    again = packing(tmp_path, **{"main.js": lambda: read.append("main.js") or LONG})  # type: ignore
    await again.run()
    assert (await again.sent("main.js", ["br"], wait=False))[0] == "br" and not read


async def test_where_nothing_can_be_kept_it_goes_out_as_it_is(tmp_path: Path):
    (tmp_path / "files-2").write_text("in the way", "utf-8")
    files = packing(tmp_path)
    await files.run()
    assert await files.sent("main.js", ["br", "gzip"], wait=True) == ("", LONG)


async def test_what_was_thrown_away_meanwhile_goes_out_as_it_is(tmp_path: Path):
    files = packing(tmp_path)
    await files.run()
    for each in (tmp_path / "files-2").iterdir():
        each.unlink()
    assert await files.sent("main.js", ["br", "gzip"], wait=True) == ("", LONG)


async def test_nobody_waits_for_ever_when_a_file_cannot_be_read(tmp_path: Path):
    def broken() -> bytes:
        raise PermissionError

    files = packing(tmp_path, **{"main.js": broken, "other.js": lambda: LONG})
    with pytest.raises(PermissionError):
        await files.run()
    assert await files.sent("other.js", ["gzip"], wait=True) == ("", LONG)


def test_gzip_is_always_there_and_the_same_is_made_of_the_same():
    ways = packers()
    assert list(ways)[-1] == "gzip" and set(ways) <= {"br", "gzip"}
    for pack in ways.values():
        assert pack(LONG) == pack(LONG) and len(pack(LONG)) < 100
    assert gzip.decompress(ways["gzip"](LONG)) == LONG


def test_the_end_of_the_program_does_not_wait_for_what_is_compressed(tmp_path: Path):
    begun, may = threading.Event(), threading.Event()

    def slow() -> bytes:
        begun.set()
        may.wait(30)
        return LONG

    async def program() -> None:
        running = asyncio.create_task(packing(tmp_path, **{"main.js": slow}).run())
        await asyncio.to_thread(begun.wait, 30)
        running.cancel()

    began = monotonic()
    asyncio.run(program())
    assert monotonic() - began < 20
    may.set()
