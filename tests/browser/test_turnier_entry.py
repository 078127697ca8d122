"""An evening of Doppelkopf by the tournament rules, tapped in a real browser.

The figures are worked out by hand from TSR 7.2. Five play; who deals sits out.
"""

from typing import Any

import pytest

from tests.browser.conftest import Hands
from tests.browser.evenings import take_in
from tests.browser.hand import LOOKS, Hand, Look
from tests.browser.program import Program

FIVE = ["Anne", "Bert", "Cem", "Dora", "Emil"]
RULES = {"bock": ["re-verloren", "herzstich"], "pflichtsolo": 1, "karlchen_gefangen": True}


def evening(*hands: dict[str, Any]) -> dict[str, Any]:
    return {"id": "e", "date": "2026-11-20", "place": "", "sheets": [
        {"id": "s", "game": "doppelkopf", "players": FIVE, "rules": RULES, "hands": list(hands)}]}


def test_hands_of_the_tournament_rules(program: Program, hand: Hand):
    take_in(program, evening())
    hand.open("/evening/e/sheet/s")
    a_plain_game(hand)
    an_announced_and_kept_u9(hand)
    a_duty_solo(hand)
    re_lost(hand)
    exact_augen_in_a_bockrunde(hand)
    a_correction(hand)


def sees_totals(hand: Hand, *totals: str) -> None:
    for name, total in zip(FIVE, totals):
        hand.sees(f"{name}, {total} Punkte")


def a_plain_game(hand: Hand) -> None:
    """One point, in three taps. Anne deals, and sits out."""
    hand.sees("Anne, setzt aus")
    hand.taps = 0
    hand.touch("seat-1", "seat-2", "result-re-120")
    sees_totals(hand, "0", "1", "1", "−1", "−1")
    assert hand.taps == 3


def an_announced_and_kept_u9(hand: Hand) -> None:
    """1 + 2 (Re) + 1 (Absage) + 1 (under 90), in five taps."""
    hand.sees("Bert, setzt aus")
    hand.taps = 0
    hand.touch("seat-0", "seat-2", "ansage-re", "ansage-re", "result-re-90")
    sees_totals(hand, "5", "1", "6", "−6", "−6")
    assert hand.taps == 5


def a_duty_solo(hand: Hand) -> None:
    """A Damen-Solo of Emil's won: 3. Cem deals again."""
    hand.touch("fold-solo", "spiel-damen-solo", "pflicht", "seat-4", "result-re-120")
    sees_totals(hand, "4", "0", "6", "−7", "−3")
    hand.sees("Cem, setzt aus")


def re_lost(hand: Hand) -> None:
    """1 + 2 + 1 for Kontra's Dora and Emil, and a Bockrunde of five hands."""
    hand.touch("seat-0", "seat-1", "ansage-re", "result-kontra-120")
    sees_totals(hand, "0", "−4", "6", "−3", "1")
    hand.sees("Bock ×2")


def exact_augen_in_a_bockrunde(hand: Hand) -> None:
    """Under 90 with a Fuchs and one Doppelkopf: 1 + 1 + 1 + 1, doubled. Dora sits out."""
    hand.touch("seat-0", "seat-2", "fold-extras", "fuchs-re", "doppelkopf-re", "fold-augen",
               "digit-1", "digit-6", "digit-0")
    hand.sees("1 + 1 (U9) + 1 (Fuchs) + 1 (Doppelkopf) = 4, Bock ·2 = 8")
    hand.reload()
    hand.sees("Fuchs Re · Doppelkopf Re")
    hand.touch("save")
    sees_totals(hand, "8", "−12", "14", "−3", "−7")


def a_correction(hand: Hand) -> None:
    """The first hand was lost: −2 instead of 1, so three less for Bert and Cem."""
    hand.touch("hand-1", "correct", "result-kontra-120")
    sees_totals(hand, "8", "−15", "11", "0", "−4")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_panel(program: Program, hands: Hands, look: Look):
    """For people to look at, as the pictures of the other screens."""
    take_in(program, evening({"re": ["Bert", "Cem"], "augen": 100, "ansagen": {"re": "ja"}}))
    user = hands(look, "/evening/e/sheet/s")
    user.shot("sheet-turnier-empty")
    user.touch("seat-0", "seat-4", "ansage-re", "ansage-re", "ansage-kontra")
    user.shot("sheet-turnier")
    user.touch("fold-extras", "fuchs-kontra", "karlchen", "doppelkopf-re")
    user.shot("sheet-turnier-extras")
    user.touch("fold-solo", "spiel-damen-solo", "pflicht")
    user.shot("sheet-turnier-solo")
    user.touch("fold-solo")
    user.shot("sheet-turnier-solo-results")
    user.touch("fold-augen", "digit-9", "digit-0")
    user.shot("sheet-turnier-augen")
