"""A display that nobody sees, and a keyboard at it: keys go to whatever has the focus there, the
browser's own bars among them."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep

PACKAGES = "apt-get install xvfb xdotool matchbox-window-manager"
MANAGER = "matchbox-window-manager"


def missing(*programs: str) -> str | None:
    """What to install if one of these programs is not there, None if all are."""
    return None if all(map(shutil.which, programs)) else f"no {' or '.join(programs)}: {PACKAGES}"


@contextmanager
def display(width: int = 1400, height: int = 1000, managed: bool = False) -> Iterator[str]:
    """The name of a display of this size in pixels, as long as this is open; managed: somebody
    gives its windows the focus, as Firefox expects it."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24",
         "-nolisten", "tcp"], pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as told:
        name = f":{told.readline().strip()}"
    running = [server]
    try:
        if managed:
            running.append(subprocess.Popen(
                [MANAGER], env={**os.environ, "DISPLAY": name}, stderr=subprocess.DEVNULL))
        yield name
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait(10)


class Keyboard:
    """A keyboard, and a mouse, at a display."""

    def __init__(self, display: str) -> None:
        self._environment = {**os.environ, "DISPLAY": display}

    def __call__(self, *keys: str) -> None:
        """Press keys, each by the name that X has for it."""
        for key in keys:
            self._run("key", "--clearmodifiers", key)

    def at(self, window: str, patience: float = 60) -> "Keyboard":
        """Lead the keys to the largest window of this class; raises AssertionError if there is
        none within so many seconds."""
        end = monotonic() + patience
        while not (found := self._run("search", "--onlyvisible", "--class", window).split()):
            assert monotonic() < end, f"There is no window of {window}."
            sleep(0.2)
        self._run("windowfocus", "--sync", max(found, key=self._size))
        return self

    def click(self, x: int, y: int) -> None:
        """Press the mouse's button at a place of the display."""
        self._run("mousemove", str(x), str(y), "click", "1")

    def _size(self, window: str) -> int:
        lines = dict(line.split("=", 1) for line in self._run(
            "getwindowgeometry", "--shell", window).split() if "=" in line)
        return int(lines.get("WIDTH", 0)) * int(lines.get("HEIGHT", 0))

    def _run(self, *words: str) -> str:
        return subprocess.run(["xdotool", *words], env=self._environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
