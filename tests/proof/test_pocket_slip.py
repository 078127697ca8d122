"""A table whose router was unplugged: its phone has the pocket page, begins the list by the slip,
and shows its result as a code, which the desk takes over before the list itself comes. A phone that
has no such page gets the live one by the same slip.
"""

import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from scorepad.config import Settings
from scorepad.games.skat import SKAT
from scorepad.service import Service
from scorepad.service.roles import Owner
from scorepad.service.slips import Result, digits_in
from scorepad.tournament.facts import Settings as Agreed, Way
from scorepad.web.access.keys import Keys
from scorepad.web.access.phones import Phones
from scorepad.web.access.visitors import shared_register
from tests.browser.hand import Hand, Look
from tests.browser.program import rests
from tests.browser.table_server import TableServer
from tests.pocket.built import built_page
from tests.pocket.conftest import elsewhere, playwright
from tests.pocket.phone import Elsewhere, Phone, PocketHand, opened, switched_on, wait_for_app

__all__ = ["elsewhere", "playwright"]  # fixtures

pytestmark = [pytest.mark.alone, pytest.mark.browser, pytest.mark.timeout(1800)]

FOUR = ("Anne", "Bert", "Cem", "Dora")


@pytest.fixture
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TableServer]:
    if not request.config.getoption("--full"):
        pytest.skip("the real page is made and played on in the proof: that takes minutes")
    shutil.copytree(built_page(), tmp_path / "served" / "pocket")
    table = TableServer(tmp_path / "served").start()
    yield table
    assert table.stop() == 0
    assert table.said() == ""


def drawn(table: TableServer) -> tuple[str, str]:
    """A tournament of one table and two hands; the id of its evening, and the link on the slip."""
    settings = Settings.of({"FLET_APP_STORAGE_DATA": str(table.data)})
    service, keys = Service.open(settings), Keys(shared_register(settings))
    evening = service.tournaments.hold(date(2026, 11, 27), SKAT, SKAT.rules(), Agreed(
        name="Preisskat", rounds=2, hands_at={4: 2}))
    for name in FOUR:
        service.tournaments.enter(evening, name)
    service.tournaments.draw(evening, Way.LOT, 7)
    [link] = Phones(keys, table.address, settings.pocket).slips(
        Owner("Anne"), service.slips.of(evening))
    keys.close()
    service.close()
    return evening, link


def hand_at(phone: Phone, table: TableServer, look: Look, address: str) -> Hand:
    """A hand at a page of the server."""
    page = phone.page(look)
    page.goto(address)
    return Hand(page, table.address, look, lambda: rests(table.pid))


def test_the_router_is_unplugged(table: TableServer, playwright: Playwright, elsewhere: Elsewhere,
                                 tmp_path: Path):
    _evening, link = drawn(table)
    with switched_on(playwright, tmp_path / "visitor", elsewhere) as phone:
        visitor = hand_at(phone, table, Look("390x664", "dark", "de"), link)
        visitor.make_readable()
        visitor.sees("Skat · 0 von 2 Spielen")

    with switched_on(playwright, tmp_path / "phone", elsewhere) as phone, \
            switched_on(playwright, tmp_path / "laptop", elsewhere) as laptop:
        phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
        look = Look("390x664", "light", "de")
        opened(phone, f"{table.address}/pocket/", look).page.close()
        assert table.stop() == 0
        page = phone.page(look)
        page.goto(link)
        hand = PocketHand(page, f"{table.address}/pocket/#", look)
        wait_for_app(hand)
        hand.sees("Skat · 0 von 2 Spielen")
        for _ in range(2):
            hand.tap(identifier="eingepasst")
        hand.sees("Damit zur Spielleitung.")
        hand.shot("result")
        hand.tap(identifier="copy-result")
        page.wait_for_timeout(1_000)
        copied = page.evaluate("navigator.clipboard.readText()")
        assert Result.read(digits_in(copied)).figures == ((0, 0, 0),) * 4

        table.start()
        desk = hand_at(laptop, table, Look("wide", "light", "de"), table.told["host"])
        desk.page.locator("#name").fill("Laptop")
        desk.page.locator("#join").click()
        desk.make_readable()
        desk.page.goto(copied)  # as the camera does
        desk.make_readable()
        desk.sees("0 gewonnen, 0 verloren")
        desk.shot("taken-over")
        desk.tap(identifier="take-result")
        desk.sees("Vom Papier")
        hand.reload()
        desk.sees("Vollständig")
        desk.shot("desk")
        desk.tap(identifier="table-1-1")
        desk.tap(identifier="slip")
        desk.shot("table")
