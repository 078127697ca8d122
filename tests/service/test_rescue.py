"""What is taken out of a damaged book can be imported, whatever was damaged; and nobody writes on
about what another book, put in the place of this one, does not hold."""

import sqlite3
from contextlib import closing
from datetime import date

import pytest

from scorepad import document
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch, Ramsch
from scorepad.service import Refused, Service
from scorepad.service.rescue import rescue
from scorepad.service.safety import Picked
from scorepad.service.views import NewEvening
from scorepad.storage import StorageFault, Store
from tests.book.pages import NAMES
from tests.service.test_check import plant
from tests.taking import take


@pytest.fixture
def place(tmp_path):
    """A closed book: three evenings of ten hands each."""
    path = tmp_path / "book.db"
    service = Service(Store.open(f"sqlite:///{path}"), "Anne")
    for day in (1, 2, 3):
        sheet = service.open_sheet(NewEvening(date(2026, 11, day), "Altona"), KALTER_SCHLAG, NAMES)
        for number in range(10):
            service.record(sheet, Durchmarsch(number % 4) if number % 3 == 2 else
                           Ramsch((66, 30, 24, 0)))
    service.close()
    return path


def hands_in(found):
    book, _sheets = document.replayed(found.text.encode())
    assert len(book.evenings) == found.evenings
    return sum(len(sheet.hands) for evening in book.evenings for sheet in evening.sheets)


# --- taken out ------------------------------------------------------------------------------------


def test_of_a_whole_book_all_is_read(place):
    found = rescue(place)
    assert (found.evenings, found.hands, found.lost) == (3, 30, 0)
    assert hands_in(found) == 30


def test_an_import_of_it_into_a_new_book_is_the_same_book(place):
    service = Service(Store.open("sqlite://"), "Bert")
    take(service, rescue(place).text)
    old = Service(Store.open(f"sqlite:///{place}"))
    assert service.export().evenings == old.export().evenings
    old.close()


def test_without_its_first_page(place):
    whole = place.read_bytes()
    place.write_bytes(bytes(4096) + whole[4096:])
    assert rescue(place).hands == 30
    assert place.read_bytes() == bytes(4096) + whole[4096:]


def test_the_journal_beside_it_is_read_too(place, tmp_path):
    service = Service(Store.open(f"sqlite:///{place}"))
    sheet = service.latest_sheet(KALTER_SCHLAG.id).sheet
    service.record(sheet, Ramsch((66, 30, 24, 0)))
    copy = tmp_path / "copy.db"
    for end in ("", "-wal"):
        copy.with_name(f"copy.db{end}").write_bytes(
            place.with_name(f"book.db{end}").read_bytes())
    service.close()
    assert rescue(copy).hands == 31


def test_an_older_journal_beside_it_hides_nothing(place):
    wal = place.with_name("book.db-wal")
    service = Service(Store.open(f"sqlite:///{place}"))
    sheet = service.latest_sheet(KALTER_SCHLAG.id).sheet
    service.record(sheet, Ramsch((66, 30, 24, 0)))
    older = wal.read_bytes()
    for _ in range(19):
        service.record(sheet, Ramsch((66, 30, 24, 0)))
    service.close()
    wal.write_bytes(older)
    assert rescue(place).hands == 50


def test_an_entry_that_cannot_be_read_is_lost_and_the_rest_is_not(place):
    plant(place, "UPDATE fact SET data = '{' WHERE seq = 10")
    found = rescue(place)
    assert (found.hands, found.lost) == (29, 1)
    assert hands_in(found) == 29


def test_a_player_whose_name_is_lost_gets_one(place):
    plant(place, "UPDATE fact SET data = '{' WHERE seq = 2")
    found = rescue(place, "en")
    book, _ = document.replayed(found.text.encode())
    assert book.evenings[0].sheets[0].names == ("Anne", "Unknown 1", "Cem", "Dora")
    assert found.hands == 30


def test_an_evening_whose_beginning_is_lost_is_found_by_when_it_was_written(place):
    plant(place, "UPDATE fact SET data = '{', at = 1779228000000 WHERE seq = 5",
          "UPDATE fact SET at = 1779228000000 WHERE seq = 6")  # 19 May 2026, 22:00 UTC
    book, _ = document.replayed(rescue(place).text.encode())
    assert [evening.date for evening in book.evenings] == [
        date(2026, 5, 19), date(2026, 11, 2), date(2026, 11, 3)]


def test_a_hand_that_cannot_have_been_played_is_kept_and_does_not_count(place):
    plant(place, "UPDATE fact SET data = replace(data, ':66', ':65') WHERE seq = 7")
    found = rescue(place)
    book, [[sheet], *_] = document.replayed(found.text.encode())
    assert found.hands == 30 and book.evenings[0].sheets[0].impossible == {0}
    assert set(sheet.problems) == {0} and sheet.lines[0].points == (0, 0, 0, 0)
    assert [line.table.dealer for line in sheet.lines[:3]] == [0, 1, 2]  # the deal went on


@pytest.mark.parametrize("content", [b"", b"Anne", bytes(50_000), b"SQLite format 3\0" * 900])
def test_where_there_is_nothing_a_sentence_says_so(tmp_path, content):
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(StorageFault, match=r"Nothing of .* can be read"):
        rescue(path)
    with pytest.raises(StorageFault, match="is a folder: there is no book in it"):
        rescue(tmp_path)


def test_a_book_with_a_flipped_byte_in_an_id_opens(place):
    """In those of its evenings: what happened on them is set aside, and rescue has all of it."""
    plant(place, "UPDATE fact SET data = replace(data, '\"evening\":\"0', '\"evening\":\"x') "
          "WHERE kind = 'EveningOpened'")
    service = Service(Store.open(f"sqlite:///{place}"))
    assert service.evenings() == []
    service.close()
    assert rescue(place).hands == 30


