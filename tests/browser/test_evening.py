"""A whole evening of Kalter Schlag, tapped in a real browser.

The figures are worked out by hand beside the taps, from the rules: a Ramsch is the highest
Augen, doubled for each doubling and Jungfer, rounded to tens (S0, Wertung).
"""

import pytest

from tests.browser.conftest import Hands
from tests.browser.hand import THIN, Hand, Look, augen
from tests.browser.place import Place, Served, replayed
from tests.browser.program import Program


@pytest.mark.whole
def test_a_whole_evening(program: Program, hands: Hands):
    """With screens that slide in, as most people have them."""
    place = Served(program, hands(Look()))
    sit_down(place.hand)
    play_a_lost_partie(place.hand)
    play_a_won_partie(place.hand)
    settle(place.hand)
    come_back_after_a_restart(place)
    read_the_export_back(place.export())


def sit_down(hand: Hand) -> None:
    hand.tap(identifier="new-evening")
    for name in ("Anne", "Bert", "Cem", "Dora"):
        hand.type(name, into="Name")
        hand.tap(identifier="add-name")
    hand.tap(identifier="stake-50")
    hand.sees_no("Es fehl")
    hand.tap(identifier="start")
    hand.sees("Kalter Schlag · Partie 1")
    hand.sees("Anne gibt · Dora hebt ab · Bert spielt aus")


def play_a_lost_partie(hand: Hand) -> None:
    one_decisive_figure(hand)
    doubled_with_a_jungfer(hand)
    a_wrong_sum_is_refused(hand)
    correct_the_first_hand(hand)
    undo_and_redo(hand)
    reload_in_the_middle(hand)
    everybody_over_the_limit(hand)


def one_decisive_figure(hand: Hand) -> None:
    """66 are more than the 54 left can beat: 66 → 70, in four taps."""
    hand.taps = 0
    hand.touch(*augen(0, 66), "save")
    hand.sees("Anne, 70 Punkte, Anschriften: 1")
    assert hand.taps == 4
    hand.sees("Bert gibt · Anne hebt ab · Cem spielt aus")


def doubled_with_a_jungfer(hand: Hand) -> None:
    """66 · 2 · 2 = 264 → 260, one tap more for each doubling."""
    hand.taps = 0
    hand.touch(*augen(1, 66), "doubling-1", "jungfer-3")
    hand.sees("Eintragen: Bert +260")
    hand.tap(identifier="save")
    hand.sees("Bert, 260 Punkte, Anschriften: 1")
    assert hand.taps == 6


def a_wrong_sum_is_refused(hand: Hand) -> None:
    """40 + 40 + 20 + 18 = 118. With 20 it is 120, and Anne and Bert write 40 each."""
    hand.touch(*augen(0, 40), *augen(1, 40), *augen(2, 20), *augen(3, 18))
    hand.sees("Zusammen 118 – es fehlen 2 Augen")
    assert hand.find(identifier="save").get_attribute("aria-disabled") == "true"
    hand.press("Enter")
    hand.sees_no("Spiel 3:")
    hand.touch(*augen(3, 20), "save")
    hand.sees("Spiel 3: Anne 40, Bert 40")
    hand.sees("Anne, 110 Punkte, Anschriften: 2")
    hand.sees("Bert, 300 Punkte, Anschriften: 2")


def correct_the_first_hand(hand: Hand) -> None:
    """It was 76 and not 66: 76 → 80, so Anne has 80 + 40."""
    hand.tap(identifier="hand-1")
    hand.sees("Anne 66")
    hand.tap(identifier="correct")
    hand.sees("Spiel 1 wird korrigiert")
    hand.touch(*augen(0, 76), "save")
    hand.sees("Anne, 120 Punkte, Anschriften: 2")
    hand.tap(identifier="hand-1")
    hand.sees("Korrigiert")
    hand.sees("Anne 76")
    hand.sees("Anne 66")
    hand.tap(identifier="back")
    hand.sees("Kalter Schlag · Partie 1")
    hand.settle()  # a tap while the screen slides in would meet another place


def undo_and_redo(hand: Hand) -> None:
    hand.tap(identifier="undo")
    hand.sees("Anne, 110 Punkte, Anschriften: 2")
    hand.press("Control+y")
    hand.sees("Anne, 120 Punkte, Anschriften: 2")


def reload_in_the_middle(hand: Hand) -> None:
    """9, then F5, then 3: Cem has 93 → 90."""
    hand.touch("seat-2", "digit-9")
    hand.sees("Cem, 9 Augen")
    hand.reload()
    hand.sees("Cem, 9 Augen")
    hand.touch("digit-3", "save")
    hand.sees("Cem, 90 Punkte, Anschriften: 1")


def everybody_over_the_limit(hand: Hand) -> None:
    """Dora takes every trick, 120 · 2⁴ = 1920 for the others: Anne 2040, Bert 2220, Cem 2010.

    Bert has the most. He pays 0.50 to Anne and Cem, who wrote points, and 1.00 to Dora.
    """
    hand.touch("durchmarsch", "seat-3", "doubling-4")
    hand.sees("Eintragen: Anne, Bert, Cem +1 920")
    hand.tap(identifier="save")
    hand.sees(f"2{THIN}220 Punkte, und die Grenze ist 2{THIN}000")
    hand.sees("−2,00 €")
    hand.sees("Bert bestimmt, wer zuerst gibt:")
    hand.tap(identifier="deal-3")
    hand.tap(identifier="next-match")
    hand.sees("Dora gibt · Cem hebt ab · Anne spielt aus")
    hand.sees("Kalter Schlag · Partie 2")


def play_a_won_partie(hand: Hand) -> None:
    """66 → 70 five times: 350 points, five Anschriften. Everybody pays Anne 1.00."""
    for count in range(1, 6):
        hand.touch(*augen(0, 66), "save")
        if count < 5:
            hand.sees(f"Anne, {70 * count} Punkte, Anschriften: {count}")
    hand.sees("Anne gewinnt")
    hand.sees("Anne gibt in der nächsten Partie zuerst.")
    hand.tap(identifier="next-match")
    hand.sees("Kalter Schlag · Partie 3")
    hand.sees("Anne gibt · Dora hebt ab · Bert spielt aus")


def settle(hand: Hand) -> None:
    """Anne 0.50 + 3.00, Bert −2.00 − 1.00, Cem 0.50 − 1.00, Dora 1.00 − 1.00."""
    hand.tap(identifier="menu")
    hand.tap(identifier="settlement")
    for line in ("+3,50 €", "−3,00 €", "−0,50 €", "0,00 €", "2 Zahlungen",
                 "Bert zahlt Anne 3,00", "Cem zahlt Anne 0,50"):
        hand.sees(line)
    hand.tap(identifier="copy")
    copied = hand.page.evaluate("navigator.clipboard.readText()")
    assert "Bert zahlt Anne 3,00\N{NO-BREAK SPACE}€" in copied
    hand.tap(identifier="end-evening")
    hand.sees("Abend fortsetzen")


def come_back_after_a_restart(place: Place) -> None:
    place.restart()
    place.hand.sees("Anne, Bert, Cem, Dora")
    place.hand.page.get_by_role("button", name="Anne, Bert, Cem, Dora").click()
    place.hand.sees("+3,50 €")


def read_the_export_back(book: bytes) -> None:
    evening = replayed(book)[0]
    assert evening["payout"] == {"Anne": 350, "Bert": -300, "Cem": -50, "Dora": 0}
    assert [(match["winner"], match["loser"]) for match in evening["sheets"][0]["matches"]] == [
        (None, "Bert"), ("Anne", None)]
