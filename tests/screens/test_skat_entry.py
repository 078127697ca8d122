"""The panel of Skat, in-process. Figures are worked out by the International Skat Order, 5.2."""

import flet as ft
import pytest

from scorepad.games.skat import SKAT
from scorepad.games.skat.options import SkatRules
from scorepad.service import Service
from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver, tap

THREE = ("Anne", "Bert", "Cem")


@pytest.fixture
def sheet(service: Service, request: pytest.FixtureRequest) -> Table:
    """By the rules that a test is parametrized with, the usual ones without."""
    return Table.of(service, SKAT, THREE, rules=SkatRules(**getattr(request, "param", {})))


def totals(sheet: Table) -> tuple[int, ...]:
    return sheet.score.tally.totals


def by(**rules: object) -> pytest.MarkDecorator:
    """The rules of the table, for a test that is about them."""
    return pytest.mark.parametrize("sheet", [rules], indirect=True)


def keys(ui: Driver) -> set[str]:
    return {control.identifier for control in ui.find_all(kind=ft.Semantics)
            if control.button and control.identifier}


@by(kontra=True, kontra_max=3)
async def test_kontra_goes_as_far_as_the_table_does(sheet: Table, start: Start):
    """18 · 8; a fourth tap takes all back."""
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "spiel-karo", "spitzen-1", "kontra", "kontra", "kontra")
    assert ui.sees("Supra")
    await tap(ui, "result-gewonnen", "seat-0", "spiel-karo", "spitzen-1", *["kontra"] * 4,
              "result-gewonnen")
    assert totals(sheet) == (144 + 18, 0, 0)


async def test_a_null_takes_three_and_one_more_for_each_announcement(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "spiel-null", "result-gewonnen")
    assert ui.taps == 3 and totals(sheet) == (23, 0, 0)
    await tap(ui, "seat-2", "spiel-null", "hand", "ouvert", "result-verloren")
    assert totals(sheet) == (23, 0, -118)


async def test_what_was_announced_is_taken_for_kept(sheet: Table, start: Start):
    """Grand Hand with 2, Schneider announced: 24 · 6; with fewer than 90 Augen it is lost."""
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "spiel-grand", "spitzen-2", "ansage")
    assert ui.sees("Grand with 2, game 3, Hand 4, Schneider 5, announced 6: 144")
    assert not ui.sees("· −2") and ui.sees("61–89") and ui.sees("−288")
    await tap(ui, "ouvert")
    assert ui.sees("Schwarz 7, announced 8, ouvert 9: 216")


async def test_a_game_without_its_spitzen_says_so(sheet: Table, start: Start):
    """Spades without 2, game 3: 11 · 3."""
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "spiel-pik", "spitzen-2", "ohne")
    assert ui.sees("Spades without 2, game 3: 33")
    await tap(ui, "result-gewonnen")
    assert totals(sheet) == (33, 0, 0) and sheet.score.lines[0].record.hand.ohne
    await tap(ui, "hand-1", "correct", "mit", "save")
    assert not sheet.score.lines[0].record.hand.ohne


async def test_with_and_without_are_a_choice_of_two(sheet: Table, start: Start):
    """A tap on the one that is chosen changes nothing."""
    ui = await start(sheet.route)
    for tapped, chosen in (("mit", "mit"), ("ohne", "ohne"), ("ohne", "ohne"), ("mit", "mit")):
        await tap(ui, "seat-0", tapped)
        assert [way for way in ("mit", "ohne") if ui.find(identifier=way).selected] == [chosen]


async def test_augen_are_seen_where_they_are_typed_and_told_once_they_are_whole(
        sheet: Table, start: Start):
    """Hearts with 1, game 2: 20; with 70 won, with 120 Schneider: 30, with 7 or 13 lost Schneider:
    2 · 30. 12 may become 120, 13 may not."""
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "spiel-herz", "spitzen-1", "augen")
    assert ui.sees("… Augen")
    for digits, told in (("7", ""), ("70", "+20"), ("12", ""), ("13", "−60"), ("120", "+30")):
        await tap(ui, *["backspace"] * 3, *[f"digit-{digit}" for digit in digits])
        assert ui.find_all(identifier="done") and ui.sees(f"{digits} Augen")
        assert ui.sees(f"Save: Anne {told}" if told else "Save")
    await tap(ui, *["backspace"] * 3, "digit-7", "save")
    assert totals(sheet) == (-60, 0, 0)
    await tap(ui, "seat-1", "spiel-herz", "spitzen-1", "augen", "digit-7", "done")
    assert ui.sees("Save: Bert −60")


