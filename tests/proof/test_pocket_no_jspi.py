"""The pocket page in a browser whose WebAssembly cannot wait for promises (JSPI), as Safari's."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from scorepad.pocket.making import LISTED, _hash
from tests.browser.hand import augen
from tests.browser.test_evening import sit_down
from tests.pocket.conftest import elsewhere, host, playwright, root
from tests.pocket.phone import FOLDER, Elsewhere, Host, opened, switched_on, wait_for_app

__all__ = ["elsewhere", "host", "playwright", "root"]  # fixtures

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

FIRST = "archives.js"
"""The module that Python's worker evaluates before Pyodide."""


def take_away(page: Path) -> None:
    """No flag of Chromium's does it any more, so the worker of this page forgets it first."""
    changed = b"delete WebAssembly.Suspending; delete WebAssembly.promising;\n" \
        + (page / FIRST).read_bytes()
    (page / FIRST).write_bytes(changed)
    worker = (page / "sw.js").read_text("utf-8")
    files = json.loads(LISTED.search(worker)[1])
    files[FIRST] = [_hash(changed), len(changed)]
    (page / "sw.js").write_text(
        LISTED.sub(lambda _: f"const FILES = {json.dumps(files)};", worker), "utf-8")


def test_it_plays_and_starts_again_without_jspi(host: Host, elsewhere: Elsewhere,
                                                playwright: Playwright, tmp_path: Path):
    """The first start rehearses the first screens, the second begins with what was kept of it."""
    take_away(host.root / FOLDER)
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        hand = opened(phone, host.address)
        [worker] = [each for each in hand.page.workers if each.url.endswith("worker.js")]
        assert worker.evaluate("typeof WebAssembly.Suspending") == "undefined"
        sit_down(hand)
        hand.touch(*augen(0, 66), "save")
        hand.sees("Anne, 70 Punkte")
        hand.page.wait_for_timeout(3000)  # until the snapshot is kept
        hand.page.reload(wait_until="commit")
        wait_for_app(hand)
        hand.sees("Anne, 70 Punkte")
        phone.off()
