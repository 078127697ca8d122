"""`scorepad stats`: as a table, in JSON, and where there is nothing to tell."""

import json
from datetime import date

import pytest

from scorepad.config import Settings
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch, Ramsch
from scorepad.service import Service
from scorepad.service.views import NewEvening
from tests.command import start

FOUR = ("Anne", "Bert", "Cem", "Dora")


@pytest.fixture
def book(tmp_path):
    """S0, Beispiele: Anne writes 60; then a Durchmarsch by Dora at Kontra and Re, 480 each."""
    place = f"sqlite:///{tmp_path / 'book.db'}"
    service = Service.open(Settings(tmp_path, place, "en", "Anne"))
    sheet = service.open_sheet(NewEvening(date(2026, 11, 20)), KALTER_SCHLAG, FOUR, stake=50)
    service.record(sheet, Ramsch((55, 45, 20, 0)))
    service.record(sheet, Durchmarsch(3, 2))
    service.close()
    return {"SCOREPAD_DATABASE_URL": place, "SCOREPAD_LANGUAGE": "en"}


def test_a_line_a_player(book):
    done = start("stats", "--year", "2026", **book)
    assert (done.code, done.err) == (0, "")
    head, *rows = [line.split() for line in done.out.splitlines()]
    assert head[:4] == ["Won", "Lost", "Hands", "Evenings"]
    assert ["Anne", "0", "2", "2", "1", "270.0", "60", "480", "0", "2", "0"] in rows
    assert ["Dora", "2", "0", "2", "1", "0.0", "0", "0", "2", "0", "1"] in rows
    assert len({len(line) for line in done.out.splitlines()}) == 1


def test_the_same_for_programs(book):
    done = start("stats", "--json", "--game", "kalter-schlag", **book)
    answer = json.loads(done.out)
    assert answer["format"] == "scorepad-statistics/1" and answer["game"] == "kalter-schlag"
    assert answer["players"]["Anne"]["points"] \
        == {"sum": 540, "hands": 2, "best": 60, "worst": 480, "decimals": 0}
    assert answer["players"]["Dora"]["deeds"] \
        == [{"deed": "durchmarsch", "won": None, "count": 1}]


@pytest.mark.parametrize("wanted, sentence", [
    (("--year", "2025"), "No hand of this was played."),
    (("--game", "skat"), "argument --game: invalid choice: 'skat'"),
    (("--year", "soon"), "argument --year: soon is no whole number from 1 to 9999")])
def test_what_is_not_there(book, wanted, sentence):
    done = start("stats", *wanted, **book)
    assert (done.code, done.out) == (2, "") and sentence in done.err
    assert len(done.err.splitlines()) == 1
