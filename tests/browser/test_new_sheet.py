"""Setting up a game with a finger on the real page."""

import re

import pytest
from playwright.sync_api import expect

from scorepad.games import GAMES
from tests.browser.conftest import Hands
from tests.browser.evenings import evening, take_in
from tests.browser.hand import LOOKS, Hand, Look
from tests.browser.program import Program


def sit_down(user: Hand, *names: str) -> None:
    """Type names into the field and press Enter after each; the field keeps the keyboard."""
    for name in names:
        user.type(name, into="Name")
        user.press("Enter")
        user.sees(f"{name} ")


def seats(user: Hand) -> list[str]:
    """The names at the table as their rows lie on the screen, from the top."""
    user.scroll(-3000)
    rows = user.page.locator('[flt-semantics-identifier^="seat-"]').all()
    rows.sort(key=lambda row: row.bounding_box()["y"])
    return [re.sub(r"^\d+\s+|\s+gibt zuerst$", "", row.inner_text().strip()) for row in rows]


def drag(user: Hand, seat: int, rows: int) -> None:
    """Take a seat by its handle, and put it so many rows further down."""
    row = user.find(identifier=f"seat-{seat}").bounding_box()
    right = user.find(identifier=f"remove-{seat}").bounding_box()
    x, y = right["x"] + right["width"] + 24, row["y"] + row["height"] / 2
    mouse = user.page.mouse
    mouse.move(x, y)
    mouse.down()
    for step in range(1, 11):
        mouse.move(x, y + (rows * row["height"] + 8) * step / 10)
        user.page.wait_for_timeout(30)
    user.page.wait_for_timeout(300)
    mouse.up()
    user.settle()


@pytest.fixture
def usual(program: Program, hands: Hands) -> Hand:
    """A hand at the page of four who have played before."""
    take_in(program, evening())
    return hands(Look())


def test_four_new_players_sit_down_change_seats_and_start(hand: Hand):
    hand.open("/new")
    hand.sees("Es fehlen noch 4 Spieler.")
    expect(hand.page.get_by_role("button", name="Spiel beginnen")).to_be_disabled()
    hand.type("Anne", into="Name")
    hand.press("Enter")
    hand.sees("Es fehlen noch 3 Spieler.")
    expect(hand.page.get_by_label("Name", exact=True)).to_be_focused()
    for name, missing in (("Bert", 2), ("Cem", 1)):
        hand.page.keyboard.type(name, delay=30)
        hand.press("Enter")
        hand.sees(f"noch {missing} Spieler.")
        hand.settle()
    hand.type("Dora", into="Name")
    hand.tap(identifier="add-name")
    hand.sees_no("Es fehl")
    assert seats(hand) == ["Anne", "Bert", "Cem", "Dora"]
    drag(hand, 1, 2)
    assert seats(hand) == ["Bert", "Cem", "Anne", "Dora"]
    hand.sees("Anne gibt zuerst.")
    hand.tap(identifier="draw-dealer")
    hand.sees("Ausgelost: ")
    hand.tap(identifier="seat-4")
    hand.sees("Dora gibt zuerst.")
    hand.tap(identifier="start")
    hand.sees("Kalter Schlag · Partie 1")
    hand.sees("Dora gibt")
    assert re.search(r"/evening/[0-9a-f-]{36}/sheet/[0-9a-f-]{36}$", hand.page.url)


def test_bad_names_are_refused_in_words(hand: Hand):
    hand.open("/new")
    hand.tap(identifier="add-name")
    hand.sees("Zuerst einen Namen eintippen.")
    sit_down(hand, "Anne")
    for name, fault in (("Anne", "Anne sitzt schon am Tisch."),
                        ("A" * 61, "Der Name ist länger als 60 Buchstaben.")):
        hand.type(name, into="Name")
        hand.press("Enter")
        hand.sees(fault)
        expect(hand.page.get_by_label("Name", exact=True)).to_have_value(name)
    assert seats(hand) == ["Anne"]
    sit_down(hand, "Bert", "Cem", "Dora")
    hand.sees_no("Name")  # nobody can be the fifth


def test_bad_figures_are_refused_in_words(usual: Hand):
    usual.open("/new")
    usual.type("halbe", into="Betrag")
    usual.sees("Der Einsatz ist ein Betrag wie 0,50 oder leer.")
    expect(usual.page.get_by_role("button", name="Spiel beginnen")).to_be_disabled()
    usual.tap(identifier="stake-50")
    usual.sees_no("Der Einsatz ist ein Betrag")
    usual.tap(identifier="house-rules")
    usual.type("0", into="Grenze")
    usual.sees("Grenze ist keine ganze Zahl von 1 bis 1000000.")
    usual.tap(identifier="standard")
    usual.sees_no("ist keine ganze Zahl")


def test_the_usual_table_taps_start(usual: Hand):
    usual.tap(identifier="new-evening")
    usual.sees("Anne gibt zuerst.")
    usual.taps = 0
    usual.tap(identifier="start")
    usual.sees("Kalter Schlag · Partie 1")
    assert usual.taps == 1


def test_a_known_player_is_tapped(usual: Hand):
    usual.open("/new")
    usual.tap(identifier="remove-1")
    usual.tap(identifier="add-Anne")
    usual.sees_no("fehlt noch")
    assert seats(usual) == ["Bert", "Cem", "Dora", "Anne"]


def test_another_game_keeps_who_fits_and_asks_for_its_own_money(usual: Hand):
    usual.open("/new")
    usual.sees("Anne gibt zuerst.")
    usual.tap(identifier="game-schieberamsch")
    usual.sees("Wer spielt nicht mit?")
    usual.tap(identifier="rests-Dora")
    usual.sees_no("Wer spielt nicht mit?")
    assert seats(usual) == ["Anne", "Bert", "Cem"]
    usual.touch("games", "game-kalter-schlag")
    usual.sees("Dora")
    usual.touch("games", "game-schieberamsch", "rests-Dora")
    usual.type("0,00001", into="Betrag")
    expect(usual.page.get_by_role("button", name="Spiel beginnen")).to_be_disabled()
    usual.tap(identifier="stake-50")
    expect(usual.page.get_by_role("button", name="Spiel beginnen")).to_be_enabled()
    usual.tap(identifier="start")
    usual.sees("Anne gibt · Cem hebt ab · Bert spielt aus")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_how_every_game_is_set_up(program: Program, hands: Hands, look: Look):
    take_in(program, evening())
    user = hands(look, "/new")
    for number, game in enumerate(GAMES):
        folded = number or look.text > 100
        user.touch(*(["games"] if folded else []), f"game-{game.id}")
        user.shot(f"new-{game.id}")
        user.tap(identifier="house-rules")
        user.scroll(3000)
        user.shot(f"new-{game.id}-rules")
        user.tap(identifier="house-rules")
        user.scroll(-3000)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_how_it_looks(program: Program, hands: Hands, look: Look):
    user = hands(look, "/new")
    user.sees("frei" if look.language == "de" else "free")
    user.shot("new-first")
    take_in(program, evening())
    user = hands(look, "/new")
    user.sees("Anne gibt zuerst." if look.language == "de" else "Anne deals first.")
    user.shot("new-usual")
    user.tap(identifier="remove-2")
    user.shot("new-known")
    user.tap(identifier="add-Bert")
    user.tap(identifier="house-rules")
    user.scroll(2000)
    user.shot("new-rules")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_how_the_preferences_look(program: Program, hands: Hands, look: Look):
    take_in(program, evening())
    user = hands(look, "/preferences")
    user.sees("Spieler" if look.language == "de" else "Players")
    user.shot("preferences")
