"""The free sheet, in-process: its rules are set, rounds are typed, and it is found again under its
name."""

from datetime import date as Date

import flet as ft
import pytest

from scorepad.games.made import FREI, FreiRules, Runde
from scorepad.service import Service
from scorepad.service.statistics import Chosen
from scorepad.service.views import NewEvening
from scorepad.ui.screens.statistics import part_of_address, text_in_address
from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver, tap

DAY = Date(2026, 11, 20)
THREE = ("Anne", "Bert", "Cem")
ROMME = FreiRules("Rommé", "niedrig", limit=500)
WIZARD = FreiRules("Wizard", runden=10, einsatz_je="punkt")


@pytest.fixture
def sheet(service: Service, request: pytest.FixtureRequest) -> Table:
    """By the rules that a test is parametrized with, without any agreed on otherwise."""
    return Table.of(service, FREI, THREE, rules=getattr(request, "param", FreiRules()))


def opened(service: Service, rules: FreiRules, *rounds: tuple[int | None, ...],
           names: tuple[str, ...] = THREE, stake: int | None = None) -> str:
    """A sheet with these rounds; returns its id."""
    sheet = service.open_sheet(NewEvening(DAY), FREI, names, rules=rules, stake=stake)
    for punkte in rounds:
        service.record(sheet, Runde(punkte))
    return sheet


# --- what is played ---------------------------------------------------------------------------


async def test_a_game_is_made_by_its_rules_which_lie_open(service: Service, start: Start):
    ui = await start("/new")
    await tap(ui, "game-frei")
    for name in THREE:
        await ui.type(name, text="Name")
        await ui.tap(identifier="add-name")
    await ui.type(" Rommé ", text="Name of the game")
    await ui.tap(identifier="gut-niedrig")
    await ui.type("500", text="Limit")
    await tap(ui, "einsatz_je-punkt")
    assert ui.sees("Money per point") and not ui.find_all(identifier="geld-sieger")
    await tap(ui, "stake-100", "start")
    assert ui.sees("Rommé · Match 1 · to 500")
    service.refresh()
    record = service.sheet(ui.page.route.rpartition("/")[2]).score.record
    assert record.rules == FreiRules("Rommé", "niedrig", limit=500, einsatz_je="punkt")
    assert (record.game.title, record.game.low_is_good, record.stake) == ("Rommé", True, 100)


async def test_a_known_game_is_one_tap_away(service: Service, start: Start):
    ui = await start("/new")
    await tap(ui, "game-frei:hoch:Canasta")
    assert not ui.find_all(text="Name of the game") and ui.sees("standard")
    await tap(ui, "house-rules")
    await ui.type("3000", text="Limit")
    assert ui.sees("1 changed") and ui.sees("standard: 5000")
    await tap(ui, "standard")
    for name in THREE:
        await ui.type(name, text="Name")
        await ui.tap(identifier="add-name")
    await ui.tap(identifier="start")
    assert ui.sees("Canasta · Match 1 · to 5\N{NARROW NO-BREAK SPACE}000")
    assert service.sheet(ui.page.route.rpartition("/")[2]).score.record.rules == FreiRules(
        "Canasta", limit=5000)
    opened(service, FreiRules("Canasta", limit=3000))
    ui = await start("/new")  # it is there once, as the table plays it
    assert len(ui.find_all(identifier="game-frei:hoch:Canasta")) == 1


async def test_the_name_of_a_game_is_asked_for_first(start: Start):
    ui = await start("/new")
    await tap(ui, "game-frei")
    [field] = ui.find_all(text="Name of the game")
    texts = [each.label for each in ui.find_all(kind=ft.TextField)]
    assert texts[0] == field.label == "Name of the game"


@pytest.mark.parametrize(("typed", "fault"), [
    ("0", "is above zero or below it"),
    *[(typed, "is not a whole number from -100000000 to 100000000")
      for typed in ("viel", "-", "1234567890", "1.5")]])
async def test_a_limit_that_is_none_is_refused(start: Start, typed: str, fault: str):
    ui = await start("/new")
    await tap(ui, "game-frei")
    await ui.type(typed, text="Limit")
    assert ui.find(text="Limit").error == fault


async def test_a_limit_may_be_below_zero(start: Start):
    ui = await start("/new")
    await tap(ui, "game-frei")
    await ui.type("-500", text="Limit")
    assert ui.find(text="Limit").error is None
    await ui.tap(identifier="limit_art-verlierer")
    assert ui.sees("2 changed")


async def test_what_was_played_is_offered_under_its_name(service: Service, start: Start):
    opened(service, ROMME, stake=50)
    opened(service, FreiRules(runden=3))
    opened(service, WIZARD, stake=100)
    opened(service, FreiRules("Rommé", "niedrig", limit=300), stake=20)
    assert [game.title for game in service.made_games()] == ["Rommé", "Wizard"]
    ui = await start("/new")
    assert ui.sees("Rommé") and ui.find(text="Amount").value == "0.20"  # as it was begun last
    await ui.tap(identifier="game-frei:hoch:Wizard")
    assert ui.find(text="Amount").value == "0.01" and ui.sees("standard")
    assert not ui.find_all(text="Name of the game")  # it is known, and folded away
    await ui.tap(identifier="start")
    assert ui.sees("Wizard · Match 1 · 0 of 10 rounds")


