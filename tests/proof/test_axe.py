"""axe-core finds nothing on any screen that WCAG 2.2 A and AA forbid, and nothing on the pages of
those who only watch; but for what is Flutter's own."""

from collections.abc import Set
from datetime import date
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from scorepad.config import Settings
from scorepad.games.skat import SKAT
from scorepad.service import Service
from scorepad.tournament.facts import Figures, Money, Settings as Tournament, Way
from tests.browser.conftest import Hands, chromium, hands, program
from tests.browser.evenings import LOST, evening, take_in
from tests.browser.hand import Hand, Look
from tests.browser.program import Program
from tests.browser.table_server import TableServer
from tests.proof.conftest import Note
from tests.proof.test_pictures import SCREENS, evenings
from tests.taking import take

__all__ = ["chromium", "hands", "program"]  # fixtures

MORE = ("tournament", "rules", "rules/skat", "safety/import", "safety/server", "phones", "nowhere")

OF_SOMEBODY = ("people/{id}", "statistics/of/{id}/all/all", "stars/of/{id}")

ASKED = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "rules": {name: {"enabled": True} for name in (
        "aria-dialog-name", "empty-heading", "empty-table-header", "page-has-heading-one",
        "scope-attr-valid")}}
"""What WCAG 2.2 A and AA forbid, and what is no more than good practice there."""

FLUTTERS = {"meta-viewport", "aria-dialog-name"}
"""What Flutter puts into every page: its own `viewport`, which forbids to zoom; the app draws at
twice the size of text instead. And its dialogs: the role is on one node, and the name that a dialog
is given (`semantics_label`) on another within."""

BY_THE_RING = {"scrollable-region-focusable"}
"""At a sheet the arrow keys lead the ring from hand to hand, and the hands scroll with it; what is
asked for is something that the browser's own focus can come to."""

AT_A_SHEET = (
    ("hand-1",), ("player-0",), ("menu",), ("menu", "seats"), ("menu", "settlement"),
    ("menu", "rules"))
"""What is touched there."""


@pytest.mark.browser
@pytest.mark.parametrize("look", [Look(), Look("wide", "light", "en")], ids=str)
def test_every_screen(program: Program, hands: Hands, look: Look, note: Note):
    take_in(program, *evenings())
    user = hands(look)
    seen, faults = 0, list[str]()

    def judge(what: str, but: Set[str] = frozenset()) -> None:
        nonlocal seen
        seen += 1
        faults.extend(_faults_of(user, what, but))

    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(program.data)}))
    somebody = service.people.all()[0].id
    service.close()
    for screen in (*SCREENS, *MORE, *[each.format(id=somebody) for each in OF_SOMEBODY]):
        user.open(f"/{screen}")
        judge(f"/{screen}")
    for each in evenings():
        sheets = [f"/sheet/{sheet['id']}" for sheet in each["sheets"]]
        for kind in ("", "/course", *sheets):
            user.open(f"/evening/{each['id']}{kind}")
            judge(f"{each['id']}{kind}", BY_THE_RING if "/sheet/" in kind else frozenset())
    for touched in AT_A_SHEET:
        user.open("/evening/kalter-schlag-0/sheet/kalter-schlag-0-0", anew=True)
        if _can(user, touched):
            judge(" ".join(touched), BY_THE_RING)
    note(f"screens judged by axe-core, {look}", seen)
    assert not faults, "\n".join(faults)


@pytest.mark.browser
@pytest.mark.parametrize("look", [Look(), Look("wide", "light", "en")], ids=str)
def test_the_desk_of_a_tournament(program: Program, hands: Hands, look: Look):
    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(program.data)}))
    held = service.tournaments.hold(date(2026, 1, 2), SKAT, SKAT.rules(), Tournament(
        name="Preisskat", rounds=2, hands_at={4: 4, 3: 3}, minutes=90, money=Money(1000)))
    for name in ("Anne", "Bert", "Cem", "Dora", "Emil", "Frida", "Gerry"):
        service.tournaments.enter(held, name)
    service.tournaments.draw(held, Way.LOT, 3)
    numbers = service.tournaments.view(held).tournament.draws[0].tables[0]
    service.tournaments.note_figures(held, 1, 1, [Figures(each, each, 1, 0) for each in numbers])
    service.tournaments.count_for(held, "2026")
    service.close()
    user, faults = hands(look), list[str]()
    for route in ("", "/entrants", "/settings", "/table/1/1", "/table/1/2"):
        user.open(f"/evening/{held}{route}")
        faults += _faults_of(user, f"the desk{route}")
        for folded in ("who-is-there", "cash-desk", "paper", "slip", f"replace-{numbers[0]}"):
            if user.find(identifier=folded).count():
                user.touch(folded)
                user.settle()
                faults += _faults_of(user, f"the desk{route}, {folded}")
    assert not faults, "\n".join(faults)


def _faults_of(user: Hand, what: str, but: Set[str] = frozenset()) -> list[str]:
    """What is wrong with a screen, wherever it is scrolled to: what is cut off at the edge of what
    scrolls is small there."""
    if found := faults_of(user.page, what, but):
        user.scroll(120)
        again = faults_of(user.page, what, but)
        return [each for each in found if each in again]
    return []


def _can(user: Hand, touched: tuple[str, ...]) -> bool:
    """Touch one after the other; False if one of them is not there."""
    for each in touched:
        if not user.find(identifier=each).count():
            return False
        user.touch(each)
    user.settle()
    return True


@pytest.mark.browser
def test_the_pages_of_watchers(chromium: Browser, tmp_path: Path):
    server = TableServer(tmp_path / "data").start()
    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(server.data)}))
    take(service, {"format": "scorepad/1", "evenings": [evening(*LOST)]})
    [card] = service.evenings()
    held = service.tournaments.hold(date(2026, 1, 2), SKAT, SKAT.rules(), Tournament(
        name="Preisskat", rounds=1, hands_at={4: 4, 3: 3}, minutes=90))
    for name in ("Anne", "Bert", "Cem", "Dora", "Emil", "Frida", "Gerry"):
        service.tournaments.enter(held, name)
    service.tournaments.draw(held, Way.LOT, 3)
    page = chromium.new_context(viewport={"width": 390, "height": 844}, locale="de-DE").new_page()
    page.goto(server.told["join"])
    page.locator("#join").wait_for()
    faults = faults_of(page, "joining")
    page.locator("#name").fill("Dora")
    page.locator("#join").click()
    page.wait_for_url("**/watch/**")
    for route in (f"/{card.latest_sheet}", "?list", f"/{card.id}/settlement", "/stars",
                  f"/{held}/settlement"):
        page.goto(f"{server.address}/watch{route}")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            faults += faults_of(page, f"watch{route} {scheme}")
    page.set_viewport_size({"width": 1920, "height": 1080})
    for route in (f"/{held}/settlement", "?list", f"/{card.id}/settlement",
                  f"/{card.latest_sheet}"):
        page.goto(f"{server.address}/watch{route}")
        page.locator("#code").wait_for(state="attached")
        faults += faults_of(page, f"the wall, {route}")
    page.locator("#code").wait_for()
    service.close()
    assert server.stop() == 0 and not faults, "\n".join(faults)


def faults_of(page: Page, what: str, but: Set[str] = frozenset()) -> list[str]:
    """What is forbidden on a page, with each node that it stands at; but for some rules."""
    found = Axe().run(page, options=ASKED).response["violations"]
    return [f"{what}: {each['help']}: {node['html'][:200]}" for each in found
            if each["id"] not in FLUTTERS | but for node in each["nodes"]]
