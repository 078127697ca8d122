"""What two devices have said of one hand: what holds and what was also said stand on the sheet and
on the hand's own screen, and a tap takes the other instead."""

from pathlib import Path

import pytest

from scorepad.book.facts import Undone
from scorepad.config import Settings
from scorepad.games.kalter_schlag import Durchmarsch
from scorepad.service import Service
from scorepad.storage import Store
from tests.screens.conftest import Start, Table


@pytest.fixture
def said(table: Table, tmp_path: Path, settings: Settings) -> str:
    """The second of two hands, Bert's, which is Dora's here and Cem's, said later, on Bert's phone;
    they have met."""
    table.play(66, 30, 24, 0)
    hand = table.service.record(table.sheet, Durchmarsch(1))
    other = copy_of(table, tmp_path / "other.db")
    correct(table.service, table.sheet, hand, 3)
    for act in (other.void, other.restore):
        act(table.sheet, hand)
    correct(other, table.sheet, hand, 2)
    table.service.meetings.meet(other.meetings.exchange)
    other.close()
    return hand


def copy_of(table: Table, place: Path) -> Service:
    table.service.safety.back_up_to(place)
    return Service(Store.open(f"sqlite:///{place}"), "Bert")


def correct(service: Service, sheet: str, hand: str, seat: int) -> None:
    record = service._book.sheet(sheet).hand(hand)
    service.amend(sheet, hand, record._replace(hand=Durchmarsch(seat)))


def marched(table: Table) -> list[int]:
    return [line.record.hand.spieler for line in table.score.lines[1:]]


async def test_the_sheet_says_both_and_a_tap_takes_the_other(
        said: str, table: Table, start: Start):
    ui = await start(table.route)
    assert ui.sees("Two devices have changed hand 2.")
    assert ui.sees("Also said on this device: Durchmarsch Dora · Anne")
    await ui.tap(identifier="also-2-0")
    assert marched(table) == [3]
    assert not ui.sees("Also said")
    await ui.tap(identifier="undo")
    assert marched(table) == [2] and ui.sees("Also said on this device: Durchmarsch Dora")
    await ui.tap(identifier="leave-2")
    assert marched(table) == [2] and not ui.sees("Also said")


async def test_the_hand_says_it_with_its_history(said: str, table: Table, start: Start):
    ui = await start(f"{table.route}/hand/{said}")
    assert ui.sees("Also said on this device: Durchmarsch Dora")
    assert ui.sees("Corrected, does not hold")
    await ui.tap(identifier="also-2-0")
    assert marched(table) == [3]
    assert not ui.sees("Also said")
    other = table.score.lines[0].record.stamp.id
    ui = await start(f"{table.route}/hand/{other}")
    assert not ui.sees("Also said")


async def test_a_hand_that_was_taken_back_and_corrected(
        table: Table, start: Start, tmp_path: Path):
    hand = table.service.record(table.sheet, Durchmarsch(1))
    other = copy_of(table, tmp_path / "other.db")
    correct(other, table.sheet, hand, 2)
    table.service.void(table.sheet, hand)
    steps = table.service._book.sheet(table.sheet).journal.steps
    written = next(step.id for step in steps if step.fact.id == hand)
    table.service._book.step(Undone(table.sheet, written))
    table.service.meetings.meet(other.meetings.exchange)
    other.close()
    ui = await start(table.route)
    assert ui.sees("One device has taken back a hand that another has changed.")
    assert ui.sees("Also said on another device: Durchmarsch Cem") and not table.score.lines
    await ui.tap(identifier="also-0-0")
    assert [line.record.hand.spieler for line in table.score.lines] == [2]
    assert not ui.sees("Also said")


async def test_it_is_asked_on_a_closed_evening_too(said: str, table: Table, start: Start):
    table.service.close_evening(table.evening)
    ui = await start(table.route)
    assert ui.sees("Also said")
