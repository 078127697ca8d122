"""Doppelkopf of four to seven: who sits where between two hands, who sits out, what a Bock shows.

Sources: S2 is the house rules of the Altenburg club, by its headings; "rules" is how this project
reads them.
"""

from collections.abc import Iterator

import flet as ft
import pytest

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.altenburg.hand import Ansage, Hand, Side, Span, Spiel
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.ui.forms.new_sheet import NewSheetForm
from scorepad.ui.forms.seating import SeatsForm
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap

SEVEN = ("Gerry", "Chris", "Guido", "Wolle", "Silvio", "Holger", "Steffen")
FIVE = SEVEN[:5]

WON = Span(Side.KONTRA)


@pytest.fixture
def five(service: Service) -> Table:
    """Five at Doppelkopf at a cent a point; Gerry deals, and so sits out."""
    return Table.of(service, DOPPELKOPF_ALTENBURG, FIVE, stake=100)


def won(table: Table, *re: int) -> str:
    """Re wins a plain game."""
    return table.service.record(table.sheet, Hand(re, WON))


def lost_solo(table: Table, soloist: int) -> str:
    """A Bockrunde begins."""
    return table.service.record(table.sheet, Hand((soloist,), Span(Side.RE), Spiel.BUBEN_SOLO))


def seated(table: Table) -> list[str]:
    upcoming = table.score.next.table
    return [upcoming.names[seat] for seat in upcoming.seats]


def total(ui: Driver, seat: int) -> ft.Text:
    """The figure of a column."""
    figure: ft.Text = ui.find(identifier=f"player-{seat}").content.content.controls[1].controls[-1]
    return figure


def labels(ui: Driver, seat: int) -> str:
    """How a column is read out."""
    return next(read_out(ui, f"player-{seat}"))


def read_out(ui: Driver, identifier: str) -> Iterator[str]:
    """What a screen reader says of a control, instead of what is written there."""
    around = ui.find(identifier=identifier)
    return (control.semantics_label for control in ui.controls()
            if getattr(control, "semantics_label", None) and _is_in(control, around))


def _is_in(control, around) -> bool:
    while control is not None and control is not around:
        control = control.parent
    return control is not None


# --- coming and going -------------------------------------------------------------------------


async def test_who_leaves_keeps_the_points_and_may_come_back(five: Table, start: Start):
    won(five, 1, 2)
    ui = await start(f"{five.route}/seats")
    await ui.tap(identifier="remove-2")
    await ui.tap(identifier="save-seats")
    assert seated(five) == ["Gerry", "Guido", "Wolle", "Silvio"]
    assert labels(ui, 1) == "Chris, 10 points, has left"
    await ui.go(f"{five.route}/seats")
    await ui.tap(identifier="add-Chris")
    await ui.tap(identifier="save-seats")
    assert seated(five) == ["Gerry", "Guido", "Wolle", "Silvio", "Chris"]


async def test_seats_are_swapped_and_the_dealer_named(five: Table, start: Start):
    ui = await start(f"{five.route}/seats")
    moving = ui.find(where=lambda control: type(control).__name__ == "ReorderableListView")
    await ui.fire(moving, "reorder", {"old_index": 4, "new_index": 0})
    await ui.tap(identifier="seat-2")
    assert ui.sees("Gerry deals and sits out")
    await ui.tap(identifier="seat-3")
    assert ui.sees("Chris deals and sits out")
    await ui.tap(identifier="save-seats")
    assert seated(five) == ["Silvio", "Gerry", "Chris", "Guido", "Wolle"]
    assert five.score.next.table.dealer == 1


async def test_seats_are_moved_without_a_mouse(five: Table, start: Start):
    """Gerry down and up again, Guido up two seats, to the first; then Gerry is the second."""
    ui = await start(f"{five.route}/seats")
    assert says(ui, "Gerry down to seat 2")
    await tap(ui, "move-1", "move-2", "move-3", "move-2")
    assert says(ui, "Guido down to seat 2") and says(ui, "Gerry up to seat 1")
    await tap(ui, "save-seats")
    assert seated(five) == ["Guido", "Gerry", "Chris", "Wolle", "Silvio"]


def says(ui: Driver, label: str) -> bool:
    """Whether something is called so to a screen reader."""
    return any(getattr(each, "semantics_label", None) == label for each in ui.controls())


async def test_columns_tiles_and_rows_have_the_order_of_the_seats(five: Table, start: Start):
    """Silvio now sits first; Chris has left, and his column comes last."""
    won(five, 1, 2)
    five.service.seat_players(five.sheet, ["Silvio", "Gerry", "Guido", "Wolle"])
    ui = await start(five.route)
    order = [4, 0, 2, 3]
    assert ordered(ui, "player-") == [*order, 1] and ordered(ui, "seat-") == order
    cells = [cell.value for cell in ui.controls() if _is_in(cell, ui.find(identifier="hand-1"))
             and getattr(cell, "text_align", None) == ft.TextAlign.RIGHT]
    assert cells == ["−10", "–", "10", "−10", "10"]


