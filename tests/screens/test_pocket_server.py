"""A phone with the pocket page, in-process, that meets the book of the table's server: another book
stands in for that, and a function for the browser's fetch."""

import asyncio
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from scorepad.games.kalter_schlag import Durchmarsch
from scorepad.service import Service
from scorepad.service.roles import NotAllowed, Owner, Role
from scorepad.storage import Store
from scorepad.ui import meeting
from scorepad.web.exchange import Partner
from tests.screens.conftest import Table
from tests.screens.driver import Driver
from tests.screens.test_pocket import Around, pocket

__all__ = ["pocket"]  # a fixture

CLUB = "https://club.example"
KEY = "A" * 43


class Content(bytes):
    """Bytes as the browser hands them to Python."""

    def to_bytes(self) -> bytes:
        return bytes(self)


class AtTable(Around):
    """The page around Python, and the server; kept: the server that this phone meets; role: of this
    phone there, None once it is shut out; asked: the paths it was asked for; is_near: whether there
    is a network."""

    def __init__(self, book: Service) -> None:
        super().__init__()
        self.book = book
        self.kept, self.invited = "", ""
        self.role: Role | None = Role.HOST
        self.is_near = True
        self.asked: list[str] = []
        self.links = {"link"}

    def hear(self, kind: str, act: Callable[..., object]) -> None:
        super().hear(kind, act)
        if kind == "server":
            act(server=self.kept, invited=self.invited)

    def tell(self, message: dict[str, Any]) -> None:
        if message["kind"] == "server":
            self.kept = message["server"]
        else:
            super().tell(message)

    async def post(self, address: str, headers: Mapping[str, str], content: bytes
                   ) -> tuple[int, Content]:
        await asyncio.sleep(0)
        status, answer = self._answer(address, headers, content)
        return status, Content(answer)

    def _answer(self, address: str, headers: Mapping[str, str], content: bytes
                ) -> tuple[int, bytes]:
        assert address.startswith(f"{CLUB}/api/")
        self.asked.append(address.rpartition("/")[2])
        if not self.is_near:
            return 0, b"Failed to fetch"
        if self.asked[-1] == "join":
            told = json.loads(content)
            if told["key"] not in self.links:
                return 403, b""
            self.links.remove(told["key"])
            assert told["bearer"] is True and told["name"] == "Berts Handy"
            return 200, json.dumps({"role": self.role, "bearer": KEY}).encode()
        if headers.get("authorization") != f"Bearer {KEY}" or self.role is None:
            return 401, b""
        if self.role is Role.WATCHER:
            return 403, str(NotAllowed(self.role).problems[0].message).encode()
        return 200, self.book.used_by(Owner("x", self.role)).meetings.exchange(content)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Service]:
    """The server's book."""
    service = Service(Store.open(f"sqlite:///{tmp_path / 'club.db'}"))
    yield service
    service.close()


@pytest.fixture
def around(club: Service, monkeypatch: pytest.MonkeyPatch) -> AtTable:
    around = AtTable(club)
    monkeypatch.setitem(sys.modules, "flet_js", around)
    monkeypatch.setattr(meeting, "SOON", 0)
    return around


@pytest.fixture
def known(around: AtTable) -> AtTable:
    """A phone that meets the server already."""
    around.kept = Partner(CLUB, KEY, "Berts Handy").written()
    return around


async def come_in(ui: Driver, link: str = f"{CLUB}/#link", name: str = "Berts Handy") -> None:
    await ui.type(link, text="Link")
    await ui.type(name, text="Your name")
    await ui.tap(identifier="join-server")
    await ui.settle()


async def test_by_a_link_both_books_have_everything(table: Table, around: AtTable, pocket):
    table.play(10, 20, 30, 60)
    ui = await pocket("/safety")
    await ui.tap(identifier="meet-table")
    await come_in(ui)
    assert ui.sees("Everything is at club.example") and ui.sees("The books met last: ")
    assert len(around.book.sheet(table.sheet).score.lines) == 1
    assert Partner.read(around.kept) == Partner(CLUB, KEY, "Berts Handy")
    assert around.asked == ["join", "exchange", "exchange", "exchange"]


async def test_the_app_opened_by_the_link_has_it_there_already(around: AtTable, pocket):
    around.invited = f"{CLUB}/#link"
    ui = await pocket("/safety/server")
    await ui.type("Berts Handy", text="Your name")
    await ui.tap(identifier="join-server")
    await ui.settle()
    assert ui.sees("Everything is at club.example")


@pytest.mark.parametrize(("link", "sentence"), [
    ("club.example", "This is no address of a server."),
    (f"{CLUB}/#used", f"The link to {CLUB} is not valid any more."),
    (CLUB, f"{CLUB} does not know this device.")])
