"""The sheet with its entry, the end of a Partie, a hand and the settlement, in-process."""


import flet as ft
import pytest

from scorepad.book import facts
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from tests.screens.conftest import FOUR, THIN, Start, Table
from tests.screens.driver import Driver, tap

# --- typing -----------------------------------------------------------------------------------


async def test_the_button_says_what_it_will_write(table: Table, start: Start):
    """S0, Beispiele 2: 66 Augen, Kontra, a Jungfer: 264, rounded 260."""
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6", "doubling-1", "jungfer-3")
    assert ui.sees("Anne +260") and ui.sees("66 · 2 · 2 = 264 → 260")
    await tap(ui, "save")
    assert table.score.tally.totals == (260, 0, 0, 0)
    assert ui.sees("66 · 2 (Kontra) · 2 (Jungfer Dora) = 264 → 260")


async def test_who_doubled_is_one_tap_and_costs_nobody_else_any(table: Table, start: Start):
    """66 Augen and Kontra: 132, rounded 130. The players' keys are there once anybody doubled."""
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6")
    assert not ui.find_all(identifier="said-1")
    await tap(ui, "doubling-1", "said-1")
    assert ui.find(identifier="said-1").selected and not ui.find(identifier="said-0").selected
    await tap(ui, "save")
    assert ui.taps == 6 and table.score.tally.totals == (130, 0, 0, 0)
    assert table.score.lines[-1].record.hand.angesagt_von[0] == 1


async def test_three_digits_stay_with_whom_they_were_typed_for(table: Table, start: Start):
    """There are 120 Augen (S0): 130 is too much, and is not 13 for Anne and none for Bert."""
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-1", "digit-3", "digit-0")
    assert ui.sees("130 Augen: there are only 120")
    await tap(ui, "backspace", "backspace", "digit-2", "digit-0")
    assert ui.sees("All 120 Augen: Durchmarsch?")


async def test_what_could_still_be_typed_is_no_fault(table: Table, start: Start):
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-4", "digit-0")
    assert ui.sees("80 Augen still open: Bert, Cem and Dora")
    await tap(ui, "save")
    assert table.score.lines == ()


@pytest.mark.parametrize(("taps", "sentence"), [
    (["seat-0", "digit-1", "digit-1", "digit-9"], "nobody can have 119 Augen"),
    (["seat-0", "digit-1", "digit-2", "digit-1"], "121 Augen: there are only 120"),
    (["seat-0", "digit-9", "digit-9", "digit-9", "digit-9"],
     "198 in all – 78 Augen too many"),
    (["jungfer-0", "jungfer-1", "jungfer-2"], "3 Jungfern: with three it is a Durchmarsch"),
    (["seat-0", "digit-6", "digit-0", "seat-1", "digit-5", "digit-8", "seat-2", "digit-0",
      "seat-3", "digit-0"], "118 in all – 2 Augen are missing"),
])
async def test_a_hand_that_cannot_be_is_not_saved(table: Table, start: Start,
                                                  taps: list[str], sentence: str):
    ui = await start(table.route)
    await tap(ui, *taps)
    assert ui.sees(sentence)
    assert ui.find(identifier="save").disabled
    await ui.press("Enter")
    assert table.score.lines == ()


async def test_a_key_where_there_is_no_sheet_does_nothing(table: Table, start: Start):
    for route in (table.route.replace(table.evening, "x"), f"{table.route}x"):
        ui = await start(route)
        await ui.press("6")
        await ui.press("Z", ctrl=True)
        assert ui.sees("This sheet is not in the book.")


# --- putting right ------------------------------------------------------------------------------


async def test_a_correction_can_be_left(table: Table, start: Start):
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "hand-1", "correct", "cancel-correction")
    assert not ui.sees("Correcting")
    assert ui.find(identifier="save").disabled


async def test_a_voided_hand_stays_and_counts_again(table: Table, start: Start):
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "hand-1", "void", "back")
    assert ui.sees("voided")
    assert table.score.tally.totals == (0, 0, 0, 0)
    await tap(ui, "hand-1", "restore")
    assert table.score.tally.totals == (70, 0, 0, 0)


async def test_who_dealt_can_be_put_right(table: Table, start: Start):
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "hand-1", "dealt-2", "back")
    assert ui.sees("Dora deals · Cem cuts · Anne leads")


async def test_a_player_deals_next_and_is_renamed(table: Table, start: Start):
    ui = await start(table.route)
    await tap(ui, "player-2", "deals-next")
    assert ui.sees("Cem deals · Bert cuts · Dora leads")
    await tap(ui, "player-2")
    await ui.type("Cemil", text="Put this name right")
    await ui.tap(text="Rename everywhere")
    assert ui.sees("Cemil deals")
    await tap(ui, "player-0")
    await ui.type("Bert", text="Put this name right")
    await ui.tap(text="Rename everywhere")
    assert ui.sees("Bert already belongs to somebody else")
    assert "Anne" in table.service.players()


# --- the end ------------------------------------------------------------------------------------


async def test_a_lost_partie_asks_the_loser_for_the_dealer(table: Table, start: Start):
    """S0, Beispiele 4: 63 Augen, three doublings, two Jungfern: 2020 at one blow. Nobody else
    wrote points, so Bert pays 2 · 0.50 to each."""
    ui = await start(table.route)
    table.play(0, 63, 57, 0, jungfern=(0, 3), verdopplungen=3)
    await ui.go(table.route)
    ui = await start(table.route)
    assert ui.sees("Bert loses")
    assert ui.sees(f"the kalte Schlag, 2{THIN}020 points in a single hand")
    assert ui.sees("−€3.00") and ui.sees("Bert decides who deals first:")
    await tap(ui, "deal-3")
    await tap(ui, "next-match")
    assert ui.sees("Dora deals · Cem cuts · Anne leads")
    assert ui.find(identifier="save").disabled and not ui.sees("Bert says")
    await tap(ui, "undo", "undo")
    assert table.score.lines == ()


