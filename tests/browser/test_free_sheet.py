"""An evening of Rommé and one of Wizard's kind of points on free sheets, tapped to its settlement.

Rommé for 0.50, fewest points win: 12, 25, 0, 40 and 30, 0, 8, 61 bring Dora over 100, and Cem with
8 gets an Einsatz from each. Wizard at a cent a point, most points win, two rounds: 20, 10, 40, 40
are 110 together, so Anne pays 110 − 80 cents, Bert 110 − 40, and Cem and Dora get 160 − 110.
"""

import pytest

from tests.browser.conftest import Hands
from tests.browser.evenings import take_in
from tests.browser.hand import LOOKS, Hand, Look, augen
from tests.browser.program import Program

FOUR = ("Anne", "Bert", "Cem", "Dora")
BALANCES = {"Cem": "+2,00 €", "Anne": "−0,80 €", "Bert": "−1,20 €"}


def test_two_free_sheets_are_tapped_and_settled(hand: Hand):
    hand.open("/new")
    hand.touch("game-frei")
    for name in FOUR:
        hand.type(name, into="Name")
        hand.press("Enter")
        hand.sees(f"{name} ")
    reach(hand, "stake-50")
    hand.touch("stake-50")
    fill(hand, "Name des Spiels", "Rommé")
    reach(hand, "gut-niedrig")
    hand.touch("gut-niedrig")
    fill(hand, "Grenze", "100")
    hand.touch("start")
    hand.sees("Rommé · Partie 1 · bis 100")
    rounds_of_romme(hand)
    hand.touch("next-match", "menu", "another-game", "game-frei")
    fill(hand, "Name des Spiels", "Wizard")
    fill(hand, "Anzahl der Runden", "2")
    reach(hand, "einsatz_je-punkt")
    hand.touch("einsatz_je-punkt")
    hand.scroll(-3000)
    reach(hand, "stake-100")
    hand.touch("stake-100", "start")
    hand.sees("Wizard · Partie 1 · 0 von 2 Runden")
    rounds_of_wizard(hand)
    settlement(hand)
    offered_the_next_time(hand)


def reach(hand: Hand, identifier: str) -> None:
    """Scroll down until a control is there: what is far off the screen cannot be found."""
    for _ in range(15):
        if hand.find(identifier=identifier).count():
            return
        hand.scroll(250)


def fill(hand: Hand, label: str, text: str) -> None:
    """Scroll down to a field, and type into it."""
    for _ in range(15):
        if hand.page.get_by_label(label, exact=True).count():
            break
        hand.scroll(250)
    hand.type(text, into=label)


def rounds_of_romme(hand: Hand) -> None:
    """Player by player; whoever went out is left out."""
    hand.taps = 0
    hand.touch(*augen(0, 12), *augen(1, 25), *augen(3, 40), "save")
    assert hand.taps == 10
    hand.sees("Dora, 40 Punkte")
    hand.touch(*augen(0, 30), *augen(2, 8), *augen(3, 61), "save")
    hand.sees("Cem gewinnt")
    hand.sees("8 Punkte, und die Grenze ist 100")


def rounds_of_wizard(hand: Hand) -> None:
    """First how many, then who writes them."""
    hand.taps = 0
    hand.touch("digit-2", "digit-0", "seat-2", "seat-3", "digit-3", "digit-0", "seat-0", "sign",
               "digit-1", "digit-0", "seat-1")
    hand.sees("Anne +30 · Bert −10 · Cem, Dora +20")
    hand.touch("save")
    assert hand.taps == 12
    hand.taps = 0
    hand.touch("digit-2", "digit-0", "seat-1", "seat-2", "seat-3", "sign", "digit-1", "digit-0",
               "seat-0", "save")
    assert hand.taps == 10
    hand.sees("Cem und Dora gewinnen")


def settlement(hand: Hand) -> None:
    hand.touch("to-settlement")
    hand.sees("Wer bekommt, wer zahlt")
    words = hand.words()
    assert all(f"{name}: {balance}" in words for name, balance in BALANCES.items())
    assert "Bert zahlt Cem 1,20" in words and "Anne zahlt Cem 0,80" in words
    hand.shot("free-settlement")


def offered_the_next_time(hand: Hand) -> None:
    hand.open("/new", anew=True)
    hand.sees("Wizard")
    hand.touch("game-frei:niedrig:Rommé")
    hand.shot("free-new-known")
    hand.touch("start")
    hand.sees("Rommé · Partie 1 · bis 100")


EVENING = {"id": "e", "date": "2026-11-23", "place": "", "sheets": [
    {"id": "s", "game": "frei", "players": [*FOUR, "Emil", "Friederike", "Gerda"],
     "einsatz": "0.50", "rules": {"name": "Rommé", "gut": "niedrig", "limit": 500},
     "hands": [{"punkte": {"Anne": 12, "Bert": 125, "Dora": 40, "Emil": -5, "Gerda": 11}},
               {"punkte": {"Anne": 30, "Cem": 8, "Dora": 61, "Friederike": 99}}]}]}


@pytest.mark.parametrize("look", [*LOOKS, Look("phone", "light"), Look("wide", "dark")], ids=str)
def test_the_panel(program: Program, hands: Hands, look: Look):
    """For people to look at, as the pictures of the other screens."""
    take_in(program, EVENING)
    user = hands(look, "/evening/e/sheet/s")
    user.find(identifier="seat-0").wait_for(state="attached")
    user.shot("free-empty")
    user.touch(*augen(0, 45), "next", "digit-7", "sign")
    user.shot("free-typed")
    user.touch("amount", "digit-2", "digit-0")
    user.shot("free-amount")
    user.touch("seat-4", "seat-5", "save")
    user.touch("hand-3")
    user.shot("free-hand")
    user.open("/new")
    if user.find(identifier="games").count():  # folded at large text
        user.touch("games")
    user.touch("game-frei")
    user.shot("free-new")
    user.scroll(900)
    user.shot("free-new-rules")
    user.open("/statistics")
    user.shot("free-statistics")
