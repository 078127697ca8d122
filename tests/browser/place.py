"""Where an evening is played: the page that a program serves, or any other that is the same app."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Download

from tests.browser.evenings import take_in
from tests.browser.hand import CANVAS_LAG, Hand
from tests.browser.program import ROOT, Program


class Place(Protocol):
    """A book, and a hand at its page. After `restart` it is another hand: ask for it again."""

    @property
    def hand(self) -> Hand: ...

    def restart(self) -> None:
        """End everything that runs, start it again, and stand before the first screen."""

    def take_in(self, *evenings: dict[str, Any]) -> None:
        """Import evenings into the book."""

    def export(self) -> bytes:
        """The whole book as a document."""


class Served:
    """The page that a program serves."""

    def __init__(self, program: Program, hand: Hand) -> None:
        self.hand = hand
        self._program = program

    def restart(self) -> None:
        assert self._program.stop() == 0
        self._program.start()
        self.hand.open("/", anew=True)

    def take_in(self, *evenings: dict[str, Any]) -> None:
        take_in(self._program, *evenings)

    def export(self) -> bytes:
        return scorepad("export", "-", data=self._program.data)


def scorepad(*command: str, given: bytes = b"", data: Path | None = None) -> bytes:
    """What a command prints."""
    environment = {**os.environ, **({"FLET_APP_STORAGE_DATA": str(data)} if data else {})}
    return subprocess.run([sys.executable, "-m", "scorepad", *command], input=given, check=True,
                          cwd=ROOT, env=environment, stdout=subprocess.PIPE).stdout


def replayed(book: bytes) -> list[Any]:
    """The evenings of a document, as the command line computes them."""
    evenings: list[Any] = json.loads(
        scorepad("replay", "-", "--json", given=book))["evenings"]
    return evenings


def saved(hand: Hand, kind: str, folder: Path) -> Path:
    """Tap the button and a kind of file on an evening; where the browser has put it."""
    hand.tap(identifier="papers")
    hand.page.wait_for_timeout(CANVAS_LAG)
    with hand.page.expect_download() as download:
        hand.tap(identifier=f"save-{kind}")
    return kept(hand, download.value, folder)


def kept(hand: Hand, download: Download, folder: Path) -> Path:
    """Where a download lies, once the app has said its name."""
    path = folder / download.suggested_filename
    download.save_as(path)
    hand.sees(path.name)
    return path
