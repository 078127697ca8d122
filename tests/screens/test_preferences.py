"""Settings of the device, driven in-process."""

from pathlib import Path

import flet as ft
import pytest

from scorepad import __version__
from scorepad.config import Settings, place_of_book, url_of_book
from scorepad.service import Service
from scorepad.storage import Store
from scorepad.ui.app import main_for
from tests.screens.conftest import Start, Table
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


async def test_the_page_says_which_language_it_speaks_and_where_it_is(ui: Driver):
    """The browser reads a page aloud in its language, and calls the tab by its title."""
    assert ui.page.locale_configuration.current_locale.language_code == "en"
    assert ui.page.title == "Settings – Scorepad"
    await ui.tap(identifier="language-de")
    assert ui.page.locale_configuration.current_locale.language_code == "de"
    assert ui.page.title == "Einstellungen – Scorepad"
    await ui.go("/")
    assert ui.page.title == "Scorepad"


async def test_the_appearance_changes_at_once_and_is_remembered(ui: Driver, start: Start):
    await ui.tap(identifier="theme-dark")
    assert ui.page.theme_mode is ft.ThemeMode.DARK
    assert ui.find(identifier="theme-dark").selected
    again = await start("/")
    assert again.page.theme_mode is ft.ThemeMode.DARK


async def test_the_club_gets_a_name_that_stands_on_the_first_screen(ui: Driver, table: Table):
    await ui.type("Karo Sieben", text="Name of the club")
    await ui.tap(identifier="save-club")
    assert table.service.club.name == "Karo Sieben" and ui.sees("The name of the club has changed.")
    await ui.go("/")
    assert ui.sees("Karo Sieben") and ui.page.title == "Karo Sieben – Scorepad"
    await ui.go("/preferences")
    await ui.type("", text="Name of the club")
    await ui.tap(identifier="save-club")
    await ui.go("/")
    assert not table.service.club.name and ui.page.title == "Scorepad"


# --- text size ----------------------------------------------------------------------------------


async def test_all_text_becomes_larger_at_once_and_stays_so(ui: Driver, start: Start):
    """14 is the usual size of a title, and of what the theme gives text that names none."""
    assert ui.find(text="Language").size == ui.page.theme.text_theme.body_medium.size == 14
    await ui.tap(identifier="text-1.5")
    assert ui.find(identifier="text-1.5").selected
    assert ui.find(text="Language").size == ui.page.theme.text_theme.body_medium.size == 21
    assert ui.page.dark_theme.text_theme.title_large.size == 30
    await ui.go("/")
    assert ui.find(text="Anne, Bert, Cem, Dora").size == 21
    again = await start("/preferences")
    assert again.find(text="Language").size == 21


async def test_figures_shrink_to_their_column_however_large_text_is(table: Table, start: Start):
    table.play(40, 50, 20, 10)
    table.service.keep("text_size", 2)
    ui = await start(table.route, size=(320, 640))
    (total,) = {text.size for text in ui.find_all(kind=ft.Text, text="50")
                if text.weight is ft.FontWeight.W_600}
    assert 28 < total < 56  # 28 is usual, four columns have no room for twice as much


async def test_open_sessions_keep_their_own_looks(table: Table, settings: Settings):
    """Both are served by one process, as two browsers are."""
    main = main_for(settings)
    one = await Driver.start(main, route="/preferences", language="en-GB")
    other = await Driver.start(main, route="/preferences", language="en-GB",
                               hub=one.client.pubsubhub)
    try:
        await one.tap(identifier="text-2")
        await one.tap(identifier="theme-dark")
        await one.tap(identifier="awake")
        assert other.page.theme_mode is ft.ThemeMode.SYSTEM
        assert other.find(text="Language").size == 14
        assert other.page.theme.text_theme.body_medium.size == 14
        await other.tap(identifier="theme-light")  # drawn anew, still as it was
        assert other.find(text="Language").size == 14
        assert (one.page.theme_mode, one.find(text="Language").size) == (ft.ThemeMode.DARK, 28)
        one.client.calls.clear()
        other.client.calls.clear()
        for user in (one, other):
            await user.go(table.route)
        assert "enable" not in dict(one.client.calls)
        assert "enable" in dict(other.client.calls)
    finally:
        await one.stop()
        await other.stop()


# --- the screen that stays awake, keys that can be felt -----------------------------------------


async def test_a_sheet_keeps_the_screen_awake_unless_that_is_switched_off(
        table: Table, start: Start):
    ui = await start("/preferences")
    assert ui.find(identifier="awake").toggled
    await ui.go(table.route)
    assert "enable" in dict(ui.client.calls) and "disable" not in dict(ui.client.calls)
    await ui.go("/preferences")
    assert "disable" in dict(ui.client.calls)
    await ui.tap(identifier="awake")
    assert not ui.find(identifier="awake").toggled
    again = await start(table.route)
    assert "enable" not in dict(again.client.calls)


