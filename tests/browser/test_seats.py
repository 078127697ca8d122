"""People who come, leave and change seats at Doppelkopf, and two tables on one evening.

Plain games only, so that a figure is 10 or, lost, 20 (S2, Werte); twice that in a Bockrunde.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Hands
from tests.browser.evenings import take_in
from tests.browser.hand import LOOKS, Hand, Look
from tests.browser.program import Program

SEVEN = ["Gerry", "Chris", "Guido", "Wolle", "Silvio", "Holger", "Steffen"]
WON, LOST = {"seite": "kontra"}, {"seite": "re"}


def sheet(id: str, names: list[str], *hands: dict[str, object]) -> dict[str, object]:
    return {"id": id, "game": "doppelkopf-altenburg", "players": names, "rate": "0.01",
            "hands": list(hands)}


def solo(name: str) -> dict[str, object]:
    """A lost solo: Böcke."""
    return {"spiel": "buben-solo", "re": [name], "ergebnis": LOST}


def evening(*sheets: dict[str, object]) -> dict[str, object]:
    return {"id": "e", "date": "2026-11-20", "place": "bei Gerry", "sheets": list(sheets)}


def settled(hand: Hand, text: str) -> None:
    """While a screen slides in it takes no taps."""
    hand.sees(text)
    hand.settle()


def test_an_evening_on_which_people_come_and_go(program: Program, hand: Hand):
    take_in(program, evening(sheet("s", SEVEN[:4])))
    hand.open("/evening/e/sheet/s")
    hand.sees("Gerry gibt · ")
    a_fifth_comes(hand)
    who_sits_out_cannot_be_tapped(hand)
    one_leaves(hand)
    it_was_a_mistake(hand)


def a_fifth_comes(hand: Hand) -> None:
    hand.touch("seat-0", "seat-1", "result-re-120")
    hand.sees("Gerry, 10 Punkte")
    hand.touch("menu", "seats")
    settled(hand, "Ab dem nächsten Spiel")
    hand.type("Silvio", into="Name")
    hand.touch("add-name")
    hand.sees("Chris gibt · Chris setzt aus")
    hand.touch("save-seats")
    settled(hand, "Silvio, 0 Punkte")


def who_sits_out_cannot_be_tapped(hand: Hand) -> None:
    """Chris deals: Guido and Wolle against Gerry and Silvio."""
    expect(hand.find(identifier="seat-1")).to_have_attribute("aria-disabled", "true")
    hand.touch("seat-2", "seat-3", "result-re-120")
    hand.sees("Gerry, 0 Punkte")
    hand.sees("Wolle, 0 Punkte")
    hand.sees("Silvio, −10 Punkte")


def one_leaves(hand: Hand) -> None:
    hand.touch("menu", "seats")
    settled(hand, "Ab dem nächsten Spiel")
    hand.touch("remove-1")
    hand.sees("Guido gibt")
    hand.touch("save-seats")
    settled(hand, "Guido gibt · ")
    hand.sees("Gerry, 0 Punkte, ")


def it_was_a_mistake(hand: Hand) -> None:
    hand.touch("undo")
    hand.sees("Guido gibt · Wolle spielt aus")


def test_two_tables_are_two_taps_apart(program: Program, hand: Hand):
    """Eight people; the second table begins without those of the first."""
    take_in(program, evening(sheet("s", SEVEN[:4])), {
        **evening(sheet("o", ["Anton", "Berta", "Cäsar", "Doris"])), "id": "past",
        "date": "2026-10-30"})
    hand.open("/evening/e/sheet/s")
    hand.sees("Gerry gibt · ")
    hand.touch("menu", "another-game")
    settled(hand, "Es fehlen noch 4 Spieler.")
    for name in ("Anton", "Berta", "Cäsar", "Doris"):
        hand.touch(f"add-{name}")
        hand.sees(f"{name} entfernen")
    hand.touch("start")
    settled(hand, "Anton gibt · ")
    hand.touch("menu", "table-1")
    settled(hand, "Gerry gibt · ")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_what_it_looks_like(program: Program, hands: Hands, look: Look):
    played = [{"re": SEVEN[2:4], "ergebnis": WON}, solo("Wolle"),
              {"re": ["Gerry", "Silvio"], "ergebnis": {"seite": "re", "unter": 90},
               "ansagen": {"re": "U9"}, "fuchs": ["kontra"]}]
    take_in(program, evening(sheet("five", SEVEN[:5], *played), sheet("seven", SEVEN, {
        "re": ["Gerry", "Guido"], "ergebnis": WON})))
    user = hands(look, "/evening/e/sheet/five")
    user.sees("Gerry")
    user.shot("doppelkopf-boecke")
    user.touch("menu")
    user.find(identifier="seats").wait_for(state="attached")
    user.shot("doppelkopf-menu")
    user.press("Escape")
    user.open("/evening/e/sheet/seven")
    user.sees("Steffen")
    user.shot("doppelkopf-seven")
    user.open("/evening/e/sheet/seven/seats")
    user.sees("Steffen")
    user.shot("doppelkopf-seats")
    user.open("/evening/e/new")
    user.touch("house-rules")
    user.shot("doppelkopf-house-rules")
