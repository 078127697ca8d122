"""Parts of the page that need no browser, in Node: with a disk and a host of the tests' own."""

import shutil
import subprocess
from pathlib import Path

import pytest

from scorepad.pocket.making import WEB

HERE = Path(__file__).parent
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node here")


@pytest.mark.parametrize(("program", "tried"), [
    ("slots.mjs", "slots.js"), ("filesystem.mjs", "filesystem.js"), ("files.mjs", "sw.js")])
def test_in_node(program: str, tried: str, tmp_path: Path):
    """Each says itself what it tries; 20 rounds of it."""
    script = tmp_path / tried.replace(".js", ".mjs")
    shutil.copy(WEB / tried, script)
    done = subprocess.run([str(NODE), str(HERE / program), str(script), "20", "1"],
                          capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
