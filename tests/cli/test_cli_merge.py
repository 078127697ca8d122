"""`scorepad merge` and `export --entries`: what they print, and what they refuse."""

import json
import shutil
from datetime import date

import pytest

from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.book.pages import NAMES
from tests.command import call, start

ALTONA = NewEvening(date(2026, 11, 20), "Altona")

OTHER_EMIL = "\N{CYRILLIC CAPITAL LETTER IE}mil"


class Shelf:
    """Books in a folder, each opened only to write in it."""

    def __init__(self, folder, monkeypatch):
        self.folder = folder
        self._monkeypatch = monkeypatch

    def write(self, name, act):
        service = Service(Store.open(f"sqlite:///{self.folder / name}.db"), name.title())
        try:
            return act(service)
        finally:
            service.close()

    def call(self, name, *arguments):
        self._monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{self.folder / name}.db")
        return call(*arguments)


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Two copies of a book with one hand: Anne's and Bert's."""
    shelf = Shelf(tmp_path, monkeypatch)
    sheet = shelf.write("anne", lambda book: book.open_sheet(
        ALTONA, KALTER_SCHLAG, NAMES, stake=50))
    shelf.write("anne", lambda book: book.record(sheet, Durchmarsch(0)))
    shutil.copyfile(tmp_path / "anne.db", tmp_path / "bert.db")
    shelf.sheet = sheet
    return shelf


def test_a_book_takes_in_what_another_has_once(shelf):
    shelf.write("bert", lambda book: book.record(shelf.sheet, Durchmarsch(1)))
    other = shelf.folder / "bert.db"
    before = (shelf.folder / "anne.db").read_bytes()
    preview = shelf.call("anne", "merge", "--preview", other)
    assert preview.out == "New: 1 hand\nKnown: 7 entries\n"
    assert (shelf.folder / "anne.db").read_bytes() == before
    assert shelf.call("anne", "merge", other).out == "New: 1 hand\nKnown: 7 entries\nMerged.\n"
    assert shelf.call("anne", "merge", other).out == \
        "Known: 8 entries\nNothing new: all of it is in the book.\n"
    assert shelf.call("anne", "export", "-").out == shelf.call("bert", "export", "-").out
    assert list((shelf.folder / "backups").glob("*.db")), "it is backed up first"


def test_entries_go_out_and_come_in_as_a_file(shelf):
    shelf.write("bert", lambda book: book.record(shelf.sheet, Durchmarsch(1)))
    entries = shelf.folder / "bert.entries"
    assert shelf.call("bert", "export", "--entries", entries).code == 0
    lines = entries.read_text().splitlines()
    assert lines[0] == '{"format": "scorepad-entries/1"}' and len(lines) == 9
    assert json.loads(lines[-1])["kind"] == "HandRecorded"
    assert shelf.call("bert", "export", "--entries", "-").out.splitlines() == lines
    assert shelf.call("anne", "merge", entries).out.splitlines()[-1] == "Merged."
    empty = shelf.call("new", "merge", entries)
    assert empty.out.splitlines() == ["New: 1 evening, 1 sheet, 2 hands, 4 players",
                                      "Known: 0 entries", "Merged."]


def test_what_both_went_on_with_is_said_and_counts_once(shelf):
    shelf.write("anne", lambda book: book.record(shelf.sheet, Durchmarsch(1)))
    shelf.write("bert", lambda book: [book.record(shelf.sheet, Durchmarsch(2)) for _ in range(2)])
    done = shelf.call("anne", "merge", shelf.folder / "bert.db")
    assert done.out.splitlines() == [
        "New: 2 hands", "Known: 7 entries",
        "2026-11-20 · Altona, Kalter Schlag: both books went on. The sheet will ask which hands "
        "count.", "Merged."]
    [evening] = json.loads(shelf.call("anne", "export", "-").out)["evenings"]
    assert [hand["durchmarsch"] for hand in evening["sheets"][0]["hands"]] == ["Anne", "Cem", "Cem"]


def test_an_evening_that_one_has_closed_and_the_other_played_on_is_open(shelf):
    evening = shelf.write("anne", lambda book: book.evenings()[0].id)
    shelf.write("anne", lambda book: book.close_evening(evening))
    shelf.write("bert", lambda book: book.record(shelf.sheet, Durchmarsch(2)))
    done = shelf.call("anne", "merge", shelf.folder / "bert.db")
    assert done.out.splitlines()[2] == \
        "2026-11-20 · Altona: closed in one book, played on in the other. It is open again."
    assert not shelf.write("anne", lambda book: book.evenings()[0].closed)


LATER = ("With --same these names are one person each, otherwise two, who can be put together "
         "under Players.")


@pytest.mark.parametrize("name, question, both", [
    ("Emil", "Emil was added in both books: is this one person?", ["Emil", "Emil (2)"]),
    (OTHER_EMIL, "Written with Cyrillic letters: is this Emil?",
     ["Emil", OTHER_EMIL])])
def test_two_people_whose_names_look_the_same_are_asked_about(shelf, name, question, both):
    shelf.write("anne", lambda book: book.people.add("Emil"))
    shelf.write("bert", lambda book: book.people.add(name))
    done = shelf.call("anne", "merge", "--preview", shelf.folder / "bert.db")
    assert done.out.splitlines()[2:] == [question, LATER]
    preview = shelf.call("anne", "merge", "--preview", "--same", shelf.folder / "bert.db")
    assert preview.out.splitlines()[2:] == [question]
    shutil.copyfile(shelf.folder / "anne.db", shelf.folder / "cem.db")
    shelf.call("anne", "merge", shelf.folder / "bert.db")
    assert shelf.write("anne", lambda book: sorted(book.players())) == [*NAMES, *both]
    shelf.call("cem", "merge", "--same", shelf.folder / "bert.db")
    assert shelf.write("cem", lambda book: sorted(book.players())) == [*NAMES, "Emil"]
    # Who has both was asked, and is not again; and the answer travels.
    assert question not in shelf.call("bert", "merge", shelf.folder / "cem.db").out
    assert shelf.write("bert", lambda book: sorted(book.players())) == [*NAMES, "Emil"]


def test_a_file_of_entries_is_imported_and_not_restored(shelf):
    entries = shelf.folder / "anne.entries.txt"
    shelf.call("anne", "export", "--entries", entries)
    done = shelf.call("anne", "restore", entries)
    assert done.code == 2 and done.err == (
        f"{entries} holds the entries of a book. Import it: that adds what is missing, with its "
        "history.\n")
    assert shelf.call("new", "import", entries).out.splitlines()[-1] == "Imported."
    assert shelf.call("anne", "import", shelf.folder / "bert.db").out.splitlines()[-1] \
        == "Nothing new: all of it is in the book."


def test_a_document_is_merged_like_any_other_file(shelf):
    shelf.write("bert", lambda book: book.record(shelf.sheet, Durchmarsch(1)))
    document = shelf.folder / "bert.json"
    shelf.call("bert", "export", document)
    assert shelf.call("anne", "merge", document).out.splitlines()[::2] == ["New: 1 hand", "Merged."]
    assert shelf.call("anne", "merge", shelf.folder / "bert.db").code == 0
    assert shelf.call("anne", "export", "-").out == shelf.call("bert", "export", "-").out


def test_entries_that_make_no_sense_are_named_and_the_others_come_in(shelf):
    shelf.write("bert", lambda book: book.record(shelf.sheet, Durchmarsch(1)))
    entries = shelf.folder / "bert.entries"
    shelf.call("bert", "export", "--entries", entries)
    lines = entries.read_text().splitlines()
    broken = lines[-1].replace("durchmarsch", "Durchmarsch")
    assert broken != lines[-1]
    entries.write_text("\n".join([*lines[:-1], "?", broken, ""]))
    done = shelf.call("anne", "merge", entries)
    assert done.err.splitlines() == ["entry 8: is no entry", "entry 9: is not as it was written"]
    assert done.out.splitlines()[-1] == "Nothing new: all of it is in the book."


WRONG = {"nowhere.db": (None, "cannot be read"), "empty": (b"", "is empty"),
         "letter.txt": (b"Dear Anne", "is not a Scorepad book"),
         "export.json": (b'{"format": "scorepad/2"}', 'format: is not "scorepad/1"'),
         "folder": (..., "is a folder")}


@pytest.mark.parametrize("name", WRONG)
def test_another_file_is_refused_in_a_sentence(shelf, name):
    content, why = WRONG[name]
    place = shelf.folder / name
    if content is ...:
        place.mkdir()
    elif content is not None:
        place.write_bytes(content)
    done = shelf.call("anne", "merge", place)
    assert (done.code, done.out) == (2, "") and len(done.err.splitlines()) == 1
    assert why in done.err


def test_all_entries_or_some_evenings(shelf):
    done = shelf.call("anne", "export", "--entries", "--evening", "2026-11-20", "-")
    assert (done.code, done.err) == (
        2, "--entries writes all of the book: leave --evening out.\n")


def test_in_german(shelf):
    done = start("merge", shelf.folder / "bert.db", LANGUAGE="de",
                 SCOREPAD_DATABASE_URL=f"sqlite:///{shelf.folder / 'anne.db'}")
    assert done.out.splitlines() == ["Bekannt: 7 Einträge",
                                     "Nichts Neues: Alles steht schon im Buch."]
