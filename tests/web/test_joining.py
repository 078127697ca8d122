"""Joining by a link or the PIN: what each gives, how long, and how often one may try."""

import json
from ipaddress import ip_network
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorepad.config import Settings
from scorepad.service import Refused
from scorepad.service.roles import GIVEN, NotAllowed, Owner, Role
from scorepad.storage.register import Device, Register
from scorepad.web.access.joining_page import SILENT, joining_page, notice
from scorepad.web.access.keys import Keys
from scorepad.web.access.middleware import AccessMiddleware, AccessPolicy, RoleMiddleware, name_of
from scorepad.web.access.origins import peer_of
from scorepad.web.access.phones import Phones
from scorepad.web.access.visitors import IsFull, NoName, TooManyTries
from scorepad.web.host.network import ServerAddress
from scorepad.web.limits import (
    LINK_SECONDS,
    NAME_LETTERS,
    PIN_DEVICES,
    PIN_SECONDS,
    PIN_TRIES,
    PIN_TRIES_AT_ALL,
    PIN_TRIES_OF_ADDRESS,
)
from tests.web.conftest import Clock

HOST = Owner("Anne")

pytestmark = pytest.mark.usefixtures("clock")


@pytest.fixture
def two(registers: list[Register]) -> list[Keys]:
    return [Keys(each) for each in registers]


def wrong_pin(keys: Keys) -> str:
    return "000000" if keys.pin().digits != "000000" else "111111"


# --- links and PINs, at two servers of one book ---------------------------------------------------


def test_a_link_says_what_a_device_becomes_and_works_once(two: list[Keys]):
    assert two[1].join(two[0].offer(Role.LIST), "Anne") is None  # which one?
    for role in GIVEN:
        key = two[0].offer(role)
        joined = two[1].join(key, role)
        assert joined is not None and (joined[1].role, joined[1].name) == (role, role)
        assert [keys.join(key, "Cem") for keys in two] == [None, None]
        found = two[0].find(joined[0])
        assert found is not None and (found.role, found.name) == (role, role)


def test_a_link_ends_after_ten_minutes_and_when_it_is_withdrawn(two: list[Keys], clock: Clock):
    one, other = two[0].offer(Role.WRITER), two[0].offer(Role.WRITER)
    two[1].withdraw(other)
    assert two[0].join(other, "Bert") is None
    clock.now += LINK_SECONDS - 1
    assert two[1].still_offers(one)
    clock.now += 1
    assert not two[1].still_offers(one) and two[0].join(one, "Bert") is None


def test_the_pin_is_one_for_all_and_lets_in_watchers(two: list[Keys], clock: Clock):
    pin = two[0].pin()
    assert two[1].pin() == pin and len(pin.digits) == 6 and pin.digits.isdecimal()
    typed = f" {pin.digits[:3]} {pin.digits[3:]}"
    for number in range(PIN_DEVICES):  # a whole table from one address
        joined = two[number % 2].guess(typed, "10.0.0.7", f"Phone {number}")
        assert joined is not None and joined[1].role is Role.WATCHER
    clock.now += PIN_SECONDS
    assert two[0].guess(pin.digits, "10.0.0.7", "Bert") is None
    assert two[0].pin().until == int(clock.now) + PIN_SECONDS


def test_the_host_is_asked_before_more_come_with_one_pin(two: list[Keys]):
    """Sixteen, and as many again each time; that is not a wrong try."""
    phones = Phones(two[0], "http://club.test")
    pin = phones.pin(HOST)
    for more in (0, 1):
        for number in range(PIN_DEVICES):
            assert two[1].guess(pin.digits, "10.0.0.7", f"Phone {more} {number}")
        for _each in range(PIN_TRIES_OF_ADDRESS + 1):
            with pytest.raises(IsFull):
                two[0].guess(pin.digits, "10.0.0.8", "Bert")
        shown = phones.pin(HOST)
        assert (shown.came, shown.most, shown.tries) == (16 * (more + 1), 16 * (more + 1), 0)
        phones.more_by_pin(HOST)
    assert phones.new_pin(HOST).came == phones.pin(HOST).came == 0 and phones.pin(HOST).most == 16