async def test_two_games_of_one_name_are_told_apart(service: Service, start: Start):
    """Also from a game that Scorepad knows by that name."""
    opened(service, ROMME, (5, 0, 0))
    opened(service, FreiRules("Rommé"), (5, 0, 0))
    opened(service, FreiRules("Skat"), (5, 0, 0))
    ui = await start("/new")
    told = ["Skat", "Rommé (low is good)", "Rommé (high is good)", "Skat (high is good)"]
    assert {*told} <= {*ui.texts()} and "Rommé" not in ui.texts()
    await ui.tap(identifier="game-frei:niedrig:Rommé")
    assert ui.sees("1 changed")  # its limit
    ui = await start("/statistics")
    assert {"Skat", *told[1:3]} <= {*ui.texts()}  # Skat is alone there


async def test_a_new_one_begins_without_the_rules_of_others(service: Service, start: Start):
    opened(service, ROMME, stake=50)
    ui = await start("/new")
    await ui.tap(identifier="game-frei")
    assert ui.find(text="Name of the game").value == "" and ui.find(text="Limit").value == ""


# --- a round ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", [FreiRules(summe=10, fehlend="fehler")], indirect=True)
async def test_what_is_still_missing_is_said(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "digit-7")
    assert ui.sees("The points of Bert and Cem are missing")
    await tap(ui, "seat-1", "digit-7", "seat-2", "digit-0", "save")
    assert ui.sees("Adds up to 14, not 10") and not sheet.score.lines
    await tap(ui, "seat-2", "digit-4", "sign", "save")
    assert sheet.score.tally.totals == (7, 7, -4)


@pytest.mark.parametrize("sheet", [ROMME], indirect=True)
async def test_the_end_of_a_match_and_the_settlement(sheet: Table, start: Start):
    """Cem has fewest when Anne comes to 500; then the table stops with Bert in front."""
    sheet.service.record(sheet.sheet, Runde((480, 100, 90)))
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "digit-2", "digit-0", "save")
    assert ui.sees("Cem wins") and ui.sees("90 points, and 500 is the limit")
    sheet.service.record(sheet.sheet, Runde((5, 0, 10)))
    sheet.service.end_match(sheet.sheet)
    assert [match.outcome.winner for match in sheet.score.matches] == [2, 1]
    assert sheet.score.over


async def test_no_money_stands_there_until_a_match_pays(service: Service, start: Start):
    sheet = opened(service, ROMME, (480, 100, 90), stake=50)
    route = f"/evening/{service.sheet(sheet).evening}/sheet/{sheet}"
    assert "€" not in money_beside(await start(route, size=(1280, 800)))
    service.record(sheet, Runde((20, 0, 0)))
    assert "+€1.00" in money_beside(await start(route, size=(1280, 800)))
    per_point = opened(service, WIZARD, stake=100)
    route = f"/evening/{service.sheet(per_point).evening}/sheet/{per_point}"
    assert "€" not in money_beside(await start(route, size=(1280, 800)))
    service.record(per_point, Runde((30, -10, 20)))
    assert "+€0.50" in money_beside(await start(route, size=(1280, 800)))  # 3 · 30 − 40


def money_beside(ui: Driver) -> str:
    words = ui.texts()
    return " ".join(words[words.index("Ranking"):])


# --- over the years ---------------------------------------------------------------------------


def test_every_name_has_statistics_of_its_own(service: Service):
    opened(service, ROMME, (10, 0, 30), (5, 2, 0))
    opened(service, FreiRules("Rommé", "niedrig"), (0, 7, 1))
    opened(service, WIZARD, (30, -10, 20))
    games = service.statistics.overview().games
    assert [(game.title, game.low_is_good) for game in games] \
        == [("Rommé", True), ("Wizard", False)]
    romme = service.statistics.overview(Chosen(game=games[0].key))
    points = {romme.names[player]: record.points for player, record in romme.records.items()}
    assert (points["Anne"].sum, points["Anne"].best, points["Anne"].worst) == (15, 0, 10)
    assert romme.game == games[0]
    everything = service.statistics.overview(Chosen(game="frei"))
    assert everything.game is None and len(everything.records) == 3


async def test_the_statistics_of_a_name_are_a_tap_away(service: Service, start: Start):
    opened(service, ROMME, (10, 0, 30))
    opened(service, WIZARD, (30, -10, 20))
    ui = await start("/statistics")
    await ui.tap(identifier=f"game-{FREI.by(ROMME).key}")
    assert ui.sees("Points") and ui.sees("30") and not ui.sees("−10")
    [anne, *_] = [player for player, name in service.statistics.overview().names.items()
                  if name == "Anne"]
    ui = await start(f"/statistics/of/{anne}/all/{part_of_address(FREI.by(ROMME).key)}")
    assert ui.sees("All years · Rommé")


@pytest.mark.parametrize("text", ["all", "kalter-schlag", "frei:niedrig:Rommé", "frei:hoch:a/b?c",
                                  "=", "=zz"])
def test_any_text_is_a_part_of_an_address(text: str):
    part = part_of_address(text)
    assert text_in_address(part) == text and part.isascii() and not set("/?#%") & set(part)
