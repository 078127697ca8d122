"""What a browser fetches until the live sheet is there: the first time, and when it comes again."""

import base64
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.hand import Hand, Look
from tests.browser.looking import looking
from tests.browser.table_server import TableServer

WATCHER, FIRST, AGAIN = 100_000, 5_000_000, 50_000
"""The most bytes for those who watch; and for those who write, the first time and the second."""

SHEET = "/evening/e/sheet/s"
BINARY, HEAD_OF_A_FRAME = 2, 4
SETTLED = 1500
"""Milliseconds after which nothing more is fetched."""


class Loaded(NamedTuple):
    """Bytes of a page: with the heads of the answers; of its socket, as they are on the line."""

    files: dict[str, int]
    frames: int

    @property
    def all(self) -> int:
        return sum(self.files.values()) + self.frames


class Measured:
    """What a page fetches from now on."""

    def __init__(self, page: Page) -> None:
        self._names: dict[str, str] = {}
        self._files: dict[str, int] = {}
        self._line = zlib.compressobj(wbits=-12)
        self._frames = 0
        session = page.context.new_cdp_session(page)
        for event, hear in (("requestWillBeSent", self._asked), ("loadingFinished", self._came),
                            ("webSocketFrameReceived", self._frame)):
            session.on(f"Network.{event}", hear)
        session.send("Network.enable")
        # As without TLS, which this very machine does not need for more.
        page.set_extra_http_headers({"Accept-Encoding": "gzip, deflate"})

    def _asked(self, told: Any) -> None:
        self._names[told["requestId"]] = told["request"]["url"]

    def _came(self, told: Any) -> None:
        name = self._names.get(told["requestId"], "?")
        self._files[name] = self._files.get(name, 0) + int(told["encodedDataLength"])

    def _frame(self, told: Any) -> None:
        """Count a frame as both sides have agreed to compress it: each goes on from the last."""
        answer = told["response"]
        payload = answer["payloadData"]
        sent = base64.b64decode(payload) if answer["opcode"] == BINARY else payload.encode()
        packed = self._line.compress(sent) + self._line.flush(zlib.Z_SYNC_FLUSH)
        self._frames += len(packed) + HEAD_OF_A_FRAME

    def so_far(self) -> Loaded:
        return Loaded(dict(self._files), self._frames)


def told(what: str, loaded: Loaded) -> None:
    """Print the figures."""
    files = sorted(loaded.files.items(), key=lambda each: -each[1])
    print(f"{what}: {loaded.all:,} bytes, of these {loaded.frames:,} in frames; "
          + ", ".join(f"{name.partition('?')[0]} {size:,}" for name, size in files[:5]))


def sheet(page: Page, address: str, key: str = "") -> Hand:
    """Open the sheet, and come in by a key if there is one; returns once it can be read."""
    page.goto(f"{address}{SHEET}{f'#{key}' if key else ''}")
    if key and (name := page.locator("#name")).is_visible():
        name.fill("Bert")
        page.locator("#join").click()
    hand = Hand(page, address, Look())
    hand.make_readable()
    hand.find(identifier="save").wait_for(state="attached")
    page.wait_for_timeout(SETTLED)
    return hand


@pytest.fixture
def phone(chromium: Browser) -> Iterator[BrowserContext]:
    context = looking(chromium, Look())
    yield context
    context.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableServer]:
    table = TableServer(tmp_path / "data").start()
    take_in(table, evening(*IN_THE_MIDDLE))  # type: ignore[arg-type]
    yield table
    assert table.stop() == 0


def measured(phone: BrowserContext, address: str, key: str = "") -> Loaded:
    page = phone.new_page()
    measured = Measured(page)
    sheet(page, address, key)
    loaded = measured.so_far()
    page.close()
    return loaded


@pytest.mark.whole
def test_who_writes_fetches_the_app_once(table: TableServer, phone: BrowserContext):
    first = measured(phone, table.address, table.key("host"))
    told("first time", first)
    assert 1_000_000 < first.all <= FIRST
    libraries = [name for name in first.files if "canvaskit" in name and name.endswith(".wasm")]
    assert len(libraries) == 1 and first.frames > 1000
    again = measured(phone, table.address)
    told("second time", again)
    assert again.all <= AGAIN and again.frames > 1000


def test_who_watches_fetches_little(table: TableServer, phone: BrowserContext):
    take_in(table, evening(*IN_THE_MIDDLE * 60))  # type: ignore[arg-type]
    page = phone.new_page()
    measured = Measured(page)
    page.goto(table.told["join"])
    page.locator("#name").fill("Cem")
    page.locator("#join").click()
    expect(page.locator(".total").first).to_be_visible()
    page.wait_for_timeout(SETTLED)
    loaded = measured.so_far()
    told("who watches", loaded)
    assert len(loaded.files) >= 5 and loaded.all <= WATCHER
