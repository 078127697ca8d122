"""The file format: what is read and written."""

import gc
import json
from datetime import date

import pytest
from hypothesis import given

from scorepad import document
from scorepad.book.record import BookRecord, EveningRecord, HandRecord, SheetRecord, Stamp
from scorepad.games import ramsch
from scorepad.games.game import Unreadable
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch, KalterSchlagRules, Ramsch
from scorepad.games.schieberamsch import GrandHand, SchieberamschRules, Side
from tests.documents import BOOK, HAND, NAMES, SHEET, changed
from tests.oracle import documents


def test_defaults():
    sheet = SheetRecord(KALTER_SCHLAG, NAMES, 0, KalterSchlagRules(), None, "EUR",
                        [HandRecord(Ramsch((66, 30, 24, 0)))] * 2)
    assert document.read(json.dumps(BOOK).encode()) \
        == BookRecord((EveningRecord(date(2026, 11, 20), "", False, (sheet,)),), NAMES)
    assert document.read(b'\xef\xbb\xbf {"format": "scorepad/1"}') == BookRecord(())


FULL = {
    "format": "scorepad/1",
    "club": {"name": "Freitagsrunde", "players": ["Zoë", *NAMES]},
    "evenings": [{
        "id": "e1", "date": "2026-11-20", "place": "Altona", "closed": True, "sheets": [{
            "id": "s1", "game": "kalter-schlag", "players": list(NAMES), "first_dealer": "Cem",
            "rules": {"limit": 1000, "anschriften": 3, "rounding": "fives-before"},
            "einsatz": "12.05", "currency": "CHF",
            "hands": [{**HAND, "jungfern": ["Dora"], "verdopplungen": 4, "dealer": "Bert",
                       "players": list(NAMES[::-1]), "voided": True, "note": "„vergeben“",
                       "id": "h1", "at": "2026-11-20T20:15:00.250Z", "by": "Anne"},
                      {"durchmarsch": "Bert"}],
            "next_dealer": "Dora"}]}]}
FULL_RECORD = BookRecord((EveningRecord(date(2026, 11, 20), "Altona", True, (SheetRecord(
    KALTER_SCHLAG, NAMES, 2, KalterSchlagRules(1000, 3, "fives-before"), 1205, "CHF",
    [HandRecord(Ramsch((66, 30, 24, 0), (3,), 4), 1, (3, 2, 1, 0), True, "„vergeben“",
                Stamp("h1", 1_795_205_700_250, "Anne")),
     HandRecord(Durchmarsch(1))], 3, "s1"),), "e1"),), ("Zoë", *NAMES), "Freitagsrunde")


def test_everything_a_document_can_say_is_read_and_written():
    assert document.read(json.dumps(FULL).encode()) == FULL_RECORD
    assert json.loads(document.write(FULL_RECORD)) == FULL


@pytest.mark.parametrize("edition", [1, 2])
def test_the_edition_that_older_files_name_says_nothing(edition):
    older = changed("evenings.0.sheets.0.edition", edition, FULL)
    assert document.read(json.dumps(older).encode()) == FULL_RECORD


THREE = {
    "game": "schieberamsch", "players": list(NAMES[:3]), "first_dealer": "Bert",
    "rules": {"ramsch_kontra": True, "skat_to": "most-augen", "grand_hand": True, "hands": 12},
    "rate": "0.0025", "currency": "EUR", "ended": True,
    "hands": [{"augen": {"Anne": 50, "Bert": 30, "Cem": 25}, "geschoben": ["Anne", "Cem"],
               "kontra": 2},
              {"augen": {"Anne": 70, "Cem": 40}, "jungfrau": "Bert", "geschoben": 3},
              {"durchmarsch": "Cem", "geschoben": 1, "kontra": 3, "note": "alle"},
              {"grand_hand": {"spieler": "Anne", "augen": 120, "spitzen": 4, "schwarz": "gegner",
                              "kontra": 2}, "dealer": "Cem"}]}


