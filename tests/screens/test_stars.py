"""The stars of an evening, the ledger and its tariffs on their screens, in-process."""

from datetime import date

import flet as ft
import flet_charts as charts
import pytest

from scorepad.book.ledger.written import read_list
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.service import Service
from scorepad.service.views import NewEvening
from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver, tap

FOUR = ("Gerry", "Guido", "Wolle", "Silvio")


def hand(**raw):
    return DOPPELKOPF_ALTENBURG.read_hand({
        "spiel": "normal", "re": ["Gerry", "Guido"], "augen": 131, **raw}, FOUR)


@pytest.fixture
def doko(service: Service) -> Table:
    """Two hands: Gerry is ahead, Wolle has two stars and has won nothing."""
    table = Table.of(service, DOPPELKOPF_ALTENBURG, FOUR)
    service.record(table.sheet, hand(sterne=[{"event": "stich-41", "player": "Wolle"}] * 2))
    service.record(table.sheet, DOPPELKOPF_ALTENBURG.read_hand(
        {"spiel": "buben-solo", "re": ["Gerry"], "augen": 131}, FOUR))
    return table


def balances(table: Table) -> dict[str, int]:
    table.service.refresh()
    return dict(table.service.club.ledger().balances)


def row(ui: Driver, first: str, count: int = 3) -> list[str]:
    """The words that begin with this one."""
    texts = ui.texts()
    return texts[texts.index(first):][:count]


# --- an evening ---------------------------------------------------------------------------------


async def test_a_correction_asks_how_many_and_says_what_is_wrong(doko: Table, start: Start):
    ui = await start(f"/evening/{doko.evening}")
    await tap(ui, "note-manual", "stars-of-Gerry")
    assert ui.find(text="Number of stars").error == "Type how many stars, such as −1."
    await ui.type("99999", text="Number of stars")
    await tap(ui, "stars-of-Gerry")
    assert ui.find(text="Number of stars").error \
        == "The number is not a whole number from -10000 to 10000."
    await ui.type("−1", text="Number of stars")
    await ui.type("verzählt", text="What for")
    await tap(ui, "stars-of-Gerry")
    assert balances(doko) == {"Wolle": 2, "Gerry": -1} and ui.sees("Correction · verzählt")


async def test_snacks_without_a_kasten_are_counted_and_wondered_at(doko: Table, start: Start):
    ui = await start(f"/evening/{doko.evening}")
    await tap(ui, "note-knabberzeug", "stars-of-Guido")
    assert ui.sees("Guido brought snacks but no Kasten") and balances(doko)["Guido"] == -1
    await tap(ui, "note-kasten", "stars-of-Guido")
    assert not ui.sees("brought snacks but no Kasten")


async def test_misdeals_that_no_hand_has_followed_are_noted_on_the_evening(
        doko: Table, start: Start):
    """S2, Sterne 10; those before a hand are in the hand."""
    ui = await start(f"/evening/{doko.evening}")
    await tap(ui, "note-vergeben", "stars-of-Guido")
    assert balances(doko) == {"Wolle": 2, "Guido": 1} and ui.sees("Three misdeals")


async def test_drives_that_are_odd_are_counted_and_told(doko: Table, start: Start):
    """S2, Sterne, 21.05.2008: one drives to Gerry, not Gerry himself, and once an evening."""
    ui = await start(f"/evening/{doko.evening}")
    await tap(ui, "note-auswaerts", "ziel-Gerry", "stars-of-Guido")
    assert not ui.sees("has driven")
    await tap(ui, "note-auswaerts", "ziel-Gerry", "stars-of-Guido")
    assert ui.sees("Guido has already driven this evening.") and balances(doko)["Guido"] == -6
    await tap(ui, "note-auswaerts", "ziel-Gerry", "stars-of-Gerry")
    assert ui.sees("Gerry has driven home") and balances(doko)["Gerry"] == -3


async def test_a_double_tap_notes_one_kasten(doko: Table, start: Start):
    """The second tap comes before the screen has taken the chip away."""
    ui = await start(f"/evening/{doko.evening}")
    await tap(ui, "note-kasten")
    chip = ui.listener(ui.find(identifier="stars-of-Guido"))
    for _ in range(2):
        await ui.session.dispatch_event(chip._i, "click", None)
    await ui.settle()
    assert not ui.sees("The note") and balances(doko) == {"Wolle": 2, "Guido": -4}


def test_a_note_sent_twice_is_one(doko: Table):
    club = doko.service.club
    for _ in range(2):
        assert club.note(doko.evening, "Guido", "kasten", id="one") == "one"
    assert balances(doko) == {"Wolle": 2, "Guido": -4}
    club.take_back(doko.evening, "one")
    club.take_back(doko.evening, "one")
    assert balances(doko) == {"Wolle": 2}