def ordered(ui: Driver, kind: str) -> list[int]:
    """The seats of the columns or the tiles, from left to right."""
    return [int(control.identifier.removeprefix(kind)) for control in ui.controls()
            if str(getattr(control, "identifier", "")).startswith(kind)]


@pytest.mark.parametrize("names, said", [
    (SEVEN[:3], "Doppelkopf (Altenburg rules) needs 4 to 7 players, not 3"),
    ((*SEVEN, "Steffi"), "8 players are too many for one table: split them into two"),
])
async def test_a_table_of_too_few_or_too_many_is_told_so(five: Table, start: Start, names, said):
    ui = await start(f"{five.route}/seats")
    for place in range(5, 0, -1):
        await ui.tap(identifier=f"remove-{place}")
    for name in names:
        await ui.type(name, text="Name")
        await ui.tap(identifier="add-name")
    assert ui.sees(said)
    assert ui.find(identifier="save-seats").content.disabled
    assert seated(five) == list(FIVE)


async def test_nobody_comes_or_leaves_where_the_game_does_not_let_them(
        table: Table, start: Start):
    ui = await start(table.route)
    await ui.tap(identifier="menu")
    assert not ui.find_all(identifier="seats")
    ui = await start(f"{table.route}/seats")
    assert ui.sees("Whoever comes or leaves here needs a new sheet.")
    await ui.tap(identifier="same-table")
    assert ui.sees("New sheet") and ui.sees("Anne")


async def test_nobody_comes_to_an_evening_that_is_over(five: Table, start: Start):
    five.service.close_evening(five.evening)
    ui = await start(f"{five.route}/seats")
    assert ui.sees("Nobody can come or leave here.")
    await ui.go(f"/evening/{five.evening}/sheet/nothing/seats")
    assert ui.sees("This sheet is not in the book.")


def test_saving_what_has_not_changed_writes_nothing(five: Table):
    before = five.service.sheet(five.sheet)
    form = SeatsForm.of(before)
    form.let_deal("Gerry")
    form.save(five.service, five.sheet)
    assert five.service.sheet(five.sheet).undo == before.undo


def test_who_deals_after_the_dealer_has_left_is_said_before_it_is_saved(five: Table):
    won(five, 1, 2)  # Gerry has dealt, Chris deals next
    form = SeatsForm.of(five.service.sheet(five.sheet))
    form.remove("Chris")
    shown = form.table(five.score)
    form.save(five.service, five.sheet)
    assert shown == five.score.next.table
    assert shown.names[shown.dealer] == "Guido"


# --- the sheet --------------------------------------------------------------------------------


async def test_who_sits_out_is_dimmed_and_said(five: Table, start: Start):
    ui = await start(five.route)
    assert labels(ui, 0) == "Gerry, 0 points, deals next, sits out"
    assert labels(ui, 1) == "Chris, 0 points"
    dim, bright = [total(ui, seat) for seat in (0, 1)]
    assert dim.weight is None and dim.color == ft.Colors.ON_SURFACE_VARIANT
    assert bright.weight == ft.FontWeight.W_600 and bright.color is None
    assert ui.sees("Gerry deals · Chris leads")  # S2, Das Blatt: with five nobody cuts


async def test_of_four_the_one_who_gets_the_first_cards_cuts(service: Service, start: Start):
    four = Table.of(service, DOPPELKOPF_ALTENBURG, FOUR)
    ui = await start(four.route)
    assert ui.sees("Anne deals · Bert cuts and leads")


async def test_a_hand_that_counts_twice_says_so_on_a_low_phone_though_it_was_corrected(
        five: Table, start: Start):
    lost_solo(five, 1)
    id = won(five, 0, 2)
    five.service.amend(five.sheet, id, five.score.lines[1].record._replace(
        hand=Hand((0, 3), WON)))
    ui = await start(five.route, size=(375, 553))
    assert "×2" in ui.texts() and ui.find_all(kind=ft.Icon, where=lambda icon: icon.icon
                                              == ft.Icons.EDIT)


async def test_boecke_are_counted_down_and_their_hands_marked(five: Table, start: Start):
    ui = await start(five.route)
    assert not ui.find_all(identifier="bock-left")
    lost_solo(five, 1)
    ui = await start(five.route)
    assert list(read_out(ui, "bock-left")) == ["5 more hands count double"]
    won(five, 0, 2)
    ui = await start(five.route)
    assert list(read_out(ui, "bock-left")) == ["4 more hands count double"]
    assert ui.sees("×2") and "Hand 2: Gerry 20, Guido 20, Wolle −20, Silvio −20, " \
        "10, Bock × 2 = 20, Bock × 2" in read_out(ui, "hand-2")
    await ui.tap(identifier="menu")
    assert ui.sees("4 hands that count double are dropped at the end")


async def test_a_row_tells_who_sat_out_from_who_was_not_there(five: Table, start: Start):
    won(five, 1, 2)
    five.service.seat_players(five.sheet, [*FIVE, "Holger"])
    ui = await start(five.route)
    row = ui.find(identifier="hand-1")
    cells = [control.value for control in ui.controls()
             if _is_in(control, row) and getattr(control, "text_align", None)]
    assert cells == ["1", "–", "10", "10", "−10", "−10", ""]


