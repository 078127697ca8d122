"""The statistics at the real page: sorted, a player opened, the course of an evening, in every
look; and with many players of long names."""

from typing import Any

import pytest

from tests.browser.conftest import Hands
from tests.browser.evenings import IN_THE_MIDDLE, LOST, PLAYERS, evening, take_in
from tests.browser.hand import CANVAS_LAG, LOOKS, SIZES, Hand, Look
from tests.browser.program import Program

LONG = [f"{first} von und zu {second}" for first in ("Anneliese", "Bartholomäus", "Cem-Kemal")
        for second in ("Altenburg", "Bad Langensalza", "Crimmitschau", "Dessau-Roßlau")]


def doko(number: int, day: str, names: list[str], count: int = 12) -> dict[str, Any]:
    """An evening of Doppelkopf: who is Re goes round, every fifth hand is a solo."""
    hands = []
    for index in range(count):
        four = [names[(index + step) % len(names)] for step in range(4)]
        solo = index % 5 == 4
        hands.append({"spiel": "buben-solo" if solo else "normal", "aktive": four,
                      "re": four[:1] if solo else [four[0], four[1 + index // 4 % 3]],
                      "augen": 95 + (index * 37 + number * 11) % 80})
    return {"id": f"d{number}", "date": day, "sheets": [{
        "id": f"ds{number}", "game": "doppelkopf-altenburg", "players": names, "rate": "0.05",
        "hands": hands}]}


EVENINGS = [evening(*IN_THE_MIDDLE, *LOST, *IN_THE_MIDDLE),
            *[doko(month, f"2026-{month:02}-17", PLAYERS) for month in (1, 2, 3, 5, 6, 9, 10)],
            doko(20, "2025-12-06", [*PLAYERS[:3], "Emil"])]


def scroll(user: Hand, by: int) -> None:
    """Turn the wheel; what is off the screen is not in the accessibility tree."""
    width, height = SIZES[user.look.size]
    user.page.mouse.move(width / 2, height * 0.8)
    user.page.mouse.wheel(0, by)
    user.page.wait_for_timeout(CANVAS_LAG)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_statistics_and_the_course_of_an_evening(program: Program, hands: Hands, look: Look):
    take_in(program, *EVENINGS)
    user = hands(look)
    user.open("/statistics")
    user.tap(identifier="sort-won")
    user.shot("statistics")
    scroll(user, 500 if look.text == 100 else 1400)
    user.shot("statistics-year")
    user.open("/statistics")
    user.tap(identifier="game-doppelkopf-altenburg")
    user.page.wait_for_timeout(CANVAS_LAG)
    user.shot("statistics-doppelkopf")
    user.tap(identifier="span")
    user.type("1.9.2026", into="First day" if look.language == "en" else "Erster Tag")
    user.shot("statistics-span")
    user.tap(identifier="count-span")
    user.tap(identifier="record-Anne")
    user.find(identifier="back").wait_for()
    user.page.wait_for_timeout(CANVAS_LAG)
    user.shot("statistics-player")
    scroll(user, 700)
    user.shot("statistics-player-below")
    user.open("/evening/e/course")
    user.shot("course")
    user.open("/evening/d3/course")
    user.shot("course-doppelkopf")


@pytest.mark.parametrize("look", [Look(), Look("wide"), Look(text=200)], ids=str)
def test_twelve_players_with_long_names(program: Program, hands: Hands, look: Look):
    take_in(program, doko(1, "2026-01-17", LONG[:4]), doko(2, "2026-02-17", LONG[4:8]),
            {"id": "three", "date": "2026-03-17", "sheets": [
                {**sheet, "id": f"t{index}"} for index, names in enumerate(
                    (LONG[:7], [*LONG[8:], *LONG[:3]]))
                for sheet in doko(0, "2026-03-17", names)["sheets"]]})
    user = hands(look)
    user.open("/statistics")
    user.shot("statistics-twelve")
    user.open("/evening/three/course")
    user.shot("course-seven")
