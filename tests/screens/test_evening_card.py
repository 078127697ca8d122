"""The card of an evening that is over, and the evening as a picture.

A march of Dora at Kalter Schlag with Kontra: three write 240. Then Anne has 66 Augen five times: 70
each, more than five Anschriften, and with 350 + 240 points she wins the Partie (S0).
"""

import pytest
from flet import canvas

from scorepad.games import BY_ID
from scorepad.games.ansagen import ANSAGEN, Ansagerunde
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.ui.parts.picture import DENSITY, HEIGHT, WIDTH, shapes_of
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def over(table: Table) -> Table:
    """The evening of these hands, closed."""
    table.service.record(table.sheet, Durchmarsch(3, 1))
    for _ in range(5):
        table.play(66, 54, 0, 0)
    table.service.close_evening(table.evening)
    return table


def card(ui: Driver) -> list[str]:
    """The words of the card."""
    told = ui.texts()
    return told[told.index("Anne wins the evening"):told.index("Who receives, who pays")]


async def test_the_card_of_an_evening(over: Table, start: Start):
    """Anne wrote 70 five times, and lost the march: six hands."""
    ui = await start(f"/evening/{over.evening}")
    told = card(ui)
    assert told[1:3] == ["Best hand: Dora",
                         "Hand 1 · Durchmarsch Dora: 120 · 2 (Kontra) = 240"]
    assert told[3:5] == ["Worst hand: Anne", "Hand 2 · 66 → 70"]
    assert told[5:7] == ["Longest unlucky run: Anne", "6 hands in a row not won"]
    assert told[7:] == ["Save as a picture", "Back to the evenings"]


async def test_whoever_owes_most_brings_the_next_kasten(over: Table, start: Start):
    over.service.club.open_with(over.service.evening(over.evening).date,
                                {"Anne": 4, "Bert": 12, "Cem": 6})
    ui = await start(f"/evening/{over.evening}")
    assert card(ui)[7:9] == ["Next Kasten: Bert", "12 stars"]


async def test_it_comes_with_the_end_of_the_evening_and_goes_with_undo(
        table: Table, start: Start):
    table.play(66, 54, 0, 0)
    ui = await start(f"/evening/{table.evening}")
    assert not ui.find_all(identifier="evening-card")
    await tap(ui, "end-evening", "end-anyway")
    assert ui.find_all(identifier="evening-card") and ui.sees("The evening is over")
    await ui.tap(text="Undo")
    assert not ui.find_all(identifier="evening-card")


async def test_the_card_leads_home_wherever_one_came_from(table: Table, start: Start):
    table.play(66, 54, 0, 0)
    ui = await start(table.route)
    await tap(ui, "menu", "settlement", "end-evening", "end-anyway", "home")
    assert ui.page.route == "/" and ui.find_all(identifier="new-evening")


async def test_an_evening_without_hands_has_no_card(table: Table, start: Start):
    table.service.close_evening(table.evening)
    ui = await start(f"/evening/{table.evening}")
    assert not ui.find_all(identifier="evening-card")


@pytest.mark.parametrize("goes_on", [False, True])
async def test_a_tap_saves_the_picture(over: Table, start: Start, goes_on: bool):
    if goes_on:
        over.service.reopen_evening(over.evening)
    ui = await start(f"/evening/{over.evening}", replies={"get_capture": PNG})
    await tap(ui, "picture")
    calls = dict(ui.client.calls)
    assert calls["capture"] == {"pixel_ratio": DENSITY}
    assert calls["save_file"]["src_bytes"] == PNG
    assert calls["save_file"]["file_name"] == "Evening-2026-11-20.png"
    assert ui.sees("Saved: Evening-2026-11-20.png") and not ui.page.overlay


