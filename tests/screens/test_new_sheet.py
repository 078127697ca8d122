"""Setting up a game: the form by itself, and the screen driven in-process."""

from datetime import date as Date

import pytest

from scorepad.games import GAMES
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Rounding
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.ui.forms.new_sheet import NewSheetForm, usual_game
from tests.screens.conftest import FOUR, Start
from tests.screens.driver import Driver

DE, EN = Words("de"), Words("en")


def four(**more: object) -> NewSheetForm:
    return NewSheetForm(KALTER_SCHLAG, names=FOUR, **more)


# --- the form ---------------------------------------------------------------------------------


def test_the_first_seat_deals_unless_somebody_is_named():
    form = four()
    assert form.first_dealer == 0
    form.let_deal("Cem")
    assert form.first_dealer == 2
    form.remove("Cem")
    assert (form.first_dealer, form.names) == (0, ("Anne", "Bert", "Dora"))


def test_who_deals_keeps_the_deal_while_people_change_seats():
    form = four()
    form.move(0, 3)
    assert (form.names, form.deals_first) == (("Bert", "Cem", "Dora", "Anne"), "Anne")
    form.let_deal("Dora")
    form.move(2, 0)
    assert (form.names[0], form.first_dealer) == ("Dora", 0)


def test_the_lot_falls_on_everybody_and_is_counted():
    form = four()
    drawn = set()
    for n in range(1, 200):
        form.draw_dealer()
        drawn.add(form.deals_first)
        assert form.draws == n
    assert drawn == set(FOUR)
    form.let_deal("Bert")
    assert form.draws == 0


@pytest.mark.parametrize(("typed", "fault"), [
    ("", "Zuerst einen Namen eintippen."),
    ("   ", "Zuerst einen Namen eintippen."),
    ("Anne", "Anne sitzt schon am Tisch."),
    (" anne ", "Anne sitzt schon am Tisch."),
    ("x" * 200, "Der Name ist länger als 60 Buchstaben."),
    ("Be\trt", "Der Name hat Leerzeichen am Rand oder Zeichen, die sich nicht anzeigen lassen."),
])
def test_a_name_that_is_none_is_refused_at_the_field(typed: str, fault: str):
    form = NewSheetForm(KALTER_SCHLAG, names=("Anne",))
    form.type_name(typed)
    form.add_typed(["Anne"])
    assert form.name_fault and DE(form.name_fault) == fault
    assert (form.names, form.typed_name) == (("Anne",), typed)
    form.type_name("Bert")
    assert form.name_fault is None
    form.add_typed(["Anne"])
    assert (form.names, form.typed_name) == (("Anne", "Bert"), "")


def test_a_known_name_is_spelt_as_it_is_known():
    form = NewSheetForm(KALTER_SCHLAG)
    form.type_name("björn")
    assert form.suggestions(["Anne", "Björn"]) == ["Björn"]
    form.add_typed(["Anne", "Björn"])
    assert form.names == ("Björn",)
    assert form.suggestions(["Anne", "Björn"]) == ["Anne"]


def test_nobody_sits_down_at_a_full_table():
    form = four()
    form.add("Emil")
    assert form.full and form.names == FOUR


@pytest.mark.parametrize(("stake", "cents"), [
    ("", None), ("  ", None), ("0", None), ("0,50", 50), ("0.5", 50), ("1", 100), ("12,30", 1230),
    ("1.000", 100000), ("1.000,50", 100050),
])
def test_the_einsatz_is_read(service: Service, stake: str, cents: int | None):
    form = four(stake=stake)
    assert form.fault(DE) is None
    form.begin(service, DE, Date(2026, 11, 20))
    assert service.sheet(form.sheet).score.record.stake == cents


@pytest.mark.parametrize("stake", ["-1", "fifty", "0,505", "NaN", "1e99", "1,00.00"])
def test_an_einsatz_that_is_none_is_refused(stake: str):
    assert str(four(stake=stake).fault(EN)) == \
        "The stake is an amount such as 0.50, or empty."


@pytest.mark.parametrize("typed", ["", "0", "-3", "many", "1000001", "9" * 5000, "1.5", "²"])
def test_a_number_out_of_bounds_is_refused(typed: str):
    form = four()
    form.choose("limit", typed)
    assert str(form.fault(EN)) == "Limit is not a whole number from 1 to 1000000."
    assert form.house_rules == 1
    form.back_to_standard()
    assert form.fault(EN) is None and form.house_rules == 0


