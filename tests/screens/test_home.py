"""The first screen, driven in-process."""

from datetime import date as Date, timedelta

import flet as ft
import pytest

from scorepad.games import ramsch
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.service import Service, listing
from scorepad.service.views import EveningCard, NewEvening
from scorepad.ui.screens import home
from scorepad.ui.screens.home import AT_ONCE, SEARCHED_FROM
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver

LAST = Date(2026, 1, 20)


def played(service: Service, evenings: int) -> None:
    """Closed evenings, a week apart, the latest on `LAST`."""
    for week in range(evenings):
        sheet = service.open_sheet(NewEvening(LAST - timedelta(weeks=week)), KALTER_SCHLAG, FOUR)
        service.close_evening(service.sheet(sheet).evening)


def cards(ui: Driver) -> int:
    return len(ui.find_all(where=lambda control: str(
        getattr(control, "identifier", "")).startswith("evening-")))


async def test_an_empty_book_says_what_this_is(start: Start):
    ui = await start("/")
    assert ui.sees("You play with real cards.") and not ui.sees("Past evenings")


async def test_what_runs_comes_first_and_leads_to_its_sheet(service: Service, start: Start):
    played(service, 1)
    sheet = service.open_sheet(NewEvening(Date(2026, 11, 20)), KALTER_SCHLAG, FOUR)
    evening = service.sheet(sheet).evening
    ui = await start("/")
    texts = ui.texts()
    assert texts.index("Continue") < texts.index("Past evenings")
    await ui.tap(identifier=f"evening-{evening}")
    assert ui.page.route == f"/evening/{evening}/sheet/{sheet}"


async def test_past_evenings_lie_by_year_a_few_at_a_time(service: Service, start: Start):
    """Three of the 60 weeks before 20 January 2026 end in 2026 (6, 13, 20), 52 in 2025, 5 in 2024.
    """
    played(service, 60)
    ui = await start("/")
    assert cards(ui) == AT_ONCE == 24
    assert "Past evenings" in ui.texts() and "2025" in ui.texts()
    assert "2024" not in ui.texts() and "2026" not in ui.texts()
    await ui.tap(identifier="show-earlier")
    assert cards(ui) == 48 and "2024" not in ui.texts()
    await ui.tap(identifier="show-earlier")
    assert cards(ui) == 60 and ui.texts().count("2024") == 1
    assert not ui.find_all(identifier="show-earlier")


@pytest.mark.parametrize("way", ["statistics", "stars", "preferences"])
async def test_everything_else_is_a_tap_away_and_leads_back(
        service: Service, start: Start, way: str):
    Table.of(service, DOPPELKOPF_ALTENBURG, FOUR)
    ui = await start("/")
    await ui.tap(identifier=way)
    assert ui.page.route == f"/{way}"
    await ui.tap(identifier="back")
    assert ui.page.route == "/"


async def test_the_phones_say_how_they_join_where_nothing_is_served(start: Start):
    ui = await start("/preferences")
    await ui.tap(identifier="phones")
    assert ui.sees("scorepad serve") and ui.sees("4. Scan the code with each phone")


@pytest.mark.parametrize("route", ["/nowhere", "/evening", "/evening//sheet/", "/people/x/y/z"])
async def test_an_address_that_leads_nowhere_says_so(start: Start, route: str):
    """Flet's router shows nothing at all there, a blank page."""
    ui = await start(route)
    assert ui.sees("There is nothing at this address.")
    await ui.tap(identifier="back-home")
    assert ui.page.route == "/" and ui.sees("You play with real cards.")


@pytest.mark.parametrize("year", ["nineteen", "%C2%B2", "9" * 5000])
async def test_a_year_that_is_none_is_all_years(table: Table, start: Start, year: str):
    """Flet's screen stays dead after a fault in drawing it."""
    ui = await start("/")
    await ui.go(f"/statistics/of/nobody/{year}/all")
    assert ui.sees("There are no figures for this player.")


@pytest.mark.parametrize("played_on, today, years", [
    (Date(2025, 11, 28), Date(2026, 11, 28), 1), (Date(2025, 12, 1), Date(2026, 11, 28), 1),
    (Date(2025, 12, 2), Date(2026, 11, 28), None), (Date(2026, 11, 28), Date(2026, 11, 28), None),
    (Date(2023, 12, 30), Date(2026, 1, 2), 2), (Date(2024, 2, 29), Date(2026, 3, 1), 2)])
