"""Chromium, with the same handles as the other engines."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page, sync_playwright

from tests.browser.hand import Look
from tests.chromium import find_chromium
from tests.pocket.engine import Engine
from tests.pocket.phone import Elsewhere, Phone


def missing() -> str | None:
    return None if find_chromium() else "there is no Chromium: apt-get install chromium"


class Blink:
    """A phone whose windows are driven as those of other engines are."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._pages: list[Page] = []
        self.here = self.window()

    @property
    def _page(self) -> Page:
        return self._pages[int(self.here)]

    def go(self, address: str) -> None:
        self._page.goto(address)

    def run(self, body: str, *given: Any) -> Any:
        script = f"async given => {{ {body} }}"
        try:
            return self._page.evaluate(script, list(given))
        except Error as fault:  # the page has gone on to another address meanwhile
            if "context was destroyed" not in str(fault):
                raise
            self._page.wait_for_load_state()
            return self._page.evaluate(script, list(given))

    def click(self, x: int, y: int) -> None:
        self._page.mouse.click(x, y, delay=30)

    def write(self, text: str) -> None:
        self._page.keyboard.type(text, delay=20)

    def picture(self) -> bytes:
        return self._page.screenshot()

    def window(self) -> str:
        self._pages.append(self._phone.page(Look()))
        self.here = str(len(self._pages) - 1)
        return self.here

    def look_at(self, window: str) -> None:
        self.here = window
        self._page.bring_to_front()

    def kill(self) -> None:
        self._phone.kill()

    def off(self) -> None:
        self._phone.off()


@contextmanager
def started(profile: Path, *, private: bool = False, language: str = "de-DE") -> Iterator[Blink]:
    """A Chromium, and however that ends, none is left. It asks nobody else for anything."""
    assert not private and language == "de-DE", "that is tried elsewhere"
    elsewhere = Elsewhere()
    try:
        with sync_playwright() as playwright:
            phone = Phone(playwright, profile, elsewhere)
            try:
                yield Blink(phone)
            finally:
                phone.kill()
    finally:
        elsewhere.close()
    assert not elsewhere.asked, "\n".join(elsewhere.asked)


BLINK = Engine("Chromium", missing, started)
