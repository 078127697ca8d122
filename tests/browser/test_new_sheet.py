"""Four new players sit down, in a book without any."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Hands
from tests.browser.hand import SIZES, Hand, Look, augen

MOST_TAPS = 7
"""To the first saved hand, not counting names, nor what is done only to try it."""


def seats(user: Hand) -> list[str]:
    """The names at the table as their rows lie on the screen, from the top."""
    user.scroll(-3000)
    rows = user.page.locator('[flt-semantics-identifier^="seat-"]').all()
    rows.sort(key=lambda row: row.bounding_box()["y"])
    return [re.sub(r"^\d+\s+|\s+gibt zuerst$", "", row.inner_text().strip()) for row in rows]


def drag(user: Hand, seat: int, rows: int) -> None:
    """Take a seat by its handle, and put it so many rows further down, in the middle of the
    screen: at its edge the list would scroll."""
    middle = SIZES[user.look.size][1] / 2
    user.scroll(max(0, user.find(identifier=f"seat-{seat}").bounding_box()["y"] - middle))
    row = user.find(identifier=f"seat-{seat}").bounding_box()
    right = user.find(identifier=f"remove-{seat}").bounding_box()
    x, y = right["x"] + right["width"] + 24, row["y"] + row["height"] / 2
    mouse = user.page.mouse
    mouse.move(x, y)
    mouse.down()
    for step in range(1, 11):
        mouse.move(x, y + (rows * row["height"] + 8) * step / 10)
        user.page.wait_for_timeout(30)
    user.page.wait_for_timeout(300)
    mouse.up()
    user.settle()


@pytest.mark.whole
def test_four_new_players_sit_down_change_seats_and_play(hands: Hands):
    """The field has the keyboard by itself; four names are typed in a row, Enter after each."""
    hand = hands(Look())
    hand.tap(identifier="new-evening")
    hand.sees("Es fehlen noch 4 Spieler.")
    expect(hand.page.get_by_role("button", name="Spiel beginnen")).to_be_disabled()
    field = hand.page.get_by_label("Name", exact=True)
    for name, missing in (("Anne", 3), ("Bert", 2), ("Cem", 1)):
        expect(field).to_be_focused()
        hand.settle()
        hand.page.keyboard.type(name, delay=30)
        hand.press("Enter")
        hand.sees(f"noch {missing} Spieler.")
    hand.type("Anne", into="Name")
    hand.press("Enter")
    hand.sees("Anne sitzt schon am Tisch.")
    expect(field).to_have_value("Anne")
    hand.type("Dora", into="Name")
    hand.press("Enter")
    hand.sees_no("Es fehl")
    assert seats(hand) == ["Anne", "Bert", "Cem", "Dora"]
    drag(hand, 1, 2)
    assert seats(hand) == ["Bert", "Cem", "Anne", "Dora"]
    hand.sees("Anne gibt zuerst.")
    hand.touch("start", *augen(0, 66), "save")
    hand.find(identifier="hand-1").wait_for(state="attached")
    assert hand.taps <= MOST_TAPS
    assert re.search(r"/evening/[0-9a-f-]{36}/sheet/[0-9a-f-]{36}$", hand.page.url)