def test_five_tries_a_device_and_thirty_altogether(two: list[Keys], clock: Clock):
    """Then only an address is heard that was never wrong, at the other server as well, and of these
    270 once; the host sees who tries."""
    pin, wrong = two[0].pin(), wrong_pin(two[0])
    tries = 0
    for number in range(PIN_TRIES // PIN_TRIES_OF_ADDRESS):
        peer = f"10.0.0.{number}"
        for _each in range(PIN_TRIES_OF_ADDRESS):
            assert two[tries % 2].guess(wrong, peer, "x") is None
            tries += 1
        with pytest.raises(TooManyTries) as refused:
            two[0].guess(pin.digits, peer, "x")
        assert refused.value.seconds == pin.until - int(clock.now)
    assert tries == PIN_TRIES == 30
    assert two[0].wrong_tries() == [(f"10.0.0.{number}", 5) for number in range(5)]
    assert two[1].guess(pin.digits, "10.0.9.9", "Anne") is not None and two[1].is_slow
    for number in range(PIN_TRIES_AT_ALL - PIN_TRIES):
        assert two[number % 2].guess(wrong, f"10.1.{number // 200}.{number % 200}", "x") is None
        if not number % 50:
            with pytest.raises(TooManyTries):
                two[0].guess(pin.digits, f"10.1.{number // 200}.{number % 200}", "x")
    for keys in two:
        with pytest.raises(TooManyTries):
            keys.guess(pin.digits, "10.0.9.9", "Anne")
    new = two[1].new_pin()
    assert two[0].guess(new.digits, "10.0.0.1", "Bert") is not None and not two[0].is_slow


def test_whoever_joins_has_a_name_of_their_own(two: list[Keys]):
    """A second one has a number; the owner's is only for keys of the machine itself."""
    keys = Keys(two[0]._register, "Anne")
    for act in (lambda: keys.join(keys.offer(Role.WRITER)),
                lambda: keys.guess(keys.pin().digits, "10.0.0.7")):
        with pytest.raises(NoName):
            act()
    link = keys.offer(Role.WRITER)
    with pytest.raises(NoName):
        keys.join(link)
    names = ["Gerry", "gerry", "Gerry (2)", "Anne", "ANNE", "x" * 60, "x" * 60]
    joined = [keys.join(link if name == "Gerry" else keys.offer(Role.HOST), name)
              for name in names]
    own = keys.join(keys.invite())
    assert [each[1].name for each in [*joined, own] if each] == [
        "Gerry", "gerry (2)", "Gerry (2) (2)", "Anne (2)", "ANNE (3)", "x" * 60,
        f"{'x' * 56} (2)", "Anne"]
    assert sorted(each.name for each in Keys(two[1]._register, "Anne").visitors) == sorted(
        each[1].name for each in [*joined, own] if each)
    assert joined[3]
    keys.change(joined[3][1].id, name="Gerry")
    keys.change(joined[0][1].id, name="Gerry")  # its own
    assert (joined[3][1].name, joined[0][1].name) == ("Gerry (3)", "Gerry")


def test_a_watcher_without_a_name_is_not_called_as_the_owner(two: list[Keys]):
    """As earlier versions let them in."""
    register = two[0]._register
    for role in GIVEN:
        register.admit(Device(role, "", role, 1_800_000_000, 1_800_000_000))
    found = {each.role: each.name for each in Keys(register, "Anne").visitors}
    assert found == {Role.WATCHER: "", Role.WRITER: "", Role.HOST: "Anne"}


def test_a_key_ends_when_nobody_comes_with_it(two: list[Keys], clock: Clock):
    """After 90 days, and a host's after a year."""
    keys = {role: two[0].join(two[0].offer(role), role)[0] for role in GIVEN}  # type: ignore
    for days, there in ((90, GIVEN), (90, GIVEN), (91, (Role.HOST,)), (274, (Role.HOST,)),
                        (366, ())):
        clock.now += 86_400 * days
        for role in GIVEN:
            assert (two[0].find(keys[role]) is not None) == (role in there), (days, role)
            assert (two[1].find(keys[role]) is not None) == (role in there), (days, role)
        two[0].look()
        assert {each.role for each in two[0].visitors} == set(there)


def test_what_a_host_changes_counts_at_all_servers(two: list[Keys]):
    """And the device that is there is the same object all the time, which a session holds."""
    joined = two[0].join(two[0].offer(Role.WATCHER), "Bert")
    assert joined is not None
    key, here = joined
    there = two[1].find(key)
    assert there is not None
    told: list[int] = []
    two[1].listen(lambda: told.append(two[1].changes))
    two[0].change(here.id, name="Berta", role=Role.WRITER)
    assert two[1].look() and not two[1].look() and len(told) == 1
    assert (there.name, there.role) == (here.name, here.role) == ("Berta", Role.WRITER)
    assert two[1].find(key) is there
    two[0].shut_out(here.id)
    two[1].look()
    assert not here.is_in and not there.is_in
    assert two[0].find(key) is None and two[1].find(key) is None
    two[0].let_in_again(here)
    assert two[1].find(key) is not None


def test_only_a_host_does_something_with_the_phones():
    """Each act by each role; nobody changes the device in use."""
    keys = Keys()
    phones = Phones(keys, "http://club.test")
    joined = keys.join(keys.offer(Role.WRITER), "Bert")
    assert joined is not None
    bert = joined[1]
    acts = [
        phones.link, lambda user: phones.new_link(user, Role.WRITER), phones.pin, phones.new_pin,
        phones.all, lambda user: phones.rename(user, bert.id, "Berta"),
        lambda user: phones.set_role(user, bert.id, Role.HOST),
        lambda user: phones.shut_out(user, bert.id), lambda user: phones.let_in_again(user, bert)]
    for act in acts:
        for role in (Role.WATCHER, Role.WRITER):
            before = keys.changes
            with pytest.raises(NotAllowed):
                act(Owner("x", role))
            assert keys.changes == before
    for act in acts[:6]:
        act(HOST)
    assert bert.name == "Berta"
    phones.set_role(HOST, bert.id, Role.HOST)
    for own in (lambda: phones.set_role(bert, bert.id, Role.WATCHER),
                lambda: phones.shut_out(bert, bert.id)):
        with pytest.raises(Refused):
            own()
    for name in ("", " ", "x" * 61, "a\nb", "\u200b"):
        with pytest.raises(Refused):
            phones.rename(HOST, bert.id, name)


def test_the_link_that_is_shown_is_a_new_one_once_it_was_used(clock: Clock):
    keys = Keys()
    phones = Phones(keys, "http://club.test")
    first = phones.link(HOST)
    assert phones.link(HOST) == first and first.role is Role.WATCHER
    assert first.address == f"http://club.test/#{first.key}"
    writer = phones.new_link(HOST, Role.WRITER)
    assert keys.join(first.key, "x") is None and phones.link(HOST) == writer
    assert keys.join(writer.key, "x") is not None
    again = phones.link(HOST)
    assert again.key != writer.key and again.role is Role.WRITER
    clock.now += LINK_SECONDS
    assert phones.link(HOST).key != again.key


# --- whose address counts -------------------------------------------------------------------------


@pytest.mark.parametrize(("peer", "said", "proxies", "counted"), [
    ("10.0.0.7", "", None, "10.0.0.7"),
    ("127.0.0.1", "1.2.3.4", None, "127.0.0.1"),  # there is no proxy
    ("127.0.0.1", "1.2.3.4", [], "1.2.3.4"), ("::1", "1.2.3.4", [], "1.2.3.4"),
    ("::ffff:127.0.0.1", "1.2.3.4", [], "1.2.3.4"),
    ("192.168.1.7", "1.2.3.4", [], "192.168.1.7"),  # another device in the network is no proxy
    ("172.18.0.2", "6.6.6.6, 1.2.3.4", ["172.18.0.0/24"], "1.2.3.4"),  # only the last is its word
    ("172.18.1.2", "1.2.3.4", ["172.18.0.0/24"], "172.18.1.2"),
    ("fd00::5", "1.2.3.4", ["10.0.0.1", "fd00::5"], "1.2.3.4"),
    ("127.0.0.1", "nonsense", [], "127.0.0.1"), ("127.0.0.1", "", [], "127.0.0.1"),
    ("::ffff:10.0.0.7", "", None, "10.0.0.7"),
    ("2001:4860:1:2:3:4:5:6", "", None, "2001:4860:0001:0002::/64"),
    ("fe80::1", "", None, "fe80::1"), ("testclient", "", None, "")])
def test_the_peers_address_counts(peer: str, said: str, proxies: list[str] | None, counted: str,
                                  tmp_path: Path):
    """proxies: those that are named besides this machine, None where none stands before it."""
    policy = ServerAddress(behind="" if proxies is None else "https://club.example",
                   proxies=tuple(map(ip_network, proxies or ()))).policy(
        Settings(tmp_path, f"sqlite:///{tmp_path / 'book.db'}", "en", ""))
    scope: Any = {"client": (peer, 5), "headers": [(b"x-forwarded-for", said.encode())]}
    assert peer_of(scope, policy.proxies) == counted
    assert peer_of({**scope, "client": None}) == ""


# --- the door that asks ---------------------------------------------------------------------------


class Caller:
    """Somebody before the door of a table's server."""

    def __init__(self, policy: AccessPolicy = AccessPolicy("key", asks=True)) -> None:
        self.keys = Keys()
        self.inside: list[str] = []
        self.door = AccessMiddleware(RoleMiddleware(self._app), self.keys, policy)

    async def _app(self, scope: Any, _receive: Any, send: Any) -> None:
        self.inside.append(scope["path"])
        await send({"type": "inside"})

    async def ask(self, path: str, method: str = "GET", body: bytes = b"", kind: str = "http",
                  client: str = "10.0.0.7", **headers: str) -> tuple[int, dict[str, str]]:
        answered: list[dict[str, Any]] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": body} if kind == "http" else {
                "type": "websocket.connect"}

        async def send(message: Any) -> None:
            answered.append(message)

        await self.door({"type": kind, "path": path, "method": method, "client": (client, 1),
                         "headers": [(name.encode(), value.encode("latin-1", "replace"))
                                     for name, value in headers.items()]}, receive, send)
        first = answered[0]
        if first["type"] == "inside":
            return 200, {}
        if first["type"] == "websocket.close":
            return first["code"] - 4000, {}
        return first["status"], {name.decode(): value.decode() for name, value in first["headers"]}

    async def join(self, **told: Any) -> tuple[int, dict[str, str]]:
        client = told.pop("client", "10.0.0.7")
        return await self.ask("/api/join", "POST", json.dumps(told).encode(), client=client)


