"""A whole hand typed as a line, in a real browser. Figures are worked out by hand."""

import pytest

from tests.browser.conftest import Hands
from tests.browser.evenings import take_in
from tests.browser.hand import Hand, Look
from tests.browser.program import Program

FOUR = ["Anne", "Bert", "Cem", "Dora"]
EVENING = {"id": "e", "date": "2026-11-23", "place": "", "sheets": [
    {"id": "s", "game": "kalter-schlag", "players": FOUR, "einsatz": "0.50", "rules": {},
     "hands": []},
    {"id": "t", "game": "skat", "players": FOUR, "rate": "0.01", "rules": {}, "hands": []},
    {"id": "u", "game": "doppelkopf-altenburg", "players": FOUR, "rate": "0.01", "rules": {},
     "hands": []}]}

LOOKS = [Look(), Look("phone", "light"), Look("wide", "dark"), Look("wide", "light", "en"),
         Look("phone", "dark", text=200)]


def say_line(hand: Hand, text: str, look: Look) -> None:
    """Type a line where it is open."""
    hand.type(text, into="The hand in a line" if look.language == "en"
              else "Das Spiel in einer Zeile")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_hand_is_typed_as_a_line_and_enter_saves_it(program: Program, hands: Hands, look: Look):
    take_in(program, EVENING)
    hand = hands(look)
    hand.open("/evening/e/sheet/s")
    hand.find(identifier="digit-7").wait_for(state="attached")
    hand.shot("line-folded")
    hand.touch("line-key")
    hand.find(identifier="save").wait_for()
    say_line(hand, "Anne 66 Jngfer Dora", look)
    hand.find(identifier="line-again").wait_for(state="attached")
    hand.shot("line-not-understood")
    hand.find(identifier="save").wait_for()
    say_line(hand, "Anne 66 Jungfer Dora Kontra", look)
    hand.sees("Anne +260")
    hand.shot("line-whole")
    hand.press("Enter")
    hand.sees("Anne, 260 ")
    hand.touch("line-key")
    hand.shot("line-saved")
