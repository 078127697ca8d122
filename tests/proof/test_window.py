"""Keys in the windows of three browsers: after every one the page has the keyboard, and what in it
has hands keys through to the sheet. `tests/screens/test_by_keyboard.py` has the same evenings in
process."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import playwright.sync_api as playwright
import pytest

from tests.browser import by_keyboard
from tests.browser.conftest import NOWHERE_ELSE
from tests.browser.evenings import evening, take_in
from tests.browser.program import Program
from tests.chromium import FLAGS, find_chromium
from tests.display import MANAGER, Keyboard, display, missing
from tests.pocket import blink, firefox, webkit
from tests.pocket.engine import Finger
from tests.proof.test_engines import served

__all__ = ["served"]  # a fixture

pytestmark = [pytest.mark.browser, pytest.mark.timeout(5400)]

NO_DISPLAY = missing("Xvfb", "xdotool", MANAGER)

FOCUS = """
    for (let frames = 6; frames--;) await new Promise(requestAnimationFrame);
    let here = document.activeElement;
    return [document.hasFocus(), here?.localName ?? "", !!here?.closest("[role=application]"),
            here?.localName === "flt-semantics" ? here.ariaLabel ?? here.innerText : ""];
"""
"""Whether the page has the keyboard, what in it has, whether that is where a screen reader hands
keys through, and its words if it is a control."""

STOPS = 30
"""The most that Tab leads to in a menu."""


class Window:
    """A sheet in a window, and the keyboard before it. where: a script for a place on the display
    that lies within the page, for a browser that begins elsewhere."""

    def __init__(self, finger: Finger, keyboard: Keyboard, address: str, where: str = "") -> None:
        self.finger, self.keyboard, self.address, self.where = finger, keyboard, address, where

    def open(self, route: str) -> None:
        """Show a screen."""
        self.finger.open(f"{self.address}{route}")
        if self.where:
            self.keyboard.click(*self.finger.browser.run(self.where))

    def press(self, key: str, *, on_sheet: bool = True) -> str:
        """Press a key, which must not leave the page; the words of what has the keyboard then."""
        self.keyboard(key if len(key) > 1 else key.lower())
        focused, place, handed, words = self.finger.browser.run(FOCUS)
        assert focused, f"{key} has left the page"
        assert place.startswith(("flutter-", "flt-", "body")), f"{key} has led to {place}"
        assert handed or not on_sheet, f"after {key} a screen reader keeps keys at {place}"
        return str(words)

    def an_evening(self, game: str) -> None:
        """Play an evening by keys alone, to who pays whom."""
        self.open(by_keyboard.route(game))
        by_keyboard.play(game, self.press, self.finger.sees)
        self.finger.sees("Abrechnung")
        for _ in range(STOPS):
            if "Abrechnung" in self.press("Tab"):
                break
        self.press("Return", on_sheet=False)
        for line in by_keyboard.EVENINGS[game].paid:
            self.finger.sees(line)


def two_hands(window: Window, served: Program) -> None:
    """66 → 70 for Anne; after Tab, Tab 93 → 90 for Bert."""
    take_in(served, evening(id="window", sheet="of-window"))
    window.open("/evening/window/sheet/of-window")
    for keys, words in (("Tab 6 6 Return", "Anne, 70 Punkte, Anschriften: 1"),
                        ("Tab Tab 9 3 Return", "Bert, 90 Punkte, Anschriften: 1")):
        for key in keys.split():
            window.press(key)
        window.finger.sees(words)
    for key in "F6 F6 shift+Tab Tab Escape Tab".split():
        window.press(key)


class Page:
    """A page of Chromium, with the handles that the other engines have."""

    def __init__(self, page: playwright.Page) -> None:
        self._page = page

    def go(self, address: str) -> None:
        self._page.goto(address)

    def run(self, body: str, *given: Any) -> Any:
        return self._page.evaluate(f"async given => {{ {body} }}", list(given))


ON_THE_TITLE = "return [Math.round(mozInnerScreenX) + 195, Math.round(mozInnerScreenY) + 30]"
"""A place of the page on the display: Firefox begins in its address bar."""


@contextmanager
def in_chromium(served: Program, folder: Path) -> Iterator[Window]:
    with display() as name, playwright.sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=find_chromium(), headless=False, args=[*FLAGS, NOWHERE_ELSE],
            env={"DISPLAY": name, "LANG": "C.UTF-8"})
        context = served.let_in(browser.new_context(no_viewport=True, locale="de-DE"))
        page: Any = Page(context.new_page())
        yield Window(Finger(page), Keyboard(name).at("chromium"), served.address)
        browser.close()


@contextmanager
def in_firefox(served: Program, folder: Path) -> Iterator[Window]:
    with display(managed=True) as name, firefox.started(folder, display=name) as browser:
        finger = Finger(browser)
        finger.open(served.joining_address())
        yield Window(finger, Keyboard(name).at("firefox"), served.address, ON_THE_TITLE)


@contextmanager
def in_webkit(served: Program, folder: Path) -> Iterator[Window]:
    with display(managed=True) as name, webkit.started(folder, display=name) as browser:
        finger = Finger(browser)
        finger.open(served.joining_address())
        yield Window(finger, Keyboard(name).at("webkit_window"), served.address)


by_engine = pytest.mark.parametrize("engine", [
    pytest.param(opened, id=id, marks=pytest.mark.skipif(bool(NO_DISPLAY or lacks), reason=str(
        NO_DISPLAY or lacks))) for id, opened, lacks in (
            ("chromium", in_chromium, blink.missing()), ("firefox", in_firefox, firefox.missing()),
            ("webkit", in_webkit, webkit.missing()))])

Opened = Callable[[Program, Path], AbstractContextManager[Window]]


@by_engine
def test_tab_and_f6_stay_on_the_sheet(served: Program, tmp_path: Path, engine: Opened):
    with engine(served, tmp_path / "profile") as window:
        two_hands(window, served)


@by_engine
@pytest.mark.parametrize("game", by_keyboard.EVENINGS)
def test_an_evening_by_keyboard(served: Program, tmp_path: Path, engine: Opened, game: str):
    take_in(served, by_keyboard.document(game))
    with engine(served, tmp_path / "profile") as window:
        window.an_evening(game)
