"""A writer's phone that has lost its line without being told, or its server, is back by itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from scorepad.service.roles import Role
from scorepad.web.access.keys import Keys, shared_register
from tests.browser.hand import PATIENCE, SHOTS, Hand, Look
from tests.browser.looking import looking
from tests.browser.phone_table import PhoneTable, Typed

SHEET, HAND = "s0", Typed(1, 78)
SEAT, FIRST, SECOND, SAVE = HAND.taps


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PhoneTable]:
    table = PhoneTable(tmp_path, 1)
    yield table
    table.close()


def let_in(chromium: Browser, table: PhoneTable, look: Look) -> BrowserContext:
    context = looking(chromium, look)
    name, value = table.join(0)
    context.add_cookies([{"name": name, "value": value, "url": table.gate.address}])
    return context


def another_line(hand: Hand) -> None:
    """Wait until the page has another line, with the sheet on it, and nothing before it."""
    hand.page.wait_for_event("websocket", timeout=PATIENCE)
    hand.find(identifier=SEAT).wait_for(state="attached")
    expect(hand.page.locator("#gone")).to_have_count(0, timeout=PATIENCE)
    hand.settle()


def test_what_is_half_typed_survives_another_network_and_a_killed_server(
        chromium: Browser, table: PhoneTable):
    """Nobody tells the browser that its line leads nowhere any more; the session is found again,
    then the draft alone; at last the browser is closed and has forgotten its tab."""
    context = let_in(chromium, table, Look())
    hand = Hand(context.new_page(), table.gate.address, Look())
    hand.open(table.route(SHEET))
    hand.touch(SEAT)
    hand.settle()
    table.gate.source = "127.0.0.7"
    table.gate.lose()
    another_line(hand)
    hand.touch(FIRST)
    hand.settle()
    table.server.kill()
    expect(hand.page.locator("#gone")).to_be_visible(timeout=PATIENCE)
    table.server.start()
    another_line(hand)
    assert hand.page.url.endswith(table.route(SHEET))
    hand.page.close()
    hand = Hand(context.new_page(), table.gate.address, Look())
    hand.open(table.route(SHEET))
    hand.touch(SECOND, SAVE)
    hand.find(identifier="hand-1").wait_for(state="attached")
    assert table.hands(SHEET) == [HAND] and not table.draft(SHEET)
    context.close()


@pytest.mark.parametrize("look", [Look(), Look("wide", "light", "en"), Look(text=200)], ids=str)
def test_a_watcher_whom_the_host_lets_write_is_led_to_the_app_and_back(
        chromium: Browser, table: PhoneTable, look: Look):
    context = let_in(chromium, table, look)
    [cookie] = [each for each in context.cookies() if "looks" not in str(each.get("name"))]
    keys = Keys(shared_register(table.settings))
    visitor = keys.find(str(cookie.get("value")))
    assert visitor is not None
    keys.change(visitor.id, role=Role.WATCHER)
    page = context.new_page()
    page.goto(f"{table.gate.address}/watch/{SHEET}")
    way = page.locator("#app a")
    expect(page.locator("#totals")).to_be_visible()
    expect(way).to_be_hidden()
    keys.change(visitor.id, role=Role.WRITER)
    expect(way).to_be_visible(timeout=5000)
    page.wait_for_timeout(300)
    page.screenshot(path=SHOTS / f"watch-may-write-{look}.png")
    way.click()
    hand = Hand(page, table.gate.address, look)
    hand.make_readable()
    hand.touch(*HAND.taps)
    hand.find(identifier="hand-1").wait_for(state="attached")
    assert page.url.endswith(table.route(SHEET))
    keys.change(visitor.id, role=Role.WATCHER)
    page.wait_for_url(f"**/watch/{SHEET}", timeout=PATIENCE)
    keys.close()
    context.close()


def test_a_half_filled_form_survives_another_network(chromium: Browser, table: PhoneTable):
    """What was chosen, and what was typed in a field and not yet left."""
    context = let_in(chromium, table, Look())
    hand = Hand(context.new_page(), table.gate.address, Look())
    hand.open("/new")
    hand.touch("seat-3", "remove-1")
    hand.sees("Cem gibt zuerst.")
    hand.type("Berta", into="Name")
    table.gate.source = "127.0.0.7"
    table.gate.lose()
    hand.page.wait_for_event("websocket", timeout=PATIENCE)
    expect(hand.page.locator("#gone")).to_have_count(0, timeout=PATIENCE)
    hand.sees("Cem gibt zuerst.")
    expect(hand.page.get_by_label("Name", exact=True)).to_have_value("Berta", timeout=PATIENCE)
    hand.touch("add-name", "start")
    hand.sees("Cem gibt")
    hand.sees("Berta, 0 Punkte")
    context.close()
