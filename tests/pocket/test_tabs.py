"""One window has the book: which of several, in a real Chromium, without Python and Flutter."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import running
from tests.pocket.conftest import beside_the_modules

pytestmark = pytest.mark.browser

WINDOW = """<!doctype html><html lang="de"><title>waits</title>
    <main id="start"><p id="told"></p><button id="act" hidden></button></main>
    <script type="module">
        import { haveTheBook } from "./tabs.js";
        await haveTheBook("trial", async () => { document.title = "gave it up"; }, () => {});
        document.title = "has it";
    </script></html>
"""

TAP = "Hier weitermachen"


@pytest.fixture
def windows(tmp_path: Path) -> Iterator[list[Page]]:
    """Three windows of one browser, opened one after the other."""
    with beside_the_modules(tmp_path, {"window.html": WINDOW}) as address, running() as chromium:
        context = chromium.new_context(locale="de-DE")
        opened = []
        for _ in range(3):
            opened.append(context.new_page())
            opened[-1].goto(f"{address}window.html")
            expect(opened[0]).to_have_title("has it")
        yield opened


def test_the_window_that_was_tapped_goes_on_and_not_the_one_that_waited_longer(
        windows: list[Page]):
    first, second, third = windows
    for tapped, before, other in ((third, first, second), (second, third, first),
                                  (third, second, first)):
        tapped.get_by_role("button", name=TAP).click()
        expect(tapped).to_have_title("has it")
        expect(before).to_have_title("gave it up")
        expect(before.locator("#told")).to_have_text("Es geht in einem anderen Fenster weiter.")
        assert other.title() != "has it"


def test_a_window_that_waits_goes_on_by_itself_where_the_others_are_closed(windows: list[Page]):
    first, second, third = windows
    first.close()
    expect(second).to_have_title("has it")
    assert third.title() == "waits"
    second.close()
    expect(third).to_have_title("has it")
