"""A sentence at the edge goes with what it was about, and a fault stands where it belongs."""

import flet as ft
import pytest

from scorepad.i18n.message import say
from scorepad.service import Service
from scorepad.storage import StorageFault
from scorepad.ui.session import SESSION
from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver, tap


def _told(ui: Driver) -> list[str]:
    """What the sentences at the edge say."""
    return [bar.content.value for bar in ui.find_all(kind=ft.SnackBar)]


async def test_a_taken_name_is_refused_at_its_field_and_not_under_the_veil(
        start: Start, table: Table) -> None:
    ui = await start(table.route)
    await ui.tap(identifier="player-0")
    await ui.type("Bert", submit=True)
    field = ui.find(kind=ft.TextField)
    assert field.error == "The name Bert already belongs to somebody else."
    assert field.value == "Bert"
    assert _told(ui) == []
    await ui.type("Annika")
    assert not ui.find(kind=ft.TextField).error
    await ui.tap(text="Rename everywhere")
    assert not ui.find_all(kind=ft.AlertDialog) and ui.sees("Annika")


async def test_an_empty_name_is_refused_at_its_field(start: Start, table: Table) -> None:
    ui = await start(table.route)
    await ui.tap(identifier="player-0")
    await ui.type(" ", submit=True)
    assert ui.find(kind=ft.TextField).error == "Type a name first."


async def test_a_sentence_goes_when_its_screen_is_left(start: Start, service: Service) -> None:
    anne = service.people.add("Anne")
    ui = await start(f"/people/{anne}")
    await ui.type("Annika", text="Name", submit=True)
    assert _told(ui) == ["Anne is now Annika, on every evening."]
    await ui.tap(identifier="back")
    assert ui.page.route == "/people" and _told(ui) == []


async def test_a_sentence_that_is_told_on_the_way_arrives(start: Start, service: Service) -> None:
    anne = service.people.add("Anne")
    ui = await start(f"/people/{anne}")
    await ui.tap(identifier="delete")
    assert ui.page.route == "/people" and _told(ui) == ["Anne is deleted."]


async def test_a_fault_goes_with_the_next_thing_that_is_done(
        start: Start, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    ui = await start(table.route)
    with monkeypatch.context() as patch:
        patch.setattr(Service, "record", _refuse)
        await tap(ui, "seat-0", "digit-7", "digit-0", "save")
    assert _told(ui) == ["The disk is full."]
    await tap(ui, "save")
    assert _told(ui) == []


def _refuse(*_given: object, **_more: object) -> None:
    raise StorageFault(say("The disk is full."))


async def test_a_sentence_leaves_what_follows_a_partie_free(start: Start, table: Table) -> None:
    """On a phone it stands below the bar then; before and after that above the key that saves."""
    ui = await start(table.route)

    def bottom() -> float:
        session = ui.page.session.store.get(SESSION)
        session.tell("A sentence.")
        return float(ui.find_all(kind=ft.SnackBar)[-1].margin.bottom)

    beside_keys = bottom()
    table.play(0, 63, 57, 0, jungfern=(0, 3), verdopplungen=3)  # 2020 points, see test_sheet
    await ui.look_again()
    assert ui.find_all(identifier="next-match")
    [told] = [bar for bar in ui.find_all(kind=ft.SnackBar) if bar.open]
    assert beside_keys < 100 and told.margin.bottom > 844 / 2  # it has moved
    assert bottom() == told.margin.bottom
    await tap(ui, "next-match")
    assert bottom() == beside_keys
