"""Evenings of the games that clubs play in earnest, tapped hand by hand; every figure was worked
out by hand before."""

import pytest

from tests.browser.evenings import PLAYERS, take_in
from tests.browser.hand import THIN, Hand
from tests.browser.program import Program


def begin(served: Program, hand: Hand, game: str, **more: object) -> None:
    """Open a new sheet of a game, at a cent a point."""
    take_in(served, {"id": f"club-{game}", "date": "2026-11-20", "place": "", "sheets": [
        {"id": f"list-{game}", "game": game, "players": PLAYERS, "hands": [], "rate": "0.01",
         **more}]})
    hand.open(f"/evening/club-{game}/sheet/list-{game}")


def totals(hand: Hand, **points: str) -> None:
    for name, figure in points.items():
        hand.sees(f"{name}, {figure} Punkt{'' if figure in ('1', '−1') else 'e'}")


@pytest.mark.whole
def test_an_evening_of_schafkopf(served: Program, hand: Hand):
    """With Laufenden and a Klopfer, Kontra, a Wenz, a Ramsch, a Sie and a lost Tout."""
    begin(served, hand, "schafkopf", rules={"keiner": "ramsch"})
    # (20 + 3 · 10 + 10) · 2
    hand.touch("seat-0", "seat-1", "laufende-3", "klopfer-2", "result-schneider")
    totals(hand, Anne="120", Bert="120", Cem="−120", Dora="−120")
    hand.touch("seat-2", "seat-3", "kontra", "result-verloren")  # 20 · 2
    totals(hand, Anne="160", Bert="160", Cem="−160", Dora="−160")
    hand.touch("spiel-wenz", "seat-3", "laufende-2", "result-gewonnen")  # 50 + 20, three times
    totals(hand, Anne="90", Bert="90", Cem="−230", Dora="50")
    hand.touch("ramsch", "verlierer-0", "jungfrauen-3", "save")  # 20 · 2 to each of three
    totals(hand, Anne="−30", Bert="130", Cem="−190", Dora="90")
    hand.touch("spiel-sie", "seat-1", "result-gewonnen")  # (50 + 80) · 4, three times
    totals(hand, Anne="−550", Bert=f"1{THIN}690", Cem="−710", Dora="−430")
    # (50 + 30) · 2, three times
    hand.touch("spiel-farbsolo", "seat-0", "tout", "laufende-3", "result-verloren")
    totals(hand, Anne=f"−1{THIN}030", Bert=f"1{THIN}850", Cem="−550", Dora="−270")
    hand.touch("menu", "settlement")
    for name, balance in (("Bert", "+18,50"), ("Dora", "−2,70"), ("Cem", "−5,50"),
                          ("Anne", "−10,30")):
        hand.sees(f"{name}: {balance} €")


@pytest.mark.whole
def test_tournament_doppelkopf_in_which_all_are_forced(served: Program, hand: Hand):
    """TSR 8.6: one hand for all, and then four in which the next after the dealer must play his
    solo; it counts three times for him."""
    begin(served, hand, "doppelkopf", rules={"pflichtsolo": 1, "hands": 5})
    hand.touch("seat-0", "seat-2", "result-re-120")
    totals(hand, Anne="1", Bert="−1", Cem="1", Dora="−1")
    hand.sees("Cem muss jetzt ein Solo spielen")
    hand.touch("spiel-damen-solo", "result-re-90")  # 1, and 1 for keine 90
    totals(hand, Anne="−1", Bert="−3", Cem="7", Dora="−3")
    hand.sees("Dora muss jetzt ein Solo spielen")
    hand.touch("spiel-fleischlos", "result-kontra-120")
    totals(hand, Anne="0", Bert="−2", Cem="8", Dora="−6")
    hand.touch("spiel-herz", "result-re-120")
    totals(hand, Anne="3", Bert="−3", Cem="7", Dora="−7")
    hand.sees("Bert muss jetzt ein Solo spielen")
    hand.touch("spiel-buben-solo", "result-re-30")  # 1, and 3 for keine 90, 60 and 30
    totals(hand, Anne="−1", Bert="9", Cem="3", Dora="−11")


@pytest.mark.whole
def test_a_list_of_skat_with_a_substitute(served: Program, hand: Hand):
    """The list of Seeger and Fabian; Dora takes Cem's place after three hands (ISkO 3.1.2)."""
    begin(served, hand, "skat", players=PLAYERS[:3],
          rules={"liste": "seeger-fabian", "hands": 5})
    hand.touch("seat-0", "spiel-kreuz", "spitzen-1", "result-gewonnen")  # 12 · 2 + 50
    totals(hand, Anne="74", Bert="0", Cem="0")
    # 24 · 3, twice, and 50 more; 40 for the others
    hand.touch("seat-1", "spiel-grand", "spitzen-2", "ohne", "result-verloren")
    totals(hand, Anne="114", Bert="−194", Cem="40")
    hand.touch("seat-2", "spiel-null", "result-gewonnen")  # 23 + 50
    totals(hand, Anne="114", Bert="−194", Cem="113")
    hand.touch("player-2", "takes-seat")
    hand.type("Dora", into="Name")
    hand.press("Enter")
    hand.touch("save-seats")
    totals(hand, Anne="114", Bert="−194", Cem="113", Dora="0")
    hand.touch("seat-3", "spiel-pik", "spitzen-1", "result-schneider")  # 11 · 3 + 50
    totals(hand, Anne="114", Bert="−194", Cem="113", Dora="83")
    hand.touch("seat-0", "spiel-herz", "spitzen-1", "result-verloren")  # 10 · 2, twice, and 50 more
    totals(hand, Anne="24", Bert="−154", Cem="113", Dora="123")
    hand.open("/evening/club-skat")
    for name, balance in (("Cem", "+3,06"), ("Dora", "+2,96"), ("Anne", "−0,34"),
                          ("Bert", "−5,68")):
        hand.sees(f"{name}: {balance} €")
