"""The panel of Schieberamsch, in-process. Figures are worked out from S3, Die Anschrift and
Grand Hand."""

import flet as ft
import pytest

from scorepad.games.ramsch import Ramsch
from scorepad.games.schieberamsch import SCHIEBERAMSCH, GrandHand, SchieberamschRules
from scorepad.service import Service
from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver, _walk, tap, texts_of

THREE = ("Anne", "Bert", "Cem")


@pytest.fixture
def sheet(service: Service, request: pytest.FixtureRequest) -> Table:
    """By the rules that a test is parametrized with, the usual ones without."""
    rules = SchieberamschRules(**getattr(request, "param", {}))
    return Table.of(service, SCHIEBERAMSCH, THREE, rules=rules)


def totals(sheet: Table) -> tuple[int, ...]:
    return sheet.score.tally.totals


def by(**rules: object) -> pytest.MarkDecorator:
    """The rules of the table, for a test that is about them."""
    return pytest.mark.parametrize("sheet", [rules], indirect=True)


def augen(seat: int, figure: int) -> list[str]:
    return [f"seat-{seat}", *[f"digit-{digit}" for digit in str(figure)]]


def chosen(ui: Driver) -> set[str]:
    """What is marked as switched on."""
    return {control.identifier for control in ui.find_all(kind=ft.Semantics)
            if control.selected and control.identifier}


# --- the Ramsch -------------------------------------------------------------------------------


@by(skat_to="most-augen")
async def test_what_is_left_for_the_skat_is_said(sheet: Table, start: Start):
    """60 + 48 are 12 short of 120; Anne has most, and gets them: 72 / 10."""
    ui = await start(sheet.route)
    await tap(ui, *augen(0, 60), *augen(1, 48))
    assert ui.sees("so Cem must be typed, too")
    await tap(ui, "jungfrau-2")
    assert ui.sees("12 Augen are left for the skat")
    assert ui.sees("Anne +14") and ui.sees("(60 + 12 Skat) · 2 = 144 → 14")
    await tap(ui, "save")
    assert totals(sheet) == (14, 0, 0)


@pytest.mark.parametrize(("taps", "sentence"), [
    (augen(0, 119), "nobody can have 119 Augen"),
    (augen(1, 121), "121 Augen: there are only 120"),
    ([*augen(0, 60), *augen(1, 40), *augen(2, 18)], "118 in all – 2 Augen are missing"),
    ([*augen(0, 66), *augen(1, 66)], "132 in all – 12 Augen too many"),
    (["grand-hand", *augen(0, 119), "spitzen-1"], "nobody can have 119 Augen"),
    (["grand-hand", *augen(0, 67), "spitzen-1", "schwarz"],
     "The opponents are schwarz, so the soloist has all 120 Augen, not 67"),
    (["grand-hand", *augen(0, 67), "spitzen-1", "schwarz", "schwarz"],
     "The soloist is schwarz, so without a trick and without Augen, not 67"),
])
async def test_a_hand_that_cannot_be_is_not_saved(sheet: Table, start: Start, taps: list[str],
                                                  sentence: str):
    ui = await start(sheet.route)
    await tap(ui, *taps)
    assert ui.sees(sentence) and ui.find(identifier="save").disabled
    await ui.press("Enter")
    assert sheet.score.lines == ()


async def test_a_figure_that_cannot_be_is_marked_where_it_stands(sheet: Table, start: Start):
    ui = await start(sheet.route)
    for begin in ([], ["grand-hand"]):
        await tap(ui, *begin, *augen(1, 119))
        marked = [control for control in ui.find_all(kind=ft.Container)
                  if (edge := control.foreground_decoration)
                  and edge.border.top.color == ft.Colors.ERROR]
        assert [texts_of(part) for part in _walk(marked, set())
                if "119" in texts_of(part)] and len(marked) == 1


# --- the Grand Hand ---------------------------------------------------------------------------


async def test_the_arithmetic_gives_up_words_before_it_is_cut_off(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "grand-hand", *augen(2, 67), "spitzen-2")
    assert ui.find(text="(2 + 2 Spitzen) · 24 = 96 → −9")
    await tap(ui, "seat-2", "backspace", "backspace", "schwarz", "kontra", "kontra")
    assert ui.find(text="(2 + 2 + 1 + 1) · 24 · 2 · 2 = 576 → −57")


async def test_the_opponent_who_said_kontra_is_tapped(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "grand-hand", *augen(1, 67), "spitzen-2")
    assert not ui.find_all(identifier="said-0")
    await tap(ui, "kontra", "said-2")
    assert not ui.find_all(identifier="said-1") and "said-2" in chosen(ui)
    await tap(ui, "save")
    assert sheet.score.lines[0].record.hand == GrandHand(1, 67, 2, None, 1, angesagt_von=(2,))


# --- kept and corrected -------------------------------------------------------------------------


async def test_a_half_typed_grand_hand_outlives_the_program(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "grand-hand", "seat-1", "digit-6", "jack-0", "jack-1", "kontra")
    again = await start(sheet.route)
    assert {"grand-hand", "seat-1", "jack-0", "jack-1", "spitzen-2", "kontra"} == chosen(again)
    await tap(again, "digit-7", "save")
    assert totals(sheet) == (0, -19, 0)


async def test_a_hand_is_corrected_in_the_panel(sheet: Table, start: Start):
    """With 2 and 67 it was, with 3 it should be: 5 · 24 = 120. Which jacks is not kept."""
    sheet.service.record(sheet.sheet, GrandHand(1, 67, 2, None, 0))
    sheet.service.record(sheet.sheet, Ramsch((0, 7, 113), 0, (0, 1)))
    ui = await start(sheet.route)
    await tap(ui, "hand-1", "correct")
    assert {"grand-hand", "seat-1", "spitzen-2"} == chosen(ui) and ui.find(text="67")
    await tap(ui, "spitzen-3", "save")
    assert totals(sheet) == (0, -12, 90)
    await tap(ui, "hand-2", "correct", "schieben-1", "save")
    assert totals(sheet) == (0, -12, 45)


# --- for everybody ------------------------------------------------------------------------------


@by(ramsch_kontra=True, skat_to="most-augen")
@pytest.mark.parametrize("size", [(390, 844), (360, 600), (1280, 800), (844, 390)])
async def test_every_key_has_a_name(sheet: Table, start: Start, size: tuple[int, int]):
    """In every state of the panel, whatever can be tapped says something to a screen reader."""
    ui = await start(sheet.route, size=size)
    for state in ([], ["durchmarsch", "seat-0"], ["grand-hand", "schwarz", "kontra"]):
        await tap(ui, *state)
        for part in ui.find_all(where=lambda part: getattr(part, "on_click", None)):
            said = [getattr(inner, "semantics_label", None) or getattr(inner, "value", None) or
                    getattr(inner, "tooltip", None) or isinstance(
                        getattr(inner, "content", None), str) for inner in _walk(part, set())
                    if getattr(inner, "semantics_label", None) != ""]
            assert any(said), part
