"""Restoring: looked at first, one step, and every file that is none stays outside."""

import sqlite3
from contextlib import closing

import pytest

from scorepad.storage import StorageFault, Store, backups, migrations, opened as opening, restoring
from scorepad.storage.restoring import Counts, NotRestorable, Picked
from tests.storage.conftest import somebody_else
from tests.storage.test_backups import facts_in, files, more
from tests.storage.test_migrations import adds, knowing as knowing


@pytest.fixture
def backup(filled):
    """A backup of the book as it was filled, outside its folder of backups."""
    path = filled.parent / "stick" / "club.db"
    path.parent.mkdir()
    backups.copy_whole(filled, path)
    return path


def refused(book, path):
    """The one sentence that restoring a file ends with; nothing has changed then."""
    before = book.read_bytes()
    opened = Store.open(f"sqlite:///{book}")
    entries = opened.everything()
    sentences = set()
    for act in (lambda: restoring.preview(book, Picked.at(path)),
                lambda: restoring.restore(opened, Picked.at(path)),
                lambda: restoring.put_in_place(book, Picked.at(path))):
        with pytest.raises(NotRestorable) as fault:
            act()
        sentences.add(str(fault.value.message))
    assert opened.everything() == entries
    opened.close()
    assert book.read_bytes() == before and not list(book.parent.glob("book-damaged*"))
    assert backups.backups_of(book) == []
    [sentence] = sentences
    assert "\n" not in sentence
    return sentence


# --- looking ----------------------------------------------------------------------------------


def test_what_would_go_and_what_would_come(filled, backup, opened, entries):
    book = opened(filled)
    more(book, 1)
    other = opened(backup)
    for number in (2, 3):
        more(other, number)
    other.close()
    found = restoring.preview(filled, Picked.at(backup))
    assert found.version == len(migrations.MIGRATIONS)
    assert sum(found.counts[:-1]) == len(entries) + 2
    assert found.going[:-1] == Counts(players=1)[:-1]
    assert found.coming[:-1] == Counts(players=2)[:-1]
    assert (found.counts.hands, found.counts.evenings) == (2, 1)


@pytest.mark.parametrize("name", ["a%20b", "Was?"])
def test_in_a_folder_whose_name_would_mean_something_in_a_url(filled, tmp_path, name, entries):
    book = tmp_path / name / "book.db"
    book.parent.mkdir()
    backups.copy_whole(filled, book)
    lying = sorted(tmp_path.iterdir())
    assert sum(restoring.preview(book, Picked.at(filled)).counts[:-1]) == len(entries)
    assert sorted(tmp_path.iterdir()) == lying


def test_looking_changes_nothing(filled, backup, opened, entries):
    book = opened(filled)
    restoring.preview(filled, Picked.at(backup))
    assert book.everything() == entries and not book.changed()
    assert files(filled) == [".lock"] and [path.name for path in backup.parent.iterdir()] == [
        "club.db"]


# --- restoring and the way back ---------------------------------------------------------------


def test_a_backup_takes_the_place_and_the_way_back_brings_all_of_it_back(
        filled, backup, opened, entries):
    book = opened(filled)
    more(book, 1)
    way_back = restoring.restore(book, Picked.at(backup))
    assert book.everything() == entries
    assert way_back.reason == "before-restore"
    again = restoring.restore(book, Picked.at(way_back.path))
    assert [entry.id for entry in book.everything()] == [
        *[entry.id for entry in entries], "more-1"]
    assert opened(again.path).everything() == entries


def test_the_way_back_is_made_once_for_the_same_book(filled, backup, opened):
    book = opened(filled)
    first = restoring.restore(book, Picked.at(backup))
    assert restoring.restore(book, Picked.at(backup)) == first


def test_another_program_sees_it_and_goes_on_writing(filled, backup, opened, entries):
    book, other = opened(filled), opened(filled)
    more(other, 1)
    restoring.restore(book, Picked.at(backup))
    assert other.changed() and other.everything() == entries
    more(other, 2)
    assert [entry.id for entry in book.everything()][-1] == "more-2"


def test_who_restored_reads_again_too(filled, backup, opened):
    book = opened(filled)
    assert not book.changed()
    restoring.restore(book, Picked.at(backup))
    assert book.changed() and not book.changed()


