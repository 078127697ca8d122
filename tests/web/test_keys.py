"""Keys: a joining key is good for one browser, a device key for as long as it is kept."""

import hashlib
import json
import os
import stat
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from scorepad.config import Settings
from scorepad.i18n.message import say
from scorepad.service.roles import Role
from scorepad.storage import StorageFault, register as registers
from scorepad.storage.register import InFile
from scorepad.web import limits
from scorepad.web.access import keys as of_keys, visitors as of_visitors
from scorepad.web.access.visitors import cookie_of, place_of_keys


def settings(folder: Path, database: str | None = None) -> Settings:
    return Settings(folder, database or f"sqlite:///{folder / 'book.db'}", "en", "Anne")


class Keys(of_keys.Keys):
    """Keys whose devices are kept in a file; without one until the test ends."""

    def __init__(self, file: Path | None = None) -> None:
        super().__init__(None if file is None else InFile(file))

    def trade(self, key: str) -> str | None:
        """The key of a device for a joining key."""
        joined = self.join(key, f"Phone {len(self.visitors)}")
        return None if joined is None else joined[0]

    def device(self, key: str) -> str | None:
        """The name of the device that has this key."""
        visitor = self.find(key)
        return None if visitor is None else visitor.id


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "club" / "book.db.devices"


def test_a_joining_key_is_traded_once():
    keys = Keys()
    key = keys.invite()
    assert len(key) >= 22  # 128 bits, six a letter
    device = keys.trade(key)
    assert device is not None and len(device) >= 43  # 256 bits
    assert keys.trade(key) is None
    assert keys.device(device) == hashlib.sha256(device.encode()).hexdigest()


@pytest.mark.parametrize("forged", ["", "x", "\udcff", "ä" * 500, "A" * 22])
def test_a_forged_key_is_none(forged: str):
    keys = Keys()
    device = keys.trade(keys.invite())
    keys.invite()
    assert keys.trade(forged) is None and keys.device(forged) is None
    assert device is not None and keys.device(device + "A") is None


def test_a_device_is_known_after_a_restart_and_its_key_is_nowhere(file: Path):
    keys = Keys(file)
    invited = keys.invite()
    device = keys.trade(invited)
    assert device is not None and Keys(file).device(device) is not None
    assert Keys(file).trade(invited) is None  # with the program ends what it has printed
    assert device.encode() not in file.read_bytes()
    assert invited.encode() not in file.read_bytes()
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_two_programs_of_one_book_know_each_others_devices(file: Path):
    one, other = Keys(file), Keys(file)
    first, second = one.trade(one.invite()), other.trade(other.invite())
    assert first and second
    for keys in (one, other, Keys(file)):
        assert keys.device(first) and keys.device(second)


def test_who_was_away_for_longest_is_forgotten_first(file: Path, monkeypatch: pytest.MonkeyPatch):
    """And a host only for another host."""
    now = 1_800_000_000
    monkeypatch.setattr(of_visitors.time, "time", lambda: now)
    monkeypatch.setattr(limits, "HOSTS", 3)
    monkeypatch.setattr(limits, "DEVICES", 6)
    keys, devices = Keys(file), {}
    for name, role in zip("abcdefgh", [Role.HOST] * 3 + [Role.WRITER] + [Role.WATCHER] * 4):
        now += 10
        devices[name] = keys.trade(keys.invite() if role is Role.HOST else keys.offer(role))
        if name == "c":
            assert keys.device(devices["a"])  # which was here last, then
    assert kept(file, devices) == "abcdgh"
    now += 10
    devices["i"] = keys.trade(keys.invite())
    assert kept(file, devices) == "acdghi"


def kept(file: Path, devices: dict[str, str]) -> str:
    """The names of those that another program would still let in."""
    keys = Keys(file)
    return "".join(name for name, key in devices.items() if keys.device(key))


@pytest.mark.parametrize("content", [
    b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"devices": 1}', b'{"devices": {"x": "y"}}',
    b"[" * 100_000, b'{"devices": {"' + b"a" * 64 + b'": true, "": null}}'])
def test_a_damaged_file_is_no_reason_not_to_start(file: Path, content: bytes):
    file.parent.mkdir()
    file.write_bytes(content)
    keys = Keys(file)
    assert keys.device("x") is None
    device = keys.trade(keys.invite())
    assert device and Keys(file).device(device) and len(Keys(file).visitors) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such owners there")
