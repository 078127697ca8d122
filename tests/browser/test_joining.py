"""A host lets others in, one by a link and one by the PIN, and shuts one out."""

import re
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.hand import Hand, Look
from tests.browser.looking import looking
from tests.browser.program import rests
from tests.browser.table_server import TableServer

AT_ONCE = 1.0
"""Seconds within which the sockets of a device that is shut out are closed; the tap takes its own
time."""

@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableServer]:
    table = TableServer(tmp_path / "data").start()
    take_in(table, evening(*IN_THE_MIDDLE))  # type: ignore[arg-type]
    yield table
    assert table.stop() == 0
    assert table.said() == ""


def page_of(chromium: Browser, look: Look) -> Page:
    return looking(chromium, look).new_page()


def join(page: Page, name: str, pin: str = "") -> None:
    """Fill in what the joining page asks for."""
    page.locator("#name").fill(name)
    if pin:
        page.locator("#pin").fill(pin)
    page.locator("#join").click()


def text_of(user: Hand, identifier: str) -> str:
    node = user.find(identifier=identifier)
    node.wait_for(state="attached")
    return f"{node.get_attribute('aria-label') or ''} {node.inner_text()}"


@pytest.mark.whole
def test_a_host_a_writer_and_a_watcher(table: TableServer, chromium: Browser):
    wide = Look("wide", "light", "en")
    host = Hand(page_of(chromium, wide), table.address, wide, lambda: rests(table.pid))
    host.page.goto(table.told["host"])
    join(host.page, "Laptop")
    host.make_readable()
    host.tap(identifier="phones")
    host.sees("Laptop")

    # By a link, as a writer.
    host.tap(identifier="link-writer")
    host.sees("Enters hands")
    link = re.search(r"http://\S+#[\w-]+", text_of(host, "link"))
    assert link and link[0] != table.told["join"]
    dark = Look("phone", "dark", "en")
    second = page_of(chromium, dark)
    closed: list[float] = []
    second.on("websocket", lambda line: line.on("close", lambda _line: closed.append(monotonic())))
    second.goto(link[0])
    expect(second.locator("#typed")).to_be_hidden()
    assert "#" not in second.url
    join(second, "Bert's phone")
    writer = Hand(second, table.address, dark, lambda: rests(table.pid))
    writer.make_readable()
    writer.sees("New evening")
    host.sees("Bert's phone")
    again = page_of(chromium, dark)
    again.goto(link[0])
    join(again, "Cem")
    expect(again.locator("#used")).to_be_visible()

    # By the PIN, as a watcher, who is led to the watchers' page of the one sheet that runs.
    pin = re.sub(r"\D", "", text_of(host, "pin"))[:6]
    join(again, "Cem", "000000" if pin != "000000" else "1" * 6)
    expect(again.locator("#wrong")).to_be_visible()
    join(again, "Cem", "12 34")
    expect(again.locator("#short")).to_be_visible()
    join(again, "", pin)
    expect(again.locator("#unnamed")).to_be_visible()
    join(again, "Cem", f"{pin[:3]} {pin[3:]}")  # as it is shown
    again.wait_for_url(f"{table.address}/watch/s")
    host.sees("Cem")

    # What the writer writes bears the device's name; what is the host's is not there.
    assert not writer.find(identifier="phones").count()
    writer.open("/people")
    writer.sees("Only the host can change this.")
    writer.open("/evening/e/sheet/s")
    writer.touch("seat-0", "digit-6", "digit-6", "save")
    hands = writer.page.locator('[flt-semantics-identifier^="hand-"]')
    expect(hands).to_have_count(len(IN_THE_MIDDLE) + 1)
    writer.touch(f"hand-{len(IN_THE_MIDDLE) + 1}")
    writer.sees("by Bert's phone")

    # Shut out: the sockets are closed at once, and the page says what to do.
    host.open("/phones")
    host.tap(identifier="device-Bert's phone")
    host.find(identifier="shut-out").wait_for(state="attached")
    host.settle()
    assert not closed
    before = monotonic()
    host.find(identifier="shut-out").click(force=True)
    expect(second.locator("#pin")).to_be_visible()
    expect(second.locator("#out")).to_be_visible()
    print(f"\nshut out: closed {closed[0] - before:.2f} s after the tap")
    assert closed[0] - before < AT_ONCE
    host.sees_no("Bert's phone, ")
    for page in (host.page, second, again):
        page.context.close()


def test_three_taps_from_the_camera_to_the_first_hand(table: TableServer, chromium: Browser):
    """Everybody scans the same code: the link, the own name, and the sheet waits for the hand."""
    wide, held = Look("wide", "light", "de"), Look("390x664", "dark", "de")
    host = Hand(page_of(chromium, wide), table.address, wide, lambda: rests(table.pid))
    host.page.goto(table.told["host"])
    join(host.page, "Laptop")
    host.make_readable()
    host.tap(identifier="phones")
    host.sees("Laptop")
    host.tap(identifier="table-writes")
    link = re.search(r"http://\S+#table\.[\w-]+", text_of(host, "link"))
    assert link

    page = page_of(chromium, held)
    page.goto(link[0])  # the first tap, in the camera
    expect(page.get_by_text("Alle an diesem Tisch schreiben.")).to_be_visible()
    assert "#" not in page.url
    names = page.locator("#seats button")
    expect(names).to_have_text(["Anne", "Bert", "Cem", "Dora"])
    assert all(box["height"] >= 48 and box["y"] + box["height"] < 664
               for box in [names.nth(at).bounding_box() for at in range(4)] if box)
    asking: list[str] = []
    page.route("**/api/join", lambda route: (
        asking.append(page.evaluate("location.pathname")), route.continue_()))
    names.nth(1).click()
    writer = Hand(page, table.address, held, lambda: rests(table.pid))
    writer.make_readable()
    assert asking == ["/evening/e/sheet/s"]  # the address is there before the sheet is
    assert page.url == f"{table.address}/evening/e/sheet/s"
    writer.touch("seat-0")  # the third, which begins the hand
    writer.touch("digit-6", "digit-6", "save")
    writer.touch(f"hand-{len(IN_THE_MIDDLE) + 1}")
    writer.sees("von Bert")
    host.sees("Bert")

    page.goto(link[0])  # who is in and scans again is in
    writer.make_readable()
    writer.sees("Neuer Abend")

    other = page_of(chromium, held)
    other.goto(link[0])
    other.locator("#watch").click()
    other.wait_for_url(f"{table.address}/watch/s")
    third = page_of(chromium, held)
    third.goto(link[0])
    third.locator("#name").fill("Emil")
    host.tap(identifier="new-code")
    host.settle()
    third.locator("#join").click()
    expect(third.locator("#ended")).to_be_visible()
    expect(third.locator("#pin")).to_be_visible()
    host.open("/phones")
    host.sees("Zuschauer")
    for each in (host.page, page, other, third):
        each.context.close()
