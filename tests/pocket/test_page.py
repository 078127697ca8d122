"""What Python tells the page around it."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

from scorepad.pocket.making import FOR_PAPER
from scorepad.pocket.start import PaperFinder, heard, tell
from tests.browser.program import ROOT


def test_what_is_told_has_its_kind(monkeypatch: pytest.MonkeyPatch):
    heard: list[dict[str, object]] = []
    monkeypatch.setitem(sys.modules, "flet_js", SimpleNamespace(tell=heard.append))
    tell("share", name="Club.json", content=b"{}")
    assert heard == [{"kind": "share", "name": "Club.json", "content": b"{}"}]


def test_outside_the_page_there_is_nobody_to_tell():
    with pytest.raises(ImportError):
        tell("share")


def test_what_python_in_a_browser_lacks_is_not_needed_to_start():
    """It has no processor time of a thread."""
    done = subprocess.run([sys.executable, "-c", (
        "import time; del time.thread_time; import scorepad.ui.app, scorepad.ui.rehearsal, "
        "scorepad.web.exchange")], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr


def test_what_is_fetched_for_paper_is_found():
    """The page packs by one list, and Python looks by another, which it has on the phone."""
    assert set(PaperFinder.NAMES) == set(FOR_PAPER)


def test_a_start_that_fails_is_told_to_the_page(monkeypatch: pytest.MonkeyPatch):
    """It has its files looked at then, and says what it was where none is damaged."""
    told: list[dict[str, object]] = []
    monkeypatch.setitem(sys.modules, "flet_js", SimpleNamespace(tell=told.append))

    def main(page: object) -> None:
        raise EOFError("EOF read where not expected")

    with pytest.raises(EOFError):
        list(heard(main)(None))
    assert told == [{"kind": "failed", "why": "failed",
                     "fault": "EOFError: EOF read where not expected"}]


def test_the_page_hears_of_the_first_screen_once_it_was_sent(monkeypatch: pytest.MonkeyPatch):
    done: list[object] = []
    monkeypatch.setitem(sys.modules, "flet_js", SimpleNamespace(tell=done.append))
    for _ in heard(done.append)("page"):
        done.append("sent")
    assert done == ["page", "sent", {"kind": "drawn"}]
