"""WebKitGTK, driven by WebKitWebDriver, which speaks plain HTTP; on a screen that nobody sees."""

import base64
import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from tests.pocket.engine import Engine

PROGRAMS = ("WebKitWebDriver", "Xvfb")
PYTHON = "/usr/bin/python3"
"""The system's: the browser is a program in its words, and it has them."""
WINDOW = Path(__file__).with_name("webkit_window.py")
SLOWEST = 120
"""Seconds until a command is given up."""

PACKAGES = "apt-get install webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1"


@cache
def missing() -> str | None:
    for program in PROGRAMS:
        if not shutil.which(program):
            return f"there is no {program}: {PACKAGES}"
    words = "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2"
    if not Path(PYTHON).exists() or subprocess.run(
            [PYTHON, "-c", words], stderr=subprocess.DEVNULL).returncode:
        return f"there is no WebKitGTK: {PACKAGES}"
    return None


class WebKit:
    """A WebKitGTK of one's own, as long as it runs."""

    def __init__(self, profile: Path, private: bool, language: str, features: bool,
                 display: str) -> None:
        profile.mkdir(exist_ok=True)
        self._session = ""
        self._said = (profile / "said.txt").open("ab")
        self._processes: list[subprocess.Popen[bytes]] = []
        try:
            self._start(profile, private, language, features, display or self._screen())
            self.here = self._call("GET", "/window")
        except BaseException:
            self.kill()
            raise

    def _screen(self) -> str:
        readable, writable = os.pipe()
        self._begin(["Xvfb", "-displayfd", str(writable), "-screen", "0", "800x1000x24",
                     "-nolisten", "tcp"], dict(os.environ), writable)
        os.close(writable)
        with os.fdopen(readable) as said:
            return f":{said.readline().strip()}"

    def _start(self, profile: Path, private: bool, language: str, features: bool,
               display: str) -> None:
        environment = {**os.environ, "DISPLAY": display, "GDK_BACKEND": "x11", "LANG": "C.UTF-8",
                       "LANGUAGE": "", "LC_ALL": "C.UTF-8", "NO_AT_BRIDGE": "1"}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self._begin(["WebKitWebDriver", f"--port={self._port}"], environment)
        end = monotonic() + SLOWEST
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self._port), 1):
                break
            assert monotonic() < end, "WebKitWebDriver did not start."
            sleep(0.05)
        launcher = profile / "browser.sh"
        launcher.write_text(f'#!/bin/sh\nexec {PYTHON} {shlex.quote(str(WINDOW))} "$@"\n', "utf-8")
        launcher.chmod(0o700)
        given = ["--profile", str(profile), "--language", language,
                 *(["--private"] if private else []), *(["--features"] if features else [])]
        self._session = self._call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "webkitgtk:browserOptions": {"binary": str(launcher), "args": given}}}})["sessionId"]

    def _begin(self, command: list[str], environment: dict[str, str], *kept: int) -> None:
        self._processes.append(subprocess.Popen(
            command, env=environment, start_new_session=True, pass_fds=kept,
            stdout=self._said, stderr=self._said))

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        session = f"/session/{self._session}" if self._session else ""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self._port}{session}{path}", method=method,
            data=json.dumps(body or {}).encode() if method == "POST" else None)
        try:
            with urllib.request.urlopen(request, timeout=SLOWEST) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as fault:
            raise AssertionError(f"{method} {path}: {fault.read().decode()}") from None

    def go(self, address: str) -> None:
        self._call("POST", "/url", {"url": address})

    def run(self, body: str, *given: Any) -> Any:
        script = ("const [given, done] = arguments; "
                  f"(async () => {{ {body} }})().then(value => done([value ?? null]), "
                  "fault => done(String(fault)));")
        result = self._call("POST", "/execute/async", {"script": script, "args": [list(given)]})
        assert isinstance(result, list), result
        return result[0]

    def click(self, x: int, y: int) -> None:
        self._act({"type": "pointer", "id": "finger", "parameters": {"pointerType": "mouse"},
                   "actions": [{"type": "pointerMove", "duration": 0, "x": x, "y": y},
                               {"type": "pointerDown", "button": 0},
                               {"type": "pause", "duration": 30},
                               {"type": "pointerUp", "button": 0}]})

    def write(self, text: str) -> None:
        for letter in text:
            self._act({"type": "key", "id": "keys", "actions": [
                {"type": "keyDown", "value": letter}, {"type": "keyUp", "value": letter}]})

    def _act(self, source: dict[str, Any]) -> None:
        self._call("POST", "/actions", {"actions": [source]})

    def picture(self) -> bytes:
        return base64.b64decode(self._call("GET", "/screenshot"))

    def window(self) -> str:
        self.look_at(self._call("POST", "/window/new", {"type": "window"})["handle"])
        return self.here

    def look_at(self, window: str) -> None:
        self._call("POST", "/window", {"handle": window})
        self.here = window

    def kill(self) -> None:
        # The driver, the browser, and what that has for the network and for pages; screen last.
        for process in reversed(self._processes):
            for each in [process.pid, *_below(process.pid)]:
                with suppress(ProcessLookupError):
                    os.kill(each, signal.SIGKILL)
            process.wait()
        self._said.close()

    def off(self) -> None:
        with suppress(AssertionError, OSError):
            self._call("DELETE", "")
        self.kill()


def _below(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    children: dict[int, list[int]] = {}
    for each in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(each.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(each.parent.name))
    found, left = [], [pid]
    while left:
        more = children.get(left.pop(), [])
        found += more
        left += more
    return found


@contextmanager
def started(profile: Path, *, private: bool = False, language: str = "de-DE",
            features: bool = False, display: str = "") -> Iterator[WebKit]:
    """A WebKitGTK, and however that ends, none is left. features: also what Safari has and
    WebKitGTK, as it is delivered, has switched off, such as files on the disk; display: where it
    has its window, empty for one of its own."""
    webkit = WebKit(profile, private, language, features, display)
    try:
        yield webkit
    finally:
        webkit.kill()


WEBKIT = Engine("WebKitGTK", missing, started)
