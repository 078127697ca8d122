"""Ruff, mypy and import-linter, which run beside the tests and say first what they found."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import pytest

ROOT = Path(__file__).parent.parent

LINTERS = {
    "ruff": (sys.executable, "-m", "ruff", "check", "scorepad", "tests", "assets"),
    "mypy": (sys.executable, "-m", "mypy"),
    "import-linter": (str(Path(sys.executable).with_name("lint-imports")),)}


class Linters:
    """A plugin of pytest: what one of them has to say is a failure like that of a test."""

    def __init__(self) -> None:
        self._started: dict[str, tuple[subprocess.Popen[bytes], IO[bytes]]] = {}
        self._said: dict[str, str] = {}

    def pytest_sessionstart(self) -> None:
        for name, command in LINTERS.items():
            said = TemporaryFile()  # noqa: SIM115 it is closed when it has been read
            self._started[name] = subprocess.Popen(
                command, cwd=ROOT, stdout=said, stderr=subprocess.STDOUT), said

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        for name, (process, said) in self._started.items():
            if process.wait():
                said.seek(0)
                self._said[name] = said.read().decode()
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
            said.close()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for name, said in self._said.items():
            terminalreporter.section(f"{name} FAILED", red=True)
            terminalreporter.write_line(said)
        if content := [name for name in self._started if name not in self._said]:
            terminalreporter.write_line(f"{', '.join(content)}: nothing to say")
