"""The pad, which is the same in every game, and how its keys and those above it look."""

from typing import Any

import flet as ft
import pytest

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.cinq_cents import CINQ_CENTS
from scorepad.games.game import Game
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.kasse import DOPPELKOPF_KASSE
from scorepad.games.pfaelzer_ramsch import PFAELZER_RAMSCH
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.service import Service
from scorepad.ui.theme import SMALLEST
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap


def rows(ui: Driver) -> list[list[str]]:
    """The identifiers of the pad's keys, row by row."""
    around = ui.find(identifier="digit-7").parent.parent.parent
    return [[key.identifier for key in ui.find_all(kind=ft.Semantics) if lies_in(key, row)]
            for row in around.controls]


def lies_in(control: Any, around: Any) -> bool:
    while control is not None and control is not around:
        control = control.parent
    return control is around


@pytest.mark.parametrize(("game", "players", "opened", "own"), [
    (KALTER_SCHLAG, 4, [], ["durchmarsch"]),
    (SCHIEBERAMSCH, 3, [], ["durchmarsch", "grand-hand"]),
    (SCHIEBERAMSCH, 3, ["grand-hand"], ["schwarz", "grand-hand", "kontra"]),
    (PFAELZER_RAMSCH, 3, [], ["durchmarsch"]),
    (CINQ_CENTS, 2, [], ["trumpf"]),
    (DOPPELKOPF_ALTENBURG, 4, ["fold-augen"], ["schwarz"]),
    (DOPPELKOPF_KASSE, 4, ["augen"], ["schwarz"])])
async def test_one_pad_for_all_games(service: Service, start: Start, game: Game[Any, Any],
                                     players: int, opened: list[str], own: list[str]):
    ui = await start(Table.of(service, game, FOUR[:players]).route)
    await tap(ui, *opened)
    digits = [["7", "8", "9"], ["4", "5", "6"], ["1", "2", "3"], ["0"]]
    column = [["backspace"], *[[key] for key in own], [], [], []]
    assert rows(ui) == [[*[f"digit-{digit}" for digit in row], *last]
                        for row, last in zip(digits, column)]


@pytest.mark.parametrize(("game", "players"), [
    (KALTER_SCHLAG, 4), (SCHIEBERAMSCH, 3), (PFAELZER_RAMSCH, 3)])
async def test_digits_are_pale_while_a_durchmarsch_has_none(
        service: Service, start: Start, game: Game[Any, Any], players: int):
    ui = await start(Table.of(service, game, FOUR[:players]).route)
    for is_idle in (True, False):
        await tap(ui, "durchmarsch")
        keys = [each for row in rows(ui) for each in row]
        assert [key for key in keys if ui.find(identifier=key).disabled] == [
            key for key in keys if is_idle and key.startswith(("digit-", "backspace"))]


async def test_hearts_and_diamonds_are_red(service: Service, start: Start):
    ui = await start(Table.of(service, SCHIEBERAMSCH, FOUR[:3]).route)
    await tap(ui, "grand-hand")
    colors = [ui.find(text=suit).color for suit in "♣♠♥♦"]
    assert colors[0] == colors[1] != colors[2] == colors[3]


async def test_no_line_is_smaller_than_eleven_and_what_is_cut_has_an_ellipsis(
        service: Service, start: Start):
    names = ("Maximilian-Alexander", "Christina Katharina", "Bo", "Wolfgang Amadeus")
    ui = await start(Table.of(service, KALTER_SCHLAG, names).route)
    await tap(ui, "seat-0", "digit-6", "digit-6", "jungfer-3", "doubling-4")
    for text in ui.find_all(kind=ft.Text):
        if text.opacity == 0 or not (text.value or text.spans):
            continue
        assert (text.size or 14) >= SMALLEST, text
        assert not text.no_wrap or text.overflow == ft.TextOverflow.ELLIPSIS, text
