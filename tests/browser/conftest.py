"""A running program, a Chromium, and hands at its page."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import Browser, Error

from tests.browser.hand import Hand, Look
from tests.browser.looking import looking, running
from tests.browser.program import Program, rests

NOWHERE_ELSE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
"""No name leads anywhere, so that nobody else hears what a page would ask."""

FAILED = pytest.StashKey[bool]()
"""Whether a test has."""


class Hands(Protocol):
    """Opens a route of the program's page in a fresh browser with the given look."""

    def __call__(self, look: Look, route: str = "/") -> Hand: ...


# Not for the session: as long as Playwright runs, no asyncio test can.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with running(NOWHERE_ELSE) as browser:
        yield browser


@contextmanager
def started(data: Path) -> Iterator[Program]:
    """A program that must have nothing to complain about, to the end."""
    program = Program(data)
    program.start()
    yield program
    assert program.stop() == 0
    assert program.said() == ""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """A program with an empty book."""
    with started(tmp_path / "data") as program:
        yield program


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """The program that all tests share whose evenings have names of their own."""
    with started(tmp_path_factory.mktemp("served") / "data") as program:
        yield program


@contextmanager
def pages(chromium: Browser, program: Program, node: pytest.Item | None = None) -> Iterator[Hands]:
    """Opens the page in a fresh browser with the given look; any number of times.

    It is a fault if a page asked for anything outside the program's own address. Of a test that
    has failed it is printed what its pages say.
    """
    outside: list[str] = []
    opened: list[Hand] = []

    def note(url: str) -> None:
        ours = (program.address, program.address.replace("http", "ws", 1), "data:", "blob:")
        if not url.startswith(ours):
            outside.append(url)

    def open_page(look: Look, route: str = "/") -> Hand:
        context = program.let_in(looking(chromium, look))
        page = context.new_page()
        page.on("response", lambda r: note(r.url))
        # What the page's own policy forbids never leaves the browser.
        page.on("requestfailed", lambda r: note(r.url) if r.failure != "csp" else None)
        page.on("websocket", lambda s: note(s.url))
        hand = Hand(page, program.address, look, lambda: rests(program.pid))
        opened.append(hand)
        hand.open(route)
        return hand

    yield open_page
    if node is not None and FAILED in node.stash:
        for hand in opened:
            print(said_by(hand))
    for hand in opened:
        hand.page.context.close()
    assert outside == []


@pytest.fixture
def hands(chromium: Browser, program: Program, request: pytest.FixtureRequest) -> Iterator[Hands]:
    """Opens pages of the program with the empty book."""
    with pages(chromium, program, request.node) as opens:
        yield opens


@pytest.fixture
def guests(chromium: Browser, served: Program, request: pytest.FixtureRequest) -> Iterator[Hands]:
    """Opens further pages of the shared program."""
    with pages(chromium, served, request.node) as opens:
        yield opens


@pytest.fixture(scope="package")
def one_page(chromium: Browser, served: Program) -> Iterator[Hand]:
    with pages(chromium, served) as opens:
        yield opens(Look())


@pytest.fixture
def hand(one_page: Hand, request: pytest.FixtureRequest) -> Iterator[Hand]:
    """The hand at the one page of the shared program, on a dark German phone."""
    one_page.open("/")
    one_page.taps = 0
    yield one_page
    if FAILED in request.node.stash:
        print(said_by(one_page))


def said_by(hand: Hand) -> str:
    """Where a page is, and what stands on it."""
    try:
        return f"{hand.page.url}:\n{hand.words()}"
    except Error as fault:
        return f"{hand.page.url}: {fault}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[
        None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
