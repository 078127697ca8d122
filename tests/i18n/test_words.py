"""Points that are money, days and sentences, in both languages."""

from datetime import date, datetime

import pytest

from scorepad.games import GAMES
from scorepad.games.money import shared, written
from scorepad.i18n.message import TITLES, listed, say, say_n
from scorepad.i18n.words import Words, read_day, typed_day

DE, EN = Words("de"), Words("en")


@pytest.mark.parametrize("cents, german, english, neutral", [
    (5, "0,05", "0.05", "0.05"), (0, "0,00", "0.00", "0.00"), (-60, "−0,60", "−0.60", "−0.60"),
    (123456, "1\u202f234,56", "1\u202f234.56", "1234.56"), (-100, "−1,00", "−1.00", "−1.00")])
def test_cents(cents, german, english, neutral):
    assert DE.points(cents, 2) == german and EN.points(cents, 2) == english
    assert written(cents, 2) == neutral


def test_a_sentence_alone_begins_with_a_capital():
    fault = say("{rest} Augen still open: {names}", rest=62, names=listed(["Ute", "Jürgen"]))
    assert DE.sentence(fault) == "Noch 62 Augen offen: Ute und Jürgen"
    assert EN.sentence(fault) == "62 Augen still open: Ute and Jürgen"
    assert DE.sentence(say("is not a name")) == "Ist kein Name"


@pytest.mark.parametrize("names, german, english", [
    (["Anne"], "Anne setzt aus", "Anne sits out"),
    (["Wolle", "Holger"], "Wolle und Holger setzen aus", "Wolle and Holger sit out"),
    (["A", "B", "C"], "A, B und C setzen aus", "A, B and C sit out")])
def test_names_in_a_sentence(names, german, english):
    told = say_n("{names} sits out", "{names} sit out", len(names), names=listed(names))
    assert DE(told) == german and EN(told) == english


def test_points_that_are_none_stay_whole():
    assert DE.points(-1480) == "−1\u202f480" and EN.points(5) == "5" and written(-5, 0) == "−5"


def test_amounts_in_arithmetic_have_the_mark_of_the_language():
    told = "Kontra Schneider: 3 · 0.05 = 0.15; Fuchs Anne ← Cem: 0.05"
    assert DE.arithmetic(told) == "Kontra Schneider: 3 · 0,05 = 0,15; Fuchs Anne ← Cem: 0,05"
    assert EN.arithmetic(told) == told
    for other in ("66 · 2 · 2 = 264 → 260", "AV/U9/U9/R", "3.141", "am 1.5."):
        assert DE.arithmetic(other) == other


@pytest.mark.parametrize("amount, seats, shares", [
    (10, (1, 3), (0, 5, 0, 5)), (5, (3, 1), (0, 3, 0, 2)), (0, (2,), (0, 0, 0, 0)),
    (7, (0, 1, 2, 3), (2, 2, 2, 1)), (5, (2, 0, 2), (2, 0, 3, 0))])
def test_what_does_not_divide_goes_to_the_first_seats(amount, seats, shares):
    assert shared(amount, seats, 4) == shares


@pytest.mark.parametrize("typed", [
    "25.9.2026", "25. 9. 2026", "25.09.26", "25/9/2026", "25 9 2026", "2026-09-25",
    "25. September 2026", "25. Sept. 2026", "25 September 2026", "September 25, 2026", "25 sep 26"])
def test_a_day_is_read_as_people_write_it(typed):
    assert read_day(f" {typed} ") == date(2026, 9, 25)
    assert read_day(typed_day(date(2026, 9, 25), DE)) == date(2026, 9, 25)


@pytest.mark.parametrize("typed, day", [
    ("1. März 2024", date(2024, 3, 1)), ("29.2.2024", date(2024, 2, 29)),
    ("3. Mai 1999", date(1999, 5, 3)), ("3 Dec 2024", date(2024, 12, 3)), ("29.2.2025", None),
    ("31.4.2026", None), ("25.9.", None), ("2026", None), ("25.13.2026", None), ("26-09-25", None),
    ("25.9.026", None), ("9.9.9.2026", None), ("25. Foo 2026", None), ("25+9+2026", None),
    ("", None), ("1.1.0", None)])
def test_what_is_no_day_is_none(typed, day):
    assert read_day(typed) == day


@pytest.mark.parametrize("at, german, english", [
    (datetime(2026, 11, 28, 3, 25, 10), "um 3:25", "at 3:25"),
    (datetime(2026, 11, 27, 21, 10), "gestern, 21:10", "yesterday, 21:10"),
    (datetime(2026, 11, 20, 23, 5), "am 20. November 2026", "on 20 November 2026")])
def test_when_somebody_was_here_is_said_as_people_say_it(at, german, english):
    now = in_milliseconds(datetime(2026, 11, 28, 4, 0))
    assert DE(DE.lately(in_milliseconds(at), now)) == german
    assert EN(EN.lately(in_milliseconds(at), now)) == english


def test_a_title_that_is_no_name_is_said_in_the_language():
    named = say("the rules of {game} stay as the sheet began", game="Freier Zettel")
    assert EN(named) == "the rules of Free sheet stay as the sheet began"
    assert "Freier Zettel" in DE(named)
    assert EN.game("Doppelkopf mit Kasse") == "Doppelkopf with a pot"
    assert EN.game("Kalter Schlag") == DE.game("Kalter Schlag") == "Kalter Schlag"
    assert {*TITLES} <= {game.title for game in GAMES}


def in_milliseconds(at: datetime) -> int:
    """A time on this device's clock, since 1970."""
    return round(at.timestamp() * 1000)
