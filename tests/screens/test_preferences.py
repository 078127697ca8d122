"""Language, appearance and names, driven in-process."""

import flet as ft
import pytest

from scorepad import __version__
from scorepad.config import place_of_book
from scorepad.service import Service
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver


@pytest.fixture
async def ui(table: Table, start: Start) -> Driver:
    """The settings of a book in which four have played."""
    return await start("/preferences")


async def test_the_language_is_spoken_at_once_and_remembered(ui: Driver, start: Start):
    assert ui.sees("Language")
    await ui.tap(identifier="language-de")
    assert ui.sees("Sprache") and not ui.sees("Language")
    again = await start("/preferences")
    assert again.sees("Sprache")
    await again.tap(identifier="language-system")
    assert again.sees("Language")


async def test_the_appearance_changes_at_once_and_is_remembered(ui: Driver, start: Start):
    await ui.tap(identifier="theme-dark")
    assert ui.page.theme_mode is ft.ThemeMode.DARK
    assert ui.find(identifier="theme-dark").selected
    again = await start("/")
    assert again.page.theme_mode is ft.ThemeMode.DARK


async def test_a_player_is_renamed_everywhere(ui: Driver, service: Service):
    await ui.tap(identifier="rename-Bert")
    assert ui.find(text="Name").value == "Bert"
    await ui.type("Berta", text="Name")
    await ui.tap(identifier="save-name")
    assert ui.sees("Berta") and "Bert" not in ui.texts()
    service.refresh()
    assert service.evenings()[0].players == ("Anne", "Berta", "Cem", "Dora")


@pytest.mark.parametrize(("name", "fault"), [
    ("Anne", "The name Anne already belongs to somebody else."),
    ("  ", "Type a name first."),
    ("x" * 99, "The name is longer than 60 letters."),
])
async def test_a_refused_name_stays_in_the_field_with_the_reason(
        ui: Driver, service: Service, name: str, fault: str):
    await ui.tap(identifier="rename-Bert")
    await ui.type(name, submit=True, text="Name")
    assert (ui.find(text="Name").value, ui.find(text="Name").error) == (name, fault)
    await ui.type("Berta", text="Name")
    assert ui.find(text="Name").error is None
    await ui.tap(identifier="cancel")
    assert "Bert" in ui.texts()
    service.refresh()
    assert set(service.players()) == set(FOUR)


async def test_the_book_and_the_version_are_named(ui: Driver):
    assert ui.sees("book.db") and ui.sees(f"Scorepad {__version__}")


def test_the_place_of_a_book_keeps_its_password_to_itself():
    assert place_of_book("sqlite:////home/anne/book.db") == "/home/anne/book.db"
    assert place_of_book("postgresql://anne:se:cr@t@host:5432/book") == \
        "postgresql://anne@host:5432/book"


async def test_without_players_there_is_no_list_of_them(start: Start):
    ui = await start("/preferences")
    assert "Players" not in ui.texts()