def pulses(ui: Driver) -> int:
    return [name for name, _ in ui.client.calls].count("light_impact")


async def test_keys_and_the_save_button_can_be_felt(table: Table, start: Start):
    ui = await start(table.route, platform="android")
    for number, key in enumerate(("seat-0", "digit-6", "digit-6", "jungfer-3", "save"), 1):
        await ui.tap(identifier=key)
        assert pulses(ui) == number
    assert len(table.score.lines) == 1
    await ui.go("/preferences")
    await ui.tap(identifier="haptics")
    felt = pulses(ui)
    await ui.go(table.route)
    await ui.tap(identifier="seat-0")
    assert pulses(ui) == felt


@pytest.mark.parametrize("fault", [RuntimeError("not here"), TimeoutError()])
async def test_a_device_that_refuses_is_no_fault(
        table: Table, start: Start, monkeypatch: pytest.MonkeyPatch, fault: Exception):
    async def refuse(self: object) -> None:
        raise fault

    monkeypatch.setattr(ft.HapticFeedback, "light_impact", refuse)
    monkeypatch.setattr(ft.Wakelock, "enable", refuse)
    ui = await start(table.route, platform="ios")
    await ui.tap(identifier="seat-0")
    await ui.tap(identifier="digit-7")
    assert ui.sees("7") and ui.client.crash is None


# --- currency -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "currency"), [
    ("de-CH", "CHF"), ("gsw-Latn-CH", "CHF"), ("en-US", "USD"), ("de-AT", "EUR"), ("de", "EUR"),
    ("sv-SE", "SEK"), ("", "EUR"), ("x", "EUR"), ("en-US-POSIX", "EUR")])
async def test_the_device_proposes_what_people_pay_with_at_home(
        start: Start, language: str, currency: str):
    ui = await start("/preferences", language=language)
    assert ui.find(identifier=f"currency-{currency}").selected


async def test_a_chosen_currency_is_that_of_the_next_evening(
        table: Table, service: Service, start: Start):
    ui = await start("/preferences")
    await ui.tap(identifier="currency-CHF")
    assert ui.find(identifier="currency-CHF").selected
    await ui.go("/new")
    await ui.tap(identifier="start")
    service.refresh()
    currencies = [service.sheet(card.latest_sheet).score.record.currency
                  for card in service.evenings()]
    assert sorted(currencies) == ["CHF", "EUR"]  # that of the table, which has begun, is the euro


async def test_any_other_currency_is_typed_by_its_code(ui: Driver):
    await ui.tap(identifier="currency-other")
    for unknown in ("XYZ", "Taler", "12x"):
        await ui.type(unknown, text="Code")
        assert ui.find(text="Code").error == \
            f"{unknown} is not a currency. Type its three letters, such as CHF."
    await ui.type("se", text="Code")
    assert ui.find(text="Code").error is None
    await ui.type("sek ", text="Code")
    await ui.go("/")
    await ui.go("/preferences")
    assert ui.find(identifier="currency-SEK").selected
    assert not ui.find_all(text="Code")


# --- what has screens of its own ----------------------------------------------------------------


@pytest.mark.parametrize("subject", ["people", "rules", "safety"])
async def test_players_and_house_rules_are_a_tap_away(ui: Driver, subject: str):
    await ui.tap(identifier=subject)
    assert ui.page.route == f"/{subject}"
    await ui.tap(identifier="back")
    assert ui.page.route == "/preferences"


async def test_the_book_and_the_version_are_named(ui: Driver):
    assert ui.sees("book.db") and ui.sees(f"Scorepad {__version__}")


def test_the_place_of_a_book_keeps_its_password_to_itself():
    assert place_of_book("sqlite:////home/anne/book.db") == "/home/anne/book.db"
    assert place_of_book("postgresql://anne:se:cr@t@host:5432/book") == \
        "postgresql://anne@host:5432/book"


@pytest.mark.parametrize("folder", ["why?", "100%", "%3F", "a b#c&d=e", "a@b:c"])
def test_a_book_is_found_whatever_its_folder_is_called(tmp_path: Path, folder: str):
    file = tmp_path / folder / "book.db"
    url = Settings.of({"FLET_APP_STORAGE_DATA": str(file.parent), "LANG": "de"}).database
    assert url == url_of_book(file) and place_of_book(url) == str(file)
    Store.open(url).close()
    assert file.is_file()
