"""When a page gives up its line to the program: its own script, in Node, with a clock of ours."""

import shutil
import subprocess
from pathlib import Path

import pytest

from scorepad.system.files import ASSETS

NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="there is no Node here")
def test_a_line_is_given_up_neither_late_nor_while_its_answer_may_come():
    """The program says itself what it tries."""
    done = subprocess.run(
        [str(NODE), str(Path(__file__).with_name("gone.mjs")), str(ASSETS / "gone.js")],
        capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
