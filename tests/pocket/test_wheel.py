"""Who installs Scorepad can make the page: what it is made of is in the wheel."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scorepad.pocket.making import PACKAGE_OF_RULES

ROOT = Path(__file__).parents[2]


def test_what_the_page_is_made_of_is_in_the_wheel(tmp_path: Path):
    built = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-input",
         "--disable-pip-version-check", "--wheel-dir", str(tmp_path), str(ROOT)],
        capture_output=True, text=True)
    if built.returncode:
        assert "hatchling" in built.stderr, built.stderr
        pytest.skip("a wheel is built with hatchling, which cannot be had here")
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    here = {f"scorepad/pocket/{path.relative_to(PACKAGE_OF_RULES).as_posix()}"
            for path in PACKAGE_OF_RULES.rglob("*")
            if path.is_file() and path.suffix != ".pyc"}
    assert {"scorepad/pocket/pins.txt", "scorepad/pocket/compile.mjs",
            "scorepad/pocket/web/sw.js", "scorepad/pocket/web/index.html"} <= here
    assert here <= inside, sorted(here - inside)
    assert {"scorepad/assets/manifest.json", "scorepad/assets/fonts/ScorepadSans.ttf"} <= inside
