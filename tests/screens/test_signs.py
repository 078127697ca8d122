"""Everybody's colour and sign, beside the name on the keys and the figure in the totals.

By the order in which they were added Anne is a teal circle and Bert a blue square; Cem is drawn as
somebody has chosen.
"""

import flet as ft
import pytest
from flet import canvas

from scorepad.book.people import Colour, Marker
from scorepad.games import BY_ID
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch
from scorepad.ui.theme import color_of_player
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver

CIRCLE, SQUARE, PLUS = [canvas.Circle], [canvas.Rect], [canvas.Line, canvas.Line]


def sign(ui: Driver, identifier: str) -> tuple[list[type], ft.Colors] | None:
    """The shapes of the sign within a control, and its colour; None if there is none."""
    control = ui.find(identifier=identifier)
    found = [each for each in ui.find_all(kind=canvas.Canvas) if _is_in(each, control)]
    return ([type(shape) for shape in found[0].shapes], found[0].shapes[0].paint.color) \
        if found else None


def _is_in(control: ft.Control, other: ft.Control) -> bool:
    while control is not other and not isinstance(control, ft.View):
        control = control.parent
    return control is other


@pytest.mark.parametrize("where", ["player", "seat"])
async def test_everybody_has_a_sign(table: Table, start: Start, where: str):
    people = table.service.people
    cem = next(player for player, name in people.names().items() if name == "Cem")
    people.draw(cem, Colour.PINK, Marker.PLUS)
    ui = await start(table.route)
    assert sign(ui, f"{where}-0") == (CIRCLE, color_of_player(Colour.TEAL))
    assert sign(ui, f"{where}-1") == (SQUARE, color_of_player(Colour.BLUE))
    assert sign(ui, f"{where}-2") == (PLUS, color_of_player(Colour.PINK))


async def test_a_sign_that_is_chosen_meanwhile_is_seen(table: Table, start: Start):
    ui = await start(table.route)
    anne = next(player for player, name in table.service.people.names().items() if name == "Anne")
    table.service.people.draw(anne, Colour.RED, Marker.PLUS)
    await ui.look_again()
    assert sign(ui, "player-0") == sign(ui, "seat-0") == (PLUS, color_of_player(Colour.RED))


@pytest.mark.parametrize("players, size, there", [
    (4, (360, 560), True),     # 72 pixels for a figure of four digits
    (4, (1280, 800), True),
    (7, (390, 664), False)])   # 42
async def test_totals_have_signs_where_there_is_room(
        service, start: Start, players: int, size: tuple[int, int], there: bool):
    names = (*FOUR, "Emil", "Fritz", "Gerda")[:players]
    game = KALTER_SCHLAG if players == 4 else BY_ID["frei"]
    table = Table.of(service, game, names)
    if players == 4:
        service.record(table.sheet, Durchmarsch(3, 3))
    else:
        service.record(table.sheet, game.read_hand({"punkte": {"Anne": -1960}}, names))
    ui = await start(table.route, size=size)
    assert (sign(ui, "player-0") is not None) == there
