"""One more than can play: sitting out in turn, from Partie to Partie, with one tap."""

from datetime import date as Date

import pytest

from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.kasse import DOPPELKOPF_KASSE
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.views import SheetView
from scorepad.ui.forms.new_sheet import NewSheetForm
from scorepad.ui.forms.seating import beside_of
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap


def shown(ui: Driver, service: Service) -> SheetView:
    """The sheet that is on the screen."""
    service.refresh()
    return service.sheet(ui.page.route.rpartition("/")[2])


def lost_by_bert(service: Service, sheet: str) -> None:
    """63 Augen with three doublings and two Jungfern are 2020 (S0): Bert loses, and pays Cem, who
    has written nothing either, and the Jungfern 2 · 50 cents each."""
    Table(service, service.sheet(sheet).evening, sheet).play(
        0, 63, 57, 0, jungfern=(0, 3), verdopplungen=3)


async def test_a_fifth_sits_out_first_and_comes_in_with_one_tap(service: Service, start: Start):
    ui = await start("/new")
    await tap(ui, "game-kalter-schlag")
    for name in (*FOUR, "Emil"):
        assert ui.find(text="Name").autofocus
        await ui.type(name, submit=True, text="Name")
    assert not ui.find_all(text="Name") and ui.sees("Who sits out first?")
    await tap(ui, "rests-Emil")
    assert ui.find_all(identifier="one-more") and not ui.find_all(text="Name")
    assert ui.sees("Sits out this sheet, then it is another one's turn")
    assert ui.find(identifier="waits-Emil").selected
    await tap(ui, "stake-50", "start")
    first = shown(ui, service)
    assert first.score.record.names == FOUR and not ui.find_all(identifier="in-turn")

    lost_by_bert(service, first.id)
    await ui.go("/")
    await ui.go(f"/evening/{first.evening}/sheet/{first.id}")
    ui.taps = 0
    await tap(ui, "in-turn")
    assert ui.taps == 1
    second = shown(ui, service)
    assert second.id != first.id
    assert second.score.record.names == ("Emil", *FOUR[1:])
    assert second.score.record.stake == first.score.record.stake
    assert ui.sees("Bert deals")  # who loses names the dealer, and by himself it is he

    lost_by_bert(service, second.id)
    await ui.go("/")
    await ui.go(f"/evening/{second.evening}/sheet/{second.id}")
    assert ui.sees("Anne plays, Bert sits out")
    [settlement] = service.evening(first.evening).settlements
    assert settlement.balances == {"Anne": 100, "Bert": -600, "Cem": 200, "Dora": 200, "Emil": 100}


async def test_the_menu_leaves_out_the_sheets_of_those_who_play_on(service: Service, start: Start):
    table = Table.of(service, KALTER_SCHLAG, FOUR)
    lost_by_bert(service, table.sheet)
    later = service.open_sheet(table.evening, KALTER_SCHLAG, ("Emil", *FOUR[1:]))
    ui = await start(f"/evening/{table.evening}/sheet/{later}")
    await tap(ui, "menu")
    assert ui.find(identifier="settlement") and not ui.find_all(identifier="table-1")


async def test_a_match_ended_by_hand_is_followed_by_another_with_one_tap(service: Service,
                                                                          start: Start):
    form = NewSheetForm(DOPPELKOPF_KASSE, (*FOUR, "Emil"))
    form.sit_out("Emil")
    form.begin(service, Words("en"), Date(2026, 11, 20))
    sheet = service.sheet(form.sheet or "")
    assert beside_of(service, sheet.id) == ["Emil"]
    ui = await start(f"/evening/{sheet.evening}/sheet/{sheet.id}")
    await tap(ui, "seat-0", "seat-1", "result-re-120")
    assert not ui.find_all(identifier="in-turn")
    await tap(ui, "menu", "end-match", "in-turn")
    assert shown(ui, service).score.record.names == ("Emil", *FOUR[1:])


def test_who_goes_home_is_not_offered(service: Service):
    form = NewSheetForm(KALTER_SCHLAG, FOUR, ("Emil",))
    form.sits_out_or_goes("Emil")
    assert form.beside == () and form.may_sit_out == ()


def test_one_more_is_asked_for_once(service: Service):
    form = NewSheetForm(KALTER_SCHLAG, FOUR)
    assert form.full and not form.wants_name
    form.ask_for_one_more()
    assert not form.full and form.wants_name
    form.add("Emil")
    assert form.full and form.too_many == 1
    form.sit_out("Bert")
    assert form.full and (form.names, form.beside) == (("Anne", "Cem", "Dora", "Emil"), ("Bert",))


@pytest.mark.parametrize("game", ["doppelkopf-altenburg", "chase-the-ace"])
async def test_where_more_may_play_nobody_has_to_sit_out(service: Service, start: Start,
                                                         game: str):
    ui = await start("/new")
    await tap(ui, f"game-{game}")
    for name in FOUR:
        await ui.type(name, text="Name")
        await tap(ui, "add-name")
    assert ui.find_all(text="Name") and not ui.find_all(identifier="one-more")


async def test_another_game_of_the_evening_proposes_who_sat_out(service: Service, start: Start):
    """Five are too many for four: it is asked who does not play."""
    table = Table.of(service, KALTER_SCHLAG, FOUR)
    service.keep(f"beside/{table.sheet}", ["Emil"])
    form = NewSheetForm.proposed(service, DOPPELKOPF_KASSE, table.evening)
    assert (form.names, form.too_many) == ((*FOUR, "Emil"), 1)
