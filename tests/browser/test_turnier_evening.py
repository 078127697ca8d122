"""An evening of Doppelkopf by the tournament rules, tapped from the form for the rules to its end:
five players, fourteen hands, Böcke, and a Pflichtsolo for everybody.

The figures are worked out by hand from TSR 7.2; who deals sits out. A hand that starts a Bockrunde
makes the five after it count double: here the fourth to the eighth, and all from the tenth on.
"""

from tests.browser.conftest import Hands
from tests.browser.hand import Hand, Look
from tests.browser.program import Program
from tests.browser.setting_up import See, choose, fill, sit_down, unseen

ON_THE_LIST = (100, 250)
"""A place on the list of hands."""

FIVE = ("Anne", "Bert", "Cem", "Dora", "Emil")


def test_an_evening_of_doppelkopf(program: Program, hands: Hands):
    play_doppelkopf(hands(Look(motion=False)))


def play_doppelkopf(hand: Hand, see: See = unseen) -> None:
    """Play the evening to its end."""
    agree(hand, see)
    calls(hand, see)
    a_bockrunde(hand, see)
    soli_and_pairs(hand, see)
    a_lost_duty_solo(hand, see)
    nobody_wins(hand, see)
    forced_soli(hand, see)
    settle(hand, see)


def totals(hand: Hand, *points: int) -> None:
    for name, figure in zip(FIVE, points):
        hand.sees(f"{name}, {figure} Punkt".replace("-", "−"))


def agree(hand: Hand, see: See) -> None:
    sit_down(hand, "doppelkopf", FIVE)
    see("turnier-01-seats")
    choose(hand, "stake-1000", "house-rules", "fuchs_am_end-True")
    see("turnier-02-sonderpunkte")
    choose(hand, "bock-120", "bock-re-verloren", "bock-solo-verloren")
    see("turnier-03-boecke")
    fill(hand, "Pflichtsoli", "1")
    fill(hand, "Anzahl der Spiele", "14")
    see("turnier-04-soli")
    hand.touch("start")
    hand.sees("Doppelkopf · 0 von 14 Spielen")
    hand.sees("Anne gibt · Emil hebt ab · Bert spielt aus")
    see("turnier-05-empty")


def calls(hand: Hand, see: See) -> None:
    """1; 1 + 2 (Re) + 1 (U9) + 1; and Re's U6 that 170 Augen do not keep: 1 + 2 + 2 + 2 + 1."""
    hand.taps = 0
    hand.touch("seat-1", "seat-2")
    see("turnier-06-plain")
    hand.touch("result-re-120")
    assert hand.taps == 3
    totals(hand, 0, 1, 1, -1, -1)
    see("turnier-07-saved")
    hand.sees("Bert, setzt aus")
    hand.taps = 0
    hand.touch("seat-0", "seat-2", "ansage-re", "ansage-re")
    see("turnier-08-u9")
    hand.touch("result-re-90")
    assert hand.taps == 5
    totals(hand, 5, 1, 6, -6, -6)
    hand.touch("seat-0", "seat-3", "ansage-re", "ansage-re", "ansage-re", "ansage-kontra",
               "fold-augen", "digit-1", "digit-7", "digit-0")
    hand.sees("1 + 2 (Re) + 2 (Kontra) + 2 (Absagen) + 1 (Alte) = 8")
    see("turnier-09-augen")
    hand.touch("save")
    totals(hand, -3, 9, 6, -14, 2)
    hand.sees("Bock ×2")


def a_bockrunde(hand: Hand, see: See) -> None:
    """Twice 1 + 1 (U9) + 1 (Fuchs) + 1 (Doppelkopf) − 1 (Kontra's Karlchen); twice 1 + 1 (Alte)."""
    hand.touch("seat-1", "seat-4", "fold-extras", "fuchs-re", "doppelkopf-re", "karlchen",
               "karlchen")
    see("turnier-10-extras")
    hand.touch("result-re-90")
    totals(hand, -9, 15, 0, -14, 8)
    see("turnier-11-bock")
    hand.touch("seat-0", "seat-1", "result-kontra-120")
    totals(hand, -13, 11, 4, -10, 8)


