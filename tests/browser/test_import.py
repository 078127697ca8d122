"""A file that is older than the book is looked at and its word taken in one hand, at the real
page."""

import json
from pathlib import Path

import pytest

from scorepad.config import Settings
from scorepad.service import Service
from tests.browser.conftest import Hands
from tests.browser.evenings import IN_THE_MIDDLE, evening, hand, take_in
from tests.browser.hand import CANVAS_LAG, LOOKS, Look
from tests.browser.program import Program


def correct(program: Program) -> None:
    """Correct the second hand, undo the last one, and add another Fritz."""
    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(program.data)}))
    try:
        own, corrected = [line.record for line in service.sheet("s").score.lines[1:3]]
        service.undo("s")
        service.amend("s", own.stamp.id, corrected._replace(note="war Cem"))
        service.people.add("Fritz")
    finally:
        service.close()


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_looks(program: Program, hands: Hands, look: Look, tmp_path: Path):
    take_in(program, evening(*IN_THE_MIDDLE))
    correct(program)
    file = tmp_path / "older.json"
    file.write_text(json.dumps({
        "format": "scorepad/1", "club": {"people": [{"name": "Fritz", "id": "another"}]},
        "evenings": [evening(hand(40, 52, 18, 10), *IN_THE_MIDDLE[1:])]}))
    user = hands(look)
    user.open("/safety")
    user.page.wait_for_timeout(CANVAS_LAG)
    with user.page.expect_file_chooser() as chooser:
        user.tap(identifier="import-file")
    chooser.value.set_files(file)
    user.find(identifier="import").wait_for()
    user.shot("import")
    user.tap(identifier="import")
    user.find(identifier="back-up").wait_for()
    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(program.data)}))
    hands_now = [line.record for line in service.sheet("s").score.lines]
    service.close()
    assert len(hands_now) == 4 and not hands_now[1].note
    assert hands_now[0].hand.augen == (40, 50, 20, 10)