async def test_what_the_end_takes_is_proposed_and_counts_with_it(doko: Table, start: Start):
    ui = await start(f"/evening/{doko.evening}")
    assert ui.sees("Once the evening is ended")
    assert ui.sees("Winner of the evening · most points of the evening: 130")
    assert ui.sees("No hand won · won no hand and owns 2 stars")
    assert balances(doko) == {"Wolle": 2}
    await tap(ui, "end-evening")
    assert ui.sees("At the end of the evening") and balances(doko) == {"Wolle": 0, "Gerry": -1}


async def test_before_the_tariffs_only_what_has_one_is_offered(service: Service, start: Start):
    sheet = service.open_sheet(NewEvening(date(2008, 5, 20)), DOPPELKOPF_ALTENBURG, FOUR)
    ui = await start(f"/evening/{service.sheet(sheet).evening}")
    assert ui.sees("Kasten −5") and not ui.sees("Snacks") and not ui.sees("Away drive")


# --- the ledger ---------------------------------------------------------------------------------


@pytest.fixture
def club(doko: Table) -> Table:
    """With the standing of 20 May 2021 (S2, Aktueller Sternen-Stand)."""
    doko.service.club.open_with(date(2021, 5, 20), {
        "Gerry": 108, "Chris": -3, "Guido": 7, "Wolle": 53, "Silvio": 3, "Holger": 4,
        "Steffen": 2})
    return doko


async def test_the_ledger_is_reached_from_home_and_adds_up(club: Table, start: Start):
    ui = await start("/")
    await tap(ui, "stars")
    assert row(ui, "Gerry") == ["Gerry", "108", "21.6"]
    assert row(ui, "Chris") == ["Chris", "−3", "−0.6"]
    assert row(ui, "Sum") == ["Sum", "176", "35.2"]  # 174 and Wolle's two
    assert ui.sees("Course") and ui.sees("On 20 November 2026: Gerry 108, Wolle 55, Guido 7, "
                                         "Holger 4, Silvio 3, Steffen 2, Chris −3")
    chart = ui.find(kind=charts.LineChart)
    days = (date(2026, 11, 20) - date(2021, 5, 20)).days
    assert [(point.x, point.y) for point in chart.data_series[1].points] == [(0, 53), (days, 55)]
    assert len({line.color for line in chart.data_series}) == 7


async def test_the_sum_is_that_of_the_active_players(club: Table, start: Start):
    """S2: *Summe aktive Spieler*. 108 − 3 + 7 + 55 + 3 + 4 + 2 = 176, less Holger's four."""
    people = {name: player for player, name in club.service.people.names().items()}
    club.service.people.retire(people["Holger"])
    ui = await start("/stars")
    assert row(ui, "Sum of active players") == ["Sum of active players", "172", "34.4"]
    assert row(ui, "Retired", 4) == ["Retired", "Holger", "4", "0.8"]


async def test_a_player_s_history_leads_to_the_evening(club: Table, start: Start):
    ui = await start("/stars")
    await tap(ui, "ledger-Wolle")
    assert row(ui, "Trick over 41", 4) \
        == ["Trick over 41", "20 November 2026 · Hand 1", "+1", "= 55"]
    assert row(ui, "Opening balance", 4) == ["Opening balance", "20 May 2021", "+53", "= 53"]
    await tap(ui, "correct")
    assert ui.sees("Settlement")


# --- the club's list, pasted ---------------------------------------------------------------------

PRINTED = """Aktueller Sternen-Stand vom 20.05.2021:

Spieler

Sterne

Kästen

Gerry

108

21,6

Chris

-3

-0,6

Guido

7

1,4

Wolle

53

10,6

Silvio

3

0,6

Holger

4

0,8

Steffen

2

0,4







Summe aktive Spieler

174

34,8

 zur Spielliste:     Spielliste Stand 20. Mai 2021

Statistik:               2021
"""
"""As S2 prints it."""

STANDING = {"Gerry": 108, "Chris": -3, "Guido": 7, "Wolle": 53, "Silvio": 3, "Holger": 4,
            "Steffen": 2}


@pytest.mark.parametrize("text", [
    PRINTED, PRINTED.replace("-", "\N{MINUS SIGN}"), PRINTED.replace("\n\n", "\t"),
    "20.5.2021\n" + "\n".join(f"{name} {stars}" for name, stars in STANDING.items()),
    "2021-05-20\nName,Stars,Kästen\r\n" + "\r\n".join(
        f"{name},{stars},{stars / 5}" for name, stars in STANDING.items()) + "\r\nSum,174,34.8",
    "2021-05-20\nName;Sterne;Kästen\n" + "\n".join(
        f"{name};{stars};{stars / 5}".replace(".", ",") for name, stars in STANDING.items())])
def test_a_list_is_read_however_it_is_pasted(text: str):
    assert read_list(text) == (date(2021, 5, 20), STANDING, {})


