"""A real window: the program fetches Flet's client and starts it, keys begin an evening and write a
hand, and the end of the window is that of the program. What an older client proves, and what not,
is said in `older_client`."""

import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest
from PIL import ImageGrab

from scorepad.config import Settings
from scorepad.service import Service
from tests.display import MANAGER, Keyboard, display, missing
from tests.proof import older_client
from tests.proof.killing import ROOT

WIDTH, HEIGHT = 1280, 900
BELOW, CLOSES = (640, 855), (1267, 10)
"""Where the one button below is, and that of the manager which closes the window."""

PATIENCE, A_MOMENT = 60, 1.0
"""Seconds until something is said, and for the client to have drawn it."""

COLOURS = 50
"""Fewer are no screen with text."""


def archive_of_the_go_between(folder: Path) -> Path:
    """What stands in for the file that Flet's client of today comes in."""
    script, packed = folder / "flet", folder / "client.tar.gz"
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" '
                      f'-m tests.proof.older_client "{folder / "heard"}" "$@"\n')
    script.chmod(0o755)
    with tarfile.open(packed, "w:gz") as made:
        made.add(script, "flet/flet")
    return packed


class Window:
    """The window of a program on a display; `process` is the program."""

    def __init__(self, folder: Path, at: str) -> None:
        (folder / "heard").touch()
        self.heard, self.printed, self.at = folder / "heard", folder / "printed", at
        with self.printed.open("w") as printed:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "scorepad"], cwd=ROOT, stdout=printed,
                stderr=subprocess.STDOUT,
                env={**os.environ, "DISPLAY": at, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1",
                     "LIBGL_ALWAYS_SOFTWARE": "1", "LANG": "C.UTF-8", "LANGUAGE": "",
                     "LC_ALL": "C.UTF-8", "HOME": str(folder), "SCOREPAD_NO_BROWSER": "1",
                     "XDG_CACHE_HOME": str(older_client.PLACE.parent.parent),
                     "FLET_CLIENT_URL": archive_of_the_go_between(folder).as_uri(),
                     "FLET_APP_STORAGE_DATA": str(folder / "data")})

    def says(self, text: str) -> None:
        """Wait until the program has said something to its window, and that has drawn it."""
        end = monotonic() + PATIENCE
        while text not in self.heard.read_text("utf-8"):
            assert self.process.poll() is None and monotonic() < end, \
                f"no {text!r}: {self.printed.read_text('utf-8')}"
            sleep(0.1)
        sleep(A_MOMENT)

    def colours(self) -> int:
        """How many are on the display."""
        return len(ImageGrab.grab(xdisplay=self.at).getcolors(1 << 24) or ())


@contextmanager
def shown(folder: Path) -> Iterator[tuple[Window, Keyboard]]:
    """A program in its window, and a keyboard at that."""
    with display(WIDTH, HEIGHT, managed=True) as name:
        window = Window(folder, name)
        try:
            window.says("'new-evening'")
            yield window, Keyboard(name).at("flet")
        finally:
            window.process.kill()
            window.process.wait()


@pytest.mark.skipif(
    (why := missing("Xvfb", "xdotool", MANAGER) or older_client.missing()) is not None,
    reason=str(why))
def test_an_evening_in_a_real_window(tmp_path: Path):
    """66 → 70 for Anne."""
    with shown(tmp_path) as (window, keyboard):
        keyboard.click(*BELOW)
        window.says("'New evening – Scorepad'")
        for name in ("Anne", "Bert", "Cem", "Dora"):
            keyboard(*name, "Return")
            window.says(f"'value': '{name}'")
        keyboard.click(*BELOW)
        window.says("'Kalter Schlag · Match 1 – Scorepad'")
        keyboard("Tab", "6", "6")
        window.says("Anne, 66 Augen")
        keyboard("Return")
        window.says("Hand 1: Anne +70")
        assert window.colours() > COLOURS
        keyboard.click(*CLOSES)
        assert window.process.wait(PATIENCE) == 0
        assert "Traceback" not in window.printed.read_text("utf-8")
    assert not (tmp_path / "data" / "book.db-wal").exists()
    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(tmp_path / "data")}))
    [card] = service.evenings()
    score = service.sheet(card.latest_sheet).score
    assert score.record.names == ("Anne", "Bert", "Cem", "Dora")
    assert score.tally.totals == (70, 0, 0, 0)
    assert service.safety.check().findings == ()
    service.close()