def test_what_is_missing_comes_first():
    form = NewSheetForm(KALTER_SCHLAG, names=("Anne",), stake="x")
    assert str(form.fault(EN)) == "3 players are missing."
    form.names = ("Anne", "Bert", "Cem")
    assert DE(form.fault(DE)) == "Es fehlt noch 1 Spieler."
    form.names = ("Anne", "Bert", "Cem", "Dora", "Emil")
    assert str(form.fault(EN)) == "Kalter Schlag needs 4 players, not 5"


def test_the_sheet_is_as_it_was_filled_in(service: Service):
    form = four(place=" bei Anne ", stake="0,20", deals_first="Cem")
    form.choose("limit", "1500")
    form.choose("rounding", Rounding.FIVES_BEFORE.value)
    form.begin(service, DE, Date(2026, 11, 20))
    sheet = service.sheet(form.sheet).score.record
    evening = service.evening(form.evening)
    assert (sheet.names, sheet.first_dealer, sheet.stake, sheet.currency) == (FOUR, 2, 20, "EUR")
    assert sheet.rules.written() == {"limit": 1500, "rounding": "fives-before"}
    assert (evening.date, evening.place) == (Date(2026, 11, 20), "bei Anne")
    form.begin(service, DE, Date(2026, 11, 20))
    assert len(service.evenings()) == len(service.evening(form.evening).sheets) == 1


def test_the_usual_table_is_proposed_by_its_current_names(service: Service):
    assert NewSheetForm.proposed(service, KALTER_SCHLAG) == NewSheetForm(KALTER_SCHLAG)
    assert usual_game(service) is GAMES[0]
    form = four(stake="0,50", deals_first="Bert")
    form.choose("anschriften", "7")
    form.begin(service, DE, Date(2026, 11, 20))
    service.people.rename(service.sheet(form.sheet).players[0], "Anna")
    again = NewSheetForm.proposed(service, usual_game(service))
    assert again == NewSheetForm(
        KALTER_SCHLAG, names=("Anna", "Bert", "Cem", "Dora"), stake=50,
        options={"anschriften": 7})


def test_an_evening_goes_on_with_its_own_people_and_currency(service: Service):
    first = service.open_sheet(NewEvening(Date(2026, 11, 20)), KALTER_SCHLAG, FOUR, stake=10,
                               currency="CHF")
    tonight = service.sheet(first).evening
    service.open_sheet(NewEvening(Date(2026, 11, 21)), KALTER_SCHLAG, ("Emil", *FOUR[1:]),
                       stake=20)
    form = NewSheetForm.proposed(service, KALTER_SCHLAG, tonight)
    assert (form.names, form.currency, form.stake) == (FOUR, "CHF", 20)
    form.begin(service, DE, Date(2026, 11, 22))
    assert form.evening == tonight and len(service.evening(tonight).sheets) == 2


# --- the screen -------------------------------------------------------------------------------


@pytest.fixture
async def ui(start: Start) -> Driver:
    return await start("/new")


async def add(ui: Driver, *names: str) -> None:
    for name in names:
        await ui.type(name, submit=True, text="Name")


async def test_the_usual_table_only_taps_start(service: Service, start: Start):
    four(stake="0,10").begin(service, DE, Date(2026, 11, 13))
    ui = await start("/new", language="de-DE")
    assert ui.find(text="Betrag").value == "0,10"
    await ui.tap(identifier="start")
    assert ui.taps == 1 and ui.page.route.startswith("/evening/") and "/sheet/" in ui.page.route


async def test_a_proposed_einsatz_is_written_in_the_language_that_is_spoken(
        service: Service, start: Start):
    four(stake="0,50").begin(service, DE, Date(2026, 11, 13))
    ui = await start("/new")
    assert ui.find(text="Amount").value == "0.50" and ui.find(identifier="stake-50").selected


async def test_a_known_player_is_one_tap(service: Service, start: Start):
    four().begin(service, DE, Date(2026, 11, 13))
    ui = await start("/new", language="de-DE")
    assert not ui.find_all(identifier="add-Bert")
    await ui.tap(identifier="remove-2")
    await ui.tap(identifier="add-Bert")
    assert [text for text in ui.texts() if text in FOUR] == ["Anne", "Cem", "Dora", "Bert"]


