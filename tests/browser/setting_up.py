"""Setting up an evening by tapping: the game, who sits there, money and house rules."""

import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator

from tests.browser.hand import Hand

See = Callable[[str], object]
"""Looks at the screen as it is now; takes the name of the step, for a picture."""


def unseen(step: str) -> None:
    """Take no picture."""


def sit_down(hand: Hand, game: str, names: Sequence[str]) -> None:
    """Begin an evening with the game and with these people, who are new to the book."""
    hand.tap(identifier="new-evening")
    hand.find(identifier="games").or_(hand.find(identifier=f"game-{game}")).first.wait_for(
        state="attached")
    if hand.find(identifier="games").count():  # folded at large text
        hand.touch("games")
    hand.touch(f"game-{game}")
    for name in names:
        fill(hand, "Name", name)
        hand.press("Enter")
        hand.sees(f"{name} ")


def choose(hand: Hand, *identifiers: str) -> None:
    """Scroll down to keys of the form one after the other, and tap them."""
    for identifier in identifiers:
        _reach(hand, hand.find(identifier=identifier))
        hand.touch(identifier)


def fill(hand: Hand, label: str, text: str) -> None:
    """Scroll down to a field, and type into it; behind its label may stand a range."""
    field = re.compile(rf"^{re.escape(label)}(\s+\d.*)?$")
    _reach(hand, hand.page.get_by_label(field))
    hand.type(text, into=field)


def _reach(hand: Hand, node: Locator) -> None:
    """Scroll down until something is there: what is far off the screen cannot be found."""
    for _ in range(30):
        if node.count():
            break
        hand.scroll(250)
    hand.settle()
