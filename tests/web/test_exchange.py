"""The route at which a book asks for what it lacks, and who may."""

from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from scorepad.config import Settings
from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.web.access.keys import Keys
from scorepad.web.access.visitors import shared_register
from tests.book.pages import NAMES
from tests.browser.table_server import TableServer
from tests.command import call

EVENING = """{"format": "scorepad/1", "evenings": [{"date": "2026-11-%s", "sheets": [
    {"game": "kalter-schlag", "players": ["%s"], "hands": [{"durchmarsch": "Anne"}]}]}]}"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableServer]:
    """A server whose book has an evening of the 20th."""
    table = TableServer(tmp_path / "served")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path / "served"))
        take_in(tmp_path, 20)
    table.start()
    yield table
    table.stop()


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """This device's book, with an evening of the 21st."""
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path / "own"))
    take_in(tmp_path, 21)
    return tmp_path / "own"


def take_in(folder: Path, day: int) -> None:
    (folder / "evening.json").write_text(EVENING % (day, '", "'.join(NAMES)))
    assert call("import", folder / "evening.json").code == 0


def test_two_books_have_both_evenings_afterwards(table: TableServer, own: Path):
    """People are the same where they have the same name: a file makes one id of it."""
    done = call("merge", table.told["host"])
    assert (done.code, done.err) == (0, "")
    assert done.out == "New: 1 evening, 1 sheet, 1 hand\nSent: 3 entries\n"
    assert call("merge", table.address).out == "Nothing new came.\nSent: 0 entries\n"
    table.stop()
    mine = call("export", "-").out
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FLET_APP_STORAGE_DATA", str(table.data))
        assert call("export", "-").out == mine
    table.start()


def test_who_watches_and_who_has_no_key_gets_nothing(table: TableServer):
    assert table.ask("POST", "/api/exchange", {}).status == 401
    watcher = table.join(key=table.key("join"), name="x").cookie
    answer = table.ask("POST", "/api/exchange", {}, watcher)
    assert (answer.status, answer.body) == (
        403, b"This device can only watch. The host can let it write.")
    host = table.join(key=table.key("host"), name="x").cookie
    assert table.ask("POST", "/api/exchange", {}, host).status == 400


def test_what_is_wrong_with_an_address_is_said(table: TableServer, own: Path):
    assert "does not know this device" in call("merge", table.address).err
    assert "is not valid any more" in call("merge", f"{table.address}/#nothing").err
    watching = call("merge", table.told["join"])
    assert watching.code == 2 and "This device can only watch" in watching.err
    assert "does not answer" in call("merge", "http://127.0.0.1:9").err
    assert "has no preview" in call("merge", "--preview", table.address).err


def test_a_writer_brings_what_writers_write(table: TableServer, own: Path):
    """An evening with its players comes; a rename does not, until the host lets that device."""
    keys = Keys(shared_register(of(table.data)))
    link = f"{table.address}/#{keys.offer(Role.WRITER)}"
    done = call("merge", link)
    assert (done.code, done.err) == (0, "") and done.out.endswith("Sent: 3 entries\n")
    service = Service.open(of(own))
    anne = {name: player for player, name in service.people.names().items()}["Anne"]
    service.people.rename(anne, "Anna")
    service.close()
    done = call("merge", table.address)
    assert (done.code, done.err) == (0, "1 entry was refused there.\n")
    assert done.out.endswith("Sent: 0 entries\n")
    keys.look()
    [device] = [each for each in keys.visitors if each.role is Role.WRITER]
    keys.change(device.id, role=Role.HOST)
    sleep(2)  # the server looks again and again who may what
    done = call("merge", table.address)
    assert (done.code, done.err) == (0, "") and done.out.endswith("Sent: 1 entry\n")
    keys.close()


def of(data: Path) -> Settings:
    return Settings.of({"FLET_APP_STORAGE_DATA": str(data)})
