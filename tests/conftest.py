"""A book in memory, and the service that writes into it; folders have their own on top."""

import gc
import signal
from collections.abc import Generator, Iterator
from datetime import date

import hypothesis
import pytest

from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.book.pages import NAMES
from tests.postgres import postgres as postgres

DAY = date(2026, 11, 20)

for name, examples in (("short", 20), ("full", 500)):
    # How quick a machine is says nothing about the rules.
    hypothesis.settings.register_profile(
        name, max_examples=examples, deadline=None,
        suppress_health_check=[hypothesis.HealthCheck.too_slow])

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Begun by a shell in the background, which ignores Ctrl-C; the programs under test shall not.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true",
                     help="the proofs in tests/proof at full length, which takes an hour")


def pytest_configure(config: pytest.Config) -> None:
    hypothesis.settings.load_profile("full" if config.getoption("--full") else "short")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the garbage collector away from the tests that are found: they all stay to the end, and
    looking through them takes a tenth of the time."""
    gc.disable()
    found = yield
    gc.freeze()
    gc.enable()
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test marked with ``@pytest.mark.seeds(short=…, full=…)`` its seeds."""
    if mark := metafunc.definition.get_closest_marker("seeds"):
        length = "full" if metafunc.config.getoption("--full") else "short"
        metafunc.parametrize("seed", range(mark.kwargs[length]))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what is marked ``whole`` to the proof."""
    if not config.getoption("--full"):
        whole = [each for each in items if each.get_closest_marker("whole")]
        items[:] = [each for each in items if each not in whole]
        config.hook.pytest_deselected(items=whole)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the proofs have counted, a line each."""
    figures = [(name, figure) for report in terminalreporter.stats.get("passed", [])
               if "tests/proof/" in report.nodeid for name, figure in report.user_properties]
    if figures:
        terminalreporter.section("figures")
        for name, figure in sorted(figures):
            terminalreporter.line(f"| {name} | {figure} |")


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store.open("sqlite://")
    yield store
    store.close()


@pytest.fixture
def service(store: Store) -> Service:
    """Anne writes."""
    return Service(store, "Anne")


@pytest.fixture
def sheet(service: Service) -> str:
    """Four at Kalter Schlag in Altona, at 50 cents; Anne deals first."""
    return service.open_sheet(NewEvening(DAY, "Altona"), KALTER_SCHLAG, NAMES, stake=50)


@pytest.fixture
def ramsch(service: Service) -> str:
    """Three at Schieberamsch in Altona, at a cent a point; Anne deals first."""
    return service.open_sheet(NewEvening(DAY, "Altona"), SCHIEBERAMSCH, NAMES[:3], stake=100)