# --- around it ----------------------------------------------------------------------------------


async def test_nobody_is_asked_anything_before_a_void(table: Table, start: Start):
    """Saved at once, undone at once: there is no dialog between."""
    hand = table.play(66, 54, 0, 0)
    ui = await start(f"{table.route}/hand/{hand}")
    await tap(ui, "void")
    versions = table.service.history(table.sheet, hand)
    assert isinstance(versions[-1].fact, facts.HandVoided)


async def test_the_last_figure_follows_from_the_others(table: Table, start: Start):
    """120 - 40 - 55 - 15 = 10."""
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-4", "digit-0", "digit-5", "digit-5", "digit-1", "digit-5")
    assert ui.find(text="10") and ui.sees("Bert +60")


async def test_an_early_hand_of_a_long_sheet_is_drawn_anew_where_it_has_changed(
        table: Table, start: Start):
    """30 losses of Anne's, five a Partie, of which the second becomes Bert's, and she Annika."""
    hands = [table.play(66, 30, 24, 0) for _ in range(30)]
    ui = await start(table.route)
    assert "Hand 2: Anne 70, 66 → 70" in labels(ui)
    await ui.tap(identifier="hand-2")
    table.service.void(table.sheet, hands[1])
    await ui.go(table.route)
    assert "Hand 2: voided" in labels(ui) and "Hand 1: Anne 70, 66 → 70" in labels(ui)
    anne = next(each.id for each in table.service.people.all() if each.name == "Anne")
    table.service.people.rename(anne, "Annika")
    await ui.go("/")
    await ui.go(table.route)
    assert "Hand 1: Annika 70, 66 → 70" in labels(ui) and len(labels(ui)) == 30


def labels(ui: Driver) -> list[str]:
    """What a screen reader says of the hands."""
    return [str(getattr(each, "semantics_label", "")) for each in ui.find_all(
        where=lambda control: str(getattr(control, "semantics_label", "")).startswith("Hand "))]


async def test_what_was_asked_about_one_sheet_is_not_asked_about_another(
        table: Table, three: Table, start: Start):
    """Dora sits at the first one; at the other there is nobody in her place. Somebody goes back in
    the browser while her name is being typed."""
    ui = await start(table.route)
    await ui.tap(identifier="player-3")
    assert ui.sees("Rename everywhere")
    await ui.go(three.route)
    assert ui.sees("Schieberamsch") and not ui.sees("Rename everywhere")
    await ui.tap(identifier="back")
    assert ui.page.route == "/" and ui.sees("Continue")


async def test_the_new_total_is_on_its_way_before_all_else(
        table: Table, start: Start, monkeypatch: pytest.MonkeyPatch):
    """The hands, the entry and the screens below follow: nobody looks at them first."""
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6")
    save = ui.listener(ui.find(identifier="save"))
    sent: list[str] = []
    monkeypatch.setattr(ui.client, "send_message", lambda message: sent.append(str(message.body)))
    await ui.session.dispatch_event(save._i, "click", None)
    [first] = sent
    assert "Anne, 70 points" in first and "hand-1" not in first
    await ui.settle()
    assert any("hand-1" in body for body in sent[1:])


async def test_a_total_that_cannot_be_drawn_at_once_keeps_nothing_from_being_saved(
        table: Table, start: Start):
    """The browser goes in that moment. It finds the hand saved and the entry empty."""
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6")
    save = ui.listener(ui.find(identifier="save"))
    ui.client.gone = True
    await ui.session.dispatch_event(save._i, "click", None)
    await ui.drop()
    await ui.come_back()
    assert table.score.tally.totals == (70, 0, 0, 0)
    assert ui.find_all(identifier="hand-1") and ui.find(identifier="save").disabled
    await tap(ui, "seat-1", "digit-6", "digit-6", "save")
    assert table.score.tally.totals == (70, 70, 0, 0)


@pytest.mark.parametrize(("names", "lines"), [
    (FOUR, 1), (("Maximilian", "Christiane", "Katharina", "Friedrich"), 2)])
async def test_who_does_what_takes_a_second_line_rather_than_be_cut(
        service: Service, start: Start, names: tuple[str, ...], lines: int):
    ui = await start(Table.of(service, KALTER_SCHLAG, names).route)
    [told] = ui.find_all(kind=ft.Text, where=lambda text: " leads" in str(text.value))
    assert told.max_lines == lines


async def test_a_durchmarsch_is_two_taps(table: Table, start: Start):
    """120 for all others, and no tap on a tile saves. Once Augen are typed, or somebody is tapped
    on his tile, there is only the button that says what it will write."""
    ui = await start(table.route)
    await tap(ui, "durchmarsch", "save-1")
    assert ui.taps == 2 and table.score.tally.totals == (120, 0, 120, 120)
    await tap(ui, "durchmarsch", "seat-0")
    assert not ui.find_all(identifier="save-0") and ui.sees("Save: Bert, Cem, Dora +120")
    await tap(ui, "durchmarsch", "seat-0", "digit-6", "durchmarsch")
    assert not ui.find_all(identifier="save-0") and len(table.score.lines) == 1


async def test_a_digit_before_anybody_is_tapped_says_so(table: Table, start: Start):
    ui = await start(table.route)
    await tap(ui, "digit-6")
    assert ui.sees("Tap a player first.")
    await tap(ui, "seat-0", "digit-6", "digit-6", "save")
    assert table.score.tally.totals == (70, 0, 0, 0)