async def test_a_phone_shares_it_and_says_so_where_it_cannot(over: Table, start: Start):
    ui = await start(f"/evening/{over.evening}", platform="android",
                     replies={"get_capture": PNG})
    await tap(ui, "picture")
    [told] = [given for name, given in ui.client.calls if name == "share_files"]
    assert told["files"][0].data == PNG and told["files"][0].mime_type == "image/png"
    ui.client.replies["share_files"] = RuntimeError("NotAllowedError")
    await tap(ui, "picture")
    assert ui.sees("This browser cannot share. Saved instead: Evening-2026-11-20.png")
    assert not told["download_fallback_enabled"]  # which saves it, too, but says nothing


async def test_a_page_that_cannot_draw_says_so(over: Table, start: Start):
    ui = await start(f"/evening/{over.evening}", replies={"capture": RuntimeError("no room")})
    await tap(ui, "picture")
    assert ui.sees("Evening-2026-11-20.png could not be saved: no room")
    assert not ui.page.overlay


def texts(table: Table, club: str = "") -> list[str]:
    service = table.service
    shapes = shapes_of(service.evening(table.evening), club, service.people.looks(), Words("de"))
    return [each.value for each in shapes if isinstance(each, canvas.Text)]


def test_what_the_picture_says(over: Table):
    """Anne receives twice 50 cents from each of the others: a Partie that was won."""
    told = texts(over, "Die Runde")
    space = "\N{NO-BREAK SPACE}€"
    assert told[:3] == ["Anne gewinnt den Abend", "Die Runde · 20. November 2026",
                        "Kalter Schlag"]
    assert told[3:6] == ["Ergebnis", "Anne", f"+3,00{space}"]
    assert told[12:15] == ["Zahlungen", "Bert → Anne", f"1,00{space}"]


def test_of_an_evening_for_nothing_it_has_the_points(service):
    table = Table.of(service, KALTER_SCHLAG, FOUR)
    table.play(66, 54, 0, 0)
    assert texts(table)[:2] == ["Bisher vorn: Bert, Cem und Dora", "20. November 2026"]
    assert texts(table)[3:] == ["Ergebnis", "Bert", "0", "Cem", "0", "Dora", "0", "Anne", "70",
                                "Scorepad"]


@pytest.mark.parametrize("players", [2, 4, 12])
def test_nothing_lies_outside_the_picture(service, players: int):
    names = tuple([f"Bartholomäus {number}" for number in range(players)])
    table = Table.of(service, BY_ID["frei"], names, stake=100)
    for points in (10, -30, 200):
        service.record(table.sheet, BY_ID["frei"].read_hand(
            {"punkte": {names[0]: points, names[1]: 5}}, names))
    shapes = shapes_of(service.evening(table.evening), "", service.people.looks(), Words("de"))
    corners = [(each.x, each.y) for each in shapes
               if isinstance(each, canvas.Text | canvas.Circle | canvas.Rect)]
    corners += [(step.x, step.y) for each in shapes if isinstance(each, canvas.Path)
                for step in each.elements if not isinstance(step, canvas.Path.Close)]
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in corners)


async def test_a_match_that_is_not_over_wins_no_evening(table: Table, start: Start):
    table.play(66, 54, 0, 0)
    ui = await start(f"/evening/{table.evening}")
    await tap(ui, "end-evening")
    assert not ui.find_all(identifier="end-both")  # a Partie has no winner before its end
    await tap(ui, "end-anyway")
    assert ui.sees("The evening is over") and not ui.sees("wins the evening")


async def test_a_match_that_can_end_as_it_stands_may_count(service: Service, start: Start):
    """Of three rounds of Ansagen one is played: 20 + 10 for Anne, who bid one and made it."""
    rules = ANSAGEN.rules(runden=3)
    table = Table.of(service, ANSAGEN, FOUR[:3], rules=rules)
    service.record(table.sheet, Ansagerunde((1, 0, 1), (1, 0, 0)))
    ui = await start(f"/evening/{table.evening}")
    await tap(ui, "end-evening", "end-both")
    assert ui.sees("Anne wins the evening")
