"""The list of players and the screen of each, driven in-process."""

from datetime import date as Date

import flet as ft
import pytest
from flet import canvas

from scorepad.book.people import Colour, Marker
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.ui.session import SESSION
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver


@pytest.fixture
async def ui(table: Table, start: Start) -> Driver:
    """The players of a book in which four have played."""
    return await start("/people")


def id_of(service: Service, name: str) -> str:
    service.refresh()
    return service.people.names() and next(
        id for id, known in service.people.names().items() if known == name)


def person(service: Service, name: str):
    return next(each for each in service.people.all() if each.name == name)


async def opened(ui: Driver, name: str) -> None:
    await ui.tap(identifier=f"player-{name}")


async def undo(ui: Driver, action: str = "Undo") -> None:
    """Tap what the latest snack bar offers."""
    *_, offer = ui.find_all(kind=ft.SnackBarAction, where=lambda each: each.label == action)
    await ui.fire(offer, "click")


# --- the list -----------------------------------------------------------------------------------


async def test_everybody_stands_by_name_with_the_evenings_and_a_sign(
        ui: Driver, service: Service):
    for name in FOUR:
        assert ui.find(text=name).semantics_label == f"{name}, 1 evening"
    assert len(ui.find_all(kind=canvas.Canvas)) == 4
    assert [text for text in ui.texts() if text in FOUR] == sorted(FOUR)


async def test_somebody_new_is_added_and_a_name_that_is_taken_is_refused_at_the_field(
        ui: Driver, service: Service):
    await ui.type("Emil ", text="Somebody new")
    await ui.tap(identifier="add-player")
    assert ui.find(text="Somebody new").value == "" and ui.sees("Emil")
    service.refresh()
    assert person(service, "Emil").evenings == 0
    for name, fault in (("Anne", "The name Anne already belongs to somebody else."),
                        (" ", "Type a name first."),
                        ("x" * 61, "The name is longer than 60 letters.")):
        await ui.type(name, text="Somebody new", submit=True)
        assert ui.find(text="Somebody new").error == fault
    service.refresh()
    assert len(service.people.all()) == 5


async def test_who_has_stopped_stands_below_and_dimmed(
        table: Table, service: Service, start: Start):
    service.people.retire(id_of(service, "Anne"))
    ui = await start("/people")
    shown = [text for text in ui.texts() if text in (*FOUR, "Retired")]
    assert shown == ["Bert", "Cem", "Dora", "Retired", "Anne"]
    faded = ui.find(identifier="player-Anne").content.opacity
    assert faded < ui.find(identifier="player-Bert").content.opacity


# --- one player ---------------------------------------------------------------------------------


async def test_a_new_name_stands_everywhere_at_once_and_can_be_undone(
        ui: Driver, table: Table, service: Service):
    table.play(20, 66, 20, 14)
    await opened(ui, "Bert")
    await ui.type("Berta", text="Name")
    await ui.tap(identifier="save-name")
    assert ui.sees("Bert is now Berta, on every evening.")
    assert table.score.record.names == ("Anne", "Berta", "Cem", "Dora")
    assert service.evenings()[0].players == ("Anne", "Berta", "Cem", "Dora")
    await undo(ui)
    assert ui.find(text="Name").value == "Bert"
    assert table.score.record.names == FOUR


@pytest.mark.parametrize(("name", "fault"), [
    ("Anne", "The name Anne already belongs to somebody else."),
    ("  ", "Type a name first."), ("x" * 99, "The name is longer than 60 letters.")])
async def test_a_refused_name_stays_in_the_field_with_the_reason(
        ui: Driver, service: Service, name: str, fault: str):
    await opened(ui, "Bert")
    await ui.type(name, submit=True, text="Name")
    assert (ui.find(text="Name").value, ui.find(text="Name").error) == (name, fault)
    await ui.type("Berta", text="Name")
    assert ui.find(text="Name").error is None
    service.refresh()
    assert sorted(service.people.names().values()) == sorted(FOUR)


async def test_colour_and_marker_are_chosen_by_name(ui: Driver, service: Service):
    await opened(ui, "Cem")
    await ui.tap(identifier="colour-purple")
    await ui.tap(identifier="marker-star")
    assert ui.find(identifier="colour-purple").selected
    assert ui.find(identifier="marker-star").selected
    assert ui.sees("Purple") and ui.sees("Star")
    service.refresh()
    assert person(service, "Cem").look == (Colour.PURPLE, Marker.STAR)


