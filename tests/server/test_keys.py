"""Keys: a joining key is good for one browser, a device key for as long as it is kept."""

import hashlib
import json
import stat
import sys
from pathlib import Path

import pytest

from scorepad.config import Settings
from scorepad.server import keys as of_keys
from scorepad.server.keys import MOST_DEVICES, Keys, cookie_of, place_of_keys


def settings(folder: Path, database: str | None = None) -> Settings:
    return Settings(folder, database or f"sqlite:///{folder / 'book.db'}", "en", "Anne")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "club" / "book.db.devices"


def test_a_joining_key_is_traded_once():
    keys = Keys()
    key = keys.invite()
    assert len(key) >= 22  # 128 bits, six a letter
    device = keys.join(key)
    assert device is not None and len(device) >= 43  # 256 bits
    assert keys.join(key) is None
    assert keys.device(device) == hashlib.sha256(device.encode()).hexdigest()


@pytest.mark.parametrize("forged", ["", "x", "\udcff", "ä" * 500, "A" * 22])
def test_a_forged_key_is_none(forged: str):
    keys = Keys()
    device = keys.join(keys.invite())
    keys.invite()
    assert keys.join(forged) is None and keys.device(forged) is None
    assert device is not None and keys.device(device + "A") is None


def test_a_device_is_known_after_a_restart_and_its_key_is_nowhere(file: Path):
    keys = Keys(file)
    invited = keys.invite()
    device = keys.join(invited)
    assert device is not None and Keys(file).device(device) is not None
    assert Keys(file).join(invited) is None  # with the program ends what it has printed
    assert device not in file.read_text() and invited not in file.read_text()
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_two_programs_of_one_book_know_each_others_devices(file: Path):
    one, other = Keys(file), Keys(file)
    first, second = one.join(one.invite()), other.join(other.invite())
    assert first and second
    for keys in (one, other, Keys(file)):
        assert keys.device(first) and keys.device(second)


def test_who_was_away_for_longest_is_forgotten_first(file: Path, monkeypatch: pytest.MonkeyPatch):
    now = 1_800_000_000
    monkeypatch.setattr(of_keys.time, "time", lambda: now)
    keys = Keys(file)
    devices = []
    for _each in range(MOST_DEVICES):
        now += 10
        devices.append(keys.join(keys.invite()))
    now += 2 * of_keys.A_DAY
    assert keys.device(devices[0])
    devices.append(keys.join(keys.invite()))
    kept = [device for device in devices if Keys(file).device(device)]
    assert kept == [devices[0], *devices[2:]]


@pytest.mark.parametrize("content", [
    b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"devices": 1}', b'{"devices": {"x": "y"}}',
    b"[" * 100_000, b'{"devices": {"' + b"a" * 64 + b'": true, "": null}}'])
def test_a_damaged_file_is_no_reason_not_to_start(file: Path, content: bytes):
    file.parent.mkdir()
    file.write_bytes(content)
    keys = Keys(file)
    assert keys.device("x") is None
    device = keys.join(keys.invite())
    assert device and Keys(file).device(device)
    assert len(json.loads(file.read_text())["devices"]) <= 2


def test_neither_is_a_place_where_nothing_can_be_written(tmp_path: Path):
    (tmp_path / "no-folder").write_text("")
    keys = Keys(tmp_path / "no-folder" / "book.db.devices")
    device = keys.join(keys.invite())
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
