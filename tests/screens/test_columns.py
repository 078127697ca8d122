"""A wide window: no screen keeps a phone's column in its middle, but those that say one thing."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import flet as ft
import pytest

from scorepad.games.skat import SKAT
from scorepad.service import Service
from scorepad.ui.app import ROUTES
from tests.screens.conftest import FOUR, Start
from tests.screens.driver import Driver
from tests.screens.test_safety import EVENING, Pick, pick
from tests.screens.test_tournament import held
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


async def test_what_a_file_brings_stands_beside_its_name(ids: Ids, start: Start, pick: Pick):
    """Gerhart looks like Gerhard, about whom is asked."""
    for size in (FULL, PHONE):
        ui = await start("/safety", size=size)
        await pick(ui, "import-file", "a.json", EVENING.replace(b"Cem", b"Berta").replace(
            b"66", b"64"))
        assert is_lone(ui) == (size == PHONE), ui.texts()
