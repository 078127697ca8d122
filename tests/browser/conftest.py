"""A running program, a Chromium, and hands at its page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import Browser

from tests.browser.hand import Hand, Look
from tests.browser.looking import looking, running
from tests.browser.program import Program


class Hands(Protocol):
    """Opens a route of the program's page in a fresh browser with the given look."""

    def __call__(self, look: Look, route: str = "/") -> Hand: ...


# Not for the session: as long as Playwright runs, no asyncio test can.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with running() as browser:
        yield browser


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """A program with an empty book. It must have nothing to complain about, to the end."""
    program = Program(tmp_path / "data")
    program.start()
    yield program
    assert program.stop() == 0
    assert program.said() == ""


@pytest.fixture
def hands(chromium: Browser, program: Program) -> Iterator[Hands]:
    """Opens the page in a fresh browser with the given look; any number of times.

    The test fails if a page asked for anything outside the program's own address.
    """
    outside: list[str] = []

    def is_outside(url: str) -> bool:
        return not url.startswith((program.address, program.address.replace("http", "ws", 1)))

    def open_page(look: Look, route: str = "/") -> Hand:
        context = looking(chromium, look)
        context.route(is_outside, lambda route: (outside.append(route.request.url), route.abort()))
        page = context.new_page()
        page.on("websocket", lambda s: outside.append(s.url) if is_outside(s.url) else None)
        hand = Hand(page, program.address, look)
        hand.open(route)
        return hand

    before = len(chromium.contexts)
    yield open_page
    for context in chromium.contexts[before:]:
        context.close()
    assert outside == []


@pytest.fixture
def hand(hands: Hands) -> Hand:
    """One hand at a dark German phone."""
    return hands(Look())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