def test_facts_stay_guarded(filled, backup, opened):
    restoring.restore(opened(filled), Picked.at(backup))
    with closing(sqlite3.connect(filled)) as book:
        with pytest.raises(sqlite3.IntegrityError, match="only ever added"):
            book.execute("DELETE FROM fact")


def test_a_backup_whose_guards_were_dropped_gets_them_again(filled, backup, opened):
    with closing(sqlite3.connect(backup)) as copy:
        copy.execute("DROP TRIGGER fact_no_delete")
    restoring.restore(opened(filled), Picked.at(backup))
    test_facts_stay_guarded(filled, backup, opened)


def test_what_belongs_to_the_device_stays(filled, backup, opened):
    other = opened(backup)
    other.keep("theme", "light")
    other.close()
    book = opened(filled)
    book.keep("theme", "dark")
    restoring.restore(book, Picked.at(backup))
    assert book.kept("theme") == "dark"


def test_a_copy_of_a_book_that_was_open_is_whole_with_what_lies_beside_it(
        filled, backup, opened, entries):
    other = opened(backup)
    more(other, 1)
    assert backup.with_name("club.db-wal").stat().st_size
    book = opened(filled)
    restoring.restore(book, Picked.at(backup))
    assert len(book.everything()) == len(entries) + 1


def test_the_content_of_a_file_of_another_device(filled, backup, opened, entries):
    book = opened(filled)
    more(book, 1)
    restoring.restore(book, Picked("club.db", content=backup.read_bytes()))
    assert book.everything() == entries


def test_a_book_with_other_pages(filled, backup, opened, entries):
    with closing(sqlite3.connect(backup, isolation_level=None)) as copy:
        copy.execute("PRAGMA page_size = 1024")
        copy.execute("VACUUM")
    book = opened(filled)
    more(book, 1)
    restoring.restore(book, Picked.at(backup))
    assert book.everything() == entries


def test_a_backup_of_an_earlier_version_is_brought_up_to_date(
        filled, backup, opened, entries, knowing):
    before, now = backup.read_bytes(), len(migrations.MIGRATIONS)
    knowing(adds("songs"))
    book = opened(filled)
    assert restoring.preview(filled, Picked.at(backup)).version == now
    restoring.restore(book, Picked.at(backup))
    assert book.everything() == entries
    with closing(sqlite3.connect(filled)) as there:
        assert there.execute("SELECT count(*) FROM songs").fetchone() == (0,)
        assert there.execute("SELECT version FROM scorepad_version").fetchone() == (now + 1,)
    assert backup.read_bytes() == before


def test_what_somebody_writes_meanwhile_is_in_the_way_back(
        filled, backup, opened, entries, monkeypatch):
    """Between the backup and the moment at which nobody else can write any more."""
    book, other = opened(filled), opened(filled)
    replace_by = Store.replace_by

    def interrupted(self, copy, known):
        monkeypatch.undo()
        more(other, 1)
        return replace_by(self, copy, known)

    monkeypatch.setattr(Store, "replace_by", interrupted)
    way_back = restoring.restore(book, Picked.at(backup))
    assert facts_in(way_back.path) == len(entries) + 1
    assert book.everything() == entries


def test_a_book_that_another_program_holds_is_left_alone(filled, backup, opened, entries,
                                                         monkeypatch):
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.1)
    book = opened(filled)
    with closing(sqlite3.connect(filled, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageFault, match="in use by another program"):
            restoring.restore(book, Picked.at(backup))
    assert book.everything() == entries
    restoring.restore(book, Picked.at(backup))


# --- files that are none ----------------------------------------------------------------------


NO_BOOKS = {
    "empty": (b"", "FILE is empty: there is no book in it."),
    "text": (b"Anne 66, Bert 30\n" * 99, "FILE is not a Scorepad book."),
    "picture": (b"\x89PNG\r\n\x1a\n" + bytes(999), "FILE is not a Scorepad book."),
    "export": (b'{"format": "scorepad/1"}', "FILE is an export, not a backup. Import it: that adds "
               "what is missing and replaces nothing."),
    "export with a mark": (b'\xef\xbb\xbf {"format": "scorepad/1"}',
                           "FILE is an export, not a backup. Import it: that adds what is missing "
                           "and replaces nothing."),
    "only a head": (b"SQLite format 3\0", "FILE is damaged, so it cannot be restored. Nothing was "
                    "changed."),
}


@pytest.mark.parametrize(("content", "sentence"), NO_BOOKS.values(), ids=NO_BOOKS)
def test_a_file_that_is_none(filled, tmp_path, content, sentence):
    path = tmp_path / "file"
    path.write_bytes(content)
    assert refused(filled, path) == sentence.replace("FILE", str(path))


def test_a_folder_and_a_file_that_is_not_there(filled, tmp_path):
    (tmp_path / "folder").mkdir()
    assert refused(filled, tmp_path / "folder").endswith("folder is a folder. Choose a file in it.")
    assert "nothing: cannot be read (No such file" in refused(filled, tmp_path / "nothing")


def test_a_file_that_may_not_be_read(filled, public_folder, opened):
    path = public_folder / "secret.db"
    path.write_bytes(filled.read_bytes())
    path.chmod(0)
    with somebody_else(), pytest.raises(NotRestorable, match="cannot be read"):
        restoring.look_at(Picked.at(path))


def test_a_database_of_another_program(filled, tmp_path):
    path = tmp_path / "recipes.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    assert refused(filled, path).endswith(
        "is a database of another program, not a Scorepad book.")


