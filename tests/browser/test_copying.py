"""Copying over plain HTTP at a host's name, where a browser has no clipboard for the page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from scorepad.system.files import ASSETS

SCRIPT = (ASSETS / "copying.js").read_text("utf-8")


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    page.route("**/*", lambda route: route.fulfill(body="<button>", content_type="text/html"))
    page.goto("http://192.0.2.1/")
    assert not page.evaluate("isSecureContext || !!navigator.clipboard")
    page.add_script_tag(content=SCRIPT)
    page.evaluate("""() => {
        window.copied = [];
        document.addEventListener("copy", () => copied.push(document.activeElement.value));
        window.copy = text => navigator.clipboard.writeText(text).then(() => "done", () => "not");
    }""")
    yield page
    page.close()


def test_a_tap_copies_and_asking_how_it_went_does_not_copy_twice(page: Page):
    page.evaluate("""() => {
        document.querySelector("button").onclick = () => { copy("Anne +3,00 €"); };
    }""")
    page.click("button")
    assert page.evaluate("copy('Anne +3,00 €')") == "done"
    assert page.evaluate("copied") == ["Anne +3,00 €"]
    page.click("button")  # something else may have been copied meanwhile
    assert page.evaluate("copied") == 2 * ["Anne +3,00 €"]
    assert page.evaluate("document.querySelectorAll('textarea').length") == 0


def test_what_the_browser_refuses_is_not_done(page: Page):
    page.evaluate("() => { document.execCommand = () => false; }")
    assert page.evaluate("copy('Anne')") == "not"
