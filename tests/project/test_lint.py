"""The style is checked by ruff, by the rules in pyproject.toml."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_ruff_has_nothing_to_say():
    said = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--no-cache", "scorepad", "tests", "assets"],
        cwd=ROOT, capture_output=True, text=True)
    assert said.returncode == 0, said.stdout + said.stderr
