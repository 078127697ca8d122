"""Two people at one sheet, each with a page: nothing half typed is on another page without a tap,
and a hand that does not follow the one its typist saw is asked about."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

import pytest

from scorepad.config import Settings
from scorepad.ui.app import main_for
from scorepad.ui.entry.model import UNSEEN
from tests.screens.conftest import Table
from tests.screens.driver import Driver, tap
from tests.screens.test_two_programs import until

Tab = Callable[..., Awaitable[Driver]]

SIXTY_SIX = ("seat-0", "digit-6", "digit-6")
ASKED = "Hand 1 was just saved: Anne +70. Save yours anyway?"


BOTH = pytest.mark.parametrize("tab", ["one program", "two programs"], indirect=True)


@pytest.fixture
async def tab(request: pytest.FixtureRequest, settings: Settings,
              table: Table) -> AsyncIterator[Tab]:
    """Opens the sheet in a tab of this name, in English, any number of times; each in the same
    program, or each in one of its own."""
    shared, opened = main_for(settings), []
    together = getattr(request, "param", "one program") == "one program"

    async def begin(name: str, **more: object) -> Driver:
        main = shared if together else main_for(settings)

        def named(page):
            page.session.store.set("tab", name)
            return main(page)

        ui = await Driver.start(named, **{
            "route": table.route, "language": "en-GB",
            "hub": opened[0].client.pubsubhub if opened and main is shared else None, **more})
        opened.append(ui)
        return ui

    yield begin
    for ui in opened:
        await ui.stop()


# --- what belongs to a page -----------------------------------------------------------------------


@BOTH
async def test_what_is_half_typed_is_on_no_other_page_and_its_enter_saves_nothing(
        table: Table, tab: Tab):
    anne = await tab("a")
    await tap(anne, *SIXTY_SIX)
    bert = await tab("b")
    assert bert.find(identifier="save").disabled and not bert.sees("Anne +70 ·")
    await bert.press("Enter")
    await tap(bert, "save")
    assert table.score.lines == ()
    await tap(anne, "save")
    assert table.score.tally.totals == (70, 0, 0, 0)


async def test_a_page_finds_its_own_after_a_reload(table: Table, tab: Tab):
    anne = await tab("a")
    await tap(anne, "seat-0", "digit-6")
    bert = await tab("b")
    await tap(bert, "seat-2", "digit-9")
    again, other = await tab("a"), await tab("b")
    await tap(again, "digit-6")
    await tap(other, "digit-3")
    assert again.sees("Anne +70") and other.sees("Cem +90")


async def test_two_who_type_in_turn_see_nothing_of_it(table: Table, tab: Tab):
    anne, bert = await tab("a"), await tab("b")
    for number, ui in enumerate((anne, bert, anne, bert), 1):
        await tap(ui, *SIXTY_SIX, "save")
        assert len(table.score.lines) == number
        for each in (anne, bert):
            await until(each, partial(each.find_all, identifier=f"hand-{number}"))
        await asyncio.sleep(UNSEEN)
        for each in (anne, bert):
            assert not each.find_all(identifier="question")
            assert not each.find_all(identifier="take-over")
            assert not each.find_all(identifier="mine-again")


# --- taking over ----------------------------------------------------------------------------------


@BOTH
async def test_another_page_offers_what_was_begun_and_takes_it_over_by_a_tap(
        table: Table, tab: Tab):
    anne, bert = await tab("a"), await tab("b")
    assert not bert.find_all(identifier="take-over")  # it is only open
    await tap(anne, "seat-0", "digit-6")
    await until(bert, lambda: bert.sees("lready being entered elsewhere"))
    await until(bert, lambda: bert.sees("Anne 6 …") or bert.sees("Anne 6"))
    await tap(bert, "take-over")
    assert not bert.find_all(identifier="take-over")
    await until(anne, lambda: anne.sees("Taken over elsewhere"))
    assert anne.find(identifier="save").disabled
    await anne.press("Enter")
    await tap(bert, "digit-6", "save")
    assert table.score.tally.totals == (70, 0, 0, 0)
    await until(anne, lambda: not anne.find_all(identifier="mine-again"))
    assert len(table.score.lines) == 1


async def test_what_was_taken_over_can_be_had_again(table: Table, tab: Tab):
    """And then it is not there any more, with the same word."""
    anne, bert = await tab("a"), await tab("b")
    await tap(anne, *SIXTY_SIX)
    await until(bert, lambda: bert.find_all(identifier="take-over"))
    await tap(bert, "take-over", "jungfer-3")
    await until(anne, lambda: anne.find_all(identifier="mine-again"))
    await tap(anne, "mine-again")
    assert anne.sees("Anne +70") and not anne.find_all(identifier="mine-again")
    await until(bert, lambda: bert.sees("Taken over elsewhere"))
    await tap(bert, "mine-again")
    await until(anne, lambda: anne.find_all(identifier="mine-again"))
    assert bert.sees("Anne +130")
    await tap(bert, "save")
    assert table.score.tally.totals == (130, 0, 0, 0)


async def test_a_key_for_what_was_just_taken_over_is_not_typed(table: Table, tab: Tab):
    """It comes before the page has been drawn anew. Another program looks every third of a second;
    where that was too late, the second save is asked about."""
    anne, bert = await tab("a"), await tab("b")
    await tap(anne, "seat-0", "digit-6")
    await until(bert, lambda: bert.find_all(identifier="take-over"))
    await tap(bert, "take-over")
    if anne.find_all(identifier="mine-again"):
        return
    await tap(anne, "digit-6")
    await until(anne, lambda: anne.find_all(identifier="mine-again"))


async def test_an_offer_goes_with_the_hand_and_is_never_a_correction(table: Table, tab: Tab):
    anne, bert = await tab("a"), await tab("b")
    await tap(anne, *SIXTY_SIX)
    await until(bert, lambda: bert.find_all(identifier="take-over"))
    await tap(anne, "save")
    await until(bert, lambda: not bert.find_all(identifier="take-over"))
    await tap(anne, "hand-1", "correct", "jungfer-3")
    await asyncio.sleep(0.5)
    await bert.settle()
    assert not bert.find_all(identifier="take-over")
    third = await tab("c")
    assert not third.find_all(identifier="take-over")


async def test_only_the_latest_is_offered_and_nothing_while_one_types(table: Table, tab: Tab):
    anne, bert = await tab("a"), await tab("b")
    await tap(anne, "seat-0", "digit-6")
    await asyncio.sleep(0.01)
    await tap(bert, "seat-1", "digit-7")
    cem = await tab("c")
    assert len(cem.find_all(identifier="take-over")) == 1 and cem.sees("Bert 7")
    assert not anne.find_all(identifier="take-over")
    assert not bert.find_all(identifier="take-over")


async def test_what_an_earlier_version_kept_is_offered(table: Table, tab: Tab):
    table.service.keep(f"entry/{table.sheet}", {
        "draft": {"figures": {"typed": ["6", "", "", ""], "focus": 0, "fresh": False, "most": 120},
                  "marching": False, "maker": None, "jungfern": [], "verdopplungen": 0},
        "amending": None, "seen": None, "version": None})
    anne = await tab("a")
    assert anne.find(identifier="save").disabled
    await tap(anne, "take-over", "digit-6", "save")
    assert table.score.tally.totals == (70, 0, 0, 0)
    bert = await tab("b")
    assert not bert.find_all(identifier="take-over")


# --- the same hand --------------------------------------------------------------------------------


async def both_typed_it(table: Table, tab: Tab) -> tuple[Driver, Driver]:
    """Two pages have the same hand, and the first has saved it."""
    anne, bert = await tab("a"), await tab("b")
    await tap(anne, *SIXTY_SIX)
    await tap(bert, *SIXTY_SIX)
    await tap(anne, "save")
    return anne, bert


@BOTH
async def test_the_question_comes_with_the_other_hand_and_keeps_what_is_typed(
        table: Table, tab: Tab):
    _, bert = await both_typed_it(table, tab)
    await until(bert, lambda: bert.sees(ASKED))
    assert not bert.find_all(identifier="save")  # a tap in its place is in vain
    await tap(bert, "drop-mine")
    assert bert.find(identifier="save").disabled and len(table.score.lines) == 1
    await bert.tap(text="Bring mine back")
    assert bert.sees(ASKED)
    await tap(bert, "all-the-same")
    assert table.score.tally.totals == (140, 0, 0, 0)
    assert not bert.find_all(identifier="question")


async def test_a_tap_before_the_other_hand_is_drawn_writes_nothing(
        table: Table, tab: Tab, monkeypatch: pytest.MonkeyPatch):
    """And its second half neither; a second Enter after a moment means it."""
    anne, bert = await tab("a"), await tab("b")
    await tap(anne, *SIXTY_SIX)
    await tap(bert, *SIXTY_SIX)
    table.play(66, 54, 0, 0)  # nobody has told the pages
    monkeypatch.setattr("scorepad.ui.entry.entry.DOUBLE_TAP", 60)
    await bert.press("Enter")
    await bert.press("Enter")
    assert len(table.score.lines) == 1 and bert.sees(ASKED)
    monkeypatch.setattr("scorepad.ui.entry.entry.DOUBLE_TAP", 0)
    await bert.press("Enter")
    assert len(table.score.lines) == 2


async def test_a_key_that_is_held_down_never_means_it(
        table: Table, tab: Tab, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("scorepad.ui.entry.entry.DOUBLE_TAP", 60)
    _, bert = await both_typed_it(table, tab)
    for _ in range(20):
        await bert.press("Enter")
    assert len(table.score.lines) == 1


async def test_what_is_half_typed_when_the_other_hand_comes_can_go_on_as_the_next(
        table: Table, tab: Tab):
    anne, bert = await tab("a"), await tab("b")
    await tap(bert, "seat-1", "digit-4", "digit-0")
    await tap(anne, *SIXTY_SIX, "save")
    await until(bert, lambda: bert.sees(ASKED))
    assert bert.sees("Continue anyway")
    await tap(bert, "all-the-same")
    assert not bert.find_all(identifier="question") and len(table.score.lines) == 1
    await tap(bert, "seat-1", "digit-6", "digit-6", "save")
    assert table.score.tally.totals == (70, 70, 0, 0)


async def test_a_hand_that_comes_under_the_finger_was_not_seen(
        table: Table, tab: Tab, monkeypatch: pytest.MonkeyPatch):
    """The other one's is on the screen, but nobody has read it as fast as that."""
    monkeypatch.setattr("scorepad.ui.entry.model.UNSEEN", 60)
    anne, bert = await tab("a"), await tab("b")
    await tap(anne, *SIXTY_SIX, "save")
    await until(bert, lambda: bert.find_all(identifier="hand-1"))
    await tap(bert, "seat-0")
    await until(bert, lambda: bert.sees(ASKED))