async def test_a_hand_shows_who_sat_out_and_lets_only_the_table_have_dealt(
        five: Table, start: Start):
    hand = won(five, 1, 2)
    five.service.seat_players(five.sheet, [*FIVE[1:], "Holger"])
    ui = await start(f"{five.route}/hand/{hand}")
    assert ui.sees("sat out") and not ui.sees("Holger")
    assert [bool(ui.find_all(identifier=f"dealt-{seat}")) for seat in range(6)] == [True] * 5 + [
        False]


async def test_a_hand_reads_back_in_the_notation_of_the_club(five: Table, start: Start):
    """S2, Extra Punkte: Kontra U9 won, a Fuchs lost."""
    hand = five.service.record(five.sheet, Hand(
        (1, 2), Span(Side.RE, 90), ansage_kontra=Ansage.U9, fuchs=(Side.RE,)))
    ui = await start(f"{five.route}/hand/{hand}")
    assert ui.sees("AV/U9/U9/K/-F: (20+10+10)·2−10 = 70")


async def test_only_who_sits_there_can_deal_the_next_hand(five: Table, start: Start):
    won(five, 1, 2)
    five.service.seat_players(five.sheet, FIVE[1:])
    ui = await start(five.route)
    await ui.tap(identifier="player-0")
    assert not ui.find_all(identifier="deals-next")


# --- two tables on one evening ----------------------------------------------------------------


async def test_another_table_is_two_taps_away(five: Table, start: Start):
    second = five.service.open_sheet(five.evening, DOPPELKOPF_ALTENBURG, FOUR)
    over = five.service.open_sheet(five.evening, DOPPELKOPF_ALTENBURG, SEVEN[3:])
    five.service.record(over, Hand((0, 1), WON))
    five.service.end_match(over)
    ui = await start(five.route)
    await ui.tap(identifier="menu")
    assert ui.sees("Anne, Bert, Cem, Dora") and not ui.find_all(identifier="table-2")
    await ui.tap(identifier="table-1")
    assert ui.page.route == f"/evening/{five.evening}/sheet/{second}"


def test_a_second_table_begins_without_those_who_play_already(five: Table):
    five.service.open_sheet(five.evening, KALTER_SCHLAG, FOUR)
    form = NewSheetForm.proposed(five.service, DOPPELKOPF_ALTENBURG, five.evening)
    assert form.names == FOUR  # they have played something else meanwhile
    five.service.open_sheet(five.evening, DOPPELKOPF_ALTENBURG, FOUR)
    form = NewSheetForm.proposed(five.service, DOPPELKOPF_ALTENBURG, five.evening)
    assert form.names == ()
    form = NewSheetForm.proposed(five.service, KALTER_SCHLAG, five.evening)
    assert form.names == FOUR


def test_who_sits_at_the_other_table_is_offered_last(five: Table):
    five.service.open_sheet(five.evening, KALTER_SCHLAG, FOUR)
    form = NewSheetForm.proposed(five.service, DOPPELKOPF_ALTENBURG, five.evening)
    form.clear()
    assert form.suggestions(five.service.players()) == [*FOUR, *FIVE]


# --- a new sheet ------------------------------------------------------------------------------


async def test_eight_are_told_to_split_the_round(start: Start):
    ui = await start("/new")
    await ui.tap(identifier="game-doppelkopf-altenburg")
    for number, name in enumerate((*SEVEN, "Steffi"), 1):
        assert ui.sees("free") == (number <= 3)
        await ui.type(name, text="Name")
        await ui.tap(identifier="add-name")
    assert ui.sees("8 players are too many for one table: split them into two")
    assert ui.find(identifier="start").content.disabled
    assert ui.find(identifier="split") and ui.find(identifier="add-name")
    await ui.tap(identifier="remove-8")
    assert not ui.find_all(identifier="split")
    assert not ui.find(identifier="start").content.disabled


async def test_a_point_is_a_cent_unless_they_say_otherwise(start: Start, service: Service):
    ui = await start("/new")
    await ui.tap(identifier="game-doppelkopf-altenburg")
    for name in FOUR:
        await ui.type(name, text="Name")
        await ui.tap(identifier="add-name")
    await ui.tap(identifier="start")
    service.refresh()
    assert service.latest_sheet(DOPPELKOPF_ALTENBURG.id).stake == 100


async def test_other_people_leave_the_seats_free_at_one_tap(five: Table, start: Start):
    ui = await start("/new")
    assert not ui.sees("free")
    await ui.tap(identifier="other-people")
    assert ui.sees("free") and ui.sees("4 players are missing.")


async def test_the_table_of_values_is_folded_away(start: Start):
    ui = await start("/new")
    await ui.tap(identifier="game-doppelkopf-altenburg")
    await ui.tap(identifier="house-rules")
    assert ui.sees("Table of values") and not ui.sees("Jacks solo won")
    await ui.tap(identifier="rules-normal_won")
    buben = ui.find(text="Jacks solo won", where=lambda control: hasattr(control, "on_submit"))
    await ui.change(buben, "30")
    assert ui.sees("1 changed")
