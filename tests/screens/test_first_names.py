"""From an empty program to the first saved hand, and how the form for a sheet makes way for names.
"""

import flet as ft
import pytest

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.service import Service
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap


def field(ui: Driver) -> ft.TextField:
    found: ft.TextField = ui.find(text="Name", kind=ft.TextField)
    return found


def index_of(ui: Driver, text: str) -> int:
    return ui.texts().index(text)


async def test_four_strangers_at_seven_taps_besides_their_names(start: Start, service: Service):
    """New evening, the game, start, and four for the hand. The field for a name has the keyboard
    once the game is chosen: before, a phone would scroll to it and past the beginning."""
    ui = await start("/")
    await tap(ui, "new-evening")
    assert not field(ui).autofocus
    await tap(ui, "game-kalter-schlag")
    assert [name for name, _ in ui.client.calls if name in ("scroll_to", "focus")] == [
        "scroll_to", "focus"]
    for name in FOUR:
        assert field(ui).autofocus
        await ui.type(name, submit=True, text="Name")
    await tap(ui, "start", "seat-0", "digit-6", "digit-6", "save")
    assert ui.taps == 7
    service.refresh()
    assert len(service.sheet(service.evenings()[0].latest_sheet).score.lines) == 1


async def test_the_field_stands_at_the_first_free_seat(start: Start):
    ui = await start("/new")
    await ui.type("Anne", submit=True, text="Name")
    await ui.type("Bert", submit=True, text="Name")
    assert index_of(ui, "Bert") < index_of(ui, "3") < index_of(ui, "Name") < index_of(ui, "4") \
        < index_of(ui, "free")
    assert ui.texts().count("free") == 1


@pytest.mark.parametrize(("typed", "seated"), [
    ("von Hagen", "von Hagen"), ("anne", "Anne"), ("d'Arc", "d'Arc"), ("McKay", "McKay")])
async def test_a_name_is_as_it_was_typed_but_for_a_forgotten_capital(
        start: Start, typed: str, seated: str):
    """A client that is told to set capitals changes what is typed."""
    ui = await start("/new")
    assert field(ui).capitalization is None
    await ui.type(typed, submit=True, text="Name")
    assert ui.find_all(kind=ft.Text, text=seated)


async def test_a_tap_on_an_empty_seat_opens_the_field(start: Start):
    ui = await start("/new")
    assert "focus" not in [name for name, _ in ui.client.calls]
    await ui.tap(identifier="free-3")
    assert "focus" in [name for name, _ in ui.client.calls]


async def test_the_key_that_adds_a_name_leads_back_to_the_field(start: Start):
    """Otherwise a phone's keyboard would close after each name."""
    ui = await start("/new")
    await ui.type("Anne", text="Name")
    await ui.tap(identifier="add-name")
    assert "focus" in [name for name, _ in ui.client.calls]
    assert ui.sees("Anne") and field(ui).value == ""


async def test_games_fold_to_a_line_once_one_is_chosen(start: Start):
    ui = await start("/new")
    assert not ui.find_all(identifier="games")
    await ui.tap(identifier="game-schieberamsch")
    assert not ui.find_all(identifier="game-schieberamsch")
    assert ui.sees("Schieberamsch") and ui.sees("For 3 players.")
    await ui.tap(identifier="games")
    assert ui.find(identifier="game-schieberamsch").selected
    await ui.tap(identifier="game-schieberamsch")  # the same again
    assert ui.find_all(identifier="games")


async def test_games_make_way_for_names_at_large_text(service: Service, start: Start):
    service.keep("text_size", 2)
    ui = await start("/new")
    assert not ui.find_all(identifier="game-schieberamsch") and field(ui).autofocus
    await tap(ui, "games", "game-schieberamsch")
    assert ui.find(identifier="games") and ui.sees("For 3 players.")


async def test_the_same_table_again_has_chosen_its_game(three: Table, start: Start):
    ui = await start(f"/evening/{three.evening}/new?like={three.sheet}")
    assert ui.find_all(identifier="games")


@pytest.mark.parametrize("names", [FOUR, (*FOUR, "Emil")])
async def test_a_table_that_is_complete_does_not_ask_for_the_keyboard(
        service: Service, start: Start, names: tuple[str, ...]):
    Table.of(service, DOPPELKOPF_ALTENBURG, names)
    ui = await start("/new")
    assert not field(ui).autofocus
    await ui.tap(identifier="other-people")
    assert field(ui).autofocus
