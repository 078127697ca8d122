"""Skat, tapped in a real browser. The figures are worked out by hand: the base value times Spitzen,
one for the game, and one for everything else that was announced or reached."""

import pytest

from tests.browser.conftest import Hands
from tests.browser.evenings import take_in
from tests.browser.hand import Look
from tests.browser.program import Program

EVENING = {"id": "e", "date": "2026-11-23", "place": "", "sheets": [
    {"id": "s", "game": "skat", "players": ["Anne", "Bert", "Cem", "Dora"], "rate": "0.01",
     "rules": {"kontra": True, "ramsch": "an", "bock": ["60:60"], "liste": "seeger-fabian"},
     "hands": []}]}


@pytest.mark.parametrize("look", [Look(), Look("phone", "light"), Look("wide", "light", "en")],
                         ids=str)
def test_an_evening_of_skat(program: Program, hands: Hands, look: Look):
    take_in(program, EVENING)
    hand = hands(look)
    hand.open("/evening/e/sheet/s")
    hand.find(identifier="spiel-kreuz").wait_for(state="attached")
    hand.shot("skat-empty")
    hand.taps = 0
    hand.touch("seat-1", "spiel-kreuz", "spitzen-1")
    hand.shot("skat-kreuz")
    hand.touch("result-gewonnen")
    assert hand.taps == 4
    hand.sees("Bert, 74 ")  # 12 · 2 + 50
    hand.taps = 0
    hand.touch("seat-0", "spiel-null", "result-gewonnen")
    assert hand.taps == 3
    hand.sees("Anne, 73 ")
    hand.touch("seat-0", "spiel-pik", "spitzen-5", "spitzen-5", "ansage", "kontra", "augen",
               "digit-9", "digit-1")
    hand.shot("skat-augen")  # 11 · (6 + 1 + 1 + 1 + 1) · 2
    hand.touch("save")
    hand.sees("Anne, 343 ")
    hand.touch("ramsch", "seat-0", "digit-6", "digit-6")
    hand.shot("skat-ramsch")
    hand.touch("save")
    hand.sees("Anne, 277 ")
    hand.touch("seat-2", "spiel-karo", "spitzen-1", "result-verloren-60", "eingepasst")
    hand.sees("Cem, −86 ")
    hand.shot("skat-bock")
