"""The pocket page, in-process, where the book has fewer hands than were counted on the phone."""

import pytest

from scorepad.i18n.message import say
from scorepad.service.safety import Safety
from scorepad.storage import StorageFault
from tests.screens.conftest import Table
from tests.screens.driver import tap
from tests.screens.test_pocket import Around, around, pocket
from tests.screens.test_safety import rows

__all__ = ["around", "pocket"]  # fixtures


def _no_room(*_: object) -> None:
    raise StorageFault(say("There is no room."))


async def test_hands_that_are_gone_are_missed(table: Table, pocket, around: Around):
    table.play(10, 20, 30, 60)
    ui = await pocket("/", counted=3)
    assert ui.sees("2 hands that were saved on this device are missing.")
    assert ui.sees("Restore a backup, or import your last copy") and not around.counted
    around.is_hidden()
    assert not around.counted  # nobody has said that it is right
    await ui.tap(identifier="nothing-is-missing")
    assert around.counted == [1] and not ui.sees("missing")


@pytest.mark.parametrize("refused", [True, False])
async def test_only_a_book_that_was_restored_is_taken_for_whole(
        refused: bool, table: Table, pocket, around: Around, monkeypatch):
    table.play(10, 20, 30, 60)
    ui = await pocket("/safety", counted=3)
    await ui.tap(rows(ui)[0])
    if refused:
        monkeypatch.setattr(Safety, "restore", _no_room)
    await ui.tap(identifier="restore")
    await ui.go("/")
    assert ui.sees("2 hands that were saved on this device are missing.") == refused
    assert around.counted == ([] if refused else [1])


async def test_an_empty_book_where_there_was_one_says_so(pocket):
    ui = await pocket("/", counted=1)
    assert ui.sees("1 hand that was saved on this device is missing.")
    assert not ui.sees("You play with real cards.")
    await ui.tap(identifier="bring-back")
    assert ui.page.route == "/safety"


async def test_the_hands_are_counted_when_the_page_is_hidden(table: Table, pocket,
                                                             around: Around):
    ui = await pocket(table.route, counted=0)
    assert around.counted == [0]
    await tap(ui, "seat-0", "digit-6", "digit-6", "save")
    around.is_hidden()
    assert around.counted[-1] == 1
