"""An evening of Skat at a table of four, tapped from the form for the rules to the list on paper.

Seeger-Fabian, thirteen hands, Kontra and Re, Ramsch where somebody wants one; who deals sits out.
The figures are worked out by hand: the value of the game (ISkO 5), lost twice that, and 50 for the
declarer, who won or lost; for a lost one 30 for each of the other three, who sits out too.
"""

from pathlib import Path

from tests.browser.conftest import Hands
from tests.browser.hand import Hand, Look, augen
from tests.browser.place import saved
from tests.browser.program import Program
from tests.browser.setting_up import See, choose, fill, sit_down, unseen
from tests.paper.reading import rows

AGAIN = 500
"""Milliseconds in which a second tap that saves is taken for a double tap."""

FOUR = ("Anne", "Bert", "Cem", "Dora")


def test_an_evening_of_skat(program: Program, hands: Hands, tmp_path: Path):
    play_skat(hands(Look(motion=False)), tmp_path)


def play_skat(hand: Hand, folder: Path, see: See = unseen) -> Path:
    """Play the evening to its end; the list on paper, which lies in the folder then."""
    agree(hand, see)
    four_won_games(hand, see)
    lost_games(hand, see)
    kontra_and_re(hand, see)
    a_correction(hand, see)
    the_last_hands(hand, see)
    settle(hand, see)
    paper = saved(hand, "pdf", folder)
    the_list_on_paper(rows(paper.read_bytes()))
    return paper


def totals(hand: Hand, *points: int) -> None:
    for name, figure in zip(FOUR, points):
        hand.sees(f"{name}, {figure} Punkte".replace("-", "−"))


def agree(hand: Hand, see: See) -> None:
    sit_down(hand, "skat", FOUR)
    see("skat-01-seats")
    choose(hand, "stake-100")
    see("skat-02-money")
    choose(hand, "house-rules", "liste-seeger-fabian")
    see("skat-03-list")
    fill(hand, "Anzahl der Spiele", "13")
    choose(hand, "kontra-True", "ramsch-an")
    see("skat-04-rules")
    hand.touch("start")
    hand.sees("Skat · 0 von 13 Spielen")
    hand.sees("Anne gibt · Dora hebt ab · Bert spielt aus")
    hand.sees("Anne, setzt aus")
    see("skat-05-empty")


def four_won_games(hand: Hand, see: See) -> None:
    """12 · 2; 23; 59; and 24 · (2 + 1 + 1 Hand + 1 Schneider + 1 angesagt)."""
    hand.taps = 0
    hand.touch("seat-1", "spiel-kreuz", "spitzen-1")
    see("skat-06-kreuz")
    hand.touch("result-gewonnen")
    assert hand.taps == 4
    totals(hand, 0, 74, 0, 0)
    see("skat-07-saved")
    hand.taps = 0
    hand.touch("seat-0", "spiel-null", "result-gewonnen")
    assert hand.taps == 3
    totals(hand, 73, 74, 0, 0)
    hand.touch("seat-3", "spiel-null", "hand", "ouvert")
    hand.sees("Null Hand ouvert: 59 + 50 → 109")
    see("skat-08-null-ouvert-hand")
    hand.touch("result-gewonnen")
    totals(hand, 73, 74, 0, 109)
    hand.sees("Dora, setzt aus")
    hand.touch("seat-2", "spiel-grand", "spitzen-2", "hand", "ansage")
    see("skat-09-grand-hand")
    hand.touch("result-schneider")
    totals(hand, 73, 74, 194, 109)


def lost_games(hand: Hand, see: See) -> None:
    """Karo with 1 counts 18 and not the 20 that were bid: 27, lost. Pik with 1: 22."""
    hand.touch("seat-3", "spiel-karo", "spitzen-1", "reizwert", "digit-2", "digit-0")
    see("skat-10-bid")
    hand.touch("reizwert")
    see("skat-11-overbid")
    hand.touch("result-gewonnen")
    totals(hand, 103, 104, 224, 5)
    hand.touch("seat-2", "spiel-pik", "spitzen-1", "result-verloren")
    totals(hand, 133, 134, 130, 35)
    hand.page.wait_for_timeout(2 * AGAIN)
    hand.touch("eingepasst")
    hand.sees("7 von 13 Spielen")
    see("skat-12-passed")


