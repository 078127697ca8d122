"""CSV as RFC 4180 has it and as spreadsheets read it: texts stay texts, figures stay figures."""

import csv
import re
from io import StringIO

import pytest
from hypothesis import given, strategies as st

from scorepad.i18n.words import Words
from scorepad.paper.tables import (
    PROGRAMS,
    SPREADSHEETS,
    TENTHS,
    Figure,
    _cell,
    as_text,
    evening_csv,
    hands_csv,
    ledger_csv,
    standing_csv,
    year_csv,
)
from scorepad.paper.year import season_csv
from scorepad.service.statistics import Chosen
from tests.paper.conftest import Club, evening
from tests.paper.reading import read_csv

NASTY = ["=1+1", "+49 171", "-Otto", "@SUM(A1:A9)"]
NUMBER = re.compile(r"-?\d+")


@pytest.fixture
def nasty(club: Club):
    """Four whose names are formulas, in a place that is one; Doppelkopf, so figures are below 0."""
    return club(evening(
        {"re": NASTY[:2], "augen": 131, "note": '=HYPERLINK("http://x")'},
        {"spiel": "buben-solo", "re": [NASTY[0]], "augen": 131, "note": 'say "hi", Anne'},
        players=NASTY, game="doppelkopf-altenburg", sheet={"rate": "0.01"}, place="=Anne",
        stars=[{"event": "manual", "player": NASTY[2], "stars": -2, "note": "@verzählt"}]))


def every_table(service, words: Words) -> list[bytes]:
    [card] = service.evenings()
    view, ledger = service.evening(card.id), service.club.ledger()
    return [hands_csv(view, words), evening_csv(view, service.club.evening(card.id), words),
            year_csv([view], ledger, words), ledger_csv(ledger, words)]


def test_bytes_as_the_rfc_has_them(nasty, words: Words):
    for content in every_table(nasty, words):
        assert content.startswith(b"\xef\xbb\xbf") and content.endswith(b"\r\n")
        text = content.decode("utf-8-sig")
        assert "\n" not in text.replace("\r\n", "") and "\r" not in text.replace("\r\n", "")
        widths = {len(line) for line in csv.reader(StringIO(text, newline=""), strict=True)}
        assert len(widths) == 1, "every line has as many fields"


def test_no_cell_is_a_formula(nasty, words: Words):
    for content in every_table(nasty, words):
        for line in csv.reader(StringIO(content.decode("utf-8-sig"), newline="")):
            for cell in line:
                assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")) \
                    or NUMBER.fullmatch(cell), cell


def test_names_and_notes_can_be_read_through_the_apostrophe(nasty, english: Words):
    [first, second] = read_csv(every_table(nasty, english)[0])
    assert first["Place"] == "'=Anne" and first["Dealer"] == "'=1+1"
    assert first["Note"] == "'=HYPERLINK(\"http://x\")" and second["Note"] == 'say "hi", Anne'


def test_figures_stay_figures(nasty, english: Words):
    """131 Augen: 10 for Re; the Buben-Solo is 40 · 3."""
    hands, results, _, changes = every_table(nasty, english)
    [first, second] = read_csv(hands)
    assert (first["'-Otto"], first["'-Otto, total"]) == ("-10", "-10")
    assert (second["'=1+1"], second["'=1+1, total"]) == ("120", "130")
    otto = next(line for line in read_csv(results) if line["Player"] == "'-Otto")
    assert (otto["Cents"], otto["Currency"], otto["Stars"]) == ("-50", "EUR", "-2")
    change, total = read_csv(changes)
    assert (change["Stars"], change["Stars after"], change["Hand"]) == ("-2", "-2", "")
    assert (total["What for"], total["Stars after"]) == ("Sum", "-2")


def test_dates_are_dates(nasty, words: Words):
    for content in every_table(nasty, words):
        lines = list(csv.reader(StringIO(content.decode("utf-8-sig"), newline="")))
        assert {line[0] for line in lines[1:]} == {"2026-11-20"}


def test_what_was_played_for_nothing_has_no_cents(club: Club, english: Words):
    service = club(evening({"augen": {"Bert": 70}}))
    view = service.evening("2026-11-20")
    assert {(line["Cents"], line["Currency"]) for line in read_csv(
        evening_csv(view, None, english))} == {("", "")}


def test_who_was_given_stars_without_playing_has_a_line(club: Club, english: Words):
    service = club(evening({"augen": {"Bert": 70}}, stars=[{"event": "kasten", "player": "Otto"}]))
    view, stars = service.evening("2026-11-20"), service.club.evening("2026-11-20")
    line = read_csv(evening_csv(view, stars, english))[-1]
    assert (line["Player"], line["Stars"], line["Stars after"]) == ("Otto", "-4", "-4")


def test_who_comes_later_has_no_figures_before(club: Club, english: Words):
    service = club(evening(
        {"re": ["Anne", "Bert"], "augen": 131},
        {"re": ["Anne", "Cem"], "augen": 131,  # Bert deals and sits out
         "players": ["Emil", "Anne", "Bert", "Cem", "Dora"]},
        game="doppelkopf-altenburg"))
    first, second = read_csv(hands_csv(service.evening("2026-11-20"), english))
    assert first["Emil"] == first["Emil, total"] == "" and second["Emil, total"] != ""


