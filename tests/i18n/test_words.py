"""Points that are money, in both languages."""

import pytest

from scorepad.games.money import shared, written
from scorepad.i18n.message import listed, say, say_n
from scorepad.i18n.words import Words

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