@pytest.mark.parametrize("way", ["another's", "all may write", "a link"])
def test_a_register_that_somebody_has_planted_lets_nobody_in(file: Path, tmp_path: Path, way: str):
    """A host's key lies in it, which another account has put there."""
    eve = Keys(file)
    planted = eve.trade(eve.invite())
    eve.close()
    assert planted and Keys(file).device(planted)
    if way == "another's":
        if os.geteuid():
            pytest.skip("only root can give a file away")
        os.chown(file, 12_345, 12_345)
    elif way == "all may write":
        file.chmod(0o666)
    else:
        file.symlink_to(file.rename(tmp_path / "elsewhere"))
    register = InFile(file)
    keys = of_keys.Keys(register)
    assert keys.find(planted) is None and keys.visitors == []
    assert register.aside is not None and "need a new link" in str(register.aside)
    joined = keys.join(keys.invite())
    assert joined and Keys(file).device(joined[0]) and not Keys(file).device(planted)


@pytest.mark.parametrize("left", [100, 4096, -100])
def test_a_register_that_is_cut_off_is_set_aside(file: Path, left: int):
    keys = Keys(file)
    keys.trade(keys.invite())
    keys.close()
    file.write_bytes(cut := file.read_bytes()[:left])
    register = InFile(file)
    assert register.devices() == [] and "is damaged" in str(register.aside)
    [aside] = file.parent.glob("*.aside-*")
    assert aside.read_bytes() == cut


def listed(file: Path) -> str:
    """Write what an earlier version has written of a device, and return its id."""
    file.parent.mkdir()
    name = hashlib.sha256(("k" * 43).encode()).hexdigest()
    file.write_text(json.dumps({"format": "scorepad-devices/1",
                                "devices": {name: 1_790_000_000, "short": 1, "x" * 64: "y"}}))
    return name


def test_the_devices_of_an_earlier_version_stay_hosts(
        file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(of_visitors.time, "time", lambda: 1_800_000_000)
    name = listed(file)
    [visitor] = Keys(file).visitors
    assert (visitor.id, visitor.role, visitor.used) == (name, Role.HOST, 1_790_000_000)
    assert Keys(file).device("k" * 43) == name
    assert [*file.parent.iterdir()] == [file]


def test_their_list_stays_until_all_of_it_is_in_the_register(
        file: Path, monkeypatch: pytest.MonkeyPatch):
    name = listed(file)
    with monkeypatch.context() as full:
        full.setattr(registers, "ADMIT", text("INSERT INTO full VALUES (:id)"))
        with pytest.raises(StorageFault):
            InFile(file).devices()
    assert [device.id for device in InFile(file).devices()] == [name]
    assert [*file.parent.iterdir()] == [file]


def test_neither_is_a_place_where_nothing_can_be_written(tmp_path: Path):
    (tmp_path / "no-folder").write_text("")
    keys = Keys(tmp_path / "no-folder" / "book.db.devices")
    device = keys.trade(keys.invite())
    assert device and keys.device(device)


def test_two_books_have_two_files_and_two_cookies(tmp_path: Path):
    """Cookies know no port: two Scorepads of one machine would overwrite each other's."""
    server = "postgresql://anne:secret@club.example/book"
    books = [settings(tmp_path), settings(tmp_path, f"sqlite:///{tmp_path / 'other.db'}"),
             settings(tmp_path, server), settings(tmp_path, server + "2"),
             settings(tmp_path, "no url")]
    assert len({place_of_keys(each) for each in books}) == len(books)
    assert len({cookie_of(each) for each in books}) == len(books)
    assert place_of_keys(books[0]) == tmp_path / "book.db.devices"
    assert all("secret" not in f"{place_of_keys(each)}{cookie_of(each)}" for each in books)


def test_who_is_here_is_noted_now_and_then(file: Path, monkeypatch: pytest.MonkeyPatch):
    """And not at every look, which would write all the time."""
    now = 1_800_000_000
    monkeypatch.setattr(of_visitors.time, "time", lambda: now)
    keys = Keys(file)
    key = keys.trade(keys.invite())
    seen = []
    for _each in range(8):
        now += 200
        assert keys.visitor(str(key))
        keys.look()
        seen.append(Keys(file).visitors[0].used - 1_800_000_000)
    assert seen == [0, 0, 0, 800, 800, 800, 800, 1600]


def test_who_could_not_be_written_down_is_shut_out_for_good(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "book.db.devices"
    keys = Keys(file)
    with monkeypatch.context() as broken:
        broken.setattr(InFile, "admit", raised)
        key = keys.trade(keys.invite())
    assert key and keys.device(key) and not InFile(file).devices()
    [visitor] = keys.visitors
    keys.shut_out(visitor.id)
    keys.look()
    assert not visitor.is_in and keys.device(key) is None and not InFile(file).devices()
    other = keys.trade(keys.invite())
    assert [each.id for each in InFile(file).devices()] == [keys.device(str(other))]


def raised(*_given: object) -> None:
    raise StorageFault(say("The disk is full."))