async def test_a_watcher_is_led_to_his_pages_and_gets_no_socket():
    caller = Caller()
    key = {role: caller.keys.join(caller.keys.offer(role), role)[0] for role in GIVEN}  # type: ignore
    for role in GIVEN:
        cookie, app = f"key={key[role]}", role is not Role.WATCHER
        for path in ("/", "/people", "/watching", "/watchx/y", "/watch/../people", "/api/.."):
            status, headers = await caller.ask(path, cookie=cookie, accept="text/html")
            assert (status, headers.get("location")) == \
                ((200, None) if app else (307, "/watch")), (role, path)
            assert (await caller.ask(path, cookie=cookie))[0] == (200 if app else 403)
        for path in ("/watch", "/watch/x", "/watch/x/events", "/api/exchange"):
            assert (await caller.ask(path, cookie=cookie))[0] == 200
        assert (await caller.ask("/ws", kind="websocket", cookie=cookie))[0] == (
            200 if app else 403)


async def test_the_cookie_is_for_this_site_only_and_over_tls_where_there_is_tls():
    for policy, secure in ((AccessPolicy("key", asks=True), False),
                           (AccessPolicy("key", asks=True, secure=True), True)):
        caller = Caller(policy)
        status, headers = await caller.join(key=caller.keys.offer(Role.WRITER), name="Bert")
        rules = headers["set-cookie"].split("; ")[1:]
        assert status == 200 and {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(rules)
        assert ("Secure" in rules) == secure


async def test_too_many_tries_say_when_to_come_back():
    caller = Caller()
    pin, wrong = caller.keys.pin(), wrong_pin(caller.keys)
    for _each in range(PIN_TRIES_OF_ADDRESS):
        assert (await caller.join(pin=wrong, name="x"))[0] == 403
    status, headers = await caller.join(pin=pin.digits, name="x")
    assert status == 429 and 0 < int(headers["retry-after"]) <= PIN_SECONDS
    assert (await caller.join(pin=pin.digits, client="10.0.0.8", name="Cem"))[0] == 200
    assert [each.name for each in caller.keys.visitors] == ["Cem"]


async def test_who_joins_is_asked_for_a_name():
    """A name that cannot be shown is none, and the link stays good."""
    caller = Caller()
    link = caller.keys.offer(Role.WATCHER)
    for name in (None, "", " ", "\u202eX", "a\nb", "x" * 61, 7):
        for more in ({"key": link}, {"pin": caller.keys.pin().digits}):
            assert await caller.join(name=name, **more) == (
                400, {"cache-control": "no-store", "content-length": "19"})
    assert (await caller.join(key=link, name="Gerry"))[0] == 200
    assert (await caller.join(pin=caller.keys.pin().digits, name="Gerry"))[0] == 200
    assert (await caller.join(key=caller.keys.invite(asks=False)))[0] == 200
    assert [each.name for each in caller.keys.visitors] == ["", "Gerry", "Gerry (2)"]


async def test_a_pin_that_is_full_and_one_that_is_tried_too_often(monkeypatch: pytest.MonkeyPatch):
    caller, pauses = Caller(), []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("scorepad.web.access.middleware.asyncio.sleep", pause)
    pin = caller.keys.pin().digits
    for number in range(17):
        status, _headers = await caller.join(pin=pin, name="Bert", client=f"10.0.0.{number}")
        assert status == (409 if number == 16 else 200)
    assert pauses == []
    for number in range(31):
        await caller.join(pin=wrong_pin(caller.keys), name="x", client=f"10.0.1.{number}")
    assert len(pauses) in (1, 2) and set(pauses) == {1.0}


async def test_the_page_of_one_machine_takes_no_pin():
    caller = Caller(AccessPolicy("key"))
    assert (await caller.join(pin=caller.keys.pin().digits, name="x"))[0] == 403


@pytest.mark.parametrize(("told", "kept"), [
    (" Anne ", "Anne"), ("A\u0308rmel", "Ärmel"), ("x" * NAME_LETTERS, "x" * NAME_LETTERS),
    ("x" * (NAME_LETTERS + 1), ""), ("a\nb", ""), ("\u200b", ""), (None, ""), (7, ""), ("", "")])
def test_a_name_is_one_line_that_can_be_seen(told: object, kept: str):
    assert name_of(told) == kept


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_joining_page_asks_and_warns(language: str):
    plain, secure = (joining_page(language, asks=True, secure=secure) for secure in (False, True))
    warning = {"de": "nicht verschlüsselt", "en": "not encrypted"}[language]
    assert warning in plain and warning not in secure
    for page in (plain, secure, notice(SILENT, language, again=5)):
        assert f'lang="{language}"' in page and "http://" not in page and "{" + "name}" not in page
    assert 'content="5"' in notice(SILENT, language, again=5)


async def test_nonsense_at_the_joining_gate_lets_nobody_in():
    """Any JSON, bytes and headers; no cookie but for the right PIN or a link that waits."""
    caller, rng = Caller(), Random(7)
    used = caller.keys.offer(Role.WRITER)
    caller.keys.join(used, "Bert")
    odd: list[Any] = [None, True, 0, -1, 1.5, "", "x", [], {}, [["key"]], "0" * 900, "\x00", "ä",
                      "\ud800", used, used[:-1], used.swapcase(), {"key": used}, [used], "own."]
    names = ("key", "pin", "name", "role", "Key", "device", "")
    before = len(caller.keys.visitors)
    for _round in range(3000):
        told: Any = {rng.choice(names): rng.choice(odd) for _each in range(rng.randrange(4))}
        if rng.random() < 0.1:
            told = rng.choice(odd)
        body = json.dumps(told).encode()
        if rng.random() < 0.2:
            body = bytes(rng.randrange(256) for _each in range(rng.randrange(40)))
        client = f"10.{rng.randrange(256)}.0.{rng.randrange(256)}"
        status, headers = await caller.ask(
            rng.choice(("/api/join", "/api/join", "/api/join/", "/api/joi")), "POST", body,
            client=client, cookie=f"key={rng.choice(odd)}")
        assert status in (400, 401, 403, 429) and "set-cookie" not in headers, (status, body)
    assert len(caller.keys.visitors) == before and caller.inside == []
