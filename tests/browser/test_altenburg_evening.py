"""A whole evening of Doppelkopf, from the first hand to stars and money.

Worked out by hand from S2: every figure below is what people would have on paper.
"""

import pytest

from tests.browser.hand import Hand
from tests.browser.place import Place, Served
from tests.browser.program import Program

PLAYERS = ["Gerry", "Chris", "Guido", "Wolle", "Silvio"]
EVENING = {"id": "e", "date": "2026-11-20", "place": "bei Gerry", "sheets": [
    {"id": "s", "game": "doppelkopf-altenburg", "players": PLAYERS, "rate": "0.01", "hands": []}]}


@pytest.mark.whole
def test_an_evening_of_doppelkopf(served: Program, hand: Hand):
    play_doppelkopf(Served(served, hand))


def play_doppelkopf(place: Place) -> None:
    """With Böcke, a correction, stars and the end of the evening."""
    place.take_in(EVENING)
    hand = place.hand
    hand.open("/evening/e/sheet/s")
    hand.sees("Gerry gibt · Chris spielt aus")
    a_plain_hand_and_a_star(hand)
    an_announced_u9(hand)
    a_lost_solo(hand)
    a_late_comer(hand)
    a_hand_in_the_bockrunde_is_corrected(hand)
    stars_and_money(hand)


def totals(hand: Hand, **points: str) -> None:
    for name, figure in points.items():
        hand.sees(f"{name}, {figure} Punkte")


def a_plain_hand_and_a_star(hand: Hand) -> None:
    """Alte gewonnen, 10; three taps without the star, which is Guido's."""
    hand.touch("fold-stars", "rot-rum", "seat-2")
    hand.taps = 0
    hand.touch("seat-1", "seat-2", "result-re-120")
    assert hand.taps == 3
    totals(hand, Chris="10", Guido="10", Wolle="−10", Silvio="−10")


def an_announced_u9(hand: Hand) -> None:
    """R U9 won: (10+10+10)·2 = 60, in five taps."""
    hand.sees("Chris gibt · Guido spielt aus")
    hand.taps = 0
    hand.touch("seat-0", "seat-2", "ansage-re", "ansage-re", "result-re-90")
    assert hand.taps == 5
    totals(hand, Gerry="60", Guido="70", Wolle="−70", Silvio="−70")


def a_lost_solo(hand: Hand) -> None:
    """Buben-Solo lost: 50, three times for Wolle; Böcke for as many hands as there are players."""
    hand.sees("Guido gibt · Wolle spielt aus")
    hand.touch("fold-solo", "spiel-buben-solo", "seat-3", "result-kontra-120")
    totals(hand, Gerry="110", Chris="60", Wolle="−220", Silvio="−20")
    hand.sees("Noch 5 Spiele zählen doppelt")


def a_late_comer(hand: Hand) -> None:
    """With six the two beside the dealer, who is Wolle, sit out."""
    hand.touch("menu", "seats")
    hand.type("Holger", into="Name")
    hand.press("Enter")
    hand.sees("Wolle gibt · Guido und Silvio setzen aus")
    hand.touch("save-seats")
    hand.sees("Holger, 0 Punkte")
    hand.settle()


def a_hand_in_the_bockrunde_is_corrected(hand: Hand) -> None:
    """Alte verloren counts 20·2; it was Alte gewonnen, which counts 10·2."""
    hand.touch("seat-0", "seat-5", "result-kontra-120")
    totals(hand, Gerry="70", Chris="100", Wolle="−180", Holger="−40")
    hand.touch("hand-4", "correct")
    hand.sees("Spiel 4 wird korrigiert")
    hand.settle()
    hand.touch("result-re-120")
    totals(hand, Gerry="130", Chris="40", Guido="70", Wolle="−240", Silvio="−20", Holger="20")
    hand.sees("Noch 4 Spiele zählen doppelt")


def stars_and_money(hand: Hand) -> None:
    """Chris brought the Kasten (−4), Gerry has won the evening (−1), Rot went round for Guido."""
    hand.touch("menu", "settlement")
    hand.sees("Wer bekommt, wer zahlt")
    hand.touch("note-kasten")
    hand.tap("Chris")
    hand.sees("Kasten")
    hand.touch("end-evening")
    hand.sees("Abend fortsetzen")
    words = hand.words()
    for name, balance in (("Gerry", "+1,30"), ("Guido", "+0,70"), ("Chris", "+0,40"),
                          ("Holger", "+0,20"), ("Silvio", "−0,20"), ("Wolle", "−2,40")):
        assert f"{name}: {balance} €" in words
    assert "4 Zahlungen" in words
    hand.touch("ledger")
    for name, stars in (("Guido", "1"), ("Gerry", "−1"), ("Chris", "−4")):
        hand.sees(f"{name}: {stars} Stern")
