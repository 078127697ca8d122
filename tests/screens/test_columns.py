"""A wide window: no screen keeps a phone's column in its middle, but those that say one thing."""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import flet as ft
import pytest

from scorepad.config import Settings
from scorepad.games.skat import SKAT
from scorepad.service import Service
from scorepad.ui.app import ROUTES
from tests.screens.conftest import FOUR, Start
from tests.screens.driver import Driver
from tests.screens.test_safety import EVENING, Pick, pick, rows
from tests.screens.test_tournament import held
from tests.screens.test_wide import in_order
from tests.taking import take

__all__ = ["pick"]  # a fixture

FULL, PHONE = (1920, 1080), (390, 844)

AUGEN = [{"id": f"h{number}", "augen": dict(zip(FOUR, (66, 54, 0, 0)))} for number in range(2)]
BOOK = {"format": "scorepad/1", "evenings": [
    {"id": f"e{number}", "date": f"2026-11-{number + 12}", "place": "bei Anne", "sheets": [
        {"id": f"k{number}", "game": "kalter-schlag", "players": FOUR, "einsatz": "0.50",
         "hands": [{**hand, "id": f"{number}-{hand['id']}"} for hand in AUGEN]},
        {"id": f"s{number}", "game": "skat", "players": FOUR[:3], "hands": []}],
     "closed": number == 0} for number in range(2)]}

TRIED = [
    "/", "/new", "/tournament", "/preferences", "/people", "/people/{one}", "/rules", "/rules/skat",
    "/rules/skat/new", "/rules/skat/new/{own}", "/rules/skat/set/{own}", "/safety", "/stars",
    "/stars/club", "/stars/of/{one}", "/statistics", "/statistics/of/{one}/all/all",
    "/statistics/duel/{one}/{other}", "/statistics/duel/{one}/{other}/2026/kalter-schlag",
    "/evening/e0", "/evening/e1", "/evening/e1/course", "/evening/e1/new", "/evening/e1/sheet/k1",
    "/evening/e1/sheet/k1/rules", "/evening/e1/sheet/k1/end", "/evening/e1/sheet/k1/hand/1-h0",
    "/evening/e1/sheet/s1/seats", "/evening/{cup}", "/evening/{cup}/entrants",
    "/evening/{cup}/settings", "/evening/{cup}/table/1/1"]

ONE_THING = {
    "/slip/:digits", "/result/:digits", "/phones", "/phones/:device", "/safety/check",
    "/safety/import", "/safety/restore", "/safety/restore/:name", "/safety/server",
    "/:elsewhere(.+)"}
"""The screens that say or ask one thing. Those of a file have two columns where it has more to
say; those of a server are seen with one."""


class Ids(NamedTuple):
    one: str
    other: str
    own: str
    cup: str


@pytest.fixture
def ids(service: Service) -> Ids:
    """Of a book that has something for every screen."""
    take(service, BOOK)
    for number in range(2):
        service.club.note(f"e{number}", "Anne", "kasten")
    people = {person.name: person.id for person in service.people.all()}
    own = service.rule_sets.keep(SKAT, "Ours", SKAT.rules())
    return Ids(people["Anne"], people["Bert"], own, held(service))


def is_lone(ui: Driver) -> bool:
    """Whether all that a screen shows is in one column as wide as a phone's."""
    return any(each.scroll and each.width == 560 for each in ui.find_all(kind=ft.Column))


def patterns(routes: Iterable[ft.Route], above: str = "") -> Iterator[str]:
    for route in routes:
        here = f"{above}/{route.path}" if route.path else above
        yield here or "/"
        yield from patterns(route.children, here)


def test_every_screen_is_tried_or_says_one_thing():
    tried = [each.format(one="1", other="2", own="3", cup="4") for each in TRIED]
    for pattern in set(patterns(ROUTES)) - ONE_THING:
        known = re.compile(re.sub(r":\w+", "[^/]+", pattern))
        assert any(map(known.fullmatch, tried)), pattern


async def test_no_screen_keeps_a_lone_column(ids: Ids, start: Start):
    ui = await start("/", size=FULL)
    for each in TRIED:
        route = each.format(**ids._asdict())
        await ui.go(route)
        assert ui.page.route == route and not is_lone(ui), route


@pytest.mark.parametrize("size", [FULL, PHONE])
async def test_what_is_found_in_a_file_stands_beside_its_name(
        ids: Ids, start: Start, pick: Pick, size: tuple[int, int]):
    """A file of which 2 Augen are missing, and a backup of everything."""
    ui = await start("/safety", size=size)
    await pick(ui, "import-file", "a.json", EVENING.replace(b"66", b"64"))
    assert ui.sees("2 Augen are missing") and is_lone(ui) == (size == PHONE)
    await ui.go("/safety")
    await ui.tap(identifier=rows(ui)[0].identifier)
    assert ui.sees("Nothing will be removed") and is_lone(ui) == (size == PHONE)


@pytest.mark.parametrize("size", [FULL, PHONE])
async def test_what_is_wrong_stands_beside_the_verdict(
        ids: Ids, start: Start, settings: Settings, size: tuple[int, int]):
    with sqlite3.connect(settings.data / "book.db") as opened:
        opened.execute("DROP TRIGGER fact_no_delete")
    opened.close()
    ui = await start("/safety/check", size=size)
    assert ui.sees("Something is wrong.") and is_lone(ui) == (size == PHONE)


async def test_the_course_of_somebody_s_stars_has_room_in_a_window(ids: Ids, start: Start):
    ui = await start(f"/stars/of/{ids.one}", size=FULL)
    assert ui.sees("Course")
    await ui.resize(*PHONE)
    assert not ui.sees("Course")


async def test_whoever_may_sit_down_stands_beside_the_seats(ids: Ids, start: Start):
    """In a window the field for a name stays where it is; on a phone it stands in the free seat."""
    ui = await start("/evening/e1/sheet/s1/seats", size=FULL)
    assert in_order(ui, "seat-3", "add-name")
    await ui.tap(identifier="remove-3")
    assert in_order(ui, "seat-2", "free-3", "add-name")
    await ui.resize(*PHONE)
    assert in_order(ui, "seat-2", "add-name") and not ui.find_all(identifier="free-3")
