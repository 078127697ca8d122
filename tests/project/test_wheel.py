"""Who installs Scorepad has all of it: what pages are made of is in the wheel, too."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

DRAWN = """
from scorepad.web.watch.parts import Templates, files_of
from scorepad.web.watch.parts import sentence_parts
from scorepad.i18n.message import say
from scorepad.system.files import ASSETS
templates = Templates.of("de", files_of(ASSETS))
print(templates.page("Scorepad", sentence_parts(say("No stars so far."), templates)), ASSETS)
"""
"""A watcher's page, drawn with nothing but what lies in the wheel."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-input",
         "--disable-pip-version-check", "--wheel-dir", str(folder), str(ROOT)],
        capture_output=True, text=True)
    if built.returncode:
        assert "hatchling" in built.stderr, built.stderr
        pytest.skip("a wheel is built with hatchling, which cannot be had here")
    [wheel] = folder.glob("*.whl")
    return wheel


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    here = {path.relative_to(ROOT).as_posix() for path in (ROOT / "scorepad").rglob("*")
            if path.is_file() and path.suffix != ".pyc"}
    assert {"scorepad/pocket/pins.txt", "scorepad/pocket/compile.mjs",
            "scorepad/pocket/web/sw.js", "scorepad/pocket/web/index.html",
            "scorepad/web/watch/pages/page.html", "scorepad/web/watch/pages/watch.css",
            "scorepad/i18n/locale/de/LC_MESSAGES/scorepad.mo"} <= here
    assert here <= inside, sorted(here - inside)
    assert {"scorepad/assets/manifest.json", "scorepad/assets/fonts/ScorepadSans.ttf"} <= inside


def test_a_watchers_page_is_drawn_of_what_is_in_the_wheel(wheel: Path, tmp_path: Path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    drawn = subprocess.run(
        [sys.executable, "-c", DRAWN], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONIOENCODING": "utf-8"})
    assert drawn.returncode == 0, drawn.stderr
    assert "Noch keine Sterne." in drawn.stdout
    assert drawn.stdout.rstrip().endswith(str(tmp_path / "scorepad" / "assets"))
