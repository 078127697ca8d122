"""Types are strict: mypy over the files that pyproject.toml names, checked like any other test."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_mypy_has_nothing_to_say():
    """In a process of its own, because what mypy keeps in memory would stay for all other tests."""
    said = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True)
    assert said.returncode == 0, said.stdout + said.stderr
