"""What the page says where its own files are damaged, so that nothing of it runs.

In a real Chromium, without Python and Flutter, by the page's own clock.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import running
from tests.pocket.conftest import beside_the_modules

pytestmark = pytest.mark.browser

WORKER = """
    onmessage = async () => {
        for (const page of await clients.matchAll({ includeUncontrolled: true }))
            page.postMessage({ mended: COUNT });
    };
"""
"""Has fetched so many files anew, whenever it is asked."""


@pytest.fixture(params=[1, 0], ids=["always another", "none to be had"])
def page(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Page]:
    """A page whose own script is damaged, beside a worker that mends as many files each time."""
    files = {"sw.js": WORKER.replace("COUNT", str(request.param)), "page.js": "@",
             "trial.html": "<!doctype html><title>Trial</title>"}
    with beside_the_modules(tmp_path, files) as address, running() as browser:
        page = browser.new_context(locale="de-DE").new_page()
        page.goto(f"{address}trial.html")
        page.evaluate("navigator.serviceWorker.register('sw.js')"
                      ".then(() => navigator.serviceWorker.ready).then(() => null)")
        page.clock.install()
        yield page


def test_a_damaged_page_is_mended_twice_and_then_speaks(page: Page,
                                                        request: pytest.FixtureRequest):
    """Neither silence nor one reload after the other."""
    loads: list[str] = []
    page.on("domcontentloaded", lambda loaded: loads.append(loaded.url))
    page.goto(page.url.replace("trial.html", "index.html"))
    said = page.get_by_text("Eine Datei von Scorepad ist beschädigt")
    for _ in range(3):
        page.clock.run_for(5_500)
        page.wait_for_timeout(300)
        page.clock.run_for(8_500)
        page.wait_for_timeout(300)
    expect(said).to_be_visible()
    expect(page.get_by_role("button", name="Noch einmal")).to_be_visible()
    mends = "always" in request.node.callspec.id
    assert len(loads) == (3 if mends else 1)
