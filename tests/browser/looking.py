"""A Chromium, and a fresh browser in it with the look that is wanted."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.hand import SIZES, WATCH, Look
from tests.chromium import FLAGS, find_chromium

TEXT_SIZE = """
    addEventListener("DOMContentLoaded", () => document.documentElement.style.fontSize = "PERCENT%")
"""
"""Flutter reads the text scale from the size of the root element's font."""


@contextmanager
def running(*flags: str) -> Iterator[Browser]:
    """A Chromium that runs as long as this is open; raises AssertionError where there is none.
    flags: further ones."""
    path = find_chromium()
    assert path, "There is no Chromium. `python -m tests` installs it or says how."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])
        yield browser
        browser.close()


def looking(chromium: Browser, look: Look) -> BrowserContext:
    """A fresh browser, without a page yet."""
    width, height = SIZES[look.size]
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=look.density,
        locale={"de": "de-DE", "en": "en-GB"}[look.language],
        color_scheme=look.theme,
        reduced_motion="no-preference" if look.motion else "reduce",
        has_touch=look.size != "wide",
        permissions=["clipboard-read", "clipboard-write"],
    )
    context.add_init_script(TEXT_SIZE.replace("PERCENT", str(look.text)))
    context.add_init_script(WATCH)
    return context