async def test_who_retires_is_not_offered_and_comes_back(
        ui: Driver, service: Service):
    await opened(ui, "Dora")
    await ui.tap(identifier="retire")
    assert ui.sees("Dora is no longer offered.")
    service.refresh()
    assert "Dora" not in service.players()
    await undo(ui)
    service.refresh()
    assert "Dora" in service.players()
    await ui.tap(identifier="retire")
    await ui.tap(identifier="bring-back")
    service.refresh()
    assert "Dora" in service.players()


# --- deleting -----------------------------------------------------------------------------------


async def test_who_has_played_is_not_deleted_but_may_retire(ui: Driver, service: Service):
    await opened(ui, "Anne")
    await ui.tap(identifier="delete")
    assert ui.sees("Anne has played or has stars, so the name has to stay; retire Anne instead.")
    assert ui.page.route.startswith("/people/")
    await undo(ui, "Retire")
    service.refresh()
    assert person(service, "Anne").retired


async def test_who_was_written_down_by_mistake_is_deleted_and_comes_back_by_undo(
        ui: Driver, service: Service):
    own = service.people.add("Emil")
    service.people.draw(own, Colour.PINK, Marker.PLUS)
    await ui.go(f"/people/{own}")
    await ui.tap(identifier="delete")
    assert ui.page.route == "/people" and ui.sees("Emil is deleted.")
    service.refresh()
    assert own not in service.people.names()
    await undo(ui)
    service.refresh()
    assert person(service, "Emil").look == (Colour.PINK, Marker.PLUS)


async def test_a_player_who_is_not_in_the_book_leads_back(ui: Driver):
    await ui.go("/people/nobody")
    assert ui.sees("This player is not in the book.")
    await ui.tap(identifier="back-home")
    assert ui.page.route == "/people"


# --- two spellings ------------------------------------------------------------------------------


@pytest.fixture
def twice(table: Table) -> Service:
    """Anne has played another evening as Annna."""
    table.service.open_sheet(NewEvening(Date(2026, 10, 30)), KALTER_SCHLAG,
                             ("Annna", *FOUR[1:]))
    table.service.open_sheet(NewEvening(Date(2026, 10, 29)), KALTER_SCHLAG, FOUR)
    return table.service


async def test_two_spellings_become_one_person_and_are_parted_again(
        ui: Driver, twice: Service, table: Table):
    await ui.go(f"/people/{id_of(twice, 'Annna')}")
    await ui.tap(identifier="merge")
    assert not ui.find_all(identifier="same-Annna")  # nobody is merged with himself
    nearest = next(each.identifier for each in ui.find_all(kind=ft.Semantics)
                   if (each.identifier or "").startswith("same-"))
    assert nearest == "same-Anne"
    await ui.tap(identifier="same-Anne")
    assert ui.find(identifier="stays-Anne").selected  # who has played more
    assert ui.sees("Everything that Annna has played, paid and won in stars becomes Anne's")
    await ui.tap(identifier="do-merge")
    assert ui.page.route == f"/people/{id_of(twice, 'Anne')}"
    assert ui.sees("Annna is now Anne.") and ui.sees("3 evenings")
    assert sorted(twice.people.names().values()) == sorted(FOUR)
    await ui.tap(identifier="part-Annna")
    assert ui.sees("Annna is a separate person again.") and ui.sees("2 evenings")
    await undo(ui)
    twice.refresh()
    assert person(twice, "Anne").evenings == 3


async def test_of_many_players_those_with_like_names_are_offered_first(
        ui: Driver, service: Service):
    for name in ("Emil", "Fritz", "Gerda", "Hans", "Ida", "Jörg", "Annegret"):
        service.people.add(name)
    await ui.go(f"/people/{id_of(service, 'Anne')}")
    await ui.tap(identifier="merge")

    def offered() -> list[str]:
        return [each.identifier for each in ui.find_all(kind=ft.Semantics)
                if (each.identifier or "").startswith("same-")]

    assert offered()[0] == "same-Annegret" and len(offered()) == 8
    await ui.tap(identifier="show-everybody")
    assert len(offered()) == 10


async def test_another_session_sees_the_change(table: Table, settings, start: Start):
    from scorepad.ui.app import main_for
    main = main_for(settings)
    one = await Driver.start(main, route="/people", language="en-GB")
    other = await Driver.start(main, route="/people", language="en-GB", hub=one.client.pubsubhub)
    try:
        await one.type("Emil", text="Somebody new", submit=True)
        await other.settle()
        assert other.sees("Emil")
        assert other.page.session.store.get(SESSION).revision > 0
    finally:
        await one.stop()
        await other.stop()
