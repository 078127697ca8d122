"""What the tests of the commands share."""

import json
from datetime import date

import pytest

from scorepad.config import Settings
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch, Ramsch
from scorepad.service import Service
from scorepad.service.views import NewEvening

FOUR = ("Anne", "Bert", "Cem", "Dora")


@pytest.fixture
def database(tmp_path, monkeypatch):
    """Where the book will be."""
    place = tmp_path / "data" / "book.db"
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{place}")
    return place


@pytest.fixture
def written(tmp_path):
    """Writes a document into a file."""
    def write(document, name="evening.json"):
        file = tmp_path / name
        file.write_text(json.dumps(document), "utf-8")
        return file
    return write


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


@pytest.fixture
def season(book):
    """Besides, on the first of December, a hand of Doppelkopf: Re announces U9 and keeps it with
    151 : 89, (10 + 10 + 10) · 2, and 10 for the Fuchs."""
    service = Service.open(Settings.of(book))
    sheet = service.open_sheet(NewEvening(date(2026, 12, 1)), DOPPELKOPF_ALTENBURG, FOUR)
    service.record(sheet, DOPPELKOPF_ALTENBURG.read_hand(
        {"spiel": "normal", "re": ["Anne", "Bert"], "augen": 151, "ansagen": {"re": "U9"},
         "fuchs": ["re"]}, FOUR))
    service.close()
    return book