async def test_who_bid_too_high_has_lost(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "spiel-karo", "spitzen-1", "reizwert", "digit-2", "digit-2")
    assert ui.sees("Type what was bid, then tap Done") and "result-gewonnen" not in keys(ui)
    await tap(ui, "done")
    assert ui.sees("61–89") and not ui.sees("Won")
    await tap(ui, "result-gewonnen")
    assert totals(sheet) == (-54, 0, 0)


async def test_the_last_key_of_the_spitzen_steps_on(sheet: Table, start: Start):
    """Pik with 7: 11 · 8. A Grand has four at most."""
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "spiel-pik", *["spitzen-4"] * 4, "result-gewonnen")
    assert totals(sheet) == (88, 0, 0)
    await tap(ui, "spiel-grand")
    assert ui.sees("4") and not ui.sees("4+")


async def test_all_pass_with_one_tap(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "eingepasst")
    assert totals(sheet) == (0, 0, 0) and sheet.score.next.table.dealer == 1
    assert "ramsch" not in keys(ui) and "kontra" not in keys(ui)


async def test_a_letter_says_nothing_that_there_is_no_key_for(sheet: Table, start: Start):
    """Kontra is not said under these rules; H for Hand has its key."""
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "spiel-pik", "spitzen-1")
    await ui.press("K")
    await ui.press("H")
    await ui.press("G")
    await ui.press("Enter")
    assert totals(sheet) == (33, 0, 0)


@by(ramsch="bei-pass", kontra=True)
async def test_a_ramsch_is_entered_by_its_fields(sheet: Table, start: Start):
    """66 with a Jungfrau; then Kontra on a Grand with 1."""
    ui = await start(sheet.route)
    assert "eingepasst" not in keys(ui)
    await tap(ui, "ramsch", "seat-1", "digit-6", "digit-6", "jungfrau-0", "save")
    assert totals(sheet) == (0, -132, 0)
    await tap(ui, "seat-0", "spiel-grand", "spitzen-1", "kontra")
    assert ui.sees("×2")
    await tap(ui, "kontra")
    assert ui.sees("Re") and ui.sees("×4")
    await tap(ui, "kontra", "kontra", "result-gewonnen")
    assert totals(sheet) == (96, -132, 0)


@by(bock=("60:60",), bock_hands=1, ramschrunden=True)
async def test_in_a_ramschrunde_only_its_hands_are_offered(sheet: Table, start: Start):
    """60 starts a Bock, which the Null doubles; after it a Ramsch is due."""
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "spiel-karo", "spitzen-1", "result-verloren-60")
    assert "ramsch" not in keys(ui) and ui.sees("Bock × 2")
    await tap(ui, "seat-1", "spiel-null", "result-gewonnen")
    assert totals(sheet) == (-36, 46, 0) and "ramsch" in keys(ui) and "eingepasst" not in keys(ui)
    assert ui.sees("Ramschrunde")


@by(liste="bierlachs")
async def test_in_a_bierlachs_the_opponents_write(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "spiel-karo", "spitzen-1", "result-gewonnen")
    assert totals(sheet) == (0, -18, -18)


async def test_a_recorded_hand_comes_back_to_be_corrected(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "spiel-kreuz", "spitzen-1", "hand", "result-gewonnen", "hand-1",
              "correct")
    await tap(ui, "spitzen-2", "save")
    assert totals(sheet) == (48, 0, 0)


async def test_a_table_takes_points_off_somebody(sheet: Table, start: Start):
    """Bert deals on, and corrections and undoing are as for a hand."""
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "spiel-pik", "spitzen-1", "result-gewonnen")
    assert ui.find_all(identifier="undo-written")
    await tap(ui, "player-2", "penalty")
    assert not ui.find_all(identifier="undo-written")
    await tap(ui, "digit-1", "digit-0", "digit-0", "save")
    assert totals(sheet) == (22, 0, -100) and ui.sees("Penalty: −100")
    assert sheet.score.tally.hands == 1 and sheet.score.next.table.dealer == 1
    await tap(ui, "hand-2", "correct", "punkte", "digit-3", "digit-0", "save")
    assert totals(sheet) == (22, 0, -30)
    await tap(ui, "player-1", "penalty", "save")
    assert totals(sheet) == (22, -50, -30)
    await tap(ui, "seat-1", "spiel-karo", "spitzen-1", "result-gewonnen")
    assert totals(sheet) == (22, -32, -30)
