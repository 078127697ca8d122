"""The statistics, a player's page and the course of an evening on their screens, in-process."""

from datetime import date
from itertools import pairwise

import flet_charts as charts
import pytest

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.cinq_cents import CINQ_CENTS
from scorepad.games.kalter_schlag import Durchmarsch
from scorepad.games.schafkopf import SCHAFKOPF
from scorepad.service import Service
from scorepad.service.open_book import OpenBook
from scorepad.service.views import NewEvening
from scorepad.system.steps import Steps, stepwise
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver


@pytest.fixture
def played(table: Table) -> Table:
    """Two hands, 20 November 2026: Bert writes 50, then everybody but Dora 480."""
    table.play(40, 50, 20, 10)
    table.service.record(table.sheet, Durchmarsch(3, 2))
    return table


@pytest.fixture
def two_games(played: Table, service: Service) -> Table:
    """Besides, in 2025 at a cent a point, a Buben-Solo that Anne wins and a Herz-Solo that Bert
    loses: (40 and 40) Anne +120 +40, Bert −40 −120, the others −40 +40 each."""
    sheet = service.open_sheet(NewEvening(date(2025, 5, 3)), DOPPELKOPF_ALTENBURG, FOUR, stake=100)
    for raw in ({"spiel": "buben-solo", "re": ["Anne"], "augen": 131},
                {"spiel": "farb-solo", "farbe": "herz", "re": ["Bert"], "augen": 100}):
        service.record(sheet, DOPPELKOPF_ALTENBURG.read_hand(raw, FOUR))
    return played


def said(ui: Driver) -> str:
    """What a screen reader would say."""
    return "\n".join([label for control in ui.controls() for label in [
        getattr(control, "semantics_label", None), getattr(control, "label", None)]
        if isinstance(label, str)])


def rows(ui: Driver) -> list[str]:
    """The names in the order of the table."""
    found = [getattr(control, "identifier", None) or "" for control in ui.controls()]
    return [each.removeprefix("record-") for each in found if each.startswith("record-")]


def facts(ui: Driver) -> dict[str, str]:
    """The figures on a player's page, by title."""
    return dict(pairwise(ui.texts()))


# --- the table ----------------------------------------------------------------------------------


async def test_an_empty_book_says_so(service: Service, start: Start):
    ui = await start("/statistics")
    assert ui.sees("No hand has been played yet.") and not ui.find_all(kind=charts.BarChart)


async def test_a_book_that_cannot_be_counted_is_told_of(
        played: Table, start: Start, monkeypatch: pytest.MonkeyPatch):
    """A hand names a sheet that is not there."""
    @stepwise
    def everything(_: OpenBook) -> Steps[None]:
        yield
        raise KeyError("s9")

    monkeypatch.setattr(OpenBook, "everything", everything)
    ui = await start("/statistics")
    assert ui.sees("The book is damaged: its entries do not fit together")
    assert not ui.sees("Counting the hands")


async def test_a_row_tells_one_figure_and_the_player_s_page_the_rest(played: Table, start: Start):
    """Bert: 50 + 480 = 530 in two hands, both lost; Dora won both, 0 and 0."""
    ui = await start("/statistics")
    assert {"Bert: Points 530", "Dora: Points 0"} <= set(said(ui).splitlines())
    await ui.tap(identifier="sort-lost")
    assert {"Bert: Lost 2", "Dora: Lost 0"} <= set(said(ui).splitlines())
    await ui.tap(identifier="record-Bert")
    assert facts(ui).items() >= {"Points": "530", "Won": "0", "Lost": "2", "Evenings": "1",
                                 "Average": "265.0"}.items()


async def test_a_heading_sorts_and_sorts_the_other_way(played: Table, start: Start):
    played.play(50, 40, 20, 10)  # Anne writes 50: 530, and Cem 480
    ui = await start("/statistics")
    assert rows(ui)[0] == "Dora"  # who has won all three
    await ui.tap(identifier="sort-average")
    assert rows(ui)[0] == "Dora" and set(rows(ui)[2:]) == {"Anne", "Bert"}
    assert "Average: the best first" in said(ui)
    await ui.tap(identifier="sort-average")
    assert rows(ui)[2:] == ["Cem", "Dora"] and "Average: the best last" in said(ui)
    await ui.tap(identifier="sort-lost")
    assert rows(ui)[-1] == "Dora" and "Sort by Average" in said(ui)


async def test_points_of_two_games_do_not_compare(two_games: Table, start: Start):
    ui = await start("/statistics")
    assert ui.sees("Points of different games cannot be compared")
    assert not ui.sees("Worst hand") and not ui.sees("Solos won") and ui.sees("Won in a row")
    await ui.tap(identifier="game-doppelkopf-altenburg")
    assert {"Anne: Points 160", "Bert: Points −160"} <= set(said(ui).splitlines())
    await ui.tap(identifier="year-2026")
    assert ui.sees("No such hands were played.") and rows(ui) == []


