"""`scorepad backup`, `restore`, `check` and `rescue`: what they print, and what they refuse."""

import json
import sqlite3
from contextlib import closing

import pytest

from tests.book.pages import NAMES
from tests.command import call, start

EVENING = json.dumps({"format": "scorepad/1", "evenings": [{"date": "2026-11-20", "sheets": [
    {"game": "kalter-schlag", "players": NAMES,
     "hands": [{"durchmarsch": "Anne"}, {"durchmarsch": "Bert"}]}]}]})
LATER = EVENING.replace("2026-11-20", "2026-11-21")


@pytest.fixture
def data(tmp_path, monkeypatch):
    """The data folder; a book with an evening of two hands is in it."""
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("SCOREPAD_DATABASE_URL", raising=False)
    take_in(tmp_path, EVENING)
    return tmp_path / "data"


def take_in(folder, evening):
    (folder / "evening.json").write_text(evening)
    assert call("import", folder / "evening.json").code == 0


def evenings():
    return len(json.loads(call("export", "-").out)["evenings"])


def refused(*arguments):
    """What a command that ends with 2 says on stderr; nothing is on stdout then."""
    done = call(*arguments)
    assert (done.code, done.out) == (2, ""), done
    return done.err.removesuffix("\n")


def alter(book, *numbers):
    """Change entries as a damaged disk would, past the guard."""
    with closing(sqlite3.connect(book)) as opened:
        [guard] = opened.execute("SELECT sql FROM sqlite_master WHERE name = 'fact_no_update'"
                                 ).fetchone()
        opened.execute("DROP TRIGGER fact_no_update")
        for number in numbers:
            opened.execute("UPDATE fact SET at = at + 1 WHERE seq = ?", (number,))
        opened.execute(guard)
        opened.commit()


# --- backup and restore ---------------------------------------------------------------------------


@pytest.mark.parametrize(("numbers", "said"), [
    ((), None),
    ((7,), "Something has changed 1 entry since it was written, and it is restored as it is now: "
           "entry 7."),
    ((3, 7), "Something has changed 2 entries since they were written, and they are restored as "
             "they are now: entries 3, 7."),
    (range(1, 12), "Something has changed 11 entries since they were written, and they are "
                   "restored as they are now: entries 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ….")])
def test_altered_entries_are_named_and_restored(data, tmp_path, numbers, said):
    take_in(tmp_path, LATER)
    copy = tmp_path / "stick.db"
    call("backup", copy)
    alter(copy, *numbers)
    preview = call("restore", "--preview", copy).out.splitlines()
    assert preview[2:] == ["Nothing will be removed: all of the present book is in this file.",
                           "Will be added: nothing new.", *([said] if said else [])]
    assert call("restore", copy).out.splitlines()[:len(preview)] == preview
    found = call("check")
    assert found.err.count("is not as it was written") == len(numbers)



def test_a_book_is_backed_up_changed_restored_and_brought_back(data, tmp_path):
    copy = tmp_path / "stick.db"
    assert call("backup", copy).out == "Backed up: 1 evening, 1 sheet, 2 hands, 4 players\n"
    take_in(tmp_path, LATER)
    preview = call("restore", "--preview", copy).out.splitlines()
    assert preview[0] == "In the file: 1 evening, 1 sheet, 2 hands, 4 players"
    assert preview[1].startswith("Last entry: ") and "(book version " in preview[1]
    assert preview[2:] == [
        "Will be removed: 1 evening, 1 sheet, 2 hands. It stays in a backup that is made first.",
        "Will be added: nothing new."]
    assert evenings() == 2
    said = call("restore", copy).out.splitlines()
    assert said[:4] == preview and evenings() == 1
    assert said[4].startswith('Restored. What was there before is kept: scorepad restore "')
    call("restore", said[4].split('"')[1])
    assert evenings() == 2


def test_a_backup_to_standard_output_is_the_file(data, tmp_path):
    done = start("backup", "-", FLET_APP_STORAGE_DATA=str(data), prefix=("sh", "-c",
                 '"$@" > "$0"', str(tmp_path / "out.db")))
    assert (done.code, done.err) == (0, "")
    with closing(sqlite3.connect(tmp_path / "out.db")) as book:
        assert book.execute("SELECT count(*) FROM fact").fetchone() == (8,)


def test_a_book_that_is_not_there_is_not_begun_for_a_backup(data, tmp_path, monkeypatch):
    """The URL was mistyped."""
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{tmp_path / 'bok.db'}")
    for target in ("-", tmp_path / "copy.db"):
        assert refused("backup", target) == f"There is no book at {tmp_path / 'bok.db'}."
    assert not (tmp_path / "bok.db").exists()


