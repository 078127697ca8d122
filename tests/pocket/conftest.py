"""A host with the real page, and phones."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, sync_playwright

from tests.pocket.built import built_page
from tests.pocket.phone import FOLDER, Elsewhere, Host


@pytest.fixture
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Host]:
    """The page in a folder of a plain host of files."""
    if not request.config.getoption("--full"):
        pytest.skip("the real page is made and played on in the proof: that takes minutes")
    shutil.copytree(built_page(), tmp_path / "host" / FOLDER)
    host = Host(tmp_path / "host")
    yield host
    host.stop()


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
