"""The code of the table: one key for everybody who sits there, and what somebody might try."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from scorepad.service.roles import NotAllowed, Owner, Role
from scorepad.storage.register import InFile, Register
from scorepad.web import limits
from scorepad.web.access.keys import Keys
from scorepad.web.access.middleware import AccessMiddleware, AccessPolicy, AtTable
from scorepad.web.access.origins import FOREIGN
from scorepad.web.access.phones import Phones
from scorepad.web.access.visitors import IsFull, NoName, Visitor
from scorepad.web.host.network import Announced
from tests.web.conftest import Clock

HOST = Owner("Anne")

pytestmark = pytest.mark.usefixtures("clock")


@pytest.fixture
def two(registers: list[Register]) -> list[Keys]:
    """The keys of two programs with one book."""
    return [Keys(each, "Anne") for each in registers]


def test_a_register_of_an_older_program_gets_what_it_lacks(tmp_path: Path):
    """Who was let in before still is."""
    place = tmp_path / "book.db.devices"
    before = Keys(InFile(place), "Anne")
    joined = before.join(before.offer(Role.WRITER), "Bert")
    with closing(sqlite3.connect(place)) as older:
        older.executescript("DROP TABLE door_table; DROP TABLE door_seated")
    after = Keys(InFile(place), "Anne")
    assert sits(after, after.open_table(writes=True), "Cem").role is Role.WRITER
    assert joined and after.find(joined[0])


def sits(keys: Keys, key: str, name: str, **more: Any) -> Visitor:
    joined = keys.join(key, name, **more)
    assert joined is not None and keys.find(joined[0]) is joined[1]
    return joined[1]


def roles(keys: Keys) -> dict[str, Role]:
    keys.look()
    return {each.name: each.role for each in keys.visitors}


def test_one_code_lets_in_sixteen_and_more_if_the_host_says_so(two: list[Keys]):
    phones = Phones(two[0], "http://club.test")
    table = phones.table(HOST)
    key = table.address.partition("#")[2]
    assert key.startswith("table.") and len(key) >= 28  # 128 bits, six a letter
    for more in (1, 2):
        for number in range(16):
            sits(two[number % 2], key, f"Phone {more} {number}")
        for keys in two:
            with pytest.raises(IsFull):
                keys.join(key, "Cem")
        code = phones.table(HOST).code
        assert (code.came, code.most, code.is_full) == (16 * more, 16 * more, True)
        phones.more_at_table(HOST)
    assert phones.table(HOST).address == table.address


def test_the_code_at_the_wall_lets_one_watch_and_is_another_then(two: list[Keys], clock: Clock):
    phones = Phones(two[0], "http://club.test")
    shown = phones.on_the_wall()
    assert phones.on_the_wall() == shown and shown != phones.link(HOST).address
    assert sits(two[1], shown.partition("#")[2], "Bert").role is Role.WATCHER
    assert phones.on_the_wall() == ""
    clock.now += limits.WALL_SECONDS
    following = phones.on_the_wall()
    assert following not in ("", shown) and two[0].join(shown.partition("#")[2], "Cem") is None
    clock.now += limits.LINK_SECONDS + 1
    assert phones.on_the_wall() != following


def test_whoever_comes_watches_until_the_host_has_said_that_all_write(two: list[Keys]):
    phones = Phones(two[0], "http://club.test")
    key = phones.table(HOST).address.partition("#")[2]
    bert, cem, dora = [sits(two[1], key, name) for name in ("Bert", "Cem", "Dora")]
    sits(two[0], key, "Zuschauer", watches=True)
    assert set(roles(two[0]).values()) == {Role.WATCHER} and not phones.table(HOST).writes
    phones.set_role(HOST, cem.id, Role.WATCHER)  # a word of its own, though nothing new
    phones.set_role(HOST, dora.id, Role.HOST)
    phones.let_table(HOST, True)
    sits(two[1], key, "Emil")
    sits(two[1], key, "Fritz", watches=True)
    wanted = {"Bert": Role.WRITER, "Cem": Role.WATCHER, "Dora": Role.HOST, "Emil": Role.WRITER,
              "Zuschauer": Role.WATCHER, "Fritz": Role.WATCHER}
    assert roles(two[0]) == roles(two[1]) == wanted and bert.role is Role.WRITER
    phones.let_table(HOST, False)
    assert roles(two[1]) == {**dict.fromkeys(wanted, Role.WATCHER), "Dora": Role.HOST}


def test_a_name_that_somebody_has_gets_a_number(two: list[Keys]):
    """The owner's name stays with the keys of the machine itself."""
    key = two[0].open_table(writes=False)
    names = [sits(two[number % 2], key, name).name
             for number, name in enumerate(["Gerry", "Gerry", "gerry", "Anne"])]
    assert names == ["Gerry", "Gerry (2)", "gerry (3)", "Anne (2)"]
    with pytest.raises(NoName):
        two[0].join(key)
    assert two[1].table(key).came == 4  # type: ignore[union-attr]


