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


async def test_there_is_no_grand_hand_and_no_kontra(sheet: Table, start: Start):
    ui = await start(sheet.route)
    assert not ui.find_all(identifier="grand-hand") and not ui.find_all(identifier="kontra")
    for key in ("Tab", "6", "6", "G", "K"):
        await ui.press(key)
    assert ui.sees("Anne +66")


async def test_half_typed_and_corrected(sheet: Table, start: Start):
    """66 · 2 = 132, typed before and after a restart; then nobody pushed after all."""
    ui = await start(sheet.route)
    await tap(ui, "schieben-2", "seat-0", "digit-6")
    again = await start(sheet.route)
    await tap(again, "digit-6", "save")
    assert sheet.score.tally.totals == (132, 0, 0)
    await tap(again, "hand-1", "correct", "schieben-2", "save")
    assert sheet.score.tally.totals == (66, 0, 0)