async def test_the_lot_says_who_deals(ui: Driver):
    await add(ui, *FOUR)
    await ui.tap(identifier="draw-dealer")
    assert ui.sees("Drawn: ")
    await ui.tap(identifier="draw-dealer")
    assert ui.sees("Draw 2: ")


async def test_house_rules_unfold_say_what_is_wrong_and_go_back(ui: Driver):
    await add(ui, *FOUR)
    assert not ui.find_all(text="Limit")
    await ui.tap(identifier="house-rules")
    await ui.type("0", text="Limit")
    assert ui.find(text="Limit").error == "is not a whole number from 1 to 1000000"
    assert ui.sees("Limit is not a whole number from 1 to 1000000.")
    await ui.tap(identifier="rounding-fives-before")
    assert ui.sees("2 changed")
    await ui.tap(identifier="standard")
    assert ui.find(text="Limit").value == "2000" and ui.sees("standard")


async def test_another_game_on_an_evening_keeps_the_evening(service: Service, start: Start):
    first = four()
    first.begin(service, DE, Date(2026, 11, 13))
    ui = await start(f"/evening/{first.evening}/new", language="de-DE")
    assert ui.sees("13. November") and not ui.find_all(text="Ort")
    await ui.tap(identifier="start")
    assert ui.page.route.startswith(f"/evening/{first.evening}/sheet/")


async def test_an_unknown_evening_is_a_sentence(start: Start):
    ui = await start("/evening/nowhere/new", language="de-DE")
    assert ui.sees("Dieser Abend steht nicht im Buch.")


# --- names that are not known yet -----------------------------------------------------------------


def test_free_seats_are_taken_by_numbers_that_nobody_has():
    form = NewSheetForm(KALTER_SCHLAG, names=("Anne",))
    form.fill(["Anne", "Player 2"], EN)  # somebody of an earlier evening, who never got a name
    assert form.names == ("Anne", "Player 1", "Player 3", "Player 4")
    form.remove("Player 1")
    form.fill(["Anne", "Player 2"], EN)
    assert form.names == ("Anne", "Player 3", "Player 4", "Player 1")
    form.fill([], EN)
    assert len(form.names) == 4


async def test_from_an_empty_book_to_the_first_hand_without_a_name(
        start: Start, service: Service):
    """New evening, names later, start: three taps, and four for the hand itself."""
    ui = await start("/")
    for key in ("new-evening", "names-later", "start"):
        await ui.tap(identifier=key)
    assert ui.taps == 3 and ui.sees("Tap a player on the keys and type the Augen.")
    for key in ("seat-0", "digit-6", "digit-6", "save"):
        await ui.tap(identifier=key)
    assert ui.taps == 7
    service.refresh()
    (evening,) = service.evenings()
    assert evening.players == ("Player 1", "Player 2", "Player 3", "Player 4")
    assert len(service.sheet(evening.latest_sheet).score.lines) == 1


async def test_who_was_a_number_gets_a_name_everywhere(start: Start, service: Service):
    ui = await start("/new")
    await ui.tap(identifier="names-later")
    await ui.tap(identifier="start")
    await ui.tap(identifier="player-2")
    await ui.type("Cem", text="Put this name right")
    await ui.tap(text="Rename everywhere")
    assert ui.sees("Cem") and not ui.sees("Player 3")
    service.refresh()
    assert service.evenings()[0].players == ("Player 1", "Player 2", "Cem", "Player 4")


async def test_a_number_is_asked_for_only_while_somebody_is_missing(ui: Driver):
    assert ui.find_all(identifier="names-later")
    await add(ui, "Anne", "Bert", "Cem")
    await ui.tap(identifier="names-later")
    assert not ui.find_all(identifier="names-later") and ui.sees("Player 1")


async def test_every_game_says_how_many_play_it(ui: Driver):
    said = {"kalter-schlag": "For 4 players.", "schieberamsch": "For 3 players.",
            "pfaelzer-ramsch": "For 3 players.", "doppelkopf-altenburg": "For 4 to 7 players."}
    for game, sentence in said.items():
        await ui.tap(identifier=f"game-{game}")
        assert ui.sees(sentence), game
        await ui.tap(identifier="games")
