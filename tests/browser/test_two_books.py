"""Two books meet at the real page, and names that look alike are asked about: in all looks."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorepad.config import Settings
from scorepad.games.kalter_schlag import Durchmarsch
from scorepad.service import Service
from scorepad.storage import Store
from tests.browser.conftest import Hands
from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.hand import CANVAS_LAG, LOOKS, Hand, Look
from tests.browser.program import Program

OTHER_ANNE = "\N{CYRILLIC CAPITAL LETTER A}nne"
FOUR_LOOKS = (*LOOKS, Look(theme="light"), Look("wide"))

SAID = {
    "de": {"name": "Name", "rename": "Namen berichtigen", "everywhere": "Überall umbenennen",
           "asked": "Mit kyrillischen Buchstaben geschrieben",
           "merged": "Importiert.", "not": "zählt nicht"},
    "en": {"name": "Name", "rename": "Put this name right", "everywhere": "Rename everywhere",
           "asked": "Written with Cyrillic letters",
           "merged": "Imported.", "not": "does not count"}}


@contextmanager
def book_of(database: str, author: str) -> Iterator[Service]:
    service = Service(Store.open(database), author)
    try:
        yield service
    finally:
        service.close()


@pytest.fixture
def other(program: Program, tmp_path: Path) -> Path:
    """The entries of Bert's phone, which has gone on with two hands of its own, and has added Emil
    in other letters; the program's book has gone on with one, and has added Emil."""
    take_in(program, evening(*IN_THE_MIDDLE))
    here = Settings.of({"FLET_APP_STORAGE_DATA": str(program.data)}).database
    copy = tmp_path / "other.db"
    with book_of(here, "Anne") as book:
        book.safety.back_up_to(copy)
        book.record("s", Durchmarsch(1))
        book.people.add("Emil")
    with book_of(f"sqlite:///{copy}", "Bert") as book:
        for seat in (2, 3):
            book.record("s", Durchmarsch(seat))
        book.people.add("\N{CYRILLIC CAPITAL LETTER IE}mil")
        content = book.meetings.entries()
    file = tmp_path / "scorepad-2026-11-20.entries.txt"
    file.write_text(content, "utf-8")
    return file


def choose(user: Hand, row: str, file: Path) -> None:
    """Choose a file on the screen of the book."""
    user.open("/safety")
    user.page.wait_for_timeout(CANVAS_LAG)
    with user.page.expect_file_chooser() as chooser:
        user.tap(identifier=row)
    chooser.value.set_files(file)


@pytest.mark.parametrize("look", FOUR_LOOKS, ids=str)
def test_two_books_meet(program: Program, hands: Hands, other: Path, look: Look):
    user, said = hands(look), SAID[look.language]
    choose(user, "restore-file", other)
    user.sees(other.name)
    user.shot("meeting-restore")
    user.tap(identifier="import-instead")
    user.sees(said["asked"])
    user.tap(identifier="same-person-0")
    user.shot("meeting-preview")
    user.tap(identifier="import")
    user.sees(said["merged"])
    user.settle()
    user.page.wait_for_timeout(CANVAS_LAG)
    user.open("/evening/e/sheet/s")
    user.page.wait_for_timeout(CANVAS_LAG)
    user.shot("meeting-sheet")
    user.tap(identifier="runs-1")
    user.sees_no(said["not"])


@pytest.mark.parametrize("look", FOUR_LOOKS[:2] + FOUR_LOOKS[3:], ids=str)
def test_a_name_that_looks_like_a_known_one(program: Program, hands: Hands, tmp_path: Path,
                                            look: Look):
    take_in(program, evening(*IN_THE_MIDDLE))
    file = tmp_path / "a.json"
    text = json.dumps({"format": "scorepad/1", "evenings": [
        evening(*IN_THE_MIDDLE, date="2026-11-27", id="later") | {"place": "bei Cem"}]})
    file.write_text(text.replace("Anne", OTHER_ANNE).replace('"id": "s"', '"id": "s2"'), "utf-8")
    user, said = hands(look), SAID[look.language]
    user.open("/new")
    user.tap(identifier="remove-1")
    user.type(OTHER_ANNE, into=said["name"])
    user.tap(identifier="add-name")
    user.sees(said["asked"])
    user.shot("look-alike-seat")
    user.tap(identifier="same-person-0")
    user.sees_no(said["asked"])
    user.open("/people")
    user.page.wait_for_timeout(CANVAS_LAG)
    user.type(OTHER_ANNE, into={"de": "Jemand Neues", "en": "Somebody new"}[look.language])
    user.tap(identifier="add-player")
    user.sees(said["asked"])
    user.shot("look-alike-player")
    choose(user, "import-file", file)
    user.sees(said["asked"])
    user.shot("look-alike-import")
    user.open("/evening/e/sheet/s")
    user.page.wait_for_timeout(CANVAS_LAG)
    user.tap(identifier="player-1")
    user.type(OTHER_ANNE, into=said["rename"])
    user.tap(name=said["everywhere"])
    user.sees(said["asked"])
    user.shot("look-alike-sheet")