# --- the season ---------------------------------------------------------------------------------


async def test_a_span_of_days_is_typed_in(two_games: Table, start: Start):
    """The hands of May 2025 are not in it, those of November 2026 are."""
    ui = await start("/statistics")
    assert not ui.sees("First day")
    await ui.tap(identifier="span")
    await ui.type("bald", text="First day")
    await ui.tap(identifier="count-span")
    assert ui.find(text="First day").error == "Type a date such as 1.9.2026, or nothing."
    await ui.type("1.9.2026", text="First day")
    await ui.tap(identifier="count-span")
    assert not ui.sees("First day")
    assert "Bert: Points 530" in said(ui) and "Jacks solo" not in said(ui)
    await ui.tap(identifier="record-Bert")
    assert ui.sees("from 2026-09-01 on") and ui.sees("530")


async def test_what_is_played_alone_is_named_in_the_language(service: Service, start: Start):
    names = FOUR[:2]
    sheet = service.open_sheet(NewEvening(date(2026, 11, 20)), CINQ_CENTS, names, stake=100)
    service.record(sheet, CINQ_CENTS.read_hand({
        "spielmacher": "Anne", "meldungen": {"Anne": [], "Bert": []},
        "augen": {"Anne": 90, "Bert": 40}}, names))
    ui = await start("/statistics", language="de-DE")
    await ui.tap(identifier="record-Anne")
    assert ui.sees("Spiele als Spielmacher")


async def test_only_what_is_saved_of_a_season_is_offered(played: Table, start: Start):
    ui = await start("/statistics")
    await ui.tap(identifier="season")
    assert ui.sees("Save the season All years as")
    assert ui.find_all(identifier="save-pdf") and ui.find_all(identifier="save-results")
    assert not ui.find_all(identifier="save-document") and not ui.find_all(identifier="save-hands")


async def test_an_address_with_a_span_that_is_none_counts_all_years(two_games: Table, start: Start):
    anne = two_games.service.people.names()
    player = next(each for each, name in anne.items() if name == "Anne")
    for period in ("x_y", "9999999999", "2026-02-30_", "all"):
        ui = await start(f"/statistics/of/{player}/{period}/all")
        assert ui.sees("All years") and ui.sees("Jacks solo")


# --- bars ---------------------------------------------------------------------------------------


async def test_the_years_of_a_player_as_bars(two_games: Table, start: Start):
    """2026 brought no money yet: the Partie runs."""
    ui = await start("/statistics")
    assert ui.sees("Year by year")
    assert "Anne, Money: 2025: +€1.60; 2026: €0.00" in said(ui)
    await ui.tap(identifier="months-Bert")
    assert "Bert, Money: 2025: −€1.60; 2026: €0.00" in said(ui)
    rods = [rod.to_y for group in ui.find(kind=charts.BarChart).groups for rod in group.rods]
    assert rods == [-160, 0]
    await ui.tap(identifier="year-2025")
    assert "Bert, Money: May: −€1.60" in said(ui)
    # Every month has a rod of the same width, or the bars would not stand over their labels.
    months = ui.find(kind=charts.BarChart).groups
    assert len(months) == 12 and len({rod.width for month in months for rod in month.rods}) == 1
    assert [month.rods[0].to_y for month in months].index(-160) == 4


async def test_without_money_hands_are_counted(played: Table, start: Start):
    ui = await start("/statistics")
    await ui.tap(identifier="months-Bert")
    assert "Bert, Hands won minus lost: November: −2" in said(ui)


# --- a player -----------------------------------------------------------------------------------


async def test_a_player_s_figures_in_a_game(two_games: Table, start: Start):
    ui = await start("/statistics")
    await ui.tap(identifier="game-doppelkopf-altenburg")
    await ui.tap(identifier="record-Anne")
    assert facts(ui).items() >= {"Points": "160", "Money": "+€1.60", "Average": "80.0",
                                 "Jacks solo": "1 won · 0 lost",
                                 "Money won": "€1.60"}.items()


async def test_a_player_s_page_leads_to_the_hand(played: Table, start: Start):
    ui = await start("/statistics")
    await ui.tap(identifier="record-Bert")
    assert "Best hand: 50, 20 November 2026, hand 1" in said(ui)
    assert "Worst hand: 480, 20 November 2026, hand 2" in said(ui)
    assert "Lost in a row: 2, 20 November 2026, hands 1 to 2" in said(ui)
    last = played.score.lines[1].record.stamp.id
    await ui.tap(identifier=f"place-{last}")
    assert ui.sees("Hand 2")


# --- the course of an evening -------------------------------------------------------------------


