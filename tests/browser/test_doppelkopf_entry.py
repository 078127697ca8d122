"""Hands of Doppelkopf by the Altenburg rules, tapped in a real browser.

The figures are worked out by hand from S2, Werte and Berechnungen. Five play; who deals sits out.
"""

import pytest

from tests.browser.conftest import Hands
from tests.browser.evenings import take_in
from tests.browser.hand import LOOKS, Hand, Look
from tests.browser.program import Program

FIVE = ["Anne", "Bert", "Cem", "Dora", "Emil"]
EVENING = {"id": "e", "date": "2026-11-20", "place": "", "sheets": [
    {"id": "s", "game": "doppelkopf-altenburg", "players": FIVE, "hands": []}]}


def test_hands_of_doppelkopf(program: Program, hand: Hand):
    take_in(program, EVENING)
    hand.open("/evening/e/sheet/s")
    a_plain_game(hand)
    an_announced_and_kept_u9(hand)
    a_fuchs_lost(hand)
    a_solo_lost(hand)
    exact_augen_in_a_bockrunde(hand)
    both_ansagen_failed(hand)
    a_star_and_a_reload(hand)
    a_correction(hand)


def sees_totals(hand: Hand, *totals: str) -> None:
    for name, total in zip(FIVE, totals):
        hand.sees(f"{name}, {total} Punkte")


def a_plain_game(hand: Hand) -> None:
    """Alte gewonnen: 10, in three taps. Anne deals, and sits out."""
    hand.sees("Anne, setzt aus")
    hand.taps = 0
    hand.touch("seat-1", "seat-2", "result-re-120")
    sees_totals(hand, "0", "10", "10", "−10", "−10")
    assert hand.taps == 3


def an_announced_and_kept_u9(hand: Hand) -> None:
    """R/9 gewonnen: (10+10+10)·2 = 60, in five taps."""
    hand.sees("Bert, setzt aus")
    hand.taps = 0
    hand.touch("seat-0", "seat-2", "ansage-re", "ansage-re", "result-re-90")
    sees_totals(hand, "60", "10", "70", "−70", "−70")
    assert hand.taps == 5


def a_fuchs_lost(hand: Hand) -> None:
    """K/9 gewonnen, and Kontra lost a Fuchs: (20+10+10)·2−10 = 70."""
    hand.touch("seat-0", "seat-1", "ansage-kontra", "ansage-kontra", "fold-extras", "fuchs-re")
    hand.sees("Kontra U9 · (20+10+10)·2−10 = 70")
    hand.touch("result-kontra-90")
    sees_totals(hand, "−10", "−60", "70", "0", "0")


def a_solo_lost(hand: Hand) -> None:
    """A Buben-Solo of Emil's: 50 to each of the three others. Five hands count double now."""
    hand.touch("fold-solo", "spiel-buben-solo", "seat-4", "result-kontra-120")
    sees_totals(hand, "40", "−10", "120", "0", "−150")
    hand.sees("Bock ×2")


def exact_augen_in_a_bockrunde(hand: Hand) -> None:
    """131 Augen for Re: 10, doubled."""
    hand.touch("seat-0", "seat-1", "fold-augen", "digit-1", "digit-3", "digit-1")
    hand.sees("10, Bock ·2 = 20")
    hand.touch("save")
    sees_totals(hand, "60", "10", "100", "−20", "−150")


def both_ansagen_failed(hand: Hand) -> None:
    """U9 of both sides, and neither stayed under 90. The table gives Re 40, doubled."""
    hand.touch("seat-1", "seat-2", "ansage-re", "ansage-re", "ansage-kontra", "ansage-kontra",
        "result-re-120", "entscheid-re", "digit-4", "digit-0", "save")
    sees_totals(hand, "60", "90", "180", "−100", "−230")


def a_star_and_a_reload(hand: Hand) -> None:
    """Rot went round for Cem. Alte verloren: 20, doubled."""
    hand.touch("seat-0", "seat-2", "fold-stars", "rot-rum", "seat-2")
    hand.sees("★ Rot rum: Cem")
    hand.reload()
    hand.sees("★ Rot rum: Cem")
    hand.sees("Cem, Re, Sterne: 1")
    hand.touch("result-kontra-120")
    sees_totals(hand, "20", "90", "140", "−60", "−190")


def a_correction(hand: Hand) -> None:
    """The first hand was lost: 20 instead of 10 won, so 30 less for Bert and Cem."""
    hand.touch("hand-1", "correct", "result-kontra-120")
    sees_totals(hand, "20", "60", "110", "−30", "−160")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_panel(program: Program, hands: Hands, look: Look):
    """For people to look at, as the pictures of the other screens."""
    lost = {"re": ["Bert"], "spiel": "ober-solo", "ergebnis": {"seite": "re"}}
    take_in(program, {**EVENING, "sheets": [
        {**EVENING["sheets"][0], "hands": [lost, {"re": ["Anne", "Cem"], "augen": 140}]}]})
    user = hands(look, "/evening/e/sheet/s")
    user.shot("sheet-doppelkopf-empty")
    user.touch("seat-0", "seat-4", "ansage-re", "ansage-re")
    user.shot("sheet-doppelkopf")
    user.touch("fold-extras", "fuchs-kontra", "karlchen", "dulle", "seat-1")
    user.shot("sheet-doppelkopf-extras")
    user.touch("fold-stars", "stich-41", "seat-0")
    user.shot("sheet-doppelkopf-stars")
    user.touch("ansage-kontra", "ansage-kontra", "result-re-120")
    user.shot("sheet-doppelkopf-asked")
