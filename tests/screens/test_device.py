"""Looks and language belong to the device that shows the app, and not to the book."""

from pathlib import Path

import flet as ft
import pytest

from scorepad.config import Settings
from scorepad.service import Service
from scorepad.ui.place import Looks, Window, take_over
from scorepad.web.host.session_store import LOOKS
from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver


@pytest.mark.parametrize(("text", "looks"), [
    ("", None),
    ("null", None),
    ("[" * 100_000, None),
    ('{"theme": "dark"}', Looks(theme="dark")),
    ('{"theme": "pink", "language": 7, "text_size": true, "awake": "no", "more": {}}', Looks()),
    ('{"text_size": 1.5, "awake": false, "haptics": [], "language": {}}',
     Looks(text_size=1.5, awake=False)),
])
def test_what_a_device_kept_is_read_as_far_as_it_can_be(text: str, looks: Looks | None) -> None:
    assert Looks.read(text) == looks


def test_what_is_kept_is_read_again() -> None:
    looks = Looks("de", "dark", 1.3, awake=False, haptics=False)
    assert Looks.read(looks.written()) == looks


def test_what_the_book_kept_is_taken_over_once(service: Service) -> None:
    assert take_over(service) is None
    service.keep("theme", "dark")
    service.keep("awake", False)
    assert take_over(service) == Looks(theme="dark", awake=False)
    assert take_over(service) is None


async def test_the_first_browser_takes_over_what_the_book_kept(
        service: Service, start: Start) -> None:
    service.keep("language", "de")
    mine, other = {}, {}
    first = await start("/", kept=mine)
    assert first.sees("Neuer Abend")
    assert Looks.read(mine[LOOKS]) == Looks(language="de")
    assert (await start("/", kept=other)).sees("New evening")
    assert (await start("/", kept=mine)).sees("Neuer Abend")
    assert other == {}


async def test_a_choice_stays_with_the_browser_and_out_of_the_book(
        service: Service, start: Start) -> None:
    mine: dict[str, str] = {}
    ui = await start("/preferences", kept=mine)
    await ui.tap(identifier="theme-dark")
    assert service.kept("theme") is None
    assert (await start("/", kept={})).page.theme_mode is ft.ThemeMode.SYSTEM
    assert (await start("/", kept=mine)).page.theme_mode is ft.ThemeMode.DARK


async def test_a_window_keeps_its_looks_in_a_file_of_its_own(
        table: Table, start: Start, settings: Settings) -> None:
    ui = await start("/preferences", web=False)
    await ui.tap(identifier="theme-light")
    assert Looks.read(settings.looks.read_text()) == Looks(theme="light")
    assert (await start("/", web=False)).page.theme_mode is ft.ThemeMode.LIGHT


@pytest.mark.parametrize("left", [b"", b"\xff", b"[]"])
def test_a_file_that_nobody_can_read_is_as_none(tmp_path: Path, left: bytes) -> None:
    (tmp_path / "looks.json").write_bytes(left)
    assert Window(tmp_path / "looks.json").looks() is None


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    Window(tmp_path / "file" / "looks.json").keep_looks(Looks())


def test_the_file_lies_where_the_platform_has_settings() -> None:
    settings = Settings.of({"HOME": "/home/anne"})
    assert settings.looks.name == "looks.json"
    assert settings.looks.parent != settings.data
    assert Settings.of({"FLET_APP_STORAGE_DATA": "/p"}).looks == Path("/p/looks.json")


async def test_a_browser_that_keeps_nothing_is_no_fault(start: Start) -> None:
    ui: Driver = await start("/preferences", replies={"set": False})
    await ui.tap(identifier="text-1.5")
    assert ui.find(identifier="text-1.5").selected