def test_a_code_ends_after_eight_hours(two: list[Keys], clock: Clock):
    phones = Phones(two[0], "http://club.test")
    phones.table(HOST)
    phones.let_table(HOST, True)
    old = phones.table(HOST).address
    clock.now += limits.TABLE_SECONDS - 1
    assert phones.table(HOST).address == old
    clock.now += 1
    assert two[1].join(old.partition("#")[2], "Bert") is None
    assert phones.table(HOST) is None
    phones.new_table(HOST)
    new = phones.table(HOST)
    assert new.address != old and new.code.came == 0
    sits(two[1], new.address.partition("#")[2], "Bert")


def test_what_is_no_code_lets_in_nobody(two: list[Keys]):
    key = two[0].open_table(writes=True)
    for forged in ("table.", "table", key[:-1], key + "A", key.upper(), key.removeprefix("table."),
                   "table." + "A" * 22, "table.\udcff", "table.%", "table.' OR 1=1 --"):
        assert two[1].join(forged, "Mallory") is None and two[1].table(forged) is None
    assert not two[0].visitors and two[0].table(key).came == 0  # type: ignore[union-attr]
    link, pin = two[0].offer(Role.HOST), two[0].pin().digits
    assert two[0].table(link) is None and two[0].table(pin) is None
    assert two[0].join(f"table.{link}", "Mallory") is None and two[0].still_offers(link)


def test_who_is_shut_out_does_not_come_back_by_the_code_he_knows(two: list[Keys]):
    """Nor with the key that he had; everybody else stays in."""
    phones = Phones(two[0], "http://club.test")
    old = phones.table(HOST).address.partition("#")[2]
    bert, joined = sits(two[0], old, "Bert"), two[1].join(old, "Mallory")
    assert joined is not None
    phones.shut_out(HOST, joined[1].id)
    two[1].look()
    for keys in two:
        assert keys.join(old, "Mallory") is None and keys.find(joined[0]) is None
    assert phones.table(HOST) is None
    phones.new_table(HOST)
    new = phones.table(HOST).address.partition("#")[2]
    assert new != old and list(roles(two[1])) == ["Bert"] and bert.is_in
    sits(two[1], new, "Cem")


def test_who_may_no_longer_write_does_not_write_by_the_code_he_knows(two: list[Keys]):
    phones = Phones(two[0], "http://club.test")
    old = phones.table(HOST).address.partition("#")[2]
    phones.let_table(HOST, True)
    mallory = sits(two[1], old, "Mallory")
    two[0].look()
    phones.set_role(HOST, mallory.id, Role.WATCHER)
    assert two[1].join(old, "Mallory") is None
    phones.new_table(HOST)
    new = phones.table(HOST)
    assert new.writes and sits(two[1], new.address.partition("#")[2], "Bert").role is Role.WRITER
    phones.let_table(HOST, False)
    phones.let_table(HOST, True)
    assert roles(two[1])["Mallory"] is Role.WATCHER


def test_a_code_that_is_made_void(two: list[Keys]):
    """At every server of the book; the word that all write stays."""
    each = [Phones(keys, "http://club.test") for keys in two]
    old = [phones.table(HOST).address.partition("#")[2] for phones in each]
    assert old[0] != old[1]
    each[0].let_table(HOST, True)
    assert each[1].table(HOST).writes
    each[1].new_table(HOST)
    for key in old:
        assert [keys.join(key, "Bert") for keys in two] == [None, None]
    assert each[0].table(HOST) is None
    now = each[1].table(HOST).address
    each[0].new_table(HOST)
    assert [phones.table(HOST).writes for phones in each] == [True, True]
    assert each[1].table(HOST).address == now


def test_a_code_ends_with_the_evening(two: list[Keys]):
    """Whoever may end an evening ends it; nobody else."""
    phones = Phones(two[0], "http://club.test")
    key = phones.table(HOST).address.partition("#")[2]
    bert = sits(two[0], key, "Bert")
    with pytest.raises(NotAllowed):
        phones.evening_ended(bert)
    phones.let_table(HOST, True)
    phones.evening_ended(bert)
    assert two[1].join(key, "Cem") is None and phones.table(HOST) is None


def test_a_thousand_that_scan_at_once(two: list[Keys]):
    """Sixteen come in, whoever asks first."""
    key, came, full = two[0].open_table(writes=True), [], []

    def scan(keys: Keys, number: int) -> None:
        for each in range(50):
            try:
                joined = keys.join(key, f"Phone {number} {each}")
                assert joined is not None
                came.append(joined[1].name)
            except IsFull:
                full.append(number)

    scanning = [Thread(target=scan, args=(two[number % 2], number)) for number in range(20)]
    for each in scanning:
        each.start()
    for each in scanning:
        each.join()
    assert len(came) == limits.TABLE_DEVICES and len(full) == 1_000 - limits.TABLE_DEVICES
    assert set(roles(two[0])) == set(roles(two[1])) == set(came)


