"""Setting up one game after the other: its people, its money, its options."""

from datetime import date as Date

import pytest

from scorepad.games import BY_ID, GAMES
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.pfaelzer_ramsch import PFAELZER_RAMSCH
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.ui.forms.new_sheet import MONEY, NewSheetForm
from scorepad.ui.forms.rules import RulesForm
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import tap

DE, EN = Words("de"), Words("en")
DAY = Date(2026, 11, 20)


def three(**more: object) -> NewSheetForm:
    return NewSheetForm(SCHIEBERAMSCH, names=FOUR[:3], **more)


# --- who plays --------------------------------------------------------------------------------


def test_who_has_no_seat_waits_beside_and_comes_back(service: Service):
    form = NewSheetForm(KALTER_SCHLAG, names=FOUR, deals_first="Cem", place="Altona")
    ramsch = form.switched(service, SCHIEBERAMSCH)
    assert (ramsch.names, ramsch.too_many, ramsch.full) == (FOUR, 1, True)
    assert str(ramsch.fault(EN)) == "Schieberamsch needs 3 players, not 4"
    ramsch.sit_out("Dora")
    assert (ramsch.names, ramsch.beside, ramsch.first_dealer) == (FOUR[:3], ("Dora",), 2)
    assert ramsch.too_many == 0 and ramsch.fault(EN) is None and ramsch.place == "Altona"
    assert ramsch.suggestions(["Emil"]) == ["Dora", "Emil"]
    back = ramsch.switched(service, KALTER_SCHLAG)
    assert (back.names, back.beside, back.deals_first) == (FOUR, (), "Cem")


def test_who_waits_beside_takes_a_seat_that_gets_free(service: Service):
    form = NewSheetForm(KALTER_SCHLAG, names=FOUR).switched(service, SCHIEBERAMSCH)
    form.sit_out("Dora")
    form.remove("Bert")
    form.add("Dora")
    assert (form.names, form.beside) == (("Anne", "Cem", "Dora"), ())


def test_who_sat_out_last_time_sits_out_again(service: Service):
    service.open_sheet(NewEvening(DAY), SCHIEBERAMSCH, ("Dora", "Anne", "Cem"))
    ramsch = NewSheetForm(KALTER_SCHLAG, names=FOUR).switched(service, SCHIEBERAMSCH)
    assert (ramsch.names, ramsch.beside) == (("Dora", "Anne", "Cem"), ("Bert",))


def test_a_fourth_of_last_time_joins_in(service: Service):
    service.open_sheet(NewEvening(DAY), KALTER_SCHLAG, FOUR)
    assert three().switched(service, KALTER_SCHLAG).names == FOUR
    others = NewSheetForm(SCHIEBERAMSCH, names=("Emil", "Fritz", "Anne"))
    assert others.switched(service, KALTER_SCHLAG).names == ("Emil", "Fritz", "Anne")


def test_the_lot_is_forgotten_with_whom_it_fell_on(service: Service):
    form = NewSheetForm(KALTER_SCHLAG, names=FOUR, deals_first="Dora", draws=2)
    ramsch = form.switched(service, SCHIEBERAMSCH)
    ramsch.sit_out("Dora")
    assert (ramsch.first_dealer, ramsch.draws) == (0, 0)
    form.remove("Dora")
    assert (form.first_dealer, form.draws) == (0, 0)


# --- the money --------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "units"), [
    ("", None), ("0", None), ("0,005", 50), ("0.005", 50), ("0,01", 100), ("0,0025", 25),
    ("1", 10_000), ("2,5", 25_000),
])
def test_money_per_point_is_read_with_four_decimals(service: Service, typed: str,
                                                    units: int | None):
    form = three(stake=typed)
    assert form.fault(DE) is None
    form.begin(service, DE, DAY)
    assert service.sheet(form.sheet).score.record.stake == units


@pytest.mark.parametrize("typed", ["-1", "a cent", "0,00005", "NaN", "1e99", "10000000"])
def test_money_per_point_that_is_none_is_refused(typed: str):
    assert str(three(stake=typed).fault(EN)) == \
        "The money per point is an amount such as 0.05, or empty."


@pytest.mark.parametrize(("units", "decimals", "de", "en"), [
    (50, 2, "0,50", "0.50"), (100, 2, "1,00", "1.00"), (50, 4, "0,005", "0.005"),
    (100, 4, "0,01", "0.01"), (1000, 4, "0,10", "0.10"), (12345, 4, "1,2345", "1.2345"),
])
def test_amounts_are_written_as_they_are_read(units: int, decimals: int, de: str, en: str):
    assert (DE.amount(units, decimals), EN.amount(units, decimals)) == (de, en)
    assert DE.read_amount(de, decimals) == EN.read_amount(en, decimals) == units


