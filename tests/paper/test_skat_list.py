"""The list of an evening of Skat, on paper; the figures are those of the golden evening."""

import json
from pathlib import Path

import pytest

from scorepad.i18n.words import Words
from scorepad.paper.evening import evening_pdf
from scorepad.paper.tables import evening_csv
from tests.paper.conftest import Club
from tests.paper.reading import read_csv, rows

GOLDEN = Path(__file__).parent.parent / "golden" / "skat.json"


@pytest.fixture
def lines(club: Club, english: Words) -> list[str]:
    [evening] = json.loads(GOLDEN.read_text("utf-8"))["evenings"]
    service = club({"id": "e", **evening})
    return rows(evening_pdf(service.evening("e"), None, english))


def test_a_list_has_plus_and_minus_and_what_games_count_besides(lines: list[str]):
    start = lines.index("1 · Skat")
    assert lines[start + 2] == "No. | Dealer | Plus | Minus | Anne | Bert | Cem | Arithmetic"
    sheet = lines[start:lines.index("2 · Skat")]
    played = [line for line in sheet if line.startswith(("1 | Bert", "2 | Cem", "4 | Anne"))]
    assert [line.split(" | ")[2] for line in played] == ["144", "−54", "46"]
    assert "Won | 1 | 0 | 1" in sheet and "Lost | 1 | 1 | 0" in sheet
    assert "Lost by others | 1 | 1 | 2" in sheet
    assert "Game points | 90 | −100 | 46" in sheet
    assert "Seeger-Fabian | 40 | −10 | 130" in sheet  # 50 − 50 + 40, 40 − 50, 40 + 50 + 40


def test_a_plain_list_and_a_bierlachs_count_games_alone(lines: list[str]):
    plain = lines[lines.index("2 · Skat"):lines.index("3 · Skat")]
    assert "Won | 2 | 0 | 0 | 0" in plain and "Lost | 1 | 1 | 0 | 0" in plain
    assert not [line for line in plain if line.startswith(("Seeger", "Game points"))]
    assert [line.split(" | ")[2] for line in plain if line.startswith(("4 | Dora", "5 | "))] == [
        "−100", "240"]  # a Ramsch and a Durchmarsch, in which one writes
    bierlachs = lines[lines.index("3 · Skat"):]
    assert [line for line in bierlachs if line.startswith(("Won", "Lost"))] == [
        "Won | 0 | 0 | 0 | 0 | 0", "Lost | 0 | 0 | 0 | 0 | 1",
        "Won | 1 | 0 | 0 | 0 | 0", "Lost | 0 | 0 | 0 | 1 | 0"]


SUBSTITUTED = {"id": "e", "date": "2026-11-20", "sheets": [{
    "game": "skat", "players": ["Anne", "Bert", "Cem"], "rules": {
        "liste": "seeger-fabian", "verlustgeld": 50},
    "hands": [
        {"spiel": "grand", "spieler": "Bert", "spitzen": 2, "ohne": True, "stufe": "verloren"},
        {"spiel": "herz", "spieler": "Anne", "spitzen": 1, "stufe": "verloren",
         "players": ["Anne", "Bert", "Dora"]},
        {"spiel": "null", "spieler": "Dora", "gewonnen": True}]}]}


def test_a_substitute_has_what_came_after_him(club: Club, english: Words):
    """−144 − 50 and twice 40; −40 − 50 and twice 40; 23 + 50."""
    view = club(SUBSTITUTED).evening("e")
    titles = ("Won", "Lost", "Game", "Seeger", "Verlust")
    sums = [line for line in rows(evening_pdf(view, None, english)) if line.startswith(titles)]
    assert sums == [
        "Won | 0 | 0 | 0 | 1", "Lost | 1 | 1 | 0 | 0", "Lost by others | 1 | 1 | 1 | 1",
        "Game points | −40 | −144 | 0 | 23", "Seeger-Fabian | −10 | −10 | 40 | 90",
        "Verlustspielgeld | €0.50 | €0.50 | €0.00 | €0.00"]
    keys = ("Games won", "Games lost", "Lost by others", "Game points", "Seeger-Fabian",
            "Verlustspielgeld")
    assert {line["Player"]: [int(line[key]) for key in keys]
            for line in read_csv(evening_csv(view, None, english))} == {
        "Anne": [0, 1, 1, -40, -10, 50], "Bert": [0, 1, 1, -144, -10, 50],
        "Cem": [0, 0, 1, 0, 40, 0], "Dora": [1, 0, 1, 23, 90, 0]}
