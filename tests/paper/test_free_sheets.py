"""Free sheets on paper: two games called Rommé, in which few and many points are good, and one
called Wizard.

Few points are good, 50 cents from each of the others to the best: 45, 7, –, −12 and 56, 60, −20, –
are 101, 67, −20, −12, so Cem has the three Einsätze. Wizard at a cent a point, two rounds: 20, −10,
40, 40 and 50, −30, 20, −10 are 70, −40, 60, 30 and 120 together, so Anne has 4 · 70 − 120 cents.
"""

import pytest

from scorepad.i18n.words import Words
from scorepad.paper.evening import evening_pdf
from scorepad.paper.tables import evening_csv, hands_csv
from scorepad.paper.year import season_csv, season_pdf
from scorepad.service import Service
from tests.paper.conftest import FOUR, Club
from tests.paper.reading import read_csv, rows

FEW = {"name": "Rommé", "gut": "niedrig", "limit": 100}
WIZARD = {"name": "Wizard", "runden": 2, "fehlend": "fehler", "geber": "bleibt"}


def sheet(*rounds: tuple[int | None, ...], **more: object) -> dict[str, object]:
    return {"game": "frei", "players": FOUR, "hands": [
        {"punkte": {name: points for name, points in zip(FOUR, each) if points is not None}}
        for each in rounds], **more}


@pytest.fixture
def service(club: Club) -> Service:
    return club({"id": "e", "date": "2026-11-20", "sheets": [
        sheet((45, 7, None, -12), (56, 60, -20, None), (3, 1, 0, 0), rules=FEW, einsatz="0.50"),
        sheet((20, -10, 40, 40), (50, -30, 20, -10), rules=WIZARD, rate="0.01"),
        sheet((5, 10, 0, 1), rules={"name": "Rommé"}, einsatz="1.00")]})


@pytest.fixture
def lines(service: Service, english: Words) -> list[str]:
    return rows(evening_pdf(service.evening("e"), None, english))


def test_a_sheet_is_titled_by_its_name_and_says_its_rules_once(lines: list[str]):
    start = lines.index("1 · Rommé")
    assert lines[start + 1:start + 3] == [
        "Stake €0.50 · Good to have: Few points · Limit: 100",
        "No. | Dealer | Anne | Bert | Cem | Dora | Arithmetic"]
    wizard = lines.index("2 · Wizard")
    assert lines[wizard + 1] == \
        "Money per point €0.01 · Number of rounds: 2 · Left out: Is missing · The deal: Stays"


def test_points_below_zero_who_has_won_and_what_it_pays(lines: list[str]):
    start = lines.index("1 · Rommé")
    assert lines[start + 3:lines.index("2 · Wizard")] == [
        "1 | Anne | 45 | 45 | 7 | 7 | · | −12 | −12 | 45 + 7 − 12 = 40",
        "2 | Bert | 56 | 101 | 60 | 67 | −20 | −20 | · | 56 + 60 − 20 = 96",
        "Match 1 | 101 | 67 | −20 | −12 | Cem wins the match: −20 points, and 100 is", "the limit",
        "Payout | −€0.50 | −€0.50 | +€1.50 | −€0.50",
        "3 | Cem | 3 | 3 | 1 | 1 | · | · | 3 + 1 + 0 + 0 = 4",
        "So far | 3 | 1 | 0 | 0"]
    wizard = lines.index("2 · Wizard")
    assert lines[wizard + 5:wizard + 8] == [
        "Match 1 | 70 | −40 | 60 | 30 | Anne wins the match: 70 points after 2", "rounds",
        "Payout | +€1.60 | −€2.80 | +€1.20 | €0.00"]


def test_a_match_that_has_not_ended_has_no_part_in_the_settlement(lines: list[str]):
    below = lines[lines.index("Settlement") + 1:]
    assert [line for line in below if " pays " not in line][:5] == [
        "Name | 1 · Rommé | 2 · Wizard | Sum", "Cem | +€1.50 | +€1.20 | +€2.70",
        "Anne | −€0.50 | +€1.60 | +€1.10", "Dora | −€0.50 | €0.00 | −€0.50",
        "Bert | −€0.50 | −€2.80 | −€3.30"]


def test_every_hand_in_a_spreadsheet(service: Service, english: Words):
    hands = read_csv(hands_csv(service.evening("e"), english))
    assert [(line["Game"], line["Sheet"]) for line in hands] == \
        [("Rommé", "1")] * 3 + [("Wizard", "2")] * 2 + [("Rommé", "3")]
    assert [(line["Cem"], line["Cem, total"]) for line in hands] == [
        ("0", "0"), ("-20", "-20"), ("0", "0"), ("40", "40"), ("20", "60"), ("0", "0")]
    assert hands[1]["Arithmetic"] == "56 + 60 − 20 = 96"


def test_results_in_a_spreadsheet(service: Service, english: Words):
    results = {line["Player"]: line for line in read_csv(
        evening_csv(service.evening("e"), None, english))}
    assert results["Cem"] | {"Games": "Rommé, Wizard", "Matches": "2", "Won": "1", "Lost": "0",
                             "Cents": "270"} == results["Cem"]


def test_two_games_of_one_name_are_told_apart_in_a_season(service: Service, english: Words):
    games = service.statistics.by_game()
    titles = ["Rommé (high is good)", "Rommé (low is good)", "Wizard"]
    assert [line for line in rows(season_pdf(games, "2026", english)) if line in titles] == titles
    assert list(dict.fromkeys(line["Game"] for line in read_csv(
        season_csv(games, "2026", english)))) == titles
