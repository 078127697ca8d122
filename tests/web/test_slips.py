"""The key on a slip: it lets in the writer of one list, at every server of the book, and ends with
the round."""

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorepad.config import Settings
from scorepad.games.skat import SKAT
from scorepad.games.skat.hand import Eingepasst
from scorepad.service import Service
from scorepad.service.roles import NotAllowed, Owner, Role
from scorepad.service.slips import Seat, Slip
from scorepad.storage.register import Register
from scorepad.tournament.facts import Settings as Agreed, Way
from scorepad.web import limits
from scorepad.web.access.keys import Keys
from scorepad.web.access.phones import Phones
from scorepad.web.access.visitors import IsFull, shared_register
from tests.browser.table_server import Answer, TableServer
from tests.conftest import DAY

HOST = Owner("Anne")
SLIPS = [Slip("e", "2026-11-27", "Preisskat", "skat", {}, False, 48, 1, table,
              tuple([Seat(f"{table}-{number}", number, "Anne") for number in range(1, 5)]))
         for table in (1, 2)]
LISTS = [slip.own for slip in SLIPS]
PAGE = {"accept": "text/html", "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}


@pytest.fixture
def two(registers: list[Register]) -> list[Keys]:
    """The keys of two programs with one book."""
    return [Keys(each, "Anne") for each in registers]


# --- keys -----------------------------------------------------------------------------------------


def test_a_slip_is_the_same_at_every_server(two: list[Keys]):
    slips = [Phones(keys, "http://club.test").slips(HOST, SLIPS) for keys in two]
    assert slips[0] == slips[1] and len({*slips[0]}) == 2
    for own, address in zip(LISTS, slips[0]):
        key = address.removeprefix("http://club.test/slip#")
        assert len(key.rpartition(".")[2]) == 22  # 128 bits, six a letter
        assert [keys.sheet_on(key) for keys in two] == [own.sheet] * 2
        for forged in (key[:-1], key + "A", key.swapcase(), key.replace("-", "_"), "slip.",
                       "slip..", "slip.\udcff.x", f"slip.{own.sheet}.", f"slip.{own.sheet}.\udcff"):
            assert [keys.sheet_on(forged) for keys in two] == [None, None]


def test_where_the_pocket_page_is_offered_a_slip_says_all_that_begins_its_list(
        two: list[Keys], tmp_path: Path):
    """A phone that has no pocket page hands what it says to the server, which knows its own key."""
    (tmp_path / "sw.js").touch()
    for address, slip in zip(Phones(two[0], "https://club.test", tmp_path).slips(HOST, SLIPS),
                             SLIPS):
        digits = address.removeprefix("https://club.test/pocket/#/slip/")
        read = Slip.read(digits)
        assert read == slip._replace(proof=read.proof) and len(read.proof) == 22
        assert [keys.sheet_on(f"slip.{digits}") for keys in two] == [slip.own.sheet] * 2
        other = SLIPS[read.table == 1]._replace(proof=read.proof)
        for forged in (slip.digits, other.digits, digits[:-1], "0", "9" * 5_000):
            assert two[0].sheet_on(f"slip.{forged}") is None
    assert Phones(two[0], "http://192.168.0.7:8550", tmp_path).slips(HOST, SLIPS)[0].startswith(
        "http://192.168.0.7:8550/slip#slip.")  # no browser keeps a page of that address


def test_whoever_scans_writes_that_list_and_the_next_one_too(two: list[Keys]):
    joined = [two[number].write_list(LISTS[0], "Table 1") for number in (0, 1)]
    assert [visitor.name for _key, visitor in joined] == ["Table 1", "Table 1 (2)"]
    for keys in two:
        for key, visitor in joined:
            found = keys.find(key)
            assert found is not None and (found.id, found.role, found.own_list) == (
                visitor.id, Role.LIST, LISTS[0])


def test_who_is_in_already(two: list[Keys]):
    """Whoever writes one list, or watches, writes the next one with the key they have; whoever may
    write everything stays that."""
    _key, phone = two[0].write_list(LISTS[0], "Table 1")
    watcher, writer = [joined[1] for role in (Role.WATCHER, Role.WRITER)
                       if (joined := two[0].join(two[0].offer(role), role))]
    for visitor in (phone, watcher, writer):
        assert two[0].write_list(LISTS[1], "Table 2", visitor) == ("", visitor)
    assert [(each.role, each.own_list, each.name) for each in (phone, watcher, writer)] == [
        (Role.LIST, LISTS[1], "Table 2"), (Role.LIST, LISTS[1], "watcher"),
        (Role.WRITER, None, "writer")]
    two[1].look()
    assert [each.own_list for each in two[1].visitors] == [None, LISTS[1], LISTS[1]]
    two[0].change(phone.id, role=Role.WRITER)
    assert (phone.role, phone.own_list) == (Role.WRITER, None)


def test_only_so_many_at_a_table(two: list[Keys]):
    for number in range(limits.TABLE_DEVICES):
        two[number % 2].write_list(LISTS[0], "Table 1")
    for keys in two:
        with pytest.raises(IsFull):
            keys.write_list(LISTS[0], "Table 1")
        keys.write_list(LISTS[1], "Table 2")


def test_who_is_shut_out_does_not_come_back_by_the_slip(two: list[Keys]):
    """The others stay in; the desk shows other codes."""
    phones = Phones(two[0], "http://club.test")
    before = phones.slips(HOST, SLIPS)
    key, mallory = two[0].write_list(LISTS[0], "Table 1")
    other, _visitor = two[1].write_list(LISTS[0], "Table 1")
    phones.shut_out(HOST, mallory.id)
    two[1].look()
    after = phones.slips(HOST, SLIPS)
    assert not {*before} & {*after}
    for keys in two:
        assert [keys.sheet_on(each.partition("#")[2]) for each in before] == [None, None]
        assert keys.find(key) is None and keys.find(other) is not None


def test_only_a_host_makes_slips(two: list[Keys]):
    for role in (Role.WATCHER, Role.LIST, Role.WRITER):
        with pytest.raises(NotAllowed):
            Phones(two[0], "http://club.test").slips(Owner("x", role), SLIPS)


# --- a server -------------------------------------------------------------------------------------


class Desk:
    """A server whose book has a tournament of eight, and who writes to the same book besides."""

    def __init__(self, folder: Path) -> None:
        self.server = TableServer(folder / "data").start()
        self.settings = Settings.of({"FLET_APP_STORAGE_DATA": str(self.server.data)})
        self.service = Service.open(self.settings)
        self.evening = self.service.tournaments.hold(DAY, SKAT, SKAT.rules(), Agreed(
            name="Preisskat", rounds=2, hands_at={4: 2}))
        for name in ("Anne", "Bert", "Cem", "Dora", "Emil", "Frida", "Gerry", "Hans"):
            self.service.tournaments.enter(self.evening, name)
        self.service.tournaments.draw(self.evening, Way.LOT, 7)
        self.keys = Keys(shared_register(self.settings))

    @property
    def slips(self) -> list[str]:
        """The keys of the tables of the last round."""
        return [self.keys.slip(own.sheet) for own in self.service.tournaments.written_now()]

    def scan(self, key: str, cookie: str = "", at: TableServer | None = None, **more: Any
             ) -> Answer:
        return (at or self.server).ask("POST", "/api/join", {"key": key}, cookie, **more)

    def close(self) -> None:
        self.keys.close()
        self.service.close()
        assert self.server.stop() == 0
        assert self.server.said() == ""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.close()


def test_a_phone_from_the_slip_to_the_end_of_its_round(desk: Desk):
    """No name is asked for; the page of the slip is there for whoever was let in, too."""
    first, second = desk.slips
    let_in = desk.scan(first, accept_language="de-DE")
    assert (let_in.status, json.loads(let_in.body)) == (200, {"role": "list", "at": "/"})
    cookie = let_in.cookie
    assert [each.name for each in desk.keys.visitors if each.own_list] == [] and desk.keys.look()
    assert [each.name for each in desk.keys.visitors if each.own_list] == ["Tisch 1"]
    for given in ("", cookie):
        page = desk.server.ask("GET", "/slip", cookie=given, **PAGE)
        assert b"This slip is not valid any more" in page.body and not page.cookie
    assert desk.server.ask("GET", "/", cookie=cookie, **PAGE).status == 200
    for path in ("/watch", f"/watch/{desk.evening}/settlement", "/watch?list"):
        led = desk.server.ask("GET", path, cookie=cookie, **PAGE)
        assert (led.status, led.headers["location"]) == (307, "/")
        assert desk.server.ask("GET", path, cookie=cookie).status == 403
    again = desk.scan(second, cookie)
    assert (again.status, again.cookie, again.role) == (200, "", "list")
    desk.keys.look()
    assert [each.own_list.table for each in desk.keys.visitors if each.own_list] == [2]
    desk.service.tournaments.draw(desk.evening, Way.LOT, 8)
    for old in (first, second):
        assert (desk.scan(old).status, desk.scan(old, cookie).status) == (403, 403)
    assert desk.scan(desk.slips[0], cookie).status == 200
    key = desk.slips[0]
    desk.service.close_evening(desk.evening)
    assert (desk.scan(key).status, desk.scan(key, cookie).status) == (403, 403)


def test_a_phone_with_a_book_of_its_own_comes_late(desk: Desk):
    """What it has is taken: see the exchange. A browser has nothing to bring."""
    [first, second] = desk.slips
    known = json.loads(desk.server.join(key=first, bearer=True).body)["bearer"]
    desk.service.tournaments.draw(desk.evening, Way.LOT, 8)
    for key in (first, second):
        assert desk.server.join(key=key, bearer=True).status == 200
        assert desk.scan(key).status == 403
    again = desk.server.ask("POST", "/api/join", {"key": second, "bearer": True},
                            authorization=f"Bearer {known}")
    assert json.loads(again.body) == {"role": "list", "at": "/"}  # and keeps its key


def test_whoever_scans_the_slip_of_a_locked_table_hears_that_it_is_locked(desk: Desk):
    key = desk.slips[0]
    desk.service.tournaments.lock(desk.evening, 1, 1, locked=True)
    assert (desk.scan(key).status, desk.scan(key).role) == (200, "list")


def test_a_host_who_scans_stays_a_host(desk: Desk):
    host = desk.server.join(key=desk.server.key("host"), name="Laptop").cookie
    answer = desk.scan(desk.slips[1], host)
    assert (answer.status, json.loads(answer.body)) == (
        200, {"role": "host", "at": f"/evening/{desk.evening}/table/1/2"})
    assert not answer.cookie


def test_a_slip_of_a_draw_that_was_taken_back(desk: Desk):
    old = desk.slips
    desk.service.tournaments.take_back_draw(desk.evening)
    assert [desk.scan(key).status for key in old] == [403, 403]
    desk.service.tournaments.draw(desk.evening, Way.LOT, 8)
    assert [desk.scan(key).status for key in old] == [403, 403]
    assert [desk.scan(key).status for key in desk.slips] == [200, 200]


def test_what_is_no_slip_lets_in_nobody(desk: Desk):
    for forged in ("slip.", "slip", "slip..", "slip.x.y", "slip." + "A" * 900, "slip.\u00e4.\u00e4",
                   "slip.\ud800.\ud800", ["slip."]):
        assert desk.scan(forged).status == 403, forged  # type: ignore[arg-type]
    assert not desk.scan(desk.slips[0][:-1]).cookie


def test_two_servers_of_one_book(desk: Desk):
    """A slip opens the list at either, and either knows the phone; one draws, the other one's slip
    is worthless."""
    other = TableServer(desk.server.data).start()
    try:
        cookie = desk.scan(desk.slips[0], at=other).cookie
        assert [each.ask("GET", "/", cookie=cookie, **PAGE).status
                for each in (desk.server, other)] == [200, 200]
        old = desk.slips[0]
        desk.service.tournaments.draw(desk.evening, Way.LOT, 8)
        assert [desk.scan(old, at=each).status for each in (desk.server, other)] == [403, 403]
    finally:
        assert other.stop() == 0


def test_an_exchange_brings_one_list(desk: Desk, tmp_path: Path):
    """The route takes the phone's own book; what is not of its list is not taken."""
    own = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(tmp_path / "phone")}))
    cookie = desk.scan(desk.slips[0]).cookie

    def send(content: bytes) -> bytes:
        asking = http.client.HTTPConnection(desk.server.address.partition("://")[2])
        asking.request("POST", "/api/exchange", content, {"Cookie": cookie})
        answer = asking.getresponse()
        assert answer.status == 200
        return answer.read()

    own.meetings.meet(send)
    sheets = []
    for table in (1, 2):
        sheets.append(own.tournaments.begin_list(desk.evening, 1, table))
        own.record(sheets[-1], Eingepasst(True))
    met = own.meetings.meet(send)
    own.close()
    assert met.refused_there == 2
    desk.service.refresh()
    assert len(desk.service.sheet(sheets[0]).score.lines) == 1
    with pytest.raises(KeyError):
        desk.service.sheet(sheets[1])
