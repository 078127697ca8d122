"""What docs/ shows of screens: the keys of the game that is added, and the screen that is."""

import pytest

from scorepad.games import PLACES
from scorepad.service import Service
from scorepad.ui import app
from tests.project.test_docs import ROOT, blocks, loaded
from tests.screens.conftest import Start, Table


def shown(page: str) -> list[str]:
    """The Python that a page shows."""
    return [each.text for each in blocks(ROOT / "docs" / page) if each.language == "python"]


async def test_a_hand_of_the_game_that_is_added_is_typed(
        service: Service, start: Start, monkeypatch: pytest.MonkeyPatch):
    law, *_others, typed = shown("adding-a-game.md")
    loaded("scorepad.games.hearts", law, monkeypatch)
    monkeypatch.setitem(PLACES, "hearts", "hearts.HEARTS")
    await loaded("hearts_entry", typed, monkeypatch).test_points_and_a_durchmarsch_are_typed(
        service, start)


async def test_the_screen_that_is_added_is_seen(
        table: Table, start: Start, monkeypatch: pytest.MonkeyPatch):
    [screen] = shown("architecture.md")
    places = loaded("places", screen, monkeypatch).Places
    monkeypatch.setattr(app, "ROUTES", [app._at("places", places), *app.ROUTES])
    ui = await start("/places")
    assert ui.sees("Places")
