"""A sheet on a phone that is not so high: it is drawn close, so that it fits whole. That nothing is
cut or hidden is judged in a browser, in tests/browser/test_held.py."""

from typing import Any

import flet as ft
import pytest

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.game import Game
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.pfaelzer_ramsch import PFAELZER_RAMSCH
from scorepad.games.schafkopf import SCHAFKOPF
from scorepad.games.schafkopf.options import WITH_RAMSCH, SchafkopfRules
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.service import Service
from scorepad.ui.entry.pad import told_apart
from tests.browser.hand import augen
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap
from tests.screens.test_one_pad import lies_in, rows

LOW, TURNED = (375, 553), (667, 320)


@pytest.mark.parametrize(("game", "players", "expected"), [
    (KALTER_SCHLAG, 4, ["7 8 9 backspace doubling-1 doubling-2", "4 5 6 0 doubling-3 doubling-4",
                        "1 2 3 durchmarsch"]),
    (SCHIEBERAMSCH, 3, ["7 8 9 backspace", "4 5 6 0 grand-hand", "1 2 3 durchmarsch"]),
    (PFAELZER_RAMSCH, 3, ["7 8 9 backspace", "4 5 6 0", "1 2 3 durchmarsch"])])
async def test_zero_and_the_own_keys_stand_beside_the_digits(
        service: Service, start: Start, game: Game[Any, Any], players: int, expected: list[str]):
    ui = await start(Table.of(service, game, FOUR[:players]).route, size=LOW)
    assert [" ".join(key.removeprefix("digit-") for key in row) for row in rows(ui)] == expected


async def test_what_is_wrong_stands_on_the_button_that_saves(table: Table, start: Start):
    ui = await start(table.route, size=LOW)
    await tap(ui, *augen(0, 99), *augen(1, 99))
    fault = ui.find(identifier="fault")
    assert lies_in(fault, ui.find(identifier="save")) and fault.content.content.value


async def test_undo_stands_beside_the_key_of_the_line(table: Table, start: Start):
    ui = await start(table.route, size=LOW)
    await tap(ui, "seat-0", "digit-6", "digit-6", "save")
    assert ui.find_all(identifier="line-key")
    await tap(ui, "undo-written")
    assert ui.find_all(identifier="line-key") and not table.score.lines


@pytest.mark.parametrize("size", [LOW, TURNED])
async def test_what_folds_out_takes_the_place_of_the_results(
        service: Service, start: Start, size: tuple[int, int]):
    ui = await start(Table.of(service, DOPPELKOPF_ALTENBURG, FOUR).route, size=size)
    for out, back in (("fold-extras", "fold-extras"), ("fold-solo", "spiel-herz")):
        await tap(ui, out)
        assert not ui.find_all(identifier="result-re-120")
        await tap(ui, back)
        assert ui.find_all(identifier="result-re-120")


async def test_redo_takes_no_further_line(service: Service, start: Start):
    table = Table.of(service, DOPPELKOPF_ALTENBURG, FOUR)
    ui = await start(table.route)
    await tap(ui, "seat-0", "seat-1", "result-re-120")

    def bar(ui: Driver) -> tuple[float, int]:
        [title] = [text for text in ui.find_all(kind=ft.Text)
                   if str(text.value).startswith("Doppelkopf")]
        return ui.find(kind=ft.AppBar).toolbar_height, title.max_lines

    before = bar(ui)
    await tap(ui, "undo")
    assert ui.find_all(identifier="redo") and bar(ui) == before


ALIKE = ("Maximilian Huber", "Bo", "Maximilian Meier")


@pytest.mark.parametrize(("names", "room", "expected"), [
    (("Anne", "Annemarie"), 5, ("Anne", "Annemarie")),
    (("Spieler 1", "Spieler 2"), 5, ("Spieler 1", "Spieler 2")),
    (("Spieler 1", "Spieler 2"), 4, ("Sp…r 1", "Sp…r 2")),
    (("Maximilian", "Christina-Katharina"), 5, ("Maximilian", "Christina-Katharina")),
    (ALIKE, 10, ALIKE), (ALIKE, 5, ("Ma…Huber", "Bo", "Ma…Meier")),
    (("Maximilian-Alexander", "Maximilian-Bernhard"), 4, ("Ma…Alexander", "Ma…Bernhard"))])
def test_names_that_begin_alike_differ_before_they_are_cut_off(
        names: tuple[str, ...], room: float, expected: tuple[str, ...]):
    assert tuple([told_apart(names, seat, room) for seat in range(len(names))]) == expected


NAMESAKES = ("Maximilian Huber", "Maximilian Meier", "Bo", "Dora")


@pytest.mark.parametrize(("game", "count", "keys", "tapped"), [
    (KALTER_SCHLAG, 4, ["save-0", "save-1"], ["durchmarsch"]),
    (KALTER_SCHLAG, 4, ["said-0", "said-1"], ["doubling-1"]),
    (DOPPELKOPF_ALTENBURG, 4, ["said-0", "said-1"],
     ["seat-0", "seat-1", "ansage-re", "ansage-kontra"]),
    (SCHAFKOPF, 4, ["verlierer"], ["ramsch", "verlierer"])])
async def test_namesakes_are_told_apart_on_the_keys_that_name_somebody(
        service: Service, start: Start, game: Game[Any, Any], count: int, keys: list[str],
        tapped: list[str]):
    more = {"rules": SchafkopfRules(keiner=WITH_RAMSCH)} if game is SCHAFKOPF else {}
    ui = await start(Table.of(service, game, NAMESAKES[:count], **more).route, size=(360, 560))
    await tap(ui, *tapped)
    assert all(any(text.startswith("Ma…") and text.endswith(surname) for text in texts_in(ui, key))
               for key, surname in zip(keys, ("Huber", "Meier")))


def texts_in(ui: Driver, identifier: str) -> list[str]:
    key = ui.find(identifier=identifier)
    return [str(text.value) for text in ui.find_all(kind=ft.Text) if lies_in(text, key)]


async def test_a_name_that_fits_is_shown_whole(service: Service, start: Start):
    """On tiles and above the columns, four abreast."""
    names = tuple([f"Spieler {number}" for number in range(1, 5)])
    ui = await start(Table.of(service, KALTER_SCHLAG, names).route, size=LOW)
    assert [ui.texts().count(name) for name in names] == [2] * 4
