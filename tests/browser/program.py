"""Scorepad as its user starts it: a process that serves its page."""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


class Program:
    """A running ``python -m scorepad`` that keeps its book in `data`.

    `address` is where its page is, read from what it printed. `stop` and `start` again make a
    restart: same book, same address. Another `module` that is served alike may stand in its place.
    """

    def __init__(self, data: Path, options: tuple[str, ...] = ("--web",),
                 module: str = "scorepad") -> None:
        self.data = data
        self.options = options
        self.module = module
        self.errors = data.parent / f"{data.name}-stderr.txt"
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it and wait until its address is printed."""
        port = self.address.rpartition(":")[2]
        options = [*self.options, *(("--port", port) if port else ())]
        with self.errors.open("a", encoding="utf-8") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self.module, *options],
                cwd=ROOT,
                env={
                    **os.environ,
                    "FLET_APP_STORAGE_DATA": str(self.data),
                    "SCOREPAD_NO_BROWSER": "1",
                },
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not (match := re.fullmatch(r"Scorepad: (http://127\.0\.0\.1:\d+)\n", line)):
            self.stop()
            raise AssertionError(f"no address but {line!r}; stderr: {self.said()}")
        self.address = match[1]
        self._wait_until_it_answers()

    def _wait_until_it_answers(self) -> None:
        """It listens before it says so, and answers a moment later."""
        with urllib.request.urlopen(self.address, timeout=30):
            pass

    def stop(self) -> int:
        """Ctrl-C; the exit code."""
        assert self._process
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
        try:
            return self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise AssertionError("Ctrl-C did not end the program") from None

    @property
    def pid(self) -> int:
        """The process, while it runs."""
        assert self._process
        return self._process.pid

    def said(self) -> str:
        """What it has written to stderr so far."""
        return self.errors.read_text(encoding="utf-8")