def test_nothing_is_a_line_of_titles(club: Club, words: Words):
    service = club()
    ledger = service.club.ledger()
    for content in (year_csv([], None, words), ledger_csv(ledger, words),
                    standing_csv(ledger, words)):
        assert content.count(b"\r\n") == 1


@given(st.text())
def test_any_text_is_read_back_and_is_no_formula(text: str):
    safe = as_text(text)
    assert safe in (text, "'" + text)
    assert not safe.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"))


STANDING_2021 = """\
Name;Sterne;Kästen (5 Sterne)
Gerry;108;21,6
Wolle;53;10,6
Guido;7;1,4
Holger;4;0,8
Silvio;3;0,6
Steffen;2;0,4
Chris;-3;-0,6
Summe;174;34,8
"""
"""The standing of 20 May 2021 as the club prints it (S2, Sterne), who has most first."""


def test_the_standing_has_the_kaesten_that_the_club_prints(club: Club):
    lines = [line.split(";") for line in STANDING_2021.splitlines()[1:-1]]
    service = club(club={"opening_stars": {"date": "2021-05-20", "balances": {
        name: int(stars) for name, stars, _ in lines}}})
    ledger = service.club.ledger()
    german = standing_csv(ledger, Words("de"), SPREADSHEETS["de"]).decode("utf-8-sig")
    assert german.splitlines() == STANDING_2021.splitlines()
    assert "Chris,-3,-0.6\r\nSum,174,34.8\r\n" in standing_csv(ledger, Words("en")).decode()


def test_who_has_retired_stands_below_the_sum(club: Club, english: Words):
    service = club(club={
        "people": [{"name": "=Otto", "retired": True}, {"name": "Anne"}],
        "opening_stars": {"date": "2021-05-20", "balances": {"Anne": 4, "=Otto": -7}}})
    assert standing_csv(service.club.ledger(), english).decode("utf-8-sig").splitlines()[1:] == [
        "Anne,4,0.8", "Sum of active players,4,0.8", "'=Otto,-7,-1.4"]


# --- for spreadsheets ---------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "first", "otto", "amount"), [
    ("de", "Datum;Ort;", "2026-11-20;'=Anne;'-Otto;", ";-0,50;EUR;"),
    ("en", "Date,Place,", "2026-11-20,'=Anne,'-Otto,", ",-0.50,EUR,"),
])
def test_a_spreadsheet_gets_the_marks_of_its_language(
        nasty, language: str, first: str, otto: str, amount: str):
    """Otto pays 50 cents: 10 points at Re's 131 Augen and 40 at the solo, at a cent a point."""
    [card] = nasty.evenings()
    content = evening_csv(nasty.evening(card.id), None, Words(language), SPREADSHEETS[language])
    head, *lines = content.decode("utf-8-sig").split("\r\n")
    assert head.startswith(first) and ("Betrag" in head) == (language == "de")
    [line] = [line for line in lines if line.startswith(otto)]
    assert amount in line


def test_points_in_cents_are_written_as_money_and_others_whole(club: Club):
    service = club(evening({"re": ["Anne", "Bert"], "augen": 131}, game="doppelkopf-altenburg"))
    text = hands_csv(service.evening("2026-11-20"), Words("de"), SPREADSHEETS["de"]).decode()
    assert ";10;10;" in text and ",00" not in text


def test_a_season_for_a_spreadsheet_has_averages_with_their_mark(club: Club):
    service = club(evening({"re": ["Anne", "Bert"], "augen": 131},
                           game="doppelkopf-altenburg", sheet={"rate": "0.01"}))
    games = service.statistics.by_game(Chosen(None))
    german = season_csv(games, "2026", Words("de"), SPREADSHEETS["de"]).decode()
    assert ";10,0" in german and ";-0,10" in german
    plain = season_csv(games, "2026", Words("de")).decode()
    assert ",10.0" in plain and ",-10" in plain


@pytest.mark.parametrize(("whole", "decimals", "written"), [
    (0, 2, "0,00"), (5, 2, "0,05"), (-5, 2, "-0,05"), (-500, 2, "-5,00"), (123456, 2, "1234,56"),
    (7, 0, 7), (-12, 1, "-1,2")])
def test_a_figure_has_its_digits_behind_the_mark(whole: int, decimals: int, written: object):
    assert _cell(Figure(whole, decimals), SPREADSHEETS["de"]) == written
    assert _cell(Figure(whole, decimals), PROGRAMS) == ("-1.2" if decimals == TENTHS else whole)


def test_games_are_called_as_on_the_pages_of_a_language(nasty):
    [card] = nasty.evenings()
    view = nasty.evening(card.id)
    for made in (hands_csv, lambda view, words: evening_csv(view, None, words)):
        assert "Doppelkopf (Altenburg rules)" in made(view, Words("en")).decode()
        assert "Doppelkopf (Altenburger Hausregeln)" in made(view, Words("de")).decode()
