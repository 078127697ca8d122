"""Schieberamsch and Pfälzer Ramsch, tapped in a real browser.

The figures are worked out by hand from S3: a Ramsch is the highest Augen, doubled for every
Schieben and for a Jungfrau, a tenth of it rounded down; a Grand Hand 24 times 2 and its Spitzen.
"""

import pytest

from tests.browser.conftest import Hands
from tests.browser.evenings import take_in
from tests.browser.hand import LOOKS, Hand, Look, augen
from tests.browser.program import Program

EVENING = {"id": "e", "date": "2026-11-20", "place": "", "sheets": [
    {"id": "s", "game": "schieberamsch", "players": ["Anne", "Bert", "Cem"], "hands": []},
    {"id": "p", "game": "pfaelzer-ramsch", "players": ["Anne", "Bert", "Cem"], "hands": []}]}


def test_an_evening_of_ramsch(program: Program, hand: Hand):
    take_in(program, EVENING)
    hand.open("/evening/e/sheet/s")
    hand.sees("Anne gibt · Cem hebt ab · Bert spielt aus")
    one_decisive_figure(hand)
    pushed_twice_with_a_jungfrau(hand)
    a_durchmarsch(hand)
    a_grand_hand(hand)
    a_grand_hand_by_its_jacks(hand)
    reloaded_in_the_middle_of_a_grand_hand(hand)
    corrected(hand)
    pfaelzer_ramsch(hand)


def one_decisive_figure(hand: Hand) -> None:
    """66 → 6, in four taps."""
    hand.taps = 0
    hand.touch(*augen(0, 66), "save")
    hand.sees("Anne, 6 Punkte")
    assert hand.taps == 4
    hand.sees("Bert gibt · Anne hebt ab · Cem spielt aus")


def pushed_twice_with_a_jungfrau(hand: Hand) -> None:
    """S3, Beispiel: 113 · 2 · 2 · 2 = 904 → 90."""
    hand.touch("schieben-0", "schieben-1", "jungfrau-1", "jungfrau-0", *augen(2, 113))
    hand.sees("Eintragen: Cem +90")
    hand.touch("save")
    hand.sees("Cem, 90 Punkte")


def a_durchmarsch(hand: Hand) -> None:
    """12 · 2 · 2 = 48 less: 90 − 48."""
    hand.touch("durchmarsch", "seat-2", "schieben-0", "schieben-1")
    hand.sees("Eintragen: Cem −48")
    hand.touch("save")
    hand.sees("Cem, 42 Punkte")
    hand.sees("Anne gibt · Cem hebt ab · Bert spielt aus")


def a_grand_hand(hand: Hand) -> None:
    """With 2, 67 Augen: 4 · 24 = 96 → −9 in six taps, and Anne deals once more."""
    hand.taps = 0
    hand.touch("grand-hand", *augen(1, 67), "spitzen-2", "save")
    hand.sees("Bert, −9 Punkte")
    assert hand.taps == 6
    hand.sees("Anne gibt · Cem hebt ab · Bert spielt aus")


def a_grand_hand_by_its_jacks(hand: Hand) -> None:
    """Clubs and spades: with 2. 58 Augen with Kontra: 96 · 2 = 192 → 19, so 6 + 19."""
    hand.touch("grand-hand", *augen(0, 58), "jack-0", "jack-1", "kontra")
    hand.sees("Eintragen: Anne +19")
    hand.touch("save")
    hand.sees("Anne, 25 Punkte")


def reloaded_in_the_middle_of_a_grand_hand(hand: Hand) -> None:
    """Only the jack of diamonds: without 3, so 5 · 24 = 120. 25 Augen are Schneider: 6 · 24 = 144,
    with Kontra 288 → 28, and 42 + 28."""
    hand.touch("grand-hand", "seat-2", "digit-2", "jack-3", "kontra")
    hand.sees("Kontra ×2")
    hand.reload()
    hand.touch("digit-5")
    hand.sees("Eintragen: Cem +28")
    hand.touch("save")
    hand.sees("Cem, 70 Punkte")


def corrected(hand: Hand) -> None:
    """Bert's Grand Hand was with 3: 5 · 24 = 120 → −12."""
    hand.touch("hand-4", "correct", "spitzen-3")
    hand.sees("Eintragen: Bert −12")
    hand.touch("save")
    hand.sees("Bert, −12 Punkte")


def pfaelzer_ramsch(hand: Hand) -> None:
    """113 · 2 = 226, for the Jungfrau nothing; then a Durchmarsch of Anne's, 120 each."""
    hand.open("/evening/e/sheet/p")
    hand.touch("schieben-0", "jungfrau-0", *augen(2, 113), "save")
    hand.sees("Cem, 226 Punkte")
    hand.touch("durchmarsch", "seat-0", "save")
    hand.sees("Cem, 346 Punkte")
    hand.sees("Bert, 120 Punkte")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_panels(program: Program, hands: Hands, look: Look):
    """For people to look at, as the pictures of the other screens."""
    take_in(program, EVENING)
    user = hands(look, "/evening/e/sheet/s")
    user.touch(*augen(0, 66), "save")
    user.sees({"de": "Anne, 6 Punkte", "en": "Anne, 6 points"}[look.language])
    user.scroll(-2000)  # with large text the players lie under the bar by now
    user.touch("schieben-0", "jungfrau-1", *augen(2, 66))
    user.shot("sheet-ramsch")
    user.touch("grand-hand", *augen(1, 67), "jack-0", "jack-1", "kontra")
    user.shot("sheet-grand-hand")
