"""Scorepad as its user starts it: a process that serves its page."""

import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path
from typing import IO

from playwright.sync_api import BrowserContext

ROOT = Path(__file__).parent.parent.parent


ADDRESS = r"http://127\.0\.0\.1:\d+"


def rests(pid: int) -> bool:
    """Whether all threads of a process sleep; true as well where the system does not say."""
    try:
        return all(told.read_text().rpartition(")")[2].split()[0] == "S"
                   for told in Path(f"/proc/{pid}/task").glob("*/stat"))
    except OSError:  # one of them has ended just then
        return False


def _read(printed: IO[str], lines: "queue.Queue[str]") -> None:
    for line in printed:
        lines.put(line)
    lines.put("")


class Program:
    """A running ``python -m scorepad`` that keeps its book in `data`.

    `address` is where its page is, read from what it printed, and `cookie` lets a browser in there.
    `stop` and `start` again make a restart: same book, same address. Another `module` that is
    served alike may stand in its place.
    """

    def __init__(self, data: Path, options: tuple[str, ...] = ("--web",),
                 module: str = "scorepad") -> None:
        self.data = data
        self.options = options
        self.module = module
        self.may_open = False
        """Whether it may open a browser of this machine."""
        self.errors = data.parent / f"{data.name}-stderr.txt"
        self.address = ""
        self.cookie = ("", "")
        self._process: subprocess.Popen[str] | None = None
        self._printed: queue.Queue[str] = queue.Queue()

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
                    **({} if self.may_open else {"SCOREPAD_NO_BROWSER": "1"}),
                },
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self._process.stdout
        self._printed = queue.Queue()
        threading.Thread(target=_read, args=(self._process.stdout, self._printed),
                         daemon=True).start()
        line = self._printed.get(timeout=60)
        if not (match := re.fullmatch(rf"Scorepad: ({ADDRESS})/#([\w-]+)\n", line)):
            self.stop()
            raise AssertionError(f"no address but {line!r}; stderr: {self.said()}")
        self.address, self._invitation = match[1], match[2]
        if not self.cookie[0]:
            self.cookie = self.join()

    def joining_address(self) -> str:
        """The last address that it has printed: it lets one browser in."""
        while not self._invitation:
            line = self._printed.get(timeout=30)
            if match := re.search(rf"{ADDRESS}/#([\w-]+)", line):
                self._invitation = match[1]
        address, self._invitation = f"{self.address}/#{self._invitation}", ""
        return address

    def join(self) -> tuple[str, str]:
        """Come as a browser that is not known: the name and the value of the cookie it gets."""
        key = self.joining_address().partition("#")[2]
        request = urllib.request.Request(
            f"{self.address}/api/join", json.dumps({"key": key}).encode(), method="POST")
        with urllib.request.urlopen(request, timeout=30) as answer:
            name, _is, value = answer.headers["Set-Cookie"].partition(";")[0].partition("=")
        return name, value

    def let_in(self, context: BrowserContext) -> BrowserContext:
        """Give a fresh browser the cookie that it would get for a joining key."""
        name, value = self.cookie
        context.add_cookies([{"name": name, "value": value, "url": self.address}])
        return context

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
    def runs(self) -> bool:
        """Whether it still does."""
        assert self._process
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """The process, while it runs."""
        assert self._process
        return self._process.pid

    def said(self) -> str:
        """What it has written to stderr so far."""
        return self.errors.read_text(encoding="utf-8")
