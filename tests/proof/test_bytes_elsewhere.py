"""What Firefox and WebKit fetch over a WLAN until the sheet is there. They take no Brotli without
TLS, and draw with another library than Chromium."""

from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from scorepad.web.host.network import reached_at
from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.table_server import TableServer
from tests.browser.test_bytes import AGAIN, FIRST, SHEET
from tests.pocket.engine import Browser, Engine, Finger
from tests.pocket.firefox import FIREFOX
from tests.pocket.webkit import WEBKIT
from tests.proof.conftest import Note
from tests.proof.cutting import Cutting

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1800)]

SETTLED = 3
"""Seconds after which nothing more is fetched."""

FILES = """
    return performance.getEntriesByType("resource")
        .map(each => [new URL(each.name).pathname, each.encodedBodySize])
        .sort((one, other) => other[1] - one[1]);
"""

JOIN = """
    const name = document.querySelector("#name");
    if (!name?.offsetParent) return false;
    name.value = "Bert";
    document.querySelector("#join").click();
    return true;
"""


@pytest.fixture
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TableServer]:
    if not request.config.getoption("--full"):
        pytest.skip("other engines are tried in the proof: that takes minutes")
    table = TableServer(tmp_path / "data").start()
    take_in(table, evening(*IN_THE_MIDDLE))  # type: ignore[arg-type]
    yield table
    assert table.stop() == 0


@pytest.fixture
def wlan(table: TableServer) -> Iterator[Cutting]:
    """The way to the server from elsewhere, at the same port, with all that passes counted."""
    host = reached_at()
    if host.startswith("127."):
        pytest.skip("this machine is in no network, and to itself a browser speaks as over TLS")
    port = int(table.address.rpartition(":")[2])
    way = Cutting(port, host, port)
    yield way
    way.close()


def fetched(browser: Browser, way: Cutting, address: str) -> int:
    """The bytes that pass until the sheet can be read and nothing more comes."""
    browser.go("about:blank")
    way.allow(None)
    browser.go(address)
    finger = Finger(browser)
    if "#" in address:
        finger._until(JOIN, 60)
    finger.wait_for_app()
    finger.sees("Partie")
    sleep(SETTLED)
    return way.passed


@pytest.mark.parametrize("engine", [pytest.param(engine, id=str(engine))
                                    for engine in (FIREFOX, WEBKIT)])
def test_who_writes_fetches_the_app_once(engine: Engine, table: TableServer, wlan: Cutting,
                                         tmp_path: Path, note: Note):
    if why := engine.missing():
        pytest.skip(why)
    address = f"http://{reached_at()}:{wlan.port}{SHEET}"
    with engine.start(tmp_path / "profile") as browser:
        first = fetched(browser, wlan, f"{address}#{table.key('host')}")
        files = browser.run(FILES)
        again = fetched(browser, wlan, address)
        browser.off()
    print(*[f"{name} {size:,}" for name, size in files], sep="\n")
    note(f"bytes of the app in {engine} over plain HTTP, the first time and the second",
         f"{first:,}, {again:,}")
    assert 1_000_000 < first <= FIRST
    assert 0 < again <= AGAIN
