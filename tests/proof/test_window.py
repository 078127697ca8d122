"""Keys in the windows of Firefox and WebKitGTK; `tests/browser/test_window.py` has Chromium's."""

from pathlib import Path

import pytest

from tests.browser.evenings import evening, take_in
from tests.browser.program import Program
from tests.display import MANAGER, Keyboard, display, missing
from tests.pocket import firefox, webkit
from tests.pocket.engine import Finger
from tests.proof.test_engines import served

__all__ = ["served"]  # a fixture

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1200)]

NO_DISPLAY = missing("Xvfb", "xdotool", MANAGER)


def an_evening(finger: Finger, keyboard: Keyboard, served: Program,
               focus: str = "") -> None:
    """66 → 70 for Anne; after Tab, Tab 93 → 90 for Bert. Every key finds the page's focus."""
    def press(*keys: str) -> None:
        for key in keys:
            keyboard(key)
            focused, place = finger.browser.run(
                "for (let frames = 6; frames--;) await new Promise(requestAnimationFrame);"
                "return [document.hasFocus(), document.activeElement?.localName ?? '']")
            assert focused, f"{key} has left the page"
            assert place.startswith(("flutter-", "flt-", "body")), f"{key} has led to {place}"

    take_in(served, evening(id="window", sheet="of-window"))
    finger.open(served.joining_address())
    finger.open(f"{served.address}/evening/window/sheet/of-window")
    if focus:
        keyboard.click(*finger.browser.run(focus))
    press("Tab", "6", "6", "Return")
    finger.sees("Anne, 70 Punkte, Anschriften: 1")
    press("Tab", "Tab", "9", "3", "Return")
    finger.sees("Bert, 90 Punkte, Anschriften: 1")
    press("F6", "F6", "shift+Tab", "Tab", "Escape", "Tab")


ON_THE_TITLE = "return [Math.round(mozInnerScreenX) + 195, Math.round(mozInnerScreenY) + 30]"
"""A place of the page on the display: Firefox begins in its address bar."""


@pytest.mark.skipif((why := NO_DISPLAY or firefox.missing()) is not None,
                    reason=str(why))
def test_tab_and_f6_stay_on_the_sheet_in_firefox(served: Program, tmp_path: Path):
    with display(managed=True) as name, \
            firefox.started(tmp_path / "profile", display=name) as browser:
        an_evening(Finger(browser), Keyboard(name).at("firefox"), served, ON_THE_TITLE)


@pytest.mark.skipif((why := NO_DISPLAY or webkit.missing()) is not None, reason=str(why))
def test_tab_and_f6_stay_on_the_sheet_in_webkit(served: Program, tmp_path: Path):
    with display(managed=True) as name, \
            webkit.started(tmp_path / "profile", display=name) as browser:
        an_evening(Finger(browser), Keyboard(name).at("webkit_window"), served)
