"""The panel that follows from the hands of a game, in-process, with a game that the program does
not have (`tests.games.romme`)."""

from collections.abc import Iterator

import pytest

from scorepad.drafts.plain import PlainDraft, draft_of
from scorepad.games.game import Rules
from scorepad.games.table import Table as Seated
from scorepad.service import Service
from tests.games.romme import ROMME, Art, Runde, at_home
from tests.screens.conftest import Start, Table
from tests.screens.driver import tap

THREE = ("Anne", "Bert", "Cem")
SEATED: Seated[Rules] = Seated(THREE, (0, 1, 2), 0, (0, 1, 2), Rules())


@pytest.fixture
def sheet(service: Service) -> Iterator[Table]:
    with at_home():
        yield Table.of(service, ROMME, THREE, stake=100)


def typed(*keys: str) -> PlainDraft:
    draft = draft_of(ROMME).empty(SEATED)
    for key in keys:
        draft = draft.key(key)
    return draft


async def test_choices_steps_and_flags_have_keys(sheet: Table, start: Start):
    """From the hand it counts double, and two Klopfer are 20 more for each."""
    ui = await start(sheet.route)
    await tap(ui, "aus-2", "seat-0", "digit-5", "next", "digit-7", "klopfer", "klopfer",
              "art-hand", "letzte")
    assert ui.sees("Anne +30 · Bert +34")
    await tap(ui, "art-hand", "klopfer", "klopfer", "letzte", "save")  # all taken back: 2, 3, none
    assert sheet.score.tally.totals == (5, 7, 0)


async def test_what_cannot_be_is_said_at_its_player(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-2", "digit-9", "aus-2", "seat-0", "digit-4", "seat-1", "digit-4")
    assert ui.sees("Went out")
    await tap(ui, "save")
    assert not sheet.score.lines


async def test_everything_else_knows_it_too(sheet: Table, start: Start):
    sheet.service.record(sheet.sheet, Runde((45, 7, None), aus=2, art=Art.HAND))
    ui = await start(f"{sheet.route}/hand/{sheet.score.lines[0].record.stamp.id}")
    assert ui.sees("Anne 45, Bert 7 · Aus Cem · Art Hand") and ui.sees("+90")
    ui = await start(f"/evening/{sheet.evening}")
    assert ui.sees("Rommé")


def test_a_full_figure_moves_on_to_who_has_none():
    """There are 500 at most: 51 is full, 50 is not."""
    draft = typed("Tab", "5", "1", "3")
    assert draft.typed == {"punkte": ("51", "3", "")} and draft.focus == ("punkte", 1)
    assert typed("Tab", "5", "0", "3").typed == {"punkte": ("503", "", "")}


def test_a_draft_is_kept_and_a_hand_is_put_back_into_it():
    hand = Runde((45, 7, None), 2, 1, Art.HAND, True)
    draft = draft_of(ROMME).of_hand(hand, SEATED)
    assert draft.hand() == hand
    assert draft_of(ROMME).of_json(draft.json(), SEATED) == draft
    assert draft.begun(THREE) == "Anne 45, Bert 7, Aus Cem, Klopfer 1, Art Hand, Letzte Runde"


def test_nothing_is_said_of_a_hand_before_all_that_it_needs_is_typed():
    assert typed().hand() is None and typed("Tab", "5").hand() is None
    [aus] = [field for field in typed().shape.fields if field.name == "aus"]
    assert typed("Tab", "5").choose_seat(aus, 1).hand() == Runde((5, None, None), 1)
    assert typed("Tab", "5").choose_seat(aus, 1).choose_seat(aus, 1).hand() is None
