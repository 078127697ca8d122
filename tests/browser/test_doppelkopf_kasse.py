"""A whole match of Doppelkopf with a common pot, tapped in a real browser.

The base amount is 5 cents and everybody puts two of them in, so that the pot of 0.40 is soon
empty. Worked out by hand from S1, Grupp, "99 Kartenspiele", 183–221.
"""

import pytest

from tests.browser.conftest import Hands
from tests.browser.evenings import PLAYERS, take_in
from tests.browser.hand import Hand, Look
from tests.browser.program import Program

SHEET = {"id": "s", "game": "doppelkopf-kasse", "players": PLAYERS, "einsatz": "0.05",
         "rules": {"beitrag": 2, "solo_duty": 1}, "hands": []}
EVENING = {"id": "e", "date": "2026-11-20", "place": "bei Anne", "sheets": [SHEET]}


def test_a_match_to_its_end(program: Program, hand: Hand):
    take_in(program, EVENING)
    hand.open("/evening/e/sheet/s")
    hand.sees(": 0,40 €")
    a_plain_game(hand)
    a_solo_lost_with_kontra(hand)
    a_game_with_a_fuchs(hand)
    the_hammelrennen(hand)
    topping_up(hand)
    a_correction(hand)
    the_end(hand)


def tap(hand: Hand, *identifiers: str) -> None:
    for identifier in identifiers:
        hand.tap(identifier=identifier)


def purses(hand: Hand, anne: str, bert: str, cem: str, dora: str, pot: str) -> None:
    for name, amount in zip(PLAYERS, (anne, bert, cem, dora)):
        hand.sees(f"{name}, {amount} €")
    hand.sees(f": {pot} €")


def a_plain_game(hand: Hand) -> None:
    """5 for each of the two, in three taps."""
    hand.taps = 0
    tap(hand, "seat-0", "seat-1", "result-re-120")
    assert hand.taps == 3
    purses(hand, "0,05", "0,05", "0,00", "0,00", "0,30")


def a_solo_lost_with_kontra(hand: Hand) -> None:
    """10 to each, doubled; the pot has no part in it."""
    tap(hand, "solo", "seat-2", "kontra", "solo-lost")
    purses(hand, "0,25", "0,25", "−0,60", "0,20", "0,30")


def a_game_with_a_fuchs(hand: Hand) -> None:
    """Kontra wins, 10 each, and Bert has caught Anne's Fuchs, 5."""
    tap(hand, "seat-0", "seat-2", "fuchs", "seat-1", "seat-0", "result-kontra-120")
    purses(hand, "0,25", "0,40", "−0,60", "0,30", "0,05")


def the_hammelrennen(hand: Hand) -> None:
    """The last base amount, in two taps."""
    hand.sees("Hammelrennen?")
    hand.taps = 0
    tap(hand, "kasse", "seat-3")
    assert hand.taps == 2
    purses(hand, "0,25", "0,40", "−0,60", "0,35", "0,00")


def topping_up(hand: Hand) -> None:
    """Two base amounts from everybody; then Kontra wins Schneider, 15 each."""
    tap(hand, "kasse", "top-up-2")
    purses(hand, "0,15", "0,30", "−0,70", "0,25", "0,40")
    hand.reload()
    tap(hand, "seat-1", "seat-2", "result-kontra-60")
    purses(hand, "0,30", "0,30", "−0,70", "0,40", "0,10")


def a_correction(hand: Hand) -> None:
    """It was schwarz: 20 each, and the pot is empty."""
    tap(hand, "hand-6", "correct", "result-kontra-0")
    purses(hand, "0,35", "0,30", "−0,70", "0,45", "0,00")


def the_end(hand: Hand) -> None:
    """Nothing is left, so everybody has his purse without the 10 he put in."""
    tap(hand, "menu", "end-match")
    hand.sees("+0,35 €")
    tap(hand, "to-settlement")
    hand.sees("Wer bekommt, wer zahlt")
    words = hand.words()
    for balance in ("Anne: +0,25 €", "Bert: +0,20 €", "Cem: −0,80 €", "Dora: +0,35 €"):
        assert balance in words
    rest = words[words.index("3 Zahlungen"):]
    for part in ("Dora", "0,35 €", "Anne", "0,25 €", "Bert", "0,20 €"):
        assert part in rest
        rest = rest[rest.index(part):]


@pytest.mark.parametrize("look", [Look(), Look(theme="light", language="en"), Look(text=200),
                                  Look(size="wide", theme="light")], ids=str)
def test_the_panel(program: Program, hands: Hands, look: Look):
    """For people to look at, as the pictures of the other screens."""
    played = [{"re": ["Anne", "Bert"], "augen": 131},
              {"spiel": "solo", "re": ["Cem"], "gewonnen": False, "kontra": 1},
              {"re": ["Anne", "Cem"], "augen": 100,
               "fuchs": [{"faenger": "Bert", "verlierer": "Anne"}]}]
    take_in(program, {**EVENING, "sheets": [{**SHEET, "hands": played}]})
    user = hands(look)
    user.open("/evening/e/sheet/s")
    user.shot("sheet-kasse")
    tap(user, "seat-1", "seat-3", "fuchs", "seat-0", "seat-1", "karlchen")
    user.shot("sheet-kasse-extras")
    tap(user, "augen")
    user.shot("sheet-kasse-augen")
    tap(user, "solo", "kontra")
    user.shot("sheet-kasse-solo")
    tap(user, "art")
    user.shot("sheet-kasse-secret")
    tap(user, "kasse")
    user.shot("sheet-kasse-pot")
    tap(user, "seat-2", "menu", "end-match")
    user.sees("−0,65 €" if look.language == "de" else "−€0.65")
    user.shot("sheet-kasse-end")
