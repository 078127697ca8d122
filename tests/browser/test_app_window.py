"""Without Flet's client a browser shows the page in a window of its own, and the program ends with
it. Under a virtual display."""

import os
import signal
import stat
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.program import Program
from tests.chromium import find_chromium
from tests.display import display, missing

pytestmark = pytest.mark.skipif(missing("Xvfb") is not None, reason=str(missing("Xvfb")))


def _until(holds: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.2)


def test_the_page_has_a_window_and_the_program_ends_with_it(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chromium wants no sandbox where root runs it, so a script stands in its place."""
    arguments, pid = tmp_path / "arguments", tmp_path / "pid"
    stand_in = tmp_path / "bin" / "chromium"
    stand_in.parent.mkdir()
    stand_in.write_text(
        f'#!/bin/sh\necho "$@" > {arguments}\necho $$ > {pid}\n'
        f'exec {find_chromium()} --no-sandbox --disable-dev-shm-usage "$@"\n')
    stand_in.chmod(stand_in.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{stand_in.parent}{os.pathsep}{os.environ['PATH']}")
    client = tmp_path / "client" / "flet"  # a client of Flet's that does not start
    client.parent.mkdir()
    client.write_text("#!/bin/sh\nexit 1\n")
    client.chmod(client.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("FLET_VIEW_PATH", str(client.parent))
    with display() as name:
        monkeypatch.setenv("DISPLAY", name)
        program = Program(tmp_path / "data", options=())
        program.may_open = True
        program.start()
        shown = Path(tmp_path / "data" / "book.db")
        _until(shown.exists)  # the page has come: the book is opened for it
        assert "--app=http://127.0.0.1:" in arguments.read_text()
        assert "--user-data-dir=" in arguments.read_text()
        os.kill(int(pid.read_text()), signal.SIGTERM)  # as its user closes it
        _until(lambda: not program.runs)
        assert program.stop() == 0
        assert program.said().startswith("No window: ")
