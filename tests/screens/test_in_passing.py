"""What the sheet says in passing: a question about 120 Augen, and what was just written."""


from scorepad.games.kalter_schlag import Durchmarsch
from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver, tap


def offers(ui: Driver, identifier: str) -> bool:
    return bool(ui.find_all(identifier=identifier))


# --- a Durchmarsch ------------------------------------------------------------------------------


async def test_all_augen_ask_whether_it_was_a_durchmarsch(table: Table, start: Start):
    """120 for the other three (S0, Wertung)."""
    ui = await start(table.route)
    await tap(ui, "seat-1", "digit-1", "digit-2")
    assert not offers(ui, "suggestion")
    await tap(ui, "digit-0")
    assert ui.sees("All 120 Augen: Durchmarsch?")
    await tap(ui, "suggestion")
    assert not offers(ui, "suggestion")
    await tap(ui, "save")
    line = table.score.lines[0]
    assert (line.record.hand, line.points) == (Durchmarsch(1), (120, 0, 120, 120))


async def test_a_fault_goes_before_the_question(table: Table, start: Start):
    ui = await start(table.route)
    await tap(ui, "seat-1", "digit-1", "digit-2", "digit-0", "seat-2", "digit-5", "digit-5")
    assert not offers(ui, "suggestion") and ui.sees("too many")


# --- what was written ---------------------------------------------------------------------------


async def test_what_was_saved_is_said_with_undo(table: Table, start: Start):
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6", "save")
    assert ui.sees("Hand 1: Anne +70")
    await tap(ui, "undo-written")
    assert table.score.lines == () and not offers(ui, "undo-written")


async def test_it_goes_with_the_next_thing_typed(table: Table, start: Start):
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6", "save", "seat-1")
    assert not offers(ui, "undo-written")


async def test_a_correction_is_said_and_undone_too(table: Table, start: Start):
    table.play(66, 54, 0, 0)
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "hand-1", "correct", "jungfer-3", "save")
    assert ui.sees("Hand 1: Anne +130")
    await tap(ui, "undo-written")
    assert table.score.tally.totals == (140, 0, 0, 0) and not offers(ui, "undo-written")


async def test_it_goes_once_something_else_has_happened(table: Table, start: Start):
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6", "save", "player-3", "deals-next")
    assert not offers(ui, "undo-written")


async def test_what_others_write_is_not_said(table: Table, start: Start):
    ui = await start(table.route)
    table.play(66, 54, 0, 0)
    await ui.go("/")
    await ui.go(table.route)
    assert not offers(ui, "undo-written")