def soli_and_pairs(hand: Hand, see: See) -> None:
    """A Pflichtsolo, after which Anne deals again; a Hochzeit won against Kontra; an Armut lost
    under 90, in which there is no point against the Alten. All of them twice."""
    hand.touch("fold-solo", "spiel-damen-solo", "pflicht", "seat-3")
    see("turnier-12-solo")
    hand.touch("result-re-120")
    totals(hand, -13, 9, 2, -4, 6)
    hand.sees("Anne, setzt aus")
    hand.touch("fold-solo", "spiel-hochzeit", "seat-1", "seat-4", "ansage-kontra")
    see("turnier-13-hochzeit")
    hand.touch("result-re-120")
    totals(hand, -13, 15, -4, -10, 12)
    hand.touch("fold-solo", "spiel-armut", "seat-0", "seat-2")
    see("turnier-14-armut")
    hand.touch("result-kontra-90")
    totals(hand, -17, 15, -8, -6, 16)


def a_lost_duty_solo(hand: Hand, see: See) -> None:
    """1, three times for Anne. Then the first hand is corrected: under 90, 2 instead of 1."""
    hand.touch("fold-solo", "spiel-herz", "pflicht", "seat-0", "result-kontra-120")
    totals(hand, -20, 16, -8, -5, 17)
    hand.page.mouse.move(*ON_THE_LIST)
    hand.page.mouse.wheel(0, 2000)
    hand.settle()
    hand.touch("hand-1")
    see("turnier-15-hand")
    hand.touch("correct")
    hand.sees("Spiel 1 wird korrigiert")
    hand.settle()
    see("turnier-16-correcting")
    hand.touch("result-re-90")
    totals(hand, -20, 17, -7, -6, 16)


def nobody_wins(hand: Hand, see: See) -> None:
    """120 and no call: Kontra wins, 1 + 1 (Alte). U6 on both sides and 100 Augen: against
    the other's U6 Kontra has reached 90 and 120, which is 2, and Re only 90. Both twice."""
    hand.settle()
    hand.touch("seat-1", "seat-3", "result-120")
    totals(hand, -16, 13, -7, -10, 20)
    hand.touch("seat-0", "seat-4", *["ansage-re"] * 3, *["ansage-kontra"] * 3, "fold-augen",
               "digit-1", "digit-0", "digit-0")
    see("turnier-17-nobody")
    hand.touch("save")
    totals(hand, -18, 15, -5, -10, 18)


def forced_soli(hand: Hand, see: See) -> None:
    """Three hands are left for three who owe a solo. Bert's Fleischlos under 90: 1 + 1; Cem's
    Buben-Solo lost to Kontra: 1 + 2; Emil's König-Solo with Re: 1 + 2. All of them twice."""
    hand.sees("Bert, Cem und Emil müssen jetzt je ein Solo spielen")
    see("turnier-18-must")
    hand.touch("fold-solo", "spiel-fleischlos", "pflicht", "vorgefuehrt", "seat-1")
    see("turnier-19-forced")
    hand.touch("result-re-90")
    totals(hand, -22, 27, -9, -14, 18)
    hand.touch("fold-solo", "spiel-buben-solo", "pflicht", "vorgefuehrt", "seat-2",
               "ansage-kontra", "result-kontra-120")
    totals(hand, -22, 33, -27, -8, 24)
    hand.touch("fold-solo", "spiel-koenig-solo", "pflicht", "vorgefuehrt", "seat-4",
               "ansage-re", "result-re-120")
    totals(hand, -28, 33, -33, -14, 42)
    hand.sees("14 von 14 Spielen")
    see("turnier-20-end")


def settle(hand: Hand, see: See) -> None:
    """Ten cents a point."""
    hand.touch("to-settlement")
    hand.sees("Wer bekommt, wer zahlt")
    hand.touch("end-evening")
    hand.sees("Abend fortsetzen")
    words = hand.words()
    for name, balance in (("Emil", "+4,20"), ("Bert", "+3,30"), ("Dora", "−1,40"),
                          ("Anne", "−2,80"), ("Cem", "−3,30")):
        assert f"{name}: {balance} €" in words, words
    see("turnier-21-settled")
    hand.scroll(3000)
    see("turnier-22-settled-below")