@pytest.mark.parametrize(("typed", "cents"), [
    ("1.000", 100_000), ("1.000,50", 100_050), ("1.234.567", 123_456_700), ("1000,5", 100_050),
    ("0,50", 50), ("0.50", 50), ("12.5", 1250), (",50", 50), (" 7 ", 700),
    ("1e3", None), ("1_0", None), ("+1", None), ("1.00.0", None), ("1,000", 100), ("1,005", None),
    ("0.005", None), ("1000.000", None), ("1,000.50", None), ("1 000", None), ("", None),
    (",", None), (".", None), ("0,5,0", None), ("10.000.000", None), ("\u0661", None),
])
def test_thousands_are_set_off_as_the_language_does_it(typed: str, cents: int | None):
    assert DE.read_amount(typed) == cents
    assert EN.read_amount(typed.translate(str.maketrans(".,", ",."))) == cents


def test_every_wager_of_a_game_can_be_asked_for():
    for game in GAMES:
        money = MONEY[game.wager]
        assert all(DE.read_amount(DE.amount(units, game.wager.decimals), game.wager.decimals)
                   == units for units in money.quick)


def test_each_game_proposes_what_it_was_played_for_last(service: Service):
    three(stake="0,05").begin(service, DE, DAY)
    form = NewSheetForm(KALTER_SCHLAG, names=FOUR, stake="0,20")
    assert form.switched(service, SCHIEBERAMSCH).stake == 500
    assert form.switched(service, PFAELZER_RAMSCH).stake == "0,20"
    assert form.switched(service, SCHIEBERAMSCH).switched(service, KALTER_SCHLAG).stake == ""


# --- the options ------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "hands"), [("", None), (" ", None), ("12", 12), (" 3 ", 3)])
def test_the_number_of_hands_may_stay_empty(service: Service, typed: str, hands: int | None):
    form = three()
    assert form.option("hands") == "" and form.house_rules == 0
    form.choose("hands", typed)
    assert form.fault(EN) is None and form.house_rules == (hands is not None)
    form.begin(service, DE, DAY)
    assert service.sheet(form.sheet).score.record.rules.hands == hands


@pytest.mark.parametrize("typed", ["0", "many", "1001", "-1", "None"])
def test_a_number_of_hands_that_is_none_is_refused(typed: str):
    form = three()
    form.choose("hands", typed)
    assert str(form.fault(EN)) == "Number of hands is not a whole number from 1 to 1000."


def test_what_was_agreed_on_is_proposed_again(service: Service):
    form = three(stake="0,01")
    form.choose("hands", "12")
    form.choose("ramsch_kontra", True)
    form.begin(service, DE, DAY)
    again = NewSheetForm.proposed(service, SCHIEBERAMSCH)
    assert (again.options, again.stake) == ({"hands": 12, "ramsch_kontra": True}, 100)
    assert again.fault(EN) is None


# --- the screen -------------------------------------------------------------------------------


async def test_nobody_plays_for_money_unasked_but_where_the_rules_say_so(start: Start):
    """The rules of Altenburg say one cent a point; neither TSR nor those of Schafkopf do."""
    ui = await start("/new")
    for game, amount in (("doppelkopf", ""), ("schafkopf", ""), ("doppelkopf-altenburg", "0.01")):
        if ui.find_all(identifier="games"):
            await ui.tap(identifier="games")
        await ui.tap(identifier=f"game-{game}")
        assert ui.find(text="Amount").value == amount
        assert bool(ui.find(identifier="stake-0").selected) != bool(amount) \
            == ui.sees("Usual in this game: €0.01")
    await ui.tap(identifier="stake-0")
    assert ui.find(text="Amount").value == ""


async def test_switching_the_game_changes_what_is_asked_for(service: Service, start: Start):
    service.open_sheet(NewEvening(DAY), KALTER_SCHLAG, FOUR, stake=50)
    ui = await start("/new")
    assert ui.sees("Stake") and ui.find(text="Amount").value == "0.50"
    await ui.tap(identifier="game-schieberamsch")
    assert ui.sees("Who sits out first?")
    await ui.tap(identifier="rests-Dora")
    assert not ui.sees("Who sits out first?")
    assert [text for text in ui.texts() if text in FOUR] == list(FOUR)  # Dora in turn
    assert ui.find(identifier="waits-Dora").selected
    assert ui.sees("Money per point") and ui.find(text="Amount").value == ""
    await ui.tap(identifier="stake-50")
    assert ui.find(text="Amount").value == "0.005"
    await ui.type("0,00001", text="Amount")
    assert ui.find(text="Amount").error == \
        "The money per point is an amount such as 0.05, or empty."
    await ui.tap(identifier="stake-100")
    await ui.tap(identifier="start")
    service.refresh()
    record = service.sheet(ui.page.route.rpartition("/")[2]).score.record
    assert (record.game, record.names, record.stake) == (SCHIEBERAMSCH, FOUR[:3], 100)


