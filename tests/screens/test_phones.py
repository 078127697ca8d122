"""What a host sees of the phones, and what other roles do not see at all."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable

import flet as ft
import pytest

from scorepad.config import Settings
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service.roles import Owner, Role
from scorepad.ui.app import main_for
from scorepad.web.access.keys import Keys
from scorepad.web.access.middleware import VISITOR
from scorepad.web.access.phones import Phones
from scorepad.web.access.visitors import Visitor
from scorepad.web.host.session_store import TOPIC
from tests.screens.conftest import FOUR, Table
from tests.screens.driver import Driver

AS = Callable[[Visitor, str], Awaitable[Driver]]


@pytest.fixture
def keys() -> Keys:
    return Keys()


@pytest.fixture
def phones(keys: Keys) -> Phones:
    return Phones(keys, "http://club.test:8550")


def let_in(keys: Keys, role: Role, name: str) -> Visitor:
    joined = keys.join(keys.offer(role), name)
    assert joined is not None
    return joined[1]


@pytest.fixture
async def start_as(settings: Settings, phones: Phones) -> AsyncIterator[AS]:
    """Opens the app at a route as a device sees it, in English."""
    opened: list[Driver] = []

    async def begin(visitor: Visitor, route: str = "/") -> Driver:
        inner = main_for(settings, phones=phones)

        def main(page: ft.Page) -> None:
            page.session.store.set(VISITOR, visitor)
            inner(page)

        ui = await Driver.start(main, route=route, language="en-GB")
        opened.append(ui)
        return ui

    yield begin
    for ui in opened:
        await ui.stop()


async def test_the_host_chooses_what_a_link_makes_of_a_device(
        keys: Keys, phones: Phones, start_as: AS):
    host = let_in(keys, Role.HOST, "Laptop")
    first = phones.link(host)
    ui = await start_as(host, "/")
    await ui.tap(identifier="phones")
    await ui.tap(identifier="link-watcher")
    assert ui.sees(first.address) and ui.sees("Sees everything and enters nothing.")
    await ui.tap(identifier="link-writer")
    now = phones.link(host)
    assert now.role is Role.WRITER and now.key != first.key and ui.sees(now.address)
    assert keys.join(first.key) is None
    await ui.tap(identifier="new-link")
    assert phones.link(host).key != now.key and phones.link(host).role is Role.WRITER
    pin = keys.pin()
    assert ui.sees(f"{pin.digits[:3]} {pin.digits[3:]}")
    await ui.tap(identifier="new-pin")
    assert keys.pin() != pin


async def test_one_code_for_the_table_and_all_who_came_by_it_write(
        keys: Keys, phones: Phones, start_as: AS):
    host = let_in(keys, Role.HOST, "Laptop")
    ui = await start_as(host, "/phones")
    first = phones.table(host)
    assert ui.sees(first.address) and not first.writes
    bert = keys.join(first.address.partition("#")[2], "Bert")
    assert bert is not None and bert[1].role is Role.WATCHER
    await ui.tap(identifier="table-writes")
    assert bert[1].role is Role.WRITER and phones.table(host).writes
    await ui.tap(identifier="table-writes")
    assert bert[1].role is Role.WATCHER
    assert not ui.find_all(identifier="more-at-table")
    for number in range(15):
        keys.join(first.address.partition("#")[2], f"Phone {number}")
    await ui.go("/")
    await ui.go("/phones")
    await ui.tap(identifier="more-at-table")
    assert phones.table(host).code.most == 32
    await ui.tap(identifier="new-code")
    assert phones.table(host).address != first.address and ui.sees(phones.table(host).address)
    await ui.tap(identifier="link-writer")
    await ui.tap(identifier="link-table")
    assert ui.sees(phones.table(host).address)  # the same, whatever was shown between


async def test_a_device_is_named_changed_and_shut_out_and_that_is_undone(
        keys: Keys, start_as: AS):
    host, bert = let_in(keys, Role.HOST, "Laptop"), let_in(keys, Role.WATCHER, "Bert")
    ui = await start_as(host, "/phones")
    await ui.tap(identifier="device-Bert")
    await ui.tap(identifier="role-writer")
    assert bert.role is Role.WRITER and ui.sees("Enters hands, seats, stars and payments.")
    await ui.type("Berta", text="Name")
    await ui.tap(identifier="save-name")
    assert bert.name == "Berta"
    await ui.tap(identifier="shut-out")
    assert not bert.is_in and keys.visitors == [host] and ui.sees("Berta was shut out.")
    *_, offer = ui.find_all(kind=ft.SnackBarAction, where=lambda each: each.label == "Undo")
    await ui.fire(offer, "click")
    assert [each.name for each in keys.visitors] == ["Laptop", "Berta"]
    await ui.go(f"/phones/{host.id}")
    assert ui.sees("This is the device that you are using.")
    assert not ui.find_all(identifier="shut-out") and not ui.find_all(identifier="role-watcher")


@pytest.mark.parametrize("route", [
    "/people", "/rules", "/rules/kalter-schlag", "/safety", "/safety/check", "/safety/import",
    "/safety/restore", "/stars/club", "/phones", "/phones/x"])
async def test_what_is_for_hosts_is_shown_to_hosts_only(keys: Keys, start_as: AS, route: str):
    for role in (Role.WRITER, Role.HOST):
        ui = await start_as(let_in(keys, role, role), route)
        assert ui.sees("Only the host can change this.") == (role is Role.WRITER)


async def test_the_ways_to_what_is_for_hosts(keys: Keys, start_as: AS):
    for role in (Role.WRITER, Role.HOST):
        for route, names in (("/", ["phones"]), ("/preferences", ["people", "rules", "safety"])):
            ui = await start_as(let_in(keys, role, role), route)
            for name in names:
                assert bool(ui.find_all(identifier=name)) == (role is Role.HOST), (route, name)
            assert ui.find_all(identifier="preferences" if route == "/" else "language-de")


async def test_a_writer_writes_in_the_name_of_the_device(keys: Keys, table: Table, start_as: AS):
    bert = let_in(keys, Role.WRITER, "Bert's phone")
    ui = await start_as(bert, table.route)
    for key in ("seat-0", "digit-6", "digit-6", "save"):
        await ui.tap(identifier=key)
    hand = table.score.lines[0].record
    assert hand.stamp.by == "Bert's phone"
    await ui.go(f"{table.route}/hand/{hand.stamp.id}")
    assert ui.sees("by Bert's phone")
    await ui.go(f"{table.route}/rules")
    assert ui.sees("The host changes the rules.") and not ui.find_all(identifier="change-rules")


async def test_who_can_only_watch_by_now_is_refused_and_told(
        keys: Keys, phones: Phones, table: Table, start_as: AS):
    """As long as the page is still there."""
    bert = let_in(keys, Role.WRITER, "Bert")
    ui = await start_as(bert, table.route)
    for key in ("seat-0", "digit-6", "digit-6"):
        await ui.tap(identifier=key)
    phones.set_role(Owner(), bert.id, Role.WATCHER)
    await ui.tap(identifier="save")
    assert ui.sees("This device can only watch. The host can let it write.")
    assert not table.score.lines
    phones.set_role(Owner(), bert.id, Role.HOST)
    ui.client.pubsubhub.send_all_on_topic(TOPIC, None)
    await ui.settle()
    await ui.tap(identifier="save")
    assert len(table.score.lines) == 1


async def test_nobody_else_waits_while_a_phone_is_changed(
        keys: Keys, start_as: AS, monkeypatch: pytest.MonkeyPatch):
    """What is written down about devices may lie on a server: it is asked on other threads only."""
    host = let_in(keys, Role.HOST, "Laptop")
    let_in(keys, Role.WATCHER, "Bert")
    asked: list[int] = []
    ask = keys._register.ask

    def noted(act: Callable[..., object]) -> object:
        asked.append(threading.get_ident())
        return ask(act)

    monkeypatch.setattr(keys._register, "ask", noted)
    ui = await start_as(host, "/phones")
    for key in ("link-writer", "new-link", "new-pin", "device-Bert", "role-writer"):
        await ui.tap(identifier=key)
    await ui.type("Berta", text="Name")
    for key in ("save-name", "shut-out"):
        await ui.tap(identifier=key)
    *_, offer = ui.find_all(kind=ft.SnackBarAction, where=lambda each: each.label == "Undo")
    await ui.fire(offer, "click")
    assert [each.name for each in keys.visitors] == ["Laptop", "Berta"]
    assert asked and threading.get_ident() not in asked


async def test_the_list_of_devices_goes_on_after_the_browser_was_away(
        keys: Keys, start_as: AS, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("scorepad.ui.screens.phones.EVERY", 0.01)
    ui = await start_as(let_in(keys, Role.HOST, "Laptop"), "/phones")
    await ui.drop()
    await ui.come_back()
    let_in(keys, Role.WATCHER, "Cem")
    await asyncio.sleep(0.1)
    await ui.settle()
    assert ui.sees("Cem")


async def test_the_code_of_the_table_ends_with_the_evening(
        keys: Keys, phones: Phones, table: Table, start_as: AS):
    """While another one is played it does not; there is a new one once the host asks for it."""
    host = let_in(keys, Role.HOST, "Laptop")
    before = phones.table(host)
    other = Table.of(table.service, KALTER_SCHLAG, FOUR)
    ui = await start_as(host, f"/evening/{other.evening}")
    await ui.tap(identifier="end-evening")
    assert phones.table(host) == before
    await ui.go(f"/evening/{table.evening}")
    await ui.tap(identifier="end-evening")
    assert phones.table(host) is None
    await ui.go("/phones")
    assert ui.sees("The code of the table has ended.") and not ui.find_all(identifier="copy-link")
    await ui.tap(identifier="new-code")
    assert ui.sees(phones.table(host).address)


async def test_the_menu_of_a_sheet_leads_to_the_phones(
        keys: Keys, phones: Phones, table: Table, start_as: AS):
    ui = await start_as(let_in(keys, Role.HOST, "Laptop"), table.route)
    await ui.tap(identifier="menu")
    await ui.tap(identifier="phones")
    assert ui.page.route == "/phones"
    writer = await start_as(let_in(keys, Role.WRITER, "Phone"), table.route)
    await writer.tap(identifier="menu")
    assert not writer.find_all(identifier="phones")
