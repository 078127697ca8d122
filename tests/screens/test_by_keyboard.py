"""Evenings by the keyboard alone; `tests/proof/test_window.py` has them in windows."""

from collections.abc import Iterator

import pytest

from scorepad.games import BY_ID
from scorepad.service import Service
from tests.browser.by_keyboard import EVENINGS, TO_THE_MENU, document, route
from tests.screens.conftest import Start
from tests.screens.driver import Driver, tap
from tests.taking import take

NAMES = {"Return": "Enter", "space": " ", "Right": "Arrow Right", "Down": "Arrow Down"}
"""The keys that Flet has other names for."""

SPACES = str.maketrans("\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}", "  ")


def words(ui: Driver) -> Iterator[str]:
    """All that is to be seen or heard."""
    yield from ui.texts()
    for each in ui.controls():
        yield str(getattr(each, "semantics_label", None) or "")


def reads(ui: Driver, text: str) -> bool:
    return any(text in each.translate(SPACES) for each in words(ui))


def test_every_game_has_one():
    assert EVENINGS.keys() == {*BY_ID}


ALWAYS = ("kalter-schlag", "doppelkopf-altenburg", "skat", "chase-the-ace")
"""The others are typed in the proof."""


@pytest.mark.parametrize("game", [
    game if game in ALWAYS else pytest.param(game, marks=pytest.mark.whole) for game in EVENINGS])
async def test_an_evening_by_keyboard(service: Service, start: Start, game: str):
    take(service, {"format": "scorepad/1", "evenings": [document(game)]})
    ui = await start(route(game), language="de", size=(1280, 800))
    for keys, shown in (*EVENINGS[game].hands, (TO_THE_MENU, "Abrechnung")):
        for key in keys.split():
            await ui.press(NAMES.get(key, key))
        assert reads(ui, shown), "|".join(words(ui))
    await tap(ui, "settlement")
    for line in EVENINGS[game].paid:
        assert reads(ui, line), "|".join(words(ui))
