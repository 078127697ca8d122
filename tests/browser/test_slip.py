"""The slip of a table: its code makes a phone the writer of one list, and a second one confirms."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from scorepad.config import Settings
from scorepad.games.skat import SKAT
from scorepad.service import Service
from scorepad.tournament.facts import Settings as Agreed
from scorepad.ui.entry.entry import DOUBLE_TAP
from tests.browser.hand import Hand, Look
from tests.browser.looking import looking
from tests.browser.program import rests
from tests.browser.table_server import TableServer
from tests.paper.reading import rows

FOUR = ("Anne", "Bert", "Cem", "Dora")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableServer]:
    table = TableServer(tmp_path / "data").start()
    yield table
    assert table.stop() == 0
    assert table.said() == ""


def held(table: TableServer) -> str:
    """A tournament of four people and two rounds of two hands; the id of its evening."""
    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(table.data)}))
    evening = service.tournaments.hold(date(2026, 11, 27), SKAT, SKAT.rules(), Agreed(
        name="Preisskat", rounds=2, hands_at={4: 2}))
    for name in FOUR:
        service.tournaments.enter(evening, name)
    service.close()
    return evening


def hand_at(chromium: Browser, table: TableServer, look: Look, address: str) -> Hand:
    page = looking(chromium, look).new_page()
    page.goto(address)
    return Hand(page, table.address, look, lambda: rests(table.pid))


def names_on(user: Hand, of: str) -> dict[str, str]:
    """The identifiers of the keys with names, by name."""
    keys = user.page.locator(f'[flt-semantics-identifier^="{of}-"]')
    keys.first.wait_for(state="attached")
    return {key.get_attribute("aria-label") or key.inner_text(): str(
        key.get_attribute("flt-semantics-identifier")) for key in keys.all()}


@pytest.mark.whole
def test_two_phones_at_a_table(table: TableServer, chromium: Browser, tmp_path: Path):
    evening = held(table)
    desk = hand_at(chromium, table, Look("wide", "light", "de"), table.told["host"])
    desk.page.locator("#name").fill("Laptop")
    desk.page.locator("#join").click()
    desk.make_readable()
    desk.open(f"/evening/{evening}")
    desk.tap(identifier="draw-lot")
    with desk.page.expect_download() as download:
        desk.tap(identifier="paper-slips")
    download.value.save_as(tmp_path / "slips.pdf")
    assert "Wer das scannt, schreibt die Liste." in rows((tmp_path / "slips.pdf").read_bytes())
    desk.tap(identifier="table-1-1")
    desk.tap(identifier="slip")
    link = desk.find(identifier="link")
    link.wait_for(state="attached")
    address = re.search(r"http://\S+/slip#slip\.[\w.-]+", f"{link.get_attribute('aria-label')} "
                        f"{link.inner_text()}")
    assert address
    desk.shot("desk")

    phone = hand_at(chromium, table, Look("phone", "light", "de"), address[0])
    phone.make_readable()
    phone.sees("Skat · 0 von 2 Spielen")
    phone.shot("begun")
    for gone in ("back", "menu"):
        assert not phone.find(identifier=gone).count()
    own = phone.page.url
    for elsewhere in ("/", f"/evening/{evening}", "/people", "/preferences", "/new"):
        phone.page.goto(table.address + elsewhere)
        phone.page.wait_for_url(own)
    phone.make_readable()
    for hands in ("1 von 2", "2 von 2"):
        phone.touch("eingepasst")
        phone.sees(f"Skat · {hands} Spielen")
        phone.page.wait_for_timeout(DOUBLE_TAP * 1000)  # nobody plays a hand so fast
    phone.sees("Wer hat die Liste geschrieben?")
    phone.shot("over")
    phone.tap(identifier="wrote-1")

    second = hand_at(chromium, table, Look("phone", "dark", "en"), address[0])
    second.make_readable()
    second.sees("Who confirms the list?")
    second.shot("second")
    second.tap(identifier="confirm-2")
    phone.sees("Bestätigt von Bert.")
    phone.shot("confirmed")

    desk.open(f"/evening/{evening}")
    desk.sees("Vollständig und bestätigt")
    desk.tap(identifier="draw-lot")
    phone.sees("Diese Runde ist vorbei.")
    phone.shot("ended")
    phone.open("/")
    phone.sees("Diese Runde ist vorbei.")
    phone.shot("ended-own")
    late = hand_at(chromium, table, Look("phone", "light", "de"), address[0])
    expect(late.page.locator("#over")).to_be_visible()
