"""The panel of Cinq-Cents, in-process (S1, 032–093): melds and tricks, and who writes what."""

import pytest

from scorepad.games.cinq_cents import CINQ_CENTS
from scorepad.games.cinq_cents.melds import Folge, Melds
from scorepad.service import Service
from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver, tap


@pytest.fixture
def sheet(service: Service) -> Table:
    """Anne and Bert for a euro."""
    return Table.of(service, CINQ_CENTS, ("Anne", "Bert"), stake=100)


def digits(figure: int) -> list[str]:
    return [f"digit-{digit}" for digit in str(figure)]


def hears(ui: Driver, words: str) -> bool:
    """Whether a screen reader says these words of something."""
    return any(words in (getattr(control, "semantics_label", None) or "")
               for control in ui.controls())


async def test_the_longer_sequence_counts_and_the_other_is_named(sheet: Table, start: Start):
    """S1, 076–079: a Terz does not count against a Quart."""
    ui = await start(sheet.route)
    await tap(ui, "spielmacher-0", "terz", *digits(80), "quart")
    assert ui.sees("Does not count: Terz Anne")
    await tap(ui, *digits(40))
    assert ui.sees("Anne 0 + 80 = 80 < Bert 50 + 40 = 90 → 170")


async def test_trump_decides_between_sequences_as_long(sheet: Table, start: Start):
    """S1, 079–086: of two Füße with six cards the one in trump counts, otherwise none."""
    ui = await start(sheet.route)
    await tap(ui, "spielmacher-0", "fuss", "fuss", *digits(80), "fuss", "fuss", *digits(40))
    assert ui.sees("Does not count: 6er-Fuß Anne, 6er-Fuß Bert") and ui.sees("Anne +80 · Bert +40")
    await tap(ui, "trumpf")
    assert ui.sees("Does not count: 6er-Fuß Anne") and ui.sees("Anne 0 6er-Fuß + 80 = 80 < Bert")
    await tap(ui, "save")
    assert sheet.score.tally.totals == (0, 220)
    assert sheet.score.record.hands[0].hand.meldungen == (
        Melds(folgen=(Folge(6),)), Melds(folgen=(Folge(6, True),)))


async def test_another_tap_adds_a_sequence_or_takes_all_back(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "spielmacher-0", "quart", "quart")
    assert hears(ui, "Anne, Spielmacher, Quart, Quart")
    await tap(ui, "quart")
    assert not hears(ui, "Anne, Spielmacher, Quart") and hears(ui, "Anne, Spielmacher")
    await tap(ui, *["fuss"] * 5)
    assert not ui.sees("Fuß Anne") and not hears(ui, "Anne, Spielmacher, Fuß")


async def test_melds_that_nine_cards_cannot_hold_are_refused_at_once(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "spielmacher-0", "vier-buben", "vier-asse", "quart")
    assert ui.sees("Anne cannot hold all of this with 9 cards")
    await tap(ui, "vier-asse")
    assert not ui.sees("cannot hold")


async def test_half_typed_and_corrected(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "spielmacher-1", "vier-damen", *digits(4))
    again = await start(sheet.route)
    await tap(again, *digits(0), *digits(80), "save")
    assert sheet.score.tally.totals == (80, 140)
    await tap(again, "hand-1", "correct")
    assert hears(again, "Bert, Spielmacher, 4 Damen, 40 Augen")
    await tap(again, "spielmacher-0", "save")
    assert sheet.score.tally.totals == (0, 220)


# --- calling out ------------------------------------------------------------------------------


@pytest.fixture
def near_the_end(sheet: Table) -> Table:
    """Anne has 200 + 100 + 100 + 85 = 485 points, Bert 40 + 20 = 60."""
    for raw in ({"spielmacher": "Anne", "augen": {"Anne": 100, "Bert": 40},
                 "meldungen": {"Anne": ["vier-buben", "fuss"]}},
                {"spielmacher": "Anne", "augen": {"Anne": 85, "Bert": 20}}):
        sheet.service.record(sheet.sheet, CINQ_CENTS.read_hand(raw, ("Anne", "Bert")))
    return sheet


async def test_who_has_500_calls_out_with_one_tap_more(near_the_end: Table, start: Start):
    """S1, 091–093: 485 and Bella; nobody types the Augen that nobody has."""
    ui = await start(near_the_end.route)
    ui.taps = 0
    await tap(ui, "spielmacher-0", "bella", "ausgerufen")
    assert ui.sees("Anne +20") and ui.sees("485 + 20 = 505")
    await tap(ui, "save")
    assert ui.taps == 4
    assert ui.sees("Anne wins") and ui.sees("505 points, and 500 is the goal")
    assert near_the_end.score.matches[0].payout == (100, -100)


async def test_the_augen_taken_so_far_decide(near_the_end: Table, start: Start):
    ui = await start(near_the_end.route)
    await tap(ui, "spielmacher-1", "seat-0", "ausgerufen")
    assert ui.sees("The Augen so far?") and hears(ui, "Anne, ausgerufen")
    await tap(ui, *digits(14))
    await tap(ui, "seat-1", *digits(4))
    assert ui.sees("Anne has 499, not 500: 485 before this hand, 0 in melds, 14 Augen")
    assert ui.find(identifier="save").disabled
    await tap(ui, "seat-0", *digits(15), "save")
    assert near_the_end.score.lines[-1].tally.totals == (500, 64)


async def test_the_key_is_there_only_for_who_may_reach_it(near_the_end: Table, sheet: Table,
                                                          start: Start):
    """Bert has 60: with 146 Augen he needs melds of 294 at least."""
    ui = await start(near_the_end.route)
    await tap(ui, "spielmacher-0")
    assert ui.find_all(identifier="ausgerufen") and ui.sees("485")
    await tap(ui, "seat-1")
    assert not ui.find_all(identifier="ausgerufen")
    await tap(ui, "vier-buben", "vier-asse")
    assert ui.find_all(identifier="ausgerufen") and ui.sees("360")


async def test_it_is_taken_back_or_corrected(near_the_end: Table, start: Start):
    ui = await start(near_the_end.route)
    await ui.press("Tab")
    for key in ("S", "A", "2", "0"):
        await ui.press(key)
    await ui.press("Enter")
    assert near_the_end.score.lines[-1].tally.totals == (505, 60)
    await tap(ui, "hand-3", "correct", "seat-0", "ausgerufen")
    await tap(ui, "seat-1", *digits(90), "save")
    assert near_the_end.score.tally.totals == (485, 170)


async def test_a_new_partie_shows_no_such_key(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "spielmacher-0", "vier-buben")
    assert not ui.find_all(identifier="ausgerufen")