@pytest.mark.parametrize(("typed", "game"), [
    ("as-jagd", "chase-the-ace"), ("Ass Jagd", "chase-the-ace"), ("senserl", "cinq-cents"),
    ("Quinzent", "cinq-cents"), ("zensa", "cinq-cents"), ("fünfhundert", "cinq-cents"),
    ("chase the", "chase-the-ace")])
async def test_a_game_is_found_by_all_its_names(start: Start, typed: str, game: str):
    """The other names as Grupp has them (S1, 001 and 032-033)."""
    ui = await start("/new")
    await ui.type(typed, text="Search: game")
    assert [each for each in GAMES if ui.find_all(identifier=f"game-{each.id}")] == [BY_ID[game]]
    await ui.tap(identifier=f"game-{game}")
    await ui.tap(identifier="games")
    assert ui.find(identifier="game-kalter-schlag") and ui.find(text="Search: game").value == ""
    assert ui.find(identifier=f"game-{game}").selected


async def test_yes_and_no_are_chips_and_a_number_may_be_left_out(service: Service, start: Start):
    service.open_sheet(NewEvening(DAY), SCHIEBERAMSCH, FOUR[:3])
    ui = await start("/new")
    await ui.tap(identifier="house-rules")
    assert ui.find(identifier="grand_hand-True").selected
    assert ui.find(text="Number of hands").value == ""
    await ui.tap(identifier="grand_hand-False")
    await ui.type("0", text="Number of hands")
    assert ui.find(text="Number of hands").error == "is not a whole number from 1 to 1000"
    await ui.type("12", text="Number of hands")
    assert ui.sees("2 changed")
    await ui.tap(identifier="start")
    assert ui.sees("Schieberamsch · 0 of 12 hands")


async def test_every_option_of_every_game_has_its_sentence(start: Start):
    ui = await start("/new")
    await ui.tap(identifier="house-rules")
    for game in GAMES:
        await ui.tap(identifier=f"game-{game.id}")
        await ui.tap(identifier="games")
        words = "\n".join(ui.texts())
        for name, option in game.rules.options().items():
            if not option.matters(game.rules()):
                assert option.sentence not in words
                continue
            title = EN.card(str(option.title))
            if option.group and title not in words:  # a table, folded away
                await ui.tap(identifier=f"rules-{name}")
                words = "\n".join(ui.texts())
            assert all(str(each) in words for each in (
                title, option.sentence, *(option.choices or {}).values()))


async def test_options_are_asked_for_only_where_they_mean_something(start: Start):
    """Whose the skat is in a tie, where who has most gets it; rounds where no hands are agreed
    on."""
    ui = await start("/new")
    await tap(ui, "house-rules", "game-schieberamsch")
    assert not ui.find_all(identifier="skat_tie-each")
    await tap(ui, "skat_to-most-augen", "skat_tie-last-trick")
    assert ui.sees("2 changed")
    await ui.type("2", text="Number of rounds")
    assert not ui.find_all(text="Number of hands")
    await ui.type("", text="Number of rounds")
    await ui.type("12", text="Number of hands")
    assert not ui.find_all(text="Number of rounds")


def test_two_options_that_cannot_be_agreed_on_together():
    form = RulesForm(SCHIEBERAMSCH, {"hands": "6", "rounds": "2"})
    assert str(form.fault_of_rules()) \
        == "Number of rounds cannot be combined with a number of hands."
    assert "hands" in form.shown() and "rounds" in form.shown()


async def test_a_sheet_that_is_gone_proposes_the_usual_table(table: Table, start: Start):
    ui = await start(f"/evening/{table.evening}/new?like=nowhere")
    assert [text for text in ui.texts() if text in FOUR] == list(FOUR)


async def test_a_name_that_no_game_has_is_answered(start: Start):
    ui = await start("/new")
    await ui.type("Mau-Mau", text="Search: game")
    assert ui.sees("No game is called that.") and not ui.find_all(identifier="game-kalter-schlag")