def test_an_import_that_writes_makes_a_backup_of_what_was_there(data, tmp_path):
    assert not (data / "backups").exists()  # there was nothing yet
    take_in(tmp_path, LATER)
    [backup] = (data / "backups").glob("*.db")
    assert call("restore", backup).code == 0 and evenings() == 1


def test_looking_at_an_import_and_exporting_make_none(data, tmp_path):
    (tmp_path / "later.json").write_text(LATER)
    call("import", "--preview", tmp_path / "later.json")
    call("export", "-")
    assert not (data / "backups").exists()


@pytest.mark.parametrize(("content", "sentence"), [
    ("", "FILE is empty: there is no book in it."),
    ("Anne 66", "FILE is not a Scorepad book."),
    (EVENING, "FILE is an export, not a backup. Import it: that adds what is missing and replaces "
     "nothing.")])
@pytest.mark.parametrize("options", [(), ("--preview",)])
def test_a_file_that_is_none(data, tmp_path, content, sentence, options):
    path = tmp_path / "file"
    path.write_text(content)
    assert refused("restore", *options, path) == sentence.replace("FILE", str(path))
    assert evenings() == 1


def test_a_file_that_is_not_there_a_folder_and_a_cut_one(data, tmp_path):
    assert "cannot be read (No such file" in refused("restore", tmp_path / "nothing")
    assert refused("restore", tmp_path) == f"{tmp_path} is a folder. Choose a file in it."
    call("backup", tmp_path / "copy.db")
    (tmp_path / "copy.db").write_bytes((tmp_path / "copy.db").read_bytes()[:9000])
    assert "is damaged, so it cannot be restored" in refused("restore", tmp_path / "copy.db")
    assert evenings() == 1


def test_a_backup_onto_the_book_itself_into_a_folder_and_nowhere(data, tmp_path):
    assert refused("backup", data / "book.db") == \
        f"{data / 'book.db'} is the book itself. Name another file."
    assert "cannot be written to" in refused("backup", tmp_path)
    assert "cannot be written to" in refused("backup", tmp_path / "no" / "such" / "folder.db")
    assert evenings() == 1


def test_a_damaged_book_is_replaced_and_kept(data, tmp_path):
    call("backup", tmp_path / "copy.db")
    damaged = (data / "book.db").read_bytes()[:9000]
    (data / "book.db").write_bytes(damaged)
    assert "or it is damaged" in refused("export", "-")
    told = call("restore", tmp_path / "copy.db")
    assert told.code == 0, told
    [aside] = data.glob("book-damaged-*.db")
    assert told.out.endswith(f"Restored.\nThe damaged book is kept as {aside}.\n")
    assert aside.read_bytes() == damaged and evenings() == 1


# --- check and rescue -----------------------------------------------------------------------------


def test_a_sound_book(data):
    assert call("check").out == ("Checked: 8 entries, 4 players, 1 evening, 1 sheet, 2 hands\n"
                                 "Nothing is wrong.\n")
    assert call("check", data / "book.db").code == 0


def test_what_is_wrong_is_a_line_each_on_stderr(data):
    with closing(sqlite3.connect(data / "book.db")) as book:
        book.execute("DROP TRIGGER fact_no_delete")
        book.execute("DROP INDEX fact_frame")
    assert refused("check").splitlines() == [
        'the file: "fact_frame" is missing',
        'the file: the protection "fact_no_delete" is missing: entries could be changed or deleted',
        "Checked: 8 entries, 4 players, 1 evening, 1 sheet, 2 hands"]


def test_where_there_is_no_book(tmp_path, monkeypatch):
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path / "none"))
    place = tmp_path / "none" / "book.db"
    assert refused("check") == f"There is no book at {place}."
    assert refused("rescue", "-") == f"There is no book at {place}."
    assert not place.exists()


def test_a_file_that_is_no_book(data, tmp_path):
    path = tmp_path / "evening.json"
    assert refused("check", path) == \
        f'{path} is an export, not a book: "scorepad replay" checks it.'


def test_a_damaged_book_is_rescued_into_a_file_that_can_be_imported(data, tmp_path, monkeypatch):
    whole = (data / "book.db").read_bytes()
    (data / "book.db").write_bytes(bytes(100) + whole[100:])
    assert call("rescue", tmp_path / "out.json").out == \
        "Read: 1 evening, 2 hands. 0 entries are lost.\n"
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path / "new"))
    assert call("import", tmp_path / "out.json").code == 0 and evenings() == 1
    assert call("rescue", "--of", data / "book.db", "-").out == \
        (tmp_path / "out.json").read_text()


def test_in_german_too(data):
    assert start("check", FLET_APP_STORAGE_DATA=str(data), SCOREPAD_LANGUAGE="de").code == 0
