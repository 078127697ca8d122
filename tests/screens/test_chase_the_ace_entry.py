"""The panel of Chase-the-Ace, in-process (S1, 001–031): who has the lowest card pays a part, who
has paid three is out, and the last one in takes the bank."""

import flet as ft
import pytest

from scorepad.games.chase_the_ace import CHASE_THE_ACE, Paying
from scorepad.games.game import Outcome, Reason
from scorepad.service import Service
from scorepad.ui.entry.pad import abreast
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap

TWENTY = ("Anne", "Bert", "Christina", "Dora", "Emil", "Friederike", "Gerd", "Hanna", "Ingo",
          "Jörg", "Karl", "Lena", "Maximilian", "Nora", "Otto", "Paula", "Quirin", "Rosa", "Sven",
          "Tina")


@pytest.fixture
def sheet(service: Service) -> Table:
    """Four at 50 cents a part."""
    return Table.of(service, CHASE_THE_ACE, FOUR, stake=50)


def paid(table: Table, *rounds: tuple[int, ...]) -> None:
    for payers in rounds:
        table.service.record(table.sheet, Paying(payers))


def hears(ui: Driver, words: str) -> bool:
    """Whether a screen reader says these words of something."""
    return any(words in (getattr(control, "semantics_label", None) or "")
               for control in ui.controls())


async def test_five_of_a_rank_cannot_be(service: Service, start: Start):
    table = Table.of(service, CHASE_THE_ACE, (*FOUR, "Emil"))
    ui = await start(table.route)
    await tap(ui, "cards", *["card-9"] * 5)
    assert ui.sees("9 5 times: there are only 4 cards of a rank")
    assert ui.find(identifier="save").disabled


async def test_who_is_out_is_dimmed_and_cannot_pay(sheet: Table, start: Start):
    """Bert pays three times; the deal passes him by."""
    paid(sheet, (1,), (1,), (1,))
    ui = await start(sheet.route)
    assert hears(ui, "Bert is out")
    await tap(ui, "seat-1")
    assert ui.sees("Bert is out.")
    quiet, loud = [ui.find(identifier=f"player-{seat}").content.content.controls[1].controls[-1]
                   for seat in (1, 0)]
    assert quiet.weight is None and loud.weight == ft.FontWeight.W_600
    await ui.press("Tab")
    await ui.press(" ")
    await ui.press("Tab")
    await ui.press(" ")
    assert hears(ui, "Save: Anne, Cem −€0.50")


async def test_who_is_out_cannot_be_named_to_deal(sheet: Table, start: Start):
    paid(sheet, (1,), (1,), (1,))
    ui = await start(sheet.route)
    await tap(ui, "player-1")
    assert not ui.find_all(identifier="deals-next")
    await ui.tap(text="Close")
    await tap(ui, "player-2", "deals-next")
    assert ui.sees("Cem deals")


async def test_what_was_tapped_for_somebody_who_is_out_by_now_is_gone(sheet: Table, start: Start):
    paid(sheet, (1,), (1,))
    ui = await start(sheet.route)
    await tap(ui, "seat-1", "seat-2")
    paid(sheet, (1,))
    again = await start(sheet.route)
    assert again.sees("Hand 3 was just saved")  # and what is typed was meant for hand 3
    await again.tap(text="Save anyway")
    assert sheet.score.tally.totals == (0, -150, -50, 0)
    await ui.stop()


async def test_the_last_one_in_takes_the_bank_and_the_table_plays_once_more(
        sheet: Table, start: Start):
    """Dora has two parts left, the others' nine and her one make 5.00. Anne and Bert are out after
    the third round, so that Dora, Cem and Dora have dealt since; with all in, Anne follows."""
    paid(sheet, (0, 1), (0, 1), (0, 1), (2, 3), (2,))
    ui = await start(sheet.route)
    await tap(ui, "seat-2")
    assert ui.sees("Dora +€5.00") and ui.sees("Bank 4.50 + 0.50 = 5.00 → Dora")
    await tap(ui, "save")
    assert sheet.score.matches[0].outcome == Outcome(Reason.WON, 3)
    assert ui.sees("Dora wins") and ui.sees("+€4.50")
    assert ui.sees("the last one in, who takes the bank")
    ui.taps = 0
    await tap(ui, "next-round")
    assert ui.taps == 1
    again = sheet.service.sheet(ui.page.route.rsplit("/", 1)[1]).score
    assert again.record.names == FOUR and again.record.stake == 50
    assert again.next.table.active == (0, 1, 2, 3) and again.next.table.dealer == 0


async def test_other_rules_for_the_next_round_are_two_taps_away(sheet: Table, start: Start):
    paid(sheet, *[(0, 1, 2)] * 3)
    ui = await start(sheet.route)
    await tap(ui, "same-table", "start")
    assert ui.page.route != sheet.route and ui.sees("Who has the lowest card and pays?")


async def test_a_round_is_corrected_among_those_who_were_in_then(sheet: Table, start: Start):
    """Bert is out now and was not in the second round."""
    paid(sheet, (1,), (1,), (1,))
    ui = await start(sheet.route)
    await tap(ui, "hand-2", "correct", "seat-1", "seat-3", "save")
    assert sheet.score.tally.totals == (0, -100, 0, -50)
    assert sheet.score.next.table.active == (0, 1, 2, 3)


@pytest.mark.parametrize("count, columns", [(4, 4), (5, 5), (6, 3), (7, 4), (9, 5), (11, 4),
                                            (16, 4), (20, 5), (31, 5)])
def test_tiles_lie_in_rows_of_at_most_five(count, columns):
    assert abreast(count) == columns


async def test_thirty_one_have_room_on_a_phone(service: Service, start: Start):
    """S1, 006: best in a very large round. One card is left over, so three aces are out."""
    names = (*TWENTY, *[f"{name} II" for name in TWENTY[:11]])
    table = Table.of(service, CHASE_THE_ACE, names, stake=20)
    ui = await start(table.route)
    await tap(ui, "seat-30", "seat-2")
    assert ui.sees("2 pay: of 31 players at least 3 have an ace")
    await tap(ui, "seat-0", "save")
    assert table.score.tally.totals[30] == -20 and ui.find(identifier="player-30")
    await ui.resize(1280, 800)
    assert ui.find(identifier="player-30") and ui.find(identifier="seat-30")


async def test_the_end_of_twenty_is_told_in_a_line_an_amount(service: Service, start: Start):
    """Twenty cents a part: nineteen pay 60, and Tina has 19 · 60 of them."""
    table = Table.of(service, CHASE_THE_ACE, TWENTY, stake=20)
    paid(table, *[tuple(range(first, min(first + 4, 19))) for first in (0, 4, 8, 12, 16)
                  for _ in range(3)])
    ui = await start(table.route)
    assert ui.sees("Tina wins") and ui.sees("+€11.40")
    assert ui.sees("Anne, Bert, Christina") and ui.sees("Rosa, Sven")
    assert len(ui.find_all(text="−€0.60")) == 1
