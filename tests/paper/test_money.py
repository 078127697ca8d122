"""Money on paper: currencies never mix, and what is paid is ticked off."""

import pytest

from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.i18n.words import Words
from scorepad.paper.evening import evening_pdf
from scorepad.paper.tables import evening_csv
from scorepad.paper.year import year_pdf
from scorepad.service import Service
from tests.paper.conftest import FOUR, Club, evening
from tests.paper.reading import read_csv, rows

LOST = {"augen": {"Bert": 63, "Cem": 57}, "jungfern": ["Anne", "Dora"], "verdopplungen": 3}
"""2016, so Bert has lost at once; nobody else has written, so he pays everybody twice the
Einsatz."""


@pytest.fixture
def both(club: Club, monkeypatch: pytest.MonkeyPatch) -> Service:
    """Bert loses 6 · 0.50 euros at one table and 6 · 2 francs at the next, in a book that takes
    both on one evening."""
    monkeypatch.setattr("scorepad.service.roles.faults_of_currency", lambda *_: [], raising=False)
    service = club(evening(LOST, sheet={"einsatz": "0.50"}))
    sheet = service.open_sheet("2026-11-20", KALTER_SCHLAG, FOUR, stake=200, currency="CHF")
    service.record(sheet, KALTER_SCHLAG.read_hand(LOST, FOUR))
    return service


def test_each_currency_is_settled_by_itself(both: Service, english: Words):
    lines = rows(evening_pdf(both.evening("2026-11-20"), None, english))
    euros = lines.index("Settlement in euros")
    francs = lines.index("Settlement in Swiss francs")
    assert [line for line in lines[euros:francs] if " pays " in line] == [
        "Bert pays Anne | €1.00", "Bert pays Cem | €1.00", "Bert pays Dora | €1.00"]
    assert "Bert | −€3.00" in lines[euros:francs]
    assert "Bert | −CHF12.00" in lines[francs:]


def test_a_year_has_a_table_for_each_currency(both: Service, english: Words):
    lines = rows(year_pdf(2026, [both.evening("2026-11-20")], None, english))
    euros, francs = lines.index("Evenings, in euros"), lines.index("Evenings, in Swiss francs")
    assert lines[euros + 2] == "20/11/2026 | +1.00 | −3.00 | +1.00 | +1.00 | Kalter Schlag"
    assert lines[francs + 2] == "20/11/2026 | +4.00 | −12.00 | +4.00 | +4.00 | Kalter Schlag"


def test_csv_has_a_line_for_each_currency(both: Service, english: Words):
    lines = read_csv(evening_csv(both.evening("2026-11-20"), None, english))
    assert [(line["Cents"], line["Currency"], line["Lost"]) for line in lines
            if line["Player"] == "Bert"] == [("-300", "EUR", "1"), ("-1200", "CHF", "1")]


def test_what_is_paid_is_ticked(both: Service, english: Words):
    both.pay("2026-11-20", "Bert", "Cem", 100, "EUR")
    lines = rows(evening_pdf(both.evening("2026-11-20"), None, english))
    assert "✓ | Bert pays Cem | €1.00" in lines and "Bert pays Anne | €1.00" in lines


def test_a_stake_of_half_a_cent(club: Club):
    service = club(evening({"re": ["Anne", "Bert"], "augen": 131}, game="doppelkopf-altenburg",
                           sheet={"rate": "0.005"}))
    lines = rows(evening_pdf(service.evening("2026-11-20"), None, Words("de")))
    assert "Geld je Punkt 0,005\N{NO-BREAK SPACE}€" in lines