def test_a_book_that_was_being_made_when_the_power_went(filled, tmp_path):
    path = tmp_path / "new.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA journal_mode = WAL")
    assert refused(filled, path).endswith("is empty: there is no book in it.")


def changed(path, *statements):
    with closing(sqlite3.connect(path, isolation_level=None)) as book:
        for statement in statements:
            book.execute(statement)


def test_a_newer_book(filled, backup):
    changed(backup, "UPDATE scorepad_version SET version = 70")
    assert refused(filled, backup) == (
        f"{backup} was written by a newer Scorepad (book version 70, this one knows "
        f"{len(migrations.MIGRATIONS)}). Nothing was changed. Update Scorepad to restore it.")


@pytest.mark.parametrize("left", [99, 100, 5000, 9000, -1])
def test_a_cut_file(filled, backup, left):
    backup.write_bytes(backup.read_bytes()[:left])
    assert "is damaged, so it cannot be restored" in refused(filled, backup)


def test_a_page_of_zeros(filled, backup):
    whole = bytearray(backup.read_bytes())
    whole[4096:8192] = bytes(4096)
    backup.write_bytes(whole)
    assert "is damaged, so it cannot be restored" in refused(filled, backup)


@pytest.mark.parametrize(("kind", "data"), [
    ("PlayerAdded", '{"player": '), ("HandVoided", '{"id": "h1", "sheet": "nowhere"}')])
def test_an_entry_that_makes_no_sense_comes_along(filled, backup, opened, entries, kind, data):
    changed(backup, "INSERT INTO fact (id, evening, kind, at, by, data) VALUES "
            f"('e99', 'evening', '{kind}', 0, '', '{data}')")
    restoring.put_in_place(filled, Picked.at(backup))
    assert [entry for entry in opened(filled).everything() if entry.id != "e99"] == entries


def test_a_trigger_that_is_none_of_ours(filled, backup):
    """It would run in the book of whoever restores the file."""
    changed(backup, "CREATE TRIGGER evil AFTER INSERT ON fact BEGIN "
            "UPDATE scorepad_version SET version = 70; END")
    with pytest.raises(StorageFault, match='holds "evil", which does not belong in a'):
        restoring.preview(filled, Picked.at(backup))


# --- in the place of a book that cannot be opened ---------------------------------------------


def test_the_damaged_book_is_kept_with_what_lies_beside_it(filled, backup, opened, entries):
    filled.write_bytes(b"Anne 66, Bert 30\n")
    filled.with_name("book.db-wal").write_bytes(b"the last hand")
    aside = restoring.put_in_place(filled, Picked.at(backup))
    assert aside.name.startswith("book-damaged-") and aside.read_bytes() == b"Anne 66, Bert 30\n"
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == b"the last hand"
    assert opened(filled).everything() == entries


def test_two_damaged_books_of_one_second_are_both_kept(filled, backup):
    kept = set()
    for text in ("one", "two", "three"):
        filled.write_text(text)
        kept.add(restoring.put_in_place(filled, Picked.at(backup)).read_text())
    assert kept == {"one", "two", "three"}


def test_where_there_is_no_book_nothing_is_kept(filled, backup, opened, entries):
    filled.unlink()
    assert restoring.put_in_place(filled, Picked.at(backup)) is None
    assert opened(filled).everything() == entries
