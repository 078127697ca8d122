"""From the page of an empty book to the first hand, at the pace of somebody who sees it first.

How long it took is printed, for a report; the taps are counted.
"""

from collections.abc import Callable
from time import monotonic

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Hands
from tests.browser.hand import Hand, Look

PACE = 400
"""Milliseconds before every tap."""

MOST_TAPS = 7
"""To the first saved hand, not counting names and the Enter after each: one more than it takes."""


def tap(user: Hand, *identifiers: str) -> None:
    for identifier in identifiers:
        user.page.wait_for_timeout(PACE)
        user.tap(identifier=identifier)


def with_names(user: Hand) -> None:
    """Four names are typed in a row, Enter after each: the field has the keyboard by itself."""
    tap(user, "new-evening")
    expect(user.page.get_by_label("Name", exact=True)).to_be_focused()
    for name in ("Anne", "Bert", "Cem", "Dora"):
        user.page.wait_for_timeout(PACE)
        user.page.keyboard.type(name, delay=20)
        user.page.keyboard.press("Enter")
        user.sees(f"{name} ")
    tap(user, "start")


def without_names(user: Hand) -> None:
    tap(user, "new-evening", "names-later", "start")


@pytest.mark.parametrize("sit_down", [with_names, without_names])
def test_the_first_hand_is_a_few_taps_away(hands: Hands, sit_down: Callable[[Hand], None]):
    begun = monotonic()
    user = hands(Look())
    user.find(identifier="new-evening").wait_for(state="attached")
    opened = monotonic()
    sit_down(user)
    user.find(identifier="digit-6").wait_for(state="attached")
    playing, taps = monotonic(), user.taps
    tap(user, "seat-0", "digit-6", "digit-6", "save")
    user.find(identifier="hand-1").wait_for(state="attached")
    print(f"\n{sit_down.__name__}: page after {opened - begun:.1f} s, first hand can be typed "
          f"{playing - begun:.1f} s and {taps} taps, is saved after {monotonic() - begun:.1f} s "
          f"and {user.taps} taps")
    assert user.taps <= MOST_TAPS
