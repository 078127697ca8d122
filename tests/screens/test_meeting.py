"""Two books meet on the screen: what comes is shown first, and which hands count is asked where
everybody sees it."""

from pathlib import Path

import pytest

from scorepad.config import Settings
from scorepad.games.kalter_schlag import Durchmarsch
from scorepad.service import Service
from scorepad.storage import Store
from tests.screens.conftest import Start, Table
from tests.screens.test_safety import Pick, pick

__all__ = ["pick"]  # a fixture


@pytest.fixture
def apart(table: Table, settings: Settings, tmp_path: Path) -> bytes:
    """The book of Bert's phone, which has gone on from the first hand with two of its own; this one
    has gone on with one."""
    table.play(66, 30, 24, 0)
    other = tmp_path / "other.db"
    copy = Service(Store.open(f"sqlite:///{settings.data / 'book.db'}"))
    copy.safety.back_up_to(other)
    copy.close()
    service = Service(Store.open(f"sqlite:///{other}"), "Bert")
    for _ in range(2):
        service.record(table.sheet, Durchmarsch(2))
    content = service.meetings.entries().encode()
    service.close()
    table.play(30, 66, 24, 0)
    return content


async def test_what_comes_is_shown_and_the_sheet_asks(
        table: Table, start: Start, pick: Pick, apart: bytes):
    ui = await start("/safety")
    await pick(ui, "meet-file", "bert.entries", apart)
    await ui.settle()
    assert ui.sees("New: 2 hands")
    assert ui.sees("both books went on. The sheet will ask which hands count.")
    await ui.tap(identifier="merge")
    await ui.settle()
    assert ui.sees("Merged.")
    ui = await start("/")
    assert ui.sees("Which hands count?")
    ui = await start(f"/evening/{table.evening}")
    assert ui.sees("Until the sheet says which count, this is provisional.")
    ui = await start(table.route)
    assert ui.sees("Two devices went on from hand 1.")
    assert ui.sees("Now these count: Bert: 2 hands.")
    assert len(table.service.sheet(table.sheet).score.lines) == 3
    assert ui.find(identifier="runs-1").content.content == "Anne: 1 hand"
    await ui.tap(identifier="runs-1")
    await ui.settle()
    table.service.refresh()
    assert len(table.service.sheet(table.sheet).score.lines) == 2
    assert not ui.sees("Two devices went on from hand 1.")


async def test_the_answer_can_be_taken_back(table: Table, start: Start, pick: Pick, apart: bytes):
    ui = await start("/safety")
    await pick(ui, "meet-file", "bert.entries", apart)
    await ui.settle()
    await ui.tap(identifier="merge")
    await ui.settle()
    ui = await start(table.route)
    await ui.tap(identifier="runs-0-1")
    await ui.settle()
    table.service.refresh()
    assert len(table.service.sheet(table.sheet).score.lines) == 4
    await ui.tap(identifier="undo")
    await ui.settle()
    assert ui.sees("Two devices went on from hand 1.")


async def test_a_file_of_something_else_is_refused_in_a_sentence(start: Start, pick: Pick):
    ui = await start("/safety")
    await pick(ui, "meet-file", "letter.txt", b"Dear Anne")
    await ui.settle()
    assert ui.sees("letter.txt is not a Scorepad book.")
