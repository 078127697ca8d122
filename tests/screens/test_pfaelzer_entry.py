"""The panel of Pfälzer Ramsch, in-process (S3, Pfälzer Ramsch): nothing is divided by ten, a
Jungfrau doubles nothing, a Durchmarsch costs the two others."""

import pytest

from scorepad.games.pfaelzer_ramsch import PFAELZER_RAMSCH
from scorepad.service import Service
from tests.screens.conftest import Start, Table
from tests.screens.driver import tap


@pytest.fixture
def sheet(service: Service) -> Table:
    return Table.of(service, PFAELZER_RAMSCH, ("Anne", "Bert", "Cem"))


async def test_a_decisive_figure_takes_four_taps(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "digit-6", "digit-6", "save")
    assert ui.taps == 4 and sheet.score.tally.totals == (66, 0, 0)


async def test_there_is_no_grand_hand_and_no_kontra(sheet: Table, start: Start):
    ui = await start(sheet.route)
    assert not ui.find_all(identifier="grand-hand") and not ui.find_all(identifier="kontra")
    for key in ("Tab", "6", "6", "G", "K"):
        await ui.press(key)
    assert ui.sees("Anne +66")


async def test_pushes_double_and_a_jungfrau_does_not(sheet: Table, start: Start):
    """113 · 2 · 2 = 452."""
    ui = await start(sheet.route)
    await tap(ui, "schieben-0", "schieben-1", "jungfrau-0")
    assert not ui.sees("Jungfrau ×2")
    await tap(ui, "seat-2", "digit-1", "digit-1", "digit-3")
    assert ui.sees("Cem +452") and ui.sees("113 · 2 · 2 = 452")


async def test_a_durchmarsch_costs_the_others(sheet: Table, start: Start):
    """120 · 2 for each of them."""
    ui = await start(sheet.route)
    await tap(ui, "durchmarsch", "seat-1", "schieben-1")
    assert ui.sees("Anne, Cem +240")
    await tap(ui, "save")
    assert sheet.score.tally.totals == (240, 0, 240)


async def test_half_typed_and_corrected(sheet: Table, start: Start):
    """66 · 2 = 132, typed before and after a restart; then nobody pushed after all."""
    ui = await start(sheet.route)
    await tap(ui, "schieben-2", "seat-0", "digit-6")
    again = await start(sheet.route)
    await tap(again, "digit-6", "save")
    assert sheet.score.tally.totals == (132, 0, 0)
    await tap(again, "hand-1", "correct", "schieben-2", "save")
    assert sheet.score.tally.totals == (66, 0, 0)


async def test_a_sum_that_cannot_be(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "digit-6", "digit-6", "digit-3", "digit-0", "digit-1", "digit-0")
    assert ui.sees("106 in all – 14 Augen are missing")
    assert ui.find(identifier="save").disabled
