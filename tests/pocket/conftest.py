"""A host with the real page, and phones."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, sync_playwright

from scorepad.pocket.making import WEB
from tests.pocket.built import built_page
from tests.pocket.phone import FOLDER, Elsewhere, Host
from tests.pocket.table import Table


@contextmanager
def beside_the_modules(folder: Path, files: Mapping[str, str]) -> Iterator[str]:
    """The address of a host on which these files lie beside the page's own modules, without Python
    and Flutter."""
    shutil.copytree(WEB, folder / "web")
    for name, text in files.items():
        (folder / "web" / name).parent.mkdir(exist_ok=True)
        (folder / "web" / name).write_text(text, "utf-8")
    host = Host(folder / "web")
    try:
        yield host.address.removesuffix(f"{FOLDER}/")
    finally:
        host.stop()


@pytest.fixture
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """What a host serves: the page, in a folder of it."""
    if not request.config.getoption("--full"):
        pytest.skip("the real page is made and played on in the proof: that takes minutes")
    shutil.copytree(built_page(), tmp_path / "host" / FOLDER)
    return tmp_path / "host"


@pytest.fixture
def host(root: Path) -> Iterator[Host]:
    """A plain host of files."""
    host = Host(root)
    yield host
    host.stop()


@pytest.fixture
def table(root: Path) -> Iterator[Table]:
    """The same, with a table beside the page."""
    table = Table(root)
    yield table
    table.stop()


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    """All other hosts; nobody may ask for one."""
    elsewhere = Elsewhere()
    yield elsewhere
    elsewhere.close()
    assert not elsewhere.asked, "\n".join(elsewhere.asked)


@pytest.fixture
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright
