"""The club's own rules, and other rules for a sheet that runs, driven in-process."""

import flet as ft
import pytest

from scorepad.games.kalter_schlag import KALTER_SCHLAG, KalterSchlagRules, Ramsch
from scorepad.games.schieberamsch import SchieberamschRules
from scorepad.games.turnier import DOPPELKOPF, TurnierRules
from scorepad.service import Service
from scorepad.ui.forms.rules import RulesForm, told_difference
from tests.screens.conftest import THIN, Start, Table
from tests.screens.driver import Driver, tap
from tests.screens.test_people import undo

GAME = "/rules/kalter-schlag"
FIVES = KalterSchlagRules(rounding="fives-before")


@pytest.fixture
async def ui(table: Table, start: Start) -> Driver:
    return await start("/rules")


def own(service: Service) -> list[tuple[str, KalterSchlagRules]]:
    """The club's own rules of Kalter Schlag."""
    service.refresh()
    return [(kept.name, kept.rules) for kept in service.rule_sets.of(KALTER_SCHLAG)]


# --- the form -----------------------------------------------------------------------------------


def test_a_form_of_rules_says_what_differs_and_what_is_wrong():
    form = RulesForm(KALTER_SCHLAG)
    assert form.rules() == KalterSchlagRules() and not form.differs("limit")
    form.choose("limit", "1500 ")
    assert (form.differs("limit"), form.differs("rounding"), form.house_rules) == (True, False, 1)
    assert form.rules() == KalterSchlagRules(limit=1500)
    form.choose("limit", "many")
    assert str(form.fault_of_rules()) == "Limit is not a whole number from 1 to 1000000."
    form.set_to(FIVES)
    assert form.rules() == FIVES and form.fault_of_rules() is None


def test_a_difference_names_the_option_and_what_it_is_set_to():
    assert list(map(str, told_difference(KalterSchlagRules(limit=1500, rounding="fives-before"),
                                         KalterSchlagRules()))) \
        == ["Limit: 1500", "Rounding: Fives, beforehand"]
    assert list(map(str, told_difference(SchieberamschRules(), SchieberamschRules(hands=9)))) \
        == ["Number of hands: –"]
    assert told_difference(FIVES, FIVES) == []


async def test_the_usual_lengths_of_a_list_are_a_tap_each(start: Start):
    ui = await start("/rules/doppelkopf/new")

    def typed() -> str:
        field: str = ui.find(kind=ft.TextField,
                             where=lambda each: each.label == "Number of hands").value
        return field

    await tap(ui, "hands-24", "hands-30")
    assert typed() == "30"
    await tap(ui, "hands-30")
    assert typed() == ""


# --- the club's own rules -----------------------------------------------------------------------


async def test_every_game_has_its_rules(ui: Driver, service: Service):
    service.rule_sets.keep(KALTER_SCHLAG, "Altona", FIVES)
    ui.page.session.store.get("session").show_anew()
    await ui.settle()
    assert ui.sees("standard and 1 of your own")
    await ui.tap(identifier="rules-of-kalter-schlag")
    assert ui.sees("Altona") and ui.sees("Rounding: Fives, beforehand")
    await ui.go("/rules/mau-mau")
    assert ui.sees("This game is not in Scorepad.")


async def test_new_rules_show_what_differs_and_what_comes_of_it(ui: Driver, service: Service):
    """63 · 4 = 252 is 250 in tens; in fives 65 · 4 = 260."""
    await ui.go(GAME)
    await ui.tap(identifier="new-rules")
    assert ui.sees("Tens: double first, then round to tens.")  # every option has its sentence
    assert ui.sees("Whoever reaches this many points loses the match.")
    assert not ui.find_all(identifier="differs-rounding")
    assert ui.sees("Change something, and an example shows the effect here.")
    await ui.tap(identifier="rounding-fives-before")
    [mark] = ui.find(identifier="differs-rounding").content.spans[1:]
    assert mark.text == "standard: Tens, afterwards"
    assert ui.sees("63 · 2 (Kontra) · 2 (Re) = 252 → 250") and ui.sees("Anne +250")
    assert ui.sees("63 → 65 · 2 (Kontra) · 2 (Re) = 260") and ui.sees("Anne +260")
    assert not ui.sees("Hand 3")  # comes out the same
    await ui.type("Altona", text="Name of these rules")
    await ui.tap(identifier="keep-rules")
    assert ui.page.route == GAME and ui.sees("Altona")
    assert own(service) == [("Altona", FIVES)]
    await undo(ui)
    assert own(service) == []


async def test_the_end_of_the_partie_is_in_the_preview(ui: Driver):
    await ui.go(f"{GAME}/new")
    await ui.type("4", text="Anschriften")
    assert ui.sees("The end")
    assert ui.sees(f"Hand 4: Anne wins the match: 4 Anschriften, "
                   f"and 520 points are below 2{THIN}000")
    assert ui.sees(f"Hand 5: Anne wins the match: 5 Anschriften, "
                   f"and 660 points are below 2{THIN}000")
    await ui.type("x", text="Anschriften")
    assert not ui.find_all(identifier="rules-preview")
    assert ui.sees("Anschriften is not a whole number from 1 to 1000.")
    assert ui.find(identifier="keep-rules").content.disabled


async def test_rules_without_or_with_a_taken_name_are_not_kept(ui: Driver, service: Service):
    service.rule_sets.keep(KALTER_SCHLAG, "Altona", FIVES)
    await ui.go(f"{GAME}/new")
    await ui.tap(identifier="keep-rules")
    assert ui.find(text="Name of these rules").error == "Type a name first."
    await ui.type("Altona", text="Name of these rules")
    await ui.tap(identifier="keep-rules")
    assert ui.find(text="Name of these rules").error == \
        "The name Altona already belongs to other rules."
    assert ui.page.route == f"{GAME}/new" and len(own(service)) == 1


async def test_rules_are_changed_renamed_dropped_and_brought_back(ui: Driver, service: Service):
    service.rule_sets.keep(KALTER_SCHLAG, "Altona", FIVES)
    await ui.go(GAME)
    await ui.tap(identifier="set-Altona")
    await ui.type("1500", text="Limit")
    await ui.type("Altona neu", text="Name of these rules")
    await ui.tap(identifier="keep-rules")
    changed = KalterSchlagRules(limit=1500, rounding="fives-before")
    assert own(service) == [("Altona neu", changed)]
    await undo(ui)
    assert own(service) == [("Altona", FIVES)]
    await ui.tap(identifier="set-Altona")
    await ui.tap(identifier="drop-rules")
    assert own(service) == [] and ui.sees("Altona is no longer offered.")
    await undo(ui)
    assert own(service) == [("Altona", FIVES)]


async def test_several_choices_of_one_option_are_tapped_and_named(ui: Driver, service: Service):
    await ui.go("/rules/doppelkopf/new")
    await ui.type("Sonntag", text="Name of these rules")
    await tap(ui, "bock-nullspiel", "bock-solo-verloren", "bock-120", "bock-solo-verloren")
    assert ui.find(identifier="bock-120").selected
    assert not ui.find(identifier="bock-solo-verloren").selected and ui.sees("standard: nothing")
    await ui.tap(identifier="keep-rules")
    service.refresh()
    [kept] = service.rule_sets.of(DOPPELKOPF)
    assert kept.rules == TurnierRules(bock=("120", "nullspiel"))
    await ui.go("/rules/doppelkopf")
    assert ui.sees("Bockrunden: 120 to 120, A hand of 0 points")


# --- a new sheet --------------------------------------------------------------------------------


async def test_a_new_sheet_is_played_by_the_clubs_own_rules_at_a_tap(
        service: Service, table: Table, start: Start):
    kept = service.rule_sets.keep(KALTER_SCHLAG, "Altona", FIVES)
    ui = await start(f"/evening/{table.evening}/new")
    assert ui.find(identifier="set-standard").selected
    await ui.tap(identifier="set-Altona")
    assert ui.find(identifier="set-Altona").selected and ui.sees("1 changed")
    await ui.tap(identifier="start")
    service.refresh()
    new = [sheet for sheet in service.evening(table.evening).sheets if sheet.id != table.sheet]
    assert [sheet.score.rules for sheet in new] == [FIVES]
    # they change afterwards: the sheet keeps what it began with, the next one is proposed the new
    changed = KalterSchlagRules(limit=1500)
    service.rule_sets.keep(KALTER_SCHLAG, "Altona", changed, kept)
    assert service.sheet(new[0].id).score.rules == FIVES
    again = await start(f"/evening/{table.evening}/new")
    assert again.find(identifier="set-Altona").selected


async def test_the_standard_of_doppelkopf_is_called_the_tournaments(
        service: Service, start: Start):
    service.rule_sets.keep(DOPPELKOPF, "Altona", TurnierRules(neunen=False))
    ui = await start("/new")
    await ui.tap(identifier="game-doppelkopf")
    assert ui.sees("tournament rules") and ui.sees("Tournament rules") and not ui.sees("standard")
    await ui.go("/rules/doppelkopf")
    assert ui.sees("Tournament rules") and not ui.sees("Standard")


async def test_rules_are_kept_under_a_name_from_the_form(
        service: Service, table: Table, start: Start):
    ui = await start("/new")
    assert not ui.find_all(identifier="set-standard")  # there is nothing to choose from
    await ui.tap(identifier="house-rules")
    assert not ui.find_all(identifier="keep-rules")
    await ui.tap(identifier="rounding-fives-before")
    await ui.tap(identifier="keep-rules")
    await ui.type("Altona", submit=True, text="Name of these rules")
    assert own(service) == [("Altona", FIVES)]
    assert ui.find(identifier="set-Altona").selected
    assert not ui.find_all(identifier="keep-rules")
    await ui.tap(identifier="set-standard")
    assert ui.find(identifier="rounding-tens-after").selected