async def test_the_course_of_an_evening(played: Table, start: Start):
    ui = await start(f"/evening/{played.evening}/course")
    assert "After 2 hands: Dora 0, Anne 480, Cem 480, Bert 530" in said(ui)
    chart = ui.find(kind=charts.LineChart)
    assert [[(point.x, point.y) for point in line.points] for line in chart.data_series][:2] \
        == [[(0, 0), (1, 0), (2, 480)], [(0, 0), (1, 50), (2, 530)]]
    colors = [line.color for line in chart.data_series]
    assert len(set(colors)) == 4
    assert ui.sees("fewer points are better")


async def test_with_whom_somebody_played_two_against_two(service: Service, start: Start):
    """Anne has won one with Bert, and the others have lost it together."""
    sheet = service.open_sheet(NewEvening(date(2026, 11, 20)), SCHAFKOPF, FOUR)
    service.record(sheet, SCHAFKOPF.read_hand(
        {"spiel": "ruf", "spieler": "Anne", "partner": "Bert", "augen": 75}, FOUR))
    players = {name: own for own, name in service.people.names().items()}
    ui = await start(f"/statistics/of/{players['Anne']}/all/schafkopf")
    assert ui.sees("Two against two, together with") and ui.sees("1 won · 0 lost")


# --- the season, the records, a duel -------------------------------------------------------------


@pytest.fixture
def season(service: Service) -> dict[str, str]:
    """Two evenings of Doppelkopf at a cent a point: Anne and Bert win 10 each; then Anne and Cem
    win 10 each, and Bert a Buben-Solo, 40 from everybody. The ids of the players by name."""
    for day, hands in ((date(2026, 1, 2), [("normal", "Anne", "Bert")]),
                       (date(2026, 1, 9), [("normal", "Anne", "Cem"), ("buben-solo", "Bert")])):
        sheet = service.open_sheet(NewEvening(day), DOPPELKOPF_ALTENBURG, FOUR, stake=100)
        for spiel, *re in hands:
            service.record(sheet, DOPPELKOPF_ALTENBURG.read_hand(
                {"spiel": spiel, "re": re, "augen": 131}, FOUR))
    return {name: player for player, name in service.people.names().items()}


async def test_the_course_of_a_season_and_the_records(season: dict[str, str], start: Start):
    """Bert: 10, then −10 and 120 on the second evening."""
    ui = await start("/statistics", size=(1280, 800))
    assert "After 2 evenings: Bert 1.20, Anne −0.20, Cem −0.40, Dora −0.60" in said(ui)
    lines = ui.find(kind=charts.LineChart).data_series
    assert [(point.x, point.y) for point in lines[0].points] == [(0, 0), (1, 10), (2, 120)]
    assert len({line.color for line in lines}) == 4
    assert {"Highest hand: 120, Bert · 9 January 2026, hand 2",
            "Won in a row: 2, Anne · from 2 January 2026 to 9 January 2026",
            "Lost in a row: 3, Dora · from 2 January 2026 to 9 January 2026",
            "Most money won on an evening: €1.10, Bert · 9 January 2026",
            "Most money lost on an evening: €0.50, Dora · 9 January 2026"} \
        <= set(said(ui).splitlines())
    await ui.tap(identifier="best-Highest hand")
    assert ui.sees("Hand 2")


async def test_a_duel_of_two(season: dict[str, str], start: Start):
    """Bert was ahead on the second evening; on the first they were even."""
    ui = await start("/statistics")
    await ui.tap(identifier="duel-Anne")
    assert ui.sees("Anne against whom?")
    await ui.tap(identifier="duel-Bert")
    assert ui.page.route == f"/statistics/duel/{season['Anne']}/{season['Bert']}/all/all"
    assert {"Hands won against each other: Anne 1 (50%), Bert 1 (50%)",
            "Evenings ahead: Anne 0 (0%), Bert 1 (100%)",
            "Money, where both played: Anne −€0.20, Bert +€1.20"} <= set(said(ui).splitlines())
    assert facts(ui).items() >= {"Evenings together": "2", "Hands together": "3",
                                 "On the same side": "1 won · 0 lost",
                                 "On different sides": "2"}.items()
    await ui.tap(identifier="back")
    assert ui.page.route == "/statistics"


async def test_a_person_s_statistics_and_back(season: dict[str, str], start: Start):
    ui = await start(f"/people/{season['Anne']}")
    await ui.tap(identifier="statistics")
    assert ui.page.route.startswith("/statistics/of/") and ui.sees("Duel with")
    await ui.tap(identifier="person")
    assert ui.page.route == f"/people/{season['Anne']}"
    ui = await start(f"/statistics/duel/{season['Anne']}/nobody")
    assert ui.sees("These two have not played a hand together.")
