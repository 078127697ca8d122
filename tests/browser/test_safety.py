"""The book is backed up, changed, restored and brought back at the real page."""

from pathlib import Path

import pytest

from scorepad.config import Settings
from scorepad.service import Service
from tests.browser.conftest import Hands
from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.hand import CANVAS_LAG, Look
from tests.browser.program import Program


def hands_of(program: Program) -> int:
    """How many hands the sheet has."""
    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(program.data)}))
    try:
        return len(service.sheet("s").score.lines)
    finally:
        service.close()


@pytest.mark.whole
def test_backed_up_changed_restored_and_brought_back(
        program: Program, hands: Hands, tmp_path: Path):
    """Five hands are backed up to a file, a sixth is written, the file is chosen, and undone."""
    take_in(program, evening(*IN_THE_MIDDLE))
    user = hands(Look(language="en"))
    user.open("/safety")
    user.sees("Back up to a file")
    with user.page.expect_download() as download:
        user.tap(identifier="back-up")
    copy = tmp_path / "copy.db"
    download.value.save_as(copy)
    assert copy.read_bytes().startswith(b"SQLite format 3\0")

    take_in(program, evening(*IN_THE_MIDDLE, {"durchmarsch": "Anne"}))
    assert hands_of(program) == 6
    user.page.wait_for_timeout(CANVAS_LAG)
    with user.page.expect_file_chooser() as chooser:
        user.tap(identifier="restore-file")
    chooser.value.set_files(copy)
    user.sees("Will be removed: 1 hand.")
    user.page.wait_for_timeout(CANVAS_LAG)
    user.tap(identifier="restore")
    user.sees("Restored. What was there before is kept.")
    user.page.wait_for_timeout(CANVAS_LAG)
    user.tap(name="Undo")  # slid in by now; it goes after some seconds
    user.sees("Everything is as it was before.")
    assert hands_of(program) == 6