async def test_who_has_stopped_is_not_proposed_but_sits_down_when_named(
        service: Service, table: Table, start: Start):
    gone = next(id for id, name in service.people.names().items() if name == "Dora")
    service.people.retire(gone)
    ui = await start("/new")
    assert not ui.sees("Dora") and ui.sees("1 player is missing.")
    await ui.type("do", text="Name")
    await ui.tap(identifier="add-Dora")
    await ui.tap(identifier="start")
    service.refresh()
    assert "Dora" in service.players() and len(service.people.names()) == 4


# --- a sheet that runs --------------------------------------------------------------------------


async def test_a_sheet_goes_on_by_other_rules(table: Table, start: Start):
    """66 is 70 in tens; 63 · 4 is 250 in tens and 260 in fives."""
    table.play(66, 24, 20, 10)
    ui = await start(table.route)
    await ui.tap(identifier="menu")
    assert ui.sees("standard")
    await ui.tap(identifier="house-rules")
    assert ui.sees("From hand 2 on") and ui.sees("Nothing is changed yet.")
    await ui.tap(identifier="rounding-fives-before")
    assert ui.sees("Until now") and ui.sees("Anne +260")
    await ui.tap(identifier="change-rules")
    assert ui.page.route == table.route
    assert ui.sees("From hand 2 on other rules apply.")
    assert ui.sees("From hand 2 on: Rounding: Fives, beforehand")
    table.play(63, 30, 27, 0, verdopplungen=2)
    assert [line.points[0] for line in table.score.lines] == [70, 260]
    ui.page.session.store.get("session").show_anew()
    await ui.settle()
    assert ui.find(identifier="rules-from-2")
    await ui.tap(identifier="hand-1")
    assert ui.sees("Played under other rules than today's. Rounding: Tens, afterwards")
    await ui.tap(identifier="back")
    await ui.tap(identifier="hand-2")
    assert not ui.sees("Played under other rules")


async def test_what_is_over_keeps_its_rules(three: Table, start: Start):
    three.play(66, 30, 24)
    three.service.end_match(three.sheet)
    ui = await start(f"{three.route}/rules")
    assert ui.sees("What is over keeps its rules.")
    await ui.go(three.route)
    await ui.tap(identifier="menu")
    assert not ui.find_all(identifier="house-rules")


async def test_a_hand_half_typed_goes_on_by_the_new_rules(three: Table, start: Start):
    """Without Grand Hand it cannot be entered; with it what was typed is still there."""
    three.service.change_rules(three.sheet, SchieberamschRules(grand_hand=False))
    ui = await start(three.route)
    await ui.tap(identifier="seat-0")
    await ui.tap(identifier="digit-6")
    await ui.tap(identifier="digit-6")
    assert not ui.find_all(identifier="grand-hand") and not ui.find_all(identifier="kontra")
    await ui.go(f"{three.route}/rules")
    await ui.tap(identifier="grand_hand-True")
    await ui.tap(identifier="ramsch_kontra-True")
    await ui.tap(identifier="change-rules")
    assert ui.find_all(identifier="grand-hand") and ui.sees("66")
    await ui.tap(identifier="kontra")
    await ui.tap(identifier="save")
    assert [line.points for line in three.score.lines] == [(13, 0, 0)]  # 66 · 2 = 132


async def test_a_hand_is_corrected_by_the_rules_it_was_played_by(table: Table, start: Start):
    """67 is 70 in tens, by which it was played, and 65 in fives, which hold now."""
    table.play(66, None, None, None)
    table.service.change_rules(table.sheet, FIVES)
    ui = await start(f"{table.route}/hand/{table.score.lines[0].record.stamp.id}")
    await ui.tap(identifier="correct")
    for key in ("seat-0", "backspace", "digit-7"):
        await ui.tap(identifier=key)
    await ui.tap(identifier="save")
    [line] = table.score.lines
    assert (line.record.hand, line.points[0]) == (Ramsch((67, None, None, None)), 70)
    assert table.score.rules == FIVES


async def test_the_screens_stand_at_large_text_and_in_a_window(table: Table, start: Start):
    table.service.rule_sets.keep(KALTER_SCHLAG, "Altona", FIVES)
    table.service.keep("text_size", 2)
    for size in ((320, 640), (1280, 800)):
        ui = await start(f"{GAME}/new", size=size)
        await ui.tap(identifier="rounding-fives-before")
        assert ui.sees("Anne +260") and ui.find_all(kind=ft.TextField)
