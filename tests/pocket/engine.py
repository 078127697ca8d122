"""A browser of any engine, and a finger that plays in it.

Every engine is driven in its own way (`firefox`, `webkit`, `blink`); here is what they have in
common. What a finger needs is a place on the screen: Flutter draws on a canvas, and tells a screen
reader where its controls are.
"""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Protocol

WIDTH, HEIGHT = 390, 844

STARTING = 240
"""Seconds until the app is given up: WebKitGTK takes 20 on a machine that does nothing else."""
PATIENCE = 30
"""Seconds until something that should appear is given up."""
LOOKING = 0.05
"""Seconds between two looks."""
SLIDING = 0.3
"""Seconds for which a control may still move after it was first seen."""
FOCUS_LAG = 0.4
"""Seconds after a click in which keys are still lost."""

MIDDLE = """
    const node = document.querySelector(given[0]);
    if (!node || node.closest("[aria-disabled=true]") || node.querySelector("[aria-disabled=true]"))
        return null;
    const {x, y, width, height} = node.getBoundingClientRect();
    const middle = [Math.round(x + width / 2), Math.round(y + height / 2)];
    if (middle[1] > 0 && middle[1] < innerHeight)
        return width ? middle : null;
    node.scrollIntoView({block: "center"});
    return null;
"""

WORDS = """
    const host = document.querySelector("flt-semantics-host");
    const named = host ? [...host.querySelectorAll("[aria-label]")] : [];
    return (host?.innerText ?? "") + "\\n" + named.map(node => node.ariaLabel).join("\\n");
"""

START = "return document.querySelector('#start, #notice')?.innerText ?? ''"


class Browser(Protocol):
    """A browser that runs, with one window open. Its profile is a folder that stays."""

    def go(self, address: str) -> None:
        """Load a page in the window that is looked at, until it is loaded."""

    def run(self, body: str, *given: Any) -> Any:
        """What the body of an async function returns; what it is given is `given`."""

    def click(self, x: int, y: int) -> None:
        """Press and release at a place of the window."""

    def write(self, text: str) -> None:
        """Press the keys of a text."""

    def picture(self) -> bytes:
        """The window as PNG."""

    def window(self) -> str:
        """Open another window; it is looked at from now on. Answers its name."""

    def look_at(self, window: str) -> None:
        """Look at another window."""

    @property
    def here(self) -> str:
        """The name of the window that is looked at."""

    def kill(self) -> None:
        """End all of its processes at once."""

    def off(self) -> None:
        """Close it as its user does."""


class Start(Protocol):
    """Starts a browser with a profile."""

    def __call__(self, profile: Path, *, private: bool = False, language: str = "de-DE"
                 ) -> AbstractContextManager[Browser]: ...


@dataclass(frozen=True)
class Engine:
    """An engine, and how to get at it."""

    name: str
    missing: Callable[[], str | None]
    """What is not installed, and how it is; None where everything is there."""
    start: Start

    def __str__(self) -> str:
        return self.name


class Finger:
    """What a person does in a browser, and what is to be seen there."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def open(self, address: str) -> None:
        """Load the app, and be able to read it."""
        self.browser.go(address)
        self.wait_for_app()

    def wait_for_app(self) -> None:
        """Until the first screen of the app can be read and touched."""
        switch = "document.querySelector('flt-semantics-placeholder')"
        self._until(f"return !document.querySelector('#start') && !!{switch}", STARTING)
        self.browser.run(f"{switch}.click()")
        self._until("return !!document.querySelector('[flt-semantics-identifier]')", STARTING)

    def tap(self, *identifiers: str) -> None:
        """Touch controls one after the other, each once it is there and can be touched."""
        for identifier in identifiers:
            self.touch(f'[flt-semantics-identifier="{identifier}"]')

    def touch(self, selector: str) -> None:
        """Touch the middle of what a selector finds, once it stands still."""
        place = self._until(MIDDLE, PATIENCE, selector)
        while True:
            sleep(SLIDING)
            later = self._until(MIDDLE, PATIENCE, selector)
            if later == place:
                return self.browser.click(*place)
            place = later

    def write(self, text: str, into: str) -> None:
        """Put a text into the field of a label."""
        field = f'input[aria-label="{into}"]'
        for _ in range(3):
            self.touch(field)
            sleep(FOCUS_LAG)
            self.browser.write(text)
            sleep(FOCUS_LAG)
            if self.browser.run("return document.querySelector(given[0])?.value", field) == text:
                return
        raise AssertionError(f"{text!r} did not get into {into!r}")

    def sees(self, text: str, patience: float = PATIENCE) -> None:
        """Wait until a text is part of what the app says."""
        self._wait(lambda: text in self.words(), patience, lambda: f"{text!r} in: {self.words()}")

    def words(self) -> str:
        """All that the app says now."""
        return re.sub("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]", " ",
                      str(self.browser.run(WORDS)))

    def told(self, text: str, patience: float = STARTING) -> None:
        """Wait until the page itself says a text, with no app or over it."""
        self._wait(lambda: text in self._told(), patience, lambda: f"{text!r} in: {self._told()}")

    def _told(self) -> str:
        return str(self.browser.run(START))

    def _until(self, body: str, patience: float, *given: Any) -> Any:
        found: list[Any] = []

        def look() -> bool:
            found[:] = [self.browser.run(body, *given)]
            return bool(found[0])

        self._wait(look, patience,
                   lambda: f"{body} {given}; {self._told() or self.words()}")
        return found[0]

    @staticmethod
    def _wait(look: Callable[[], bool], patience: float, what: Callable[[], str]) -> None:
        end = monotonic() + patience
        while not look():
            assert monotonic() < end, f"After {patience} s still not {what()}"
            sleep(LOOKING)
