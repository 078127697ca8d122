"""The id of this installation lies beside the book, stays the same, and is no hindrance where it
cannot be kept."""

import shutil

import pytest

from scorepad.config import Settings
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage.links import COLUMNS
from scorepad.system.files import FITS, device_in
from tests.book.pages import NAMES
from tests.conftest import DAY

WHO = COLUMNS.index("device")


def test_it_is_made_once_and_for_its_owner_alone(tmp_path):
    file = tmp_path / "config" / "device"
    made = device_in(file)
    assert FITS.fullmatch(made)
    assert device_in(file) == made
    assert file.stat().st_mode & 0o777 == 0o600
    assert device_in(tmp_path / "other") != made


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"Anne's phone", b"ab" * 9])
def test_what_is_none_is_replaced(tmp_path, content):
    file = tmp_path / "device"
    file.write_bytes(content)
    assert FITS.fullmatch(device_in(file))
    assert file.read_text() == f"{device_in(file)}\n"


def test_where_it_cannot_be_written_there_is_one_all_the_same(tmp_path):
    (tmp_path / "file").write_text("")
    assert FITS.fullmatch(device_in(tmp_path / "file" / "device"))


def opened(folder, config):
    return Service.open(Settings(folder, f"sqlite:///{folder / 'book.db'}", "en", "Anne", config))


def writers(service):
    return [row[WHO] for row in service._book.rows()]


def test_every_entry_says_who_wrote_it_and_a_copied_book_is_written_by_another(tmp_path):
    anne, bert = tmp_path / "anne", tmp_path / "bert"
    anne.mkdir()
    bert.mkdir()
    service = opened(anne, anne / "config")
    sheet = service.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES, stake=50)
    service.record(sheet, Durchmarsch(0))
    [mine] = set(writers(service))
    assert mine == (anne / "config" / "device").read_text().strip()
    service.close()
    shutil.copyfile(anne / "book.db", bert / "book.db")
    service = opened(bert, bert / "config")
    service.record(sheet, Durchmarsch(1))
    *before, last = writers(service)
    service.close()
    assert set(before) == {mine}
    assert last == (bert / "config" / "device").read_text().strip() != mine


def test_two_that_share_one_lose_nothing(tmp_path):
    anne, bert = tmp_path / "anne", tmp_path / "bert"
    anne.mkdir()
    bert.mkdir()
    service = opened(anne, tmp_path)
    sheet = service.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES, stake=50)
    service.close()
    shutil.copyfile(anne / "book.db", bert / "book.db")
    one, other = opened(anne, tmp_path), opened(bert, tmp_path)
    one.record(sheet, Durchmarsch(0))
    other.record(sheet, Durchmarsch(1))
    one.meetings.meet(other.meetings.exchange)
    assert sorted(map(tuple, one._book.rows())) == sorted(map(tuple, other._book.rows()))
    assert len(set(writers(one))) == 1
    [question] = one.sheet(sheet).questions
    assert len(question.runs) == 2
    one.close()
    other.close()


def test_looking_makes_none(tmp_path):
    opened(tmp_path, tmp_path / "config").close()
    assert not (tmp_path / "config").exists()


def test_the_name_of_an_account_is_no_persons():
    assert Settings.of({}).author == ""
    assert Settings.of({"SCOREPAD_AUTHOR": "Anne"}).author == "Anne"
