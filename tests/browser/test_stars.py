"""The club's ledger at the real page: typed in, noted, closed, and looked at in every look."""

from typing import Any

import pytest

from tests.browser.conftest import Hands
from tests.browser.evenings import take_in
from tests.browser.hand import LOOKS, Hand, Look
from tests.browser.program import Program

FOUR = ["Gerry", "Guido", "Wolle", "Silvio"]
STANDING = {"Gerry": 108, "Chris": -3, "Guido": 7, "Wolle": 53, "Silvio": 3, "Holger": 4,
            "Steffen": 2}
"""S2, Aktueller Sternen-Stand vom 20.05.2021."""


def evening(**more: Any) -> dict[str, Any]:
    """Gerry +10 +120; Wolle has two stars of this evening and has won nothing, nor has Silvio."""
    return {"id": "e", "date": "2026-11-20", "place": "bei Gerry", "sheets": [{
        "id": "s", "game": "doppelkopf-altenburg", "players": FOUR, "rate": "0.01", "hands": [
            {"spiel": "normal", "re": ["Gerry", "Guido"], "augen": 131,
             "sterne": [{"event": "stich-41", "player": "Wolle"}] * 2},
            {"spiel": "buben-solo", "re": ["Gerry"], "augen": 131}]}], **more}


def open_with_standing(user: Hand) -> None:
    """Type the standing in."""
    user.open("/stars/club")
    user.type("20.5.2021", into="As of")
    for name, stars in STANDING.items():
        if name not in FOUR:
            user.type(name, into="Somebody else")
            user.press("Enter")
            user.sees(name)
        user.type(str(stars), into=name)
    user.sees("Together 174 stars")
    user.touch("save-opening")


def test_a_standing_is_typed_in_and_an_evening_is_closed(program: Program, hands: Hands):
    """Chris brings the Kasten: −3 − 4 = −7. The end takes 1 from Gerry, 2 from Wolle and Silvio."""
    take_in(program, evening())
    user = hands(Look(language="en"))
    open_with_standing(user)
    user.open("/stars")
    user.sees("Sum: 176 stars, 35.2 Kästen")
    user.open("/evening/e")
    user.settle()
    user.scroll(700)
    user.taps = 0
    user.touch("note-kasten", "stars-of-Chris")
    assert user.taps == 2
    user.scroll(700)
    user.sees("Once the evening is ended")
    user.sees("won no hand and owns 55 stars")
    user.touch("end-evening")
    user.sees("At the end of the evening")
    user.open("/stars")
    for line in ("Gerry: 107 stars, 21.4 Kästen", "Chris: −7 stars, −1.4 Kästen",
                 "Wolle: 53 stars, 10.6 Kästen", "Silvio: 1 star, 0.2 Kästen",
                 "Sum: 167 stars, 33.4 Kästen"):
        user.sees(line)
    user.touch("ledger-Wolle")
    user.sees("No hand won · won no hand and owns 55 stars")
    user.sees("Opening balance, 20 May 2021: +53, balance 53")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_screens_of_stars(program: Program, hands: Hands, look: Look):
    take_in(program, evening(stars=[
        {"event": "kasten", "player": "Gerry"}, {"event": "knabberzeug", "player": "Guido"},
        {"event": "manual", "player": "Wolle", "stars": -1, "note": "verzählt"}]),
        {"date": "2024-05-20", "stars": [{"event": "kasten", "player": "Gerry"}]})
    user = hands(look, "/stars")
    user.sees("Gerry")
    user.shot("stars")
    user.touch("ledger-Gerry")
    user.settle()
    user.shot("stars-player")
    user.open("/stars/club")
    user.sees("Kasten")
    user.shot("stars-club")
    user.open("/evening/e")
    user.sees("Doppelkopf")
    user.settle()
    user.scroll(700)
    user.shot("stars-evening")