def test_everything_a_sheet_of_schieberamsch_can_say_is_read_and_written():
    book = document.read(json.dumps(changed("evenings.0.sheets.0", THREE)).encode())
    [sheet] = book.evenings[0].sheets
    assert (sheet.stake, sheet.ended, sheet.first_dealer) == (25, True, 1)
    assert sheet.rules == SchieberamschRules(True, "most-augen", grand_hand=True, hands=12)
    assert [record.hand for record in sheet.hands] == [
        ramsch.Ramsch((50, 30, 25), None, (0, 2), 2), ramsch.Ramsch((70, None, 40), 1, 3),
        ramsch.Durchmarsch(2, 1, 3), GrandHand(0, 120, 4, Side.GEGNER, 2)]
    agreed = {key: value for key, value in THREE["rules"].items() if key != "grand_hand"}
    assert json.loads(document.write(book))["evenings"][0]["sheets"] \
        == [{**THREE, "rules": agreed}]


@pytest.mark.parametrize("written, cents", [
    ("0.50", 50), ("1", 100), ("2.5", 250), ("0.05", 5), ("0", 0), ("1234567.89", 123456789)])
def test_amounts(written, cents):
    book = document.read(json.dumps(changed("evenings.0.sheets.0.einsatz", written)).encode())
    assert book.evenings[0].sheets[0].stake == cents
    again = json.loads(document.write(book))["evenings"][0]["sheets"][0]["einsatz"]
    assert again == f"{cents // 100}.{cents % 100:02d}"


@pytest.mark.parametrize("given, hundredths, written", [
    ("0.0025", 25, "0.0025"), ("0.005", 50, "0.005"), ("0.01", 100, "0.01"), ("0.1", 1000, "0.10"),
    ("1", 10_000, "1.00"), ("0.0100", 100, "0.01"), ("0", 0, "0.00"),
    ("1234567.8901", 12_345_678_901, "1234567.8901")])
def test_rates(given, hundredths, written):
    """Money a point, in hundredths of a cent."""
    sheet = {"game": "schieberamsch", "players": list(NAMES[:3]), "rate": given}
    book = document.read(json.dumps(changed("evenings.0.sheets.0", sheet)).encode())
    assert book.evenings[0].sheets[0].stake == hundredths
    assert json.loads(document.write(book))["evenings"][0]["sheets"][0]["rate"] == written


@pytest.mark.parametrize("written, at", [
    ("1970-01-01T00:00:01Z", 1000), ("2026-11-20T20:15:00.250+01:00", 1_795_202_100_250),
    (None, 0)])
def test_times(written, at):
    book = changed("evenings.0.sheets.0.hands.0", {**HAND, "at": written, "by": "Anne"})
    book = document.read(json.dumps(book).encode())
    assert book.evenings[0].sheets[0].hands[0].stamp == Stamp("", at, "Anne")
    assert document.read(document.write(book).encode()) == book


def test_null_stands_for_nothing_named():
    hand = {**HAND, "dealer": None, "players": None}
    sheet = {**SHEET, "hands": [hand, HAND], "einsatz": None, "next_dealer": None}
    assert document.read(json.dumps(changed("evenings.0.sheets.0", sheet)).encode()) \
        == document.read(json.dumps(BOOK).encode())


def test_every_player_of_a_sheet_plays_in_the_club():
    book = {**BOOK, "club": {"players": ["Emil", "Bert"]}}
    assert document.read(json.dumps(book).encode()).players \
        == ("Emil", "Bert", "Anne", "Cem", "Dora")


@given(documents())
def test_what_is_written_is_read_back(raw):
    book = document.read(json.dumps(raw).encode())
    written = document.write(book)
    assert document.read(written.encode()) == book
    assert document.write(document.read(written.encode())) == written


def test_a_large_document_is_read_like_a_small_one():
    """More than two million characters."""
    hands = [HAND] * 40_000
    book = document.read(json.dumps(changed("evenings.0.sheets.0.hands", hands)).encode())
    assert book.evenings[0].sheets[0].hands == [HandRecord(Ramsch((66, 30, 24, 0)))] * 40_000


@pytest.mark.parametrize("on", [True, False])
def test_reading_leaves_the_garbage_collector_as_it_was(on):
    was_on = gc.isenabled()
    try:
        gc.enable() if on else gc.disable()
        with pytest.raises(Unreadable):
            document.read(b"[]")
        assert gc.isenabled() == on
    finally:
        gc.enable() if was_on else gc.disable()