def kontra_and_re(hand: Hand, see: See) -> None:
    """Herz with 3: 40 · 2 · −2. Kreuz with 5: 12 · (5 + 1 + 1 Schneider) · 4."""
    hand.touch("seat-0", "spiel-herz", "spitzen-3", "kontra")
    see("skat-13-kontra")
    hand.touch("result-verloren")
    totals(hand, -77, 164, 160, 65)
    hand.touch("seat-1", "spiel-kreuz", "spitzen-5", "kontra", "kontra")
    see("skat-14-re")
    hand.touch("result-schneider")
    totals(hand, -77, 550, 160, 65)


def a_correction(hand: Hand, see: See) -> None:
    """The sixth was with 2: 33, so Cem has lost 22 more."""
    hand.touch("hand-6")
    see("skat-15-hand")
    hand.touch("correct")
    hand.sees("Spiel 6 wird korrigiert")
    hand.settle()
    hand.touch("spitzen-2")
    see("skat-16-correcting")
    hand.touch("result-verloren")
    totals(hand, -77, 550, 138, 65)
    hand.touch("hand-6")
    hand.sees("Korrigiert")
    see("skat-17-corrected")
    hand.touch("back")
    hand.settle()


def the_last_hands(hand: Hand, see: See) -> None:
    """66 with a Jungfrau; Grand with 1, Schneider: 24 · 3; Null Hand: 35; Pik with 1, Schneider."""
    hand.touch("ramsch")
    hand.settle()  # the tiles are others
    hand.touch("jungfrau-0", *augen(2, 66), *augen(3, 54))
    see("skat-18-ramsch")
    hand.touch("save")
    totals(hand, -77, 550, 6, 65)
    hand.settle()
    hand.touch("seat-3", "spiel-grand", "spitzen-1", "result-verloren-schneider")
    totals(hand, -47, 580, 36, -129)
    hand.touch("seat-1", "spiel-null", "hand", "result-verloren")
    totals(hand, -17, 460, 66, -99)
    hand.touch("seat-3", "spiel-pik", "spitzen-1", "augen", "digit-9", "digit-1")
    hand.sees("Pik mit 1, Spiel 2, Schneider 3: 33 + 50 → 83")
    see("skat-19-augen")
    hand.touch("save")
    totals(hand, -17, 460, 66, -16)
    hand.sees("13 von 13 Spielen")
    see("skat-20-end")


def settle(hand: Hand, see: See) -> None:
    """Everybody four times his points less the 493 of all, at a cent."""
    hand.touch("to-settlement")
    hand.sees("Wer bekommt, wer zahlt")
    hand.touch("end-evening")
    hand.sees("Abend fortsetzen")
    words = hand.words()
    for name, balance in (("Bert", "+13,47"), ("Cem", "−2,29"), ("Dora", "−5,57"),
                          ("Anne", "−5,61")):
        assert f"{name}: {balance} €" in words, words
    see("skat-21-settled")
    hand.scroll(3000)
    see("skat-22-settled-below")


def the_list_on_paper(lines: list[str]) -> None:
    """What a hand counted in the column for plus or for minus; below, how the totals come about:
    23 − 160 + 120 for Anne."""
    played = [line.split(" | ") for line in lines if line.split(" | ")[0] in map(str, range(1, 14))]
    assert [row[2] for row in played if row[0] != "7"] == [
        "24", "23", "59", "144", "−54", "−66", "−160", "336", "−132", "−144", "−70", "33"]
    for row in ("Gewonnen | 1 | 2 | 1 | 2", "Verloren | 1 | 1 | 1 | 2",
                "Spielpunkte | −137 | 290 | −54 | −106", "Seeger-Fabian | 120 | 170 | 120 | 90"):
        assert row in lines, lines
