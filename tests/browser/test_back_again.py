"""A writer's phone that has lost its line without being told, or its server, is back by itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser, BrowserContext, WebSocket, expect

from scorepad.service.roles import Role
from scorepad.web.access.keys import Keys
from scorepad.web.access.visitors import shared_register
from tests.browser.hand import PATIENCE, Hand, Look
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


class Phone(Hand):
    """A hand at a writer's phone, which counts its lines."""

    def __init__(self, context: BrowserContext, table: PhoneTable) -> None:
        super().__init__(context.new_page(), table.gate.address, Look())
        self._lines = 0
        self.page.on("websocket", self._count)

    def _count(self, _line: WebSocket) -> None:
        self._lines += 1

    @contextmanager
    def another_line(self) -> Iterator[None]:
        """Afterwards wait until the page has another line, and nothing before it."""
        before = self._lines
        yield
        end = monotonic() + PATIENCE / 1000
        while self._lines == before:
            assert monotonic() < end, self.words()
            self.page.wait_for_timeout(50)
        expect(self.page.locator("#gone")).to_have_count(0, timeout=PATIENCE)
        self.settle()


@pytest.mark.whole
def test_what_is_half_typed_survives_another_network_and_a_killed_server(
        chromium: Browser, table: PhoneTable):
    """Nobody tells the browser that its line leads nowhere any more; the session is found again,
    then the draft alone; at last the browser is closed and has forgotten its tab."""
    context = let_in(chromium, table, Look())
    hand = Phone(context, table)
    hand.open(table.route(SHEET))
    hand.touch(SEAT)
    hand.settle()
    with hand.another_line():
        table.gate.source = "127.0.0.7"
        table.gate.lose()
    hand.touch(FIRST)
    hand.settle()
    with hand.another_line():
        table.server.kill()
        expect(hand.page.locator("#gone")).to_be_visible(timeout=PATIENCE)
        table.server.start()
    assert hand.page.url.endswith(table.route(SHEET))
    hand.page.close()
    hand = Phone(context, table)
    hand.open(table.route(SHEET))
    hand.touch(SECOND, SAVE)
    hand.find(identifier="hand-1").wait_for(state="attached")
    assert table.hands(SHEET) == [HAND] and not table.draft(SHEET)
    half_of_a_form(table, hand)
    context.close()


@pytest.mark.whole
def test_a_watcher_whom_the_host_lets_write_is_led_to_the_app_and_back(
        chromium: Browser, table: PhoneTable):
    context = let_in(chromium, table, Look())
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
    way.click()
    hand = Hand(page, table.gate.address, Look())
    hand.make_readable()
    hand.touch(*HAND.taps)
    hand.find(identifier="hand-1").wait_for(state="attached")
    assert page.url.endswith(table.route(SHEET))
    keys.change(visitor.id, role=Role.WATCHER)
    page.wait_for_url(f"**/watch/{SHEET}", timeout=PATIENCE)
    keys.close()
    context.close()


def half_of_a_form(table: PhoneTable, hand: Phone) -> None:
    """What was chosen, and what was typed in a field and not yet left."""
    hand.open("/new")
    hand.touch("seat-3", "remove-1")
    hand.sees("Cem gibt zuerst.")
    hand.type("Berta", into="Name")
    with hand.another_line():
        table.gate.source = "127.0.0.8"
        table.gate.lose()
    hand.sees("Cem gibt zuerst.")
    expect(hand.page.get_by_label("Name", exact=True)).to_have_value("Berta", timeout=PATIENCE)
    hand.touch("add-name", "start")
    hand.sees("Cem gibt")
    hand.sees("Berta, 0 Punkte")