@BOTH
async def test_an_undone_hand_is_asked_about_and_one_s_own_undo_is_not(table: Table, tab: Tab):
    table.play(66, 54, 0, 0)
    anne, bert = await tab("a"), await tab("b")
    await tap(bert, *SIXTY_SIX)
    await tap(anne, "undo")
    await until(bert, lambda: bert.sees("Hand 1 was undone. Save yours anyway?"))
    await tap(anne, "redo")
    await until(bert, lambda: not bert.find_all(identifier="question"))
    await tap(bert, "undo")
    assert table.score.lines == () and not bert.find_all(identifier="question")
    await tap(bert, "save")
    assert table.score.tally.totals == (70, 0, 0, 0)


@BOTH
async def test_a_hand_is_not_saved_for_others_than_its_page_shows(table: Table, tab: Tab):
    anne = await tab("a")
    await tap(anne, *SIXTY_SIX)
    table.service.name_dealer(table.sheet, 2)
    await tap(anne, "save")  # sooner than the page can show it
    assert table.score.lines == () and anne.sees(
        "The seats, the dealer or the rules were changed in the meantime.")
    await tap(anne, "save")
    assert table.score.tally.totals == (70, 0, 0, 0)


async def test_several_hands_and_another_one_in_its_place(table: Table, tab: Tab):
    table.play(66, 54, 0, 0)
    bert = await tab("b")
    await tap(bert, *SIXTY_SIX)
    table.service.undo(table.sheet)
    table.play(54, 66, 0, 0)
    await until(bert, lambda: bert.sees("Hand 1 is a different one now: Bert +70."))
    table.service.undo(table.sheet)
    table.service.redo(table.sheet)
    table.play(66, 54, 0, 0)
    cem = await tab("c")
    await asyncio.sleep(UNSEEN)
    await tap(cem, "seat-2")
    for _ in range(2):
        table.play(20, 20, 20, 60)
    await until(cem, lambda: cem.sees(
        "Hands 3 to 4 were just saved, the first: Dora +60. Save yours anyway?"))


async def test_a_crash_between_saving_and_forgetting_asks(table: Table, tab: Tab):
    """What was saved last is still half typed on the page: its Enter does not write it again."""
    anne = await tab("a")
    await tap(anne, *SIXTY_SIX)
    kept = table.service.drafts.of(table.sheet, "a")
    await tap(anne, "save")
    table.service.drafts.keep(table.sheet, "a", kept)
    again = await tab("a")
    await again.press("Enter")
    assert again.sees(ASKED) and len(table.score.lines) == 1