def test_the_terminal_says_where_the_code_is_and_opens_none(capsys: pytest.CaptureFixture[str]):
    phones = Phones(Keys(), "http://club.test")
    Announced(phones, "en").announce("http://club.test/#host", secure=True)
    said = capsys.readouterr().out
    assert "Under Phones the host finds new ones, and one code for the whole table." in said
    assert "table." not in said.replace("the whole table.", "")


def test_the_code_itself_is_written_nowhere(tmp_path: Path):
    file = tmp_path / "book.db.devices"
    key = Keys(InFile(file)).open_table(writes=True)
    assert key.removeprefix("table.").encode() not in file.read_bytes()
    assert Keys(InFile(file)).join(key, "Bert") is not None  # after a restart, too


def test_only_a_host_does_something_with_the_code():
    keys = Keys()
    phones = Phones(keys, "http://club.test")
    key = phones.table(HOST).address.partition("#")[2]
    for role in (Role.WATCHER, Role.WRITER):
        for act in (phones.table, phones.new_table, phones.more_at_table,
                    lambda user: phones.let_table(user, True)):
            with pytest.raises(NotAllowed):
                act(Owner("x", role))
    code = keys.table(key)
    assert code is not None and (code.role, code.most) == (Role.WATCHER, 16)


# --- what is told at the door ---------------------------------------------------------------------


class Door:
    """The door of a server at which two tables play."""

    def __init__(self, *tables: AtTable) -> None:
        self.keys = Keys()

        async def seats() -> tuple[AtTable, ...]:
            return tables

        async def inside(_scope: Any, _receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})

        self.door = AccessMiddleware(inside, self.keys, AccessPolicy("key", asks=True),
                                     tables=seats)

    async def ask(self, told: Any = None, **scope: Any) -> tuple[int, bytes]:
        answered: list[dict[str, Any]] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": json.dumps(told).encode()}

        async def send(message: Any) -> None:
            answered.append(message)

        await self.door({"type": "http", "path": "/api/join", "method": "POST", "headers": [],
                         "client": ("10.0.0.7", 1), **scope}, receive, send)
        return answered[0]["status"], answered[-1].get("body", b"")


TABLES = (AtTable("/evening/e/sheet/s", ("Anne", "Gerry")), AtTable("/evening/e/sheet/z", ("Cem",)))


async def test_the_names_are_told_to_whoever_has_the_code():
    door = Door(*TABLES)
    key = door.keys.open_table(writes=False)
    for _each in range(1_000):
        status, body = await door.ask({"key": key, "seats": True})
        assert status == 200 and json.loads(body) == {"writes": False, "tables": [
            {"at": "/evening/e/sheet/s", "names": ["Anne", "Gerry"]},
            {"at": "/evening/e/sheet/z", "names": ["Cem"]}]}
    assert not door.keys.visitors and door.keys.table(key).came == 0  # type: ignore[union-attr]
    assert (await door.ask({"key": key, "name": "Gerry"}))[0] == 200
    assert [each.name for each in door.keys.visitors] == ["Gerry"]


async def test_nobody_else_is_told_a_name():
    door = Door(*TABLES)
    key, link = door.keys.open_table(writes=False), door.keys.offer(Role.HOST)
    pin = door.keys.pin().digits
    for told in ({"seats": True}, {"key": None, "seats": True}, {"key": "", "seats": True},
                 {"key": link, "seats": True}, {"key": pin, "seats": True},
                 {"seats": True, "pin": pin}, {"key": key[:-1], "seats": True},
                 {"key": [key], "seats": True}, {"seats": 1}, []):
        status, body = await door.ask(told)
        assert status == 403 and b"Gerry" not in body
    status, body = await door.ask({"key": key, "seats": True}, **{FOREIGN: True})
    assert status == 403 and b"Gerry" not in body
    for path in ("/", "/watch", "/api/join", "/evening/e/sheet/s"):
        status, body = await door.ask(path=path, method="GET", headers=[(b"accept", b"text/html")])
        assert status == 401 and b"Gerry" not in body
    door.keys.table_codes.end()
    assert (await door.ask({"key": key, "seats": True}))[0] == 403
    assert door.keys.still_offers(link)  # a question uses up nothing


async def test_so_many_names_and_no_more(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "TABLE_NAMES", 2)
    door = Door(*TABLES)
    _status, body = await door.ask({"key": door.keys.open_table(writes=True), "seats": True})
    assert json.loads(body) == {"writes": True, "tables": [
        {"at": "/evening/e/sheet/s", "names": ["Anne", "Gerry"]}]}


async def test_a_full_table_and_one_that_has_ended():
    door = Door()
    key = door.keys.open_table(writes=True)
    for number in range(17):
        status, _body = await door.ask({"key": key, "name": f"Phone {number}"})
        assert status == (409 if number == 16 else 200)
    door.keys.table_codes.end()
    assert (await door.ask({"key": key, "name": "Cem"}))[0] == 403
