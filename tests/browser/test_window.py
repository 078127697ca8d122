"""Keys in a browser with a window, whose bars take them if the page lets them go."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import NOWHERE_ELSE
from tests.browser.evenings import evening, take_in
from tests.browser.hand import WATCH, Hand, Look
from tests.browser.program import Program, rests
from tests.chromium import FLAGS, find_chromium
from tests.display import Keyboard, display, missing

pytestmark = pytest.mark.skipif(missing("Xvfb", "xdotool") is not None,
                                reason=str(missing("Xvfb", "xdotool")))

FOCUS = """
    async ([frames]) => {
        while (frames--) await new Promise(requestAnimationFrame);
        const here = document.activeElement;
        return [document.hasFocus(), here?.localName ?? "", !!here?.closest("[role=application]")];
    }
"""
"""Whether the page has the keyboard, what in it has, and whether a screen reader hands keys through
to that."""


@pytest.fixture
def window(chromium: Browser, served: Program) -> Iterator[tuple[Hand, Keyboard]]:
    """A hand at a sheet in a window of its own, and the keyboard before it."""
    take_in(served, evening(id="window", sheet="of-window"))
    with display() as name:
        browser = chromium.browser_type.launch(
            executable_path=find_chromium(), headless=False, args=[*FLAGS, NOWHERE_ELSE],
            env={"DISPLAY": name, "LANG": "C.UTF-8"})
        context = served.let_in(browser.new_context(no_viewport=True, locale="de-DE"))
        context.add_init_script(WATCH)
        hand = Hand(context.new_page(), served.address, Look("wide"), lambda: rests(served.pid))
        hand.open("/evening/window/sheet/of-window")
        yield hand, Keyboard(name).at("chromium")
        browser.close()


def test_tab_and_f6_stay_on_the_sheet_until_esc_was_pressed_twice(
        window: tuple[Hand, Keyboard]) -> None:
    """66 → 70 for Anne, and after Tab, Tab 93 → 90 for Bert; no key goes to the address bar."""
    hand, keyboard = window

    def press(*keys: str) -> None:
        for key in keys:
            keyboard(key)
            focused, place, handed = hand.page.evaluate(FOCUS, [6])
            assert focused, f"{key} has left the page"
            assert place.startswith(("flutter-", "flt-")) and handed, f"{key} has led to {place}"

    press("Tab", "6", "6", "Return")
    hand.sees("Anne, 70 Punkte, Anschriften: 1")
    press("Tab", "Tab", "9", "3", "Return")
    hand.sees("Bert, 90 Punkte, Anschriften: 1")
    press("F6", "F6", "F6", "shift+Tab", "Tab", "Escape", "Tab", "Escape", "Escape")
    keyboard("Tab", "Tab", "Tab", "Tab")
    assert not hand.page.evaluate(FOCUS, [6])[0], "Esc and Tab have not led out of the page"
    hand.open("/")
    assert not hand.page.locator("[role=application]").count()