def test_a_list_that_does_not_fit_together_is_told():
    read = read_list(PRINTED.replace("21,6", "20,6").replace("174", "175").replace("34,8", "35,0"))
    assert {name: str(fault) for name, fault in read.faults.items()} == {
        "Gerry": "108 stars are not 20,6 Kästen",
        "": "The list says 175 stars together, its lines make 174."}
    assert read_list("Anne M. 5").balances == {"Anne M.": 5}
    assert read_list("Bert (2) 5\nBert 7").balances == {"Bert (2)": 5, "Bert": 7}
    assert read_list("Wolle") == (None, {}, {}) == read_list("")


async def test_a_pasted_list_fills_in_the_balances_and_nothing_is_saved_yet(
        doko: Table, start: Start):
    ui = await start("/stars/club")
    await ui.type(PRINTED, text="The club's list, pasted as text")
    before = doko.service.club.opening()
    await ui.tap(identifier="take-list")
    assert ui.find(text="Gerry").value == "108" and ui.find(text="Steffen").value == "2"
    assert ui.sees("Together 174 stars") and doko.service.club.opening() == before
    await ui.tap(identifier="save-opening")
    assert doko.service.club.opening().balances == STANDING
    assert doko.service.club.opening().date == date(2021, 5, 20)


# --- tariffs and opening balances ---------------------------------------------------------------


async def test_the_standing_is_typed_in(doko: Table, start: Start):
    ui = await start("/stars/club")
    await tap(ui, "save-opening")
    assert ui.find(text="As of").error == "Type a date such as 20.5.2021."
    await ui.type("20.5.2021", text="As of")
    await ui.type("zwei", text="Gerry")
    await tap(ui, "save-opening")
    assert ui.find(text="Gerry").error == "Type how many stars, such as −1."
    await ui.type("108", text="Gerry")
    await ui.type("Chris", submit=True, text="Somebody else")
    await ui.type("-3", text="Chris")
    assert ui.sees("Together 105 stars")
    await tap(ui, "save-opening")
    assert balances(doko) == {"Gerry": 108, "Chris": -3, "Wolle": 2}
    again = await start("/stars/club")
    assert again.find(text="As of").value == "20/5/2021"
    assert again.find(text="Gerry").value == "108" and again.find(text="Chris").value == "-3"


@pytest.mark.parametrize("same", [True, False])
async def test_a_name_that_looks_like_somebodys_is_asked_about(
        doko: Table, start: Start, same: bool):
    ui = await start("/stars/club")
    await ui.type("gerry", submit=True, text="Somebody else")
    assert ui.sees("gerry looks like Gerry: is this one person?")
    await ui.tap(identifier="same-person-0" if same else "somebody-else-0")
    assert len(ui.find_all(text="gerry", kind=ft.TextField)) == (not same)
    assert not ui.sees("is this one person?")
    assert ui.find(text="Somebody else").value == ""


async def test_a_destination_is_added_changed_and_removed(doko: Table, start: Start):
    ui = await start("/stars/club")
    await tap(ui, "event-auswaerts")
    await ui.type("Berlin", text="Destination")
    await ui.type("bald", text="Valid from")
    await ui.type("-9", text="Stars")
    await tap(ui, "save-tariff")
    assert ui.find(text="Valid from").error == "Type a date such as 20.5.2021."
    await ui.type("1.1.2022", text="Valid from")
    await tap(ui, "save-tariff")
    assert ui.sees("Away drive to Berlin")
    await tap(ui, "tariff-auswaerts-Berlin-2022-01-01")
    await ui.type("-8", text="Stars")
    await tap(ui, "save-tariff")
    doko.service.refresh()
    assert doko.service.club.tariffs().stars("auswaerts", date(2026, 1, 1), "Berlin") == -8
    own = doko.service.club.note(doko.evening, "Guido", "auswaerts", ziel="Berlin")
    await tap(ui, "tariff-auswaerts-Berlin-2022-01-01", "remove-tariff")
    assert ui.find(text="Stars").error == "1 note of stars uses this line"
    doko.service.club.take_back(doko.evening, own)
    await tap(ui, "remove-tariff")
    doko.service.refresh()
    assert doko.service.club.tariffs().destinations == ("Gerry", "Guido")


async def test_a_line_can_be_given_another_day(doko: Table, start: Start):
    ui = await start("/stars/club")
    await tap(ui, "tariff-kasten--2008-05-21")
    await ui.type("1.6.2008", text="Valid from")
    await tap(ui, "save-tariff")
    doko.service.refresh()
    stars = doko.service.club.tariffs().stars
    assert (stars("kasten", date(2008, 5, 31)), stars("kasten", date(2008, 6, 1))) == (-5, -4)
    await tap(ui, "tariff-kasten--2008-06-01", "leave-tariff")
    assert not ui.sees("Save the line")


async def test_a_line_without_destination_or_number(doko: Table, start: Start):
    ui = await start("/stars/club")
    await tap(ui, "event-auswaerts", "save-tariff")
    assert ui.find(text="Stars").error == "Type how many stars, such as −1."
    await ui.type("-9", text="Stars")
    await tap(ui, "save-tariff")
    assert ui.find(text="Destination").error == "The destination is not a name."