def test_what_was_played_around_this_day(played_on: Date, today: Date, years: int | None):
    card = EveningCard("e", played_on, "", True, (), (), None)
    assert home.years_ago([card], today) == (None if years is None else (card, years))


def test_the_nearest_day_of_the_latest_year_is_remembered():
    days = [Date(2025, 11, 26), Date(2025, 11, 27), Date(2024, 11, 28)]
    cards = [EveningCard(str(day), day, "", True, (), (), None) for day in days]
    assert home.years_ago(cards, Date(2026, 11, 28)) == (cards[1], 1)


# --- a wide window ------------------------------------------------------------------------------


async def test_a_wide_window_shows_an_evening_beside_the_list(
        service: Service, start: Start, monkeypatch: pytest.MonkeyPatch):
    """The first tap chooses, the second opens; until then the season's standing is there."""
    monkeypatch.setattr(home, "THEN", 0)
    won = service.open_sheet(NewEvening(LAST, "Altona"), SCHIEBERAMSCH, FOUR[:3], stake=100)
    for points in ((70, 40, 10), (20, 70, 30)):
        service.record(won, ramsch.Ramsch(points))
    service.end_match(won)
    service.close_evening(service.sheet(won).evening)
    evening = service.sheet(won).evening
    ui = await start("/", size=(1280, 800))
    assert ui.sees("Season 2026") and ui.find_all(identifier=f"sheet-{won}")
    await ui.tap(identifier=f"evening-{evening}")
    assert ui.page.route == "/" and not ui.sees("Season 2026")
    assert ui.find(identifier=f"evening-{evening}").selected
    await ui.tap(identifier=f"evening-{evening}")
    assert ui.page.route == f"/evening/{evening}"


# --- many evenings ------------------------------------------------------------------------------


async def test_what_nobody_has_touched_for_a_day_ends_with_one_tap(
        service: Service, start: Start, monkeypatch: pytest.MonkeyPatch):
    sheets = [service.open_sheet(NewEvening(LAST - timedelta(weeks=week)), KALTER_SCHLAG, FOUR)
              for week in range(3)]
    ids = [service.sheet(sheet).evening for sheet in sheets]
    ui = await start("/")
    assert not ui.find_all(identifier="end-untouched")
    written = listing.now()
    monkeypatch.setattr(listing, "now", lambda: written + 2 * listing.DAY)
    ui = await start("/")
    await ui.tap(identifier=f"end-{ids[0]}")
    assert ui.sees("1 evening has ended.")
    assert [card.closed for card in service.evenings()] == [True, False, False]
    await ui.tap(text="End 2 evenings that nobody has touched for a day")
    assert all(card.closed for card in service.evenings())
    assert not ui.sees("Continue")
    await ui.tap(kind=ft.SnackBarAction)
    assert [card.closed for card in service.evenings()] == [True, False, False]


async def test_a_card_says_who_won(
        service: Service, start: Start, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(home, "SOON", 0)
    sheet = service.open_sheet(NewEvening(LAST, "Altona"), SCHIEBERAMSCH, FOUR[:3], stake=100)
    service.record(sheet, ramsch.Ramsch((70, 40, 10)))
    service.record(sheet, ramsch.Ramsch((20, 70, 30)))
    service.end_match(sheet)
    service.close_evening(service.sheet(sheet).evening)
    ui = await start("/")
    told = "Cem won €0.14 · Schieberamsch · Altona"
    assert told.replace(" ·", "\N{NO-BREAK SPACE}·") in ui.texts()  # a line may end with a dot


async def test_more_than_twenty_evenings_are_searched(service: Service, start: Start):
    played(service, SEARCHED_FROM)
    assert not (await start("/")).find_all(kind=ft.TextField)
    sheet = service.open_sheet(NewEvening(Date(2024, 5, 1), "Altona"), KALTER_SCHLAG,
                               ("Anne", "Bert", "Cem", "Emil"))
    service.close_evening(service.sheet(sheet).evening)
    ui = await start("/")
    for sought, fitting in [("emil", 1), ("altona", 1), ("2024", 1), ("Anne", 21),
                            ("emil 2025", 0), ("ALTONA  anne", 1), (" ", 21), ("1.5.2024", 1),
                            ("01/05/2024", 1), ("1. Mai 2024", 1), ("2.5.2024", 0)]:
        await ui.type(sought)
        assert (sought, cards(ui)) == (sought, fitting)
    await ui.type("nobody")
    assert ui.sees("No evening found.")