async def test_what_is_wrong_with_a_link_stands_at_it(
        around: AtTable, pocket, link: str, sentence: str):
    ui = await pocket("/safety/server")
    await come_in(ui, link)
    assert ui.sees(sentence) and around.kept == ""
    await ui.type(f"{CLUB}/#link", text="Link")
    assert not ui.sees(sentence)


async def test_a_link_without_a_network_can_be_tried_again(around: AtTable, pocket):
    around.is_near = False
    ui = await pocket("/safety/server")
    await come_in(ui)
    assert ui.sees(f"{CLUB} cannot be reached now.") and around.kept == ""
    around.is_near = True
    await ui.tap(identifier="join-server")
    await ui.settle()
    assert ui.sees("Everything is at club.example")


async def test_a_watcher_is_told_so_and_comes_in_once_the_host_lets_him(
        table: Table, around: AtTable, pocket):
    around.role = Role.WATCHER
    ui = await pocket("/safety/server")
    await come_in(ui)
    assert ui.sees("This device can only watch. The host can let it write.") and around.kept
    around.role = Role.WRITER
    await ui.tap(identifier="meet-server")
    await ui.settle()
    assert ui.sees("Everything is at club.example") and ui.sees("Both books have everything.")
    assert around.book.evenings()


async def test_at_the_start_the_books_meet_by_themselves(table: Table, known: AtTable, pocket):
    table.play(10, 20, 30, 60)
    ui = await pocket("/")
    await ui.settle()
    assert ui.sees("Everything is at club.example")
    assert len(known.book.sheet(table.sheet).score.lines) == 1


async def test_the_sign_counts_what_is_not_there(table: Table, known: AtTable, pocket):
    known.is_near = False
    ui = await pocket("/")
    await ui.settle()
    assert ui.sees("Not everything is at club.example yet")
    for _ in range(3):
        table.play(10, 20, 30, 60)
    await ui.go("/stars")
    await ui.go("/")
    assert ui.sees("3 hands are not yet at club.example")
    assert ui.sees(f"{CLUB} cannot be reached now.")
    known.is_near = True
    ui.taps = 0
    await ui.tap(identifier="meet-server")
    await ui.settle()
    assert ui.sees("Everything is at club.example") and ui.taps == 1


async def test_after_an_evening_the_books_meet(table: Table, known: AtTable, pocket):
    ui = await pocket(f"/evening/{table.evening}")
    await ui.settle()
    table.play(10, 20, 30, 60)
    known.asked.clear()
    await ui.tap(identifier="end-evening")
    await ui.settle()
    [evening] = known.book.evenings()
    assert known.asked and evening.closed
    await ui.go("/")
    assert ui.sees("Everything is at club.example")


async def test_what_others_have_written_comes_and_questions_are_asked_as_ever(
        table: Table, known: AtTable, pocket):
    ui = await pocket("/")
    await ui.settle()
    table.play(10, 20, 30, 60)
    known.book.record(table.sheet, Durchmarsch(2))
    await ui.tap(identifier="meet-server")
    await ui.settle()
    await ui.go(table.route)
    assert ui.sees("Two devices wrote the first hand.")


async def test_what_the_server_refuses_is_said(table: Table, known: AtTable, pocket):
    known.role = Role.WRITER
    service = table.service
    anne = {name: own for own, name in service.people.names().items()}["Anne"]
    service.people.rename(anne, "Anna")
    ui = await pocket("/")
    await ui.settle()
    assert ui.sees("1 entry was refused at club.example")


async def test_it_can_be_ended(table: Table, known: AtTable, pocket):
    ui = await pocket("/safety/server")
    await ui.settle()
    await ui.tap(identifier="forget-server")
    assert known.kept == "" and ui.find_all(identifier="join-server")
    await ui.go("/")
    assert not ui.find_all(identifier="meet-server")


async def test_a_phone_that_was_shut_out_is_told_so(table: Table, known: AtTable, pocket):
    known.role = None
    ui = await pocket("/")
    await ui.settle()
    assert ui.sees(f"{CLUB} does not know this device.")


async def test_who_writes_bears_the_name_that_the_server_knows(
        table: Table, known: AtTable, pocket):
    ui = await pocket(table.route)
    for identifier in ("seat-0", "digit-6", "digit-6", "save"):
        await ui.tap(identifier=identifier)
    table.service.refresh()
    [line] = table.service.sheet(table.sheet).score.lines
    assert line.record.stamp.by == "Berts Handy"


async def test_elsewhere_there_is_no_such_thing(table: Table, start):
    ui = await start("/safety")
    assert not ui.find_all(identifier="meet-table")
    await ui.go("/safety/server")
    assert ui.sees("There is nothing at this address.")
    await ui.go("/")
    assert not ui.find_all(identifier="meet-server")