def test_a_sheet_that_is_filed_under_another_evening_is_set_aside(place):
    plant(place, "UPDATE fact SET evening = (SELECT evening FROM fact WHERE seq = 40) "
          "WHERE kind = 'SheetOpened' AND seq < 10")
    service = Service(Store.open(f"sqlite:///{place}"))
    [first] = [card for card in service.evenings() if card.date == date(2026, 11, 1)]
    assert service.evening(first.id).sheets == ()
    service.close()


# --- another book in the place of this one --------------------------------------------------------


@pytest.fixture
def two(place):
    """Two services of one book: Anne's restores, Bert's plays on."""
    anne, bert = (Service(Store.open(f"sqlite:///{place}"), name) for name in ("Anne", "Bert"))
    yield anne, bert
    anne.close()
    bert.close()


def test_who_plays_on_about_a_sheet_that_is_gone_is_told_so(two, tmp_path):
    anne, bert = two
    anne.safety.back_up_to(tmp_path / "before.db")
    sheet = bert.open_sheet(NewEvening(date(2026, 11, 4)), KALTER_SCHLAG, NAMES)
    bert.record(sheet, Ramsch((66, 30, 24, 0)))
    anne.safety.restore(Picked.at(tmp_path / "before.db"))
    with pytest.raises(Refused, match="Another book was put in the place of this one"):
        bert.record(sheet, Ramsch((66, 30, 24, 0)))
    assert len(bert.evenings()) == 3 and check_is_clean(two)


def test_who_plays_on_about_a_sheet_that_is_there_is_not_disturbed(two, tmp_path):
    anne, bert = two
    sheet = bert.latest_sheet(KALTER_SCHLAG.id).sheet
    anne.safety.back_up_to(tmp_path / "before.db")
    bert.record(sheet, Ramsch((66, 30, 24, 0)))
    anne.safety.restore(Picked.at(tmp_path / "before.db"))
    bert.record(sheet, Durchmarsch(1))
    anne.refresh()
    for service in two:
        lines = service.sheet(sheet).score.lines
        assert len(lines) == 11 and lines[-1].record.hand == Durchmarsch(1)
    assert check_is_clean(two)


def test_an_evening_that_is_gone(two, tmp_path):
    anne, bert = two
    anne.safety.back_up_to(tmp_path / "before.db")
    sheet = bert.open_sheet(NewEvening(date(2026, 11, 4)), KALTER_SCHLAG,
                            ["Anne", "Bert", "Cem", "Emil"])
    evening = bert.sheet(sheet).evening
    anne.safety.restore(Picked.at(tmp_path / "before.db"))
    with pytest.raises(Refused):
        bert.close_evening(evening)
    assert check_is_clean(two)


def check_is_clean(two):
    return two[0].safety.check().findings == ()


def test_the_restored_book_is_read_by_the_service_that_restored_it(two, tmp_path):
    anne, _ = two
    sheet = anne.latest_sheet(KALTER_SCHLAG.id).sheet
    anne.safety.back_up_to(tmp_path / "before.db")
    anne.record(sheet, Ramsch((66, 30, 24, 0)))
    way_back = anne.safety.restore(Picked.at(tmp_path / "before.db"))
    assert len(anne.sheet(sheet).score.lines) == 10
    anne.safety.restore(Picked.at(way_back))
    assert len(anne.sheet(sheet).score.lines) == 11


def test_the_book_itself_is_no_file_to_back_up_to(two, place):
    with pytest.raises(Refused, match="is the book itself"):
        two[0].safety.back_up_to(place)
    with closing(sqlite3.connect(place)) as book:
        assert book.execute("SELECT count(*) FROM fact").fetchone() == (40,)


def test_a_book_that_is_no_file_says_what_there_is_instead():
    service = Service(Store.open("sqlite://"))
    assert service.safety.backups() == [] and not service.safety.back_up_if_changed()
    for act in (service.safety.back_up, lambda: service.safety.preview(Picked("x"))):
        with pytest.raises(Refused, match="You can export everything as a backup of your own"):
            act()


def test_a_lost_entry_takes_none_with_it_that_another_was_written_beside(place):
    with closing(sqlite3.connect(place)) as book:
        for name in ("fact_no_update", "fact_no_delete"):
            book.execute(f"DROP TRIGGER {name}")
        hands = [seq for seq, in book.execute(
            "SELECT seq FROM fact WHERE kind = 'HandRecorded' ORDER BY seq LIMIT 10")]
        book.execute("DELETE FROM fact WHERE seq = ?", (hands[3],))
        book.execute("UPDATE fact SET clock = clock - 1 WHERE seq = ?", (hands[8],))
        book.commit()
    assert rescue(place).hands == 29


def test_a_damaged_number_hides_few_rows_behind_it(place):
    with closing(sqlite3.connect(place)) as book:
        own, = book.execute("SELECT id FROM fact WHERE seq = 9").fetchone()
    content = bytearray(place.read_bytes())
    [number] = [at - size - 1 for at in range(len(content))
                if content.startswith(own.encode(), at) for size in range(8, 30)
                if content[at - size - 1:at - size + 1] == bytes((9, size))]
    content[number] = 127  # more than any other
    place.write_bytes(content)
    assert rescue(place).hands >= 25  # a search by number may be misled by it


def test_a_damaged_author_takes_no_hand_with_it(place):
    with closing(sqlite3.connect(place)) as book:
        book.execute("DROP TRIGGER fact_no_update")
        book.execute("UPDATE fact SET \"by\" = 'An\x01ne' WHERE seq = 9")
        book.commit()
    assert rescue(place).hands == 30
