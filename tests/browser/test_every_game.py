"""A hand or two in the panel of every game, tapped, saved and corrected in a real browser.

What can be typed there beyond that is tried in `tests.screens`. The figures are worked out by hand.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.evenings import PLAYERS, take_in
from tests.browser.hand import SIZES, Hand, augen
from tests.browser.program import Program

Play = Callable[[Hand], None]


def digits(figure: int) -> list[str]:
    return [f"digit-{digit}" for digit in str(figure)]


def schieberamsch(hand: Hand) -> None:
    """S3: 113 · 2 · 2 · 2 = 904 → 90. With clubs and spades: 4 · 24 = 96, with Kontra 192 → 19."""
    hand.touch("schieben-0", "schieben-1", "jungfrau-1", "jungfrau-0", *augen(2, 113), "save")
    hand.sees("Cem, 90 Punkte")
    hand.touch("grand-hand", *augen(0, 58), "jack-0", "jack-1", "kontra")
    hand.sees("Eintragen: Anne +19")
    hand.touch("save")
    hand.sees("Anne, 19 Punkte")


def pfaelzer_ramsch(hand: Hand) -> None:
    """113 · 2 = 226; then a Durchmarsch of Anne's, 120 each."""
    hand.touch("schieben-0", "jungfrau-0", *augen(2, 113), "save")
    hand.sees("Cem, 226 Punkte")
    hand.touch("durchmarsch", "save-0")
    hand.sees("Cem, 346 Punkte")


def turnier(hand: Hand) -> None:
    """TSR 7.2: one point in three taps; 1 + 2 (Re) + 1 (Absage) + 1 (under 90) in five; the first
    was lost: −2 instead of 1."""
    hand.touch("seat-1", "seat-2", "result-re-120")
    hand.sees("Cem, 1 Punkt")
    assert hand.taps == 3
    hand.touch("seat-0", "seat-2", "ansage-re", "ansage-re", "result-re-90")
    hand.sees("Cem, 6 Punkte")
    assert hand.taps == 8
    hand.touch("hand-1", "correct", "result-kontra-120")
    hand.sees("Cem, 3 Punkte")


def kasse(hand: Hand) -> None:
    """S1 183–221: 5 for each of the two from the pot of 0.40; a solo lost to Kontra, 20 to each;
    two base amounts more from everybody."""
    hand.touch("seat-0", "seat-1", "result-re-120")
    hand.sees("Bert, 0,05 €")
    hand.sees(": 0,30 €")
    hand.touch("solo", "seat-2", "kontra", "solo-lost")
    hand.sees("Bert, 0,25 €")
    hand.find(identifier="fuchs").wait_for(state="attached")  # no solo any more
    hand.touch("kasse", "top-up-2")
    hand.sees(": 0,70 €")


def chase_the_ace(hand: Hand) -> None:
    """By a tap, and by the cards."""
    hand.touch("seat-1", "save")
    hand.sees("Bert, −0,50 €")
    hand.touch("cards", "card-7", "card-A", "card-K", "card-A")
    hand.sees("Eintragen: Bert, Dora −0,50 €")
    hand.touch("save")
    hand.sees("Bert, −1,00 €")


def cinq_cents(hand: Hand) -> None:
    """200 + 20 + 90 = 310."""
    hand.touch("spielmacher-0", "vier-buben", "bella", *digits(90), *digits(40))
    hand.sees("Eintragen: Anne +310 · Bert +40")
    hand.touch("save")
    hand.sees("Anne, 310 Punkte")


def skat(hand: Hand) -> None:
    """Seeger-Fabian: 12 · 2 + 50 in four taps; 11 · (6 + 1 + 1 + 1 + 1) · 2 + 50."""
    hand.touch("seat-1", "spiel-kreuz", "spitzen-1", "result-gewonnen")
    hand.sees("Bert, 74 ")
    assert hand.taps == 4
    hand.touch("seat-0", "spiel-pik", *["spitzen-4"] * 3, "ansage", "kontra", "augen",
               *digits(91), "save")
    hand.sees("Anne, 270 ")


def frei(hand: Hand) -> None:
    """Player by player; and first how many, then who writes them."""
    hand.touch(*augen(0, 12), *augen(1, 25), *augen(3, 40), "save")
    hand.sees("Dora, 40 Punkte")
    assert hand.taps == 10
    hand.touch(*digits(20), "seat-2", "seat-3", "save")
    hand.sees("Dora, 60 Punkte")


def ansagen(hand: Hand) -> None:
    """Bert bids first; 20 + 10 for his trick, 20 for whoever bid and made none."""
    hand.touch("figure-1", *["figure-0"] * 3, "figure-1", *["figure-0"] * 3, "save")
    hand.sees("Bert, 30 Punkte")
    assert hand.taps == 9


def a_line(hand: Hand) -> None:
    """66 · 2 · 2 = 264 → 260. In a wide window the next one goes on in the line: 65 · 2 = 130."""
    width, height = SIZES["wide"]
    hand.page.set_viewport_size({"width": width, "height": height})
    hand.settle()
    hand.touch("line-key")
    hand.type("Anne 66 Jungfer Dora Kontra", into=re.compile("^Das Spiel in einer Zeile"))
    hand.sees("Anne +260")
    hand.press("Enter")
    hand.sees("Anne, 260 ")
    hand.settle()
    hand.page.keyboard.type("Bert 65 Kontra", delay=60)
    hand.sees("Bert +130")
    hand.press("Enter")
    hand.sees("Bert, 130 ")


SHEETS: dict[str, tuple[Play, dict[str, Any]]] = {
    "schieberamsch": (schieberamsch, {"players": PLAYERS[:3]}),
    "pfaelzer-ramsch": (pfaelzer_ramsch, {"players": PLAYERS[:3]}),
    "doppelkopf": (turnier, {"players": [*PLAYERS, "Emil"]}),
    "doppelkopf-kasse": (kasse, {"einsatz": "0.05", "rules": {"beitrag": 2}}),
    "chase-the-ace": (chase_the_ace, {"einsatz": "0.50"}),
    "cinq-cents": (cinq_cents, {"players": PLAYERS[:2]}),
    "skat": (skat, {"rules": {"kontra": True, "liste": "seeger-fabian"}}),
    "frei": (frei, {"rules": {"name": "Rommé", "gut": "niedrig", "limit": 500}}),
    "ansagen": (ansagen, {"rules": {"name": "Wizard"}}),
    "kalter-schlag": (a_line, {})}
"""Doppelkopf of Altenburg and the keys of Kalter Schlag have evenings of their own."""

ALWAYS = ("kalter-schlag",)
"""The others are tapped in the proof; `tests.screens` types a hand of each."""


@pytest.mark.parametrize("game", [
    game if game in ALWAYS else pytest.param(game, marks=pytest.mark.whole) for game in SHEETS])
def test_hands_are_typed_and_saved(served: Program, hand: Hand, game: str):
    play, more = SHEETS[game]
    take_in(served, {"id": f"of-{game}", "date": "2026-11-20", "place": "", "sheets": [
        {"id": f"a-{game}", "game": game, "players": PLAYERS, "hands": [], **more}]})
    hand.open(f"/evening/of-{game}/sheet/a-{game}")
    play(hand)
