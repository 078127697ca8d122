"""Chase-the-Ace and Cinq-Cents, a match of each tapped in a real browser.

S1 (Grupp): everybody has three parts, and the last one in takes the bank (009–031); melds and
tricks together, and who is first to have 500 wins (047–093). The sums are hand arithmetic.
"""

import pytest

from tests.browser.conftest import Hands
from tests.browser.evenings import take_in
from tests.browser.hand import CANVAS_LAG, Hand, Look
from tests.browser.program import Program

TWENTY = ["Anne", "Bert", "Christina", "Dora", "Emil", "Friederike", "Gerd", "Hanna", "Ingo",
          "Jörg", "Karl", "Lena", "Maximilian", "Nora", "Otto", "Paula", "Quirin", "Rosa", "Sven",
          "Tina"]

ROUNDS = [{"zahlt": ["Bert", "Tina"]}, {"zahlt": ["Bert"]}, {"zahlt": ["Bert", "Emil", "Nora"]},
          {"zahlt": ["Christina", "Emil"]}, {"zahlt": ["Emil"]}, {"zahlt": ["Maximilian"]}]
"""Bert and Emil are out; ten parts of 20 cents lie in the bank."""

EVENING = {"id": "e", "date": "2026-11-20", "place": "", "sheets": [
    {"id": "a", "game": "chase-the-ace", "players": ["Anne", "Bert", "Cem", "Dora"],
     "einsatz": "0.50", "hands": []},
    {"id": "c", "game": "cinq-cents", "players": ["Anne", "Bert"], "einsatz": "1", "hands": []},
    {"id": "t", "game": "chase-the-ace", "players": TWENTY, "einsatz": "0.20",
     "hands": ROUNDS},
    {"id": "o", "game": "chase-the-ace", "players": TWENTY, "einsatz": "0.20", "hands": [
        {"zahlt": TWENTY[first:min(first + 4, 19)]} for first in range(0, 19, 4)
        for _ in range(3)]}]}
"""On the last sheet only Tina is left, who has not paid."""


def digits(figure: int) -> list[str]:
    return [f"digit-{digit}" for digit in str(figure)]


def test_a_match_of_chase_the_ace(program: Program, hand: Hand):
    """Three rounds put Anne and Bert out, Cem follows; Dora takes 4 · 3 parts less her two."""
    take_in(program, EVENING)
    hand.open("/evening/e/sheet/a")
    hand.taps = 0
    hand.touch("seat-1", "save")
    hand.sees("Bert, −0,50 €")
    assert hand.taps == 2
    hand.touch("cards", "card-7", "card-A", "card-K", "card-A")
    hand.sees("Eintragen: Bert, Dora −0,50 €")
    hand.touch("seat-3", "card-8", "seat-0", "card-A", "save")
    hand.sees("Anne, −0,50 €")
    hand.touch("seat-0", "seat-1", "save")
    hand.sees("Bert, −1,50 €")
    hand.touch("seat-0")
    hand.sees("Eintragen: Anne −0,50 €")
    hand.reload()
    hand.touch("save")
    hand.sees("Anne, −1,50 €")
    for _ in range(2):
        hand.touch("seat-2", "save")
        hand.sees_no("Eintragen: Cem −0,50 €")
    hand.touch("seat-3", "save")
    hand.sees("Dora, −0,50 €")
    hand.touch("seat-2")
    hand.sees("Eintragen: Cem −0,50 € · Dora +5,00 €")
    hand.touch("save")
    hand.sees("+4,50 €")
    hand.touch("next-round")
    hand.sees("Anne, 0,00 €")
    hand.touch("seat-0", "save")
    hand.sees("Anne, −0,50 €")


def test_a_match_of_cinq_cents(program: Program, hand: Hand):
    """Anne: 200 + 20 + 90 = 310; then Bert, who declared, has less: 50 + 40 = 90 against 100 + 60,
    so that she writes all 250."""
    take_in(program, EVENING)
    hand.open("/evening/e/sheet/c")
    hand.sees("Anne gibt · Bert hebt ab und spielt aus")
    hand.touch("spielmacher-0", "vier-buben", "bella", *digits(90), *digits(40))
    hand.sees("Eintragen: Anne +310 · Bert +40")
    hand.touch("save")
    hand.sees("Anne, 310 Punkte")
    hand.touch("spielmacher-1", "quart", *digits(40), "terz", "vier-damen", *digits(60))
    hand.sees("Eintragen: Anne +250")
    hand.touch("save")
    hand.sees("Spiel 2: Anne 250")
    hand.sees("−1,00 €")
    hand.touch("next-match", "spielmacher-1", "matsch-0", *digits(130))
    hand.sees("Eintragen: Bert +230")
    hand.touch("save")
    hand.sees("Bert, 230 Punkte")


@pytest.mark.parametrize("look", [Look(), Look(theme="light", language="en"), Look(text=200),
                                  Look(size="wide", theme="light")], ids=str)
def test_the_panels(program: Program, hands: Hands, look: Look):
    """For people to look at, as the pictures of the other screens."""
    take_in(program, EVENING)
    user = hands(look)
    user.open("/evening/e/sheet/a")
    user.touch("seat-1", "seat-3", "save")
    user.sees({"de": "Dora, −0,50 €", "en": "Dora, −€0.50"}[look.language])
    user.touch("seat-2")
    user.shot("sheet-chase-the-ace")
    user.touch("cards", "card-K", "card-7")
    user.shot("sheet-chase-the-ace-cards")
    user.open("/evening/e/sheet/t")
    user.touch("seat-2", "seat-19")
    user.page.wait_for_timeout(CANVAS_LAG)
    user.shot("sheet-chase-the-ace-twenty")
    user.touch("cards", "card-8")
    user.shot("sheet-chase-the-ace-twenty-cards")
    user.open("/evening/e/sheet/o")
    user.sees("+11,40 €" if look.language == "de" else "+€11.40")
    user.shot("sheet-chase-the-ace-over")
    user.open("/evening/e/sheet/c")
    user.touch("spielmacher-0", *digits(90), *digits(40), "save")
    user.sees({"de": "Anne, 90 Punkte", "en": "Anne, 90 points"}[look.language])
    user.touch("spielmacher-1", "bella", "terz", *digits(70), "vier-buben", "quart", "trumpf",
        "digit-4")
    user.shot("sheet-cinq-cents")
