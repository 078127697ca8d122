"""Text at 200 % on a phone: what nobody may have to guess is not cut off."""

from pathlib import Path

import flet as ft
import pytest
from fontTools.ttLib import TTFont

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.system.files import ASSETS
from scorepad.ui.parts.totals import CELL_END, NUMBER_WIDTH
from scorepad.ui.session import SESSION
from scorepad.ui.theme import FONT, FONTS, LINE, PROBE, SMALLEST
from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver

PHONE = 390
SCALE = 2


@pytest.fixture(scope="module")
def font() -> TTFont:
    return TTFont(Path(ASSETS) / FONTS[FONT].lstrip("/"))


def width(text: ft.Text, font: TTFont) -> float:
    """How wide it is on the screen, by the font itself."""
    letters, advances = font.getBestCmap(), font["hmtx"]
    return sum(advances[letters[ord(each)]][0] for each in text.value) \
        / font["head"].unitsPerEm * text.size * SCALE


async def enlarged(ui: Driver) -> None:
    session = ui.page.session.store.get(SESSION)
    session.scale_text(SCALE * PROBE * LINE)
    await ui.look_again()


@pytest.mark.parametrize("names", [
    ("Wim", "Mimi", "Tim", "Momme"), ("Christian", "Anne", "Bert", "Cem"),
    ("Momme", "Wim", "Cem", "Dora", "Bernd", "Hanna", "Frieda")], ids=" ".join)
async def test_whoever_deals_is_read_in_full(
        service: Service, start: Start, font: TTFont, names: tuple[str, ...]):
    """Where a dot has no room beside the name, the name has its colour."""
    game = KALTER_SCHLAG if len(names) == 4 else DOPPELKOPF_ALTENBURG
    for dealer in range(len(names)):
        table = Table.of(service, game, names, first_dealer=dealer)
        ui = await start(table.route)
        await enlarged(ui)
        head = ui.find(identifier=f"player-{dealer}").content.content.controls[0]
        said = head.controls if isinstance(head, ft.Row) else [head]
        room = (PHONE - NUMBER_WIDTH) / len(names) - CELL_END - 2
        assert sum(width(text, font) for text in said) <= room, names[dealer]
        assert said[0].color == ft.Colors.PRIMARY and said[-1].value == names[dealer]
        assert min(text.size for text in said) * SCALE >= SMALLEST
