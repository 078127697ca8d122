"""The panel of bids and tricks, in-process: first all bids, then all tricks, a key each."""

import pytest

from scorepad.games.ansagen import ANSAGEN, AnsagenRules, Ansagerunde
from scorepad.service import Service
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap

SKULL_KING = next(game.agreed_rules for game in ANSAGEN.known if game.title == "Skull King")


@pytest.fixture
def sheet(service: Service, request: pytest.FixtureRequest) -> Table:
    """By Wizard's rules, if a test is not parametrized with others; Anne deals, Bert bids first."""
    return Table.of(service, ANSAGEN, FOUR, rules=getattr(request, "param", AnsagenRules()))


def hears(ui: Driver, words: str) -> bool:
    """Whether a screen reader says these words of something."""
    return any(words in (getattr(control, "semantics_label", None) or "")
               for control in ui.controls())


async def test_a_round_is_a_key_a_figure_and_save(sheet: Table, start: Start):
    ui = await start(sheet.route)
    ui.taps = 0
    await tap(ui, "figure-1", "figure-0", "figure-0", "figure-0")
    assert ui.sees("1 of 1 tricks were bid") and hears(ui, "Bert, bid 1")
    await tap(ui, "figure-0", "figure-1", "figure-0")
    assert ui.sees("Is missing for Anne")
    await tap(ui, "figure-0", "save")
    assert ui.taps == 2 * len(FOUR) + 1
    assert sheet.score.lines[0].record.hand == Ansagerunde((0, 1, 0, 0), (0, 0, 1, 0))
    assert sheet.score.tally.totals == (20, -10, -10, 20)
    assert ui.find_all(identifier="figure-2") and not ui.find_all(identifier="figure-3")


async def test_what_does_not_add_up_is_said_and_put_right(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, *["figure-0"] * 8)
    assert ui.sees("Adds up to 0, not 1") and ui.find(identifier="save").disabled
    await tap(ui, "seat-2", "figure-1", "save")
    assert sheet.score.lines[0].points == (20, 20, -10, 20)


async def test_bids_are_kept_while_the_hand_is_played(sheet: Table, start: Start):
    """And a bid can be typed anew afterwards."""
    ui = await start(sheet.route)
    await tap(ui, *["figure-1"] * 4)
    ui = await start(sheet.route)
    assert hears(ui, "Dora, bid 1")
    await tap(ui, "angesagt", "seat-3", "figure-0", "stiche", "figure-1", "figure-0", "figure-0",
              "figure-0", "save")
    assert sheet.score.lines[0].record.hand == Ansagerunde((1, 1, 1, 0), (0, 1, 0, 0))


@pytest.mark.parametrize("sheet", [SKULL_KING], indirect=True)
async def test_extra_points_go_to_whoever_is_asked_for(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "figure-1", "figure-0", "figure-0", "figure-0", *["figure-1"], *["figure-0"] * 3)
    await tap(ui, "seat-1", "extra10", "extra10", "extra10", "extra-10", "save")
    assert sheet.score.lines[0].points == (10, 40, 10, 10)
    await tap(ui, "hand-1", "correct")
    assert hears(ui, "Bert, bid 1, made 1, Bonus 20")


@pytest.mark.parametrize("sheet", [AnsagenRules(karten=13)], indirect=True)
async def test_figures_are_typed_on_a_keyboard(sheet: Table, start: Start):
    """1 may begin a 12; 3 is a whole figure, and Tab goes on."""
    ui = await start(sheet.route)
    for key in ("1", "2", "3", "0", "1", "Tab"):
        await ui.press(key)
    assert [hears(ui, f"{name}, bid {bid}") for name, bid in (
        ("Bert", 12), ("Cem", 3), ("Dora", 0), ("Anne", 1))] == [True] * 4
    for key in ("9", "4", "0", "0", "Enter"):
        await ui.press(key)
    assert sheet.score.lines[0].record.hand == Ansagerunde((1, 12, 3, 0), (0, 9, 4, 0))


@pytest.mark.parametrize("sheet", [AnsagenRules(karten=30)], indirect=True)
@pytest.mark.parametrize("size", [(390, 844), (360, 560), (667, 320)])
async def test_many_figures_are_typed_by_their_digits(sheet: Table, start: Start,
                                                      size: tuple[int, int]):
    """A key for each would take six rows, for which a phone has no room."""
    ui = await start(sheet.route, size=size)
    assert not ui.find_all(identifier="figure-1")
    await tap(ui, "digit-1", "digit-2", "digit-4", "digit-0", "digit-2", "next")
    assert hears(ui, "Bert, bid 12") and hears(ui, "Anne, bid 2")
    await tap(ui, "digit-2", "digit-8", "digit-1", "next", "digit-0", "digit-1", "save")
    assert sheet.score.lines[0].record.hand == Ansagerunde((2, 12, 4, 0), (1, 28, 1, 0))


async def test_no_key_of_extra_points_where_there_are_none(sheet: Table, start: Start):
    ui = await start(sheet.route)
    assert not ui.find_all(identifier="extra10")


async def test_wizard_is_one_tap_away(service: Service, start: Start):
    ui = await start("/new")
    await tap(ui, "game-ansagen:hoch:Wizard")
    for name in FOUR:
        await ui.type(name, text="Name")
        await ui.tap(identifier="add-name")
    await ui.tap(identifier="start")
    assert ui.sees("Wizard · Match 1 · 0 of 15 rounds")
